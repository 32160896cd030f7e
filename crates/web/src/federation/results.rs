//! The results of an event that was not held at this desk: from a results file, or typed.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::{EventLine, TypedResults};
use outflank_federation::{Act as OfficeAct, Results};
use serde_json::{Value, json};

use crate::director::{DeskAnswer, Form};
use crate::federation::ask::{Ask, Bar};
use crate::federation::import::ImportShown;
use crate::federation::read::person;
use crate::federation::results_file::results_acts;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

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
    /// Whether they come from the director's desk, where they are corrected.
    is_of_desk: bool,
}

impl ResultsPage<'_> {
    fn trace(&self) -> Vec<String> {
        crate::public::federation::trace_words(self.f, &self.line.shown)
    }
}

pub(crate) async fn answer(ask: &Ask<'_>, event: &str) -> DeskAnswer {
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
    let standing = ask.now.typed_results(&line.shown.event);
    let page = ResultsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Events, &[], None),
        line,
        file,
        is_of_desk: standing.as_ref().is_some_and(|one| one.from == "desk"),
        typed: match (&ask.form, standing) {
            (Some(form), _) => form.clone(),
            (None, Some(standing)) => filled(&standing),
            (None, None) => Form::default(),
        },
        wrong,
        foreseen,
    };
    ask.page(status, &page)
}

/// The form with the results as they stand.
fn filled(standing: &TypedResults) -> Form {
    let champion = standing.champion.as_ref();
    let champion = champion.map(|one| format!("{} {}", one.number, one.name));
    Form::of(vec![
        ("placed".to_owned(), standing.placed.join("\n")),
        ("games".to_owned(), standing.games.join("\n")),
        ("winner".to_owned(), champion.unwrap_or_default()),
    ])
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

pub(crate) fn game_value(round: u16, black: u32, white: u32, winner: Option<Value>) -> Value {
    let mut game = json!({"round": round, "black": black, "white": white});
    if let (Some(winner), Value::Object(fields)) = (winner, &mut game) {
        fields.insert("winner".to_owned(), winner);
    }
    game
}

pub(crate) fn results(
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

pub(crate) fn take(event: &str, from: &str, results: Results) -> Result<OfficeAct, Vec<String>> {
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
    use crate::federation::results::half_points;

    #[test]
    fn points_are_read_as_people_write_them() {
        let shown = ["4", "4.5", "4½", "½", "0", "4.25", "x"].map(half_points);
        let expected = [Some(8), Some(9), Some(9), Some(1), Some(0), None, None];
        assert_eq!(shown, expected);
    }
}
