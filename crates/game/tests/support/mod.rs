//! A table that plays: a started game driven by commands that must be accepted.
#![expect(unreachable_pub, reason = "a module of test programs")]

use outflank_board::Side;
use outflank_game::{
    Act, By, Command, Event, Game, Opening, Rejection, TimeAsked, Timestamp, apply, decide,
};
use outflank_rulebook::{Millis, Rulebook};

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
        self.must(at.0, By::Clock, Act::Flag { player: None });
    }
}
