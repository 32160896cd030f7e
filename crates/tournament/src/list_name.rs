//! The lists an event can have.

use outflank_event::text_form;
use serde::{Deserialize, Serialize};

/// A list of the tournament, to which standings, matches and titles belong.
///
/// ```
/// use outflank_tournament::ListName;
/// assert_eq!("women".parse(), Ok(ListName::Women));
/// assert_eq!(ListName::Stage(2).to_string(), "stage-2");
/// assert_eq!("stage-2".parse(), Ok(ListName::Stage(2)));
/// assert!("men".parse::<ListName>().is_err());
/// ```
#[derive(
    schemars::JsonSchema,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^(individual|team|women|young|special|stage-[1-9][0-9]*)$"))]
pub enum ListName {
    #[default]
    Individual,
    Team,
    Women,
    Young,
    /// The players of a special category.
    Special,
    /// The players of one stage of a custom tournament, counted from 1.
    Stage(u8),
}

impl ListName {
    /// The lists that have a name of their own.
    pub const NAMED: &[Self] = &[
        Self::Individual,
        Self::Team,
        Self::Women,
        Self::Young,
        Self::Special,
    ];

    /// The stage of an event of one's own, if it is the list of one.
    pub const fn stage(self) -> Option<u8> {
        match self {
            Self::Stage(stage) => Some(stage),
            Self::Individual | Self::Team | Self::Women | Self::Young | Self::Special => None,
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        let named = Self::NAMED.iter().find(|list| list.to_string() == text);
        let stage = || {
            let number: u8 = text.strip_prefix("stage-")?.parse().ok()?;
            let stage = Self::Stage(number);
            (number > 0 && stage.to_string() == text).then_some(stage)
        };
        named.copied().or_else(stage)
    }
}

impl std::fmt::Display for ListName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Individual => f.pad("individual"),
            Self::Team => f.pad("team"),
            Self::Women => f.pad("women"),
            Self::Young => f.pad("young"),
            Self::Special => f.pad("special"),
            Self::Stage(number) => f.pad(&format!("stage-{number}")),
        }
    }
}

text_form! {
    ListName, "a list", "individual, team, women, young, special or stage-1, stage-2 …"
}
