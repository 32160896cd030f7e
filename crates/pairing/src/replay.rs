//! A whole event checked again, round by round.

use crate::check_pairing::{Checked, NotAPairing, check_pairing};
use crate::entrant::Entrant;
use crate::hand::Hand;
use crate::history::{History, PlayedRound, RoundRefused};
use crate::ids::{EntrantId, Place, RoundNumber, Seed};
use crate::input::RoundInput;
use crate::tables::{Pair, Tables};
use outflank_rulebook::{Rulebook, System};

/// An event as it was entered; points, places and the past of its entrants are not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// How it is played.
    pub system: System,
    /// Its recorded seed.
    pub seed: Seed,
    /// Everybody who ever took part.
    pub entrants: Vec<Entrant>,
    /// The rounds that are over.
    pub rounds: Vec<PlayedRound>,
}

/// A round of an event: what it was paired from, and how it was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What it was, or should have been, paired from.
    pub input: RoundInput,
    /// How it was paired.
    pub tables: Tables,
}

/// Takes an event apart into its rounds.
///
/// `standings` gives the order of the entrants before a round, the best first; it decides who is to
/// have the bye. Entrants who are not in a round count as absent in it. Of several byes the one of
/// the lowest place is the bye of the odd round, if it is odd; the others were requested.
///
/// # Errors
///
/// [`RoundRefused`] when a round has an entrant twice.
pub fn recorded_rounds(
    rules: &Rulebook,
    event: &Event,
    standings: impl Fn(&History, &[Entrant]) -> Vec<EntrantId>,
) -> Result<Vec<Recorded>, RoundRefused> {
    let mut history = History::default();
    let mut recorded = Vec::with_capacity(event.rounds.len());
    for played in &event.rounds {
        let entrants = entrants_before(event, &history, &standings);
        recorded.push(record(event, &history, entrants, played));
        history.add(rules, played)?;
    }
    Ok(recorded)
}

fn entrants_before(
    event: &Event,
    history: &History,
    standings: &impl Fn(&History, &[Entrant]) -> Vec<EntrantId>,
) -> Vec<Entrant> {
    let mut entrants = event.entrants.clone();
    for entrant in &mut entrants {
        entrant.points = history.points(entrant.id);
        entrant.past = history.past(entrant.id);
    }
    let order = standings(history, &entrants);
    let last = order.len();
    for (at, entrant) in entrants.iter_mut().enumerate() {
        let place = order.iter().position(|&id| id == entrant.id);
        entrant.place = Place(place.unwrap_or(last + at) as u32 + 1);
    }
    entrants
}

fn record(
    event: &Event,
    history: &History,
    entrants: Vec<Entrant>,
    played: &PlayedRound,
) -> Recorded {
    let place = |id: &EntrantId| entrants.iter().find(|e| e.id == *id).map(|e| e.place);
    let mut byes = played.byes.clone();
    byes.sort_by_key(place);
    // Games hold an even number, so an odd number of byes makes the round odd.
    let bye = if byes.len() % 2 == 1 {
        byes.pop()
    } else {
        None
    };
    let in_round: Vec<EntrantId> = (played.games.iter())
        .flat_map(|game| [game.black, game.white])
        .chain(played.byes.iter().copied())
        .collect();
    let absent = entrants.iter().map(|entrant| entrant.id);
    let absent = absent.filter(|id| !in_round.contains(id)).collect();
    let pairs = played.games.iter().map(|game| Pair {
        black: game.black,
        white: game.white,
    });
    Recorded {
        tables: Tables {
            pairs: pairs.collect(),
            bye,
        },
        input: RoundInput {
            round: RoundNumber(history.rounds() + 1),
            system: event.system,
            seed: event.seed,
            hand: Hand {
                absent,
                requested_byes: byes,
                ..Hand::default()
            },
            entrants,
        },
    }
}

/// Checks every round of an event against the best pairing it could have had.
///
/// First rounds are left to [`crate::check_first_round`].
///
/// # Errors
///
/// The first round that is not a pairing at all, with its number.
pub fn replay(
    rules: &Rulebook,
    rounds: &[Recorded],
) -> Result<Vec<(RoundNumber, Checked)>, (RoundNumber, NotAPairing)> {
    let later = rounds
        .iter()
        .filter(|round| round.input.round > RoundNumber::FIRST);
    later
        .map(|recorded| {
            let number = recorded.input.round;
            let checked = check_pairing(rules, &recorded.input, &recorded.tables);
            checked
                .map(|checked| (number, checked))
                .map_err(|fault| (number, fault))
        })
        .collect()
}
