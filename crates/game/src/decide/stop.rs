//! Stopping, starting again, adjusting and setting the clock; discs that run out.

use outflank_board::{BySide, Side};
use outflank_event::Timestamp;
use outflank_rulebook::Millis;
use outflank_rulebook::axes::clock::{ClockUse, DefectiveClock, MayRestartClock, MayStopClock};
use outflank_rulebook::axes::officials::{RestoreTime, TimePenalty};
use outflank_rulebook::axes::play::DiscSupply;

use super::{Decided, Decision, TIME_MAX};
use crate::by::By;
use crate::fact::{Fact, StopCause};
use crate::rejection::{Reason, Rejection};
use crate::setting::Timekeeper;
use crate::table::Phase;

impl Decision<'_> {
    pub(super) fn stop(&mut self, why: String) -> Decided {
        self.ensure_playing()?;
        let (may, allowed) = self.may_stop();
        self.only(may, allowed, &self.rules.may_stop_clock)?;
        if self.table.is_stopped() {
            return Err(Rejection::plain(Reason::ClockStopped {}));
        }
        // The director has come: the extension is whole when the signal is given (USOA 6.7).
        if self.table.awaits_signal() && self.by == By::Director {
            let remaining = self.reset_extension();
            self.emit(Fact::TimeExtended {
                remaining,
                until_signal: Vec::new(),
            });
        }
        self.stop_clock(StopCause::Stopped, why);
        Ok(())
    }

    /// Whether the speaker may stop the clock, and who may (USOA 5.10, WOC IV.2.p4 and p5, AMB-08).
    pub(super) fn may_stop(&self) -> (bool, &'static str) {
        if self.is_casual() && self.by.player().is_some() {
            return (true, "anybody");
        }
        match self.rules.may_stop_clock.value {
            MayStopClock::Director => (self.by == By::Director, "the director"),
            MayStopClock::Officials => (self.by.is_official(), "an official"),
            MayStopClock::JudgeElsePlayers if self.has_judge() => {
                (self.by.is_official(), "the judge")
            }
            MayStopClock::JudgeElsePlayers => (
                self.by.is_official() || self.by.player().is_some(),
                "a player or the director",
            ),
        }
    }

    pub(super) fn stop_clock(&mut self, cause: StopCause, why: String) {
        let remaining = self.table.clock.remaining(self.at);
        self.emit(Fact::ClockStopped {
            cause,
            why,
            remaining,
        });
    }

    /// A stopped clock is started again by order of an official (USOA 5.11).
    pub(super) fn resume(&mut self, player: Option<Side>) -> Decided {
        if self.table.awaits_signal() && self.by == By::Director {
            return self.signal_extension();
        }
        self.ensure_playing()?;
        let axis = &self.rules.may_restart_clock;
        let (may, allowed) = match axis.value {
            MayRestartClock::Director => (self.by == By::Director, "the director"),
            MayRestartClock::Officials => (self.by.is_official(), "an official"),
        };
        let casual = self.is_casual() && self.by.player().is_some();
        self.only(may || casual, allowed, axis)?;
        if !self.table.is_stopped() {
            return Err(Rejection::plain(Reason::ClockRuns {}));
        }
        if self.table.disturbed.is_some() {
            return Err(Rejection::plain(Reason::BoardDisturbed {}));
        }
        let player = player.unwrap_or_else(|| self.table.due());
        self.record(Fact::ClockResumed { player })
    }

    /// Time lost to a technical interruption is charged to nobody; the clock stands until an official starts it.
    pub(super) fn pause(&mut self, since: Timestamp, why: String) -> Decided {
        if self.by != By::Clock && !self.by.is_official() {
            return Err(self.wrong_person("an official"));
        }
        self.ensure_playing()?;
        if self.table.is_stopped() {
            return Err(Rejection::plain(Reason::ClockStopped {}));
        }
        let last = self.table.last_at.unwrap_or(since);
        if since < last || since > self.at {
            return Err(Rejection::plain(Reason::PauseOutOfRange { last }));
        }
        let noticed = self.at;
        self.emit_at(since, self.by, Fact::Paused { noticed, why });
        Ok(())
    }

    /// Gives lost time back (USOA 9.4) or puts times right after a move on the opponent's time (WOC IV.4.p1.a).
    pub(super) fn adjust(&mut self, player: Side, by: Millis, why: String) -> Decided {
        match self.rules.restore_time.value {
            RestoreTime::OfficialMay => self.only_director(&self.rules.restore_time)?,
        }
        self.ensure_clock_in_use()?;
        if by.0 == 0 || by.0.saturating_abs() > TIME_MAX.0 {
            return Err(Rejection::plain(Reason::BadTime {}));
        }
        // A clock is never set below 0:00.
        let remaining = self.table.clock.remaining(self.at)[player];
        let change = by.max(Millis(-remaining.0.max(0)));
        if by.0 < 0 {
            self.ensure_dockage(player, Millis(-by.0))?;
        }
        self.emit(Fact::ClockAdjusted {
            player,
            change,
            why,
        });
        self.flag_if_used_up(player);
        Ok(())
    }

    /// Refuses without a clock, or when the game is over.
    pub(super) fn ensure_clock_in_use(&self) -> Decided {
        self.ensure_not_over()?;
        if self.table.clock.is_timed() {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::NoClock {}))
        }
    }

    /// Refuses to take more than the rulebook allows, and to take all time before the start.
    pub(super) fn ensure_dockage(&self, player: Side, take: Millis) -> Decided {
        let remaining = self.table.clock.remaining(self.at)[player];
        match self.rules.time_penalty.value {
            TimePenalty::HalfOfRemaining => {
                let maximum = Millis(remaining.0.max(0) / 2);
                if take > maximum {
                    return Err(Rejection::by(
                        &self.rules.time_penalty,
                        Reason::DockageTooLarge { maximum },
                    ));
                }
            }
            TimePenalty::AnyAmount => {}
        }
        if self.table.phase != Phase::Playing && take >= remaining {
            return Err(Rejection::plain(Reason::BadTime {}));
        }
        Ok(())
    }

    pub(super) fn ensure_times(&self, remaining: BySide<Millis>) -> Decided {
        let is_time = |ms: Millis| ms.0 > 0 && ms <= TIME_MAX;
        if is_time(remaining.black) && is_time(remaining.white) {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::BadTime {}))
        }
    }

    /// The deciding official sets both clocks at their discretion (WOC IV.7, SOC III.10); a clock set up during the game leaves each
    /// player a minimum (BOF gen-10).
    pub(super) fn set_clocks(&mut self, remaining: BySide<Millis>, why: String) -> Decided {
        match self.rules.defective_clock.value {
            DefectiveClock::OfficialDecides => self.only_director(&self.rules.defective_clock)?,
        }
        self.ensure_not_over()?;
        self.ensure_times(remaining)?;
        self.ensure_imposed_time(remaining)?;
        self.ensure_no_hidden_dockage(remaining)?;
        self.record(Fact::ClocksSet { remaining, why })
    }

    /// Refuses to take more time by setting the clocks than a penalty may take (USOA 9.3); a defective clock shows nothing
    /// that could be taken.
    pub(super) fn ensure_no_hidden_dockage(&self, remaining: BySide<Millis>) -> Decided {
        if self.table.defect || !self.table.clock.is_timed() {
            return Ok(());
        }
        let shown = self.table.clock.remaining(self.at);
        for player in Side::BOTH {
            let taken = shown[player].minus(remaining[player]);
            if taken.0 > 0 {
                self.ensure_dockage(player, taken)?;
            }
        }
        Ok(())
    }

    pub(super) fn ensure_imposed_time(&self, remaining: BySide<Millis>) -> Decided {
        let axis = &self.rules.mid_game_clock_minimum;
        match (axis.value, self.rules.clock_use.value) {
            (Some(minimum), ClockUse::Required | ClockUse::RequiredOrImposedLater)
                if !self.table.clock.is_timed()
                    && remaining.black.min(remaining.white) < minimum =>
            {
                Err(Rejection::by(axis, Reason::TimeTooShort { minimum }))
            }
            (Some(_) | None, ClockUse::Required | ClockUse::RequiredOrImposedLater) => Ok(()),
        }
    }

    /// Times are typed where the clock stands on the table.
    pub(super) fn read_clock(&mut self, remaining: BySide<Millis>) -> Decided {
        match self.setting.timekeeper {
            Timekeeper::Physical => {}
            Timekeeper::Server | Timekeeper::Tablet => {
                return Err(Rejection::plain(Reason::NotOffered {
                    what: "typed times while the program keeps the clock",
                    instead: "Ask the director to adjust the clock",
                }));
            }
        }
        if !self.by.is_official() && (self.has_judge() || self.by.player().is_none()) {
            return Err(self.wrong_person("the judge"));
        }
        self.ensure_clock_in_use()?;
        let is_time = |ms: Millis| ms.0 >= 0 && ms <= TIME_MAX;
        if !is_time(remaining.black) || !is_time(remaining.white) {
            return Err(Rejection::plain(Reason::BadTime {}));
        }
        self.record(Fact::ClockRead { remaining })
    }

    /// A defective clock stops the game until the director has set the times.
    pub(super) fn report_defect(&mut self) -> Decided {
        self.anyone_at_table()?;
        self.ensure_playing()?;
        if self.table.is_stopped() {
            return Err(Rejection::plain(Reason::ClockStopped {}));
        }
        self.stop_clock(StopCause::Defect, String::new());
        Ok(())
    }

    /// Discs for a player who is left without; at the World Championship the judge moves them (WOC IV.2.p4).
    pub(super) fn transfer_discs(&mut self, to: Side, count: u8) -> Decided {
        let axis = &self.rules.disc_supply;
        match axis.value {
            DiscSupply::JudgeTransfers if self.has_judge() => {
                self.only(self.by.is_official(), "the judge", axis)?;
            }
            DiscSupply::JudgeTransfers | DiscSupply::TakeFromOpponent | DiscSupply::Automatic => {
                self.anyone_at_table()?;
            }
        }
        self.ensure_playing()?;
        let left = self.table.supply[to.other()];
        if count == 0 || count > left {
            return Err(Rejection::plain(Reason::NoDiscs { left }));
        }
        self.record(Fact::DiscsTransferred { to, count })
    }
}
