//! Boards in text: diagrams and OBF lines.

use outflank_board::{
    DiagramError, Move, Obf, ObfError, ObfItem, ParsePositionError, Position, Side,
};

const START: &str = "......../......../......../...WB.../...BW.../......../......../........";

fn read(text: &str) -> Position {
    Position::from_diagram(text, Side::Black).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    Position::from_diagram(text, Side::Black)
        .expect_err("the diagram is wrong")
        .to_string()
}

#[test]
fn a_diagram_is_read_in_all_its_forms() {
    let lines = START.replace('/', "\n");
    let spaced: String = lines.chars().flat_map(|c| [c, ' ']).collect();
    let bordered = Position::start().diagram_with_border();
    let both_sides = "   A B C D E F G H\n".to_owned()
        + &lines
            .lines()
            .enumerate()
            .map(|(n, row)| format!("{0} |{row}| {0}\n", n + 1))
            .collect::<String>()
        + "   A B C D E F G H\n";
    let crlf = lines.replace('\n', "\r\n");
    let stars = lines.replace('B', "*").replace('W', "O").replace('.', "-");
    let crosses = lines.replace('B', "X").replace('W', "o").replace('.', "_");
    let small = lines.replace('B', "b").replace('W', "w");
    for text in [
        START,
        &lines,
        &spaced,
        &bordered,
        &both_sides,
        &crlf,
        &stars,
        &crosses,
        &small,
    ] {
        assert_eq!(read(text), Position::start(), "{text}");
    }
}

#[test]
fn a_diagram_is_printed_in_three_forms() {
    let start = Position::start();
    assert_eq!(start.diagram_in_one_line(), START);
    assert_eq!(start.diagram(), START.replace('/', "\n") + "\n");
    assert_eq!(
        start.diagram_with_border().lines().nth(4),
        Some("4 . . . W B . . .")
    );
}

#[test]
fn a_bad_diagram_is_named_with_its_place() {
    let lines = START.replace('/', "\n");
    assert_eq!(
        refused(&lines.replace("WB", "W?")),
        "line 4, column 5: `?` is not a cell. Use B for a black disc, W for a white disc or . for an empty square."
    );
    assert_eq!(
        refused(&START.replace("WB", "W?")),
        "line 1, column 32: `?` is not a cell. Use B for a black disc, W for a white disc or . for an empty square."
    );
    assert_eq!(
        refused(&lines.replace("WB...", "WB..")),
        "line 4, column 7: row 4 has 7 cells. Write 8 cells in each row."
    );
    assert_eq!(
        refused(&lines.replace("WB...", "WB....")),
        "line 4, column 9: row 4 has 9 cells. Write 8 cells in each row."
    );
    assert_eq!(
        refused(&lines[..lines.len() - 9]),
        "line 7: the diagram ends after 7 rows. Write all 8 rows."
    );
    assert_eq!(
        refused(&format!("{lines}\n........")),
        "line 9, column 1: there is a ninth row. A board has 8 rows."
    );
    let upside_down: String = (1..=8)
        .rev()
        .map(|row| format!("{row}........\n"))
        .collect();
    assert_eq!(
        refused(&upside_down),
        "line 1, column 1: row 1 is numbered 8. Number the rows from 1 at the top to 8."
    );
    assert!(matches!(
        Position::from_diagram("", Side::Black),
        Err(DiagramError::TooFewRows { rows: 0, .. })
    ));
}

#[test]
fn a_position_is_stored_as_its_rows_and_the_side_to_move() {
    let text = format!("{START} B");
    assert_eq!(Position::start().to_string(), text);
    assert_eq!(text.parse(), Ok(Position::start()));
    assert_eq!(
        serde_json::to_string(&Position::start()).unwrap(),
        format!("{text:?}")
    );
    assert_eq!(
        serde_json::from_str::<Position>(&format!("{text:?}")).unwrap(),
        Position::start()
    );
    assert_eq!(START.parse::<Position>(), Err(ParsePositionError::NoSide));
    assert!(matches!(
        format!("{START} red").parse::<Position>(),
        Err(ParsePositionError::Side(_))
    ));
    assert!(matches!(
        "... B".parse::<Position>(),
        Err(ParsePositionError::Diagram(_))
    ));
}

/// Row 1 to 8 of a position used for endgame tests, as in OBF files.
const CELLS: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";

#[test]
fn an_obf_line_is_read_with_its_scores() {
    let obf: Obf = format!("{CELLS} X; A2:+38; C7:+36;H8:-2;PA:+0; --:-127;")
        .parse()
        .unwrap();
    assert_eq!(obf.position.to_move(), Side::Black);
    assert_eq!(obf.position.at("h1".parse().unwrap()), Some(Side::Black));
    assert_eq!(obf.position.at("a2".parse().unwrap()), None);
    let scored = |mv: &str, score| ObfItem::Scored {
        mv: mv.parse().unwrap(),
        score,
    };
    let expected = [
        scored("a2", 38),
        scored("c7", 36),
        scored("h8", -2),
        ObfItem::Scored {
            mv: Move::Pass,
            score: 0,
        },
        ObfItem::Filler,
    ];
    assert_eq!(obf.items, expected);
    assert_eq!(
        obf.to_string(),
        format!("{CELLS} X; A2:+38; C7:+36; H8:-2; PA:+0; --:-127;")
    );
}

#[test]
fn an_obf_line_may_end_after_the_side() {
    for text in [
        format!("{CELLS} O"),
        format!("{CELLS} O;"),
        format!("{CELLS} O;\r\n"),
        format!("{CELLS}O ;"),
    ] {
        let obf: Obf = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            (obf.position.to_move(), obf.items.len()),
            (Side::White, 0),
            "{text}"
        );
    }
    let stars: Obf = format!("{} *;", CELLS.replace('X', "*")).parse().unwrap();
    assert_eq!(stars.position.to_move(), Side::Black);
}

#[test]
fn a_bad_obf_line_is_named_with_its_column() {
    let refused = |text: &str| text.parse::<Obf>().unwrap_err().to_string();
    assert_eq!(
        refused(&CELLS.replacen('X', "?", 1)),
        "column 8: `?` is not a cell. Use X for a black disc, O for a white disc or - for an empty square."
    );
    assert_eq!(
        refused(&CELLS[..60]),
        "The line has 60 cells. Write all 64, then a space and the side to move."
    );
    assert_eq!(
        refused(CELLS),
        "column 65: `` is not a side to move. Write X for Black or O for White after the cells."
    );
    assert_eq!(
        refused(&format!("{CELLS} -;")),
        "column 66: `-` is not a side to move. Write X for Black or O for White after the cells."
    );
    assert_eq!(
        refused(&format!("{CELLS} X; A2:+38; C9:+36;")),
        "column 77: `C9:+36` is not a move with its score. Write it in the form A2:+38;"
    );
    let many = format!("{CELLS} X;{}", "A2:+1;".repeat(100));
    assert!(matches!(
        many.parse::<Obf>(),
        Err(ObfError::TooManyItems { .. })
    ));
}
