//! Opening an event under a rulebook.

use std::sync::Arc;

use outflank_rulebook::axes::tournament::DaysDecided;
use outflank_rulebook::{BqConstant, Millis, Rulebook};

use super::check_text;
use crate::running::by::By;
use crate::running::custom::check_stages;
use crate::running::fact::Fact;
use crate::running::notice::Notice;
use crate::running::presets::{Terms, preset_name};
use crate::running::rejection::{Reason, Rejection};
use crate::running::setting::{Creation, Setting};
use crate::running::timetable::Timetable;

/// The axes that are limits of a text; a director cannot move them.
const LIMITS: &[&str] = &[
    "main_time_minimum",
    "mid_game_clock_minimum",
    "rated_time_minimum",
    "rounds_minimum",
];

/// The most axes a director changes.
const CHANGES_MAX: usize = 200;

pub(super) fn create(rules: &Rulebook, by: By, creation: Creation) -> Result<Fact, Rejection> {
    match by {
        By::Head | By::Director | By::Officer | By::Chairman | By::Committee => {}
        By::Assistant | By::Judge | By::Player(_) => {
            return Err(Rejection::plain(Reason::WrongPerson {
                by,
                allowed: "a director or a federation officer",
            }));
        }
    }
    check_text("the name", &creation.name)?;
    if creation.set.len() > CHANGES_MAX {
        return Err(Rejection::plain(Reason::TooMany {
            what: "settings",
            limit: CHANGES_MAX,
        }));
    }
    let is_custom = !creation.stages.is_empty();
    let preset = if is_custom {
        format!("{}/custom", rules.about.id)
    } else {
        preset_name(rules)
    };
    let terms = Terms::of(&preset);
    let rulebook = with_changes(rules, &creation)?;
    check_times(&rulebook)?;
    if is_custom {
        check_stages(&creation.stages).map_err(|problem| bad_setting(problem.to_string()))?;
    }
    let overrides = rulebook.overrides().into_iter().map(str::to_owned);
    let setting = Setting {
        name: creation.name,
        preset,
        timetable: Timetable::printed(&rulebook, creation.first_day, creation.offset),
        first_day: creation.first_day,
        offset: creation.offset,
        host: creation.host,
        seed: creation.seed,
        system: creation.system,
        general_meeting: creation.general_meeting,
        stages: creation.stages,
        overrides: overrides.collect(),
        terms,
    };
    Ok(Fact::Created {
        notices: notices(rules, &rulebook, is_custom),
        rulebook: Arc::new(rulebook),
        setting: Arc::new(setting),
    })
}

fn bad_setting(problem: String) -> Rejection {
    Rejection::plain(Reason::BadSetting { problem })
}

fn with_changes(rules: &Rulebook, creation: &Creation) -> Result<Rulebook, Rejection> {
    let mut rulebook = rules.clone();
    for (axis, value) in &creation.set {
        if LIMITS.contains(&axis.as_str()) {
            let row = rules.rows().into_iter().find(|row| row.axis.name == axis);
            return Err(Rejection {
                reason: Reason::LimitIsFixed { axis: axis.clone() },
                clause: row.and_then(|row| row.source.clauses().into_iter().next()),
            });
        }
        rulebook
            .set(axis, value)
            .map_err(|problem| bad_setting(problem.to_string()))?;
    }
    let decided = (creation.general_meeting.as_ref()).is_some_and(|text| !text.trim().is_empty());
    match rules.days_decided.value {
        DaysDecided::GeneralMeeting if rulebook.days.value != rules.days.value && !decided => Err(
            Rejection::by(&rules.days_decided, Reason::NeedsGeneralMeeting {}),
        ),
        DaysDecided::GeneralMeeting | DaysDecided::Organiser => Ok(rulebook),
    }
}

/// No time below the least one, whatever the stage.
fn check_times(rules: &Rulebook) -> Result<(), Rejection> {
    let Some(minimum) = rules.main_time_minimum.value else {
        return Ok(());
    };
    let times: [(&'static str, Millis); 5] = [
        ("main_time", rules.main_time.value),
        ("main_time_playoff", rules.main_time_playoff.value),
        ("main_time_semi", rules.main_time_semi.value),
        ("main_time_third", rules.main_time_third.value),
        ("main_time_final", rules.main_time_final.value),
    ];
    match times.into_iter().find(|(_, time)| *time < minimum) {
        Some((axis, _)) => Err(Rejection::by(
            &rules.main_time_minimum,
            Reason::TimeTooShort { axis, minimum },
        )),
        None => Ok(()),
    }
}

/// A number of rounds that the text states and the director changed.
fn notices(before: &Rulebook, after: &Rulebook, is_custom: bool) -> Vec<Notice> {
    let mut notices = Vec::new();
    if before.rounds.value != after.rounds.value
        && let Some(clause) = before.rounds.clause()
    {
        let (was, is) = (before.rounds.value.0, after.rounds.value.0);
        let text = format!("the text has {was} rounds, this event {is}");
        notices.push(Notice::by("rounds_not_as_written", Some(clause), text));
        notices.extend(constant_notice(after, was, is));
    }
    // Stages have rounds of their own.
    if !is_custom {
        notices.extend(minimum_notice(after, after.rounds.value.0));
    }
    notices
}

/// Fewer rounds than the text asks for at least in a Swiss, where they are not refused: before it is known
/// whether the event is one, and in several stages of one's own.
pub(super) fn minimum_notice(rules: &Rulebook, rounds: u16) -> Option<Notice> {
    let minimum = rules.rounds_minimum.value?;
    (rounds < minimum.0).then(|| {
        let least = minimum.0;
        let text = format!("a Swiss has at least {least} rounds, this event {rounds}");
        Notice::by(
            "fewer_rounds_than_asked",
            rules.rounds_minimum.clause(),
            text,
        )
    })
}

/// A constant C that the text states for its own number of rounds and that stays with another (AMB-36).
pub(super) fn constant_notice(rules: &Rulebook, was: u16, is: u16) -> Option<Notice> {
    match rules.bq_constant.value {
        BqConstant::Fixed(c) => {
            let text =
                format!("the constant C of the BQ stays {c}, stated for {was} rounds, not {is}");
            let clause = rules.bq_constant.clause();
            Some(Notice::by("constant_for_other_rounds", clause, text))
        }
        BqConstant::NearestInteger | BqConstant::Exact => None,
    }
}
