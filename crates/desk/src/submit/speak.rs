//! The roles in which a caller may act.

use outflank_board::Side;
use outflank_game as game;
use outflank_rulebook::Rulebook;
use outflank_tournament::running::By;

use crate::access::{Action, Caller, Grant, Role, Target};
use crate::refusal::{Reason, Refusal};
use crate::state::game::Seats;
use crate::submit::assistance::by_needs;

/// The capacity that a role speaks in, if it does in a tournament.
pub(crate) const fn by_of_role(grant: &Grant) -> Option<By> {
    Some(match grant.role {
        Role::Owner | Role::Head => By::Head,
        Role::Director => By::Director,
        Role::Assistant => By::Assistant,
        Role::Judge => By::Judge,
        Role::Player => match grant.scope.entrant {
            Some(entrant) => By::Player(entrant),
            None => return None,
        },
        Role::Officer => By::Officer,
        Role::Chairman => By::Chairman,
        Role::Committee => By::Committee,
        Role::NeedsAssistant | Role::Public => return None,
    })
}

/// Whether a caller with this grant may act in that capacity.
fn may_speak_as(grant: &Grant, by: By) -> bool {
    if by_of_role(grant) == Some(by) {
        return true;
    }
    match (grant.role, by) {
        // The owner of a small event is its whole office.
        (Role::Owner, By::Player(_)) => false,
        (Role::Owner, _) => true,
        (Role::Head, By::Director | By::Assistant | By::Judge) => true,
        (Role::Director, By::Assistant | By::Judge) => true,
        _ => false,
    }
}

/// The capacity and role in which a caller acts in a tournament.
pub(crate) fn speaks(
    caller: &Caller,
    action: Action,
    target: &Target,
    wanted: Option<By>,
    rules: Option<&Rulebook>,
) -> Result<(By, Role), Refusal> {
    let grants = caller.grants_for(action, target);
    if grants.is_empty() {
        return Err(refused(caller, action, rules));
    }
    capacity(&grants, wanted, may_speak_as, by_of_role)
}

/// The capacity that is wanted, if one of the grants may speak in it; else the first that one speaks in by itself.
pub(crate) fn capacity<B: Copy + std::fmt::Display>(
    grants: &[Grant],
    wanted: Option<B>,
    may_speak_as: impl Fn(&Grant, B) -> bool,
    by_of_role: impl Fn(&Grant) -> Option<B>,
) -> Result<(B, Role), Refusal> {
    let found = grants.iter().find_map(|grant| match wanted {
        Some(by) => may_speak_as(grant, by).then_some((by, grant.role)),
        None => Some((by_of_role(grant)?, grant.role)),
    });
    found.ok_or_else(|| {
        Refusal::desk(Reason::CannotSpeakAs {
            by: wanted.map_or_else(|| "anybody".to_owned(), |by| by.to_string()),
        })
    })
}

/// The caller may not; with the clause if a text says who alone may.
pub(crate) fn refused(caller: &Caller, action: Action, rules: Option<&Rulebook>) -> Refusal {
    let plain = Refusal::not_allowed(caller, action);
    let is_assistant = |role: &Grant| role.role == Role::NeedsAssistant;
    match (action, rules, plain) {
        // An assistant does what was granted and nothing else (WOC IV.10).
        (_, Some(rules), plain) if caller.grants().iter().any(is_assistant) => {
            by_needs(rules, plain)
        }
        (Action::Penalise, Some(rules), Refusal::Desk(refused)) => {
            Refusal::by_clause(rules.who_penalises.clause(), refused.reason)
        }
        (_, _, plain) => plain,
    }
}

/// The role in which a caller acts at a table.
pub(crate) fn speaks_at_table(
    caller: &Caller,
    action: Action,
    target: &Target,
    by: game::By,
    seats: Option<&Seats>,
    rules: Option<&Rulebook>,
) -> Result<Role, Refusal> {
    let grants = caller.grants_for(action, target);
    if grants.is_empty() {
        return Err(refused(caller, action, rules));
    }
    let found = grants
        .iter()
        .find(|grant| may_speak_at_table(grant, by, seats));
    found.map(|grant| grant.role).ok_or_else(|| {
        let by = by.word().to_owned();
        let refusal = Refusal::desk(Reason::CannotSpeakAs { by });
        let is_assistant = grants.iter().any(|one| one.role == Role::NeedsAssistant);
        match rules.filter(|_| is_assistant) {
            Some(rules) => by_needs(rules, refusal),
            None => refusal,
        }
    })
}

fn may_speak_at_table(grant: &Grant, by: game::By, seats: Option<&Seats>) -> bool {
    let own = sides_of(grant, seats);
    match grant.role {
        Role::Owner | Role::Head | Role::Director => by != game::By::Clock,
        // The recorder of a real board acts as the player who moved; a tablet is the clock too.
        Role::Judge => match by {
            game::By::Black | game::By::White | game::By::Judge | game::By::Clock => true,
            game::By::Director | game::By::Assistant(_) => false,
        },
        Role::Assistant => matches!(by, game::By::Black | game::By::White),
        Role::Player => by.player().is_some_and(|side| own == Some(side)),
        Role::NeedsAssistant => match by {
            game::By::Assistant(side) => own == Some(side),
            game::By::Black
            | game::By::White
            | game::By::Judge
            | game::By::Director
            | game::By::Clock => false,
        },
        Role::Officer | Role::Chairman | Role::Committee | Role::Public => false,
    }
}

/// The side of the holder of a grant.
pub(crate) fn sides_of(grant: &Grant, seats: Option<&Seats>) -> Option<Side> {
    match (grant.scope.entrant, seats) {
        (Some(entrant), Some(seats)) if entrant == seats.black => Some(Side::Black),
        (Some(entrant), Some(seats)) if entrant == seats.white => Some(Side::White),
        (Some(_), Some(_)) => None,
        (Some(_) | None, _) => grant.scope.side,
    }
}
