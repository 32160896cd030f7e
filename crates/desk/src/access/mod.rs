//! Who may do what: roles, grants, links, passwords, and one table of action × role.

mod act;
mod action;
mod caller;
mod decide;
mod fact;
mod grant;
pub(crate) mod hashing;
mod password;
mod role;
pub(crate) mod session;
mod state;
mod table;

pub use crate::access::act::{AccessAct, NewLink, Password, TokenKind};
pub use crate::access::action::Action;
pub use crate::access::caller::{Actor, Caller};
pub use crate::access::fact::{AccessFact, AccessFactKind};
pub use crate::access::grant::{Grant, Scope, TableRange, Target};
pub use crate::access::role::Role;
pub use crate::access::state::{AccessNow, TokenNow, UserNow};
pub use crate::access::table::{Allowed, allowed};

pub(crate) use crate::access::decide::{Known, TokenRecord, UserRecord, decide};
pub(crate) use crate::access::password::StoredPassword;
