//! The two clocks of a game. They do not tick: they know what they showed at one moment and which of them runs.
//!
//! Time is charged to Black, to White, or to nobody while the clock stands; the three sums are the time since the
//! start, to the millisecond. Whatever is given, taken or reset is kept apart as an adjustment, so that
//! `remaining = time at the start + adjusted - charged` holds for each side.

use outflank_board::{BySide, Side};
use outflank_event::Timestamp;
use outflank_rulebook::Millis;

/// The clocks of both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    timed: bool,
    running: Option<Side>,
    since: Timestamp,
    started: Option<Timestamp>,
    frozen: bool,
    remaining: BySide<Millis>,
    charged: BySide<Millis>,
    adjusted: BySide<Millis>,
    stopped: Millis,
    fell: BySide<Option<Timestamp>>,
    turn_from: BySide<Millis>,
}

impl Clock {
    /// Clocks that show this; none if the game is not timed.
    #[must_use]
    pub fn set_to(time: Option<BySide<Millis>>) -> Self {
        let nothing = BySide::both(Millis(0));
        Self {
            timed: time.is_some(),
            running: None,
            since: Timestamp(0),
            started: None,
            frozen: false,
            remaining: time.unwrap_or(nothing),
            charged: nothing,
            adjusted: nothing,
            stopped: Millis(0),
            fell: BySide::new(None, None),
            turn_from: nothing,
        }
    }

    /// Whether there is a time limit.
    pub const fn is_timed(&self) -> bool {
        self.timed
    }

    pub const fn running(&self) -> Option<Side> {
        self.running
    }

    /// What both clocks show at a moment; less than zero where a fallen flag has not been dealt with.
    pub fn remaining(&self, at: Timestamp) -> BySide<Millis> {
        let mut clock = *self;
        clock.advance(at);
        clock.remaining
    }

    /// When the running clock will be (or was) used up, if nobody presses or stops it.
    pub fn falls_at(&self) -> Option<(Side, Timestamp)> {
        let side = self.running.filter(|_| self.timed)?;
        let left = self.remaining[side];
        (left.0 > 0).then(|| (side, self.since.plus(left)))
    }

    /// When a side's time was used up, if it is.
    #[must_use]
    pub fn fell_at(&self, side: Side, at: Timestamp) -> Option<Timestamp> {
        let mut clock = *self;
        clock.advance(at);
        clock.fell[side]
    }

    /// Time charged to each side so far.
    pub const fn charged(&self) -> BySide<Millis> {
        self.charged
    }

    /// Time since the start during which neither clock ran.
    #[must_use]
    pub const fn stopped(&self) -> Millis {
        self.stopped
    }

    /// What was given or taken beside the running of time.
    pub const fn adjusted(&self) -> BySide<Millis> {
        self.adjusted
    }

    /// The time accounted for: from the start to the last event.
    #[must_use]
    pub fn passed(&self) -> Millis {
        self.started
            .map_or(Millis(0), |started| self.since.since(started))
    }

    /// When the game started.
    #[must_use]
    pub const fn started(&self) -> Option<Timestamp> {
        self.started
    }

    /// Time used by a side in its present turn, up to the last event.
    #[must_use]
    pub fn used_in_turn(&self, side: Side) -> Millis {
        self.charged[side].minus(self.turn_from[side])
    }

    /// Charges the time up to `to` to the player whose clock runs.
    pub(crate) fn advance(&mut self, to: Timestamp) {
        if self.started.is_none() || self.frozen || to <= self.since {
            return;
        }
        let passed = to.since(self.since);
        match self.running {
            Some(side) => {
                let left = self.remaining[side];
                if self.timed && left.0 > 0 && left <= passed {
                    self.fell[side] = Some(self.since.plus(left));
                }
                self.remaining[side] = left.minus(passed);
                self.charged[side] = self.charged[side].plus(passed);
            }
            None => self.stopped = self.stopped.plus(passed),
        }
        self.since = to;
    }

