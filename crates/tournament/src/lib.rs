//! A tournament as values: entrants, rounds, results, and the standings that follow from them.
//!
//! An [`Event`] holds what was entered; [`standings`] makes the table after any of its rounds, every
//! figure with its arithmetic; [`round_input`] makes what the next round is paired from.
//!
//! ```
//! use outflank_rulebook::{HalfDiscs, System, shipped};
//! use outflank_tournament::{ByColour, Entrant, EntrantId, Event, Game, GameResult, Round, standings};
//! let mut event = Event::new(shipped("wof").expect("shipped").clone(), System::Swiss, 13);
//! event.entrants = vec![
//!     Entrant::new(EntrantId(1), "Ada Example"),
//!     Entrant::new(EntrantId(2), "Bo Sample"),
//! ];
//! event.played.push(Round {
//!     games: vec![Game::new(
//!         EntrantId(1),
//!         EntrantId(2),
//!         GameResult::played(HalfDiscs::discs(40), HalfDiscs::discs(24)),
//!     )],
//!     ..Round::default()
//! });
//! let table = standings(&event, 1);
//! assert_eq!(table.rows[0].id, EntrantId(1));
//! assert_eq!(table.rows[0].bq.to_string(), "40");
//! assert_eq!(table.rows[1].bq.to_string(), "30");
//! ```
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod bq;
mod bq_sum;
pub mod course;
mod date;
mod discs;
mod entrant;
mod event;
mod group_a;
mod hand_lots;
mod list_name;
pub mod lists;
pub mod matches;
mod next_round;
mod official_score;
mod prizes;
mod record;
mod result;
mod round;
mod round_input;
pub mod running;
mod standings;
mod tie_break;
mod withdrawal;

pub use bq::{Bq, PointSum, brightwell};
pub use bq_sum::{BqRow, BqSum, Counted, Substitution, bq_sum};
pub use date::{CivilDate, DateError};
pub use discs::{DiscCount, DiscDifference};
pub use entrant::{Additional, Entrant, Gender};
pub use event::{Event, ROUNDS_MAX};
pub use group_a::is_in_group_a;
pub use hand_lots::{HAND_LOTS_MAX, HandLots, LotsFor, WITNESSES_MAX};
pub use list_name::ListName;
pub use lists::{
    PlaceTeam, TEAM_COUNTS, TeamCategory, TeamPlace, TeamStep, place_teams, place_teams_of,
};
pub use next_round::{NextRound, NotPaired, Paired, pair_next, round_robin_table};
pub use official_score::{ScoreProblem, check_awarded_score, check_score};
pub use outflank_event::TextError as ListNameError;
pub use outflank_pairing::{Colour, EntrantId, HalfPoints, Place, RoundNumber, Seed};
/// One value for Black and one for White.
pub use outflank_rulebook::BySide as ByColour;
pub use prizes::{
    Money, PRIZE_MAX, PRIZES_MAX, PrizeFund, PrizeRow, Ranked, TiedPrizes, prize_list,
};
pub use record::{Happened, Record, Records};
pub use result::{GameResult, Settled};
pub use round::{Game, Round, Scope, Stage};
pub use round_input::{played_round, round_input, round_input_as_played};
pub use standings::{Standing, Standings, standings};
pub use tie_break::{Draw, DrawnBy, Step};
pub use withdrawal::{Cause, Withdrawal, withdrawals, withdrawn_by_missing};
