//! The federations' rules as typed, cited data, and what they make of a finished game.
//!
//! A [`Rulebook`] holds one value for every axis of the rules, each with its [`Source`]: a clause of the
//! federation's text, or a default of ours. Code branches on axes, never on federations. The clause
//! [`catalogue`] lists every clause of the five rule documents.
//!
//! ```
//! use outflank_board::BySide;
//! use outflank_rulebook::{outcome, shipped};
//! let japan = shipped("japan").expect("shipped");
//! let result = outcome(japan, BySide::new(33, 3), &[]).expect("36 discs fit on the board");
//! assert_eq!(result.score.black.to_string(), "47");
//! ```
#![warn(missing_docs)]
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

pub mod axes;
mod axis;
mod championships;
mod clause;
mod conduct_topic;
mod discs;
mod entry;
mod file;
mod grand_prix;
mod matches;
mod office_topic;
mod refusal;
mod rulebook;
mod score;
mod system;
mod value;

pub use outflank_board::{BySide, Side};
pub use outflank_event::{Millis, TimeError};

pub use axis::{Axis, AxisValue, Raw, Source};
pub use championships::{Championships, championships};
pub use clause::{Catalogue, Clause, ClauseId, DeskList, Group, Kind, catalogue};
pub use conduct_topic::ConductTopic;
pub use discs::{DiscsError, HalfDiscs};
pub use entry::AxisError;
pub use file::{
    FILE_BYTES_MAX, FileError, Preset, Problem, RulebookFile, parse, shipped, shipped_file,
    shipped_ids,
};
pub use grand_prix::{
    CountedEvents, GrandPrixScale, TiedPlaces, grand_prix_scale, grand_prix_scales,
};
pub use matches::{
    BySeat, Choice, DecidedBy, Match, MatchError, MatchNext, Seat, best_of_three,
    single_game_winner,
};
pub use office_topic::OfficeTopic;
pub use refusal::{Refusal, Rejection};
pub use rulebook::{About, AxisInfo, Part, Row, Rulebook, Section};
pub use score::{
    EndedBy, Flag, FlagWhen, Notice, Outcome, SQUARES, Score, ScoreError, Standing, board_score,
    forfeited, notice, outcome, resigned, standing, unrecoverable,
};
pub use system::{Constant, Plan, System, constant, plan, round_robin_rounds};
pub use value::{BqConstant, Count, ScoreLine};
