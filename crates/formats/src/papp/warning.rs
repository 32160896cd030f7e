//! What can be strange in PAPP's players file and workfile.

use crate::papp::line::PappNumber;

/// What is strange about a line of a file of PAPP, and what to do. Most of it stops PAPP itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PappStrange {
    /// A player's line that cannot be read.
    #[error(
        "this is no player; write '280016 NAME, First name {{CCC}} <1500>', or start the line with %"
    )]
    NoPlayer,
    /// Number 0 is nobody's.
    #[error("number 0 is nobody's; give the player his own number")]
    NumberZero,
    /// A number for the second time.
    #[error(
        "number {number} is taken already; the first line counts, give one of them another number"
    )]
    NumberTwice { number: PappNumber },
    /// New players repeat somebody of the list.
    #[error(
        "the players' list has number {number} already, and PAPP would refuse to start; delete this line of the new players"
    )]
    NoLongerNew { number: PappNumber },
    /// `pays` or `Federation` directly under a player.
    #[error(
        "a blank line must stand before this line, or PAPP cannot read the player above; insert one"
    )]
    BlankLineMissing,
    /// A country that is no code.
    #[error("the country is no code of one to three letters; write it as 'pays = GBR' or {{GBR}}")]
    NoCountry,
    /// A change of country of somebody unknown.
    #[error("number {number} is not in the list; its country cannot change, check the number")]
    NobodyToMove { number: PappNumber },
    #[error("PAPP reads plain ASCII only; write the name without accents")]
    NotAscii,
    /// A word PAPP would not take for a name.
    #[error(
        "PAPP does not take '{word}' for a name: a word starts with a letter and has letters, digits, _ ' - ."
    )]
    OddName { word: String },
    #[error("PAPP takes the comment '{word} for a name; write a second word behind it")]
    OneWordComment { word: String },
    /// A comment behind a back-quote, as the manual says.
    #[error("PAPP wants an apostrophe before a comment, not a back-quote")]
    BackQuote,
    /// Rating, country and comment in another order.
    #[error("the order is number, name, {{CCC}}, <rating>, 'comment; PAPP reads no other")]
    OtherOrder,
    /// A rating that is no number.
    #[error("the rating is no whole number; it is passed over")]
    NoRating,
    /// Something behind a player that is nothing known.
    #[error("'{rest}' is not understood; the player before it is read")]
    RestOfLine { rest: String },
    /// A command the workfile does not have.
    #[error("this command is not known; it is passed over")]
    UnknownCommand,
    /// A command without its semicolon.
    #[error("the command has no ; at its end, and PAPP cannot read it; add one")]
    SemicolonMissing,
    /// A heading whose value cannot be read.
    #[error("the value of {header} is not clear; it is passed over")]
    UnclearHeader { header: &'static str },
    /// An entry of the `&` list that is none.
    #[error("'{word}' is no entry of the list; write + or - and the player's number")]
    NoEntry { word: String },
    /// A pair that cannot be read.
    #[error("this is no pair; write (005335 006903); or with the discs (005335 60 006903 04);")]
    NoPair,
    /// Discs that do not add up.
    #[error("the discs of both players must add up to 64; the pair is read without a result")]
    WrongSum,
    /// A player is not registered or not present.
    #[error("{number} is not among those present; add +{number} to the & list before the pair")]
    NotPresent { number: PappNumber },
    /// Somebody is paired with himself.
    #[error("{number} is paired with himself; correct one of the numbers")]
    PlaysHimself { number: PappNumber },
    /// Somebody has a game in this round already.
    #[error("{number} has a game in this round already; put raz-couplage; before a new pairing")]
    PlaysTwice { number: PappNumber },
    /// A round was closed with a game that has no result.
    #[error("the round is closed while the game {black} against {white} has no result; enter it")]
    ResultMissing {
        black: PappNumber,
        white: PappNumber,
    },
}
