//! Random commands from anybody at any time: what must hold whatever people do at a table.
//!
//! An observer beside the referee keeps its own account of time and its own board and compares after every event. A
//! failure prints the rulebook, the seed and the shortest list of commands that still fails. `OUTFLANK_SOAK=1` plays
//! a hundred thousand sequences for each rulebook, otherwise a tenth.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use outflank_board::{BySide, Move, Position, Side, Square};
use outflank_game::{
    Act, By, Command, Detection, Ending, Event, Fact, Fault, Game, Hand, Phase, Pressed, Table,
    Timekeeper, Timestamp, apply, decide,
};
use outflank_rulebook::{Rulebook, outcome, shipped, shipped_ids};

#[path = "properties/commands.rs"]
mod commands;

use commands::{Die, command, moment, opening};

/// Sequences for each rulebook where the whole count is asked for.
const SEQUENCES: u64 = 100_000;
/// Commands in a sequence.
const COMMANDS: usize = 40;

#[test]
fn usoa() {
    check("usoa");
}

#[test]
fn wof() {
    check("wof");
}

#[test]
fn bof() {
    check("bof");
}

#[test]
fn soc() {
    check("soc");
}

#[test]
fn japan() {
    check("japan");
}

#[test]
fn europe() {
    check("europe");
}

fn check(rulebook: &str) {
    let sequences = if std::env::var_os("OUTFLANK_SOAK").is_some() {
        SEQUENCES
    } else {
        SEQUENCES / 10
    };
    let mut rules = shipped(rulebook).unwrap().clone();
    // Short games, so that flags fall in forty commands.
    rules.set("main_time_minimum", "none").unwrap();
    let mut claimed = rules.clone();
    claimed.set("flag_detection", "claimed").unwrap();
    let mut ended = 0;
    let mut accepted = 0;
    let mut kinds = BTreeSet::new();
    // No two rulebooks get the same sequences.
    let first = shipped_ids()
        .take_while(|id| *id != rulebook)
        .map(|_| SEQUENCES)
        .sum::<u64>();
    for seed in first..first + sequences {
        let rules = if seed % 3 == 0 { &claimed } else { &rules };
        let mut steps = Vec::new();
        match caught(|| play(rules, seed, &mut steps)) {
            Ok(observer) => {
                accepted += observer.accepted;
                ended += u64::from(observer.ended.is_some());
                kinds.extend(observer.events.iter().map(Event::kind));
            }
            Err(problem) => panic!(
                "{rulebook}, seed {seed}: {problem}\n{}",
                shortest(rules, steps)
            ),
        }
    }
    // A generator whose commands are mostly refused, or whose games never end, would show little. Some facts belong to
    // one rulebook only.
    assert!(accepted > 10 * sequences, "{accepted} accepted");
    assert!(ended > sequences / 10, "{ended} games ended");
    assert!(kinds.len() + 8 > Fact::KINDS.len(), "only {kinds:?}");
}

/// One command at one moment.
#[derive(Clone, Debug)]
struct Step {
    by: By,
    act: Act,
    at: i64,
}

/// Plays one random sequence and keeps its steps.
fn play<'a>(rules: &'a Rulebook, seed: u64, steps: &mut Vec<Step>) -> Result<Observer<'a>, String> {
    let mut die = Die::new(seed);
    let mut observer = Observer::new(rules);
    let mut at = 1_000_000;
    let open = Act::Open(Box::new(opening(&mut die)));
    let mut next = (By::Director, open);
    for _ in 0..COMMANDS {
        let (by, act) = next;
        let step = Step { by, act, at };
        steps.push(step.clone());
        observer.take(step)?;
        at = moment(&mut die, &observer.game, at);
        next = command(&mut die, &observer.game, at);
    }
    observer.check_replay()?;
    Ok(observer)
}

