//! A tournament file as the acts that run the same event at a desk.

use std::collections::BTreeMap;

use outflank_pairing::{Colour, EntrantId, Pair, RoundNumber};
use outflank_rulebook::RulebookFile;
use outflank_tournament::running::{
    Act, Creation, HandPairing, Official, OfficialPost, PlaySystem, Post, Report, Reported,
    ResultSource, TableNumber,
};
use outflank_tournament::{
    Additional, CivilDate, Entrant, Event, HandLots, LotsFor, standings, withdrawals,
};

use crate::tournament_file::admission::Admission;
use crate::tournament_file::{Days, GameEntry, Lines, ResultWord, RoundEntry, TournamentFile};

/// An event that is to be taken over from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The kind of tournament: `bof/regional`.
    pub preset: String,
    /// How it is opened.
    pub creation: Creation,
    /// Everything else, in order, each said by the head director.
    pub steps: Vec<ImportStep>,
    /// What the file has and the acts have not.
    pub notes: Vec<ImportNote>,
}

/// One act, with the personal facts that belong to it and to no event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportStep {
    pub act: Act,
    /// The date of birth of the new player.
    pub born: Option<CivilDate>,
}

/// What could not be taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportNote {
    /// The rulebook's own rules of entry would exclude a player.
    #[error(
        "The players do not meet the setting {axis} of the rulebook. The tournament is created with {axis} set to {value}."
    )]
    EntryOpened {
        axis: String,
        /// What it is set to.
        value: String,
    },
    /// A game without a result: the round stays open.
    #[error("Round {round} has games without a result. Enter the results and close the round.")]
    OpenRound { round: u16 },
    /// Numbers are given anew, in the order of entering.
    #[error("Player {file} of the file is player {here} here.")]
    Renumbered { file: EntrantId, here: EntrantId },
}

const WHY: &str = "as in the imported file";
/// No file names its director, and nothing starts without one.
const DIRECTOR: &str = "The director of the imported event";

impl TournamentFile {
    /// The acts that run this event again at a desk, as far as its rounds are complete.
    ///
    /// The event was entered elsewhere, so its entrants are taken as eligible; a day stands in where
    /// the file has none.
    #[must_use]
    pub fn acts(&self, book: &RulebookFile, day: CivilDate) -> Import {
        let event = self.event.clone().or_else(|| {
            let first = book.presets.first();
            first.map(|preset| preset.id.clone())
        });
        let known = self.event(book, &Lines::default()).ok();
        let admission = Admission::of(&self.entrants, known.as_ref());
        let mut creation = self.creation(day);
        creation.set.extend(admission.set.iter().cloned());
        let mut run = Run::new(self, admission, known);
        run.act(Act::Appoint {
            official: OfficialPost::new(DIRECTOR, Post::Head),
        });
        run.enter_for(1);
        run.withdraw_after(0);
        run.draw_lots(|lots, entered| match lots.purpose {
            LotsFor::RoundRobin | LotsFor::FirstRound => lots.is_of(entered),
            LotsFor::Standings { .. } => false,
        });
        for (index, entry) in self.played.iter().enumerate() {
            let round = RoundNumber(u16::try_from(index + 1).unwrap_or(u16::MAX));
            if entry.stage_of_round().is_counted() {
                run.enter_for(round.0);
            }
            if !run.play(round, entry) {
                run.notes.push(ImportNote::OpenRound { round: round.0 });
                break;
            }
            run.close(round);
            run.withdraw_after(round.0);
        }
        Import {
            preset: match event {
                Some(event) => format!("{}/{event}", self.rulebook),
                None => self.rulebook.clone(),
            },
            creation,
            steps: run.steps,
            notes: run.notes,
        }
    }

