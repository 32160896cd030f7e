//! The tournament file: what is read, what is said of what is wrong, and that it comes back the same.

use outflank_formats::tournament_file::{Days, Lines, ResultWord, TournamentFile, WithdrawnEntry};
use outflank_pairing::{Colour, EntrantId, FixedPair, Hand, Place, Seed};
use outflank_rulebook::{HalfDiscs, Raw, System, shipped_file};
use outflank_tournament::{
    Additional, ByColour, DrawnBy, Entrant, GameResult, Gender, ListName, LotsFor, Stage, standings,
};

/// A file with every field.
const FULL: &str = include_str!("files/every_field.json");

fn read(text: &str) -> TournamentFile {
    TournamentFile::read(text.as_bytes()).unwrap().0
}

/// The problems of a text as people read them, the unreadable ones or the impossible ones.
fn problems(text: &str) -> Vec<String> {
    let (file, lines) = match TournamentFile::read(text.as_bytes()) {
        Ok(read) => read,
        Err(error) => return error.problems.iter().map(ToString::to_string).collect(),
    };
    let book = shipped_file(&file.rulebook).unwrap();
    match file.event(book, &lines) {
        Ok(event) => (file.problems(&event, &lines).iter())
            .filter(|problem| problem.refuses_pairing())
            .map(ToString::to_string)
            .collect(),
        Err(problem) => vec![problem.to_string()],
    }
}

#[test]
fn lots_drawn_by_hand_put_a_tie_in_order() {
    let event = |order: &str| {
        let text = format!(
            r#"{{"outflank": 1, "rulebook": "wof", "entrants": [
            {{"id": 1, "name": "Ada"}}, {{"id": 2, "name": "Bo"}},
            {{"id": 3, "name": "Cy"}}, {{"id": 4, "name": "Di"}}],
            "played": [{{"games": [{{"black": 1, "white": 2, "discs": [40, 24]}},
            {{"black": 3, "white": 4, "discs": [40, 24]}}]}}],
            "lots": [{{"for": "standings", "after": 1, "order": {order}, "witnesses": ["Eve"]}}]}}"#
        );
        let book = shipped_file("wof").unwrap();
        read(&text).event(book, &Lines::default()).unwrap()
    };
    for order in [[1, 3], [3, 1]] {
        let table = standings(&event(&format!("{order:?}")), 1);
        assert_eq!([table.rows[0].id.0, table.rows[1].id.0], order);
    }
    // A draw of others is no draw for them.
    let by_seed = standings(&event("[2, 4]"), 1);
    assert_eq!(by_seed.draws[0].by, DrawnBy::Seed);
    let said = problems(&FULL.replace("[2, 1, 3, 4]}", "[2, 2, 9]}"));
    let about = |line: &&String| line.contains("lots[1].order");
    assert_eq!(said.iter().filter(about).count(), 2, "{said:?}");
    let unnamed = problems(&FULL.replace("\"after\": 1, \"order\"", "\"order\""));
    assert!(unnamed[0].contains("'after' is missing"), "{unnamed:?}");
}

