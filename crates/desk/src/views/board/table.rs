//! A table as the device beside its board needs it: everything that is drawn, and the rules that say
//! what comes next. No other table, no evaluation.

use std::collections::BTreeMap;

use outflank_board::{BySide, Side, Square, SquareSet};
use outflank_game as game;
use outflank_game::{
    Act, Checks, Correction, Detection, Ending, Fault, Hand, Help, LastMove, Opening, Phase,
    Presence, Pressing, TimeAsked, Timekeeper,
};
use outflank_rulebook::{Part, Rulebook};
use outflank_tournament::running::{TableNumber, TimedStage, Timestamp};
use outflank_tournament::{RoundNumber, Stage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;
use crate::views::board::as_text;

/// How the time of a table is kept.
#[derive(JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockMode {
    /// By a clock on the table: times are read off and typed, and flags are claimed.
    #[default]
    Physical,
    /// By a clock page between the players, who press it; the judge's tap records only the move.
    ClockPage,
    /// By the judge's device: one tap is both move and press.
    OneTap,
    /// By the program: the game is played on screen.
    OnScreen,
}

impl ClockMode {
    /// The mode of a game.
    #[must_use]
    pub fn of(now: &GameNow) -> Self {
        match (now.timekeeper(), now.pressing()) {
            (Some(Timekeeper::Server), _) => Self::OnScreen,
            (Some(Timekeeper::Physical) | None, _) => Self::Physical,
            (Some(Timekeeper::Tablet), Pressing::WithMove) => Self::OneTap,
            (Some(Timekeeper::Tablet), Pressing::OnClockPage) => Self::ClockPage,
        }
    }

    const fn keeper(self) -> (Timekeeper, Pressing) {
        match self {
            Self::Physical => (Timekeeper::Physical, Pressing::WithMove),
            Self::ClockPage => (Timekeeper::Tablet, Pressing::OnClockPage),
            Self::OneTap => (Timekeeper::Tablet, Pressing::WithMove),
            Self::OnScreen => (Timekeeper::Server, Pressing::WithMove),
        }
    }
}

/// How a game at a table of this event is opened: the time of its stage, with what the director changed.
#[must_use]
pub fn opening(now: &TournamentNow, round: RoundNumber, mode: ClockMode) -> Opening {
    let stage = (now.affairs().round(round)).map_or(Stage::Swiss, |life| life.stage());
    let (stage, timed) = match stage {
        Stage::Swiss => (game::Stage::Round, TimedStage::Round),
        Stage::Playoff => (game::Stage::Playoff, TimedStage::Playoff),
        Stage::Semi => (game::Stage::Semi, TimedStage::Semi),
        Stage::Third => (game::Stage::Third, TimedStage::Third),
        Stage::Final => (game::Stage::Final, TimedStage::Final),
    };
    let time = now.affairs().time_of(timed);
    let (timekeeper, pressing) = mode.keeper();
    Opening {
        stage,
        time: time.map_or(TimeAsked::ByRulebook, |time| {
            TimeAsked::Each(BySide::both(time))
        }),
        timekeeper,
        pressing,
        clock_kind: match mode {
            ClockMode::Physical => game::ClockKind::Digital,
            ClockMode::ClockPage | ClockMode::OneTap | ClockMode::OnScreen => {
                game::ClockKind::Software
            }
        },
        judge: match mode {
            ClockMode::OnScreen => game::TableJudge::None,
            ClockMode::Physical | ClockMode::ClockPage | ClockMode::OneTap => {
                game::TableJudge::Present
            }
        },
        ..Opening::default()
    }
}

/// The time used by the player on turn, at a moment.
fn spent(now: &GameNow, at: Timestamp) -> i64 {
    let turn = now.game.turn();
    let left = |at: Timestamp| now.game.remaining(at)[turn].0;
    let at = at.max(now.last_at);
    now.game.clock().used_in_turn(turn).0 + left(now.last_at) - left(at)
}

