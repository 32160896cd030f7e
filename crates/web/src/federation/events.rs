//! Events: what is announced, why games are rated or not, results, rating lists.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::IntoResponse;
use outflank_desk::views::federation::office::EventRecord;
use outflank_desk::views::{OfficeHead, RatingsShown, Views};
use outflank_federation::{
    Act, Category, DecisionNumber, EntryException, EventKey, EventNotice, ListRow, PersonNumber,
    Understood,
};
use outflank_formats::read_ratings_csv;
use outflank_rulebook::{Millis, OfficeTopic};
use outflank_tournament::CivilDate;
use serde::Deserialize;

use crate::director::encoded;
use crate::extract::{Field, File, Text, Ticked};
use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::{form_group, office_forms};
use crate::federation::import::{ImportError, line_of_row, text_of};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::words::trace_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::{Answer, Page};

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

office_forms! {
    EventsCommand {
        "announce_event" AnnounceEvent { event: EventKey } with notice: NoticeFields => Act::AnnounceEvent { event, notice };
        "publish_list" PublishList { day: CivilDate } => Act::PublishList { day };
        "allow_entry" AllowEntry {
            person: PersonNumber,
            event: EventKey,
            exception: EntryException,
            decision: Option<DecisionNumber>,
        } => Act::AllowEntry { person, event, exception, decision };
    }
}

form_group! {
    NoticeFields => EventNotice {
        name "notice.name": String,
        category "notice.category": Category,
        first_day "notice.first_day": CivilDate,
        last_day "notice.last_day": Option<CivilDate>,
        country "notice.country": String,
        time "notice.time": Millis,
        rated "notice.rated": Option<bool>,
        understood "notice.understood": Option<Understood>,
        clocks "notice.clocks": Ticked,
        organised "notice.organised": Ticked,
        qualifies "notice.qualifies": Ticked,
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum EventsForm {
    ImportList(ListForm),
    #[serde(untagged)]
    Command(EventsCommand),
}

/// A rating list that was made elsewhere.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ListForm {
    day: Field<CivilDate>,
    source: Text,
    numbers: Numbers,
    list: String,
}

/// Whose numbers a list has.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Numbers {
    #[default]
    Office,
    Wof,
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    show(&office, None, ImportError::default())
}

pub(crate) async fn post(Posted { desk, form, files }: Posted<EventsForm>) -> Answer {
    match form {
        EventsForm::ImportList(form) => match import_list(&desk, &form, &files).await {
            Ok(()) => desk.see_done("events", "imported"),
            Err(error) => show(&desk, None, error),
        },
        EventsForm::Command(form) => match desk.give(&form).await {
            Ok(done) => desk.see_done("events", done),
            Err(outcome) => show(&desk, Some(&outcome), ImportError::default()),
        },
    }
}

fn show(office: &FederationOffice, outcome: Option<&Outcome>, import: ImportError) -> Answer {
    let status = import.status(outcome);
    let d = &office.bar(OfficeTabs::Events, None);
    let page = EventsPage {
        f: &office.f,
        head: &office.head,
        d,
        events: office.now.event_records(),
        open: not_announced(office),
        list: office.now.ratings(None),
        forms: office.forms(d, outcome),
        import,
        today: office.today,
    };
    Page::with_status(status, &page).map(IntoResponse::into_response)
}

/// Events of this desk that the office has not announced.
fn not_announced(office: &FederationOffice) -> Vec<(String, String)> {
    let known = &office.now.affairs().events;
    (office.web.desk.tournaments().iter())
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
                office.at("events"),
                now.id,
                encoded(&head.name),
                encoded(office.now.affairs().country()),
            );
            Some((head.name, address))
        })
        .collect()
}

/// Imports a rating list that was made elsewhere: whole, or not at all.
async fn import_list(
    office: &FederationOffice,
    form: &ListForm,
    files: &[File],
) -> Result<(), ImportError> {
    let text = text_of(files, &form.list);
    let failed = |problems| ImportError::new(text, problems);
    let own = |key: &'static str| failed(vec![office.f.t(key).to_owned()]);
    let day = form.day.required("day");
    let day = day.map_err(|_| own("officer.wrong.date"))?;
    let source = (form.source.filled()).ok_or_else(|| own("officer.import.no_source"))?;
    let (read, strange) = read_ratings_csv(text.as_bytes());
    let mut problems: Vec<String> = strange.iter().map(ToString::to_string).collect();
    let people = office.now.people().iter();
    let by_wof: BTreeMap<u32, PersonNumber> = people
        .filter_map(|(person, dossier)| Some((dossier.wof?, *person)))
        .collect();
    let mut rows = Vec::new();
    for (index, row) in read.iter().enumerate() {
        let number = row.number.0;
        let person = match form.numbers {
            Numbers::Wof => by_wof.get(&number).copied(),
            Numbers::Office => Some(PersonNumber(number))
                .filter(|person| office.now.affairs().people.contains_key(person)),
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
                problems.push(office.f.t2(key, "line", line, "number", number));
            }
        }
    }
    if !problems.is_empty() {
        return Err(failed(problems));
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.rating));
    let act = Act::ImportList { day, source, rows };
    match office.submit("import_list", None, act).await {
        Ok(_) => Ok(()),
        Err(refusal) => Err(failed(vec![refusal.to_string()])),
    }
}
