//! What follows elsewhere from what happened at a table: pure functions of events.

use outflank_board::Side;
use outflank_game::{
    Ending, Event, ExpelledFrom, Fact, Game, GameResult, Phase, Presence, Verdict,
};
use outflank_rulebook::forfeited;
use outflank_tournament::running::{Act, Official, Report, Reported, ResultSource};

use crate::state::game::Seats;

/// The commands of the tournament that follow from events of a game, in order. `after` is the game
/// with these events in it.
pub(crate) fn react(seats: &Seats, after: &Game, events: &[Event]) -> Vec<Act> {
    events
        .iter()
        .filter_map(|event| follows(seats, after, &event.fact))
        .collect()
}

fn follows(seats: &Seats, after: &Game, fact: &Fact) -> Option<Act> {
    let place = &seats.place;
    match fact {
        Fact::ResultConfirmed { .. } => Some(Act::EnterResult(Box::new(Report {
            round: place.round,
            table: place.table,
            result: Reported::Official(official(after, after.result()?)?),
            source: ResultSource::Game,
            signed: Vec::new(),
            transcripts: Vec::new(),
        }))),
        // Before it is final a changed result is the game's own affair.
        Fact::ResultCorrected { result, why, .. } if after.phase() == Phase::Confirmed => {
            Some(Act::Correct {
                round: place.round,
                table: place.table,
                result: Reported::Official(official(after, *result)?),
                why: why.clone(),
            })
        }
        Fact::PlayerArrived { .. } if after.phase() == Phase::Confirmed => Some(Act::Correct {
            round: place.round,
            table: place.table,
            result: Reported::Official(official(after, after.result()?)?),
            why: "came too late".to_owned(),
        }),
        Fact::PlayerExpelled {
            player,
            from: ExpelledFrom::Tournament,
            why,
            ..
        } => Some(Act::Expel {
            entrant: match player {
                Side::Black => seats.black,
                Side::White => seats.white,
            },
            why: why.clone(),
        }),
        _ => None,
    }
}

/// A game's result as the tournament writes it.
pub(crate) fn official(game: &Game, result: GameResult) -> Option<Official> {
    let rules = game.rules()?;
    let score = result.score;
    let winner = result.verdict.winner();
    let unnamed = score.black == score.white;
    let named = winner.filter(|_| unnamed);
    let adjudicated = Official::Adjudicated {
        black: score.black,
        white: score.white,
        winner: named,
    };
    let lost_by = |side: Side| {
        let whole = forfeited(rules, side).score == score;
        (side, whole)
    };
    // A player who came too late has not missed the whole match (SOC-II.7.a).
    let has_come = |side: Side| game.table().presence[side] != Presence::Late;
    Some(match (result.ending, result.verdict) {
        (Ending::Lateness, Verdict::BothLost) => Official::DoubleForfeit {
            arrived: (Side::BOTH.into_iter().filter(|side| has_come(*side))).collect(),
        },
        (Ending::Lateness, _) => match winner.map(|side| lost_by(side.other())) {
            Some((by, true)) => Official::Forfeit {
                by,
                arrived: has_come(by),
            },
            Some((_, false)) | None => adjudicated,
        },
        (Ending::Resignation, _) => match winner.map(|side| lost_by(side.other())) {
            Some((by, true)) => Official::Resigned { by },
            Some((_, false)) | None => adjudicated,
        },
        (Ending::Ruling | Ending::Unrecoverable, _) => adjudicated,
        (
            Ending::EndOfPlay
            | Ending::FirstFlag
            | Ending::FlagInAbsence
            | Ending::DefaulterSecondFlag
            | Ending::NonDefaulterFlag
            | Ending::NonDefaulterSecondFlag,
            _,
        ) => Official::Played {
            black: score.black,
            white: score.white,
            winner: named,
            flags: (game.table().flags.as_slice().iter())
                .map(|flag| flag.side)
                .collect(),
        },
    })
}
