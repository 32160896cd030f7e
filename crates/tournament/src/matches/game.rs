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

impl MatchGame {
    /// Whether both sides have the same number of discs.
    pub fn is_drawn(&self) -> bool {
        match self.result {
            GameResult::Played { discs, .. } | GameResult::Adjudicated { discs, .. } => {
                discs.black == discs.white
            }
            GameResult::Resigned { .. }
            | GameResult::Forfeit { .. }
            | GameResult::DoubleForfeit { .. }
            | GameResult::Annulled
            | GameResult::Pending => false,
        }
    }

    /// Whether a winner is named although the discs are equal.
    pub(super) fn has_named_winner_of_draw(&self) -> bool {
        match self.result {
            GameResult::Played { winner, .. } | GameResult::Adjudicated { winner, .. } => {
                self.is_drawn() && winner.is_some()
            }
            GameResult::Resigned { .. }
            | GameResult::Forfeit { .. }
            | GameResult::DoubleForfeit { .. }
            | GameResult::Annulled
            | GameResult::Pending => false,
        }
    }
}

/// The games of a match, in the order of rounds. A game belongs to a match by its part of the event,
/// its two players and, where it names one, its list; annulled games are as if they had never been.
pub(super) fn games_of(event: &Event, call: &Call) -> Vec<MatchGame> {
    let unnamed = is_unnamed(event);
    let mut games = Vec::new();
    for (number, round) in (1..).zip(&event.played) {
        for game in later_games(round) {
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
                | GameResult::DoubleForfeit { .. }
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
    (event.played.iter()).all(|round| {
        (later_games(round)).all(|game| round.stage == Stage::Playoff && game.of.is_none())
    })
}

/// The games of a round that belong to matches after the preliminary rounds.
fn later_games(round: &Round) -> impl Iterator<Item = &Game> {
    (round.games.iter()).filter(|game| !round.stage_of(game).is_counted())
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
