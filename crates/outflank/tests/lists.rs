//! `outflank standings --list` on a whole championship and on one that has only its preliminary rounds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The simulated championship of sixty: its file is pinned where it is simulated.
fn whole() -> String {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim/tests/golden");
    golden.join("world_60.json").display().to_string()
}

/// The same with the preliminary rounds alone.
fn preliminary() -> String {
    let mut file: Value = serde_json::from_str(&std::fs::read_to_string(whole()).unwrap()).unwrap();
    let played = file["played"].as_array_mut().unwrap();
    played.retain(|round| round.get("stage").is_none_or(|stage| stage == "swiss"));
    assert_eq!(played.len(), 13);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("world_60_preliminary.json");
    std::fs::write(&path, file.to_string()).unwrap();
    path.display().to_string()
}

fn rows(file: &str, more: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["standings", file, "--json"])
        .args(more)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{more:?}: {err}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn number(row: &Value, key: &str) -> u64 {
    row[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key} in {row}"))
}

fn finishers(rows: &[Value]) -> Vec<u64> {
    let mut finished: Vec<(u64, u64)> = (rows.iter())
        .filter(|row| !row["finish"].is_null())
        .map(|row| (number(row, "finish"), number(row, "id")))
        .collect();
    finished.sort_unstable();
    finished.into_iter().map(|(_, id)| id).collect()
}

#[test]
fn the_third_day_makes_the_places_and_changes_no_points() {
    let plain = rows(&whole(), &[]);
    let list = rows(&whole(), &["--list", "individual"]);
    let points = |rows: &[Value]| -> BTreeMap<u64, u64> {
        rows.iter()
            .map(|row| (number(row, "id"), number(row, "half_points")))
            .collect()
    };
    assert_eq!(points(&plain), points(&list));
    assert_eq!(points(&plain), points(&rows(&preliminary(), &[])));
    // Read off the file by hand: 2 beat 6 in the final by two games to one, 9 beat 3 for third place.
    assert_eq!(finishers(&list), [2, 6, 9, 3]);
    assert_eq!(
        finishers(&rows(&whole(), &["--list", "women"]))[..4],
        [28, 26, 38, 22]
    );
    assert_eq!(
        finishers(&rows(&whole(), &["--list", "young"]))[..4],
        [45, 51, 48, 57]
    );
}

#[test]
fn the_lists_of_the_preliminary_rounds_say_who_plays_whom() {
    let list = rows(&preliminary(), &["--list", "individual"]);
    assert_eq!(finishers(&list), [0; 0]);
    let playoffs: BTreeSet<[u64; 2]> = (list.iter())
        .filter(|row| !row["playoff"].is_null())
        .map(|row| {
            assert!(row["playoff"]["won"].is_null(), "{row}");
            let (a, b) = (number(row, "id"), number(&row["playoff"], "opponent"));
            [a.min(b), a.max(b)]
        })
        .collect();
    // The one playoff that was played: 2 against 8.
    assert_eq!(playoffs, BTreeSet::from([[2, 8]]));
    let after_three = rows(&whole(), &["--list", "individual", "--round", "3"]);
    assert_eq!(finishers(&after_three), [0; 0]);
}

#[test]
fn a_team_is_its_best_three_without_the_additional_player() {
    let points: BTreeMap<u64, u64> = (rows(&whole(), &[]).iter())
        .map(|row| (number(row, "id"), number(row, "half_points")))
        .collect();
    let teams = rows(&whole(), &["--list", "team"]);
    assert_eq!(teams.len(), 20);
    let mut last = u64::MAX;
    for team in &teams {
        let members = team["members"].as_array().unwrap();
        let counted: Vec<&Value> = (members.iter())
            .filter(|member| member["counted"] == true)
            .collect();
        assert!(counted.len() <= 3, "{team}");
        assert!(counted.iter().all(|member| member["additional"] == false));
        let mut own: Vec<u64> = (members.iter())
            .filter(|member| member["additional"] == false)
            .map(|member| points[&number(member, "id")])
            .collect();
        own.sort_unstable_by(|a, b| b.cmp(a));
        let total = number(team, "half_points");
        assert_eq!(total, own.iter().take(3).sum::<u64>(), "{team}");
        assert!(total <= last, "{team}");
        last = total;
    }
}
