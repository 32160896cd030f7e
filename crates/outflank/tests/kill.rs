//! The real program, killed and stopped in the middle of its work.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::support::dice::Dice;
use crate::support::event::open_event;
use crate::support::folder::Folder;
use crate::support::http::Client;
use crate::support::program::Served;
use serde_json::{Value, json};

/// Far more than a start takes; the times themselves are printed.
const START_MAX: Duration = Duration::from_secs(60);
const SENDERS: u32 = 4;

fn kills() -> u32 {
    match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 200,
        Err(_) => 20,
    }
}

/// One sender: in and out by turns, each command under its own name, again until it is answered.
struct Sender {
    number: u32,
    sent: u32,
    acknowledged: u32,
}

impl Sender {
    fn body(&self) -> Value {
        let act = if self.sent.is_multiple_of(2) {
            "check_in"
        } else {
            "take_back_check_in"
        };
        json!({
            "command_id": format!("s{}-{}", self.number, self.sent),
            "act": {"act": act, "entrant": self.number},
        })
    }

    /// Sends until the server is gone.
    fn run(&mut self, client: &Client, path: &str, told: &mpsc::Sender<()>) {
        while let Ok(reply) = client.try_post(path, &self.body()) {
            assert_eq!(reply.status, 200, "{}", reply.text());
            self.sent += 1;
            self.acknowledged += 1;
            let _ = told.send(());
        }
    }
}

/// All events of the log, page by page.
fn log(client: &Client) -> Vec<Value> {
    let mut events = Vec::new();
    let mut after = json!(0);
    while !after.is_null() {
        let page = client.get(&format!("/api/v1/log?after={after}"));
        let page = page.json();
        events.extend(page["events"].as_array().unwrap().clone());
        after = page["next"].clone();
    }
    events
}

fn check_log(client: &Client, senders: &[Sender]) -> usize {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for event in log(client) {
        let id = event["command_id"].as_str().unwrap();
        if id.starts_with('s') && id.contains('-') {
            *counts.entry(id.to_owned()).or_default() += 1;
        }
    }
    for sender in senders {
        for n in 0..sender.sent {
            let id = format!("s{}-{n}", sender.number);
            assert_eq!(counts.get(&id), Some(&1), "{id} was acknowledged");
        }
    }
    counts.len()
}

#[test]
fn killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled() {
    let folder = Folder::new("kill");
    let mut served = Served::start(folder.path(), &[]);
    let token = served.owner_token();
    let id = open_event(&served.client().bearer(&token), "kill", SENDERS as usize);
    let path = format!("/api/v1/tournaments/{id}/commands");
    let mut senders: Vec<Sender> = (1..=SENDERS)
        .map(|number| Sender {
            number,
            sent: 0,
            acknowledged: 0,
        })
        .collect();
    let mut dice = Dice(2026);
    let mut starts = Vec::new();
    for _ in 0..kills() {
        let client = served.client().bearer(&token);
        let (told, acknowledgements) = mpsc::channel();
        std::thread::scope(|scope| {
            for sender in &mut senders {
                let (client, path, told) = (&client, &path, told.clone());
                scope.spawn(move || sender.run(client, path, &told));
            }
            drop(told);
            for _ in 0..=dice.below(60) {
                acknowledgements.recv().unwrap();
            }
            served.kill();
        });
        let began = Instant::now();
        served = Served::start(folder.path(), &[]);
        let client = served.client().bearer(&token);
        assert_eq!(client.get("/health").status, 200);
        starts.push(began.elapsed());
        // Half-sent commands are settled by their ids: the same again.
        for sender in &mut senders {
            let reply = client.post(&path, &sender.body());
            assert_eq!(reply.status, 200, "{}", reply.text());
            sender.sent += 1;
        }
    }
    let count = check_log(&served.client().bearer(&token), &senders);
    let sent: u32 = senders.iter().map(|sender| sender.sent).sum();
    assert_eq!(count, usize::try_from(sent).unwrap());
    let acknowledged: u32 = senders.iter().map(|sender| sender.acknowledged).sum();
    starts.sort_unstable();
    let longest = *starts.last().unwrap();
    println!(
        "{} kills, {acknowledged} commands acknowledged under load, serving again after {:?} (median), {longest:?} (longest)",
        starts.len(),
        starts[starts.len() / 2],
    );
    assert!(longest < START_MAX);
    assert_eq!(served.stop(), Some(0));
    chain_verifies(folder.path());
}

