//! The tests with one mutant switched on after the other: the quick ones first, and the first failure is enough.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Outcome;
use super::sites::Site;
use super::tree::Built;
use crate::failure::Failure;

/// How many mutants are tried at once.
const WORKERS: usize = 2;
/// Tests up to this long are run before the others.
const QUICK: Duration = Duration::from_millis(300);
/// A run that takes so many times as long as without a mutant hangs.
const PATIENCE: u32 = 6;

/// A batch of tests of one program.
struct Batch {
    program: PathBuf,
    tests: Vec<String>,
    /// How long it takes without a mutant.
    takes: Duration,
}

/// Tries the mutants; tells the outcome of each as it is known.
pub(super) fn judge(
    built: &Built,
    todo: &[(u32, &Site)],
    mut tell: impl FnMut(&Site, Outcome, Option<String>) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    if todo.is_empty() {
        return Ok(());
    }
    let mut batches: BTreeMap<&str, Vec<Batch>> = BTreeMap::new();
    for (package, program) in &built.programs {
        batches.insert(package, measured(built, program)?);
    }
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let told = Mutex::new((&mut tell, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((number, site)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let by = killer(&built.tree, &batches, *number, site);
                    let outcome = match by {
                        Some(_) => Outcome::Killed,
                        None => Outcome::Survived,
                    };
                    let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                    let shown = by.as_deref().unwrap_or("SURVIVED");
                    println!("{count}/{} {} — {shown}", todo.len(), site.name());
                    if let Ok(mut told) = told.lock()
                        && let Err(failure) = (told.0)(site, outcome, by)
                    {
                        told.1 = Err(failure);
                    }
                }
            });
        }
    });
    let told = told.into_inner();
    told.map_or(Ok(()), |(_, result)| result)
}

/// The tests of a program without a mutant: those that are quick, then each other one by itself.
fn measured(built: &Built, program: &Path) -> Result<Vec<Batch>, Failure> {
    let output = Command::new(program)
        .args(["--list", "--format", "terse"])
        .output();
    let output =
        output.map_err(|error| Failure::Step(format!("{}: {error}", program.display())))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    let mut timed: Vec<(Duration, String)> = Vec::new();
    for name in names {
        let start = Instant::now();
        let one = Batch {
            program: program.to_owned(),
            tests: vec![name.to_owned()],
            takes: Duration::from_secs(600),
        };
        if let Some(failed) = failure(&built.tree, &one, 0) {
            return Err(Failure::Step(format!("{failed} fails without a mutant")));
        }
        timed.push((start.elapsed(), name.to_owned()));
    }
    timed.sort();
    let (quick, slow): (Vec<_>, Vec<_>) = timed.into_iter().partition(|(took, _)| *took <= QUICK);
    let mut batches = vec![Batch {
        program: program.to_owned(),
        takes: quick.iter().map(|(took, _)| *took).sum(),
        tests: quick.into_iter().map(|(_, name)| name).collect(),
    }];
    batches.extend(slow.into_iter().map(|(takes, name)| Batch {
        program: program.to_owned(),
        tests: vec![name],
        takes,
    }));
    batches.retain(|batch| !batch.tests.is_empty());
    Ok(batches)
}

/// The test that notices a mutant.
fn killer(
    tree: &Path,
    batches: &BTreeMap<&str, Vec<Batch>>,
    number: u32,
    site: &Site,
) -> Option<String> {
    let of_site = site.tests.iter().filter_map(|package| batches.get(package));
    of_site
        .flatten()
        .find_map(|batch| failure(tree, batch, number))
}

/// The first test of a batch that fails, or does not end.
fn failure(tree: &Path, batch: &Batch, number: u32) -> Option<String> {
    let mut command = Command::new(&batch.program);
    command
        .args(["--exact", "--test-threads", "1"])
        .args(&batch.tests)
        .env("OUTFLANK_MUTANT", number.to_string())
        .env("RUST_BACKTRACE", "0")
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .current_dir(tree)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else {
        return Some("the tests do not start".to_owned());
    };
    let Some(stdout) = child.stdout.take() else {
        return Some("the tests say nothing".to_owned());
    };
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let until = Instant::now() + batch.takes * PATIENCE + Duration::from_secs(20);
    let found = loop {
        let left = until.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => {
                let name = line
                    .strip_prefix("test ")
                    .and_then(|rest| rest.strip_suffix(" ... FAILED"));
                if let Some(name) = name {
                    break Some(name.to_owned());
                }
            }
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                break Some("it does not end".to_owned());
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break None,
        }
    };
    if found.is_some() {
        // It has been judged; whether it ends by itself does not matter.
        let _ = child.kill();
    }
    let status = child.wait();
    let ended_well = status.is_ok_and(|status| status.success());
    found.or_else(|| (!ended_well).then(|| "the tests break off".to_owned()))
}
