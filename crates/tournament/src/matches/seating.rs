//! Who sits where in the next game, once the choices are known.

use outflank_pairing::{EntrantId, Lots, Seed};
use outflank_rulebook::Seat;
use outflank_rulebook::axes::tournament::DrawnPlayoff;
use serde::{Deserialize, Serialize};

use super::Match;
use super::rule::Length;
use super::state::{Colours, MatchState};

/// What a player announces before a game.
#[derive(schemars::JsonSchema, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Black,
    White,
    /// The player takes the draw-win, and the opponent chooses the colour.
    DrawWin,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
            Self::DrawWin => "the draw-win",
        })
    }
}

/// Who sits where in the next game, or who has still to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The game can begin.
    Ready {
        black: Seat,
        /// Who wins a draw, where that was chosen.
        draw_win: Option<Seat>,
    },
    /// A player has to choose.
    Wanted {
        by: Seat,
        /// Whether the player may take the draw-win.
        or_draw_win: bool,
    },
}

impl Match {
    /// The seats of the game that is due, after the choices announced for it so far; nothing if no
    /// game is due. A choice by a player who has none is ignored.
    pub fn seating(&self, choices: &[(EntrantId, Choice)], seed: Seed) -> Option<Seating> {
        let MatchState::Due { game, colours } = self.state else {
            return None;
        };
        let choice_of = |seat: Seat| {
            (choices.iter())
                .find(|(by, _)| *by == self.player(seat))
                .map(|(_, choice)| *choice)
        };
        Some(match colours {
            Colours::ByLot => Seating::Ready {
                black: self.by_lot(game, seed),
                draw_win: None,
            },
            Colours::Reversed { black } => Seating::Ready {
                black,
                draw_win: None,
            },
            Colours::Chosen {
                by, or_draw_win, ..
            } => match choice_of(by) {
                Some(Choice::Black) => self.chosen(by, by.other()),
                Some(Choice::White) => self.chosen(by.other(), by.other()),
                Some(Choice::DrawWin) if or_draw_win => match choice_of(by.other()) {
                    Some(Choice::Black) => self.chosen(by.other(), by),
                    Some(Choice::White) => self.chosen(by, by),
                    Some(Choice::DrawWin) | None => Seating::Wanted {
                        by: by.other(),
                        or_draw_win: false,
                    },
                },
                Some(Choice::DrawWin) | None => Seating::Wanted { by, or_draw_win },
            },
        })
    }

    fn chosen(&self, black: Seat, draw_win: Seat) -> Seating {
        let chosen = match (self.call.rule.drawn, self.call.rule.length) {
            (DrawnPlayoff::DrawWin, Length::Single) => Some(draw_win),
            (DrawnPlayoff::DrawWin, Length::BestOfThree)
            | (DrawnPlayoff::TieBreakOrder | DrawnPlayoff::HigherInSwiss, _) => None,
        };
        Seating::Ready {
            black,
            draw_win: chosen,
        }
    }

    /// Who has Black by a draw anybody can repeat with the recorded seed.
    pub fn by_lot(&self, game: u16, seed: Seed) -> Seat {
        let [higher, lower] = self.players();
        let purpose = format!("black in game {game} of {}: {higher}, {lower}", self.id());
        let mut seats = [Seat::Higher, Seat::Lower];
        Lots::for_purpose(seed, &purpose).shuffle(&mut seats);
        seats[0]
    }
}
