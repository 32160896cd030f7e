//! One entrant: what is known of him, and what is planned for him.

use askama::Template;
use outflank_desk::office::words::{Act, EntrantId, GenderWord, RoundNumber};
use outflank_desk::office::{Aftermath, EntrantLine};
use outflank_desk::views::Head;
use outflank_desk::{Person, Refusal};

use super::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use super::entrants::{application, entry, person};
use super::form::Form;
use super::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/entrant.html")]
struct EntrantPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    line: EntrantLine,
    person: Person,
    ahead: Vec<u16>,
    /// What changes if he leaves now.
    leaving: Option<Aftermath>,
}

impl EntrantPage<'_> {
    fn gender(&self) -> &'static str {
        match self.line.entry.gender {
            Some(GenderWord::Female) => "f",
            Some(GenderWord::Male) => "m",
            Some(GenderWord::Other) => "x",
            None => "",
        }
    }
}

pub(super) async fn answer(ask: &Ask<'_>, id: u32) -> DeskAnswer {
    let Some(line) = ask.office().entrant(id) else {
        return DeskAnswer::Nothing;
    };
    if let Some(form) = &ask.form {
        return match change(ask, form, &line).await {
            Ok(()) => ask.see(&format!("desk/entrants/{id}")),
            Err(refusal) => {
                let said = Said::refused(form.get("do"), &refusal);
                show(ask, line, Some(said)).await
            }
        };
    }
    show(ask, line, None).await
}

async fn change(ask: &Ask<'_>, form: &Form, line: &EntrantLine) -> Result<(), Refusal> {
    let entrant = EntrantId(line.player.id);
    let why = || form.get("why").to_owned();
    let rounds = || -> Vec<RoundNumber> {
        let all = form.all("round");
        all.iter()
            .filter_map(|one| one.parse().ok())
            .map(RoundNumber)
            .collect()
    };
    let one_round = || RoundNumber(form.number("round").unwrap_or(0));
    let act = match form.get("do") {
        "change" => {
            let was = line.person.clone().unwrap_or_default();
            let application = application(form, entry(form, line.entry.clone()));
            let act = Act::ChangeEntrant {
                entrant,
                application: Box::new(application),
            };
            ask.submit_with("change", act, Some(person(form, was)))
                .await?;
            return Ok(());
        }
        "withdraw" => Act::Withdraw {
            entrant,
            why: why(),
        },
        "expel" => Act::Expel {
            entrant,
            why: why(),
        },
        "take_back" => Act::TakeBackWithdrawal {
            entrant,
            why: why(),
        },
        "absence" => Act::PlanAbsence {
            entrant,
            rounds: rounds(),
        },
        "no_absence" => Act::CancelAbsence {
            entrant,
            rounds: rounds(),
        },
        "bye" => Act::RequestBye {
            entrant,
            round: one_round(),
        },
        "no_bye" => Act::CancelByeRequest {
            entrant,
            round: one_round(),
        },
        _ => return Ok(()),
    };
    ask.submit(form.get("do"), act).await?;
    Ok(())
}

async fn show(ask: &Ask<'_>, line: EntrantLine, said: Option<Said>) -> DeskAnswer {
    let leaving = Act::Withdraw {
        entrant: EntrantId(line.player.id),
        why: ask.f.t("desk.withdraw.title").to_owned(),
    };
    // Before anybody leaves, what that changes is in sight.
    let leaving = ask.preview(leaving).await.ok();
    let page = EntrantPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Entrants, said.clone()),
        person: line.person.clone().unwrap_or_default(),
        line,
        leaving: leaving.map(|preview| ask.office().aftermath(&preview)),
        ahead: ask.office().rounds_ahead(),
    };
    ask.page(said.as_ref(), &page)
}
