//! Whole games to play at the table, ending with boards of the score table.

use outflank_board::{Move, Position, Side, Transcript};

use super::{Movers, table_side};

/// Games from the first move to the last, with the discs they end with.
const GAMES: [(&str, u8, u8); 10] = [
    (
        "c4c5e6c3b2c2b3a4c6b1a2a3a1d3c1b5b4d6a5f5g6f4e3d2e2f7d7h5f3--g8e8h7",
        33,
        3,
    ),
    (
        "e6f6f5d6c3g5d7c8g7f7g6h5h4h7g8h3d8e8f8h8h6g4e7b2f4c5a1e3h2h1f3f2",
        3,
        33,
    ),
    (
        "d3c5c6c7f6f3f4f5g6c4f2c2c3b3e3g4g5g2h4g1b5a6d2e6e7b6b2h5b4a1g3a5f1d1c1h3e1e2b1g7c8d7a3f7h2a2h1a4b7d8\
         f8e8d6b8h6h8h7g8a8a7",
        32,
        32,
    ),
    (
        "c4c3c2d6c6c5e6b2b5d2e3f6d3d7e2f5b3b6e7f7g7h8c7c8d1b1b4e1d8e8f8c1f3g8f4a6g6h5b7a2h6h7a1b8f1g5a4a3g3a5\
         f2g4h4h2a7h3",
        30,
        30,
    ),
    (
        "f5d6c6f4d7d8e8b6c8g6b5b7b8a6f3f2g2b4f1d3a4h1h3c4b3a8d2e2f6h2c2f8h7b2b1h4d1f7e6a2g4h5g8h8h6",
        25,
        24,
    ),
    (
        "f5d6c5b4d3e3e2g5e6d2c6e7c4f4b3b7a4c3f8c7f3a5c2c1d1d7a3f7b6a6g8g3d8b1g2f2g4g6h6e8g7f6f1h4e1h8a8h3a1h7\
         a7h2h5b5h1b2a2b8c8g1",
        40,
        24,
    ),
    ("c4c3c2c5e6d6c6b2a1", 13, 0),
    // The same game with the colours exchanged from the start.
    ("c4c3c2c5e6d6c6b2a1", 0, 13),
    (
        "e6f6g6c5c4e7d8b3b4a3f7g7a4g5b2a5d6e8h4f5f8h5h8g8h7h6g4c1d7c8b1a1b8h3h2c2a2b5a6a7--b6--d3c3d2e2f1d1e1\
         --e3--f4f3g3f2g1",
        30,
        28,
    ),
    (
        "c4e3f2e2f4g2g1c3d2b4a4e1f3a5h2a3c1g4d3f1f5e6d1c2f6g5e7g3h6h5b3b2h3d8g7f7h4h1a1h7f8g6g8d6d7a2b1h8a6c5\
         b6e8b5c8--c7",
        28,
        31,
    ),
];

/// A game to be played at the table.
pub(crate) struct Script {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) movers: Movers,
    pub(crate) black: u8,
    pub(crate) white: u8,
}

/// The games, replayed once to see that they are what they say.
pub(crate) fn scripts() -> Vec<Script> {
    GAMES.iter().map(script).collect()
}

fn script((text, black, white): &(&str, u8, u8)) -> Script {
    let start = if (*black, *white) == (0, 13) {
        let start = Position::start();
        Position::empty()
            .with_discs(Side::Black, start.white())
            .with_discs(Side::White, start.black())
            .with_to_move(Side::White)
    } else {
        Position::start()
    };
    let moves: Vec<Move> = Transcript::parse(text).unwrap().moves().collect();
    let mut position = start;
    let mut last = position.to_move();
    for mv in &moves {
        last = position.to_move();
        position = position.play(*mv).unwrap();
    }
    assert!(position.is_over());
    let count = position.count();
    assert_eq!((count.black, count.white), (*black, *white));
    let movers = Movers {
        first: table_side(start.to_move()),
        last: table_side(last),
    };
    Script {
        start,
        moves,
        movers,
        black: *black,
        white: *white,
    }
}
