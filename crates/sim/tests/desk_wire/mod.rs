//! A network that drops, duplicates, reorders and delays, and people who follow a game through it.
#![allow(dead_code, reason = "every test uses its own part of the network")]

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_board::{Position, Side, Square};
use outflank_desk::log::{Envelope, Seq};
use outflank_game as game;

/// Dice of their own, so that a failure prints its seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    pub(crate) fn ms(&mut self, limit: u64) -> i64 {
        i64::try_from(self.below(limit)).expect("a small number")
    }
}

/// One direction of a line. Every letter has its own delay, so that they overtake each other.
pub(crate) struct Wire<T> {
    letters: Vec<(i64, T)>,
}

impl<T: Clone> Wire<T> {
    pub(crate) const fn new() -> Self {
        Self {
            letters: Vec::new(),
        }
    }

    /// Sends a letter: one in six is lost, one in five comes twice.
    pub(crate) fn send(&mut self, dice: &mut Dice, now: i64, letter: T) {
        if dice.below(6) == 0 {
            return;
        }
        if dice.below(5) == 0 {
            self.letters
                .push((now + 20 + dice.ms(5_000), letter.clone()));
        }
        let slow = if dice.below(10) == 0 { 4_000 } else { 250 };
        self.letters.push((now + 20 + dice.ms(slow), letter));
    }

    pub(crate) fn arrived(&mut self, now: i64) -> Vec<T> {
        let (mut here, on_the_way): (Vec<_>, Vec<_>) =
            (self.letters.drain(..)).partition(|(due, _)| *due <= now);
        self.letters = on_the_way;
        here.sort_by_key(|(due, _)| *due);
        here.into_iter().map(|(_, letter)| letter).collect()
    }
}

/// Somebody who folds the events of a game as they come: in their order, each once; what is missing is asked for.
pub(crate) struct Follower {
    pub(crate) wire: Wire<Arc<Envelope>>,
    /// His question for everything after an event.
    pub(crate) question: Wire<Seq>,
    pub(crate) last: Seq,
    pub(crate) game: game::Game,
    early: BTreeMap<Seq, Arc<Envelope>>,
    asked_at: i64,
}

impl Follower {
    pub(crate) fn new() -> Self {
        Self {
            wire: Wire::new(),
            question: Wire::new(),
            last: Seq(0),
            game: game::Game::new(),
            early: BTreeMap::new(),
            asked_at: 0,
        }
    }

    /// Takes what has come; asks from time to time for what has not.
    pub(crate) fn follow(&mut self, dice: &mut Dice, now: i64) {
        for envelope in self.wire.arrived(now) {
            if envelope.content.seq > self.last {
                self.early.insert(envelope.content.seq, envelope);
            }
        }
        while let Some(envelope) = self.early.remove(&Seq(self.last.0 + 1)) {
            self.last = envelope.content.seq;
            let content = &envelope.content;
            if content.kind.starts_with("game.") {
                let event = game::Event::from_stored(&content.kind, &content.body);
                game::apply(&mut self.game, &event.expect("it was stored"));
            }
        }
        if now - self.asked_at >= 2_000 {
            self.asked_at = now;
            self.question.send(dice, now, self.last);
        }
    }
}

/// A turn of a game: who, where (nowhere is a pass), and how long he thinks.
pub(crate) type Turn = (Side, Option<Square>, i64);

/// A whole game, move by move, with the time each takes.
pub(crate) fn plan(dice: &mut Dice, longest_ms: u64) -> Vec<Turn> {
    let mut position = Position::start();
    let mut turns = Vec::new();
    while !position.is_over() {
        let side = position.to_move();
        let moves: Vec<Square> = position.legal_moves().iter().collect();
        let took = 200 + dice.ms(longest_ms);
        let (square, after) = if moves.is_empty() {
            (None, position)
        } else {
            let chosen = dice.below(moves.len() as u64);
            let square = moves[usize::try_from(chosen).expect("a small number")];
            let turned = position.with_turned(side, position.flips(side, square));
            (Some(square), turned.with_disc(side, square))
        };
        turns.push((side, square, took));
        position = after.with_to_move(side.other());
    }
    turns
}

/// How many seeds a run has.
pub(crate) fn seeds(usual: u64) -> std::ops::RangeInclusive<u64> {
    match std::env::var("OUTFLANK_SOAK") {
        Ok(value) if value == "1" => 1..=usual * 10,
        _ => 1..=usual,
    }
}
