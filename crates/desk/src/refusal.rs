//! Why the desk refuses, in the shape every refusal has.

use outflank_federation as federation;
use outflank_game as game;
use outflank_rulebook::{ClauseId, Rejection};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{self, Official, TableNumber, Timestamp};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::access::{Action, Caller, Role};
use crate::ids::GameId;
use crate::log::{AppendError, Fault};
use crate::transfer::archiver::Parting;

outflank_rulebook::reasons! {
    /// The name of the command was used for another one.
    "command.id_reused" IdReused {} "this command id was used for another command; give each command its own"
    /// The name of the command cannot be one.
    "command.bad_id" BadCommandId {} "a command id has 1 to 64 letters, digits, '-' or '_'; make a random one"
    /// Somebody else was always quicker.
    "command.busy" Busy {
        /// How often it was tried.
        tries: u32,
    } "others were quicker {tries} times; send the command again"
    /// The log cannot hold it.
    "command.unfit" Unfit {
        problem: String,
    } "the log cannot hold this: {problem}"
    /// What was seen is no longer there.
    "stale" Stale {
        now: String,
        /// Who put it there.
        by: String,
        at: Timestamp,
        /// The version to send if it is meant all the same.
        version: u64,
    } "this has changed since you looked ({by}); look at it again"
    /// A table has another result already.
    "desk.result_differs" ResultDiffers {
        round: RoundNumber,
        table: TableNumber,
        /// What was entered first.
        first: Official,
        by: String,
        at: Timestamp,
        /// The version to send if it is to be queried all the same.
        version: u64,
    } "table {table} has the result {first} from {by}; compare the slips"

    /// Nobody is signed in.
    "access.sign_in" SignIn {
        /// What was to be done.
        action: &'static str,
    } "sign in or open your link first"
    "access.not_allowed" NotAllowed {
        /// What was to be done.
        action: &'static str,
        roles: Vec<&'static str>,
    } "you may not do this here; ask somebody who may"
    /// He may not speak as that.
    "access.cannot_speak_as" CannotSpeakAs {
        by: String,
    } "you may not speak as {by}; leave it out"
    "access.head_has_decided" HeadHasDecided {} "the deciding official has ruled on this and his decision is final; ask him"
    "access.unknown_user" UnknownUser {} "there is no such account; look at the list"
    "access.unknown_token" UnknownToken {} "this link is unknown, used up, revoked or over; ask for a new one"
    "access.wrong_password" WrongPassword {} "name or password is wrong; try again"
    /// The login is somebody else's.
    "access.login_taken" LoginTaken {} "this login is taken; choose another"
    "access.bad_password" BadPassword {} "a password has at least 8 characters; choose a longer one"
    /// A role that needs a place has none.
    "access.scope_missing" ScopeMissing {
        role: Role,
    } "a link for {role} needs its tournament, table or entrant; name it"
    "access.already_expired" AlreadyExpired {} "the link would be over already; name a later end"
    "access.unknown_action" UnknownAction {
        word: String,
    } "there is no action '{word}'; look at the list of actions"

    "desk.unknown_tournament" UnknownTournament {} "there is no such tournament; look at the list"
    "desk.unknown_federation" UnknownFederation {} "there is no such federation; look at the list"
    /// One of several acts is refused, and so all of them.
    "desk.one_of_several" OneOfSeveral {
        /// Its place in the list, from 1.
        place: usize,
        code: String,
        problem: String,
    } "number {place} is refused and nothing is done: {problem}"
    "desk.unknown_game" UnknownGame {} "there is no such game; look at the list"
    "desk.unknown_person" UnknownPerson {} "nothing is known of this person; look at the entrants"
    "desk.damaged_record" DamagedRecord {} "the personal record is damaged and is not overwritten; restore it from a backup, or erase the person"
    /// No such kind of event.
    "desk.unknown_preset" UnknownPreset {
        /// What was asked for.
        preset: String,
    } "there is no preset '{preset}'; choose one of the list"
    /// The short name cannot be one.
    "desk.bad_slug" BadSlug {} "a short name has 1 to 40 small letters, digits or '-'; choose another"
    "desk.slug_taken" SlugTaken {} "another tournament has this short name; choose another"
    /// Nothing is played there.
    "desk.no_such_table" NoSuchTable {
        round: RoundNumber,
        table: TableNumber,
    } "no game of an announced round is at table {table}; check round and table"
    /// The game is open already.
    "desk.game_exists" GameExists {
        game: GameId,
    } "the game at this table is open already; use it"
    /// The table's device is out of contact.
    "device.silent" DeviceSilent {
        since: Timestamp,
    } "the device at this table is out of contact and its clock may have been stopped; wait for it, pause the game since then, or take the device off the table"
    /// Another device keeps this table's time.
    "device.other" OtherDevice {
        device: String,
    } "{device} keeps the time at this table; take it off first"
    /// Moves whose presses are known are not entered yet.
    "device.moves_outstanding" MovesOutstanding {
        count: usize,
    } "the clock was pressed {count} times for moves that are not entered; enter them first"
    "desk.no_such_call" NoSuchCall {} "nobody waits for an answer to this call; look again"
    /// No such tap is held.
    "device.nothing_held" NothingHeld {} "nothing of that number waits for a decision; look again"
    /// A text says nothing, or too much.
    "desk.bad_text" BadText {
        what: &'static str,
        limit: usize,
    } "{what} must have 1 to {limit} characters; write it again"
    /// A personal fact cannot be kept.
    "desk.bad_fact" BadFact {
        what: &'static str,
    } "{what} cannot be read or is too long; write it again"
    /// A limit is reached.
    "desk.too_many" TooMany {
        what: &'static str,
        limit: usize,
    } "there are already {limit} {what}; take one away first"
    /// The rulebook lets nobody report.
    "desk.no_reports" NoReports {} "spectators do not report in this event; tell an official in the hall if he asks you"
    "desk.no_spectators" NoSpectators {} "spectators are not admitted to this event; ask its director"
    "desk.games_began" GamesBegan {} "games of this event have been opened; call the round off before you change how it is played"
    /// The delay is too long.
    "desk.long_delay" LongDelay {
        limit: u32,
    } "a delay has at most {limit} seconds; withhold the game instead"
    /// It is so already.
    "desk.nothing_new" NothingNew {} "this is recorded already; nothing to do"
    "desk.training_copy" TrainingCopy {} "this is a training copy: nothing of it leaves the desk; do it in the event itself"
    /// Another event of the hall has one of these tables.
    "desk.hall_overlap" HallOverlap {
        event: String,
        first: TableNumber,
        last: TableNumber,
    } "{event} has the tables {first} to {last} of this hall; take others, or move its tables first"
    /// The event has too few tables in its hall.
    "desk.hall_too_small" HallTooSmall {
        /// The table that is not the event's.
        table: TableNumber,
        first: TableNumber,
        last: TableNumber,
    } "table {table} is needed and the event has the tables {first} to {last} of its hall; give it more tables first"
    "desk.unknown_item" UnknownItem {
        clause: String,
    } "{clause} is not on this list; look at the list again"
    /// The second folder cannot be used.
    "desk.bad_folder" BadFolder {
        problem: String,
    } "the folder cannot be used: {problem}; choose another"
    /// An archive cannot be taken in.
    "desk.bad_archive" BadArchive {
        problem: String,
    } "nothing was taken in: {problem}"
    /// Two copies of an event went on, each in its own way.
    "desk.copies_parted" CopiesParted {
        /// The first event that differs.
        #[serde(flatten)]
        parting: Parting,
    } "both copies of the event went on: {parting}; choose the copy that counts, the other one is set aside"
    /// A stored event cannot be read.
    "desk.unreadable" Unreadable {
        problem: String,
    } "the log cannot be read: {problem}; use the program that wrote it"
}

