//! The tests of this crate, in one program: each file beside this one is a module of it.

mod diagrams;
mod properties;
mod rules;
mod transcripts;
