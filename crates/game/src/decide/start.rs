//! The start, late players, and leaving the table.

use outflank_board::{BySide, Side};
use outflank_rulebook::axes::clock::{LeavingTable, StartOfGame};
use outflank_rulebook::axes::scoring::UnplayedGame;
use outflank_rulebook::{HalfDiscs, Millis, Score};

use super::{Decided, Decision};
use crate::by::By;
use crate::command::LatenessRule;
use crate::fact::{Fact, LeaveKind};
use crate::rejection::{Reason, Rejection};
use crate::result::{Ending, GameResult, Verdict};
use crate::setting::{Presence, Timekeeper};
use crate::table::Phase;

impl Decision<'_> {
    /// The director's signal: White may press (USOA 5.6), or the clocks are started at once (SOC II.5.c).
    pub(super) fn signal(&mut self) -> Decided {
        let axis = &self.rules.start_of_game;
        if !self.is_casual() {
            self.only_director(axis)?;
        }
        if self.table.awaits_signal() {
            return self.signal_extension();
        }
        if self.table.phase != Phase::Ready {
            return Err(Rejection::plain(Reason::AlreadyStarted {}));
        }
        match axis.value {
            StartOfGame::WhitePresses => {
                self.ensure_checked()?;
                self.emit(Fact::StartSignalled {});
            }
            StartOfGame::ClocksStarted => {
                self.emit(Fact::StartSignalled {});
                self.emit(Fact::Started {});
            }
        }
        Ok(())
    }

    /// White's press starts Black's clock; an official presses for a player who has not come, and on screen the
    /// program that keeps the clock starts it at the signal.
    pub(super) fn press_to_start(&mut self) -> Decided {
        match self.table.phase {
            Phase::Signalled => {}
            Phase::Ready if self.is_casual() => {}
            Phase::Ready | Phase::Unopened | Phase::Playing | Phase::Over | Phase::Confirmed => {
                return Err(Rejection::by(
                    &self.rules.start_of_game,
                    Reason::NotSignalled {},
                ));
            }
        }
        let presser = self.table.turn.other();
        let stands_in = self.by.is_official() && self.table.presence[presser] == Presence::Late;
        let is_program = self.by == By::Clock && self.setting.timekeeper == Timekeeper::Server;
        let is_his = self.by.player() == Some(presser) || self.by == By::Assistant(presser);
        if !is_his && !stands_in && !is_program {
            return Err(Rejection::by(
                &self.rules.start_of_game,
                Reason::WrongPerson {
                    by: self.by,
                    allowed: "the player who does not move first",
                },
            ));
        }
        self.record(Fact::Started {})
    }

    /// A late player plays with the time left, unless the lateness loses the game (SOC II.5.c, II.6.a). A player
    /// who has lost by lateness and arrives after all has not missed the whole match (SOC II.7.a).
    pub(super) fn arrive(&mut self, player: Side) -> Decided {
        self.himself_or_official(player)?;
        let ending = self.table.result.map(|result| result.ending);
        if ending != Some(Ending::Lateness) {
            self.ensure_not_over()?;
        }
        if self.table.presence[player] != Presence::Late {
            return Err(Rejection::plain(Reason::AlreadyThere { player }));
        }
        if ending.is_none() && self.is_too_late(player) {
            self.end_for_lateness();
        }
        let late = self.since_start();
        self.emit(Fact::PlayerArrived { player, late });
        let lost = self.table.late_charged[player].0 > 0 && self.table.phase == Phase::Playing;
        if lost && self.table.late_time_waived[player] {
            self.restore_late_time(player);
        }
        Ok(())
    }

    pub(super) fn claim_late(&mut self, player: Side) -> Decided {
        if self.by.player() != Some(player.other())
            && !self.by.is_official()
            && self.by != By::Clock
        {
            return Err(self.wrong_person("the opponent or an official"));
        }
        self.ensure_playing()?;
        if self.table.presence[player] != Presence::Late || !self.is_too_late(player) {
            return Err(Rejection::by(
                &self.rules.late_forfeit_after,
                Reason::NotLate { player },
            ));
        }
        self.end_for_lateness();
        Ok(())
    }

    /// The director may waive that a late player plays with the time left, and that a player who is too late has lost.
    /// They are two decisions (SOC II.5.c, II.6.b).
    pub(super) fn waive_lateness(&mut self, player: Side, rule: Option<LatenessRule>) -> Decided {
        self.only_director(&self.rules.late_arrival)?;
        self.ensure_playing()?;
        let is_missing = self.table.presence[player] == Presence::Late;
        let rule = rule.unwrap_or(match is_missing && self.is_too_late(player) {
            true => LatenessRule::Forfeiture,
            false => LatenessRule::Time,
        });
        match rule {
            LatenessRule::Time => {
                if self.late_time(player).0 == 0 && !is_missing {
                    return Err(Rejection::plain(Reason::NotLate { player }));
                }
                self.restore_late_time(player);
                Ok(())
            }
            LatenessRule::Forfeiture => {
                if !is_missing || self.table.late_forfeit_waived[player] {
                    return Err(Rejection::plain(Reason::NotLate { player }));
                }
                let clause = self.rules.late_forfeit_after.clause();
                self.record(Fact::LateForfeitWaived { player, clause })
            }
        }
    }

    /// The time a player lost by lateness and was not given back.
    fn late_time(&self, player: Side) -> Millis {
        match self.table.presence[player] {
            Presence::Late => {
                let mut clock = self.table.clock;
                clock.advance(self.at);
                clock.charged()[player].plus(self.table.late_charged[player])
            }
            Presence::AtTable | Presence::Away => self.table.late_charged[player],
        }
    }

    fn restore_late_time(&mut self, player: Side) {
        let added = self.late_time(player);
        let clause = self.rules.late_arrival.clause();
        self.emit(Fact::LateTimeRestored {
            player,
            added,
            clause,
        });
    }

    fn since_start(&self) -> Millis {
        self.table
            .clock
            .started()
            .map_or(Millis(0), |started| self.at.since(started))
    }

    fn is_too_late(&self, player: Side) -> bool {
        let limit = self.rules.late_forfeit_after.value;
        !self.table.late_forfeit_waived[player]
            && limit.is_some_and(|limit| self.since_start() > limit)
    }

    /// Who is not there when the limit has passed loses; both lose if neither is (AMB-27).
    fn end_for_lateness(&mut self) {
        let nil = HalfDiscs(0);
        let is_missing = |player: Side| {
            self.table.presence[player] == Presence::Late && !self.table.late_forfeit_waived[player]
        };
        let missing = BySide::new(is_missing(Side::Black), is_missing(Side::White));
        let (score, verdict): (Score, Verdict) = if missing.black && missing.white {
            (BySide::both(nil), Verdict::BothLost)
        } else {
            let winner = if missing.black {
                Side::White
            } else {
                Side::Black
            };
            let (won, lost) = match self.rules.unplayed_score.value {
                UnplayedGame::SixtyFourNil => (HalfDiscs::discs(64), nil),
                UnplayedGame::FortyFourTwenty => (HalfDiscs::discs(44), HalfDiscs::discs(20)),
                UnplayedGame::PointOnly => (nil, nil),
            };
            let mut score = BySide::both(lost);
            score[winner] = won;
            (score, Verdict::won(winner))
        };
        let mut clauses = self.rules.late_forfeit_after.clauses();
        for clause in self.rules.unplayed_score.clauses() {
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        self.emit(Fact::Ended {
            result: GameResult {
                score,
                verdict,
                ending: Ending::Lateness,
            },
            clauses,
        });
    }

    pub(super) fn permit_leave(&mut self, player: Side) -> Decided {
        self.only_director(&self.rules.leaving_table)?;
        self.ensure_playing()?;
        self.record(Fact::LeavePermitted { player })
    }

    /// Nobody can be held back: leaving is recorded, with or against the rulebook, and the clock runs on.
    pub(super) fn leave(&mut self, player: Side) -> Decided {
        self.himself_or_official(player)?;
        self.ensure_playing()?;
        if self.table.presence[player] != Presence::AtTable {
            return Err(Rejection::plain(Reason::AlreadyThere { player }));
        }
        let permitted = self.table.may_leave[player];
        let leave = match self.rules.leaving_table.value {
            LeavingTable::DirectorPermits | LeavingTable::Forbidden if permitted => {
                LeaveKind::Permitted
            }
            LeavingTable::DirectorPermits | LeavingTable::Forbidden => LeaveKind::Infringement,
            LeavingTable::ClockRuns | LeavingTable::NotUnreasonably => LeaveKind::Allowed,
        };
        self.record(Fact::TableLeft { player, leave })
    }

    pub(super) fn come_back(&mut self, player: Side) -> Decided {
        self.himself_or_official(player)?;
        self.ensure_not_over()?;
        if self.table.presence[player] != Presence::Away {
            return Err(Rejection::plain(Reason::AlreadyThere { player }));
        }
        self.record(Fact::TableRejoined { player })
    }

    /// Refuses once the game is over.
    pub(super) fn ensure_not_over(&self) -> Decided {
        match (self.table.phase, self.table.result) {
            (Phase::Over | Phase::Confirmed, Some(result)) => Err(Rejection::plain(Reason::Over {
                ending: result.ending,
            })),
            (Phase::Over | Phase::Confirmed, None)
            | (Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Playing, _) => Ok(()),
        }
    }
}
