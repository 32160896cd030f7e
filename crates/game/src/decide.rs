//! Deciding a command: what follows from it under the rulebook, or why it is refused.

mod correction;
mod dispute;
mod disturbed;
mod entry;
mod finish;
mod flag;
mod needs;
mod place;
mod press;
mod ruling;
mod set_up;
mod start;
mod stop;
mod touch;
mod turn;

use outflank_board::Side;
use outflank_event::Timestamp;
use outflank_rulebook::{Axis, Millis, Rulebook};

use crate::by::By;
use crate::command::{Act, Command};
use crate::fact::{Event, Fact};
use crate::game::Game;
use crate::rejection::{Reason, Rejection};
use crate::setting::{Detection, GameKind, Setting, TableJudge, Timekeeper};
use crate::table::{Phase, Table};

/// The most events a game may have; the director may go on a little to end it.
pub const EVENTS_MAX: usize = 5000;
/// What is kept for the director when the events are used up.
const EVENTS_RESERVE: usize = 100;
/// The most plies a game may have. Legal play needs at most 120; the rest is for improper passes.
pub const PLIES_MAX: u16 = 240;
/// The most characters of a reason, a note or a ruling.
pub const TEXT_CHARS_MAX: usize = 500;
/// The most transcripts that may be handed in.
pub const TRANSCRIPTS_MAX: usize = 16;
/// No clock shows more than a day.
pub(crate) const TIME_MAX: Millis = Millis::minutes(24 * 60);

type Decided = Result<(), Rejection>;

/// What follows from a command given at a moment.
///
/// `rules` is the rulebook a game is opened under, and afterwards the copy its first event holds ([`Game::rules`]).
/// Flags that have fallen by then under automatic detection come first, each at its own moment, so that no move slips
/// in after a flag.
///
/// # Errors
/// [`Rejection`] says why not, what to do instead and which clause demands it.
pub fn decide(
    rules: &Rulebook,
    game: &Game,
    command: Command,
    at: Timestamp,
) -> Result<Vec<Event>, Rejection> {
    let Command { by, act } = command;
    check_texts(&act)?;
    let Some(setting) = game.setting() else {
        return if let Act::Open(opening) = act {
            set_up::open(rules, by, &opening, at)
        } else {
            Err(Rejection::plain(Reason::NotOpened {}))
        };
    };
    let limit = EVENTS_MAX
        + if by == By::Director {
            EVENTS_RESERVE
        } else {
            0
        };
    if game.events() >= limit {
        return Err(Rejection::plain(Reason::TooMany {
            what: "log entries",
            limit: EVENTS_MAX,
        }));
    }
    if let Some(last) = game.table().last_at.filter(|last| at < *last) {
        return Err(Rejection::plain(Reason::TimeRunsBack { last }));
    }
    if by == By::Judge && setting.judge == TableJudge::None {
        return Err(Rejection::plain(Reason::NoJudge {}));
    }
    let mut decision = Decision {
        rules,
        game,
        setting,
        table: *game.table(),
        events: Vec::with_capacity(2),
        by,
        at,
    };
    decision.settle(act)?;
    Ok(decision.events)
}

/// A command being decided: what it has led to so far, and the table as it then is.
struct Decision<'a> {
    rules: &'a Rulebook,
    game: &'a Game,
    setting: &'a Setting,
    table: Table,
    events: Vec<Event>,
    by: By,
    at: Timestamp,
}

