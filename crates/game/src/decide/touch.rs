//! Touching: what commits a player to a square, and what excuses the touch.

use outflank_board::{Side, Square, SquareSet};
use outflank_rulebook::axes::play::{TouchExcuse, TouchMove, TouchSeveral, WrongColour};

use super::{Decided, Decision};
use crate::by::By;
use crate::command::{Excuse, Fault, TouchedWith};
use crate::fact::Fact;
use crate::rejection::{Reason, Rejection};
use crate::table::{Hand, same_discs};

impl Decision<'_> {
    /// A touch binds to the first legal square, or to any legal square of those covered at once (SOC III.5.p1.b). A touch
    /// of no legal square binds to nothing and is only recorded.
    pub(super) fn touch(&mut self, first: Square, also: SquareSet, with: TouchedWith) -> Decided {
        let player = self.mover()?;
        self.ensure_moves_possible(player)?;
        if let Hand::Placed { square, .. } = self.table.hand
            && player == self.table.turn
        {
            return Err(Rejection::by(
                &self.rules.touch_move,
                Reason::AlreadyPlaced { square },
            ));
        }
        let binds = match self.table.hand {
            Hand::Bound { squares } if player == self.table.turn => squares,
            Hand::Bound { .. } | Hand::Free | Hand::Placed { .. } => {
                self.bound_by(player, first, also, with)
            }
        };
        if binds.is_empty() && player != self.table.turn {
            return Err(self.not_your_turn());
        }
        self.take_turn(player)?;
        self.record(Fact::SquareTouched {
            player,
            first,
            also,
            with,
            binds,
        })
    }

    fn bound_by(
        &self,
        player: Side,
        first: Square,
        also: SquareSet,
        with: TouchedWith,
    ) -> SquareSet {
        // A player who must feel the board is never bound by touching it (WOC IV.10.p2.b, AMB-77).
        if self.table.help[player].feels_board {
            return SquareSet::EMPTY;
        }
        match (self.rules.touch_move.value, with) {
            (TouchMove::Off | TouchMove::SetDown, _) | (TouchMove::Placed, TouchedWith::Hand) => {
                SquareSet::EMPTY
            }
            (TouchMove::Placed, TouchedWith::Disc) | (TouchMove::Touched, _) => {
                let legal = self.table.moves_of(player);
                let first = SquareSet::from(first);
                match self.rules.touch_several.value {
                    TouchSeveral::First if !(legal & first).is_empty() => first,
                    TouchSeveral::First => legal & also,
                    TouchSeveral::AnyLegal => legal & (first | also),
                }
            }
        }
    }

    /// Clears a commitment: a dropped disc (USOA 3.9), a touch the judge finds unintentional (WOC IV.4.p2.b), or a
    /// director's ruling (AMB-03).
    pub(super) fn excuse_touch(&mut self, excuse: Excuse) -> Decided {
        self.ensure_playing()?;
        let player = self.table.turn;
        let axis = &self.rules.touch_excuse;
        let himself = self.by.player() == Some(player) || self.by == By::Assistant(player);
        let (may, allowed) = match (axis.value, excuse) {
            (TouchExcuse::DroppedDisc, Excuse::Dropped) => (
                himself || self.by.is_official(),
                "the player or an official",
            ),
            (TouchExcuse::DroppedDisc, Excuse::Unintentional) => {
                (self.by == By::Director, "the director")
            }
            (TouchExcuse::UnintentionalByJudge, Excuse::Dropped | Excuse::Unintentional) => {
                (self.by.is_official(), "the judge")
            }
            (TouchExcuse::DirectorRuling, Excuse::Dropped | Excuse::Unintentional) => {
                (self.by == By::Director, "the director")
            }
        };
        if !may {
            return Err(Rejection::by(axis, Reason::NoExcuse { allowed }));
        }
        let nothing_flipped = match self.table.hand {
            Hand::Free => false,
            Hand::Bound { .. } => true,
            Hand::Placed {
                before,
                square,
                colour,
                ..
            } => same_discs(&self.table.position, &before.with_disc(colour, square)),
        };
        if !nothing_flipped {
            return Err(Rejection::plain(Reason::NothingTouched {}));
        }
        self.record(Fact::TouchExcused { player, excuse })
    }

    /// A disc is taken back only in casual play without touch-move, or because its placement was improper.
    pub(super) fn take_back(&mut self) -> Decided {
        let player = self.mover()?;
        self.ensure_on_turn(player)?;
        let Hand::Placed {
            square,
            before,
            fault,
            ..
        } = self.table.hand
        else {
            return Err(match self.table.hand {
                Hand::Bound { squares } => {
                    Rejection::by(&self.rules.touch_move, Reason::Committed { squares })
                }
                Hand::Free | Hand::Placed { .. } => Rejection::plain(Reason::NothingTouched {}),
            });
        };
        let binds = match (fault, self.rules.touch_move.value) {
            (Some(Fault::Colour), _) => {
                let legal = before.legal_moves_of(self.table.colour_of(player));
                self.same_square_if_legal(square, legal)
            }
            (Some(Fault::Square | Fault::Flips | Fault::Pass), _) | (None, TouchMove::Off) => {
                SquareSet::EMPTY
            }
            (None, TouchMove::SetDown | TouchMove::Placed | TouchMove::Touched) => {
                return Err(Rejection::by(&self.rules.touch_move, Reason::NoTakeBack {}));
            }
        };
        self.record(Fact::DiscTakenBack {
            player,
            square,
            binds,
        })
    }

    /// After a wrong-coloured disc the player must, if possible, play properly on the same square (USOA 7.2).
    pub(super) fn same_square_if_legal(&self, square: Square, legal: SquareSet) -> SquareSet {
        match self.rules.wrong_colour.value {
            WrongColour::SameSquareOrExchanged => legal & SquareSet::from(square),
            WrongColour::Retract => SquareSet::EMPTY,
        }
    }
}
