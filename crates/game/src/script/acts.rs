//! What may stand behind a time and a person.

use outflank_board::{Position, Side, Square, SquareSet, Transcript};
use outflank_event::Timestamp;
use outflank_rulebook::Millis;

use super::ScriptError;
use super::words::{Words, score, side, signed_time};
use crate::by::By;
use crate::command::{
    Act, Excuse, ExpelledFrom, ExpelledGame, Fault, GivingUp, Infringement, LatenessRule,
    TouchedWith,
};
use crate::needs::{Needs, Sight, Task};
use crate::result::Verdict;
use crate::setting::{ClockSide, Seat};

/// The words that begin an act, for the message about an unknown one.
const ACT_WORDS: &str = "agree, put, seat, ready, signal, arrive, late, waive, permit, leave, return, touch, excuse, \
place, take, flip, press, play, pass, remind, enter, undo, amend, stop, resume, pause, adjust, set, read, defect, transfer, flag, claim, \
confirm, dismiss, correction, correct, close, restart, disturbed, restored, restore, unrecoverable, dispute, transcript, \
compare, rule, penalise, note, straighten, expel, change, draw, award, needs, primary, resign, sign, receive, result";

/// Reads an action.
pub(super) fn read_act(by: By, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    let verb = words.word("an action")?;
    match verb {
        "agree" | "put" | "seat" | "ready" | "signal" | "arrive" | "late" | "waive" | "permit"
        | "leave" | "return" => before_play(verb, by, words),
        "touch" | "excuse" | "place" | "take" | "flip" | "press" | "play" | "pass" | "remind" => {
            the_move(verb, by, words)
        }
        "enter" | "undo" | "amend" => the_record(verb, words),
        "stop" | "resume" | "pause" | "adjust" | "set" | "read" | "defect" | "transfer" => {
            the_clock(verb, words)
        }
        "flag" | "claim" | "dismiss" => the_flag(verb, words),
        "correction" | "correct" | "close" | "restart" | "disturbed" | "restored" | "restore"
        | "unrecoverable" | "dispute" | "transcript" | "compare" => the_board(verb, words),
        "rule" | "penalise" | "note" | "straighten" | "expel" | "change" | "draw" | "award"
        | "needs" | "primary" => the_ruling(verb, by, words),
        "resign" | "sign" | "receive" | "confirm" | "result" => the_end(verb, by, words),
        other => Err(words.error(format!(
            "'{other}' is not a known action. Write one of {ACT_WORDS}."
        ))),
    }
}

/// The player named next, or the one who speaks.
fn player(by: By, words: &mut Words<'_>) -> Result<Side, ScriptError> {
    match words.maybe(side).or(by.player()) {
        Some(player) => Ok(player),
        None => words.side(),
    }
}

fn before_play(verb: &str, by: By, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "agree" | "put" => {
            if !words.take("clock") {
                return Err(words.error(format!("Write {verb} clock left or {verb} clock right.")));
            }
            let side = words.one_of("side", ClockSide::ALL, ClockSide::word)?;
            if verb == "agree" {
                Act::AgreeClockSide { side }
            } else {
                Act::PlaceClock { side }
            }
        }
        "seat" => Act::ChooseSeat {
            seat: words.one_of("seat", Seat::ALL, Seat::word)?,
        },
        "ready" => Act::ConfirmReady,
        "signal" => Act::Signal,
        "arrive" => Act::Arrive {
            player: player(by, words)?,
        },
        "late" => Act::ClaimLate {
            player: words.side()?,
        },
        "waive" => Act::WaiveLateness {
            player: words.side()?,
            waive: words.maybe(LatenessRule::from_word),
        },
        "permit" => Act::PermitLeave {
            player: words.side()?,
        },
        "leave" => Act::Leave {
            player: player(by, words)?,
        },
        _ => Act::Return {
            player: player(by, words)?,
        },
    })
}

