//! The results of an event that was not held at this desk: from a results file, or typed.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::EventRecord;
use outflank_federation::{Act, EventKey, GameLine, Placed, Results, ResultsEdition, ResultsFrom};
use outflank_tournament::{Colour, HalfPoints};

use crate::director::{DeskAnswer, Form};
use crate::federation::forms::find_person;
use crate::federation::import::{ImportError, text_of};
use crate::federation::request::{Bar, OfficeRequest};
use crate::federation::results_file::results_acts;
use crate::federation::words::trace_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/results.html")]
struct ResultsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    event: EventRecord<'a>,
    file: ImportError,
    typed: Form,
    /// What is wrong with what was typed.
    problems: Vec<String>,
    /// What taking them would change.
    preview: Option<Vec<String>>,
    /// Whether they come from the director's desk, where they are corrected.
    is_of_desk: bool,
}

impl ResultsPage<'_> {
    fn trace(&self) -> Vec<String> {
        trace_words(self.f, &self.event.shown)
    }
}

/// What became of results that were sent.
#[derive(Default)]
struct Outcome {
    file: ImportError,
    typed: Vec<String>,
    preview: Option<Vec<String>>,
}

pub(crate) async fn answer(ask: &OfficeRequest, key: &EventKey) -> DeskAnswer {
    let mut events = ask.now.event_records().into_iter();
    let Some(event) = events.find(|one| one.shown.event == *key) else {
        return DeskAnswer::Nothing;
    };
    let Some(form) = &ask.form else {
        return show(ask, event, Outcome::default());
    };
    let is_file = form.get("do") == "results_file";
    let acts = match is_file {
        true => {
            let day = event.shown.day;
            let is_title = form.has("champion");
            results_acts(
                &ask.f,
                &ask.now,
                ask.today,
                (key, day),
                text_of(form),
                is_title,
            )
        }
        false => typed(ask, key, form).map(|act| vec![act]),
    };
    let problems = match acts {
        Ok(acts) if form.has("preview") => match ask.preview(None, acts) {
            Ok(lines) => {
                let preview = Some(lines);
                let outcome = Outcome {
                    preview,
                    ..Outcome::default()
                };
                return show(ask, event, outcome);
            }
            Err(refused) => (refused.iter())
                .map(|(_, refusal)| refusal.to_string())
                .collect(),
        },
        Ok(acts) => match ask.submit_together("results", acts).await {
            Ok(_) => return ask.see_done("events", "results"),
            Err(refusal) => vec![refusal.to_string()],
        },
        Err(problems) => problems,
    };
    let (of_file, typed) = match is_file {
        true => (problems, Vec::new()),
        false => (Vec::new(), problems),
    };
    let file = ImportError::new(form.exact("list"), of_file);
    let preview = None;
    let outcome = Outcome {
        file,
        typed,
        preview,
    };
    show(ask, event, outcome)
}

fn show(ask: &OfficeRequest, event: EventRecord<'_>, outcome: Outcome) -> DeskAnswer {
    let status = match outcome.typed.is_empty() && outcome.file.problems.is_empty() {
        true => 200,
        false => 422,
    };
    let latest = event.state.latest();
    let d = &ask.bar(OfficeTabs::Events, None);
    let page = ResultsPage {
        f: &ask.f,
        head: &ask.head,
        d,
        is_of_desk: latest.is_some_and(|one| one.from == ResultsFrom::Desk),
        typed: match (&ask.form, latest) {
            (Some(form), _) => form.clone(),
            (None, Some(latest)) => filled(d, latest),
            (None, None) => Form::default(),
        },
        event,
        file: outcome.file,
        problems: outcome.typed,
        preview: outcome.preview,
    };
    DeskAnswer::page(status, &page)
}

