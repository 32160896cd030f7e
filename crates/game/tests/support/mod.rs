//! What several test programs need: a seeded die and a table that plays.
#![allow(dead_code, unreachable_pub, missing_docs)]

use outflank_board::Side;
use outflank_game::{
    Act, By, Command, Event, Game, Opening, Rejection, TimeAsked, Timestamp, apply, decide,
};
use outflank_rulebook::{Millis, Rulebook};

/// A small generator with a fixed seed (splitmix64), so that a failure can be repeated.
pub struct Die(pub u64);

impl Die {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    pub fn side(&mut self) -> Side {
        if self.chance(2) {
            Side::Black
        } else {
            Side::White
        }
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[usize::try_from(self.below(list.len() as u64)).unwrap()]
    }
}

/// How many rounds a test runs: a tenth of the full figure, or all of it when soaking.
pub fn tenth_of(full: u64) -> u64 {
    if std::env::var_os("OUTFLANK_SOAK").is_some() {
        full
    } else {
        full / 10
    }
}

/// A game in play, driven by commands that must be accepted.
pub struct Played {
    pub rules: Rulebook,
    pub game: Game,
    pub events: Vec<Event>,
}

impl Played {
    /// A started game with this much time each.
    pub fn start(rules: &Rulebook, opening: Opening) -> Self {
        let mut played = Self {
            rules: rules.clone(),
            game: Game::new(),
            events: Vec::new(),
        };
        played.must(0, By::Director, Act::Open(Box::new(opening)));
        played.must(0, By::Director, Act::ConfirmReady);
        played.must(0, By::Director, Act::Signal);
        if played.game.clock().started().is_none() {
            let presser = played.game.turn().other();
            played.must(0, By::from(presser), Act::Press);
        }
        played
    }

    pub fn with_time(rules: &Rulebook, time: Millis) -> Self {
        let mut rules = rules.clone();
        rules.set("main_time_minimum", "none").unwrap();
        let each = outflank_board::BySide::both(time);
        Self::start(
            &rules,
            Opening {
                time: TimeAsked::Each(each),
                ..Opening::default()
            },
        )
    }

    pub fn try_do(&mut self, at: i64, by: By, act: Act) -> Result<usize, Rejection> {
        let events = decide(
            &self.rules,
            &self.game,
            Command::new(by, act),
            Timestamp(at),
        )?;
        for event in &events {
            apply(&mut self.game, event);
        }
        let count = events.len();
        self.events.extend(events);
        Ok(count)
    }

    #[track_caller]
    pub fn must(&mut self, at: i64, by: By, act: Act) {
        let shown = format!("{act:?}");
        if let Err(rejection) = self.try_do(at, by, act) {
            panic!("{by} {shown} at {at}: {} {rejection}", rejection.code());
        }
    }

    /// Lets the player on turn make his first legal move, or pass.
    pub fn move_on(&mut self, at: i64) {
        let turn = self.game.turn();
        let act = match self.game.table().moves_of(turn).first() {
            Some(square) => Act::Play { square },
            None => Act::Pass,
        };
        self.must(at, By::from(turn), act);
    }

    /// Makes this player's clock run, then lets his flag fall; the moment it fell.
    pub fn flag(&mut self, player: Side) {
        let now = self.game.table().last_at.map_or(0, |at| at.0);
        if self.game.clock().running() != Some(player) {
            self.move_on(now);
        }
        let (side, at) = self.game.falls_at().expect("a clock runs");
        assert_eq!(side, player);
        self.must(at.0, By::Clock, Act::Flag);
    }
}
