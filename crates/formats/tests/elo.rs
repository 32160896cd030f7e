//! Results files of the World Othello Federation, variant by variant and trap by trap.

use outflank_formats::{
    DraftEntrant, DraftEntry, DraftRound, EloDays, EloDraft, EloFile, EloId, EloNameError,
    EloReading, EloRoundName, EloTally, EloWarning, ExportProblem, Field, Known, LeftOut, OfDay,
    Used, WarningCause, elo_file_name,
};
use outflank_pairing::{Colour, EntrantId, HalfPoints};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, CivilDate, DiscCount};

const PAPP: &str = include_str!("files/20261115_Test_Open.ELO");
const PAPP_1_33: &str = include_str!("files/papp_1_33.ELO");
const STORM: &str = include_str!("files/storm.ELO");
const FLIP_THE_DISC: &str = include_str!("files/flip_the_disc.ELO");
const OWN_PROGRAM: &str = include_str!("files/own_program.ELO");
const HEAD: &str = "%%Tournament: T\n%%Country: C\n%%Date: 15/11/2026\n%%Sender: S\n";

fn clean(text: &str) -> EloFile {
    let reading = EloFile::read(text.as_bytes());
    assert!(reading.strange.is_empty(), "{:?}", reading.strange);
    reading.file
}

/// The one strange line below a proper head.
#[track_caller]
fn check_strange(lines: &str, line: u32, used: Used, why: EloWarning) -> EloFile {
    let reading = EloFile::read(format!("{HEAD}{lines}").as_bytes());
    let [strange] = &reading.strange[..] else {
        panic!("{:?}", reading.strange);
    };
    assert_eq!((strange.line, strange.used), (line, used), "{strange}");
    assert_eq!(strange.why, WarningCause::Elo(why));
    reading.file
}

fn day(year: u16, month: u8, day: u8) -> CivilDate {
    CivilDate::new(year, month, day).expect("a day of the calendar")
}

fn number(number: u32) -> EloId {
    EloId::Number(number)
}

#[test]
fn papp_1_37_is_read_and_written_byte_for_byte() {
    let file = clean(PAPP);
    assert_eq!(file.tournament, "Test Open");
    assert_eq!(file.country, "GBR");
    assert_eq!(file.days, Some(EloDays::from(day(2026, 11, 15))));
    assert_eq!(file.sender, "Tess Tester");
    assert_eq!(file.creator.as_deref(), Some("PAPP 1.37.1"));
    assert_eq!(file.created.as_deref(), Some("2026/11/15 18:01"));
    assert_eq!((file.players.len(), file.games().count()), (4, 5));
    let bo = &file.players[1];
    assert_eq!((bo.last.as_str(), bo.first.as_str()), ("VAN SAMPLE", "Bo"));
    assert_eq!(bo.country.as_deref(), Some("NLD"));
    assert_eq!(bo.points, Some(HalfPoints(2)));
    assert_eq!(bo.tally, Some(EloTally::Discs(DiscCount(128))));
    assert_eq!(bo.rating, Some(1500));
    assert_eq!(file.players[2].points, Some(HalfPoints(1)));
    assert_eq!(file.write().as_deref(), Ok(PAPP));
}

#[test]
fn a_new_player_has_a_plus_in_the_list_and_none_in_the_games() {
    let file = clean(PAPP);
    assert_eq!(
        (file.players[2].id.clone(), file.players[2].known),
        (number(150_007), Known::New)
    );
    assert_eq!(file.players[0].known, Known::Listed);
    assert_eq!(file.rounds[0].games[1].black, number(150_007));
}

#[test]
fn a_rating_may_be_negative_and_0_is_none() {
    let file = clean(PAPP);
    assert_eq!(file.players[3].rating, Some(-654));
    assert_eq!(file.players[2].rating, None);
}

#[test]
fn the_sign_is_the_result_and_not_the_discs() {
    let file = clean(PAPP);
    let final_game = &file.rounds[2].games[0];
    assert_eq!(final_game.winner, Some(Colour::Black));
    assert_eq!(final_game.discs.black, final_game.discs.white);
    assert!(final_game.is_decided_otherwise());
    let adjudicated = clean(&format!("{HEAD}%Round: 1\n1 (10)>(54) 2 B\n"));
    assert_eq!(adjudicated.rounds[0].games[0].winner, Some(Colour::Black));
}

#[test]
fn added_results_are_apart_from_the_rounds() {
    let names: Vec<EloRoundName> = clean(PAPP)
        .rounds
        .into_iter()
        .map(|round| round.name)
        .collect();
    let expected = [
        EloRoundName::Number(1),
        EloRoundName::Number(2),
        EloRoundName::Added,
    ];
    assert_eq!(names, expected);
}

