//! Events of one's own whose rounds are paired by hand, and the numbers of their matches.

use std::collections::BTreeSet;

use crate::running_support::{Desk, by_hand, enter, id, member, propose, result};
use outflank_pairing::Pair;
use outflank_tournament::matches::{Choice, MatchId};
use outflank_tournament::running::{
    Act, By, HandPairing, Official, PairedBy, StageCounts, StagePlan, StagePlay,
};
use outflank_tournament::{EntrantId, ListName, RoundNumber};

fn stage(play: StagePlay, counts: StageCounts) -> StagePlan {
    let name = "Stage".to_owned();
    StagePlan { name, play, counts }
}

fn open(preset: &str, stages: &[StagePlan], players: u32) -> Desk {
    let mut desk = Desk::open_with(preset, |creation| creation.stages = stages.to_vec());
    for n in 1..=players {
        desk.act(By::Head, enter(member(n)));
    }
    desk
}

fn choose(desk: &mut Desk) {
    while let Some(wanted) = desk.tournament.affairs().wanted_choices().first().copied() {
        let (of, entrant, choice) = (wanted.of, wanted.by, Choice::White);
        desk.act(
            By::Head,
            Act::Choose {
                of,
                entrant,
                choice,
            },
        );
    }
}

/// Plays on by the rules; nothing once nothing is left.
fn next(desk: &mut Desk) -> Option<RoundNumber> {
    choose(desk);
    let round = desk.tournament.affairs().next_round();
    desk.try_act(By::Head, propose(round)).ok()?;
    desk.announce_and_start(round);
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    Some(round)
}

fn places(desk: &Desk) -> Vec<(u32, EntrantId)> {
    let list = desk.tournament.affairs().final_list(ListName::Individual);
    let rows = list.unwrap().rows.into_iter();
    rows.map(|row| (row.rank, row.id)).collect()
}

/// Four players of sixteen places meet in the first level: their matches and those of the second
/// level once had the same numbers, and the choice of one was taken for the other's.
#[test]
fn no_two_matches_of_a_knock_out_have_the_same_number() {
    let play = StagePlay::KnockOut {
        players: 16,
        games: 1,
        third_place: true,
    };
    for players in 2..=16 {
        let stages = [stage(play, StageCounts::PLACES)];
        let mut desk = open("wof/championship", &stages, players);
        while next(&mut desk).is_some() {}
        let views = desk.tournament.affairs().stages();
        let ids: Vec<MatchId> = views[0].matches.iter().map(|one| one.id()).collect();
        let different: BTreeSet<&MatchId> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "{players}: {ids:?}");
        let third = u32::from(players > 3);
        assert_eq!(ids.len(), usize::try_from(players - 1 + third).unwrap());
    }
}

/// A group alone is played to its end, whether or not it counts for the quotient.
#[test]
fn one_group_plays_all_its_rounds() {
    for bq in [false, true] {
        let play = StagePlay::Groups {
            groups: 1,
            cycles: 1,
            advance: 1,
        };
        let counts = StageCounts {
            bq,
            ..StageCounts::ALL
        };
        let mut desk = open("soc/open", &[stage(play, counts)], 14);
        let mut rounds = 0;
        while next(&mut desk).is_some() {
            rounds += 1;
        }
        assert_eq!(rounds, 13);
    }
}

fn all_kinds() -> Vec<StagePlan> {
    let groups = StagePlay::Groups {
        groups: 3,
        cycles: 1,
        advance: 2,
    };
    let knock_out = StagePlay::KnockOut {
        players: 4,
        games: 3,
        third_place: true,
    };
    let places = StageCounts::PLACES;
    vec![
        stage(StagePlay::Swiss { rounds: 2 }, StageCounts::ALL),
        stage(groups, StageCounts::ALL),
        stage(knock_out, places),
        stage(StagePlay::ConsolationSwiss { rounds: 2 }, places),
    ]
}

/// An event played by the rules, seated once more by hand game for game, ends the same.
#[test]
fn the_same_rounds_by_hand_end_the_same() {
    let mut rules = open("wof/championship", &all_kinds(), 11);
    while next(&mut rules).is_some() {}
    let mut hand = open("wof/championship", &all_kinds(), 11);
    let lives = rules.tournament.affairs().rounds.clone();
    for life in &lives {
        let round = life.number;
        let pairing = HandPairing {
            pairs: (life.cards.iter())
                .map(|card| Pair {
                    black: card.black,
                    white: card.white,
                })
                .collect(),
            byes: life.byes.clone(),
        };
        let assumed = Vec::new();
        hand.act(
            By::Head,
            Act::ProposeByHand {
                round,
                pairing,
                assumed,
            },
        );
        let consent = Some("as the draw was made".to_owned());
        hand.act(By::Head, Act::Announce { round, consent });
        hand.act(By::Head, Act::Start { round });
        let seated = hand.tournament.affairs().round(round).unwrap().clone();
        assert_eq!(seated.pairing.by, PairedBy::Hand);
        assert_eq!(seated.pairing.stages, life.pairing.stages);
        for (card, other) in seated.cards.iter().zip(&life.cards) {
            assert_eq!(
                card.contest.map(|one| one.of),
                other.contest.map(|one| one.of)
            );
            let official: Official = other.result.clone().unwrap();
            hand.act(By::Head, result(round, card.table, official));
        }
        hand.act(By::Head, Act::Validate { round });
    }
    assert_eq!(places(&hand), places(&rules));
    assert!(next(&mut hand).is_none(), "nothing is left to play");
    assert_eq!(
        hand.tournament.affairs().standings(9),
        rules.tournament.affairs().standings(9)
    );
}

#[test]
fn nobody_is_seated_outside_his_stage() {
    let groups = StagePlay::Groups {
        groups: 2,
        cycles: 1,
        advance: 1,
    };
    let mut desk = open("europe/open", &[stage(groups, StageCounts::ALL)], 8);
    let round = RoundNumber(1);
    let code = "tournament.bad_hand_pairing";
    desk.act(By::Head, propose(round));
    let groups = desk.tournament.affairs().fields[&1].groups.clone();
    let (one, other) = (groups[0][0].0, groups[1][0].0);
    for (pairs, byes) in [
        (&[(one, other)][..], &[][..]),
        (&[(one, 77)], &[]),
        (&[], &[77]),
        (&[(one, one)], &[]),
    ] {
        desk.refused(By::Head, by_hand(round, pairs, byes), code, "");
    }
    let second = groups[0][1].0;
    desk.act(By::Head, by_hand(round, &[(one, second)], &[other]));
    let life = desk.tournament.affairs().round(round).unwrap();
    assert_eq!((life.cards.len(), life.absent.len()), (1, 5));
    assert!(!life.absent.contains(&id(other)));
}
