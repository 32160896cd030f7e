//! How fast the log is, beside a bare SQLite file that makes the same bytes durable.
//!
//! Both write into the same folder in turn, round by round, so that a slow moment of the disk meets both.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod aim;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_desk::log::{
    Append, GlobalSeq, NewEvent, Seq, Store, StreamName, StreamWrite, Timestamp,
};
use outflank_store::chain::verify_chain;
use outflank_store::sqlite::SqliteStore;
use rusqlite::{Connection, params};
use tokio::runtime::Runtime;

/// Rounds of one durable append each, ours and the bare one.
const ROUNDS: usize = 2000;
/// Events written in groups, and how many senders wait at a time.
const GROUPED: usize = 100_000;
const SENDERS: usize = 1024;
/// What the log must take in.
const EVENTS_PER_SECOND: f64 = 50_000.0;
/// A move as it is stored: some 200 bytes of JSON.
const BODY: &str = r#"{"square":"f5","side":"black","flips":["e5","d5"],"remaining_ms":[1498200,1500000],"made_at":1763200000000,"table":17,"round":3,"note":"a body of the usual length for a move at a table with a tablet"}"#;

fn main() {
    let folder = std::env::temp_dir().join(format!("outflank-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .expect("a runtime");
    durable_appends(&runtime, &folder);
    groups(&runtime, &folder);
    std::fs::remove_dir_all(&folder).expect("the folder goes with the benchmark");
}

/// One sender, one event, one wait for the disk; the reference commits the same columns.
fn durable_appends(runtime: &Runtime, folder: &Path) {
    let store = SqliteStore::open(&folder.join("durable.db")).expect("a log");
    let bare = Bare::open(&folder.join("bare.db"));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for n in 0..ROUNDS {
        let command = one(n, "game/bench", u64::try_from(n).expect("few"));
        let start = Instant::now();
        runtime.block_on(store.append(command)).expect("appended");
        ours.push(start.elapsed());
        let start = Instant::now();
        bare.commit(n);
        theirs.push(start.elapsed());
    }
    println!("one durable command at a time, {ROUNDS} rounds");
    for (name, percent) in [("p50", 50), ("p99", 99)] {
        let (ours, theirs) = (
            micros(rank(&mut ours, percent)),
            micros(rank(&mut theirs, percent)),
        );
        println!(
            "{name}: append {ours:.0} us, bare commit {theirs:.0} us, {:.2} times",
            ours / theirs
        );
    }
}

/// Many senders at once, each with one event and one command: what shares a wait for the disk.
fn groups(runtime: &Runtime, folder: &Path) {
    let path = folder.join("groups.db");
    let store = Arc::new(SqliteStore::open(&path).expect("a log"));
    let start = Instant::now();
    runtime.block_on(async {
        let senders: Vec<_> = (0..SENDERS)
            .map(|sender| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let stream = format!("game/g{sender}");
                    for n in 0..GROUPED / SENDERS {
                        let seen = u64::try_from(n).expect("few");
                        let command = one(sender * GROUPED + n, &stream, seen);
                        store.append(command).await.expect("appended");
                    }
                })
            })
            .collect();
        for sender in senders {
            sender.await.expect("written");
        }
    });
    let written = GROUPED / SENDERS * SENDERS;
    let rate = per_second("commands of one event, in groups", written, start.elapsed());
    aim::at_least(
        "commands of one event each, in groups",
        rate,
        EVENTS_PER_SECOND,
        "events a second",
    );

    let start = Instant::now();
    runtime.block_on(async {
        let senders: Vec<_> = (0..SENDERS)
            .map(|sender| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let stream = format!("tournament/t{sender}");
                    let mut command = one(GROUPED * GROUPED + sender, &stream, 0);
                    let event = command.writes[0].events[0].clone();
                    command.writes[0].events = vec![event; GROUPED / SENDERS];
                    store.append(command).await.expect("appended");
                })
            })
            .collect();
        for sender in senders {
            sender.await.expect("written");
        }
    });
    let ours = start.elapsed();
    let rate = per_second("commands of many events, in groups", written, ours);
    aim::at_least(
        "commands of many events each, in groups",
        rate,
        EVENTS_PER_SECOND,
        "events a second",
    );
    let bare = Bare::open(&folder.join("bare-groups.db"));
    let start = Instant::now();
    bare.commit_many(written);
    let theirs = start.elapsed();
    per_second("bare rows in one commit", written, theirs);
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("ratio: time of events in groups, ours : bare rows in one commit = {ratio:.2}");

    let start = Instant::now();
    let read = runtime.block_on(store.read_all(GlobalSeq(0), GROUPED));
    per_second(
        "events read and checked",
        black_box(read).expect("read").len(),
        start.elapsed(),
    );
    let start = Instant::now();
    let verified = runtime.block_on(verify_chain(&*store)).expect("whole");
    let events = usize::try_from(verified.events).expect("few");
    per_second("events of chains verified", events, start.elapsed());
}

fn one(n: usize, stream: &str, seen: u64) -> Append {
    let stream: StreamName = stream.parse().expect("a stream");
    Append {
        command_id: format!("{:016x}", (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        request: [7; 32],
        actor: "user/director".into(),
        device: None,
        recorded_at: Timestamp(1_763_200_000_000),
        writes: vec![StreamWrite {
            stream,
            expected: Seq(seen),
            events: vec![NewEvent {
                at: Timestamp(1_763_200_000_000),
                kind: "game.disc_placed".into(),
                body: BODY.into(),
            }],
        }],
        records: Vec::new(),
        answer: "{\"version\":1}".into(),
    }
}

/// A file with the same bytes and nothing else: no second index, no chain, no command ids.
struct Bare(Connection);

impl Bare {
    fn open(path: &Path) -> Self {
        let file = Connection::open(path).expect("a file");
        let pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                       CREATE TABLE events (n INTEGER PRIMARY KEY, stream TEXT, seq INTEGER, at INTEGER,
                       recorded_at INTEGER, actor TEXT, command_id TEXT, kind TEXT, body TEXT, prev BLOB, hash BLOB,
                       request BLOB, answer TEXT)";
        file.execute_batch(pragmas).expect("a table");
        Self(file)
    }

    fn commit(&self, n: usize) {
        let put = "INSERT INTO events (stream, seq, at, recorded_at, actor, command_id, kind, body, prev, hash, request,
                   answer) VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8, ?9)";
        let n = i64::try_from(n).expect("few");
        let row = params![
            "game/bench",
            n,
            1_763_200_000_000_i64,
            "user/director",
            format!("{n:016x}"),
            "game.disc_placed",
            BODY,
            [7_u8; 32],
            "{\"version\":1}"
        ];
        let mut statement = self.0.prepare_cached(put).expect("a statement");
        statement.execute(row).expect("a row");
    }

    fn commit_many(&self, rows: usize) {
        self.0.execute_batch("BEGIN").expect("begun");
        (0..rows).for_each(|n| self.commit(n));
        self.0.execute_batch("COMMIT").expect("committed");
    }
}

fn rank(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn per_second(what: &str, count: usize, time: Duration) -> f64 {
    let rate = count as f64 / time.as_secs_f64();
    println!(
        "{what}: {count} in {:.0} ms, {rate:.0} a second",
        time.as_secs_f64() * 1e3
    );
    rate
}
