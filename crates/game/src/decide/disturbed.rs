//! A board that was disturbed or cannot be read.

use outflank_board::{Position, Side};
use outflank_rulebook::axes::play::DisturbedBoard;
use outflank_rulebook::unrecoverable;

use super::{Decided, Decision};
use crate::by::By;
use crate::fact::Fact;
use crate::rejection::{Reason, Rejection};
use crate::result::{Ending, GameResult, Verdict};

impl Decision<'_> {
    /// The offender's clock runs while the players restore the position (USOA 7.6), or the clock stands while an official
    /// does (WOC IV.5.3).
    pub(super) fn report_disturbed(&mut self, responsible: Side) -> Decided {
        self.anyone_at_table()?;
        self.ensure_playing()?;
        if self.table.disturbed.is_some() {
            return Err(Rejection::plain(Reason::BoardDisturbed {}));
        }
        if self.table.correction.is_some() {
            return Err(Rejection::plain(Reason::CorrectionOpen {}));
        }
        let charged = match self.rules.disturbed_board.value {
            DisturbedBoard::OffenderThenDirector => self.table.clock.running().map(|_| responsible),
            DisturbedBoard::JudgeRestores
            | DisturbedBoard::OfficialRestores
            | DisturbedBoard::UnrecoverableLoses => None,
        };
        self.record(Fact::BoardDisturbed {
            responsible,
            charged,
        })
    }

    fn ensure_disturbed(&self) -> Decided {
        self.ensure_playing()?;
        if self.table.disturbed.is_some() {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::BoardInOrder {}))
        }
    }

    /// Both players accept the position the record shows.
    pub(super) fn confirm_restored(&mut self) -> Decided {
        self.ensure_disturbed()?;
        let axis = &self.rules.disturbed_board;
        match axis.value {
            DisturbedBoard::OffenderThenDirector => {}
            DisturbedBoard::JudgeRestores
            | DisturbedBoard::OfficialRestores
            | DisturbedBoard::UnrecoverableLoses => {
                return Err(Rejection::by(
                    axis,
                    Reason::NotOffered {
                        what: "restoring the board by the players alone",
                        instead: "Ask an official to restore the position",
                    },
                ));
            }
        }
        let Some(player) = self.by.player() else {
            return Err(self.wrong_person("a player"));
        };
        self.emit(Fact::RestoredAccepted { player });
        let both = self
            .table
            .disturbed
            .is_some_and(|board| board.accepted.black && board.accepted.white);
        if both {
            self.put_back(
                self.table.settled(),
                self.table.turn,
                self.table.plies,
                "accepted by both players".to_owned(),
            );
        }
        Ok(())
    }

    /// An official restores the position from the record.
    pub(super) fn restore(&mut self, ply: Option<u16>) -> Decided {
        self.ensure_may_restore()?;
        self.ensure_disturbed()?;
        let plies = self.table.plies;
        let Some(ply) = ply.filter(|ply| *ply != plies) else {
            let source = format!("record, ply {plies}");
            self.put_back(self.table.settled(), self.table.turn, plies, source);
            return Ok(());
        };
        let record = self.game.record();
        let Some(position) = record.position_after(self.setting.start, ply) else {
            return Err(Rejection::plain(Reason::NoSuchPly { plies }));
        };
        let turn = self.table.colour_of(position.to_move());
        self.put_back(position, turn, ply, format!("record, ply {ply}"));
        Ok(())
    }

    fn ensure_may_restore(&self) -> Decided {
        let axis = &self.rules.disturbed_board;
        match axis.value {
            DisturbedBoard::JudgeRestores | DisturbedBoard::OfficialRestores => {
                self.only(self.by.is_official(), "an official", axis)
            }
            DisturbedBoard::OffenderThenDirector | DisturbedBoard::UnrecoverableLoses => {
                self.only(self.by == By::Director, "the director", axis)
            }
        }
    }

    /// The director settles the position from any source (USOA 7.6.b).
    pub(super) fn set_position(&mut self, position: Position, source: String) -> Decided {
        self.only_director(&self.rules.disturbed_board)?;
        self.ensure_playing()?;
        if self.table.disturbed.is_none() && !self.table.dispute {
            return Err(Rejection::plain(Reason::BoardInOrder {}));
        }
        let turn = self.table.colour_of(position.to_move());
        self.put_back(position, turn, self.table.plies, source);
        Ok(())
    }

    fn put_back(&mut self, position: Position, turn: Side, plies: u16, source: String) {
        // A clock that an official stopped stays stopped until an official starts it again.
        let running = self.table.clock.running().map(|_| turn);
        self.emit(Fact::BoardRestored {
            position,
            turn,
            plies,
            source,
            running,
        });
        if self.table.correction.is_none() {
            self.end_if_over(self.at);
        }
    }

    /// Who made the position unrecoverable loses 64-0 (USOA 7.6.c, SOC III.8.p2).
    pub(super) fn declare_unrecoverable(&mut self, responsible: Side) -> Decided {
        let axis = &self.rules.disturbed_board;
        self.only_director(axis)?;
        match axis.value {
            DisturbedBoard::OffenderThenDirector
            | DisturbedBoard::OfficialRestores
            | DisturbedBoard::UnrecoverableLoses => {}
            DisturbedBoard::JudgeRestores => {
                return Err(Rejection::by(
                    axis,
                    Reason::NotOffered {
                        what: "losing by an unreadable position",
                        instead: "Restore it, or award the game as a penalty",
                    },
                ));
            }
        }
        self.ensure_disturbed()?;
        let outcome = unrecoverable(self.rules, responsible);
        self.record(Fact::Ended {
            result: GameResult {
                score: outcome.score,
                verdict: Verdict::won(responsible.other()),
                ending: Ending::Unrecoverable,
            },
            clauses: outcome.clauses,
        })
    }
}
