//! Starting, abandoning and closing a round.

use outflank_pairing::RoundNumber;

use super::{Decided, Decision, check_text};
use crate::running::edition::edition_rows;
use crate::running::fact::Fact;
use crate::running::official::ResultState;
use crate::running::open_items::open_items;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::Phase;

impl Decision<'_> {
    pub(super) fn start(&mut self, round: RoundNumber) -> Decided {
        self.needs_director()?;
        let life = self.round(round)?;
        self.needs_phase(life, &[Phase::Announced], "published")?;
        if round == RoundNumber::FIRST {
            self.check_officials()?;
        }
        self.record(Fact::RoundStarted { round })?;
        if life.cards.is_empty() {
            self.record(Fact::RoundFinished { round })?;
        }
        Ok(())
    }

    pub(super) fn abandon(&mut self, round: RoundNumber, why: String) -> Decided {
        self.needs_head()?;
        check_text("the reason", &why)?;
        let life = self.round(round)?;
        self.needs_phase(life, &[Phase::Started, Phase::Finished], "started")?;
        self.check_latest(round)?;
        self.record(Fact::RoundAbandoned { round, why })
    }

    pub(super) fn validate(&mut self, round: RoundNumber) -> Decided {
        self.needs_director()?;
        let life = self.round(round)?;
        let queried: Vec<_> = (life.cards.iter())
            .filter(|card| card.state == ResultState::InQuery)
            .map(|card| card.table)
            .collect();
        if !queried.is_empty() {
            return Err(Rejection::plain(Reason::InQuery { tables: queried }));
        }
        self.needs_phase(life, &[Phase::Finished], "finished")?;
        let earlier = &self.now.rounds[..usize::from(round.0) - 1];
        if let Some(open) = earlier.iter().find(|life| life.phase != Phase::Validated) {
            self.needs_phase(open, &[Phase::Validated], "closed first")?;
        }
        self.record(Fact::RoundValidated {
            round,
            open: open_items(life, self.rules.transcript.value),
        })?;
        // Games after the preliminary rounds change no table of standings.
        if !life.stage().is_counted() {
            return Ok(());
        }
        let table = self.now.standings(round.0);
        self.record(Fact::StandingsPublished {
            round,
            edition: 1,
            why: None,
            rows: table.as_ref().map_or_else(Vec::new, edition_rows),
        })
    }
}
