//! What can be strange about a game in GGF.

/// What is strange about a game, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GgfStrange {
    #[error("the game that begins here has no ';)'; the file was cut off, copy it again")]
    NoEnd,
    /// Text where a property should be.
    #[error("'{text}' is no property such as B[F5]; correct it")]
    NoProperty { text: String },
    #[error("the game is {name}, not Othello")]
    OtherGame { name: String },
    /// Another board or other rules.
    #[error("the type '{text}' is no plain game on 8 by 8")]
    OtherType { text: String },
    /// A board that cannot be read.
    #[error("the board '{text}' is not 64 cells of *, O and - and the side to move")]
    NoBoard { text: String },
    /// A move that is no square.
    #[error("'{text}' is no move; write F5 or PA")]
    NoMove { text: String },
    /// A value that is not clear.
    #[error("{tag}[{value}] is not clear and is passed over")]
    NotClear { tag: String, value: String },
}
