//! The results of an event that was not held at this desk: from a results file, or typed.

use std::collections::BTreeMap;

use askama::Template;
use outflank_desk::FederationNow;
use outflank_desk::acts::{Day, Dossier, OfficeAct, PersonNumber, Results};
use outflank_desk::officer::EventLine;
use outflank_desk::views::OfficeHead;
use outflank_formats::{EloFile, EloId, EloPlayer, EloTally, MADE_UP_FROM, RatingFile};
use serde_json::{Value, json};

use super::ask::{Ask, Bar};
use super::import::ImportShown;
use super::read::person;
use super::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::desk::{DeskAnswer, Form};

#[derive(Template)]
#[template(path = "officer/results.html")]
struct ResultsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    line: EventLine,
    file: ImportShown,
    typed: Form,
    wrong: Vec<String>,
    /// What taking them would change.
    foreseen: Option<Vec<String>>,
}

impl ResultsPage<'_> {
    fn trace(&self) -> Vec<String> {
        crate::pages::office_page::trace_words(self.f, &self.line.shown)
    }
}

pub(super) async fn answer(ask: &Ask<'_>, event: &str) -> DeskAnswer {
    let Some(line) = (ask.now.event_lines().into_iter()).find(|one| one.shown.event == event)
    else {
        return DeskAnswer::Nothing;
    };
    let Some(form) = &ask.form else {
        return show(ask, line, ImportShown::default(), Vec::new(), None);
    };
    let is_file = form.get("do") == "results_file";
    let acts = match is_file {
        true => of_file(ask, &line, form),
        false => typed(ask, event, form),
    };
    let wrong = match acts {
        Ok(acts) if form.has("preview") => match ask.foresee(None, acts) {
            Ok(foreseen) => {
                return show(
                    ask,
                    line,
                    ImportShown::default(),
                    Vec::new(),
                    Some(foreseen),
                );
            }
            Err(refused) => (refused.iter())
                .map(|(_, refusal)| refusal.to_string())
                .collect(),
        },
        Ok(acts) => match ask.submit_together("results", acts).await {
            Ok(_) => return ask.see_done("events", "results"),
            Err(refusal) => vec![refusal.to_string()],
        },
        Err(wrong) => wrong,
    };
    let (of_file, of_typed) = match is_file {
        true => (wrong, Vec::new()),
        false => (Vec::new(), wrong),
    };
    let file = ImportShown {
        wrong: of_file,
        text: form.exact("list").to_owned(),
    };
    show(ask, line, file, of_typed, None)
}

fn show(
    ask: &Ask<'_>,
    line: EventLine,
    file: ImportShown,
    wrong: Vec<String>,
    foreseen: Option<Vec<String>>,
) -> DeskAnswer {
    let status = match wrong.is_empty() && file.wrong.is_empty() {
        true => 200,
        false => 422,
    };
    let page = ResultsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Events, &[], None),
        line,
        file,
        typed: ask.form.clone().unwrap_or_default(),
        wrong,
        foreseen,
    };
    ask.page(status, &page)
}

