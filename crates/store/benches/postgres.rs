//! Appends to a log in PostgreSQL, against pgbench's simplest durable insert on the same server in the same run.
//!
//! Both have the same number of clients and rows of the same size, and take turns. The server is a private one on the
//! disk, with the settings it comes with: a commit is durable when it is answered.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

mod aim;
#[path = "../tests/support/server.rs"]
mod server;

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_desk::log::{Append, NewEvent, Seq, Store, StreamWrite, Timestamp};
use outflank_store::postgres::{Address, PostgresStore};
use server::{Server, program};

/// How long each turn takes.
const TURN: Duration = Duration::from_secs(4);
const TURNS: usize = 3;
/// Bytes of an event's body; a tap at a table has about as many.
const BODY: usize = 160;

fn main() {
    let server = Server::start_on_disk();
    let url = server.database("log");
    server.sql(
        "log",
        "CREATE TABLE plain (id bigserial PRIMARY KEY, body text NOT NULL)",
    );
    let script = server.folder().join("insert.sql");
    let body = "x".repeat(BODY);
    std::fs::write(
        &script,
        format!("INSERT INTO plain (body) VALUES ('{body}');\n"),
    )
    .unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let address: Address = url.parse().unwrap();
    let store = runtime.block_on(PostgresStore::open(&address)).unwrap();
    let store = Arc::new(store);
    for clients in [1_usize, 2, 4, 8, 32, 100] {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for turn in 0..TURNS {
            theirs.push(pgbench(&url, &script, clients));
            ours.push(runtime.block_on(appends(&store, clients, turn)));
        }
        println!("{clients} clients: ours {ours:.0?} appends a second, pgbench {theirs:.0?}");
        let what = format!("appends a second : pgbench's inserts, {clients} clients");
        aim::ratio_at_least(&what, middle(&mut ours), middle(&mut theirs), 0.5);
    }
    drop(store);
    runtime.shutdown_timeout(Duration::from_secs(2));
}

fn middle(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Inserts a second, as pgbench counts them.
fn pgbench(url: &str, script: &std::path::Path, clients: usize) -> f64 {
    let output = Command::new(program("pgbench"))
        .args([
            "-n",
            "-M",
            "prepared",
            "-j",
            "2",
            "-c",
            &clients.to_string(),
        ])
        .args(["-T", &TURN.as_secs().to_string(), "-f"])
        .arg(script)
        .arg(url)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("tps = "));
    let number = line.and_then(|line| line.split(' ').next()?.parse().ok());
    number.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

/// Commands of one event a second; each client sends the next when the last is acknowledged.
async fn appends(store: &Arc<PostgresStore>, clients: usize, turn: usize) -> f64 {
    let begun = Instant::now();
    let senders: Vec<_> = (0..clients)
        .map(|client| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let stream = format!("game/g{clients}-{turn}-{client}");
                let mut written = 0;
                while begun.elapsed() < TURN {
                    store.append(one(&stream, written)).await.unwrap();
                    written += 1;
                }
                written
            })
        })
        .collect();
    let mut written = 0;
    for sender in senders {
        written += sender.await.unwrap();
    }
    written as f64 / begun.elapsed().as_secs_f64()
}

fn one(stream: &str, seen: u64) -> Append {
    Append {
        command_id: format!("{}-{seen}", stream.replace('/', "-")),
        request: [7; 32],
        actor: "user:7k as judge".into(),
        device: Some("tablet 4".into()),
        recorded_at: Timestamp(2_000),
        writes: vec![StreamWrite {
            stream: stream.parse().unwrap(),
            expected: Seq(seen),
            events: vec![NewEvent {
                at: Timestamp(1_000),
                kind: "game.disc_placed".into(),
                body: format!("{{\"text\":\"{}\"}}", "x".repeat(BODY - 12)),
            }],
        }],
        records: Vec::new(),
        answer: "{\"version\":1}".into(),
    }
}
