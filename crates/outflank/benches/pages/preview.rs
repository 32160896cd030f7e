//! The preview of a pairing with its reasons, from the click to the last byte of the page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_store::memory::MemoryStore;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::Act;

use crate::event::{Event, SLUG};
use crate::http::Connection;
use crate::{against, middle_and_p99};

const PLAYERS: u32 = 200;
const ROUNDS: u16 = 7;
const CLICKS: usize = 20;
const WANTED: Duration = Duration::from_millis(100);

pub(crate) async fn run() {
    let mut event = Event::open(Arc::new(MemoryStore::new()), PLAYERS, ROUNDS + 1).await;
    for round in (1..=ROUNDS).map(RoundNumber) {
        let mut clicks = Vec::new();
        let count = if round.0 == 1 || round.0 == ROUNDS {
            CLICKS
        } else {
            1
        };
        for _ in 0..count {
            clicks.push(click(&event, round.0).await);
        }
        let (middle, p99) = middle_and_p99(clicks);
        println!(
            "preview of round {round} of {PLAYERS} players: {middle:.1?} (middle), {p99:.1?} (longest)",
            round = round.0
        );
        if count > 1 {
            against(
                &format!(
                    "preview of {PLAYERS} players with reasons, round {}",
                    round.0
                ),
                p99,
                WANTED,
            );
        }
        let why = "it is played by other means".to_owned();
        event.act(Act::CallOff { round, why }).await;
        event.play(round).await;
    }
}

/// "Pair round n": the form is sent, and the page it leads to is read.
async fn click(event: &Event, round: u16) -> Duration {
    let mut connection = Connection::open(event.address).await;
    let path = format!("/t/{SLUG}/desk/pairing/{round}");
    let token = format!("Authorization: Bearer {}\r\n", event.token);
    let page = connection.get(&path, &token).await;
    assert_eq!(page.status, 200);
    let page = String::from_utf8(page.body).unwrap();
    let form = format!(
        "id={}&version={}&do=propose",
        field(&page, "id"),
        field(&page, "version")
    );
    let headers = format!("{token}Content-Type: application/x-www-form-urlencoded\r\n");
    let began = Instant::now();
    let sent = connection.send("POST", &path, &headers, &form).await;
    assert_eq!(sent.status, 303, "{}", String::from_utf8_lossy(&sent.body));
    let shown = connection.get(&path, &token).await;
    let took = began.elapsed();
    assert_eq!(shown.status, 200);
    let shown = String::from_utf8(shown.body).unwrap();
    assert_eq!(shown.matches("class=\"pair-player\"").count(), 200);
    assert!(
        shown.matches("class=\"chip").count() > 100,
        "every table has its reasons"
    );
    took
}

fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("name=\"{name}\" value=\"");
    let found = page.split_once(&start).unwrap().1;
    found.split_once('"').unwrap().0
}
