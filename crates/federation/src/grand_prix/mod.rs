//! The Grand Prix: points by place, the table of a season, and who wins it.
//!
//! | Rule | Where | Clause |
//! |---|---|---|
//! | Regionals only, and those the committee counts | [`season_table`] | BOF-gp-1, BOF-gp-8 |
//! | all of them count | [`season_table`] | BOF-gp-2 |
//! | places by game points; tied places are shared, rounded up | [`awards`] | BOF-gp-3 |
//! | everybody gets something; the table | `rulebooks/grand-prix.toml` | BOF-gp-4, BOF-gp-5 |
//! | ties for the win: best results, a play-off game, a coin | [`winner`] | BOF-gp-6 |

mod award;
mod table;
mod winner;

pub use award::{Award, Reached, awards};
pub(crate) use table::scale as scale_of;
pub use table::{Field, PointsLine, SeasonRow, SeasonTable, season_rows, season_table};
pub use winner::{Winner, compare_results, winner};
