//! How well shallow searches predict deeper ones: the parameters of the selective cuts.

use outflank_board::{Instructions, Position};
use outflank_engine::{CUT_DEPTH_MAX, CUT_DEPTH_MIN, Cut, Cuts, PHASES, Weights, value_at_depth};

use crate::train::games::{Player, Random, play_one};
use crate::train::workers;

/// The deepest search that is measured; deeper ones take its parameters, or those of one ply less.
const MEASURED_DEPTH: usize = 6;

/// The purpose of the random numbers: games that no training has seen.
const PURPOSE: u64 = 1_000;

/// Games of a full run; each gives a position to most phases.
const GAMES: u64 = 80;

pub(crate) fn measure(seed: u64, player: &Player, weights: &Weights, run: u32) -> Cuts {
    // A reduced run measures less.
    let games = GAMES.min(u64::from(run) / 100 + 2);
    let depth_max = if games < GAMES { 4 } else { MEASURED_DEPTH };
    let numbers: Vec<u64> = (0..games).collect();
    let played = numbers
        .iter()
        .flat_map(|number| play_one(&mut Random::new(seed, PURPOSE, *number), player, 0, 20));
    let positions: Vec<(usize, Position)> = played.collect();
    let values = workers::map_each(&positions, |(phase, position)| {
        let values: Vec<i32> = (0..=depth_max as u32)
            .map(|depth| value_at_depth(position, depth, weights, Instructions::detected()))
            .collect();
        (*phase, values)
    });
    let mut cuts = Cuts::NONE;
    for phase in 0..PHASES {
        let values: Vec<&Vec<i32>> = (values.iter())
            .filter(|(at, _)| *at == phase)
            .map(|(_, values)| values)
            .collect();
        for depth in CUT_DEPTH_MIN..=CUT_DEPTH_MAX {
            let mut measured = depth;
            while measured > depth_max {
                measured -= 2;
            }
            let shallow = Cuts::shallow_depth(measured as u32) as usize;
            let differences = values
                .iter()
                .map(|values| values[measured] - values[shallow]);
            cuts.set(phase, depth, cut(&differences.collect::<Vec<_>>()));
        }
    }
    cuts
}

fn cut(differences: &[i32]) -> Cut {
    let count = (differences.len() as i64).max(1);
    let sum: i64 = differences.iter().map(|value| i64::from(*value)).sum();
    let mean = sum / count;
    let squares: i64 = (differences.iter())
        .map(|value| (i64::from(*value) - mean) * (i64::from(*value) - mean))
        .sum();
    Cut {
        mean: mean as i16,
        spread: ((squares / count).isqrt() as i16).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_spread_are_whole_tenths() {
        assert_eq!(
            cut(&[10, 20, 30]),
            Cut {
                mean: 20,
                spread: 8
            }
        );
        assert_eq!(cut(&[]), Cut { mean: 0, spread: 1 });
    }
}
