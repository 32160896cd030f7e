//! What holds for every event, however odd.

use crate::support;
use outflank_rulebook::{HalfDiscs, System};
use outflank_tournament::{
    Cause, Colour, EntrantId, Event, Game, GameResult, Round, Withdrawal, bq_sum, round_input,
    standings,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const RULEBOOKS: [&str; 6] = ["wof", "bof", "soc", "usoa", "japan", "europe"];

fn result() -> impl Strategy<Value = GameResult> {
    let colour = prop_oneof![Just(Colour::Black), Just(Colour::White)];
    let discs = (0u16..=64).prop_map(HalfDiscs::discs);
    prop_oneof![
        8 => discs.prop_map(|black| GameResult::played(black, HalfDiscs(128 - black.0))),
        1 => colour.clone().prop_map(|by| GameResult::Resigned { by, discs: None }),
        1 => colour.prop_map(GameResult::missing),
        1 => Just(GameResult::both_missing()),
        1 => Just(GameResult::Annulled),
        1 => Just(GameResult::Pending),
    ]
}

/// An order of the entrants: neighbours play, the rest have a bye or are absent.
fn a_round(entrants: u32) -> impl Strategy<Value = Round> {
    let ids: Vec<u32> = (1..=entrants).collect();
    let order = Just(ids).prop_shuffle();
    let results = prop::collection::vec(result(), entrants as usize / 2);
    (order, results, 0..3usize).prop_map(|(order, results, out)| {
        let (out, playing) = order.split_at(out.min(order.len()));
        let mut round = Round::default();
        for (pair, result) in playing.chunks(2).zip(results) {
            match *pair {
                [black, white] => round.games.push(Game {
                    black: EntrantId(black),
                    white: EntrantId(white),
                    result,
                    of: None,
                }),
                [one] => round.byes.push(EntrantId(one)),
                _ => {}
            }
        }
        round.absent = out.iter().map(|&id| EntrantId(id)).collect();
        round
    })
}

fn an_event() -> impl Strategy<Value = Event> {
    (2u32..12, 0usize..7, 0usize..6).prop_flat_map(|(entrants, rounds, rulebook)| {
        let rounds = prop::collection::vec(a_round(entrants), rounds);
        let left = prop::option::of((1..=entrants, 0u16..7));
        (rounds, left).prop_map(move |(played, left)| {
            let mut event = support::event(RULEBOOKS[rulebook], System::Swiss, 7, entrants);
            event.played = played;
            event.withdrawn = (left.into_iter())
                .map(|(id, after_round)| Withdrawal {
                    id: EntrantId(id),
                    after_round,
                    cause: Cause::Declared,
                })
                .collect();
            event
        })
    })
}

fn run(test: impl Fn(Event) -> Result<(), TestCaseError>) {
    let cases = match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 10_000,
        Err(_) => 1_000,
    };
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(cases)
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(config, rng);
    runner.run(&an_event(), test).unwrap();
}

#[test]
fn the_ranking_is_total_and_does_not_depend_on_the_order_of_entry() {
    run(|event| {
        let table = standings(&event, u16::MAX);
        let mut ids: Vec<EntrantId> = table.rows.iter().map(|row| row.id).collect();
        prop_assert!(table.rows.windows(2).all(|two| two[0].rank < two[1].rank));
        prop_assert!(
            table
                .rows
                .windows(2)
                .all(|two| two[0].points >= two[1].points)
        );
        let mut turned = event.clone();
        turned.entrants.reverse();
        turned
            .played
            .iter_mut()
            .for_each(|round| round.games.reverse());
        prop_assert_eq!(&standings(&turned, u16::MAX), &table);
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), event.entrants.len());
        Ok(())
    });
}

/// Points are neither made nor lost: every game that counts gives one, a double forfeit none, a bye
/// one.
#[test]
fn the_points_of_all_are_those_of_the_games_and_byes() {
    run(|event| {
        let table = standings(&event, u16::MAX);
        let sum: u32 = table.rows.iter().map(|row| u32::from(row.points.0)).sum();
        let mut expected = 0;
        for round in &event.played {
            for game in &round.games {
                expected += match game.result {
                    GameResult::Played { .. }
                    | GameResult::Resigned { .. }
                    | GameResult::Forfeit { .. }
                    | GameResult::Adjudicated { .. } => 2,
                    GameResult::DoubleForfeit { .. }
                    | GameResult::Annulled
                    | GameResult::Pending => 0,
                };
            }
            expected += 2 * round.byes.len() as u32;
        }
        prop_assert_eq!(sum, expected);
        Ok(())
    });
}

#[test]
fn earlier_tables_stay_and_every_sum_gives_its_quotient() {
    run(|event| {
        let rounds = event.rounds_played();
        for after in 0..=rounds {
            let mut then = event.clone();
            then.played.truncate(usize::from(after));
            then.withdrawn.retain(|left| left.after_round < after);
            let table = standings(&event, after);
            prop_assert_eq!(&standings(&then, after), &table);
            for row in &table.rows {
                let sum = bq_sum(&event, after, row.id).unwrap();
                prop_assert_eq!(sum.total(), row.bq);
                prop_assert_eq!(sum.rows.len(), usize::from(after));
            }
        }
        Ok(())
    });
}

#[test]
fn pairing_gets_the_points_of_the_table() {
    run(|event| {
        let table = standings(&event, u16::MAX);
        let input = round_input(&event).unwrap();
        for entrant in &input.entrants {
            prop_assert_eq!(entrant.points, table.of(entrant.id).unwrap().points);
        }
        Ok(())
    });
}
