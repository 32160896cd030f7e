//! The JSON of every command, as the HTTP interface sends it.
//!
//! `tests/acts/acts.jsonl` has at least one line per act. A new act gets a line; a line never changes.

use outflank_game::Act;
use serde_json::Value;

fn golden() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/acts/acts.jsonl");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_act_reads_and_writes_the_same() {
    for line in golden().lines() {
        let act: Act = serde_json::from_str(line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
        let written = serde_json::to_value(&act).unwrap();
        assert_eq!(written, serde_json::from_str::<Value>(line).unwrap());
        assert_eq!(serde_json::from_value::<Act>(written).unwrap(), act);
    }
}

#[test]
fn every_act_is_pinned() {
    // The reader names every act it knows when it meets one it does not.
    let unknown = serde_json::from_str::<Act>(r#"{"act": "dance"}"#).unwrap_err();
    let known = unknown.to_string();
    let golden = golden();
    let mut acts = 0;
    for act in known.split('`').skip(3).step_by(2) {
        acts += 1;
        let start = format!(r#"{{"act":"{act}""#);
        let pinned = golden.lines().any(|line| line.starts_with(&start));
        assert!(pinned, "{act} has no line in acts.jsonl; add one");
    }
    assert!(acts > 50, "{known}");
}

#[test]
fn a_field_nobody_knows_is_refused_by_name() {
    for line in golden().lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let fields = value.as_object_mut().unwrap();
        if fields.len() == 1 {
            continue; // an act without fields looks at no others
        }
        fields.insert("dance".to_owned(), Value::Null);
        let wrong = serde_json::from_value::<Act>(value).unwrap_err();
        assert!(wrong.to_string().contains("`dance`"), "{wrong}: {line}");
    }
}
