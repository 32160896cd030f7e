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
mod convert_csv;
mod convert_draft;
mod convert_elo;
mod convert_kind;
mod convert_papp;
mod csv_cell;
mod csv_players;
mod csv_results;
mod csv_strange;
mod csv_table;
mod elo;
mod elo_ascii;
mod elo_date;
mod elo_hindrance;
mod elo_leaving;
mod elo_line;
mod elo_name;
mod elo_read;
mod elo_strange;
mod elo_write;
mod game_sheet;
mod ggf;
mod papp_commands;
mod papp_line;
mod papp_players;
mod papp_strange;
mod papp_workfile;
mod picture;
mod placings_csv;
mod rating_csv;
mod rating_file;
mod strange_line;
mod text_lines;
pub mod tournament_file;
mod wthor;

pub use annotated::{
    ANNOTATED_HEAD, AnnotatedStrange, is_annotated, read_annotated, write_annotated,
};
pub use convert::{ConvertNote, Converted};
pub use convert_csv::{players_of, results_of, tournament_of_tables};
pub use convert_draft::{EloHeading, elo_draft_of};
pub use convert_elo::tournament_of_elo;
pub use convert_kind::FileKind;
pub use convert_papp::{tournament_of_players, tournament_of_workfile};
pub use csv_cell::{guarded, unguarded};
pub use csv_players::{CsvPlayer, CsvPlayers, PLAYER_COLUMNS, read_players_csv, write_players_csv};
pub use csv_results::{
    CsvResult, CsvResults, CsvWhat, RESULT_COLUMNS, read_results_csv, write_results_csv,
};
pub use csv_strange::CsvStrange;
pub use elo::{
    EloFile, EloGame, EloId, EloPlayer, EloRound, EloRoundName, EloTally, Known, WOF_NUMBER_MAX,
};
pub use elo_ascii::ascii_form;
pub use elo_date::EloDays;
pub use elo_hindrance::{Field, Hindrance};
pub use elo_leaving::{
    DecidedNote, DraftEntrant, DraftEntry, DraftRound, EloDraft, LeavingCheck, LeftOut, LeftOutNote,
};
pub use elo_name::{ELO_NAME_CHARS_MAX, EloNameError, OfDay, elo_file_name};
pub use elo_read::EloReading;
pub use elo_strange::EloStrange;
pub use game_sheet::{
    GameSheet, SheetClock, SheetDate, SheetEnding, SheetImproper, SheetMove, SheetPlayer,
    SheetProblem, SheetReplay, SheetResult,
};
pub use ggf::{GgfGame, GgfLeftOut, GgfReading, GgfStrange, read_ggf, write_ggf};
pub use outflank_federation::rating::PlayerNumber;
pub use papp_line::{PappNumber, PappPerson};
pub use papp_players::PappPlayers;
pub use papp_strange::PappStrange;
pub use papp_workfile::{Millionths, PappGame, PappReading, PappRound, PappWorkfile};
pub use picture::{
    BoardDrawing, Edges, Paint, board_svg, difference_chart, minutes_chart, rating_chart,
};
pub use placings_csv::{CsvPlacing, PLACING_COLUMNS, read_placings_csv};
pub use rating_csv::{CsvRating, RATING_COLUMNS, read_ratings_csv, write_ratings_csv};
pub use rating_file::{MADE_UP_FROM, RatingFault, RatingFile, RatingProblem};
pub use strange_line::{Strange, StrangeLine, Used};
pub use text_lines::LINES_MAX;
pub use wthor::{
    WthorContent, WthorDay, WthorError, WthorFiles, WthorGame, WthorGames, WthorHeader,
    WthorLeftOut, WthorLeftOutWhy, WthorNameKind, WthorNames, WthorReading, WthorStrange,
    wthor_of_sheets,
};