    fn creation(&self, day: CivilDate) -> Creation {
        let first_day = match &self.days {
            Some(Days::Dates(dates)) => dates.first().copied().unwrap_or(day),
            Some(Days::Count(_) | Days::Rounds(_)) | None => day,
        };
        let name = self.name.clone().unwrap_or_else(|| "Imported".to_owned());
        let mut creation = Creation::new(name, first_day);
        creation.seed = self.seed.unwrap_or_default();
        creation.stages.clone_from(&self.stages);
        creation.set = (self.set.iter())
            .map(|(axis, value)| (axis.clone(), value.to_string()))
            .collect();
        // Stages of one's own have systems and rounds of their own.
        if self.stages.is_empty() {
            creation.system = self.system.map(PlaySystem::from);
            let rounds = self.rounds.map(|rounds| rounds.to_string());
            (creation.set).extend(rounds.map(|rounds| ("rounds".to_owned(), rounds)));
        }
        creation
    }
}

struct Run<'a> {
    file: &'a TournamentFile,
    admission: Admission,
    /// The event of the file, unless its rulebook does not know it.
    event: Option<Event>,
    /// Whom the rulebook withdraws by itself.
    by_missing: Vec<EntrantId>,
    numbers: BTreeMap<EntrantId, EntrantId>,
    steps: Vec<ImportStep>,
    notes: Vec<ImportNote>,
}

impl<'a> Run<'a> {
    fn new(file: &'a TournamentFile, admission: Admission, event: Option<Event>) -> Self {
        let by_missing = event.clone().map_or_else(Vec::new, |mut event| {
            event.withdrawn.clear();
            let left = withdrawals(&event);
            left.iter().map(|left| left.id).collect()
        });
        let opened = admission.set.iter().map(|(axis, value)| {
            let (axis, value) = (axis.clone(), value.clone());
            ImportNote::EntryOpened { axis, value }
        });
        Self {
            file,
            numbers: BTreeMap::new(),
            steps: Vec::new(),
            notes: opened.collect(),
            admission,
            event,
            by_missing,
        }
    }

    fn act(&mut self, act: Act) {
        self.steps.push(ImportStep { act, born: None });
    }

    /// The players whose first round this is.
    fn enter_for(&mut self, round: u16) {
        // The additional player comes when the number of the others is known.
        let (others, additional): (Vec<&Entrant>, Vec<&Entrant>) =
            (self.file.entrants.iter()).partition(|one| one.additional.is_none());
        for entrant in others.into_iter().chain(additional) {
            if self.numbers.contains_key(&entrant.id) || !entrant.is_in(round) {
                continue;
            }
            let next = u32::try_from(self.numbers.len() + 1).unwrap_or(u32::MAX);
            let here = EntrantId(next);
            if here != entrant.id {
                let file = entrant.id;
                self.notes.push(ImportNote::Renumbered { file, here });
            }
            self.numbers.insert(entrant.id, here);
            if entrant.additional == Some(Additional::Wof) {
                self.act(Act::DeclineAdditional);
            }
            let application = self.admission.application(entrant, self.event.as_ref());
            self.steps.push(ImportStep {
                act: Act::Enter(Box::new(application)),
                born: entrant.born,
            });
        }
    }

    fn here(&self, file: EntrantId) -> EntrantId {
        self.numbers.get(&file).copied().unwrap_or(file)
    }

    /// Pairs and plays a round; `false` if some game has no result.
    fn play(&mut self, round: RoundNumber, entry: &RoundEntry) -> bool {
        for &entrant in &entry.requested_byes {
            if !self.was_given_a_point_before(entrant, round) {
                let entrant = self.here(entrant);
                self.act(Act::RequestBye { entrant, round });
            }
        }
        let pairing = HandPairing {
            pairs: (entry.games.iter())
                .map(|game| Pair {
                    black: self.here(game.black),
                    white: self.here(game.white),
                })
                .collect(),
            byes: entry.byes.iter().map(|id| self.here(*id)).collect(),
        };
        self.act(Act::ProposeByHand {
            round,
            pairing,
            assumed: Vec::new(),
        });
        self.act(Act::Announce {
            round,
            consent: Some(WHY.to_owned()),
        });
        self.act(Act::Start { round });
        let mut is_complete = true;
        for (index, game) in entry.games.iter().enumerate() {
            let place = u16::try_from(index + 1).unwrap_or(u16::MAX);
            match official(game) {
                None => is_complete = false,
                Some(result) => self.act(Act::EnterResult(Box::new(Report {
                    round,
                    table: TableNumber(place),
                    result: Reported::Official(result),
                    source: ResultSource::Director,
                    signed: Vec::new(),
                    transcripts: Vec::new(),
                }))),
            }
        }
        is_complete
    }

