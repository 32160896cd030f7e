//! Tournament files as people use them: standings, pairings, checks and simulations.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// Runs the program and gives (exit code, standard output, standard error).
fn outflank(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap(), out, err)
}

fn example(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    docs.join(name).display().to_string()
}

/// A file of this test's own in the target folder.
fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tournament");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn json_of(args: &[&str]) -> Value {
    let (code, out, err) = outflank(args);
    assert_eq!(code, 0, "{args:?}\n{out}{err}");
    serde_json::from_str(&out).unwrap()
}

/// An example with one passage changed.
fn changed(name: &str, as_name: &str, from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(example(name)).unwrap();
    assert!(text.contains(from), "{from}");
    file(as_name, &text.replacen(from, to, 1))
}

#[test]
fn standings_in_json_have_the_documented_shape() {
    let rows = json_of(&["standings", &example("round-robin.json"), "--json"]);
    assert_eq!(
        rows,
        json!([
            {"rank": 1, "shared": false, "id": 1, "half_points": 4, "discs": 114, "bq_halves": 396, "withdrawn": false},
            {"rank": 2, "shared": false, "id": 3, "half_points": 4, "discs": 96, "bq_halves": 360, "withdrawn": false},
            {"rank": 3, "shared": false, "id": 2, "half_points": 4, "discs": 94, "bq_halves": 356, "withdrawn": false},
            {"rank": 4, "shared": false, "id": 4, "half_points": 0, "discs": 80, "bq_halves": 412, "withdrawn": false},
        ])
    );
}

#[test]
fn a_constant_that_is_no_whole_number_gives_a_fraction() {
    let path = changed(
        "round-robin.json",
        "exact.json",
        "\"rounds\": 3,",
        "\"rounds\": 3, \"set\": {\"bq_constant\": \"exact\"},",
    );
    let rows = json_of(&["standings", &path, "--json"]);
    // 114 + 64/3 * 4
    assert_eq!(rows[0]["bq_halves"], Value::Null);
    assert_eq!(rows[0]["bq"], json!([598, 3]));
    let (_, out, _) = outflank(&["standings", &path]);
    assert!(
        out.contains("C = 64/3") && out.contains("with bq_constant set by the director"),
        "{out}"
    );
}

#[test]
fn half_discs_are_numbers_with_a_half() {
    let text = r#"{"outflank": 1, "rulebook": "japan", "entrants": [{"id": 1, "name": "Ada Example"}, {"id": 2, "name": "Bo Sample"}],
        "played": [{"games": [{"black": 1, "white": 2, "discs": [38.5, 25.5]}]}]}"#;
    let rows = json_of(&["standings", &file("japan.json", text), "--json"]);
    assert_eq!(
        (&rows[0]["discs"], &rows[1]["discs"]),
        (&json!(38.5), &json!(25.5))
    );
}

#[test]
fn a_table_can_be_checked_by_hand() {
    let path = example("regional.json");
    let (code, out, _) = outflank(&["standings", &path, "--arithmetic", "9"]);
    assert_eq!(code, 0);
    assert!(out.contains("round  3: bye"), "{out}");
    assert!(out.contains("BQ: discs 4+11+64 = 79; opponents Ed Draft 3, Flo Sketch 3, Bo Sample 1 = 7; 79 + 9*7 + 1*(32 + 9*2) = 192"), "{out}");
    let (code, _, err) = outflank(&["standings", &path, "--arithmetic", "99"]);
    assert_eq!(code, 2);
    assert!(err.contains("There is no player 99"), "{err}");
}

/// clauses: WOC-A.3, SOC-A.3
#[test]
fn the_table_of_any_round_and_no_round_to_come() {
    let path = example("regional.json");
    let first = json_of(&["standings", &path, "--round", "1", "--json"]);
    let short = file("short.json", &first_rounds(&path, 1));
    assert_eq!(json_of(&["standings", &short, "--json"]), first);
    let (code, _, err) = outflank(&["standings", &path, "--round", "9"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("--round 9: 4 rounds have been played"),
        "{err}"
    );
    // Every quotient is there after every round, marked until the last one is played.
    for name in ["championship.json", "six-players-eight-rounds.json"] {
        let path = example(name);
        let rows = json_of(&["standings", &path, "--round", "2", "--json"]);
        assert!((rows.as_array().unwrap().iter()).all(|row| row["bq_halves"].is_u64()));
        let (_, out, _) = outflank(&["standings", &path]);
        assert!(
            out.contains("quotients are provisional until the last round"),
            "{out}"
        );
    }
    let (_, out, _) = outflank(&["standings", &example("round-robin.json")]);
    assert!(!out.contains("provisional"), "{out}");
}

/// An event file with only its first rounds and nobody withdrawn.
fn first_rounds(path: &str, rounds: usize) -> String {
    let mut event: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    event["played"].as_array_mut().unwrap().truncate(rounds);
    event["withdrawn"] = json!([]);
    event.to_string()
}

#[test]
fn pairings_in_json_have_the_documented_shape() {
    let pairing = json_of(&["pair", &example("regional.json"), "--json"]);
    let keys: Vec<&str> = pairing
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["bent", "bye", "cost", "pairs"]);
    assert_eq!(pairing["bye"], Value::Null);
    assert_eq!(pairing["bent"], json!([]));
    assert_eq!(
        pairing["pairs"][0],
        json!({"table": 1, "black": 5, "white": 7})
    );
    assert_eq!(
        pairing["cost"][0],
        json!({"level": "repeat meeting", "clause": "BOF-swiss-1", "values": [0]})
    );
    assert_eq!(
        pairing["cost"][1],
        json!({"level": "group 4", "clause": "BOF-swiss-2", "values": [2, 4]})
    );
}

