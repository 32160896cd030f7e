//! PAPP's players file and workfile, trap by trap.

use outflank_formats::{
    Millionths, PappGame, PappNumber, PappPlayers, PappReading, PappWarning, PappWorkfile,
    ParseWarning, Used, WarningCause,
};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, CivilDate};

const PLAYERS: &[u8] = include_bytes!("files/joueurs.txt");
const NEW_PLAYERS: &[u8] = include_bytes!("files/nouveaux.txt");
const WORKFILE: &[u8] = include_bytes!("files/papp-internal-workfile.txt");

fn ids(numbers: &[u32]) -> Vec<PappNumber> {
    numbers.iter().copied().map(PappNumber).collect()
}

#[track_caller]
fn check_players(text: &str, people: usize, strange: &[(u32, Used, PappWarning)]) -> PappPlayers {
    let list = PappPlayers::read(text.as_bytes());
    assert_eq!(list.people().len(), people, "{:?}", list.people());
    check_strange(&list.strange, strange);
    list
}

#[track_caller]
fn check_strange(told: &[ParseWarning], expected: &[(u32, Used, PappWarning)]) {
    let told: Vec<_> = told
        .iter()
        .map(|s| (s.line, s.used, s.why.clone()))
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(line, used, why)| (*line, *used, WarningCause::Papp(why.clone())))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn the_list_gives_everybody_with_country_and_rating() {
    let list = PappPlayers::read(PLAYERS);
    assert!(list.strange.is_empty(), "{:?}", list.strange);
    let told: Vec<_> = list
        .people()
        .iter()
        .map(|p| {
            (
                p.number.0,
                p.last.as_str(),
                p.first.as_str(),
                p.country.as_deref(),
                p.rating,
            )
        })
        .collect();
    let expected = [
        (5169, "EXAMPLE", "Ada", Some("GBR"), Some(1641)),
        (13_687, "VAN DER SAMPLE", "Bo Cy", Some("NLD"), Some(-654)),
        (407, "FICTION", "Dee", Some("IRL"), None),
        (501, "SINGLE", "", Some("GBR"), None),
        (502, "THINKER", "", Some("GBR"), Some(2500)),
        (600, "D'EXEMPLE-TEST", "Eva + Fay", Some("F"), None),
    ];
    assert_eq!(told, expected);
    assert_eq!(list.people()[4].author.as_deref(), Some("E. Author"));
    assert_eq!(list.people()[1].comment.as_deref(), Some("paid up 2026"));
}

#[test]
fn new_players_are_added_and_countries_change() {
    let list = PappPlayers::read(PLAYERS).with_new_players(NEW_PLAYERS);
    assert!(list.strange.is_empty(), "{:?}", list.strange);
    let gil = list.person(PappNumber(150_007)).unwrap();
    assert_eq!(
        (gil.last.as_str(), gil.country.as_deref()),
        ("NEWCOMER", Some("GBR"))
    );
    assert_eq!(
        list.person(PappNumber(501)).unwrap().country.as_deref(),
        Some("USA")
    );
}

#[test]
fn a_new_player_whom_the_list_has_by_now_is_told() {
    let list = PappPlayers::read(PLAYERS).with_new_players(b"  5169 OTHER, Name\t{GBR}\n");
    assert_eq!(list.person(PappNumber(5169)).unwrap().last, "EXAMPLE");
    let number = PappNumber(5169);
    assert_eq!(
        list.strange[0].why,
        WarningCause::Papp(PappWarning::NoLongerNew { number })
    );
}

#[test]
fn a_blank_line_must_stand_before_pays_and_federation() {
    let missing = |line| (line, Used::Kept, PappWarning::BlankLineMissing);
    check_players(
        "pays = GBR\n1 A, B\npays = F\n2 C, D\nFederation X\n3 E, F\n",
        3,
        &[missing(3), missing(5)],
    );
}

