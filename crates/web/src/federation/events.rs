//! Events: what is announced, why games are rated or not, results, rating lists.

use askama::Template;
use outflank_desk::views::federation::office::{EventLine, ReasonLine};
use outflank_desk::views::{OfficeHead, RatingsShown, Views};
use outflank_federation::{Act as OfficeAct, ListRow, PersonNumber};
use outflank_formats::read_ratings_csv;

use crate::director::{DeskAnswer, Form, encoded};
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::import::{ImportShown, line_of_row};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "officer/events.html")]
struct EventsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    lines: Vec<EventLine>,
    /// Events of this desk that are not announced, each with the address of the form that does it.
    open: Vec<(String, String)>,
    list: Option<RatingsShown>,
    forms: Vec<FormShown>,
    import: ImportShown,
    today: String,
}

impl EventsPage<'_> {
    fn category(&self, word: &str) -> &'static str {
        crate::public::federation::category_words(self.f, word)
    }

    fn reason(&self, reason: &ReasonLine) -> &'static str {
        reason_words(self.f, &reason.when)
    }

    fn is_rated(&self, line: &EventLine) -> bool {
        line.reasons.iter().all(|reason| reason.holds)
    }

    fn trace(&self, line: &EventLine) -> Vec<String> {
        crate::public::federation::trace_words(self.f, &line.shown)
    }
}

/// A condition of rating, in words.
pub(crate) fn reason_words(f: &Frame, when: &str) -> &'static str {
    match when {
        "at_home" => f.t("officer.rated.at_home"),
        "clocks" => f.t("officer.rated.clocks"),
        "understood" => f.t("officer.rated.understood"),
        "notice" => f.t("officer.rated.notice"),
        "time" => f.t("officer.rated.time"),
        _ => f.t("officer.rated.world_list"),
    }
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let mut import = ImportShown::default();
    if let Some(form) = ask
        .form
        .as_ref()
        .filter(|form| form.get("do") == "import_list")
    {
        match import_list(ask, form).await {
            Ok(()) => return ask.see_done("events", "imported"),
            Err(shown) => import = shown,
        }
    }
    match ask.do_form(&[forms::EVENTS]).await {
        Some(Ok(done)) => ask.see_done("events", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome), import),
        None => show(ask, None, import),
    }
}

fn show(ask: &Ask<'_>, outcome: Option<&Outcome>, import: ImportShown) -> DeskAnswer {
    let status = match import.wrong.is_empty() {
        true => status_of(outcome),
        false => 422,
    };
    let page = EventsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Events, &[forms::EVENTS], None),
        lines: ask.now.event_lines(),
        open: not_announced(ask),
        list: ask.now.ratings(None),
        forms: ask.forms(forms::EVENTS, outcome),
        import,
        today: ask.today.to_string(),
    };
    ask.page(status, &page)
}

/// Events of this desk that the office has not announced.
fn not_announced(ask: &Ask<'_>) -> Vec<(String, String)> {
    let known = &ask.now.affairs().events;
    (ask.desk.tournaments().iter())
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

/// Takes a rating list that was made elsewhere: whole, or not at all.
async fn import_list(ask: &Ask<'_>, form: &Form) -> Result<(), ImportShown> {
    let text = match form.exact("file").trim().is_empty() {
        true => form.exact("list").to_owned(),
        false => form.exact("file").to_owned(),
    };
    let shown = |wrong: Vec<String>| ImportShown {
        wrong,
        text: text.clone(),
    };
    let own = |key: &'static str| shown(vec![ask.f.t(key).to_owned()]);
    let day = form
        .number("day")
        .ok_or_else(|| own("officer.wrong.date"))?;
    let source = form
        .some("source")
        .ok_or_else(|| own("officer.import.no_source"))?;
    let (rows, strange) = read_ratings_csv(text.as_bytes());
    let mut wrong: Vec<String> = strange.iter().map(ToString::to_string).collect();
    let is_wof = form.get("numbers") == "wof";
    let mut lines = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let number = row.number.0;
        let person = match is_wof {
            true => (ask.now.people().iter())
                .find(|(_, dossier)| dossier.wof == Some(number))
                .map(|(person, _)| *person),
            false => Some(PersonNumber(number))
                .filter(|person| ask.now.affairs().people.contains_key(person)),
        };
        match person {
            Some(person) => lines.push(ListRow {
                person,
                rating: row.rating,
                margin: row.margin.unwrap_or(0),
                official: row.official.unwrap_or(false),
                games: row.games.unwrap_or(0),
                group: 0,
            }),
            None => {
                let line = line_of_row(&text, index);
                wrong.push(
                    ask.f
                        .t2("officer.import.unknown", "line", line, "number", number),
                );
            }
        }
    }
    if !wrong.is_empty() {
        return Err(shown(wrong));
    }
    lines.sort_by_key(|row| std::cmp::Reverse(row.rating));
    let act = OfficeAct::ImportList {
        day,
        source,
        rows: lines,
    };
    match ask.submit("import_list", None, act).await {
        Ok(_) => Ok(()),
        Err(refusal) => Err(shown(vec![refusal.to_string()])),
    }
}
