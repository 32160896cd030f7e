//! Round robins: everybody meets everybody, colours balance, leavers and late arrivals.

use outflank_pairing::{Cycles, EntrantId, Pair, RoundNumber, RoundRobin, Seed, rounds_by_day};
use std::collections::BTreeMap;

fn robin(players: u32, cycles: Cycles) -> RoundRobin {
    let ids: Vec<EntrantId> = (1..=players).map(EntrantId).collect();
    RoundRobin::draw(&ids, cycles, Seed::new(3).expect("a small seed"))
}

#[test]
fn everybody_meets_everybody_with_balanced_colours() {
    for players in 2..=25 {
        for cycles in [Cycles::Single, Cycles::Double] {
            let robin = robin(players, cycles);
            let mut meetings: BTreeMap<[EntrantId; 2], u16> = BTreeMap::new();
            let mut balance: BTreeMap<EntrantId, i32> = BTreeMap::new();
            let mut byes: BTreeMap<EntrantId, u16> = BTreeMap::new();
            for number in 1..=robin.rounds() {
                let round = robin.round(RoundNumber(number), &[]);
                assert_eq!(round.pairs.len() as u32, players / 2);
                assert_eq!(round.byes.len() as u32, players % 2);
                for pair in round.pairs {
                    *meetings.entry(pair.players()).or_default() += 1;
                    *balance.entry(pair.black).or_default() += 1;
                    *balance.entry(pair.white).or_default() -= 1;
                }
                for id in round.byes {
                    *byes.entry(id).or_default() += 1;
                }
            }
            assert_eq!(meetings.len() as u32, players * (players - 1) / 2);
            assert!(meetings.values().all(|&times| times == cycles.count()));
            let most = match cycles {
                Cycles::Single => 1,
                Cycles::Double => 0,
            };
            assert!(
                balance.values().all(|sum| sum.abs() <= most),
                "{players}: {balance:?}"
            );
            if players % 2 == 1 {
                assert!(balance.values().all(|&sum| sum == 0));
                assert!(byes.values().all(|&times| times == cycles.count()));
            }
        }
    }
}

#[test]
fn a_leaver_keeps_his_number_and_his_opponents_have_a_bye() {
    let robin = robin(6, Cycles::Single);
    let left = robin.numbers[2];
    for number in 1..=robin.rounds() {
        let full = robin.round(RoundNumber(number), &[]);
        let rest = robin.round(RoundNumber(number), &[left]);
        let with = full.pairs.iter().find_map(|pair| pair.opponent(left));
        assert_eq!(rest.byes, [with.unwrap()]);
        let others = full
            .pairs
            .iter()
            .filter(|pair| pair.opponent(left).is_none());
        assert_eq!(rest.pairs, others.copied().collect::<Vec<Pair>>());
    }
}

#[test]
fn a_late_arrival_takes_the_free_number_of_an_odd_field() {
    let robin = robin(5, Cycles::Single);
    let grown = robin.with_late_arrival(EntrantId(9)).unwrap();
    for number in 1..=robin.rounds() {
        let before = robin.round(RoundNumber(number), &[]);
        let after = grown.round(RoundNumber(number), &[]);
        assert!(before.pairs.iter().all(|pair| after.pairs.contains(pair)));
        assert!(after.byes.is_empty());
    }
    assert_eq!(grown.with_late_arrival(EntrantId(10)), None);
}

#[test]
fn the_first_days_have_the_extra_rounds() {
    assert_eq!(rounds_by_day(13, 2), [7, 6]);
    assert_eq!(rounds_by_day(14, 3), [5, 5, 4]);
}