/// The same steps again, without randomness.
fn replay(rules: &Rulebook, steps: &[Step]) -> Result<(), String> {
    caught(|| {
        let mut observer = Observer::new(rules);
        for step in steps {
            observer.take(step.clone())?;
        }
        observer.check_replay()?;
        Ok(observer)
    })
    .map(|_| ())
}

/// Runs this and turns a panic into a problem.
fn caught<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("it panics".to_owned()))
}

/// Leaves out every step without which the steps still fail, and lists the rest.
fn shortest(rules: &Rulebook, mut steps: Vec<Step>) -> String {
    let mut length = steps.len() + 1;
    while steps.len() < length {
        length = steps.len();
        for index in (0..length).rev() {
            let mut fewer = steps.clone();
            fewer.remove(index);
            if replay(rules, &fewer).is_err() {
                steps = fewer;
            }
        }
    }
    let problem = replay(rules, &steps).err().unwrap_or_default();
    let lines: Vec<String> = steps
        .iter()
        .map(|Step { by, act, at }| format!("  {at} {by}: {act:?}"))
        .collect();
    format!("shortest: {problem}\n{}", lines.join("\n"))
}

/// Refuses unless this holds.
macro_rules! must {
    ($holds:expr, $($text:tt)+) => {
        if !$holds {
            return Err(format!($($text)+));
        }
    };
}

/// Who watches a game and keeps an own account of it.
struct Observer<'a> {
    rules: &'a Rulebook,
    game: Game,
    events: Vec<Event>,
    accepted: u64,
    /// When the game began, as seen here.
    started: Option<i64>,
    /// When it was over, as long as it is.
    ended: Option<i64>,
    charged: BySide<i64>,
    stopped: i64,
}

impl<'a> Observer<'a> {
    fn new(rules: &'a Rulebook) -> Self {
        Self {
            rules,
            game: Game::new(),
            events: Vec::new(),
            accepted: 0,
            started: None,
            ended: None,
            charged: BySide::both(0),
            stopped: 0,
        }
    }

    fn take(&mut self, step: Step) -> Result<(), String> {
        let Step { by, act, at } = step;
        let said = format!("{at} {by}: {act:?}");
        self.decide(by, act, at)
            .map_err(|problem| format!("{said}: {problem}"))
    }

    fn decide(&mut self, by: By, act: Act, at: i64) -> Result<(), String> {
        let before = *self.game.table();
        let plies = self.game.record().plies.len();
        let decided = decide(self.rules, &self.game, Command::new(by, act), Timestamp(at));
        let Ok(events) = decided else {
            must!(*self.game.table() == before, "a refusal changed the table");
            must!(
                self.game.record().plies.len() == plies,
                "a refusal changed the record"
            );
            return Ok(());
        };
        must!(!events.is_empty(), "accepted, but nothing happened");
        must!(
            before.last_at.is_none_or(|last| last.0 <= at),
            "accepted before the last event"
        );
        self.accepted += 1;
        self.check_after_end(&events)?;
        for event in events {
            let before = *self.game.table();
            must!(
                before.last_at.is_none_or(|last| last <= event.at) && event.at.0 <= at,
                "{} is dated {} ms",
                event.kind(),
                event.at.0
            );
            apply(&mut self.game, &event);
            let after = *self.game.table();
            let named = |problem| format!("{}: {problem}", event.kind());
            self.check_time(&before, &event, &after).map_err(named)?;
            self.check_board(&before, &event, &after).map_err(named)?;
            self.check_mover(&before, &event).map_err(named)?;
            self.check_end(&before, &event).map_err(named)?;
            self.events.push(event);
        }
        self.check_flags(at)
    }

