//! Recording what happened. Nothing is decided here, and nothing can fail.

use outflank_board::{BySide, Position, Side, Square, SquareSet};
use outflank_event::Timestamp;
use outflank_rulebook::{Flag, Millis};

use crate::by::By;
use crate::clock::Clock;
use crate::command::Fault;
use crate::fact::{Event, Fact, FlagAt, FlagThen, Pressed, StopCause, Turn};
use crate::needs::Help;
use crate::setting::{Presence, Setting};
use crate::table::{Correction, Disturbed, Hand, LastMove, Phase, Table, same_discs};

/// The discs of a set: 32 for each player.
pub(crate) const DISCS_EACH: u8 = 32;

impl Table {
    pub(crate) fn apply(&mut self, event: &Event) {
        self.note_falls(event.at);
        self.last_at = Some(event.at);
        if is_play(&event.fact) {
            self.unsignalled = BySide::both(false);
        }
        match &event.fact {
            Fact::Opened { setting, .. } => self.open(setting),
            Fact::ClockSideAgreed { player, side } => self.agreed[*player] = Some(*side),
            Fact::ClockPlaced { side } => self.clock_side = *side,
            Fact::SeatChosen { seat } => self.seat = Some(*seat),
            Fact::ReadyConfirmed {} => self.check_off(event.by),
            Fact::StartSignalled {} => self.phase = Phase::Signalled,
            Fact::Started {} => {
                self.phase = Phase::Playing;
                self.clock.start(event.at, self.turn);
            }
            Fact::PlayerArrived { player, .. } => {
                self.presence[*player] = Presence::AtTable;
                let restored = self.late_charged[*player];
                self.late_charged[*player] = self.clock.charged()[*player].plus(restored);
            }
            Fact::TableRejoined { player } => self.presence[*player] = Presence::AtTable,
            Fact::LatenessWaived { player, added } => {
                self.presence[*player] = Presence::AtTable;
                self.late_charged[*player] = Millis(0);
                self.clock.adjust(*player, *added);
            }
            Fact::LateTimeRestored { player, added, .. } => {
                self.late_time_waived[*player] = true;
                // Below zero while the player is missing: what was given back before they came.
                self.late_charged[*player] = self.late_charged[*player].minus(*added);
                self.clock.adjust(*player, *added);
            }
            Fact::LateForfeitWaived { player, .. } => self.late_forfeit_waived[*player] = true,
            Fact::LeavePermitted { player } => self.may_leave[*player] = true,
            Fact::TableLeft { player, .. } => {
                self.presence[*player] = Presence::Away;
                self.may_leave[*player] = false;
            }
            Fact::SquareTouched { binds, .. } => self.bind(*binds),
            Fact::TouchExcused { .. } => self.free_hand(SquareSet::EMPTY),
            Fact::DiscPlaced {
                square,
                colour,
                fault,
                ..
            } => self.place(*square, *colour, *fault),
            Fact::DiscTakenBack { binds, .. } => self.free_hand(*binds),
            Fact::DiscsFlipped { squares, .. } => self.turn_over(*squares),
            Fact::ClockPressed {
                player,
                fault,
                added,
                ..
            } => {
                if let Hand::Placed {
                    square,
                    colour,
                    before,
                    right,
                    ..
                } = self.hand
                {
                    self.last = Some(LastMove {
                        player: *player,
                        square: Some(square),
                        colour,
                        before,
                        right,
                        fault: *fault,
                    });
                    self.end_turn(*player, *added);
                }
            }
            Fact::MovePlayed {
                player,
                square,
                flips,
                added,
            } => self.play(*player, *square, *flips, *added),
            Fact::Passed {
                player,
                fault,
                added,
                ..
            } => {
                self.last = Some(LastMove {
                    player: *player,
                    square: None,
                    colour: self.colour_of(*player),
                    before: self.position,
                    right: self.position,
                    fault: *fault,
                });
                self.end_turn(*player, *added);
            }
            Fact::TurnsEntered { before, turns } => {
                for turn in turns {
                    if turn.square.is_some() {
                        self.supply[turn.player] = self.supply[turn.player].saturating_sub(1);
                    }
                    self.clock.mark_turn(turn.player);
                    self.plies = self.plies.saturating_add(1);
                }
                self.take_record(*before, turns);
                if self.clock.running().is_some() {
                    self.clock.run(Some(self.turn));
                }
            }
            Fact::EntryTakenBack {
                square,
                position,
                turn,
                plies,
                used,
                moved,
            } => {
                let was_placed = matches!(self.hand, Hand::Placed { .. });
                if square.is_some() && !was_placed {
                    self.supply[*turn] = self.supply[*turn].saturating_add(1);
                }
                self.reopen(event.at);
                self.set_board(*position, *turn);
                self.plies = *plies;
                if !was_placed {
                    self.clock.reopen_turn(*turn, *used, *moved);
                }
            }
            Fact::TurnAmended { before, turns, .. } => {
                self.reopen(event.at);
                self.take_record(*before, turns);
            }
            Fact::ColoursExchanged {} => {
                self.exchanged = !self.exchanged;
                self.position = self.position.with_to_move(self.colour_of(self.turn));
            }
            Fact::DiscsTransferred { to, count } => {
                self.supply[*to] = self.supply[*to].saturating_add(*count);
                let from = to.other();
                self.supply[from] = self.supply[from].saturating_sub(*count);
            }
            Fact::ClockStopped { cause, .. } => {
                self.clock.run(None);
                self.defect |= *cause == StopCause::Defect;
            }
            Fact::Paused { .. } => self.clock.run(None),
            Fact::ClockResumed { player } => self.clock.run(Some(*player)),
            Fact::ClockAdjusted { player, change, .. } => self.clock.adjust(*player, *change),
            Fact::ClocksSet { remaining, .. } | Fact::ClockRead { remaining } => {
                self.defect = false;
                self.set_clocks(*remaining);
            }
            Fact::TimeExtended {
                remaining,
                until_signal,
            } => {
                self.set_clocks(*remaining);
                for player in until_signal {
                    self.unsignalled[*player] = true;
                }
            }
            Fact::ExtensionSignalled { remaining, running } => {
                if self.phase == Phase::Over {
                    self.reopen(event.at);
                    self.flags.pop();
                }
                self.set_clocks(*remaining);
                self.clock.run(Some(*running));
                self.unsignalled = BySide::both(false);
            }
            Fact::FlagFell { player, fell, then } => self.drop_flag(*player, *fell, *then),
            Fact::FlagCounted { player, fell } => {
                self.drop_flag(*player, *fell, FlagThen::Counts);
            }
            Fact::FlagClaimed { player } => self.claimed = Some(*player),
            Fact::FlagDismissed { .. } => self.claimed = None,
            Fact::ClockHit { player } => self.clock.run(Some(player.other())),
            Fact::DefaultDeclared { .. } => self.claimed = None,
            Fact::CorrectionOpened {
                offender, fault, ..
            } => self.open_correction(event, *offender, *fault),
            Fact::MoveCorrected {
                offender,
                fault,
                position,
                turn,
                binds,
                ..
            } => self.correct(*offender, *fault, *position, *turn, *binds),
            Fact::CorrectionClosed {} => {
                self.correction = None;
                if self.clock.running().is_some() {
                    self.clock.run(Some(self.turn));
                }
            }
            Fact::Restarted {
                start, remaining, ..
            } => self.restart(*start, *remaining),
            Fact::BoardDisturbed {
                responsible,
                charged,
            } => {
                self.disturbed = Some(Disturbed {
                    responsible: *responsible,
                    accepted: BySide::both(false),
                });
                self.clock.run(*charged);
            }
            Fact::RestoredAccepted { player } => {
                if let Some(disturbed) = &mut self.disturbed {
                    disturbed.accepted[*player] = true;
                }
            }
            Fact::BoardRestored {
                position,
                turn,
                plies,
                running,
                ..
            } => {
                self.disturbed = None;
                self.restore(*position, *turn, *plies);
                self.clock.run(*running);
            }
            Fact::DisputeRaised { .. } => self.dispute = true,
            Fact::Ruled {
                clocks, position, ..
            } => {
                if self.dispute {
                    self.ruled_at = Some(self.plies);
                    self.dispute = false;
                }
                if let Some(clocks) = clocks {
                    for (side, to) in clocks.iter() {
                        self.clock.set(side, *to);
                    }
                }
                if let Some(position) = position {
                    let turn = self.colour_of(position.to_move());
                    self.set_board(*position, turn);
                }
            }
            Fact::TimePenalised {
                offender,
                taken,
                given,
                ..
            } => {
                self.clock
                    .adjust(*offender, Millis(taken.0.saturating_neg()));
                self.clock.adjust(offender.other(), *given);
            }
            Fact::NeedsGranted { player, needs } => {
                let primary_board = self.help[*player].primary_board;
                self.help[*player] = Help {
                    primary_board,
                    ..Help::from_needs(needs)
                };
            }
            Fact::PrimaryBoardSet { player, added } => {
                self.help[*player].primary_board = true;
                self.clock.adjust(*player, *added);
            }
            Fact::Ended { result, .. } => {
                self.flags_found_after_end &= self.phase == Phase::Over;
                self.phase = Phase::Over;
                self.result = Some(*result);
                self.signed = BySide::both(false);
                self.received = false;
                self.held = None;
                self.claimed = None;
                self.correction = None;
                self.disturbed = None;
                self.clock.freeze();
            }
            Fact::ResultSigned { player } => self.signed[*player] = true,
            Fact::SheetReceived {} => self.received = true,
            Fact::ResultConfirmed { .. } => self.phase = Phase::Confirmed,
            Fact::ResultCorrected { result, .. } => {
                self.result = Some(*result);
                self.signed = BySide::both(false);
            }
            Fact::PressReminded { .. }
            | Fact::OpponentsTimeUsed { .. }
            | Fact::TranscriptAttached { .. }
            | Fact::TranscriptsCompared { .. }
            | Fact::InfringementNoted { .. }
            | Fact::DiscsAdjusted { .. }
            | Fact::PlayerExpelled { .. }
            | Fact::GaveUp { .. } => {}
        }
    }

