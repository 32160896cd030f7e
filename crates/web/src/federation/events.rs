//! Events: what is announced, why games are rated or not, results, rating lists.

use std::collections::BTreeMap;

use askama::Template;
use outflank_desk::views::federation::office::EventRecord;
use outflank_desk::views::{OfficeHead, RatingsShown, Views};
use outflank_federation::{Act, Category, EntryException, ListRow, PersonNumber, Understood};
use outflank_formats::read_ratings_csv;
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use crate::director::{DeskAnswer, Form, encoded};
use crate::federation::form::{Forms, Outcome};
use crate::federation::import::{ImportError, line_of_row, text_of};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::words::trace_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/events.html")]
struct EventsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    events: Vec<EventRecord<'a>>,
    /// Events of this desk that are not announced, each with the address of the form that does it.
    open: Vec<(String, String)>,
    list: Option<RatingsShown>,
    forms: Forms<'a>,
    import: ImportError,
    today: CivilDate,
}

impl EventsPage<'_> {
    fn trace(&self, event: &EventRecord<'_>) -> Vec<String> {
        trace_words(self.f, &event.shown)
    }
}

const FORMS: &[&str] = &["announce_event", "publish_list", "allow_entry"];

pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    let mut import = ImportError::default();
    if let Some(form) = ask.sent("import_list") {
        match import_list(ask, form).await {
            Ok(()) => return ask.see_done("events", "imported"),
            Err(error) => import = error,
        }
    }
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done("events", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome), import),
        None => show(ask, None, import),
    }
}

fn show(ask: &OfficeRequest, outcome: Option<&Outcome>, import: ImportError) -> DeskAnswer {
    let status = match import.problems.is_empty() {
        true => status_of(outcome),
        false => 422,
    };
    let d = &ask.bar(OfficeTabs::Events, None);
    let page = EventsPage {
        f: &ask.f,
        head: &ask.head,
        d,
        events: ask.now.event_records(),
        open: not_announced(ask),
        list: ask.now.ratings(None),
        forms: ask.forms(d, outcome),
        import,
        today: ask.today,
    };
    DeskAnswer::page(status, &page)
}

/// Events of this desk that the office has not announced.
fn not_announced(ask: &OfficeRequest) -> Vec<(String, String)> {
    let known = &ask.now.affairs().events;
    (ask.web.desk.tournaments().iter())
        .filter(|now| now.training.is_none())
        .filter(|now| !known.contains_key(&now.id.as_str().into()))
        .filter_map(|now| {
            let names = |id| now.called(id);
            let head = Views::of(&now.tournament, &names).head()?;
            let minutes = now.rules()?.main_time.value.0 / 60_000;
            let day = head.first_day;
            let day = format!("{:04}-{:02}-{:02}", day.year, day.month, day.day);
            let address = format!(
                "{}?do=announce_event&event={}&notice.name={}&notice.first_day={day}&notice.country={}&notice.time={minutes}#announce_event",
                ask.at("events"),
                now.id,
                encoded(&head.name),
                encoded(ask.now.affairs().country()),
            );
            Some((head.name, address))
        })
        .collect()
}

/// Imports a rating list that was made elsewhere: whole, or not at all.
async fn import_list(ask: &OfficeRequest, form: &Form) -> Result<(), ImportError> {
    let text = text_of(form);
    let failed = |problems| ImportError::new(text, problems);
    let own = |key: &'static str| failed(vec![ask.f.t(key).to_owned()]);
    let day = form
        .number("day")
        .ok_or_else(|| own("officer.wrong.date"))?;
    let source = form
        .some("source")
        .ok_or_else(|| own("officer.import.no_source"))?;
    let (read, strange) = read_ratings_csv(text.as_bytes());
    let mut problems: Vec<String> = strange.iter().map(ToString::to_string).collect();
    let people = ask.now.people().iter();
    let by_wof: BTreeMap<u32, PersonNumber> = people
        .filter_map(|(person, dossier)| Some((dossier.wof?, *person)))
        .collect();
    let mut rows = Vec::new();
    for (index, row) in read.iter().enumerate() {
        let number = row.number.0;
        let person = match form.get("numbers") {
            "wof" => by_wof.get(&number).copied(),
            _ => Some(PersonNumber(number))
                .filter(|person| ask.now.affairs().people.contains_key(person)),
        };
        match person {
            Some(person) => rows.push(ListRow {
                person,
                rating: row.rating,
                margin: row.margin.unwrap_or(0),
                official: row.official.unwrap_or(false),
                games: row.games.unwrap_or(0),
                group: 0,
            }),
            None => {
                let line = line_of_row(text, index);
                let key = "officer.import.unknown";
                problems.push(ask.f.t2(key, "line", line, "number", number));
            }
        }
    }
    if !problems.is_empty() {
        return Err(failed(problems));
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.rating));
    let act = Act::ImportList { day, source, rows };
    match ask.submit("import_list", None, act).await {
        Ok(_) => Ok(()),
        Err(refusal) => Err(failed(vec![refusal.to_string()])),
    }
}