    pub(crate) fn start(&mut self, at: Timestamp, side: Side) {
        if self.started.is_none() {
            self.started = Some(at);
            self.since = at;
        }
        self.run(Some(side));
    }

    pub(crate) fn run(&mut self, side: Option<Side>) {
        self.running = side;
    }

    /// The game is over: no time is counted any more.
    pub(crate) fn freeze(&mut self) {
        self.running = None;
        self.frozen = true;
    }

    /// The game goes on after all; the time in between counts as stopped.
    pub(crate) fn thaw(&mut self, at: Timestamp) {
        self.frozen = false;
        self.advance(at);
    }

    /// Gives time, or takes it where `by` is negative. An untimed clock shows nothing and stays so.
    pub(crate) fn adjust(&mut self, side: Side, by: Millis) {
        if !self.timed {
            return;
        }
        self.remaining[side] = self.remaining[side].plus(by);
        self.adjusted[side] = self.adjusted[side].plus(by);
        if self.remaining[side].0 > 0 {
            self.fell[side] = None;
        } else if self.fell[side].is_none() {
            self.fell[side] = Some(self.since);
        }
    }

    /// Makes a side's clock show this.
    pub(crate) fn set(&mut self, side: Side, to: Millis) {
        self.timed = true;
        self.adjust(side, to.minus(self.remaining[side]));
    }

    /// A turn that was recorded too early goes on: `moved` was charged to the opponent and is this side's, `used`
    /// was its time before.
    pub(crate) fn reopen_turn(&mut self, side: Side, used: Millis, moved: Millis) {
        let opponent = side.other();
        self.charged[opponent] = self.charged[opponent].minus(moved);
        self.charged[side] = self.charged[side].plus(moved);
        self.turn_from[side] = self.turn_from[side].minus(used);
        self.remaining[opponent] = self.remaining[opponent].plus(moved);
        self.remaining[side] = self.remaining[side].minus(moved);
        if self.timed {
            if self.remaining[opponent].0 > 0 {
                self.fell[opponent] = None;
            }
            if self.remaining[side].0 <= 0 && self.fell[side].is_none() {
                self.fell[side] = Some(self.since);
            }
        }
        if self.running.is_some() {
            self.running = Some(side);
        }
    }

    /// A turn of this side is over.
    pub(crate) fn mark_turn(&mut self, side: Side) {
        self.turn_from[side] = self.charged[side];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn five_minutes() -> Clock {
        let mut clock = Clock::set_to(Some(BySide::both(Millis::minutes(5))));
        clock.start(Timestamp(1000), Side::Black);
        clock
    }

    /// clauses: PAGE-equip-3.b
    #[test]
    fn the_running_clock_counts_down_and_the_other_stands() {
        let clock = five_minutes();
        let shown = clock.remaining(Timestamp(11_000));
        assert_eq!(shown, BySide::new(Millis::seconds(290), Millis::minutes(5)));
        assert_eq!(
            clock.falls_at(),
            Some((Side::Black, Timestamp(1000 + 300_000)))
        );
    }

    #[test]
    fn every_millisecond_is_charged_once() {
        let mut clock = five_minutes();
        clock.advance(Timestamp(1500));
        clock.run(None);
        clock.advance(Timestamp(1777));
        clock.run(Some(Side::White));
        clock.advance(Timestamp(2000));
        assert_eq!(clock.charged(), BySide::new(Millis(500), Millis(223)));
        assert_eq!(clock.stopped(), Millis(277));
        assert_eq!(clock.passed(), Millis(1000));
    }

    #[test]
    fn a_clock_knows_when_it_was_used_up() {
        let mut clock = five_minutes();
        assert_eq!(clock.fell_at(Side::Black, Timestamp(300_999)), None);
        clock.advance(Timestamp(400_000));
        assert_eq!(
            clock.fell_at(Side::Black, Timestamp(400_000)),
            Some(Timestamp(301_000))
        );
        clock.set(Side::Black, Millis::minutes(2));
        assert_eq!(clock.fell_at(Side::Black, Timestamp(400_000)), None);
    }
}
