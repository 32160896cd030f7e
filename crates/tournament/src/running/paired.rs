//! A paired round as it is stored: who meets whom at which table, and why.

use outflank_event::{number, words};
use outflank_pairing::{Basis, EntrantId, Pair, RoundNumber};
use outflank_rulebook::ClauseId;
use serde::{Deserialize, Serialize};

use super::official::Official;
use crate::matches::MatchId;
use crate::round::Stage;

number! {
    /// A table's number in the hall, counted from 1.
    pub struct TableNumber(u16);
}

/// Two players at a table.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    pub table: TableNumber,
    pub black: EntrantId,
    pub white: EntrantId,
}

impl Seated {
    pub const fn pair(self) -> Pair {
        Pair {
            black: self.black,
            white: self.white,
        }
    }
}

words! {
    /// How a round was paired.
    PairedBy {
        /// By the rules, with a proof.
        Rules = "rules",
        /// By the director's hand.
        Hand = "hand",
    }
}

/// What a pairing costs on one level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The level's name: `colour balance`.
    pub level: String,
    /// What it rests on.
    pub basis: Basis,
    /// The values in the order they are compared.
    pub values: Vec<u64>,
}

/// A rule that even the best pairing breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bent {
    /// The level's name: `repeat meeting`.
    pub level: String,
    /// The clause, where a text has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// The pairs concerned, lower number first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(EntrantId, EntrantId)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<EntrantId>,
}

/// An unfinished game and its assumed result.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumed {
    /// The round of the unfinished game.
    pub round: RoundNumber,
    pub table: TableNumber,
    pub result: Official,
}

/// The match a game after the preliminary rounds belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// The table of the game.
    pub table: TableNumber,
    #[serde(rename = "match")]
    pub of: MatchId,
    /// Which game of it, counted from 1.
    pub game: u16,
    /// Who wins a draw, where that was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_win: Option<EntrantId>,
}

/// A whole round as paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// How it was made.
    pub by: PairedBy,
    /// The part of the event the round belongs to.
    #[serde(default, skip_serializing_if = "is_preliminary")]
    pub stage: Stage,
    /// The stages of an event of one's own that have games in the round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<u8>,
    /// The games, highest points first.
    pub games: Vec<Seated>,
    /// The matches the games belong to, after the preliminary rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contests: Vec<Contest>,
    /// Who has a bye, drawn or asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<EntrantId>,
    /// Those of them who had asked for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requested_byes: Vec<EntrantId>,
    /// Who does not play and gets nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<EntrantId>,
    /// What it costs, level by level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// What the best pairing would cost, where this one is worse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<Cost>,
    /// The rules that had to bend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bent: Vec<Bent>,
    /// Hash of all data it was paired from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Unfinished games it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<Assumed>,
}

const fn is_preliminary(stage: &Stage) -> bool {
    stage.is_counted()
}

impl Pairing {
    /// A round of these games and nothing else.
    #[must_use]
    pub const fn new(by: PairedBy, games: Vec<Seated>) -> Self {
        Self {
            by,
            stage: Stage::Swiss,
            stages: Vec::new(),
            games,
            contests: Vec::new(),
            byes: Vec::new(),
            requested_byes: Vec::new(),
            absent: Vec::new(),
            cost: Vec::new(),
            best: Vec::new(),
            bent: Vec::new(),
            input: None,
            assumed: Vec::new(),
        }
    }

    /// The match of the game at a table.
    pub fn contest(&self, table: TableNumber) -> Option<Contest> {
        let mut contests = self.contests.iter().copied();
        contests.find(|contest| contest.table == table)
    }

    /// Everybody named in it, once for each time.
    pub fn everybody(&self) -> impl Iterator<Item = EntrantId> {
        (self.games.iter())
            .flat_map(|game| [game.black, game.white])
            .chain(self.byes.iter().copied())
            .chain(self.absent.iter().copied())
    }
}
