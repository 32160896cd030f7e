//! What waits in the office today.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_federation::SentState;

use crate::federation::office::{Bar, FederationOffice};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "federation/office/next.html")]
struct NextPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    tasks: Vec<Task>,
}

/// Something to do.
struct Task {
    text: String,
    /// The address of the page where it is done.
    page: String,
    is_urgent: bool,
}

impl Task {
    fn new(text: String, page: String) -> Self {
        let is_urgent = false;
        Self {
            text,
            page,
            is_urgent,
        }
    }
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    let office = &office;
    let mut tasks = records(office);
    tasks.extend(teams(office));
    tasks.extend(duties(office));
    let d = &office.bar(OfficeTabs::Next, None);
    let page = NextPage {
        f: &office.f,
        head: &office.head,
        d,
        tasks,
    };
    office.page(d, None, &page)
}

fn records(office: &FederationOffice) -> Vec<Task> {
    let (f, affairs) = (&office.f, office.now.affairs());
    let mut tasks = Vec::new();
    let duplicates = office.now.duplicates().len();
    if duplicates > 0 {
        let text = f.n("officer.next.duplicates", duplicates);
        tasks.push(Task::new(text, office.at("people#duplicates")));
    }
    for event in affairs.events.values() {
        if event.editions.is_empty() && event.notice.end() < office.today {
            let text = f.t1("officer.next.no_results", "name", &event.notice.name);
            tasks.push(Task::new(text, office.at("events")));
        }
    }
    let list = office.at("events#publish_list");
    let is_rated = || {
        affairs
            .events
            .values()
            .any(|one| one.latest().is_some_and(|one| one.rated.is_rated()))
    };
    match affairs.latest_lists().last() {
        Some(latest) if affairs.is_outdated(latest) => {
            let text = f.t1("officer.next.outdated", "day", latest.day);
            tasks.push(Task::new(text, list));
        }
        None if is_rated() => {
            tasks.push(Task::new(f.t("officer.next.no_list").to_owned(), list));
        }
        Some(_) | None => {}
    }
    for year in &office.head.grand_prix {
        let table = office.now.grand_prix(*year);
        if table.is_some_and(|table| !table.tied.is_empty()) {
            let text = f.t1("officer.next.tied", "year", year);
            tasks.push(Task::new(text, office.at(&format!("grand-prix/{year}"))));
        }
    }
    tasks
}

fn teams(office: &FederationOffice) -> Vec<Task> {
    let affairs = office.now.affairs();
    let mut tasks = Vec::new();
    for (year, selection) in &affairs.selections {
        let page = office.at(&format!("team/{year}"));
        let open = selection
            .offers
            .iter()
            .filter(|offer| offer.answer.is_none());
        for offer in open {
            let (name, day) = (
                office.now.known_as(offer.person).name,
                affairs.day(offer.at),
            );
            let text = office.f.t2("officer.next.offer", "name", name, "day", day);
            tasks.push(Task::new(text, page.clone()));
        }
        if selection.registered.is_empty() && selection.plan.final_day > office.today {
            let day = affairs.obligations(*year, office.today).deadline;
            let text = office
                .f
                .t2("officer.next.register", "year", year, "day", day);
            tasks.push(Task {
                text,
                page,
                is_urgent: office.today > day,
            });
        }
    }
    tasks
}

fn duties(office: &FederationOffice) -> Vec<Task> {
    let this = office.today.year();
    let mut tasks = Vec::new();
    for year in [this, this.saturating_add(1)] {
        let duties = office.now.affairs().obligations(year, office.today);
        for row in duties.rows {
            let key = match row.state {
                SentState::Missing => "officer.next.not_sent",
                SentState::ChangedSince => "officer.next.changed",
                SentState::NoResults | SentState::Sent => continue,
            };
            tasks.push(Task {
                text: office.f.t1(key, "name", office.now.event_name(&row.event)),
                page: office.at(&format!("duties/{year}")),
                is_urgent: duties.at_risk && row.qualifies,
            });
        }
    }
    tasks
}
