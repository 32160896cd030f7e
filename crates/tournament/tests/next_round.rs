//! Which method pairs the next round, and that a round robin stays one.

use std::collections::BTreeMap;

use crate::support::{event, round, withdraw};
use outflank_pairing::{FixedPair, LevelKind};
use outflank_rulebook::HalfDiscs;
use outflank_rulebook::System;
use outflank_tournament::{
    EntrantId, Event, Game, GameResult, NotPaired, Paired, Round, pair_next,
};

/// Plays a round as paired, Black always winning.
fn play_on(event: &mut Event) -> Result<(), NotPaired> {
    let next = pair_next(event)?;
    let games = next.pairs().iter().map(|pair| Game {
        black: pair.black,
        white: pair.white,
        result: GameResult::played(HalfDiscs::discs(40), HalfDiscs::discs(24)),
        of: None,
    });
    event.played.push(Round {
        games: games.collect(),
        byes: next.byes(),
        ..Round::default()
    });
    Ok(())
}

/// How often each two have met.
fn meetings(event: &Event) -> BTreeMap<[EntrantId; 2], u32> {
    let mut met = BTreeMap::new();
    for game in event.played.iter().flat_map(|round| &round.games) {
        let two = [game.black.min(game.white), game.black.max(game.white)];
        *met.entry(two).or_default() += 1;
    }
    met
}

#[test]
fn the_first_round_is_drawn_and_the_second_paired_by_the_rules() {
    let mut event = event("wof", System::Swiss, 13, 30);
    assert!(matches!(
        pair_next(&event).unwrap().paired,
        Paired::FirstRound(_)
    ));
    play_on(&mut event).unwrap();
    let next = pair_next(&event).unwrap();
    let Paired::ByTheRules(pairing) = &next.paired else {
        panic!("{:?}", next.paired)
    };
    assert_eq!((pairing.tables.pairs.len(), pairing.bent.len()), (15, 0));
}

#[test]
fn everybody_meets_everybody_as_often_as_the_table_says() {
    for (system, times, rounds) in [
        (System::RoundRobin, 1, [3, 5, 5, 7]),
        (System::DoubleRoundRobin, 2, [6, 10, 10, 14]),
    ] {
        for (players, rounds) in [4, 5, 6, 7].into_iter().zip(rounds) {
            let mut event = event("wof", system, rounds, players);
            for _ in 0..rounds {
                play_on(&mut event).unwrap();
            }
            let met = meetings(&event);
            assert_eq!(met.len() as u32, players * (players - 1) / 2);
            assert!(met.values().all(|met| *met == times), "{met:?}");
            let over = play_on(&mut event).unwrap_err();
            assert_eq!(over, NotPaired::RoundRobinOver { rounds });
        }
    }
}

#[test]
fn in_a_round_robin_the_opponents_of_a_leaver_have_a_bye() {
    let mut event = event("wof", System::RoundRobin, 5, 6);
    for _ in 0..2 {
        play_on(&mut event).unwrap();
    }
    withdraw(&mut event, 3, 2);
    for _ in 0..3 {
        play_on(&mut event).unwrap();
        let last = event.played.last().unwrap();
        assert_eq!((last.games.len(), last.byes.len()), (2, 1));
    }
    assert!(meetings(&event).values().all(|met| *met == 1));
}

#[test]
fn a_late_arrival_takes_the_free_number_of_an_odd_round_robin() {
    let mut event = event("usoa", System::RoundRobin, 5, 5);
    play_on(&mut event).unwrap();
    let free = event.played[0].byes[0];
    event.entrants.push(outflank_tournament::Entrant::new(
        EntrantId(9),
        "Late Arrival",
    ));
    for _ in 0..4 {
        play_on(&mut event).unwrap();
        assert_eq!(event.played.last().unwrap().byes, []);
    }
    let met = meetings(&event);
    assert!(met.values().all(|met| *met == 1));
    assert_eq!(met.len(), 14);
    assert!(!met.contains_key(&[free, EntrantId(9)]));
}

#[test]
fn a_round_robin_played_by_another_table_goes_on_without_repeats() {
    let mut event = event("usoa", System::RoundRobin, 3, 4);
    event
        .entrants
        .iter_mut()
        .for_each(|entrant| entrant.rating = None);
    // Whatever table the seed gives, one of these two rounds is not the first of it.
    for first in [["1 2 40-24", "3 4 40-24"], ["1 3 40-24", "2 4 40-24"]] {
        event.played = vec![round(&first)];
        for _ in 0..2 {
            play_on(&mut event).unwrap();
        }
        assert_eq!(meetings(&event).len(), 6);
    }
}

#[test]
fn the_directors_hand_is_honoured() {
    let mut event = event("soc", System::Swiss, 8, 7);
    play_on(&mut event).unwrap();
    let [one, two, three] = [1, 2, 3].map(EntrantId);
    event.next.absent = vec![three];
    event.next.fixed = vec![FixedPair::Coloured {
        black: two,
        white: one,
    }];
    let next = pair_next(&event).unwrap();
    let made = next.pairs().iter().find(|pair| pair.black == two).unwrap();
    assert_eq!(made.white, one);
    assert_eq!((next.pairs().len(), next.byes().len()), (3, 0));
    event.next.absent = Vec::new();
    event.next.bye = Some(three);
    assert_eq!(pair_next(&event).unwrap().byes(), [three]);
}

/// clauses: WOC-II.8.c, SOC-II.7.d
#[test]
fn a_withdrawal_that_makes_the_number_odd_brings_a_bye() {
    for rulebook in ["wof", "soc"] {
        let mut event = event(rulebook, System::Swiss, 8, 10);
        play_on(&mut event).unwrap();
        assert_eq!(pair_next(&event).unwrap().byes(), []);
        withdraw(&mut event, 4, 1);
        let next = pair_next(&event).unwrap();
        assert_eq!(
            (next.pairs().len(), next.byes().len()),
            (4, 1),
            "{rulebook}"
        );
        withdraw(&mut event, 5, 1);
        assert_eq!(pair_next(&event).unwrap().byes(), []);
    }
}

#[test]
fn beyond_exhaustion_the_rule_that_bends_is_named() {
    let mut event = event("soc", System::Swiss, 8, 6);
    for number in 1..=8 {
        let next = pair_next(&event).unwrap();
        let kinds: Vec<LevelKind> = next.bent().iter().map(|bent| bent.kind).collect();
        // With six players nobody has a sixth opponent; a fifth round may already fail.
        match number {
            1..=3 => assert_eq!(kinds, [], "round {number}"),
            4 | 5 => {}
            _ => assert_eq!(kinds, [LevelKind::RepeatMeeting], "round {number}"),
        }
        play_on(&mut event).unwrap();
    }
}
