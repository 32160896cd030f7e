//! The hall: its tables, rooms and clocks, and other events that play there.

use askama::Template;
use outflank_desk::Refusal;
use outflank_desk::views::Head;
use outflank_pairing::EntrantId;
use outflank_tournament::running::{Act, ClockStock, HallShare, TableNumber, TableRule};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::{Form, encoded};
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/hall.html")]
struct HallPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    share: Option<HallShare>,
    /// Where everybody finds the hall.
    address: String,
    sections: Vec<Section>,
    /// Halls of other events, to choose from.
    halls: Vec<String>,
    rules: Vec<(usize, String)>,
    clocks: ClockStock,
    typed: Form,
    /// The most tables a round can need now.
    needed: usize,
}

/// An event in the hall.
struct Section {
    name: String,
    slug: String,
    first: u16,
    last: u16,
    is_this: bool,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, Form::default());
    };
    match change(ask, form).await {
        Ok(()) => ask.see("desk/hall"),
        Err(said) => show(ask, Some(said), form.clone()),
    }
}

async fn change(ask: &Ask<'_>, form: &Form) -> Result<(), Said> {
    let what = form.get("do");
    let mut rules = ask.now.affairs().table_rules.clone();
    let number = |name: &str| form.number(name).map(TableNumber);
    let missing = || Said::own(what, ask.f.t("desk.tables.which"));
    match what {
        "clocks" => {
            let stock = ClockStock {
                digital: form.number("digital").unwrap_or(0),
                analogue: form.number("analogue").unwrap_or(0),
            };
            return sent(ask, what, Act::CountClocks { stock }).await;
        }
        "share" => {
            rules.retain(|rule| !matches!(rule, TableRule::Hall { .. }));
            let (first, last) = number("first").zip(number("last")).ok_or_else(missing)?;
            rules.push(TableRule::Hall {
                name: form.get("name").to_owned(),
                first,
                last,
            });
        }
        "leave" => rules.retain(|rule| !matches!(rule, TableRule::Hall { .. })),
        "keeps" => {
            let (entrant, table) = (form.number("entrant").map(EntrantId))
                .zip(number("table"))
                .ok_or_else(missing)?;
            rules.push(TableRule::Keeps { entrant, table });
        }
        "broadcast" => rules.push(TableRule::Broadcast {
            table: number("table").ok_or_else(missing)?,
        }),
        "out" => rules.push(TableRule::OutOfUse {
            table: number("table").ok_or_else(missing)?,
        }),
        "room" => rules.push(TableRule::Room {
            name: form.get("name").to_owned(),
            first: number("first").ok_or_else(missing)?,
        }),
        "remove" => {
            let at: Option<usize> = form.number("rule");
            match at.filter(|at| *at < rules.len()) {
                Some(at) => {
                    rules.remove(at);
                }
                None => return Ok(()),
            }
        }
        _ => return Ok(()),
    }
    sent(ask, what, Act::SetTableRules { rules }).await
}

async fn sent(ask: &Ask<'_>, what: &str, act: Act) -> Result<(), Said> {
    let refused = |refusal: Refusal| Said::refused(what, &refusal);
    ask.submit(what, act).await.map(|_| ()).map_err(refused)
}

fn show(ask: &Ask<'_>, said: Option<Said>, typed: Form) -> DeskAnswer {
    let affairs = ask.now.affairs();
    let share = HallShare::of(&affairs.table_rules);
    let sections = share.as_ref().map_or_else(Vec::new, |share| {
        (ask.desk.hall(&share.name).into_iter())
            .map(|(share, now)| Section {
                name: now.title().to_owned(),
                slug: now.slug.clone().unwrap_or_else(|| now.id.to_string()),
                first: share.first.0,
                last: share.last.0,
                is_this: now.id == ask.now.id,
            })
            .collect()
    });
    let mut halls: Vec<String> = (ask.desk.tournaments().iter())
        .filter(|now| now.training.is_none())
        .filter_map(|now| Some(HallShare::of(&now.affairs().table_rules)?.name))
        .collect();
    halls.sort();
    halls.dedup();
    let page = HallPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Hall, said.clone()),
        address: (share.as_ref()).map_or_else(String::new, |share| hall_address(&share.name)),
        sections,
        halls,
        rules: (affairs.table_rules.iter().enumerate())
            .filter_map(|(n, rule)| Some((n, rule_words(ask, rule)?)))
            .collect(),
        clocks: affairs.clocks.unwrap_or_default(),
        typed,
        needed: affairs.entrants.len() / 2,
        share,
    };
    ask.page(said.as_ref(), &page)
}

/// Where everybody finds a hall.
fn hall_address(name: &str) -> String {
    format!("/hall/{}", encoded(name))
}

/// An exception in words; the hall itself is said elsewhere.
fn rule_words(ask: &Ask<'_>, rule: &TableRule) -> Option<String> {
    let f = &ask.f;
    Some(match rule {
        TableRule::Keeps { entrant, table } => {
            let name = ask.now.name(*entrant);
            f.t2("desk.tables.keeps", "name", name, "table", table)
        }
        TableRule::Broadcast { table } => f.t1("desk.tables.broadcast", "table", table),
        TableRule::OutOfUse { table } => f.t1("desk.tables.out", "table", table),
        TableRule::Room { name, first } => f.t2("desk.tables.room", "name", name, "table", first),
        TableRule::Hall { .. } => return None,
    })
}
