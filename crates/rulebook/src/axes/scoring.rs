//! What a finished board, a resignation or a game not played counts.

use outflank_board::{BySide, Side};

use crate::axis::choices;

choices! {
    /// What the empty squares of a finished board count for.
    Empties {
        /// neither side; each side counts its discs
        Ignored = "ignored",
        /// the winner
        ToWinner = "to_winner",
        /// half for each side
        Halved = "halved",
    }

    /// The score of a draw.
    DrawScore {
        /// the discs on the board
        DiscsOnBoard = "discs_on_board",
        /// always 32-32
        ThirtyTwoAll = "thirty_two_all",
        /// the discs and half of the empty squares each
        HalvedEmpties = "halved_empties",
    }

    /// A side without a disc at the end.
    WipeOut {
        /// 64-0
        SixtyFourNil = "sixty_four_nil",
        /// scored like any other game
        LikeAnyGame = "like_any_game",
    }

    /// A game that was never begun because a player was missing.
    UnplayedGame {
        /// 64-0
        SixtyFourNil = "sixty_four_nil",
        /// 44-20
        FortyFourTwenty = "forty_four_twenty",
        /// a point for the player present; no discs
        PointOnly = "point_only",
    }

    /// Points for a game.
    GamePoints {
        /// win 1, draw ½, loss 0
        OneHalfNil = "one_half_nil",
    }
}

impl GamePoints {
    /// The points of both sides in halves; no winner is a draw.
    pub fn half_points_of(self, winner: Option<Side>) -> BySide<u8> {
        match (self, winner) {
            (Self::OneHalfNil, Some(Side::Black)) => BySide::new(2, 0),
            (Self::OneHalfNil, Some(Side::White)) => BySide::new(0, 2),
            (Self::OneHalfNil, None) => BySide::both(1),
        }
    }
}