#[test]
fn papp_1_33_has_no_rating_and_two_blanks_before_the_colour() {
    let file = clean(PAPP_1_33);
    assert_eq!(file.games().count(), 2);
    assert_eq!(file.players[0].rating, None);
    assert_eq!(file.players[0].points, Some(HalfPoints(4)));
    assert_eq!(
        file.rounds.len(),
        2,
        "added results without a game are no round"
    );
}

#[test]
fn storm_has_one_bracket_a_range_of_days_and_letters_for_numbers() {
    let file = clean(STORM);
    let days = file.days.unwrap();
    assert_eq!(
        (days.first, days.last),
        (day(2025, 4, 12), Some(day(2025, 4, 13)))
    );
    let bo = EloId::MadeUp("a1B2".to_owned());
    assert_eq!(
        (file.players[1].id.clone(), file.players[1].known),
        (bo.clone(), Known::New)
    );
    assert_eq!(file.players[0].tally, Some(EloTally::Brightwell(431)));
    assert_eq!(file.rounds[0].name, EloRoundName::Number(1));
    assert_eq!(
        file.rounds[1].name,
        EloRoundName::Named("Finale".to_owned())
    );
    let first = &file.rounds[0].games[0];
    assert_eq!(
        (first.discs.black, &first.white),
        (HalfDiscs::discs(53), &bo)
    );
    assert_eq!(file.rounds[1].games[0].winner, Some(Colour::White));
}

#[test]
fn what_storm_made_is_not_written_before_everybody_has_a_number() {
    let mut file = clean(STORM);
    let hindrances = file.write().unwrap_err();
    assert!(hindrances.contains(&ExportProblem::NoWofNumber {
        who: "SAMPLE Bo".to_owned()
    }));
    file.players[1].id = number(150_007);
    file.rounds[0].games[0].white = number(150_007);
    file.rounds[1].games[0].black = number(150_007);
    let text = file.write().unwrap();
    assert!(text.contains("%%Date: 12/04/2025\n"), "the first day alone");
    assert!(
        text.contains("%_% +150007, SAMPLE, Bo, FRA,  0, 11, 0\n"),
        "discs, no Brightwell: {text}"
    );
    assert!(
        text.ends_with("%%Added results\n150007 (32)<(32)   5169 B\n"),
        "{text}"
    );
}

#[test]
fn flip_the_disc_has_half_discs_remarks_and_a_hyphen_for_no_rating() {
    let file = clean(FLIP_THE_DISC);
    assert_eq!(file.players.len(), 2);
    assert_eq!(file.players[0].rating, Some(-1052));
    assert_eq!(file.players[1].rating, None);
    assert_eq!(file.players[0].tally, Some(EloTally::Discs(DiscCount(145))));
    assert_eq!(file.rounds[0].games[0].discs.black, HalfDiscs(81));
}

#[test]
fn the_first_player_may_be_white() {
    let file = clean(FLIP_THE_DISC);
    let game = &file.rounds[1].games[0];
    assert_eq!((&game.black, &game.white), (&number(40_325), &number(5169)));
    let lost = clean(&format!("{HEAD}%Round: 1\n1 (10)<(54) 2 W\n"));
    let game = &lost.rounds[0].games[0];
    assert_eq!(
        (&game.black, game.winner),
        (&number(2), Some(Colour::Black))
    );
    assert_eq!(game.discs.black, HalfDiscs::discs(54));
}

#[test]
fn other_programs_leave_out_columns_and_colours() {
    let file = clean(OWN_PROGRAM);
    assert_eq!(file.players[1].last, "DI SAMPLE");
    assert_eq!(file.players[0].points, None);
    assert_eq!(file.rounds[0].games[0].winner, Some(Colour::Black));
    let text = file.write().unwrap();
    assert!(
        text.contains("%_%     148, EXAMPLE, Ada, AUS,  1, 44, 0\n"),
        "counted from the games: {text}"
    );
}

#[test]
fn line_ends_and_letters_of_all_kinds_are_read() {
    let expected = clean(PAPP);
    for end in ["\r", "\r\n"] {
        assert_eq!(clean(&PAPP.replace('\n', end)), expected);
    }
    let latin = b"%%Tournament: \xC9t\xE9\n%%Country: FRA\n%%Date: 1/2/2026\n%%Sender: A\n";
    assert_eq!(EloFile::read(latin).file.tournament, "Été");
    assert_eq!(clean(&format!("\u{feff}{PAPP}")), expected);
}

#[test]
fn the_first_four_lines_are_compulsory_and_in_order() {
    let EloReading { strange, .. } = EloFile::read(b"%%Country: C\n%%Tournament: T\n%%Sender: S\n");
    let told: Vec<(u32, String)> = strange
        .iter()
        .map(|s| (s.line, s.why.to_string()))
        .collect();
    assert_eq!(told.len(), 4);
    assert!(
        told[0].1.contains("%%Country: belongs in line 2"),
        "{told:?}"
    );
    assert!(
        told.iter()
            .any(|(line, why)| *line == 3 && why.contains("%%Date: is missing")),
        "{told:?}"
    );
}

