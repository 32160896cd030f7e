//! `cargo xtask soak mutants --seed N --count M`: whether the tests notice small changes of the rules' code.
//!
//! | File | What |
//! |---|---|
//! | `sites` | where the sources can be changed, and how |
//! | `tree` | a copy of the repository with all sampled mutants behind a switch, built once |
//! | `judge` | the tests with one mutant switched on after the other |
//! | `switches` | the code the copy gets: one function per kind of change |
//!
//! A sample is drawn by the seed, so that another seed tries other places. What was judged is kept under
//! `target/mutants`; a run that was ended goes on where it was.

mod judge;
mod sites;
mod tree;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::{repository, step};
use sites::Site;

/// The sources whose tests are tested, and the test programs that look at each, the nearest first.
const SOURCES: [(&str, &[&str]); 5] = [
    (
        "crates/rulebook/src/",
        &[
            "outflank-rulebook",
            "outflank-game",
            "outflank-tournament",
            "outflank-pairing",
        ],
    ),
    ("crates/game/src/decide", &["outflank-game"]),
    ("crates/tournament/src/lists", &["outflank-tournament"]),
    (
        "crates/tournament/src/standings.rs",
        &["outflank-tournament"],
    ),
    (
        "crates/pairing/src/",
        &["outflank-pairing", "outflank-tournament"],
    ),
];

/// Of the pairing's sources the cost levels alone.
const COST_LEVELS: [&str; 8] = [
    "costs.rs",
    "costs/bounds.rs",
    "costs/flags.rs",
    "costs/measures.rs",
    "field.rs",
    "fold.rs",
    "ladder.rs",
    "level.rs",
];

/// A mutant that at least this share of a sample must not outlive.
const KILLED_PER_CENT: usize = 95;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// A test failed, or did not end.
    Killed,
    Survived,
}

/// One line of what was judged so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Judged {
    mutant: String,
    outcome: Outcome,
    /// The test that noticed it.
    by: Option<String>,
}

/// Draws a sample, builds it, and tries every mutant of it.
pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let (seed, count) = arguments(words)?;
    let root = repository::root()?;
    let start = Instant::now();
    let sites = all_sites(&root)?;
    let folder = folder(&root);
    println!(
        "{} places can be changed; {count} are drawn by seed {seed}",
        sites.len()
    );
    let order = drawn(&sites, seed);
    let built = tree::build(&root, &folder, &sites, &order, count)?;
    println!("built in {}", step::seconds(start.elapsed()));
    let state = folder.join(format!("seed-{seed}.jsonl"));
    let mut judged = known(&state, &built.fingerprint)?;
    let wanted: Vec<(u32, &Site)> = (1..)
        .zip(built.mutants.iter().map(|n| &sites[*n]))
        .collect();
    let todo: Vec<(u32, &Site)> = (wanted.iter().copied())
        .filter(|(_, site)| !judged.contains_key(&site.name()))
        .collect();
    judge::judge(&built, &todo, |site, outcome, by| {
        let line = Judged {
            mutant: site.name(),
            outcome,
            by,
        };
        keep(&state, &built.fingerprint, &line)?;
        judged.insert(line.mutant.clone(), line);
        Ok(())
    })?;
    report(&wanted, &judged, start.elapsed())
}

/// Where the copy and what was judged are kept.
fn folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), PathBuf::from)
        .join("mutants")
}

fn arguments(words: &[&str]) -> Result<(u64, usize), Failure> {
    let (mut seed, mut count) = (1, 200);
    let mut rest = words;
    while let [name, value, more @ ..] = rest {
        let number = value.parse::<u64>();
        match (*name, number) {
            ("--seed", Ok(number)) => seed = number,
            ("--count", Ok(number)) => count = usize::try_from(number).unwrap_or(usize::MAX),
            _ => return Err(wrong_use()),
        }
        rest = more;
    }
    match rest {
        [] => Ok((seed, count)),
        [_, ..] => Err(wrong_use()),
    }
}

fn wrong_use() -> Failure {
    Failure::Use("say soak mutants --seed 1 --count 200".to_owned())
}

fn all_sites(root: &Path) -> Result<Vec<Site>, Failure> {
    let mut sites = Vec::new();
    for file in repository::text_files(root)? {
        let Some((folder, tests)) = SOURCES
            .iter()
            .find(|(folder, _)| file.is_rust() && file.path.starts_with(folder))
        else {
            continue;
        };
        let name = &file.path[folder.len()..];
        if folder.starts_with("crates/pairing") && !COST_LEVELS.contains(&name) {
            continue;
        }
        sites.extend(sites::find(&file.path, &file.text, tests)?);
    }
    Ok(sites)
}

/// The numbers of all sites in the order of a draw.
fn drawn(sites: &[Site], seed: u64) -> Vec<usize> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0) % end
    };
    let mut order: Vec<usize> = (0..sites.len()).collect();
    for n in (1..order.len()).rev() {
        let other = below(n + 1);
        order.swap(n, other);
    }
    order
}

/// What was judged before under the same sources.
fn known(state: &Path, fingerprint: &str) -> Result<BTreeMap<String, Judged>, Failure> {
    let Ok(text) = std::fs::read_to_string(state) else {
        return Ok(BTreeMap::new());
    };
    let mut lines = text.lines();
    if lines.next() != Some(fingerprint) {
        std::fs::remove_file(state).map_err(|error| Failure::File(error.to_string()))?;
        return Ok(BTreeMap::new());
    }
    let read = |line: &str| serde_json::from_str::<Judged>(line).ok();
    Ok((lines.filter_map(read))
        .map(|one| (one.mutant.clone(), one))
        .collect())
}

fn keep(state: &Path, fingerprint: &str, line: &Judged) -> Result<(), Failure> {
    use std::io::Write as _;
    let is_new = !state.exists();
    let file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(state);
    let text = serde_json::to_string(line).unwrap_or_default();
    file.and_then(|mut file| {
        if is_new {
            writeln!(file, "{fingerprint}")?;
        }
        writeln!(file, "{text}")
    })
    .map_err(|error| Failure::File(format!("{}: {error}", state.display())))
}

fn report(
    wanted: &[(u32, &Site)],
    judged: &BTreeMap<String, Judged>,
    took: Duration,
) -> Result<(), Failure> {
    let survived: Vec<&Site> = (wanted.iter().map(|(_, site)| *site))
        .filter(|site| {
            judged
                .get(&site.name())
                .is_none_or(|one| one.outcome == Outcome::Survived)
        })
        .collect();
    let killed = wanted.len() - survived.len();
    println!(
        "\n{killed} of {} mutants are killed, in {}",
        wanted.len(),
        step::seconds(took)
    );
    for site in &survived {
        println!("  survived: {}", site.name());
    }
    if 100 * killed < KILLED_PER_CENT * wanted.len() {
        return Err(Failure::Step(format!(
            "less than {KILLED_PER_CENT} % are killed; write tests that notice them"
        )));
    }
    Ok(())
}
