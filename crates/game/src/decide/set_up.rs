//! Opening a game, and what is settled before the start.

use std::sync::Arc;

use outflank_board::{BySide, Position};
use outflank_event::Timestamp;
use outflank_rulebook::axes::clock::{ClockCheck, ClockPosition, ClockUse, FlagDetection};
use outflank_rulebook::axes::play::{StartingPosition, TouchMove, TranscriptDuty};
use outflank_rulebook::{Millis, Rulebook};

use super::{Decided, Decision, TIME_MAX};
use crate::by::By;
use crate::fact::{Event, Fact};
use crate::rejection::{Reason, Rejection};
use crate::setting::{
    ClockPlace, ClockSide, Detection, GameKind, Opening, Seat, Setting, Stage, TableJudge,
    TimeAsked, Timekeeper, Transcribing,
};
use crate::table::Phase;

/// Opens a game: the whole rulebook and every choice go into its first event.
pub(super) fn open(
    rules: &Rulebook,
    by: By,
    opening: &Opening,
    at: Timestamp,
) -> Result<Vec<Event>, Rejection> {
    let casual = opening.kind == GameKind::Casual;
    if by != By::Director && !casual {
        return Err(Rejection::by(
            &rules.deciding_official,
            Reason::WrongPerson {
                by,
                allowed: "the director",
            },
        ));
    }
    if !casual {
        check_tournament(rules, opening)?;
    }
    let time = time_for(rules, opening)?;
    let start = opening
        .position
        .unwrap_or_else(|| match rules.starting_position.value {
            StartingPosition::Standard => Position::start(),
        });
    if start.is_over() {
        return Err(Rejection::plain(Reason::NoGameInPosition {}));
    }
    let setting = Setting {
        kind: opening.kind,
        stage: opening.stage,
        time,
        increment: opening.increment,
        delay: opening.delay,
        judge: opening.judge,
        timekeeper: opening.timekeeper,
        pressing: opening.pressing,
        clock_kind: opening.clock_kind,
        clock_place: opening.clock_place,
        detection: detection(rules, opening),
        transcribing: transcribing(rules, opening),
        start,
        draw_win: opening.draw_win,
        presence: opening.presence,
        screen: opening.screen,
    };
    Ok(vec![Event {
        at,
        by,
        fact: Fact::Opened {
            rulebook: Arc::new(rules.clone()),
            setting: Arc::new(setting),
        },
    }])
}

fn check_tournament(rules: &Rulebook, opening: &Opening) -> Decided {
    let only_casual = |what| Rejection::plain(Reason::CasualOnly { what });
    if opening.increment.0 != 0 {
        return Err(only_casual("an increment"));
    }
    if opening.delay.0 != 0 {
        return Err(only_casual("a delay"));
    }
    match rules.touch_move.value {
        TouchMove::Off => Err(Rejection::by(
            &rules.touch_move,
            Reason::CasualOnly {
                what: "play without touch-move",
            },
        )),
        TouchMove::SetDown | TouchMove::Placed | TouchMove::Touched => Ok(()),
    }
}

fn time_for(rules: &Rulebook, opening: &Opening) -> Result<Option<BySide<Millis>>, Rejection> {
    let casual = opening.kind == GameKind::Casual;
    let time = match opening.time {
        TimeAsked::Each(time) => time,
        TimeAsked::ByRulebook => BySide::both(match opening.stage {
            Stage::Round => rules.main_time.value,
            Stage::Playoff => rules.main_time_playoff.value,
            Stage::Semi => rules.main_time_semi.value,
            Stage::Third => rules.main_time_third.value,
            Stage::Final => rules.main_time_final.value,
        }),
        TimeAsked::NoClock => {
            return match rules.clock_use.value {
                // Where clocks are short the organiser may put one up later (BOF gen-10).
                ClockUse::RequiredOrImposedLater => Ok(None),
                ClockUse::Required if casual => Ok(None),
                ClockUse::Required => {
                    Err(Rejection::by(&rules.clock_use, Reason::ClockRequired {}))
                }
            };
        }
    };
    let is_time = |ms: Millis| ms.0 > 0 && ms <= TIME_MAX;
    let is_gift = |ms: Millis| ms.0 >= 0 && ms <= TIME_MAX;
    let all = is_time(time.black) && is_time(time.white);
    if !all || !is_gift(opening.increment) || !is_gift(opening.delay) {
        return Err(Rejection::plain(Reason::BadTime {}));
    }
    match rules.main_time_minimum.value {
        Some(minimum) if !casual && time.black.min(time.white) < minimum => Err(Rejection::by(
            &rules.main_time_minimum,
            Reason::TimeTooShort { minimum },
        )),
        Some(_) | None => Ok(Some(time)),
    }
}

