//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod pages_glossary;
mod pages_rules;
mod pages_words;