#[test]
fn every_field_is_read() {
    let file = read(FULL);
    let mut ada = Entrant::new(EntrantId(1), "Ada Example");
    ada.native = Some("Ãda".to_owned());
    ada.country = Some("NOR".to_owned());
    ada.rating = Some(1850);
    ada.gender = Some(Gender::Female);
    ada.born = Some("2012-05-01".parse().unwrap());
    ada.team = Some("NOR".to_owned());
    ada.additional = Some(Additional::Host);
    ada.group_a = Some(true);
    ada.woc_semifinals = vec![2019, 2022];
    ada.seeding = Some(Place(3));
    ada.institute = Some("North School".to_owned());
    ada.category = Some("junior".to_owned());
    ada.wof_id = Some(12345);
    assert_eq!(file.entrants[0], ada);
    assert_eq!(file.entrants[1].name, "Bo \"Sample\"");
    assert_eq!((file.rounds, file.seed), (Some(9), Seed::new(7)));
    assert_eq!(file.system, Some(System::Swiss));
    let dates = ["2026-04-04", "2026-04-05"].map(|day| day.parse().unwrap());
    assert_eq!(file.days, Some(Days::Dates(dates.to_vec())));
    assert_eq!(file.set[0], ("bye_discs".to_owned(), Raw::Number(40)));
    let game = &file.played[0].games[0];
    assert_eq!((game.table, game.moves.as_deref()), (Some(1), Some("f5d6")));
    assert_eq!(game.flags, [Colour::White]);
    let lots = &file.lots[0];
    assert_eq!(lots.purpose, LotsFor::Standings { after: 1 });
    assert_eq!(lots.order, [EntrantId(2), EntrantId(1)]);
    assert_eq!(lots.witnesses, ["Ada Example", "Bo \"Sample\""]);
    assert_eq!(file.lots[1].purpose, LotsFor::RoundRobin);
    assert_eq!(file.lots[2].purpose, LotsFor::FirstRound);
    assert_eq!(file.played[0].games[1].result, Some(ResultWord::Resigned));
    assert_eq!(file.played[1].games[0].winner, Some(Colour::White));
    assert_eq!(
        (file.played[2].stage, file.played[2].list),
        (Stage::Final, Some(ListName::Women))
    );
    let left = WithdrawnEntry {
        id: EntrantId(4),
        after_round: 1,
    };
    assert_eq!(file.withdrawn, [left]);
    let [one, two, three, four] = [1, 2, 3, 4].map(EntrantId);
    assert_eq!(
        file.next,
        Some(Hand {
            absent: vec![three],
            requested_byes: vec![four],
            bye: Some(two),
            fixed: vec![FixedPair::Coloured {
                black: one,
                white: two
            }],
            forbidden: vec![(one, three)],
            avoid: vec![(two, three)],
        })
    );
}

#[test]
fn it_is_written_as_it_was_read() {
    assert_eq!(read(FULL).write(), FULL);
    let crlf = FULL.replace('\n', "\r\n");
    assert_eq!(read(&crlf).write(), FULL);
    let marked = format!("\u{feff}{FULL}");
    assert_eq!(read(&marked).write(), FULL);
}

