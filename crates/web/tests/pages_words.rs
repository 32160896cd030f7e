//! Every message is in the language file, and every message there is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use outflank_web::pages::english;

/// The sources of the pages: code, templates and scripts.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = vec![
        root.join("src"),
        root.join("templates"),
        root.join("static"),
    ];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    texts
}

/// The texts that stand in quotes right behind one of these calls.
fn called_with<'a>(source: &'a str, calls: &[&str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for call in calls {
        for (at, _) in source.match_indices(call) {
            let rest = source[at + call.len()..].trim_start();
            if let Some(quoted) = rest.strip_prefix('"')
                && let Some(end) = quoted.find('"')
            {
                found.push(&quoted[..end]);
            }
        }
    }
    found
}

/// The kinds of events that people read in a log.
fn logged_kinds() -> impl Iterator<Item = &'static str> {
    let of_federations = outflank_federation::FactKind::ALL;
    let of_federations = of_federations.iter().map(|kind| kind.word());
    let of_tournaments = outflank_tournament::running::FactKind::ALL;
    (of_tournaments.iter().map(|kind| kind.word())).chain(of_federations)
}

#[test]
fn every_kind_of_event_has_words() {
    let keys: BTreeSet<&str> = english().keys().collect();
    for kind in logged_kinds() {
        let key = format!("log.{kind}");
        assert!(keys.contains(key.as_str()), "{key} is missing");
    }
}

#[test]
fn every_message_used_exists() {
    let keys: BTreeSet<&str> = english().keys().collect();
    for source in sources() {
        for key in called_with(&source, &[".t(", ".t1(", ".t2(", ".say(", ".fill("]) {
            let in_a_doc = source.contains(&format!("{key} = \\\""));
            assert!(
                keys.contains(key) || in_a_doc || key == "round.one",
                "{key} is missing"
            );
        }
        for key in called_with(&source, &[".n("]) {
            for form in ["one", "other"] {
                let key = format!("{key}.{form}");
                assert!(keys.contains(key.as_str()), "{key} is missing");
            }
        }
    }
}

#[test]
fn every_message_is_used() {
    let sources = sources().join("\n");
    let kinds: BTreeSet<&str> = logged_kinds().collect();
    for key in english().keys() {
        if (key.strip_prefix("log.")).is_some_and(|kind| kinds.contains(kind)) {
            continue;
        }
        let counted = (key.strip_suffix(".one")).or_else(|| key.strip_suffix(".other"));
        let is_used = [Some(key), counted]
            .into_iter()
            .flatten()
            .any(|key| sources.contains(&format!("\"{key}\"")));
        assert!(
            is_used,
            "nothing says '{key}'; take it out of the language file"
        );
    }
}

#[test]
fn values_take_the_places_of_their_names_and_braces_of_people_stay() {
    let words = english();
    let name: &dyn std::fmt::Display = &"{time} <b>";
    assert_eq!(
        words.fill("quotient.of", &[("name", name)]),
        "Brightwell Quotient of {time} <b>"
    );
    assert_eq!(words.count("event.rounds", 1), "1 round");
    assert_eq!(words.count("event.rounds", 13), "13 rounds");
}