/// What a refusal means to whoever asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// Nobody is signed in.
    SignIn,
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// Something else is there.
    Conflict,
    /// The rules or the limits forbid it.
    Refused,
    /// The log does not work.
    Unavailable,
}

/// Why nothing was done. In JSON `{"code", "clause", "facts": {…}, "message"}`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules of the tournament.
    #[error(transparent)]
    Tournament(Box<running::Rejection>),
    /// The rules of the game.
    #[error(transparent)]
    Game(Box<game::Rejection>),
    /// The rules of the federation's office.
    #[error(transparent)]
    Federation(Box<federation::Rejection>),
    #[error(transparent)]
    Desk(Box<Rejection<Reason>>),
    /// The log failed; nothing was acknowledged.
    #[error(transparent)]
    Fault(Fault),
}

impl Refusal {
    /// A refusal of the desk that follows from no text.
    pub(crate) fn desk(reason: Reason) -> Self {
        Self::Desk(Box::new(Rejection::plain(reason)))
    }

    /// A refusal of the desk that a clause demands.
    pub(crate) fn by_clause(clause: Option<ClauseId>, reason: Reason) -> Self {
        Self::Desk(Box::new(Rejection { reason, clause }))
    }

    /// He may not, or nobody knows who he is.
    #[must_use]
    pub fn not_allowed(caller: &Caller, action: Action) -> Self {
        Self::desk(not_allowed(caller, action))
    }

