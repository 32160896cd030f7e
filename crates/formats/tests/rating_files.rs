//! Results files for rating: taken whole, or left out with every wrong line named.

use outflank_formats::{
    CsvRating, MADE_UP_FROM, RatingFile, RatingProblem, read_ratings_csv, write_ratings_csv,
};
use outflank_tournament::CivilDate;

const GOOD: &str = "\
%%Tournament: Test Open
%%Country: GBR
%%Date: 15/11/2025
%%Sender: Ada Example

%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating
%_%      11, EXAMPLE, Ada, GBR,  3, 84, 1800
%_%      12, SAMPLE, Bo, GBR,  2, 64
%_%   +4013, SAMPLE, Cy, FRA,  1, 44

%Round: 1

    11 (40)>(24)     12 B
%Round: 2

  4013 (20)<(44)     11 B
%Round: 3

    12 (40)>(24)   4013 B
";

fn today() -> CivilDate {
    "2026-01-31".parse().unwrap()
}

fn read(text: &str) -> Result<RatingFile, Vec<RatingProblem>> {
    RatingFile::read(text.as_bytes(), today(), &mut MADE_UP_FROM.clone())
}

/// The line and the beginning of what is said of it.
fn wrong(text: &str) -> Vec<(u32, String)> {
    let problems = read(text).unwrap_err();
    let said = |one: &RatingProblem| (one.line, one.why.to_string());
    problems.iter().map(said).collect()
}

#[track_caller]
fn check(text: &str, line: u32, says: &str) {
    let said = wrong(text);
    let found = said
        .iter()
        .any(|(at, why)| *at == line && why.contains(says));
    assert!(found, "line {line}, '{says}' is not in {said:?}");
}

#[test]
fn a_good_file_gives_its_games() {
    let file = read(GOOD).unwrap();
    assert_eq!((file.games.len(), file.players.len()), (3, 3));
    assert_eq!((file.games[1].a.0, file.games[1].b.0), (4013, 11));
}

#[test]
fn what_is_wrong_is_named_by_its_line_and_nothing_is_taken() {
    check(
        &GOOD.replace("4013 (20)<(44)     11", "11 (20)<(44)     11"),
        16,
        "plays against themselves",
    );
    check(&GOOD.replace("2025", "2026"), 3, "after today");
    check(&GOOD.replace("15/11/2025", "32/11/2025"), 3, "date");
    check(
        &GOOD.replace("4013 (20)<(44)", "4013 (20)?(44)"),
        16,
        "not a game",
    );
    check(&GOOD.replace("%%Country: GBR\n", ""), 2, "%%Country");
}

#[test]
fn a_file_cut_anywhere_is_not_taken() {
    // Cut after every line and in the middle of every line, until nothing but blanks is missing.
    let whole = GOOD.trim_end().len();
    for end in (0..whole).filter(|end| GOOD.is_char_boundary(*end)) {
        let cut = &GOOD[..end];
        let last_line = cut.rfind('\n').map_or(0, |at| at + 1);
        let problems = read(cut).expect_err(&format!("cut at {end}: …{:?}", &cut[last_line..]));
        assert!(!problems.is_empty());
    }
}

/// Tallies of other programs, forfeits and slips of a sender do not throw an event out of the list.
#[test]
fn one_line_that_does_not_add_up_is_no_cut() {
    for (from, to) in [("GBR,  3, ", "GBR,  3.5, "), (", 84, ", ", 85, ")] {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from}");
        assert_eq!(read(&text).map(|file| file.games.len()), Ok(3), "{to}");
    }
}

#[test]
fn players_with_letters_get_numbers_of_their_own() {
    let mut next = MADE_UP_FROM;
    let text = "%%Tournament: T\n%%Country: G\n%%Date: 15/11/2025\n%%Sender: S\n\n%Round: 1\n a1B2 (53>11) 12\n";
    let file = RatingFile::read(text.as_bytes(), today(), &mut next).unwrap();
    assert_eq!((file.games[0].a.0, next), (MADE_UP_FROM, MADE_UP_FROM + 1));
}

#[test]
fn rating_lists_go_out_and_in() {
    let row = |number: u32, rating| CsvRating {
        place: number,
        number: outflank_federation::rating::PlayerNumber(number),
        name: Some("EXAMPLE, Ada".to_owned()),
        country: Some("GBR".to_owned()),
        rating,
        margin: Some(50),
        official: Some(true),
        games: Some(20),
        last_played: Some("2025-11-15".to_owned()),
    };
    let rows = vec![row(1, 1900), row(2, -5)];
    let text = write_ratings_csv(&rows);
    let (read, strange) = read_ratings_csv(text.as_bytes());
    assert_eq!((read, strange.len()), (rows, 0));
    let (none, strange) = read_ratings_csv(b"name\nAda\n");
    assert!(none.is_empty() && !strange.is_empty());
}

#[test]
fn two_numbers_of_one_name_are_one_player_unless_both_play_in_a_round() {
    let heading = "%%Tournament: T\n%%Country: G\n%%Date: 15/11/2025\n%%Sender: S\n";
    let players = "%_% 11, EXAMPLE, Ada, GBR\n%_% 12, SAMPLE, Bo, GBR\n%_% 13, SAMPLE, Bo, GBR\n%_% 14, X, Y, GBR\n";
    let games = "%Round: 1\n 11 (40)>(24) 12 B\n%Round: 2\n 11 (40)>(24) 13 B\n";
    let text = format!("{heading}{players}{games}");
    check(&text, 7, "the numbers 12 and 13");
    let namesakes = format!("{text}%Round: 3\n 11 (40)>(24) 12 B\n 13 (40)>(24) 14 B\n");
    assert!(read(&namesakes).is_ok());
}
