//! What stands at the head of every page of an event.

use std::collections::BTreeSet;

use outflank_rulebook::System;
use outflank_rulebook::axes::tournament::TeamScoring;
use outflank_tournament::running::{Phase, SlotKind, Terms};

use crate::views::Views;
use crate::views::moment::{Day, Moment};
use crate::views::public::lists::is_woman;

/// The progress of the tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventState {
    /// No round has been paired.
    Entries,
    /// A pairing is public, play has not begun.
    Announced {
        round: u16,
        /// When it starts, as far as it is known.
        start: Option<Moment>,
    },
    /// A round is being played.
    Playing {
        round: u16,
        /// Tables with a result.
        done: usize,
        tables: usize,
    },
    /// A round is over, the next is not public.
    Between {
        /// The round that is over.
        round: u16,
    },
    /// All planned rounds are over.
    RoundsOver,
}

/// The rulebook in force.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct HeadRules {
    pub id: String,
    /// The name people read.
    pub name: String,
    pub edition: String,
    /// How many settings the director changed.
    pub changes: usize,
}

/// The heading of every page of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Head {
    pub name: String,
    pub host: Option<String>,
    pub first_day: Day,
    /// The last day of the timetable.
    pub last_day: Day,
    /// The number of players, including those who withdrew.
    pub entrants: usize,
    /// The number of players who have checked in.
    pub checked_in: usize,
    pub countries: usize,
    pub system: System,
    pub rounds: u16,
    pub rules: HeadRules,
    /// Milliseconds each player has.
    pub main_time_ms: i64,
    /// The progress.
    pub state: EventState,
    /// The time of the last log entry.
    pub updated: Option<Moment>,
    /// The last round whose pairing is public.
    pub last_round: Option<u16>,
    /// The last round whose standings are published.
    pub last_table: Option<u16>,
    pub has_teams: bool,
    /// Whether there is a women's list.
    pub has_women: bool,
    /// Whether there is a young players' list.
    pub has_young: bool,
    /// Whether there are playoffs or finals to show.
    pub has_finals: bool,
    /// Minutes the hall is ahead of UTC.
    pub utc_offset_min: i16,
    pub director: Option<String>,
}

impl Views<'_> {
    /// The titles to be won and the bodies responsible.
    #[must_use]
    pub fn terms(&self) -> Terms {
        let opened = self.affairs().opened.as_ref();
        opened.map_or_else(Terms::default, |opened| opened.setting.terms.clone())
    }

    /// The head of every page; nothing before the event was opened.
    #[must_use]
    pub fn head(&self) -> Option<Head> {
        let affairs = self.affairs();
        let opened = affairs.opened.as_ref()?;
        let record = self.record.as_ref()?;
        let entries = || affairs.entrants.values();
        let countries: BTreeSet<&str> = entries()
            .filter_map(|one| one.entry.country.as_deref())
            .collect();
        let rules = &opened.rulebook;
        let last = (affairs.timetable.slots.last()).map(|slot| self.offset().day(slot.start));
        Some(Head {
            name: opened.setting.name.clone(),
            host: opened.setting.host.clone(),
            first_day: opened.setting.first_day.into(),
            last_day: last.unwrap_or(opened.setting.first_day).into(),
            entrants: affairs.entrants.len(),
            checked_in: entries().filter(|one| one.checked_in).count(),
            countries: countries.len(),
            system: record.system,
            rounds: record.rounds,
            rules: HeadRules {
                id: rules.about.id.clone(),
                name: rules.about.name.clone(),
                edition: rules.about.edition.clone(),
                changes: rules.overrides().len(),
            },
            main_time_ms: rules.main_time.value.0,
            state: self.state(),
            updated: (self.tournament.log().last())
                .map(|event| Moment::at(event.at, self.offset())),
            last_round: self.rounds().last().copied(),
            last_table: self.last_table(),
            has_teams: match rules.team_scoring.value {
                TeamScoring::None => false,
                TeamScoring::BestThreePoints => countries.len() > 1,
                TeamScoring::BestThreePlaces => entries().any(|one| one.entry.institute.is_some()),
            },
            has_women: entries().any(|one| is_woman(&one.entry)),
            has_young: entries().any(|one| one.entry.young == Some(true)),
            has_finals: self.finals().is_some(),
            utc_offset_min: self.offset().minutes,
            director: affairs.head().map(|head| head.called().to_owned()),
        })
    }

    fn state(&self) -> EventState {
        let affairs = self.affairs();
        let Some(life) = self.public_rounds().last() else {
            return EventState::Entries;
        };
        let round = life.number.0;
        match life.phase {
            Phase::Proposed | Phase::Announced => EventState::Announced {
                round,
                start: self.start_of(round),
            },
            Phase::Started => EventState::Playing {
                round,
                done: life.cards.len() - life.open_tables().count(),
                tables: life.cards.len(),
            },
            Phase::Finished | Phase::Validated if round >= affairs.rounds_planned() => {
                EventState::RoundsOver
            }
            Phase::Finished | Phase::Validated => EventState::Between { round },
        }
    }

    /// When a round starts or started: announced, or by the timetable.
    pub(crate) fn start_of(&self, round: u16) -> Option<Moment> {
        let affairs = self.affairs();
        let number = outflank_pairing::RoundNumber(round);
        let started = affairs.round(number).and_then(|life| life.times.started);
        let announced = affairs.starts.get(&number).copied();
        let planned = || {
            let is_it = |what: &SlotKind| *what == SlotKind::Round(number);
            let slot = affairs
                .timetable
                .slots
                .iter()
                .find(|slot| is_it(&slot.what));
            slot.map(|slot| slot.start)
        };
        let at = started.or(announced).or_else(planned)?;
        Some(Moment::at(at, self.offset()))
    }
}
