//! Starting, abandoning and closing a round.

use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::axes::play::TranscriptDuty;

use super::{Decided, Decision, check_text};
use crate::running::edition::edition_rows;
use crate::running::fact::{Fact, OpenItem, OpenPoint};
use crate::running::official::{Official, ResultState};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Card, Phase, RoundLife};

impl Decision<'_> {
    pub(super) fn start(&mut self, round: RoundNumber) -> Decided {
        self.needs_director()?;
        let life = self.round(round)?;
        self.needs_phase(life, &[Phase::Announced], "announced")?;
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
            self.needs_phase(open, &[Phase::Validated], "validated first")?;
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

/// Signatures, transcripts and confirmations that are still asked for; they never block.
pub(super) fn open_items(life: &RoundLife, duty: TranscriptDuty) -> Vec<OpenItem> {
    life.cards
        .iter()
        .flat_map(|card| open_at(card, duty))
        .collect()
}

fn open_at(card: &Card, duty: TranscriptDuty) -> Vec<OpenItem> {
    let played = match card.settled() {
        Some(Official::Played { .. } | Official::Resigned { .. }) => true,
        Some(
            Official::Forfeit { .. }
            | Official::DoubleForfeit
            | Official::Adjudicated { .. }
            | Official::Annulled,
        )
        | None => false,
    };
    if !played {
        return Vec::new();
    }
    let item = |of: Option<EntrantId>, point: OpenPoint| OpenItem {
        table: card.table,
        of,
        point,
    };
    let mut items = Vec::new();
    for player in card.players() {
        if !card.signed.contains(&player) {
            items.push(item(Some(player), OpenPoint::Signature));
        }
        match duty {
            TranscriptDuty::Required if !card.transcripts.contains(&player) => {
                items.push(item(Some(player), OpenPoint::Transcript));
            }
            TranscriptDuty::Required | TranscriptDuty::Optional => {}
        }
    }
    if card.state == ResultState::Entered {
        items.push(item(None, OpenPoint::Confirmation));
    }
    items
}