    /// Whether the player had a bye or a win without a game before. Such a player may not request another
    /// bye; one that another program gave nevertheless is recorded as given by hand.
    fn was_given_a_point_before(&self, entrant: EntrantId, round: RoundNumber) -> bool {
        let before = usize::from(round.0.saturating_sub(1));
        self.file.played.iter().take(before).any(|entry| {
            let by_forfeit = |game: &GameEntry| {
                game.result == Some(ResultWord::Forfeit)
                    && (game.black == entrant || game.white == entrant)
            };
            entry.byes.contains(&entrant) || entry.games.iter().any(by_forfeit)
        })
    }

    /// Draws the lots of a round's table and publishes it.
    fn close(&mut self, round: RoundNumber) {
        // A draw is only made where the table has a tie for it.
        let table = self.event.as_ref().map(|event| standings(event, round.0));
        let draws = table.map_or_else(Vec::new, |table| table.draws);
        self.draw_lots(|lots, _| {
            lots.purpose == LotsFor::Standings { after: round.0 }
                && draws.iter().any(|draw| lots.is_of(&draw.order))
        });
        self.act(Act::Validate { round });
    }

    /// Records the draws by hand that belong here, given everybody entered so far.
    fn draw_lots(&mut self, belongs: impl Fn(&HandLots, &[EntrantId]) -> bool) {
        let entered: Vec<EntrantId> = self.numbers.keys().copied().collect();
        for lots in &self.file.lots {
            if belongs(lots, &entered) && !lots.witnesses.is_empty() {
                let order = lots.order.iter().map(|id| self.here(*id)).collect();
                let lots = lots.clone();
                self.act(Act::RecordLots(Box::new(HandLots { order, ..lots })));
            }
        }
    }

    fn withdraw_after(&mut self, round: u16) {
        let left: Vec<EntrantId> = (self.file.withdrawn.iter())
            .filter(|left| left.after_round == round && !self.by_missing.contains(&left.id))
            .map(|left| self.here(left.id))
            .collect();
        for entrant in left {
            self.act(Act::Withdraw {
                entrant,
                why: WHY.to_owned(),
            });
        }
    }
}

/// The result a game of the file tells, if it tells one.
fn official(game: &GameEntry) -> Option<Official> {
    let loser = game.by.or(game.winner.map(Colour::other));
    match (game.result, game.discs, loser) {
        (None, Some(discs), _) => Some(Official::Played {
            black: discs.black,
            white: discs.white,
            winner: game.winner,
            flags: game.flags.clone(),
        }),
        (Some(ResultWord::Resigned), _, Some(by)) => Some(Official::Resigned { by }),
        (Some(ResultWord::Forfeit), _, Some(by)) => Some(Official::Forfeit {
            by,
            arrived: game.late.contains(&by),
        }),
        (Some(ResultWord::DoubleForfeit), _, _) => Some(Official::DoubleForfeit {
            arrived: game.late.clone(),
        }),
        (Some(ResultWord::Adjudicated), Some(discs), _) => Some(Official::Adjudicated {
            black: discs.black,
            white: discs.white,
            winner: game.winner,
        }),
        (Some(ResultWord::Annulled), _, _) => Some(Official::Annulled),
        (None, None, _)
        | (Some(ResultWord::Resigned | ResultWord::Forfeit), _, None)
        | (Some(ResultWord::Adjudicated), None, _) => None,
    }
}
