//! The last empty squares: a small search without a table, compiled for the machine's instructions.
//!
//! Most positions of an exact search have few empty squares, so this is where the time goes. Positions with five or more
//! empty squares are searched with a stack of frames, the last four squares by code of their own. All windows are null
//! windows: the answer is above `alpha` or not, and is then a bound of the score.

use outflank_board::Computation;

use crate::Empties;

/// The most empty squares that this search is meant for.
pub(crate) const LAST_EMPTIES: u32 = 7;

/// Frames on the way down: a move and a pass for each of the squares.
const FRAMES: usize = 2 * LAST_EMPTIES as usize;

/// Squares of each quadrant of the board.
pub(crate) const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The squares around each square.
const NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let sides = ((bit << 1) & 0xfefe_fefe_fefe_fefe) | ((bit >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
        let row = bit | sides;
        all[square] = sides | (row << 8) | (row >> 8);
        square += 1;
    }
    all
}

/// The empty squares in quadrants with an odd number of them: whoever moves there first tends to move last.
#[inline(always)]
pub(crate) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        if (empty & quadrant).count_ones() & 1 == 1 {
            odd |= quadrant;
        }
    }
    odd & empty
}

/// The question: is the score of this position above `alpha`? There are four to [`LAST_EMPTIES`] empty squares.
pub(crate) struct LastSquares<'a> {
    pub(crate) own: u64,
    pub(crate) hostile: u64,
    pub(crate) alpha: i32,
    pub(crate) convention: Empties,
    pub(crate) nodes: &'a mut u64,
}

/// A position with moves still to be tried.
#[derive(Clone, Copy, Default)]
struct Frame {
    own: u64,
    hostile: u64,
    left: u64,
    odd: u64,
    best: i32,
}

impl Computation for LastSquares<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(
        self,
        flips: impl Fn(u64, u64, u64) -> u64 + Copy,
        mobility: impl Fn(u64, u64) -> u64 + Copy,
    ) -> i32 {
        let mut last = LastFour {
            flips,
            convention: self.convention,
            nodes: 0,
        };
        let mut frames = [Frame::default(); FRAMES];
        let mut depth = 0;
        let (mut own, mut hostile, mut alpha) = (self.own, self.hostile, self.alpha);
        let score = 'search: loop {
            // Go down to a position whose score is known at once.
            let mut score = loop {
                let empty = !(own | hostile);
                if empty.count_ones() <= 4 {
                    break last.four(own, hostile, empty, alpha);
                }
                last.nodes += 1;
                let moves = mobility(own, hostile);
                if moves == 0 && mobility(hostile, own) == 0 {
                    break last.difference(own, hostile);
                }
                let frame = &mut frames[depth];
                *frame = Frame {
                    own,
                    hostile,
                    left: moves,
                    odd: odd_quadrants(empty),
                    best: -65,
                };
                (own, hostile) = next_position(frame, flips);
                alpha = -alpha - 1;
                depth += 1;
            };
            // Go up while nothing is left to try.
            loop {
                if depth == 0 {
                    break 'search score;
                }
                let frame = &mut frames[depth - 1];
                alpha = -alpha - 1;
                frame.best = frame.best.max(-score);
                if frame.best > alpha || frame.left == 0 {
                    score = frame.best;
                    depth -= 1;
                } else {
                    (own, hostile) = next_position(frame, flips);
                    alpha = -alpha - 1;
                    break;
                }
            }
        };
        *self.nodes += last.nodes;
        score
    }
}

/// The position after the next move of a frame, odd quadrants first; after the pass if there is no move.
#[inline(always)]
fn next_position(frame: &mut Frame, flips: impl Fn(u64, u64, u64) -> u64) -> (u64, u64) {
    if frame.left == 0 {
        return (frame.hostile, frame.own);
    }
    let odd = frame.left & frame.odd;
    let pool = if odd == 0 { frame.left } else { odd };
    let square = pool & pool.wrapping_neg();
    frame.left ^= square;
    let turned = flips(frame.own, frame.hostile, square);
    (frame.hostile ^ turned, frame.own | square | turned)
}

/// The search of the last four squares.
struct LastFour<F> {
    flips: F,
    convention: Empties,
    nodes: u64,
}

impl<F: Fn(u64, u64, u64) -> u64 + Copy> LastFour<F> {
    #[inline(always)]
    fn difference(&self, own: u64, hostile: u64) -> i32 {
        self.convention
            .difference(own.count_ones(), hostile.count_ones())
    }