    /// After the end only signing, confirming, correcting, claims and rulings are possible.
    fn check_after_end(&self, events: &[Event]) -> Result<(), String> {
        let phase = self.game.phase();
        for event in events {
            let fits = match (phase, &event.fact) {
                (Phase::Over | Phase::Confirmed, fact) => match fact {
                    Fact::ResultCorrected { .. }
                    | Fact::Ruled { position: None, .. }
                    | Fact::InfringementNoted { .. }
                    | Fact::TranscriptAttached { .. }
                    | Fact::TranscriptsCompared { .. } => true,
                    // A player who has lost by lateness comes after all.
                    Fact::PlayerArrived { .. } => {
                        let ending = self.game.result().map(|result| result.ending);
                        ending == Some(Ending::Lateness)
                    }
                    Fact::ResultSigned { .. }
                    | Fact::SheetReceived {}
                    | Fact::ResultConfirmed { .. }
                    | Fact::DisputeRaised { .. }
                    | Fact::CorrectionOpened { .. }
                    | Fact::EntryTakenBack { .. }
                    | Fact::TurnAmended { .. }
                    | Fact::FlagFell { .. }
                    | Fact::ExtensionSignalled { .. }
                    | Fact::Ended { .. } => phase == Phase::Over,
                    _ => false,
                },
                (Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Playing, _) => true,
            };
            must!(fits, "{} in phase {phase}", event.kind());
        }
        Ok(())
    }

    /// Every millisecond since the start is charged to one side or counted as stopped, once.
    fn check_time(&mut self, before: &Table, event: &Event, after: &Table) -> Result<(), String> {
        let now = event.at.0;
        let is_over = |table: &Table| matches!(table.phase, Phase::Over | Phase::Confirmed);
        let from = match self.ended {
            Some(ended) => ended,
            None => before.last_at.map_or(now, |last| last.0),
        };
        if is_over(before) && !is_over(after) {
            // The game goes on after all: in between the clock stood.
            self.stopped += now - from;
            self.ended = None;
        } else if self.started.is_some() && !is_over(before) {
            match before.clock.running() {
                Some(side) => self.charged[side] += now - from,
                None => self.stopped += now - from,
            }
        }
        if is_over(after) && self.ended.is_none() {
            self.ended = Some(now);
        }
        if let Fact::EntryTakenBack { turn, moved, .. } = &event.fact {
            self.charged[*turn] += moved.0;
            self.charged[turn.other()] -= moved.0;
        }
        if let (Fact::Started {}, None) = (&event.fact, self.started) {
            self.started = Some(now);
        }
        let clock = after.clock;
        let charged = clock.charged().map(|ms| ms.0);
        let (ours, stopped) = (self.charged, self.stopped);
        must!(
            charged == ours && clock.stopped().0 == stopped,
            "charged {charged:?} and stopped {:?}, must be {ours:?} and {stopped}",
            clock.stopped()
        );
        let until = self.ended.unwrap_or(now);
        let passed = self.started.map_or(0, |started| until - started);
        must!(
            charged.black + charged.white + stopped == passed && clock.passed().0 == passed,
            "{passed} ms have passed"
        );
        let setting = self.game.setting().ok_or("not opened")?;
        for side in Side::BOTH {
            let first = setting.time.map_or(0, |time| time[side].0);
            let shown = first + clock.adjusted()[side].0 - charged[side];
            let remaining = clock.remaining(event.at)[side].0;
            must!(
                remaining == shown,
                "{side} has {remaining}, must be {shown}"
            );
        }
        Ok(())
    }

