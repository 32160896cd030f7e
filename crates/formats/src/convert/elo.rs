//! From a results file to a tournament file.

use std::collections::{BTreeMap, BTreeSet};

use outflank_pairing::EntrantId;
use outflank_rulebook::{HalfDiscs, System, shipped_file};
use outflank_tournament::{ByColour, Entrant, Stage, standings};

use crate::convert::{ConvertNote, Converted, ascii_names, list_name};
use crate::elo::{EloFile, EloGame, EloId, EloPlayer, EloRoundName, EloTally, more};
use crate::tournament_file::{
    Days, GameEntry, Lines, ResultWord, RoundEntry, TournamentFile, UnexplainedEntry,
};

/// The tournament file of a results file, under the rulebook with this id.
///
/// Players are numbered in the order of the list and keep their WOF numbers. Results files do not list byes: a player
/// with more points than their games gave had byes in rounds without a game; otherwise they were absent. What the list has
/// beyond that is kept as unexplained, so that the results file is written again as it was read.
///
/// ```
/// use outflank_formats::{EloFile, tournament_of_elo};
/// let elo = EloFile::read(b"%Round: 1\n 5169 (40)>(24) 13687 B\n").file;
/// let file = tournament_of_elo(&elo, "wof").file;
/// assert_eq!(file.entrants[1].wof_id, Some(13687));
/// ```
#[must_use]
pub fn tournament_of_elo(elo: &EloFile, rulebook: &str) -> Converted {
    let mut made = Maker::new(elo);
    let mut file = TournamentFile::new(rulebook);
    file.name = Some(elo.tournament.clone()).filter(|name| !name.is_empty());
    file.system = Some(System::Swiss);
    file.days = elo
        .days
        .map(|days| Days::Dates(std::iter::once(days.first).chain(days.last).collect()));
    for round in &elo.rounds {
        let stage = stage(&round.name);
        let games: Vec<GameEntry> = round
            .games
            .iter()
            .map(|game| made.game(game, &round.name))
            .collect();
        let count = games.len();
        let rounds = match round.name {
            EloRoundName::Number(_) => vec![games],
            EloRoundName::Named(_) | EloRoundName::Added => nobody_twice(games),
        };
        if round.name == EloRoundName::Added {
            let rounds = rounds.len();
            made.notes.push(ConvertNote::Added {
                games: count,
                rounds,
            });
        }
        file.played
            .extend(rounds.into_iter().map(|games| RoundEntry {
                stage,
                games,
                ..RoundEntry::default()
            }));
    }
    let counted = file
        .played
        .iter()
        .filter(|round| round.stage_of_round().is_counted());
    file.rounds = u16::try_from(counted.count())
        .ok()
        .filter(|count| *count > 0);
    made.byes_and_absences(elo, &mut file.played);
    file.entrants = made.entrants;
    file.unexplained = unexplained(elo, &made.ids, &file);
    Converted {
        file,
        notes: made.notes,
    }
}

struct Maker {
    entrants: Vec<Entrant>,
    ids: BTreeMap<EloId, EntrantId>,
    notes: Vec<ConvertNote>,
}

impl Maker {
    fn new(elo: &EloFile) -> Self {
        let mut made = Self {
            entrants: Vec::new(),
            ids: BTreeMap::new(),
            notes: Vec::new(),
        };
        for player in &elo.players {
            let id = made.enter(&player.id, list_name(&player.last, &player.first));
            if let Some(entrant) = made.entrants.iter_mut().find(|entrant| entrant.id == id) {
                let names = (
                    player.last.trim().to_owned(),
                    player.first.trim().to_owned(),
                );
                if ascii_names(&entrant.name).as_ref() != Some(&names) {
                    // A family name of several words and nothing else.
                    entrant.ascii = Some(format!("{}, {}", names.0, names.1).trim().to_owned());
                }
                entrant.country = player.country.clone();
                entrant.rating = player.rating;
            }
        }
        made
    }

    fn enter(&mut self, elo: &EloId, name: String) -> EntrantId {
        let id = EntrantId(u32::try_from(self.entrants.len() + 1).unwrap_or(u32::MAX));
        self.ids.insert(elo.clone(), id);
        let mut entrant = Entrant::new(id, name);
        entrant.wof_id = match elo {
            EloId::Number(number) => Some(*number),
            EloId::MadeUp(_) => None,
        };
        self.entrants.push(entrant);
        id
    }

    /// The player with this number; a player who is not in the list is added under the number.
    fn entrant(&mut self, elo: &EloId) -> EntrantId {
        if let Some(id) = self.ids.get(elo) {
            return *id;
        }
        let id = self.enter(elo, format!("No. {elo}"));
        let number = elo.to_string();
        self.notes.push(ConvertNote::NoName { id, number });
        id
    }

