//! Costs of a pairing by level, for people and as JSON.

use std::fmt::Write as _;

use outflank_pairing::{Basis, Bent, Difference, EntrantId, LevelCost, LevelKind};
use serde::Serialize;

use crate::event_file::column;

/// One level of `pair --json` and `check --json`.
#[derive(Serialize)]
pub(crate) struct LevelJson {
    level: String,
    clause: Option<String>,
    values: Vec<u64>,
}

/// One rule that had to bend.
#[derive(Serialize)]
pub(crate) struct BentJson {
    level: String,
    clause: Option<String>,
    pairs: Vec<[EntrantId; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<EntrantId>,
}

/// One level on which two pairings differ.
#[derive(Serialize)]
pub(crate) struct DifferenceJson {
    level: String,
    clause: Option<String>,
    values: Vec<u64>,
    instead_of: Vec<u64>,
}

fn clause(basis: &Basis) -> Option<String> {
    basis.clause().map(ToString::to_string)
}

pub(crate) fn cost_json(cost: &[LevelCost]) -> Vec<LevelJson> {
    let each = |level: &LevelCost| LevelJson {
        level: level.kind.to_string(),
        clause: clause(&level.basis),
        values: level.values.clone(),
    };
    cost.iter().map(each).collect()
}

pub(crate) fn bent_json(bent: &[Bent]) -> Vec<BentJson> {
    let each = |bent: &Bent| BentJson {
        level: bent.kind.to_string(),
        clause: clause(&bent.basis),
        pairs: bent
            .pairs
            .iter()
            .map(|pair| [pair.black, pair.white])
            .collect(),
        bye: bent.bye,
    };
    bent.iter().map(each).collect()
}

pub(crate) fn differences_json(differences: &[Difference]) -> Vec<DifferenceJson> {
    let each = |one: &Difference| DifferenceJson {
        level: one.kind.to_string(),
        clause: clause(&one.basis),
        values: one.values.clone(),
        instead_of: one.instead_of.clone(),
    };
    differences.iter().map(each).collect()
}

fn values(values: &[u64]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    values.join(", ")
}

/// The levels that cost something, strongest first.
pub(crate) fn write_cost(text: &mut String, cost: &[LevelCost]) {
    for level in cost {
        let is_free = level.values.iter().all(|value| *value == 0);
        if is_free && !level.kind.is_hard() {
            continue;
        }
        let _ = writeln!(
            text,
            "  {} {}  [{}]",
            column(&level.kind.to_string(), 22),
            column(&values(&level.values), 14),
            level.basis
        );
    }
}

/// What bent, and that it needs consent.
pub(crate) fn write_bent(text: &mut String, bent: &[Bent], person: impl Fn(EntrantId) -> String) {
    for one in bent {
        let pairs = one
            .pairs
            .iter()
            .map(|pair| format!("{} – {}", person(pair.black), person(pair.white)));
        let bye = one.bye.map(|id| format!("bye for {}", person(id)));
        let who: Vec<String> = pairs.chain(bye).collect();
        let _ = writeln!(
            text,
            "RULE BROKEN: {} [{}]: {}",
            one.kind,
            one.basis,
            who.join("; ")
        );
    }
    if !bent.is_empty() {
        text.push_str(
            "No pairing keeps every rule. This draft breaks them least. The director must consent to it,\nreduce the number of rounds or pair by hand before it is published.\n",
        );
    }
}

/// Where a pairing differs from the best, strongest level first.
pub(crate) fn write_differences(text: &mut String, differences: &[Difference]) {
    for one in differences {
        let word = match one.ordering() {
            std::cmp::Ordering::Greater => "worse ",
            std::cmp::Ordering::Less => "better",
            std::cmp::Ordering::Equal => "equal ",
        };
        let _ = writeln!(
            text,
            "  {word} {} {} instead of {}  [{}]",
            column(&one.kind.to_string(), 22),
            values(&one.values),
            values(&one.instead_of),
            one.basis
        );
    }
}

/// The level that decided, in words.
pub(crate) fn decided(kind: LevelKind, basis: Option<&Basis>) -> String {
    match basis {
        Some(basis) => format!("{kind} [{basis}]"),
        None => kind.to_string(),
    }
}
