//! Who changed something last, and when.

use std::collections::BTreeMap;

use outflank_tournament::RoundNumber;
use outflank_tournament::running::{CommandId, Event, Fact, TableNumber, Timestamp};

use crate::declare::changes;
use crate::log::{Content, Seq};

/// Who changed something, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The stream's version then.
    pub version: Seq,
    /// Who, in the words of the log: `user:7k… as head`.
    pub by: String,
    pub at: Timestamp,
}

impl Mark {
    pub(crate) fn of(content: &Content) -> Self {
        Self {
            version: content.seq,
            by: content.actor.clone(),
            at: content.at,
        }
    }
}

/// What a person may have seen before changing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Thing {
    /// A round's pairing and phase.
    Round(RoundNumber),
    Table(RoundNumber, TableNumber),
}

/// The last change of every thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Marks {
    things: BTreeMap<Thing, Mark>,
    touched: BTreeMap<CommandId, Vec<Thing>>,
}

impl Marks {
    pub(crate) fn of(&self, thing: Thing) -> Option<&Mark> {
        self.things.get(&thing)
    }

    pub(crate) fn apply(&mut self, content: &Content, event: &Event) {
        let mark = Mark::of(content);
        if let Fact::Undone { undone } = &event.fact {
            for thing in self.touched.get(undone).into_iter().flatten() {
                self.things.insert(*thing, mark.clone());
            }
            return;
        }
        for thing in changes(&event.fact) {
            let of_command = self.touched.entry(event.command.clone()).or_default();
            of_command.push(thing);
            self.things.insert(thing, mark.clone());
        }
    }
}
