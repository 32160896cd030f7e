//! A command through the whole desk, durable on SQLite, against a bare durable commit of the same bytes.
//!
//! Both by turns in one run on one disk; the 99th percentile is to be at most twice the bare one's.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

mod aim;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_desk::access::Caller;
use outflank_desk::log::{GlobalSeq, Store};
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
    let desk = Desk::open(
        store.clone(),
        Arc::new(SystemClock::start()),
        Options::default(),
    )
    .await
    .unwrap();
    let id = event(&desk).await;
    let bare = bare(&folder.join("bare.db"));
    submit(&desk, "first", check_in(&id, 1)).await;
    let body = "x".repeat(bytes_of(store.as_ref(), "first").await);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for n in 0..COMMANDS {
        let what = check_in(&id, n);
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
    println!(
        "a bare durable commit:      {theirs} ({} bytes)",
        body.len()
    );
    aim::ratio_at_most(
        "p99 of a durable command, desk : a bare commit",
        ours.p99.as_secs_f64(),
        theirs.p99.as_secs_f64(),
        2.0,
    );
}

/// Somebody comes, or it is taken back.
fn check_in(id: &TournamentId, n: usize) -> What {
    let act = match n % 2 {
        0 => "take_back_check_in",
        _ => "check_in",
    };
    tournament(id, json!({"act": act, "entrant": 1}))
}

/// What one command writes: its event and its answer, byte for byte.
async fn bytes_of(store: &SqliteStore, command: &str) -> usize {
    let events = store.read_all(GlobalSeq(0), 10_000).await.unwrap();
    let event = &events.last().unwrap().content;
    assert_eq!(event.command_id, command);
    let texts = [&event.actor, &event.command_id, &event.kind, &event.body];
    let answered = store.command(command).await.unwrap().unwrap();
    // Two hashes and four numbers of the event; the hash of the request and the sum of the answer.
    texts.iter().map(|text| text.len()).sum::<usize>()
        + event.stream.to_string().len()
        + answered.answer.len()
        + (2 * 32 + 4 * 8)
        + (32 + 16)
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
