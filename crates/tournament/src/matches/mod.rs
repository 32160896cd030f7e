//! Matches after the preliminary rounds: playoffs, semi-finals, games for third place, finals.
//!
//! | File | What |
//! |---|---|
//! | `rule` | how a match is played: one game or the best of three, who chooses, what a draw is |
//! | `game` | the games of a match, found in the rounds of an event |
//! | `state` | who chooses, which game comes next, who has won and why |
//! | `irregular` | games that the rule does not provide for |
//! | `seating` | who sits where once the choices are known |
//!
//! A [`Match`] is called for by the course of the event ([`crate::course`]); it never asks for a game
//! its rule does not need.

mod game;
mod irregular;
mod rule;
mod seating;
mod state;

pub use game::MatchGame;
pub use irregular::Irregularity;
pub use rule::{Length, MatchRule};
pub use seating::{Choice, Seating};
pub use state::{ChosenBecause, Colours, MatchState, WonBy};

use outflank_pairing::EntrantId;
use outflank_rulebook::{BySeat, ClauseId, Rulebook, Seat};
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::list_name::ListName;
use crate::round::Stage;

/// A match of a tournament.
///
/// ```
/// use outflank_tournament::{ListName, Stage, matches::MatchId};
/// let id = MatchId { stage: Stage::Semi, list: ListName::Women, number: 2 };
/// assert_eq!(id.to_string(), "women semi-final 2");
/// ```
#[derive(
    schemars::JsonSchema,
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
)]
pub struct MatchId {
    /// The part of the tournament.
    pub stage: Stage,
    /// The list it belongs to.
    #[serde(default)]
    pub list: ListName,
    /// Its number in that part of that list, counted from 1.
    pub number: u16,
}

impl std::fmt::Display for MatchId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self.stage {
            Stage::Swiss => "game",
            Stage::Playoff => "playoff",
            Stage::Semi => "semi-final",
            Stage::Third => "third-place game",
            Stage::Final => "final",
        };
        if self.list != ListName::Individual {
            write!(f, "{} ", self.list)?;
        }
        match self.stage {
            Stage::Third | Stage::Final => f.write_str(name),
            Stage::Swiss | Stage::Playoff | Stage::Semi => write!(f, "{name} {}", self.number),
        }
    }
}

/// What the rules call for: two players, and why they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub id: MatchId,
    /// Who, by their places in the list it belongs to.
    pub players: BySeat<EntrantId>,
    /// How it is played.
    pub rule: MatchRule,
    /// When its first game is played: games of a smaller slot come first, games of the same slot
    /// together. A further game is one slot later.
    pub slot: u16,
    pub why: String,
    /// The clause, where a text has one.
    pub clause: Option<ClauseId>,
}

/// A match as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub call: Call,
    /// Its games, also those not over.
    pub games: Vec<MatchGame>,
    pub state: MatchState,
}

impl Match {
    /// The match the rules call for, with the games of it that the event has. A player in `gone` has
    /// left and plays no further game.
    #[must_use]
    pub fn of(event: &Event, call: Call, gone: &[EntrantId]) -> Self {
        let games = game::games_of(event, &call);
        let state = state::state(&event.rules, &call, &games, gone);
        Self { call, games, state }
    }

    pub const fn id(&self) -> MatchId {
        self.call.id
    }

    pub const fn player(&self, seat: Seat) -> EntrantId {
        match seat {
            Seat::Higher => self.call.players.higher,
            Seat::Lower => self.call.players.lower,
        }
    }

    /// The seat of a player.
    pub fn seat_of(&self, entrant: EntrantId) -> Option<Seat> {
        [Seat::Higher, Seat::Lower]
            .into_iter()
            .find(|seat| self.player(*seat) == entrant)
    }

    /// The two, the higher first.
    pub const fn players(&self) -> [EntrantId; 2] {
        [self.call.players.higher, self.call.players.lower]
    }

    /// The winner, once there is one.
    pub const fn winner(&self) -> Option<EntrantId> {
        match self.state {
            MatchState::Won { by, .. } => Some(self.player(by)),
            MatchState::Due { .. }
            | MatchState::Playing { .. }
            | MatchState::Undecided
            | MatchState::Nobody => None,
        }
    }

    /// The loser, once there is one.
    pub fn loser(&self) -> Option<EntrantId> {
        let winner = self.winner()?;
        self.players().into_iter().find(|one| *one != winner)
    }

    /// Whether nothing of it is left to play or to decide.
    pub const fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The slot of the game that is due, if one is.
    pub const fn due_slot(&self) -> Option<u16> {
        match self.state {
            MatchState::Due { game, .. } => Some(self.call.slot + game - 1),
            MatchState::Won { .. }
            | MatchState::Playing { .. }
            | MatchState::Undecided
            | MatchState::Nobody => None,
        }
    }
}

/// The score of a game as a match counts it: a missed game is lost by the rulebook's forfeit score.
fn match_discs(
    rules: &Rulebook,
    result: crate::result::GameResult,
) -> Option<crate::ByColour<outflank_rulebook::HalfDiscs>> {
    use crate::ByColour;
    use crate::result::GameResult;
    match result {
        GameResult::Forfeit { by, discs, .. } => {
            let line = rules.forfeit_score.value;
            Some(discs.unwrap_or(ByColour::of(by, line.loser, line.winner)))
        }
        GameResult::Played { .. }
        | GameResult::Resigned { .. }
        | GameResult::DoubleForfeit { .. }
        | GameResult::Adjudicated { .. }
        | GameResult::Annulled
        | GameResult::Pending => result.settled(rules).map(|settled| settled.discs),
    }
}
