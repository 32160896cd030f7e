//! The moves of one position and what they lead to, found in one step of the machine's instructions.

use outflank_board::Computation;

use crate::last::odd_quadrants;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The position after a move, seen by the side then to move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    pub(crate) own: u64,
    pub(crate) hostile: u64,
    /// The legal moves there.
    pub(crate) moves: u64,
    /// The discs that changed sides.
    pub(crate) turned: u64,
    /// The move that leads there.
    pub(crate) square: u8,
    /// How many moves each side has there, the side to move first.
    pub(crate) counts: [u8; 2],
    /// The larger, the earlier the move is tried.
    pub(crate) order: i32,
}

/// How the moves of an endgame are ordered before anything else is known: few answers first, corners and odd quadrants.
#[derive(Clone, Copy)]
pub(crate) struct OrderWeights {
    pub(crate) answer: i32,
    pub(crate) corner_answer: i32,
    pub(crate) odd: i32,
    pub(crate) corner: i32,
}

/// Adds the children of a position to a list.
pub(crate) struct Expand<'a> {
    pub(crate) own: u64,
    pub(crate) hostile: u64,
    pub(crate) moves: u64,
    pub(crate) weights: OrderWeights,
    /// Whether the moves of the side that has just moved are counted as well.
    pub(crate) count_both: bool,
    pub(crate) list: &'a mut Vec<Child>,
}

impl Computation for Expand<'_> {
    type Output = ();

    #[inline(always)]
    fn run(
        self,
        flips: impl Fn(u64, u64, u64) -> u64 + Copy,
        mobility: impl Fn(u64, u64) -> u64 + Copy,
    ) {
        let Self {
            own,
            hostile,
            moves,
            weights,
            count_both,
            list,
        } = self;
        let odd = odd_quadrants(!(own | hostile));
        let mut left = moves;
        while left != 0 {
            let square = left & left.wrapping_neg();
            left ^= square;
            let turned = flips(own, hostile, square);
            let (next_own, next_hostile) = (hostile ^ turned, own | square | turned);
            let answers = mobility(next_own, next_hostile);
            let count = answers.count_ones();
            let mut counts = [count as u8, 0];
            if count_both {
                counts[1] = mobility(next_hostile, next_own).count_ones() as u8;
            }
            let mut order = -weights.answer * count.cast_signed();
            order -= weights.corner_answer * (answers & CORNERS).count_ones().cast_signed();
            if square & odd != 0 {
                order += weights.odd;
            }
            if square & CORNERS != 0 {
                order += weights.corner;
            }
            list.push(Child {
                own: next_own,
                hostile: next_hostile,
                moves: answers,
                turned,
                square: square.trailing_zeros() as u8,
                counts,
                order,
            });
        }
    }
}

/// The legal moves of a position.
pub(crate) struct Mobility {
    pub(crate) own: u64,
    pub(crate) hostile: u64,
}

impl Computation for Mobility {
    type Output = u64;

    #[inline(always)]
    fn run(
        self,
        _: impl Fn(u64, u64, u64) -> u64 + Copy,
        mobility: impl Fn(u64, u64) -> u64 + Copy,
    ) -> u64 {
        mobility(self.own, self.hostile)
    }
}
