//! Who is here.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::EntrantLine;
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_tournament::running::Act;
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::Field;
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::Answer;

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

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct CheckInForm {
    /// A player who has come, or who has not.
    #[serde(rename = "in")]
    here: Option<EntrantId>,
    out: Option<EntrantId>,
    #[serde(rename = "do")]
    action: Option<Action>,
    round: Field<RoundNumber>,
    missing: Vec<EntrantId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Everyone is here.
    All,
    /// Everyone who has not come is withdrawn.
    WithdrawMissing,
    Roll,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<CheckInForm>) -> Answer {
    let acts = match commands(&desk, form) {
        Ok(acts) => acts,
        Err(notice) => return show(&desk, Some(notice)),
    };
    for (what, act) in acts {
        if let Err(rejection) = desk.submit(&what, act).await {
            return show(&desk, Some(Notice::rejected("", &rejection)));
        }
    }
    desk.see("desk/check-in")
}

fn commands(desk: &DirectorDesk, form: CheckInForm) -> Result<Vec<(String, Act)>, Notice> {
    let check_in = |entrant: EntrantId| (format!("in{entrant}"), Act::CheckIn { entrant });
    if let Some(entrant) = form.here {
        return Ok(vec![check_in(entrant)]);
    }
    if let Some(entrant) = form.out {
        return Ok(vec![(
            format!("out{entrant}"),
            Act::TakeBackCheckIn { entrant },
        )]);
    }
    let entrants = desk.view().entrants().into_iter();
    let missing = (entrants.filter(|line| !line.checked_in && line.left.is_none()))
        .map(|line| EntrantId(line.player.id));
    Ok(match form.action {
        Some(Action::All) => missing.map(check_in).collect(),
        Some(Action::WithdrawMissing) => missing
            .map(|entrant| {
                let why = desk.f.t("desk.check_in.not_come").to_owned();
                (format!("gone{entrant}"), Act::Withdraw { entrant, why })
            })
            .collect(),
        Some(Action::Roll) => {
            let round = form.round.required("round");
            let round = round.map_err(|wrong| Notice::wrong(&desk.f, "", &wrong))?;
            let missing = form.missing;
            vec![("roll".to_owned(), Act::CallRoll { round, missing })]
        }
        None => Vec::new(),
    })
}

fn show(desk: &DirectorDesk, notice: Option<Notice>) -> Answer {
    let view = desk.view();
    let mut lines = view.entrants();
    lines.retain(|line| line.left.is_none());
    lines.sort_by_key(|line| (line.player.name.to_lowercase(), line.player.id));
    let page = CheckInPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::CheckIn, notice.as_ref()),
        missing: view.missing(),
        total: lines.len(),
        lines,
        roll: view.round_to_pair(),
    };
    desk.page(notice.as_ref(), &page)
}
