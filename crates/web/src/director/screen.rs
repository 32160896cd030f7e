//! How games are played on screen, as a form asks for it.

use outflank_game::{Hints, MoveEntry, ScreenPlay};
use outflank_rulebook::Rulebook;
use serde::Deserialize;

use crate::extract::Text;

/// The fields of `play/choices.html`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ScreenForm {
    pub(crate) entry: Text,
    pub(crate) hints: Text,
}

impl ScreenForm {
    /// The rulebook decides what the form leaves open.
    pub(crate) fn play(&self, rules: &Rulebook) -> ScreenPlay {
        let by_rules = ScreenPlay::by_rulebook(rules);
        ScreenPlay {
            entry: MoveEntry::from_word(&self.entry).unwrap_or(by_rules.entry),
            hints: Hints::from_word(&self.hints).unwrap_or(Hints::Shown),
        }
    }
}
