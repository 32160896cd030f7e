//! Who has come.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::EntrantLine;
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_tournament::running::Act;

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/check_in.html")]
struct CheckInPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    lines: Vec<EntrantLine>,
    missing: usize,
    total: usize,
    /// The round whose roll can be called.
    roll: Option<u16>,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    if let Some(form) = &ask.form {
        return match change(ask, form).await {
            Ok(()) => ask.see("desk/check-in"),
            Err(said) => show(ask, Some(said)),
        };
    }
    show(ask, None)
}

async fn change(ask: &Ask<'_>, form: &Form) -> Result<(), Said> {
    let refused = |refusal| Said::refused("", &refusal);
    if let Some(id) = form.number("in") {
        let entrant = EntrantId(id);
        let act = Act::CheckIn { entrant };
        ask.submit(&format!("in{id}"), act).await.map_err(refused)?;
    } else if let Some(id) = form.number("out") {
        let entrant = EntrantId(id);
        let act = Act::TakeBackCheckIn { entrant };
        ask.submit(&format!("out{id}"), act)
            .await
            .map_err(refused)?;
    } else if form.get("do") == "all" {
        for line in ask.office().entrants() {
            if !line.checked_in && line.left.is_none() {
                let id = line.player.id;
                let entrant = EntrantId(id);
                let act = Act::CheckIn { entrant };
                ask.submit(&format!("in{id}"), act).await.map_err(refused)?;
            }
        }
    } else if form.get("do") == "withdraw_missing" {
        for line in ask.office().entrants() {
            if !line.checked_in && line.left.is_none() {
                let id = line.player.id;
                let act = Act::Withdraw {
                    entrant: EntrantId(id),
                    why: ask.f.t("desk.check_in.not_come").to_owned(),
                };
                ask.submit(&format!("gone{id}"), act)
                    .await
                    .map_err(refused)?;
            }
        }
    } else if form.get("do") == "roll" {
        let missing = form.all("missing");
        let act = Act::CallRoll {
            round: RoundNumber(form.number("round").unwrap_or(0)),
            missing: missing
                .iter()
                .filter_map(|id| id.parse().ok())
                .map(EntrantId)
                .collect(),
        };
        ask.submit("roll", act).await.map_err(refused)?;
    }
    Ok(())
}

fn show(ask: &Ask<'_>, said: Option<Said>) -> DeskAnswer {
    let office = ask.office();
    let mut lines = office.entrants();
    lines.retain(|line| line.left.is_none());
    lines.sort_by_key(|line| (line.player.name.to_lowercase(), line.player.id));
    let page = CheckInPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::CheckIn, said.clone()),
        missing: office.missing(),
        total: lines.len(),
        lines,
        roll: office.round_to_pair(),
    };
    ask.page(said.as_ref(), &page)
}
