//! Everything that was entered of a tournament.

use std::sync::Arc;

use outflank_pairing::{EntrantId, Hand, Seed};
use outflank_rulebook::{Constant, Rulebook, SQUARES, System, constant};

use crate::entrant::Entrant;
use crate::hand_lots::HandLots;
use crate::result::GameResult;
use crate::round::Round;
use crate::withdrawal::Withdrawal;

/// No tournament has more rounds; a double round robin of 200 has 398.
pub const ROUNDS_MAX: u16 = 400;

/// A tournament as far as it has come: plain values, checked by nobody.
///
/// Everything computed from it takes what is impossible without complaint: of two entries of one
/// entrant in one round the first counts, and unknown opponents have no points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rulebook with this event's settings.
    pub rules: Arc<Rulebook>,
    pub system: System,
    /// The rounds planned; the constant C may depend on them.
    pub rounds: u16,
    pub seed: Seed,
    /// The year it is played in, for the group A of the World Championship.
    pub year: Option<u16>,
    /// Everybody entered, also those who have left.
    pub entrants: Vec<Entrant>,
    /// The rounds so far.
    pub played: Vec<Round>,
    /// The withdrawals that were declared.
    pub withdrawn: Vec<Withdrawal>,
    /// The director's hand on the round to be paired.
    pub next: Hand,
    /// Lots drawn by hand, in the order of time.
    pub lots: Vec<HandLots>,
}

impl Event {
    /// An event nobody has entered yet.
    #[must_use]
    pub fn new(rules: impl Into<Arc<Rulebook>>, system: System, rounds: u16) -> Self {
        Self {
            rules: rules.into(),
            system,
            rounds,
            seed: Seed::default(),
            year: None,
            entrants: Vec::new(),
            played: Vec::new(),
            withdrawn: Vec::new(),
            next: Hand::default(),
            lots: Vec::new(),
        }
    }

    /// The rounds that make the standings.
    pub fn counted_rounds(&self) -> impl Iterator<Item = &Round> {
        self.played.iter().filter(|round| round.stage.is_counted())
    }

    /// How many rounds make the standings so far.
    pub fn rounds_played(&self) -> u16 {
        u16::try_from(self.counted_rounds().count()).unwrap_or(u16::MAX)
    }

    /// Whether all planned rounds are there and every game of them is over: before that no list is
    /// final, and no playoff or final is due (WOC-II.3).
    pub fn preliminary_rounds_are_over(&self) -> bool {
        let mut games = self.counted_rounds().flat_map(Round::counted_games);
        self.rounds_played() >= self.rounds && games.all(|game| game.result != GameResult::Pending)
    }

    /// The event as it was after this many counted rounds; all of it after the last one.
    #[must_use]
    pub fn up_to(&self, after: u16) -> Self {
        let mut event = self.clone();
        if after < event.rounds_played() {
            event.played.retain(|round| round.stage.is_counted());
            event.played.truncate(usize::from(after));
            (event.withdrawn).retain(|left| left.after_round <= after);
        }
        event
    }

    /// The entrant with this number.
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.id == id)
    }

    /// The constant C of the Brightwell Quotient in lowest terms.
    pub fn constant(&self) -> Constant {
        let given = constant(&self.rules, SQUARES, self.rounds);
        let common = greatest_common_divisor(given.numerator, given.denominator);
        Constant {
            numerator: given.numerator / common,
            denominator: given.denominator / common,
        }
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    match b {
        0 => a.max(1),
        _ => greatest_common_divisor(b, a % b),
    }
}
