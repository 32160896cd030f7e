//! Boards and charts as SVG text: one drawing for pages, prints and pictures.

mod board;
mod chart;
mod glyphs;
mod paint;
mod rating_chart;

pub use board::{BoardDrawing, Edges, board_svg};
pub use chart::{difference_chart, minutes_chart};
pub use paint::Paint;
pub use rating_chart::rating_chart;
