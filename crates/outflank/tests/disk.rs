//! A disk that takes no more and a file that is damaged, under the running program.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use crate::support::dice::Dice;
use crate::support::folder::Folder;
use crate::support::http::Client;
use crate::support::program::Served;
use serde_json::{Value, json};

/// A data folder with an event, and a token of its owner.
fn with_event(data: &Path) -> (String, String) {
    let mut served = Served::start(data, &[]);
    let token = served.owner_token();
    let client = served.client().bearer(&token);
    let creation = json!({"name": "Full Open", "first_day": "2026-11-15"});
    let new = json!({"preset": "soc/open", "creation": creation});
    let body = json!({"command_id": "open", "tournament": new});
    let made = client.post("/api/v1/tournaments", &body);
    let id = made.json()["made"].as_str().unwrap().to_owned();
    for n in 1..=6 {
        let reply = enter(&client, &id, &format!("first-{n}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    assert_eq!(served.stop(), Some(0));
    (token, id)
}

fn enter(client: &Client, event: &str, command: &str) -> crate::support::http::Reply {
    let entry = json!({"name": format!("Sample {command}")});
    let act = json!({"act": "enter", "entry": entry});
    let body = json!({"command_id": command, "act": act});
    client.post(&format!("/api/v1/tournaments/{event}/commands"), &body)
}

/// All events of the log, or the first refusal.
fn log(client: &Client) -> Result<Vec<Value>, (u16, String)> {
    let mut events = Vec::new();
    let mut after = json!(0);
    while !after.is_null() {
        let page = client.get(&format!("/api/v1/log?after={after}"));
        if page.status != 200 {
            return Err((page.status, page.code()));
        }
        events.extend(page.json()["events"].as_array().unwrap().clone());
        after = page.json()["next"].clone();
    }
    Ok(events)
}

#[test]
fn a_disk_that_takes_no_more_is_said_and_nothing_is_acknowledged_by_luck() {
    let folder = Folder::new("disk-full");
    let (token, id) = with_event(folder.path());
    // Files may grow to 400 KiB and no further.
    let served = Served::start_limited(folder.path(), 800);
    let client = served.client().bearer(&token);
    let mut acknowledged = Vec::new();
    let mut refused = Vec::new();
    for n in 0..2000 {
        let command = format!("more-{n}");
        let reply = enter(&client, &id, &command);
        match reply.status {
            200 => acknowledged.push(command),
            503 | 507 => {
                let body = reply.json();
                let words = body["message"].as_str().unwrap().to_owned();
                assert!(words.contains("disk"), "{words}");
                assert!(reply.code().starts_with("log."), "{}", reply.code());
                refused.push(command);
            }
            // The event itself takes no more entrants: then others fill the disk.
            422 => break,
            other => panic!("{other}: {}", reply.text()),
        }
        if refused.len() == 5 {
            break;
        }
    }
    assert_eq!(refused.len(), 5, "{} acknowledged", acknowledged.len());
    // What is there is still shown, and the failing heartbeat is said.
    assert_eq!(client.get("/api/v1/tournaments").status, 200);
    let health = crate::support::until(|| {
        let health = client.get("/health");
        (health.status == 503).then(|| health.text())
    });
    assert!(health.contains("heartbeat"), "{health}");
    drop(served);
    let served = Served::start(folder.path(), &[]);
    let client = served.client().bearer(&token);
    let events = log(&client).unwrap();
    let count = |command: &str| {
        (events.iter())
            .filter(|event| event["command_id"] == command)
            .count()
    };
    assert!(acknowledged.iter().all(|command| count(command) == 1));
    assert!(refused.iter().all(|command| count(command) == 0));
    let again = enter(&client, &id, &refused[0]);
    assert_eq!(again.status, 200, "{}", again.text());
}

fn seeds() -> u64 {
    match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 200,
        Err(_) => 20,
    }
}

/// Wherever a bit is flipped: it is named, or everything is as it was. The server never shows anything else.
#[test]
fn a_flipped_bit_is_named_and_never_papered_over() {
    let folder = Folder::new("flipped");
    let (token, _) = with_event(folder.path());
    let file = folder.path().join("outflank.db");
    let whole = std::fs::read(&file).unwrap();
    let right = {
        let served = Served::start(folder.path(), &[]);
        log(&served.client().bearer(&token)).unwrap()
    };
    // The last one is the owner's link of this start.
    let right = &right[..right.len() - 1];
    let (mut named, mut unharmed) = (0, 0);
    let mut dice = Dice(7);
    for seed in 0..seeds() {
        let data = folder.path().join(format!("seed-{seed}"));
        std::fs::create_dir(&data).unwrap();
        let mut bytes = whole.clone();
        // Most of a small file is empty; there nothing can be changed.
        let place = loop {
            let place = dice.below(bytes.len());
            if bytes[place] != 0 {
                break place;
            }
        };
        bytes[place] ^= 1 << dice.below(8);
        std::fs::write(data.join("outflank.db"), &bytes).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["verify", "--data"])
            .arg(&data)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        match output.status.code().unwrap() {
            0 => unharmed += 1,
            1 | 2 => {
                named += 1;
                assert!(!said.contains("panicked"), "{said}");
                assert!(
                    ["damaged", "another program", "format"]
                        .iter()
                        .any(|word| said.contains(word)),
                    "bit at {place}: {said}"
                );
            }
            other => panic!("{other}: {said}"),
        }
        // Whatever the server shows is what was written, or it says that it cannot.
        match Served::try_start(&data) {
            Err(said) => assert!(!said.contains("panicked"), "{said}"),
            Ok(served) => match log(&served.client().bearer(&token)) {
                Ok(events) => assert_eq!(&events[..right.len()], right, "bit at {place}"),
                Err((status, code)) => {
                    // A record that cannot be read opens nothing; an event that cannot be read is said.
                    let is_said = status == 503 && code.starts_with("log.") || status == 401;
                    assert!(is_said, "bit at {place}: {status} {code}");
                }
            },
        }
        std::fs::remove_dir_all(&data).unwrap();
    }
    println!("{named} flipped bits named, {unharmed} changed nothing");
    assert!(named > 0);
}
