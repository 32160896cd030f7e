//! One line of a list, with the reason for its place.

use outflank_pairing::{EntrantId, HalfPoints};
use outflank_rulebook::axes::tournament::{RankWithdrawn, WithdrawnPlaces};
use outflank_rulebook::{ClauseId, Rulebook};

use crate::bq::Bq;
use crate::discs::DiscCount;
use crate::standings::Standing;

/// One line of a list of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow {
    /// The place in the list, 1 for the best. A row without a number has that of the next one.
    pub rank: u32,
    /// Whether the player takes a place number.
    pub numbered: bool,
    /// Whether the place is shared.
    pub shared: bool,
    pub id: EntrantId,
    /// Points of the preliminary rounds.
    pub points: HalfPoints,
    pub bq: Bq,
    pub discs: DiscCount,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// The place in the provisional list, withdrawn players counted.
    pub provisional: u32,
    /// The place that the finals of the list gave.
    pub finish: Option<u32>,
    /// Why the player has this place.
    pub reason: Reason,
}

impl ListRow {
    /// Whether the rulebook puts the row after all others because the player has withdrawn.
    pub(super) fn is_last(&self, rules: &Rulebook) -> bool {
        match rules.rank_withdrawn.value {
            RankWithdrawn::InPlace => false,
            RankWithdrawn::Last => self.withdrawn && !self.reason.goes_on(),
        }
    }
}

/// Why a player has their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// By points and the tie-break, as long as the list is not final.
    Provisional,
    /// Has to play a playoff.
    PlayoffDue,
    /// In the top four without a playoff.
    TopFour,
    /// Won the playoff.
    WonPlayoff,
    /// Takes the place of a qualifier who withdrew.
    Replaces,
    /// Lost the playoff: equal fifth.
    EqualFifth,
    /// Lost the playoff and is alone in fifth place.
    LostPlayoff,
    /// Equal points are equal places below the top four.
    EqualPoints,
    Points,
    /// Plays in the semi-finals of the main list, which decide the place.
    InMainSemiFinals,
    /// Won the play-off for the place.
    WonForPlace,
    /// Lost the play-off for the place above.
    LostForPlace,
    /// Withdrawn: qualifies for nothing, but the points stay.
    Withdrawn,
}

impl Reason {
    /// Whether the player plays in semi-finals.
    const fn goes_on(self) -> bool {
        match self {
            Self::TopFour | Self::WonPlayoff | Self::Replaces | Self::InMainSemiFinals => true,
            Self::Provisional
            | Self::PlayoffDue
            | Self::EqualFifth
            | Self::LostPlayoff
            | Self::EqualPoints
            | Self::Points
            | Self::WonForPlace
            | Self::LostForPlace
            | Self::Withdrawn => false,
        }
    }

    /// The clause that says so, where a text does.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        let if_stated = |id: &str| rules.playoffs.clause().and(ClauseId::known(id));
        match self {
            Self::Provisional => rules.game_points.clause(),
            Self::PlayoffDue => rules.playoffs.clause(),
            Self::TopFour | Self::WonPlayoff => if_stated("WOC-II.3.3.p1"),
            Self::Replaces => None,
            Self::EqualFifth | Self::LostPlayoff => if_stated("WOC-II.3.3.b"),
            Self::EqualPoints | Self::Points => rules.shared_places.clause(),
            Self::InMainSemiFinals => if_stated("WOC-II.5.2.p1"),
            Self::WonForPlace | Self::LostForPlace => rules.drawn_playoff.clause(),
            Self::Withdrawn => rules.withdrawal.clause(),
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Provisional => "provisional: points and tie-break",
            Self::PlayoffDue => "plays a playoff",
            Self::TopFour => "top four",
            Self::WonPlayoff => "won the playoff",
            Self::Replaces => "takes the place of a qualifier who left",
            Self::EqualFifth => "lost the playoff: equal fifth",
            Self::LostPlayoff => "lost the playoff",
            Self::EqualPoints => "equal points, equal places",
            Self::Points => "points",
            Self::InMainSemiFinals => "plays in the main semi-finals",
            Self::WonForPlace => "won the playoff for the place",
            Self::LostForPlace => "lost the playoff for the place",
            Self::Withdrawn => "withdrawn",
        })
    }
}

/// Numbers rows in their order, after `ahead` places that are taken. A row has the place of the row
/// above it where `same` says so. Returns the places taken then.
pub(super) fn number(
    rows: &mut [ListRow],
    mut ahead: u32,
    same: impl Fn(&ListRow, &ListRow) -> bool,
) -> u32 {
    let mut above: Option<usize> = None;
    for n in 0..rows.len() {
        let tied = above.filter(|&above| same(&rows[above], &rows[n]));
        rows[n].rank = tied.map_or(ahead + 1, |above| rows[above].rank);
        rows[n].shared = false;
        if rows[n].numbered {
            if let Some(above) = tied {
                rows[above].shared = true;
                rows[n].shared = true;
            }
            ahead += 1;
            above = Some(n);
        }
    }
    ahead
}

/// Gives the first `single` rows a place each. Below them equal points are equal places
/// (WOC-II.3.3.c, WOC-II.5.2.b).
pub(super) fn share_equal_points(rules: &Rulebook, rows: &mut [ListRow], single: usize) {
    let (first, rest) = rows.split_at_mut(single);
    let ahead = number(first, 0, |_, _| false);
    number(rest, ahead, |one, other| {
        one.points == other.points && one.is_last(rules) == other.is_last(rules)
    });
}

/// Puts withdrawn players last where the rulebook does so.
pub(super) fn order_withdrawn(rules: &Rulebook, rows: &mut [ListRow]) {
    rows.sort_by_key(|row| row.is_last(rules));
}

/// The row of a table. A player who goes on keeps a place number whatever happens later.
pub(super) fn row_of(
    rules: &Rulebook,
    standing: &Standing,
    withdrawn: bool,
    reason: Reason,
) -> ListRow {
    let numbered = match rules.withdrawn_places.value {
        WithdrawnPlaces::Numbered => true,
        WithdrawnPlaces::Unnumbered => !withdrawn || reason.goes_on(),
    };
    ListRow {
        rank: standing.rank,
        numbered,
        shared: standing.shared,
        id: standing.id,
        points: standing.points,
        bq: standing.bq,
        discs: standing.discs,
        withdrawn,
        provisional: standing.rank,
        finish: None,
        reason: match reason {
            Reason::Points | Reason::Provisional if withdrawn => Reason::Withdrawn,
            other => other,
        },
    }
}
