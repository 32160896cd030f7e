//! A round as the desk sees it, also before it is announced.

use outflank_board::Side;
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_tournament::running::{Card, PairedBy, Phase, ResultState, RoundLife};
use outflank_tournament::{Happened, Records};

use crate::views::director::Office;
use crate::views::director::compare::Compared;
use crate::views::director::finals::DeskContest;
use crate::views::director::reasons::TableReasons;
use crate::views::director::result::{DeskResult, ResultMark, StateWord, side, source_word};
use crate::views::{Halves, Moment, Player};

/// How far a round is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PhaseWord {
    /// Paired; only the desk knows.
    Proposed,
    /// The pairing is public.
    Announced,
    /// The signal was given.
    Started,
    /// All results are there.
    Finished,
    Validated,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskRound {
    pub round: u16,
    /// How far it is.
    pub phase: PhaseWord,
    /// When it came there.
    pub since: Option<Moment>,
    /// When the signal was given.
    pub started: Option<Moment>,
    pub tables: Vec<DeskTable>,
    /// Who has a bye.
    pub byes: Vec<Player>,
    /// Who does not play.
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
    pub black: DeskSeat,
    pub white: DeskSeat,
    /// How far the result is.
    pub state: StateWord,
    pub result: Option<DeskResult>,
    /// Another result that was reported.
    pub other: Option<DeskResult>,
    /// Where the result comes from, as a word.
    pub source: Option<&'static str>,
    /// Whether both have signed.
    pub signed: bool,
    pub mark: Option<ResultMark>,
}

/// Somebody at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskSeat {
    pub player: Player,
    /// Points before the round.
    pub points: Halves,
    /// Colours of the rounds before; nothing where there was no game.
    pub colours: Vec<Option<Side>>,
}

impl DeskRound {
    /// The tables without a settled result.
    #[must_use]
    pub fn open(&self) -> Vec<u16> {
        let is_open = |table: &&DeskTable| match table.state {
            StateWord::Missing | StateWord::InQuery => true,
            StateWord::Entered | StateWord::Confirmed => false,
        };
        self.tables
            .iter()
            .filter(is_open)
            .map(|table| table.table)
            .collect()
    }

    /// The tables in query.
    #[must_use]
    pub fn in_query(&self) -> Vec<u16> {
        let is_it = |table: &&DeskTable| table.state == StateWord::InQuery;
        self.tables
            .iter()
            .filter(is_it)
            .map(|table| table.table)
            .collect()
    }

    #[must_use]
    pub fn table(&self, number: u16) -> Option<&DeskTable> {
        self.tables.iter().find(|table| table.table == number)
    }
}

impl Office<'_> {
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
            phase: match life.phase {
                Phase::Proposed => PhaseWord::Proposed,
                Phase::Announced => PhaseWord::Announced,
                Phase::Started => PhaseWord::Started,
                Phase::Finished => PhaseWord::Finished,
                Phase::Validated => PhaseWord::Validated,
            },
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
        let other = (card.state == ResultState::InQuery).then_some(card.other.as_ref());
        DeskTable {
            table: card.table.0,
            contest: card.contest.and_then(|contest| self.contest(contest)),
            black: self.desk_seat(card.black, before),
            white: self.desk_seat(card.white, before),
            state: StateWord::of(card.state),
            result: self.card_result(card),
            other: (other.flatten()).map(|result| DeskResult::of(result, self.now.rules())),
            source: card.source.map(source_word),
            signed: card.players().iter().all(|one| card.signed.contains(one)),
            mark: self.result_mark(life.number, card.table),
        }
    }

    fn desk_seat(&self, id: EntrantId, before: Option<&Records>) -> DeskSeat {
        let found = before.and_then(|records| Some((records, records.index(id)?)));
        DeskSeat {
            player: self.player(id.0),
            points: Halves(found.map_or(0, |(records, at)| u32::from(records.points(at).0))),
            colours: found.map_or_else(Vec::new, |(records, at)| {
                let colour = |happened: &Happened| match happened {
                    Happened::Game { colour, .. } => Some(side(*colour)),
                    _ => None,
                };
                records
                    .of(at)
                    .iter()
                    .map(|one| colour(&one.happened))
                    .collect()
            }),
        }
    }
}
