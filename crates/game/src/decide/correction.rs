//! Improper moves: who may have them corrected, who corrects, on whose time, and until when.

use outflank_board::{Position, Side, Square, SquareSet};
use outflank_rulebook::axes::play::{CorrectionTime, CorrectionWindow, IllegalPass, WhoCorrects};

use super::{Decided, Decision};
use crate::by::By;
use crate::command::Fault;
use crate::fact::Fact;
use crate::rejection::{Reason, Rejection};
use crate::result::Ending;
use crate::table::{Correction, Hand, LastMove, Phase};

impl Decision<'_> {
    /// Either player or an official points the error out; from now on the offender's clock runs (USOA 7.4).
    pub(super) fn open_correction(&mut self, fault: Fault, named: Option<Square>) -> Decided {
        self.anyone_at_table()?;
        self.ensure_correctable_phase()?;
        if self.table.correction.is_some() {
            return Err(Rejection::plain(Reason::CorrectionOpen {}));
        }
        if self.table.disturbed.is_some() {
            return Err(Rejection::plain(Reason::BoardDisturbed {}));
        }
        let last = self.latest_with(fault)?;
        if fault == Fault::Pass {
            self.ensure_named_move(&last, named)?;
        }
        match self.rules.correction_time.value {
            CorrectionTime::Offender => self.emit(Fact::CorrectionOpened {
                offender: last.player,
                fault,
                named,
            }),
        }
        Ok(())
    }

    /// The last move of a game can be corrected until both have agreed to the result.
    fn ensure_correctable_phase(&self) -> Decided {
        let by_play = self
            .table
            .result
            .is_some_and(|result| result.ending == Ending::EndOfPlay);
        let agreed = self.table.signed.black && self.table.signed.white;
        if self.table.phase == Phase::Over && by_play && !agreed {
            Ok(())
        } else {
            self.ensure_playing()
        }
    }

    /// Only the latest move, only until the next commitment (WOC IV.5.2); then the error stands.
    fn latest_with(&self, fault: Fault) -> Result<LastMove, Rejection> {
        let axis = &self.rules.correction_window;
        let open = match axis.value {
            CorrectionWindow::NextCommitment => self.table.hand == Hand::Free,
        };
        if let Some(last) = self.table.last
            && last.fault == Some(fault)
        {
            return if open {
                Ok(last)
            } else {
                Err(Rejection::by(axis, Reason::TooLateToCorrect {}))
            };
        }
        let stands = self
            .game
            .record()
            .plies
            .iter()
            .any(|ply| ply.fault == Some(fault));
        Err(if stands {
            Rejection::by(axis, Reason::TooLateToCorrect {})
        } else {
            Rejection::plain(Reason::NothingToCorrect {})
        })
    }

    /// Against an illegal pass a legal move must be named (USOA 7.5).
    fn ensure_named_move(&self, last: &LastMove, named: Option<Square>) -> Decided {
        let axis = &self.rules.illegal_pass;
        let moves = last
            .before
            .legal_moves_of(self.table.colour_of(last.player));
        let right = match (axis.value, named) {
            (_, Some(square)) => moves.contains(square),
            (IllegalPass::NamedMove, None) => false,
            (IllegalPass::Retract, None) => true,
        };
        if right {
            Ok(())
        } else {
            Err(Rejection::by(axis, Reason::NameAMove {}))
        }
    }

    fn open_now(&self) -> Result<Correction, Rejection> {
        self.table
            .correction
            .ok_or_else(|| Rejection::plain(Reason::NoCorrectionOpen {}))
    }

    /// The right flips, or the move retracted.
    pub(super) fn correct(&mut self) -> Decided {
        let open = self.open_now()?;
        self.ensure_may_correct(open.offender)?;
        let Some(last) = self.table.last.filter(|_| !open.is_corrected) else {
            return Err(Rejection::plain(Reason::AlreadyCorrected {}));
        };
        let (position, turn, binds) = self.put_right(&last, open.fault);
        self.record(Fact::MoveCorrected {
            ply: self.table.plies,
            offender: open.offender,
            fault: open.fault,
            was: self.table.position,
            position,
            turn,
            binds,
        })
    }

    fn put_right(&self, last: &LastMove, fault: Fault) -> (Position, Side, SquareSet) {
        let offender = last.player;
        match fault {
            Fault::Flips => {
                let turn = self.table.turn;
                let to_move = self.table.colour_of(turn);
                (last.right.with_to_move(to_move), turn, SquareSet::EMPTY)
            }
            Fault::Square | Fault::Pass => (last.before, offender, SquareSet::EMPTY),
            Fault::Colour => {
                let legal = last.before.legal_moves_of(self.table.colour_of(offender));
                let binds = last.square.map_or(SquareSet::EMPTY, |square| {
                    self.same_square_if_legal(square, legal)
                });
                (last.before, offender, binds)
            }
        }
    }

    /// The judge corrects, or the player if there is no judge (WOC IV.5.1); elsewhere the player (BOF gen-4) or the
    /// director (SOC III.6.1). The director may always.
    fn ensure_may_correct(&self, offender: Side) -> Decided {
        let axis = &self.rules.who_corrects;
        let himself = self.by.player() == Some(offender);
        let director = self.by == By::Director;
        let (may, allowed) = match axis.value {
            WhoCorrects::PlayerOrDemand | WhoCorrects::Player => {
                (himself || director, "the player who erred")
            }
            WhoCorrects::JudgeElsePlayer if self.has_judge() => {
                (self.by.is_official(), "the judge")
            }
            WhoCorrects::JudgeElsePlayer => (himself || director, "the player who erred"),
            WhoCorrects::Director => (director, "the director"),
        };
        self.only(may, allowed, axis)
    }

    /// The correction is done, or the request is dropped; then the clock of the player to move runs.
    pub(super) fn close_correction(&mut self) -> Decided {
        let open = self.open_now()?;
        let axis = &self.rules.who_corrects;
        let opponent = self.by.player() == Some(open.offender.other());
        let offender = self.by.player() == Some(open.offender);
        let official = self.by.is_official();
        let (may, allowed) = match axis.value {
            WhoCorrects::JudgeElsePlayer if self.has_judge() => (official, "the judge"),
            // The opponent must agree to the player's own correction.
            WhoCorrects::JudgeElsePlayer => (opponent || official, "the opponent"),
            WhoCorrects::PlayerOrDemand | WhoCorrects::Player => (
                opponent || official || (offender && open.is_corrected),
                "the opponent",
            ),
            WhoCorrects::Director => (self.by == By::Director, "the director"),
        };
        self.only(may, allowed, axis)?;
        self.emit(Fact::CorrectionClosed {});
        if self.table.hand == Hand::Free {
            self.after_turn(self.at);
        }
        Ok(())
    }

    /// The director may have the whole game played again instead (SOC III.6.2, AMB-05).
    pub(super) fn restart(&mut self, why: String) -> Decided {
        let axis = &self.rules.who_corrects;
        match axis.value {
            WhoCorrects::Director => {}
            WhoCorrects::PlayerOrDemand | WhoCorrects::JudgeElsePlayer | WhoCorrects::Player => {
                return Err(Rejection::by(
                    axis,
                    Reason::NotOffered {
                        what: "restarting a game",
                        instead: "Correct the move",
                    },
                ));
            }
        }
        self.only_director(axis)?;
        self.open_now()?;
        let remaining = self.setting.time;
        let start = self.setting.start;
        self.record(Fact::Restarted {
            start,
            remaining,
            why,
        })
    }
}
