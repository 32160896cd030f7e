//! The lists a rulebook makes of the last table: who goes on, who shares which place, and why.
//!
//! | File | List | Rests on |
//! |---|---|---|
//! | `individual` | provisional list, playoffs, the four who go on, final list | WOC-II.3 |
//! | `category` | women, young players | WOC-II.5, WOC-II.6 |
//! | `player_list` | any of these, with the places the finals give | WOC-II.3, WOC-III |
//! | `first_and_third` | the play-offs of a National, and its places | BOF-nat-4 to 7, BOF-wc-5 |
//! | `point_teams` | teams by the points of their best three | WOC-II.4 |
//! | `place_teams` | teams by the places of their best three | SOC-II.3 |
//!
//! Every list is a pure function of an [`Event`], whatever rounds it has so far. Pages, commands, prizes
//! and titles take the list of players from one function, [`player_list`].

mod category;
mod first_and_third;
mod individual;
mod place_teams;
mod player_list;
mod point_teams;
mod row;

pub use category::{CategoryList, category_list, is_in_category};
pub use individual::{IndividualList, ListState, individual_list};
pub use place_teams::{
    PlaceTeam, TEAM_COUNTS, TeamCategory, TeamPlace, TeamStep, place_teams, place_teams_of,
};
pub use player_list::{PlayerList, player_list, table_with_shared_places};
pub use point_teams::{PointTeam, PointTeamStep, TeamMember, point_teams};
pub use row::{ListRow, Reason};

use outflank_pairing::EntrantId;

use crate::event::Event;
use crate::list_name::ListName;
use crate::round::Stage;
use crate::withdrawal::withdrawals;

fn withdrawn_players(event: &Event) -> Vec<EntrantId> {
    withdrawals(event).iter().map(|left| left.id).collect()
}

/// Those who had left when the preliminary rounds were over.
fn gone_before_the_lists(event: &Event) -> Vec<EntrantId> {
    let rounds = event.rounds_played();
    (withdrawals(event).iter())
        .filter(|left| left.after_round <= rounds)
        .map(|left| left.id)
        .collect()
}

/// Those who left before the semi-finals of a list began.
fn gone_before_the_semi_finals(event: &Event, list: ListName) -> Vec<EntrantId> {
    let first = first_round_of(event, Stage::Semi, list);
    (withdrawals(event).iter())
        .filter(|left| first.is_none_or(|first| left.after_round < first))
        .map(|left| left.id)
        .collect()
}

/// The round with the first game of a stage, counted from 1 over all rounds.
fn first_round_of(event: &Event, stage: Stage, list: ListName) -> Option<u16> {
    (1..)
        .zip(&event.played)
        .find(|(_, round)| {
            round.games.iter().any(|game| {
                let of = game.of.map_or(ListName::Individual, |id| id.list);
                round.stage_of(game) == stage && of == list
            })
        })
        .map(|(number, _)| number)
}