#[test]
fn a_strange_line_is_told_and_the_rest_is_kept() {
    let file = check_strange(
        "%Round: 1\n1 (40)>(24) 2 B\nhello\n3 (40)>(24) 4 B\n",
        7,
        Used::LeftOut,
        EloWarning::NoGame,
    );
    assert_eq!(file.games().count(), 2);
}

#[test]
fn each_kind_of_strange_line_has_its_word() {
    let twice = |id| EloWarning::PlaysTwice {
        id: number(id),
        round: EloRoundName::Number(1),
    };
    let game = "%Round: 1\n1 (40)>(24) 2 B\n";
    check_strange(&format!("{game}3 (40)>(24) 1 B\n"), 7, Used::Kept, twice(1));
    check_strange(
        "7 (40)>(24) 7 B\n",
        5,
        Used::LeftOut,
        EloWarning::PlaysHimself { id: number(7) },
    );
    check_strange("0 (40)>(24) 7 B\n", 5, Used::LeftOut, EloWarning::NoGame);
    check_strange("1 (70)>(24) 7 B\n", 5, Used::LeftOut, EloWarning::NoGame);
    let rest = EloWarning::RestOfLine {
        rest: "and more".to_owned(),
    };
    check_strange("1 (40)>(24) 7 B and more\n", 5, Used::Kept, rest);
    check_strange("%_% 12\n", 5, Used::LeftOut, EloWarning::NoPlayer);
    let list = "%_%     1, A, B, GBR\n";
    let again = EloWarning::PlayerTwice { id: number(1) };
    check_strange(&format!("{list}{list}"), 6, Used::LeftOut, again);
    let unlisted = EloWarning::Unlisted { id: number(2) };
    check_strange(
        &format!("{list}%Round: 1\n1 (40)>(24) 2 B\n"),
        7,
        Used::Kept,
        unlisted,
    );
    let column = EloWarning::NoNumber {
        column: "score",
        text: "many".to_owned(),
    };
    check_strange("%_%     1, A, B, GBR, many\n", 5, Used::Kept, column);
    check_strange(
        "%%Sender: X\n",
        5,
        Used::LeftOut,
        EloWarning::HeaderTwice { name: "Sender" },
    );
    let head = HEAD.replace("15/11/2026", "soon");
    let reading = EloFile::read(head.as_bytes());
    assert_eq!(
        reading.strange[0].why,
        WarningCause::Elo(EloWarning::NoDate)
    );
    assert_eq!(reading.strange[0].line, 3);
}

#[test]
fn lines_of_new_players_from_old_programs_are_players() {
    let file = clean(&format!(
        "{HEAD}% New players :\n%_%150007 NEW, Gil\t{{GBR}}\n%_%150008 NEWER, Hal\t{{GBR}}\n%Round: 1\n150007 (40)>(24) 150008 B\n"
    ));
    assert_eq!(
        (file.players[0].last.as_str(), file.players[0].known),
        ("NEW", Known::New)
    );
}

#[test]
fn file_names_follow_the_pattern() {
    let day = day(2026, 11, 15);
    let check =
        |of_day, name, expected| assert_eq!(elo_file_name(day, of_day, name).as_deref(), expected);
    check(
        OfDay::Only,
        "47th Test--Open!",
        Ok("20261115_47th_Test_Open.ELO"),
    );
    check(OfDay::Nth(0), "A", Ok("20261115a_A.ELO"));
    check(OfDay::Nth(2), " Göteborg ", Ok("20261115c_Goeteborg.ELO"));
    check(OfDay::Nth(26), "A", Err(&EloNameError::TooManyOnOneDay));
    check(OfDay::Only, "例大会", Err(&EloNameError::NoLetters));
    let long = elo_file_name(day, OfDay::Nth(1), &"x".repeat(99)).unwrap();
    assert_eq!(long.len(), 44);
}

#[test]
fn a_writer_lists_everything_that_hinders_it() {
    let mut file = clean(PAPP);
    file.tournament = "Été".to_owned();
    file.country = " ".to_owned();
    file.days = None;
    file.players[0].last = "EXAMPLE, A".to_owned();
    file.players[1].id = number(1_000_000);
    file.players[2].rating = Some(10_000);
    let hindrances = file.write().unwrap_err();
    let expected = [
        ExportProblem::NotPlain {
            field: Field::Tournament,
            text: "Été".to_owned(),
        },
        ExportProblem::Missing {
            field: Field::Country,
        },
        ExportProblem::Missing { field: Field::Date },
        ExportProblem::NoAsciiName {
            who: "EXAMPLE, A Ada".to_owned(),
        },
        ExportProblem::NoWofNumber {
            who: "VAN SAMPLE Bo".to_owned(),
        },
        ExportProblem::UnusualFigure {
            who: "FICTION Cy Dee".to_owned(),
            column: "rating",
        },
    ];
    assert_eq!(hindrances, expected);
}

