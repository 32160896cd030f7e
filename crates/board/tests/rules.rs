//! The rules of the board, clause by clause.

use Side::{Black, White};
use outflank_board::{
    BySide, Illegal, LineEnd, Move, Position, Setup, Side, Square, SquareSet, Symmetry, WhyNot,
    canonical, explain,
};

fn sq(name: &str) -> Square {
    name.parse().expect("a square")
}

fn set(names: &str) -> SquareSet {
    names.parse().expect("squares")
}

fn board(rows: &str, to_move: Side) -> Position {
    Position::from_diagram(rows, to_move).expect("a diagram")
}

/// A board with these first rows and nothing below.
fn top(rows: &str) -> Position {
    let missing = 8 - rows.split('/').count();
    board(&format!("{rows}{}", "/........".repeat(missing)), Black)
}

fn play(position: Position, moves: &str) -> Position {
    moves.split(' ').fold(position, |position, mv| {
        position
            .play(mv.parse().expect("a move"))
            .expect("a legal move")
    })
}

fn flips(position: Position, square: &str) -> String {
    position.flips(position.to_move(), sq(square)).to_string()
}

fn refusal(position: Position, square: &str) -> String {
    position
        .play(Move::Disc(sq(square)))
        .expect_err("an illegal move")
        .to_string()
}

/// clauses: USOA-1.1, PAGE-equip-2
#[test]
fn discs_and_empty_squares_are_64_at_every_ply_and_each_move_adds_one_disc() {
    let mut position = Position::start();
    let mut discs = 4;
    loop {
        let BySide { black, white } = position.count();
        assert_eq!(black + white, discs);
        assert_eq!(usize::from(discs) + position.empties().len(), 64);
        assert!(position.black().is_disjoint(position.white()));
        match position.legal_moves().first() {
            Some(square) => {
                position = position.play(square.into()).unwrap();
                discs += 1;
            }
            None if position.must_pass() => position = position.play(Move::Pass).unwrap(),
            None => break,
        }
    }
    assert!(discs <= 64 && position.is_over());
}

/// clauses: PAGE-equip-2
#[test]
fn a_square_holds_one_disc() {
    let setup = Setup {
        black: set("a1 b1"),
        white: set("b1 c1"),
        to_move: Black,
    };
    let error = Position::try_from(setup).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b1 would hold both a black and a white disc. Put only one disc on each square."
    );
    assert_eq!(
        refusal(Position::start(), "d4"),
        "d4 is occupied by a white disc"
    );
    assert_eq!(
        refusal(Position::start(), "e4"),
        "e4 is occupied by a black disc"
    );
}

/// clauses: PAGE-equip-1
#[test]
fn the_border_of_labels_may_be_shown_or_not() {
    let start = Position::start();
    let bordered = start.diagram_with_border();
    assert!(
        bordered.starts_with("  a b c d e f g h\n1 . . . . . . . .\n"),
        "{bordered}"
    );
    assert!(
        bordered.contains("\n4 . . . W B . . .\n5 . . . B W . . .\n"),
        "{bordered}"
    );
    assert_eq!(board(&bordered, Black), start);
    assert_eq!(board(&start.diagram(), Black), start);
}

/// clauses: USOA-2.1
#[test]
fn the_start_shows_each_player_black_from_near_left_to_far_right() {
    let start = Position::start();
    assert_eq!(start.black(), set("d5 e4"));
    assert_eq!(start.white(), set("d4 e5"));
    assert_eq!(start.empties().len(), 60);
    // The player at the bottom edge looks north: d5 is near left, e4 far right. The other one sees the same.
    assert_eq!(Symmetry::HalfTurn.position(&start), start);
    assert_eq!(
        start,
        board(
            "......../......../......../...WB.../...BW.../......../......../........",
            Black
        )
    );
}

/// clauses: PAGE-setup-1
#[test]
fn c4_is_a_first_move_and_flips_d4() {
    assert!(Position::start().legal_moves().contains(sq("c4")));
    assert_eq!(flips(Position::start(), "c4"), "d4");
    let mirrored = Symmetry::MirrorColumns.position(&Position::start());
    assert!(
        !mirrored.legal_moves().contains(sq("c4")),
        "the mirrored set-up would not allow it"
    );
}

/// clauses: PAGE-legal-8
#[test]
fn black_starts_with_four_moves_that_are_the_same_up_to_symmetry() {
    let start = Position::start();
    assert_eq!(start.to_move(), Black);
    assert_eq!(start.legal_moves(), set("d3 c4 f5 e6"));
    let after = start
        .legal_moves()
        .iter()
        .map(|square| canonical(&start.play(square.into()).unwrap()));
    let after: Vec<Position> = after.collect();
    assert!(after.iter().all(|position| *position == after[0]));
    let c4 = play(start, "c4");
    assert_eq!((c4.black(), c4.white()), (set("c4 d4 e4 d5"), set("e5")));
    assert_eq!(c4.legal_moves(), set("c3 e3 c5"));
}

