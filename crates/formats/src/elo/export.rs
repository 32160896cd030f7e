//! Before a results file leaves: what hinders it, what it leaves out, what a reader may stumble over.

use outflank_pairing::{Colour, EntrantId, HalfPoints};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, DiscCount};

use crate::elo::date::EloDays;
use crate::elo::name::{OfDay, elo_file_name};
use crate::elo::problem::ExportProblem;
use crate::elo::{
    EloFile, EloGame, EloId, EloPlayer, EloRound, EloRoundName, EloTally, Known, is_wof_number,
    more,
};

/// An event as its results file will tell it, gaps included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EloDraft {
    pub tournament: String,
    /// The country it was played in.
    pub country: String,
    pub days: Option<EloDays>,
    /// Who sends the file.
    pub sender: String,
    /// The program that makes it.
    pub creator: Option<String>,
    /// When, as `2026/11/15 18:01`.
    pub created: Option<String>,
    pub entrants: Vec<DraftEntrant>,
    /// The rounds, playoffs and finals under [`EloRoundName::Added`].
    pub rounds: Vec<DraftRound>,
}

/// A player, with what the file needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftEntrant {
    /// The player's number in the tournament.
    pub id: EntrantId,
    /// The player's name in the tournament, in any script.
    pub name: String,
    /// The player's number in the federation's list, or one proposed for a new player.
    pub wof: Option<u32>,
    /// Whether the player is in that list.
    pub known: Known,
    /// Family name in ASCII.
    pub last: Option<String>,
    /// First names in ASCII; empty where there are none.
    pub first: String,
    pub country: Option<String>,
    pub points: Option<HalfPoints>,
    pub discs: Option<DiscCount>,
    pub rating: Option<i32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRound {
    pub name: EloRoundName,
    /// What happened in it.
    pub entries: Vec<DraftEntry>,
}

/// Something that happened in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftEntry {
    /// A game for the file.
    Game {
        black: EntrantId,
        white: EntrantId,
        discs: ByColour<HalfDiscs>,
        /// The winner; nothing for a draw.
        winner: Option<Colour>,
    },
    /// Something the file does not tell.
    LeftOut { who: Vec<EntrantId>, why: LeftOut },
}

/// Why something of an event is not in its results file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LeftOut {
    /// There was no opponent.
    #[error("a bye is not a game")]
    Bye,
    /// One or both players were absent.
    #[error("it was not played")]
    NotPlayed,
    /// The director annulled it.
    #[error("it was annulled")]
    Annulled,
    /// It is not over.
    #[error("it has no result yet")]
    NoResult,
}

/// What to know before a results file is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeavingCheck {
    /// The file's name by the federation's pattern, unless something hinders it.
    pub file_name: Option<String>,
    /// What must be put right first.
    pub hindrances: Vec<ExportProblem>,
    /// What the file does not tell, and why.
    pub left_out: Vec<LeftOutNote>,
    /// Games whose sign is not that of the discs, because the winner was decided otherwise.
    pub decided: Vec<DecidedNote>,
}

/// Something of the event that is not in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutNote {
    pub round: EloRoundName,
    /// Whom it concerns, by name.
    pub who: Vec<String>,
    pub why: LeftOut,
}

/// A game whose winner the discs do not tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedNote {
    pub round: EloRoundName,
    /// Who had Black, by name.
    pub black: String,
    /// Who had White, by name.
    pub white: String,
    pub discs: ByColour<HalfDiscs>,
    /// The winner that the sign tells.
    pub winner: Option<Colour>,
}

