//! A result from its entry at the desk to other screens: the pairings with the score in them, and the standings with
//! what a correction changes. The log is on disk, and nothing is told before it is durable.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_store::sqlite::SqliteStore;
use outflank_tournament::RoundNumber;
use tokio::sync::mpsc;

use crate::event::{Event, SLUG};
use crate::http::Connection;
use crate::{against, middle_and_p99};

const PLAYERS: u32 = 100;
/// Screens that look on: some in the hall, the rest on telephones.
const SCREENS: usize = 50;
const WANTED: Duration = Duration::from_millis(300);

pub(crate) async fn run() {
    let folder = std::env::temp_dir().join(format!("outflank-arrival-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = SqliteStore::open(&folder.join("outflank.db")).unwrap();
    let mut event = Event::open(Arc::new(store), PLAYERS, 9).await;
    event.play(RoundNumber(1)).await;
    event.start(RoundNumber(2)).await;
    let tables: u16 = u16::try_from(PLAYERS / 2).unwrap();
    let entries = (1..=tables).map(|table| {
        format!(r#"{{"act": "enter_result", "round": 2, "table": {table}, "source": "slip", "result": {{"as": "count", "black": 40, "white": 24}}}}"#)
    });
    let path = format!("/t/{SLUG}/pairings/2");
    told(
        &event,
        "result to the pairings of other screens",
        &path,
        entries.collect(),
    )
    .await;
    let corrections = (1..=tables).map(|table| {
        format!(r#"{{"act": "correct", "round": 1, "table": {table}, "why": "slip misread", "result": {{"as": "count", "black": 50, "white": 14}}}}"#)
    });
    let path = format!("/t/{SLUG}/standings");
    told(
        &event,
        "result to the standings of other screens",
        &path,
        corrections.collect(),
    )
    .await;
    drop(event);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Gives the commands one after the other; every screen that is told asks for its page again.
async fn told(event: &Event, what: &str, path: &str, acts: Vec<String>) {
    let (arrived, mut arrivals) = mpsc::unbounded_channel();
    let mut screens = Vec::new();
    for _ in 0..SCREENS {
        let (address, path, arrived) = (event.address, path.to_owned(), arrived.clone());
        let mut stream = Connection::open(address).await;
        stream.listen(&format!("/t/{SLUG}/live")).await;
        stream.until(b"event: snapshot").await;
        screens.push(tokio::spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut shown = connection
                .get(&path, "Accept-Encoding: gzip\r\n")
                .await
                .body;
            loop {
                stream.until(b"event: event").await;
                let fresh = connection
                    .get(&path, "Accept-Encoding: gzip\r\n")
                    .await
                    .body;
                if fresh != shown {
                    shown = fresh;
                    stream.forget();
                    if arrived.send(Instant::now()).is_err() {
                        return;
                    }
                }
            }
        }));
    }
    let mut desk = Connection::open(event.address).await;
    let headers = format!(
        "Authorization: Bearer {}\r\nContent-Type: application/json\r\n",
        event.token
    );
    let command = format!("/api/v1/tournaments/{SLUG}/commands");
    let mut delays = Vec::new();
    for (n, act) in acts.iter().enumerate() {
        let body = format!(
            r#"{{"command_id": "{}-{n}", "act": {act}}}"#,
            path.replace('/', "-")
        );
        let began = Instant::now();
        let answer = desk.send("POST", &command, &headers, &body).await;
        assert_eq!(
            answer.status,
            200,
            "{}",
            String::from_utf8_lossy(&answer.body)
        );
        for _ in 0..SCREENS {
            delays.push(arrivals.recv().await.unwrap() - began);
        }
    }
    for screen in screens {
        screen.abort();
    }
    let (middle, p99) = middle_and_p99(delays);
    println!(
        "{what}: {middle:.1?} (middle), {p99:.1?} (p99), {SCREENS} screens, {} entries",
        acts.len()
    );
    against(&format!("{what}, p99"), p99, WANTED);
}
