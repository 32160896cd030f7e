//! What a script expects after a line, and whether it is so.

use outflank_board::{BySide, Position, Side, SquareSet};
use outflank_event::Timestamp;
use outflank_rulebook::{ClauseId, Millis, Score};

use super::ScriptError;
use super::words::{Words, side};
use crate::command::Fault;
use crate::fact::{Event, Fact};
use crate::game::Game;
use crate::rejection::Rejection;
use crate::setting::Presence;
use crate::table::Phase;

/// One expectation of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The line it stands in, from 1.
    pub line: usize,
    /// As it was written, without the arrow.
    pub text: String,
    what: Expected,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expected {
    Rejected {
        code: String,
        clause: Option<String>,
    },
    Event {
        kind: String,
        happens: bool,
    },
    Says(String),
    Clause(String),
    Clock(BySide<Option<Millis>>),
    Charged(BySide<Millis>),
    Falls(Option<(Side, Timestamp)>),
    Running(Option<Side>),
    Score(Score),
    Winner(Option<Side>),
    Verdict(String),
    Ending(String),
    Defaulter(Option<Side>),
    Board(Position),
    ToMove(Side),
    Legal(SquareSet),
    Bound(SquareSet),
    Supply(BySide<u8>),
    Phase(Phase),
    Plies(u16),
    Fault(Option<Fault>),
    Colours(bool),
    Presence(Side, Presence),
    Signed(BySide<bool>),
    Decisive(Option<Side>),
    Missing(Option<Side>),
    Transcript(String),
    Replaced(usize),
    Abandoned(usize),
    Dispute(bool),
}

/// An expectation after the fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The line it stands in, from 1.
    pub line: usize,
    /// As it was written.
    pub text: String,
    /// What was found instead, if it does not hold.
    pub found: Option<String>,
}

/// What an expectation can look at.
pub(super) struct After<'a> {
    pub(super) game: &'a Game,
    pub(super) at: Timestamp,
    pub(super) outcome: &'a Result<Vec<Event>, Rejection>,
}

const EXPECT_WORDS: &str = "rejected, event, no, says, clause, clock, charged, falls, running, score, winner, verdict, \
ending, defaulter, board, to_move, legal, bound, supply, phase, plies, fault, colours, presence, signed, decisive, missing, \
transcript, replaced, abandoned, dispute";

impl Expectation {
    /// Whether it is about the refusal of the line above.
    pub(super) fn is_rejection(&self) -> bool {
        matches!(self.what, Expected::Rejected { .. })
    }

    pub(super) fn read(line: usize, text: &str) -> Result<Self, ScriptError> {
        let mut words = Words::of(line, text)?;
        let what = read(&mut words)?;
        words.end()?;
        Ok(Self {
            line,
            text: text.to_owned(),
            what,
        })
    }

    pub(super) fn check(&self, after: &After<'_>) -> Checked {
        Checked {
            line: self.line,
            text: self.text.clone(),
            found: self.what.differs(after),
        }
    }
}

