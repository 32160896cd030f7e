//! The stored form of every event and the JSON of every command: pinned from their first day.
//!
//! `tests/golden/events.txt` has one line per event, the kind and the body; `tests/golden/acts.jsonl` one
//! per command. A line never changes; a new kind or field adds lines. `OUTFLANK_BLESS=1` writes the events anew.

use std::path::PathBuf;

use crate::support::office::Office;
use outflank_federation::{Act, By, Event, Fact};
use serde_json::Value;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

/// Every command of the golden file in turn, each by whoever may; what they recorded is the golden log.
fn story() -> Vec<Event> {
    let mut office = Office::unfounded("bof");
    let mut refused = Vec::new();
    for line in std::fs::read_to_string(golden("acts.jsonl"))
        .unwrap()
        .lines()
    {
        let line: Value = serde_json::from_str(line).unwrap();
        let act: Act = serde_json::from_value(line["act"].clone()).unwrap();
        let by: By = serde_json::from_value(line["by"].clone()).unwrap();
        if let Some(day) = line["day"].as_str() {
            office.go_to(day);
        }
        if let Err(why) = office.try_act(by, act) {
            refused.push(format!("{line}: {} {why}", why.code()));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    office.office.log().to_vec()
}

#[test]
fn every_event_is_stored_as_on_its_first_day() {
    let lines: Vec<String> = (story().iter())
        .map(|event| format!("{} {}", event.kind(), event.body()))
        .collect();
    let path = golden("events.txt");
    if std::env::var("OUTFLANK_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    let golden: Vec<&str> = golden.lines().collect();
    for kind in Fact::KINDS {
        let pinned = |line: &&str| line.starts_with(&format!("{kind} "));
        assert!(
            golden.iter().any(pinned),
            "{kind} is not pinned; add a command"
        );
    }
    for line in &golden {
        let (kind, body) = line.split_once(' ').unwrap();
        let event = Event::from_stored(kind, body).unwrap();
        let again = without_new_axes(&event.body(), body);
        assert_eq!(again, body, "{kind} reads and writes differently");
    }
    // A rulebook inside an event has its own pins.
    let has_rulebook = |line: &str| {
        line.starts_with("federation.founded ") || line.starts_with("federation.amendment_adopted ")
    };
    for line in lines.iter().filter(|line| !has_rulebook(line)) {
        assert!(golden.contains(&line.as_str()), "not as pinned: {line}");
    }
}

/// A body without the axes of its rulebook that the first-day body does not have: a rulebook stored
/// before an axis existed takes it from the shipped one.
fn without_new_axes(body: &str, first_day: &str) -> String {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let (mut now, then) = (read(body), read(first_day));
    let axes = now.pointer_mut("/rulebook/axes");
    let Some(axes) = axes.and_then(serde_json::Value::as_object_mut) else {
        return body.to_owned();
    };
    axes.retain(|name, _| then["rulebook"]["axes"].get(name).is_some());
    now.to_string()
}

#[test]
fn every_act_reads_and_writes_the_same_and_is_pinned() {
    let golden = std::fs::read_to_string(golden("acts.jsonl")).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for line in golden.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let act: Act = serde_json::from_value(value["act"].clone()).unwrap();
        assert_eq!(serde_json::to_value(&act).unwrap(), value["act"]);
        seen.insert(value["act"]["act"].as_str().unwrap().to_owned());
        let mut strange = value["act"].clone();
        strange
            .as_object_mut()
            .unwrap()
            .insert("dance".to_owned(), Value::Null);
        let wrong = serde_json::from_value::<Act>(strange).unwrap_err();
        assert!(wrong.to_string().contains("`dance`"), "{wrong}: {line}");
    }
    // The reader names every act it knows when it meets one it does not.
    let unknown = serde_json::from_str::<Act>(r#"{"act": "dance"}"#).unwrap_err();
    let known = unknown.to_string();
    let known: Vec<&str> = known.split('`').skip(3).step_by(2).collect();
    assert!(known.len() > 35, "{known:?}");
    for act in known {
        assert!(
            seen.contains(act),
            "{act} has no line in acts.jsonl; add one"
        );
    }
}

#[test]
fn what_cannot_be_read_says_so() {
    let unknown = Event::from_stored("federation.exploded", "{}").unwrap_err();
    assert!(unknown.to_string().contains("newer version"), "{unknown}");
    for body in [
        "",
        "[]",
        "{}",
        r#"{"at":1,"by":"nobody","command":"c","person":1}"#,
    ] {
        let wrong = Event::from_stored("federation.person_erased", body).unwrap_err();
        assert!(
            wrong.to_string().contains("federation.person_erased"),
            "{wrong}"
        );
    }
}
