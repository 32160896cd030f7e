//! The results of an event that was not held at this desk: from a results file, or typed.

use askama::Template;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::EventRecord;
use outflank_federation::{Act, EventKey, GameLine, Placed, Results, ResultsEdition, ResultsFrom};
use outflank_tournament::{Colour, HalfPoints};
use serde::Deserialize;

use crate::extract::{Text, Ticked};
use crate::federation::forms::find_person;
use crate::federation::import::{PROBLEMS_SHOWN, text_of};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::results_file::results_acts;
use crate::federation::words::trace_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::{Answer, Page, Problem};

#[derive(Template)]
#[template(path = "federation/office/results.html")]
struct ResultsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    event: EventRecord<'a>,
    typed: &'a ResultsForm,
    /// What is wrong with the results that were sent.
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

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ResultsForm {
    #[serde(rename = "do")]
    source: Source,
    /// The text of a results file, if no file is sent.
    list: String,
    /// Whether the first of the file wins a title.
    champion: Ticked,
    /// Typed results, one in a line.
    placed: Text,
    games: Text,
    winner: Text,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Source {
    ResultsFile,
    #[default]
    ResultsTyped,
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    let event = event_of(&office)?;
    let typed = match event.state.latest() {
        Some(latest) => filled(&office.bar(OfficeTabs::Events, None), latest),
        None => ResultsForm::default(),
    };
    show(&office, event, &typed, Vec::new(), None)
}

pub(crate) async fn post(Posted { desk, form, files }: Posted<ResultsForm>) -> Answer {
    let event = event_of(&desk)?;
    let key = &event.shown.event;
    let acts = match form.source {
        Source::ResultsFile => {
            let (text, is_title) = (text_of(&files, &form.list), form.champion.0);
            let of = (key, event.shown.day);
            results_acts(&desk.f, &desk.now, desk.today, of, text, is_title)
        }
        Source::ResultsTyped => typed(&desk, key, &form).map(|act| vec![act]),
    };
    let mut problems = match acts {
        Ok(acts) if desk.is_preview() => match desk.preview(None, acts) {
            Ok(lines) => return show(&desk, event, &form, Vec::new(), Some(lines)),
            Err(rejected) => (rejected.iter())
                .map(|(_, rejection)| rejection.to_string())
                .collect(),
        },
        Ok(acts) => match desk.submit_together("results", acts).await {
            Ok(_) => return desk.see_done("events", "results"),
            Err(rejection) => vec![rejection.to_string()],
        },
        Err(problems) => problems,
    };
    problems.truncate(PROBLEMS_SHOWN);
    show(&desk, event, &form, problems, None)
}

/// The event in the path.
fn event_of(office: &FederationOffice) -> Result<EventRecord<'_>, Problem> {
    let key: String = office.path.needed("event")?;
    let mut events = office.now.event_records().into_iter();
    let event = events.find(|one| one.shown.event.as_str() == key);
    event.ok_or_else(|| Problem::not_found("event"))
}

fn show(
    office: &FederationOffice,
    event: EventRecord<'_>,
    typed: &ResultsForm,
    problems: Vec<String>,
    preview: Option<Vec<String>>,
) -> Answer {
    let status = match problems.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let latest = event.state.latest();
    let page = ResultsPage {
        f: &office.f,
        head: &office.head,
        d: &office.bar(OfficeTabs::Events, None),
        is_of_desk: latest.is_some_and(|one| one.from == ResultsFrom::Desk),
        typed,
        event,
        problems,
        preview,
    };
    Page::with_status(status, &page).map(IntoResponse::into_response)
}

/// The form with the results as they are now: `1; 12 Ada Example; 6.5` and `1; 12 Ada Example; 7 Bo Sample; b`.
fn filled(d: &Bar, latest: &ResultsEdition) -> ResultsForm {
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
    ResultsForm {
        placed: placed.join("\n").into(),
        games: games.join("\n").into(),
        winner: champion.unwrap_or_default().into(),
        ..ResultsForm::default()
    }
}

/// The command that typed results mean: `place; who; points` and `round; Black; White; b, w or =`, one in a line.
fn typed(
    office: &FederationOffice,
    event: &EventKey,
    form: &ResultsForm,
) -> Result<Act, Vec<String>> {
    let mut problems = Vec::new();
    let mut placed: Vec<Placed> = Vec::new();
    for (line, cells) in numbered(&form.placed) {
        match placed_line(office, &cells) {
            Ok(one) => placed.push(one),
            Err(why) => {
                let key = "officer.results.list_line";
                problems.push(office.f.t2(key, "line", line, "why", why));
            }
        }
    }
    let mut games: Vec<GameLine> = Vec::new();
    for (line, cells) in numbered(&form.games) {
        match game_line(office, &cells) {
            Ok(one) => games.push(one),
            Err(why) => {
                let key = "officer.results.game_line";
                problems.push(office.f.t2(key, "line", line, "why", why));
            }
        }
    }
    let champion = form.winner.filled();
    let champion = champion
        .map(|text| find_person(&office.f, &office.now, &text))
        .transpose();
    let champion = champion.unwrap_or_else(|why| {
        problems.push(why);
        None
    });
    if placed.is_empty() && problems.is_empty() {
        problems.push(office.f.t("officer.results.nothing").to_owned());
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

fn placed_line(office: &FederationOffice, cells: &[String]) -> Result<Placed, String> {
    let shape = || office.f.t("officer.results.list_shape").to_owned();
    let [place, who, points] = cells else {
        return Err(shape());
    };
    Ok(Placed {
        place: place.parse().map_err(|_| shape())?,
        half_points: half_points(points).ok_or_else(shape)?,
        person: find_person(&office.f, &office.now, who)?,
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

fn game_line(office: &FederationOffice, cells: &[String]) -> Result<GameLine, String> {
    let shape = || office.f.t("officer.results.game_shape").to_owned();
    let [round, black, white, result] = cells else {
        return Err(shape());
    };
    let round = round.parse().map_err(|_| shape())?;
    let person = |text: &str| find_person(&office.f, &office.now, text);
    let (black, white) = (person(black)?, person(white)?);
    if black == white {
        return Err(office.f.t1("officer.results.himself", "number", black));
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
