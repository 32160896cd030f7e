//! Counting lines of play in blocks: the same step is done for several positions at once.
//!
//! Every ply has a queue of moves still to be made. A full block of moves is taken from a queue, made, and the moves of
//! the positions reached go to the next queue; at the last ply they are only counted. So the lanes of a block are always full,
//! whatever the number of moves of a single position, and a block's step needs no branch. The step itself is given by
//! the caller: plain words or vector registers, in `simd`.

use crate::bits;

/// The longest game: a disc on every square and a pass before each.
const PLIES_MAX: u8 = 128;

/// Moves to be made: the discs of the mover, those of the opponent, and the square as one bit (none for a pass).
pub(crate) struct Queue<const N: usize> {
    own: Vec<u64>,
    hostile: Vec<u64>,
    square: Vec<u64>,
    len: usize,
}

/// A part of a queue whose length is a multiple of the block.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'a> {
    pub(crate) own: &'a [u64],
    pub(crate) hostile: &'a [u64],
    pub(crate) square: &'a [u64],
}

/// The positions after the moves of one block, seen by the side then to move, and its legal moves.
pub(crate) struct Reached<const N: usize> {
    pub(crate) own: [u64; N],
    pub(crate) hostile: [u64; N],
    pub(crate) moves: [u64; N],
}

#[cfg(test)]
impl Blocks<'_> {
    /// Advances block after block and collects own and hostile discs and moves of every position reached.
    pub(crate) fn each<const N: usize>(
        self,
        advance: impl Fn(Blocks<'_>) -> Reached<N>,
        reached: &mut Vec<[u64; 3]>,
    ) {
        let squares = self.square.chunks_exact(N);
        for ((own, hostile), square) in self
            .own
            .chunks_exact(N)
            .zip(self.hostile.chunks_exact(N))
            .zip(squares)
        {
            let block = advance(Blocks {
                own,
                hostile,
                square,
            });
            reached.extend(
                (0..N).map(|lane| [block.own[lane], block.hostile[lane], block.moves[lane]]),
            );
        }
    }
}

impl<const N: usize> Queue<N> {
    /// Enough for what is left of a block, the moves of a whole block of positions, and rounding.
    const CAPACITY: usize = N * 64;

    fn new() -> Self {
        let zeros = || vec![0; Self::CAPACITY];
        Self {
            own: zeros(),
            hostile: zeros(),
            square: zeros(),
            len: 0,
        }
    }

    /// Queues the moves of a position, or its pass; returns 1 for a finished game, which stays one line.
    #[inline(always)]
    fn push_all(&mut self, own: u64, hostile: u64, moves: u64) -> u64 {
        if moves == 0 {
            return self.push_pass(own, hostile);
        }
        let end = self.len + moves.count_ones() as usize;
        let room = self.own[self.len..end]
            .iter_mut()
            .zip(&mut self.hostile[self.len..end]);
        let mut left = moves;
        for ((to_own, to_hostile), to_square) in room.zip(&mut self.square[self.len..end]) {
            *to_own = own;
            *to_hostile = hostile;
            *to_square = left & left.wrapping_neg();
            left &= left - 1;
        }
        self.len = end;
        0
    }

    #[cold]
    fn push_pass(&mut self, own: u64, hostile: u64) -> u64 {
        if bits::mobility(hostile, own) == 0 {
            return 1;
        }
        self.own[self.len] = own;
        self.hostile[self.len] = hostile;
        self.square[self.len] = 0;
        self.len += 1;
        0
    }

    /// Takes the last `count` moves out of the queue.
    #[inline(always)]
    fn take(&mut self, count: usize) -> Blocks<'_> {
        let end = self.len;
        self.len -= count;
        let range = self.len..end;
        Blocks {
            own: &self.own[range.clone()],
            hostile: &self.hostile[range.clone()],
            square: &self.square[range],
        }
    }
}

/// Counts the lines of `depth` plies, `N` positions at a time.
///
/// `advance` makes the moves of one block; `leaves` makes those of many blocks and sums up the number of moves then
/// possible, at least 1 for each position, since a pass and a finished game are one line.
#[inline(always)]
pub(crate) fn count<const N: usize>(
    own: u64,
    hostile: u64,
    depth: u8,
    advance: impl Fn(Blocks<'_>) -> Reached<N>,
    leaves: impl Fn(Blocks<'_>) -> u64,
) -> u64 {
    let depth = depth.min(PLIES_MAX);
    if depth < 3 {
        return count_singly(own, hostile, depth);
    }
    let last = usize::from(depth) - 2;
    let mut queues: Vec<Queue<N>> = (0..=last).map(|_| Queue::new()).collect();
    let mut lines = queues[0].push_all(own, hostile, bits::mobility(own, hostile));
    for top in 0..=last {
        // The queues above `top` are empty. Work at the deepest full block keeps all queues short.
        let mut ply = top;
        loop {
            if queues[ply].len < N {
                if ply == top {
                    break;
                }
                ply -= 1;
            } else if ply == last {
                let full = queues[ply].len / N * N;
                lines += leaves(queues[ply].take(full));
            } else {
                let reached = advance(queues[ply].take(N));
                ply += 1;
                for lane in 0..N {
                    lines += queues[ply].push_all(
                        reached.own[lane],
                        reached.hostile[lane],
                        reached.moves[lane],
                    );
                }
            }
        }
        lines += finish(&mut queues[top..]);
    }
    lines
}

/// Makes the moves of the first queue that do not fill a block, one by one.
fn finish<const N: usize>(queues: &mut [Queue<N>]) -> u64 {
    let Some((queue, later)) = queues.split_first_mut() else {
        return 0;
    };
    let rest = queue.take(queue.len);
    let mut lines = 0;
    for ((own, hostile), square) in rest.own.iter().zip(rest.hostile).zip(rest.square) {
        let (own, hostile) = bits::make(*own, *hostile, *square);
        let moves = bits::mobility(own, hostile);
        lines += match later.first_mut() {
            Some(next) => next.push_all(own, hostile, moves),
            None => u64::from(moves.count_ones()).max(1),
        };
    }
    lines
}

/// Counts without queues, for depths that would not fill them.
fn count_singly(own: u64, hostile: u64, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = bits::mobility(own, hostile);
    if depth == 1 {
        return u64::from(moves.count_ones()).max(1);
    }
    if moves == 0 {
        return if bits::mobility(hostile, own) == 0 {
            1
        } else {
            count_singly(hostile, own, depth - 1)
        };
    }
    let mut lines = 0;
    while moves != 0 {
        let (next_own, next_hostile) = bits::make(own, hostile, moves & moves.wrapping_neg());
        moves &= moves - 1;
        lines += count_singly(next_own, next_hostile, depth - 1);
    }
    lines
}
