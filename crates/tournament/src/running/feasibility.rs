//! Whether the rounds still to come can be paired at all.

use outflank_pairing::{Outlook, look_ahead};
use outflank_rulebook::axes::tournament::PairingRule;

use super::notice::Notice;
use super::state::{Opened, Tournament, TournamentState};

/// A warning if the rounds still to come cannot be paired within the hard rules.
///
/// Eight players cannot play eight rounds of a Swiss (AMB-45); it is said before the event.
pub fn feasibility(tournament: &Tournament) -> Option<Notice> {
    let now = tournament.affairs();
    outlook(now.opened.as_ref()?, now)
}

pub(crate) fn outlook(opened: &Opened, now: &TournamentState) -> Option<Notice> {
    if opened.setting.stages.len() > 1 {
        return None;
    }
    let plan = now.settled_plan(opened);
    let is_swiss =
        plan.system.max_meetings() > 0 && super::PlaySystem::from(plan.system).is_swiss();
    let next = now.next_round();
    let left = (plan.rounds + 1).checked_sub(next.0)?;
    let players = now.staying().count();
    // With twice as many players as rounds everybody always has half the field left to meet, and
    // then a round can always be paired.
    if !is_swiss || left == 0 || players >= 2 * usize::from(plan.rounds) + 2 {
        return None;
    }
    let input = now.pairing_input(opened, next).ok()?;
    let rules = &opened.rulebook;
    match look_ahead(rules, &input, left).ok()? {
        Outlook::Yes { .. } | Outlook::NotKnown => None,
        Outlook::No(obstacle) => {
            let meetings = &rules.pairing_order;
            let place = (meetings.value.iter()).position(|rule| *rule == PairingRule::Meetings);
            let clause = place.and_then(|place| meetings.clauses().into_iter().nth(place));
            Some(Notice::by(
                "rounds_cannot_be_paired",
                clause,
                obstacle.to_string(),
            ))
        }
    }
}
