//! The play-offs of a National: 1-2 always, 3-4 if tied, and one for the first representative of a
//! special category.
//!
//! | Rule | Rests on |
//! |---|---|
//! | the two best who may play for the title always meet | BOF-nat-4, BOF-nat-13.b |
//! | the third and the fourth meet if they tied on points, unless one of them plays for the title | BOF-nat-5, AMB-58 |
//! | the winner has the better of the two places; a draw changes nothing | BOF-nat-7.a, BOF-nat-7.b |
//! | a player who may not play for the title keeps their place, and may play the 3-4 play-off | BOF-nat-13.b, AMB-58 |
//! | the two best of a category meet if they tied and neither has another play-off | BOF-wc-5.b, AMB-59 |

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::CategoryLists;
use outflank_rulebook::{BySeat, ClauseId};

use super::category::is_in_category;
use super::row::{ListRow, Reason};
use super::withdrawn_players;
use crate::event::Event;
use crate::list_name::ListName;
use crate::matches::{Call, Match, MatchId, MatchRule};
use crate::round::Stage;
use crate::standings::Standing;

/// The lists a special category can have.
const CATEGORIES: [ListName; 2] = [ListName::Women, ListName::Young];

/// The play-offs that `playing`, the table without those who had left, calls for.
pub(super) fn playoffs(event: &Event, playing: &[&Standing]) -> Vec<Match> {
    let may_win = |row: &&&Standing| {
        event
            .entrant(row.id)
            .is_some_and(|entrant| !entrant.no_title)
    };
    let eligible: Vec<&Standing> = playing.iter().filter(may_win).copied().collect();
    let left = withdrawn_players(event);
    let meet = |list: ListName, number: u16, two: [&Standing; 2], why: String, clause: &str| {
        let call = Call {
            id: MatchId {
                stage: Stage::Playoff,
                list,
                number,
            },
            players: BySeat {
                higher: two[0].id,
                lower: two[1].id,
            },
            rule: MatchRule::single(&event.rules),
            slot: 0,
            why,
            clause: (event.rules.playoffs.clause()).and(ClauseId::known(clause)),
        };
        Match::of(event, call, &left)
    };
    let mut playoffs = Vec::new();
    if let [first, second, ..] = eligible.as_slice() {
        let why = "the two best who may play for the title".to_owned();
        let two = [*first, *second];
        playoffs.push(meet(ListName::Individual, 1, two, why, "BOF-nat-4"));
    }
    let for_the_title: Vec<EntrantId> = (playoffs.iter()).flat_map(Match::players).collect();
    if let [_, _, third, fourth, ..] = playing
        && third.points == fourth.points
        && ![third.id, fourth.id]
            .iter()
            .any(|id| for_the_title.contains(id))
    {
        let why = format!("third and fourth have {} points each", third.points);
        let two = [*third, *fourth];
        playoffs.push(meet(ListName::Individual, 2, two, why, "BOF-nat-5"));
    }
    match event.rules.category_lists.value {
        CategoryLists::None | CategoryLists::WomenAndYoung => {}
        CategoryLists::SpecialCategory => {
            for list in CATEGORIES {
                let is_in = |row: &&&Standing| {
                    let entrant = event.entrant(row.id);
                    entrant.is_some_and(|entrant| is_in_category(event, list, entrant))
                };
                let best: Vec<&Standing> = playing.iter().filter(is_in).take(2).copied().collect();
                let busy = |row: &&Standing| {
                    playoffs
                        .iter()
                        .any(|one: &Match| one.players().contains(&row.id))
                };
                if let [one, other] = best[..]
                    && one.points == other.points
                    && !best.iter().any(busy)
                {
                    let why = format!("the two best of the category have {} points", one.points);
                    playoffs.push(meet(list, 1, [one, other], why, "BOF-wc-5.b"));
                }
            }
        }
    }
    playoffs
}

/// Puts the winner of each decided play-off in the better place of the two.
pub(super) fn order(rows: &mut [ListRow], playoffs: &[Match]) {
    for one in playoffs
        .iter()
        .filter(|one| one.id().list == ListName::Individual)
    {
        let place = |id: EntrantId| rows.iter().position(|row| row.id == id);
        let (Some(winner), Some(loser)) = (one.winner(), one.loser()) else {
            continue;
        };
        let (Some(winner), Some(loser)) = (place(winner), place(loser)) else {
            continue;
        };
        rows[winner].reason = Reason::WonForPlace;
        rows[loser].reason = Reason::LostForPlace;
        if loser < winner {
            rows.swap(loser, winner);
        }
    }
}
