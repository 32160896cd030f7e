//! Several servers on one PostgreSQL: any of them is killed, the database is killed, the primary is lost.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use crate::server::{PASSWORD, Server, USER};
use crate::support::dice::Dice;
use crate::support::event::open_event;
use crate::support::http::Client;
use crate::support::program::Served;
use serde_json::{Value, json};

const SERVERS: usize = 3;
/// Two at each server, and each goes to the next when its own is gone.
const SENDERS: usize = 6;
const VIEWERS_EACH: usize = 2;

fn kills() -> u32 {
    match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 100,
        Err(_) => 10,
    }
}

/// Where the servers are; one that is started again is somewhere else.
struct Hall {
    addresses: [Mutex<SocketAddr>; SERVERS],
    token: String,
    tournament: String,
    is_over: AtomicBool,
}

impl Hall {
    fn open(servers: &[Served; SERVERS]) -> Self {
        let token = servers[0].owner_token();
        // On another server than the token was made on, and at once.
        let tournament = open_event(&servers[1].client().bearer(&token), "many", SENDERS);
        for server in servers {
            let path = format!("/api/v1/tournaments/{tournament}");
            assert_eq!(server.client().get(&path).status, 200, "on every server");
        }
        Self {
            addresses: [0, 1, 2].map(|n: usize| Mutex::new(servers[n].address)),
            token,
            tournament,
            is_over: AtomicBool::new(false),
        }
    }

    fn client(&self, number: usize) -> Client {
        let address = *self.addresses[number % SERVERS].lock().unwrap();
        Client::new(address).bearer(&self.token)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// One sender: in and out by turns, each command under its own name, again and anywhere until it is answered.
fn send(hall: &Hall, number: usize, told: &mpsc::Sender<Instant>) -> u32 {
    let path = format!("/api/v1/tournaments/{}/commands", hall.tournament);
    let mut at = number;
    for sent in 0.. {
        let act = match sent % 2 {
            0 => "check_in",
            _ => "take_back_check_in",
        };
        let body = json!({
            "command_id": format!("s{number}-{sent}"),
            "act": {"act": act, "entrant": number},
        });
        loop {
            match hall.client(at).try_post(&path, &body) {
                Ok(reply) if reply.status == 200 => break,
                // The database is away, or others were quicker: the same again.
                Ok(reply) => {
                    let known = ["log.away", "log.database", "command.busy"];
                    let code = reply.code();
                    assert!(
                        known.contains(&code.as_str()),
                        "{} {}",
                        reply.status,
                        reply.text()
                    );
                }
                Err(_) => at += 1,
            }
            if hall.is_over() {
                return sent;
            }
            std::thread::yield_now();
        }
        let _ = told.send(Instant::now());
        if hall.is_over() {
            return sent + 1;
        }
    }
    unreachable!("it is over some time")
}

/// One viewer of one server: every event once and in order, however often the line breaks.
fn watch(hall: &Hall, number: usize, from: u64, seen: &AtomicU64) -> u64 {
    let mut breaks = 0;
    let mut last = from;
    loop {
        let client = hall.client(number).with("Last-Event-ID", &last.to_string());
        if let Ok(mut stream) = client.listen("/api/v1/events") {
            breaks += 1;
            while let Ok(Some(message)) = stream.message() {
                match message.event.as_str() {
                    "event" => {
                        let id = message.id.unwrap();
                        assert_eq!(id, last + 1, "viewer {number}: once and in order");
                        last = id;
                        seen.store(last, Ordering::Relaxed);
                    }
                    // The server stops, or its log is away: the line ends, and he comes again.
                    "closing" | "fault" => {}
                    other => panic!("viewer {number}: {other} {}", message.data),
                }
                if hall.is_over() && message.json()["kind"] == "tournament.entrant_registered" {
                    return breaks;
                }
            }
        }
        std::thread::yield_now();
    }
}

/// What is acknowledged is in the log once.
fn check_log(client: &Client, sent: &[u32]) -> usize {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut after = json!(0);
    while !after.is_null() {
        let page = client.get(&format!("/api/v1/log?after={after}")).json();
        for event in page["events"].as_array().unwrap() {
            let id = event["command_id"].as_str().unwrap();
            *counts.entry(id.to_owned()).or_default() += 1;
        }
        after = page["next"].clone();
    }
    for (number, sent) in (1..).zip(sent) {
        for n in 0..*sent {
            let id = format!("s{number}-{n}");
            assert_eq!(counts.get(&id), Some(&1), "{id} was acknowledged");
        }
        // The one that was not acknowledged at the end is there at most once.
        let last = counts.get(&format!("s{number}-{sent}"));
        assert!(last.is_none_or(|count| *count == 1));
    }
    counts.len()
}

/// Load on all servers while something happens; then everything is checked.
fn under_load(
    servers: &mut [Served; SERVERS],
    hall: &Arc<Hall>,
    mut happen: impl FnMut(&mut [Served; SERVERS], &mpsc::Receiver<Instant>),
) {
    let from = end_of_log(&hall.client(0));
    let seen = (0..SERVERS * VIEWERS_EACH).map(|_| AtomicU64::new(0));
    let seen: Arc<Vec<AtomicU64>> = Arc::new(seen.collect());
    let (told, acknowledged) = mpsc::channel();
    // Not in a scope: a test that fails does not wait for those who watch.
    let viewers: Vec<_> = (0..seen.len())
        .map(|number| {
            let (hall, seen) = (hall.clone(), seen.clone());
            std::thread::spawn(move || watch(&hall, number, from, &seen[number]))
        })
        .collect();
    let senders: Vec<_> = (1..=SENDERS)
        .map(|number| {
            let (hall, told) = (hall.clone(), told.clone());
            std::thread::spawn(move || send(&hall, number, &told))
        })
        .collect();
    drop(told);
    happen(servers, &acknowledged);
    hall.is_over.store(true, Ordering::Relaxed);
    let sent: Vec<u32> = senders.into_iter().map(|one| one.join().unwrap()).collect();
    // The last event, by which the viewers know that they have everything.
    let path = format!("/api/v1/tournaments/{}/commands", hall.tournament);
    let act = json!({"act": "enter", "entry": {"name": "Sample Last"}});
    let last = json!({"command_id": "last", "act": act});
    let reply = crate::support::until(|| {
        let reply = hall.client(0).try_post(&path, &last).ok()?;
        (reply.status != 503).then_some(reply)
    });
    assert_eq!(reply.status, 200, "{}", reply.text());
    let breaks: u64 = viewers.into_iter().map(|one| one.join().unwrap()).sum();
    let end = end_of_log(&hall.client(1));
    for (number, seen) in seen.iter().enumerate() {
        assert_eq!(
            seen.load(Ordering::Relaxed),
            end,
            "viewer {number} has everything"
        );
    }
    let commands = check_log(&hall.client(2), &sent);
    eprintln!(
        "{} commands acknowledged, {commands} in the log, {} viewers saw all {} events once and in order over {breaks} lines",
        sent.iter().sum::<u32>(),
        seen.len(),
        end - from,
    );
}

fn end_of_log(client: &Client) -> u64 {
    let mut last = 0;
    let mut after = json!(0);
    while !after.is_null() {
        let page: Value = client.get(&format!("/api/v1/log?after={after}")).json();
        let end = page["events"].as_array().unwrap().last();
        last = end.map_or(last, |event| event["global_seq"].as_u64().unwrap());
        after = page["next"].clone();
    }
    last
}

fn start_all(url: &str) -> [Served; SERVERS] {
    std::thread::scope(|scope| {
        // All at once: the tables are made by one of them.
        let starting = [(); SERVERS].map(|()| scope.spawn(|| Served::start_shared(url)));
        starting.map(|one| one.join().unwrap())
    })
}

#[track_caller]
fn verifies(url: &str) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["verify", "--database", url])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("every hash is correct"), "{said}");
    assert!(!said.contains(PASSWORD), "{said}");
}

