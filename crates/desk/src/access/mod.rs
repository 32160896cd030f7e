//! Who may do what: roles, grants, links, passwords, and one table of action × role.

mod act;
mod action;
mod acts;
mod caller;
mod decide;
mod fact;
mod grant;
mod password;
mod role;
mod state;
mod table;

pub use act::{AccessAct, NewLink, Password, TokenKind};
pub use action::Action;
pub use caller::{Actor, Caller};
pub use fact::AccessFact;
pub use grant::{Grant, Scope, TableRange, Target};
pub use role::Role;
pub use state::{AccessNow, TokenNow, UserNow};
pub use table::{Allowed, allowed};

pub(crate) use acts::{game_action, office_action, tournament_action, tournament_target};
pub(crate) use decide::{Known, TokenRecord, UserRecord, decide};
pub(crate) use password::StoredPassword;