fn detection(rules: &Rulebook, opening: &Opening) -> Detection {
    match (opening.timekeeper, rules.flag_detection.value) {
        // A clock on the table cannot tell the program that its flag fell.
        (Timekeeper::Physical, _) | (_, FlagDetection::Claimed) => Detection::Claimed,
        (Timekeeper::Server | Timekeeper::Tablet, FlagDetection::Automatic) => Detection::Automatic,
    }
}

fn transcribing(rules: &Rulebook, opening: &Opening) -> Transcribing {
    match (rules.transcript.value, opening.judge, opening.timekeeper) {
        (TranscriptDuty::Optional, _, _) => Transcribing::Optional,
        // The program itself keeps the record of a game on screen.
        (TranscriptDuty::Required, _, Timekeeper::Server) => Transcribing::Optional,
        (TranscriptDuty::Required, TableJudge::Present, _) => Transcribing::ByJudge,
        (TranscriptDuty::Required, TableJudge::None, _) => Transcribing::ByBothPlayers,
    }
}

impl Decision<'_> {
    /// Refuses once the game has started.
    pub(super) fn ensure_before_start(&self) -> Decided {
        match self.table.phase {
            Phase::Ready | Phase::Signalled => Ok(()),
            Phase::Unopened | Phase::Playing | Phase::Over | Phase::Confirmed => {
                Err(Rejection::plain(Reason::AlreadyStarted {}))
            }
        }
    }

    pub(super) fn agree_clock_side(&mut self, side: ClockSide) -> Decided {
        self.ensure_before_start()?;
        let Some(player) = self.by.player() else {
            return Err(self.wrong_person("a player"));
        };
        self.record(Fact::ClockSideAgreed { player, side })
    }

    /// Black chooses the side (USOA 5.4), or it is Black's right unless both agree (WOC IV.2.p2, SOC III.3.p2).
    pub(super) fn place_clock(&mut self, side: ClockSide) -> Decided {
        self.ensure_before_start()?;
        self.anyone_at_table()?;
        let axis = &self.rules.clock_position;
        if self.setting.clock_place == ClockPlace::Fixed {
            return Err(Rejection::by(axis, Reason::ClockFixed {}));
        }
        match axis.value {
            ClockPosition::BlackChooses if self.by == By::Black => {}
            ClockPosition::BlackChooses => {
                return Err(Rejection::by(axis, Reason::BlackChooses {}));
            }
            ClockPosition::RightOfBlack => {
                let agreed = self.table.agreed;
                let both = agreed.black == Some(side) && agreed.white == Some(side);
                if side != ClockSide::Right && !both {
                    return Err(Rejection::by(axis, Reason::ClockSideNeedsBoth {}));
                }
            }
        }
        self.record(Fact::ClockPlaced { side })
    }

    /// If the clock is fixed, Black chooses a seat instead (USOA 5.4).
    pub(super) fn choose_seat(&mut self, seat: Seat) -> Decided {
        self.ensure_before_start()?;
        let axis = &self.rules.clock_position;
        if self.setting.clock_place == ClockPlace::Free {
            return Err(Rejection::by(axis, Reason::ClockFree {}));
        }
        if self.by != By::Black {
            return Err(Rejection::by(axis, Reason::BlackChooses {}));
        }
        self.record(Fact::SeatChosen { seat })
    }

    pub(super) fn confirm_ready(&mut self) -> Decided {
        self.ensure_before_start()?;
        self.anyone_at_table()?;
        self.record(Fact::ReadyConfirmed {})
    }

    /// Both players check the clock (USOA 5.5), or the judge does; the director can answer for all of them.
    pub(super) fn ensure_checked(&self) -> Decided {
        let axis = &self.rules.clock_check;
        let checks = self.table.checks;
        let players = checks.players.black && checks.players.white;
        let (done, waiting_for) = match axis.value {
            ClockCheck::Judge if self.has_judge() => (checks.judge, "the judge"),
            ClockCheck::BothPlayers | ClockCheck::Judge => (players, "both players"),
        };
        if done || checks.director || self.is_casual() {
            Ok(())
        } else {
            Err(Rejection::by(axis, Reason::NotReady { waiting_for }))
        }
    }
}
