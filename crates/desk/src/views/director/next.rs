//! What the director has to do next.

use outflank_tournament::running::Phase;

use crate::views::director::DirectorView;

/// The one step that comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// There are too few players to pair.
    Register {
        /// How many there are.
        players: usize,
    },
    /// Players are to be checked in, or the first round paired.
    CheckIn {
        /// Who has not come yet.
        missing: usize,
    },
    /// A round is to be paired.
    Pair { round: u16 },
    /// A pairing is to be announced.
    Announce { round: u16 },
    /// The signal is to be given.
    Start { round: u16 },
    /// Results are to come.
    Results {
        round: u16,
        /// The tables without a settled result.
        open: Vec<u16>,
    },
    /// The round is to be closed.
    Validate { round: u16 },
    /// Matches after the preliminary rounds are due: choices first, then their round.
    Finals {
        /// The round their games make up.
        round: u16,
    },
    /// All rounds are over, and every match.
    Over,
}

impl NextStep {
    /// The round it is about.
    #[must_use]
    pub const fn round(&self) -> Option<u16> {
        match self {
            Self::Pair { round }
            | Self::Announce { round }
            | Self::Start { round }
            | Self::Results { round, .. }
            | Self::Validate { round }
            | Self::Finals { round } => Some(*round),
            Self::Register { .. } | Self::CheckIn { .. } | Self::Over => None,
        }
    }
}

impl DirectorView<'_> {
    #[must_use]
    pub fn next(&self) -> NextStep {
        let affairs = self.affairs();
        let Some(life) = affairs.rounds.last() else {
            let players = affairs.staying().count();
            if players < 2 {
                return NextStep::Register { players };
            }
            let missing = affairs.staying().filter(|(_, one)| !one.checked_in).count();
            return match missing {
                0 => NextStep::Pair { round: 1 },
                missing => NextStep::CheckIn { missing },
            };
        };
        let round = life.number.0;
        match life.phase {
            Phase::Proposed => NextStep::Announce { round },
            Phase::Announced => NextStep::Start { round },
            Phase::Started => NextStep::Results {
                round,
                open: life.open_tables().map(|table| table.0).collect(),
            },
            Phase::Finished => NextStep::Validate { round },
            Phase::Validated if round < affairs.rounds_planned() => {
                NextStep::Pair { round: round + 1 }
            }
            Phase::Validated if self.is_match_open() => NextStep::Finals { round: round + 1 },
            Phase::Validated => NextStep::Over,
        }
    }

    /// The round that can be paired now: the next, or the last one while nobody has seen it.
    #[must_use]
    pub fn round_to_pair(&self) -> Option<u16> {
        let affairs = self.affairs();
        match affairs.rounds.last() {
            Some(life) if life.phase == Phase::Proposed => Some(life.number.0),
            Some(life) if life.number.0 >= affairs.rounds_planned() => {
                self.later_round().filter(|_| self.is_match_open())
            }
            Some(_) | None => Some(affairs.next_round().0),
        }
    }

    #[must_use]
    pub fn rounds(&self) -> Vec<u16> {
        self.affairs()
            .rounds
            .iter()
            .map(|life| life.number.0)
            .collect()
    }

    #[must_use]
    pub fn rounds_planned(&self) -> u16 {
        self.affairs().rounds_planned()
    }

    /// Why the rounds left cannot be paired within the hard rules, if they cannot.
    #[must_use]
    pub fn obstacle(&self) -> Option<String> {
        let notice = outflank_tournament::running::feasibility(&self.now.tournament)?;
        Some(notice.text)
    }
}
