//! What an event is opened with.

use outflank_event::words;
use outflank_pairing::Seed;
use outflank_rulebook::System;
use serde::{Deserialize, Serialize};

use super::custom::StagePlan;
use super::presets::Terms;
use super::time::UtcOffset;
use super::timetable::Timetable;
use crate::date::CivilDate;

/// How to create a tournament. The rulebook is an argument of `decide`, set up for its preset.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Creation {
    pub name: String,
    pub first_day: CivilDate,
    /// How far the hall's clock is ahead of UTC.
    #[serde(default)]
    pub offset: UtcOffset,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The recorded seed of every draw.
    #[serde(default)]
    pub seed: Seed,
    /// The playing system, if it differs from the rulebook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<PlaySystem>,
    /// Settings the director changes, each with its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(String, String)>,
    /// The decision of a general meeting, if a change needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general_meeting: Option<String>,
    /// The stages of a custom tournament; none for a preset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StagePlan>,
}

impl Creation {
    /// An event with everything as the rulebook says.
    #[must_use]
    pub fn new(name: impl Into<String>, first_day: CivilDate) -> Self {
        Self {
            name: name.into(),
            first_day,
            offset: UtcOffset::default(),
            host: None,
            seed: Seed::default(),
            system: None,
            set: Vec::new(),
            general_meeting: None,
            stages: Vec::new(),
        }
    }
}

/// How an event was opened: what the first event of its log holds beside the rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    pub name: String,
    /// `bof/regional`, or `bof/custom` for stages of one's own under that rulebook.
    pub preset: String,
    pub first_day: CivilDate,
    /// How far the hall's clock is ahead of UTC.
    #[serde(default)]
    pub offset: UtcOffset,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The recorded seed of every draw.
    pub seed: Seed,
    /// The playing system, if it differs from the rulebook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<PlaySystem>,
    /// The decision of a general meeting that allowed a change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general_meeting: Option<String>,
    /// The stages of an event of one's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StagePlan>,
    /// What the text asks of the event as a whole.
    pub terms: Terms,
    /// The part of the timetable that the text prints.
    #[serde(default, skip_serializing_if = "Timetable::is_empty")]
    pub timetable: Timetable,
    /// The axes the director changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
}

words! {
    /// A playing system in stored events.
    PlaySystem {
        /// All players meet twice.
        DoubleRoundRobin = "double_round_robin",
        /// All players meet once.
        RoundRobin = "round_robin",
        /// A Swiss in which two players may meet twice.
        ModifiedSwiss = "modified_swiss",
        /// A Swiss in which no two players meet twice.
        Swiss = "swiss",
    }
}

impl From<System> for PlaySystem {
    fn from(system: System) -> Self {
        match system {
            System::DoubleRoundRobin => Self::DoubleRoundRobin,
            System::RoundRobin => Self::RoundRobin,
            System::ModifiedSwiss => Self::ModifiedSwiss,
            System::Swiss => Self::Swiss,
        }
    }
}

impl From<PlaySystem> for System {
    fn from(system: PlaySystem) -> Self {
        match system {
            PlaySystem::DoubleRoundRobin => Self::DoubleRoundRobin,
            PlaySystem::RoundRobin => Self::RoundRobin,
            PlaySystem::ModifiedSwiss => Self::ModifiedSwiss,
            PlaySystem::Swiss => Self::Swiss,
        }
    }
}

impl PlaySystem {
    pub const fn is_swiss(self) -> bool {
        match self {
            Self::Swiss | Self::ModifiedSwiss => true,
            Self::RoundRobin | Self::DoubleRoundRobin => false,
        }
    }
}
