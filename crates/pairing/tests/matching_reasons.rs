//! Forced and forbidden pairs, the bound on what a pair would cost, and who moves.

use crate::support::swiss::{Round, Rules};
use crate::support::{Dice, Table, brute_force, count};
use outflank_pairing::matching::check::at_least_worse;
use outflank_pairing::matching::{
    Wishes, WishesRefused, matching_levels, rings, solve, solve_with,
};

fn difference(of: &[u128], from: &[u128]) -> Vec<i128> {
    let pairs = of.iter().zip(from);
    pairs.map(|(&a, &b)| a as i128 - b as i128).collect()
}

/// The bound from the proof never promises more than forcing the pair really costs.
#[test]
fn the_bound_holds_for_every_pair() {
    for seed in 0..count(600) {
        let mut dice = Dice(seed);
        let size = 4 + 2 * dice.up_to(3) as usize;
        let table = Table::random(&mut dice, size, 4);
        let best = solve(&table).unwrap();
        for a in 0..size {
            for b in a + 1..size {
                let wishes = Wishes {
                    forced: vec![(a, b)],
                    forbidden: Vec::new(),
                };
                let forced = solve_with(&table, &wishes).unwrap();
                assert_eq!(forced.mates[a], b);
                assert_eq!(forced.total, matching_levels(&table, &forced.mates));
                let exact = difference(&forced.total, &best.total);
                let bound = at_least_worse(&table, &best.proof, a, b).unwrap();
                assert!(bound <= exact, "seed {seed}: {bound:?} {exact:?}");
                assert!(bound >= vec![0; bound.len()]);
                if best.mates[a] == b {
                    assert_eq!(bound, vec![0; bound.len()]);
                }
            }
        }
    }
}

/// Forcing the pairs of the best matching changes nothing; forbidding one gives the best without.
#[test]
fn forbidden_pairs_are_avoided_at_the_least_cost() {
    for seed in 0..count(2000) {
        let mut dice = Dice(seed);
        let mut table = Table::random(&mut dice, 8, 3);
        let best = solve(&table).unwrap();
        let forced = Wishes {
            forced: best.pairs().take(2).collect(),
            forbidden: Vec::new(),
        };
        assert_eq!(solve_with(&table, &forced).unwrap().total, best.total);
        let forbidden: Vec<_> = best.pairs().take(2).map(|(a, b)| (b, a)).collect();
        let wishes = Wishes {
            forced: Vec::new(),
            forbidden: forbidden.clone(),
        };
        let without = solve_with(&table, &wishes).unwrap();
        assert!(forbidden.iter().all(|&(a, b)| without.mates[a] != b));
        let moved = rings(&best.mates, &without.mates);
        assert!(
            moved
                .iter()
                .flatten()
                .any(|&vertex| vertex == forbidden[0].0)
        );
        // Brute force sees a forbidden pair as one that costs more than all others together.
        table
            .levels
            .insert(0, outflank_pairing::matching::Level::up_to(1));
        for (index, values) in table.values.iter_mut().enumerate() {
            let hit = |&(a, b): &(usize, usize)| Table::index(a, b) == index;
            values.insert(0, u64::from(forbidden.iter().any(hit)));
        }
        assert_eq!(without.total, brute_force(&table)[1..], "seed {seed}");
    }
}

#[test]
fn a_forced_pair_must_be_possible() {
    let table = Table::random(&mut Dice(1), 6, 2);
    for (a, b) in [(0, 0), (5, 6), (2, 1)] {
        let wishes = Wishes {
            forced: vec![(1, 3), (a, b)],
            forbidden: Vec::new(),
        };
        let refusal = solve_with(&table, &wishes).unwrap_err();
        assert_eq!(refusal, WishesRefused::CannotForce { a, b });
    }
}

#[test]
fn rings_lead_from_one_matching_to_the_other() {
    let round = Round::new(5, 80, 7, Rules::TopFirst);
    let best = solve(&round).unwrap();
    let (a, b) = (0, (best.mates[0] + 7) % 80);
    let wishes = Wishes {
        forced: vec![(a, b)],
        forbidden: Vec::new(),
    };
    let other = solve_with(&round, &wishes).unwrap();
    let mut mates = best.mates.clone();
    for ring in rings(&best.mates, &other.mates) {
        for (at, &vertex) in ring.iter().enumerate() {
            let next = ring[(at + 1) % ring.len()];
            if at % 2 == 0 {
                assert_eq!(best.mates[vertex], next);
            } else {
                mates[vertex] = next;
                mates[next] = vertex;
            }
        }
    }
    assert_eq!(mates, other.mates);
}

/// The answer does not depend on how the vertices are numbered when the last level decides all.
#[test]
fn another_numbering_gives_the_same_pairs() {
    let table = Table::swiss(&mut Dice(77), 90);
    let place = |vertex: usize| (vertex * 37 + 11) % 90;
    let mut renumbered = Table::from_fn(90, table.levels.clone(), |_, _, _| 0);
    for a in 0..90 {
        renumbered.blocks[place(a)] = table.blocks[a];
        for b in 0..a {
            renumbered.values[Table::index(place(a), place(b))] = table.values(a, b).to_vec();
        }
    }
    let (one, other) = (solve(&table).unwrap(), solve(&renumbered).unwrap());
    for vertex in 0..90 {
        assert_eq!(other.mates[place(vertex)], place(one.mates[vertex]));
    }
}
