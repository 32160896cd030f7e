//! The hash of everything a round was paired from.
//!
//! BLAKE3 over `round1`, the rulebook's own hash, and every field in a fixed order: numbers as 8
//! bytes little-endian, texts and lists with their length before them, what may be missing with a 0
//! or 1 before it. Entrants are sorted by number and the director's lists by their entries, so the
//! order of a file is of no account.

use crate::entrant::{Entrant, Float};
use crate::hand::FixedPair;
use crate::ids::{Colour, EntrantId};
use crate::input::RoundInput;
use outflank_rulebook::Rulebook;
use serde::{Deserialize, Serialize};

/// The hash of a round's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InputHash(pub [u8; 32]);

impl std::fmt::Display for InputHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The hash of what a round is paired from.
#[must_use]
pub fn input_hash(rules: &Rulebook, input: &RoundInput) -> InputHash {
    let mut writer = Writer(blake3::Hasher::new());
    writer.text("round1");
    writer.text(&rules.hash());
    writer.number(input.round.0.into());
    writer.text(&input.system.to_string());
    writer.number(input.seed.number());
    let mut entrants: Vec<&Entrant> = input.entrants.iter().collect();
    entrants.sort_by_key(|entrant| entrant.id);
    writer.number(entrants.len() as u64);
    for entrant in entrants {
        writer.entrant(entrant);
    }
    writer.hand(&input.hand);
    InputHash(*writer.0.finalize().as_bytes())
}

struct Writer(blake3::Hasher);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn maybe(&mut self, number: Option<u64>) {
        self.number(number.is_some().into());
        self.number(number.unwrap_or(0));
    }

    fn ids(&mut self, ids: &[EntrantId]) {
        let mut ids: Vec<u32> = ids.iter().map(|id| id.0).collect();
        ids.sort_unstable();
        self.number(ids.len() as u64);
        for id in ids {
            self.number(id.into());
        }
    }

    fn pairs(&mut self, pairs: &[(EntrantId, EntrantId)]) {
        let lower_first = pairs.iter().map(|&(a, b)| (a.min(b).0, a.max(b).0));
        let mut pairs: Vec<(u32, u32)> = lower_first.collect();
        pairs.sort_unstable();
        self.number(pairs.len() as u64);
        for (lower, higher) in pairs {
            self.number(lower.into());
            self.number(higher.into());
        }
    }

    fn entrant(&mut self, entrant: &Entrant) {
        self.number(entrant.id.0.into());
        self.number(entrant.points.0.into());
        self.number(entrant.place.0.into());
        self.maybe(
            entrant
                .rating
                .map(|rating| i64::from(rating).cast_unsigned()),
        );
        self.maybe(entrant.seeding.map(|place| place.0.into()));
        self.number(entrant.country.is_some().into());
        self.text(entrant.country.as_deref().unwrap_or(""));
        self.number(entrant.in_group_a.into());
        let past = &entrant.past;
        self.number(past.meetings.len() as u64);
        for meeting in &past.meetings {
            self.number(meeting.round.0.into());
            self.number(meeting.opponent.0.into());
        }
        self.number(past.colours.len() as u64);
        for colour in &past.colours {
            self.number(match colour {
                Colour::Black => 0,
                Colour::White => 1,
            });
        }
        self.number(past.floats.len() as u64);
        for float in &past.floats {
            self.number(match float {
                Float::None => 0,
                Float::Up => 1,
                Float::Down => 2,
            });
        }
        self.number(past.byes.into());
        self.number(past.default_wins.into());
    }

    fn hand(&mut self, hand: &crate::Hand) {
        self.ids(&hand.absent);
        self.ids(&hand.requested_byes);
        self.maybe(hand.bye.map(|id| id.0.into()));
        let mut fixed: Vec<(u32, u32, u64)> = (hand.fixed.iter())
            .map(|pair| match *pair {
                FixedPair::Coloured { black, white } => (black.0, white.0, 1),
                FixedPair::AnyColours(a, b) => (a.min(b).0, a.max(b).0, 0),
            })
            .collect();
        fixed.sort_unstable();
        self.number(fixed.len() as u64);
        for (one, other, coloured) in fixed {
            self.number(one.into());
            self.number(other.into());
            self.number(coloured);
        }
        self.pairs(&hand.forbidden);
        self.pairs(&hand.avoid);
    }
}
