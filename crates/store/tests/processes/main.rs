//! The log in a process that is killed while it writes, and in one that may not write.
//!
//! The program starts itself again as the process that is killed, so it has no test harness.
#![expect(clippy::unwrap_used, reason = "a test says what must hold")]
#![expect(clippy::print_stdout, reason = "the child tells what was acknowledged")]

#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use outflank_desk::log::{Append, Appended, GlobalSeq, Store};
use outflank_store::chain::verify_chain;
use outflank_store::sqlite::SqliteStore;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use support::{Folder, append, person, soaked, write};

const CHILD: &str = "OUTFLANK_TEST_CHILD";
/// Kills by default; ten times as many with `OUTFLANK_SOAK=1`.
const KILLS: usize = 20;
/// Tasks that write at once in the process to be killed.
const TASKS: usize = 6;

fn main() {
    match std::env::var(CHILD).as_deref() {
        Ok("write") => write_until_killed(),
        Ok("open") => open_and_tell(),
        Ok("fill") => fill_and_tell(),
        Ok(other) => panic!("no child {other}"),
        Err(_) => {
            nothing_acknowledged_is_lost_or_doubled_by_a_kill();
            println!("test nothing_acknowledged_is_lost_or_doubled_by_a_kill ... ok");
            if cfg!(unix) {
                a_log_that_may_not_be_written_is_said();
                println!("test a_log_that_may_not_be_written_is_said ... ok");
                a_full_disk_acknowledges_nothing_it_has_not();
                println!("test a_full_disk_acknowledges_nothing_it_has_not ... ok");
            }
        }
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap()
}

/// Command `n` of a task in a life: it writes two streams and a record.
fn command(life: usize, task: usize, n: u64, seen: [u64; 2]) -> Append {
    let id = format!("{life}-{task}-{n}");
    let text = "x".repeat(usize::try_from(n * 37 % 900).unwrap());
    let mut command = append(&id, &format!("game/g{life}-{task}"), seen[0], &[&text, &id]);
    command.writes.push(write(
        &format!("tournament/t{life}-{task}"),
        seen[1],
        &[&id],
    ));
    command
        .records
        .push(person(&format!("p{life}-{task}"), Some(&id)));
    command
}

fn write_until_killed() {
    let path = PathBuf::from(std::env::args().nth(1).unwrap());
    let life: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let store = Arc::new(SqliteStore::open(&path).unwrap());
    runtime().block_on(async {
        let tasks: Vec<_> = (0..TASKS)
            .map(|task| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    for n in 0.. {
                        let command = command(life, task, n, [n * 2, n]);
                        let line = format!("{}\n", command.command_id);
                        store.append(command).await.unwrap();
                        std::io::stdout().write_all(line.as_bytes()).unwrap();
                        std::io::stdout().flush().unwrap();
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
}

fn nothing_acknowledged_is_lost_or_doubled_by_a_kill() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut all = 0;
    let kills = soaked(KILLS);
    for life in 0..kills {
        let acknowledged = one_life(
            &path,
            life,
            usize::try_from(random.next_u64() % 60).unwrap(),
        );
        all += acknowledged.len();
        runtime().block_on(check(&path, life, &acknowledged));
    }
    println!("{kills} kills, {all} acknowledged commands, all there once");
    assert!(all > kills, "the processes wrote something");
}

/// Starts a process that writes, kills it after so many answers, wherever it is then, and gives what
/// it said was acknowledged.
fn one_life(path: &Path, life: usize, answers: usize) -> Vec<String> {
    let mut child = start("write", &[path.to_str().unwrap(), &life.to_string()]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acknowledged = Vec::new();
    // Every third process is killed without waiting for an answer.
    if life % 3 != 2 {
        acknowledged.extend((0..=answers).map(|_| lines.next().unwrap().unwrap()));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let mut rest: Vec<String> = lines.map(Result::unwrap).collect();
    // A last line that the kill cut in two says nothing.
    rest.retain(|line| line.split('-').count() == 3);
    acknowledged.extend(rest);
    acknowledged
}

async fn check(path: &Path, life: usize, acknowledged: &[String]) {
    let store = SqliteStore::open(path).unwrap();
    verify_chain(&store).await.unwrap();
    let mut events: BTreeMap<String, usize> = BTreeMap::new();
    let mut after = GlobalSeq(0);
    loop {
        let portion = store.read_all(after, 5000).await.unwrap();
        let Some(last) = portion.last() else { break };
        after = last.global_seq;
        for event in portion {
            *events.entry(event.content.command_id.clone()).or_default() += 1;
        }
    }
    for (id, count) in &events {
        assert_eq!(*count, 3, "command {id} is there whole and once");
    }
    for id in acknowledged {
        assert!(
            events.contains_key(id),
            "life {life}: {id} was acknowledged and is lost"
        );
    }
    // Every command of this life, sent again, is answered as the first time or written now.
    for task in 0..TASKS {
        let count = u64::try_from(
            (0..)
                .take_while(|n| events.contains_key(&format!("{life}-{task}-{n}")))
                .count(),
        )
        .unwrap();
        for n in [0, count.saturating_sub(1), count] {
            let is_there = n < count;
            let sent = store.append(command(life, task, n, [n * 2, n])).await;
            match sent {
                Ok(Appended::Before(answer)) => {
                    assert_eq!(*answer, *format!("{{\"did\":\"{life}-{task}-{n}\"}}"));
                }
                Ok(Appended::Now(_)) => assert!(!is_there, "written twice"),
                Err(error) => panic!("{error}"),
            }
        }
        let record = store
            .record(&person(&format!("p{life}-{task}"), None).key)
            .await
            .unwrap();
        assert_eq!(record, Some(format!("{life}-{task}-{count}")));
    }
    verify_chain(&store).await.unwrap();
}

fn start(child: &str, args: &[&str]) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .env(CHILD, child)
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The child's answer: it opened the log, or why not.
fn open_and_tell() {
    let path = PathBuf::from(std::env::args().nth(1).unwrap());
    match SqliteStore::open(&path) {
        Ok(_) => println!("opened"),
        Err(fault) => println!("{fault}"),
    }
}

#[cfg(unix)]
fn a_log_that_may_not_be_written_is_said() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let program = folder.file("program");
    // A system administrator may write everything, so the child is nobody, and must find the program.
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let mode = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(folder.path(), 0o755);
    mode(&program, 0o755);
    let said = |path: &Path| as_nobody(&program, path);

    let data = folder.file("data");
    fs::create_dir(&data).unwrap();
    let log = data.join("log.db");
    drop(SqliteStore::open(&log).unwrap());
    mode(&data, 0o777);
    for file in fs::read_dir(&data).unwrap() {
        mode(&file.unwrap().path(), 0o666);
    }
    assert_eq!(said(&log), "opened\n", "with every right it opens");

    mode(&log, 0o444);
    let words = said(&log);
    assert!(
        words.contains("Cannot write to the log") && words.contains("Make it writable"),
        "{words}"
    );
    mode(&log, 0o666);
    mode(&data, 0o555);
    fs::remove_file(data.join("log.db.lock")).unwrap();
    let words = said(&log);
    assert!(
        words.contains("Cannot write to the log") && words.contains("Make it writable"),
        "{words}"
    );
    let words = said(&data.join("new.db"));
    assert!(words.contains("Cannot write to the log"), "{words}");
    mode(&data, 0o755);
}

/// Writes until the disk takes no more, tries a few times again, and tells what was acknowledged and what was said.
fn fill_and_tell() {
    let path = PathBuf::from(std::env::args().nth(1).unwrap());
    let life: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let store = match SqliteStore::open(&path) {
        Ok(store) => store,
        Err(fault) => return println!("said {fault}"),
    };
    runtime().block_on(async {
        let (mut n, mut refused) = (0, 0);
        while refused < 5 && n < 100_000 {
            let sent = store.append(command(life, 0, n, [n * 2, n])).await;
            match sent {
                Ok(_) => {
                    println!("{life}-0-{n}");
                    n += 1;
                }
                Err(error) => {
                    println!("said {error}");
                    refused += 1;
                }
            }
        }
    });
}

/// A limit of the system, and a file system that is too small where this user may make one.
#[cfg(unix)]
fn a_full_disk_acknowledges_nothing_it_has_not() {
    let program = std::env::current_exe().unwrap();
    let folder = Folder::new();
    // Files of at most 256 KiB; the signal that would end the process is ignored, so that writing fails instead.
    let limited = "trap '' XFSZ; ulimit -f 512; exec \"$0\" \"$@\"";
    let path = folder.file("limited.db");
    for life in 0..6 {
        let mut shell = Command::new("sh");
        shell.args(["-c", limited]).arg(&program).arg(&path);
        filled(shell.arg(life.to_string()), &path, life, "the disk failed");
    }
    // A file system of one megabyte, in a name space of its own; its log is copied out when it is full.
    let small = folder.file("small");
    std::fs::create_dir(&small).unwrap();
    let out = folder.file("out");
    std::fs::create_dir(&out).unwrap();
    let made = "mount -t tmpfs -o size=1m none \"$1\" || exit 77; \"$0\" \"$1/log.db\" 0; cp \"$1\"/log.db* \"$2\"";
    let mut shell = Command::new("unshare");
    (shell.args(["-Urm", "sh", "-c", made]).arg(&program)).args([&small, &out]);
    match shell.env(CHILD, "fill").output() {
        Ok(output) if output.status.success() => {
            let said = String::from_utf8(output.stdout).unwrap();
            checked(&said, &out.join("log.db"), 0, "The disk is full");
        }
        Ok(_) | Err(_) => {
            println!("no file system of one's own may be made here; the limit alone was tested")
        }
    }
}

/// Runs a process that fills its disk, and checks what it left with a process that has room.
#[cfg(unix)]
fn filled(shell: &mut Command, path: &Path, life: usize, words: &str) {
    let output = shell.env(CHILD, "fill").output().unwrap();
    checked(
        &String::from_utf8(output.stdout).unwrap(),
        path,
        life,
        words,
    );
}

#[cfg(unix)]
fn checked(told: &str, path: &Path, life: usize, words: &str) {
    let (said, acknowledged): (Vec<String>, Vec<String>) =
        (told.lines().map(str::to_owned)).partition(|line| line.starts_with("said "));
    assert!(!said.is_empty(), "it was never full: {told}");
    for line in &said {
        let is_known = [
            words,
            "The disk is full",
            "Cannot write to the log",
            "The log cannot be",
        ];
        assert!(is_known.iter().any(|words| line.contains(words)), "{line}");
    }
    // With room again: what was acknowledged is there once, what was refused is not, and the log goes on.
    runtime().block_on(check(path, life, &acknowledged));
}

#[cfg(not(unix))]
fn a_full_disk_acknowledges_nothing_it_has_not() {}

#[cfg(unix)]
fn as_nobody(program: &Path, path: &Path) -> String {
    use std::os::unix::process::CommandExt;

    let is_root = fs_owner(path.ancestors().nth(2).unwrap()) == 0;
    let mut command = Command::new(program);
    command.env(CHILD, "open").arg(path);
    if is_root {
        command.uid(65_534).gid(65_534);
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[cfg(unix)]
fn fs_owner(path: &Path) -> u32 {
    use std::os::unix::fs::MetadataExt;

    std::fs::metadata(path).unwrap().uid()
}

#[cfg(not(unix))]
fn a_log_that_may_not_be_written_is_said() {}
