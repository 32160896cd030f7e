//! A results file of the World Othello Federation (`.ELO`) as values.

pub(crate) mod ascii;
pub(crate) mod date;
pub(crate) mod export;
pub(crate) mod line;
pub(crate) mod name;
pub(crate) mod problem;
pub(crate) mod rating_file;
pub(crate) mod read;
pub(crate) mod warning;
pub(crate) mod write;

use outflank_pairing::{Colour, HalfPoints};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, DiscCount};

use crate::elo::date::EloDays;

/// The largest number of the federation's list: game lines have six places for it.
pub const WOF_NUMBER_MAX: u32 = 999_999;

/// What a federation sends to the World Othello Federation after an event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EloFile {
    pub tournament: String,
    /// The country it was played in, in words or as a code.
    pub country: String,
    /// The day or days it was played on, where the file has a day that exists.
    pub days: Option<EloDays>,
    /// Who sends the file.
    pub sender: String,
    /// The program that made the file.
    pub creator: Option<String>,
    /// When that was, as the program wrote it (`2026/11/15 18:01`).
    pub created: Option<String>,
    /// The players' list, in the order of the file; games may name others.
    pub players: Vec<EloPlayer>,
    /// The rounds with their games, in the order of the file.
    pub rounds: Vec<EloRound>,
}

/// One line of the players' list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EloPlayer {
    /// The player's number in the games.
    pub id: EloId,
    /// Whether the player is already in the federation's list.
    pub known: Known,
    pub last: String,
    /// First names; empty where there are none.
    pub first: String,
    pub country: Option<String>,
    /// Points in the event.
    pub points: Option<HalfPoints>,
    /// The column behind the points.
    pub tally: Option<EloTally>,
    /// The player's rating before the tournament.
    pub rating: Option<i32>,
}

/// A player's number in a results file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EloId {
    /// A number of the federation's list, or one proposed for a new player.
    Number(u32),
    /// Letters and digits that Storm makes up for a new player, such as `a1B2`.
    MadeUp(String),
}

/// Whether the federation's list has the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    Listed,
    /// A new player, written with a `+`.
    New,
}

/// What the column behind the points holds, which depends on the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EloTally {
    /// All discs of the event (PAPP and most others).
    Discs(DiscCount),
    /// The Brightwell Quotient (Storm, written with `.0`).
    Brightwell(u32),
}

/// The games under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EloRound {
    pub name: EloRoundName,
    pub games: Vec<EloGame>,
}

/// The heading of some games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EloRoundName {
    Number(u16),
    /// A name of Storm's that is no number, such as a final.
    Named(String),
    /// `%%Added results`: playoffs and finals.
    Added,
}

/// One game, Black first whatever the order in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EloGame {
    pub black: EloId,
    pub white: EloId,
    /// The discs; not used for ratings.
    pub discs: ByColour<HalfDiscs>,
    /// The result by the sign of the line, whatever the discs say; nobody in a draw.
    pub winner: Option<Colour>,
}

impl EloGame {
    /// Whether the sign says something else than the discs: a 32–32 playoff win, an adjudication, a slip.
    ///
    /// ```
    /// use outflank_formats::EloFile;
    /// let reading = EloFile::read(b"%%Added results\n 13687 (32)>(32)   3515 B\n");
    /// assert!(reading.file.rounds[0].games[0].is_decided_otherwise());
    /// ```
    #[must_use]
    pub fn is_decided_otherwise(&self) -> bool {
        self.winner != more(self.discs)
    }
}

/// Whether game lines have room for the number.
pub(crate) fn is_wof_number(number: u32) -> bool {
    (1..=WOF_NUMBER_MAX).contains(&number)
}

pub(crate) fn more(discs: ByColour<HalfDiscs>) -> Option<Colour> {
    match discs.black.cmp(&discs.white) {
        std::cmp::Ordering::Greater => Some(Colour::Black),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Colour::White),
    }
}

impl EloFile {
    /// All games, round after round.
    pub fn games(&self) -> impl Iterator<Item = &EloGame> {
        self.rounds.iter().flat_map(|round| &round.games)
    }

    /// Points and discs of a player as the games give them; byes are not in the file.
    #[must_use]
    pub fn tally_of(&self, id: &EloId) -> (HalfPoints, DiscCount) {
        let mut points = HalfPoints::LOSS;
        let mut discs = DiscCount(0);
        for round in &self.rounds {
            match round.name {
                EloRoundName::Number(_) => {}
                // PAPP's totals are those of the rounds; playoffs and finals come after them.
                EloRoundName::Named(_) | EloRoundName::Added => continue,
            }
            for game in &round.games {
                let (colour, own) = if game.black == *id {
                    (Colour::Black, game.discs.black)
                } else if game.white == *id {
                    (Colour::White, game.discs.white)
                } else {
                    continue;
                };
                discs = discs.and(own);
                points.0 = points.0.saturating_add(match game.winner {
                    Some(winner) if winner == colour => HalfPoints::WIN.0,
                    Some(_) => HalfPoints::LOSS.0,
                    None => HalfPoints::DRAW.0,
                });
            }
        }
        (points, discs)
    }
}

impl EloId {
    /// A number, or letters and digits; nothing else, and no zero.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.is_empty() || text.len() > 12 || !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::MadeUp(text.to_owned()));
        }
        match text.parse().ok()? {
            0 => None,
            number => Some(Self::Number(number)),
        }
    }
}

impl std::fmt::Display for EloId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::MadeUp(letters) => f.write_str(letters),
        }
    }
}

impl std::fmt::Display for EloRoundName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "round {number}"),
            Self::Named(name) => f.write_str(name),
            Self::Added => f.write_str("added results"),
        }
    }
}
