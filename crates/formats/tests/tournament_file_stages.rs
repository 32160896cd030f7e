//! Stages of one's own and the figures of a results file in the tournament file.

use outflank_formats::tournament_file::{TournamentFile, UnexplainedEntry};
use outflank_rulebook::shipped_file;
use outflank_tournament::EntrantId;
use outflank_tournament::running::{StageCounts, StagePlay};

const FILE: &str = r#"{
  "outflank": 1,
  "rulebook": "europe",
  "event": "open",
  "stages": [
    {"name": "Swiss", "play": {"system": "swiss", "rounds": 3}, "counts": {"points": true, "bq": true, "rating": true, "places": true}},
    {"name": "Groups", "play": {"system": "groups", "groups": 2, "cycles": 1, "advance": 2}, "counts": {"points": true, "bq": false, "rating": true, "places": true}},
    {"name": "Cup", "play": {"system": "knock_out", "players": 4, "games": 3, "third_place": true}, "counts": {"points": false, "bq": false, "rating": true, "places": true}},
    {"name": "Beside", "play": {"system": "consolation_swiss", "rounds": 2}, "counts": {"points": false, "bq": false, "rating": false, "places": true}},
    {"name": "Last", "play": {"system": "final", "of": 2, "games": 1}, "counts": {"points": false, "bq": false, "rating": true, "places": true}}
  ],
  "entrants": [
    {"id": 1, "name": "Ada Example"},
    {"id": 2, "name": "Bo Sample"}
  ],
  "unexplained": [
    {"id": 1, "points": 0.5, "discs": -24},
    {"id": 2, "points": -1, "discs": -0.5}
  ]
}
"#;

fn refused(text: &str) -> String {
    TournamentFile::read(text.as_bytes())
        .unwrap_err()
        .to_string()
}

#[test]
fn stages_and_figures_are_read_and_written() {
    let (file, _) = TournamentFile::read(FILE.as_bytes()).unwrap();
    assert_eq!(file.write(), FILE);
    assert_eq!(file.stages[4].play, StagePlay::Final { of: 2, games: 1 });
    assert_eq!(file.stages[0].counts, StageCounts::ALL);
    let entry = |id, half_points, half_discs| UnexplainedEntry {
        id: EntrantId(id),
        half_points,
        half_discs,
    };
    assert_eq!(file.unexplained, [entry(1, 1, -48), entry(2, -2, -1)]);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (from, to, says) in [
        (
            "\"rounds\": 3",
            "\"round\": 3",
            "stages[0].play: The field 'rounds' is missing",
        ),
        (
            "\"cycles\": 1",
            "\"cycles\": \"one\"",
            "stages[1].play.cycles: This must be a whole number",
        ),
        (
            "\"of\": 2",
            "\"of\": 2, \"players\": 2",
            "There is no field 'players'. The fields are system, of, games.",
        ),
        ("\"knock_out\"", "\"cup\"", "stages[2].play.system"),
        (
            "\"bq\": false, ",
            "",
            "stages[1].counts: The field 'bq' is missing",
        ),
        (
            "\"points\": 0.5",
            "\"points\": 0.3",
            "unexplained[0].points: This must be a number such as",
        ),
    ] {
        let said = refused(&FILE.replacen(from, to, 1));
        assert!(said.contains(says), "{to}: {said}");
    }
    let text = FILE.replace("\"of\": 2", "\"of\": 3");
    let (file, lines) = TournamentFile::read(text.as_bytes()).unwrap();
    let event = file.event(shipped_file("europe").unwrap(), &lines).unwrap();
    let problems = file.problems(&event, &lines);
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["line 5: stages: Stage 5: a final is for the first two or four players."]
    );
}

/// The schema has the fields the reader knows.
#[test]
fn the_schema_has_them() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../docs/tournament-file.schema.json")).unwrap();
    for (at, from, to) in [
        (
            "/$defs/stage",
            "{\"name\": \"Swiss\",",
            "{\"unknown\": 1, \"name\": \"Swiss\",",
        ),
        (
            "/$defs/stage/properties/counts",
            "{\"points\": true,",
            "{\"unknown\": 1, \"points\": true,",
        ),
        (
            "/$defs/unexplained",
            "{\"id\": 1, \"points\"",
            "{\"unknown\": 1, \"id\": 1, \"points\"",
        ),
    ] {
        let properties = schema.pointer(&format!("{at}/properties")).unwrap();
        let mut known: Vec<String> = properties.as_object().unwrap().keys().cloned().collect();
        known.sort();
        let said = refused(&FILE.replacen(from, to, 1));
        let (_, names) = said.split_once("The fields are ").unwrap();
        let mut names: Vec<&str> = names.trim().trim_end_matches('.').split(", ").collect();
        names.sort_unstable();
        assert_eq!(names, known, "{at}");
    }
}
