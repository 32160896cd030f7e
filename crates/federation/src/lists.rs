//! Rating lists that were published, and a player's way through them.

use std::collections::BTreeMap;

use outflank_tournament::{CivilDate, Colour};
use serde::{Deserialize, Serialize};

use crate::ids::{EventKey, PersonNumber};
use crate::rating::{Method, Outcome, PlayerNumber, RatedGame, rate};
use crate::state::FederationState;

/// The most lines of a list.
pub const LIST_ROWS_MAX: usize = 30_000;

/// One line of a published list.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRow {
    pub person: PersonNumber,
    pub rating: i32,
    /// Its margin of error.
    #[serde(default)]
    pub margin: u32,
    #[serde(default)]
    pub official: bool,
    /// The player's games within the comparable group.
    #[serde(default)]
    pub games: u32,
    /// The group with which the player can be compared; 0 is the one with the most games.
    #[serde(default, skip_serializing_if = "is_first_group")]
    pub group: u32,
}

/// Most lists have one group only, and say nothing of it.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_first_group(group: &u32) -> bool {
    *group == 0
}

/// A rating that differs from the version before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingChange {
    pub person: PersonNumber,
    /// Before; not given if the player was not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i32>,
    /// Now; not given if the player is no longer listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<i32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedList {
    pub day: CivilDate,
    /// 1 for the first of this day.
    pub version: u16,
    /// The method it was made by, or where it comes from.
    pub method: String,
    /// The lines, best first.
    pub rows: Vec<ListRow>,
    /// The results it rests on, each event with its edition; nothing for a list from elsewhere.
    pub rests_on: BTreeMap<EventKey, u16>,
    /// What differs from the version before of the same day.
    pub changes: Vec<RatingChange>,
}

/// One point of a player's graph.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct HistoryPoint {
    /// The day of the list.
    pub day: CivilDate,
    /// The player's rating in it.
    pub rating: i32,
    /// Its margin of error.
    pub margin: u32,
    /// The player's place in it.
    pub place: u32,
}

/// What differs between two versions of a list.
pub(crate) fn rating_changes(before: &[ListRow], after: &[ListRow]) -> Vec<RatingChange> {
    let mut all: BTreeMap<PersonNumber, (Option<i32>, Option<i32>)> = BTreeMap::new();
    for row in before {
        all.entry(row.person).or_default().0 = Some(row.rating);
    }
    for row in after {
        all.entry(row.person).or_default().1 = Some(row.rating);
    }
    (all.into_iter())
        .filter(|(_, (before, after))| before != after)
        .map(|(person, (before, after))| RatingChange {
            person,
            before,
            after,
        })
        .collect()
}

impl FederationState {
    /// The rated games up to a day, in the order of time, and the results they come from.
    pub fn rated_games(&self, until: CivilDate) -> (Vec<RatedGame>, BTreeMap<EventKey, u16>) {
        let mut rests_on = BTreeMap::new();
        let mut games = Vec::new();
        let mut events: Vec<_> = self.results().collect();
        events.sort_by_key(|(key, event, _)| (event.notice.first_day, (*key).clone()));
        for (key, event, edition) in events {
            if event.notice.first_day > until || !edition.rated.is_rated() {
                continue;
            }
            rests_on.insert(key.clone(), edition.edition);
            for game in &edition.results.games {
                let (a, b) = (self.resolve(game.black), self.resolve(game.white));
                // Two records of one person that were merged later cannot have met.
                if a == b {
                    continue;
                }
                games.push(RatedGame {
                    day: event.notice.first_day,
                    a: PlayerNumber(a.0),
                    b: PlayerNumber(b.0),
                    outcome: match game.winner {
                        Some(Colour::Black) => Outcome::AWins,
                        Some(Colour::White) => Outcome::BWins,
                        None => Outcome::Draw,
                    },
                });
            }
        }
        (games, rests_on)
    }

    /// The list of a day as the games give it; nothing if there is no rated game.
    pub fn computed_list(&self, day: CivilDate) -> Option<Vec<ListRow>> {
        let (games, _) = self.rated_games(day);
        if games.is_empty() {
            return None;
        }
        let list = rate(&Method::WOF, &games, day, &mut |_| {}).ok()?;
        let row = |row: &crate::rating::RatingRow| ListRow {
            person: PersonNumber(row.player.0),
            rating: row.rating,
            margin: row.margin,
            official: row.official,
            games: row.games,
            group: row.group,
        };
        Some(list.rows.iter().map(row).collect())
    }

    /// The latest version of every list, in the order of their days.
    pub fn latest_lists(&self) -> Vec<&PublishedList> {
        let mut latest: BTreeMap<CivilDate, &PublishedList> = BTreeMap::new();
        for list in &self.lists {
            latest.insert(list.day, list);
        }
        latest.into_values().collect()
    }

    /// Whether results a list rests on have changed or come since.
    pub fn is_outdated(&self, list: &PublishedList) -> bool {
        // A list from elsewhere rests on nothing that is kept here.
        if list.rests_on.is_empty() {
            return false;
        }
        let (_, now) = self.rated_games(list.day);
        now != list.rests_on
    }

    /// A player's ratings, list by list.
    pub fn history(&self, person: PersonNumber) -> Vec<HistoryPoint> {
        let point = |list: &PublishedList| {
            let index = (list.rows.iter()).position(|row| self.resolve(row.person) == person)?;
            let row = list.rows[index];
            Some(HistoryPoint {
                day: list.day,
                rating: row.rating,
                margin: row.margin,
                place: u32::try_from(index + 1).unwrap_or(u32::MAX),
            })
        };
        (self.latest_lists().into_iter())
            .filter_map(point)
            .collect()
    }
}
