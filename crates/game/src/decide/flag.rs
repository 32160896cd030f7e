//! Flags: falling, being claimed, and what follows.
//!
//! | Flag | What follows | Axes |
//! |---|---|---|
//! | the first | 64-0, or the opponent has won and play goes on for the score | `time_default` |
//! | the first, in mid-move | the move is finished first, or on the extension | `flag_in_move` |
//! | of an absent player | an ordinary flag, or 64-0 | `flag_in_absence` |
//! | the other player's first | ends the game, or gives an extension of their own | `extension_grant` |
//! | a second one | ends the game | `defaulter_second_flag`, `second_flag_winner`, `second_flag_score` |

use outflank_board::{BySide, Side};
use outflank_event::Timestamp;
use outflank_rulebook::axes::clock::{ExtensionGrant, ExtensionStart, FlagInAbsence, FlagInMove};
use outflank_rulebook::{Flag, Millis, Standing, standing};

use super::{Decided, Decision};
use crate::by::By;
use crate::fact::{Event, Fact, FlagAt, FlagThen, Pressed};
use crate::rejection::{Reason, Rejection};
use crate::result::Ending;
use crate::setting::{Presence, Timekeeper};
use crate::table::{Flags, Phase};

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

    /// A clock that was cut to nothing is a flag, regardless of whose clock runs (AMB-74).
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

    /// Where the player was when the flag fell (SOC III.2.b): a claimed flag may have fallen before the last event.
    fn fell(&self, player: Side) -> FlagAt {
        let before = self.table.last_at.unwrap_or(self.at);
        let presence = match self.table.clock.fell_at(player, before) {
            Some(_) => self.table.fell_presence[player],
            None => self.table.presence[player],
        };
        match presence {
            Presence::AtTable => FlagAt::Table,
            Presence::Late | Presence::Away => FlagAt::Absent,
        }
    }

    /// A move begun before the flag is completed before the default is declared (USOA 6.3); a flag that ends the game ends
    /// it at once (USOA 6.7.c).
    fn is_finished_first(&self, player: Side, fell: FlagAt) -> bool {
        let moving = player == self.table.turn
            && self.table.is_in_mid_move()
            && self.table.correction.is_none()
            && self.table.disturbed.is_none();
        match self.rules.flag_in_move.value {
            FlagInMove::FinishThenDefault => moving && !self.would_end(player, fell),
            FlagInMove::DefaultThenFinish => false,
        }
    }

    fn would_end(&self, player: Side, fell: FlagAt) -> bool {
        let mut flags = self.table.flags;
        flags.push(Flag {
            side: player,
            when: fell.when(),
        });
        self.is_over_by(flags)
    }

    fn is_over_by(&self, flags: Flags) -> bool {
        matches!(
            standing(self.rules, flags.as_slice()),
            Ok(Standing::Over { .. })
        )
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
        let other = player.other();
        let found_too = !self.is_automatic() && self.down_in_order().contains(&other);
        if found_too && self.table.flags.len() == 1 && !self.is_over_by(self.table.flags) {
            self.emit_found(other, FlagAt::FoundWithFirst);
            self.settle_flags(at, &[player, other]);
        } else {
            self.settle_flags(at, &[player]);
        }
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
                    remaining[player] = remaining[player].plus(extension);
                }
                ExtensionGrant::EachOnOwnFlag if fell => remaining[player] = extension,
                ExtensionGrant::BothAtFirstDefault
                | ExtensionGrant::EachOnOwnFlag
                | ExtensionGrant::Nobody => {}
            }
        }
        let until_signal = match self.waits_for_signal() {
            true => new.to_vec(),
            false => Vec::new(),
        };
        self.emit_at(
            at,
            self.by,
            Fact::TimeExtended {
                remaining,
                until_signal,
            },
        );
    }

    /// Whether the director is called and the extension begins again at their signal (USOA 6.5, 6.7). An official who
    /// finds the flag is there already, and on screen or without a director nobody is called.
    fn waits_for_signal(&self) -> bool {
        let on_screen = match self.setting.timekeeper {
            Timekeeper::Server => true,
            Timekeeper::Tablet | Timekeeper::Physical => false,
        };
        match self.rules.extension_start.value {
            ExtensionStart::AtOnce => false,
            ExtensionStart::DirectorsSignal => {
                self.is_automatic() && !self.by.is_official() && !self.is_casual() && !on_screen
            }
        }
    }

    /// The director has confirmed the default and gives the signal: the extension begins, and what ran meanwhile is
    /// discarded. A flag that fell before the director came does not count.
    pub(super) fn signal_extension(&mut self) -> Decided {
        self.only_director(&self.rules.extension_start)?;
        let remaining = self.reset_extension();
        let running = self.table.due();
        self.record(Fact::ExtensionSignalled { remaining, running })
    }

    /// The clocks with the whole extension for those who wait for the signal.
    pub(super) fn reset_extension(&self) -> BySide<Millis> {
        let mut remaining = self.table.clock.remaining(self.at);
        for player in Side::BOTH {
            if self.table.unsignalled[player] {
                remaining[player] = self.rules.extension_time.value;
            }
        }
        remaining
    }

    /// If the defaulter's move is complete the opponent's clock runs; otherwise the defaulter's (AMB-26).
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

    pub(super) fn flag_by_clock(&mut self, named: Option<Side>) -> Decided {
        if self.by != By::Clock {
            return Err(self.wrong_person("a player or an official to claim the flag"));
        }
        if !self.is_automatic() {
            return Err(Rejection::by(
                &self.rules.flag_detection,
                Reason::FlagsAreClaimed {},
            ));
        }
        let fell = |player: Side| {
            let falls = |event: &Event| matches!(event.fact, Fact::FlagFell { player: of, .. } if of == player);
            self.events.iter().any(falls)
        };
        match named {
            Some(player) if fell(player) => Ok(()),
            None if !self.events.is_empty() => Ok(()),
            Some(_) | None => {
                if self.events.is_empty() {
                    self.ensure_playing()?;
                }
                Err(self.flag_not_down(named.unwrap_or_else(|| self.table.due())))
            }
        }
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
        self.record(Fact::FlagClaimed { player })
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

    /// A flag may be claimed until the result is final (AMB-23): it changes the score, not the board. Every flag that is
    /// down is found, once.
    fn claim_after_end(&mut self, player: Side) -> Decided {
        let by_play = self
            .table
            .result
            .is_some_and(|result| result.ending == Ending::EndOfPlay);
        if !self.by.is_official() {
            return Err(self.wrong_person("an official"));
        }
        if !by_play || self.table.flags_found_after_end {
            return self.ensure_playing();
        }
        match self.setting.timekeeper {
            Timekeeper::Physical => self.count_found(&[player]),
            Timekeeper::Server | Timekeeper::Tablet => self.count_found(&self.down_in_order()),
        };
        self.end_by_flags_and_board(self.at);
        Ok(())
    }

    /// Whose flags are down on a clock the program keeps, the earlier first (AMB-22).
    fn down_in_order(&self) -> Vec<Side> {
        let mut down: Vec<(Timestamp, Side)> = Side::BOTH
            .into_iter()
            .filter_map(|player| Some((self.table.clock.fell_at(player, self.at)?, player)))
            .collect();
        down.sort_by_key(|(at, _)| *at);
        down.into_iter().map(|(_, player)| player).collect()
    }

    /// The flags found down, the earlier first.
    fn find_flags(&mut self, claimed: Side) {
        match self.setting.timekeeper {
            Timekeeper::Physical => self.fall(claimed, self.at),
            Timekeeper::Server | Timekeeper::Tablet => match self.down_in_order().as_slice() {
                [first, _] => self.find_both(*first),
                [] | [_, ..] => self.fall(claimed, self.at),
            },
        }
    }

    /// Both flags have fallen.
    fn find_both(&mut self, first: Side) {
        let fell = self.fell(first);
        if self.is_finished_first(first, fell) {
            let then = FlagThen::MoveFirst;
            self.emit(Fact::FlagFell {
                player: first,
                fell,
                then,
            });
            return;
        }
        let counted = self.count_found(&[first, first.other()]);
        self.settle_flags(self.at, &counted);
    }

    /// Counts flags found together until one ends the game. Before any default the later one was found with the first and
    /// ends nothing, unless its player was away (AMB-22, AMB-28).
    fn count_found(&mut self, down: &[Side]) -> Vec<Side> {
        let is_first_default = self.table.flags.is_empty();
        let mut counted = Vec::with_capacity(2);
        for player in down {
            let with_first = is_first_default && !counted.is_empty();
            let fell = match self.fell(*player) {
                FlagAt::Absent
                    if self.rules.flag_in_absence.value == FlagInAbsence::SixtyFourNil =>
                {
                    FlagAt::Absent
                }
                _ if with_first => FlagAt::FoundWithFirst,
                fell => fell,
            };
            self.emit_found(*player, fell);
            counted.push(*player);
            if self.is_over_by(self.table.flags) {
                break;
            }
        }
        counted
    }

    fn emit_found(&mut self, player: Side, fell: FlagAt) {
        let then = FlagThen::Counts;
        self.emit(Fact::FlagFell { player, fell, then });
    }

    /// Where the order cannot be known the director decides; the side whose clock is not running probably fell first.
    pub(super) fn claim_both_flags(&mut self, first: Option<Side>) -> Decided {
        if !self.by.is_official() {
            return Err(self.wrong_person("an official"));
        }
        self.ensure_playing()?;
        if self.is_automatic() {
            return Err(Rejection::plain(Reason::NotOffered {
                what: "claiming a flag when the clock detects flags automatically",
                instead: "There is nothing to do",
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
        self.only_official()?;
        if self.table.awaits_signal() && self.by == By::Director {
            return self.signal_extension();
        }
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
        self.only_official()?;
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
