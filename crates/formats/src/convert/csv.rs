//! Between tables and a tournament file.

use std::collections::BTreeMap;

use outflank_tournament::{Entrant, Event, Game, GameResult, Stage};

use crate::convert::{ConvertNote, Converted, ascii_names, list_name};
use crate::csv_tables::players::CsvPlayer;
use crate::csv_tables::results::{CsvResult, CsvWhat};
use crate::tournament_file::{GameEntry, ResultWord, RoundEntry, TournamentFile};

/// The tournament file of a table of players and a table of results, under the rulebook with this id.
#[must_use]
pub fn tournament_of_tables(
    players: &[CsvPlayer],
    results: &[CsvResult],
    rulebook: &str,
) -> Converted {
    let mut file = TournamentFile::new(rulebook);
    let mut notes = Vec::new();
    file.entrants = players
        .iter()
        .map(|player| {
            let mut entrant = player.entrant.clone();
            let follows = followed_ascii(&entrant.name);
            entrant.ascii = player.ascii.clone().filter(|_| player.ascii != follows);
            entrant
        })
        .collect();
    let mut rounds: BTreeMap<u16, RoundEntry> = BTreeMap::new();
    for row in results {
        let round = rounds.entry(row.round).or_default();
        round.stage = row.stage;
        match row.what {
            CsvWhat::Game(game) => round.games.push(entry(game, row.table)),
            CsvWhat::Bye(id) => round.byes.push(id),
            CsvWhat::Absent(id) => round.absent.push(id),
        }
    }
    for (number, round) in rounds {
        let place = u16::try_from(file.played.len() + 1).unwrap_or(u16::MAX);
        if number != place {
            notes.push(ConvertNote::OtherNumber { number, place });
        }
        file.played.push(round);
    }
    Converted { file, notes }
}

fn entry(game: Game, table: Option<u16>) -> GameEntry {
    let mut entry = GameEntry::new(game.black, game.white);
    entry.table = table;
    match game.result {
        GameResult::Played { discs, winner } => {
            entry.discs = Some(discs);
            entry.winner = winner;
        }
        GameResult::Resigned { by, discs } => {
            entry.result = Some(ResultWord::Resigned);
            entry.by = Some(by);
            entry.discs = discs;
        }
        GameResult::Forfeit { by, discs, .. } => {
            entry.result = Some(ResultWord::Forfeit);
            entry.by = Some(by);
            entry.discs = discs;
        }
        GameResult::DoubleForfeit { .. } => entry.result = Some(ResultWord::DoubleForfeit),
        GameResult::Adjudicated { discs, winner } => {
            entry.result = Some(ResultWord::Adjudicated);
            entry.discs = Some(discs);
            entry.winner = winner;
        }
        GameResult::Annulled => entry.result = Some(ResultWord::Annulled),
        GameResult::Pending => {}
    }
    entry
}

/// The table of players of an event; the ASCII form is the entrant's own, or made from the name where its
/// letters are Latin.
#[must_use]
pub fn players_of(entrants: &[Entrant]) -> Vec<CsvPlayer> {
    let player = |entrant: &Entrant| CsvPlayer {
        entrant: entrant.clone(),
        ascii: entrant
            .ascii
            .clone()
            .or_else(|| followed_ascii(&entrant.name)),
    };
    entrants.iter().map(player).collect()
}

/// The ASCII form that follows from a name in Latin letters.
fn followed_ascii(name: &str) -> Option<String> {
    ascii_names(name).map(|(last, first)| list_name(&last, &first))
}

/// The table of results of a tournament file, whose event tells what its words mean.
#[must_use]
pub fn results_of(file: &TournamentFile, event: &Event) -> Vec<CsvResult> {
    let mut rows = Vec::new();
    for (round, played) in (1..).zip(&file.played) {
        let mut put = |stage: Stage, table, what| {
            rows.push(CsvResult {
                round,
                stage,
                table,
                what,
            });
        };
        for game in &played.games {
            let result = game.game_result(&event.rules);
            let (black, white) = (game.black, game.white);
            let what = CsvWhat::Game(Game {
                black,
                white,
                result,
                of: None,
            });
            put(played.stage, game.table, what);
        }
        for id in &played.byes {
            put(played.stage, None, CsvWhat::Bye(*id));
        }
        for id in &played.absent {
            put(played.stage, None, CsvWhat::Absent(*id));
        }
    }
    rows
}
