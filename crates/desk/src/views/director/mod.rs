//! What the director's desk looks at: everything [`views`](crate::views) may not show.
//!
//! Plain values folded from a tournament with everybody's name resolved: entrants with what is planned
//! for them, a round with its reasons before anybody else sees it, results with who entered them, and
//! the log. Callers need the right to read the desk.

pub(crate) mod after;
pub(crate) mod compare;
pub(crate) mod conduct;
pub(crate) mod entrants;
pub(crate) mod finals;
pub(crate) mod log;
pub(crate) mod next;
pub(crate) mod reasons;
pub(crate) mod result;
pub(crate) mod round;

use outflank_pairing::EntrantId;
use outflank_tournament::running::{Timestamp, TournamentState, UtcOffset};

use crate::TournamentNow;
use crate::views::{Called, Moment, Player};

pub use crate::views::director::after::{Aftermath, StandingChange, StandingThen};
pub use crate::views::director::compare::{Compared, ComparedLevel, WhyNot};
pub use crate::views::director::conduct::{
    AnnouncementLine, Ending, IncidentLine, PrizeLine, PrizesOfList,
};
pub use crate::views::director::entrants::EntrantLine;
pub use crate::views::director::finals::{DeskChoice, DeskContest, DeskFinals, DeskMatch};
pub use crate::views::director::log::{LogLine, Undoable};
pub use crate::views::director::next::NextStep;
pub use crate::views::director::reasons::{TableReasons, Why};
pub use crate::views::director::result::{ResultMark, ResultView};
pub use crate::views::director::round::{DeskRound, DeskTable};

/// The director's eyes on one tournament.
#[derive(Clone, Copy)]
pub struct DirectorView<'a> {
    now: &'a TournamentNow,
}

impl<'a> DirectorView<'a> {
    /// Looks at a tournament.
    #[must_use]
    pub const fn of(now: &'a TournamentNow) -> Self {
        Self { now }
    }

    #[must_use]
    pub const fn now(&self) -> &'a TournamentNow {
        self.now
    }

    fn affairs(&self) -> &'a TournamentState {
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
            self.offset().midnight(opened.setting.first_day)
        })
    }

    /// A player; an unknown number gets a neutral name.
    #[must_use]
    pub fn player(&self, id: u32) -> Player {
        let id = EntrantId(id);
        let called = Called {
            name: self.now.name(id),
            native: self
                .now
                .person(id)
                .and_then(|person| person.dossier.native.clone()),
        };
        Player::of(id, self.affairs().entrants.get(&id), called)
    }

    fn players(&self, ids: &[EntrantId]) -> Vec<Player> {
        ids.iter().map(|id| self.player(id.0)).collect()
    }
}
