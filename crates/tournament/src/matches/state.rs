//! Where a match stands: who chooses, what comes next, who has won and why.

use outflank_pairing::{Colour, EntrantId};
use outflank_rulebook::axes::tournament::{ColourChoice, DrawnPlayoff};
use outflank_rulebook::{
    BySeat, ClauseId, DecidedBy, HalfDiscs, MatchNext, Rulebook, Seat, best_of_three,
};

use super::game::MatchGame;
use super::rule::Length;
use super::{Call, match_discs};
use crate::ByColour;
use crate::result::GameResult;

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// A game is to be played.
    Due {
        /// Which, counted from 1.
        game: u16,
        /// How the colours are found.
        colours: Colours,
    },
    /// A game is being played.
    Playing {
        /// Which, counted from 1.
        game: u16,
    },
    Won {
        by: Seat,
        why: WonBy,
    },
    /// The game is over and nobody can say who won: a draw without a recorded draw-win, or neither
    /// player came. The deciding official rules on it by correcting the result.
    Undecided,
    /// Both players have left; nobody wins.
    Nobody,
}

impl MatchState {
    /// Whether nothing is left to play or to decide.
    pub const fn is_over(self) -> bool {
        match self {
            Self::Won { .. } | Self::Nobody => true,
            Self::Due { .. } | Self::Playing { .. } | Self::Undecided => false,
        }
    }
}

/// How the colours of a game are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    ByLot,
    /// As in the game before, reversed.
    Reversed {
        black: Seat,
    },
    Chosen {
        by: Seat,
        because: ChosenBecause,
        /// Whether the player may take the draw-win instead and let the opponent choose.
        or_draw_win: bool,
    },
}

/// Why a player has the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenBecause {
    /// Higher in the list.
    Rank,
    /// More discs in the first two games.
    Discs,
}

/// What won a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WonBy {
    Game,
    /// A drawn game and the draw-win.
    DrawWin,
    /// A drawn game and the higher place.
    HigherPlace,
    TwoWins,
    /// More points in three games.
    Points,
    /// More discs in three games.
    Discs,
    /// The higher place in the list after three games equal in points and discs.
    Rank,
    /// The opponent has left.
    Walkover,
}

impl WonBy {
    /// The clause that says so; for a drawn game it is the rulebook's own.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        match self {
            Self::Game => rules.game_points.clause(),
            Self::DrawWin | Self::HigherPlace => rules.drawn_playoff.clause(),
            Self::TwoWins => rules
                .best_of_three
                .clause()
                .and(ClauseId::known("WOC-III.1.p1.c")),
            Self::Points | Self::Discs | Self::Rank => rules.best_of_three.clause(),
            Self::Walkover => rules.withdrawal.clause(),
        }
    }
}

impl std::fmt::Display for WonBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Game => "the game",
            Self::DrawWin => "the draw-win",
            Self::HigherPlace => "a draw, and the higher place",
            Self::TwoWins => "two wins",
            Self::Points => "points",
            Self::Discs => "total discs",
            Self::Rank => "the higher place",
            Self::Walkover => "a walk-over",
        })
    }
}

/// Where a match stands after its games so far.
pub(super) fn state(
    rules: &Rulebook,
    call: &Call,
    games: &[MatchGame],
    gone: &[EntrantId],
) -> MatchState {
    let by_games = match call.rule.length {
        Length::Single => single(rules, call, games),
        Length::BestOfThree => three(rules, call, games),
    };
    match by_games {
        MatchState::Due { .. } | MatchState::Undecided => {
            let here = |id: EntrantId| !gone.contains(&id);
            match (here(call.players.higher), here(call.players.lower)) {
                (true, true) => by_games,
                (true, false) => walkover(Seat::Higher),
                (false, true) => walkover(Seat::Lower),
                (false, false) => MatchState::Nobody,
            }
        }
        MatchState::Playing { .. } | MatchState::Won { .. } | MatchState::Nobody => by_games,
    }
}

const fn walkover(by: Seat) -> MatchState {
    MatchState::Won {
        by,
        why: WonBy::Walkover,
    }
}

