//! An event of the director's own design: a list of stages.

use serde::{Deserialize, Serialize};

use crate::event::ROUNDS_MAX;

/// The most stages of an event.
pub const STAGES_MAX: usize = 16;
pub const KNOCK_OUT_MAX: u16 = 256;
/// The most groups of one stage.
pub const GROUPS_MAX: u16 = 128;

/// One stage of a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagePlan {
    /// The name shown to people.
    pub name: String,
    pub play: StagePlay,
    /// What its games count for.
    pub counts: StageCounts,
}

#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum StagePlay {
    Swiss {
        rounds: u16,
    },
    Groups {
        groups: u16,
        /// How often all players meet: once or twice.
        cycles: u16,
        /// How many players of each group qualify.
        advance: u16,
    },
    KnockOut {
        /// How many start: a power of two.
        players: u16,
        /// Games of a match: one, or the best of three.
        games: u16,
        /// Whether third place is played for.
        third_place: bool,
    },
    /// A Swiss for the players who did not qualify.
    ConsolationSwiss {
        rounds: u16,
    },
    /// A final of the first two, or semi-finals and final of the first four.
    Final {
        of: u16,
        /// Games of a match: one, or the best of three.
        games: u16,
    },
}

impl StagePlay {
    /// Whether it has standings of its own, as every Swiss has.
    pub const fn is_swiss(self) -> bool {
        matches!(self, Self::Swiss { .. } | Self::ConsolationSwiss { .. })
    }
}

/// What the games of a stage count for.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageCounts {
    /// Points of the tournament.
    pub points: bool,
    pub bq: bool,
    pub rating: bool,
    pub places: bool,
}

impl StageCounts {
    /// Everything, as in the rounds of a Swiss.
    pub const ALL: Self = Self {
        points: true,
        bq: true,
        rating: true,
        places: true,
    };
    /// Ratings and places only, as in finals.
    pub const PLACES: Self = Self {
        points: false,
        bq: false,
        rating: true,
        places: true,
    };
}

/// Why a list of stages makes no event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StageProblem {
    /// None, or too many.
    #[error(
        "A tournament has 1 to {STAGES_MAX} stages, but this one has {0}. Change the number of stages."
    )]
    Number(usize),
    /// A stage without a name.
    #[error("Stage {0} has no name. Give it a name.")]
    NoName(usize),
    /// A stage that needs another before it.
    #[error(
        "Stage {0} takes its players from an earlier stage, but it is the first. Put another stage before it."
    )]
    First(usize),
    /// A size that cannot be played.
    #[error("Stage {0}: {1}")]
    Size(usize, &'static str),
    #[error(
        "Stage {0} counts for the BQ but not for points. Let it count for both or for neither."
    )]
    BqWithoutPoints(usize),
}

/// Checks a list of stages.
///
/// ```
/// use outflank_tournament::running::{StageCounts, StagePlan, StagePlay, check_stages};
/// let swiss = StagePlan {
///     name: "Swiss".to_owned(),
///     play: StagePlay::Swiss { rounds: 7 },
///     counts: StageCounts::ALL,
/// };
/// let last = StagePlan {
///     name: "Final".to_owned(),
///     play: StagePlay::Final { of: 3, games: 1 },
///     counts: StageCounts::PLACES,
/// };
/// assert!(check_stages(&[swiss.clone()]).is_ok());
/// assert!(check_stages(&[swiss, last]).is_err());
/// ```
///
/// # Errors
/// The [`StageProblem`], which says what to change.
pub fn check_stages(stages: &[StagePlan]) -> Result<(), StageProblem> {
    if stages.is_empty() || stages.len() > STAGES_MAX {
        return Err(StageProblem::Number(stages.len()));
    }
    for (number, stage) in (1..).zip(stages) {
        if stage.name.trim().is_empty() {
            return Err(StageProblem::NoName(number));
        }
        if stage.counts.bq && !stage.counts.points {
            return Err(StageProblem::BqWithoutPoints(number));
        }
        check_size(stage.play).map_err(|problem| StageProblem::Size(number, problem))?;
        let follows = match stage.play {
            StagePlay::ConsolationSwiss { .. } => true,
            StagePlay::Swiss { .. }
            | StagePlay::Groups { .. }
            | StagePlay::KnockOut { .. }
            | StagePlay::Final { .. } => false,
        };
        if number == 1 && follows {
            return Err(StageProblem::First(number));
        }
    }
    Ok(())
}

fn check_size(play: StagePlay) -> Result<(), &'static str> {
    let check = |holds: bool, problem: &'static str| if holds { Ok(()) } else { Err(problem) };
    let games = |games: u16| {
        check(
            games == 1 || games == 3,
            "a match has one game or is the best of three.",
        )
    };
    match play {
        StagePlay::Swiss { rounds } | StagePlay::ConsolationSwiss { rounds } => check(
            (1..=ROUNDS_MAX).contains(&rounds),
            "a Swiss has 1 to 400 rounds.",
        ),
        StagePlay::Groups {
            groups,
            cycles,
            advance,
        } => {
            check(
                (1..=GROUPS_MAX).contains(&groups),
                "there must be 1 to 128 groups.",
            )?;
            check(
                (1..=2).contains(&cycles),
                "a group plays one or two cycles.",
            )?;
            check(
                advance >= 1,
                "at least one player from each group must qualify.",
            )
        }
        StagePlay::KnockOut {
            players,
            games: n,
            third_place,
        } => {
            let size = players.is_power_of_two() && (2..=KNOCK_OUT_MAX).contains(&players);
            check(size, "a knock-out starts with 2, 4, 8 … 256 players.")?;
            check(
                !third_place || players >= 4,
                "a game for third place needs at least four players.",
            )?;
            games(n)
        }
        StagePlay::Final { of, games: n } => {
            check(
                of == 2 || of == 4,
                "a final is for the first two or four players.",
            )?;
            games(n)
        }
    }
}