    fn game(&mut self, game: &EloGame, round: &EloRoundName) -> GameEntry {
        let (black, white) = (self.entrant(&game.black), self.entrant(&game.white));
        let mut entry = GameEntry::new(black, white);
        entry.discs = Some(game.discs);
        if game.winner == more(game.discs) {
            return entry;
        }
        match game.winner {
            Some(winner) => {
                entry.winner = Some(winner);
                if game.discs[winner] < game.discs[winner.other()] {
                    entry.result = Some(ResultWord::Adjudicated);
                }
            }
            None => {
                entry.result = Some(ResultWord::Adjudicated);
                entry.discs = Some(ByColour::both(HalfDiscs::discs(32)));
                self.notes.push(ConvertNote::DrawnByDecision {
                    black,
                    white,
                    round: round.clone(),
                });
            }
        }
        entry
    }

    /// Rounds without a game are byes as far as the list has points for them, and absences otherwise.
    fn byes_and_absences(&mut self, elo: &EloFile, played: &mut [RoundEntry]) {
        let mut counted: Vec<&mut RoundEntry> = played
            .iter_mut()
            .filter(|round| round.stage_of_round().is_counted())
            .collect();
        for player in &elo.players {
            let Some(id) = self.ids.get(&player.id).copied() else {
                continue;
            };
            let (points, _) = elo.tally_of(&player.id);
            let stated = player.points.unwrap_or(points);
            let missed: Vec<usize> = (0..counted.len())
                .filter(|n| !has_game(counted[*n], id))
                .collect();
            let byes = usize::from(stated.0.saturating_sub(points.0) / 2).min(missed.len());
            if (1..missed.len()).contains(&byes) {
                let missed = missed.len();
                self.notes.push(ConvertNote::SomeByes { id, byes, missed });
            }
            let explained = points
                .0
                .saturating_add(u16::try_from(byes * 2).unwrap_or(u16::MAX));
            if explained != stated.0 {
                self.notes.push(ConvertNote::OtherPoints {
                    id,
                    stated: stated.0,
                    counted: explained,
                });
            }
            for (place, n) in missed.into_iter().enumerate() {
                if place < byes {
                    counted[n].byes.push(id);
                } else {
                    counted[n].absent.push(id);
                }
            }
        }
    }
}

/// By how much the list has more than the games and byes give under the rulebook.
fn unexplained(
    elo: &EloFile,
    ids: &BTreeMap<EloId, EntrantId>,
    file: &TournamentFile,
) -> Vec<UnexplainedEntry> {
    let book = shipped_file(&file.rulebook);
    let Some(event) = book.and_then(|book| file.event(book, &Lines::default()).ok()) else {
        return Vec::new();
    };
    let table = standings(&event, u16::MAX);
    let entry = |player: &EloPlayer| {
        let id = ids.get(&player.id).copied()?;
        let row = table.of(id)?;
        let points = player.points.unwrap_or(row.points);
        let discs = match player.tally {
            Some(EloTally::Discs(discs)) => discs,
            Some(EloTally::Brightwell(_)) | None => row.discs,
        };
        let entry = UnexplainedEntry {
            id,
            half_points: i32::from(points.0) - i32::from(row.points.0),
            half_discs: i32::try_from(i64::from(discs.0) - i64::from(row.discs.0)).ok()?,
        };
        (entry.half_points != 0 || entry.half_discs != 0).then_some(entry)
    };
    elo.players.iter().filter_map(entry).collect()
}

fn has_game(round: &RoundEntry, id: EntrantId) -> bool {
    round
        .games
        .iter()
        .any(|game| game.black == id || game.white == id)
}

/// Games in their order, cut into rounds in which nobody plays twice.
fn nobody_twice(games: Vec<GameEntry>) -> Vec<Vec<GameEntry>> {
    let mut rounds: Vec<Vec<GameEntry>> = Vec::new();
    let mut seated = BTreeSet::new();
    for game in games {
        if rounds.is_empty() || seated.contains(&game.black) || seated.contains(&game.white) {
            rounds.push(Vec::new());
            seated.clear();
        }
        seated.extend([game.black, game.white]);
        if let Some(round) = rounds.last_mut() {
            round.push(game);
        }
    }
    rounds
}

fn stage(name: &EloRoundName) -> Stage {
    match name {
        EloRoundName::Number(_) => Stage::Swiss,
        EloRoundName::Added => Stage::Playoff,
        EloRoundName::Named(name) => {
            let name = name.to_lowercase();
            let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
            if says(&["semi", "demi", "1/2"]) {
                Stage::Semi
            } else if says(&["third", "3", "petite"]) {
                Stage::Third
            } else if says(&["final"]) {
                Stage::Final
            } else {
                Stage::Playoff
            }
        }
    }
}
