//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod convert;
mod csv_tables;
mod elo;
mod elo_round_trip;
mod entrants;
mod files_properties;
mod games;
mod papp;
mod rating_files;
mod tournament_file;
mod tournament_file_properties;
mod tournament_file_stages;
