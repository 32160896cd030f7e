//! From PAPP's workfile and players file to a tournament file.

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;
use outflank_rulebook::{Raw, System};
use outflank_tournament::Entrant;

use crate::convert::{ConvertNote, Converted, list_name};
use crate::papp::line::{PappNumber, PappPerson};
use crate::papp::players::PappPlayers;
use crate::papp::workfile::{PappRound, PappWorkfile};
use crate::tournament_file::{Days, GameEntry, RoundEntry, TournamentFile};

const MILLION: u64 = 1_000_000;

/// The tournament file of a workfile, with names from the players file, under the rulebook with this id.
///
/// Of the round being played nothing is taken: it has no results that count yet.
#[must_use]
pub fn tournament_of_workfile(
    work: &PappWorkfile,
    players: &PappPlayers,
    rulebook: &str,
) -> Converted {
    let mut file = TournamentFile::new(rulebook);
    let mut notes = Vec::new();
    file.name = work.name.clone().filter(|name| !name.is_empty());
    file.system = Some(System::Swiss);
    file.rounds = work.rounds.filter(|rounds| *rounds > 0);
    file.days = work.date.map(|date| Days::Dates(vec![date]));
    if let Some(constant) = work.constant {
        match i64::try_from(constant.0 / MILLION) {
            Ok(whole) if constant.0.is_multiple_of(MILLION) && (1..=64).contains(&whole) => {
                file.set
                    .push(("bq_constant".to_owned(), Raw::Number(whole)));
            }
            _ => notes.push(ConvertNote::OtherConstant),
        }
    }
    let mut ids = BTreeMap::new();
    for (id, number) in (1..).map(EntrantId).zip(&work.entrants) {
        ids.insert(*number, id);
        let of_workfile = || {
            work.new_players
                .iter()
                .find(|person| person.number == *number)
        };
        let person = players.person(*number).or_else(of_workfile);
        if person.is_none() {
            let number = number.to_string();
            notes.push(ConvertNote::NoName { id, number });
        }
        file.entrants.push(entrant(id, *number, person));
    }
    file.played = work
        .played
        .iter()
        .map(|played| round(played, &ids))
        .collect();
    Converted { file, notes }
}

/// A tournament file with everybody of a players file entered, under the rulebook with this id.
#[must_use]
pub fn tournament_of_players(players: &PappPlayers, rulebook: &str) -> Converted {
    let mut file = TournamentFile::new(rulebook);
    let people = (1..).map(EntrantId).zip(players.people());
    file.entrants = people
        .map(|(id, person)| entrant(id, person.number, Some(person)))
        .collect();
    Converted {
        file,
        notes: Vec::new(),
    }
}

fn entrant(id: EntrantId, number: PappNumber, person: Option<&PappPerson>) -> Entrant {
    let name = match person {
        Some(person) => list_name(&person.last, &person.first),
        None => format!("No. {number}"),
    };
    let mut entrant = Entrant::new(id, name);
    entrant.wof_id = Some(number.0);
    entrant.country = person.and_then(|person| person.country.clone());
    entrant.rating = person.and_then(|person| person.rating);
    entrant
}

fn round(round: &PappRound, ids: &BTreeMap<PappNumber, EntrantId>) -> RoundEntry {
    let known =
        |numbers: &[PappNumber]| numbers.iter().filter_map(|n| ids.get(n).copied()).collect();
    let games = round.games.iter().filter_map(|game| {
        let mut entry = GameEntry::new(*ids.get(&game.black)?, *ids.get(&game.white)?);
        entry.discs = game.discs;
        Some(entry)
    });
    RoundEntry {
        games: games.collect(),
        byes: known(&round.byes),
        absent: known(&round.absent),
        ..RoundEntry::default()
    }
}
