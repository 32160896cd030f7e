//! What stands on the table: board, turn, clock, flags, and whatever is going on.

use outflank_board::{BySide, Position, Side, Square, SquareSet};
use outflank_event::{Timestamp, words};
use outflank_rulebook::{Flag, FlagWhen, Millis};
use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::Clock;
use crate::command::Fault;
use crate::fact::Turn;
use crate::needs::Help;
use crate::result::{Ending, GameResult};
use crate::setting::{ClockSide, Presence, Seat};

words! {
    /// The phase of the game.
    Phase {
        Unopened = "unopened",
        /// Open; nothing has started.
        Ready = "ready",
        /// The signal was given; White has not pressed.
        Signalled = "signalled",
        Playing = "playing",
        /// Over; the result may still be disputed.
        Over = "over",
        /// The result is final.
        Confirmed = "confirmed",
    }
}

/// The progress of the move of the player on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// No commitment yet.
    Free,
    /// A touch commits the player to one of these squares.
    Bound { squares: SquareSet },
    /// A disc is on the board.
    Placed {
        square: Square,
        /// With this colour up.
        colour: Side,
        before: Position,
        /// The board as it should be when the move is complete.
        right: Position,
        /// What is wrong with the placement.
        fault: Option<Fault>,
    },
}

/// The latest move, which is the only one that can be corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LastMove {
    pub player: Side,
    /// The square; nothing for a pass.
    pub square: Option<Square>,
    /// The colour of the disc.
    pub colour: Side,
    #[schemars(with = "String")]
    pub before: Position,
    /// The board as it should be after it.
    #[serde(skip)]
    pub right: Position,
    /// What was wrong with it.
    pub fault: Option<Fault>,
}

impl LastMove {
    /// The latest move as a record shows it.
    pub(crate) fn recorded(turn: &Turn, before: Position) -> Self {
        let right = match (turn.square, turn.fault) {
            (Some(square), None | Some(Fault::Flips)) => before
                .with_turned(turn.colour, before.flips(turn.colour, square))
                .with_disc(turn.colour, square),
            (Some(_), Some(Fault::Square | Fault::Colour | Fault::Pass)) | (None, _) => before,
        };
        Self {
            player: turn.player,
            square: turn.square,
            colour: turn.colour,
            before,
            right,
            fault: turn.fault,
        }
    }
}

/// A correction in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Correction {
    pub offender: Side,
    /// What is wrong with it.
    pub fault: Fault,
    /// Whether it has been corrected.
    #[serde(rename = "corrected")]
    pub is_corrected: bool,
}

/// A board that is being restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disturbed {
    /// By whom it was disturbed.
    pub responsible: Side,
    /// Who has accepted the restored position.
    pub accepted: BySide<bool>,
}

/// The most flags that can fall in one game: two for each side.
pub const FLAGS_MAX: usize = 4;

/// The flags that have fallen, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags {
    list: [Flag; FLAGS_MAX],
    len: usize,
}

impl Flags {
    const NONE: Self = Self {
        list: [Flag {
            side: Side::Black,
            when: FlagWhen::AtTheTable,
        }; FLAGS_MAX],
        len: 0,
    };

    pub fn as_slice(&self) -> &[Flag] {
        &self.list[..self.len]
    }

    /// How many have fallen.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether none has fallen.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The player who defaulted first.
    pub fn defaulter(&self) -> Option<Side> {
        self.as_slice().first().map(|flag| flag.side)
    }

    pub(crate) fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    pub(crate) fn push(&mut self, flag: Flag) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = flag;
            self.len += 1;
        }
    }
}

/// Who has confirmed that all is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Checks {
    pub players: BySide<bool>,
    pub judge: bool,
    /// The director, for both players.
    pub director: bool,
}

/// Everything about a game in progress that is not history; small, so that decisions can try things out on a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// The phase of the game.
    pub phase: Phase,
    /// The discs on the board; `to_move` is the colour of the player on turn.
    pub position: Position,
    /// The player on turn.
    pub turn: Side,
    /// Whether the players' colours are exchanged.
    pub exchanged: bool,
    /// How far the player on turn is.
    pub hand: Hand,
    pub last: Option<LastMove>,
    pub clock: Clock,
    /// The flags that fell.
    pub flags: Flags,
    /// A flag that fell in mid-move and counts when the move is complete.
    pub held: Option<Side>,
    /// A flag a player claims and no official has seen yet.
    pub claimed: Option<Side>,
    /// A correction in progress.
    pub correction: Option<Correction>,
    /// A board that is being restored.
    pub disturbed: Option<Disturbed>,
    /// Where the players are.
    pub presence: BySide<Presence>,
    /// Where each player was when their time was used up.
    pub fell_presence: BySide<Presence>,
    pub flags_found_after_end: bool,
    /// Time charged to each player before arrival and not given back.
    pub late_charged: BySide<Millis>,
    /// Whose time lost by lateness is given back.
    pub late_time_waived: BySide<bool>,
    /// Who does not lose by lateness.
    pub late_forfeit_waived: BySide<bool>,
    /// Whose extension begins again at the director's signal, which has not been given.
    pub unsignalled: BySide<bool>,
    /// Whether the clock was found defective and not set since.
    pub defect: bool,
    /// Who may leave the table.
    pub may_leave: BySide<bool>,
    /// Discs next to the board.
    pub supply: BySide<u8>,
    /// Help for players with special needs.
    pub help: BySide<Help>,
    /// What was checked before the start.
    pub checks: Checks,
    /// Where the clock stands.
    pub clock_side: ClockSide,
    /// Where the players agreed it may stand.
    pub agreed: BySide<Option<ClockSide>>,
    /// Black's seat beside a fixed clock.
    pub seat: Option<Seat>,
    /// Plies played, passes included.
    pub plies: u16,
    pub dispute: bool,
    /// The ply at which the director last ruled on a dispute.
    pub ruled_at: Option<u16>,
    pub result: Option<GameResult>,
    /// The players who have agreed to it.
    pub signed: BySide<bool>,
    /// Whether an official has the sheet.
    pub received: bool,
    pub last_at: Option<Timestamp>,
}

