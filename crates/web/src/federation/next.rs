//! What waits in the office today.

use askama::Template;
use outflank_desk::views::OfficeHead;

use crate::director::DeskAnswer;
use crate::federation::ask::{Ask, Bar};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "officer/next.html")]
struct NextPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    /// What waits: the words, the page, and whether it presses.
    waits: Vec<(String, String, bool)>,
}

pub(crate) fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let page = NextPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Next, &[], None),
        waits: waits(ask),
    };
    ask.page(200, &page)
}

fn waits(ask: &Ask<'_>) -> Vec<(String, String, bool)> {
    let mut waits = Vec::new();
    let f = &ask.f;
    let duplicates = ask.now.duplicate_lines().len();
    if duplicates > 0 {
        waits.push((
            f.n("officer.next.duplicates", duplicates),
            ask.at("people#duplicates"),
            false,
        ));
    }
    let lines = ask.now.event_lines();
    let without = lines
        .iter()
        .filter(|line| line.shown.rated.is_none() && line.last_day < ask.today.to_string());
    for line in without {
        let text = f.t1("officer.next.no_results", "name", &line.shown.name);
        waits.push((text, ask.at("events"), false));
    }
    match ask.now.ratings(None) {
        Some(list) if list.outdated => {
            let text = f.t1("officer.next.outdated", "day", &list.day);
            waits.push((text, ask.at("events#publish_list"), false));
        }
        None if lines.iter().any(|line| line.shown.rated == Some(true)) => {
            let text = f.t("officer.next.no_list").to_owned();
            waits.push((text, ask.at("events#publish_list"), false));
        }
        Some(_) | None => {}
    }
    for year in &ask.head.grand_prix {
        let tied = ask
            .now
            .grand_prix(*year)
            .map_or(0, |table| table.tied.len());
        if tied > 0 {
            let text = f.t1("officer.next.tied", "year", year);
            waits.push((text, ask.at(&format!("grand-prix/{year}")), false));
        }
    }
    waits.extend(teams(ask));
    waits.extend(duties(ask));
    waits
}

fn teams(ask: &Ask<'_>) -> Vec<(String, String, bool)> {
    let mut waits = Vec::new();
    for year in &ask.head.selections {
        let Some(team) = ask.now.team(*year, ask.today) else {
            continue;
        };
        let page = ask.at(&format!("team/{year}"));
        let open = team.offers.iter().filter(|offer| offer.answer.is_none());
        for offer in open {
            let name = &offer.person.name;
            let text = ask
                .f
                .t2("officer.next.offer", "name", name, "day", &offer.day);
            waits.push((text, page.clone(), false));
        }
        if team.registered.is_empty() && team.shown.final_day > ask.today.to_string() {
            let day = &team.deadline;
            let text = ask.f.t2("officer.next.register", "year", year, "day", day);
            waits.push((text, page, ask.today.to_string() > *day));
        }
    }
    waits
}

fn duties(ask: &Ask<'_>) -> Vec<(String, String, bool)> {
    let this = ask.today.year();
    let mut waits = Vec::new();
    for year in [this, this.saturating_add(1)] {
        let (rows, at_risk) = ask.now.duties(year, ask.today);
        for row in rows {
            let key = match row.state.as_str() {
                "missing" => "officer.next.not_sent",
                "changed_since" => "officer.next.changed",
                _ => continue,
            };
            let text = ask.f.t1(key, "name", &row.name);
            waits.push((
                text,
                ask.at(&format!("duties/{year}")),
                at_risk && row.qualifies,
            ));
        }
    }
    waits
}
