//! Events of one's own: every kind of stage, who goes on and why, and the places at the end.

use crate::running_support;
use std::collections::BTreeSet;

use crate::running_support::{Desk, ONE, enter, id, member, propose, result, withdraw};
use outflank_tournament::matches::Choice;
use outflank_tournament::running::{
    Act, By, Fact, Official, Phase, StageCounts, StagePlan, StagePlay, StageState,
};
use outflank_tournament::{EntrantId, ListName, RoundNumber};

fn stage(name: &str, play: StagePlay, counts: StageCounts) -> StagePlan {
    StagePlan {
        name: name.to_owned(),
        play,
        counts,
    }
}

fn swiss(rounds: u16) -> StagePlan {
    stage("Swiss", StagePlay::Swiss { rounds }, StageCounts::ALL)
}

fn groups(groups: u16, cycles: u16, advance: u16) -> StagePlan {
    let play = StagePlay::Groups {
        groups,
        cycles,
        advance,
    };
    stage("Groups", play, StageCounts::ALL)
}

fn knock_out(players: u16, games: u16, third_place: bool) -> StagePlan {
    let play = StagePlay::KnockOut {
        players,
        games,
        third_place,
    };
    stage("Knock-out", play, StageCounts::PLACES)
}

fn last(of: u16, games: u16) -> StagePlan {
    stage("Final", StagePlay::Final { of, games }, StageCounts::PLACES)
}

fn consolation(rounds: u16) -> StagePlan {
    let play = StagePlay::ConsolationSwiss { rounds };
    stage("Consolation", play, StageCounts::PLACES)
}

/// An event of these stages; entrant n is the n-th of the seeding.
fn open(preset: &str, stages: Vec<StagePlan>, players: u32) -> Desk {
    let mut desk = Desk::open_with(preset, |creation| creation.stages = stages);
    for n in 1..=players {
        let mut application = member(n);
        application.entry.rating = Some(2000 - i32::try_from(n).unwrap());
        desk.act(By::Head, enter(application));
    }
    desk
}

fn choose(desk: &mut Desk) {
    for wanted in desk.tournament.affairs().wanted_choices() {
        desk.act(
            By::Head,
            Act::Choose {
                of: wanted.of,
                entrant: wanted.by,
                choice: Choice::Black,
            },
        );
    }
}

/// Plays to the end, the lower number winning every game; tells the number of rounds.
fn play_on(desk: &mut Desk) -> u16 {
    loop {
        let round = desk.tournament.affairs().next_round();
        choose(desk);
        match desk.try_act(By::Head, propose(round)) {
            Ok(_) => {}
            Err(refused) => {
                assert_eq!(refused.code(), "tournament.no_more_rounds", "{refused}");
                return round.0 - 1;
            }
        }
        desk.announce_and_start(round);
        desk.finish_round(round);
        desk.act(By::Head, Act::Validate { round });
    }
}

fn places(desk: &Desk) -> Vec<(u32, u32)> {
    let list = desk.tournament.affairs().final_list(ListName::Individual);
    let rows = list.unwrap().rows;
    rows.iter().map(|row| (row.rank, row.id.0)).collect()
}

fn ids(list: &[EntrantId]) -> Vec<u32> {
    list.iter().map(|id| id.0).collect()
}

#[test]
fn a_swiss_with_a_final_of_four_and_a_consolation_beside_it() {
    let mut desk = open(
        "europe/open",
        vec![swiss(4), last(4, 1), consolation(2)],
        12,
    );
    for _ in 0..4 {
        desk.play_round();
    }
    let views = desk.tournament.affairs().stages();
    let states: Vec<StageState> = views.iter().map(|view| view.state).collect();
    assert_eq!(
        states,
        [StageState::Over, StageState::Playing, StageState::Playing]
    );
    let four = ids(&views[1].field.players);
    assert_eq!(four.len(), 4);
    assert_eq!(views[0].goes_on[0].why, "place 1 of Swiss");
    assert_eq!(views[1].field.why, "the first 4 of Swiss");
    assert_eq!(views[2].field.players.len(), 8);

    // Semi-finals and the first round of the consolation are one round of the event.
    choose(&mut desk);
    let round = desk.play_round();
    let life = desk.tournament.affairs().round(round).unwrap().clone();
    assert_eq!(life.pairing.stages, [2, 3]);
    assert_eq!(life.cards.len(), 2 + 4);
    let semi: BTreeSet<u32> = life.cards[..2]
        .iter()
        .flat_map(|card| card.players())
        .map(|id| id.0)
        .collect();
    assert_eq!(semi, four.iter().copied().collect());
    // Points are those of the Swiss alone.
    let before = desk
        .tournament
        .affairs()
        .latest_edition(4)
        .unwrap()
        .rows
        .clone();
    assert!(desk.tournament.affairs().latest_edition(5).is_none());

    assert_eq!(play_on(&mut desk), 6);
    let after = desk
        .tournament
        .affairs()
        .latest_edition(4)
        .unwrap()
        .rows
        .clone();
    assert_eq!(before, after);
    let places = places(&desk);
    assert_eq!(places[0], (1, 1), "the final decides");
    let top: BTreeSet<u32> = places[..4].iter().map(|place| place.1).collect();
    assert_eq!(top, four.iter().copied().collect());
    let ranks: Vec<u32> = places.iter().map(|place| place.0).collect();
    assert_eq!(ranks, (1..=12).collect::<Vec<u32>>());
    let views = desk.tournament.affairs().stages();
    assert!(views.iter().all(|view| view.state == StageState::Over));
    assert_eq!(views[1].matches.len(), 3, "two semi-finals and a final");
}