fn of_file(ask: &Ask<'_>, line: &EventLine, form: &Form) -> Result<Vec<OfficeAct>, Vec<String>> {
    let text = match form.exact("file").trim().is_empty() {
        true => form.exact("list"),
        false => form.exact("file"),
    };
    let event = (line.shown.event.as_str(), line.shown.day.as_str());
    let is_title = form.has("champion");
    results_acts(&ask.f, &ask.now, ask.today, event, text, is_title)
}

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
    let mut acts = Vec::new();
    let mut numbers: BTreeMap<EloId, PersonNumber> = BTreeMap::new();
    let next = now.affairs().people.keys().map(|one| one.0).max();
    let mut next = next.unwrap_or(0) + 1;
    for player in &file.players {
        let known = number_of(f, now, player);
        let number = known.unwrap_or_else(|| {
            acts.push(added(player));
            next += 1;
            PersonNumber(next - 1)
        });
        numbers.insert(player.id.clone(), number);
    }
    let placed = places(&file, &numbers);
    let mut games = Vec::new();
    let mut wrong = Vec::new();
    for (round, played) in (1u16..).zip(&file.rounds) {
        for game in &played.games {
            match (numbers.get(&game.black), numbers.get(&game.white)) {
                (Some(black), Some(white)) => {
                    games.push(game_value(
                        round,
                        black.0,
                        white.0,
                        winner_word(game.winner),
                    ));
                }
                (black, _) => {
                    let missing = if black.is_none() {
                        &game.black
                    } else {
                        &game.white
                    };
                    wrong.push(f.t1("officer.results.not_listed", "number", missing));
                }
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let champion = (is_title)
        .then(|| placed.first().map(|one| one.1))
        .flatten();
    let placed: Vec<Value> = (placed.iter())
        .map(|(place, person, half_points)| {
            json!({"person": person, "place": place, "half_points": half_points})
        })
        .collect();
    acts.push(take(event, "file", results(placed, games, champion)?)?);
    Ok(acts)
}

/// Somebody of a file as the office knows him: by his number, or by a name nobody else has.
fn number_of(f: &Frame, now: &FederationNow, player: &EloPlayer) -> Option<PersonNumber> {
    let people = now.people();
    if let EloId::Number(wof) = player.id
        && let Some((number, _)) = people.iter().find(|(_, one)| one.wof == Some(wof))
    {
        return Some(now.affairs().resolve(*number));
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
        (EloId::Number(number), outflank_formats::Known::Listed) => Some(*number),
        (_, _) => None,
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
    let mut rows: Vec<(u32, u32, u32)> = (file.players.iter())
        .filter_map(|player| {
            let (tallied, _) = file.tally_of(&player.id);
            let points = player.points.unwrap_or(tallied);
            let behind = match player.tally {
                Some(EloTally::Discs(discs)) => discs.0,
                Some(EloTally::Brightwell(quotient)) => quotient,
                None => 0,
            };
            Some((u32::from(points.0), behind, numbers.get(&player.id)?.0))
        })
        .collect();
    rows.sort_by(|a, b| b.cmp(a));
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

fn winner_word<C: serde::Serialize>(winner: Option<C>) -> Option<Value> {
    winner.map(|colour| json!(colour))
}

fn game_value(round: u16, black: u32, white: u32, winner: Option<Value>) -> Value {
    let mut game = json!({"round": round, "black": black, "white": white});
    if let (Some(winner), Value::Object(fields)) = (winner, &mut game) {
        fields.insert("winner".to_owned(), winner);
    }
    game
}

fn results(
    placed: Vec<Value>,
    games: Vec<Value>,
    champion: Option<u32>,
) -> Result<Results, Vec<String>> {
    let mut value = json!({"placed": placed, "games": games});
    if let (Some(champion), Value::Object(fields)) = (champion, &mut value) {
        fields.insert("champion".to_owned(), json!(champion));
    }
    serde_json::from_value(value).map_err(|problem| vec![problem.to_string()])
}

fn take(event: &str, from: &str, results: Results) -> Result<OfficeAct, Vec<String>> {
    let value = json!({"act": "take_results", "event": event, "from": from, "results": results});
    serde_json::from_value(value).map_err(|problem| vec![problem.to_string()])
}

/// The acts that typed results mean: `place; who; points` and `round; Black; White; b, w or =`, one in a line.
fn typed(ask: &Ask<'_>, event: &str, form: &Form) -> Result<Vec<OfficeAct>, Vec<String>> {
    let mut wrong = Vec::new();
    let mut placed = Vec::new();
    for (number, line) in numbered(form.get("placed")) {
        match placed_line(ask, &line) {
            Ok(value) => placed.push(value),
            Err(why) => {
                wrong.push(
                    ask.f
                        .t2("officer.results.list_line", "line", number, "why", why),
                )
            }
        }
    }
    let mut games = Vec::new();
    for (number, line) in numbered(form.get("games")) {
        match game_line(ask, &line) {
            Ok(value) => games.push(value),
            Err(why) => {
                wrong.push(
                    ask.f
                        .t2("officer.results.game_line", "line", number, "why", why),
                )
            }
        }
    }
    let champion = match form.get("winner") {
        "" => None,
        text => match person(&ask.f, &ask.now, text) {
            Ok(number) => Some(number.0),
            Err(why) => {
                wrong.push(why);
                None
            }
        },
    };
    if placed.is_empty() && wrong.is_empty() {
        wrong.push(ask.f.t("officer.results.nothing").to_owned());
    }
    match wrong.is_empty() {
        true => Ok(vec![take(
            event,
            "hand",
            results(placed, games, champion)?,
        )?]),
        false => Err(wrong),
    }
}

fn numbered(text: &str) -> Vec<(usize, Vec<String>)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let cells = line.split(';').map(|cell| cell.trim().to_owned());
            (number, cells.collect())
        })
        .collect()
}

fn placed_line(ask: &Ask<'_>, cells: &[String]) -> Result<Value, String> {
    let shape = || ask.f.t("officer.results.list_shape").to_owned();
    let [place, who, points] = cells else {
        return Err(shape());
    };
    let place: u32 = place.parse().map_err(|_| shape())?;
    let half_points = half_points(points).ok_or_else(shape)?;
    let person = person(&ask.f, &ask.now, who)?.0;
    Ok(json!({"person": person, "place": place, "half_points": half_points}))
}

/// `4`, `4.5`, `4½`.
fn half_points(text: &str) -> Option<u32> {
    let text = text.replace('½', ".5").replace(',', ".");
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (text.as_str(), 0),
    };
    let whole: u32 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    Some(whole.checked_mul(2)? + half)
}

fn game_line(ask: &Ask<'_>, cells: &[String]) -> Result<Value, String> {
    let shape = || ask.f.t("officer.results.game_shape").to_owned();
    let [round, black, white, result] = cells else {
        return Err(shape());
    };
    let round: u16 = round.parse().map_err(|_| shape())?;
    let (black, white) = (
        person(&ask.f, &ask.now, black)?,
        person(&ask.f, &ask.now, white)?,
    );
    if black == white {
        return Err(ask.f.t1("officer.results.himself", "number", black));
    }
    let winner = match result.as_str() {
        "b" | "B" => Some(json!("black")),
        "w" | "W" => Some(json!("white")),
        "=" => None,
        _ => return Err(shape()),
    };
    Ok(game_value(round, black.0, white.0, winner))
}

#[cfg(test)]
mod tests {
    use super::half_points;

    #[test]
    fn points_are_read_as_people_write_them() {
        let shown = ["4", "4.5", "4½", "½", "0", "4.25", "x"].map(half_points);
        let expected = [Some(8), Some(9), Some(9), Some(1), Some(0), None, None];
        assert_eq!(shown, expected);
    }
}
