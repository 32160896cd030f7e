//! The strengths that make the results most likely, by Newton's method.
//!
//! Each step solves the linear system by conjugate gradients, always in the same order, and is halved
//! until the likelihood grows. Only sums, products, quotients, square roots and `libm`'s `exp` and
//! `log1p` are used: they give the same bits everywhere.
#![expect(
    clippy::float_arithmetic,
    reason = "ratings are the one computation with floating point; nothing in it ranks or pairs"
)]

use super::pairs::Pairs;

/// How far the computation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The steps so far.
    pub step: u32,
    /// Roughly how many decimal digits are right.
    pub digits: u32,
}

/// Strengths settle to this many digits after the point: far below a hundredth of a rating point.
const DIGITS: u32 = 9;
const TOLERANCE: f64 = 1e-9;
const STEPS_MAX: u32 = 200;
const INNER_MAX: usize = 5_000;
/// How much smaller the rest of the linear system has to become: far from the top a rough direction
/// is as good, near it every digit of the stride counts.
const INNER_ROUGH: f64 = 1e-1;
const INNER_EXACT: f64 = 1e-6;
/// No strength moves further in one step.
const STRIDE_MAX: f64 = 2.0;

/// The natural logarithms of the strengths, up to a common summand.
pub(super) fn solve(pairs: &Pairs, progress: &mut dyn FnMut(Progress)) -> Vec<f64> {
    let players = pairs.players();
    let mut strengths = vec![0.0; players];
    let mut likelihood = log_likelihood(pairs, &strengths);
    let mut inner = INNER_ROUGH;
    for step in 1..=STEPS_MAX {
        let system = System::at(pairs, &strengths);
        let mut stride = system.solve(pairs, inner);
        let longest = stride
            .iter()
            .fold(0.0, |longest: f64, x| longest.max(x.abs()));
        if longest > STRIDE_MAX {
            let factor = STRIDE_MAX / longest;
            stride.iter_mut().for_each(|x| *x *= factor);
        }
        inner = (longest / 10.0).clamp(INNER_EXACT, INNER_ROUGH);
        progress(Progress {
            step,
            digits: digits(longest),
        });
        if longest < TOLERANCE {
            add(&mut strengths, &stride, 1.0);
            return strengths;
        }
        let mut factor = 1.0;
        loop {
            let mut tried = strengths.clone();
            add(&mut tried, &stride, factor);
            let reached = log_likelihood(pairs, &tried);
            // Near the top the likelihood no longer grows in its last digits; Newton's step is right there.
            if reached >= likelihood || longest * factor < 1e-4 {
                strengths = tried;
                likelihood = reached;
                break;
            }
            factor /= 2.0;
        }
    }
    strengths
}

fn digits(longest: f64) -> u32 {
    let mut bound = 1.0;
    let mut digits = 0;
    while digits < DIGITS && longest < bound {
        bound /= 10.0;
        digits += 1;
    }
    digits
}

fn add(to: &mut [f64], stride: &[f64], factor: f64) {
    for (x, d) in to.iter_mut().zip(stride) {
        *x += factor * d;
    }
}

/// The chance that a player wins who is this much stronger.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

#[expect(clippy::cast_precision_loss, reason = "weights stay far below 2^53")]
fn real(halves: u64) -> f64 {
    halves as f64 / 2.0
}

/// The logarithm of the likelihood: won x strength, less the logarithm of the two strengths' sum for
/// every game, each pair taken once.
fn log_likelihood(pairs: &Pairs, strengths: &[f64]) -> f64 {
    let mut sum = 0.0;
    for player in 0..pairs.players() {
        sum += real(pairs.won[player]) * strengths[player];
        for one in pairs.of(player) {
            if one.opponent > player {
                let (low, high) = ordered(strengths[player], strengths[one.opponent]);
                sum -= real(one.halves) * (high + libm::log1p(libm::exp(low - high)));
            }
        }
    }
    sum
}

fn ordered(a: f64, b: f64) -> (f64, f64) {
    if a < b { (a, b) } else { (b, a) }
}

/// The linear system of one step: `slope = curvature x stride`.
struct System {
    slope: Vec<f64>,
    /// The curvature of every pair, beside the pairs' entries.
    links: Vec<f64>,
    diagonal: Vec<f64>,
}

impl System {
    fn at(pairs: &Pairs, strengths: &[f64]) -> Self {
        let players = pairs.players();
        let mut slope = vec![0.0; players];
        let mut links = vec![0.0; pairs.entries()];
        let mut diagonal = vec![0.0; players];
        for player in 0..players {
            let mut expected = 0.0;
            for (offset, one) in pairs.of(player).iter().enumerate() {
                let wins = chance(strengths[player] - strengths[one.opponent]);
                let weight = real(one.halves);
                expected += weight * wins;
                let link = weight * wins * (1.0 - wins);
                links[pairs.start(player) + offset] = link;
                diagonal[player] += link;
            }
            slope[player] = real(pairs.won[player]) - expected;
        }
        Self {
            slope,
            links,
            diagonal,
        }
    }

    fn times(&self, pairs: &Pairs, x: &[f64], into: &mut [f64]) {
        for player in 0..pairs.players() {
            let mut sum = self.diagonal[player] * x[player];
            for (offset, one) in pairs.of(player).iter().enumerate() {
                sum -= self.links[pairs.start(player) + offset] * x[one.opponent];
            }
            into[player] = sum;
        }
    }

    /// Conjugate gradients, each player's own curvature as the scale.
    fn solve(&self, pairs: &Pairs, tolerance: f64) -> Vec<f64> {
        let players = pairs.players();
        let scaled = |rest: &[f64]| -> Vec<f64> {
            (rest.iter().zip(&self.diagonal))
                .map(|(r, d)| if *d > 0.0 { r / d } else { 0.0 })
                .collect()
        };
        let mut x = vec![0.0; players];
        let mut rest = self.slope.clone();
        let mut z = scaled(&rest);
        let mut direction = z.clone();
        let mut size = dot(&rest, &z);
        let enough = size * tolerance * tolerance;
        let mut image = vec![0.0; players];
        for _ in 0..INNER_MAX {
            if size <= enough || size <= f64::MIN_POSITIVE {
                break;
            }
            self.times(pairs, &direction, &mut image);
            let along = dot(&direction, &image);
            if along <= 0.0 {
                break;
            }
            let length = size / along;
            add(&mut x, &direction, length);
            add(&mut rest, &image, -length);
            z = scaled(&rest);
            let next = dot(&rest, &z);
            let turn = next / size;
            for (d, z) in direction.iter_mut().zip(&z) {
                *d = z + turn * *d;
            }
            size = next;
        }
        x
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The information about a player's strength: the sum of weight x p x (1 - p) over their games.
pub(super) fn information(pairs: &Pairs, strengths: &[f64]) -> Vec<f64> {
    System::at(pairs, strengths).diagonal
}
