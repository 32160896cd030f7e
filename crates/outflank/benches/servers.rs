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
mod support;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use server::Server;
use support::http::Client;
use support::program::Served;

/// Set for the process of the viewers.
const PART: &str = "OUTFLANK_BENCH_PART";
const EVENTS: usize = 40;
/// Between two taps, so that each is a wave of its own.
const PAUSE: Duration = Duration::from_millis(300);
const SERVERS: usize = 3;

fn viewers() -> usize {
    let asked = std::env::var("OUTFLANK_VIEWERS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(5_000)
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
    let client = servers[0].client().bearer(&owner_token(&servers[0]));
    let path = open_event(&client);
    let addresses: Vec<String> = servers.iter().map(|one| one.address.to_string()).collect();
    let mut watching = Command::new(std::env::current_exe().unwrap())
        .env(PART, "viewers")
        .args([&addresses.join(","), "/api/v1/events"])
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
        ms(&mut answered, 50)
    );
    println!(
        "on the same server: p50 {:.1} ms, p99 {:.1} ms; on the others: p50 {:.1} ms",
        ms(&mut here, 50),
        ms(&mut here, 99),
        ms(&mut elsewhere, 50)
    );
    let p99 = ms(&mut elsewhere, 99);
    aim::at_most(
        "a tap reaches viewers of another server, p99",
        p99,
        500.0,
        "ms",
    );
}

fn ms(delays: &mut [u64], percent: usize) -> f64 {
    delays.sort_unstable();
    delays[(delays.len() - 1) * percent / 100] as f64 / 1e3
}

/// Opens the owner's link and makes a token.
fn owner_token(served: &Served) -> String {
    let link = served.owner_link.clone().unwrap();
    let opened = served.client().get(&format!("/k/{link}"));
    let cookie = opened.header("set-cookie").unwrap().split(';').next();
    let browser = served
        .client()
        .with("Cookie", cookie.unwrap())
        .with("Origin", &format!("http://{}", served.address));
    let act = json!({"act": "make_link", "kind": "api", "grant": {"role": "owner"}});
    let body = json!({"command_id": "token", "act": act});
    let made = browser.post("/api/v1/access/commands", &body);
    made.json()["secret"].as_str().unwrap().to_owned()
}

/// An event with somebody to check in for every tap, and where its commands go.
fn open_event(client: &Client) -> String {
    let creation = json!({"name": "Bench Open", "first_day": "2026-11-15"});
    let new = json!({"preset": "soc/open", "slug": "bench", "creation": creation});
    let body = json!({"command_id": "open", "tournament": new});
    let made = client.post("/api/v1/tournaments", &body);
    let path = format!(
        "/api/v1/tournaments/{}/commands",
        made.json()["made"].as_str().unwrap()
    );
    for n in 1..=EVENTS {
        let act = json!({"act": "enter", "entry": {"name": format!("Sample {n}")}});
        let reply = client.post(
            &path,
            &json!({"command_id": format!("enter-{n}"), "act": act}),
        );
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    path
}

/// The time that all processes share, in microseconds.
fn micros_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_micros()).unwrap()
}
