//! A game as spectators look at it: everything that is drawn, at a moment.

use outflank_board::{BySide, Position, Side, Square};
use outflank_game::{Ending, Fault, Hand, Phase, Presence, Record};
use schemars::JsonSchema;
use serde::Serialize;

use crate::audience::SeenGame;
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;
use crate::views::board::as_text;

/// A game for spectators. It is the same for everyone who may see it, so the bytes can be shared.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WatchView {
    pub game: String,
    /// The version of this view.
    pub version: u64,
    /// The round of its tournament.
    pub round: Option<u16>,
    pub table: Option<u16>,
    pub names: BySide<String>,
    /// The countries they are registered for.
    pub countries: BySide<Option<String>>,
    /// The phase: `ready`, `signalled`, `playing`, `over` or `confirmed`.
    pub phase: Phase,
    /// The board at the start: 64 letters, `.`, `B` or `W`, from a1 to h1, then a2.
    pub start: String,
    /// The turns in force.
    pub plies: Vec<WatchPly>,
    /// How often earlier turns were changed: a correction, a position set back. A client with another
    /// number discards what it has.
    pub revision: u32,
    pub cells: String,
    pub turn: Side,
    pub clock: WatchClock,
    /// The flags that fell, in order.
    pub flags: Vec<Side>,
    pub result: Option<WatchResult>,
    /// The players who have agreed to it.
    pub signed: BySide<bool>,
    /// Network time that was not charged for moves on screen, in milliseconds.
    pub lag_ms: BySide<i64>,
    /// The delay in seconds.
    pub delay_s: i64,
    /// Where each player is: `at_table`, `late` or `away`.
    pub presence: BySide<Presence>,
    /// In an online tournament: milliseconds until the round starts automatically.
    pub starts_in_ms: Option<i64>,
    /// Milliseconds until an absent player loses, if the rulebook says so.
    pub late_in_ms: Option<i64>,
    /// The squares to which a touch commits the player on turn.
    pub bound: Vec<Square>,
}

#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WatchPly {
    pub player: Side,
    /// The square; nothing for a pass.
    pub square: Option<Square>,
    /// The uncorrected error, if there is one.
    pub fault: Option<Fault>,
    /// Whether something else was played here before.
    pub corrected: bool,
    /// Time used, in milliseconds.
    pub used_ms: i64,
    /// The clocks after the move.
    pub left_ms: BySide<i64>,
    pub cells: String,
}

/// The clocks at a moment.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WatchClock {
    /// Whether the game is timed.
    pub timed: bool,
    /// The time each player had at the start.
    pub start_ms: BySide<i64>,
    pub left_ms: BySide<i64>,
    pub running: Option<Side>,
}

#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WatchResult {
    /// The score in half discs.
    pub halves: BySide<u16>,
    pub winner: Option<Side>,
    /// How it ended, in words.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub ending: Ending,
    /// Whether it is final.
    pub confirmed: bool,
}

impl WatchView {
    /// A game as a caller sees it.
    #[must_use]
    pub fn of(seen: &SeenGame, event: Option<&TournamentNow>) -> Self {
        let now = &*seen.now;
        let game = &now.game;
        let table = game.table();
        let setting = game.setting();
        let (left, running) = now.shown_clocks(seen.at);
        let place = now.seats.as_ref().map(|seats| &seats.place);
        let time = setting.and_then(|setting| setting.time);
        Self {
            game: now.id.to_string(),
            version: now.version.0,
            round: place.map(|place| place.round.0),
            table: place.map(|place| place.table.0),
            names: names(now, event),
            countries: countries(now, event),
            phase: table.phase,
            start: cells(&setting.map_or(table.position, |one| one.start)),
            plies: plies(game.record()),
            revision: revision(game.record()),
            cells: cells(&table.position),
            turn: table.turn,
            clock: WatchClock {
                timed: table.clock.is_timed(),
                start_ms: time.map_or(BySide::both(0), |time| time.map(|own| own.0)),
                left_ms: left.map(|left| left.0),
                running,
            },
            flags: (table.flags.as_slice().iter())
                .map(|flag| flag.side)
                .collect(),
            result: game.result().map(|result| WatchResult {
                halves: result.score.map(|discs| discs.0),
                winner: result.verdict.winner(),
                ending: result.ending,
                confirmed: table.phase == Phase::Confirmed,
            }),
            signed: table.signed,
            lag_ms: now.lag.map(|lag| lag.0),
            delay_s: seen.delay.0 / 1000,
            presence: table.presence,
            starts_in_ms: starts_in(seen, event),
            late_in_ms: now.loses_in(seen.at).map(|left| left.0),
            bound: match table.hand {
                Hand::Bound { squares } => squares.into_iter().collect(),
                Hand::Free | Hand::Placed { .. } => Vec::new(),
            },
        }
    }

