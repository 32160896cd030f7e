//! Incidents, penalties, announcements and the time of a stage.

use std::collections::BTreeSet;

use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::axes::officials::Penalised;
use outflank_rulebook::{ClauseId, Millis};

use super::{Decided, Decision, check_text};
use crate::running::by::By;
use crate::running::conduct::{
    ANNOUNCEMENTS_MAX, INCIDENTS_MAX, IncidentReport, Offender, Penalty, TimedStage, penalties,
    penalty_clause,
};
use crate::running::fact::Fact;
use crate::running::notice::Notice;
use crate::running::official_post::{OfficialPost, Post};
use crate::running::paired::TableNumber;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::Card;

impl Decision<'_> {
    /// Anybody may report; a spectator tells an official.
    pub(super) fn report_incident(&mut self, report: IncidentReport) -> Decided {
        if self.now.conduct.incidents.len() >= INCIDENTS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "incidents",
                limit: INCIDENTS_MAX,
            }));
        }
        check_text("what happened", &report.what)?;
        self.check_clause(&report.clause)?;
        match &report.offender {
            Offender::Player { entrant } => {
                self.entrant(*entrant)?;
                if let Some(card) = self.incident_game(report.round, report.table)?
                    && !card.players().contains(entrant)
                {
                    return Err(Rejection::plain(Reason::NotInThisGame {
                        entrant: *entrant,
                    }));
                }
            }
            Offender::Spectator { name } => {
                check_text("the name", name)?;
                self.incident_game(report.round, report.table)?;
            }
        }
        let number = u32::try_from(self.now.conduct.incidents.len()).unwrap_or(u32::MAX - 1) + 1;
        self.record(Fact::IncidentReported { number, report })
    }

    /// The clause is one of the texts this rulebook is made of.
    fn check_clause(&self, id: &str) -> Decided {
        let text = |id: &str| id.split('-').next().unwrap_or_default().to_owned();
        let rows = self.rules.rows();
        let texts: BTreeSet<String> = (rows.iter())
            .flat_map(|row| row.source.clauses())
            .map(|clause| text(clause.as_str()))
            .collect();
        let known = ClauseId::known(id).is_some();
        if known && (texts.is_empty() || texts.contains(&text(id))) {
            return Ok(());
        }
        Err(Rejection::plain(Reason::NotAClause {
            clause: id.chars().take(60).collect(),
        }))
    }

    fn incident_game(
        &self,
        round: Option<RoundNumber>,
        table: Option<TableNumber>,
    ) -> Result<Option<&Card>, Rejection> {
        match (round, table) {
            (Some(round), Some(table)) => {
                let life = self.round(round)?;
                self.card(life, table).map(Some)
            }
            (Some(round), None) => self.round(round).map(|_| None),
            (None, _) => Ok(None),
        }
    }

    pub(super) fn decide_incident(
        &mut self,
        number: u32,
        penalty: Penalty,
        why: String,
        hurt_seen: bool,
    ) -> Decided {
        let found = self.now.conduct.incident(number);
        let incident = found.ok_or(Rejection::plain(Reason::NoSuchIncident { number }))?;
        let report = &incident.report;
        let card = self.incident_game(report.round, report.table)?;
        let mut concerned: Vec<EntrantId> = card.map_or_else(Vec::new, |c| c.players().into());
        match report.offender {
            Offender::Player { entrant } => concerned.push(entrant),
            Offender::Spectator { .. } => {}
        }
        self.needs_penaliser(&concerned)?;
        check_text("the reason", &why)?;
        if incident.decided.is_some() {
            return Err(Rejection::by(
                &self.rules.deciding_official,
                Reason::IncidentIsDecided { number },
            ));
        }
        self.check_menu(&report.offender, penalty)?;
        let hurt = self.hurt_by(incident, penalty);
        if !hurt.is_empty() && !hurt_seen {
            return Err(Rejection::by(
                &self.rules.spared,
                Reason::HurtsAnother { entrants: hurt },
            ));
        }
        self.record(Fact::IncidentDecided {
            number,
            penalty,
            clause: penalty_clause(self.rules, penalty.kind()),
            why: why.clone(),
            notices: self.penalty_notices(&report.offender, penalty),
        })?;
        let incident = incident.clone();
        self.carry_out(&incident, penalty, why)
    }

    /// Only the deciding official penalises; in their own case, another director.
    fn needs_penaliser(&self, concerned: &[EntrantId]) -> Decided {
        let stands_in = self.by == By::Director && self.head_is_among(concerned).is_some();
        match self.by == By::Head || stands_in {
            true => self.not_his_own(concerned),
            false => Err(self.not_the_head(&self.rules.who_penalises)),
        }
    }

    /// An official who plays does not rule on their own game: a person the desk knows to be one of the
    /// two, the head director, and a director where nobody else is one.
    pub(super) fn not_his_own(&self, concerned: &[EntrantId]) -> Decided {
        let own = match self.plays.iter().find(|id| concerned.contains(id)) {
            Some(entrant) => Some(self.name_of(*entrant)),
            None if self.by == By::Head => self.head_is_among(concerned),
            None if self.by == By::Director => self.directors_are_all_among(concerned),
            None => None,
        };
        match own {
            Some(name) => Err(Rejection::by(
                &self.rules.head_plays,
                Reason::OwnGame { name },
            )),
            None => Ok(()),
        }
    }

    /// The name of an official who plays, else the entrant's.
    fn name_of(&self, entrant: EntrantId) -> String {
        let mut officials = self.now.officials.iter();
        match officials.find(|one| one.entrant == Some(entrant)) {
            Some(official) => official.called().to_owned(),
            None => format!("entrant {entrant}"),
        }
    }

    fn directors_are_all_among(&self, concerned: &[EntrantId]) -> Option<String> {
        let mut directors = (self.now.officials.iter())
            .filter(|one| one.post == Post::Director)
            .peekable();
        let first = directors.peek()?.called().to_owned();
        let is_among = |one: &OfficialPost| one.entrant.is_some_and(|id| concerned.contains(&id));
        directors.all(is_among).then_some(first)
    }

    fn head_is_among(&self, concerned: &[EntrantId]) -> Option<String> {
        let head = self.now.head()?;
        let plays = head.entrant.is_some_and(|id| concerned.contains(&id));
        plays.then(|| head.called().to_owned())
    }

    fn check_menu(&self, offender: &Offender, penalty: Penalty) -> Decided {
        let offered = penalties(offender);
        if offered.contains(&penalty.kind()) {
            return Ok(());
        }
        let clause = match offender {
            Offender::Spectator { .. } => self.rules.penalised.clause(),
            Offender::Player { .. } => penalty_clause(self.rules, penalty.kind()),
        };
        Err(Rejection {
            reason: Reason::NotOffered {
                penalty: penalty.kind().word(),
                offered: offered.iter().map(|kind| kind.word()).collect(),
            },
            clause,
        })
    }

    fn penalty_notices(&self, offender: &Offender, penalty: Penalty) -> Vec<Notice> {
        let mut notices = Vec::new();
        match (offender, self.rules.penalised.value, penalty) {
            (Offender::Spectator { .. }, Penalised::Players, Penalty::Room { .. }) => {
                let text = "the rulebook speaks of players only; this rests on the host's right";
                let clause = self.rules.penalised.clause();
                notices.push(Notice::by("spectator_not_in_text", clause, text));
            }
            (Offender::Player { .. }, _, Penalty::Room { until: None }) => {
                let text = "the player cannot continue to play; withdraw them if they are out of the tournament";
                let clause = self.rules.room_expulsion.clause();
                notices.push(Notice::by("is_he_withdrawn", clause, text));
            }
            (Offender::Player { entrant }, _, Penalty::Tournament) => {
                notices.extend(self.leaving_notices(*entrant));
            }
            (_, _, _) => {}
        }
        notices
    }

    /// Whom it affects besides the offender when the offender leaves.
    fn leaving_notices(&self, entrant: EntrantId) -> Vec<Notice> {
        let mut notices = Vec::new();
        let staying = self.now.staying().count();
        if staying.is_multiple_of(2) {
            let text = "an odd number is left; the next round has a bye or an additional player";
            notices.push(Notice::by("leaves_an_odd_number", None, text));
        }
        let team = (self.now.entrants.get(&entrant)).and_then(|one| one.entry.team.as_deref());
        if let Some(team) = team {
            let text = format!("team {team} has one player fewer");
            notices.push(Notice::by("team_loses_a_player", None, text));
        }
        notices
    }

    pub(super) fn make_announcement(&mut self, text: String) -> Decided {
        self.needs_desk()?;
        check_text("the announcement", &text)?;
        if self.now.conduct.announcements.len() >= ANNOUNCEMENTS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "announcements",
                limit: ANNOUNCEMENTS_MAX,
            }));
        }
        self.record(Fact::AnnouncementMade { text })
    }

    /// Another time for a stage, never below the least one (WOC-IV.1.p3, BOF-reg-4).
    pub(super) fn change_time(&mut self, stage: TimedStage, time: Millis, why: String) -> Decided {
        self.needs_head()?;
        check_text("the reason", &why)?;
        let was = self.now.time_of(stage).unwrap_or(time);
        if was == time {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        let least = self.rules.main_time_minimum.value;
        let minimum = least.unwrap_or(Millis::minutes(1));
        if time < minimum || time > TIME_MAX {
            return Err(Rejection::by(
                &self.rules.main_time_minimum,
                Reason::TimeTooShort {
                    axis: stage.axis(),
                    minimum,
                },
            ));
        }
        self.record(Fact::TimeChanged {
            stage,
            was,
            time,
            why,
        })
    }
}

/// Nobody plays a game longer than a day.
const TIME_MAX: Millis = Millis::minutes(24 * 60);