    /// Lets the clocks run up to now and keeps where a player was when their time was used up.
    fn note_falls(&mut self, at: Timestamp) {
        let before = self.last_at.unwrap_or(at);
        let clock = self.clock;
        self.clock.advance(at);
        for player in Side::BOTH {
            if clock.fell_at(player, before).is_none() && self.clock.fell_at(player, at).is_some() {
                self.fell_presence[player] = self.presence[player];
            }
        }
    }

    fn set_clocks(&mut self, remaining: BySide<Millis>) {
        for (side, to) in remaining.iter() {
            self.clock.set(side, *to);
        }
    }

    fn open(&mut self, setting: &Setting) {
        self.phase = Phase::Ready;
        self.clock = Clock::set_to(setting.time);
        self.presence = setting.presence;
        self.lay_out(setting.start);
    }

    fn lay_out(&mut self, start: Position) {
        let count = start.count();
        let beside = (2 * DISCS_EACH).saturating_sub(count.black + count.white);
        self.position = start;
        self.turn = start.to_move();
        self.supply = BySide::new(beside - beside / 2, beside / 2);
    }

    fn check_off(&mut self, by: By) {
        match by {
            By::Black | By::Assistant(Side::Black) => self.checks.players.black = true,
            By::White | By::Assistant(Side::White) => self.checks.players.white = true,
            By::Judge => self.checks.judge = true,
            By::Director | By::Clock => self.checks.director = true,
        }
    }

