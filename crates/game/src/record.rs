//! The record of a game: every ply with its times, what was corrected, what was abandoned, and a transcript to read.

use std::fmt::Write as _;

use outflank_board::{BySide, Move, Position, Side, Square, SquareSet, Transcript};
use outflank_event::Timestamp;
use outflank_rulebook::Millis;

use crate::command::Fault;
use crate::fact::{Event, Fact, Turn};
use crate::table::{LastMove, Table, same_discs};

/// One turn as it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    pub player: Side,
    /// The square; nothing for a pass.
    pub square: Option<Square>,
    /// The colour of the disc.
    pub colour: Side,
    /// The discs that were turned over on the table, rightly or not.
    pub flipped: SquareSet,
    /// What is wrong with it; it counts after the opponent's next commitment.
    pub fault: Option<Fault>,
    /// Time charged for the turn, corrections included.
    pub used: Millis,
    /// The clocks after the move.
    pub left: BySide<Millis>,
    /// When the clock was pressed.
    pub at: Timestamp,
    pub after: Position,
    /// Whether its time is known; turns that were entered later have none.
    pub is_timed: bool,
}

/// A ply that no longer stands as it was, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replaced {
    /// Its number, from 1.
    pub number: u16,
    pub ply: Ply,
    /// What was wrong with it; nothing if the board was set back.
    pub fault: Option<Fault>,
    /// When it was replaced.
    pub at: Timestamp,
}

/// A transcript that was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandedIn {
    pub of: Option<Side>,
    pub recorder: String,
    pub moves: String,
}

/// The record of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The plies that stand.
    pub plies: Vec<Ply>,
    /// The plies that were corrected or set back.
    pub replaced: Vec<Replaced>,
    /// The plies of games abandoned for a restart.
    pub abandoned: Vec<Vec<Ply>>,
    pub transcripts: Vec<HandedIn>,
    /// The ply after which the players' colours were exchanged.
    pub exchanged_after: Option<u16>,
}

impl Record {
    pub(crate) fn apply(&mut self, event: &Event, before: &Table, after: &Table) {
        if let Fact::ClockPressed { .. } | Fact::MovePlayed { .. } | Fact::Passed { .. } =
            &event.fact
        {
            self.push(event.at, before, after);
        } else if let Fact::MoveCorrected {
            fault, position, ..
        } = &event.fact
        {
            self.correct(event.at, *fault, *position, before);
        } else if let Fact::TurnsEntered { turns, .. } = &event.fact {
            let left = after.clock.remaining(event.at);
            self.plies.extend(turns.iter().map(|turn| Ply {
                player: turn.player,
                square: turn.square,
                colour: turn.colour,
                flipped: turn.flipped,
                fault: turn.fault,
                used: Millis(0),
                left,
                at: event.at,
                after: turn.after,
                is_timed: false,
            }));
        } else if let Fact::TurnAmended { ply, turns, .. } = &event.fact {
            self.amend(event.at, *ply, turns);
        } else if let Fact::BoardRestored { plies, .. } | Fact::EntryTakenBack { plies, .. } =
            &event.fact
        {
            self.set_back(event.at, *plies);
        } else if let Fact::Restarted { .. } = &event.fact {
            self.abandoned.push(std::mem::take(&mut self.plies));
            self.exchanged_after = None;
        } else if let Fact::ColoursExchanged {} = &event.fact {
            self.exchanged_after = Some(before.plies);
        } else if let Fact::TranscriptAttached {
            of,
            recorder,
            moves,
        } = &event.fact
        {
            self.transcripts.push(HandedIn {
                of: *of,
                recorder: recorder.clone(),
                moves: moves.clone(),
            });
        }
    }

    fn push(&mut self, at: Timestamp, before: &Table, after: &Table) {
        let Some(last) = after.last else { return };
        if self.plies.is_empty() {
            self.plies.reserve(PLIES_USUAL);
        }
        let mut clock = before.clock;
        clock.advance(at);
        self.plies.push(Ply {
            player: last.player,
            square: last.square,
            colour: last.colour,
            flipped: turned(&last.before, &after.position),
            fault: last.fault,
            used: clock.used_in_turn(last.player),
            left: after.clock.remaining(at),
            at,
            after: after.position,
            is_timed: true,
        });
    }

