//! What a subcommand comes back with.

use std::process::ExitCode;

use outflank_desk::log::Fault;

/// The answer of a subcommand: 0 for yes, 1 for no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// The answer is no: illegal, mismatch.
    No,
    /// Part of the input could not be read; what was wrong has been said line by line.
    Unreadable,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => Self::SUCCESS,
            Answer::No => Self::from(1),
            Answer::Unreadable => Self::from(2),
        }
    }
}

/// A subcommand that could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong use or unreadable input; the message says where and what to do.
    WrongUse(String),
    /// The reader of our output has closed the pipe, as `head` does.
    PipeClosed,
}

impl Failure {
    /// A message for people.
    pub(crate) fn say(message: impl std::fmt::Display) -> Self {
        Self::WrongUse(message.to_string())
    }

    /// A log that cannot be used. A server that runs waits for its database; a program that ends says what to do.
    pub(crate) fn of_log(fault: Fault) -> Self {
        match fault {
            Fault::Away(where_and_why) => Self::say(format!(
                "PostgreSQL does not answer ({where_and_why}). Start it, or correct the host and port in --database, and try again."
            )),
            fault => Self::say(fault),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::WrongUse(format!(
                "Cannot write the output: {error}. Check where the output goes."
            )),
        }
    }
}
