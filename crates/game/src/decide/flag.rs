//! Flags: falling, being claimed, and what follows.
//!
//! | Flag | What follows | Axes |
//! |---|---|---|
//! | the first | 64-0, or the opponent has won and play goes on for the score | `time_default` |
//! | the first, in mid-move | the move is finished first, or on the extension | `flag_in_move` |
//! | of an absent player | an ordinary flag, or 64-0 | `flag_in_absence` |
//! | the other player's first | ends the game, or he gets his own extension | `extension_grant` |
//! | a second one | ends the game | `defaulter_second_flag`, `second_flag_winner`, `second_flag_score` |

use outflank_board::Side;
use outflank_rulebook::axes::clock::{ExtensionGrant, FlagInAbsence, FlagInMove};
use outflank_rulebook::{Standing, standing};

use super::{Decided, Decision};
use crate::by::By;
use crate::fact::{Fact, FlagAt, FlagThen, Pressed};
use crate::rejection::{Reason, Rejection};
use crate::result::Ending;
use crate::setting::{Presence, Timekeeper};
use crate::table::Phase;
use crate::time::{Timestamp, add};

impl Decision<'_> {
    /// Under automatic detection the flags that have fallen by now come before anything else, each at its moment.
    pub(super) fn raise_flags(&mut self, until: Timestamp) {
        if !self.is_automatic() {
            return;
        }
        while self.table.phase == Phase::Playing
            && let Some((player, at)) = self.table.falls_at().filter(|(_, at)| *at <= until)
        {
            let speaker = std::mem::replace(&mut self.by, By::Clock);
            self.fall(player, at);
            self.by = speaker;
        }
    }

    /// A clock that was cut to nothing is a flag, whoever's clock runs (AMB-74).
    pub(super) fn flag_if_used_up(&mut self, player: Side) {
        let left = self.table.clock.remaining(self.at)[player];
        let running = self.table.phase == Phase::Playing && self.table.held != Some(player);
        if running && self.table.clock.is_timed() && left.0 <= 0 {
            self.fall(player, self.at);
        }
    }

    /// One flag falls, or is found fallen.
    fn fall(&mut self, player: Side, at: Timestamp) {
        // A flag that waits for the end of a move fell before this one and counts before it.
        if let Some(earlier) = self.table.held.filter(|held| *held != player) {
            self.count_held_flag(earlier, at);
            if self.table.phase != Phase::Playing {
                return;
            }
        }
        let fell = self.fell(player);
        if self.is_finished_first(player, fell) {
            let then = FlagThen::MoveFirst;
            self.emit_at(at, self.by, Fact::FlagFell { player, fell, then });
            return;
        }
        let then = FlagThen::Counts;
        self.emit_at(at, self.by, Fact::FlagFell { player, fell, then });
        self.settle_flags(at, &[player]);
    }

    fn fell(&self, player: Side) -> FlagAt {
        match self.table.presence[player] {
            Presence::AtTable => FlagAt::Table,
            Presence::Late | Presence::Away => FlagAt::Absent,
        }
    }

    /// A move begun before the flag is completed before the default is declared (USOA 6.3).
    fn is_finished_first(&self, player: Side, fell: FlagAt) -> bool {
        let lost_at_once = fell == FlagAt::Absent
            && self.rules.flag_in_absence.value == FlagInAbsence::SixtyFourNil;
        let moving = player == self.table.turn
            && self.table.is_in_mid_move()
            && self.table.correction.is_none()
            && self.table.disturbed.is_none();
        match self.rules.flag_in_move.value {
            FlagInMove::FinishThenDefault => moving && !lost_at_once,
            FlagInMove::DefaultThenFinish => false,
        }
    }

    /// Lets a flag that fell in mid-move take effect once the move is complete.
    pub(super) fn settle_held_flag(&mut self, at: Timestamp) {
        if let Some(player) = self.table.held
            && self.table.phase == Phase::Playing
            && !self.table.is_in_mid_move()
        {
            self.count_held_flag(player, at);
        }
    }

    fn count_held_flag(&mut self, player: Side, at: Timestamp) {
        let fell = self.fell(player);
        self.emit_at(at, self.by, Fact::FlagCounted { player, fell });
        self.settle_flags(at, &[player]);
    }

    /// What the flags so far mean: default and extension, or the end.
    fn settle_flags(&mut self, at: Timestamp, new: &[Side]) {
        let flags = self.table.flags;
        let now = standing(self.rules, flags.as_slice())
            .expect("flags are counted only while the game goes on");
        match now {
            Standing::InTime => {}
            Standing::Over { .. } => self.end_by_flags_and_board(at),
            Standing::Defaulted { defaulter } => {
                if flags.len() == new.len() {
                    let clause = self.rules.time_default.clause();
                    self.emit_at(at, self.by, Fact::DefaultDeclared { defaulter, clause });
                }
                self.extend(at, new, flags.len() == new.len());
                self.start_due_clock(at, new);
            }
        }
    }

    /// Two minutes for the player whose flag fell, or for both at the first default (AMB-18). Time run after zero is
    /// discarded.
    fn extend(&mut self, at: Timestamp, new: &[Side], is_first_default: bool) {
        let extension = self.rules.extension_time.value;
        let mut remaining = self.table.clock.remaining(at);
        for player in Side::BOTH {
            let fell = new.contains(&player);
            match self.rules.extension_grant.value {
                ExtensionGrant::BothAtFirstDefault if fell => remaining[player] = extension,
                ExtensionGrant::BothAtFirstDefault if is_first_default => {
                    remaining[player] = add(remaining[player], extension);
                }
                ExtensionGrant::EachOnOwnFlag if fell => remaining[player] = extension,
                ExtensionGrant::BothAtFirstDefault
                | ExtensionGrant::EachOnOwnFlag
                | ExtensionGrant::Nobody => {}
            }
        }
        self.emit_at(at, self.by, Fact::TimeExtended { remaining });
    }

    /// If the defaulter's move is complete the opponent's clock runs; otherwise his own (AMB-26).
    fn start_due_clock(&mut self, at: Timestamp, new: &[Side]) {
        if new.contains(&self.table.turn) && self.table.is_complete() {
            self.end_turn(at, Pressed::AfterDefault, None);
        } else if let Some(running) = self.table.clock.running()
            && running != self.table.due()
            && self.table.disturbed.is_none()
        {
            let player = self.table.due();
            self.emit_at(at, self.by, Fact::ClockResumed { player });
        }
    }

    pub(super) fn flag_by_clock(&mut self) -> Decided {
        if self.by != By::Clock {
            return Err(self.wrong_person("the clock; people claim a flag"));
        }
        if !self.is_automatic() {
            return Err(Rejection::by(
                &self.rules.flag_detection,
                Reason::FlagsAreClaimed {},
            ));
        }
        if self.events.is_empty() {
            self.ensure_playing()?;
            let player = self.table.due();
            return Err(self.flag_not_down(player));
        }
        Ok(())
    }

    fn flag_not_down(&self, player: Side) -> Rejection {
        Rejection::by(
            &self.rules.flag_detection,
            Reason::FlagNotDown {
                player,
                remaining: self.table.clock.remaining(self.at)[player],
            },
        )
    }

    /// A person says that a flag is down. An official's word counts at once, a player's when an official confirms it
    /// (USOA 6.5). What was played meanwhile stands (USOA 6.4).
    pub(super) fn claim_flag(&mut self, player: Side) -> Decided {
        self.anyone_at_table()?;
        if self.is_automatic() {
            // The clock had noticed it first, or it is up.
            return if self.events.is_empty() {
                self.ensure_playing()?;
                Err(self.flag_not_down(player))
            } else {
                Ok(())
            };
        }
        if !self.table.clock.is_timed() {
            return Err(Rejection::plain(Reason::NoClock {}));
        }
        if !self.is_down(player) {
            return Err(self.flag_not_down(player));
        }
        if self.table.phase == Phase::Over {
            return self.claim_after_end(player);
        }
        self.ensure_playing()?;
        if self.by.is_official() || self.is_casual() {
            self.find_flags(player);
            return Ok(());
        }
        if let Some(flagged) = self.table.claimed {
            return Err(Rejection::plain(Reason::FlagClaimed { player: flagged }));
        }
        self.emit(Fact::FlagClaimed { player });
        Ok(())
    }

    /// A clock on the table is believed; one the program keeps is read.
    fn is_down(&self, player: Side) -> bool {
        match self.setting.timekeeper {
            Timekeeper::Physical => true,
            Timekeeper::Server | Timekeeper::Tablet => {
                self.table.clock.remaining(self.at)[player].0 <= 0
            }
        }
    }

    /// A flag may be claimed until the result is final (AMB-23): it changes the score, not the board.
    fn claim_after_end(&mut self, player: Side) -> Decided {
        let by_play = self
            .table
            .result
            .is_some_and(|result| result.ending == Ending::EndOfPlay);
        if !self.by.is_official() {
            return Err(self.wrong_person("an official"));
        }
        if !by_play || !self.table.flags.is_empty() {
            return self.ensure_playing();
        }
        let fell = self.fell(player);
        let then = FlagThen::Counts;
        self.emit(Fact::FlagFell { player, fell, then });
        self.end_by_flags_and_board(self.at);
        Ok(())
    }

    /// The flags found down, the earlier first (AMB-22).
    fn find_flags(&mut self, claimed: Side) {
        let other = claimed.other();
        let known = match self.setting.timekeeper {
            Timekeeper::Physical => None,
            Timekeeper::Server | Timekeeper::Tablet => {
                let fell = |player| self.table.clock.fell_at(player, self.at);
                fell(claimed).zip(fell(other))
            }
        };
        match known {
            Some((mine, his)) if his < mine => self.find_both(other),
            Some(_) => self.find_both(claimed),
            None => self.fall(claimed, self.at),
        }
    }

    /// Both flags are down: before any default the later one was found with the first and ends nothing.
    fn find_both(&mut self, first: Side) {
        let second = first.other();
        if !self.table.flags.is_empty() {
            self.fall(first, self.at);
            self.flag_if_used_up(second);
            return;
        }
        let fell = self.fell(first);
        let then = FlagThen::Counts;
        self.emit(Fact::FlagFell {
            player: first,
            fell,
            then,
        });
        let now = standing(self.rules, self.table.flags.as_slice());
        let over = matches!(now, Ok(Standing::Over { .. }));
        if over {
            self.settle_flags(self.at, &[first]);
            return;
        }
        self.emit(Fact::FlagFell {
            player: second,
            fell: FlagAt::FoundWithFirst,
            then,
        });
        self.settle_flags(self.at, &[first, second]);
    }

    /// Where the order cannot be known the director decides; the side whose clock is not running probably fell first.
    pub(super) fn claim_both_flags(&mut self, first: Option<Side>) -> Decided {
        if !self.by.is_official() {
            return Err(self.wrong_person("an official"));
        }
        self.ensure_playing()?;
        if self.is_automatic() {
            return Err(Rejection::plain(Reason::NotOffered {
                what: "claims while the clock itself notices flags",
                instead: "nothing is to be done",
            }));
        }
        self.ensure_clock_in_use()?;
        for player in Side::BOTH {
            if !self.is_down(player) {
                return Err(self.flag_not_down(player));
            }
        }
        let known = self
            .table
            .clock
            .fell_at(Side::Black, self.at)
            .zip(self.table.clock.fell_at(Side::White, self.at))
            .filter(|_| self.setting.timekeeper != Timekeeper::Physical)
            .map(|(black, white)| {
                if white < black {
                    Side::White
                } else {
                    Side::Black
                }
            });
        let named = first.filter(|_| self.by == By::Director);
        let Some(first) = named.or(known) else {
            return Err(Rejection::by(
                &self.rules.flag_detection,
                Reason::FlagOrderUnknown {
                    proposed: self.table.clock.running().map(Side::other),
                },
            ));
        };
        self.find_both(first);
        Ok(())
    }

    pub(super) fn confirm_flag(&mut self) -> Decided {
        self.only(
            self.by.is_official(),
            "an official",
            &self.rules.deciding_official,
        )?;
        self.ensure_playing()?;
        match (self.table.claimed, self.table.held) {
            (Some(player), _) => {
                self.find_flags(player);
                Ok(())
            }
            // The move is not being finished: the official does not wait for it.
            (None, Some(player)) if self.by == By::Director => {
                self.count_held_flag(player, self.at);
                Ok(())
            }
            (None, _) => Err(Rejection::plain(Reason::NoFlagClaimed {})),
        }
    }

    pub(super) fn dismiss_flag(&mut self) -> Decided {
        self.only(
            self.by.is_official(),
            "an official",
            &self.rules.deciding_official,
        )?;
        self.ensure_playing()?;
        let Some(player) = self.table.claimed else {
            return Err(Rejection::plain(Reason::NoFlagClaimed {}));
        };
        self.emit(Fact::FlagDismissed { player });
        let due = self.table.due();
        if self.table.clock.running().is_some_and(|side| side != due) {
            self.emit(Fact::ClockResumed { player: due });
        }
        Ok(())
    }
}