/// The form with the results as they are now: `1; 12 Ada Example; 6.5` and `1; 12 Ada Example; 7 Bo Sample; b`.
fn filled(d: &Bar, latest: &ResultsEdition) -> Form {
    let results = &latest.results;
    let placed: Vec<String> = (results.placed.iter())
        .map(|one| {
            format!(
                "{}; {}; {}",
                one.place,
                d.person(&one.person),
                one.half_points
            )
        })
        .collect();
    let games: Vec<String> = (results.games.iter())
        .map(|game| {
            let won = match game.winner {
                Some(Colour::Black) => "b",
                Some(Colour::White) => "w",
                None => "=",
            };
            let (black, white) = (d.person(&game.black), d.person(&game.white));
            format!("{}; {black}; {white}; {won}", game.round)
        })
        .collect();
    let champion = results.champion.map(|one| d.person(&one));
    Form::of(vec![
        ("placed".to_owned(), placed.join("\n")),
        ("games".to_owned(), games.join("\n")),
        ("winner".to_owned(), champion.unwrap_or_default()),
    ])
}

/// The command that typed results mean: `place; who; points` and `round; Black; White; b, w or =`, one in a line.
fn typed(ask: &OfficeRequest, event: &EventKey, form: &Form) -> Result<Act, Vec<String>> {
    let mut problems = Vec::new();
    let mut placed: Vec<Placed> = Vec::new();
    for (line, cells) in numbered(form.get("placed")) {
        match placed_line(ask, &cells) {
            Ok(one) => placed.push(one),
            Err(why) => {
                let key = "officer.results.list_line";
                problems.push(ask.f.t2(key, "line", line, "why", why));
            }
        }
    }
    let mut games: Vec<GameLine> = Vec::new();
    for (line, cells) in numbered(form.get("games")) {
        match game_line(ask, &cells) {
            Ok(one) => games.push(one),
            Err(why) => {
                let key = "officer.results.game_line";
                problems.push(ask.f.t2(key, "line", line, "why", why));
            }
        }
    }
    let champion = form.some("winner");
    let champion = champion
        .map(|text| find_person(&ask.f, &ask.now, &text))
        .transpose();
    let champion = champion.unwrap_or_else(|why| {
        problems.push(why);
        None
    });
    if placed.is_empty() && problems.is_empty() {
        problems.push(ask.f.t("officer.results.nothing").to_owned());
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let results = Results {
        placed,
        games,
        champion,
    };
    Ok(Act::TakeResults {
        event: event.clone(),
        from: ResultsFrom::Hand,
        results: Box::new(results),
    })
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

fn placed_line(ask: &OfficeRequest, cells: &[String]) -> Result<Placed, String> {
    let shape = || ask.f.t("officer.results.list_shape").to_owned();
    let [place, who, points] = cells else {
        return Err(shape());
    };
    Ok(Placed {
        place: place.parse().map_err(|_| shape())?,
        half_points: half_points(points).ok_or_else(shape)?,
        person: find_person(&ask.f, &ask.now, who)?,
        no_title: false,
    })
}

/// `4`, `4.5`, `4½`.
fn half_points(text: &str) -> Option<HalfPoints> {
    let text = text.replace('½', ".5").replace(',', ".");
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (text.as_str(), 0),
    };
    let whole: u16 = match whole {
        "" => 0,
        whole => whole.parse().ok()?,
    };
    Some(HalfPoints(whole.checked_mul(2)?.checked_add(half)?))
}

fn game_line(ask: &OfficeRequest, cells: &[String]) -> Result<GameLine, String> {
    let shape = || ask.f.t("officer.results.game_shape").to_owned();
    let [round, black, white, result] = cells else {
        return Err(shape());
    };
    let round = round.parse().map_err(|_| shape())?;
    let person = |text: &str| find_person(&ask.f, &ask.now, text);
    let (black, white) = (person(black)?, person(white)?);
    if black == white {
        return Err(ask.f.t1("officer.results.himself", "number", black));
    }
    let winner = match result.as_str() {
        "b" | "B" => Some(Colour::Black),
        "w" | "W" => Some(Colour::White),
        "=" => None,
        _ => return Err(shape()),
    };
    Ok(GameLine {
        round,
        black,
        white,
        winner,
    })
}

#[cfg(test)]
mod tests {
    use crate::federation::results::half_points;

    #[test]
    fn points_are_read_as_people_write_them() {
        let shown = ["4", "4.5", "4½", "½", "0", "4.25", "x"].map(half_points);
        let expected = [Some(8), Some(9), Some(9), Some(1), Some(0), None, None];
        let expected = expected.map(|half| half.map(outflank_tournament::HalfPoints));
        assert_eq!(shown, expected);
    }
}
