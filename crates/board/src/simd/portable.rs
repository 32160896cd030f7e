//! The tasks, with the steps of [`blocks`](crate::blocks) on plain words, for machines without known vector instructions.

use crate::blocks::{self, Blocks, Reached};
use crate::instructions::Computation;
use crate::simd::Task;
use crate::{bits, fast_replay};

/// Two positions at a time: enough to keep two chains of operations going in the registers of any 64-bit machine.
const LANES: usize = 2;

/// Does the task on plain words.
pub(crate) fn run(task: Task<'_>) {
    match task {
        Task::Perft {
            own,
            hostile,
            depth,
            lines,
        } => {
            *lines = blocks::count::<LANES>(own, hostile, depth, advance, leaves);
        }
        #[cfg(test)]
        Task::Steps { blocks, reached } => blocks.each(advance, reached),
        #[cfg(test)]
        Task::Flips {
            own,
            hostile,
            square,
            flips,
        } => *flips = bits::flips(own, hostile, square),
        Task::Replay { transcript, game } => {
            *game = fast_replay::play_through(transcript, bits::flips)
        }
    }
}

/// Runs the computation on plain words.
pub(crate) fn compute<C: Computation>(computation: C) -> C::Output {
    computation.run(bits::flips, bits::mobility)
}

fn advance(block: Blocks<'_>) -> Reached<LANES> {
    let mut reached = Reached {
        own: [0; LANES],
        hostile: [0; LANES],
        moves: [0; LANES],
    };
    for lane in 0..LANES {
        let (own, hostile) = bits::make(block.own[lane], block.hostile[lane], block.square[lane]);
        reached.own[lane] = own;
        reached.hostile[lane] = hostile;
        reached.moves[lane] = bits::mobility(own, hostile);
    }
    reached
}

fn leaves(blocks: Blocks<'_>) -> u64 {
    let mut lines = 0;
    for ((own, hostile), square) in blocks.own.iter().zip(blocks.hostile).zip(blocks.square) {
        let (own, hostile) = bits::make(*own, *hostile, *square);
        lines += u64::from(bits::mobility(own, hostile).count_ones()).max(1);
    }
    lines
}
