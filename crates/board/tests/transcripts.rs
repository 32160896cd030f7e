//! Transcripts as people and programs write them, and games played through.

use outflank_board::{
    BySide, Illegal, Move, PassStyle, Position, Replay, ReplayError, Side, TRANSCRIPT_MAX,
    Transcript, TranscriptProblem, WhyNot, fast_replay, replay,
};

/// White has to pass once, before the last disc.
const WITH_PASS: &str =
    "d3e3f4c3d2c5b6e1b2g3f5b4b3b1a1f6a3a5g5h4h6c7a7f3h3b5g7h5d6f7f8f2c1b7b8h2h1e7d8g1";

fn parse(text: &str) -> Transcript {
    Transcript::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> Replay {
    replay(&parse(text), Position::start()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> ReplayError {
    replay(&parse(text), Position::start()).expect_err("the game is wrong")
}

#[test]
fn squares_are_read_in_either_case_with_or_without_separators() {
    let expected = parse("f5d6c3d3c4");
    for text in [
        "F5D6C3D3C4",
        "F5d6C3d3C4",
        "f5 d6 c3 d3 c4",
        " f5,d6,\tc3\r\nd3 , c4\n",
        "f5d6 C3D3c4",
    ] {
        assert_eq!(parse(text), expected, "{text:?}");
    }
    assert_eq!(parse("").entries, []);
}

#[test]
fn passes_are_read_in_every_convention() {
    for pass in ["PA", "pa", "Pa", "ps", "PS", "--", "pass", "PASS", "Pass"] {
        for text in [
            format!("f5{pass}d6"),
            format!("f5 {pass} d6"),
            format!("f5,{pass},d6"),
        ] {
            let moves: Vec<Move> = parse(&text).moves().collect();
            assert_eq!(
                moves,
                ["f5", "pass", "d6"].map(|mv| mv.parse().unwrap()),
                "{text}"
            );
        }
    }
    let moves: Vec<String> = parse("papassps--pa")
        .moves()
        .map(|mv| mv.to_string())
        .collect();
    assert_eq!(moves, ["pass"; 5]);
}

#[test]
fn signs_give_the_side() {
    let transcript = parse("+d3-c3+c4: -04 10");
    let sides: Vec<Option<Side>> = transcript.entries.iter().map(|entry| entry.side).collect();
    assert_eq!(
        sides,
        [Some(Side::Black), Some(Side::White), Some(Side::Black)]
    );
    assert!(!game("+d3-c3+c4: -04 10").complete);
    let error = refused("+d3+c3");
    assert_eq!(
        error,
        ReplayError::WrongSide {
            number: 2,
            side: Side::White,
            mv: "c3".parse().unwrap()
        }
    );
    assert_eq!(
        error.to_string(),
        "move 2 (c3): the sign says Black, but it is White's turn. Correct the sign or the moves before it."
    );
}

#[test]
fn what_cannot_be_read_is_named_with_its_column() {
    let cases = [
        ("f5d", 3, "d", TranscriptProblem::CutOff),
        ("f5d6i9", 5, "i9", TranscriptProblem::NotAMove),
        ("f5 d9", 4, "d9", TranscriptProblem::NotAMove),
        ("f5 d 6", 4, "d", TranscriptProblem::NotAMove),
        ("5f", 1, "5f", TranscriptProblem::NotAMove),
        ("f5p", 3, "p", TranscriptProblem::CutOff),
        ("f5px", 3, "px", TranscriptProblem::NotAMove),
        ("f5-", 3, "-", TranscriptProblem::CutOff),
        ("f5 + d6", 4, "+", TranscriptProblem::NotAMove),
        ("f5++d6", 3, "++", TranscriptProblem::NotAMove),
        ("f5é6", 3, "é6", TranscriptProblem::NotAMove),
        ("f5: win", 5, "win", TranscriptProblem::NotAResult),
        ("f5\u{a0}d6", 3, "\u{a0}d", TranscriptProblem::NotAMove),
        ("f5;d6", 3, ";d", TranscriptProblem::NotAMove),
    ];
    for (text, column, token, problem) in cases {
        let error = Transcript::parse(text).unwrap_err();
        assert_eq!(
            (
                error.line,
                error.column,
                error.token.as_str(),
                error.problem
            ),
            (1, column, token, problem),
            "{text}"
        );
    }
    let error = Transcript::parse("f5d6\nc3 i9").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 4: `i9` is not a move. Write a square from a1 to h8, or write a pass as pa, ps, pass or --."
    );
    let error = Transcript::parse("f5d").unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 3: `d` is only part of a move. Complete the square or remove it."
    );
    let long = "a1".repeat(TRANSCRIPT_MAX + 1);
    assert_eq!(
        Transcript::parse(&long).unwrap_err().problem,
        TranscriptProblem::TooLong
    );
}

#[test]
fn omitted_passes_are_inserted_and_written_ones_are_taken() {
    let omitted = game(WITH_PASS);
    assert!(omitted.complete);
    assert_eq!((omitted.discs_placed(), omitted.passes()), (40, 1));
    assert_eq!(omitted.count(), BySide::new(41, 3));
    let pass = omitted.plies[39];
    assert_eq!(
        (pass.side, pass.mv, pass.inserted),
        (Side::White, Move::Pass, true)
    );
    assert_eq!(omitted.positions().count(), 42);

    for style in PassStyle::ALL {
        let transcript = omitted.transcript();
        for text in [transcript.text(style), transcript.text_with_blanks(style)] {
            let again = game(&text);
            assert_eq!(again.last(), omitted.last(), "{style:?}");
            assert_eq!(again.passes(), 1, "{style:?}");
            assert_eq!(
                again.plies[39].inserted,
                style == PassStyle::Omitted,
                "{style:?}"
            );
        }
    }
    assert_eq!(omitted.transcript().text(PassStyle::Omitted), WITH_PASS);
    assert!(omitted.transcript().to_string().ends_with("d8pag1"));
}

#[test]
fn whole_games_end_as_they_are_known_to_end() {
    // moves, passes, discs, board
    let cases = [
        (
            "e6f4e3f6g5d6e7f5c5",
            0,
            BySide::new(13, 0),
            "......../......../....B.../...BBB../..BBBBB./...BBB../....B.../........",
        ),
        (
            "d3c5d6c7f6d2b5b4c3b6e1b3b8d1a5f1a3d7d8",
            0,
            BySide::new(20, 3),
            "...WWW../...B..../BBBB..../.B.BB.../BBBBB.../.B.B.B../..BB..../.B.B....",
        ),
        (
            WITH_PASS,
            1,
            BySide::new(41, 3),
            "BBB.W.BB/.B.B.B.B/BBBBBBWB/.B.BBB.B/WBBBBBBB/.B.B.B.B/BBB.BBB./.B.B.B..",
        ),
        (
            "f5f4f3f6d3f2g6c3b3b2g4g3b1d2c4c5f1g2g1g5c6a1h6a2b5c7f7d6c2h5b8e7d1a4a3g7h4e3e6h1d8e1e8b4f8h2c1h8a6b6h3g8a5h7b7c8d7a7a8e2",
            0,
            BySide::new(17, 47),
            "WBBBWWWW/WWWWWWWW/WWBWWWBW/WBWWWBWW/WWWBBBBW/WWBBBWWW/WBWWWWWW/BBWWWWWW",
        ),
        (
            "d3c5e6f7c6c4e7f4b3f6g4e3f5d6d2b4b6g5c7h4g3d1a4g2h5c3c1g6h6a2h3f3h2c8b2a3b5f8a1e1e2c2g1a7g8b1d8f1a6d7b7f2e8a8b8h8h7g7a5h1",
            2,
            BySide::new(16, 48),
            "BWWWWWWW/BWWWWWWW/BWWWWWBW/BWBWWWBW/WWWWBWBW/WWWWWBBW/WBWBBBBW/WWWWWWWW",
        ),
    ];
    for (moves, passes, discs, board) in cases {
        let game = game(moves);
        assert!(game.complete, "{moves}");
        assert_eq!((game.passes(), game.count()), (passes, discs), "{moves}");
        assert_eq!(game.last().diagram_in_one_line(), board, "{moves}");
    }
}

#[test]
fn a_beginning_of_a_game_is_not_complete() {
    assert!(!game("").complete);
    assert!(!game("f5d6c3").complete);
    // Black is to move and must pass; the game goes on.
    let due = game(&WITH_PASS[..78]);
    assert!(!due.complete && due.last().must_pass());
    assert_eq!(due.passes(), 0);
}

#[test]
fn an_illegal_move_is_named_with_its_number_side_and_reason() {
    let error = refused("f5d6c3d3c4e3");
    let ReplayError::Illegal {
        number: 6,
        side: Side::White,
        illegal: Illegal::Disc { why, .. },
        ..
    } = &error
    else {
        assert_eq!(error.to_string(), "");
        return;
    };
    assert!(matches!(why, WhyNot::FlanksNothing { .. }), "{error}");

    assert_eq!(
        refused("f5e3").to_string(),
        "move 2 (White e3): e3 flanks nothing: the line e4 e5 ends on the empty square e6."
    );
    assert_eq!(
        refused("f5f5").to_string(),
        "move 2 (White f5): f5 is occupied by a black disc."
    );
    assert_eq!(
        refused("a1").to_string(),
        "move 1 (Black a1): a1 has no white disc beside it."
    );
    assert_eq!(
        refused("f5pa").to_string(),
        "move 2 (White pass): White cannot pass, because there is a legal move at f4 d6 f6."
    );
}

#[test]
fn nothing_may_follow_the_end_of_the_game() {
    let wipe_out = "e6f4e3f6g5d6e7f5c5";
    for rest in ["a1", "pa", "--"] {
        let error = refused(&format!("{wipe_out}{rest}"));
        assert!(
            matches!(error, ReplayError::AfterEnd { number: 10, .. }),
            "{error}"
        );
    }
    assert_eq!(
        refused(&format!("{wipe_out}a1")).to_string(),
        "move 10 (a1): the game was already over, because neither side could move. Remove this move and everything after it."
    );
}

#[test]
fn a_game_may_begin_from_any_position() {
    let start: Position =
        "BW....../......../......../......../......../......../......../........ W"
            .parse()
            .unwrap();
    let game = replay(&parse("c1"), start).unwrap();
    assert_eq!((game.passes(), game.complete), (1, true));
    assert_eq!(game.plies[0].side, Side::White);
}

#[test]
fn the_fast_replay_tells_the_same() {
    let game = fast_replay(WITH_PASS.as_bytes()).unwrap();
    assert_eq!((game.moves, game.passes, game.complete), (40, 1, true));
    assert_eq!(game.count(), BySide::new(41, 3));
    let error = fast_replay(b"f5e3").unwrap_err();
    assert_eq!(error.to_string(), refused("f5e3").to_string());
    assert_eq!(
        fast_replay(b"f5d").unwrap_err().to_string(),
        Transcript::parse("f5d").unwrap_err().to_string()
    );
    assert_eq!(
        fast_replay(b"f5\xff").unwrap_err().to_string(),
        "column 3: the byte 0xff is not UTF-8 text. Save the file as plain text."
    );
}
