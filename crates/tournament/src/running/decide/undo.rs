//! Undoing the latest command.

use outflank_event::CommandId;

use super::{Decided, Decision};
use crate::running::fact::Fact;
use crate::running::rejection::{Reason, Rejection};

impl Decision<'_> {
    /// Takes back the latest command that is not undone yet; anything older is changed by a
    /// correction.
    pub(super) fn undo(&mut self, command: CommandId) -> Decided {
        self.needs_director()?;
        match self.tournament.latest_command() {
            None => Err(Rejection::plain(Reason::NothingToUndo {})),
            Some(latest) if *latest == command => self.record(Fact::Undone { undone: command }),
            Some(latest) => Err(Rejection::plain(Reason::NotTheLatest {
                latest: latest.clone(),
            })),
        }
    }
}
