//! A results file of the world federation as acts of the office.

use std::collections::{BTreeMap, BTreeSet};

use outflank_desk::FederationNow;
use outflank_federation::{Act as OfficeAct, Dossier, PersonNumber};
use outflank_formats::{EloFile, EloId, EloPlayer, EloTally, Known, MADE_UP_FROM, RatingFile};
use outflank_tournament::CivilDate as Day;
use serde_json::{Value, json};

use crate::federation::read::person;
use crate::federation::results::{game_value, results, take};
use crate::pages::Frame;

/// The acts that a results file means for an event of a day, or everything that is wrong with it by line; whoever is new is added.
pub(crate) fn results_acts(
    f: &Frame,
    now: &FederationNow,
    today: Day,
    (event, day): (&str, &str),
    text: &str,
    is_title: bool,
) -> Result<Vec<OfficeAct>, Vec<String>> {
    let mut made_up = MADE_UP_FROM;
    let read = RatingFile::read(text.as_bytes(), today, &mut made_up);
    let checked = read.map_err(|problems| {
        let problems = problems.iter().map(ToString::to_string);
        problems.collect::<Vec<String>>()
    })?;
    if checked.day.to_string() != day {
        let file = checked.day;
        return Err(vec![f.t2(
            "officer.results.other_day",
            "file",
            file,
            "event",
            day,
        )]);
    }
    let file = EloFile::read(text.as_bytes()).file;
    let Players { numbers, added } = players(f, now, &file)?;
    let placed = places(&file, &numbers);
    let champion = placed.first().map(|one| one.1).filter(|_| is_title);
    let mut games = Vec::new();
    for (round, played) in (1u16..).zip(&file.rounds) {
        for game in &played.games {
            let (black, white) = (numbers[&game.black].0, numbers[&game.white].0);
            let winner = game.winner.map(|colour| json!(colour));
            games.push(game_value(round, black, white, winner));
        }
    }
    let placed: Vec<Value> = (placed.iter())
        .map(|(place, person, half_points)| {
            json!({"person": person, "place": place, "half_points": half_points})
        })
        .collect();
    let mut acts = added;
    acts.push(take(event, "file", results(placed, games, champion)?)?);
    Ok(acts)
}

/// Everybody of a file by his number in the office, and the acts that add who is new.
struct Players {
    numbers: BTreeMap<EloId, PersonNumber>,
    added: Vec<OfficeAct>,
}

/// Finds everybody who is listed or plays. Whoever plays and is not listed has no name, so the office must know his number.
fn players(f: &Frame, now: &FederationNow, file: &EloFile) -> Result<Players, Vec<String>> {
    let mut found = Players {
        numbers: BTreeMap::new(),
        added: Vec::new(),
    };
    let last = now.affairs().people.keys().map(|one| one.0).max();
    let mut next = last.unwrap_or(0) + 1;
    for player in &file.players {
        let known = number_of(f, now, player);
        let number = known.unwrap_or_else(|| {
            found.added.push(added(player));
            next += 1;
            PersonNumber(next - 1)
        });
        found.numbers.insert(player.id.clone(), number);
    }
    let mut nameless = BTreeSet::new();
    for id in file.games().flat_map(|game| [&game.black, &game.white]) {
        if found.numbers.contains_key(id) {
            continue;
        }
        match by_wof(now, id) {
            Some(number) => {
                found.numbers.insert(id.clone(), number);
            }
            None => {
                nameless.insert(id);
            }
        }
    }
    match nameless.is_empty() {
        true => Ok(found),
        false => Err((nameless.into_iter())
            .map(|id| f.t1("officer.results.not_listed", "number", id))
            .collect()),
    }
}

fn by_wof(now: &FederationNow, id: &EloId) -> Option<PersonNumber> {
    let EloId::Number(wof) = id else {
        return None;
    };
    let mut people = now.people().iter();
    let (number, _) = people.find(|(_, one)| one.wof == Some(*wof))?;
    Some(now.affairs().resolve(*number))
}

/// Somebody of a file as the office knows him: by his number, or by a name nobody else has.
fn number_of(f: &Frame, now: &FederationNow, player: &EloPlayer) -> Option<PersonNumber> {
    if let Some(number) = by_wof(now, &player.id) {
        return Some(number);
    }
    let name = format!("{} {}", player.first, player.last);
    let found = person(f, now, name.trim()).ok()?;
    // A namesake with another number is somebody else.
    let other = now.dossier(found).and_then(|one| one.wof);
    match (other, &player.id) {
        (Some(other), EloId::Number(own)) if other != *own => None,
        (_, _) => Some(found),
    }
}

fn added(player: &EloPlayer) -> OfficeAct {
    let name = format!("{} {}", player.first, player.last);
    let wof = match (&player.id, player.known) {
        (EloId::Number(number), Known::Listed) => Some(*number),
        (EloId::Number(_), Known::New) | (EloId::MadeUp(_), _) => None,
    };
    OfficeAct::AddPerson {
        record: String::new(),
        dossier: Box::new(Dossier {
            wof,
            country: player.country.clone(),
            ..Dossier::new(name.trim())
        }),
    }
}

/// Place, person and half points, best first: by points, then by what the file counts behind them; equals share a place.
fn places(file: &EloFile, numbers: &BTreeMap<EloId, PersonNumber>) -> Vec<(u32, u32, u32)> {
    let mut rows: Vec<(u32, u32, u32)> = (numbers.iter())
        .map(|(id, number)| {
            let listed = file.players.iter().find(|player| player.id == *id);
            let (points, discs) = file.tally_of(id);
            let points = listed.and_then(|player| player.points).unwrap_or(points);
            let behind = match listed.and_then(|player| player.tally) {
                Some(EloTally::Discs(discs)) => discs.0,
                Some(EloTally::Brightwell(quotient)) => quotient,
                None => discs.0,
            };
            (u32::from(points.0), behind, number.0)
        })
        .collect();
    rows.sort_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2)));
    let mut placed: Vec<(u32, u32, u32)> = Vec::new();
    let mut last = None;
    for (index, (points, behind, person)) in (1u32..).zip(rows) {
        let place = match (last, placed.last()) {
            (Some(same), Some((place, _, _))) if same == (points, behind) => *place,
            (_, _) => index,
        };
        last = Some((points, behind));
        placed.push((place, person, points));
    }
    placed
}
