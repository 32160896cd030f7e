//! What the public sees of games, and what it tells the officials.

use outflank_tournament::RoundNumber;
use outflank_tournament::running::TableNumber;

use crate::access::Action;
use crate::audience::{DELAY_SECONDS_MAX, may_report, silent_by};
use crate::desk::Desk;
use crate::ids::{GameId, TournamentId};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, WatchAct};
use crate::state::desk_fact::DeskFact;
use crate::submit::{Asked, Failed, may, text_within};

/// The most characters of a report.
const REPORT_CHARS_MAX: usize = 500;
/// The most reports of an event.
const REPORTS_MAX: usize = 500;

impl Desk {
    pub(crate) async fn do_watching(
        &self,
        asked: &Asked<'_>,
        act: &WatchAct,
    ) -> Result<Answer, Failed> {
        match act {
            WatchAct::SetDelay {
                tournament,
                seconds,
            } => self.set_delay(asked, tournament, *seconds).await,
            WatchAct::Admit {
                tournament,
                admitted,
            } => self.admit(asked, tournament, *admitted).await,
            WatchAct::Withhold { game, withheld } => self.withhold(asked, game, *withheld).await,
            WatchAct::Report {
                tournament,
                round,
                table,
                text,
            } => self.report(asked, tournament, *round, *table, text).await,
        }
    }

    async fn set_delay(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        seconds: u32,
    ) -> Result<Answer, Failed> {
        let (_guard, now, role) = self.at_event(asked, id, Action::RunHall).await?;
        if seconds > DELAY_SECONDS_MAX {
            return Err(Refusal::desk(Reason::LongDelay {
                limit: DELAY_SECONDS_MAX,
            })
            .into());
        }
        let delay_ms = i64::from(seconds) * 1000;
        if now.delay.0 == delay_ms {
            return Err(Refusal::desk(Reason::NothingNew {}).into());
        }
        let fact = DeskFact::DelaySet { delay_ms };
        self.note(asked, &*now, role, fact).await
    }

    async fn admit(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        admitted: bool,
    ) -> Result<Answer, Failed> {
        let (_guard, now, role) = self.at_event(asked, id, Action::RunHall).await?;
        if now.spectators == admitted {
            return Err(Refusal::desk(Reason::NothingNew {}).into());
        }
        let fact = DeskFact::SpectatorsSet { admitted };
        self.note(asked, &*now, role, fact).await
    }

    async fn withhold(
        &self,
        asked: &Asked<'_>,
        id: &GameId,
        withheld: bool,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock([&id.into()]).await;
        let now = self.known_game(id).await?;
        let role = may(asked.caller, Action::RunHall, &now.target())?;
        if now.is_withheld == withheld {
            return Err(Refusal::desk(Reason::NothingNew {}).into());
        }
        let fact = DeskFact::GameWithheld { withheld };
        self.note(asked, &*now, role, fact).await
    }

    async fn report(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        round: RoundNumber,
        table: TableNumber,
        text: &str,
    ) -> Result<Answer, Failed> {
        let (_guard, now, role) = self.at_event(asked, id, Action::ReadPublic).await?;
        let unknown = || Refusal::desk(Reason::UnknownTournament {});
        let rules = now.rules().ok_or_else(unknown)?;
        if !now.spectators {
            let clause = rules.spectators.clause();
            return Err(Refusal::by_clause(clause, Reason::NoSpectators {}).into());
        }
        if !may_report(rules) {
            return Err(Refusal::by_clause(silent_by(rules), Reason::NoReports {}).into());
        }
        let card = (now.affairs().round(round)).and_then(|life| life.card(table));
        if card.is_none() {
            return Err(Refusal::desk(Reason::NoSuchTable { round, table }).into());
        }
        let text = text_within(text, "the report", REPORT_CHARS_MAX)?;
        if now.reports.len() >= REPORTS_MAX {
            return Err(Refusal::desk(Reason::TooMany {
                what: "reports",
                limit: REPORTS_MAX,
            })
            .into());
        }
        let report = u32::try_from(now.reports.len() + 1).unwrap_or(u32::MAX);
        let fact = DeskFact::IrregularityReported {
            report,
            round,
            table,
            text: text.to_owned(),
        };
        self.note(asked, &*now, role, fact).await
    }
}
