//! A round from its pairing to its validation.

use outflank_event::{Timestamp, words};
use outflank_pairing::{Colour, EntrantId, RoundNumber};

use super::official::{Official, ResultSource, ResultState};
use super::paired::{Contest, Pairing, Seated, TableNumber};
use crate::result::GameResult;
use crate::round::{Game, Round, Scope, Stage};

words! {
    /// How far a round is.
    Phase {
        /// Paired; only the desk knows.
        Proposed = "proposed",
        /// The pairing is public.
        Announced = "announced",
        /// The signal was given.
        Started = "started",
        /// All results are there.
        Finished = "finished",
        /// The director has closed it.
        Validated = "validated",
    }
}

/// When a round came to each phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PhaseTimes {
    pub proposed: Option<Timestamp>,
    pub announced: Option<Timestamp>,
    pub started: Option<Timestamp>,
    pub finished: Option<Timestamp>,
    pub validated: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundLife {
    pub number: RoundNumber,
    /// The progress.
    pub phase: Phase,
    /// When it came there.
    pub times: PhaseTimes,
    /// The pairing as made; it stays whatever is played.
    pub pairing: Pairing,
    /// The games as played.
    pub cards: Vec<Card>,
    /// The players with a bye.
    pub byes: Vec<EntrantId>,
    /// Who has neither game nor bye.
    pub absent: Vec<EntrantId>,
    /// Why the head director let a rule bend.
    pub consent: Option<String>,
}

/// One game of a round and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub table: TableNumber,
    pub black: EntrantId,
    pub white: EntrantId,
    /// How far the result is.
    pub state: ResultState,
    /// The result, also while it is in query.
    pub result: Option<Official>,
    /// Another result that was reported.
    pub other: Option<Official>,
    /// Where the result comes from.
    pub source: Option<ResultSource>,
    pub signed: Vec<EntrantId>,
    pub transcripts: Vec<EntrantId>,
    /// The result the next round was paired on while this game was not over.
    pub assumed: Option<Official>,
    /// The match the game belongs to, after the preliminary rounds.
    pub contest: Option<Contest>,
}

impl Card {
    /// A game without a result.
    #[must_use]
    pub fn new(seated: Seated) -> Self {
        Self {
            table: seated.table,
            black: seated.black,
            white: seated.white,
            state: ResultState::Missing,
            result: None,
            other: None,
            source: None,
            signed: Vec::new(),
            transcripts: Vec::new(),
            assumed: None,
            contest: None,
        }
    }

    /// The same game as one of a match.
    #[must_use]
    pub fn with_contest(self, contest: Option<Contest>) -> Self {
        Self { contest, ..self }
    }

    pub const fn players(&self) -> [EntrantId; 2] {
        [self.black, self.white]
    }

    /// The colour of an entrant who plays here.
    pub fn colour_of(&self, entrant: EntrantId) -> Option<Colour> {
        if entrant == self.black {
            Some(Colour::Black)
        } else if entrant == self.white {
            Some(Colour::White)
        } else {
            None
        }
    }

    /// The result that counts; none while it is missing or in query.
    pub fn settled(&self) -> Option<&Official> {
        match self.state {
            ResultState::Entered | ResultState::Confirmed => self.result.as_ref(),
            ResultState::Missing | ResultState::InQuery => None,
        }
    }

    fn game(&self, result: Option<&Official>) -> Game {
        Game {
            black: self.black,
            white: self.white,
            result: result.map_or(GameResult::Pending, Official::game_result),
            of: self.contest.map(|contest| contest.of),
        }
    }
}

impl RoundLife {
    /// A round that was just paired.
    #[must_use]
    pub fn new(number: RoundNumber, pairing: Pairing, at: Timestamp) -> Self {
        Self {
            number,
            phase: Phase::Proposed,
            times: PhaseTimes {
                proposed: Some(at),
                ..PhaseTimes::default()
            },
            cards: (pairing.games.iter())
                .map(|seated| Card::new(*seated).with_contest(pairing.contest(seated.table)))
                .collect(),
            byes: pairing.byes.clone(),
            absent: pairing.absent.clone(),
            consent: None,
            pairing,
        }
    }

    /// The part of the event it belongs to.
    pub const fn stage(&self) -> Stage {
        self.pairing.stage
    }

    /// A result that is no longer settled opens a finished round again.
    pub(crate) fn reopen(&mut self) {
        if self.phase == Phase::Finished {
            self.phase = Phase::Started;
            self.times.finished = None;
        }
    }

    /// The game at a table.
    pub fn card(&self, table: TableNumber) -> Option<&Card> {
        self.cards.iter().find(|card| card.table == table)
    }

    /// The game of an entrant.
    pub fn card_of(&self, entrant: EntrantId) -> Option<&Card> {
        (self.cards.iter()).find(|card| card.players().contains(&entrant))
    }

    /// The tables without a settled result.
    pub fn open_tables(&self) -> impl Iterator<Item = TableNumber> {
        (self.cards.iter())
            .filter(|card| card.settled().is_none())
            .map(|card| card.table)
    }

    /// The round as the standings know it: what is not settled is pending.
    pub fn as_played(&self) -> Round {
        self.with_results(Card::settled)
    }

    /// The round with assumed results where the real ones are not known.
    pub fn as_assumed(&self) -> Round {
        self.with_results(|card| card.settled().or(card.assumed.as_ref()))
    }

    fn with_results(&self, result: impl Fn(&Card) -> Option<&Official>) -> Round {
        Round {
            stage: self.stage(),
            games: (self.cards.iter())
                .map(|card| card.game(result(card)))
                .collect(),
            byes: self.byes.clone(),
            requested_byes: (self.byes.iter().copied())
                .filter(|id| self.pairing.requested_byes.contains(id))
                .collect(),
            absent: self.absent.clone(),
            scope: Scope::default(),
        }
    }
}
