//! What a command would change, shown before it is given: the difference of two folds.

use outflank_event::Timestamp;
use outflank_pairing::{EntrantId, HalfPoints};
use outflank_rulebook::Rulebook;

use super::command::Command;
use super::decide::decide;
use super::edition::{EditionRow, edition_rows};
use super::fact::Event;
use super::rejection::Rejection;
use super::state::{Tournament, TournamentState, apply};

/// The effects of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The events it would lead to.
    pub events: Vec<Event>,
    /// Every line of a table of standings that would change.
    pub changes: Vec<Change>,
}

/// A line of the standings before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub after: u16,
    pub entrant: EntrantId,
    /// Before; none if the player was not in the standings.
    pub before: Option<EditionRow>,
    /// Then; none if the player would not be in the standings.
    pub then: Option<EditionRow>,
}

impl Change {
    /// The points before and then.
    pub fn points(&self) -> (Option<HalfPoints>, Option<HalfPoints>) {
        let points = |row: Option<EditionRow>| row.map(|row| row.half_points);
        (points(self.before), points(self.then))
    }
}

/// Decides a command without giving it, and compares every table of standings.
///
/// # Errors
/// The [`Rejection`] the command itself would get.
pub fn preview(
    rules: &Rulebook,
    tournament: &Tournament,
    command: Command,
    at: Timestamp,
) -> Result<Preview, Rejection> {
    let events = decide(rules, tournament, command, at)?;
    let mut then = tournament.clone();
    for event in &events {
        apply(&mut then, event);
    }
    let changes = differences(tournament.affairs(), then.affairs());
    Ok(Preview { events, changes })
}

fn differences(before: &TournamentState, then: &TournamentState) -> Vec<Change> {
    let last = before.rounds.len().max(then.rounds.len());
    let last = u16::try_from(last).unwrap_or(u16::MAX);
    let mut changes = Vec::new();
    for after in 1..=last {
        let (old, new) = (rows(before, after), rows(then, after));
        for row in &new {
            let same = old.iter().find(|other| other.id == row.id);
            if same != Some(row) {
                changes.push(Change {
                    after,
                    entrant: row.id,
                    before: same.copied(),
                    then: Some(*row),
                });
            }
        }
        for row in &old {
            if !new.iter().any(|other| other.id == row.id) {
                changes.push(Change {
                    after,
                    entrant: row.id,
                    before: Some(*row),
                    then: None,
                });
            }
        }
    }
    changes
}

/// The table after a round that has started; nothing if it has not.
fn rows(affairs: &TournamentState, after: u16) -> Vec<EditionRow> {
    let table = affairs
        .standings(after)
        .filter(|table| table.after == after);
    table.as_ref().map_or_else(Vec::new, edition_rows)
}