fn entrant(id: u32, name: &str, wof: Option<u32>, last: Option<&str>) -> DraftEntrant {
    DraftEntrant {
        id: EntrantId(id),
        name: name.to_owned(),
        wof,
        known: Known::Listed,
        last: last.map(str::to_owned),
        first: String::new(),
        country: Some("JPN".to_owned()),
        points: None,
        discs: None,
        rating: None,
    }
}

fn draft() -> EloDraft {
    let score = |black, white| ByColour {
        black: HalfDiscs::discs(black),
        white: HalfDiscs::discs(white),
    };
    let game = |black, white, discs, winner| DraftEntry::Game {
        black: EntrantId(black),
        white: EntrantId(white),
        discs,
        winner,
    };
    let left_out = |who: &[u32], why| DraftEntry::LeftOut {
        who: who.iter().copied().map(EntrantId).collect(),
        why,
    };
    EloDraft {
        tournament: "Test Open".to_owned(),
        country: "Japan".to_owned(),
        days: Some(EloDays::from(day(2026, 11, 15))),
        sender: "Tess Tester".to_owned(),
        creator: None,
        created: None,
        entrants: vec![
            entrant(1, "Ada Example", Some(5169), Some("EXAMPLE")),
            entrant(2, "例太郎", Some(13_687), Some("REI")),
            entrant(3, "Cy Sample", Some(92), Some("SAMPLE")),
        ],
        rounds: vec![
            DraftRound {
                name: EloRoundName::Number(1),
                entries: vec![
                    game(1, 2, score(40, 24), Some(Colour::Black)),
                    left_out(&[3], LeftOut::Bye),
                    left_out(&[1, 3], LeftOut::Annulled),
                    left_out(&[2, 3], LeftOut::NotPlayed),
                ],
            },
            DraftRound {
                name: EloRoundName::Added,
                entries: vec![game(2, 1, score(32, 32), Some(Colour::White))],
            },
        ],
    }
}

#[test]
fn the_leaving_check_lists_what_is_left_out_and_what_was_decided() {
    let check = draft().leaving_check(OfDay::Only);
    assert_eq!(check.file_name.as_deref(), Some("20261115_Test_Open.ELO"));
    assert_eq!(check.hindrances, []);
    let left_out: Vec<(LeftOut, usize)> = check
        .left_out
        .iter()
        .map(|note| (note.why, note.who.len()))
        .collect();
    assert_eq!(
        left_out,
        [
            (LeftOut::Bye, 1),
            (LeftOut::Annulled, 2),
            (LeftOut::NotPlayed, 2)
        ]
    );
    assert_eq!(check.left_out[0].who, ["Cy Sample"]);
    let [final_game] = &check.decided[..] else {
        panic!("{:?}", check.decided);
    };
    assert_eq!(
        (final_game.white.as_str(), final_game.winner),
        ("Ada Example", Some(Colour::White))
    );
    let text = draft().file().unwrap().write().unwrap();
    assert!(text.contains("  5169 (40)>(24)  13687 B\n"));
    assert!(text.ends_with(" 13687 (32)<(32)   5169 B\n"));
    assert!(text.is_ascii());
}

#[test]
fn the_leaving_check_names_entrants_without_number_or_ascii_name() {
    let mut draft = draft();
    draft.entrants[1].last = None;
    draft.entrants[2].wof = None;
    draft.rounds[0].entries.push(DraftEntry::Game {
        black: EntrantId(9),
        white: EntrantId(1),
        discs: ByColour::both(HalfDiscs::discs(32)),
        winner: None,
    });
    let expected = [
        ExportProblem::NoAsciiName {
            who: "例太郎".to_owned(),
        },
        ExportProblem::NoWofNumber {
            who: "Cy Sample".to_owned(),
        },
        ExportProblem::UnknownPlayer {
            who: "player 9".to_owned(),
        },
    ];
    assert_eq!(draft.leaving_check(OfDay::Only).hindrances, expected);
    assert_eq!(draft.file().unwrap_err(), expected);
}

#[test]
fn two_entrants_with_one_number_cannot_leave() {
    let mut draft = draft();
    draft.entrants[2].wof = Some(5169);
    let hindrances = draft.leaving_check(OfDay::Only).hindrances;
    assert!(
        matches!(&hindrances[..], [ExportProblem::SameNumber { .. }]),
        "{hindrances:?}"
    );
}