fn chain_verifies(data: &Path) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = outflank_store::sqlite::SqliteStore::open(&data.join("outflank.db")).unwrap();
    runtime
        .block_on(outflank_store::chain::verify_chain(&store))
        .unwrap();
}

#[test]
fn a_stop_ends_streams_and_a_stream_goes_on_after_the_restart() {
    let folder = Folder::new("stop");
    let mut served = Served::start(folder.path(), &["--log", "debug"]);
    let token = served.owner_token();
    let client = served.client().bearer(&token);
    let id = open_event(&client, "kill", SENDERS as usize);
    let path = format!("/api/v1/tournaments/{id}/commands");
    let check_in =
        |n: u32| json!({"command_id": format!("in-{n}"), "act": {"act": "check_in", "entrant": n}});
    let mut stream = client.listen("/api/v1/events").unwrap();
    assert_eq!(stream.message().unwrap().unwrap().event, "snapshot");
    assert_eq!(client.post(&path, &check_in(1)).status, 200);
    // What was on its way when he came may stand between.
    let mut seen = stream.message().unwrap().unwrap();
    while seen.json()["command_id"] != "in-1" {
        seen = stream.message().unwrap().unwrap();
    }
    let began = Instant::now();
    assert_eq!(served.stop(), Some(0));
    println!("stopped within {:?}", began.elapsed());
    assert_eq!(stream.message().unwrap().unwrap().event, "closing");
    assert_eq!(stream.message().unwrap(), None);
    let log = served.log();
    let link = served.owner_link.clone().unwrap();
    assert!(log.contains("/k/…") && log.contains("answered"), "{log}");
    for secret in [&token, &link] {
        assert!(!log.contains(secret.as_str()), "a secret is in the log");
    }

    let served = Served::start(folder.path(), &[]);
    let client = served.client().bearer(&token);
    assert_eq!(client.post(&path, &check_in(2)).status, 200);
    let resumed = client.with("Last-Event-ID", &seen.id.unwrap().to_string());
    let mut stream = resumed.listen("/api/v1/events").unwrap();
    loop {
        let message = stream.message().unwrap().unwrap();
        if message.json()["command_id"] == "in-2" {
            break;
        }
        // Between the two is only what the start itself recorded: the new owner's link.
        assert!(
            message.json()["kind"]
                .as_str()
                .unwrap()
                .starts_with("access.")
        );
    }
}

#[test]
fn a_new_owner_s_link_can_be_had_while_the_server_runs_and_when_not() {
    let folder = Folder::new("owner");
    let mut served = Served::start(folder.path(), &[]);
    let ask = || {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["owner-link", "--data"])
            .arg(folder.path())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let link = ask();
    let secret = link.trim().rsplit('/').next().unwrap().to_owned();
    assert_eq!(
        served.client().open_link(&format!("/k/{secret}")).status,
        303
    );
    assert_eq!(served.stop(), Some(0));
    let secret = ask().trim().rsplit('/').next().unwrap().to_owned();
    let served = Served::start(folder.path(), &[]);
    assert_eq!(
        served.client().open_link(&format!("/k/{secret}")).status,
        303
    );
}

#[test]
fn two_servers_do_not_share_a_log_and_a_wrong_setting_is_named() {
    let folder = Folder::new("two");
    let _served = Served::start(folder.path(), &[]);
    let say = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(args)
            .arg(folder.path())
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, message) = say(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    assert_eq!(code, Some(2), "{message}");
    let (code, message) = say(&["serve", "--listen", "nowhere", "--data"]);
    assert_eq!(code, Some(2));
    assert!(
        message.contains("--listen: 'nowhere' is not valid. Write an address"),
        "{message}"
    );
}