    fn amend(&mut self, at: Timestamp, first: u16, turns: &[Turn]) {
        let from = usize::from(first.saturating_sub(1));
        for (index, turn) in turns.iter().enumerate() {
            let Some(ply) = self.plies.get_mut(from + index) else {
                return;
            };
            if index == 0 {
                self.replaced.push(Replaced {
                    number: first,
                    ply: *ply,
                    fault: None,
                    at,
                });
            }
            *ply = Ply {
                square: turn.square,
                colour: turn.colour,
                flipped: turn.flipped,
                fault: turn.fault,
                after: turn.after,
                ..*ply
            };
        }
    }

    fn correct(&mut self, at: Timestamp, fault: Fault, position: Position, before: &Table) {
        let number = u16::try_from(self.plies.len()).unwrap_or(u16::MAX);
        let Some(ply) = self.plies.pop() else { return };
        self.replaced.push(Replaced {
            number,
            ply,
            fault: Some(fault),
            at,
        });
        match (fault, before.last) {
            (Fault::Flips, Some(last)) => self.plies.push(Ply {
                flipped: turned(&last.before, &position),
                fault: None,
                after: position,
                ..ply
            }),
            (Fault::Flips, None) | (Fault::Square | Fault::Colour | Fault::Pass, _) => {}
        }
    }

    fn set_back(&mut self, at: Timestamp, plies: u16) {
        while self.plies.len() > usize::from(plies) {
            let number = u16::try_from(self.plies.len()).unwrap_or(u16::MAX);
            if let Some(ply) = self.plies.pop() {
                self.replaced.push(Replaced {
                    number,
                    ply,
                    fault: None,
                    at,
                });
            }
        }
    }

    /// The position after a number of plies of a game that began at `start`.
    pub fn position_after(&self, start: Position, plies: u16) -> Option<Position> {
        match plies.checked_sub(1) {
            None => Some(start),
            Some(index) => self.plies.get(usize::from(index)).map(|ply| ply.after),
        }
    }

    /// The latest move of a game that began at `start`.
    pub(crate) fn last_move(&self, start: Position) -> Option<LastMove> {
        let (latest, earlier) = self.plies.split_last()?;
        let before = earlier.last().map_or(start, |ply| ply.after);
        let turn = Turn {
            player: latest.player,
            square: latest.square,
            colour: latest.colour,
            flipped: latest.flipped,
            fault: latest.fault,
            after: latest.after,
        };
        Some(LastMove::recorded(&turn, before))
    }

    /// The moves that stand, as a transcript.
    pub fn transcript(&self) -> Transcript {
        self.plies
            .iter()
            .map(|ply| ply.square.map_or(Move::Pass, Move::Disc))
            .collect()
    }

    /// Time used by each player in the plies that stand.
    pub fn used(&self) -> BySide<Millis> {
        let mut sum = BySide::both(Millis(0));
        for ply in &self.plies {
            sum[ply.player] = sum[ply.player].plus(ply.used);
        }
        sum
    }

    /// The transcript with times, errors and corrections, one line for each ply.
    pub fn annotated(&self) -> String {
        let mut text = String::new();
        for (index, ply) in self.plies.iter().enumerate() {
            let mv = ply.square.map_or(Move::Pass, Move::Disc);
            let _ = write!(
                text,
                "{:>3}. {:<5} {:<4} {:>9}  {:>9} {:>9}",
                index + 1,
                ply.player,
                mv,
                ply.used.to_string(),
                ply.left.black.to_string(),
                ply.left.white.to_string()
            );
            if let Some(fault) = ply.fault {
                let _ = write!(text, "  improper ({fault}), flipped [{}]", ply.flipped);
            }
            for old in self
                .replaced
                .iter()
                .filter(|old| usize::from(old.number) == index + 1)
            {
                let was = old.ply.square.map_or(Move::Pass, Move::Disc);
                let why = old.fault.map_or("set back", Fault::word);
                let _ = write!(text, "  replaces {was} ({why})");
            }
            if self.exchanged_after.map(usize::from) == Some(index) {
                text.push_str("  colours exchanged");
            }
            text.push('\n');
        }
        text
    }
}

/// Room for a game without unusual events.
const PLIES_USUAL: usize = 64;

/// The discs that show another side than before.
fn turned(before: &Position, after: &Position) -> SquareSet {
    if same_discs(before, after) {
        return SquareSet::EMPTY;
    }
    (before.black() & after.white()) | (before.white() & after.black())
}