    /// The stable name: `game.must_move`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Tournament(refused) => refused.code(),
            Self::Game(refused) => refused.code(),
            Self::Federation(refused) => refused.code(),
            Self::Desk(refused) => refused.code(),
            Self::Fault(fault) => match fault {
                Fault::Full(_) => "log.full",
                Fault::ReadOnly(_) => "log.read_only",
                Fault::Damaged(_) => "log.damaged",
                Fault::Newer { .. } => "log.newer",
                Fault::InUse(_) => "log.in_use",
                Fault::Away(_) => "log.away",
                Fault::Database(_) => "log.database",
                Fault::Unavailable(_) => "log.unavailable",
            },
        }
    }

    /// The clause that forbids it.
    #[must_use]
    pub fn clause(&self) -> Option<&ClauseId> {
        match self {
            Self::Tournament(refused) => refused.clause(),
            Self::Game(refused) => refused.clause(),
            Self::Federation(refused) => refused.clause(),
            Self::Desk(refused) => refused.clause(),
            Self::Fault(_) => None,
        }
    }

    /// The facts as a JSON object.
    #[must_use]
    pub fn facts(&self) -> Value {
        match self {
            Self::Tournament(refused) => refused.facts(),
            Self::Game(refused) => refused.facts(),
            Self::Federation(refused) => refused.facts(),
            Self::Desk(refused) => refused.facts(),
            Self::Fault(_) => Value::Object(serde_json::Map::new()),
        }
    }

    /// What it means to whoever asked.
    #[must_use]
    pub fn kind(&self) -> RefusalKind {
        match self {
            Self::Tournament(refused) => match &refused.reason {
                running::Reason::WrongPerson { .. } => RefusalKind::Forbidden,
                _ => RefusalKind::Refused,
            },
            Self::Game(refused) => match &refused.reason {
                game::Reason::WrongPerson { .. } => RefusalKind::Forbidden,
                _ => RefusalKind::Refused,
            },
            Self::Federation(refused) => match &refused.reason {
                federation::Reason::WrongPerson { .. } => RefusalKind::Forbidden,
                _ => RefusalKind::Refused,
            },
            Self::Desk(refused) => kind(&refused.reason),
            Self::Fault(_) => RefusalKind::Unavailable,
        }
    }
}

