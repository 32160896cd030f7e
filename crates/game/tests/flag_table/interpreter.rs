//! Walks an order of happenings through the rows of a rulebook.

use super::tables::{EndedBy, FlagRules, Grant, MoveInHand, Row, Verdict};
use super::{Detection, Happening, Side};

/// How long things take at this table, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// What each clock holds at the start.
    pub(crate) main: i64,
    /// From the opponent's press to the touch of a square.
    pub(crate) think: i64,
    /// From the touch to the last flip.
    pub(crate) flip: i64,
    /// From the last flip to the press.
    pub(crate) reach: i64,
    /// From anything to the director's stop.
    pub(crate) before_stop: i64,
}

const EXTENSION: i64 = 120_000;

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Left of the time the game began with.
    Main(i64),
    /// Left of a clock that was reset to two minutes.
    Extension(i64),
    /// Left of the main time and two minutes on top.
    MainPlusTwo(i64),
    /// At zero, the flag down.
    Down,
}

/// How a game ended and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// Played to its end; the score is that of the board, with the guarantee when somebody defaulted.
    Played,
    /// Decided by a flag with this score, Black first.
    Flagged(EndedBy, u8, u8),
}

/// What must be true afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Whose flag fell first, once it was noticed and declared.
    pub(crate) defaulter: Option<Side>,
    /// Who cannot lose any more by the discs.
    pub(crate) guaranteed: Option<Side>,
    /// Black's and White's clock.
    pub(crate) clocks: [Reading; 2],
    /// Whose clock is running.
    pub(crate) running: Option<Side>,
    /// Whose flag waits until the move in hand is finished (USOA-6.3).
    pub(crate) waits_for_flips: Option<Side>,
    /// How it ended, if it did.
    pub(crate) over: Option<Over>,
}

/// Who makes the first move of a game, and who makes its last when it is played out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movers {
    pub(crate) first: Side,
    pub(crate) last: Side,
}

/// What must be true after `order`.
pub(crate) fn run(
    rules: &FlagRules,
    detection: Detection,
    timing: Timing,
    movers: Movers,
    order: &[Happening],
) -> Outcome {
    let mut table = Table {
        rules,
        detection,
        timing,
        last_mover: movers.last,
        clocks: [Reading::Main(timing.main); 2],
        to_act: movers.first,
        hand: Hand::Empty,
        unnoticed: Vec::new(),
        noticed: [0, 0],
        away: [false, false],
        waits_for_flips: false,
        unsignalled: [false, false],
        defaulter: None,
        over: None,
    };
    for happening in order {
        table.happen(*happening);
    }
    table.outcome()
}

/// How far the side to act has come with its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Empty,
    /// A square is touched, the flips are not done.
    Touched,
    /// The flips are done, the press is missing.
    Flipped,
    /// The last move of the game is flipped; only the press is missing.
    LastMoveFlipped,
}

/// A flag that fell and that nobody has noticed yet.
#[derive(Clone, Copy, Debug)]
struct Fallen {
    side: Side,
    while_away: bool,
}

#[derive(Clone)]
struct Table<'a> {
    rules: &'a FlagRules,
    detection: Detection,
    timing: Timing,
    last_mover: Side,
    clocks: [Reading; 2],
    to_act: Side,
    hand: Hand,
    /// In the order of the falls.
    unnoticed: Vec<Fallen>,
    /// How many flags of each side have been noticed.
    noticed: [u8; 2],
    away: [bool; 2],
    /// Noticed in mid-move where the move is finished first (USOA-6.3).
    waits_for_flips: bool,
    /// Whose extension has begun without the director's signal, and nothing was played since.
    unsignalled: [bool; 2],
    defaulter: Option<Side>,
    over: Option<Over>,
}