    fn bind(&mut self, squares: SquareSet) {
        if !squares.is_empty() {
            self.hand = Hand::Bound { squares };
        }
    }

    /// Undoes what the hand did in this turn.
    fn free_hand(&mut self, binds: SquareSet) {
        if let Hand::Placed { before, .. } = self.hand {
            self.position = before;
            self.supply[self.turn] = self.supply[self.turn].saturating_add(1);
        }
        self.hand = Hand::Free;
        self.bind(binds);
    }

    fn place(&mut self, square: Square, colour: Side, fault: Option<Fault>) {
        let before = self.position;
        let right = match fault {
            None | Some(Fault::Flips) => before
                .with_turned(colour, before.flips(colour, square))
                .with_disc(colour, square),
            Some(Fault::Square | Fault::Colour | Fault::Pass) => before,
        };
        self.position = before.with_disc(colour, square);
        self.supply[self.turn] = self.supply[self.turn].saturating_sub(1);
        self.hand = Hand::Placed {
            square,
            colour,
            before,
            right,
            fault,
        };
    }

    fn turn_over(&mut self, squares: SquareSet) {
        let (black, white) = (self.position.black(), self.position.white());
        self.position = self
            .position
            .with_discs(Side::White, black & squares)
            .with_discs(Side::Black, white & squares);
    }

    fn play(&mut self, player: Side, square: Square, flips: SquareSet, added: Millis) {
        let colour = self.colour_of(player);
        let before = self.position;
        self.position = before.with_turned(colour, flips).with_disc(colour, square);
        self.supply[player] = self.supply[player].saturating_sub(1);
        self.last = Some(LastMove {
            player,
            square: Some(square),
            colour,
            before,
            right: self.position,
            fault: None,
        });
        self.end_turn(player, added);
    }