/// clauses: SOC-II.4.1
#[test]
fn a_rule_that_had_to_bend_is_named_and_needs_consent() {
    let path = example("six-players-eight-rounds.json");
    let (code, out, _) = outflank(&["pair", &path]);
    assert_eq!(code, 0);
    assert!(
        out.contains("RULE BROKEN: repeat meeting [SOC II.4.1]:"),
        "{out}"
    );
    assert!(out.contains("The director must consent to it"), "{out}");
    assert!(
        out.contains("looking ahead: the 2 rounds left cannot all be paired within the rules"),
        "{out}"
    );
    let pairing = json_of(&["pair", &path, "--json"]);
    assert_eq!(pairing["bent"][0]["clause"], "SOC-II.4.1");
    assert_eq!(pairing["bent"][0]["pairs"].as_array().unwrap().len(), 3);
}

#[test]
fn what_cannot_last_is_said_before_the_event() {
    let with = |players: u32| {
        let entrants: Vec<String> = (1..=players)
            .map(|id| format!(r#"{{"id": {id}, "name": "Player {id}"}}"#))
            .collect();
        let text = format!(
            r#"{{"outflank": 1, "rulebook": "soc", "entrants": [{}]}}"#,
            entrants.join(",")
        );
        outflank(&["pair", &file(&format!("soc-{players}.json"), &text)]).1
    };
    let eight = with(8);
    assert!(eight.contains("the 8 rounds left cannot all be paired within the rules: player 1 has only 7 possible opponents left for 8 rounds"), "{eight}");
    assert!(with(9).contains("the 8 rounds left can be paired within the rules"));
}

#[test]
fn reasons_and_why_not() {
    let path = example("regional.json");
    let (code, out, _) = outflank(&["pair", &path, "--explain", "--why-not", "7,6"]);
    assert_eq!(code, 0);
    for expected in [
        "why, table by table:",
        "7 Gus Outline floats down to 5 Ed Draft (difference 1 point",
        "why not 7 Gus Outline against 6 Flo Sketch?",
        "the proof shows directly that every such round is worse, on ",
        "the best round with this pair is worse on: repeat meeting [BOF swiss-1]",
    ] {
        assert!(out.contains(expected), "{expected}\n{out}");
    }
    let (code, _, err) = outflank(&["pair", &path, "--why-not", "7"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("Write two numbers such as 3,5, or 3,bye"),
        "{err}"
    );
}

#[test]
fn the_proof_is_written() {
    let out = file("proof.json", "");
    let (code, _, err) = outflank(&["pair", &example("championship.json"), "--proof", &out]);
    assert_eq!(code, 0, "{err}");
    let proof: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(proof["round"], 4);
    assert_eq!(proof["input_hash"].as_str().unwrap().len(), 64);
    assert!(proof["proof"]["bits"].as_u64().unwrap() > 0);
    let first = r#"{"outflank": 1, "rulebook": "wof", "system": "swiss", "entrants": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]}"#;
    let (code, _, err) = outflank(&["pair", &file("first.json", first), "--proof", &out]);
    assert_eq!(code, 2);
    assert!(err.contains("there is nothing to prove"), "{err}");
}

#[test]
fn the_order_of_the_file_does_not_matter() {
    for name in [
        "regional.json",
        "championship.json",
        "six-players-eight-rounds.json",
    ] {
        let text = std::fs::read_to_string(example(name)).unwrap();
        let mut event: Value = serde_json::from_str(&text).unwrap();
        event["entrants"].as_array_mut().unwrap().reverse();
        for round in event["played"].as_array_mut().unwrap() {
            round["games"].as_array_mut().unwrap().reverse();
        }
        let turned = file(&format!("turned-{name}"), &event.to_string());
        for command in ["pair", "standings", "check"] {
            let [one, other] =
                [example(name), turned.clone()].map(|path| json_of(&[command, &path, "--json"]));
            assert_eq!(one, other, "{command} {name}");
        }
        // The same for the first round, and another seed gives another draw.
        event["played"] = json!([]);
        event["withdrawn"] = json!([]);
        let turned = file("turned-first.json", &event.to_string());
        event["entrants"].as_array_mut().unwrap().reverse();
        let straight = file("straight-first.json", &event.to_string());
        let drawn = json_of(&["pair", &turned, "--json"]);
        assert_eq!(json_of(&["pair", &straight, "--json"]), drawn);
    }
}

/// What is wrong with a file: (what is changed, into what, the message).
const BAD: [(&str, &str, &str); 6] = [
    (
        "\"discs\": [27, 37]",
        "\"discs\": [27, 30]",
        "line 20: played[0].games[1].discs: 27-30 does not add up to 64, but empty squares count (BOF gen-9). Enter the official score.",
    ),
    (
        "\"byes\": [3]",
        "\"byes\": [2]",
        "line 23: played[0].byes[0]: Player 2 is in round 1 twice. Remove one of the entries.",
    ),
    (
        "\"byes\": [3]",
        "\"byes\": [33]",
        "line 23: played[0].byes[0]: There is no player 33. Add the player or correct the number.",
    ),
    (
        "\"black\": 2, \"white\": 7",
        "\"black\": 7, \"white\": 7",
        "line 19: played[0].games[0]: Player 7 cannot play against themselves. Correct one of the numbers.",
    ),
    (
        "\"id\": 2, \"name\"",
        "\"id\": 1, \"name\"",
        "line 8: entrants[1].id: Player 1 is listed twice. Give one of them another number.",
    ),
    (
        ", \"discs\": [27, 37]",
        "",
        "line 20: played[0].games[1]: The game has no result. Add \"discs\" or a \"result\".",
    ),
];

#[test]
fn bad_files_are_refused_by_pair_and_only_mentioned_by_standings() {
    for (n, (from, to, message)) in BAD.into_iter().enumerate() {
        let path = changed("regional.json", &format!("bad-{n}.json"), from, to);
        for command in ["pair", "check"] {
            let (code, out, err) = outflank(&[command, &path, "--json"]);
            assert_eq!((code, out.as_str()), (2, ""), "{from}");
            assert!(err.contains(message), "{message}\n{err}");
            assert!(
                err.contains("Nothing was paired. Correct the file first."),
                "{err}"
            );
        }
        let (code, out, err) = outflank(&["standings", &path, "--json"]);
        assert_eq!(code, 0);
        assert!(err.contains("warning: ") && err.contains(message), "{err}");
        let rows: Value = serde_json::from_str(&out).unwrap();
        assert!(rows.as_array().unwrap().len() >= 8);
    }
}

#[test]
fn unreadable_files_are_one_message_and_exit_code_2() {
    let path = changed("regional.json", "unknown.json", "\"seed\"", "\"sede\"");
    for command in ["pair", "check", "standings"] {
        let (code, out, err) = outflank(&[command, &path]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(
            err.contains(
                "unknown.json, line 5: There is no field 'sede'. The fields are outflank, name,"
            ),
            "{err}"
        );
        let (code, _, err) = outflank(&[command, "no-such-file.json"]);
        assert_eq!(code, 2);
        assert!(err.contains("Use a tournament file"), "{err}");
    }
    let path = changed("regional.json", "rulebook.json", "\"bof\"", "\"fob\"");
    let (code, _, err) = outflank(&["standings", &path]);
    assert_eq!(code, 2);
    assert!(
        err.contains("rulebook: There is no rulebook 'fob'. Choose one of"),
        "{err}"
    );
    let path = changed(
        "regional.json",
        "event.json",
        "\"bof\",",
        "\"bof\", \"event\": \"county\",",
    );
    let (_, _, err) = outflank(&["standings", &path]);
    assert!(
        err.contains(
            "line 4: event: The rulebook 'bof' has no event 'county'. Choose one of regional, national."
        ),
        "{err}"
    );
}

#[test]
fn played_rounds_are_checked_rule_by_rule() {
    for name in [
        "regional.json",
        "championship.json",
        "six-players-eight-rounds.json",
        "round-robin.json",
    ] {
        let report = json_of(&["check", &example(name), "--json"]);
        assert_eq!(report["is_best"], true, "{name}");
    }
    // The last round with two opponents exchanged.
    let text = std::fs::read_to_string(example("regional.json")).unwrap();
    let text = text
        .replace(
            "\"black\": 7, \"white\": 6, \"discs\": [51, 13]",
            "\"black\": 7, \"white\": 8, \"discs\": [51, 13]",
        )
        .replace(
            "\"black\": 5, \"white\": 8, \"discs\": [41, 23]",
            "\"black\": 5, \"white\": 6, \"discs\": [41, 23]",
        );
    let path = file("exchanged.json", &text);
    let (code, out, _) = outflank(&["check", &path]);
    assert_eq!(code, 1);
    assert!(out.contains("round 4: not the best"), "{out}");
    assert!(
        out.contains("worse  repeat meeting         1 instead of 0  [BOF swiss-1]"),
        "{out}"
    );
    assert!(
        out.contains("counting the floats of the last round only: not the best, by repeat meeting"),
        "{out}"
    );
}

/// clauses: WOC-II.7.1.p2
#[test]
fn a_pairing_made_elsewhere_is_checked() {
    let path = example("regional.json");
    let own = outflank(&["pair", &path, "--json"]).1;
    let best = file("own.json", &own);
    assert_eq!(
        json_of(&["check", &path, "--pairing", &best, "--json"])["is_best"],
        true
    );
    let other = r#"{"pairs": [{"black": 7, "white": 4}, {"black": 5, "white": 6}, {"black": 8, "white": 9}, {"black": 3, "white": 2}]}"#;
    let (code, out, _) = outflank(&["check", &path, "--pairing", &file("other.json", other)]);
    assert_eq!(code, 1);
    assert!(out.contains("round 5: not the best"), "{out}");
    let missing = r#"{"pairs": [{"black": 7, "white": 4}]}"#;
    let (code, _, err) = outflank(&["check", &path, "--pairing", &file("missing.json", missing)]);
    assert_eq!(code, 2);
    assert!(
        err.contains("Player 2 is not in the round. Pair them or mark them absent."),
        "{err}"
    );
    // A first round drawn by hand: two of group A may not meet while group B is not used up.
    let draw = r#"{"outflank": 1, "rulebook": "wof", "system": "swiss", "entrants": [{"id": 1, "name": "A1", "group_a": true},
        {"id": 2, "name": "A2", "group_a": true}, {"id": 3, "name": "B1"}, {"id": 4, "name": "B2"}]}"#;
    let draw = file("draw.json", draw);
    let wrong = file(
        "draw-wrong.json",
        r#"{"pairs": [{"black": 1, "white": 2}, {"black": 3, "white": 4}]}"#,
    );
    let right = file(
        "draw-right.json",
        r#"{"pairs": [{"black": 1, "white": 3}, {"black": 4, "white": 2}]}"#,
    );
    assert_eq!(outflank(&["check", &draw, "--pairing", &wrong]).0, 1);
    assert_eq!(outflank(&["check", &draw, "--pairing", &right]).0, 0);
}

#[test]
fn the_directors_hand_is_in_the_file() {
    let path = changed(
        "regional.json",
        "hand.json",
        "\"rulebook\"",
        "\"next\": {\"absent\": [5], \"fixed\": [{\"black\": 2, \"white\": 9}], \"forbidden\": [[7, 8]]}, \"rulebook\"",
    );
    let text = std::fs::read_to_string(&path).unwrap().replace(
        "{\"black\": 2, \"white\": 9}]",
        "{\"black\": 2, \"white\": 3}]",
    );
    let path = file("hand.json", &text);
    let pairing = json_of(&["pair", &path, "--json"]);
    let pairs = pairing["pairs"].as_array().unwrap();
    let has = |black: u32, white: u32| {
        pairs
            .iter()
            .any(|pair| pair["black"] == black && pair["white"] == white)
    };
    assert!(has(2, 3), "{pairs:?}");
    assert!(!has(7, 8) && !has(8, 7));
    assert_eq!(pairs.len(), 3);
    assert!(pairing["bye"].is_u64());
}

#[test]
fn simulated_events_are_clean_and_can_be_used() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("simulated");
    let folder = folder.display().to_string();
    let args = [
        "simulate",
        "--rulebook",
        "soc",
        "--players",
        "13",
        "--events",
        "3",
        "--seed",
        "5",
    ];
    let summary = json_of(&[&args[..], &["--json", "--out", &folder]].concat());
    assert_eq!(
        (&summary["events"], &summary["avoidable"]),
        (&json!(3), &json!(0))
    );
    assert_eq!(summary["failures"], json!([]));
    assert_eq!(summary["proofs"], summary["replayed"]);
    for seed in 5..8 {
        let path = format!("{folder}/event-{seed}.json");
        assert_eq!(json_of(&["check", &path, "--json"])["is_best"], true);
        json_of(&["standings", &path, "--json"]);
    }
    let (code, out, _) = outflank(&args);
    assert_eq!(code, 0);
    assert!(
        out.contains("rules broken although it was not necessary: 0"),
        "{out}"
    );
    let (code, _, err) = outflank(&[
        "simulate",
        "--rulebook",
        "soc",
        "--players",
        "9",
        "--system",
        "knockout",
    ]);
    assert_eq!(code, 2);
    assert!(err.contains("--system knockout"), "{err}");
}
