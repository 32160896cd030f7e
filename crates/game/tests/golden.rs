//! The stored form of every kind of event, pinned from its first day.
//!
//! A file here is never changed: stored games must be read for ever. A new kind of event gets its file from the first
//! case that leads to it: `OUTFLANK_GOLDEN=write cargo test -p outflank-game --test all golden` writes the missing ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outflank_game::script;
use outflank_game::{Event, Fact};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

fn golden_file(kind: &str) -> PathBuf {
    folder("golden").join(format!("{kind}.json"))
}

fn stored(event: &Event) -> String {
    let body: serde_json::Value = serde_json::from_str(&event.body()).unwrap();
    let whole = serde_json::json!({"kind": event.kind(), "body": body});
    format!("{}\n", serde_json::to_string_pretty(&whole).unwrap())
}

fn read(text: &str) -> Event {
    let whole: serde_json::Value = serde_json::from_str(text).unwrap();
    let kind = whole["kind"].as_str().unwrap();
    Event::from_stored(kind, &whole["body"].to_string()).unwrap()
}

/// A stored form without the axes of its rulebook that the pinned one does not have: a rulebook stored
/// before an axis existed takes it from the shipped one.
fn without_new_axes(now: &str, pinned: &str) -> String {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let (mut whole, pinned) = (read(now), read(pinned));
    let axes = whole.pointer_mut("/body/rulebook/axes");
    let Some(axes) = axes.and_then(serde_json::Value::as_object_mut) else {
        return now.to_owned();
    };
    axes.retain(|name, _| pinned["body"]["rulebook"]["axes"].get(name).is_some());
    format!("{}\n", serde_json::to_string_pretty(&whole).unwrap())
}

#[test]
fn every_kind_of_event_has_its_pinned_form() {
    if std::env::var_os("OUTFLANK_GOLDEN").is_some() {
        write_missing();
    }
    for kind in Fact::KINDS {
        let text = std::fs::read_to_string(golden_file(kind))
            .unwrap_or_else(|_| panic!("{kind} has no golden file: see the head of golden.rs"));
        let event = read(&text);
        assert_eq!(event.kind(), *kind);
        assert_eq!(
            without_new_axes(&stored(&event), &text),
            text,
            "the stored form of {kind} changed"
        );
    }
}

#[test]
fn every_pinned_form_is_still_read() {
    for entry in std::fs::read_dir(folder("golden")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let event = read(&text);
        assert_eq!(
            path.file_stem().unwrap().to_str(),
            Some(event.kind()),
            "{}",
            path.display()
        );
    }
}

/// The first event of each kind that the cases lead to.
fn write_missing() {
    let mut first: BTreeMap<&'static str, Event> = BTreeMap::new();
    let mut files = Vec::new();
    case_files(&folder("cases"), &mut files);
    files.sort();
    for path in files {
        let script = script::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let run = script::run(&script, &script.rulebook(None).unwrap());
        for event in run.events() {
            first.entry(event.kind()).or_insert(event);
        }
    }
    std::fs::create_dir_all(folder("golden")).unwrap();
    for (kind, event) in first {
        if !golden_file(kind).exists() {
            std::fs::write(golden_file(kind), stored(&event)).unwrap();
        }
    }
}

fn case_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            case_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "game") {
            found.push(path);
        }
    }
}
