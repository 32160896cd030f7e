//! The demo championship: sixty invented people in round 9 of 13, some results in, the others to come.
//!
//! Everything follows from a seed and a moment. Every command was accepted by `decide` while the demo was
//! made, so a desk that gets them in this order has the same championship.

mod hall;
mod people;

use outflank_pairing::{Lots, RoundNumber, Seed};
use outflank_rulebook::Rulebook;
use outflank_tournament::running::{Command, Timestamp, Tournament, apply, decide, preset};

use hall::{Calendar, Hall};

/// The kind of event the demo is.
pub const DEMO_PRESET: &str = "wof/championship";
/// The round that is being played.
pub const DEMO_ROUND: RoundNumber = RoundNumber(9);
pub const DEMO_NAME: &str = "Meridian World Championship";
/// A seed that shows much: a default, a forfeit, a draw, a bye, a withdrawal, a correction.
pub const DEMO_SEED: u64 = 2027;

/// A command and when it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    pub at: Timestamp,
    pub command: Command,
}

#[derive(Clone, Debug)]
pub struct Demo {
    /// The rulebook to open it under.
    pub rules: Rulebook,
    /// What has happened, in the order of time.
    pub past: Vec<Timed>,
    /// What is going to happen: the other results of the round, and the rounds after it.
    pub coming: Vec<Timed>,
}

impl Demo {
    /// The championship as it stands now.
    #[must_use]
    pub fn tournament(&self) -> Tournament {
        let mut tournament = Tournament::new();
        for one in &self.past {
            let events = decide(&self.rules, &tournament, one.command.clone(), one.at);
            for event in events.into_iter().flatten() {
                apply(&mut tournament, &event);
            }
        }
        tournament
    }
}

/// The demo championship at this moment.
///
/// ```
/// use outflank_pairing::Seed;
/// use outflank_sim::demo::{DEMO_ROUND, DEMO_SEED, championship};
/// use outflank_tournament::running::Timestamp;
/// let seed = Seed::new(DEMO_SEED).expect("a seed");
/// let demo = championship(seed, Timestamp(1_804_000_000_000));
/// let tournament = demo.tournament();
/// let round = tournament.affairs().round(DEMO_ROUND).expect("round 9 is being played");
/// assert!(round.open_tables().count() > 10);
/// ```
#[must_use]
pub fn championship(seed: Seed, now: Timestamp) -> Demo {
    let rules = preset(DEMO_PRESET).expect("the preset is shipped");
    let calendar = Calendar::around(now);
    let mut hall = Hall::new(rules, calendar, Lots::for_purpose(seed, "demo"));
    hall.open(seed);
    for round in 1..DEMO_ROUND.0 {
        hall.play_round(RoundNumber(round));
    }
    hall.begin_round(DEMO_ROUND);
    let results = hall.results(DEMO_ROUND);
    let (early, late) = results.split_at(results.len() * 2 / 5);
    let started = calendar.start(DEMO_ROUND);
    for (n, act) in early.iter().enumerate() {
        // Spread over the time since the start.
        let part = now.since(started).0 * (n as i64 + 2) / (early.len() as i64 + 2);
        hall.at = Timestamp(started.0 + part);
        hall.give(act.clone());
    }
    let past = std::mem::take(&mut hall.given);
    hall.at = now;
    hall.finish_by_and_by(late, DEMO_ROUND);
    Demo {
        rules: hall.rules,
        past,
        coming: hall.given,
    }
}