fn the_move(verb: &str, by: By, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "touch" => {
            let first = words.square()?;
            let also = squares(words);
            let with = if words.take("hand") {
                TouchedWith::Hand
            } else {
                words.take("disc");
                TouchedWith::Disc
            };
            Act::Touch { first, also, with }
        }
        "excuse" => Act::ExcuseTouch {
            excuse: words.one_of("excuse", Excuse::ALL, Excuse::word)?,
        },
        "place" => {
            let square = words.square()?;
            let colour = words.maybe(side);
            if words.take("anyway") {
                let own = match by {
                    By::White | By::Assistant(Side::White) => Side::White,
                    By::Black
                    | By::Assistant(Side::Black)
                    | By::Judge
                    | By::Director
                    | By::Clock => Side::Black,
                };
                Act::PlaceAnyway {
                    square,
                    colour: colour.unwrap_or(own),
                }
            } else if colour.is_some() {
                return Err(words.error("A colour needs 'anyway'. Write place d3 white anyway."));
            } else {
                Act::Place { square }
            }
        }
        "take" => {
            if !words.take("back") {
                return Err(words.error("Write take back."));
            }
            Act::TakeBack
        }
        "flip" => Act::Flip {
            squares: squares(words),
        },
        "press" if words.take("anyway") => Act::PressAnyway,
        "press" => Act::Press,
        "play" => Act::Play {
            square: words.square()?,
        },
        "pass" if words.take("anyway") => Act::PassAnyway,
        "pass" => Act::Pass,
        _ => Act::Remind,
    })
}

fn the_record(verb: &str, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "enter" => Act::Enter {
            moves: words.rest(),
        },
        "undo" => Act::TakeBackEntry,
        _ => {
            let ply = words.maybe(|word| word.parse().ok());
            let square = match words.take("pass") {
                true => None,
                false => Some(words.square()?),
            };
            let colour = words.maybe(side);
            let flipped = words.take("flipped").then(|| squares(words));
            Act::Amend {
                ply,
                square,
                colour,
                flipped,
            }
        }
    })
}

/// All squares that follow.
fn squares(words: &mut Words<'_>) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    while let Some(square) = words.maybe(|word| word.parse::<Square>().ok()) {
        set |= SquareSet::from(square);
    }
    set
}

fn the_clock(verb: &str, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "stop" => Act::Stop { why: words.why() },
        "resume" => Act::Resume {
            player: words.maybe(side),
        },
        "pause" => Act::Pause {
            since: Timestamp(words.time()?.0),
            why: words.why(),
        },
        "adjust" => Act::Adjust {
            player: words.side()?,
            by: words.signed_time()?,
            why: words.why(),
        },
        "set" if words.take("position") => Act::SetPosition {
            position: position(words)?,
            source: words.why(),
        },
        "set" if words.take("clocks") => Act::SetClocks {
            remaining: words.times()?,
            why: words.why(),
        },
        "set" => return Err(words.error("Write set clocks 12:00 12:00 or set position ROWS SIDE.")),
        "read" if words.take("clocks") => Act::ReadClock {
            remaining: words.times()?,
        },
        "read" => return Err(words.error("Write read clocks 12:00 12:00.")),
        "defect" => Act::ReportDefect,
        _ => {
            let to = words.side()?;
            let count = words.word("a number of discs")?;
            Act::TransferDiscs {
                to,
                count: count
                    .parse()
                    .map_err(|_| words.error(format!("'{count}' is not a number of discs.")))?,
            }
        }
    })
}

/// The eight rows, then the colour to move.
fn position(words: &mut Words<'_>) -> Result<Position, ScriptError> {
    let rows = words.word("the eight rows")?;
    let to_move = words.word("the colour to move")?;
    format!("{rows} {to_move}")
        .parse()
        .map_err(|error| words.error(format!("{error}")))
}

fn the_flag(verb: &str, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "flag" => Act::Flag {
            player: words.maybe(side),
        },
        "claim" if words.take("flag") => Act::ClaimFlag {
            player: words.side()?,
        },
        "claim" if words.take("flags") => Act::ClaimBothFlags {
            first: words.maybe(side),
        },
        "claim" => return Err(words.error("Write claim flag black or claim flags.")),
        _ => {
            if !words.take("flag") {
                return Err(words.error("Write dismiss flag."));
            }
            Act::DismissFlag
        }
    })
}

