//! One line of a list, with the reason for its place.

use outflank_pairing::{EntrantId, HalfPoints};
use outflank_rulebook::{ClauseId, Rulebook};

use crate::bq::Bq;
use crate::discs::DiscCount;
use crate::standings::Standing;

/// One line of a list of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow {
    /// The place, 1 for the best.
    pub rank: u32,
    /// Whether the place is shared.
    pub shared: bool,
    pub id: EntrantId,
    /// Points of the preliminary rounds.
    pub points: HalfPoints,
    pub bq: Bq,
    pub discs: DiscCount,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// The place in the provisional list, those who have left counted.
    pub provisional: u32,
    /// Why the player has this place.
    pub reason: Reason,
}

/// Why a player has their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// By points and the tie-break, as the list stands now.
    Provisional,
    /// Has to play a playoff.
    PlayoffDue,
    /// In the top four without a playoff.
    TopFour,
    WonPlayoff,
    /// Takes the place of a qualifier who withdrew.
    Replaces,
    /// Lost the playoff: equal fifth.
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
    /// The clause that says so, where a text does.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        let if_stated = |id: &str| rules.playoffs.clause().and(ClauseId::known(id));
        match self {
            Self::Provisional => rules.game_points.clause(),
            Self::PlayoffDue => rules.playoffs.clause(),
            Self::TopFour | Self::WonPlayoff => if_stated("WOC-II.3.3.p1"),
            Self::Replaces => None,
            Self::LostPlayoff => if_stated("WOC-II.3.3.b"),
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
            Self::Provisional => "points and tie-break",
            Self::PlayoffDue => "plays a playoff",
            Self::TopFour => "top four",
            Self::WonPlayoff => "won the playoff",
            Self::Replaces => "takes the place of a qualifier who left",
            Self::LostPlayoff => "lost the playoff: equal fifth",
            Self::EqualPoints => "equal points, equal places",
            Self::Points => "points",
            Self::InMainSemiFinals => "plays in the main semi-finals",
            Self::WonForPlace => "won the playoff for the place",
            Self::LostForPlace => "lost the playoff for the place",
            Self::Withdrawn => "withdrawn",
        })
    }
}

/// Places single for `single` of the rows, in their order, and shared by equal points below them.
/// A withdrawn player takes no one's place.
pub(super) fn place(rows: &mut [ListRow], single: usize) {
    let mut ahead: u32 = 0;
    let mut level: Option<(HalfPoints, u32)> = None;
    for (n, row) in rows.iter_mut().enumerate() {
        row.rank = match level {
            Some((points, rank)) if n >= single && points == row.points => rank,
            Some(_) | None => ahead + 1,
        };
        // The last single place is not shared with the first below it.
        level = (n >= single).then_some((row.points, row.rank));
        ahead += u32::from(!row.withdrawn);
    }
    mark_shared(rows);
}

pub(super) fn mark_shared(rows: &mut [ListRow]) {
    for n in 0..rows.len() {
        let rank = rows[n].rank;
        let same = |other: Option<&ListRow>| other.is_some_and(|other| other.rank == rank);
        rows[n].shared = same(n.checked_sub(1).and_then(|n| rows.get(n))) || same(rows.get(n + 1));
    }
}

pub(super) fn row_of(standing: &Standing, withdrawn: bool, reason: Reason) -> ListRow {
    ListRow {
        rank: standing.rank,
        shared: standing.shared,
        id: standing.id,
        points: standing.points,
        bq: standing.bq,
        discs: standing.discs,
        withdrawn,
        provisional: standing.rank,
        reason: if withdrawn { Reason::Withdrawn } else { reason },
    }
}
