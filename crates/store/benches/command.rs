//! A command through the whole desk, durable on SQLite, against a bare durable commit of the same bytes.
//!
//! Both by turns in one run on one disk; aim: the 99th percentile at most twice the bare one's.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_desk::access::Caller;
use outflank_desk::{
    Desk, NewTournament, Options, Request, SystemClock, TournamentId, TournamentRequest, What,
};
use outflank_store::sqlite::SqliteStore;
use serde_json::json;

const COMMANDS: usize = 2_000;

fn main() {
    let folder = std::env::temp_dir().join(format!("outflank-command-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(run(&folder));
    std::fs::remove_dir_all(&folder).unwrap();
}

async fn run(folder: &Path) {
    let store = Arc::new(SqliteStore::open(&folder.join("outflank.db")).unwrap());
    let desk = Desk::open(store, Arc::new(SystemClock::start()), Options::default())
        .await
        .unwrap();
    let id = event(&desk).await;
    let bare = bare(&folder.join("bare.db"));
    let body = "x".repeat(600);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for n in 0..COMMANDS {
        let act = if n % 2 == 0 {
            "check_in"
        } else {
            "take_back_check_in"
        };
        let what = tournament(&id, json!({"act": act, "entrant": 1}));
        let began = Instant::now();
        submit(&desk, &format!("b{n}"), what).await;
        ours.push(began.elapsed());
        let began = Instant::now();
        bare.execute("insert into events (body) values (?1)", [&body])
            .unwrap();
        theirs.push(began.elapsed());
    }
    let (ours, theirs) = (Percentiles::of(ours), Percentiles::of(theirs));
    println!("a command through the desk: {ours}");
    println!("a bare durable commit:      {theirs}");
    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
    println!(
        "ratio: p50, desk : bare = {:.2}",
        ratio(ours.p50, theirs.p50)
    );
    println!(
        "ratio: p99, desk : bare = {:.2}",
        ratio(ours.p99, theirs.p99)
    );
}

async fn event(desk: &Desk) -> TournamentId {
    let creation = json!({"name": "Bench Open", "first_day": "2026-11-15"});
    let new = NewTournament {
        preset: "soc/open".to_owned(),
        slug: None,
        creation: serde_json::from_value(creation).unwrap(),
    };
    let made = submit(desk, "open", What::NewTournament(Box::new(new))).await;
    let id: TournamentId = made.made.unwrap().parse().unwrap();
    for n in 1..=40 {
        let entry = json!({"name": format!("Sample {n}")});
        let what = tournament(&id, json!({"act": "enter", "entry": entry}));
        submit(desk, &format!("e{n}"), what).await;
    }
    id
}

fn tournament(id: &TournamentId, act: serde_json::Value) -> What {
    What::Tournament(Box::new(TournamentRequest {
        tournament: id.clone(),
        by: None,
        act: serde_json::from_value(act).unwrap(),
        person: None,
    }))
}

async fn submit(desk: &Desk, id: &str, what: What) -> outflank_desk::Answer {
    desk.submit(&Caller::console(), Request::new(id, what))
        .await
        .unwrap()
}

/// A table, WAL, synchronous FULL, one index: what a durable commit costs at the least.
fn bare(path: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute_batch(
            "pragma journal_mode = wal; pragma synchronous = full;
             create table events (id integer primary key, body text not null);
             create index by_body on events (id, length(body));",
        )
        .unwrap();
    connection
}

struct Percentiles {
    p50: Duration,
    p99: Duration,
}

impl Percentiles {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self {
            p50: times[times.len() / 2],
            p99: times[times.len() * 99 / 100],
        }
    }
}

impl std::fmt::Display for Percentiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "p50 {:?}, p99 {:?}", self.p50, self.p99)
    }
}