impl Table {
    pub(crate) fn unopened() -> Self {
        Self {
            phase: Phase::Unopened,
            position: Position::start(),
            turn: Side::Black,
            exchanged: false,
            hand: Hand::Free,
            last: None,
            clock: Clock::set_to(None),
            flags: Flags::NONE,
            held: None,
            claimed: None,
            correction: None,
            disturbed: None,
            presence: BySide::both(Presence::AtTable),
            fell_presence: BySide::both(Presence::AtTable),
            flags_found_after_end: false,
            late_charged: BySide::both(Millis(0)),
            late_time_waived: BySide::both(false),
            late_forfeit_waived: BySide::both(false),
            unsignalled: BySide::both(false),
            defect: false,
            may_leave: BySide::both(false),
            supply: BySide::both(0),
            help: BySide::both(Help::default()),
            checks: Checks::default(),
            clock_side: ClockSide::Right,
            agreed: BySide::both(None),
            seat: None,
            plies: 0,
            dispute: false,
            ruled_at: None,
            result: None,
            signed: BySide::both(false),
            received: false,
            last_at: None,
        }
    }

    /// The colour a player's discs show.
    pub const fn colour_of(&self, player: Side) -> Side {
        if self.exchanged {
            player.other()
        } else {
            player
        }
    }

    pub const fn moves_of(&self, player: Side) -> SquareSet {
        self.position.legal_moves_of(self.colour_of(player))
    }

    /// Whether the player on turn has placed and flipped all and only has to press.
    pub fn is_complete(&self) -> bool {
        match self.hand {
            Hand::Free | Hand::Bound { .. } => false,
            Hand::Placed { right, fault, .. } => {
                fault.is_none() && same_discs(&self.position, &right)
            }
        }
    }

    /// The board without a move that is not complete.
    pub const fn settled(&self) -> Position {
        match self.hand {
            Hand::Free | Hand::Bound { .. } => self.position,
            Hand::Placed { before, .. } => before,
        }
    }

    /// Whether the player on turn has touched a legal square or placed a disc and has not finished.
    pub fn is_in_mid_move(&self) -> bool {
        match self.hand {
            Hand::Free => false,
            Hand::Bound { .. } | Hand::Placed { .. } => !self.is_complete(),
        }
    }

    /// Whose clock should run: the offender's during a correction, otherwise that of the player on turn.
    pub fn due(&self) -> Side {
        self.correction.map_or(self.turn, |open| open.offender)
    }

    /// Whether the game is being played and the clock stands still.
    pub fn is_stopped(&self) -> bool {
        self.phase == Phase::Playing && self.clock.running().is_none()
    }

    /// Whether the director can give the signal that begins an extension: nothing was played since the flag, or the
    /// extension ran out before the director came.
    pub fn awaits_signal(&self) -> bool {
        match (self.phase, self.result.map(|result| result.ending)) {
            (Phase::Playing, _) => self.unsignalled.black || self.unsignalled.white,
            (Phase::Over, Some(Ending::DefaulterSecondFlag | Ending::NonDefaulterSecondFlag)) => {
                (self.flags.as_slice().last()).is_some_and(|flag| self.unsignalled[flag.side])
            }
            (
                Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Over | Phase::Confirmed,
                _,
            ) => false,
        }
    }

    /// The discs of each player, whatever their colour.
    pub fn discs(&self) -> BySide<u16> {
        let count = self.position.count().map(u16::from);
        if self.exchanged {
            count.swapped()
        } else {
            count
        }
    }

    /// When the running clock will fall, if nobody acts and the flag is not already being dealt with.
    pub fn falls_at(&self) -> Option<(Side, Timestamp)> {
        self.clock
            .falls_at()
            .filter(|(side, _)| self.held != Some(*side))
    }
}

/// Whether the boards look the same, regardless of the side to move.
pub(crate) fn same_discs(a: &Position, b: &Position) -> bool {
    a.black() == b.black() && a.white() == b.white()
}
