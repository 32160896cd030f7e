//! The fit of one phase: least squares with a pull towards the weights of the phase before, by conjugate gradients.
//!
//! Sums are made in blocks of rows with a fixed size and added in the order of the blocks. Only additions, multiplications and
//! divisions of 64-bit floats are used, which give the same bits on every machine.

use outflank_engine::weights_per_phase;

use crate::train::labels::Labelled;
use crate::train::workers;

/// How strongly weights are pulled to those of the phase before, in positions.
const PULL: f64 = 40.0;

const ITERATIONS: usize = 40;

/// Rows whose sum is made in one piece.
const BLOCKS: usize = 8;

/// One position in so many is kept out of the fit, to measure the error on positions it has not seen.
const HELD_OUT: usize = 20;

/// The result of a fit.
pub(crate) struct Fitted {
    pub(crate) weights: Vec<i8>,
    /// The mean distance from the labels, in discs.
    pub(crate) error: f64,
    /// The same for positions that were kept out.
    pub(crate) error_held_out: f64,
}

pub(crate) fn fit(labelled: &[Labelled], before: Option<&[i8]>) -> Fitted {
    let size = weights_per_phase();
    let start: Vec<f64> = match before {
        Some(weights) => weights.iter().map(|weight| f64::from(*weight)).collect(),
        None => vec![0.0; size],
    };
    let rows: Vec<&Labelled> = (labelled.iter().enumerate())
        .filter(|(number, _)| number % HELD_OUT != 0)
        .map(|(_, row)| row)
        .collect();
    let change = solve(&rows, &start);
    let weights: Vec<i8> = (start.iter().zip(&change))
        .map(|(start, change)| rounded(start + change))
        .collect();
    let held_out = labelled.iter().step_by(HELD_OUT);
    Fitted {
        error: error(rows.iter().copied(), &weights),
        error_held_out: error(held_out, &weights),
        weights,
    }
}

/// The nearest whole number that fits.
fn rounded(weight: f64) -> i8 {
    let nearest = if weight < 0.0 {
        weight - 0.5
    } else {
        weight + 0.5
    };
    (nearest as i32).clamp(-127, 127) as i8
}

fn error<'a>(rows: impl Iterator<Item = &'a Labelled>, weights: &[i8]) -> f64 {
    let (mut sum, mut count) = (0_i64, 0_i64);
    for row in rows {
        let value: i32 = row
            .numbers
            .iter()
            .map(|at| i32::from(weights[*at as usize]))
            .sum();
        sum += i64::from((value.clamp(-640, 640) - row.value).abs());
        count += 1;
    }
    sum as f64 / 10.0 / count.max(1) as f64
}

/// The change of the weights that minimises the squared errors plus the pull.
fn solve(rows: &[&Labelled], start: &[f64]) -> Vec<f64> {
    let blocks: Vec<&[&Labelled]> = rows.chunks(rows.len().div_ceil(BLOCKS).max(1)).collect();
    let missing = |row: &Labelled| f64::from(row.value) - sum_of(row, start);
    let mut residual = transposed(&blocks, start.len(), missing);
    let mut change = vec![0.0; start.len()];
    // Each weight is scaled by how often it occurs, which takes fewer iterations.
    let mut scale = transposed(&blocks, start.len(), |_| 1.0);
    for scale in &mut scale {
        *scale = 1.0 / (*scale + PULL);
    }
    let mut scaled = product(&residual, &scale);
    let mut direction = scaled.clone();
    let mut norm = dot(&residual, &scaled);
    for _ in 0..ITERATIONS {
        if norm <= 0.0 {
            break;
        }
        let mut image = transposed(&blocks, start.len(), |row| sum_of(row, &direction));
        for (image, direction) in image.iter_mut().zip(&direction) {
            *image += PULL * direction;
        }
        let step = norm / dot(&direction, &image);
        for (at, change) in change.iter_mut().enumerate() {
            *change += step * direction[at];
            residual[at] -= step * image[at];
        }
        scaled = product(&residual, &scale);
        let next = dot(&residual, &scaled);
        let ratio = next / norm;
        norm = next;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + ratio * *direction;
        }
    }
    change
}

fn sum_of(row: &Labelled, weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for number in row.numbers {
        sum += weights[number as usize];
    }
    sum
}

/// For each weight, the sum of `value` over the rows that have it.
fn transposed(
    blocks: &[&[&Labelled]],
    size: usize,
    value: impl Fn(&Labelled) -> f64 + Sync,
) -> Vec<f64> {
    let sums = workers::map_each(blocks, |rows| {
        let mut sums = vec![0.0; size];
        for row in *rows {
            let value = value(row);
            for number in row.numbers {
                sums[number as usize] += value;
            }
        }
        sums
    });
    let mut total = vec![0.0; size];
    for sums in sums {
        for (total, sum) in total.iter_mut().zip(sums) {
            *total += sum;
        }
    }
    total
}

fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a * b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b) {
        sum += a * b;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::FEATURES;

    #[test]
    fn weights_that_explain_the_values_are_found() {
        // Feature 0 is one of three weights, worth 30, -30 and 0; the others are always the same weight, worth nothing.
        let labelled: Vec<Labelled> = (0..3_000)
            .map(|number| {
                let mut numbers = [10; FEATURES];
                numbers[0] = number % 3;
                let value = [30, -30, 0][number as usize % 3];
                Labelled { numbers, value }
            })
            .collect();
        let fitted = fit(&labelled, None);
        let sum = |at: usize| i32::from(fitted.weights[at]) + 52 * i32::from(fitted.weights[10]);
        assert!((sum(0) - 30).abs() <= 1, "{}", sum(0));
        assert!((sum(1) + 30).abs() <= 1, "{}", sum(1));
        assert!(fitted.error_held_out <= 0.1);
    }
}
