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
    "command.id_reused" IdReused {} "This command ID was already used for another command. Give each command its own ID."
    /// The name of the command cannot be one.
    "command.bad_id" BadCommandId {} "This command ID is not valid. Use 1 to 64 letters, digits, '-' or '_', best chosen at random."
    /// Other changes were always saved first.
    "command.busy" Busy {
        /// How often it was tried.
        tries: u32,
    } "Other changes were saved first ({tries} attempts). Send the command again."
    /// The log cannot hold it.
    "command.unfit" Unfit {
        problem: String,
    } "The log cannot store this: {problem}."
    /// What was seen is no longer there.
    "stale" Stale {
        now: String,
        /// Who put it there.
        by: String,
        at: Timestamp,
        /// The version to send if it is meant all the same.
        version: u64,
    } "This has changed since you loaded it (by {by}). Reload and check it."
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
    } "Table {table} already has the result {first} from {by}. Compare the result slips."

    /// Nobody is signed in.
    "access.sign_in" SignIn {
        /// What was to be done.
        action: &'static str,
    } "You are not signed in. Sign in or open your link first."
    "access.not_allowed" NotAllowed {
        /// What was to be done.
        action: &'static str,
        roles: Vec<&'static str>,
    } "You do not have permission for this. Ask an official who has it."
    /// The caller may not act in that role.
    "access.cannot_speak_as" CannotSpeakAs {
        by: String,
    } "You cannot act as {by}. Remove that from the command."
    "access.head_has_decided" HeadHasDecided {} "The deciding official has ruled on this and the decision is final. Ask the deciding official."
    "access.unknown_user" UnknownUser {} "There is no such account. Check the list of accounts."
    "access.unknown_token" UnknownToken {} "This link is unknown, already used, revoked or expired. Ask for a new one."
    "access.wrong_password" WrongPassword {} "The name or password is wrong. Try again."
    /// The login belongs to another account.
    "access.login_taken" LoginTaken {} "This login is already taken. Choose another."
    "access.bad_password" BadPassword {} "The password is too short or too common. Use at least 12 characters, such as four random words."
    /// A role that needs a place has none.
    "access.scope_missing" ScopeMissing {
        role: Role,
    } "A link for the role {role} needs a tournament, table or player. Add it."
    "access.already_expired" AlreadyExpired {} "The link would already be expired. Choose a later end."
    "access.unknown_action" UnknownAction {
        word: String,
    } "There is no action '{word}'. Check the list of actions."

    "desk.unknown_tournament" UnknownTournament {} "There is no such tournament. Check the list of tournaments."
    "desk.unknown_federation" UnknownFederation {} "There is no such federation. Check the list of federations."
    /// One of several acts is refused, and so all of them.
    "desk.one_of_several" OneOfSeveral {
        /// Its place in the list, from 1.
        place: usize,
        code: String,
        problem: String,
    } "Number {place} was rejected, so nothing was saved: {problem}"
    "desk.unknown_game" UnknownGame {} "There is no such game. Check the list of games."
    "desk.unknown_person" UnknownPerson {} "There is no record of this person. Check the list of players."
    /// The record belongs to another tournament or federation.
    "desk.record_of_other" RecordOfOther {
        owner: String,
    } "This record belongs to {owner}. Ask them to change it."
    /// A federation announces a tournament that has not agreed.
    "desk.no_consent" NoConsent {} "The tournament has not agreed to be announced by this federation. Ask its head director to agree on the page Tournament of the director's desk."
    "desk.damaged_record" DamagedRecord {} "The personal record is damaged and was not overwritten. Restore it from a backup, or erase the person."
    /// No such kind of event.
    "desk.unknown_preset" UnknownPreset {
        /// What was asked for.
        preset: String,
    } "There is no preset '{preset}'. Choose one from the list."
    /// The short name cannot be one.
    "desk.bad_slug" BadSlug {} "This short name is not valid. Use 1 to 40 lower-case letters, digits or '-'."
    "desk.slug_taken" SlugTaken {} "Another tournament already has this short name. Choose another."
    /// Nothing is played there.
    "desk.no_such_table" NoSuchTable {
        round: RoundNumber,
        table: TableNumber,
    } "There is no game of a published round at table {table}. Check the round and the table."
    /// The game is open already.
    "desk.game_exists" GameExists {
        game: GameId,
    } "The game at this table is already open. Use that game."
    /// The table's device is out of contact.
    "device.silent" DeviceSilent {
        since: Timestamp,
    } "The device at this table is out of contact and its clock may have been stopped. Wait for it, pause the game from that moment, or remove the device from the table."
    /// Another device keeps this table's time.
    "device.other" OtherDevice {
        device: String,
    } "{device} already keeps the time at this table. Remove it first."
    /// Moves whose presses are known are not entered yet.
    "device.moves_outstanding" MovesOutstanding {
        count: usize,
    } "The clock was pressed {count} times for moves that have not been entered. Enter them first."
    "desk.no_such_call" NoSuchCall {} "This call is not waiting for an answer. Reload and check it."
    /// No such tap is held.
    "device.nothing_held" NothingHeld {} "No entry with this number is waiting for a decision. Reload and check it."
    /// A text says nothing, or too much.
    "desk.bad_text" BadText {
        what: &'static str,
        limit: usize,
    } "Enter 1 to {limit} characters for {what}."
    /// A personal fact cannot be kept.
    "desk.bad_fact" BadFact {
        what: &'static str,
    } "Could not read {what}, or it is too long. Enter it again."
    /// A limit is reached.
    "desk.too_many" TooMany {
        what: &'static str,
        limit: usize,
    } "There are already {limit} {what}, which is the maximum. Remove one first."
    /// The rulebook lets nobody report.
    "desk.no_reports" NoReports {} "Spectators cannot send reports in this tournament. Tell an official in the hall if they ask you."
    "desk.no_spectators" NoSpectators {} "Spectators are not admitted to this tournament. Ask the director."
    "desk.games_began" GamesBegan {} "Games of this tournament are already open. Call the round off before you change how it is played."
    /// The delay is too long.
    "desk.long_delay" LongDelay {
        limit: u32,
    } "The delay can be at most {limit} seconds. Hide the game instead."
    /// It is so already.
    "desk.nothing_new" NothingNew {} "This is already recorded. There is nothing to do."
    "desk.training_copy" TrainingCopy {} "This is a training copy, and nothing in it is published or sent. Do this in the tournament itself."
    /// Another event of the hall has one of these tables.
    "desk.hall_overlap" HallOverlap {
        event: String,
        first: TableNumber,
        last: TableNumber,
    } "{event} uses tables {first} to {last} of this hall. Choose other tables, or move that tournament first."
    /// The event has too few tables in its hall.
    "desk.hall_too_small" HallTooSmall {
        /// The table that is not the event's.
        table: TableNumber,
        first: TableNumber,
        last: TableNumber,
    } "Table {table} is needed, but the tournament only has tables {first} to {last} of its hall. Give it more tables first."
    "desk.unknown_item" UnknownItem {
        clause: String,
    } "{clause} is not on this list. Check the list."
    /// The second folder cannot be used.
    "desk.bad_folder" BadFolder {
        problem: String,
    } "The folder cannot be used: {problem}. Choose another folder."
    /// An archive cannot be taken in.
    "desk.bad_archive" BadArchive {
        problem: String,
    } "Nothing was imported. {problem}"
    /// Two copies of an event went on, each in its own way.
    "desk.copies_parted" CopiesParted {
        /// The first event that differs.
        #[serde(flatten)]
        parting: Parting,
    } "The two copies of the tournament have diverged: {parting}. Choose the copy that counts. The other one is set aside."
    /// A stored event cannot be read.
    "desk.unreadable" Unreadable {
        problem: String,
    } "Could not read the log: {problem} Use the version of the program that wrote it."
}

/// What a rejection means for the caller.
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

    /// The caller may not, or is not known.
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
                Fault::Incomplete(_) => "log.incomplete",
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

    /// What it means for the caller.
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
        | Reason::RecordOfOther { .. }
        | Reason::NoConsent {}
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
