//! What can be strange in PAPP's players file and workfile.

use crate::papp::line::PappNumber;

/// What is strange about a line of a file of PAPP, and what to do. Most of it stops PAPP itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PappWarning {
    /// A player's line that cannot be read.
    #[error(
        "This is not a player. Write '280016 NAME, First name {{CCC}} <1500>', or start the line with %."
    )]
    NoPlayer,
    /// Number 0 is nobody's.
    #[error("0 is not a valid player number. Give the player their own number.")]
    NumberZero,
    /// A number for the second time.
    #[error(
        "Number {number} is already taken. The first line counts. Give one of them another number."
    )]
    NumberTwice { number: PappNumber },
    /// A new player is already in the list.
    #[error(
        "The list of players already has number {number}, so PAPP would not start. Delete this line of the new players."
    )]
    NoLongerNew { number: PappNumber },
    /// `pays` or `Federation` directly under a player.
    #[error(
        "PAPP cannot read the player above, because there is no blank line before this line. Insert one."
    )]
    BlankLineMissing,
    /// A country that is no code.
    #[error(
        "The country is not a code of one to three letters. Write it as 'pays = GBR' or {{GBR}}."
    )]
    NoCountry,
    /// A change of country for an unknown number.
    #[error("Number {number} is not in the list, so its country cannot change. Check the number.")]
    NobodyToMove { number: PappNumber },
    #[error("PAPP reads only plain ASCII. Write the name without accents.")]
    NotAscii,
    /// A word PAPP would not take for a name.
    #[error(
        "PAPP does not accept '{word}' as a name. A name starts with a letter and contains only letters, digits and _ ' - ."
    )]
    OddName { word: String },
    #[error("PAPP reads the comment '{word} as a name. Write a second word after it.")]
    OneWordComment { word: String },
    /// A comment behind a back-quote, as the manual says.
    #[error("A comment begins with a back-quote. PAPP expects an apostrophe before a comment.")]
    BackQuote,
    /// Rating, country and comment in another order.
    #[error(
        "The order is not correct. PAPP reads only: number, name, {{CCC}}, <rating>, 'comment."
    )]
    OtherOrder,
    /// A rating that is no number.
    #[error("The rating is not a whole number and is ignored.")]
    NoRating,
    /// Something behind a player that is nothing known.
    #[error("Could not read '{rest}'. The player before it was read.")]
    RestOfLine { rest: String },
    /// A command the workfile does not have.
    #[error("This command is not known and is ignored.")]
    UnknownCommand,
    /// A command without its semicolon.
    #[error("The command has no ; at its end, so PAPP cannot read it. Add one.")]
    SemicolonMissing,
    /// A heading whose value cannot be read.
    #[error("Could not read the value of {header}. It is ignored.")]
    UnclearHeader { header: &'static str },
    /// An entry of the `&` list that is none.
    #[error("'{word}' is not an entry of the list. Write + or - and the player's number.")]
    NoEntry { word: String },
    /// A pair that cannot be read.
    #[error("This is not a pair. Write (005335 006903); or with the discs (005335 60 006903 04);")]
    NoPair,
    /// Discs that do not add up.
    #[error("The discs of both players do not add up to 64. The pair was read without a result.")]
    WrongSum,
    /// A player is not registered or not present.
    #[error("{number} is not marked as present. Add +{number} to the & list before the pair.")]
    NotPresent { number: PappNumber },
    /// A player is paired against themselves.
    #[error("{number} is paired against themselves. Correct one of the numbers.")]
    PlaysHimself { number: PappNumber },
    /// A player already has a game in this round.
    #[error("{number} already has a game in this round. Put raz-couplage; before a new pairing.")]
    PlaysTwice { number: PappNumber },
    /// A round was closed with a game that has no result.
    #[error(
        "The round is closed although the game {black} against {white} has no result. Enter the result."
    )]
    ResultMissing {
        black: PappNumber,
        white: PappNumber,
    },
}
