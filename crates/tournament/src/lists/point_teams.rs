//! Teams by the points of their best three (WOC-II.4).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use outflank_pairing::{EntrantId, GameKind, HalfPoints};
use outflank_rulebook::axes::tournament::TieBreak;

use super::{ListRow, TEAM_COUNTS, individual_list};
use crate::event::Event;
use crate::round::Round;
use crate::standings::Standings;
use crate::tie_break::Step;

/// How many results count.
const COUNTED: usize = TEAM_COUNTS;

/// A team in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointTeam {
    /// The place, 1 for the best.
    pub rank: u32,
    /// Whether the place is shared.
    pub shared: bool,
    pub team: String,
    /// The points of the best three.
    pub points: HalfPoints,
    /// Its members in the order of the individual list, also those who do not count.
    pub members: Vec<TeamMember>,
    /// Games between its members.
    pub internal_games: u32,
    /// What separates it from the team above.
    pub by: Option<PointTeamStep>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamMember {
    pub id: EntrantId,
    pub points: HalfPoints,
    /// The place in the individual list, separated by quotient and disc count; those whom only a lot
    /// separates have the same.
    pub place: u32,
    /// Whether the player's points count for the total.
    pub counted: bool,
    /// Whether this is an additional player, who is not part of the team.
    pub additional: bool,
}

/// What separates a team from the one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointTeamStep {
    /// The sum of the points.
    Points,
    /// More games between its members.
    InternalGames,
    /// The top player is higher in the individual list.
    TopPlayer,
    SecondPlayer,
}

impl PointTeamStep {
    /// The clause that says so.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Points => "WOC-II.4.a",
            Self::InternalGames => "WOC-II.4.c",
            Self::TopPlayer => "WOC-II.4.d",
            Self::SecondPlayer => "WOC-II.4.e",
        }
    }
}

impl std::fmt::Display for PointTeamStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Points => "points",
            Self::InternalGames => "games between members",
            Self::TopPlayer => "top player",
            Self::SecondPlayer => "second player",
        })
    }
}

/// The team list. A player counts for their team, or for their country if no team is named; games after
/// the preliminary rounds do not count.
pub fn point_teams(event: &Event) -> Vec<PointTeam> {
    let mut rows: Vec<PointTeam> = (teams(event).into_iter())
        .map(|(team, members)| team_row(event, team, members))
        .collect();
    // Names are in order already, so equal teams stay in the order of their names.
    rows.sort_by(|one, other| compare(one, other).map_or(Ordering::Equal, |(order, _)| order));
    for n in 1..rows.len() {
        let (above, below) = rows.split_at_mut(n);
        let (above, row) = (&above[n - 1], &mut below[0]);
        match compare(above, row) {
            Some((_, step)) => {
                row.rank = u32::try_from(n).unwrap_or(u32::MAX - 1) + 1;
                row.by = Some(step);
            }
            None => row.rank = above.rank,
        }
    }
    for n in 0..rows.len() {
        let rank = rows[n].rank;
        let same = |other: Option<&PointTeam>| other.is_some_and(|other| other.rank == rank);
        rows[n].shared = same(n.checked_sub(1).and_then(|n| rows.get(n))) || same(rows.get(n + 1));
    }
    rows
}

/// The members of every team, in the order of the individual list.
fn teams(event: &Event) -> BTreeMap<String, Vec<TeamMember>> {
    let individual = individual_list(event);
    let level = level_without_lots(&individual.provisional);
    let four = individual.qualified.as_deref().unwrap_or(&[]);
    let mut teams: BTreeMap<String, Vec<TeamMember>> = BTreeMap::new();
    let mut place = 0;
    let mut above: Option<&ListRow> = None;
    for (position, row) in (1..).zip(&individual.rows) {
        // A lot separates nobody here, except that those who go on are above those who do not.
        let is_level = above.is_some_and(|above| {
            level[&above.id] == level[&row.id]
                && above.is_last(&event.rules) == row.is_last(&event.rules)
                && !four.contains(&above.id)
        });
        if !is_level {
            place = position;
        }
        above = Some(row);
        let Some(entrant) = event.entrant(row.id) else {
            continue;
        };
        let Some(team) = entrant.team.as_ref().or(entrant.country.as_ref()) else {
            continue;
        };
        teams.entry(team.clone()).or_default().push(TeamMember {
            id: row.id,
            points: row.points,
            place,
            counted: false,
            additional: entrant.additional.is_some(),
        });
    }
    teams.retain(|_, members| members.iter().any(|member| !member.additional));
    teams
}

/// Which players nothing but a lot separates: they have the same number.
fn level_without_lots(table: &Standings) -> BTreeMap<EntrantId, usize> {
    let mut level = 0;
    (table.rows.iter())
        .map(|row| {
            let by_lot = row.by.is_none() || row.by == Some(Step::TieBreak(TieBreak::Lots));
            level += usize::from(!by_lot);
            (row.id, level)
        })
        .collect()
}

fn team_row(event: &Event, team: String, mut members: Vec<TeamMember>) -> PointTeam {
    let mut best: Vec<(HalfPoints, usize)> = (members.iter().enumerate())
        .filter(|(_, member)| !member.additional)
        .map(|(n, member)| (member.points, n))
        .collect();
    best.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    best.truncate(COUNTED);
    let mut points = HalfPoints(0);
    for (more, n) in best {
        points = HalfPoints(points.0 + more.0);
        members[n].counted = true;
    }
    PointTeam {
        rank: 1,
        shared: false,
        team,
        points,
        internal_games: internal_games(event, &members),
        members,
        by: None,
    }
}

/// Games played between any two members, the additional player excepted (AMB-60).
fn internal_games(event: &Event, members: &[TeamMember]) -> u32 {
    let is_member =
        |id: EntrantId| (members.iter()).any(|member| member.id == id && !member.additional);
    let games = event.counted_rounds().flat_map(Round::counted_games);
    let internal = games.filter(|game| {
        let played = (game.result.settled(&event.rules))
            .is_some_and(|settled| settled.kind == GameKind::Played);
        played && is_member(game.black) && is_member(game.white)
    });
    u32::try_from(internal.count()).unwrap_or(u32::MAX)
}

/// Which of two teams is ahead, and by what; nothing if they are equal.
fn compare(one: &PointTeam, other: &PointTeam) -> Option<(Ordering, PointTeamStep)> {
    let place = |row: &PointTeam, n: usize| {
        let regular = row.members.iter().filter(|member| !member.additional);
        regular.map(|member| member.place).nth(n)
    };
    // A team without a second player is placed below one that has two.
    let higher = |n: usize| match (place(one, n), place(other, n)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    };
    let steps = [
        (other.points.cmp(&one.points), PointTeamStep::Points),
        (
            other.internal_games.cmp(&one.internal_games),
            PointTeamStep::InternalGames,
        ),
        (higher(0), PointTeamStep::TopPlayer),
        (higher(1), PointTeamStep::SecondPlayer),
    ];
    steps
        .into_iter()
        .find(|(order, _)| *order != Ordering::Equal)
}