fn not_allowed(caller: &Caller, action: Action) -> Reason {
    let action_word = action.word();
    if !caller.is_known() {
        return Reason::SignIn {
            action: action_word,
        };
    }
    let may = |role: &Role| crate::access::allowed(action, *role) == crate::access::Allowed::Yes;
    let roles = Role::ALL.into_iter().filter(may).map(Role::word);
    Reason::NotAllowed {
        action: action_word,
        roles: roles.collect(),
    }
}

const fn kind(reason: &Reason) -> RefusalKind {
    match reason {
        Reason::SignIn { .. } | Reason::WrongPassword {} => RefusalKind::SignIn,
        Reason::NotAllowed { .. }
        | Reason::CannotSpeakAs { .. }
        | Reason::NoReports {}
        | Reason::NoSpectators {}
        | Reason::HeadHasDecided {} => RefusalKind::Forbidden,
        Reason::UnknownUser {}
        | Reason::UnknownToken {}
        | Reason::UnknownTournament {}
        | Reason::UnknownFederation {}
        | Reason::UnknownGame {}
        | Reason::UnknownPerson {}
        | Reason::NoSuchCall {}
        | Reason::NothingHeld {} => RefusalKind::NotFound,
        Reason::IdReused {}
        | Reason::Busy { .. }
        | Reason::Stale { .. }
        | Reason::ResultDiffers { .. }
        | Reason::LoginTaken {}
        | Reason::SlugTaken {}
        | Reason::GameExists { .. }
        | Reason::DamagedRecord {}
        | Reason::DeviceSilent { .. }
        | Reason::OtherDevice { .. }
        | Reason::MovesOutstanding { .. }
        | Reason::CopiesParted { .. } => RefusalKind::Conflict,
        Reason::BadCommandId {}
        | Reason::BadPassword {}
        | Reason::ScopeMissing { .. }
        | Reason::AlreadyExpired {}
        | Reason::UnknownAction { .. }
        | Reason::UnknownPreset { .. }
        | Reason::BadSlug {}
        | Reason::OneOfSeveral { .. }
        | Reason::NoSuchTable { .. }
        | Reason::BadText { .. }
        | Reason::BadFact { .. }
        | Reason::TooMany { .. }
        | Reason::BadFolder { .. }
        | Reason::TrainingCopy {}
        | Reason::UnknownItem { .. }
        | Reason::HallOverlap { .. }
        | Reason::HallTooSmall { .. }
        | Reason::BadArchive { .. }
        | Reason::LongDelay { .. }
        | Reason::GamesBegan {}
        | Reason::Unfit { .. }
        | Reason::NothingNew {} => RefusalKind::Refused,
        Reason::Unreadable { .. } => RefusalKind::Unavailable,
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Refusal", 4)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("clause", &self.clause())?;
        fields.serialize_field("facts", &self.facts())?;
        fields.serialize_field("message", &self.to_string())?;
        fields.end()
    }
}

impl From<running::Rejection> for Refusal {
    fn from(refused: running::Rejection) -> Self {
        Self::Tournament(Box::new(refused))
    }
}

impl From<game::Rejection> for Refusal {
    fn from(refused: game::Rejection) -> Self {
        Self::Game(Box::new(refused))
    }
}

impl From<federation::Rejection> for Refusal {
    fn from(refused: federation::Rejection) -> Self {
        Self::Federation(Box::new(refused))
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<outflank_event::StoredError> for Refusal {
    fn from(error: outflank_event::StoredError) -> Self {
        Self::desk(Reason::Unreadable {
            problem: error.to_string(),
        })
    }
}

impl From<AppendError> for Refusal {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::IdReused => Self::desk(Reason::IdReused {}),
            AppendError::Fault(fault) => Self::Fault(fault),
            AppendError::Conflict { .. } => Self::desk(Reason::Busy { tries: 1 }),
            AppendError::Unfit(unfit) => Self::desk(Reason::Unfit {
                problem: unfit.to_string(),
            }),
        }
    }
}
