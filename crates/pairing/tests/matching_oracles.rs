//! Larger problems: two other solvers must find the same totals.

use crate::support::oracle::{integer_blossom_total, rustworkx_total};
use crate::support::swiss::{Round, Rules};
use crate::support::{Dice, Table, count};
use outflank_pairing::matching::{Costs, solve};

fn check(costs: &impl Costs, problem: &str) {
    let total = solve(costs).expect("sizes are even").total;
    assert_eq!(total, integer_blossom_total(costs), "{problem}");
    if let Some(other) = rustworkx_total(costs) {
        assert_eq!(total, other, "{problem}");
    }
}

/// Sizes from 20 to 500, most of them small.
fn size(dice: &mut Dice) -> usize {
    let most = [40, 40, 60, 60, 90, 120, 180, 250][dice.up_to(7) as usize];
    20 + 2 * dice.up_to(most - 10) as usize
}

#[test]
fn other_solvers_agree_on_random_tables() {
    for seed in 0..count(160) {
        let mut dice = Dice(seed);
        let size = size(&mut dice).min(200);
        check(&Table::random(&mut dice, size, 4), &format!("seed {seed}"));
    }
}

#[test]
fn other_solvers_agree_on_narrow_rounds() {
    for seed in 0..count(500) {
        let mut dice = Dice(1_000_000 + seed);
        let size = size(&mut dice);
        check(&Table::swiss(&mut dice, size), &format!("seed {seed}"));
    }
}

#[test]
fn another_solver_agrees_on_wide_rounds() {
    for seed in 0..count(160) {
        let mut dice = Dice(2_000_000 + seed);
        let size = size(&mut dice).min(260);
        let rules = match seed % 2 {
            0 => Rules::TotalFirst,
            _ => Rules::TopFirst,
        };
        let rounds = 2 + dice.up_to(8) as usize;
        check(
            &Round::new(seed, size, rounds, rules),
            &format!("seed {seed}"),
        );
    }
}
