//! The tests of the engine, in one program.

mod ffo;
mod plain;
mod support;
