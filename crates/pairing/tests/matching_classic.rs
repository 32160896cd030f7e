//! Thirty known matching problems and their optima.

use crate::support::Table;
use outflank_pairing::matching::{Level, solve};

/// Half the number of vertices, the seed of the costs, the smallest total.
const CASES: [(usize, u64, u128); 30] = [
    (2, 746, 7_409_781),
    (3, 901, 4_146_783),
    (4, 174, 4_315_332),
    (5, 345, 3_920_857),
    (6, 800, 2_976_723),
    (7, 888, 4_055_646),
    (8, 1064, 2_013_084),
    (9, 251, 3_104_415),
    (10, 1700, 4_169_196),
    (12, 100, 3_889_348),
    (14, 268, 3_981_382),
    (16, 333, 4_312_003),
    (18, 499, 3_651_602),
    (20, 637, 5_892_467),
    (24, 1020, 6_794_951),
    (28, 481, 4_440_383),
    (32, 222, 4_124_030),
    (36, 481, 7_243_040),
    (40, 555, 7_415_313),
    (44, 2022, 3_560_601),
    (48, 111, 6_667_156),
    (52, 101, 3_238_530),
    (56, 347, 4_360_617),
    (60, 412, 31_530_977),
    (65, 1616, 6_890_250),
    (70, 278, 17_037_360),
    (75, 712, 52_161_646),
    (80, 321, 14_769_870),
    (90, 1010, 34_344_612),
    (100, 4752, 88_918_470),
];

#[test]
fn the_stated_optima_are_found() {
    for (half, seed, optimum) in CASES {
        let size = 2 * half;
        let mut state = seed;
        let square: Vec<u64> = (0..size * size)
            .map(|_| {
                state = (1 + 29 * state) % 9_999_000;
                1000 + state
            })
            .collect();
        let table = Table::from_fn(size, vec![Level::up_to(10_000_000)], |a, b, _| {
            square[a * size + b].min(square[b * size + a])
        });
        let solution = solve(&table).unwrap();
        assert_eq!(solution.total, [optimum], "{half} pairs, seed {seed}");
    }
}
