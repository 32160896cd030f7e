//! What can be strange in a results file.

use crate::elo::{EloId, EloRoundName};

/// What is strange about a line of a results file, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EloStrange {
    /// One of the four compulsory lines is not there.
    #[error(
        "%%{name}: is missing; the first four lines are %%Tournament:, %%Country:, %%Date:, %%Sender:"
    )]
    HeaderMissing { name: &'static str },
    /// One of the four compulsory lines stands elsewhere.
    #[error(
        "%%{name}: belongs in line {line}; the rating program wants the first four lines in order"
    )]
    HeaderElsewhere { name: &'static str, line: u32 },
    /// A heading for the second time.
    #[error("%%{name}: stands here for the second time; the first one counts")]
    HeaderTwice { name: &'static str },
    /// The date is no day.
    #[error("the date is not clear; write it as 15/11/2026")]
    NoDate,
    /// Neither a comment nor a game.
    #[error(
        "this is no game; write it as ' 13687 (40)>(24)   3515 B', or start the line with % to make it a comment"
    )]
    NoGame,
    /// A game with something behind it.
    #[error("the game is read, '{rest}' behind it is not; start it with %")]
    RestOfLine {
        /// What is behind it.
        rest: String,
    },
    /// A game of somebody with himself.
    #[error("{id} plays himself; correct one of the numbers")]
    PlaysHimself { id: EloId },
    /// A second game in one round.
    #[error(
        "{id} has two games in {round}; correct the number, or put the game under %%Added results"
    )]
    PlaysTwice { id: EloId, round: EloRoundName },
    /// The players' list does not have him.
    #[error("the players' list does not have {id}; add his line or correct the number")]
    Unlisted { id: EloId },
    /// A line of the players' list that cannot be read.
    #[error(
        "this player's line cannot be read; write it as '%_%   13687, NAME, First name, CCC, 3, 129, 1500'"
    )]
    NoPlayer,
    /// A player for the second time.
    #[error("{id} is in the list already; the first line counts")]
    PlayerTwice { id: EloId },
    /// A column of a player's line that is no number.
    #[error("the {column} '{text}' is no number; it is passed over")]
    NoNumber { column: &'static str, text: String },
}