    /// The position after a move, if the square is next to an opposing disc and flips.
    #[inline(always)]
    fn after(&self, own: u64, hostile: u64, square: u32) -> Option<(u64, u64)> {
        if NEIGHBOURS[square as usize & 63] & hostile == 0 {
            return None;
        }
        let bit = 1 << square;
        let turned = (self.flips)(own, hostile, bit);
        (turned != 0).then_some((hostile ^ turned, own | bit | turned))
    }

    /// Four empty squares, or fewer.
    #[inline(always)]
    fn four(&mut self, own: u64, hostile: u64, empty: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let odd = odd_quadrants(empty);
        let (first, second) = if odd == 0 {
            (empty, 0)
        } else {
            (odd, empty & !odd)
        };
        // The second turn of the loop is the opponent's, after a pass.
        let (mut own, mut hostile, mut alpha) = (own, hostile, alpha);
        for sign in [1, -1] {
            let mut best = -65;
            for group in [first, second] {
                let mut left = group;
                while left != 0 {
                    let square = left.trailing_zeros();
                    left &= left - 1;
                    if let Some((next, other)) = self.after(own, hostile, square) {
                        let rest = empty & !(1 << square);
                        best = best.max(-self.three(next, other, rest, -alpha - 1));
                        if best > alpha {
                            return sign * best;
                        }
                    }
                }
            }
            if best > -65 {
                return sign * best;
            }
            (own, hostile, alpha) = (hostile, own, -alpha - 1);
        }
        self.difference(own, hostile)
    }

    /// Three empty squares; one that is alone in its quadrant goes first.
    #[inline(always)]
    fn three(&mut self, own: u64, hostile: u64, empty: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let a = empty.trailing_zeros();
        let b = (empty & (empty - 1)).trailing_zeros();
        let c = 63 - empty.leading_zeros();
        let order = if same_quadrant(a, b) {
            [c, a, b]
        } else if same_quadrant(a, c) {
            [b, a, c]
        } else {
            [a, b, c]
        };
        let (mut own, mut hostile, mut alpha) = (own, hostile, alpha);
        for sign in [1, -1] {
            let mut best = -65;
            for turn in 0..3 {
                if let Some((next, other)) = self.after(own, hostile, order[turn]) {
                    let rest = [order[(turn + 1) % 3], order[(turn + 2) % 3]];
                    best = best.max(-self.two(next, other, rest, -alpha - 1));
                    if best > alpha {
                        return sign * best;
                    }
                }
            }
            if best > -65 {
                return sign * best;
            }
            (own, hostile, alpha) = (hostile, own, -alpha - 1);
        }
        self.difference(own, hostile)
    }

    #[inline(always)]
    fn two(&mut self, own: u64, hostile: u64, order: [u32; 2], alpha: i32) -> i32 {
        self.nodes += 1;
        let (mut own, mut hostile, mut alpha) = (own, hostile, alpha);
        for sign in [1, -1] {
            let mut best = -65;
            for turn in 0..2 {
                if let Some((next, other)) = self.after(own, hostile, order[turn]) {
                    best = best.max(-self.one(next, other, order[1 - turn]));
                    if best > alpha {
                        return sign * best;
                    }
                }
            }
            if best > -65 {
                return sign * best;
            }
            (own, hostile, alpha) = (hostile, own, -alpha - 1);
        }
        self.difference(own, hostile)
    }

    /// One empty square: the score follows from the number of discs turned over. It is not counted as a position looked at,
    /// because nothing is searched.
    #[inline(always)]
    fn one(&self, own: u64, hostile: u64, square: u32) -> i32 {
        let bit = 1 << square;
        let own_count = own.count_ones().cast_signed();
        let turned = (self.flips)(own, hostile, bit).count_ones().cast_signed();
        if turned != 0 {
            return 2 * (own_count + turned + 1) - 64;
        }
        let turned = (self.flips)(hostile, own, bit).count_ones().cast_signed();
        if turned != 0 {
            return 2 * (own_count - turned) - 64;
        }
        self.difference(own, hostile)
    }
}

/// Whether two squares are in the same quadrant: their columns and rows agree in the highest bit.
#[inline(always)]
const fn same_quadrant(a: u32, b: u32) -> bool {
    (a ^ b) & 0o44 == 0
}
