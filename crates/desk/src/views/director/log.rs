//! The log as people read it.

use std::collections::BTreeSet;

use outflank_pairing::EntrantId;
use outflank_tournament::running::{By, CommandId, Event, Fact, Official};

use crate::declare::changes;
use crate::state::mark::Thing;
use crate::views::Moment;
use crate::views::director::DirectorView;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    pub at: Moment,
    /// In which capacity.
    pub by: By,
    /// The command it belongs to.
    pub command: CommandId,
    /// What kind of event: `tournament.result_entered`.
    pub kind: &'static str,
    /// The round it is about.
    pub round: Option<u16>,
    /// The table it is about.
    pub table: Option<u16>,
    /// Who it is about.
    pub who: Option<String>,
    /// What else is to be said: a result, a reason.
    pub text: String,
    pub undone: bool,
}

/// What "undo" would take back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undoable {
    pub command: CommandId,
    pub lines: Vec<LogLine>,
}

impl DirectorView<'_> {
    /// The log, latest first.
    #[must_use]
    pub fn log(&self, limit: usize) -> Vec<LogLine> {
        let log = self.now.tournament.log();
        let undone: BTreeSet<&CommandId> = (log.iter())
            .filter_map(|event| match &event.fact {
                Fact::Undone { undone } => Some(undone),
                _ => None,
            })
            .collect();
        (log.iter().rev().take(limit))
            .map(|event| LogLine {
                undone: undone.contains(&event.command),
                ..self.log_line(event)
            })
            .collect()
    }

    /// How many events the log has.
    #[must_use]
    pub fn log_length(&self) -> usize {
        self.now.tournament.log().len()
    }

    /// What "undo" would take back now.
    #[must_use]
    pub fn undoable(&self) -> Option<Undoable> {
        let command = self.now.tournament.latest_command()?;
        let log = self.now.tournament.log().iter();
        Some(Undoable {
            command: command.clone(),
            lines: log
                .filter(|event| event.command == *command)
                .map(|event| self.log_line(event))
                .collect(),
        })
    }

    /// One event as people read it.
    pub(crate) fn log_line(&self, event: &Event) -> LogLine {
        let said = self.said(&event.fact);
        LogLine {
            at: self.moment(event.at),
            by: event.by,
            command: event.command.clone(),
            kind: event.kind(),
            round: said.round,
            table: said.table,
            who: said.who,
            text: said.text,
            undone: false,
        }
    }

    fn said(&self, fact: &Fact) -> Said {
        let name = |id: &EntrantId| self.now.name(*id);
        let numbers = |rounds: &[outflank_pairing::RoundNumber]| {
            let texts: Vec<String> = rounds.iter().map(ToString::to_string).collect();
            texts.join(", ")
        };
        match fact {
            Fact::Created { setting, .. } => Said::text(&setting.name),
            Fact::OfficialAppointed { official } => Said {
                who: Some(self.now.official_name(&official.name)),
                ..Said::text(&official.post.to_string())
            },
            Fact::OfficialRelieved { name } => Said::of(self.now.official_name(name)),
            Fact::EntrantRegistered { entrant, .. }
            | Fact::EntrantChanged { entrant, .. }
            | Fact::EntrantCheckedIn { entrant }
            | Fact::CheckInTakenBack { entrant } => Said::of(name(entrant)),
            Fact::RollCalled { round, missing } => Said {
                who: Some(missing.iter().map(name).collect::<Vec<_>>().join(", ")),
                ..Said::round(round.0)
            },
            Fact::AbsencePlanned { entrant, rounds }
            | Fact::AbsenceCancelled { entrant, rounds } => Said {
                text: numbers(rounds),
                ..Said::of(name(entrant))
            },
            Fact::ByeRequested { entrant, round }
            | Fact::ByeRequestCancelled { entrant, round } => Said {
                round: Some(round.0),
                ..Said::of(name(entrant))
            },
            Fact::EntrantWithdrawn { entrant, why, .. }
            | Fact::WithdrawalTakenBack { entrant, why } => Said {
                text: why.clone(),
                ..Said::of(name(entrant))
            },
            Fact::SystemSettled { rounds, .. } => Said::text(&rounds.to_string()),
            Fact::RoundsChanged { from, to, why, .. } => {
                Said::text(&format!("{from} → {to}, {why}"))
            }
            Fact::HandSet { round, .. }
            | Fact::RoundProposed { round, .. }
            | Fact::RoundStarted { round }
            | Fact::RoundFinished { round }
            | Fact::RoundValidated { round, .. } => Said::round(round.0),
            Fact::RoundAnnounced { round, consent, .. } => Said {
                text: consent.clone().unwrap_or_default(),
                ..Said::round(round.0)
            },
            Fact::RoundCalledOff { round, why } | Fact::RoundAbandoned { round, why } => Said {
                text: why.clone(),
                ..Said::round(round.0)
            },
            Fact::PlayedOtherwise { round, why, .. } => Said {
                text: why.clone(),
                ..Said::round(round.0)
            },
            Fact::ResultEntered {
                round,
                table,
                result,
                ..
            }
            | Fact::ResultQueried {
                round,
                table,
                result,
                ..
            } => Said::table(round.0, table.0, shown(result)),
            Fact::ResultSigned {
                round,
                table,
                signed,
            } => Said {
                who: Some(signed.iter().map(name).collect::<Vec<_>>().join(", ")),
                ..Said::table(round.0, table.0, String::new())
            },
            Fact::TranscriptHandedIn { round, table, of } => Said {
                who: Some(name(of)),
                ..Said::table(round.0, table.0, String::new())
            },
            Fact::ResultConfirmed { round, table } => Said::table(round.0, table.0, String::new()),
            Fact::ResultCorrected {
                round,
                table,
                was,
                result,
                why,
            } => {
                let was = was
                    .as_ref()
                    .map_or_else(String::new, |was| format!("{} → ", shown(was)));
                let text = format!("{was}{}, {why}", shown(result));
                Said::table(round.0, table.0, text)
            }
            Fact::StandingsPublished { round, edition, .. } => Said {
                text: edition.to_string(),
                ..Said::round(round.0)
            },
            Fact::TimetableSet { timetable, .. } => Said::text(&timetable.slots.len().to_string()),
            Fact::StartMoved { round, .. } | Fact::StartAnnounced { round, .. } => {
                Said::round(round.0)
            }
            Fact::TableRulesSet { rules } => Said::text(&rules.len().to_string()),
            Fact::AnnouncementMade { text } => Said::text(text),
            Fact::ChoiceAnnounced { entrant, .. } => Said::of(name(entrant)),
            Fact::TablesAssigned { name, tables } => {
                let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
                Said {
                    text: tables.join(", "),
                    ..Said::of(name.clone())
                }
            }
            Fact::TimeChanged { was, time, why, .. } => {
                Said::text(&format!("{was} → {time}, {why}"))
            }
            Fact::StageOpened { name, .. } => Said::text(name),
            // The round and the table are those it changes.
            _ => Said::changed(fact),
        }
    }
}

/// A result as pages write it: 25–39.
fn shown(result: &Official) -> String {
    result.to_string().replace('-', "–")
}

#[derive(Default)]
struct Said {
    round: Option<u16>,
    table: Option<u16>,
    who: Option<String>,
    text: String,
}

impl Said {
    fn of(who: String) -> Self {
        Self {
            who: Some(who),
            ..Self::default()
        }
    }

    fn changed(fact: &Fact) -> Self {
        match changes(fact)[..] {
            [Thing::Round(round)] => Self::round(round.0),
            [Thing::Table(round, table)] => Self::table(round.0, table.0, String::new()),
            _ => Self::default(),
        }
    }

    fn text(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }

    fn round(round: u16) -> Self {
        Self {
            round: Some(round),
            ..Self::default()
        }
    }

    fn table(round: u16, table: u16, text: String) -> Self {
        Self {
            round: Some(round),
            table: Some(table),
            text,
            ..Self::default()
        }
    }
}
