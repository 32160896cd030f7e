//! Boards and charts as SVG text: one drawing for pages, prints and pictures.

mod board;
mod chart;
mod glyphs;
mod paint;
mod rating_chart;

pub use crate::picture::board::{BoardDrawing, Edges, board_svg};
pub use crate::picture::chart::{difference_chart, minutes_chart};
pub use crate::picture::paint::Paint;
pub use crate::picture::rating_chart::rating_chart;
