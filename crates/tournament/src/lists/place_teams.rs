//! Teams by the places of their best three players; the lowest sum wins (SOC-II.3.p2, AMB-61).
//!
//! A team is an institute in one category. Its places are those of the whole ranking list. Equal sums
//! go by the best place, then the second, then the third.

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;
use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::{SmallTeam, TeamScoring};

use super::{ListRow, individual_list};
use crate::event::Event;

/// How many players of a team count.
pub const TEAM_COUNTS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamCategory {
    /// Its name; none for institutes whose players have none.
    pub category: Option<String>,
    /// The teams with a place, best first, then those without one by name.
    pub teams: Vec<PlaceTeam>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceTeam {
    /// Its place; none if it has too few players for one.
    pub rank: Option<u32>,
    /// Whether another team has the same place.
    pub shared: bool,
    pub institute: String,
    /// The places that count, best first.
    pub counted: Vec<TeamPlace>,
    /// Its other players, who do not count.
    pub others: Vec<EntrantId>,
    /// The sum of the places that count; none if the team has no place.
    pub total: Option<u32>,
    /// What separates it from the team above; nothing for the first and for a shared place.
    pub by: Option<TeamStep>,
}

/// A place that counts for a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamPlace {
    /// A player's place in the ranking list.
    Player { id: EntrantId, place: u32 },
    /// A missing player counts as the place after the last.
    Missing { place: u32 },
}

impl TeamPlace {
    pub const fn place(self) -> u32 {
        match self {
            Self::Player { place, .. } | Self::Missing { place } => place,
        }
    }
}

/// What separates two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamStep {
    Total,
    /// The place of the player with this number in the team: 1 for the best.
    Player(usize),
}

impl std::fmt::Display for TeamStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Total => f.write_str("sum of places"),
            Self::Player(1) => f.write_str("best place"),
            Self::Player(n) => write!(f, "place of player {n}"),
        }
    }
}

impl PlaceTeam {
    /// The sum for checking by hand: `1 + 5 + 9 = 15`.
    pub fn arithmetic(&self) -> String {
        let places: Vec<String> = (self.counted.iter())
            .map(|counted| match counted {
                TeamPlace::Player { place, .. } => place.to_string(),
                TeamPlace::Missing { place } => format!("{place} (missing)"),
            })
            .collect();
        match self.total {
            Some(total) => format!("{} = {total}", places.join(" + ")),
            None => format!(
                "{}: {} of {TEAM_COUNTS} players, no place",
                places.join(", "),
                places.len()
            ),
        }
    }

    /// The players whose places count.
    pub fn players(&self) -> impl Iterator<Item = EntrantId> {
        self.counted.iter().filter_map(|counted| match counted {
            TeamPlace::Player { id, .. } => Some(*id),
            TeamPlace::Missing { .. } => None,
        })
    }

    fn key(&self) -> (Option<u32>, Vec<u32>) {
        let places = self.counted.iter().map(|counted| counted.place());
        (self.total, places.collect())
    }
}

/// The team lists of an event after all its rounds, one per category; none under a rulebook that does
/// not add up places.
pub fn place_teams(event: &Event) -> Vec<TeamCategory> {
    match event.rules.team_scoring.value {
        TeamScoring::None | TeamScoring::BestThreePoints => Vec::new(),
        TeamScoring::BestThreePlaces => place_teams_of(event, &individual_list(event).rows),
    }
}

/// A category and an institute.
type Team<'a> = (Option<&'a str>, &'a str);

/// The team lists that follow from this list, whatever the rulebook scores. A player without a place
/// number does not count.
pub fn place_teams_of(event: &Event, rows: &[ListRow]) -> Vec<TeamCategory> {
    let placed: Vec<&ListRow> = rows.iter().filter(|row| row.numbered).collect();
    let mut players: BTreeMap<Team<'_>, Vec<(u32, EntrantId)>> = BTreeMap::new();
    for entrant in &event.entrants {
        let Some(institute) = entrant.institute.as_deref() else {
            continue;
        };
        if let Some(row) = placed.iter().find(|row| row.id == entrant.id) {
            let team = (entrant.category.as_deref(), institute);
            players.entry(team).or_default().push((row.rank, row.id));
        }
    }
    let after_last = u32::try_from(placed.len()).unwrap_or(u32::MAX - 1) + 1;
    let mut categories: BTreeMap<Option<&str>, Vec<PlaceTeam>> = BTreeMap::new();
    for ((category, institute), mut places) in players {
        places.sort_unstable();
        let team = team(&event.rules, institute, &places, after_last);
        categories.entry(category).or_default().push(team);
    }
    (categories.into_iter())
        .map(|(category, teams)| TeamCategory {
            category: category.map(str::to_owned),
            teams: ranked(teams),
        })
        .collect()
}

fn team(
    rules: &Rulebook,
    institute: &str,
    places: &[(u32, EntrantId)],
    after_last: u32,
) -> PlaceTeam {
    let (best, others) = places.split_at(places.len().min(TEAM_COUNTS));
    let mut counted: Vec<TeamPlace> = (best.iter())
        .map(|&(place, id)| TeamPlace::Player { id, place })
        .collect();
    match rules.small_team.value {
        SmallTeam::Unranked => {}
        SmallTeam::LastRankFill => {
            counted.resize(TEAM_COUNTS, TeamPlace::Missing { place: after_last });
        }
    }
    let full = counted.len() == TEAM_COUNTS;
    PlaceTeam {
        rank: None,
        shared: false,
        institute: institute.to_owned(),
        total: full.then(|| counted.iter().map(|counted| counted.place()).sum()),
        counted,
        others: others.iter().map(|&(_, id)| id).collect(),
        by: None,
    }
}

/// The teams with a sum from the lowest up, then the others by name.
fn ranked(mut teams: Vec<PlaceTeam>) -> Vec<PlaceTeam> {
    teams.sort_by(|one, other| {
        let without = |team: &PlaceTeam| team.total.is_none();
        without(one)
            .cmp(&without(other))
            .then_with(|| match one.total {
                Some(_) => one.key().cmp(&other.key()),
                None => std::cmp::Ordering::Equal,
            })
            .then_with(|| one.institute.cmp(&other.institute))
    });
    for n in 0..teams.len() {
        if teams[n].total.is_none() {
            break;
        }
        let above = n.checked_sub(1).map(|above| teams[above].clone());
        let place = u32::try_from(n + 1).unwrap_or(u32::MAX);
        (teams[n].rank, teams[n].by) = match &above {
            None => (Some(place), None),
            Some(above) => match step(above, &teams[n]) {
                Some(step) => (Some(place), Some(step)),
                None => (above.rank, None),
            },
        };
        if let Some(above) = n.checked_sub(1).filter(|&m| teams[m].rank == teams[n].rank) {
            teams[above].shared = true;
            teams[n].shared = true;
        }
    }
    teams
}

fn step(above: &PlaceTeam, below: &PlaceTeam) -> Option<TeamStep> {
    if above.total != below.total {
        return Some(TeamStep::Total);
    }
    let places = above.counted.iter().zip(&below.counted);
    let differs = |(one, other): (&TeamPlace, &TeamPlace)| one.place() != other.place();
    let first = places.into_iter().position(differs)?;
    Some(TeamStep::Player(first + 1))
}
