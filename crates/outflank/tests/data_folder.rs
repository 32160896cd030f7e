//! A data folder from its first event to its copy on another laptop: import, verify, backup, restore.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::support::folder::Folder;
use crate::support::http::{Client, PATIENCE};
use crate::support::program::Served;
use serde_json::{Value, json};

/// Runs the program and gives (exit code, standard output, standard error).
fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[track_caller]
fn says(args: &[&str], code: i32, expected: &str) -> String {
    let (status, out, err) = run(args);
    assert_eq!(status, code, "outflank {args:?}\n{out}{err}");
    assert!(
        out.contains(expected) || err.contains(expected),
        "outflank {args:?}\n{out}{err}"
    );
    assert!(!err.contains("panicked"), "{err}");
    out
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The head hash in what backup or verify printed.
fn head(out: &str) -> String {
    let (_, after) = out.split_once("head ").unwrap();
    after.chars().take_while(char::is_ascii_hexdigit).collect()
}

/// A data folder with one event in it.
fn with_an_event(folder: &Folder) -> PathBuf {
    with_an_event_named(folder).0
}

/// The same, and the event's id.
fn with_an_event_named(folder: &Folder) -> (PathBuf, String) {
    let data = folder.path().join("hall");
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/regional.json");
    let out = says(
        &["import", name(&file), "--data", name(&data)],
        0,
        " commands",
    );
    let (id, _) = out.split_once(':').unwrap();
    (data, id.to_owned())
}

/// The browser that opened the owner's link.
fn owner(served: &Served) -> Client {
    let link = served.owner_link.clone().unwrap();
    let opened = served.client().open_link(&format!("/k/{link}"));
    let cookie = opened.header("set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let origin = format!("http://{}", served.address);
    (served.client())
        .with("Cookie", &cookie)
        .with("Origin", &origin)
}

/// What the server says about copies, once a copy was tried.
fn copies(client: &Client, path: &str) -> Value {
    let begun = Instant::now();
    loop {
        let shown: Value = client.get(path).json();
        if !shown["written"].is_null() || !shown["failure"].is_null() {
            return shown;
        }
        assert!(begun.elapsed() < PATIENCE, "no copy was tried: {shown}");
        std::thread::yield_now();
    }
}

#[test]
fn copies_go_to_the_second_folder_from_the_start_and_a_failure_is_shown() {
    let folder = Folder::new("copies");
    let (data, id) = with_an_event_named(&folder);
    let stick = folder.path().join("stick");
    let path = format!("/api/v1/tournaments/{id}/copies");

    // The stick is not there.
    let served = Served::start(&data, &["--copies", name(&stick)]);
    let client = owner(&served);
    assert_eq!(served.client().get(&path).status, 401);
    let shown = copies(&client, &path);
    assert_eq!(shown["folder"], name(&stick), "{shown}");
    assert!(shown["failure"].is_string(), "{shown}");
    // Another one is chosen for this event.
    let other = folder.path().join("other-stick");
    std::fs::create_dir(&other).unwrap();
    let not_whole = client.post(&path, &json!({"folder": "other-stick"}));
    assert_eq!(not_whole.code(), "desk.bad_folder", "{}", not_whole.text());
    let chosen = client.post(&path, &json!({"folder": name(&other)}));
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    let archive = other.join(format!("{id}.outflank"));
    says(&["verify", name(&archive)], 0, "replayed 1 tournaments");
    // It is given up: the stick of every event counts again.
    let given_up: Value = client.post(&path, &json!({"folder": null})).json();
    assert_eq!(given_up["folder"], name(&stick), "{given_up}");
    drop(served);

    // Now the stick is there.
    std::fs::create_dir(&stick).unwrap();
    let served = Served::start(&data, &["--copies", name(&stick)]);
    let shown = copies(&owner(&served), &path);
    assert_eq!(shown["failure"], Value::Null, "{shown}");
    let archive = stick.join(format!("{id}.outflank"));
    says(&["verify", name(&archive)], 0, "replayed 1 tournaments");
    let laptop = folder.path().join("laptop");
    says(
        &["restore", name(&archive), "--data", name(&laptop)],
        0,
        "imported",
    );
    says(
        &["verify", "--data", name(&laptop)],
        0,
        "every hash is correct",
    );
}

#[test]
fn a_log_is_verified_copied_and_put_back_elsewhere() {
    let folder = Folder::new("data-folder");
    let data = with_an_event(&folder);
    let out = says(
        &["verify", "--data", name(&data)],
        0,
        "every hash is correct",
    );
    assert!(out.contains("replayed 1 tournaments"), "{out}");
    let json = says(&["verify", "--data", name(&data), "--json"], 0, "{");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["problems"], json!([]), "{json}");
    let standings = json["replayed"]["standings"].as_u64().unwrap();
    let pairings = json["replayed"]["pairings"].as_u64().unwrap();
    assert!(standings > 0 && pairings > 0, "{json}");

    let backup = folder.path().join("hall.backup");
    let out = says(
        &["backup", name(&backup), "--data", name(&data)],
        0,
        "every hash is correct",
    );
    let expected = head(&out);
    assert_eq!(expected.len(), 64, "{out}");
    says(&["verify", name(&backup)], 0, &expected);

    let other = folder.path().join("other-laptop");
    says(
        &["restore", name(&backup), "--data", name(&other)],
        0,
        &expected,
    );
    let right = ["verify", "--data", name(&other), "--expect", &expected];
    says(&right, 0, &expected);
    let wrong = "0".repeat(64);
    says(
        &["verify", "--data", name(&other), "--expect", &wrong],
        1,
        "nothing in it ends with the expected hash",
    );
    says(
        &["verify", "--data", name(&other), "--expect", "abc"],
        2,
        "64 hexadecimal digits",
    );
}

#[test]
fn a_flipped_byte_is_found_and_nothing_is_restored_from_it() {
    let folder = Folder::new("flipped-byte");
    let data = with_an_event(&folder);
    let backup = folder.path().join("hall.backup");
    says(
        &["backup", name(&backup), "--data", name(&data)],
        0,
        "every hash is correct",
    );
    let mut bytes = std::fs::read(&backup).unwrap();
    // Inside the body of an event: only the chain can tell.
    let place = bytes
        .windows(10)
        .position(|window| window == b"\"command\":")
        .unwrap();
    bytes[place + 2] ^= 1;
    std::fs::write(&backup, &bytes).unwrap();
    let out = says(&["verify", name(&backup)], 1, "log entry ");
    assert!(!out.contains("every hash is correct"), "{out}");

    let other = folder.path().join("other-laptop");
    let (code, out, err) = run(&["restore", name(&backup), "--data", name(&other)]);
    assert_ne!(code, 0, "{out}{err}");
    assert!(err.contains("log entry "), "{out}{err}");
    assert!(!other.join("outflank.db").exists());
}