impl Table<'_> {
    fn happen(&mut self, happening: Happening) {
        match (self.over, happening) {
            // A flag that was down all along may still be claimed until the result is confirmed (AMB-23).
            (Some(Over::Played) | None, Happening::Claim) => self.notice(),
            (Some(_), _) => {}
            (None, Happening::Fall(side)) => self.fall(side),
            (None, Happening::Press) => self.complete_and_press(),
            (None, Happening::Commit) => self.touch(),
            (None, Happening::StopAndResume) => {
                self.spend(self.timing.before_stop);
                self.reset_extension();
            }
            (None, Happening::LastMove) => self.play_out(),
            (None, Happening::Leave(side)) => self.away[side.index()] = true,
        }
    }

    fn touch(&mut self) {
        if self.hand == Hand::Empty {
            self.come_back();
            self.spend(self.timing.think);
            self.hand = Hand::Touched;
            self.unsignalled = [false, false];
        }
    }

    fn complete_and_press(&mut self) {
        self.touch();
        self.flip();
        let turn_is_over = self.hand == Hand::Empty;
        if self.over.is_some() || turn_is_over {
            return;
        }
        self.come_back();
        self.spend(self.timing.reach);
        self.end_turn();
        self.unsignalled = [false, false];
    }

    /// The director has come: the extension is whole again, and the signal is given (USOA-6.7).
    fn reset_extension(&mut self) {
        for side in Side::BOTH {
            if std::mem::take(&mut self.unsignalled[side.index()]) {
                self.clocks[side.index()] = Reading::Extension(EXTENSION);
            }
        }
    }

    /// The clock of the other side runs; after the last move the game is over, and not before (USOA-6.2, WOC-IV.6.p1,
    /// BOF-gen-13, SOC-III.9.p1.a).
    fn end_turn(&mut self) {
        match self.hand {
            Hand::LastMoveFlipped => self.over = Some(Over::Played),
            Hand::Empty | Hand::Touched | Hand::Flipped => {
                self.hand = Hand::Empty;
                self.to_act = self.to_act.other();
            }
        }
    }

    fn flip(&mut self) {
        if self.hand == Hand::Touched {
            self.come_back();
            self.spend(self.timing.flip);
            self.hand = Hand::Flipped;
            self.flips_are_done();
        }
    }

    /// Whoever acts is at the table.
    fn come_back(&mut self) {
        self.away[self.to_act.index()] = false;
    }

    /// A default that waited for the flips is declared now.
    fn flips_are_done(&mut self) {
        if self.waits_for_flips {
            self.waits_for_flips = false;
            self.judge_unnoticed();
        }
    }

    fn play_out(&mut self) {
        if self.hand == Hand::LastMoveFlipped {
            return;
        }
        self.away = [false, false];
        if self.waits_for_flips {
            self.flip();
        }
        self.hand = Hand::LastMoveFlipped;
        self.to_act = self.last_mover;
        self.unsignalled = [false, false];
    }

    /// Lets time pass on the clock of the side to act.
    fn spend(&mut self, ms: i64) {
        if self.waits_for_flips {
            // The flips that USOA-6.3 asks for are not charged to the extension (AMB-24).
            return;
        }
        let clock = &mut self.clocks[self.to_act.index()];
        *clock = match *clock {
            Reading::Main(left) => Reading::Main(left - ms),
            Reading::Extension(left) => Reading::Extension(left - ms),
            Reading::MainPlusTwo(left) => Reading::MainPlusTwo(left - ms),
            // Time run after zero is discarded (AMB-26).
            Reading::Down => Reading::Down,
        };
    }

    fn fall(&mut self, side: Side) {
        if self.waits_for_flips {
            self.flip();
        }
        if self.over.is_none() && self.to_act != side && self.hand != Hand::LastMoveFlipped {
            self.complete_and_press();
        }
        let already_down = self.clocks[side.index()] == Reading::Down;
        if self.over.is_some() || self.to_act != side || already_down {
            // After the last move only the last mover's clock runs.
            return;
        }
        self.clocks[side.index()] = Reading::Down;
        self.unnoticed.push(Fallen {
            side,
            while_away: self.away[side.index()],
        });
        match self.detection {
            Detection::Automatic => self.notice(),
            Detection::Claimed => {}
        }
    }

    /// Somebody sees every flag that is down.
    fn notice(&mut self) {
        if self.mover_finishes_first() {
            self.waits_for_flips = true;
        } else {
            self.judge_unnoticed();
        }
    }

    /// Whether the flag to be judged first is that of a player in mid-move, the rulebook lets him finish, and there is
    /// play left to finish it for: a flag that ends the game ends it at once (USOA-6.7.c).
    fn mover_finishes_first(&self) -> bool {
        match self.rules.move_in_hand {
            MoveInHand::FinishedOnExtension => false,
            MoveInHand::FinishedBeforeDefault => {
                let mut judged = self.clone();
                judged.judge_unnoticed();
                let earliest = self.unnoticed.first().map(|flag| flag.side);
                let is_moving = earliest == Some(self.to_act) && self.hand == Hand::Touched;
                is_moving && judged.over.is_none()
            }
        }
    }

    /// Judges the flags that are down in the order in which they fell (USOA-6.1, AMB-22).
    fn judge_unnoticed(&mut self) {
        let fallen = std::mem::take(&mut self.unnoticed);
        let mover_fell = fallen.iter().any(|flag| flag.side == self.to_act);
        let mut with_the_first = false;
        for flag in fallen {
            let row = self.row(flag, with_the_first);
            with_the_first = with_the_first || self.defaulter.is_none();
            self.noticed[flag.side.index()] += 1;
            let defaulter = self.defaulter.unwrap_or(flag.side);
            if !matches!(row.verdict, Verdict::Over(_, _, _, EndedBy::FlagWhileAway)) {
                // "The time default rules do not apply in this case" (SOC-III.2.b).
                self.defaulter = Some(defaulter);
            }
            match row.verdict {
                // After the end of play there is nothing left to give time for.
                Verdict::GoesOn if self.over.is_some() => {}
                Verdict::GoesOn => self.grant(row.grant, flag.side),
                Verdict::Over(winner, high, low, by) => {
                    let (black, white) = match winner.side(flag.side, defaulter) {
                        Side::Black => (high, low),
                        Side::White => (low, high),
                    };
                    self.over = Some(Over::Flagged(by, black, white));
                    return;
                }
            }
        }
        // Who has completed his move has nothing left to do: the opponent's clock is the appropriate one (USOA-6.7,
        // AMB-26).
        let is_complete = matches!(self.hand, Hand::Flipped | Hand::LastMoveFlipped);
        if self.over.is_none() && mover_fell && is_complete {
            self.end_turn();
        }
    }

    /// The row for a flag, given what has been noticed so far.
    fn row(&self, flag: Fallen, with_the_first: bool) -> Row {
        if let Some(away) = self.rules.away.filter(|_| flag.while_away) {
            return away;
        }
        match (self.defaulter, self.noticed[flag.side.index()]) {
            (None, _) => self.rules.first,
            (Some(defaulter), 0) if defaulter != flag.side => {
                if with_the_first {
                    self.rules.together
                } else {
                    self.rules.others_first
                }
            }
            (Some(defaulter), _) if defaulter == flag.side => self.rules.defaulters_second,
            (Some(_), _) => self.rules.others_second,
        }
    }

    fn grant(&mut self, grant: Grant, side: Side) {
        match grant {
            Grant::Nothing => {}
            Grant::OwnToTwoMinutes => {
                self.clocks[side.index()] = Reading::Extension(EXTENSION);
                let is_called = self.detection == Detection::Automatic;
                self.unsignalled[side.index()] = is_called && self.rules.director_resets;
            }
            Grant::BothTwoExtra => {
                self.clocks[side.index()] = Reading::Extension(EXTENSION);
                let other = &mut self.clocks[side.other().index()];
                *other = match *other {
                    Reading::Main(left) => Reading::MainPlusTwo(left + EXTENSION),
                    // His own flag is down too and is judged next.
                    Reading::Down => Reading::Down,
                    reading @ (Reading::Extension(_) | Reading::MainPlusTwo(_)) => {
                        panic!("two extra minutes are given once, not on top of {reading:?}")
                    }
                };
            }
        }
    }

    fn outcome(&self) -> Outcome {
        let running = match self.over {
            Some(_) => None,
            None if self.waits_for_flips => None,
            None => Some(self.to_act),
        };
        Outcome {
            defaulter: self.defaulter,
            guaranteed: self.defaulter.map(Side::other),
            clocks: self.clocks,
            running,
            waits_for_flips: self.waits_for_flips.then_some(self.to_act),
            over: self.over,
        }
    }
}