    /// The same as it stood after so many turns, with nothing of what came later.
    #[must_use]
    pub fn until(&self, turns: usize) -> Self {
        let turns = turns.min(self.plies.len());
        let last = turns.checked_sub(1).and_then(|index| self.plies.get(index));
        let next = self.plies.get(turns).map(|ply| ply.player);
        Self {
            phase: Phase::Playing,
            plies: self.plies[..turns].to_vec(),
            cells: last.map_or(&self.start, |ply| &ply.cells).clone(),
            turn: next.unwrap_or(self.turn),
            clock: WatchClock {
                left_ms: last.map_or(self.clock.start_ms, |ply| ply.left_ms),
                running: None,
                ..self.clock.clone()
            },
            flags: Vec::new(),
            result: None,
            signed: BySide::both(false),
            lag_ms: BySide::both(0),
            bound: Vec::new(),
            late_in_ms: None,
            ..self.clone()
        }
    }

    /// Discs on the board now.
    #[must_use]
    pub fn discs(&self) -> BySide<usize> {
        counted(&self.cells)
    }

    /// The last square that was played, if the latest turn was no pass.
    #[must_use]
    pub fn last(&self) -> Option<Square> {
        self.plies.last()?.square
    }
}

/// Discs of 64 letters.
#[must_use]
pub fn counted(cells: &str) -> BySide<usize> {
    BySide::new(cells.matches('B').count(), cells.matches('W').count())
}

/// A position as 64 letters.
#[must_use]
pub fn cells(position: &Position) -> String {
    Square::all()
        .map(|square| match position.at(square) {
            Some(Side::Black) => 'B',
            Some(Side::White) => 'W',
            None => '.',
        })
        .collect()
}

fn names(now: &GameNow, event: Option<&TournamentNow>) -> BySide<String> {
    match (&now.seats, event) {
        (Some(seats), Some(event)) => BySide::new(event.name(seats.black), event.name(seats.white)),
        (_, _) => BySide::new("Black".to_owned(), "White".to_owned()),
    }
}

fn countries(now: &GameNow, event: Option<&TournamentNow>) -> BySide<Option<String>> {
    let of = |entrant| {
        let one = event?.affairs().entrants.get(&entrant)?;
        one.entry.country.clone()
    };
    match &now.seats {
        Some(seats) => BySide::new(of(seats.black), of(seats.white)),
        None => BySide::new(None, None),
    }
}

/// The time until the announced start of a game that has not begun.
fn starts_in(seen: &SeenGame, event: Option<&TournamentNow>) -> Option<i64> {
    let round = seen.now.seats.as_ref()?.place.round;
    let event = event.filter(|event| event.on_screen.is_some())?;
    let at = event.affairs().starts.get(&round)?;
    (seen.now.game.phase() == Phase::Ready).then(|| at.since(seen.at).0)
}

fn plies(record: &Record) -> Vec<WatchPly> {
    (1_u16..)
        .zip(&record.plies)
        .map(|(number, ply)| WatchPly {
            player: ply.player,
            square: ply.square,
            fault: ply.fault,
            corrected: record.replaced.iter().any(|old| old.number == number),
            used_ms: ply.used.0,
            left_ms: ply.left.map(|left| left.0),
            cells: cells(&ply.after),
        })
        .collect()
}

fn revision(record: &Record) -> u32 {
    let changed = record.replaced.len() + record.abandoned.len();
    u32::try_from(changed).unwrap_or(u32::MAX)
}
