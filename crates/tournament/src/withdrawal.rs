//! Leaving the tournament, by one's own word or by missing too many matches.

use std::collections::BTreeMap;

use outflank_pairing::{Colour, EntrantId, RoundNumber};
use outflank_rulebook::Rulebook;

use crate::event::Event;
use crate::result::GameResult;
use crate::round::Round;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Withdrawal {
    pub id: EntrantId,
    /// The last round before the withdrawal; 0 if the player withdrew before the first.
    pub after_round: u16,
    pub cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    Declared,
    /// The rulebook withdraws players who miss this many matches in a row (SOC-II.7.a).
    MissedMatches,
}

/// The round after which the rulebook withdraws a player who missed these rounds; nobody is
/// withdrawn under a rulebook that does not say so.
///
/// ```
/// use outflank_tournament::{RoundNumber, withdrawn_by_missing};
/// let soc = outflank_rulebook::shipped("soc").expect("shipped");
/// assert_eq!(withdrawn_by_missing(soc, &[RoundNumber(3), RoundNumber(4)]), Some(RoundNumber(4)));
/// assert_eq!(withdrawn_by_missing(soc, &[RoundNumber(3), RoundNumber(5)]), None);
/// ```
pub fn withdrawn_by_missing(rules: &Rulebook, missed: &[RoundNumber]) -> Option<RoundNumber> {
    let limit = rules.missed_to_withdraw.value?.0;
    let mut missed = missed.to_vec();
    missed.sort_unstable();
    missed.dedup();
    let mut run = 0;
    let mut last = None;
    for round in missed {
        run = if last.is_some_and(|last: RoundNumber| last.0 + 1 == round.0) {
            run + 1
        } else {
            1
        };
        last = Some(round);
        if run >= limit.max(1) {
            return Some(round);
        }
    }
    None
}

/// Everybody who has left, sorted by number: those declared, and those the rulebook withdraws.
pub fn withdrawals(event: &Event) -> Vec<Withdrawal> {
    let mut left: BTreeMap<EntrantId, Withdrawal> = BTreeMap::new();
    let automatic = missed(event).into_iter().filter_map(|(id, rounds)| {
        let after = withdrawn_by_missing(&event.rules, &rounds)?;
        Some(Withdrawal {
            id,
            after_round: after.0,
            cause: Cause::MissedMatches,
        })
    });
    for withdrawal in event.withdrawn.iter().copied().chain(automatic) {
        let entry = left.entry(withdrawal.id).or_insert(withdrawal);
        if withdrawal.after_round < entry.after_round {
            *entry = withdrawal;
        }
    }
    left.into_values().collect()
}

/// The rounds each player missed although entered: listed as absent, or paired and not there.
fn missed(event: &Event) -> BTreeMap<EntrantId, Vec<RoundNumber>> {
    let mut missed: BTreeMap<EntrantId, Vec<RoundNumber>> = BTreeMap::new();
    if event.rules.missed_to_withdraw.value.is_none() {
        return missed;
    }
    for (number, round) in (1..).zip(event.counted_rounds()) {
        for id in no_shows(round) {
            missed.entry(id).or_default().push(RoundNumber(number));
        }
    }
    missed
}

/// Players who did not show up for the entire match; a player who came too late did (SOC-II.6.b, SOC-II.7.a).
fn no_shows(round: &Round) -> Vec<EntrantId> {
    let mut ids = round.absent.clone();
    for game in round.counted_games() {
        let missed = |colour: Colour| match game.result {
            GameResult::Forfeit { by, arrived, .. } => by == colour && !arrived,
            GameResult::DoubleForfeit { arrived } => !arrived[colour],
            GameResult::Played { .. }
            | GameResult::Resigned { .. }
            | GameResult::Adjudicated { .. }
            | GameResult::Annulled
            | GameResult::Pending => false,
        };
        let players = [(Colour::Black, game.black), (Colour::White, game.white)];
        ids.extend(
            (players.iter())
                .filter(|(colour, _)| missed(*colour))
                .map(|(_, id)| *id),
        );
    }
    ids
}
