//! A round as the desk sees it, also before it is announced.

use outflank_pairing::RoundNumber;
use outflank_tournament::Records;
use outflank_tournament::running::{
    Card, Official, PairedBy, Phase, ResultSource, ResultState, RoundLife,
};

use crate::views::director::DirectorView;
use crate::views::director::compare::Compared;
use crate::views::director::finals::DeskContest;
use crate::views::director::reasons::TableReasons;
use crate::views::director::result::{ResultMark, ResultView};
use crate::views::{Moment, Player, Seat};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskRound {
    pub round: u16,
    /// The progress.
    pub phase: Phase,
    /// When it came there.
    pub since: Option<Moment>,
    /// When the signal was given.
    pub started: Option<Moment>,
    pub tables: Vec<DeskTable>,
    pub byes: Vec<Player>,
    /// The players who do not play.
    pub absent: Vec<Player>,
    /// Whether it was paired by hand.
    pub by_hand: bool,
    /// Its cost against the best.
    pub compared: Compared,
    /// Why the head director let a rule bend.
    pub consent: Option<String>,
    /// Whether a later round rests on it.
    pub has_later: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskTable {
    pub table: u16,
    /// The match it belongs to, after the preliminary rounds.
    pub contest: Option<DeskContest>,
    pub black: Seat,
    pub white: Seat,
    /// How far the result is.
    pub state: ResultState,
    pub result: Option<ResultView>,
    /// Another result that was reported.
    pub other: Option<ResultView>,
    /// Where the result comes from.
    pub source: Option<ResultSource>,
    /// Whether both have signed.
    pub signed: bool,
    pub mark: Option<ResultMark>,
}

impl DeskRound {
    /// The tables without a settled result.
    #[must_use]
    pub fn open(&self) -> Vec<u16> {
        self.tables_in(|state| match state {
            ResultState::Missing | ResultState::InQuery => true,
            ResultState::Entered | ResultState::Confirmed => false,
        })
    }

    /// The tables in query.
    #[must_use]
    pub fn in_query(&self) -> Vec<u16> {
        self.tables_in(|state| state == ResultState::InQuery)
    }

    fn tables_in(&self, is_wanted: impl Fn(ResultState) -> bool) -> Vec<u16> {
        let tables = self.tables.iter().filter(|one| is_wanted(one.state));
        tables.map(|one| one.table).collect()
    }

    #[must_use]
    pub fn table(&self, number: u16) -> Option<&DeskTable> {
        self.tables.iter().find(|table| table.table == number)
    }
}

impl DirectorView<'_> {
    #[must_use]
    pub fn round(&self, number: u16) -> Option<DeskRound> {
        let affairs = self.affairs();
        let life = affairs.round(RoundNumber(number))?;
        let record = affairs.record();
        let before = (record.as_ref()).map(|event| Records::after(event, number.saturating_sub(1)));
        let mut tables: Vec<DeskTable> = (life.cards.iter())
            .map(|card| self.desk_table(life, card, before.as_ref()))
            .collect();
        tables.sort_by_key(|table| table.table);
        let since = match life.phase {
            Phase::Proposed => life.times.proposed,
            Phase::Announced => life.times.announced,
            Phase::Started => life.times.started,
            Phase::Finished => life.times.finished,
            Phase::Validated => life.times.validated,
        };
        Some(DeskRound {
            round: number,
            phase: life.phase,
            since: since.map(|at| self.moment(at)),
            started: life.times.started.map(|at| self.moment(at)),
            tables,
            byes: self.players(&life.byes),
            absent: self.players(&life.absent),
            by_hand: life.pairing.by == PairedBy::Hand,
            compared: self.compare(&life.pairing),
            consent: life.consent.clone(),
            has_later: affairs.rounds.len() > usize::from(number),
        })
    }

    /// Why each table of a round is as it is; costs about as much as pairing it again.
    #[must_use]
    pub fn round_reasons(&self, number: u16) -> TableReasons {
        let life = self.affairs().round(RoundNumber(number));
        life.map(|life| self.reasons(life)).unwrap_or_default()
    }

    fn desk_table(&self, life: &RoundLife, card: &Card, before: Option<&Records>) -> DeskTable {
        let view = |official: &Official| ResultView::of(official, self.now.rules());
        let other = (card.state == ResultState::InQuery).then_some(card.other.as_ref());
        DeskTable {
            table: card.table.0,
            contest: card.contest.and_then(|contest| self.contest(contest)),
            black: Seat::of(self.player(card.black.0), before),
            white: Seat::of(self.player(card.white.0), before),
            state: card.state,
            result: card.result.as_ref().map(view),
            other: other.flatten().map(view),
            source: card.source,
            signed: card.players().iter().all(|one| card.signed.contains(one)),
            mark: self.result_mark(life.number, card.table),
        }
    }
}
