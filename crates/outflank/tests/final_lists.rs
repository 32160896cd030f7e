//! Final lists, playoffs and finals from tournament files, as the commands print them.

use std::process::Command;

use crate::support::folder::Folder;
use serde_json::{Value, json};

fn outflank(args: &[&str]) -> (i32, String, String) {
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

/// A tournament in which players 1, 2, 3 … have these half points, each against their own opponent
/// (101, 102, 103 …), who loses all else.
fn tournament(rulebook: &str, event: &str, rounds: u32, half_points: &[u32]) -> Value {
    let count = u32::try_from(half_points.len()).unwrap();
    let names = (1..=count).map(|n| (n, format!("T{n}")));
    let others = (1..=count).map(|n| (100 + n, format!("D{n}")));
    let entrants: Vec<Value> = (names.chain(others))
        .map(|(id, name)| json!({"id": id, "name": name}))
        .collect();
    let played: Vec<Value> = (0..rounds)
        .map(|round| {
            let games: Vec<Value> = (1..=count)
                .map(|n| {
                    let halves = half_points[usize::try_from(n - 1).unwrap()];
                    let discs = match halves.saturating_sub(2 * round) {
                        0 => [31 - n, 33 + n],
                        1 => [32, 32],
                        _ => [60 - n, 4 + n],
                    };
                    json!({"black": n, "white": 100 + n, "discs": discs})
                })
                .collect();
            json!({"games": games})
        })
        .collect();
    json!({"outflank": 1, "rulebook": rulebook, "event": event, "rounds": rounds, "system": "swiss",
        "entrants": entrants, "played": played})
}

fn championship(half_points: &[u32]) -> Value {
    tournament("wof", "championship", 13, half_points)
}

struct Files(Folder);

impl Files {
    fn new(name: &str) -> Self {
        Self(Folder::new(name))
    }

    fn path(&self, name: &str, file: &Value) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, file.to_string()).unwrap();
        path.display().to_string()
    }
}

fn rows(args: &[&str]) -> Vec<Value> {
    let (code, out, err) = outflank(args);
    assert_eq!(code, 0, "{args:?}\n{out}{err}");
    serde_json::from_str(&out).unwrap()
}

/// clauses: WOC-II.3.3.c, WOC-II.8.b
#[test]
fn two_lists_of_one_tournament_agree_on_the_places_around_a_withdrawn_player() {
    let files = Files::new("final-lists-withdrawn");
    let mut file = championship(&[22, 21, 20, 19, 18, 17, 16, 15]);
    file["withdrawn"] = json!([{"id": 7, "after_round": 13}]);
    let path = files.path("a.json", &file);
    let places = |rows: &[Value]| -> Vec<(u64, u64, bool)> {
        (rows.iter().take(8))
            .map(|row| {
                let number = |name: &str| row[name].as_u64().unwrap();
                (
                    number("id"),
                    number("rank"),
                    row["shared"].as_bool().unwrap(),
                )
            })
            .collect()
    };
    let list = rows(&["standings", &path, "--list", "individual", "--json"]);
    let expected: Vec<(u64, u64, bool)> = (1..=8).map(|n| (n, n, false)).collect();
    assert_eq!(places(&list), expected);
    assert_eq!(list[6]["reason"], "withdrawn");
    let table = rows(&["standings", &path, "--shared-places", "--json"]);
    assert_eq!(places(&table), expected);
    // The setting lists the player without a number.
    file["set"] = json!({"withdrawn_places": "unnumbered"});
    let path = files.path("b.json", &file);
    let list = rows(&["standings", &path, "--list", "individual", "--json"]);
    assert_eq!(
        (&list[6]["rank"], &list[7]["rank"]),
        (&Value::Null, &json!(7))
    );
    let (_, out, _) = outflank(&["standings", &path, "--list", "individual"]);
    assert!(out.contains("    -  8       "), "{out}");
}