#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableView {
    pub game: String,
    /// The version of its stream.
    pub version: u64,
    pub now: i64,
    pub round: Option<RoundNumber>,
    pub table: Option<TableNumber>,
    pub names: BySide<String>,
    /// How the time is kept.
    pub mode: ClockMode,
    /// Whether flags are detected by the clock (`automatic`) or claimed.
    pub detection: Option<Detection>,
    /// The phase of the game.
    pub phase: Phase,
    /// The board: eight rows and the colour to move.
    pub position: String,
    /// The board at the start.
    pub start: String,
    /// The player on turn.
    pub turn: Side,
    /// Whether the colours are exchanged.
    pub exchanged: bool,
    /// The progress of the move.
    pub hand: HandView,
    /// The latest move, which can still be corrected.
    pub last: Option<LastMove>,
    pub plies: Vec<PlyView>,
    pub clock: ClockView,
    /// The flags that fell, in order.
    pub flags: Vec<Side>,
    /// A flag that counts when the move is complete.
    pub held_flag: Option<Side>,
    /// A claimed flag.
    pub claimed: Option<Side>,
    /// Whether the extension after a default begins at the director's signal, which has not been given.
    pub awaits_signal: bool,
    /// A correction in progress.
    pub correction: Option<Correction>,
    /// The player who disturbed the board that is being restored.
    pub disturbed: Option<Side>,
    /// The players who are away or late.
    pub presence: BySide<Presence>,
    /// Discs next to the board.
    pub supply: BySide<u8>,
    /// What each player's assistant may do.
    pub help: BySide<Help>,
    /// What was confirmed before the start.
    pub ready: Checks,
    /// Whether a dispute is open.
    pub dispute: bool,
    /// The result, and who has agreed to it.
    pub result: Option<ResultView>,
    /// Open calls for the director.
    pub calls: Vec<CallView>,
    /// Taps that wait for the director's decision.
    pub held: Vec<HeldView>,
    /// The number of clock presses for moves that are not entered.
    pub outstanding: usize,
    /// The device that records.
    pub device: Option<DeviceView>,
    pub clock_device: Option<DeviceView>,
    /// The time of the last log entry.
    pub last_active: i64,
    /// The values of the rulebook that matter at a board, each with its clause.
    pub rules: BTreeMap<String, RuleView>,
}

/// The progress of the move of the player on turn.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum HandView {
    /// No commitment yet.
    Free,
    /// The player is committed by a touch.
    Bound {
        /// To one of these.
        squares: SquareSet,
    },
    /// A disc is on the board.
    Placed {
        square: Square,
        /// With this colour up.
        colour: Side,
        before: String,
        /// What is wrong with the placement.
        fault: Option<Fault>,
        /// Whether only the press is missing.
        complete: bool,
    },
}

#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlyView {
    pub player: Side,
    /// The square; nothing for a pass.
    pub square: Option<Square>,
    /// The discs turned over.
    pub flipped: SquareSet,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    pub used_ms: i64,
    /// Whether the error is known.
    pub timed: bool,
}

/// The clocks at the server's time.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClockView {
    /// Whether the game is timed.
    pub timed: bool,
    pub running: Option<Side>,
    pub left_ms: BySide<i64>,
    /// When the clock was last started or stopped.
    pub since: i64,
    /// Time used by the player on turn in this turn.
    pub spent_ms: i64,
}

#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResultView {
    /// The score in half discs.
    pub halves: BySide<u16>,
    pub winner: Option<Side>,
    /// How it ended, in words.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub ending: Ending,
    /// What both players should know before they sign.
    pub notice: Option<String>,
    pub signed: BySide<bool>,
    /// Whether the judge has the sheet.
    pub received: bool,
}

/// A call for the director.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CallView {
    pub call: u32,
    pub by: String,
    pub reason: String,
    pub at: i64,
}

/// A tap that waits for the director.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeldView {
    pub held: u32,
    pub by: String,
    /// The command.
    pub act: Act,
    /// When, by the device.
    pub made_at: i64,
    pub why: String,
}

#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeviceView {
    pub device: String,
    /// The last contact.
    pub last: i64,
    /// Since when it is out of contact.
    pub silent_since: Option<i64>,
}

/// A value of the rulebook.
#[derive(JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleView {
    /// The value as files write it.
    pub value: String,
    /// The clause it comes from, in readable form.
    pub clause: Option<String>,
}

