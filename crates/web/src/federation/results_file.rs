//! A results file of the world federation as commands of the office.

use std::collections::{BTreeMap, BTreeSet};

use outflank_desk::FederationNow;
use outflank_federation::{
    Act, Dossier, EventKey, GameLine, PersonNumber, Placed, Results, ResultsFrom,
};
use outflank_formats::{
    EloFile, EloGame, EloId, EloPlayer, EloTally, Known, MADE_UP_FROM, RatingFile,
};
use outflank_tournament::{CivilDate, HalfPoints};

use crate::federation::forms::find_person;
use crate::pages::Frame;

/// The commands that a results file means for an event of a day, or everything that is wrong with it by line; people who
/// are new are added.
pub(crate) fn results_acts(
    f: &Frame,
    now: &FederationNow,
    today: CivilDate,
    (event, day): (&EventKey, CivilDate),
    text: &str,
    is_title: bool,
) -> Result<Vec<Act>, Vec<String>> {
    let mut made_up = MADE_UP_FROM;
    let read = RatingFile::read(text.as_bytes(), today, &mut made_up);
    let checked = read.map_err(|problems| {
        let problems = problems.iter().map(ToString::to_string);
        problems.collect::<Vec<String>>()
    })?;
    if checked.day != day {
        let key = "officer.results.other_day";
        return Err(vec![f.t2(key, "file", checked.day, "event", day)]);
    }
    let file = EloFile::read(text.as_bytes()).file;
    let Players { numbers, added } = players(f, now, &file)?;
    let placed = places(&file, &numbers);
    let games = (1u16..).zip(&file.rounds).flat_map(|(round, played)| {
        let game = |game: &EloGame| game_of(&numbers, round, game);
        played.games.iter().map(game).collect::<Vec<GameLine>>()
    });
    let results = Results {
        champion: placed.first().map(|one| one.person).filter(|_| is_title),
        games: games.collect(),
        placed,
    };
    let mut acts = added;
    acts.push(Act::TakeResults {
        event: event.clone(),
        from: ResultsFrom::File,
        results: Box::new(results),
    });
    Ok(acts)
}

fn game_of(numbers: &BTreeMap<EloId, PersonNumber>, round: u16, game: &EloGame) -> GameLine {
    GameLine {
        round,
        black: numbers[&game.black],
        white: numbers[&game.white],
        winner: game.winner,
    }
}

/// Everybody of a file by their number in the office, and the commands that add the new ones.
struct Players {
    numbers: BTreeMap<EloId, PersonNumber>,
    added: Vec<Act>,
}

/// Finds everybody who is listed or plays. A player who is not listed has no name, so the office must know the number.
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

/// A player of a file as the office knows them: by number, or by a name nobody else has.
fn number_of(f: &Frame, now: &FederationNow, player: &EloPlayer) -> Option<PersonNumber> {
    if let Some(number) = by_wof(now, &player.id) {
        return Some(number);
    }
    let name = format!("{} {}", player.first, player.last);
    let found = find_person(f, now, name.trim()).ok()?;
    // A namesake with another number is another person.
    let other = now.dossier(found).and_then(|one| one.wof);
    match (other, &player.id) {
        (Some(other), EloId::Number(own)) if other != *own => None,
        (_, _) => Some(found),
    }
}

fn added(player: &EloPlayer) -> Act {
    let name = format!("{} {}", player.first, player.last);
    let wof = match (&player.id, player.known) {
        (EloId::Number(number), Known::Listed) => Some(*number),
        (EloId::Number(_), Known::New) | (EloId::MadeUp(_), _) => None,
    };
    Act::AddPerson {
        record: String::new(),
        dossier: Box::new(Dossier {
            wof,
            country: player.country.clone(),
            ..Dossier::new(name.trim())
        }),
    }
}

/// The final list, best first: by points, then by what the file counts behind them; equals share a place.
fn places(file: &EloFile, numbers: &BTreeMap<EloId, PersonNumber>) -> Vec<Placed> {
    let mut rows: Vec<(HalfPoints, u32, PersonNumber)> = (numbers.iter())
        .map(|(id, number)| {
            let listed = file.players.iter().find(|player| player.id == *id);
            let (points, discs) = file.tally_of(id);
            let points = listed.and_then(|player| player.points).unwrap_or(points);
            let behind = match listed.and_then(|player| player.tally) {
                Some(EloTally::Discs(discs)) => discs.0,
                Some(EloTally::Brightwell(quotient)) => quotient,
                None => discs.0,
            };
            (points, behind, *number)
        })
        .collect();
    rows.sort_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2)));
    let mut placed: Vec<Placed> = Vec::new();
    let mut last = None;
    for (index, (half_points, behind, person)) in (1u32..).zip(rows) {
        let place = match placed.last() {
            Some(above) if last == Some((half_points, behind)) => above.place,
            Some(_) | None => index,
        };
        last = Some((half_points, behind));
        placed.push(Placed {
            person,
            place,
            half_points,
            no_title: false,
        });
    }
    placed
}
