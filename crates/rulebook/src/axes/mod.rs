//! The closed enums a rulebook chooses from, one file per part of the rules.
//!
//! Data selects, code interprets: no federation is named here.

pub mod clock;
pub mod office;
pub mod officials;
pub mod play;
pub mod scoring;
pub mod tournament;

use crate::axis::choices;

choices! {
    /// A plain switch.
    Switch {
        /// no
        Off = "off",
        /// yes
        On = "on",
    }
}

impl Switch {
    /// Whether the switch is on.
    pub fn is_on(self) -> bool {
        match self {
            Self::On => true,
            Self::Off => false,
        }
    }
}
