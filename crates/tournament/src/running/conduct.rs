//! Conduct: incidents and what became of them, announcements, and the time of each stage.
//!
//! The kind of an incident is the clause of the rulebook that was broken, advice included. Only the
//! deciding official penalises; the rulebook says which penalties are available ([`penalties`]).

use std::collections::BTreeMap;

use outflank_event::{Timestamp, words};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::{ClauseId, HalfDiscs, Millis, Rulebook};
use serde::{Deserialize, Serialize};

use super::by::By;
use super::paired::TableNumber;
use super::state::Affairs;

/// The most incidents of an event.
pub const INCIDENTS_MAX: usize = 10_000;
/// The most announcements of an event.
pub const ANNOUNCEMENTS_MAX: usize = 10_000;

/// The person whose conduct it is about.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum Offender {
    Player {
        entrant: EntrantId,
    },
    Spectator {
        /// The name, or a description of the person.
        name: String,
    },
}

/// An incident.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IncidentReport {
    /// The person whose conduct it is about.
    pub offender: Offender,
    /// The clause that was broken: `WOC-I.4.2.p1`.
    pub clause: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNumber>,
    pub what: String,
}

/// What the deciding official imposes: `{"penalty": "room", "until": 1714813200000}`.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "penalty", rename_all = "snake_case", deny_unknown_fields)]
pub enum Penalty {
    None,
    Warning,
    /// Time, to be set at the table.
    Time {
        /// Taken from the offender.
        take: Millis,
        /// Given to the opponent.
        give: Millis,
    },
    /// A changed final score, to the benefit of the opponent.
    Score {
        black: HalfDiscs,
        white: HalfDiscs,
    },
    /// The game is a draw.
    Draw,
    /// The game is awarded to the opponent.
    Award {
        /// The opponent's discs; the offender gets the rest. All 64 if none are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        discs: Option<HalfDiscs>,
    },
    /// Expelled from the room.
    Room {
        /// Until when; permanently if it is not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
    },
    /// Expelled from the tournament, which is a withdrawal.
    Tournament,
}

words! {
    /// An item of the menu of penalties.
    PenaltyKind {
        None = "none",
        Warning = "warning",
        Time = "time",
        Score = "score",
        Draw = "draw",
        /// The game is awarded to the opponent.
        Award = "award",
        /// Expulsion from the room.
        Room = "room",
        /// Expulsion from the tournament.
        Tournament = "tournament",
    }
}

impl Penalty {
    /// The item of the menu it is.
    pub const fn kind(self) -> PenaltyKind {
        match self {
            Self::None => PenaltyKind::None,
            Self::Warning => PenaltyKind::Warning,
            Self::Time { .. } => PenaltyKind::Time,
            Self::Score { .. } => PenaltyKind::Score,
            Self::Draw => PenaltyKind::Draw,
            Self::Award { .. } => PenaltyKind::Award,
            Self::Room { .. } => PenaltyKind::Room,
            Self::Tournament => PenaltyKind::Tournament,
        }
    }
}

/// What a deciding official can impose. No text limits the penalties for a player: USOA 9.2 names some
/// and allows others. Spectators have neither clock nor score: they can only be warned or expelled.
///
/// ```
/// use outflank_tournament::running::{Offender, PenaltyKind, penalties};
/// let watcher = Offender::Spectator { name: "the man in the red hat".to_owned() };
/// assert_eq!(penalties(&watcher), [PenaltyKind::None, PenaltyKind::Warning, PenaltyKind::Room]);
/// ```
pub fn penalties(offender: &Offender) -> Vec<PenaltyKind> {
    let is_player = match offender {
        Offender::Player { .. } => true,
        Offender::Spectator { .. } => false,
    };
    let offered = |kind: &PenaltyKind| match kind {
        PenaltyKind::None | PenaltyKind::Warning | PenaltyKind::Room => true,
        PenaltyKind::Time
        | PenaltyKind::Score
        | PenaltyKind::Draw
        | PenaltyKind::Award
        | PenaltyKind::Tournament => is_player,
    };
    PenaltyKind::ALL.iter().copied().filter(offered).collect()
}

