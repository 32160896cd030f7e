//! The one way in: authorise, load, decide, append, publish.
//!
//! Every command by every person passes [`Desk::submit`]; it is durable before anybody is told. The
//! log it is kept in is a [`Store`](log::Store), which other crates implement. What people look at is
//! folded from events and kept warm ([`Desk::tournament`], [`Desk::game`]); what happened goes out
//! through [`Desk::hub`] in the order of the log. Who may do what is one table ([`access`]).

pub mod access;
pub mod audience;
mod audit;
mod clock;
mod declare;
mod desk;
mod feed;
mod ids;
pub mod log;
mod people;
mod react;
mod refusal;
mod request;
pub(crate) mod state;
mod status;
mod submit;
pub mod table;
mod transfer;
mod verify;
pub mod views;

pub use crate::access::session::Session;
pub use crate::audit::{AuditEntry, AuditKind};
pub use crate::clock::{Clock, HandClock, SystemClock};
pub use crate::desk::{Desk, Options, RulebookSource};
pub use crate::feed::hub::{DeviceCall, Hub};
pub use crate::ids::{
    BadIdError, FederationId, GameId, PersonId, Secret, TokenId, TournamentId, UserId,
};
pub use crate::people::applicant::OfficePeople;
pub use crate::people::ownership::{RecordOwner, RecordRight};
pub use crate::people::person::{Person, neutral_name};
pub use crate::refusal::{Reason, Refusal, RefusalKind};
pub use crate::request::{
    Answer, CallAnswer, CallRequest, DeskAct, DeskRequest, FederationRequest, FederationTogether,
    GamePlace, GameRequest, HeldRequest, Made, NewFederation, NewGame, NewTournament, Request,
    TournamentRequest, WatchAct, What,
};
pub use crate::state::counts::Counts;
pub use crate::state::desk_fact::{DeskFact, DeskFactKind};
pub use crate::state::federation::FederationNow;
pub use crate::state::game::{Call, GameNow, HeldTap, Press, Seats};
pub use crate::state::mark::Mark;
pub use crate::state::slugs::ListMark;
pub use crate::state::tournament::{TableGame, Tick, TournamentNow};
pub use crate::status::{FolderStatus, Status};
pub use crate::submit::{
    Foreseen, LAG_PER_GAME, LAG_PER_MOVE, PairingJob, PairingJobs, RefusedAct, casual_player,
};
pub use crate::table::play::{Casual, CasualSeats};
pub use crate::transfer::archiver::{
    Archiver, Belongings, CopiedEvent, CopyChoice, NotTakenIn, Parting, TakenIn,
};
pub use crate::transfer::arrivals::is_travelling;
pub use crate::verify::{Finding, Verified, verify};

/// The answer of a method that waits. It is boxed, so that the work behind it is compiled here, once, and not in every
/// place that calls it.
pub type Pending<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;
