//! Comparing what a script expects with what came of it.

use outflank_board::{Side, SquareSet};
use outflank_rulebook::{ClauseId, Millis};

use super::expect::{After, Expected};
use super::head::player_word;
use crate::command::Fault;
use crate::fact::{Event, Fact};
use crate::game::Game;
use crate::table::Hand;

impl Expected {
    /// What was found instead; nothing if it is as expected.
    pub(super) fn differs(&self, after: &After<'_>) -> Option<String> {
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
        match &event.fact {
            Fact::Ended { clauses, .. }
            | Fact::TimePenalised { clauses, .. }
            | Fact::PlayerExpelled { clauses, .. }
            | Fact::ResultCorrected { clauses, .. } => {
                cited.extend(clauses.iter().map(ClauseId::to_string));
            }
            Fact::DefaultDeclared { clause, .. }
            | Fact::InfringementNoted { clause, .. }
            | Fact::DiscsAdjusted { clause, .. }
            | Fact::LateTimeRestored { clause, .. }
            | Fact::LateForfeitWaived { clause, .. } => {
                cited.extend(clause.iter().map(ClauseId::to_string));
            }
            _ => {}
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
    let found = events.iter().find_map(|event| {
        if let Fact::TranscriptsCompared { decisive, .. } = &event.fact {
            Some(*decisive)
        } else {
            None
        }
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
