//! Deciding a command: what follows from it under the rulebook, or why it is refused.

mod announce;
mod by_hand;
mod change_rounds;
mod close;
mod conduct;
mod correct;
mod create;
mod enter;
mod later;
mod lots;
mod office;
mod pair;
mod penalty;
mod plan_absence;
mod play_round;
mod played_otherwise;
mod result;
mod settle;
mod stage_by_hand;
mod stage_round;
mod timetable;
mod undo;
mod withdraw;

use outflank_event::{COMMAND_ID_CHARS_MAX, CommandId, EnvelopeError, Timestamp};
use outflank_pairing::matching::{Watch, unwatched};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::{Axis, Rulebook};

use super::by::By;
use super::command::{Act, Command};
use super::fact::{Event, Fact};
use super::rejection::{Reason, Rejection};
use super::round_life::{Phase, RoundLife};
use super::state::{Opened, Registered, Tournament, TournamentState};

/// The most events of a tournament.
pub const EVENTS_MAX: usize = 1_000_000;
/// The most characters of a reason, a name or a note.
pub const TEXT_CHARS_MAX: usize = 500;

type Decided = Result<(), Rejection>;

/// What follows from a command given at a moment.
///
/// `rules` is the rulebook a tournament is created under, set up for its preset; afterwards the copy
/// its first event holds decides, whatever is passed.
///
/// # Errors
/// [`Rejection`] says why not, what to do instead and which clause demands it.
pub fn decide(
    rules: &Rulebook,
    tournament: &Tournament,
    command: Command,
    at: Timestamp,
) -> Result<Vec<Event>, Rejection> {
    decide_watched(rules, tournament, command, at, &unwatched)
}

/// The same, with a watch that hears how far a pairing has come and may end it.
///
/// # Errors
/// [`Rejection`] as [`decide`], and [`Reason::PairingCancelled`] if the watch ends it.
pub fn decide_watched(
    rules: &Rulebook,
    tournament: &Tournament,
    command: Command,
    at: Timestamp,
    watch: Watch<'_>,
) -> Result<Vec<Event>, Rejection> {
    let Command { id, by, act, plays } = command;
    tournament
        .check_envelope(&id, at, EVENTS_MAX)
        .map_err(|error| not_acceptable(error, &id))?;
    let Some(opened) = &tournament.affairs().opened else {
        return match act {
            Act::Create(creation) => {
                let fact = create::create(rules, by, *creation)?;
                Ok(vec![Event {
                    at,
                    by,
                    command: id,
                    fact,
                }])
            }
            _ => Err(Rejection::plain(Reason::NotCreated {})),
        };
    };
    let mut decision = Decision {
        rules: &opened.rulebook,
        opened,
        tournament,
        now: tournament.affairs(),
        by,
        plays,
        at,
        watch,
        facts: Vec::with_capacity(2),
    };
    decision.dispatch(act)?;
    let event = |fact: Fact| Event {
        at,
        by,
        command: id.clone(),
        fact,
    };
    Ok(decision.facts.into_iter().map(event).collect())
}

/// What no command may have, in this crate's words.
fn not_acceptable(error: EnvelopeError, id: &CommandId) -> Rejection {
    Rejection::plain(match error {
        EnvelopeError::BadCommandId => Reason::BadText {
            what: "the command ID",
            limit: COMMAND_ID_CHARS_MAX,
        },
        EnvelopeError::CommandIdReused => Reason::CommandIdReused { id: id.clone() },
        EnvelopeError::LogFull => Reason::TooMany {
            what: "log entries",
            limit: EVENTS_MAX,
        },
        EnvelopeError::TimeRunsBack { last } => Reason::TimeRunsBack { last },
    })
}

/// A command being decided.
struct Decision<'a> {
    rules: &'a Rulebook,
    opened: &'a Opened,
    tournament: &'a Tournament,
    now: &'a TournamentState,
    by: By,
    /// The players that the sender is.
    plays: Vec<EntrantId>,
    at: Timestamp,
    watch: Watch<'a>,
    facts: Vec<Fact>,
}

