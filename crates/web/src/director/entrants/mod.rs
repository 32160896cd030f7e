//! Everybody who entered, and entering: typed, pasted or read from a file.

pub(crate) mod entrant;
pub(crate) mod form;
pub(crate) mod paste;

use askama::Template;
use outflank_desk::views::director::EntrantLine;
use outflank_desk::views::{Halves, Head};
use outflank_desk::{OfficePeople, Person, Refusal};
use outflank_formats::{FileKind, PappPlayers};
use outflank_tournament::running::{Act, Application, Entry, LeaveCause};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::entrants::form::PlayerForm;
use crate::extract::{File, Text, WrongField};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "desk/entrants.html")]
struct EntrantsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    lines: Vec<EntrantLine>,
    late: bool,
    /// What was typed and refused.
    typed: &'a PlayerForm,
    member: &'a str,
    /// What a pasted list gave.
    pasted: Option<PastedReport>,
    obstacle: Option<String>,
    /// The people of the office that has announced the event.
    office: Option<OfficePeople>,
}

/// What became of a pasted list.
struct PastedReport {
    entered: usize,
    /// The lines that were not taken, with why.
    left: Vec<(String, Notice)>,
    strange: Vec<String>,
    /// The lines not taken, to be mended and sent again.
    rest: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct EntrantsForm {
    #[serde(rename = "do")]
    action: Action,
    #[serde(flatten)]
    player: PlayerForm,
    /// Someone of the federation's records.
    member: Text,
    list: Text,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Enter,
    Member,
    Paste,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, &EntrantsForm::default(), None)
}

pub(crate) async fn post(
    Posted {
        mut desk,
        form,
        files,
    }: Posted<EntrantsForm>,
) -> Answer {
    let (entered, report) = match form.action {
        Action::Paste => match enter_list(&desk, &form, files.first()).await {
            Ok(report) if report.left.is_empty() && report.strange.is_empty() => {
                return desk.see("desk/entrants");
            }
            Ok(report) => {
                let words = desk.f.n("desk.paste.left", report.left.len());
                (Err(Notice::own("paste", words)), Some(report))
            }
            Err(wrong) => (Err(Notice::wrong(&desk.f, "paste", &wrong)), None),
        },
        Action::Member => (enter_member(&desk, &form).await, None),
        Action::Enter => (enter_one(&desk, &form.player).await, None),
    };
    match entered {
        Ok(()) => desk.see("desk/entrants?entered=1"),
        Err(notice) => {
            desk.refresh();
            show(&desk, Some(notice), &form, report)
        }
    }
}

async fn enter_one(desk: &DirectorDesk, form: &PlayerForm) -> Result<(), Notice> {
    let wrong = |wrong| Notice::wrong(&desk.f, "enter", &wrong);
    let entry = form.entry(Entry::default()).map_err(wrong)?;
    let application = form.application(entry).map_err(wrong)?;
    let person = form.person(Person::default()).map_err(wrong)?;
    let act = Act::Enter(Box::new(application));
    let written = desk.submit_with("enter", act, Some(person)).await;
    written
        .map(|_| ())
        .map_err(|rejection| rejected(desk, "enter", &rejection))
}

/// Enters someone of the federation that has announced the tournament, with everything its records say.
async fn enter_member(desk: &DirectorDesk, form: &EntrantsForm) -> Result<(), Notice> {
    let typed = &*form.member;
    let office = desk.web.desk.people_of_office(&desk.now);
    let people = office.map_or_else(Vec::new, |office| office.people);
    let digits: String = typed.chars().take_while(char::is_ascii_digit).collect();
    let mut named = (people.iter()).filter(|one| {
        one.number.to_string() == digits || one.name.to_lowercase() == typed.to_lowercase()
    });
    let applicant = match (named.next(), named.next()) {
        (Some(one), None) => (desk.web.desk).applicant(&desk.now, one.number),
        _ => None,
    };
    let Some(applicant) = applicant else {
        let text = desk.f.t1("desk.enter.no_member", "name", typed);
        return Err(Notice::own("member", text));
    };
    let act = Act::Enter(Box::new(Application {
        late_terms_seen: form.player.late.0,
        ..applicant
    }));
    let written = desk.submit("member", act).await;
    written
        .map(|_| ())
        .map_err(|rejection| rejected(desk, "member", &rejection))
}

/// A rejection; the terms of a late entry where they were not seen yet.
fn rejected(desk: &DirectorDesk, place: &str, rejection: &Refusal) -> Notice {
    let notice = Notice::rejected(place, rejection);
    match late_terms(&desk.f, rejection) {
        Some(text) => Notice { text, ..notice },
        None => notice,
    }
}