impl Decision<'_> {
    fn settle(&mut self, act: Act) -> Decided {
        // After an interruption nobody is charged for the time since, so no flag can have fallen in it.
        let until = if let Act::Pause { since, .. } = &act {
            self.at.min(*since)
        } else {
            self.at
        };
        self.raise_flags(until);
        self.dispatch(act)?;
        self.settle_held_flag(self.at);
        Ok(())
    }

    fn dispatch(&mut self, act: Act) -> Decided {
        match act {
            Act::Open(_) => Err(Rejection::plain(Reason::AlreadyOpened {})),
            Act::AgreeClockSide { side } => self.agree_clock_side(side),
            Act::PlaceClock { side } => self.place_clock(side),
            Act::ChooseSeat { seat } => self.choose_seat(seat),
            Act::ConfirmReady => self.confirm_ready(),
            Act::Signal => self.signal(),
            Act::Arrive { player } => self.arrive(player),
            Act::ClaimLate { player } => self.claim_late(player),
            Act::WaiveLateness { player, waive } => self.waive_lateness(player, waive),
            Act::PermitLeave { player } => self.permit_leave(player),
            Act::Leave { player } => self.leave(player),
            Act::Return { player } => self.come_back(player),
            Act::Touch { first, also, with } => self.touch(first, also, with),
            Act::ExcuseTouch { excuse } => self.excuse_touch(excuse),
            Act::Place { square } => self.place(square),
            Act::PlaceAnyway { square, colour } => self.place_anyway(square, colour),
            Act::TakeBack => self.take_back(),
            Act::Flip { squares } => self.flip(squares),
            Act::Press => self.press(),
            Act::PressAnyway => self.press_anyway(),
            Act::Play { square } => self.play(square),
            Act::Pass => self.pass(),
            Act::PassAnyway => self.pass_anyway(),
            Act::Remind => self.remind(),
            Act::Enter { moves } => self.enter(&moves),
            Act::TakeBackEntry => self.take_back_entry(),
            Act::Amend {
                ply,
                square,
                colour,
                flipped,
            } => self.amend(ply, square, colour, flipped),
            Act::Stop { why } => self.stop(why),
            Act::Resume { player } => self.resume(player),
            Act::Pause { since, why } => self.pause(since, why),
            Act::Adjust { player, by, why } => self.adjust(player, by, why),
            Act::SetClocks { remaining, why } => self.set_clocks(remaining, why),
            Act::ReadClock { remaining } => self.read_clock(remaining),
            Act::ReportDefect => self.report_defect(),
            Act::TransferDiscs { to, count } => self.transfer_discs(to, count),
            Act::Flag { player } => self.flag_by_clock(player),
            Act::ClaimFlag { player } => self.claim_flag(player),
            Act::ClaimBothFlags { first } => self.claim_both_flags(first),
            Act::ConfirmFlag => self.confirm_flag(),
            Act::DismissFlag => self.dismiss_flag(),
            Act::OpenCorrection { fault, named } => self.open_correction(fault, named),
            Act::Correct => self.correct(),
            Act::CloseCorrection => self.close_correction(),
            Act::Restart { why } => self.restart(why),
            Act::ReportDisturbed { responsible } => self.report_disturbed(responsible),
            Act::ConfirmRestored => self.confirm_restored(),
            Act::Restore { ply } => self.restore(ply),
            Act::SetPosition { position, source } => self.set_position(position, source),
            Act::DeclareUnrecoverable { responsible } => self.declare_unrecoverable(responsible),
            Act::Dispute { about } => self.dispute(about),
            Act::AttachTranscript {
                of,
                recorder,
                moves,
            } => self.attach_transcript(of, recorder, moves),
            Act::CompareTranscripts => self.compare_transcripts(),
            Act::Rule {
                text,
                clocks,
                position,
            } => self.rule(text, clocks, position),
            Act::Penalise {
                offender,
                take,
                give,
                why,
            } => self.penalise(offender, take, give, why),
            Act::AdjustDiscs { player } => self.adjust_discs(player),
            Act::NoteInfringement { player, what, note } => {
                self.note_infringement(player, what, note)
            }
            Act::Expel {
                player,
                from,
                game,
                why,
            } => self.expel(player, from, game, why),
            Act::ChangeScore {
                offender,
                score,
                why,
            } => self.change_score(offender, score, why),
            Act::DeclareDraw { offender, why } => self.declare_draw(offender, why),
            Act::Award { to, score, why } => self.award(to, score, why),
            Act::GrantNeeds { player, needs } => self.grant_needs(player, needs),
            Act::AskPrimaryBoard { player, added } => self.ask_primary_board(player, added),
            Act::Resign { player, how } => self.resign(player, how),
            Act::Sign => self.sign(),
            Act::ReceiveSheet => self.receive_sheet(),
            Act::Confirm { why } => self.confirm(why),
            Act::CorrectResult {
                score,
                verdict,
                why,
            } => self.correct_result(score, verdict, why),
        }
    }

    fn emit(&mut self, fact: Fact) {
        self.emit_at(self.at, self.by, fact);
    }

    /// Emits the last event of a decision.
    fn record(&mut self, fact: Fact) -> Decided {
        self.emit(fact);
        Ok(())
    }

    fn emit_at(&mut self, at: Timestamp, by: By, fact: Fact) {
        let event = Event { at, by, fact };
        self.table.apply(&event);
        self.events.push(event);
    }

    /// Refuses unless the director speaks.
    fn only_director<T>(&self, axis: &Axis<T>) -> Decided {
        self.only(self.by == By::Director, "the director", axis)
    }

    /// Refuses unless an official speaks.
    fn only_official(&self) -> Decided {
        let axis = &self.rules.deciding_official;
        self.only(self.by.is_official(), "an official", axis)
    }

    /// Refuses unless the speaker may; the axis says who may.
    fn only<T>(&self, may: bool, allowed: &'static str, axis: &Axis<T>) -> Decided {
        let by = self.by;
        match by {
            _ if may => Ok(()),
            By::Assistant(_) => Err(self.wrong_person(allowed)),
            By::Black | By::White | By::Judge | By::Director | By::Clock => {
                Err(Rejection::by(axis, Reason::WrongPerson { by, allowed }))
            }
        }
    }

    /// Rejects the command unless it comes from the player or an official.
    fn himself_or_official(&self, player: Side) -> Decided {
        if self.by.player() == Some(player) || self.by.is_official() {
            Ok(())
        } else {
            Err(self.wrong_person("the player or an official"))
        }
    }

    /// Refuses unless a player or an official speaks.
    fn anyone_at_table(&self) -> Decided {
        if self.by.player().is_some() || self.by.is_official() {
            Ok(())
        } else {
            Err(self.wrong_person("a player or an official"))
        }
    }

    /// An assistant does what was granted and nothing else (WOC IV.10).
    fn wrong_person(&self, allowed: &'static str) -> Rejection {
        let by = self.by;
        let reason = Reason::WrongPerson { by, allowed };
        match by {
            By::Assistant(_) => Rejection::by(&self.rules.special_needs, reason),
            By::Black | By::White | By::Judge | By::Director | By::Clock => {
                Rejection::plain(reason)
            }
        }
    }

    /// Refuses unless the game has started and is not over.
    fn ensure_playing(&self) -> Decided {
        match (self.table.phase, self.table.result) {
            (Phase::Playing, _) => Ok(()),
            (Phase::Over | Phase::Confirmed, Some(result)) => Err(Rejection::plain(Reason::Over {
                ending: result.ending,
            })),
            (Phase::Unopened | Phase::Ready | Phase::Signalled, _)
            | (Phase::Over | Phase::Confirmed, None) => Err(Rejection::by(
                &self.rules.start_of_game,
                Reason::NotStarted {},
            )),
        }
    }

    /// Refuses what can only have happened at a real board.
    fn ensure_real_board(&self) -> Decided {
        match self.setting.timekeeper {
            Timekeeper::Tablet | Timekeeper::Physical => Ok(()),
            Timekeeper::Server => Err(Rejection::plain(Reason::PreventedOnScreen {})),
        }
    }

    fn is_casual(&self) -> bool {
        self.setting.kind == GameKind::Casual
    }

    fn is_automatic(&self) -> bool {
        self.setting.detection == Detection::Automatic
    }

    fn has_judge(&self) -> bool {
        self.setting.judge == TableJudge::Present
    }
}

