//! The season: which Regionals count, the table, ties and how they end.

use askama::Template;
use outflank_desk::views::federation::office::SeasonShown;
use outflank_desk::views::{GrandPrixShown, OfficeHead};
use outflank_rulebook::OfficeTopic;

use crate::director::DeskAnswer;
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "officer/grand_prix.html")]
struct GrandPrixPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    season: SeasonShown,
    table: Option<GrandPrixShown>,
    forms: Vec<FormShown>,
}

pub(crate) async fn answer(ask: &Ask<'_>, year: Option<u16>) -> DeskAnswer {
    let year = year.unwrap_or_else(|| {
        let latest = ask.head.grand_prix.last().copied();
        latest.unwrap_or_else(|| ask.today.year())
    });
    let page = format!("grand-prix/{year}");
    match ask.do_form(&[forms::GRAND_PRIX]).await {
        Some(Ok(done)) => ask.see_done(&page, &done),
        Some(Err(outcome)) => show(ask, year, Some(&outcome)),
        None => show(ask, year, None),
    }
}

fn show(ask: &Ask<'_>, year: u16, outcome: Option<&Outcome>) -> DeskAnswer {
    let page = GrandPrixPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::GrandPrix, &[forms::GRAND_PRIX], None),
        season: ask.now.season(year),
        table: ask.now.grand_prix(year),
        forms: ask.forms(forms::GRAND_PRIX, outcome),
    };
    ask.page(status_of(outcome), &page)
}
