//! The director's desk: the pages a tournament is run with.
//!
//! Every page is a plain form: it is sent, the desk decides, and the browser is led to the page as it
//! is then. A rejection is shown at its form and field with its clause, and what was typed stays.
//! Modules of script make the same forms quick; nothing needs them.

pub(crate) mod aftermath;
pub(crate) mod check_in;
pub(crate) mod checklists;
pub(crate) mod correct;
pub(crate) mod desk;
pub(crate) mod dispute;
pub(crate) mod entrants;
pub(crate) mod event;
pub(crate) mod files;
pub(crate) mod finals;
pub(crate) mod hall;
pub(crate) mod import;
pub(crate) mod log;
pub(crate) mod log_words;
pub(crate) mod me;
pub(crate) mod new;
pub(crate) mod officials;
pub(crate) mod pairing;
pub(crate) mod results;
pub(crate) mod rulings;
pub(crate) mod screen;
pub(crate) mod site;
pub(crate) mod tables;
pub(crate) mod undo;
pub(crate) mod watching;
pub(crate) mod wof;

pub(crate) use crate::pages::html::url_part as encoded;
pub(crate) use new::offset;
