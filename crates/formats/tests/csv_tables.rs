//! Tables of players and results.

use outflank_formats::{
    CsvPlayer, CsvResult, CsvStrange, CsvWhat, Strange, guarded, read_players_csv,
    read_results_csv, unguarded, write_players_csv, write_results_csv,
};
use outflank_pairing::{Colour, EntrantId, Place};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{
    Additional, ByColour, CivilDate, Entrant, Game, GameResult, Gender, Stage,
};

fn full_player() -> CsvPlayer {
    let mut entrant = Entrant::new(EntrantId(7), "=Ada, \"the\" Example");
    entrant.native = Some("例\nエイダ".to_owned());
    entrant.country = Some("JPN".to_owned());
    entrant.rating = Some(-654);
    entrant.gender = Some(Gender::Female);
    entrant.born = CivilDate::new(2012, 5, 1);
    entrant.team = Some("+1".to_owned());
    entrant.institute = Some("@school".to_owned());
    entrant.category = Some("-".to_owned());
    entrant.wof_id = Some(13_687);
    entrant.additional = Some(Additional::Host);
    entrant.group_a = Some(true);
    entrant.woc_semifinals = vec![2019, 2023];
    entrant.seeding = Some(Place(3));
    CsvPlayer {
        entrant,
        ascii: Some("EXAMPLE, Ada".to_owned()),
    }
}

#[test]
fn players_are_written_and_read_back() {
    let players = [
        full_player(),
        CsvPlayer {
            entrant: Entrant::new(EntrantId(8), "Bo"),
            ascii: None,
        },
    ];
    let text = write_players_csv(&players);
    let table = read_players_csv(text.as_bytes());
    assert!(table.strange.is_empty(), "{:?}", table.strange);
    assert_eq!(table.players, players);
}

#[test]
fn no_cell_starts_like_a_formula() {
    let text = write_players_csv(&[full_player()]);
    assert!(text.contains("\"'=Ada, \"\"the\"\" Example\""), "{text}");
    assert!(text.contains(",'+1,'@school,'-,"), "{text}");
    assert!(
        text.contains(",-654,"),
        "a negative rating is a number: {text}"
    );
}

#[test]
fn guarding_can_be_taken_back() {
    for cell in [
        "", "=1", "'=1", "''+x", "'abc", "-", "-5", "'-5", "@", "a=b", "+5",
    ] {
        assert_eq!(unguarded(&guarded(cell)), cell);
    }
}

#[test]
fn results_are_written_and_read_back() {
    let score = |black, white| ByColour {
        black: HalfDiscs(black),
        white: HalfDiscs(white),
    };
    let results = [
        GameResult::Played {
            discs: score(80, 48),
            winner: None,
        },
        GameResult::Played {
            discs: score(64, 64),
            winner: Some(Colour::White),
        },
        GameResult::Played {
            discs: score(77, 51),
            winner: None,
        },
        GameResult::Resigned {
            by: Colour::Black,
            discs: None,
        },
        GameResult::Forfeit {
            by: Colour::White,
            discs: Some(score(128, 0)),
            arrived: false,
        },
        GameResult::both_missing(),
        GameResult::Adjudicated {
            discs: score(20, 44),
            winner: Some(Colour::Black),
        },
        GameResult::Annulled,
        GameResult::Pending,
    ];
    let mut rows: Vec<CsvResult> = results
        .into_iter()
        .map(|result| CsvResult {
            round: 1,
            stage: Stage::Swiss,
            table: Some(4),
            what: CsvWhat::Game(Game {
                black: EntrantId(1),
                white: EntrantId(2),
                result,
                of: None,
            }),
        })
        .collect();
    for (stage, what) in [
        (Stage::Swiss, CsvWhat::Bye(EntrantId(3))),
        (Stage::Final, CsvWhat::Absent(EntrantId(4))),
    ] {
        rows.push(CsvResult {
            round: 2,
            stage,
            table: None,
            what,
        });
    }
    let table = read_results_csv(write_results_csv(&rows).as_bytes());
    assert!(table.strange.is_empty(), "{:?}", table.strange);
    assert_eq!(table.rows, rows);
}

#[test]
fn columns_come_in_any_order_and_with_any_delimiter() {
    for text in [
        "Country;Name;WOF id\nGBR;Ada;12\n",
        "name\tcountry\twof_id\nAda\tGBR\t12\n",
        "name,country,wof-id\nAda,GBR,12",
    ] {
        let table = read_players_csv(text.as_bytes());
        assert!(table.strange.is_empty(), "{:?}", table.strange);
        let ada = &table.players[0].entrant;
        assert_eq!(
            (ada.id, ada.name.as_str(), ada.wof_id),
            (EntrantId(1), "Ada", Some(12))
        );
    }
    let latin = read_players_csv(b"name\nZo\xEB\n");
    assert_eq!(latin.players[0].entrant.name, "Zoë");
}

#[test]
fn a_strange_row_is_told_and_the_rest_is_kept() {
    let table = read_players_csv(
        b"id,name,rating,shoe\n1,Ada,1500,\n2,,3,\n1,Bo,3,\n4,Cy,fast,\n5,Dee,,\n",
    );
    let told: Vec<(u32, &Strange)> = table.strange.iter().map(|s| (s.line, &s.why)).collect();
    let expected = [
        (
            1,
            Strange::Csv(CsvStrange::ColumnUnknown {
                column: "shoe".to_owned(),
            }),
        ),
        (3, Strange::Csv(CsvStrange::CellEmpty { column: "name" })),
        (4, Strange::Csv(CsvStrange::IdTwice { id: 1 })),
        (
            5,
            Strange::Csv(CsvStrange::CellUnclear {
                column: "rating",
                text: "fast".to_owned(),
                hint: "Write a whole number",
            }),
        ),
    ];
    assert_eq!(told, expected.each_ref().map(|(line, why)| (*line, why)));
    assert_eq!(table.players.len(), 2);
}

#[test]
fn a_result_needs_what_its_word_says() {
    let check = |row: &str, why: CsvStrange| {
        let text = format!("round,black,white,black_discs,white_discs,result,by\n{row}\n");
        let table = read_results_csv(text.as_bytes());
        assert_eq!(table.strange.len(), 1, "{row}: {:?}", table.strange);
        assert_eq!(table.strange[0].why, Strange::Csv(why), "{row}");
    };
    check(
        "1,1,2,40,,,",
        CsvStrange::CellEmpty {
            column: "white_discs",
        },
    );
    check("1,1,2,,,resigned,", CsvStrange::CellEmpty { column: "by" });
    check(
        "1,1,2,,,adjudicated,",
        CsvStrange::CellEmpty {
            column: "black_discs",
        },
    );
    check("1,1,,40,24,,", CsvStrange::CellEmpty { column: "white" });
    check("1,1,1,40,24,,", CsvStrange::PlaysHimself { id: 1 });
    check(",1,2,40,24,,", CsvStrange::CellEmpty { column: "round" });
}

#[test]
fn a_table_without_its_columns_says_so() {
    let table = read_results_csv(b"");
    assert_eq!(table.strange.len(), 2);
    let table = read_players_csv(b"who,what\n1,2\n");
    assert!(table.players.is_empty());
}