/// clauses: USOA-3.2
#[test]
fn a_disc_flanks_in_all_eight_directions_at_once() {
    let star = board(
        "B..B..B./.W.W.W../..WWW.../BWW.WWWB/..WWW.../.W.W.W../B..B..W./.......B",
        Black,
    );
    assert_eq!(star.flips(Black, sq("d4")).len(), 18);
    let after = star.play(Move::Disc(sq("d4"))).unwrap();
    assert_eq!(after.white(), SquareSet::EMPTY);
    assert_eq!(after.count(), BySide::new(27, 0));
    assert_eq!(after.to_move(), White);

    let d3 = play(Position::start(), "d3");
    assert_eq!(flips(Position::start(), "d3"), "d4");
    assert_eq!(d3.count(), BySide::new(4, 1));
    assert!(Position::start().play(Move::Disc(sq("a1"))).is_err());
}

/// clauses: PAGE-legal-1
#[test]
fn every_square_outside_the_legal_moves_is_refused() {
    let start = Position::start();
    for square in Square::all() {
        let legal = set("d3 c4 f5 e6").contains(square);
        assert_eq!(start.play(square.into()).is_ok(), legal, "{square}");
        assert_eq!(explain(&start, Black, square).is_ok(), legal, "{square}");
        assert_eq!(start.flips(Black, square).is_empty(), !legal, "{square}");
    }
}

/// clauses: PAGE-legal-3
#[test]
fn a_move_needs_an_empty_square_with_a_hostile_neighbour() {
    let start = Position::start();
    let why = |square: &str| match start.play(Move::Disc(sq(square))).unwrap_err() {
        Illegal::Disc {
            side: Black, why, ..
        } => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why("a1"), WhyNot::NoHostileNeighbour);
    assert_eq!(why("d4"), WhyNot::Occupied(White));
    assert_eq!(why("d5"), WhyNot::Occupied(Black));
    // f3 touches a disc, but a friendly one.
    assert_eq!(why("f3"), WhyNot::NoHostileNeighbour);
    assert_eq!(refusal(start, "a1"), "a1 has no white disc beside it");
}

/// clauses: PAGE-legal-4
#[test]
fn a_line_is_followed_through_each_hostile_neighbour_to_its_end() {
    let start = Position::start();
    let lines = explain(&start, Black, sq("d3")).unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (lines[0].squares(), lines[0].end),
        (set("d4"), LineEnd::Friendly(sq("d5")))
    );
    assert_eq!(
        refusal(start, "e3"),
        "e3 flanks nothing: the line d4 ends on the empty square c5"
    );
    let two = top(".WWW.W../........");
    assert_eq!(
        refusal(two, "e1"),
        "e1 flanks nothing: the line d1 c1 b1 ends on the empty square a1; the line f1 ends on the empty square g1"
    );
}

/// clauses: PAGE-legal-4.a
#[test]
fn a_line_that_reaches_an_empty_square_encloses_nothing() {
    let position = top(".WW.B...");
    assert_eq!(flips(position, "a1"), "");
    assert_eq!(
        refusal(position, "a1"),
        "a1 flanks nothing: the line b1 c1 ends on the empty square d1"
    );
}

/// clauses: PAGE-legal-4.b
#[test]
fn a_line_that_reaches_a_friendly_disc_makes_the_move_legal() {
    let position = top(".WWB....");
    assert_eq!(flips(position, "a1"), "b1 c1");
    assert_eq!(position.legal_moves(), set("a1"));
    assert_eq!(flips(top(".WWWWWWB"), "a1"), "b1 c1 d1 e1 f1 g1");
}

/// clauses: PAGE-legal-4.c
#[test]
fn a_line_that_runs_to_the_edge_encloses_nothing() {
    let position = top(".WWWWWWW/B.......");
    assert_eq!(flips(position, "a1"), "");
    assert_eq!(
        refusal(position, "a1"),
        "a1 flanks nothing: the line b1 c1 d1 e1 f1 g1 h1 runs to the edge of the board"
    );
    // The next square in memory is a2, a black disc: lines do not run round the edge.
    assert_eq!(position.legal_moves(), SquareSet::EMPTY);
}

/// clauses: PAGE-legal-9
#[test]
fn every_hostile_disc_between_the_new_disc_and_a_friendly_one_is_turned() {
    let position = top("BWW.....");
    assert_eq!(flips(position, "d1"), "b1 c1");
    assert_eq!(play(position, "d1").diagram_in_one_line()[..8], *"BBBB....");
    let three_lines = top("B..B..B./.W.W.W../..WWW.../WWW.WWWW");
    assert_eq!(flips(three_lines, "d4"), "b2 d2 f2 c3 d3 e3");
}

