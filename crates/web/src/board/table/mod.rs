//! The pages beside a board: the judge's, the clock between the players, and the door to them.
//!
//! A table's address is no secret: its code on the table card opens a door at which the round's four
//! digits or the director let a device in. What it then draws it draws itself; the page brings the words.

pub(crate) mod door;
pub(crate) mod http;

use std::collections::BTreeMap;

use outflank_desk::TournamentNow;
use outflank_desk::access::Target;
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{Phase as RoundPhase, TableNumber};

use crate::pages::words::english;

pub(crate) use door::{Doors, Waiting};

/// A table of the round that is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) round: RoundNumber,
    pub(crate) table: TableNumber,
    pub(crate) target: Target,
    pub(crate) names: [String; 2],
}

impl Seat {
    /// The table of this number in the latest round that has it and is public.
    pub(crate) fn of(now: &TournamentNow, table: u16) -> Option<Self> {
        let table = TableNumber(table);
        let rounds = now.affairs().rounds.iter().rev();
        let public = rounds.filter(|life| match life.phase {
            RoundPhase::Proposed => false,
            RoundPhase::Announced
            | RoundPhase::Started
            | RoundPhase::Finished
            | RoundPhase::Validated => true,
        });
        let (life, card) = public
            .filter_map(|life| Some((life, life.card(table)?)))
            .next()?;
        Some(Self {
            round: life.number,
            table,
            target: Target {
                round: Some(life.number),
                table: Some(table),
                entrants: card.players().to_vec(),
                ..Target::tournament(&now.id)
            },
            names: [now.name(card.black), now.name(card.white)],
        })
    }
}

/// The messages whose names begin so, as the scripts read them.
pub(crate) fn words_of(prefixes: &[&str]) -> String {
    let words = english();
    let chosen: BTreeMap<&str, &str> = words
        .keys()
        .filter(|key| prefixes.iter().any(|prefix| key.starts_with(prefix)))
        .map(|key| (key, words.say(key)))
        .collect();
    serde_json::to_string(&chosen).unwrap_or_default()
}
