//! What people look at: plain values folded from a tournament, with everybody's name resolved.
//!
//! Everything here is for everybody: a pairing that is not announced, a table of standings that is not
//! published, a birth date or a contact is in none of these values. Languages and layout are the pages' part.

pub mod board;
pub mod director;
pub mod federation;
mod moment;
pub mod public;

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;
use outflank_rulebook::Rulebook;
use outflank_tournament::Event;
use outflank_tournament::running::{Affairs, Phase, Registered, RoundLife, Tournament, UtcOffset};

pub use crate::views::federation::public::{
    CandidateLine, DutyLine, GrandPrixLine, GrandPrixShown, MemberShown, OfficeHead, OfficePerson,
    PlayedLine, PointsCell, RatingLine, RatingsShown, SeatsShown, SelectionShown,
};
pub use crate::views::federation::tournaments::{OfficeEvent, TraceGame, TraceShown};
pub use crate::views::moment::{Day, Moment};
pub use crate::views::public::crosstable::{CrossRow, Crosstable};
pub use crate::views::public::figures::{Fraction, Halves};
pub(crate) use crate::views::public::finals::match_now;
pub use crate::views::public::finals::{
    FinalGame, FinalList, FinalMatch, FinalSide, Finals, MatchNow,
};
pub use crate::views::public::games::{Cell, Decided, GameCell, Outcome, ResultCell, Stay};
pub use crate::views::public::head::{EventState, Head, HeadRules};
pub use crate::views::public::lists::{
    CategoryList, CategoryRow, FinalRanking, FinalRankingRow, PlaceReason, TeamAdds, TeamMember,
    TeamRow, Teams,
};
pub use crate::views::public::pairings::{
    BentRule, CostLevel, NameRow, Pairings, Seat, Seating, TableRow,
};
pub use crate::views::public::player::{NextGame, PlayerPage, PlayerRound};
pub use crate::views::public::quotient::{Quotient, QuotientRow, Worth};
pub use crate::views::public::schedule::{Schedule, ScheduleDay, ScheduleLine, ScheduleWhat};
pub use crate::views::public::standings::{EditionNote, StandingRow, StandingsPage, StepWord};

use crate::state::tournament::TournamentNow;

/// A person's names.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
pub struct Called {
    /// The name as printed in lists.
    pub name: String,
    /// The name in the person's own script.
    pub native: Option<String>,
}

/// A player in standings or a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Player {
    pub id: u32,
    /// The name as printed in lists.
    pub name: String,
    /// The name in the person's own script.
    pub native: Option<String>,
    /// The country the player is registered for.
    pub country: Option<String>,
    /// Whether the player is in the young players' list.
    pub young: bool,
    /// Whether the player is in the women's list.
    pub woman: bool,
    /// Whether the player has withdrawn.
    pub left: bool,
    pub rating: Option<i32>,
}

impl Player {
    /// A player who is called so, with what the tournament keeps of them.
    fn of(id: EntrantId, registered: Option<&Registered>, called: Called) -> Self {
        let entry = registered.map(|one| &one.entry);
        Self {
            id: id.0,
            name: called.name,
            native: called.native.filter(|native| !native.is_empty()),
            country: entry.and_then(|entry| entry.country.clone()),
            young: entry.is_some_and(|entry| entry.young == Some(true)),
            woman: entry.is_some_and(crate::views::public::lists::is_woman),
            left: registered.is_some_and(|one| one.left.is_some()),
            rating: entry.and_then(|entry| entry.rating),
        }
    }
}

/// Looks at one tournament.
pub struct Views<'a> {
    tournament: &'a Tournament,
    names: &'a dyn Fn(EntrantId) -> Option<Called>,
    /// The event as values; nothing before it was opened.
    record: Option<Event>,
}

impl<'a> Views<'a> {
    /// Looks at a tournament. `names` gives the real name of an entrant; where it gives none, the name in
    /// the entry stands.
    #[must_use]
    pub fn of(tournament: &'a Tournament, names: &'a dyn Fn(EntrantId) -> Option<Called>) -> Self {
        let record = tournament.affairs().record();
        Self {
            tournament,
            names,
            record,
        }
    }

    /// The rulebook in force, with the director's changes.
    #[must_use]
    pub fn rulebook(&self) -> Option<&'a Rulebook> {
        self.tournament.rules()
    }

    fn affairs(&self) -> &'a Affairs {
        self.tournament.affairs()
    }

    fn offset(&self) -> UtcOffset {
        let opened = self.affairs().opened.as_ref();
        opened.map_or_else(UtcOffset::default, |opened| opened.setting.offset)
    }

    /// A player; an unknown number gets a neutral name.
    fn player(&self, id: EntrantId) -> Player {
        let one = self.affairs().entrants.get(&id);
        let called = one.map(|one| {
            (self.names)(id).unwrap_or_else(|| Called {
                name: one.entry.name.clone(),
                native: one.entry.native.clone(),
            })
        });
        let called = called.unwrap_or_else(|| Called {
            name: format!("Player {id}"),
            native: None,
        });
        Player::of(id, one, called)
    }

    /// The rounds whose pairing is public.
    fn public_rounds(&self) -> impl Iterator<Item = &'a RoundLife> {
        (self.affairs().rounds.iter()).filter(|round| round.phase >= Phase::Announced)
    }

    /// Places in the latest published table after a round, by entrant.
    fn places(&self, after: u16) -> BTreeMap<EntrantId, u32> {
        let table = self.affairs().latest_edition(after);
        let rows = table.map(|edition| edition.rows.as_slice());
        (rows.unwrap_or_default().iter())
            .map(|row| (row.id, row.rank))
            .collect()
    }

    /// The last round whose standings are published.
    fn last_table(&self) -> Option<u16> {
        let after = |edition: &outflank_tournament::running::Edition| edition.after;
        self.affairs().editions.iter().map(after).max()
    }

    /// The numbers of the rounds whose pairing is public.
    #[must_use]
    pub fn rounds(&self) -> Vec<u16> {
        self.public_rounds().map(|round| round.number.0).collect()
    }

    /// The rounds after which standings were published.
    #[must_use]
    pub fn tables(&self) -> Vec<u16> {
        let mut after: Vec<u16> = (self.affairs().editions.iter())
            .map(|edition| edition.after)
            .collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    /// Everybody who entered, by name.
    #[must_use]
    pub fn everybody(&self) -> Vec<Player> {
        let mut all: Vec<Player> = (self.affairs().entrants.keys())
            .map(|id| self.player(*id))
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name).then(one.id.cmp(&other.id)));
        all
    }
}

impl TournamentNow {
    /// How an entrant is called, for [`Views::of`].
    #[must_use]
    pub fn called(&self, id: EntrantId) -> Option<Called> {
        let person = self.person(id);
        Some(Called {
            name: self.name(id),
            native: match person {
                Some(person) => person.dossier.native.clone(),
                None => {
                    // Streams from elsewhere may hold names of their own; an erased person has none.
                    let one = self.affairs().entrants.get(&id)?;
                    let own = one.entry.person.is_none();
                    one.entry.native.clone().filter(|_| own)
                }
            },
        })
    }
}
