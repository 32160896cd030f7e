//! The lists of the World Championship when somebody near the top leaves.

use std::sync::Arc;

use crate::later_support::{id, ids, later, of, untied, with_half_points, women};
use outflank_tournament::course::course;
use outflank_tournament::lists::{
    ListState, Reason, individual_list, player_list, table_with_shared_places,
};
use outflank_tournament::matches::MatchState;
use outflank_tournament::{Cause, Event, Game, GameResult, ListName, Stage, Withdrawal};

fn left(n: u32, after_round: u16) -> Withdrawal {
    Withdrawal {
        id: id(n),
        after_round,
        cause: Cause::Declared,
    }
}

/// Place, whether it is shared, and the reason of these players.
fn rows(event: &Event, list: ListName, players: &[u32]) -> Vec<(u32, bool, Reason)> {
    let drafted = player_list(event, list);
    let row = |n: &u32| drafted.rows.iter().find(|row| row.id == id(*n)).unwrap();
    (players.iter().map(row))
        .map(|row| (row.rank, row.shared, row.reason))
        .collect()
}

fn set_rule(event: &mut Event, axis: &str, value: &str) {
    Arc::make_mut(&mut event.rules).set(axis, value).unwrap();
}

/// clauses: WOC-II.8.a, WOC-II.8.b
#[test]
fn a_withdrawn_player_is_left_out_of_playoffs_and_semi_finals_and_keeps_the_points() {
    let mut event = with_half_points(&[22, 20, 18, 16, 16, 14, 12]);
    // Without the second, the fourth and fifth places are the old fifth and sixth.
    event.withdrawn = vec![left(2, 13)];
    let list = individual_list(&event);
    assert!(list.playoffs.is_empty());
    assert_eq!(ids(list.qualified.as_ref().unwrap()), [1, 3, 4, 5]);
    let row = list.of(id(2)).unwrap();
    assert_eq!(
        (row.rank, row.points.0, row.reason),
        (5, 20, Reason::Withdrawn)
    );
    assert_eq!(list.of(id(6)).unwrap().rank, 6, "a place number is taken");
    // With the second there is a playoff; its winner leaves, and the loser replaces them (AMB-51).
    event.withdrawn = vec![left(5, 14)];
    later(
        &mut event,
        &[(of(Stage::Playoff, ListName::Individual, 1), 4, 5, 20, 44)],
    );
    let list = individual_list(&event);
    assert_eq!(ids(list.qualified.as_ref().unwrap()), [1, 2, 3, 4]);
    assert_eq!(list.of(id(4)).unwrap().reason, Reason::Replaces);
    // A player without a playoff leaves before the semi-finals: the best of the others comes in.
    event.withdrawn = vec![left(1, 14)];
    let list = individual_list(&event);
    assert_eq!(ids(list.qualified.as_ref().unwrap()), [2, 3, 4, 5]);
    // After they have begun the opponent goes on without a game.
    let semi = |number| of(Stage::Semi, ListName::Individual, number);
    event.withdrawn.clear();
    later(
        &mut event,
        &[(semi(1), 1, 5, 40, 24), (semi(2), 2, 3, 40, 24)],
    );
    event.withdrawn = vec![left(1, 15)];
    let course_then = course(&event);
    assert_eq!(course_then.get(semi(1)).unwrap().winner(), Some(id(5)));
}

/// clauses: WOC-II.3.3.c, WOC-II.8.b
#[test]
fn a_withdrawn_player_takes_the_place_of_their_points_and_shares_it_with_equal_points_only() {
    let mut event = with_half_points(&[22, 21, 20, 19, 18, 17, 16, 15, 11, 11]);
    event.withdrawn = vec![left(7, 13)];
    let players = [6, 7, 8, 9, 10];
    assert_eq!(
        rows(&event, ListName::Individual, &players),
        [
            (6, false, Reason::Points),
            (7, false, Reason::Withdrawn),
            (8, false, Reason::Points),
            (9, true, Reason::EqualPoints),
            (9, true, Reason::EqualPoints),
        ]
    );
    let table = table_with_shared_places(&event, u16::MAX);
    let shown = table.rows.iter().take(10).map(|row| (row.id.0, row.rank));
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9];
    assert_eq!(
        shown.collect::<Vec<_>>(),
        (1..).zip(numbers).collect::<Vec<_>>()
    );
    // With equal points the place is shared, withdrawn or not.
    event.withdrawn = vec![left(9, 13)];
    assert_eq!(
        rows(&event, ListName::Individual, &[9, 10]),
        [(9, true, Reason::Withdrawn), (9, true, Reason::EqualPoints)]
    );
}

