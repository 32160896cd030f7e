//! What hinders a results file from being sent.

use crate::elo::EloId;
use crate::elo::name::EloNameError;

/// What hinders a results file from being sent, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportProblem {
    /// A compulsory line has nothing to say.
    #[error("The {field} is missing. Enter it.")]
    Missing { field: Field },
    /// A line has letters outside ASCII.
    #[error("The {field} '{text}' is not plain ASCII. Write it without accents.")]
    NotPlain { field: Field, text: String },
    /// A player has no number in the federation's list.
    #[error(
        "{who} has no WOF number. Look up the player in the WOF list, or give a new player one of your federation's numbers."
    )]
    NoWofNumber { who: String },
    /// A player has no name in ASCII.
    #[error(
        "{who} has no name in plain ASCII. Enter the family name and first names without accents and commas."
    )]
    NoAsciiName { who: String },
    /// Two entrants have the same number.
    #[error("{who} and {other} have the same WOF number. Correct one of them.")]
    SameNumber { who: String, other: String },
    /// A game of a player who is not in the list.
    #[error("A game names {who}, who is not in the list of players. Correct the game.")]
    UnknownPlayer { who: String },
    /// A figure no list has.
    #[error("The {column} of {who} is too large for the file. Correct it.")]
    UnusualFigure { who: String, column: &'static str },
    #[error("A game has {id} on both sides. Correct it.")]
    PlaysHimself { id: EloId },
    /// Rounds are counted from 1.
    #[error("A round has the number 0. Count rounds from 1.")]
    RoundZero,
    /// A score no board holds.
    #[error("The game {black} against {white} has more than 64 discs for one side. Correct it.")]
    TooManyDiscs { black: EloId, white: EloId },
    /// The file gets no name.
    #[error(transparent)]
    NoFileName(#[from] EloNameError),
}

/// A heading of a results file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Tournament,
    Country,
    Date,
    Sender,
    Creator,
    /// When the program made it.
    CreationDate,
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Tournament => "name of the tournament",
            Self::Country => "country",
            Self::Date => "date",
            Self::Sender => "sender",
            Self::Creator => "creator",
            Self::CreationDate => "creation date",
        })
    }
}
