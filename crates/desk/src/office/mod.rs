//! What the director's desk looks at: everything [`views`](crate::views) may not show.
//!
//! Plain values folded from a tournament with everybody's name resolved: entrants with what is planned
//! for them, a round with its reasons before anybody else sees it, results with who entered them, and
//! the log. Whoever asks for these must be let read the desk.

mod after;
mod compare;
mod conduct;
mod entrants;
mod finals;
mod log;
mod next;
mod reasons;
mod result;
mod round;
pub mod words;

use outflank_pairing::EntrantId;
use outflank_tournament::running::{Affairs, GenderWord, Timestamp, UtcOffset};

use crate::TournamentNow;
use crate::views::{Moment, Player};

pub use after::{Aftermath, StandingChange, StandingThen};
pub use compare::{Compared, ComparedLevel, WhyNot};
pub use conduct::{AnnouncementLine, Ending, IncidentLine, PrizeLine, PrizesOfList};
pub use entrants::{EntrantLine, LeftWord};
pub use finals::{DeskChoice, DeskContest, DeskFinals, DeskMatch, MatchTitle};
pub use log::{LogLine, Undoable};
pub use next::NextStep;
pub use outflank_pairing::PassedOver;
pub use reasons::{TableReasons, Why};
pub use result::{DeskResult, ResultHow, ResultMark, StateWord};
pub use round::{DeskRound, DeskSeat, DeskTable, PhaseWord};

/// The director's eyes on one tournament.
#[derive(Clone, Copy)]
pub struct Office<'a> {
    now: &'a TournamentNow,
}

impl<'a> Office<'a> {
    /// Looks at a tournament.
    #[must_use]
    pub const fn of(now: &'a TournamentNow) -> Self {
        Self { now }
    }

    #[must_use]
    pub const fn now(&self) -> &'a TournamentNow {
        self.now
    }

    fn affairs(&self) -> &'a Affairs {
        self.now.affairs()
    }

    fn offset(&self) -> UtcOffset {
        let opened = self.affairs().opened.as_ref();
        opened.map_or_else(UtcOffset::default, |opened| opened.setting.offset)
    }

    /// A moment as the hall's clock shows it.
    #[must_use]
    pub fn moment(&self, at: Timestamp) -> Moment {
        Moment::at(at, self.offset())
    }

    /// The first midnight of the event in the hall, which times of its days count from.
    #[must_use]
    pub fn first_midnight(&self) -> Timestamp {
        let opened = self.affairs().opened.as_ref();
        opened.map_or(Timestamp(0), |opened| {
            Timestamp::midnight(opened.setting.first_day, self.offset())
        })
    }

    /// Somebody; an unknown number gets a neutral name.
    #[must_use]
    pub fn player(&self, id: u32) -> Player {
        let id = EntrantId(id);
        let one = self.affairs().entrants.get(&id);
        let entry = one.map(|one| &one.entry);
        Player {
            id: id.0,
            name: self.now.name(id),
            native: self.now.person(id).and_then(|person| person.native.clone()),
            country: entry.and_then(|entry| entry.country.clone()),
            young: entry.is_some_and(|entry| entry.young == Some(true)),
            woman: entry.is_some_and(|entry| entry.gender == Some(GenderWord::Female)),
            left: one.is_some_and(|one| one.left.is_some()),
            rating: entry.and_then(|entry| entry.rating),
        }
    }

    fn players(&self, ids: &[EntrantId]) -> Vec<Player> {
        ids.iter().map(|id| self.player(id.0)).collect()
    }
}