impl TableView {
    /// A table as it stands at a moment.
    #[must_use]
    pub fn of(now: &GameNow, event: Option<&TournamentNow>, at: Timestamp) -> Self {
        let table = now.game.table();
        let (left, running) = now.shown_clocks(at);
        let since = (now.presses.last()).map_or(now.last_at, |press| press.at);
        let name = |side: Side, word: &str| match (&now.seats, event) {
            (Some(seats), Some(event)) => event.name(match side {
                Side::Black => seats.black,
                Side::White => seats.white,
            }),
            (_, _) => word.to_owned(),
        };
        let setting = now.game.setting();
        let device = |contact: &crate::table::device::Contact| DeviceView {
            device: contact.device.clone(),
            last: contact.last.0,
            silent_since: contact.silent_since(at).map(|since| since.0),
        };
        Self {
            game: now.id.to_string(),
            version: now.version.0,
            now: at.0,
            round: now.seats.as_ref().map(|seats| seats.place.round),
            table: now.seats.as_ref().map(|seats| seats.place.table),
            names: BySide::new(name(Side::Black, "Black"), name(Side::White, "White")),
            mode: ClockMode::of(now),
            detection: setting.map(|one| one.detection),
            phase: table.phase,
            position: table.position.to_string(),
            start: setting.map_or(table.position, |one| one.start).to_string(),
            turn: table.turn,
            exchanged: table.exchanged,
            hand: hand(now),
            last: table.last,
            plies: plies(now),
            clock: ClockView {
                timed: table.clock.is_timed(),
                running,
                left_ms: left.map(|left| left.0),
                since: since.0,
                spent_ms: spent(now, at),
            },
            flags: (table.flags.as_slice().iter())
                .map(|flag| flag.side)
                .collect(),
            held_flag: table.held,
            claimed: table.claimed,
            awaits_signal: table.awaits_signal(),
            correction: table.correction,
            disturbed: table.disturbed.map(|board| board.responsible),
            presence: table.presence,
            supply: table.supply,
            help: table.help,
            ready: table.checks,
            dispute: table.dispute,
            result: result(now),
            calls: (now.calls.iter())
                .map(|call| CallView {
                    call: call.call,
                    by: call.by.word().to_owned(),
                    reason: call.reason.clone(),
                    at: call.at.0,
                })
                .collect(),
            held: (now.held.iter())
                .map(|tap| HeldView {
                    held: tap.held,
                    by: tap.by.word().to_owned(),
                    act: tap.act.clone(),
                    made_at: tap.made_at.0,
                    why: tap.why.clone(),
                })
                .collect(),
            outstanding: now.presses.len(),
            device: now.contact.as_ref().map(device),
            clock_device: now.clock_contact.as_ref().map(device),
            last_active: now.last_active.0,
            rules: now.game.rules().map(rules).unwrap_or_default(),
        }
    }
}

fn hand(now: &GameNow) -> HandView {
    let table = now.game.table();
    match table.hand {
        Hand::Free => HandView::Free,
        Hand::Bound { squares } => HandView::Bound { squares },
        Hand::Placed {
            square,
            colour,
            before,
            fault,
            ..
        } => HandView::Placed {
            square,
            colour,
            before: before.to_string(),
            fault,
            complete: table.is_complete(),
        },
    }
}

fn plies(now: &GameNow) -> Vec<PlyView> {
    let record = now.game.record();
    (record.plies.iter())
        .map(|ply| PlyView {
            player: ply.player,
            square: ply.square,
            flipped: ply.flipped,
            fault: ply.fault,
            used_ms: ply.used.0,
            timed: ply.is_timed,
        })
        .collect()
}

fn result(now: &GameNow) -> Option<ResultView> {
    let table = now.game.table();
    let result = table.result?;
    Some(ResultView {
        halves: result.score.map(|half| half.0),
        winner: result.verdict.winner(),
        ending: result.ending,
        notice: now.game.notice().map(|notice| notice.to_string()),
        signed: table.signed,
        received: table.received,
    })
}

/// The values that matter at a board.
fn rules(rules: &Rulebook) -> BTreeMap<String, RuleView> {
    let is_of_the_board = |part: Part| matches!(part, Part::Play | Part::Clock);
    (rules.rows().into_iter())
        .filter(|row| {
            is_of_the_board(row.axis.part)
                || matches!(row.axis.name, "deciding_official" | "restore_time")
        })
        .map(|row| {
            let clause = row.source.clauses().into_iter().next();
            let view = RuleView {
                value: row.value.trim_matches('"').to_owned(),
                clause: clause.map(|id| id.for_people()),
            };
            (row.axis.name.to_owned(), view)
        })
        .collect()
}