impl EloDraft {
    /// Lists what hinders sending, what is left out and why, and the games with the sign of a decided winner.
    #[must_use]
    pub fn leaving_check(&self, of_day: OfDay) -> LeavingCheck {
        let mut hindrances = self.hindrances();
        let file_name = self.days.and_then(|days| {
            elo_file_name(days.first, of_day, &self.tournament)
                .map_err(|error| hindrances.push(error.into()))
                .ok()
        });
        let mut left_out = Vec::new();
        let mut decided = Vec::new();
        for round in &self.rounds {
            for entry in &round.entries {
                match entry {
                    DraftEntry::LeftOut { who, why } => left_out.push(LeftOutNote {
                        round: round.name.clone(),
                        who: who.iter().map(|id| self.name_of(*id)).collect(),
                        why: *why,
                    }),
                    DraftEntry::Game {
                        black,
                        white,
                        discs,
                        winner,
                    } if *winner != more(*discs) => {
                        decided.push(DecidedNote {
                            round: round.name.clone(),
                            black: self.name_of(*black),
                            white: self.name_of(*white),
                            discs: *discs,
                            winner: *winner,
                        });
                    }
                    DraftEntry::Game { .. } => {}
                }
            }
        }
        LeavingCheck {
            file_name,
            hindrances,
            left_out,
            decided,
        }
    }

    /// The results file, or everything that hinders it.
    pub fn file(&self) -> Result<EloFile, Vec<ExportProblem>> {
        let hindrances = self.hindrances();
        if hindrances.is_empty() {
            Ok(self.values())
        } else {
            Err(hindrances)
        }
    }

    fn hindrances(&self) -> Vec<ExportProblem> {
        let mut found = Vec::new();
        for entrant in &self.entrants {
            if !entrant.wof.is_some_and(is_wof_number) {
                found.push(ExportProblem::NoWofNumber {
                    who: entrant.name.clone(),
                });
            }
            if !entrant.player().has_plain_name() {
                found.push(ExportProblem::NoAsciiName {
                    who: entrant.name.clone(),
                });
            }
        }
        for entry in self.rounds.iter().flat_map(|round| &round.entries) {
            let DraftEntry::Game { black, white, .. } = entry else {
                continue;
            };
            for id in [black, white] {
                if !self.entrants.iter().any(|entrant| entrant.id == *id) {
                    found.push(ExportProblem::UnknownPlayer {
                        who: format!("player {id}"),
                    });
                }
            }
        }
        // Numbers and names are said above, with the name as the event has it.
        found.extend(self.values().hindrances().into_iter().filter(|hindrance| {
            !matches!(
                hindrance,
                ExportProblem::NoWofNumber { .. } | ExportProblem::NoAsciiName { .. }
            )
        }));
        found
    }

    /// The file's values; what is missing is empty and 0, which the writer refuses.
    fn values(&self) -> EloFile {
        EloFile {
            tournament: self.tournament.clone(),
            country: self.country.clone(),
            days: self.days,
            sender: self.sender.clone(),
            creator: self.creator.clone(),
            created: self.created.clone(),
            players: self.entrants.iter().map(DraftEntrant::player).collect(),
            rounds: self.rounds.iter().map(|round| self.round(round)).collect(),
        }
    }

    fn round(&self, round: &DraftRound) -> EloRound {
        let games = round.entries.iter().filter_map(|entry| match entry {
            DraftEntry::LeftOut { .. } => None,
            DraftEntry::Game {
                black,
                white,
                discs,
                winner,
            } => Some(EloGame {
                black: self.elo_id(*black),
                white: self.elo_id(*white),
                discs: *discs,
                winner: *winner,
            }),
        });
        EloRound {
            name: round.name.clone(),
            games: games.collect(),
        }
    }

    fn elo_id(&self, id: EntrantId) -> EloId {
        let entrant = self.entrants.iter().find(|entrant| entrant.id == id);
        EloId::Number(entrant.and_then(|entrant| entrant.wof).unwrap_or(0))
    }

    fn name_of(&self, id: EntrantId) -> String {
        let entrant = self.entrants.iter().find(|entrant| entrant.id == id);
        entrant.map_or_else(|| format!("player {id}"), |entrant| entrant.name.clone())
    }
}

impl DraftEntrant {
    fn player(&self) -> EloPlayer {
        EloPlayer {
            id: EloId::Number(self.wof.unwrap_or(0)),
            known: self.known,
            last: self.last.clone().unwrap_or_default(),
            first: self.first.clone(),
            country: self.country.clone(),
            points: self.points,
            tally: self.discs.map(EloTally::Discs),
            rating: self.rating,
        }
    }
}
