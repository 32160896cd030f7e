//! Texts and bytes to values and back; opens no files.
//!
//! - [`EloFile`]: results files of the World Othello Federation, in and out; [`EloDraft`] checks before one is sent
//! - [`PappPlayers`] and [`PappWorkfile`]: PAPP's players file and workfile, in
//! - [`read_players_csv`], [`read_results_csv`] and their writers: tables of players and results
//! - [`GameSheet`]: one game of any origin; [`read_ggf`], [`read_annotated`] and their writers; [`WthorGames`] and its names
//! - [`board_svg`], [`difference_chart`], [`minutes_chart`], [`rating_chart`]: boards and charts as SVG
//! - [`RatingFile`]: a results file as the rating list takes it, whole or not at all; [`read_ratings_csv`] and its writer
//! - [`tournament_file`]: the tournament file, version 1
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod annotated;
mod convert;
mod csv_tables;
mod elo;
mod game_sheet;
mod ggf;
mod papp;
mod picture;
mod text_lines;
pub mod tournament_file;
mod warning;
mod wthor;

pub use crate::annotated::{
    ANNOTATED_HEAD, AnnotatedWarning, is_annotated, read_annotated, write_annotated,
};
pub use crate::convert::csv::{players_of, results_of, tournament_of_tables};
pub use crate::convert::draft::{EloHeading, elo_draft_of};
pub use crate::convert::elo::tournament_of_elo;
pub use crate::convert::kind::FileKind;
pub use crate::convert::papp::{tournament_of_players, tournament_of_workfile};
pub use crate::convert::{ConvertNote, Converted};
pub use crate::csv_tables::cell::{guarded, unguarded};
pub use crate::csv_tables::placings::{CsvPlacing, PLACING_COLUMNS, read_placings_csv};
pub use crate::csv_tables::players::{
    CsvPlayer, CsvPlayers, PLAYER_COLUMNS, read_players_csv, write_players_csv,
};
pub use crate::csv_tables::ratings::{
    CsvRating, RATING_COLUMNS, read_ratings_csv, write_ratings_csv,
};
pub use crate::csv_tables::results::{
    CsvResult, CsvResults, CsvWhat, RESULT_COLUMNS, read_results_csv, write_results_csv,
};
pub use crate::csv_tables::warning::CsvWarning;
pub use crate::elo::ascii::ascii_form;
pub use crate::elo::date::EloDays;
pub use crate::elo::export::{
    DecidedNote, DraftEntrant, DraftEntry, DraftRound, EloDraft, LeavingCheck, LeftOut, LeftOutNote,
};
pub use crate::elo::name::{ELO_NAME_CHARS_MAX, EloNameError, OfDay, elo_file_name};
pub use crate::elo::problem::{ExportProblem, Field};
pub use crate::elo::rating_file::{MADE_UP_FROM, RatingFault, RatingFile, RatingProblem};
pub use crate::elo::read::EloReading;
pub use crate::elo::warning::EloWarning;
pub use crate::elo::{
    EloFile, EloGame, EloId, EloPlayer, EloRound, EloRoundName, EloTally, Known, WOF_NUMBER_MAX,
};
pub use crate::game_sheet::{
    GameSheet, SheetClock, SheetDate, SheetEnding, SheetImproper, SheetMove, SheetPlayer,
    SheetProblem, SheetReplay, SheetResult,
};
pub use crate::ggf::{GgfGame, GgfLeftOut, GgfReading, GgfWarning, read_ggf, write_ggf};
pub use crate::papp::line::{PappNumber, PappPerson};
pub use crate::papp::players::PappPlayers;
pub use crate::papp::warning::PappWarning;
pub use crate::papp::workfile::{Millionths, PappGame, PappReading, PappRound, PappWorkfile};
pub use crate::picture::{
    BoardDrawing, Edges, Paint, board_svg, difference_chart, minutes_chart, rating_chart,
};
pub use crate::text_lines::LINES_MAX;
pub use crate::warning::{ParseWarning, Used, WarningCause};
pub use crate::wthor::{
    WthorContent, WthorDay, WthorError, WthorFiles, WthorGame, WthorGames, WthorHeader,
    WthorLeftOut, WthorLeftOutWhy, WthorNameKind, WthorNames, WthorReading, WthorWarning,
    wthor_of_sheets,
};
pub use outflank_federation::rating::PlayerNumber;
