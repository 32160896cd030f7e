//! Small problems: every answer is compared with all matchings there are.

use crate::support::{Dice, Table, brute_force, count};
use outflank_pairing::matching::check::verify;
use outflank_pairing::matching::{matching_levels, solve};

#[test]
fn brute_force_agrees_on_random_problems() {
    for seed in 0..count(20_000) {
        let mut dice = Dice(seed);
        let size = 4 + 2 * dice.up_to(4) as usize;
        let levels = if seed % 50 == 0 { 60 } else { 6 };
        let table = Table::random(&mut dice, size, levels);
        let solution = solve(&table).unwrap();
        assert_eq!(solution.total, brute_force(&table), "seed {seed}");
        assert_eq!(solution.total, matching_levels(&table, &solution.mates));
        assert_eq!(verify(&table, &solution.mates, &solution.proof), Ok(()));
    }
}
