//! Playoffs, semi-finals and finals.

use outflank_board::Side;
use outflank_pairing::{Colour, HalfPoints};
use outflank_rulebook::Seat;
use outflank_tournament::course::course;
use outflank_tournament::matches::{Match, MatchState};
use outflank_tournament::{ListName, Stage};

use crate::views::public::figures::Halves;
use crate::views::{Player, Views};

/// The matches after the preliminary rounds, list by list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Finals {
    /// The lists that have matches.
    pub lists: Vec<FinalList>,
}

/// The matches of one list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FinalList {
    pub list: ListName,
    /// Its matches in the order they are called.
    pub matches: Vec<FinalMatch>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FinalMatch {
    /// The part of the tournament.
    pub stage: Stage,
    /// Its number in that part.
    pub number: u16,
    /// The higher placed, then the lower.
    pub sides: [FinalSide; 2],
    pub now: MatchNow,
    pub why: String,
    /// The clause in readable form.
    pub clause: Option<String>,
}

/// One player of a match.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FinalSide {
    pub player: Player,
    pub games: Vec<FinalGame>,
    /// The player's points in the match.
    pub points: Halves,
    /// Whether the player has won it.
    pub won: bool,
}

/// One game of a match, from the point of view of one player.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct FinalGame {
    pub side: Side,
    /// The player's discs; nothing while the game is not over.
    pub discs: Option<Halves>,
    /// Whether the player has won it.
    pub won: bool,
}

/// The state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchNow {
    /// A game is to be played, counted from 1.
    Due(u16),
    /// A game is being played.
    Playing(u16),
    Decided,
    /// The head director has to rule.
    Undecided,
}

impl Views<'_> {
    /// The matches the rules call for; nothing before the table of the last preliminary round is published.
    #[must_use]
    pub fn finals(&self) -> Option<Finals> {
        let event = self.record.as_ref()?;
        if self.last_table()? < event.rounds {
            return None;
        }
        let mut lists: Vec<FinalList> = Vec::new();
        for one in &course(event).matches {
            if one.id().stage.is_counted() {
                continue;
            }
            let list = one.id().list;
            let shown = self.final_match(one);
            match lists.iter_mut().find(|other| other.list == list) {
                Some(other) => other.matches.push(shown),
                None => lists.push(FinalList {
                    list,
                    matches: vec![shown],
                }),
            }
        }
        (!lists.is_empty()).then_some(Finals { lists })
    }

    fn final_match(&self, one: &Match) -> FinalMatch {
        FinalMatch {
            stage: one.id().stage,
            number: one.id().number,
            sides: [Seat::Higher, Seat::Lower].map(|seat| self.final_side(one, seat)),
            now: match_now(one.state),
            why: one.call.why.clone(),
            clause: one.call.clause.as_ref().map(|clause| clause.for_people()),
        }
    }

    fn final_side(&self, one: &Match, seat: Seat) -> FinalSide {
        let mut points = 0;
        let games = (one.games.iter())
            .map(|game| {
                let colour = match (game.black, seat) {
                    (Seat::Higher, Seat::Higher) | (Seat::Lower, Seat::Lower) => Colour::Black,
                    (Seat::Higher, Seat::Lower) | (Seat::Lower, Seat::Higher) => Colour::White,
                };
                let settled = (self.rulebook()).and_then(|rules| game.result.settled(rules));
                let own = settled.map_or(HalfPoints::LOSS, |settled| settled.points[colour]);
                points += u32::from(own.0);
                FinalGame {
                    side: colour,
                    discs: settled.map(|settled| Halves(u32::from(settled.discs[colour].0))),
                    won: own == HalfPoints::WIN,
                }
            })
            .collect();
        FinalSide {
            player: self.player(one.player(seat)),
            games,
            points: Halves(points),
            won: one.winner() == Some(one.player(seat)),
        }
    }
}

/// Where a match stands, in a word.
pub(crate) const fn match_now(state: MatchState) -> MatchNow {
    match state {
        MatchState::Due { game, .. } => MatchNow::Due(game),
        MatchState::Playing { game } => MatchNow::Playing(game),
        MatchState::Won { .. } | MatchState::Nobody => MatchNow::Decided,
        MatchState::Undecided => MatchNow::Undecided,
    }
}