/// Refuses texts that nobody would read.
fn check_texts(act: &Act) -> Decided {
    let longest = match act {
        Act::Stop { why }
        | Act::Pause { why, .. }
        | Act::Adjust { why, .. }
        | Act::SetClocks { why, .. }
        | Act::Restart { why }
        | Act::Penalise { why, .. }
        | Act::Expel { why, .. }
        | Act::ChangeScore { why, .. }
        | Act::DeclareDraw { why, .. }
        | Act::Award { why, .. }
        | Act::CorrectResult { why, .. }
        | Act::Confirm { why: Some(why) } => why.len(),
        Act::SetPosition { source, .. } => source.len(),
        Act::Dispute { about } => about.len(),
        Act::AttachTranscript {
            recorder, moves, ..
        } => recorder.len().max(moves.len()),
        Act::Rule { text, .. } => text.len(),
        Act::Enter { moves } => moves.len(),
        Act::NoteInfringement { note, .. } => note.len(),
        Act::GrantNeeds { needs, .. } => needs.note.len().max(needs.tasks.len()),
        _ => 0,
    };
    if longest > 4 * TEXT_CHARS_MAX {
        return Err(Rejection::plain(Reason::TextTooLong {
            limit: TEXT_CHARS_MAX,
        }));
    }
    Ok(())
}