impl<'a> Decision<'a> {
    fn dispatch(&mut self, act: Act) -> Decided {
        self.check_signed_off(&act)?;
        match act {
            Act::Create(_) => Err(Rejection::plain(Reason::AlreadyCreated {})),
            Act::Appoint { official } => self.appoint(official),
            Act::Relieve { name } => self.relieve(name),
            Act::AssignTables { name, tables } => self.assign_tables(name, tables),
            Act::ReportIncident(report) => self.report_incident(*report),
            Act::DecideIncident {
                incident,
                penalty,
                why,
                hurt_seen,
            } => self.decide_incident(incident, penalty, why, hurt_seen),
            Act::MakeAnnouncement { text } => self.make_announcement(text),
            Act::ChangeTime { stage, time, why } => self.change_time(stage, time, why),
            Act::DeclineAdditional => self.decline_additional(),
            Act::Enter(application) => self.enter(*application),
            Act::ChangeEntrant {
                entrant,
                application,
            } => self.change_entrant(entrant, *application),
            Act::CheckIn { entrant } => self.check_in(entrant),
            Act::TakeBackCheckIn { entrant } => self.take_back_check_in(entrant),
            Act::CallRoll { round, missing } => self.call_roll(round, missing),
            Act::PlanAbsence { entrant, rounds } => self.plan_absence(entrant, rounds),
            Act::CancelAbsence { entrant, rounds } => self.cancel_absence(entrant, rounds),
            Act::RequestBye { entrant, round } => self.request_bye(entrant, round),
            Act::CancelByeRequest { entrant, round } => self.cancel_bye_request(entrant, round),
            Act::Withdraw { entrant, why } => self.withdraw(entrant, why),
            Act::Expel { entrant, why } => self.expel(entrant, why),
            Act::TakeBackWithdrawal { entrant, why } => self.take_back_withdrawal(entrant, why),
            Act::SettleSystem => self.settle_system(),
            Act::ChangeRounds { rounds, why } => self.change_rounds(rounds, why),
            Act::RecordLots(lots) => self.record_lots(*lots),
            Act::SetHand { round, hand } => self.set_hand(round, hand),
            Act::Propose { round, assumed } => self.propose(round, assumed),
            Act::ProposeByHand {
                round,
                pairing,
                assumed,
            } => self.propose_by_hand(round, pairing, assumed),
            Act::Announce { round, consent } => self.announce(round, consent),
            Act::CallOff { round, why } => self.call_off(round, why),
            Act::Start { round } => self.start(round),
            Act::Abandon { round, why } => self.abandon(round, why),
            Act::RecordAsPlayed {
                round,
                games,
                results,
                why,
            } => self.record_as_played(round, games, results, why),
            Act::Validate { round } => self.validate(round),
            Act::EnterResult(report) => self.enter_result(*report),
            Act::Sign {
                round,
                table,
                signed,
            } => self.sign(round, table, signed),
            Act::HandInTranscript { round, table, of } => self.hand_in_transcript(round, table, of),
            Act::Confirm { round, table } => self.confirm(round, table),
            Act::ClearResult { round, table } => self.clear_result(round, table),
            Act::Correct {
                round,
                table,
                result,
                why,
            } => self.correct(round, table, result, why),
            Act::Choose {
                of,
                entrant,
                choice,
            } => self.choose(of, entrant, choice),
            Act::ChooseByDefault { of } => self.choose_by_default(of),
            Act::SetPrizes { prizes } => self.set_prizes(prizes),
            Act::AwardTitles { own } => self.award_titles(own),
            Act::SignOff { despite } => self.sign_off(despite),
            Act::Reopen { why } => self.reopen(why),
            Act::SetTimetable { timetable } => self.set_timetable(timetable),
            Act::MoveStart { round, to } => self.move_start(round, to),
            Act::AnnounceStart { round, start } => self.announce_start(round, start),
            Act::SetTableRules { rules } => self.set_table_rules(rules),
            Act::CountClocks { stock } => self.count_clocks(stock),
            Act::Undo { command } => self.undo(command),
        }
    }

    /// Whether it is an event of one's own stages.
    fn is_custom(&self) -> bool {
        !self.opened.setting.stages.is_empty()
    }

    fn record(&mut self, fact: Fact) -> Decided {
        self.facts.push(fact);
        Ok(())
    }

    fn needs_head(&self) -> Decided {
        match self.by == By::Head {
            true => Ok(()),
            false => Err(self.not_the_head(&self.rules.deciding_official)),
        }
    }

    /// The rejection of a sender who is not the deciding official; the setting requires it.
    fn not_the_head<T>(&self, axis: &Axis<T>) -> Rejection {
        let allowed = "the deciding official";
        Rejection::by(
            axis,
            Reason::WrongPerson {
                by: self.by,
                allowed,
            },
        )
    }

    fn needs_director(&self) -> Decided {
        self.needs(self.by.directs(), "a director")
    }

    fn needs_desk(&self) -> Decided {
        self.needs(self.by.is_at_the_desk(), "the tournament desk")
    }

    /// The player, or the desk on their behalf.
    fn needs_desk_or(&self, entrant: EntrantId) -> Decided {
        let himself = self.by == By::Player(entrant);
        self.needs(himself || self.by.is_at_the_desk(), "the tournament desk")
    }

    fn needs(&self, holds: bool, allowed: &'static str) -> Decided {
        if holds {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::WrongPerson {
                by: self.by,
                allowed,
            }))
        }
    }

    fn entrant(&self, entrant: EntrantId) -> Result<&'a Registered, Rejection> {
        let found = self.now.entrants.get(&entrant);
        found.ok_or(Rejection::plain(Reason::UnknownEntrant { entrant }))
    }

    /// An entrant who has not left, also not by missing too many matches.
    fn staying(&self, entrant: EntrantId) -> Result<&'a Registered, Rejection> {
        let one = self.entrant(entrant)?;
        let next = RoundNumber(self.now.announced_rounds() + 1);
        let by_missing = || self.now.gone_before(next).contains(&entrant);
        let may_miss = self.rules.missed_to_withdraw.value.is_none();
        if one.left.is_some() || (!may_miss && by_missing()) {
            return Err(Rejection::by(
                &self.rules.withdrawal,
                Reason::Withdrawn { entrant },
            ));
        }
        Ok(one)
    }

    fn round(&self, round: RoundNumber) -> Result<&'a RoundLife, Rejection> {
        self.now
            .round(round)
            .ok_or(Rejection::plain(Reason::NoSuchRound {
                round,
                last: self.now.next_round().0 - 1,
            }))
    }

    fn needs_phase(&self, life: &RoundLife, allowed: &[Phase], needed: &'static str) -> Decided {
        if allowed.contains(&life.phase) {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::WrongPhase {
                round: life.number,
                phase: life.phase.word(),
                needed,
            }))
        }
    }
}

/// A text that says something and not too much.
fn check_text(what: &'static str, text: &str) -> Decided {
    let length = text.chars().count();
    if text.trim().is_empty() || length > TEXT_CHARS_MAX {
        Err(Rejection::plain(Reason::BadText {
            what,
            limit: TEXT_CHARS_MAX,
        }))
    } else {
        Ok(())
    }
}
