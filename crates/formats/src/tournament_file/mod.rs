//! The tournament file, version 1: one event as JSON, described in `docs/tournament-file.md`.
//!
//! [`TournamentFile::read`] takes a text apart and names every field that is not as it should be;
//! [`TournamentFile::event`] puts a rulebook to it; [`TournamentFile::problems`] lists what cannot
//! have happened. [`TournamentFile::write`] writes it so that reading and writing again gives the same
//! bytes.
//!
//! ```
//! use outflank_formats::tournament_file::TournamentFile;
//! let text = r#"{"outflank": 1, "rulebook": "wof", "entrants": [
//!     {"id": 1, "name": "Ada Example"}, {"id": 2, "name": "Bo Sample"}],
//!   "played": [{"games": [{"black": 1, "white": 2, "discs": [40, 24]}]}]}"#;
//! let (file, _) = TournamentFile::read(text.as_bytes()).expect("a tournament file");
//! assert_eq!(file.played[0].games[0].discs.map(|discs| discs.black.to_string()), Some("40".to_owned()));
//! let error = TournamentFile::read(text.replace("discs", "disks").as_bytes()).expect_err("a typing error");
//! assert!(error.problems[0].to_string().starts_with("line 3: played[0].games[0]: There is no field 'disks'"));
//! ```

mod acts;
mod admission;
mod check;
mod check_round;
mod codec;
mod event;
mod fields;
mod game;
mod json;
mod lines;
mod problem;
mod read;
mod running;

pub use crate::tournament_file::acts::{Import, ImportNote, ImportStep};
pub use crate::tournament_file::game::{GameEntry, ResultWord};
pub use crate::tournament_file::lines::Lines;
pub use crate::tournament_file::problem::{Problem, ReadError, What};

use outflank_pairing::{EntrantId, Hand, Seed};
use outflank_rulebook::{Raw, System};
use outflank_tournament::running::StagePlan;
use outflank_tournament::{CivilDate, Entrant, HandLots, ListName, Stage};

/// The version this program reads and writes.
pub const VERSION: u32 = 1;

/// A larger file is refused before it is taken apart.
pub const FILE_BYTES_MAX: usize = 32 * 1024 * 1024;

/// An event as its file has it, field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentFile {
    pub name: Option<String>,
    pub rulebook: String,
    /// The rulebook's kind of event; the first one of the rulebook where none is named.
    pub event: Option<String>,
    /// The playing system, where it is not the rulebook's choice for so many entrants.
    pub system: Option<System>,
    /// The rounds planned, where they are not the rulebook's.
    pub rounds: Option<u16>,
    /// The recorded seed, where it is not 0.
    pub seed: Option<Seed>,
    /// The days of the event.
    pub days: Option<Days>,
    /// Axes the director has set, in the order of the file.
    pub set: Vec<(String, Raw)>,
    /// The stages of an event of one's own; none where the rulebook says how it goes.
    pub stages: Vec<StagePlan>,
    pub entrants: Vec<Entrant>,
    /// The rounds so far.
    pub played: Vec<RoundEntry>,
    pub withdrawn: Vec<WithdrawnEntry>,
    /// The director's hand on the round to be paired.
    pub next: Option<Hand>,
    /// Lots drawn by hand, in the order of time.
    pub lots: Vec<HandLots>,
    /// What a results file states and its games and byes do not give.
    pub unexplained: Vec<UnexplainedEntry>,
}

impl TournamentFile {
    /// A file of an event nobody has entered yet.
    #[must_use]
    pub fn new(rulebook: impl Into<String>) -> Self {
        Self {
            name: None,
            rulebook: rulebook.into(),
            event: None,
            system: None,
            rounds: None,
            seed: None,
            days: None,
            set: Vec::new(),
            stages: Vec::new(),
            entrants: Vec::new(),
            played: Vec::new(),
            withdrawn: Vec::new(),
            next: None,
            lots: Vec::new(),
            unexplained: Vec::new(),
        }
    }
}

/// The days of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Days {
    /// How many there are.
    Count(u16),
    Rounds(Vec<u16>),
    Dates(Vec<CivilDate>),
}

/// One round as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundEntry {
    /// What the round belongs to.
    pub stage: Stage,
    /// The list its playoffs or finals belong to, where its games do not say.
    pub list: Option<ListName>,
    /// Which of several matches of a stage it is, where its games do not say.
    pub match_label: Option<Raw>,
    pub games: Vec<GameEntry>,
    /// Entrants with a bye.
    pub byes: Vec<EntrantId>,
    /// Those of them who had asked for it.
    pub requested_byes: Vec<EntrantId>,
    pub absent: Vec<EntrantId>,
}

impl RoundEntry {
    /// What the round belongs to: the preliminary rounds as soon as one of its games does, else the
    /// part its games name.
    #[must_use]
    pub fn stage_of_round(&self) -> Stage {
        let stages = || self.games.iter().map(|game| game.stage_in(self));
        stages()
            .find(|stage| stage.is_counted())
            .or_else(|| stages().next())
            .unwrap_or(self.stage)
    }
}

/// A player who has withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithdrawnEntry {
    pub id: EntrantId,
    /// The last round before the withdrawal.
    pub after_round: u16,
}

/// By how much a player's line in a results file exceeds its games and byes: forfeits are
/// in no results file, and other programs count other discs for a bye. Standings pass over it; a
/// results file that is written again has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnexplainedEntry {
    pub id: EntrantId,
    pub half_points: i32,
    pub half_discs: i32,
}