fn single(rules: &Rulebook, call: &Call, games: &[MatchGame]) -> MatchState {
    // Of two games the first counts: nobody plays a single game twice.
    let Some(game) = games.first() else {
        return MatchState::Due {
            game: 1,
            colours: first_colours(call),
        };
    };
    let Some(settled) = game.result.settled(rules) else {
        return MatchState::Playing { game: 1 };
    };
    let seat = |colour: Colour| seat_of(game, colour);
    if matches!(game.result, GameResult::DoubleForfeit { .. }) {
        return MatchState::Undecided;
    }
    let winner = match settled.points.black.cmp(&settled.points.white) {
        std::cmp::Ordering::Greater => Some(seat(Colour::Black)),
        std::cmp::Ordering::Less => Some(seat(Colour::White)),
        std::cmp::Ordering::Equal => None,
    };
    match (winner, game.is_drawn(), call.rule.drawn) {
        (Some(by), false, _) => MatchState::Won {
            by,
            why: WonBy::Game,
        },
        (Some(by), true, DrawnPlayoff::DrawWin) => MatchState::Won {
            by,
            why: WonBy::DrawWin,
        },
        (None, _, DrawnPlayoff::DrawWin) => MatchState::Undecided,
        // Without a draw-win nobody can be named the winner of a draw (BOF-nat-7).
        (Some(_) | None, _, DrawnPlayoff::TieBreakOrder | DrawnPlayoff::HigherInSwiss) => {
            MatchState::Won {
                by: Seat::Higher,
                why: WonBy::HigherPlace,
            }
        }
    }
}

fn three(rules: &Rulebook, call: &Call, games: &[MatchGame]) -> MatchState {
    let mut scores: Vec<BySeat<HalfDiscs>> = Vec::with_capacity(3);
    for (number, game) in (1..).zip(games) {
        let Some(discs) = match_discs(rules, game.result) else {
            return MatchState::Playing { game: number };
        };
        scores.push(by_seat(game, discs));
        // What was played after the end does not count.
        if let Ok(match_) = best_of_three(&scores)
            && let MatchNext::Won { by, why } = match_.next
        {
            let why = match why {
                DecidedBy::TwoWins => WonBy::TwoWins,
                DecidedBy::Points => WonBy::Points,
                DecidedBy::Discs => WonBy::Discs,
                DecidedBy::Rank => WonBy::Rank,
            };
            return MatchState::Won { by, why };
        }
    }
    let next = best_of_three(&scores).map(|match_| match_.next);
    let colours = match (next, games.first()) {
        (Ok(MatchNext::Third { chooser, by }), _) => match call.rule.colours {
            ColourChoice::ByLot => Colours::ByLot,
            ColourChoice::ColourOrDrawWin | ColourChoice::HigherDecides => Colours::Chosen {
                by: chooser,
                because: match by {
                    DecidedBy::Discs => ChosenBecause::Discs,
                    DecidedBy::TwoWins | DecidedBy::Points | DecidedBy::Rank => ChosenBecause::Rank,
                },
                or_draw_win: false,
            },
        },
        (_, Some(first)) => Colours::Reversed {
            black: first.black.other(),
        },
        (_, None) => first_colours(call),
    };
    MatchState::Due {
        game: u16::try_from(scores.len()).unwrap_or(0) + 1,
        colours,
    }
}

/// The better-ranked player chooses; the draw-win is for single games only (AMB-54).
fn first_colours(call: &Call) -> Colours {
    let chosen = |or_draw_win: bool| Colours::Chosen {
        by: Seat::Higher,
        because: ChosenBecause::Rank,
        or_draw_win,
    };
    match (call.rule.colours, call.rule.length) {
        (ColourChoice::ByLot, Length::Single | Length::BestOfThree) => Colours::ByLot,
        (ColourChoice::ColourOrDrawWin, Length::Single) => chosen(true),
        (ColourChoice::ColourOrDrawWin, Length::BestOfThree)
        | (ColourChoice::HigherDecides, Length::Single | Length::BestOfThree) => chosen(false),
    }
}

fn seat_of(game: &MatchGame, colour: Colour) -> Seat {
    match colour {
        Colour::Black => game.black,
        Colour::White => game.black.other(),
    }
}

fn by_seat(game: &MatchGame, discs: ByColour<HalfDiscs>) -> BySeat<HalfDiscs> {
    match game.black {
        Seat::Higher => BySeat {
            higher: discs.black,
            lower: discs.white,
        },
        Seat::Lower => BySeat {
            higher: discs.white,
            lower: discs.black,
        },
    }
}
