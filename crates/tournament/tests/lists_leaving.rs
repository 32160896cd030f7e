//! The lists of the World Championship when somebody near the top leaves.

use crate::later_support::{id, ids, later, of, untied, with_half_points};
use outflank_tournament::course::course;
use outflank_tournament::lists::{Reason, individual_list};
use outflank_tournament::matches::MatchState;
use outflank_tournament::{Cause, ListName, Stage, Withdrawal};

/// clauses: WOC-II.8.a, WOC-II.8.b
#[test]
fn whoever_has_left_is_passed_over_by_playoffs_and_semi_finals_and_keeps_his_points() {
    let left = |n: u32, after_round: u16| Withdrawal {
        id: id(n),
        after_round,
        cause: Cause::Declared,
    };
    let mut event = with_half_points(&[22, 20, 18, 16, 16, 14, 12]);
    // Without him the second is out, and the fourth and fifth places are the old fifth and sixth.
    event.withdrawn = vec![left(2, 13)];
    let list = individual_list(&event);
    assert!(list.playoffs.is_empty());
    assert_eq!(ids(list.qualified.as_ref().unwrap()), [1, 3, 4, 5]);
    let row = list.of(id(2)).unwrap();
    assert_eq!(
        (row.rank, row.points.0, row.reason),
        (5, 20, Reason::Withdrawn)
    );
    assert_eq!(list.of(id(6)).unwrap().rank, 5, "he takes nobody's place");
    // With him there is a playoff; its winner leaves, and the loser takes his place (AMB-51).
    event.withdrawn = vec![left(5, 14)];
    later(
        &mut event,
        &[(of(Stage::Playoff, ListName::Individual, 1), 4, 5, 20, 44)],
    );
    let list = individual_list(&event);
    assert_eq!(ids(list.qualified.as_ref().unwrap()), [1, 2, 3, 4]);
    assert_eq!(list.of(id(4)).unwrap().reason, Reason::Replaces);
    // One without a playoff leaves before the semi-finals: the best who is left.
    event.withdrawn = vec![left(1, 14)];
    let list = individual_list(&event);
    assert_eq!(ids(list.qualified.as_ref().unwrap()), [2, 3, 4, 5]);
    // After they have begun his opponent goes on without a game.
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
    assert_eq!(
        course.bracket(ListName::Individual).unwrap().champion(),
        Some(id(2))
    );
}