/// The clause that lets a penalty be imposed, where a text does.
pub fn penalty_clause(rules: &Rulebook, kind: PenaltyKind) -> Option<ClauseId> {
    match kind {
        PenaltyKind::None => None,
        PenaltyKind::Warning => rules.warnings.clause(),
        PenaltyKind::Time => rules.time_penalty.clause(),
        PenaltyKind::Score => rules.score_penalty.clause(),
        PenaltyKind::Draw | PenaltyKind::Award => rules.result_penalty.clause(),
        PenaltyKind::Room => rules.room_expulsion.clause(),
        PenaltyKind::Tournament => rules.expulsion.clause(),
    }
}

/// An incident in the log of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incident {
    /// Its number, counted from 1.
    pub number: u32,
    /// When it was reported.
    pub at: Timestamp,
    pub by: By,
    pub report: IncidentReport,
    /// What became of it; nothing while the case is open.
    pub decided: Option<Verdict>,
}

/// The outcome of an incident.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// When it was decided.
    pub at: Timestamp,
    pub by: By,
    pub penalty: Penalty,
    /// The clause that lets it be imposed.
    pub clause: Option<ClauseId>,
    pub why: String,
}

/// Something said to the whole hall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    pub at: Timestamp,
    pub by: By,
    pub text: String,
}

words! {
    /// A part of the event with its own time per player.
    TimedStage {
        Round = "round",
        Playoff = "playoff",
        Semi = "semi",
        /// The game for third place.
        Third = "third",
        Final = "final",
    }
}

impl TimedStage {
    /// What the rulebook gives each player.
    #[must_use]
    pub const fn time_by(self, rules: &Rulebook) -> Millis {
        match self {
            Self::Round => rules.main_time.value,
            Self::Playoff => rules.main_time_playoff.value,
            Self::Semi => rules.main_time_semi.value,
            Self::Third => rules.main_time_third.value,
            Self::Final => rules.main_time_final.value,
        }
    }

    pub const fn axis(self) -> &'static str {
        match self {
            Self::Round => "main_time",
            Self::Playoff => "main_time_playoff",
            Self::Semi => "main_time_semi",
            Self::Third => "main_time_third",
            Self::Final => "main_time_final",
        }
    }
}

/// Incidents, announcements and times as they stand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conduct {
    /// Every incident in the order it was reported.
    pub incidents: Vec<Incident>,
    /// Everything announced, in the order of time.
    pub announcements: Vec<Announcement>,
    /// Times the director has changed since the event was opened.
    pub times: BTreeMap<TimedStage, Millis>,
}

impl Conduct {
    pub fn incident(&self, number: u32) -> Option<&Incident> {
        (self.incidents.iter()).find(|incident| incident.number == number)
    }

    pub(super) fn decide(&mut self, number: u32, verdict: Verdict) {
        let is_it = |incident: &&mut Incident| incident.number == number;
        if let Some(incident) = self.incidents.iter_mut().find(is_it) {
            incident.decided = Some(verdict);
        }
    }

    /// The cases nobody has decided yet.
    pub fn open(&self) -> impl Iterator<Item = &Incident> {
        (self.incidents.iter()).filter(|incident| incident.decided.is_none())
    }

    /// How often a person was warned.
    pub fn warnings(&self, offender: &Offender) -> usize {
        let warned = |penalty: Penalty| penalty.kind() == PenaltyKind::Warning;
        self.penalties_of(offender).filter(|p| warned(*p)).count()
    }

    /// Whether a person is excluded from the room at a moment.
    pub fn is_kept_out(&self, offender: &Offender, at: Timestamp) -> bool {
        self.penalties_of(offender).any(|penalty| match penalty {
            Penalty::Room { until } => until.is_none_or(|until| at < until),
            Penalty::Tournament => true,
            Penalty::None
            | Penalty::Warning
            | Penalty::Time { .. }
            | Penalty::Score { .. }
            | Penalty::Draw
            | Penalty::Award { .. } => false,
        })
    }

    fn penalties_of<'a>(&'a self, offender: &'a Offender) -> impl Iterator<Item = Penalty> {
        (self.incidents.iter())
            .filter(move |incident| incident.report.offender == *offender)
            .filter_map(|incident| incident.decided.as_ref())
            .map(|verdict| verdict.penalty)
    }
}

impl Affairs {
    /// The time each player has in a stage, with what the director has changed.
    #[must_use]
    pub fn time_of(&self, stage: TimedStage) -> Option<Millis> {
        let opened = self.opened.as_ref()?;
        let changed = self.conduct.times.get(&stage).copied();
        Some(changed.unwrap_or_else(|| stage.time_by(&opened.rulebook)))
    }
}