/// clauses: WOC-II.3
#[test]
fn a_list_is_provisional_until_the_last_preliminary_round_is_complete() {
    let files = Files::new("final-lists-provisional");
    let file = championship(&[24, 22, 20, 18, 18, 10]);
    let path = files.path("whole.json", &file);
    let list = |path: &str, more: &[&str]| {
        let (code, out, err) =
            outflank(&[&["standings", path, "--list", "individual"], more].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    for round in ["5", "12"] {
        let out = list(&path, &["--round", round]);
        assert!(
            out.contains(&format!("after round {round} of 13, provisional")),
            "{out}"
        );
        assert!(
            !out.contains("is due") && !out.contains("top four"),
            "{out}"
        );
        let (_, teams, _) = outflank(&["standings", &path, "--list", "team", "--round", round]);
        assert!(teams.contains("provisional"), "{teams}");
    }
    let out = list(&path, &[]);
    assert!(
        out.contains("playoff 1: 4 T4 v 5 T5") && out.contains("game 1 is due"),
        "{out}"
    );
    // An open game of the last round.
    let mut open = file.clone();
    let game = &mut open["played"][12]["games"][0];
    game.as_object_mut().unwrap().remove("discs");
    let path = files.path("open.json", &open);
    let out = list(&path, &[]);
    assert!(
        out.contains("of 13, provisional") && !out.contains("is due"),
        "{out}"
    );
    let (code, _, err) = outflank(&["pair", &path]);
    assert_eq!(code, 2);
    assert!(err.contains("The game has no result"), "{err}");
}

/// clauses: WOC-II.3.2.b1, WOC-III.2.1.p2
#[test]
fn after_the_rounds_pair_names_the_playoff_or_final_that_is_due() {
    let files = Files::new("final-lists-pair");
    let mut file = championship(&[24, 22, 20, 18, 18, 10]);
    let path = files.path("playoff.json", &file);
    let (code, out, err) = outflank(&["pair", &path]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("all 13 rounds have been played"), "{out}");
    assert!(
        out.contains("playoff 1: 4 T4 v 5 T5") && !out.contains("round 14"),
        "{out}"
    );
    let (_, out, _) = outflank(&["pair", &path, "--json"]);
    let due: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(due["pairs"], json!([]));
    assert_eq!(
        due["due"],
        json!([{"match": "playoff 1", "game": 1, "higher": 4, "lower": 5, "chooser": 4, "or_draw_win": true,
            "black": null, "clause": "WOC-II.3.2.b1"}])
    );
    let playoff =
        json!({"stage": "playoff", "games": [{"black": 4, "white": 5, "discs": [40, 24]}]});
    file["played"].as_array_mut().unwrap().push(playoff);
    let path = files.path("semi.json", &file);
    let (_, out, _) = outflank(&["pair", &path]);
    assert!(out.contains("semi-final 1: 1 T1 v 4 T4"), "{out}");
    assert!(out.contains("semi-final 2: 2 T2 v 3 T3"), "{out}");
    // Where a rulebook has no playoffs nothing is due.
    let path = files.path("soc.json", &tournament("soc", "open", 8, &[14, 12, 10, 8]));
    let (code, out, _) = outflank(&["pair", &path]);
    assert_eq!(code, 0);
    assert!(out.contains("no match is due"), "{out}");
}

/// clauses: WOC-II.3
#[test]
fn a_games_own_stage_counts_in_any_round() {
    let files = Files::new("final-lists-stage");
    let mut file = championship(&[24, 22, 20, 18, 16, 14]);
    let before = files.path("before.json", &file);
    let semis = json!({"games": [
        {"black": 1, "white": 4, "discs": [20, 44], "stage": "semi"},
        {"black": 2, "white": 3, "discs": [20, 44], "stage": "semi"}]});
    file["played"].as_array_mut().unwrap().push(semis);
    let after = files.path("after.json", &file);
    let (_, table, err) = outflank(&["standings", &after]);
    assert!(table.contains("standings after round 13 of 13"), "{table}");
    assert!(!err.contains("counts as absent"), "{err}");
    let standings = |path: &str| rows(&["standings", path, "--json"]);
    assert_eq!(standings(&before), standings(&after));
    let list = rows(&["standings", &after, "--list", "individual", "--json"]);
    assert_eq!(list[0]["semi_final"], json!({"opponent": 4, "won": null}));
    let (_, out, _) = outflank(&["standings", &after, "--list", "individual"]);
    assert!(
        out.contains("semi-final 1") && out.contains("game 2 is due"),
        "{out}"
    );
    // A game of another part beside preliminary games gives no points either.
    let mut mixed = championship(&[24, 22, 20, 18, 16, 14]);
    let extra = json!({"black": 1, "white": 4, "discs": [20, 44], "stage": "playoff"});
    mixed["played"][12]["games"]
        .as_array_mut()
        .unwrap()
        .push(extra);
    let path = files.path("mixed.json", &mixed);
    assert_eq!(standings(&before), standings(&path));
    // And a preliminary game in a round of another part counts.
    let mut other = championship(&[24, 22, 20, 18, 16, 14]);
    let last = &mut other["played"][12];
    last["stage"] = json!("playoff");
    for game in last["games"].as_array_mut().unwrap() {
        game["stage"] = json!("swiss");
    }
    let path = files.path("other.json", &other);
    assert_eq!(standings(&before), standings(&path));
}

/// clauses: BOF-nat-7.a, WOC-III.1.p1.a, WOC-III.1.p1.c
#[test]
fn impossible_games_of_matches_are_refused_or_remarked() {
    let files = Files::new("final-lists-matches");
    let mut file = tournament("bof", "national", 9, &[16, 14, 12, 10]);
    let drawn = json!({"stage": "playoff", "games": [{"black": 1, "white": 2, "discs": [32, 32], "winner": 2}]});
    file["played"].as_array_mut().unwrap().push(drawn);
    let path = files.path("drawn.json", &file);
    let (_, out, err) = outflank(&["standings", &path, "--list", "individual"]);
    assert!(err.contains("there is no draw-win (BOF nat-7.a)"), "{err}");
    assert!(
        out.contains("1 T1 won by a draw, and the higher place"),
        "{out}"
    );
    let (code, _, err) = outflank(&["pair", &path]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no draw-win"), "{err}");

    let mut file = championship(&[24, 22, 20, 18, 16, 14]);
    for (black, white, discs) in [(1, 4, [40, 24]), (1, 4, [40, 24]), (4, 1, [40, 24])] {
        let round =
            json!({"stage": "semi", "games": [{"black": black, "white": white, "discs": discs}]});
        file["played"].as_array_mut().unwrap().push(round);
    }
    let path = files.path("third.json", &file);
    let (_, _, err) = outflank(&["standings", &path]);
    assert!(
        err.contains(
            "colours of the second game of the semi-final 1 are not reversed (WOC III.1.p1.a)"
        ),
        "{err}"
    );
    assert!(
        err.contains("semi-final 1 was decided before this game (WOC III.1.p1.c)"),
        "{err}"
    );
}

/// clauses: BOF-gp-1
#[test]
fn the_grand_prix_counts_regionals_only_and_says_what_it_leaves_out() {
    let files = Files::new("final-lists-grand-prix");
    let paths = [
        files.path(
            "nat.json",
            &tournament("bof", "national", 9, &[16, 14, 12, 10]),
        ),
        files.path(
            "reg.json",
            &tournament("bof", "regional", 7, &[14, 12, 10, 8]),
        ),
        files.path("wofe.json", &championship(&[24, 22, 20, 18])),
    ];
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let (code, out, err) = outflank(&[&["grand-prix", "--json"], &paths[..]].concat());
    assert_eq!(code, 0, "{err}");
    let table: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(table["events"], json!(["reg"]));
    assert_eq!(table["rows"][0]["total"], 200);
    let left_out: Vec<&str> = (table["left_out"].as_array().unwrap().iter())
        .map(|one| one["event"].as_str().unwrap())
        .collect();
    assert_eq!(left_out, ["nat", "wofe"]);
    assert!(
        err.contains("nat is left out: it is bof/national") && err.contains("BOF gp-1"),
        "{err}"
    );
    // The European scale is not of the British rules.
    let (_, out, _) =
        outflank(&[&["grand-prix", "--json", "--scale", "european"], &paths[..]].concat());
    let table: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(table["events"].as_array().unwrap().len(), 3);
}
