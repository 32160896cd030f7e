//! The checker refuses everything that is not a proof.

use crate::support::swiss::{Round, Rules};
use crate::support::{Dice, Table};
use outflank_pairing::matching::check::{Flaw, verify};
use outflank_pairing::matching::{Blossom, Costs, Integer, Level, Solution, Unsolvable, solve};

/// A round whose proof needs blossoms.
fn sample() -> (Round, Solution) {
    let round = Round::new(3, 60, 6, Rules::TotalFirst);
    let solution = solve(&round).expect("sixty is even");
    assert!(!solution.proof.blossoms.is_empty());
    (round, solution)
}

/// What the checker says after the solution has been tampered with.
fn flaw_after(tamper: impl FnOnce(&mut Solution)) -> Flaw {
    let (round, mut solution) = sample();
    assert_eq!(verify(&round, &solution.mates, &solution.proof), Ok(()));
    tamper(&mut solution);
    verify(&round, &solution.mates, &solution.proof).expect_err("it was tampered with")
}

fn plus(number: &Integer, more: i64) -> Integer {
    let mut carry = i128::from(more);
    let limbs: Vec<u64> = (0..=number.limbs().len())
        .map(|index| {
            let sum = i128::from(number.limb(index)) + carry;
            carry = sum >> 64;
            sum as u64
        })
        .collect();
    Integer::from_limbs(&limbs)
}

#[test]
fn a_matching_must_be_perfect() {
    let short = flaw_after(|solution| {
        solution.mates.pop();
    });
    assert_eq!(
        short,
        Flaw::WrongSize {
            expected: 60,
            found: 59
        }
    );
    let alone = flaw_after(|solution| solution.mates[4] = 4);
    assert_eq!(alone, Flaw::NotPerfect { vertex: 4 });
    let outside = flaw_after(|solution| solution.mates[0] = 60);
    assert_eq!(outside, Flaw::NotPerfect { vertex: 0 });
    let third = flaw_after(|solution| solution.mates[7] = solution.mates[9]);
    assert!(matches!(third, Flaw::NotPerfect { .. }));
}

#[test]
fn another_matching_does_not_cost_the_bound() {
    let flaw = flaw_after(|solution| {
        let pairs: Vec<_> = solution.pairs().take(2).collect();
        let [(a, b), (c, d)] = pairs[..] else {
            panic!("sixty vertices have more than one pair")
        };
        for (one, other) in [(a, c), (b, d)] {
            solution.mates[one] = other;
            solution.mates[other] = one;
        }
    });
    assert_eq!(flaw, Flaw::NotTheBound);
}

#[test]
fn duals_must_be_as_many_as_vertices_and_of_the_right_width() {
    let short = flaw_after(|solution| {
        solution.proof.vertices.pop();
    });
    assert_eq!(
        short,
        Flaw::WrongSize {
            expected: 60,
            found: 59
        }
    );
    let wide = flaw_after(|solution| solution.proof.bits += 1);
    assert!(matches!(wide, Flaw::WrongWidth { .. }));
}

#[test]
fn a_dual_one_too_small_misses_the_bound() {
    let flaw = flaw_after(|solution| {
        let dual = &mut solution.proof.vertices[5];
        *dual = plus(dual, -1);
    });
    assert_eq!(flaw, Flaw::NotTheBound);
}

/// Moving a unit from one dual to another keeps the bound; then some pair is too cheap.
#[test]
fn every_pair_is_looked_at() {
    let mut refused = 0;
    for raised in 0..60 {
        let lowered = (raised + 31) % 60;
        let flaw = flaw_after(|solution| {
            let duals = &mut solution.proof.vertices;
            duals[raised] = plus(&duals[raised], 1);
            duals[lowered] = plus(&duals[lowered], -1);
        });
        match flaw {
            Flaw::TooCheap { a, b } => {
                assert!(a == raised || b == raised);
                refused += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(refused, 60);
}

#[test]
fn blossoms_must_be_odd_sets_that_nest() {
    let even = flaw_after(|solution| {
        solution.proof.blossoms[0].vertices.pop();
    });
    assert_eq!(even, Flaw::BlossomNotOdd { blossom: 0 });
    let single = flaw_after(|solution| solution.proof.blossoms[0].vertices.truncate(1));
    assert_eq!(single, Flaw::BlossomNotOdd { blossom: 0 });
    let unsorted = flaw_after(|solution| solution.proof.blossoms[0].vertices.swap(0, 1));
    assert_eq!(unsorted, Flaw::BlossomNotASet { blossom: 0 });
    let outside = flaw_after(|solution| {
        let inside = &mut solution.proof.blossoms[0].vertices;
        let last = inside.len() - 1;
        inside[last] = 60;
    });
    assert_eq!(outside, Flaw::BlossomNotASet { blossom: 0 });
    let negative = flaw_after(|solution| {
        solution.proof.blossoms[0].dual = Integer::from_limbs(&[u64::MAX]);
    });
    assert_eq!(negative, Flaw::NegativeBlossom { blossom: 0 });
    let crossing = flaw_after(|solution| {
        let inside = &solution.proof.blossoms[0].vertices;
        let outside = (0..60).filter(|vertex| !inside.contains(vertex)).take(2);
        let mut vertices: Vec<usize> = inside[..1].iter().copied().chain(outside).collect();
        vertices.sort_unstable();
        let dual = Integer::from_limbs(&[0]);
        solution.proof.blossoms.push(Blossom { vertices, dual });
    });
    assert!(matches!(crossing, Flaw::BlossomsCross { .. }));
}

#[test]
fn a_blossom_less_is_no_proof() {
    let flaw = flaw_after(|solution| {
        solution.proof.blossoms.pop();
    });
    assert_eq!(flaw, Flaw::NotTheBound);
}

#[test]
fn proofs_survive_being_written_down() {
    let (round, solution) = sample();
    let text = serde_json::to_string(&solution.proof).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(solution.proof, read);
    assert_eq!(verify(&round, &solution.mates, &read), Ok(()));
}

#[test]
fn broken_promises_are_named() {
    let mut table = Table::swiss(&mut Dice(8), 40);
    table.levels[3] = Level::up_to(0);
    let refusal = solve(&table).unwrap_err();
    assert!(matches!(
        refusal,
        Unsolvable::BrokenPromise(Flaw::AboveBound { level: 3, .. })
    ));
    let mut table = Table::from_fn(4, vec![Level::in_at_most(1, 3)], |_, _, _| 3);
    assert_eq!(
        solve(&table),
        Err(Unsolvable::BrokenPromise(Flaw::TotalAboveBound {
            level: 0
        }))
    );
    table.size = 3;
    assert_eq!(solve(&table), Err(Unsolvable::OddVertices { vertices: 3 }));
}

#[test]
fn nobody_is_an_answer_too() {
    let table = Table::from_fn(0, vec![Level::up_to(1)], |_, _, _| 1);
    let solution = solve(&table).unwrap();
    assert!(solution.mates.is_empty());
    assert_eq!(table.vertices(), 0);
}