/// clauses: PAGE-flank-1
#[test]
fn discs_between_the_new_disc_and_another_become_black() {
    let after = play(top(".WWB...."), "a1");
    assert_eq!(after.black(), set("a1 b1 c1 d1"));
    assert_eq!(after.white(), SquareSet::EMPTY);
}

/// clauses: PAGE-flank-1.a
#[test]
fn a_line_without_a_disc_at_its_other_end_does_not_flip() {
    let after = play(top(".WB...../W......./W......."), "a1");
    assert_eq!(after.white(), set("a2 a3"));
    assert_eq!(after.black(), set("a1 b1 c1"));
}

/// clauses: PAGE-flank-1.b
#[test]
fn lines_to_the_edge_do_not_flip() {
    let after = play(top("..BW.WWW"), "e1");
    assert_eq!(after.white(), set("f1 g1 h1"));
    assert_eq!(after.black(), set("c1 d1 e1"));
}

/// clauses: PAGE-flank-1.c
#[test]
fn a_disc_between_two_black_discs_of_which_neither_is_new_does_not_flip() {
    // a1 turns b1. Now b2 lies between b1, just turned, and b3: it stays white, as c2 between b1 and d3.
    let after = play(top(".WB...../.WW...../.B.B...."), "a1");
    assert_eq!(after.white(), set("b2 c2"));
    // Between f1 and f3, far from the move, f2 stays as well.
    let after = play(top(".WB..B../.....W../.....B.."), "a1");
    assert_eq!(after.white(), set("f2"));
}

/// clauses: PAGE-flank-2
#[test]
fn the_game_is_over_when_the_last_white_disc_is_turned() {
    let before = top(".WB.....");
    assert!(!before.is_over());
    let after = play(before, "a1");
    assert!(after.is_over());
    assert!(!after.must_pass());
}

/// clauses: USOA-4.1, PAGE-end-1
#[test]
fn the_game_ends_when_neither_side_has_a_move_whether_or_not_squares_are_empty() {
    let rows = "B.BB.BB./.W.B.BB./B.BBB..W/..BBBB../...BB.B./BBBBBBBW/.BBB..B./..B..B.B";
    for side in Side::BOTH {
        let early = board(rows, side);
        assert_eq!(early.count(), BySide::new(33, 3));
        assert_eq!(early.empties().len(), 28);
        assert!(early.is_over() && !early.must_pass());
        let error = early.play(Move::Pass).unwrap_err();
        assert_eq!(error, Illegal::PassAfterEnd { side });
        assert_eq!(
            error.to_string(),
            format!(
                "{side} does not need to pass, because the game is over: neither side can move"
            )
        );

        let full = Position::empty()
            .with_discs(Black, SquareSet::FULL)
            .with_discs(White, set("a1 h8"))
            .with_to_move(side);
        assert!(full.is_over());
    }
    assert!(!Position::start().is_over());
}

/// clauses: USOA-3.7, PAGE-legal-5
#[test]
fn a_side_without_a_move_loses_its_turn() {
    let position = top("BW......").with_to_move(White);
    assert_eq!(position.legal_moves(), SquareSet::EMPTY);
    assert!(position.must_pass() && !position.is_over());
    let after = position.play(Move::Pass).unwrap();
    assert_eq!(after.to_move(), Black);
    assert_eq!(
        (after.black(), after.white()),
        (position.black(), position.white())
    );
    assert_eq!(after.legal_moves(), set("c1"));
}

/// clauses: USOA-3.6
#[test]
fn a_side_with_a_move_may_not_pass() {
    let error = Position::start().play(Move::Pass).unwrap_err();
    assert_eq!(
        error,
        Illegal::PassWithMoves {
            side: Black,
            moves: set("d3 c4 f5 e6")
        }
    );
    assert_eq!(
        error.to_string(),
        "Black cannot pass, because there is a legal move at d3 c4 f5 e6"
    );
    assert!(!Position::start().must_pass());
}

#[test]
fn an_accepted_wrong_flip_stands() {
    // After c4 somebody turned e5 too: no legal play leads there, and the game goes on from it.
    let wrong = play(Position::start(), "c4").with_turned(Black, set("e5 a1"));
    assert_eq!(wrong.count(), BySide::new(5, 0));
    assert_eq!(wrong.at(sq("a1")), None);
    let repaired = wrong.with_discs(White, set("e5")).without_discs(set("c4"));
    assert_eq!(
        repaired.with_turned(White, set("d4")).with_to_move(Black),
        Position::start()
    );
    assert_eq!(Position::try_from(Setup::from(wrong)), Ok(wrong));
}
