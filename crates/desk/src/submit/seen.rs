//! Whether what an act is about is still as it was seen.

use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, By, Fact, LeaveCause, Phase, Report, TableNumber};

use crate::declare::{About, tournament_command};
use crate::log::Seq;
use crate::refusal::{Reason, Refusal};
use crate::state::mark::Mark;
use crate::state::tournament::TournamentNow;
use crate::state::warm::StreamState;

/// Refuses what would overwrite something that was not seen.
pub(crate) fn check_seen(
    now: &TournamentNow,
    act: &Act,
    by: By,
    actor: &str,
    if_version: Option<u64>,
) -> Result<(), Refusal> {
    let declared = tournament_command(act);
    let (mark, there) = match declared.about {
        About::Table(round, table) if !declared.is_of_everything => {
            (now.result_mark(round, table), table_text(now, round, table))
        }
        About::Round(round) if !declared.is_of_everything => {
            (latest_of_round(now, round), round_text(now, round))
        }
        About::Pairing(round) => (now.round_mark(round), round_text(now, round)),
        About::Tournament | About::Entrant(_) | About::Round(_) | About::Table(..) => {
            (now.last.as_ref(), "later changes".to_owned())
        }
    };
    let Some(mark) = mark else {
        return Ok(());
    };
    let is_outdated = match (if_version, act) {
        (Some(seen), _) => mark.version.0 > seen,
        // What two players report differently is a query, which the tournament records.
        (None, Act::EnterResult(report)) if !matches!(by, By::Player(_)) => {
            return has_result(now, report).map(|_| ());
        }
        (None, Act::Propose { round, .. } | Act::ProposeByHand { round, .. }) => {
            let life = now.affairs().round(*round);
            life.is_some_and(|life| life.phase == Phase::Proposed) && mark.by != actor
        }
        (None, _) => false,
    };
    match is_outdated {
        true => Err(stale(mark, now.version, there)),
        false => Ok(()),
    }
}

/// Refuses what would overwrite something that was not seen: in a stream where everything is one thing.
pub(crate) fn check_version<S: StreamState>(
    state: &S,
    last: Option<&Mark>,
    if_version: Option<u64>,
    there: impl FnOnce() -> String,
) -> Result<(), Refusal> {
    match (if_version, last) {
        (Some(seen), Some(last)) if state.version().0 > seen => {
            Err(stale(last, state.version(), there()))
        }
        (_, _) => Ok(()),
    }
}

fn stale(mark: &Mark, version: Seq, now: String) -> Refusal {
    Refusal::desk(Reason::Stale {
        now,
        by: mark.by.clone(),
        at: mark.at,
        version: version.0,
    })
}

/// Whether the tournament has this result already; another one is refused with its author.
pub(crate) fn has_result(now: &TournamentNow, report: &Report) -> Result<bool, Refusal> {
    let (round, table) = (report.round, report.table);
    let card = now.affairs().round(round).and_then(|life| life.card(table));
    let first = card.and_then(|card| card.settled());
    let (Some(first), Some(rules)) = (first, now.rules()) else {
        return Ok(false);
    };
    let Ok(second) = report.result.clone().official(rules) else {
        // The tournament says what is wrong with it.
        return Ok(false);
    };
    match now.result_mark(round, table) {
        Some(mark) if second != *first => Err(Refusal::desk(Reason::ResultDiffers {
            round,
            table,
            first: first.clone(),
            by: mark.by.clone(),
            at: mark.at,
            version: now.version.0,
        })),
        Some(_) | None => Ok(second == *first),
    }
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
            let phase = match life.phase {
                Phase::Proposed => "a draft",
                Phase::Announced => "published",
                Phase::Started => "started",
                Phase::Finished => "finished",
                Phase::Validated => "closed",
            };
            format!("round {round} is {phase}: {}", pairs.join(", "))
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