/// clauses: WOC-II.8.b
#[test]
fn settings_leave_a_withdrawn_player_without_a_number_or_put_them_last() {
    let mut event = with_half_points(&[22, 21, 20, 19, 18, 17, 16, 15, 11, 11]);
    event.withdrawn = vec![left(7, 13), left(9, 13)];
    set_rule(&mut event, "withdrawn_places", "unnumbered");
    let list = player_list(&event, ListName::Individual);
    let row = |n: u32| list.rows.iter().find(|row| row.id == id(n)).unwrap();
    assert!(!row(7).numbered && !row(9).numbered && row(8).numbered);
    assert_eq!((row(8).rank, row(10).rank, row(10).shared), (7, 8, false));
    set_rule(&mut event, "withdrawn_places", "numbered");
    set_rule(&mut event, "rank_withdrawn", "last");
    let list = player_list(&event, ListName::Individual);
    let last: Vec<(u32, u32)> = (list.rows.iter().rev().take(2))
        .map(|row| (row.id.0, row.rank))
        .collect();
    assert_eq!(last, [(9, 20), (7, 19)]);
}

/// A championship with a playoff of 4 and 5, decided for 4.
fn after_a_playoff() -> Event {
    let mut event = with_half_points(&[22, 21, 20, 18, 18, 17, 16]);
    let playoff = of(Stage::Playoff, ListName::Individual, 1);
    later(&mut event, &[(playoff, 4, 5, 40, 24)]);
    event
}

/// clauses: WOC-II.3.3.a, WOC-II.3.3.b, WOC-II.8.b, WOC-III.2.2
#[test]
fn a_semi_finalist_who_leaves_during_the_match_keeps_the_place_of_the_list_and_finishes_fourth() {
    let semi = |number| of(Stage::Semi, ListName::Individual, number);
    for replace in ["next", "walkover"] {
        let mut event = after_a_playoff();
        set_rule(&mut event, "replace_qualifier", replace);
        later(
            &mut event,
            &[(semi(1), 1, 4, 40, 24), (semi(2), 2, 3, 40, 24)],
        );
        event.withdrawn = vec![left(2, 15)];
        later(&mut event, &[(semi(1), 4, 1, 24, 40)]);
        let last = of(Stage::Final, ListName::Individual, 1);
        later(&mut event, &[(last, 1, 3, 40, 24)]);
        later(&mut event, &[(last, 3, 1, 24, 40)]);
        assert_eq!(
            rows(&event, ListName::Individual, &[1, 2, 3, 4, 5, 6]),
            [
                (1, false, Reason::TopFour),
                (2, false, Reason::TopFour),
                (3, false, Reason::TopFour),
                (4, false, Reason::WonPlayoff),
                (5, false, Reason::LostPlayoff),
                (6, false, Reason::Points),
            ]
        );
        let list = player_list(&event, ListName::Individual);
        let order: Vec<(u32, u32)> = (list.by_finish().iter().take(6))
            .map(|row| (row.id.0, row.rank))
            .collect();
        assert_eq!(
            order,
            [(1, 1), (3, 2), (4, 3), (2, 4), (5, 5), (6, 6)],
            "{replace}"
        );
    }
}

