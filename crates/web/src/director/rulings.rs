//! Announcements, incidents, and what the deciding official makes of them.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::{AnnouncementLine, IncidentLine};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::{HalfDiscs, Millis};
use outflank_tournament::running::{
    Act, IncidentReport, Offender, Penalty, PenaltyKind, TableNumber,
};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::{Field, Text, Ticked, WrongField};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "desk/rulings.html")]
struct RulingsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    incidents: Vec<IncidentLine>,
    announcements: Vec<AnnouncementLine>,
    typed: &'a RulingsForm,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct RulingsForm {
    #[serde(rename = "do")]
    action: Action,
    /// An announcement.
    text: Text,
    /// A report: a player or a spectator, the clause, where, and what happened.
    entrant: Field<EntrantId>,
    spectator: Text,
    clause: Text,
    round: Field<RoundNumber>,
    table: Field<TableNumber>,
    what: Text,
    /// A decision.
    incident: Field<u32>,
    penalty: Field<PenaltyKind>,
    take: Field<i64>,
    give: Field<i64>,
    black: Text,
    white: Text,
    award: Text,
    why: Text,
    hurt: Ticked,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Announce,
    Report,
    Decide,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, &RulingsForm::default())
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<RulingsForm>) -> Answer {
    let (what, place) = match form.action {
        Action::Announce => ("announce", "announce".to_owned()),
        Action::Report => ("report", "report".to_owned()),
        Action::Decide => ("decide", format!("decide-{}", form.incident)),
    };
    let notice = match form.command() {
        Ok(act) => match desk.submit(what, act).await {
            Ok(_) => return desk.see("desk/rulings"),
            Err(rejection) => Notice::rejected(place, &rejection),
        },
        Err(wrong) if ["black", "white", "award"].contains(&wrong.name) => Notice {
            field: Some(wrong.name),
            ..Notice::own(place, desk.f.t("desk.incident.bad_discs"))
        },
        Err(wrong) => Notice::wrong(&desk.f, place, &wrong),
    };
    show(&desk, Some(notice), &form)
}

impl RulingsForm {
    fn command(&self) -> Result<Act, WrongField> {
        Ok(match self.action {
            Action::Announce => Act::MakeAnnouncement {
                text: self.text.to_string(),
            },
            Action::Report => Act::ReportIncident(Box::new(IncidentReport {
                offender: match self.entrant.optional("entrant")? {
                    Some(entrant) => Offender::Player { entrant },
                    None => Offender::Spectator {
                        name: self.spectator.to_string(),
                    },
                },
                clause: self.clause.replacen(' ', "-", 1),
                round: self.round.optional("round")?,
                table: self.table.optional("table")?,
                what: self.what.to_string(),
            })),
            Action::Decide => Act::DecideIncident {
                incident: self.incident.required("incident")?,
                penalty: self.penalty()?,
                why: self.why.to_string(),
                hurt_seen: self.hurt.0,
            },
        })
    }

    fn penalty(&self) -> Result<Penalty, WrongField> {
        let minutes = |field: &Field<i64>, name| {
            let minutes = field.optional(name)?.unwrap_or(0);
            Ok(Millis::minutes(minutes))
        };
        Ok(match self.penalty.required("penalty")? {
            PenaltyKind::None => Penalty::None,
            PenaltyKind::Warning => Penalty::Warning,
            PenaltyKind::Time => Penalty::Time {
                take: minutes(&self.take, "take")?,
                give: minutes(&self.give, "give")?,
            },
            PenaltyKind::Score => Penalty::Score {
                black: discs(&self.black, "black")?,
                white: discs(&self.white, "white")?,
            },
            PenaltyKind::Draw => Penalty::Draw,
            PenaltyKind::Award => Penalty::Award {
                discs: match self.award.is_empty() {
                    true => None,
                    false => Some(discs(&self.award, "award")?),
                },
            },
            PenaltyKind::Room => Penalty::Room { until: None },
            PenaltyKind::Tournament => Penalty::Tournament,
        })
    }
}

/// Discs as people type them: `38`, `38.5`, `38,5` or `38½`.
pub(crate) fn discs(text: &str, name: &'static str) -> Result<HalfDiscs, WrongField> {
    let number = text.replace(',', ".").replace('½', ".5");
    let number = match number.strip_prefix('.') {
        Some(part) => format!("0.{part}"),
        None => number,
    };
    number.parse().map_err(|_| WrongField {
        name,
        text: text.to_owned(),
    })
}

/// The key of a penalty's name.
fn penalty_key(kind: &PenaltyKind) -> &'static str {
    match kind {
        PenaltyKind::None => "desk.penalty.none",
        PenaltyKind::Warning => "desk.penalty.warning",
        PenaltyKind::Time => "desk.penalty.time",
        PenaltyKind::Score => "desk.penalty.score",
        PenaltyKind::Draw => "desk.penalty.draw",
        PenaltyKind::Award => "desk.penalty.award",
        PenaltyKind::Room => "desk.penalty.room",
        PenaltyKind::Tournament => "desk.penalty.tournament",
    }
}

fn show(desk: &DirectorDesk, notice: Option<Notice>, typed: &RulingsForm) -> Answer {
    let view = desk.view();
    let page = RulingsPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Rulings, notice.as_ref()),
        incidents: view.incidents(),
        announcements: view.announcements(),
        typed,
    };
    desk.page(notice.as_ref(), &page)
}
