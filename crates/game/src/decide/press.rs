//! Pressing the clock, whole moves at once, and passing.

use outflank_board::{Side, Square, SquareSet};
use outflank_rulebook::axes::play::Passing;

use super::{Decided, Decision};
use crate::command::Fault;
use crate::fact::{Fact, Pressed};
use crate::rejection::{Reason, Rejection};
use crate::setting::Timekeeper;
use crate::table::{Hand, Phase};

impl Decision<'_> {
    pub(super) fn press(&mut self) -> Decided {
        match self.table.phase {
            Phase::Ready | Phase::Signalled => return self.press_to_start(),
            Phase::Unopened | Phase::Playing | Phase::Over | Phase::Confirmed => {}
        }
        let player = self.presser()?;
        if self.hits_without_moving(player) {
            self.emit(Fact::ClockHit { player });
            return Ok(());
        }
        self.ensure_on_turn(player)?;
        match self.table.hand {
            Hand::Placed { .. } if self.table.is_complete() => {
                self.end_turn(self.at, Pressed::ByHand, None);
                Ok(())
            }
            Hand::Placed { .. } => Err(self.incomplete()),
            Hand::Bound { .. } => Err(Rejection::by(
                &self.rules.complete_move,
                Reason::NotPlaced {},
            )),
            Hand::Free => self.press_without_disc(player),
        }
    }

    /// While a flag is claimed the other player may press so that their own time does not run (USOA 6.5).
    fn hits_without_moving(&self, player: Side) -> bool {
        self.table.claimed == Some(player.other()) && self.table.clock.running() == Some(player)
    }

    /// A press with nothing done is a pass, if the player has no move and the rulebook does not want it said.
    fn press_without_disc(&mut self, player: Side) -> Decided {
        self.ensure_no_move(player)?;
        match self.rules.passing.value {
            Passing::Press => {
                self.emit_pass(player, None);
                Ok(())
            }
            Passing::SayAndPress => Err(Rejection::by(&self.rules.passing, Reason::PassNotSaid {})),
        }
    }

    /// What is still to be flipped or turned back (USOA 3.3).
    fn incomplete(&self) -> Rejection {
        let (missing, wrong) = match self.table.hand {
            Hand::Free | Hand::Bound { .. } => (SquareSet::EMPTY, SquareSet::EMPTY),
            Hand::Placed {
                square,
                colour,
                right,
                ..
            } => {
                let now = &self.table.position;
                let missing = right.discs(colour) & now.discs(colour.other());
                let wrong = (right.discs(colour.other()) & now.discs(colour))
                    | (right.empties() & SquareSet::from(square));
                (missing, wrong)
            }
        };
        Rejection::by(
            &self.rules.complete_move,
            Reason::MoveIncomplete { missing, wrong },
        )
    }

    /// Records that the clock was pressed at a real board with the discs as they stand.
    pub(super) fn press_anyway(&mut self) -> Decided {
        let player = self.presser()?;
        self.ensure_real_board()?;
        self.ensure_on_turn(player)?;
        let Hand::Placed { fault, .. } = self.table.hand else {
            return Err(Rejection::by(
                &self.rules.complete_move,
                Reason::NotPlaced {},
            ));
        };
        let fault = match fault {
            Some(fault) => Some(fault),
            None if self.table.is_complete() => None,
            None => Some(Fault::Flips),
        };
        self.end_turn(self.at, Pressed::ByHand, fault);
        Ok(())
    }

    /// Place, flip and press at once.
    pub(super) fn play(&mut self, square: Square) -> Decided {
        let player = self.mover()?;
        self.presser()?;
        self.ensure_moves_possible(player)?;
        self.take_turn(player)?;
        self.ensure_may_place(square)?;
        self.ensure_legal(player, square)?;
        self.supply(player);
        let colour = self.table.colour_of(player);
        let flips = self.table.position.flips(colour, square);
        if self.table.held.is_some() {
            // The flag fell after the touch: the move is completed, then the default is declared (USOA 6.3).
            self.emit(Fact::DiscPlaced {
                player,
                square,
                colour,
                fault: None,
            });
            self.emit(Fact::DiscsFlipped {
                player,
                squares: flips,
            });
            return Ok(());
        }
        let added = self.time_for_move(self.at, player);
        self.emit(Fact::MovePlayed {
            player,
            square,
            flips,
            added,
        });
        self.after_turn(self.at);
        Ok(())
    }

    pub(super) fn pass(&mut self) -> Decided {
        let player = self.presser()?;
        self.ensure_moves_possible(player)?;
        self.take_turn(player)?;
        self.ensure_no_move(player)?;
        self.emit_pass(player, None);
        Ok(())
    }

    /// Records that a player passed at a real board although there was a legal move.
    pub(super) fn pass_anyway(&mut self) -> Decided {
        let player = self.presser()?;
        self.ensure_real_board()?;
        self.ensure_moves_possible(player)?;
        self.take_turn(player)?;
        self.ensure_hand_free()?;
        let fault = (!self.table.moves_of(player).is_empty()).then_some(Fault::Pass);
        self.emit_pass(player, fault);
        Ok(())
    }

    fn ensure_hand_free(&self) -> Decided {
        match self.table.hand {
            Hand::Free => Ok(()),
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

    /// Refuses a pass while a move exists, and says which (USOA 3.6).
    fn ensure_no_move(&self, player: Side) -> Decided {
        self.ensure_hand_free()?;
        let moves = self.table.moves_of(player);
        if moves.is_empty() {
            Ok(())
        } else {
            Err(Rejection::by(
                &self.rules.duty_to_move,
                Reason::MustMove { moves },
            ))
        }
    }

    fn emit_pass(&mut self, player: Side, fault: Option<Fault>) {
        let added = self.time_for_move(self.at, player);
        self.emit(Fact::Passed {
            player,
            how: Pressed::ByHand,
            fault,
            added,
        });
        self.after_turn(self.at);
    }

    /// Anyone at the table may remind a player to press the clock.
    pub(super) fn remind(&mut self) -> Decided {
        self.anyone_at_table()?;
        self.ensure_playing()?;
        // The press of a clock on the table is not seen: the player who moved last may have forgotten it.
        let unseen = self.setting.timekeeper == Timekeeper::Physical
            && self.table.hand == Hand::Free
            && self.table.last.is_some();
        let player = match unseen {
            true => self.table.turn.other(),
            false => self.table.turn,
        };
        if self.by.player() == Some(player) {
            return Err(self.wrong_person("the opponent or an official"));
        }
        if !unseen && !self.table.is_complete() {
            return Err(Rejection::plain(Reason::NotYourTurn { turn: player }));
        }
        self.record(Fact::PressReminded { player })
    }
}
