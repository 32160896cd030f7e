//! The hall: its tables, rooms and clocks, and other tournaments that play there.

use askama::Template;
use outflank_desk::views::Head;
use outflank_event::words;
use outflank_pairing::EntrantId;
use outflank_tournament::running::{Act, ClockStock, HallShare, TableNumber, TableRule};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::{Field, Text, WrongField};
use crate::pages::Frame;
use crate::pages::html::url_part;
use crate::pages::notice::Notice;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "desk/hall.html")]
struct HallPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    share: Option<HallShare>,
    /// The public page of the hall.
    address: String,
    sections: Vec<Section>,
    /// Halls of other tournaments, to choose from.
    halls: Vec<String>,
    rules: Vec<(usize, String)>,
    clocks: ClockStock,
    /// The hall and its tables, as typed or as they are.
    name: String,
    first: String,
    last: String,
    /// The most tables a round can need now.
    needed: usize,
}

/// A tournament in the hall.
struct Section {
    name: String,
    slug: String,
    first: TableNumber,
    last: TableNumber,
    is_this: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct HallForm {
    #[serde(rename = "do")]
    action: Action,
    digital: Field<u16>,
    analogue: Field<u16>,
    name: Text,
    first: Field<TableNumber>,
    last: Field<TableNumber>,
    entrant: Field<EntrantId>,
    table: Field<TableNumber>,
    rule: Field<usize>,
}

words! {
    /// What the form asks for.
    #[derive(Default)]
    Action {
        #[default]
        Clocks = "clocks",
        Share = "share",
        Leave = "leave",
        Keeps = "keeps",
        Broadcast = "broadcast",
        Out = "out",
        Room = "room",
        Remove = "remove",
    }
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, &HallForm::default())
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<HallForm>) -> Answer {
    let place = form.action.word();
    let notice = match command(&form, &desk.now.affairs().table_rules) {
        Ok(act) => match desk.submit(place, act).await {
            Ok(_) => return desk.see("desk/hall"),
            Err(rejection) => Notice::rejected(place, &rejection),
        },
        Err(wrong) if wrong.text.is_empty() => Notice {
            field: Some(wrong.name),
            ..Notice::own(place, desk.f.t("desk.tables.which"))
        },
        Err(wrong) => Notice::wrong(&desk.f, place, &wrong),
    };
    show(&desk, Some(notice), &form)
}

fn command(form: &HallForm, rules: &[TableRule]) -> Result<Act, WrongField> {
    let mut rules = rules.to_vec();
    let others = |rule: &TableRule| !matches!(rule, TableRule::Hall { .. });
    match form.action {
        Action::Clocks => {
            let stock = ClockStock {
                digital: form.digital.optional("digital")?.unwrap_or(0),
                analogue: form.analogue.optional("analogue")?.unwrap_or(0),
            };
            return Ok(Act::CountClocks { stock });
        }
        Action::Share => {
            rules.retain(others);
            rules.push(TableRule::Hall {
                name: form.name.to_string(),
                first: form.first.required("first")?,
                last: form.last.required("last")?,
            });
        }
        Action::Leave => rules.retain(others),
        Action::Keeps => rules.push(TableRule::Keeps {
            entrant: form.entrant.required("entrant")?,
            table: form.table.required("table")?,
        }),
        Action::Broadcast => rules.push(TableRule::Broadcast {
            table: form.table.required("table")?,
        }),
        Action::Out => rules.push(TableRule::OutOfUse {
            table: form.table.required("table")?,
        }),
        Action::Room => rules.push(TableRule::Room {
            name: form.name.to_string(),
            first: form.first.required("first")?,
        }),
        Action::Remove => {
            let at = form.rule.required("rule")?;
            if at < rules.len() {
                rules.remove(at);
            }
        }
    }
    Ok(Act::SetTableRules { rules })
}

fn show(desk: &DirectorDesk, notice: Option<Notice>, typed: &HallForm) -> Answer {
    let affairs = desk.now.affairs();
    let share = HallShare::of(&affairs.table_rules);
    let sections = share.as_ref().map_or_else(Vec::new, |share| {
        (desk.web.desk.hall(&share.name).into_iter())
            .map(|(share, now)| Section {
                name: now.title().to_owned(),
                slug: now.slug.clone().unwrap_or_else(|| now.id.to_string()),
                first: share.first,
                last: share.last,
                is_this: now.id == desk.now.id,
            })
            .collect()
    });
    let mut halls: Vec<String> = (desk.web.desk.tournaments().iter())
        .filter(|now| now.training.is_none())
        .filter_map(|now| Some(HallShare::of(&now.affairs().table_rules)?.name))
        .collect();
    halls.sort();
    halls.dedup();
    let typed = (typed.action == Action::Share).then_some(typed);
    let shown = |typed: Option<String>, now: Option<String>| typed.or(now).unwrap_or_default();
    let page = HallPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Hall, notice.as_ref()),
        address: (share.as_ref()).map_or_else(String::new, |share| {
            format!("/hall/{}", url_part(&share.name))
        }),
        sections,
        halls,
        rules: (affairs.table_rules.iter().enumerate())
            .filter_map(|(n, rule)| Some((n, rule_words(desk, rule)?)))
            .collect(),
        clocks: affairs.clocks.unwrap_or_default(),
        name: shown(
            typed.map(|form| form.name.to_string()),
            share.as_ref().map(|share| share.name.clone()),
        ),
        first: shown(
            typed.map(|form| form.first.to_string()),
            share.as_ref().map(|share| share.first.to_string()),
        ),
        last: shown(
            typed.map(|form| form.last.to_string()),
            share.as_ref().map(|share| share.last.to_string()),
        ),
        needed: affairs.entrants.len() / 2,
        share,
    };
    desk.page(notice.as_ref(), &page)
}

/// A rule for a table in words. The hall itself is shown elsewhere.
fn rule_words(desk: &DirectorDesk, rule: &TableRule) -> Option<String> {
    let f = &desk.f;
    Some(match rule {
        TableRule::Keeps { entrant, table } => {
            let name = desk.now.name(*entrant);
            f.t2("desk.tables.keeps", "name", name, "table", table)
        }
        TableRule::Broadcast { table } => f.t1("desk.tables.broadcast", "table", table),
        TableRule::OutOfUse { table } => f.t1("desk.tables.out", "table", table),
        TableRule::Room { name, first } => f.t2("desk.tables.room", "name", name, "table", first),
        TableRule::Hall { .. } => return None,
    })
}
