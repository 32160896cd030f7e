//! Announcements, incidents, and what the deciding official makes of them.

use askama::Template;
use outflank_desk::Refusal;
use outflank_desk::views::Head;
use outflank_desk::views::director::{AnnouncementLine, IncidentLine};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::HalfDiscs;
use outflank_rulebook::Millis;
use outflank_tournament::running::{
    Act, IncidentReport, Offender, Penalty, PenaltyKind, TableNumber,
};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/rulings.html")]
struct RulingsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    incidents: Vec<IncidentLine>,
    announcements: Vec<AnnouncementLine>,
    typed: Form,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, Form::default());
    };
    let place = match form.get("do") {
        "decide" => format!("decide-{}", form.get("incident")),
        other => other.to_owned(),
    };
    if form.get("do") == "decide" && penalty(form).is_err() {
        let said = Said::own(place, ask.f.t("desk.incident.bad_discs"));
        return show(ask, Some(said), form.clone());
    }
    match change(ask, form).await {
        Ok(()) => ask.see("desk/rulings"),
        Err(refusal) => show(ask, Some(Said::refused(place, &refusal)), form.clone()),
    }
}

async fn change(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let act = match form.get("do") {
        "announce" => Act::MakeAnnouncement {
            text: form.get("text").to_owned(),
        },
        "report" => Act::ReportIncident(Box::new(IncidentReport {
            offender: match form.number("entrant") {
                Some(id) => Offender::Player {
                    entrant: EntrantId(id),
                },
                None => Offender::Spectator {
                    name: form.get("spectator").to_owned(),
                },
            },
            clause: form.get("clause").replacen(' ', "-", 1),
            round: form.number("round").map(RoundNumber),
            table: form.number("table").map(TableNumber),
            what: form.get("what").to_owned(),
        })),
        "decide" => Act::DecideIncident {
            incident: form.number("incident").unwrap_or(0),
            // What cannot be read was said before.
            penalty: penalty(form).unwrap_or(Penalty::None),
            why: form.get("why").to_owned(),
            hurt_seen: form.has("hurt"),
        },
        _ => return Ok(()),
    };
    ask.submit(form.get("do"), act).await?;
    Ok(())
}

/// The penalty of the form; the field that cannot be read if there is one.
fn penalty(form: &Form) -> Result<Penalty, &'static str> {
    let minutes = |name: &str| Millis::minutes(form.number(name).unwrap_or(0));
    Ok(match form.get("penalty") {
        "warning" => Penalty::Warning,
        "time" => Penalty::Time {
            take: minutes("take"),
            give: minutes("give"),
        },
        "score" => Penalty::Score {
            black: discs(form, "black")?,
            white: discs(form, "white")?,
        },
        "draw" => Penalty::Draw,
        "award" => Penalty::Award {
            discs: match form.get("award") {
                "" => None,
                _ => Some(discs(form, "award")?),
            },
        },
        "room" => Penalty::Room { until: None },
        "tournament" => Penalty::Tournament,
        _ => Penalty::None,
    })
}

/// Discs as people type them: `38`, `38.5`, `38,5` or `38½`.
fn discs(form: &Form, name: &'static str) -> Result<HalfDiscs, &'static str> {
    let text = form.get(name).replace(',', ".").replace('½', ".5");
    text.parse().map_err(|_| name)
}

/// The word a form sends and the key of what people read.
fn penalty_words(kind: &PenaltyKind) -> (&'static str, &'static str) {
    match kind {
        PenaltyKind::None => ("none", "desk.penalty.none"),
        PenaltyKind::Warning => ("warning", "desk.penalty.warning"),
        PenaltyKind::Time => ("time", "desk.penalty.time"),
        PenaltyKind::Score => ("score", "desk.penalty.score"),
        PenaltyKind::Draw => ("draw", "desk.penalty.draw"),
        PenaltyKind::Award => ("award", "desk.penalty.award"),
        PenaltyKind::Room => ("room", "desk.penalty.room"),
        PenaltyKind::Tournament => ("tournament", "desk.penalty.tournament"),
    }
}

fn show(ask: &Ask<'_>, said: Option<Said>, typed: Form) -> DeskAnswer {
    let office = ask.office();
    let page = RulingsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Rulings, said.clone()),
        incidents: office.incidents(),
        announcements: office.announcements(),
        typed,
    };
    ask.page(said.as_ref(), &page)
}