#[test]
fn groups_of_which_two_go_on_to_a_knock_out() {
    let mut desk = open(
        "europe/open",
        vec![groups(4, 1, 2), knock_out(8, 3, true)],
        16,
    );
    let first = desk.start_round();
    let facts = desk.tournament.log().iter().map(|event| &event.fact);
    let opened: Vec<_> = facts
        .filter_map(|fact| match fact {
            Fact::StageOpened { stage, field, .. } => Some((*stage, field.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(opened.len(), 1);
    let (_, field) = &opened[0];
    // Dealt to and fro: 1, 8, 9, 16 are one group.
    let mut one: Vec<u32> = ids(&field.groups[0]);
    one.sort_unstable();
    assert_eq!(one, [1, 8, 9, 16]);
    desk.finish_round(first);
    desk.act(By::Head, Act::Validate { round: first });
    desk.play_round();
    desk.play_round();
    let views = desk.tournament.affairs().stages();
    assert_eq!(views[0].state, StageState::Over);
    assert_eq!(views[0].groups.len(), 4);
    let goes_on: Vec<(u32, &str)> = (views[0].goes_on.iter())
        .map(|one| (one.id.0, one.why.as_str()))
        .collect();
    let on: BTreeSet<u32> = goes_on.iter().map(|one| one.0).collect();
    assert_eq!(on, (1..=8).collect());
    assert!(goes_on.contains(&(8, "place 2 of group 1")), "{goes_on:?}");

    // Best of three, two games each: quarter-finals, semi-finals, third place and final.
    assert_eq!(play_on(&mut desk), 3 + 2 + 2 + 2);
    let views = desk.tournament.affairs().stages();
    assert_eq!(views[1].matches.len(), 4 + 2 + 1 + 1);
    assert!(
        views[1].matches.iter().all(|one| one.games.len() == 2),
        "two wins end a match"
    );
    let places = places(&desk);
    assert_eq!(places[0], (1, 1));
    let ranks: Vec<u32> = places.iter().map(|place| place.0).collect();
    assert_eq!(
        ranks,
        (1..=16).collect::<Vec<u32>>(),
        "the groups separate the rest"
    );
}

#[test]
fn a_knock_out_may_be_the_first_stage_and_the_best_have_no_first_opponent() {
    let mut desk = open("europe/open", vec![knock_out(8, 1, false)], 6);
    choose(&mut desk);
    let round = desk.start_round();
    let life = desk.tournament.affairs().round(round).unwrap();
    let playing: BTreeSet<u32> = life
        .cards
        .iter()
        .flat_map(|card| card.players())
        .map(|id| id.0)
        .collect();
    assert_eq!(playing, [3, 4, 5, 6].into());
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    assert_eq!(play_on(&mut desk), 3);
    assert_eq!(
        places(&desk),
        [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6)],
        "losers of one level share a place where nothing else separates them"
    );
}

#[test]
fn a_final_may_be_the_first_stage_and_a_consolation_may_not() {
    let mut desk = open("europe/open", vec![last(2, 1)], 2);
    assert_eq!(play_on(&mut desk), 1);
    assert_eq!(places(&desk), [(1, 1), (2, 2)]);
    let mut desk = Desk::unopened("europe/open");
    let mut creation =
        outflank_tournament::running::Creation::new("x", "2024-05-04".parse().unwrap());
    creation.stages = vec![consolation(2)];
    let create = Act::Create(Box::new(creation));
    desk.refused(By::Head, create, "tournament.bad_setting", "");
}

#[test]
fn a_qualifier_who_leaves_is_replaced_and_later_his_opponent_goes_on() {
    let mut desk = open("europe/open", vec![swiss(3), last(4, 1)], 8);
    for _ in 0..3 {
        desk.play_round();
    }
    let before = desk.tournament.affairs().stages();
    let second = before[1].field.players[1];
    let fifth = before[0].order[4][0];
    desk.act(By::Head, withdraw(second.0));
    let field = &desk.tournament.affairs().stages()[1].field.players.clone();
    assert!(
        !field.contains(&second) && field.contains(&fifth),
        "{field:?}"
    );
    // After the semi-finals have begun his opponent has a walk-over.
    choose(&mut desk);
    desk.play_round();
    let finalist = desk.tournament.affairs().wanted_choices();
    let matches = &desk.tournament.affairs().stages()[1].matches.clone();
    let last = matches.last().unwrap();
    desk.act(By::Head, withdraw(last.players()[0].0));
    assert_eq!(play_on(&mut desk), 4, "no final is played: {finalist:?}");
    let winner = last.players()[1];
    assert_eq!(places(&desk)[0], (1, winner.0));
}

#[test]
fn stages_count_for_what_they_say() {
    let mut friendly = swiss(2);
    friendly.name = "Friendly".to_owned();
    friendly.counts = StageCounts {
        points: false,
        bq: false,
        rating: false,
        places: false,
    };
    let mut rapid = swiss(2);
    rapid.name = "Rapid".to_owned();
    rapid.counts.bq = false;
    let mut desk = open("wof/championship", vec![friendly, rapid, swiss(3)], 8);
    desk.play_round();
    desk.play_round();
    assert!(desk.tournament.affairs().editions.is_empty(), "no points");
    let table = desk.tournament.affairs().round(ONE).unwrap().cards[0].table;
    let plan = desk
        .tournament
        .affairs()
        .stage_of(ONE, table)
        .unwrap()
        .clone();
    assert!(!plan.counts.rating);
    desk.play_round();
    desk.play_round();
    let edition = desk.tournament.affairs().latest_edition(4).unwrap();
    assert!(edition.rows.iter().any(|row| row.half_points.0 == 4));
    assert!(
        edition.rows.iter().all(|row| row.bq.0 == 0),
        "no quotient yet"
    );
    assert_eq!(play_on(&mut desk), 7);
    let edition = desk.tournament.affairs().latest_edition(7).unwrap();
    let points: u32 = edition
        .rows
        .iter()
        .map(|row| u32::from(row.half_points.0))
        .sum();
    assert_eq!(points, 5 * 8, "two rounds of the rapid and three more");
    assert!(edition.rows.iter().all(|row| row.bq.0 > 0));
    // The plan of the quotient's constant is the rounds that count for it.
    assert_eq!(desk.tournament.affairs().rounds_planned(), 3);
}

#[test]
fn a_late_entrant_joins_a_first_swiss_and_a_drawn_match_goes_to_the_higher() {
    let mut desk = open("europe/open", vec![swiss(3), last(2, 1)], 4);
    desk.play_round();
    desk.act(By::Head, enter(member(5)));
    let round = desk.start_round();
    let life = desk.tournament.affairs().round(round).unwrap();
    assert!(life.card_of(id(5)).is_some() || life.byes.contains(&id(5)));
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    desk.play_round();
    choose(&mut desk);
    let round = desk.start_round();
    let table = desk.tournament.affairs().round(round).unwrap().cards[0].table;
    let field = desk.tournament.affairs().stages()[1].field.players.clone();
    desk.act(By::Head, result(round, table, Official::played(32, 32)));
    desk.act(By::Head, Act::Validate { round });
    assert_eq!(places(&desk)[0], (1, field[0].0));
}

#[test]
fn a_round_called_off_opens_its_stage_again() {
    let mut desk = open("europe/open", vec![swiss(2), last(2, 1)], 6);
    desk.play_round();
    desk.play_round();
    choose(&mut desk);
    let round = RoundNumber(3);
    desk.act(By::Head, propose(round));
    let first = desk.tournament.affairs().fields[&2].players[0];
    desk.act(By::Head, withdraw(first.0));
    let announce = running_support::announce(round);
    desk.refused(By::Head, announce, "tournament.pairing_is_stale", "");
    choose(&mut desk);
    desk.act(By::Head, propose(round));
    assert!(
        !desk.tournament.affairs().fields[&2]
            .players
            .contains(&first)
    );
    desk.announce_and_start(round);
    let life = desk.tournament.affairs().round(round).unwrap();
    assert_eq!(life.phase, Phase::Started);
    let why = "the stages fix it".to_owned();
    let change = Act::ChangeRounds { rounds: 9, why };
    desk.refused(By::Head, change, "tournament.stages_fix_rounds", "");
}
