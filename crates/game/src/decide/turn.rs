//! Whose turn it is, and what follows when a turn is over.

use outflank_board::Side;
use outflank_event::Timestamp;
use outflank_rulebook::axes::play::{DiscSupply, OpponentsTime};
use outflank_rulebook::{Millis, Outcome, outcome};

use super::{Decided, Decision, PLIES_MAX};
use crate::by::By;
use crate::command::Fault;
use crate::fact::{Fact, Pressed};
use crate::rejection::{Reason, Rejection};
use crate::result::{GameResult, Verdict};
use crate::setting::GameKind;
use crate::table::Phase;

impl Decision<'_> {
    /// The player whose discs are moved, by the player or the assistant.
    pub(super) fn mover(&self) -> Result<Side, Rejection> {
        match self.by {
            By::Black => Ok(Side::Black),
            By::White => Ok(Side::White),
            By::Assistant(player) if self.table.help[player].places => Ok(player),
            By::Assistant(player) => Err(self.no_assistant(player)),
            By::Judge | By::Director | By::Clock => Err(self.wrong_person("the player on turn")),
        }
    }

    /// The player whose clock is pressed. With a primary board only the assistant ends the turn (WOC IV.10.p2.c).
    pub(super) fn presser(&self) -> Result<Side, Rejection> {
        let himself = |player: Side| {
            if self.table.help[player].primary_board && self.table.phase == Phase::Playing {
                Err(Rejection::by(
                    &self.rules.special_needs,
                    Reason::AssistantCompletes { player },
                ))
            } else {
                Ok(player)
            }
        };
        match self.by {
            By::Black => himself(Side::Black),
            By::White => himself(Side::White),
            By::Assistant(player) if self.table.help[player].presses => Ok(player),
            By::Assistant(player) => Err(self.no_assistant(player)),
            By::Judge | By::Director | By::Clock => Err(self.wrong_person("the player on turn")),
        }
    }

    fn no_assistant(&self, player: Side) -> Rejection {
        Rejection::by(&self.rules.special_needs, Reason::NoAssistant { player })
    }

    /// Refuses moves while something else is going on.
    pub(super) fn ensure_moves_possible(&self, player: Side) -> Decided {
        self.ensure_playing()?;
        if self.table.correction.is_some() {
            return Err(Rejection::plain(Reason::CorrectionOpen {}));
        }
        if self.table.disturbed.is_some() {
            return Err(Rejection::plain(Reason::BoardDisturbed {}));
        }
        if self.table.is_stopped() {
            return Err(Rejection::by(
                &self.rules.may_restart_clock,
                Reason::ClockStopped {},
            ));
        }
        match self.table.claimed {
            // A move that was begun is finished before the default is declared (USOA 6.3).
            Some(_) if player == self.table.turn && self.table.is_in_mid_move() => Ok(()),
            Some(flagged) => Err(Rejection::plain(Reason::FlagClaimed { player: flagged })),
            None if self.table.plies >= PLIES_MAX => Err(Rejection::plain(Reason::TooMany {
                what: "plies",
                limit: usize::from(PLIES_MAX),
            })),
            None => Ok(()),
        }
    }

    /// Makes sure that it is this player's turn. If the opponent has completed the move and forgotten the clock, the
    /// rulebook says whether moving is allowed and counts as the opponent's press (USOA 5.9) or is rejected (WOC IV.4.p1).
    pub(super) fn take_turn(&mut self, player: Side) -> Decided {
        if player == self.table.turn {
            return Ok(());
        }
        if !self.table.is_complete() {
            return Err(self.not_your_turn());
        }
        let axis = &self.rules.opponents_time;
        match axis.value {
            OpponentsTime::Allowed => self.end_turn(self.at, Pressed::OpponentMoved, None),
            OpponentsTime::DirectorAdjusts | OpponentsTime::Refused => {
                return Err(Rejection::by(
                    axis,
                    Reason::OpponentsTime {
                        player: self.table.turn,
                    },
                ));
            }
        }
        self.ensure_playing()?;
        // The program may have passed for this player, so the turn is the opponent's again.
        if player == self.table.turn {
            Ok(())
        } else {
            Err(self.not_your_turn())
        }
    }

    /// Refuses unless moves are possible and it is this player's turn.
    pub(super) fn ensure_on_turn(&self, player: Side) -> Decided {
        self.ensure_moves_possible(player)?;
        match player == self.table.turn {
            true => Ok(()),
            false => Err(self.not_your_turn()),
        }
    }

    pub(super) fn not_your_turn(&self) -> Rejection {
        let reason = Reason::NotYourTurn {
            turn: self.table.turn,
        };
        if self.table.plies == 0 {
            Rejection::by(&self.rules.first_move, reason)
        } else {
            Rejection::by(&self.rules.turn_order, reason)
        }
    }

    /// The turn of the player on turn ends with the placed disc.
    pub(super) fn end_turn(&mut self, at: Timestamp, how: Pressed, fault: Option<Fault>) {
        let player = self.table.turn;
        let added = self.time_for_move(at, player);
        self.emit_at(
            at,
            self.by,
            Fact::ClockPressed {
                player,
                how,
                fault,
                added,
            },
        );
        self.after_turn(at);
    }

    /// The increment, and the delay as far as it was used; casual games only.
    pub(super) fn time_for_move(&self, at: Timestamp, player: Side) -> Millis {
        match self.setting.kind {
            GameKind::Tournament => Millis(0),
            GameKind::Casual => {
                let mut clock = self.table.clock;
                clock.advance(at);
                if !clock.is_timed() {
                    return Millis(0);
                }
                let used = clock.used_in_turn(player).max(Millis(0));
                self.setting.increment.plus(self.setting.delay.min(used))
            }
        }
    }

    /// Ends the game when neither side can move; passes for the next player where the program does that.
    pub(super) fn after_turn(&mut self, at: Timestamp) {
        // The score of a last move made after the flag is that of a defaulted game.
        self.settle_held_flag(at);
        if self.table.phase != Phase::Playing || self.end_if_over(at) {
            return;
        }
        let next = self.table.turn;
        if self.rules.auto_pass.value.is_on() && self.table.moves_of(next).is_empty() {
            self.emit_at(
                at,
                self.by,
                Fact::Passed {
                    player: next,
                    how: Pressed::Automatically,
                    fault: None,
                    added: Millis(0),
                },
            );
        }
    }

    /// Ends the game when neither side can move (USOA 4.1); whether it did.
    pub(super) fn end_if_over(&mut self, at: Timestamp) -> bool {
        let over = self.table.position.is_over();
        if over {
            self.end_by_flags_and_board(at);
        }
        over
    }

    /// Ends the game with the score that the board and the flags make.
    pub(super) fn end_by_flags_and_board(&mut self, at: Timestamp) {
        let outcome = outcome(self.rules, self.table.discs(), self.table.flags.as_slice())
            .expect("flags are counted only while the game goes on");
        self.end_with(at, outcome);
    }

    /// Ends the game with an outcome of the rulebook.
    pub(super) fn end_with(&mut self, at: Timestamp, outcome: Outcome) {
        let result = GameResult {
            score: outcome.score,
            verdict: Verdict::of(outcome.winner, self.setting.draw_win),
            ending: outcome.ended_by.into(),
        };
        self.emit_at(
            at,
            self.by,
            Fact::Ended {
                result,
                clauses: outcome.clauses,
            },
        );
    }

    /// A player without discs takes discs from the opponent; no move is ever held up (USOA 1.4, AMB-07).
    pub(super) fn supply(&mut self, player: Side) {
        let left = self.table.supply;
        if left[player] == 0 && left[player.other()] > 0 {
            match self.rules.disc_supply.value {
                DiscSupply::TakeFromOpponent
                | DiscSupply::JudgeTransfers
                | DiscSupply::Automatic => {
                    self.emit(Fact::DiscsTransferred {
                        to: player,
                        count: 1,
                    });
                }
            }
        }
    }
}