#[test]
fn the_event_has_the_rulebooks_values_where_the_file_is_silent() {
    let file = read(r#"{"outflank": 1, "rulebook": "bof", "entrants": [{"id": 1, "name": "A"}]}"#);
    let event = file
        .event(shipped_file("bof").unwrap(), &Default::default())
        .unwrap();
    assert_eq!(event.rules.about.event.as_deref(), Some("regional"));
    assert_eq!(event.system, System::RoundRobin);
    assert_eq!(event.seed, Seed::default());
    let event = read(FULL)
        .event(shipped_file("bof").unwrap(), &Default::default())
        .unwrap();
    assert_eq!(
        (event.system, event.rounds, event.year),
        (System::Swiss, 9, Some(2026))
    );
    assert_eq!(
        event.rules.overrides(),
        ["bye_discs", "tie_breaks", "last_resort"]
    );
    assert_eq!(event.rounds_played(), 2);
    // A draw with a winner, as with a draw-win.
    assert_eq!(standings(&event, 2).of(EntrantId(3)).unwrap().points.0, 2);
}

/// clauses: BOF-gen-8, WOC-II.2.c
#[test]
fn the_system_follows_the_rounds_and_the_number_of_entrants() {
    let with = |rulebook: &str, rounds: &str, entrants: u32| {
        let entrants: Vec<String> = (1..=entrants)
            .map(|id| format!(r#"{{"id": {id}, "name": "P"}}"#))
            .collect();
        let entrants = entrants.join(",");
        let text = format!(
            r#"{{"outflank": 1, "rulebook": "{rulebook}", {rounds} "entrants": [{entrants}]}}"#
        );
        let event = read(&text)
            .event(shipped_file(rulebook).unwrap(), &Default::default())
            .unwrap();
        (event.system, event.rounds)
    };
    assert_eq!(with("bof", "", 8), (System::RoundRobin, 7));
    assert_eq!(with("bof", "", 9), (System::Swiss, 7));
    assert_eq!(with("bof", r#""rounds": 9,"#, 9), (System::RoundRobin, 9));
    assert_eq!(with("bof", r#""rounds": 6,"#, 8), (System::Swiss, 6));
    assert_eq!(with("wof", "", 20), (System::ModifiedSwiss, 13));
    assert_eq!(
        with("wof", r#""system": "swiss","#, 20),
        (System::Swiss, 13)
    );
}

/// Changes FULL and expects one sentence.
#[track_caller]
fn says(from: &str, to: &str, expected: &str) {
    assert!(FULL.contains(from), "{from}");
    let text = FULL.replacen(from, to, 1);
    let found = problems(&text);
    assert!(
        found.iter().any(|problem| problem == expected),
        "{found:#?}"
    );
}

#[test]
fn what_is_not_readable_is_named_by_line_and_field() {
    says(
        "\"seed\": 7",
        "\"sede\": 7",
        "line 8: There is no field 'sede'. The fields are outflank, name, rulebook, event, system, rounds, seed, days, set, stages, entrants, played, withdrawn, next, lots, unexplained.",
    );
    says(
        "\"discs\": [40, 24]",
        "\"discs\": [40]",
        "line 19: played[0].games[0].discs: This must be two numbers of discs from 0 to 64, Black's first, such as [40, 24].",
    );
    says(
        "[40, 24]",
        "[40, 24.3]",
        "line 19: played[0].games[0].discs: This must be two numbers of discs from 0 to 64, Black's first, such as [40, 24].",
    );
    says(
        "\"gender\": \"f\"",
        "\"gender\": \"w\"",
        "line 12: entrants[0].gender: This must be one of \"f\", \"m\", \"x\".",
    );
    says(
        "\"born\": \"2012-05-01\"",
        "\"born\": \"1.5.2012\"",
        "line 12: entrants[0].born: '1.5.2012' is not a date. Write year-month-day, such as 2012-05-01.",
    );
    says(
        "\"id\": 2, ",
        "",
        "line 13: entrants[1]: The field 'id' is missing. Add it.",
    );
    says(
        "\"outflank\": 1",
        "\"outflank\": 2",
        "line 2: outflank: Version 2 is not known. This program reads version 1.",
    );
    says(
        "\"rounds\": 9",
        "\"rounds\": 0",
        "line 7: rounds: This must be a number of rounds from 1 to 400.",
    );
    says(
        "\"seed\": 7",
        "\"seed\": 9007199254740992",
        "line 8: seed: This is not a seed. Write a whole number from 0 to 9007199254740991.",
    );
    says(
        "\"bye_discs\": 40",
        "\"bye_disks\": 40",
        "line 10: set.bye_disks: There is no setting 'bye_disks'. Did you mean 'bye_discs'?",
    );
    says(
        "\"national\"",
        "\"county\"",
        "line 5: event: The rulebook 'bof' has no event 'county'. Choose one of regional, national.",
    );
    says(
        "\"by\": \"black\"",
        "\"by\": 2",
        "line 20: played[0].games[1].by: This must be \"black\" or \"white\", or one of the two numbers; 2 is not in this game.",
    );
    says(
        "\"seed\": 7,",
        "\"seed\": 7, \"seed\": 8,",
        "line 1: The field 'seed' appears twice. Remove one of them.",
    );
    says(
        "\"seed\": 7,",
        "\"seed\": 7",
        "line 9: Not valid JSON: expected `,` or `}`. Correct the text just before this point.",
    );
    assert_eq!(
        TournamentFile::read(b"{\n\"name\": \"\xff\"}")
            .unwrap_err()
            .to_string(),
        "line 2: This is not UTF-8 text. Save the file as UTF-8."
    );
}

#[test]
fn what_cannot_have_happened_is_named_by_line_and_field() {
    says(
        "\"white\": 2, \"discs\": [40, 24]",
        "\"white\": 2, \"discs\": [40, 20]",
        "line 19: played[0].games[0].discs: 40-20 does not add up to 64, but empty squares count (BOF gen-9). Enter the official score.",
    );
    says(
        "\"byes\": [1]",
        "\"byes\": [2]",
        "line 24: played[1].byes[0]: Player 2 is in round 2 twice. Remove one of the entries.",
    );
    says(
        "\"byes\": [1]",
        "\"byes\": [11]",
        "line 24: played[1].byes[0]: There is no player 11. Add the player or correct the number.",
    );
    says(
        "\"black\": 1, \"white\": 2, \"discs\"",
        "\"black\": 1, \"white\": 1, \"discs\"",
        "line 19: played[0].games[0]: Player 1 cannot play against themselves. Correct one of the numbers.",
    );
    says(
        "\"id\": 3, \"name\"",
        "\"id\": 2, \"name\"",
        "line 14: entrants[2].id: Player 2 is listed twice. Give one of them another number.",
    );
    says(
        ", \"by\": \"black\"",
        "",
        "line 20: played[0].games[1].result: The side is missing for resigned. Add \"by\": \"black\" or \"white\".",
    );
    says(
        "\"discs\": [32, 32], \"winner\": \"white\"",
        "",
        "line 23: Not valid JSON: key must be a string. Correct the text just before this point.",
    );
    says(
        ", \"discs\": [32, 32], \"winner\": \"white\"",
        "",
        "line 23: played[1].games[0]: The game has no result. Add \"discs\" or a \"result\".",
    );
    says(
        "[32, 32], \"winner\"",
        "[40, 24], \"winner\"",
        "line 23: played[1].games[0].winner: The winner has fewer discs. Correct one of them, or write \"result\": \"adjudicated\" if an official decided this.",
    );
    says(
        "\"result\": \"double_forfeit\"",
        "\"result\": \"double_forfeit\", \"winner\": \"black\"",
        "line 26: played[2].games[0].winner: 'winner' cannot be combined with a double forfeit. Remove one of them.",
    );
    says(
        "\"byes\": [1], \"requested_byes\": [1], \"absent\": [4]",
        "\"byes\": [4], \"absent\": [1]",
        "line 24: played[1].byes[0]: Player 4 withdrew after round 1 (BOF gen-11) and cannot return. Remove the player from later rounds.",
    );
    says(
        "\"after_round\": 1",
        "\"after_round\": 4",
        "line 30: withdrawn[0].after_round: Player 4 is withdrawn after round 4, but only 3 rounds have been played. Correct the round.",
    );
    says(
        "\"absent\": [3], \"requested_byes\"",
        "\"absent\": [2], \"requested_byes\"",
        "line 32: next.bye: Player 2 is named twice for the next round. Remove one of the entries.",
    );
    says(
        "[[1, 3]]",
        "[[3, 3]]",
        "line 32: next.forbidden: Player 3 is paired against themselves. Correct one of the numbers.",
    );
    says(
        "\"name\": \"Cy Model\"",
        "\"name\": \" \"",
        "line 14: entrants[2].name: The name of the player is missing. Add it.",
    );
}

/// What a game of these fields is under a rulebook, and how many problems it has.
fn game(rulebook: &str, fields: &str) -> (GameResult, usize) {
    let text = format!(
        r#"{{"outflank": 1, "rulebook": "{rulebook}", "entrants": [{{"id": 1, "name": "A"}}, {{"id": 2, "name": "B"}}],
           "played": [{{"games": [{{"black": 1, "white": 2, {fields}}}]}}]}}"#
    );
    let (file, lines) = TournamentFile::read(text.as_bytes()).unwrap();
    let event = file.event(shipped_file(rulebook).unwrap(), &lines).unwrap();
    let problems = file.problems(&event, &lines);
    (event.played[0].games[0].result, problems.len())
}

fn discs(black: u16, white: u16) -> ByColour<HalfDiscs> {
    ByColour {
        black: HalfDiscs::discs(black),
        white: HalfDiscs::discs(white),
    }
}

/// clauses: USOA-4.3, USOA-4.4, SOC-III.11.p2.b, PAGE-end-3, PAGE-end-4
#[test]
fn scores_must_be_possible_under_their_rulebook() {
    for (rulebook, score, is_possible) in [
        ("wof", "[40, 24]", true),
        ("wof", "[40, 20]", false),
        ("wof", "[38.5, 25.5]", false),
        ("japan", "[38.5, 25.5]", true),
        ("japan", "[38.5, 25]", false),
        ("europe", "[33, 3]", false),
        ("usoa", "[33, 3]", true),
        ("usoa", "[30, 30]", true),
        ("usoa", "[13, 0]", false),
        ("soc", "[13, 0]", true),
        ("soc", "[30, 30]", false),
        ("soc", "[32, 32]", true),
        ("soc", "[33.5, 30]", false),
        ("usoa", "[40, 30]", false),
    ] {
        let (_, problems) = game(rulebook, &format!("\"discs\": {score}"));
        assert_eq!(problems == 0, is_possible, "{rulebook} {score}");
    }
}

#[test]
fn results_without_a_plain_score() {
    let black = Colour::Black;
    let award = |winner, discs| (GameResult::Adjudicated { discs, winner }, 0);
    assert_eq!(
        game("wof", r#""result": "resigned", "by": "B""#),
        (
            GameResult::Resigned {
                by: black,
                discs: None
            },
            0
        )
    );
    assert_eq!(
        game("wof", r#""result": "resigned", "by": 1"#),
        (
            GameResult::Resigned {
                by: black,
                discs: None
            },
            0
        )
    );
    assert_eq!(
        game("wof", r#""result": "forfeit", "winner": "white""#),
        (GameResult::missing(black), 0)
    );
    // With moves it was no missed game: the director has decided.
    assert_eq!(
        game(
            "wof",
            r#""result": "forfeit", "by": "black", "moves": "f5""#
        ),
        award(Some(Colour::White), discs(0, 64))
    );
    assert_eq!(
        game("wof", r#""result": "adjudicated", "discs": [20, 30]"#),
        award(None, discs(20, 30))
    );
    assert_eq!(
        game(
            "wof",
            r#""result": "adjudicated", "discs": [20, 44], "winner": "black""#
        ),
        award(Some(black), discs(20, 44))
    );
    assert_eq!(
        game("wof", r#""result": "annulled""#),
        (GameResult::Annulled, 0)
    );
    assert_eq!(game("wof", r#""result": "adjudicated""#).1, 1);
    assert_eq!(game("wof", r#""table": 4"#), (GameResult::Pending, 1));
}

#[test]
fn who_is_not_named_is_only_mentioned() {
    let text = FULL
        .replace(", \"absent\": [4]", "")
        .replace("\"after_round\": 1", "\"after_round\": 2");
    let (file, lines) = TournamentFile::read(text.as_bytes()).unwrap();
    let event = file.event(shipped_file("bof").unwrap(), &lines).unwrap();
    let found = file.problems(&event, &lines);
    let said = "line 22: played[1]: Player 4 is not in round 2 and counts as absent. List the player under \"absent\" or \"byes\".";
    let problem = found
        .iter()
        .find(|problem| problem.to_string() == said)
        .unwrap();
    assert!(!problem.refuses_pairing());
}

/// The names a reader knows at a place, from what it says about an unknown one.
fn known_fields(text: &str) -> Vec<String> {
    let found = problems(text);
    let said = found
        .iter()
        .find(|problem| problem.contains("There is no field 'unknown'"));
    let (_, names) = said.unwrap().split_once("The fields are ").unwrap();
    let names = names.trim().trim_end_matches('.');
    let mut names: Vec<String> = names.split(", ").map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn the_schema_knows_the_fields_the_reader_knows() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../docs/tournament-file.schema.json")).unwrap();
    let fields = |at: &str| -> Vec<String> {
        let properties = schema.pointer(&format!("{at}/properties")).unwrap();
        properties.as_object().unwrap().keys().cloned().collect()
    };
    for (at, from, to) in [
        ("", "\"outflank\": 1,", "\"outflank\": 1, \"unknown\": 1,"),
        (
            "/$defs/entrant",
            "{\"id\": 3,",
            "{\"unknown\": 1, \"id\": 3,",
        ),
        (
            "/$defs/round",
            "{\"games\": [",
            "{\"unknown\": 1, \"games\": [",
        ),
        (
            "/$defs/game",
            "{\"table\": 1,",
            "{\"unknown\": 1, \"table\": 1,",
        ),
        (
            "/$defs/withdrawn",
            "{\"id\": 4, \"after_round\"",
            "{\"unknown\": 1, \"id\": 4, \"after_round\"",
        ),
        ("/$defs/next", "\"next\": {", "\"next\": {\"unknown\": 1, "),
        (
            "/$defs/fixed",
            "\"fixed\": [{",
            "\"fixed\": [{\"unknown\": 1, ",
        ),
        (
            "/$defs/lots",
            "{\"for\": \"standings\",",
            "{\"unknown\": 1, \"for\": \"standings\",",
        ),
    ] {
        let mut expected = fields(at);
        expected.sort();
        assert_eq!(known_fields(&FULL.replacen(from, to, 1)), expected, "{at}");
    }
}

#[test]
fn the_examples_are_written_as_the_program_writes_them() {
    for text in [
        include_str!("../../../docs/examples/championship.json"),
        include_str!("../../../docs/examples/regional.json"),
        include_str!("../../../docs/examples/round-robin.json"),
        include_str!("../../../docs/examples/six-players-eight-rounds.json"),
    ] {
        assert_eq!(read(text).write(), text);
        assert_eq!(problems(text), [""; 0]);
    }
}
