//! Games that were played otherwise than paired: recorded as played.

use std::collections::BTreeSet;

use outflank_pairing::{EntrantId, RoundNumber};

use super::{Decided, Decision, check_text};
use crate::running::fact::Fact;
use crate::running::official::Reported;
use crate::running::paired::{Seated, TableNumber};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Card, Phase, RoundLife};

impl Decision<'_> {
    /// Colours reversed, opponents exchanged, or another person at the board: what was played
    /// counts; the published pairing stays in the log.
    pub(super) fn record_as_played(
        &mut self,
        round: RoundNumber,
        games: Vec<Seated>,
        results: Vec<(TableNumber, Reported)>,
        why: String,
    ) -> Decided {
        self.needs_director()?;
        check_text("the reason", &why)?;
        let life = self.round(round)?;
        if life.phase < Phase::Started {
            self.needs_phase(life, &[Phase::Started], "started")?;
        }
        let seats = self.seats_as_played(life, &games)?;
        let tables: Vec<TableNumber> = games.iter().map(|seated| seated.table).collect();
        let mut officials = Vec::with_capacity(results.len());
        for (table, reported) in results {
            if !tables.contains(&table) {
                return Err(Rejection::plain(Reason::NoSuchTable { round, table }));
            }
            let card = self.card(life, table)?;
            let seated = games.iter().find(|seated| seated.table == table);
            let as_played = seated.map_or_else(
                || card.clone(),
                |seated| Card::new(*seated).with_contest(card.contest),
            );
            officials.push((table, self.official_at(&as_played, reported)?));
        }
        officials.sort_by_key(|(table, _)| *table);
        officials.dedup_by_key(|(table, _)| *table);
        if life.phase == Phase::Validated && officials.len() < tables.len() {
            let table = tables.first().copied().unwrap_or(TableNumber(0));
            return Err(Rejection::plain(Reason::NoResult { table }));
        }
        self.record(Fact::PlayedOtherwise {
            round,
            games,
            byes: seats.byes,
            absent: seats.absent,
            why: why.clone(),
        })?;
        let known: Vec<TableNumber> = officials.iter().map(|(table, _)| *table).collect();
        for (table, result) in officials {
            self.record(Fact::ResultCorrected {
                round,
                table,
                was: life.card(table).and_then(|card| card.result.clone()),
                result,
                why: why.clone(),
            })?;
        }
        self.check_played_once(round, &tables)?;
        let open_elsewhere = life.open_tables().any(|table| !tables.contains(&table));
        if !open_elsewhere && known == sorted(&tables) && life.phase < Phase::Validated {
            self.record(Fact::RoundFinished { round })?;
        }
        self.publish_again(round, &why)
    }

    fn seats_as_played(&self, life: &RoundLife, games: &[Seated]) -> Result<Seats, Rejection> {
        if games.is_empty() {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        let mut tables = BTreeSet::new();
        let mut displaced: BTreeSet<EntrantId> = BTreeSet::new();
        for seated in games {
            let card = self.card(life, seated.table)?;
            if !tables.insert(seated.table) {
                return Err(Rejection::plain(Reason::NoSuchTable {
                    round: life.number,
                    table: seated.table,
                }));
            }
            if let Some(contest) = card.contest {
                let same = card.players().contains(&seated.black)
                    && card.players().contains(&seated.white)
                    && seated.black != seated.white;
                if !same {
                    let of = contest.of;
                    return Err(Rejection::plain(Reason::OtherPlayers { of }));
                }
            }
            displaced.extend(card.players());
        }
        let others = (life.cards.iter())
            .filter(|card| !tables.contains(&card.table))
            .flat_map(|card| card.players());
        let mut playing: BTreeSet<EntrantId> = others.collect();
        let gone = self.now.gone_before(life.number);
        for player in games.iter().flat_map(|seated| [seated.black, seated.white]) {
            let entrant = self.entrant(player)?;
            if gone.contains(&player) || entrant.from_round > life.number {
                return Err(Rejection::plain(Reason::BadHandPairing {
                    entrant: player,
                    problem: "was not in the tournament in that round",
                }));
            }
            if !playing.insert(player) {
                return Err(Rejection::plain(Reason::BadHandPairing {
                    entrant: player,
                    problem: "would be in two games of the round",
                }));
            }
        }
        let free = |id: &EntrantId| !playing.contains(id);
        let byes: Vec<EntrantId> = life.byes.iter().copied().filter(free).collect();
        let mut absent: BTreeSet<EntrantId> = life.absent.iter().copied().filter(free).collect();
        absent.extend(displaced.into_iter().filter(free));
        Ok(Seats {
            byes,
            absent: absent.into_iter().collect(),
        })
    }
}

/// Who has no game in the round.
struct Seats {
    byes: Vec<EntrantId>,
    absent: Vec<EntrantId>,
}

fn sorted(tables: &[TableNumber]) -> Vec<TableNumber> {
    let mut tables = tables.to_vec();
    tables.sort_unstable();
    tables
}
