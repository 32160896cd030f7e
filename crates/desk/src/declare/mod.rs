//! One declaration per command: the right it needs and what it is about, and what its events change. How much of an
//! event is shown is declared with the event ([`outflank_event::Shown`]); its words for the log are the message named
//! after its kind (`log.tournament.round_started`).
//!
//! A command that is not declared here does not compile.

mod federation;
mod game;
mod tournament;

use outflank_event::Shown;
use outflank_game as game_log;
use outflank_tournament::running as tournament_log;

use crate::state::desk_fact::DeskFactKind;

pub(crate) use crate::declare::federation::federation_command;
pub(crate) use crate::declare::game::game_command;
pub(crate) use crate::declare::tournament::{About, changes, tournament_command};

/// How much of a kind of event is shown. A kind of a later program is not public.
pub(crate) fn shown(kind: &str) -> Shown {
    let family = kind.split_once('.').map_or(kind, |(family, _)| family);
    let known = match family {
        "tournament" => tournament_log::FactKind::from_word(kind).map(|kind| kind.shown()),
        "game" => game_log::FactKind::from_word(kind).map(|kind| kind.shown()),
        "desk" => DeskFactKind::from_word(kind).map(|kind| kind.shown()),
        _ => Some(Shown::ToOwner),
    };
    known.unwrap_or(Shown::ToOfficials)
}