/// clauses: WOC-II.3.3.b
#[test]
fn a_playoff_loser_below_a_withdrawn_player_is_not_called_equal_fifth() {
    let mut event = after_a_playoff();
    // Left before the semi-finals: the loser of the playoff comes in, the next is sixth.
    event.withdrawn = vec![left(2, 14)];
    assert_eq!(
        rows(&event, ListName::Individual, &[5, 2, 6]),
        [
            (4, false, Reason::Replaces),
            (5, false, Reason::Withdrawn),
            (6, false, Reason::Points)
        ]
    );
    // Two losers on the same points are equal fifth; below a withdrawn player they are equal sixth.
    let mut event = with_half_points(&[24, 20, 18, 18, 18, 18, 18, 12]);
    let playoff = |number| of(Stage::Playoff, ListName::Individual, number);
    later(
        &mut event,
        &[(playoff(1), 4, 5, 40, 24), (playoff(2), 3, 6, 40, 24)],
    );
    let equal = [
        (5, true, Reason::EqualFifth),
        (5, true, Reason::EqualFifth),
        (5, true, Reason::EqualPoints),
    ];
    assert_eq!(rows(&event, ListName::Individual, &[5, 6, 7]), equal);
    let mut event = with_half_points(&[24, 22, 20, 18, 18, 18, 18, 12]);
    later(
        &mut event,
        &[(playoff(1), 5, 6, 40, 24), (playoff(2), 4, 7, 40, 24)],
    );
    event.withdrawn = vec![left(2, 13)];
    assert_eq!(
        rows(&event, ListName::Individual, &[2, 6, 7]),
        [
            (5, false, Reason::Withdrawn),
            (6, true, Reason::LostPlayoff),
            (6, true, Reason::LostPlayoff)
        ]
    );
}

/// clauses: WOC-II.5.2.b, WOC-II.8.b
#[test]
fn the_best_woman_who_has_left_is_fifth_of_her_list_and_the_next_is_sixth() {
    let mut event = with_half_points(&[24, 23, 22, 21, 18, 17, 16, 15, 14, 13]);
    women(&mut event, &[5, 6, 7, 8, 9, 10]);
    event.withdrawn = vec![left(5, 13)];
    assert_eq!(
        rows(&event, ListName::Women, &[6, 7, 8, 9, 5, 10]),
        [
            (1, false, Reason::TopFour),
            (2, false, Reason::TopFour),
            (3, false, Reason::TopFour),
            (4, false, Reason::TopFour),
            (5, false, Reason::Withdrawn),
            (6, false, Reason::Points),
        ]
    );
}

/// clauses: WOC-II.3
#[test]
fn no_playoff_or_semi_final_is_due_before_the_last_preliminary_round_is_complete() {
    let whole = with_half_points(&[24, 22, 20, 18, 18, 10]);
    let early = |event: &Event| {
        let list = player_list(event, ListName::Individual);
        assert_eq!(list.state, ListState::Provisional);
        assert!(list.course.matches.is_empty() && list.course.brackets.is_empty());
        assert!(
            list.rows
                .iter()
                .all(|row| row.reason == Reason::Provisional)
        );
        let women = player_list(event, ListName::Women);
        assert_eq!(women.state, ListState::Provisional);
    };
    for after in [0, 5, 12] {
        early(&whole.up_to(after));
    }
    let mut open = whole.clone();
    open.played[12]
        .games
        .push(Game::new(id(5), id(6), GameResult::Pending));
    early(&open);
    let list = player_list(&whole, ListName::Individual);
    assert_eq!(list.state, ListState::PlayoffsDue);
    assert_eq!(list.course.next().len(), 1);
}

#[test]
fn two_leaving_from_one_match_leave_it_to_nobody() {
    let mut event = untied();
    let semi = |number| of(Stage::Semi, ListName::Individual, number);
    later(
        &mut event,
        &[(semi(1), 1, 4, 40, 24), (semi(2), 2, 3, 40, 24)],
    );
    for n in [1, 4] {
        event.withdrawn.push(Withdrawal {
            id: id(n),
            after_round: 14,
            cause: Cause::Declared,
        });
    }
    assert_eq!(
        course(&event).get(semi(1)).unwrap().state,
        MatchState::Nobody
    );
    later(&mut event, &[(semi(2), 3, 2, 24, 40)]);
    let course = course(&event);
    assert!(course.is_over());
    let bracket = course.bracket(ListName::Individual).unwrap();
    assert_eq!(bracket.champion(), Some(id(2)));
    // The loser of the other semi-final comes next, then those who left (AMB-85).
    let order: Vec<(u32, u32)> = (player_list(&event, ListName::Individual).by_finish().iter())
        .map(|row| (row.id.0, row.rank))
        .take(5)
        .collect();
    assert_eq!(order, [(2, 1), (3, 2), (1, 3), (4, 4), (5, 5)]);
}
