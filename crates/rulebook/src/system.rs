//! The playing system by number of players, and the constant C.

use crate::axes::tournament::PlayingSystem;
use crate::rulebook::Rulebook;
use crate::value::BqConstant;

/// A way to play a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// All players meet twice.
    DoubleRoundRobin,
    /// All players meet once.
    RoundRobin,
    /// A Swiss in which two players may meet twice.
    ModifiedSwiss,
    /// A Swiss in which no two players meet twice.
    Swiss,
}

impl std::fmt::Display for System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DoubleRoundRobin => "double round robin",
            Self::RoundRobin => "single round robin",
            Self::ModifiedSwiss => "modified Swiss",
            Self::Swiss => "unmodified Swiss",
        })
    }
}

impl System {
    /// How often two players may meet.
    pub fn max_meetings(self) -> u16 {
        match self {
            Self::DoubleRoundRobin | Self::ModifiedSwiss => 2,
            Self::RoundRobin | Self::Swiss => 1,
        }
    }
}

/// A playing system with its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    pub system: System,
    pub rounds: u16,
    /// All games of all rounds.
    pub games: u32,
}

/// The system a rulebook asks for.
///
/// ```
/// use outflank_rulebook::{System, plan, shipped};
/// let wof = shipped("wof").expect("shipped");
/// assert_eq!(plan(wof, 60).system, System::Swiss);
/// assert_eq!(plan(wof, 14).rounds, 13);
/// ```
pub fn plan(rules: &Rulebook, players: u16) -> Plan {
    let rounds = rules.rounds.value.0;
    match rules.system.value {
        PlayingSystem::BySize => match players {
            0..=8 => Plan::round_robin(System::DoubleRoundRobin, players, 2),
            9..=14 => Plan::round_robin(System::RoundRobin, players, 1),
            15..=24 => Plan::swiss(System::ModifiedSwiss, players, rounds),
            _ => Plan::swiss(System::Swiss, players, rounds),
        },
        PlayingSystem::RoundRobinIfItFits => {
            let needed = round_robin_rounds(players);
            if rounds >= needed {
                Plan::round_robin(System::RoundRobin, players, 1)
            } else {
                Plan::swiss(System::Swiss, players, rounds)
            }
        }
        PlayingSystem::Swiss => Plan::swiss(System::Swiss, players, rounds),
    }
}

/// The rounds in which everybody meets everybody once.
pub fn round_robin_rounds(players: u16) -> u16 {
    match (players, players % 2) {
        (0 | 1, _) => 0,
        (_, 0) => players - 1,
        _ => players,
    }
}

impl Plan {
    fn round_robin(system: System, players: u16, cycles: u16) -> Self {
        let pairs = u32::from(players) * u32::from(players.saturating_sub(1)) / 2;
        Self {
            system,
            rounds: cycles * round_robin_rounds(players),
            games: u32::from(cycles) * pairs,
        }
    }

    fn swiss(system: System, players: u16, rounds: u16) -> Self {
        Self {
            system,
            rounds,
            games: u32::from(rounds) * u32::from(players / 2),
        }
    }
}

/// The constant C as a fraction; whole in every rulebook but with `bq_constant = exact`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Above the line.
    pub numerator: u32,
    /// The denominator; never 0.
    pub denominator: u32,
}

/// The constant C of the Brightwell Quotient.
///
/// ```
/// use outflank_rulebook::{constant, shipped};
/// let bof = shipped("bof").expect("shipped");
/// assert_eq!(constant(bof, 64, 7).numerator, 9);
/// ```
pub fn constant(rules: &Rulebook, squares: u16, rounds: u16) -> Constant {
    let rounds = u32::from(rounds.max(1));
    let squares = u32::from(squares);
    match rules.bq_constant.value {
        BqConstant::Fixed(number) => Constant {
            numerator: u32::from(number),
            denominator: 1,
        },
        // floor(squares / rounds + 1/2), halves up (AMB-35)
        BqConstant::NearestInteger => Constant {
            numerator: (2 * squares + rounds) / (2 * rounds),
            denominator: 1,
        },
        BqConstant::Exact => Constant {
            numerator: squares,
            denominator: rounds,
        },
    }
}
