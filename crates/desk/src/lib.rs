//! The one way in: authorise, load, decide, append, publish.
//!
//! Every command by every person passes [`Desk::submit`]; it is durable before anybody is told. The
//! log it is kept in is a [`Store`](log::Store), which other crates implement. What people look at is
//! folded from events and kept warm ([`Desk::tournament`], [`Desk::game`]); what happened goes out
//! through [`Desk::hub`] in the order of the log. Who may do what is one table ([`access`]).

pub mod access;
pub mod acts;
mod admission;
mod alarm;
mod applicant;
mod archiver;
mod arrivals;
pub mod at_table;
mod clock;
mod counts;
mod desk;
mod desk_fact;
pub mod device;
mod federation_now;
mod game_now;
mod hashing;
mod hub;
mod ids;
pub mod log;
mod looks;
mod mark;
pub mod office;
pub mod officer;
mod online;
mod person;
mod play;
mod react;
mod react_office;
mod refusal;
mod remembered;
mod request;
mod restart;
mod second_folder;
mod session;
mod status;
mod stored;
mod submit;
mod take_over;
mod tasks;
mod tournament_now;
mod verify;
pub mod views;
mod warm;
pub mod watch_view;
pub mod watching;

pub use applicant::OfficePeople;
pub use archiver::{Archiver, Belongings, CopiedEvent, CopyChoice, NotTakenIn, Parting, TakenIn};
pub use arrivals::is_travelling;
pub use clock::{Clock, HandClock, SystemClock};
pub use counts::Counts;
pub use desk::{Desk, Options, RulebookSource};
pub use desk_fact::DeskFact;
pub use federation_now::FederationNow;
pub use game_now::{Call, GameNow, HeldTap, Press, Seats};
pub use hub::{DeviceCall, Hub};
pub use ids::{BadIdError, FederationId, GameId, PersonId, Secret, TokenId, TournamentId, UserId};
pub use mark::Mark;
pub use person::{Person, neutral_name};
pub use play::{Casual, CasualSeats};
pub use refusal::{Reason, Refusal, RefusalKind};
pub use request::{
    Answer, CallAnswer, CallRequest, DeskAct, DeskRequest, FederationRequest, FederationTogether,
    GamePlace, GameRequest, HeldRequest, Made, NewFederation, NewGame, NewTournament, Request,
    TournamentRequest, WatchAct, What,
};
pub use session::Session;
pub use status::{FolderStatus, Status};
pub use submit::{Foreseen, LAG_PER_GAME, LAG_PER_MOVE, RefusedAct, casual_player};
pub use tournament_now::{TableGame, Tick, TournamentNow};
pub use verify::{Finding, Verified, verify};