async fn enter_list(
    desk: &DirectorDesk,
    form: &EntrantsForm,
    file: Option<&File>,
) -> Result<PastedReport, WrongField> {
    let (text, list) = listed(&desk.f, &form.list, file);
    let lines: Vec<&str> = text.lines().collect();
    let mut report = PastedReport {
        entered: 0,
        left: Vec::new(),
        strange: list.strange,
        rest: String::new(),
    };
    for pasted in list.players {
        let name = pasted.entry.name.clone();
        let application = form.player.application(pasted.entry)?;
        let mut person = Person::new(&*name);
        person.dossier.born = pasted.born;
        let act = Act::Enter(Box::new(application));
        let what = format!("paste{}", pasted.line);
        match desk.submit_with(&what, act, Some(person)).await {
            Ok(_) => report.entered += 1,
            Err(refusal) => {
                report
                    .left
                    .push((name, Notice::rejected("paste", &refusal)));
                if let Some(line) = lines.get(pasted.line - 1) {
                    report.rest.push_str(line);
                    report.rest.push('\n');
                }
            }
        }
    }
    Ok(report)
}

/// The list of the form: what was typed, the table in the file, or of a federation's file those who were typed.
fn listed(f: &Frame, typed: &str, file: Option<&File>) -> (String, paste::List) {
    let Some(file) = file.filter(|file| !file.text.trim().is_empty()) else {
        return (typed.to_owned(), paste::read(typed));
    };
    if FileKind::of(&file.name, file.text.as_bytes()) != Some(FileKind::PappPlayers) {
        return (file.text.clone(), paste::read(&file.text));
    }
    let mut list = paste::List::default();
    let people = PappPlayers::read(file.text.as_bytes());
    if typed.is_empty() {
        list.strange.push(f.t("desk.paste.whom").to_owned());
    }
    for (n, line) in typed.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        match paste::find(&people, line).as_slice() {
            [one] => list.players.push(paste::of_list(one, n + 1)),
            [] => list.strange.push(f.t1("desk.paste.nobody", "name", line)),
            several => {
                let shown = several.iter().take(6).map(|one| {
                    let country = one.country.as_deref().unwrap_or("–");
                    format!("{} {}, {} ({country})", one.number.0, one.last, one.first)
                });
                let shown = shown.collect::<Vec<_>>().join("; ");
                let words = f.t2("desk.paste.several", "name", line, "who", shown);
                list.strange.push(words);
            }
        }
    }
    (typed.to_owned(), list)
}

/// What a late entry gives for the missed rounds, if that is why the entry was rejected.
fn late_terms(f: &Frame, refusal: &Refusal) -> Option<String> {
    if refusal.code() != "tournament.late_terms_unseen" {
        return None;
    }
    let facts = refusal.facts();
    let number = |name: &str| facts[name].as_u64().and_then(|n| u32::try_from(n).ok());
    let missed = number("missed")?;
    let points = f.halves(Halves(number("half_points_each")?));
    let discs = f.halves(Halves(number("half_discs_each")?));
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("missed", &missed), ("points", &points), ("discs", &discs)];
    Some(f.fill("desk.enter.late_terms", &values))
}

fn show(
    desk: &DirectorDesk,
    notice: Option<Notice>,
    typed: &EntrantsForm,
    pasted: Option<PastedReport>,
) -> Answer {
    let view = desk.view();
    let page = EntrantsPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Entrants, notice.as_ref()),
        lines: view.entrants(),
        late: view.is_late(),
        typed: &typed.player,
        member: &typed.member,
        pasted,
        obstacle: view.obstacle(),
        office: desk.web.desk.people_of_office(&desk.now),
    };
    desk.page(notice.as_ref(), &page)
}

/// What is planned for a player, in words.
fn plans(f: &Frame, line: &EntrantLine) -> Vec<String> {
    let numbers = |rounds: &[u16]| {
        let texts: Vec<String> = rounds.iter().map(u16::to_string).collect();
        texts.join(", ")
    };
    let mut plans = Vec::new();
    if let Some(left) = line.left {
        let key = match left.cause {
            LeaveCause::Declared => "desk.plan.withdrew",
            LeaveCause::Expelled => "desk.plan.expelled",
        };
        plans.push(f.t1(key, "round", left.after_round));
    }
    if line.from_round > 1 {
        plans.push(f.t1("desk.plan.from", "round", line.from_round));
    }
    if !line.absences.is_empty() {
        plans.push(f.t1("desk.plan.absent", "rounds", numbers(&line.absences)));
    }
    if !line.byes.is_empty() {
        plans.push(f.t1("desk.plan.bye", "rounds", numbers(&line.byes)));
    }
    if line.no_title {
        plans.push(f.t("desk.plan.no_title").to_owned());
    }
    plans
}
