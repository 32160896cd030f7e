//! What a script expects after a line, and whether it is so.

use outflank_board::{BySide, Position, Side, SquareSet};
use outflank_rulebook::{ClauseId, Millis, Score};

use super::ScriptError;
use super::head::player_word;
use super::words::{Words, side};
use crate::command::Fault;
use crate::event::Event;
use crate::fact::Fact;
use crate::game::Game;
use crate::rejection::Rejection;
use crate::setting::Presence;
use crate::table::{Hand, Phase};
use crate::time::Timestamp;

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
enum Expected {
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
    let verb = words.word("what is expected")?;
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
                return Err(words.error("write no event KIND"));
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
                .ok_or_else(|| words.error(format!("'{id}' is not in the clause catalogue")))?;
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
        "colours" => return Err(words.error("write colours exchanged or colours usual")),
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
                _ => return Err(words.error("write signed black, white, both or none")),
            })
        }
        "decisive" => Expected::Decisive(side_or_none(words)?),
        "missing" => Expected::Missing(side_or_none(words)?),
        "transcript" => Expected::Transcript(words.rest()),
        "replaced" => Expected::Replaced(number(words)?),
        "abandoned" => Expected::Abandoned(number(words)?),
        "dispute" if words.take("open") => Expected::Dispute(true),
        "dispute" if words.take("closed") => Expected::Dispute(false),
        "dispute" => return Err(words.error("write dispute open or dispute closed")),
        other => {
            return Err(words.error(format!(
                "'{other}' cannot be expected; write one of {EXPECT_WORDS}"
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
            "there is no event '{kind}'; write one of {}",
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
        .ok_or_else(|| words.error("write black, white or none"))
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
        .map_err(|_| words.error(format!("'{word}' is no number that can be meant here")))
}

impl Expected {
    /// What was found instead; nothing if it is as expected.
    fn differs(&self, after: &After<'_>) -> Option<String> {
        let game = after.game;
        let table = game.table();
        let result = game.result();
        match self {
            Self::Rejected { code, clause } => rejected(after, code, clause.as_deref()),
            Self::Event { kind, happens } => events(after, kind, *happens),
            Self::Says(text) => says(after, text),
            Self::Clause(id) => {
                let cited = clauses_of(after);
                (!cited.contains(id)).then(|| list_or_none(&cited))
            }
            Self::Clock(expected) => {
                let shown = game.remaining(after.at);
                let fits = |side: Side| expected[side].is_none_or(|time| time == shown[side]);
                (!fits(Side::Black) || !fits(Side::White))
                    .then(|| format!("{} {}", shown.black, shown.white))
            }
            Self::Charged(expected) => {
                let mut clock = *game.clock();
                clock.advance(after.at);
                let charged = clock.charged();
                (charged != *expected).then(|| format!("{} {}", charged.black, charged.white))
            }
            Self::Falls(expected) => {
                let found = game.falls_at();
                (found != *expected).then(|| match found {
                    Some((side, at)) => format!("{} {}", player_word(side), Millis(at.0)),
                    None => "none".to_owned(),
                })
            }
            Self::Running(expected) => differs(game.clock().running(), *expected, side_word),
            Self::Score(expected) => {
                let found = result.map(|result| result.score);
                (found != Some(*expected)).then(|| match found {
                    Some(score) => format!("{}-{}", score.black, score.white),
                    None => "the game is not over".to_owned(),
                })
            }
            Self::Winner(expected) => match result {
                Some(result) => differs(result.verdict.winner(), *expected, side_word),
                None => Some("the game is not over".to_owned()),
            },
            Self::Verdict(expected) => word_differs(result.map(|result| result.verdict), expected),
            Self::Ending(expected) => word_differs(result.map(|result| result.ending), expected),
            Self::Defaulter(expected) => differs(table.flags.defaulter(), *expected, side_word),
            Self::Board(expected) => {
                let same = crate::table::same_discs(&table.position, expected);
                (!same).then(|| table.position.diagram_in_one_line())
            }
            Self::ToMove(expected) => differs(Some(table.turn), Some(*expected), side_word),
            Self::Legal(expected) => differs(table.moves_of(table.turn), *expected, set_word),
            Self::Bound(expected) => {
                let bound = match table.hand {
                    Hand::Bound { squares } => squares,
                    Hand::Free => SquareSet::EMPTY,
                    Hand::Placed { square, .. } => square.into(),
                };
                differs(bound, *expected, set_word)
            }
            Self::Supply(expected) => (table.supply != *expected)
                .then(|| format!("{} {}", table.supply.black, table.supply.white)),
            Self::Phase(expected) => differs(table.phase, *expected, |phase| phase.to_string()),
            Self::Plies(expected) => differs(table.plies, *expected, |plies| plies.to_string()),
            Self::Fault(expected) => {
                let found = game.record().plies.last().and_then(|ply| ply.fault);
                differs(found, *expected, |fault| {
                    fault.map_or("none", Fault::word).to_owned()
                })
            }
            Self::Colours(expected) => differs(table.exchanged, *expected, |exchanged| {
                if exchanged { "exchanged" } else { "usual" }.to_owned()
            }),
            Self::Presence(side, expected) => {
                differs(table.presence[*side], *expected, |found| found.to_string())
            }
            Self::Signed(expected) => differs(table.signed, *expected, |signed| {
                format!("black {}, white {}", signed.black, signed.white)
            }),
            Self::Decisive(expected) => decisive(after, *expected),
            Self::Missing(expected) => missing(game, *expected),
            Self::Transcript(expected) => {
                let found = game.record().transcript().to_string();
                (found != *expected).then_some(found)
            }
            Self::Replaced(expected) => {
                differs(game.record().replaced.len(), *expected, |n| n.to_string())
            }
            Self::Abandoned(expected) => {
                differs(game.record().abandoned.len(), *expected, |n| n.to_string())
            }
            Self::Dispute(expected) => differs(table.dispute, *expected, |open| {
                if open { "open" } else { "closed" }.to_owned()
            }),
        }
    }
}

fn differs<T: PartialEq>(found: T, expected: T, word: impl Fn(T) -> String) -> Option<String> {
    (found != expected).then(|| word(found))
}

fn side_word(side: Option<Side>) -> String {
    side.map_or("none", player_word).to_owned()
}

fn set_word(set: SquareSet) -> String {
    if set.is_empty() {
        "none".to_owned()
    } else {
        set.to_string()
    }
}

fn word_differs<T: serde::Serialize>(found: Option<T>, expected: &str) -> Option<String> {
    let found = match found.map(serde_json::to_value) {
        Some(Ok(serde_json::Value::String(word))) => word,
        Some(_) | None => "the game is not over".to_owned(),
    };
    (found != expected).then_some(found)
}

fn rejected(after: &After<'_>, code: &str, clause: Option<&str>) -> Option<String> {
    match after.outcome {
        Ok(_) => Some("accepted".to_owned()),
        Err(rejection) => {
            let found = rejection.clause().map_or("none", ClauseId::as_str);
            let same = rejection.code() == code && clause.is_none_or(|clause| clause == found);
            (!same).then(|| format!("{} {found}", rejection.code()))
        }
    }
}

fn events(after: &After<'_>, kind: &str, happens: bool) -> Option<String> {
    let kinds: Vec<String> = match after.outcome {
        Ok(events) => events.iter().map(|event| event.kind().to_owned()).collect(),
        Err(_) => Vec::new(),
    };
    let found = kinds.iter().any(|found| found == kind);
    (found != happens).then(|| list_or_none(&kinds))
}

/// Whether the stored form of the latest events has this in it.
fn says(after: &After<'_>, text: &str) -> Option<String> {
    let bodies: Vec<String> = match after.outcome {
        Ok(events) => events.iter().map(Event::body).collect(),
        Err(_) => Vec::new(),
    };
    let found = bodies.iter().any(|body| body.contains(text));
    (!found).then(|| {
        let short: Vec<String> = bodies
            .iter()
            .map(|body| body.chars().take(200).collect())
            .collect();
        list_or_none(&short)
    })
}

/// The clauses that the latest events name.
fn clauses_of(after: &After<'_>) -> Vec<String> {
    let Ok(events) = after.outcome else {
        return Vec::new();
    };
    let mut cited = Vec::new();
    for event in events {
        if let Fact::Ended { clauses, .. } = &event.fact {
            cited.extend(clauses.iter().map(ClauseId::to_string));
        } else if let Fact::DefaultDeclared {
            clause: Some(clause),
            ..
        } = &event.fact
        {
            cited.push(clause.to_string());
        }
    }
    cited
}

fn list_or_none(list: &[String]) -> String {
    if list.is_empty() {
        "none".to_owned()
    } else {
        list.join(" ")
    }
}

fn decisive(after: &After<'_>, expected: Option<Side>) -> Option<String> {
    let events = after.outcome.as_deref().unwrap_or_default();
    let found = events.iter().find_map(|event| match &event.fact {
        Fact::TranscriptsCompared { decisive, .. } => Some(*decisive),
        _ => None,
    });
    match found {
        Some(found) => differs(found, expected, side_word),
        None => Some("no transcripts were compared".to_owned()),
    }
}

fn missing(game: &Game, expected: Option<Side>) -> Option<String> {
    let found = game.missing_transcripts();
    let holds = match expected {
        Some(side) => found.contains(&side),
        None => found.is_empty(),
    };
    (!holds).then(|| {
        let words: Vec<String> = found
            .iter()
            .map(|side| player_word(*side).to_owned())
            .collect();
        list_or_none(&words)
    })
}
