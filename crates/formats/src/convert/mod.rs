//! From the community's files to a tournament file and back.

pub(crate) mod csv;
pub(crate) mod draft;
pub(crate) mod elo;
pub(crate) mod kind;
pub(crate) mod papp;

use outflank_pairing::EntrantId;

use crate::elo::EloRoundName;
use crate::tournament_file::TournamentFile;

/// A tournament file made from something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    pub file: TournamentFile,
    /// What the source did not say clearly, and what was made of it.
    pub notes: Vec<ConvertNote>,
}

/// Something the source did not say clearly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConvertNote {
    /// The source has points for rounds without a game.
    #[error(
        "Player {id} has points for {byes} of {missed} rounds without a game. They are imported as byes in the first of these rounds."
    )]
    SomeByes {
        id: EntrantId,
        /// Rounds taken as byes.
        byes: usize,
        /// Rounds without a game.
        missed: usize,
    },
    /// The source's points cannot come from its games and byes.
    #[error(
        "Player {id} has {stated} half points in the list, but {counted} according to the games and byes. Check this player's results."
    )]
    OtherPoints {
        id: EntrantId,
        stated: u16,
        counted: u16,
    },
    /// A draw by its sign, with unequal discs.
    #[error(
        "The game {black} against {white} in {round} is marked as a draw. Its score is imported as 32-32."
    )]
    DrawnByDecision {
        black: EntrantId,
        white: EntrantId,
        round: EloRoundName,
    },
    /// Games after the rounds.
    #[error(
        "{games} added games are imported as {rounds} rounds of playoffs. Set the stages if they were finals."
    )]
    Added {
        games: usize,
        /// How many rounds they make.
        rounds: usize,
    },
    /// A player of whom only the number is known.
    #[error(
        "Player {id} is number {number} in the source file, which does not give the name. Enter the name."
    )]
    NoName {
        id: EntrantId,
        /// The player's number in the source.
        number: String,
    },
    /// A constant of the Brightwell Quotient that no setting has.
    #[error("The constant C of the source file is not a whole number. Set bq_constant by hand.")]
    OtherConstant,
    /// Rounds are counted without gaps.
    #[error(
        "Round {number} of the table becomes round {place} of the tournament, because there are no rows for the rounds in between. Add them."
    )]
    OtherNumber { number: u16, place: u16 },
}

/// The name lists show: `LAST, First`, or the only name there is.
pub(crate) fn list_name(last: &str, first: &str) -> String {
    match (last.trim(), first.trim()) {
        (last, "") => last.to_owned(),
        (last, first) => format!("{last}, {first}"),
    }
}

/// Family name and first names in ASCII: what stands before and behind the comma, or the last word and the rest.
pub(crate) fn ascii_names(name: &str) -> Option<(String, String)> {
    let plain = crate::elo::ascii::ascii_form(name.trim())?;
    let (last, first) = match plain.split_once(',') {
        Some((last, first)) => (last.trim().to_owned(), first.trim().to_owned()),
        None => match plain.rsplit_once(char::is_whitespace) {
            Some((first, last)) => (last.to_ascii_uppercase(), first.trim().to_owned()),
            None => (plain, String::new()),
        },
    };
    (!last.is_empty()).then_some((last, first))
}
