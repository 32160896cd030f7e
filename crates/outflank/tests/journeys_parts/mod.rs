//! Journeys, one file each.

mod day_three;
mod keyboard;
mod office;
mod paper;
mod script;
mod tabs;
mod viewer;
