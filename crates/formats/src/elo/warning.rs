//! What can be strange in a results file.

use crate::elo::{EloId, EloRoundName};

/// What is strange about a line of a results file, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EloWarning {
    /// One of the four compulsory lines is not there.
    #[error(
        "%%{name}: is missing. The first four lines must be %%Tournament:, %%Country:, %%Date: and %%Sender:."
    )]
    HeaderMissing { name: &'static str },
    /// One of the four compulsory lines stands elsewhere.
    #[error(
        "%%{name}: belongs in line {line}. The rating program expects the first four lines in order."
    )]
    HeaderElsewhere { name: &'static str, line: u32 },
    /// A heading for the second time.
    #[error("%%{name}: appears a second time. The first one counts.")]
    HeaderTwice { name: &'static str },
    /// The date is no day.
    #[error("Could not read the date. Write it as 15/11/2026.")]
    NoDate,
    /// Neither a comment nor a game.
    #[error(
        "This is not a game. Write it as ' 13687 (40)>(24)   3515 B', or start the line with % to make it a comment."
    )]
    NoGame,
    /// A game with something behind it.
    #[error("The game was read, but '{rest}' after it was not. Start that part with %.")]
    RestOfLine {
        /// What is behind it.
        rest: String,
    },
    /// A game of a player against themselves.
    #[error("{id} plays against themselves. Correct one of the numbers.")]
    PlaysHimself { id: EloId },
    /// A second game in one round.
    #[error(
        "{id} has two games in {round}. Correct the number, or put the game under %%Added results."
    )]
    PlaysTwice { id: EloId, round: EloRoundName },
    /// The player is not in the list.
    #[error("{id} is not in the list of players. Add a line for the player or correct the number.")]
    Unlisted { id: EloId },
    /// A line of the players' list that cannot be read.
    #[error(
        "Could not read this player's line. Write it as '%_%   13687, NAME, First name, CCC, 3, 129, 1500'."
    )]
    NoPlayer,
    /// A player for the second time.
    #[error("{id} is already in the list. The first line counts.")]
    PlayerTwice { id: EloId },
    /// A column of a player's line that is no number.
    #[error("The {column} '{text}' is not a number and is ignored.")]
    NoNumber { column: &'static str, text: String },
}
