//! A made-up archive of results: thirty years of events, most players near home, many who come once.

use outflank_federation::rating::{Outcome, PlayerNumber, RatedGame};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// The day lists are made for.
pub(crate) const LAST_DAY: &str = "2024-12-31";

const NATIONS: u32 = 30;

/// Games of an archive, the oldest first.
pub(crate) fn games(players: u32, count: usize, seed: u64) -> Vec<RatedGame> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut below = move |bound: u32| dice.next_u32() % bound;
    let strength: Vec<u32> = (0..players).map(|_| below(1000)).collect();
    let mut games = Vec::with_capacity(count);
    while games.len() < count {
        let year = 1994 + u16::try_from(games.len() * 31 / count).expect("thirty years");
        let month = u8::try_from(1 + below(12)).expect("a month");
        let day = outflank_tournament::CivilDate::new(year, month, 15).expect("a day");
        let nation = players.div_ceil(NATIONS);
        let home = below(NATIONS) * nation;
        // Few come often and many rarely; one event in ten is international.
        let often = |roll: u32, of: u32| (roll * roll / of) * roll / of;
        let international = below(10) == 0;
        let field: Vec<u32> = (0..24)
            .map(|_| match international {
                true => below(NATIONS) * nation + often(below(nation), nation) / 4,
                false => home + often(below(nation), nation),
            })
            .map(|player| player.min(players - 1))
            .collect();
        for _ in 0..100 {
            let (a, b) = (field[below(24) as usize], field[below(24) as usize]);
            if a == b || games.len() == count {
                continue;
            }
            let edge = 500 + i64::from(strength[a as usize]) - i64::from(strength[b as usize]);
            let outcome = match below(1000) {
                0..=20 => Outcome::Draw,
                roll if i64::from(roll) < edge => Outcome::AWins,
                _ => Outcome::BWins,
            };
            games.push(RatedGame {
                day,
                a: PlayerNumber(a + 1),
                b: PlayerNumber(b + 1),
                outcome,
            });
        }
    }
    games
}
