//! Placing and flipping discs.

use outflank_board::{Illegal, Side, Square, SquareSet, explain};
use outflank_rulebook::axes::play::{OpponentsTime, WrongColour};

use super::{Decided, Decision};
use crate::command::Fault;
use crate::fact::{Fact, Pressed};
use crate::rejection::{Reason, Rejection};
use crate::table::Hand;

impl Decision<'_> {
    pub(super) fn place(&mut self, square: Square) -> Decided {
        let player = self.mover()?;
        self.ensure_moves_possible(player)?;
        self.take_turn(player)?;
        self.ensure_may_place(square)?;
        self.ensure_legal(player, square)?;
        self.supply(player);
        self.record(Fact::DiscPlaced {
            player,
            square,
            colour: self.table.colour_of(player),
            fault: None,
        })
    }

    /// Records a disc that was placed at a real board although the square, the colour or the moment was wrong.
    pub(super) fn place_anyway(&mut self, square: Square, colour: Side) -> Decided {
        let player = self.mover()?;
        self.ensure_real_board()?;
        self.ensure_moves_possible(player)?;
        self.take_turn_anyway(player)?;
        self.ensure_may_place(square)?;
        if !self.table.position.empties().contains(square) {
            return Err(Rejection::by(
                &self.rules.legal_move,
                Reason::Occupied { square },
            ));
        }
        if colour != self.table.colour_of(player) && self.is_second_wrong_colour(player) {
            self.emit(Fact::ColoursExchanged {});
        }
        let fault = if colour != self.table.colour_of(player) {
            Some(Fault::Colour)
        } else if self.table.position.flips(colour, square).is_empty() {
            Some(Fault::Square)
        } else {
            None
        };
        self.supply(player);
        self.record(Fact::DiscPlaced {
            player,
            square,
            colour,
            fault,
        })
    }

    /// Two wrong colours in a row stand, and the exchanged colours remain (USOA 7.3).
    fn is_second_wrong_colour(&self, player: Side) -> bool {
        let first = self
            .table
            .last
            .is_some_and(|last| last.player != player && last.fault == Some(Fault::Colour));
        match self.rules.wrong_colour.value {
            WrongColour::SameSquareOrExchanged => first,
            WrongColour::Retract => false,
        }
    }

    /// Moving on the opponent's time cannot be undone at a real board; the director is called (WOC IV.4.p1.a).
    fn take_turn_anyway(&mut self, player: Side) -> Decided {
        let forgotten = player != self.table.turn && self.table.is_complete();
        match self.rules.opponents_time.value {
            OpponentsTime::DirectorAdjusts | OpponentsTime::Refused if forgotten => {
                self.emit(Fact::OpponentsTimeUsed { player });
                self.end_turn(self.at, Pressed::OpponentMoved, None);
                self.ensure_playing()?;
            }
            OpponentsTime::Allowed | OpponentsTime::DirectorAdjusts | OpponentsTime::Refused => {}
        }
        self.take_turn(player)
    }

    pub(super) fn ensure_may_place(&self, square: Square) -> Decided {
        match self.table.hand {
            Hand::Free => Ok(()),
            Hand::Bound { squares } if squares.contains(square) => Ok(()),
            Hand::Bound { squares } => Err(Rejection::by(
                &self.rules.touch_move,
                Reason::Committed { squares },
            )),
            Hand::Placed { square, .. } => Err(Rejection::by(
                &self.rules.touch_move,
                Reason::AlreadyPlaced { square },
            )),
        }
    }

    /// Refuses a square that is no legal move, and says why it is none. A player without any move is told to pass.
    pub(super) fn ensure_legal(&self, player: Side, square: Square) -> Decided {
        let colour = self.table.colour_of(player);
        if !self.table.position.flips(colour, square).is_empty() {
            return Ok(());
        }
        let moves = self.table.moves_of(player);
        if moves.is_empty() {
            return Err(Rejection::by(&self.rules.passing, Reason::PassNotSaid {}));
        }
        let why = match explain(&self.table.position, colour, square) {
            Err(
                illegal @ (Illegal::Disc { .. }
                | Illegal::PassWithMoves { .. }
                | Illegal::PassAfterEnd { .. }),
            ) => illegal.to_string(),
            Ok(_) => format!("{square} flanks nothing"),
        };
        Err(Rejection::by(
            &self.rules.legal_move,
            Reason::IllegalSquare { square, why, moves },
        ))
    }

    /// Turns discs over; right or wrong shows when the clock is pressed.
    pub(super) fn flip(&mut self, squares: SquareSet) -> Decided {
        let player = self.mover()?;
        self.ensure_on_turn(player)?;
        let Hand::Placed { before, .. } = self.table.hand else {
            return Err(Rejection::by(
                &self.rules.complete_move,
                Reason::NotPlaced {},
            ));
        };
        if squares.is_empty() || !squares.is_disjoint(before.empties()) {
            return Err(Rejection::plain(Reason::NothingToFlip {
                squares: squares & before.empties(),
            }));
        }
        self.record(Fact::DiscsFlipped { player, squares })
    }
}
