//! A game: how it was opened, what stands on the table, and the record of how it came there.

use std::sync::Arc;

use outflank_board::{BySide, Position, Side};
use outflank_event::{Aggregate, Timestamp};
use outflank_rulebook::{EndedBy, Millis, Notice, Outcome, Rulebook, notice};

use crate::clock::Clock;
use crate::fact::{Event, Fact};
use crate::record::Record;
use crate::result::{Ending, GameResult};
use crate::setting::{Setting, Transcribing};
use crate::table::{Phase, Table};

/// One game, folded from its events.
///
/// ```
/// use outflank_game::{Act, By, Command, Game, Opening, Timestamp, apply, decide};
/// let rules = outflank_rulebook::shipped("wof").expect("shipped");
/// let mut game = Game::new();
/// let open = Command::new(By::Director, Act::Open(Box::new(Opening::default())));
/// for event in decide(rules, &game, open, Timestamp(0))? {
///     apply(&mut game, &event);
/// }
/// assert_eq!(game.remaining(Timestamp(0)).black.to_string(), "30:00");
/// # Ok::<(), outflank_game::Rejection>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    opened: Option<Opened>,
    table: Table,
    record: Record,
    events: usize,
}

/// What the first event fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Opened {
    rulebook: Arc<Rulebook>,
    setting: Arc<Setting>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// A game that has not been opened.
    #[must_use]
    pub fn new() -> Self {
        Self {
            opened: None,
            table: Table::unopened(),
            record: Record::default(),
            events: 0,
        }
    }

    /// The game that these events make.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        outflank_event::replay(events)
    }

    /// The rulebook it was opened under: pass it to [`decide`](crate::decide()).
    pub fn rules(&self) -> Option<&Rulebook> {
        self.opened.as_ref().map(|opened| &*opened.rulebook)
    }

    /// How it was opened.
    pub fn setting(&self) -> Option<&Setting> {
        self.opened.as_ref().map(|opened| &*opened.setting)
    }

    /// What stands on the table now.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// How it came there.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub const fn events(&self) -> usize {
        self.events
    }

    /// The discs on the board.
    pub const fn position(&self) -> &Position {
        &self.table.position
    }

    /// The player on turn.
    pub const fn turn(&self) -> Side {
        self.table.turn
    }

    /// The progress.
    pub const fn phase(&self) -> Phase {
        self.table.phase
    }

    pub const fn clock(&self) -> &Clock {
        &self.table.clock
    }

    /// What the clocks show at a moment.
    pub fn remaining(&self, at: Timestamp) -> BySide<Millis> {
        self.table.clock.remaining(at)
    }

    /// Whose flag will fall next and when, if nobody acts.
    pub fn falls_at(&self) -> Option<(Side, Timestamp)> {
        self.table.falls_at()
    }

    /// The players who still owe a transcript; it is asked for and never holds up the result (AMB-79).
    pub fn missing_transcripts(&self) -> Vec<Side> {
        let owed = match self.setting().map(|setting| setting.transcribing) {
            Some(Transcribing::ByBothPlayers) => &Side::BOTH[..],
            Some(Transcribing::Optional | Transcribing::ByJudge) | None => &[],
        };
        let handed_in = &self.record.transcripts;
        owed.iter()
            .copied()
            .filter(|side| !handed_in.iter().any(|own| own.of == Some(*side)))
            .collect()
    }

    /// What both players should be told before they agree to the result (AMB-10, AMB-21).
    pub fn notice(&self) -> Option<Notice> {
        let (rules, result) = (self.rules()?, self.table.result?);
        let ended_by = match result.ending {
            Ending::EndOfPlay => EndedBy::EndOfPlay,
            Ending::NonDefaulterFlag => EndedBy::NonDefaulterFlag,
            Ending::NonDefaulterSecondFlag => EndedBy::NonDefaulterSecondFlag,
            Ending::FirstFlag
            | Ending::FlagInAbsence
            | Ending::DefaulterSecondFlag
            | Ending::Resignation
            | Ending::Lateness
            | Ending::Unrecoverable
            | Ending::Ruling => return None,
        };
        let outcome = Outcome {
            score: result.score,
            winner: result.verdict.winner(),
            ended_by,
            clauses: Vec::new(),
        };
        notice(rules, &outcome)
    }

    /// The result, once the game is over.
    pub const fn result(&self) -> Option<GameResult> {
        self.table.result
    }
}

impl Aggregate for Game {
    type Event = Event;

    const FAMILY: &str = "game";

    fn apply(&mut self, event: &Event) {
        apply(self, event);
    }
}

/// Records one event. It cannot fail: what could go wrong was settled by [`decide`](crate::decide()).
pub fn apply(game: &mut Game, event: &Event) {
    if let Fact::Opened { rulebook, setting } = &event.fact {
        game.opened = Some(Opened {
            rulebook: Arc::clone(rulebook),
            setting: Arc::clone(setting),
        });
    }
    let before = game.table;
    game.table.apply(event);
    game.record.apply(event, &before, &game.table);
    if let (Fact::EntryTakenBack { .. }, Some(opened)) = (&event.fact, &game.opened) {
        // What came before the entry is the latest move again, and can be corrected as it could before.
        game.table.last = game.record.last_move(opened.setting.start);
    }
    game.events = game.events.saturating_add(1);
}
