//! What can be strange about a game in GGF.

/// What is strange about a game, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GgfWarning {
    #[error("The game that begins here has no ';)', so the file is cut off. Copy it again.")]
    NoEnd,
    /// Text where a property should be.
    #[error("'{text}' is not a property such as B[F5]. Correct it.")]
    NoProperty { text: String },
    #[error("The game is {name}, not Othello.")]
    OtherGame { name: String },
    /// Another board or other rules.
    #[error("The type '{text}' is not a plain game on 8 by 8 squares.")]
    OtherType { text: String },
    /// A board that cannot be read.
    #[error(
        "The board '{text}' is not valid. Write 64 cells of *, O and -, then the side to move."
    )]
    NoBoard { text: String },
    /// A move that is no square.
    #[error("'{text}' is not a move. Write F5 or PA.")]
    NoMove { text: String },
    /// A value that is not clear.
    #[error("Could not read {tag}[{value}]. It is ignored.")]
    NotClear { tag: String, value: String },
}