fn the_board(verb: &str, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "correction" => Act::OpenCorrection {
            fault: words.one_of("error", Fault::ALL, Fault::word)?,
            named: words.maybe(|word| word.parse().ok()),
        },
        "correct" => Act::Correct,
        "close" => Act::CloseCorrection,
        "restart" => Act::Restart { why: words.why() },
        "disturbed" => Act::ReportDisturbed {
            responsible: words.side()?,
        },
        "restored" => Act::ConfirmRestored,
        "restore" => Act::Restore {
            ply: words.maybe(|word| word.parse().ok()),
        },
        "unrecoverable" => Act::DeclareUnrecoverable {
            responsible: words.side()?,
        },
        "dispute" => Act::Dispute { about: words.why() },
        "compare" => {
            if !words.take("transcripts") {
                return Err(words.error("Write compare transcripts."));
            }
            Act::CompareTranscripts
        }
        _ => {
            let of = words.maybe(side);
            let moves = words.word("the moves")?;
            Transcript::parse(moves).map_err(|error| words.error(error.to_string()))?;
            Act::AttachTranscript {
                of,
                recorder: words.why(),
                moves: moves.to_owned(),
            }
        }
    })
}

fn the_ruling(verb: &str, by: By, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "rule" => {
            let text = words.why();
            let clocks = if words.take("clocks") {
                Some(words.times()?)
            } else {
                None
            };
            let position = if words.take("position") {
                Some(position(words)?)
            } else {
                None
            };
            Act::Rule {
                text,
                clocks,
                position,
            }
        }
        "penalise" => {
            let offender = words.side()?;
            let mut amounts = [Millis(0), Millis(0)];
            while let Some(amount) = words.maybe(signed_time) {
                if amount.0 < 0 {
                    amounts[0] = Millis(-amount.0);
                } else {
                    amounts[1] = amount;
                }
            }
            let [take, give] = amounts;
            Act::Penalise {
                offender,
                take,
                give,
                why: words.why(),
            }
        }
        "straighten" => Act::AdjustDiscs {
            player: player(by, words)?,
        },
        "note" => Act::NoteInfringement {
            player: words.side()?,
            what: words.one_of("infringement", Infringement::ALL, Infringement::word)?,
            note: words.why(),
        },
        "expel" => Act::Expel {
            player: words.side()?,
            from: words.one_of("place", ExpelledFrom::ALL, ExpelledFrom::word)?,
            game: words.one_of("outcome", ExpelledGame::ALL, ExpelledGame::word)?,
            why: words.why(),
        },
        "change" => {
            if !words.take("score") {
                return Err(words.error("Write change score OFFENDER 40-24 \"reason\"."));
            }
            Act::ChangeScore {
                offender: words.side()?,
                score: words.score()?,
                why: words.why(),
            }
        }
        "draw" => Act::DeclareDraw {
            offender: words.maybe(side),
            why: words.why(),
        },
        "award" => Act::Award {
            to: words.side()?,
            score: words.maybe(score),
            why: words.why(),
        },
        "needs" => {
            let player = words.side()?;
            let mut tasks = Vec::new();
            while let Some(task) = words.maybe(Task::from_word) {
                if !tasks.contains(&task) {
                    tasks.push(task);
                }
            }
            let sight = words.maybe(Sight::from_word).unwrap_or(Sight::Sighted);
            Act::GrantNeeds {
                player,
                needs: Box::new(Needs {
                    sight,
                    tasks,
                    note: words.why(),
                }),
            }
        }
        _ => {
            if !words.take("board") {
                return Err(words.error("Write primary board black."));
            }
            Act::AskPrimaryBoard {
                player: words.side()?,
                added: words.maybe(|word| word.parse().ok()),
            }
        }
    })
}

fn the_end(verb: &str, by: By, words: &mut Words<'_>) -> Result<Act, ScriptError> {
    Ok(match verb {
        "resign" => Act::Resign {
            how: words
                .maybe(GivingUp::from_word)
                .unwrap_or(GivingUp::Resigns),
            player: player(by, words)?,
        },
        "sign" => Act::Sign,
        "receive" => Act::ReceiveSheet,
        "confirm" if words.take("flag") => Act::ConfirmFlag,
        "confirm" => Act::Confirm { why: words.text() },
        _ => {
            let score = words.score()?;
            let verdict = words.one_of("verdict", Verdict::ALL, Verdict::word)?;
            Act::CorrectResult {
                score,
                verdict,
                why: words.why(),
            }
        }
    })
}