    /// The discs lie as the rules demand, or the record says what is wrong.
    fn check_board(&self, before: &Table, event: &Event, after: &Table) -> Result<(), String> {
        let position = before.position;
        let discs = match &event.fact {
            Fact::MovePlayed { player, square, .. } => {
                must!(!disc_is_down(before), "a disc is down already");
                legal(position, before.colour_of(*player), *square)?
            }
            Fact::DiscPlaced {
                player,
                square,
                colour,
                fault,
            } => {
                must!(!disc_is_down(before), "a disc is down already");
                must!(position.empties().contains(*square), "{square} is occupied");
                let fits = match fault {
                    None => {
                        *colour == before.colour_of(*player)
                            && legal(position, *colour, *square).is_ok()
                    }
                    Some(Fault::Colour) => *colour != before.colour_of(*player),
                    Some(Fault::Square) => legal(position, *colour, *square).is_err(),
                    Some(Fault::Flips | Fault::Pass) => false,
                };
                must!(fits && self.may_err(*fault), "fault is {fault:?}");
                position.with_disc(*colour, *square)
            }
            Fact::DiscsFlipped { squares, .. } => {
                let (black, white) = (position.black() & *squares, position.white() & *squares);
                position
                    .with_discs(Side::White, black)
                    .with_discs(Side::Black, white)
            }
            Fact::TouchExcused { .. } | Fact::DiscTakenBack { .. } => match before.hand {
                Hand::Placed { before, .. } => before,
                Hand::Free | Hand::Bound { .. } => position,
            },
            Fact::ClockPressed { fault, .. } => {
                let Hand::Placed {
                    square,
                    colour,
                    before: start,
                    fault: placed,
                    ..
                } = before.hand
                else {
                    return Err("pressed without a disc".to_owned());
                };
                let right = legal(start, colour, square).ok();
                let is_right = right.is_some_and(|right| same(&right, &position));
                let fits = match fault {
                    None => placed.is_none() && is_right,
                    Some(Fault::Flips) => placed.is_none() && !is_right,
                    Some(Fault::Square | Fault::Colour | Fault::Pass) => placed == *fault,
                };
                must!(fits && self.may_err(*fault), "fault is {fault:?}");
                position
            }
            Fact::Passed { player, fault, .. } => {
                let can_move = !position
                    .legal_moves_of(before.colour_of(*player))
                    .is_empty();
                must!(can_move == (*fault == Some(Fault::Pass)), "{can_move}");
                must!(self.may_err(*fault), "fault is {fault:?}");
                must!(!position.is_over(), "a pass after the end");
                position
            }
            Fact::MoveCorrected { fault, .. } => {
                let last = before.last.ok_or("no move to correct")?;
                match (fault, last.square) {
                    (Fault::Flips, Some(square)) => legal(last.before, last.colour, square)?,
                    (Fault::Flips, None) => return Err("flips of a pass".to_owned()),
                    (Fault::Square | Fault::Colour | Fault::Pass, _) => last.before,
                }
            }
            Fact::TurnsEntered { before, turns } => {
                must!(same(before, &position), "entered on another board");
                let mut board = *before;
                for turn in turns {
                    board = match turn.square {
                        Some(square) => legal(board, turn.colour, square)?,
                        None => board,
                    };
                }
                board
            }
            Fact::TurnAmended { turns, .. } => turns.last().ok_or("nothing amended")?.after,
            Fact::BoardRestored { position, .. } | Fact::EntryTakenBack { position, .. } => {
                *position
            }
            Fact::Ruled {
                position: Some(position),
                ..
            } => *position,
            Fact::Restarted { start, .. } => *start,
            Fact::Opened { setting, .. } => setting.start,
            _ => position,
        };
        must!(same(&discs, &after.position), "the discs must be\n{discs}");
        let to_move = after.colour_of(after.turn);
        must!(after.position.to_move() == to_move, "{to_move} is to move");
        self.check_record(event, after)
    }

    /// A turn that ended is in the record as it was played.
    fn check_record(&self, event: &Event, after: &Table) -> Result<(), String> {
        let (who, what) = match &event.fact {
            Fact::MovePlayed { player, .. } => (*player, None),
            Fact::ClockPressed { player, fault, .. } | Fact::Passed { player, fault, .. } => {
                (*player, *fault)
            }
            _ => return Ok(()),
        };
        let ply = self.game.record().plies.last().ok_or("no ply")?;
        must!(ply.player == who && ply.fault == what, "recorded {ply:?}");
        must!(same(&ply.after, &after.position), "recorded {ply:?}");
        must!(after.turn == who.other(), "the turn did not change");
        Ok(())
    }