#[test]
fn servers_and_the_database_are_killed_and_nothing_is_lost_or_doubled() {
    let mut database = Server::start();
    let url = database.database("hall");
    let mut servers = start_all(&url);
    let hall = Arc::new(Hall::open(&servers));
    let mut dice = Dice(2026);
    let mut waits = Vec::new();
    under_load(&mut servers, &hall, |servers, acknowledged| {
        for n in 0..kills() {
            for _ in 0..=dice.below(60) {
                acknowledged.recv().unwrap();
            }
            let began = if n % 2 == 0 {
                let which = dice.below(3);
                servers[which].kill();
                let began = Instant::now();
                servers[which] = Served::start_shared(&url);
                *hall.addresses[which].lock().unwrap() = servers[which].address;
                began
            } else {
                database.kill();
                let began = Instant::now();
                database.run();
                began
            };
            // Somebody is served again: the first answer from after the kill.
            let again = acknowledged.iter().find(|at| *at > began);
            waits.push(again.unwrap() - began);
        }
    });
    waits.sort_unstable();
    eprintln!(
        "{} kills, answers again after {:?} (median), {:?} (longest)",
        waits.len(),
        waits[waits.len() / 2],
        waits[waits.len() - 1]
    );
    verifies(&url);
}

#[test]
fn the_primary_is_lost_and_the_standby_is_promoted() {
    let mut primary = Server::start();
    primary.database("hall");
    let standby = Server::standby_of(&primary);
    let url = format!(
        "postgres://{USER}:{PASSWORD}@127.0.0.1:{},127.0.0.1:{}/hall?target_session_attrs=read-write",
        primary.port(),
        standby.port()
    );
    let mut servers = start_all(&url);
    let hall = Arc::new(Hall::open(&servers));
    under_load(&mut servers, &hall, |_, acknowledged| {
        for _ in 0..100 {
            acknowledged.recv().unwrap();
        }
        let killed = Instant::now();
        primary.kill();
        standby.promote();
        let promoted = killed.elapsed();
        let again = acknowledged.iter().find(|at| *at > killed + promoted);
        eprintln!(
            "promoted after {promoted:?}; {:?} without service in all",
            again.unwrap() - killed
        );
        for _ in 0..100 {
            acknowledged.recv().unwrap();
        }
    });
    verifies(&standby.url("hall"));
}

/// A new version goes in server by server: each is told to stop, ends its streams itself, and comes back.
#[test]
fn servers_are_restarted_one_by_one_and_no_viewer_misses_anything() {
    let database = Server::start();
    let url = database.database("hall");
    let mut servers = start_all(&url);
    let hall = Arc::new(Hall::open(&servers));
    under_load(&mut servers, &hall, |servers, acknowledged| {
        for (server, address) in servers.iter_mut().zip(&hall.addresses) {
            for _ in 0..40 {
                acknowledged.recv().unwrap();
            }
            let code = server.stop();
            assert_eq!(code, Some(0), "{}", server.log());
            // The others go on meanwhile.
            let gone = Instant::now();
            assert!(acknowledged.iter().any(|at| at > gone));
            *server = Served::start_shared(&url);
            *address.lock().unwrap() = server.address;
        }
    });
    verifies(&url);
}
