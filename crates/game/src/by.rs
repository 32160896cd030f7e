//! Who gives a command.

use std::fmt;

use outflank_board::Side;
use outflank_event::TextError;
use serde::{Deserialize, Serialize};

const WORDS: &str = "black, white, judge, director, clock, assistant_black or assistant_white";

/// The role of the sender. The desk checks that a person may act in this role; the referee checks what the
/// rulebook allows this role.
///
/// A person who records a move at a real board (such as a judge on a tablet) acts as the player who made it; `Judge` and
/// `Director` are for their own commands. Black and White are the players as seated: they keep these names when a double
/// error exchanges their colours (USOA 7.3).
#[derive(schemars::JsonSchema)]
#[schemars(extend("enum" = ["black", "white", "judge", "director", "clock", "assistant_black", "assistant_white"]))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum By {
    /// The player of the black discs.
    Black,
    /// The player of the white discs.
    White,
    Judge,
    /// The deciding official: tournament director, head director or referee.
    Director,
    /// The clock itself, when it detects a fallen flag or returns after an interruption.
    Clock,
    /// The assistant of a player with special needs. The assistant is not the player: their tasks are listed when the needs
    /// are granted, and with a primary board only the assistant can complete the turn (WOC IV.10).
    Assistant(Side),
}

impl By {
    /// Everybody who can speak.
    pub const ALL: [Self; 7] = [
        Self::Black,
        Self::White,
        Self::Judge,
        Self::Director,
        Self::Clock,
        Self::Assistant(Side::Black),
        Self::Assistant(Side::White),
    ];

    /// The word in scripts and in stored events.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Judge => "judge",
            Self::Director => "director",
            Self::Clock => "clock",
            Self::Assistant(Side::Black) => "assistant_black",
            Self::Assistant(Side::White) => "assistant_white",
        }
    }

    /// The player, if a player speaks.
    pub const fn player(self) -> Option<Side> {
        match self {
            Self::Black => Some(Side::Black),
            Self::White => Some(Side::White),
            Self::Judge | Self::Director | Self::Clock | Self::Assistant(_) => None,
        }
    }

    /// Whether the judge or the director speaks.
    pub const fn is_official(self) -> bool {
        match self {
            Self::Judge | Self::Director => true,
            Self::Black | Self::White | Self::Clock | Self::Assistant(_) => false,
        }
    }
}

impl From<Side> for By {
    fn from(player: Side) -> Self {
        match player {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<By> for &'static str {
    fn from(by: By) -> Self {
        by.word()
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
            Self::Judge => "the judge",
            Self::Director => "the director",
            Self::Clock => "the clock",
            Self::Assistant(Side::Black) => "Black's assistant",
            Self::Assistant(Side::White) => "White's assistant",
        })
    }
}

impl TryFrom<String> for By {
    type Error = TextError;

    fn try_from(word: String) -> Result<Self, TextError> {
        word.parse()
    }
}

impl std::str::FromStr for By {
    type Err = TextError;

    fn from_str(word: &str) -> Result<Self, TextError> {
        let named = Self::ALL.into_iter().find(|by| by.word() == word);
        named.ok_or_else(|| TextError::new(word, "a person at the table", WORDS))
    }
}
