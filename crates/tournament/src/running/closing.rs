//! The end of an event: titles, prizes, the final list, and the head director's signature.

use outflank_event::Timestamp;
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::ClauseId;
use serde::{Deserialize, Serialize};

use super::paired::TableNumber;
use crate::list_name::ListName;
use crate::prizes::PrizeFund;

/// The most titles of an event.
pub const TITLES_MAX: usize = 100;
/// The most prize funds of an event.
pub const FUNDS_MAX: usize = 50;

/// An additional title of the organisers: a place in a list.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTitle {
    pub title: String,
    #[serde(default)]
    pub list: ListName,
    /// The place, 1 for the best.
    pub place: u32,
}

/// A title to be won: a place of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Honour {
    pub title: String,
    #[serde(default)]
    pub list: ListName,
    /// The place, 1 for the best.
    pub place: u32,
    /// Whether a player who may not play for the title is skipped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub eligible_only: bool,
    /// Where a text says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
}

impl Honour {
    /// A title that follows from no text.
    #[must_use]
    pub fn new(title: impl Into<String>, list: ListName, place: u32) -> Self {
        Self {
            title: title.into(),
            list,
            place,
            eligible_only: false,
            clause: None,
        }
    }
}

/// A title that was won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitleAward {
    pub title: String,
    #[serde(default)]
    pub list: ListName,
    /// Who: the players who share it, or the counted members of the team.
    pub entrants: Vec<EntrantId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Where a text says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// How it was won.
    pub why: String,
}

#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPrizes {
    #[serde(default)]
    pub list: ListName,
    pub fund: PrizeFund,
    /// The players who get no prize by the organisers' terms; the next players move up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<EntrantId>,
}

/// One line of the final list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalRow {
    /// The place, 1 for the best.
    pub rank: u32,
    /// Whether the player takes no place number: withdrawn, and the rulebook's setting says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unnumbered: bool,
    /// Whether the place is shared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The place when the tie-break has separated all it can.
    pub separated: u32,
    pub id: EntrantId,
    /// What gives the player the place: `points`, `won the 1-2 playoff`.
    pub because: String,
    /// Whether the player may not play for the title.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_title: bool,
    /// Whether the player withdrew before the last round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// The final list as it was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalEdition {
    /// 1 for the first.
    pub edition: u16,
    pub at: Timestamp,
    /// Why it differs from the previous one.
    pub why: Option<String>,
    pub rows: Vec<FinalRow>,
}

/// Something that is not settled when the head director signs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum OpenMatter {
    /// Rounds that were planned are not played.
    RoundsNotPlayed { played: u16, planned: u16 },
    RoundNotClosed {
        round: RoundNumber,
        /// The progress.
        phase: String,
    },
    ResultMissing {
        round: RoundNumber,
        table: TableNumber,
    },
    /// Two different results were reported.
    ResultInQuery {
        round: RoundNumber,
        table: TableNumber,
    },
    /// A signature, a transcript or a confirmation.
    Paper {
        round: RoundNumber,
        /// What, where and of whom.
        #[serde(flatten)]
        item: super::fact::OpenItem,
    },
    MatchNotDecided {
        name: String,
        players: Vec<EntrantId>,
    },
    /// A stage of an event of one's own is not over.
    StageNotOver { name: String },
    /// Titles are to be won and were not awarded.
    TitlesNotAwarded {},
    /// A correction has changed who won a title.
    TitlesOutdated {},
}

impl std::fmt::Display for OpenMatter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::RoundsNotPlayed { played, planned } => {
                write!(f, "{played} of {planned} rounds have been played")
            }
            Self::RoundNotClosed { round, .. } => write!(f, "round {round} is not closed"),
            Self::ResultMissing { round, table } => {
                write!(f, "round {round}, table {table}: no result")
            }
            Self::ResultInQuery { round, table } => {
                write!(f, "round {round}, table {table}: two different results")
            }
            Self::Paper { round, item } => {
                let table = item.table;
                write!(f, "round {round}, table {table}: no {}", item.point)?;
                match item.of {
                    Some(of) => write!(f, " of player {of}"),
                    None => Ok(()),
                }
            }
            Self::MatchNotDecided { name, .. } => write!(f, "{name} is not decided"),
            Self::StageNotOver { name } => write!(f, "{name} is not over"),
            Self::TitlesNotAwarded {} => f.write_str("the titles have not been awarded"),
            Self::TitlesOutdated {} => f.write_str("the titles were awarded before a correction"),
        }
    }
}

/// The head director's signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedOff {
    pub at: Timestamp,
    pub open: Vec<OpenMatter>,
    /// Why the head director signed nevertheless.
    pub despite: Option<String>,
}
