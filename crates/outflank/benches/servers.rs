//! A tap on one of three servers, seen by five thousand viewers of all three.
//!
//! Three servers of this program on one private PostgreSQL, each a process of its own, and the viewers in another.
//! What counts are the viewers of the two servers on which nobody tapped.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

#[path = "../../store/benches/aim/mod.rs"]
mod aim;
mod audience;
#[path = "../../store/tests/support/server.rs"]
mod server;
#[path = "../tests/support/mod.rs"]
#[expect(dead_code, reason = "the tests use the rest of it")]
mod support;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use audience::{Audience, micros_now, percentile_ms};
use serde_json::json;
use server::Server;
use support::event::open_event;
use support::program::Served;

/// Set for the process of the viewers.
const PART: &str = "OUTFLANK_BENCH_PART";
const EVENTS: usize = 40;
/// Between two taps, so that each is a wave of its own.
const PAUSE: Duration = Duration::from_millis(300);
const SERVERS: usize = 3;

fn viewers() -> usize {
    audience::wanted("OUTFLANK_VIEWERS", 5_000)
}

fn main() {
    let _ = rlimit::increase_nofile_limit(20_000);
    if std::env::var_os(PART).is_some() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        return runtime.block_on(audience::watch());
    }
    let database = Server::start_on_disk();
    let url = database.database("hall");
    let servers: Vec<Served> = (0..SERVERS).map(|_| Served::start_shared(&url)).collect();
    let client = servers[0].client().bearer(&servers[0].owner_token());
    // Somebody to check in for every tap.
    let id = open_event(&client, "bench", EVENTS);
    let path = format!("/api/v1/tournaments/{id}/commands");
    let addresses: Vec<String> = servers.iter().map(|one| one.address.to_string()).collect();
    let audience = Audience {
        addresses: addresses.join(","),
        path: "/api/v1/events".to_owned(),
        viewers: viewers(),
        stalled: 0,
        events: EVENTS,
    };
    let mut watching = Command::new(std::env::current_exe().unwrap())
        .env(PART, "viewers")
        .args(audience.arguments())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "greeted");
    let mut tapped = Vec::new();
    let mut answered = Vec::new();
    for n in 1..=EVENTS {
        let body =
            json!({"command_id": format!("tap-{n}"), "act": {"act": "check_in", "entrant": n}});
        let at = micros_now();
        tapped.push(at);
        let reply = client.post(&path, &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        answered.push(micros_now() - at);
        std::thread::sleep(PAUSE);
    }
    assert_eq!(lines.next().unwrap().unwrap(), "all");
    let _message = lines.next().unwrap().unwrap();
    let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
    for (n, line) in lines.enumerate() {
        let at: u64 = line.unwrap().parse().unwrap();
        let delay = at.saturating_sub(tapped[n % EVENTS]);
        match n / EVENTS % SERVERS {
            0 => here.push(delay),
            _ => elsewhere.push(delay),
        }
    }
    watching.wait().unwrap();
    assert_eq!(here.len() + elsewhere.len(), viewers() * EVENTS);
    println!(
        "{} viewers over {SERVERS} servers, {EVENTS} taps on one of them; answered after {:.1} ms (median)",
        viewers(),
        percentile_ms(&mut answered, 50)
    );
    println!(
        "on the same server: p50 {:.1} ms, p99 {:.1} ms; on the others: p50 {:.1} ms",
        percentile_ms(&mut here, 50),
        percentile_ms(&mut here, 99),
        percentile_ms(&mut elsewhere, 50)
    );
    let p99 = percentile_ms(&mut elsewhere, 99);
    aim::at_most(
        "a tap reaches viewers of another server, p99",
        p99,
        500.0,
        "ms",
    );
}
