//! Correcting a result of any round, and the tables that follow from it.

use outflank_event::Aggregate;
use outflank_pairing::RoundNumber;

use super::{Decided, Decision, check_text};
use crate::running::edition::edition_rows;
use crate::running::fact::{Event, Fact};
use crate::running::official::{Official, Reported, ResultState};
use crate::running::paired::{Contest, TableNumber};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Card, Phase};
use crate::running::state::TournamentState;

impl Decision<'_> {
    pub(super) fn correct(
        &mut self,
        round: RoundNumber,
        table: TableNumber,
        result: Reported,
        why: String,
    ) -> Decided {
        self.needs_director()?;
        check_text("the reason", &why)?;
        let life = self.round(round)?;
        if life.phase < Phase::Started {
            self.needs_phase(life, &[Phase::Started], "started")?;
        }
        let card = self.card(life, table)?;
        self.not_his_own(&card.players())?;
        let result = self.official_at(card, result)?;
        match card.state {
            ResultState::Missing => return Err(Rejection::plain(Reason::NoResult { table })),
            ResultState::InQuery => {}
            ResultState::Entered | ResultState::Confirmed => {
                if card.result.as_ref() == Some(&result) {
                    return Err(Rejection::plain(Reason::NothingNew {}));
                }
            }
        }
        self.record(Fact::ResultCorrected {
            round,
            table,
            was: card.result.clone(),
            result,
            why: why.clone(),
        })?;
        self.check_played_once(round, &[table])?;
        self.finish_if_last(life, &[table])?;
        self.publish_again(round, &why)
    }

    /// A game that was annulled and played again does not come back beside the one in its place: no
    /// match has more games than it needed.
    pub(super) fn check_played_once(&self, round: RoundNumber, tables: &[TableNumber]) -> Decided {
        let life = self.round(round)?;
        let in_match = |table: &&TableNumber| {
            let contest = life.card(**table).and_then(|card| card.contest);
            contest.is_some_and(|contest| !contest.of.stage.is_counted())
        };
        let mut tables = tables.iter().filter(in_match).peekable();
        if tables.peek().is_none() {
            return Ok(());
        }
        let after = self.affairs_after();
        let counts = |card: &Card| card.settled() != Some(&Official::Annulled);
        let cards = tables.filter_map(|table| after.round(round)?.card(*table));
        for card in cards.filter(|card| counts(card)) {
            let Some(Contest { of, .. }) = card.contest else {
                continue;
            };
            let mut last = round;
            let (mut games, mut needed) = (0, 0);
            for life in &after.rounds {
                let same = |other: &&Card| {
                    let players = other.players();
                    counts(other) && card.players().iter().all(|id| players.contains(id))
                };
                for other in life.cards.iter().filter(same) {
                    if let Some(contest) = other.contest.filter(|contest| contest.of == of) {
                        games += 1;
                        needed = needed.max(contest.game);
                        if life.number != round {
                            last = life.number;
                        }
                    }
                }
            }
            if games > needed {
                return Err(Rejection::plain(Reason::PlayedAgain { of, round: last }));
            }
        }
        Ok(())
    }

    /// New editions of every published table that is different now.
    pub(super) fn publish_again(&mut self, from: RoundNumber, why: &str) -> Decided {
        let after = self.affairs_after();
        let published = (after.rounds.iter())
            .filter(|life| life.phase == Phase::Validated && life.number >= from)
            .filter(|life| life.stage().is_counted());
        for life in published {
            let number = life.number;
            let Some(table) = after.standings(number.0) else {
                continue;
            };
            let rows = edition_rows(&table);
            let before = after.latest_edition(number.0);
            if before.is_some_and(|before| before.rows == rows) {
                continue;
            }
            self.facts.push(Fact::StandingsPublished {
                round: number,
                edition: before.map_or(1, |before| before.edition + 1),
                why: Some(why.to_owned()),
                rows,
            });
        }
        match self.now.signed_off {
            Some(_) => self.publish_final_list(Some(why)),
            None => Ok(()),
        }
    }

    /// How things will stand with what was decided so far.
    pub(super) fn affairs_after(&self) -> TournamentState {
        let mut after = self.now.clone();
        for fact in &self.facts {
            after.apply(&Event {
                at: self.at,
                by: self.by,
                command: "".into(),
                fact: fact.clone(),
            });
        }
        after
    }
}