fn read(words: &mut Words<'_>) -> Result<Expected, ScriptError> {
    let verb = words.word("an expectation")?;
    Ok(match verb {
        "rejected" => Expected::Rejected {
            code: words.word("a code such as game.must_move")?.to_owned(),
            clause: words.maybe(|word| Some(word.to_owned())),
        },
        "event" => Expected::Event {
            kind: kind(words)?,
            happens: true,
        },
        "no" => {
            if !words.take("event") {
                return Err(words.error("Write no event KIND."));
            }
            Expected::Event {
                kind: kind(words)?,
                happens: false,
            }
        }
        "says" => match words.text() {
            Some(text) => Expected::Says(text),
            None => Expected::Says(words.word("a word or a text in quotes")?.to_owned()),
        },
        "clause" => {
            let id = words.word("a clause")?;
            let known = ClauseId::known(id)
                .ok_or_else(|| words.error(format!("'{id}' is not in the clause catalogue.")))?;
            Expected::Clause(known.to_string())
        }
        "clock" => Expected::Clock(BySide::new(time_or_any(words)?, time_or_any(words)?)),
        "charged" => Expected::Charged(words.times()?),
        "falls" if words.take("none") => Expected::Falls(None),
        "falls" => Expected::Falls(Some((words.side()?, Timestamp(words.time()?.0)))),
        "running" => Expected::Running(side_or_none(words)?),
        "score" => Expected::Score(words.score()?),
        "winner" => Expected::Winner(side_or_none(words)?),
        "verdict" => Expected::Verdict(words.word("a verdict")?.to_owned()),
        "ending" => Expected::Ending(words.word("an ending")?.to_owned()),
        "defaulter" => Expected::Defaulter(side_or_none(words)?),
        "board" => {
            let rows = words.word("the eight rows")?;
            Expected::Board(
                Position::from_diagram(rows, Side::Black)
                    .map_err(|error| words.error(error.to_string()))?,
            )
        }
        "to_move" => Expected::ToMove(words.side()?),
        "legal" => Expected::Legal(squares_or_none(words)?),
        "bound" => Expected::Bound(squares_or_none(words)?),
        "supply" => Expected::Supply(BySide::new(number(words)?, number(words)?)),
        "phase" => Expected::Phase(words.one_of("phase", Phase::ALL, Phase::word)?),
        "plies" => Expected::Plies(number(words)?),
        "fault" if words.take("none") => Expected::Fault(None),
        "fault" => Expected::Fault(Some(words.one_of("error", Fault::ALL, Fault::word)?)),
        "colours" if words.take("exchanged") => Expected::Colours(true),
        "colours" if words.take("usual") => Expected::Colours(false),
        "colours" => return Err(words.error("Write colours exchanged or colours usual.")),
        "presence" => Expected::Presence(
            words.side()?,
            words.one_of("presence", Presence::ALL, Presence::word)?,
        ),
        "signed" => {
            let word = words.word("black, white, both or none")?;
            Expected::Signed(match word {
                "both" => BySide::both(true),
                "none" => BySide::both(false),
                "black" => BySide::new(true, false),
                "white" => BySide::new(false, true),
                _ => return Err(words.error("Write signed black, white, both or none.")),
            })
        }
        "decisive" => Expected::Decisive(side_or_none(words)?),
        "missing" => Expected::Missing(side_or_none(words)?),
        "transcript" => Expected::Transcript(words.rest()),
        "replaced" => Expected::Replaced(number(words)?),
        "abandoned" => Expected::Abandoned(number(words)?),
        "dispute" if words.take("open") => Expected::Dispute(true),
        "dispute" if words.take("closed") => Expected::Dispute(false),
        "dispute" => return Err(words.error("Write dispute open or dispute closed.")),
        other => {
            return Err(words.error(format!(
                "'{other}' is not a known expectation. Write one of {EXPECT_WORDS}."
            )));
        }
    })
}

fn kind(words: &mut Words<'_>) -> Result<String, ScriptError> {
    let word = words.word("a kind of event")?;
    let kind = if word.starts_with("game.") {
        word.to_owned()
    } else {
        format!("game.{word}")
    };
    if Fact::KINDS.contains(&kind.as_str()) {
        Ok(kind)
    } else {
        Err(words.error(format!(
            "There is no event '{kind}'. Write one of {}.",
            Fact::KINDS.join(", ")
        )))
    }
}

fn time_or_any(words: &mut Words<'_>) -> Result<Option<Millis>, ScriptError> {
    if words.take("any") {
        Ok(None)
    } else {
        let negative = words.peek().and_then(|word| word.strip_prefix('-'));
        match negative.map(str::parse::<Millis>) {
            Some(Ok(time)) => {
                words.word("a time")?;
                Ok(Some(Millis(-time.0)))
            }
            Some(Err(_)) | None => words.time().map(Some),
        }
    }
}

fn side_or_none(words: &mut Words<'_>) -> Result<Option<Side>, ScriptError> {
    if words.take("none") {
        return Ok(None);
    }
    words
        .maybe(side)
        .map(Some)
        .ok_or_else(|| words.error("Write black, white or none."))
}

fn squares_or_none(words: &mut Words<'_>) -> Result<SquareSet, ScriptError> {
    if words.take("none") {
        return Ok(SquareSet::EMPTY);
    }
    let text = words.rest();
    text.parse()
        .map_err(|error| words.error(format!("{error}")))
}

fn number<T: std::str::FromStr>(words: &mut Words<'_>) -> Result<T, ScriptError> {
    let word = words.word("a number")?;
    word.parse()
        .map_err(|_| words.error(format!("'{word}' is not a valid number here.")))
}
