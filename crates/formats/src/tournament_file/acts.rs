//! A tournament file as the acts that run the same event at a desk.

use std::collections::BTreeMap;

use outflank_pairing::{Colour, EntrantId, Pair, RoundNumber};
use outflank_rulebook::RulebookFile;
use outflank_tournament::running::{
    Act, Application, Creation, Credentials, Entry, GenderWord, HandPairing, MemberKind, Nation,
    Official, OfficialPost, PlaySystem, Post, Report, Reported, Residence, ResultSource, SeatKind,
    TableNumber,
};
use outflank_tournament::{
    Additional, CivilDate, Entrant, Event, Gender, HandLots, LotsFor, Stage, standings,
};

use super::{Days, GameEntry, Lines, ResultWord, RoundEntry, TournamentFile};

/// An event that is to be taken over from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The kind of event: `bof/regional`.
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
    /// What is done.
    pub act: Act,
    /// The birth date of whoever enters.
    pub born: Option<CivilDate>,
}

/// What could not be taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportNote {
    /// Playoffs and finals are played anew.
    #[error("round {round} of the file is no round of the Swiss; play the finals at the desk")]
    LaterStage {
        /// The round.
        round: u16,
    },
    /// A game without a result: the round stays open.
    #[error("round {round} has games without a result; enter them and validate the round")]
    OpenRound {
        /// The round.
        round: u16,
    },
    /// Numbers are given anew, in the order of entering.
    #[error("entrant {file} of the file is entrant {here} here")]
    Renumbered {
        /// In the file.
        file: EntrantId,
        /// Here.
        here: EntrantId,
    },
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
        // A draw is only made where the table has a tie for it.
        let known = self.event(book, &Lines::default()).ok();
        let mut run = Run::new(self);
        run.act(Act::Appoint {
            official: OfficialPost::new(DIRECTOR, Post::Head),
        });
        run.enter_for(1);
        run.draw_lots(|lots, entered| match lots.purpose {
            LotsFor::RoundRobin | LotsFor::FirstRound => lots.is_of(entered),
            LotsFor::Standings { .. } => false,
        });
        for (index, entry) in self.played.iter().enumerate() {
            let round = RoundNumber(u16::try_from(index + 1).unwrap_or(u16::MAX));
            if entry.stage != Stage::Swiss {
                run.notes.push(ImportNote::LaterStage { round: round.0 });
                break;
            }
            run.enter_for(round.0);
            if !run.play(round, entry) {
                run.notes.push(ImportNote::OpenRound { round: round.0 });
                break;
            }
            run.close(round, known.as_ref());
            run.withdraw_after(round.0);
        }
        Import {
            preset: match event {
                Some(event) => format!("{}/{event}", self.rulebook),
                None => self.rulebook.clone(),
            },
            creation: self.creation(day),
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
        creation.system = self.system.map(PlaySystem::from);
        creation.set = (self.set.iter())
            .map(|(axis, value)| (axis.clone(), value.to_string()))
            .collect();
        if let Some(rounds) = self.rounds {
            creation.set.push(("rounds".to_owned(), rounds.to_string()));
        }
        creation
    }
}

struct Run<'a> {
    file: &'a TournamentFile,
    numbers: BTreeMap<EntrantId, EntrantId>,
    steps: Vec<ImportStep>,
    notes: Vec<ImportNote>,
}

impl<'a> Run<'a> {
    const fn new(file: &'a TournamentFile) -> Self {
        Self {
            file,
            numbers: BTreeMap::new(),
            steps: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn act(&mut self, act: Act) {
        self.steps.push(ImportStep { act, born: None });
    }

    /// Whoever could play this round first.
    fn enter_for(&mut self, round: u16) {
        for entrant in &self.file.entrants {
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
            self.steps.push(ImportStep {
                act: Act::Enter(Box::new(application(entrant))),
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

    /// Whether he had a bye or a win without a game before. Whoever had may not ask for a bye any
    /// more; what another desk gave him nevertheless is recorded as given by hand.
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
    fn close(&mut self, round: RoundNumber, known: Option<&Event>) {
        let draws = known.map_or_else(Vec::new, |event| standings(event, round.0).draws);
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
            .filter(|left| left.after_round == round)
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

fn application(entrant: &Entrant) -> Application {
    let mut entry = Entry::new(entrant.name.clone());
    entry.ascii.clone_from(&entrant.ascii);
    entry.native.clone_from(&entrant.native);
    entry.country.clone_from(&entrant.country);
    entry.nation = entrant.country.as_ref().map(|_| Nation::Federation);
    entry.wof_id = entrant.wof_id;
    entry.rating = entrant.rating;
    entry.gender = entrant.gender.map(|gender| match gender {
        Gender::Female => GenderWord::Female,
        Gender::Male => GenderWord::Male,
        Gender::Other => GenderWord::Other,
    });
    entry.young = entrant.young;
    entry.team.clone_from(&entrant.team);
    entry.institute.clone_from(&entrant.institute);
    entry.category.clone_from(&entrant.category);
    entry.seat = match entrant.additional {
        None => SeatKind::Regular,
        Some(Additional::Host) => SeatKind::HostAdditional,
        Some(Additional::Wof) => SeatKind::WofAdditional,
    };
    entry.group_a = entrant.group_a;
    entry.woc_semifinals.clone_from(&entrant.woc_semifinals);
    entry.seeding = entrant.seeding;
    Application {
        entry,
        credentials: Credentials {
            membership: Some(MemberKind::Member),
            residence: Some(Residence {
                unbroken: 365,
                in_last_year: 365,
            }),
            citizen: Some(true),
            sanctioned: false,
        },
        allowance: None,
        late_terms_seen: true,
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
        (Some(ResultWord::Forfeit), _, Some(by)) => Some(Official::Forfeit { by }),
        (Some(ResultWord::DoubleForfeit), _, _) => Some(Official::DoubleForfeit),
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
