//! Whether what an act is about is still as it was seen.

use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, By, Fact, LeaveCause, Phase, ResultState, TableNumber};

use crate::refusal::{Reason, Refusal};
use crate::state::mark::Mark;
use crate::state::tournament::TournamentNow;

/// What an act would overwrite.
enum Sees {
    Table(RoundNumber, TableNumber),
    /// A pairing that may be changed while nobody else has seen it.
    Pairing(RoundNumber),
    /// A round with all its tables.
    Round(RoundNumber),
    Everything,
}

fn sees(act: &Act) -> Sees {
    match act {
        Act::EnterResult(report) => Sees::Table(report.round, report.table),
        Act::Sign { round, table, .. }
        | Act::Confirm { round, table }
        | Act::Correct { round, table, .. } => Sees::Table(*round, *table),
        Act::SetHand { round, .. }
        | Act::Propose { round, .. }
        | Act::ProposeByHand { round, .. } => Sees::Pairing(*round),
        Act::Announce { round, .. }
        | Act::CallOff { round, .. }
        | Act::Start { round }
        | Act::Abandon { round, .. }
        | Act::RecordAsPlayed { round, .. }
        | Act::Validate { round } => Sees::Round(*round),
        _ => Sees::Everything,
    }
}

/// Refuses what would overwrite something that was not seen.
pub(crate) fn check_seen(
    now: &TournamentNow,
    act: &Act,
    by: By,
    actor: &str,
    if_version: Option<u64>,
) -> Result<(), Refusal> {
    let (mark, there) = match sees(act) {
        Sees::Table(round, table) => (now.result_mark(round, table), table_text(now, round, table)),
        Sees::Pairing(round) => (now.round_mark(round), round_text(now, round)),
        Sees::Round(round) => (latest_of_round(now, round), round_text(now, round)),
        Sees::Everything => (now.last.as_ref(), "later events".to_owned()),
    };
    let Some(mark) = mark else {
        return Ok(());
    };
    let stale = || {
        Err(Refusal::desk(Reason::Stale {
            now: there.clone(),
            by: mark.by.clone(),
            at: mark.at,
            version: now.version.0,
        }))
    };
    match if_version {
        Some(seen) if mark.version.0 > seen => stale(),
        Some(_) => Ok(()),
        None => match act {
            Act::EnterResult(report) => check_same_result(now, report, by, mark),
            Act::Propose { round, .. } | Act::ProposeByHand { round, .. } => {
                let is_proposed =
                    (now.affairs().round(*round)).is_some_and(|life| life.phase == Phase::Proposed);
                if is_proposed && mark.by != actor {
                    stale()
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        },
    }
}

/// Two different results for one table: the second is refused with the first. What the two players
/// themselves say differently is a query, which the tournament records.
fn check_same_result(
    now: &TournamentNow,
    report: &outflank_tournament::running::Report,
    by: By,
    mark: &Mark,
) -> Result<(), Refusal> {
    let card = (now.affairs().round(report.round)).and_then(|life| life.card(report.table));
    let (Some(card), Some(rules)) = (card, now.rules()) else {
        return Ok(());
    };
    let (Some(first), ResultState::Entered | ResultState::Confirmed) = (&card.result, card.state)
    else {
        return Ok(());
    };
    let is_other = match report.result.clone().official(rules) {
        Ok(second) => second != *first,
        Err(_) => false,
    };
    if !is_other || matches!(by, By::Player(_)) {
        return Ok(());
    }
    Err(Refusal::desk(Reason::ResultDiffers {
        round: report.round,
        table: report.table,
        first: first.clone(),
        by: mark.by.clone(),
        at: mark.at,
        version: now.version.0,
    }))
}

fn latest_of_round(now: &TournamentNow, round: RoundNumber) -> Option<&Mark> {
    let tables = (now.affairs().round(round))
        .into_iter()
        .flat_map(|life| life.cards.iter().map(|card| card.table));
    tables
        .filter_map(|table| now.result_mark(round, table))
        .chain(now.round_mark(round))
        .max_by_key(|mark| mark.version)
}

fn table_text(now: &TournamentNow, round: RoundNumber, table: TableNumber) -> String {
    let card = (now.affairs().round(round)).and_then(|life| life.card(table));
    match card.and_then(|card| card.result.as_ref()) {
        Some(result) => format!("table {table}: {result}"),
        None => format!("table {table}: no result"),
    }
}

fn round_text(now: &TournamentNow, round: RoundNumber) -> String {
    match now.affairs().round(round) {
        None => format!("round {round} is not paired"),
        Some(life) => {
            let pairs = life.cards.iter().map(|card| {
                let (table, black, white) = (card.table, card.black, card.white);
                format!("{table}: {black}-{white}")
            });
            let pairs: Vec<String> = pairs.collect();
            format!("round {round} is {}: {}", life.phase, pairs.join(", "))
        }
    }
}

/// The deciding official's decision is final: nobody else corrects or undoes it (WOC-V.1.p3).
pub(crate) fn check_final(now: &TournamentNow, act: &Act, by: By) -> Result<(), Refusal> {
    if by == By::Head {
        return Ok(());
    }
    let decided_by_head = match act {
        Act::Correct { round, table, .. } => is_decided(now, *round, *table),
        Act::RecordAsPlayed { round, games, .. } => {
            (games.iter()).any(|game| is_decided(now, *round, game.table))
        }
        Act::Undo { command } => (now.tournament.standing_events())
            .filter(|event| event.command == *command)
            .any(|event| event.by == By::Head && is_decision(&event.fact)),
        _ => false,
    };
    if decided_by_head {
        let clause = now
            .rules()
            .and_then(|rules| rules.deciding_official.clause());
        return Err(Refusal::by_clause(clause, Reason::HeadHasDecided {}));
    }
    Ok(())
}

/// Whether the result of a table is the deciding official's own decision.
fn is_decided(now: &TournamentNow, round: RoundNumber, table: TableNumber) -> bool {
    let about_it = |fact: &Fact| match fact {
        Fact::ResultEntered {
            round: r, table: t, ..
        }
        | Fact::ResultCorrected {
            round: r, table: t, ..
        } => (*r, *t) == (round, table),
        _ => false,
    };
    let events: Vec<_> = (now.tournament.standing_events())
        .filter(|event| about_it(&event.fact))
        .collect();
    events
        .last()
        .is_some_and(|event| event.by == By::Head && is_decision(&event.fact))
}

fn is_decision(fact: &Fact) -> bool {
    match fact {
        Fact::ResultEntered { result, .. } => result.is_a_ruling(),
        Fact::ResultCorrected { .. } => true,
        Fact::EntrantWithdrawn { cause, .. } => *cause == LeaveCause::Expelled,
        _ => false,
    }
}