    /// Errors happen at real boards only.
    fn may_err(&self, fault: Option<Fault>) -> bool {
        let on_screen = self
            .game
            .setting()
            .is_some_and(|setting| setting.timekeeper == Timekeeper::Server);
        fault.is_none() || !on_screen
    }

    /// Only the player on turn moves, by himself or by an assistant who may, and only while the game runs.
    fn check_mover(&self, before: &Table, event: &Event) -> Result<(), String> {
        let player = match &event.fact {
            Fact::MovePlayed { player, .. }
            | Fact::DiscPlaced { player, .. }
            | Fact::DiscsFlipped { player, .. }
            | Fact::ClockPressed {
                player,
                how: Pressed::ByHand,
                ..
            }
            | Fact::Passed {
                player,
                how: Pressed::ByHand,
                ..
            } => *player,
            _ => return Ok(()),
        };
        let help = before.help[player];
        let may = match event.by {
            By::Black | By::White => event.by.player() == Some(player),
            By::Assistant(side) => side == player && (help.places || help.presses),
            By::Judge | By::Director | By::Clock => false,
        };
        must!(may, "{} moved for {player}", event.by);
        must!(player == before.turn, "it is the turn of {}", before.turn);
        must!(before.phase == Phase::Playing, "phase {}", before.phase);
        must!(before.clock.running().is_some(), "the clock is stopped");
        must!(before.correction.is_none(), "a correction is open");
        must!(before.disturbed.is_none(), "the board is disturbed");
        Ok(())
    }

    /// A game that was played to its end has the score of its board and its flags, and no flag is forgotten.
    fn check_end(&self, before: &Table, event: &Event) -> Result<(), String> {
        let Fact::Ended { result, .. } = &event.fact else {
            return Ok(());
        };
        if result.ending == Ending::EndOfPlay {
            must!(before.held.is_none(), "a flag waits for the end of a move");
            must!(before.position.is_over(), "somebody can move");
            let due = outcome(self.rules, before.discs(), before.flags.as_slice());
            let score = due.map_err(|error| error.to_string())?.score;
            must!(result.score == score, "the score must be {score:?}");
            self.check_flags(event.at.0)?;
        }
        Ok(())
    }

    /// Where the clock notices flags itself, no flag is down unless the move in hand is being finished first.
    fn check_flags(&self, at: i64) -> Result<(), String> {
        let table = self.game.table();
        let setting = self.game.setting().ok_or("not opened")?;
        let automatic = setting.detection == Detection::Automatic;
        let by_flag = table
            .result
            .is_some_and(|result| result.ending != Ending::EndOfPlay);
        let has_started = matches!(table.phase, Phase::Playing | Phase::Over);
        if automatic && has_started && !by_flag && table.clock.is_timed() {
            for (side, left) in self.game.remaining(Timestamp(at)).iter() {
                must!(
                    left.0 > 0 || table.held == Some(side),
                    "{side} has {left} left and plays on"
                );
            }
        }
        Ok(())
    }

    /// The events alone make the same game, also from their stored form.
    fn check_replay(&self) -> Result<(), String> {
        must!(Game::replay(&self.events) == self.game, "replay differs");
        Ok(())
    }
}

fn disc_is_down(table: &Table) -> bool {
    match table.hand {
        Hand::Free | Hand::Bound { .. } => false,
        Hand::Placed { .. } => true,
    }
}

fn same(a: &Position, b: &Position) -> bool {
    a.black() == b.black() && a.white() == b.white()
}

/// The board after a legal move, by the board crate alone.
fn legal(position: Position, colour: Side, square: Square) -> Result<Position, String> {
    position
        .with_to_move(colour)
        .play(Move::Disc(square))
        .map_err(|illegal| illegal.to_string())
}