#[test]
fn percent_underscore_is_white_space_and_percent_a_comment() {
    let list = check_players(
        "1 A, B %_{GBR} %_<12> % {F} <99>\n%_ 2 C, D\n% 3 E, F\n",
        2,
        &[],
    );
    let first = &list.people()[0];
    assert_eq!(
        (first.country.as_deref(), first.rating),
        (Some("GBR"), Some(12))
    );
}

#[test]
fn a_comment_of_one_word_or_behind_a_back_quote_is_told() {
    let word = PappWarning::OneWordComment {
        word: "paid".to_owned(),
    };
    let list = check_players(
        "1 A, B 'paid\n2 C, D 'paid up 2026\n3 E, F `paid up\n4 G, H {GBR} <12> 'so 100% it is\n",
        4,
        &[
            (1, Used::Kept, word),
            (3, Used::Kept, PappWarning::BackQuote),
        ],
    );
    let comments: Vec<_> = list.people().iter().map(|p| p.comment.as_deref()).collect();
    assert_eq!(
        comments,
        [
            Some("paid"),
            Some("paid up 2026"),
            Some("paid up"),
            Some("so 100% it is")
        ]
    );
    assert_eq!(list.people()[0].first, "B");
}

#[test]
fn zero_and_double_numbers_are_left_out() {
    let twice = PappWarning::NumberTwice {
        number: PappNumber(7),
    };
    let list = check_players(
        "0 A, B\n7 C, D\n007 E, F\n",
        1,
        &[
            (1, Used::LeftOut, PappWarning::NumberZero),
            (3, Used::LeftOut, twice),
        ],
    );
    assert_eq!(list.people()[0].last, "C");
}

#[test]
fn letters_with_marks_are_read_and_told() {
    check_players(
        "1 ÉXEMPLE, Zoë\n",
        1,
        &[(1, Used::Kept, PappWarning::NotAscii)],
    );
    let list = PappPlayers::read(b"1 \xC9XEMPLE, Zo\xEB\n");
    assert_eq!(list.people()[0].first, "Zoë");
}

#[test]
fn byte_order_marks_are_skipped_and_all_line_ends_read() {
    check_players("\u{feff}1 A, B\r2 C, D\r\n3 E, F", 3, &[]);
    let wide: Vec<u8> = "\u{feff}1 A, B\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(PappPlayers::read(&wide).people().len(), 1);
}

#[test]
fn what_is_no_player_is_told_and_left_out() {
    let odd = PappWarning::OddName {
        word: "2nd".to_owned(),
    };
    let rest = PappWarning::RestOfLine {
        rest: ") x".to_owned(),
    };
    let nobody = PappWarning::NobodyToMove {
        number: PappNumber(9),
    };
    check_players(
        "hello\n1 A 2nd\n2 C, D ) x\n9 {GBR}\n3 E, F <x>\n4 G, H <1> {GBR}\n5 I, J {Britain}\npays = Britain\n",
        5,
        &[
            (1, Used::LeftOut, PappWarning::NoPlayer),
            (2, Used::Kept, odd),
            (3, Used::Kept, rest),
            (4, Used::LeftOut, nobody),
            (5, Used::Kept, PappWarning::NoRating),
            (6, Used::Kept, PappWarning::OtherOrder),
            (7, Used::Kept, PappWarning::NoCountry),
            (8, Used::Kept, PappWarning::BlankLineMissing),
            (8, Used::LeftOut, PappWarning::NoCountry),
        ],
    );
}

fn game(black: u32, white: u32, half_discs: Option<u16>) -> PappGame {
    PappGame {
        black: PappNumber(black),
        white: PappNumber(white),
        discs: half_discs.map(|black| ByColour {
            black: HalfDiscs(black),
            white: HalfDiscs(128 - black),
        }),
    }
}

