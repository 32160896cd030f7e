//! A state, the log it was folded from, and what of it is undone.

use std::collections::BTreeSet;

use crate::events::StoredEvent;
use crate::id::CommandId;
use crate::time::Timestamp;

/// The most characters of a command's id.
pub const COMMAND_ID_CHARS_MAX: usize = 64;

/// A state that is folded from events.
pub trait Aggregate: Default {
    type Event: StoredEvent;

    /// The first part of its stream's name, and of the kinds of its events: `game`.
    const FAMILY: &'static str;

    /// Records one event. It cannot fail: what could go wrong was settled when the event was decided.
    fn apply(&mut self, event: &Self::Event);
}

/// The state that these events make.
pub fn replay<'a, A: Aggregate>(events: impl IntoIterator<Item = &'a A::Event>) -> A
where
    A::Event: 'a,
{
    let mut state = A::default();
    for event in events {
        state.apply(event);
    }
    state
}

/// What the log must know of an event, so that its command can be cancelled.
pub trait UndoableEvent: StoredEvent {
    fn at(&self) -> Timestamp;

    /// The command it came from; undoing one takes back all its events.
    fn command(&self) -> &CommandId;

    /// The command it undoes, if that is what it does.
    fn undoes(&self) -> Option<&CommandId>;

    /// Whether its command can never be undone.
    fn is_permanent(&self) -> bool;
}

/// Why a command cannot be added to a log, whatever it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnvelopeError {
    /// The id is empty or longer than [`COMMAND_ID_CHARS_MAX`].
    BadCommandId,
    CommandIdReused,
    LogFull,
    TimeRunsBack {
        last: Timestamp,
    },
}

/// A state with its log. Events of undone commands stay in the log and are not part of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History<A: Aggregate> {
    state: A,
    log: Vec<A::Event>,
    commands: BTreeSet<CommandId>,
    undone: BTreeSet<CommandId>,
}

impl<A: Aggregate> Default for History<A> {
    fn default() -> Self {
        Self {
            state: A::default(),
            log: Vec::new(),
            commands: BTreeSet::new(),
            undone: BTreeSet::new(),
        }
    }
}

impl<A: Aggregate<Event: UndoableEvent>> History<A> {
    /// The history that these events make; what was undone is never folded.
    #[must_use]
    pub fn replay(events: impl IntoIterator<Item = A::Event>) -> Self {
        let log: Vec<A::Event> = events.into_iter().collect();
        let mut history = Self {
            commands: log.iter().map(|event| event.command().clone()).collect(),
            undone: log
                .iter()
                .filter_map(|event| event.undoes().cloned())
                .collect(),
            state: A::default(),
            log,
        };
        history.fold();
        history
    }

    fn fold(&mut self) {
        self.state = replay(self.standing_events());
    }

    pub const fn state(&self) -> &A {
        &self.state
    }

    /// For what is not in events, such as names in records. An undone command takes it back.
    pub const fn state_mut(&mut self) -> &mut A {
        &mut self.state
    }

    /// Everything that happened, in order.
    pub fn log(&self) -> &[A::Event] {
        &self.log
    }

    /// The events that are not undone.
    pub fn standing_events(&self) -> impl Iterator<Item = &A::Event> {
        (self.log.iter()).filter(|event| !self.undone.contains(event.command()))
    }

    /// Whether a command is in the log.
    pub fn knows(&self, command: &CommandId) -> bool {
        self.commands.contains(command)
    }

    /// The latest command that can be undone.
    pub fn latest_command(&self) -> Option<&CommandId> {
        let undoable = |event: &&A::Event| {
            event.undoes().is_none()
                && !event.is_permanent()
                && !self.undone.contains(event.command())
        };
        let latest = self.log.iter().rev().find(undoable);
        latest.map(UndoableEvent::command)
    }

    /// Checks what every command must fulfil: an id of its own, room in the log, and time that does not
    /// run back.
    ///
    /// # Errors
    /// [`EnvelopeError`] says which of them is not so.
    pub fn check_envelope(
        &self,
        id: &CommandId,
        at: Timestamp,
        events_max: usize,
    ) -> Result<(), EnvelopeError> {
        if !(1..=COMMAND_ID_CHARS_MAX).contains(&id.as_str().chars().count()) {
            return Err(EnvelopeError::BadCommandId);
        }
        if self.knows(id) {
            return Err(EnvelopeError::CommandIdReused);
        }
        if self.log.len() >= events_max {
            return Err(EnvelopeError::LogFull);
        }
        match self.log.last().map(UndoableEvent::at) {
            Some(last) if at < last => Err(EnvelopeError::TimeRunsBack { last }),
            Some(_) | None => Ok(()),
        }
    }
}

impl<A: Aggregate<Event: UndoableEvent>> Aggregate for History<A> {
    type Event = A::Event;

    const FAMILY: &'static str = A::FAMILY;

    fn apply(&mut self, event: &A::Event) {
        self.log.push(event.clone());
        self.commands.insert(event.command().clone());
        match event.undoes() {
            Some(undone) => {
                self.undone.insert(undone.clone());
                self.fold();
            }
            None => self.state.apply(event),
        }
    }
}

/// Says of an `Event` with `at` and `command` that the fact `Undone { undone }` undoes a command, and which
/// facts are permanent.
#[macro_export]
macro_rules! undoable {
    (permanent: $permanent:pat) => {
        impl $crate::UndoableEvent for Event {
            fn at(&self) -> $crate::Timestamp {
                self.at
            }

            fn command(&self) -> &$crate::CommandId {
                &self.command
            }

            fn undoes(&self) -> Option<&$crate::CommandId> {
                match &self.fact {
                    Fact::Undone { undone } => Some(undone),
                    _ => None,
                }
            }

            fn is_permanent(&self) -> bool {
                matches!(self.fact, $permanent)
            }
        }
    };
}