    fn end_turn(&mut self, player: Side, added: Millis) {
        self.hand = Hand::Free;
        self.plies = self.plies.saturating_add(1);
        self.turn = player.other();
        self.position = self.position.with_to_move(self.colour_of(self.turn));
        if added.0 != 0 {
            self.clock.adjust(player, added);
        }
        self.clock.mark_turn(player);
        if self.clock.running().is_some() {
            self.clock.run(Some(self.turn));
        }
    }

    /// The board and the latest move as a list of turns leaves them; `before` is the board before the first of them.
    fn take_record(&mut self, before: Position, turns: &[Turn]) {
        let Some(turn) = turns.last() else { return };
        let before = match turns.len() {
            0 | 1 => before,
            several => turns[several - 2].after,
        };
        self.last = Some(LastMove::recorded(turn, before));
        self.hand = Hand::Free;
        self.turn = turn.player.other();
        self.position = turn.after.with_to_move(self.colour_of(self.turn));
    }

    /// A game that ended by its last move goes on if that move was recorded wrongly.
    fn reopen(&mut self, at: Timestamp) {
        if self.phase == Phase::Over {
            self.phase = Phase::Playing;
            self.result = None;
            self.signed = BySide::both(false);
            self.clock.thaw(at);
            self.clock.run(Some(self.turn));
        }
    }

    fn drop_flag(&mut self, player: Side, fell: FlagAt, then: FlagThen) {
        let when = fell.when();
        self.flags_found_after_end |= self.phase == Phase::Over;
        self.claimed = None;
        match then {
            FlagThen::Counts => {
                self.held = self.held.filter(|held| *held != player);
                self.flags.push(Flag { side: player, when });
            }
            FlagThen::MoveFirst => self.held = Some(player),
        }
    }

    fn open_correction(&mut self, event: &Event, offender: Side, fault: Fault) {
        if self.phase == Phase::Over {
            self.phase = Phase::Playing;
            self.result = None;
            self.signed = BySide::both(false);
            self.clock.thaw(event.at);
            self.clock.run(Some(offender));
        } else if self.clock.running().is_some() {
            self.clock.run(Some(offender));
        }
        self.correction = Some(Correction {
            offender,
            fault,
            is_corrected: false,
        });
    }

    fn correct(
        &mut self,
        offender: Side,
        fault: Fault,
        position: Position,
        turn: Side,
        binds: SquareSet,
    ) {
        self.position = position.with_to_move(self.colour_of(turn));
        self.turn = turn;
        self.hand = Hand::Free;
        match fault {
            Fault::Flips => {
                if let Some(last) = &mut self.last {
                    last.fault = None;
                }
            }
            Fault::Square | Fault::Colour => {
                self.supply[offender] = self.supply[offender].saturating_add(1);
                self.forget_last();
            }
            Fault::Pass => self.forget_last(),
        }
        self.bind(binds);
        if let Some(open) = &mut self.correction {
            open.is_corrected = true;
        }
    }

    /// A retracted move is no move; what came before it cannot be challenged any more.
    fn forget_last(&mut self) {
        self.last = None;
        self.plies = self.plies.saturating_sub(1);
    }

    /// The latest move can still be corrected if it is the latest and the board is the one it left.
    fn restore(&mut self, position: Position, turn: Side, plies: u16) {
        let last = self
            .last
            .filter(|_| plies == self.plies && same_discs(&position, &self.settled()));
        self.set_board(position, turn);
        self.plies = plies;
        self.last = last;
    }

    fn set_board(&mut self, position: Position, turn: Side) {
        self.free_hand(SquareSet::EMPTY);
        self.turn = turn;
        self.position = position.with_to_move(self.colour_of(turn));
        self.last = None;
    }

    fn restart(&mut self, start: Position, remaining: Option<BySide<Millis>>) {
        *self = Self {
            phase: Phase::Ready,
            clock: self.clock,
            presence: self.presence,
            help: self.help,
            checks: self.checks,
            clock_side: self.clock_side,
            agreed: self.agreed,
            seat: self.seat,
            last_at: self.last_at,
            ..Self::unopened()
        };
        self.lay_out(start);
        self.clock.run(None);
        if let Some(remaining) = remaining {
            for (side, to) in remaining.iter() {
                self.clock.set(side, *to);
            }
        }
    }
}

/// Whether play has gone on: the signal that a default waits for was given, though nobody recorded it.
fn is_play(fact: &Fact) -> bool {
    match fact {
        Fact::ClockPressed { how, .. } => *how != Pressed::AfterDefault,
        Fact::SquareTouched { .. }
        | Fact::DiscPlaced { .. }
        | Fact::MovePlayed { .. }
        | Fact::Passed { .. }
        | Fact::TurnsEntered { .. } => true,
        _ => false,
    }
}