#[test]
fn a_workfile_is_replayed_to_its_rounds() {
    let PappReading { file, strange } = PappWorkfile::read(WORKFILE);
    assert!(strange.is_empty(), "{strange:?}");
    assert_eq!(file.name.as_deref(), Some("Test Open #1; 50%"));
    assert_eq!(
        (file.rounds, file.constant),
        (Some(7), Some(Millionths(6_250_000)))
    );
    assert_eq!(file.date, CivilDate::new(2026, 11, 15));
    assert_eq!(file.entrants, ids(&[5169, 13_687, 407, 501, 150_007]));
    assert_eq!(file.new_players[0].last, "NEWCOMER");
    let [first, second] = &file.played[..] else {
        panic!("{:?}", file.played);
    };
    assert_eq!(
        first.games,
        [game(5169, 13_687, Some(67)), game(407, 501, Some(120))]
    );
    assert_eq!((&first.byes, &first.absent), (&vec![], &ids(&[150_007])));
    assert_eq!(second.games, [game(13_687, 407, Some(80))]);
    assert_eq!(second.byes, ids(&[5169]), "present without a pair");
    assert_eq!(second.absent, ids(&[501, 150_007]));
    assert_eq!(file.open.unwrap().games, [game(407, 5169, None)]);
}

#[track_caller]
fn check_workfile(text: &str, strange: &[(u32, Used, PappWarning)]) -> PappWorkfile {
    let reading = PappWorkfile::read(text.as_bytes());
    check_strange(&reading.strange, strange);
    reading.file
}

#[test]
fn a_later_block_overrides_an_earlier_one() {
    let file = check_workfile(
        "& +1 +2 +3 +4;\n(1 2 40);(3 4 40);\nraz-couplage;\n(1 3 40);(2 4 40);\nronde-suivante;",
        &[],
    );
    assert_eq!(
        file.played[0].games,
        [game(1, 3, Some(80)), game(2, 4, Some(80))]
    );
}

#[test]
fn discs_that_do_not_add_up_are_told_and_the_pair_is_kept() {
    let missing = PappWarning::ResultMissing {
        black: PappNumber(1),
        white: PappNumber(2),
    };
    let file = check_workfile(
        "& +1 +2;\n(1 40 2 25);\nronde-suivante;\n",
        &[
            (2, Used::Kept, PappWarning::WrongSum),
            (3, Used::Kept, missing),
        ],
    );
    assert_eq!(file.played[0].games, [game(1, 2, None)]);
}

#[test]
fn each_player_once_a_round_and_present() {
    let file = check_workfile(
        "& +1 +2 -3;\n(1 2 40);\n(2 1 40);\n(3 4 40);\n(5 5);\nronde-suivante;\n",
        &[
            (
                3,
                Used::LeftOut,
                PappWarning::PlaysTwice {
                    number: PappNumber(2),
                },
            ),
            (
                4,
                Used::Kept,
                PappWarning::NotPresent {
                    number: PappNumber(3),
                },
            ),
            (
                4,
                Used::Kept,
                PappWarning::NotPresent {
                    number: PappNumber(4),
                },
            ),
            (
                5,
                Used::LeftOut,
                PappWarning::PlaysHimself {
                    number: PappNumber(5),
                },
            ),
        ],
    );
    assert_eq!(file.played[0].games.len(), 2);
    assert_eq!(file.played[0].absent, []);
}

#[test]
fn strange_commands_are_told_and_the_rest_is_kept() {
    let word = |word: &str| PappWarning::NoEntry {
        word: word.to_owned(),
    };
    let file = check_workfile(
        "& +1 +2 3 +x;\nhello;\n#_Date = \"soon\";\n(1);\n(1 2 40)\nronde-suivante",
        &[
            (1, Used::LeftOut, word("3")),
            (1, Used::LeftOut, word("+x")),
            (2, Used::LeftOut, PappWarning::UnknownCommand),
            (
                3,
                Used::LeftOut,
                PappWarning::UnclearHeader { header: "Date" },
            ),
            (4, Used::LeftOut, PappWarning::NoPair),
            (5, Used::Kept, PappWarning::SemicolonMissing),
            (6, Used::Kept, PappWarning::SemicolonMissing),
        ],
    );
    assert_eq!(file.played[0].games, [game(1, 2, Some(80))]);
}
