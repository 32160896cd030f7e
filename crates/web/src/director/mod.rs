//! The director's desk: the pages an event is run with.
//!
//! Every page is a plain form: it is sent, the desk decides, and the browser is led to the page as it
//! is then; what is refused is said in its place with its clause, and what was typed stays. Modules of
//! script make the same forms quick, and nothing needs them.

pub(crate) mod aftermath;
pub(crate) mod ask;
pub(crate) mod check_in;
pub(crate) mod checklists;
pub(crate) mod correct;
pub(crate) mod dispute;
pub(crate) mod entrant;
pub(crate) mod entrants;
pub(crate) mod event;
pub(crate) mod files;
pub(crate) mod finals;
pub(crate) mod form;
pub(crate) mod hall;
pub(crate) mod http;
pub(crate) mod log;
pub(crate) mod me;
pub(crate) mod new;
pub(crate) mod officials;
pub(crate) mod pairing;
pub(crate) mod paste;
pub(crate) mod results;
pub(crate) mod rulings;
pub(crate) mod said;
pub(crate) mod said_log;
pub(crate) mod tables;
pub(crate) mod take_over;
pub(crate) mod typed;
pub(crate) mod undo;
pub(crate) mod watching;
pub(crate) mod wof;

use std::sync::Arc;

use outflank_desk::access::{Action, Caller, Target};
use outflank_desk::{Desk, TournamentNow};

pub use ask::DeskAnswer;
pub use form::Form;
pub(crate) use form::encoded;
pub(crate) use new::offset;
pub use new::{new_page, new_tournament};
pub(crate) use said::Said;
pub use take_over::{take_over_event, take_over_page};

use crate::board::table::Doors;
use ask::Ask;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskPage {
    /// Leads to the page of what comes next.
    Next,
    /// Everybody who entered; entering.
    Entrants,
    Entrant(u32),
    CheckIn,
    /// The pairing of a round, the one to be paired if none is named.
    Pairing(Option<u16>),
    /// The results of a round, the one that is played if none is named.
    Results(Option<u16>),
    /// A correction of a result.
    Correct {
        round: u16,
        table: u16,
    },
    /// Every table of the round.
    Tables,
    /// The matches after the preliminary rounds.
    Finals,
    /// Undo, with what it changes.
    Undo,
    Log,
    /// Officials and their links.
    Officials,
    /// Announcements, incidents and what became of them.
    Rulings,
    /// What spectators see, and what they reported.
    Watching,
    /// Rounds, timetable, titles, files.
    Event,
    /// The results for the federation.
    Wof,
    /// Transcripts against the board.
    Dispute,
    Checklists,
    /// Tables, clocks, rooms, and events that share the hall.
    Hall,
    /// Exports, the archive, copies, training.
    Files,
    Archive,
}

impl DeskPage {
    /// The page at a path below `/t/{event}/desk`.
    ///
    /// ```
    /// use outflank_web::director::DeskPage;
    /// assert_eq!(DeskPage::at("results/9"), Some(DeskPage::Results(Some(9))));
    /// assert_eq!(DeskPage::at("nonsense"), None);
    /// ```
    #[must_use]
    pub fn at(path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        Some(match parts.as_slice() {
            [""] => Self::Next,
            ["entrants"] => Self::Entrants,
            ["entrants", id] => Self::Entrant(id.parse().ok()?),
            ["check-in"] => Self::CheckIn,
            ["pairing"] => Self::Pairing(None),
            ["pairing", round] => Self::Pairing(Some(round.parse().ok()?)),
            ["results"] => Self::Results(None),
            ["results", round] => Self::Results(Some(round.parse().ok()?)),
            ["correct", round, table] => Self::Correct {
                round: round.parse().ok()?,
                table: table.parse().ok()?,
            },
            ["tables"] => Self::Tables,
            ["finals"] => Self::Finals,
            ["undo"] => Self::Undo,
            ["log"] => Self::Log,
            ["officials"] => Self::Officials,
            ["rulings"] => Self::Rulings,
            ["watching"] => Self::Watching,
            ["event"] => Self::Event,
            ["wof"] => Self::Wof,
            ["dispute"] => Self::Dispute,
            ["checklists"] => Self::Checklists,
            ["hall"] => Self::Hall,
            ["files"] => Self::Files,
            ["archive"] => Self::Archive,
            _ => return None,
        })
    }

    /// What somebody must be allowed to look at it; what he does there the desk checks act by act.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Next
            | Self::Entrants
            | Self::CheckIn
            | Self::Pairing(_)
            | Self::Results(_)
            | Self::Correct { .. }
            | Self::Tables
            | Self::Finals
            | Self::Undo
            | Self::Log
            | Self::Rulings
            | Self::Watching
            | Self::Event
            | Self::Wof
            | Self::Dispute
            | Self::Checklists
            | Self::Hall
            | Self::Files => Action::ReadDesk,
            Self::Archive => Action::ManageData,
            Self::Entrant(_) => Action::ReadPersons,
            Self::Officials => Action::GiveAccess,
        }
    }
}

/// What is asked of the desk's pages.
pub struct DeskAsk<'a> {
    pub desk: &'a Desk,
    pub caller: &'a Caller,
    pub now: Arc<TournamentNow>,
    /// Devices that wait at tables.
    pub(crate) doors: &'a Doors,
    /// Where the public finds this server.
    pub base: &'a str,
    /// The path below `/t/{event}/desk`.
    pub path: &'a str,
    /// What stands behind the question mark.
    pub query: &'a str,
    /// The form, if one was sent.
    pub form: Option<Form>,
}

/// Answers a page of the desk.
pub async fn answer(asked: DeskAsk<'_>) -> DeskAnswer {
    let Some(page) = DeskPage::at(asked.path) else {
        return DeskAnswer::Nothing;
    };
    let target = Target::tournament(&asked.now.id);
    if !asked.caller.may(page.action(), &target) {
        return DeskAnswer::NotAllowed;
    }
    let Some(ask) = Ask::of(asked) else {
        return DeskAnswer::Nothing;
    };
    match page {
        DeskPage::Next => ask.to_next(),
        DeskPage::Entrants => entrants::answer(&ask).await,
        DeskPage::Entrant(id) => entrant::answer(&ask, id).await,
        DeskPage::CheckIn => check_in::answer(&ask).await,
        DeskPage::Pairing(round) => pairing::answer(&ask, round).await,
        DeskPage::Results(round) => results::answer(&ask, round).await,
        DeskPage::Correct { round, table } => correct::answer(&ask, round, table).await,
        DeskPage::Tables => tables::answer(&ask).await,
        DeskPage::Finals => finals::answer(&ask).await,
        DeskPage::Undo => undo::answer(&ask).await,
        DeskPage::Log => log::answer(&ask),
        DeskPage::Officials => officials::answer(&ask).await,
        DeskPage::Rulings => rulings::answer(&ask).await,
        DeskPage::Watching => watching::answer(&ask).await,
        DeskPage::Event => event::answer(&ask).await,
        DeskPage::Wof => wof::answer(&ask),
        DeskPage::Dispute => dispute::answer(&ask),
        DeskPage::Checklists => checklists::answer(&ask).await,
        DeskPage::Hall => hall::answer(&ask).await,
        DeskPage::Files => files::answer(&ask).await,
        DeskPage::Archive => files::archive(&ask).await,
    }
}
