//! The games of a match, found in the rounds of an event.

use outflank_rulebook::Seat;

use super::Call;
use crate::event::Event;
use crate::result::GameResult;
use crate::round::{Game, Round, Stage};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchGame {
    /// The round it was in, counted from 1 over all rounds of the event.
    pub round: u16,
    pub black: Seat,
    /// What came out of it.
    pub result: GameResult,
}

/// The games of a match, in the order of rounds. A game belongs to a match by its part of the event,
/// its two players and, where it names one, its list; annulled games are as if they had never been.
pub(super) fn games_of(event: &Event, call: &Call) -> Vec<MatchGame> {
    let unnamed = is_unnamed(event);
    let mut games = Vec::new();
    for (number, round) in (1..).zip(&event.played) {
        if round.stage.is_counted() {
            continue;
        }
        for game in &round.games {
            let Some(black) =
                seat_of_black(call, game).filter(|_| unnamed || belongs(call, round, game))
            else {
                continue;
            };
            match game.result {
                GameResult::Annulled => {}
                GameResult::Played { .. }
                | GameResult::Resigned { .. }
                | GameResult::Forfeit { .. }
                | GameResult::DoubleForfeit
                | GameResult::Adjudicated { .. }
                | GameResult::Pending => games.push(MatchGame {
                    round: number,
                    black,
                    result: game.result,
                }),
            }
        }
    }
    games
}

/// A results file has all games after the preliminary rounds in one heap, and names no match; there
/// the pair alone tells.
fn is_unnamed(event: &Event) -> bool {
    (event.played.iter())
        .filter(|round| !round.stage.is_counted())
        .all(|round| {
            round.stage == Stage::Playoff && round.games.iter().all(|game| game.of.is_none())
        })
}

fn belongs(call: &Call, round: &Round, game: &Game) -> bool {
    match game.of {
        Some(id) => id.stage == call.id.stage && id.list == call.id.list,
        None => round.stage == call.id.stage,
    }
}

fn seat_of_black(call: &Call, game: &Game) -> Option<Seat> {
    let players = call.players;
    if (game.black, game.white) == (players.higher, players.lower) {
        Some(Seat::Higher)
    } else if (game.white, game.black) == (players.higher, players.lower) {
        Some(Seat::Lower)
    } else {
        None
    }
}
