//! Everybody who entered, and entering: typed, pasted or read from a file.

use askama::Template;
use outflank_desk::views::director::EntrantLine;
use outflank_desk::views::{Halves, Head};
use outflank_desk::{OfficePeople, Person, Refusal};
use outflank_federation::PersonNumber;
use outflank_formats::{FileKind, PappPlayers};
use outflank_tournament::running::{
    Act, Application, Credentials, Entry, GenderWord, LeaveCause, MemberKind, Nation,
};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::paste;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/entrants.html")]
struct EntrantsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    lines: Vec<EntrantLine>,
    late: bool,
    /// What was typed and refused.
    typed: Form,
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
    left: Vec<(String, Said)>,
    strange: Vec<String>,
    /// The lines not taken, to be mended and sent again.
    rest: String,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, Form::default(), None);
    };
    if form.get("do") == "paste" {
        let report = enter_list(ask, form).await;
        if report.left.is_empty() && report.strange.is_empty() {
            return ask.see("desk/entrants");
        }
        let said = Said::own("paste", ask.f.n("desk.paste.left", report.left.len()));
        return show(ask, Some(said), form.clone(), Some(report));
    }
    if form.get("do") == "member" {
        return match enter_member(ask, form).await {
            Ok(()) => ask.see("desk/entrants?entered=1"),
            Err(said) => show(ask, Some(said), form.clone(), None),
        };
    }
    match enter_one(ask, form).await {
        Ok(()) => ask.see("desk/entrants?entered=1"),
        Err(refusal) => {
            let mut said = Said::refused("enter", &refusal);
            if let Some(terms) = late_terms(&ask.f, &refusal) {
                said.text = terms;
            }
            show(ask, Some(said), form.clone(), None)
        }
    }
}

async fn enter_one(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let entry = entry(form, Entry::default());
    let application = application(form, entry);
    let act = Act::Enter(Box::new(application));
    let person = person(form, Person::default());
    ask.submit_with("enter", act, Some(person)).await?;
    Ok(())
}

/// Enters somebody of the office that has announced the event, with everything it says of him.
async fn enter_member(ask: &Ask<'_>, form: &Form) -> Result<(), Said> {
    let typed = form.get("member");
    let office = ask.desk.people_of_office(&ask.now);
    let people = office.map_or_else(Vec::new, |office| office.people);
    let digits: String = typed.chars().take_while(char::is_ascii_digit).collect();
    let mut named = (people.iter()).filter(|one| {
        one.number.to_string() == digits || one.name.to_lowercase() == typed.to_lowercase()
    });
    let (Some(one), None) = (named.next(), named.next()) else {
        let text = ask.f.t1("desk.enter.no_member", "name", typed);
        return Err(Said::own("member", text));
    };
    let Some(applicant) = ask.desk.applicant(&ask.now, PersonNumber(one.number)) else {
        let text = ask.f.t1("desk.enter.no_member", "name", typed);
        return Err(Said::own("member", text));
    };
    let act = Act::Enter(Box::new(Application {
        late_terms_seen: form.has("late"),
        ..applicant
    }));
    let refused = |refusal: Refusal| {
        let mut said = Said::refused("member", &refusal);
        if let Some(terms) = late_terms(&ask.f, &refusal) {
            said.text = terms;
        }
        said
    };
    ask.submit("member", act).await.map(|_| ()).map_err(refused)
}

async fn enter_list(ask: &Ask<'_>, form: &Form) -> PastedReport {
    let (text, list) = listed(&ask.f, form);
    let lines: Vec<&str> = text.lines().collect();
    let mut report = PastedReport {
        entered: 0,
        left: Vec::new(),
        strange: list.strange,
        rest: String::new(),
    };
    for pasted in list.players {
        let name = pasted.entry.name.clone();
        let application = application(form, pasted.entry);
        let person = Person {
            born: pasted.born,
            ..Person::default()
        };
        let act = Act::Enter(Box::new(application));
        let what = format!("paste{}", pasted.line);
        match ask.submit_with(&what, act, Some(person)).await {
            Ok(_) => report.entered += 1,
            Err(refusal) => {
                report.left.push((name, Said::refused("paste", &refusal)));
                if let Some(line) = lines.get(pasted.line - 1) {
                    report.rest.push_str(line);
                    report.rest.push('\n');
                }
            }
        }
    }
    report
}

/// The list of the form: what was typed, the table in the file, or of a federation's file those who were typed.
fn listed(f: &Frame, form: &Form) -> (String, paste::List) {
    let (typed, file) = (form.get("list"), form.exact("file"));
    if file.trim().is_empty() {
        return (typed.to_owned(), paste::read(typed));
    }
    let name = form.get("file.name");
    if FileKind::of(name, file.as_bytes()) != Some(FileKind::PappPlayers) {
        return (file.to_owned(), paste::read(file));
    }
    let mut list = paste::List::default();
    let people = PappPlayers::read(file.as_bytes());
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

/// What a late entry gives for the rounds that are gone, where that is why somebody was refused.
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

/// What the office says of whoever enters.
pub(crate) fn application(form: &Form, entry: Entry) -> Application {
    let entry = Entry {
        nation: match form.get("nation") {
            "federation" => Some(Nation::Federation),
            "contact_person" => Some(Nation::ContactPerson),
            "not_member" => Some(Nation::NotMember),
            _ => entry.nation,
        },
        ..entry
    };
    Application {
        entry,
        credentials: Credentials {
            membership: match form.get("membership") {
                "member" => Some(MemberKind::Member),
                "first_timer" => Some(MemberKind::FirstTimer),
                "not_member" => Some(MemberKind::NotMember),
                _ => None,
            },
            residence: form
                .number("days")
                .map(|days| outflank_tournament::running::Residence {
                    unbroken: days,
                    in_last_year: days,
                }),
            citizen: match form.get("citizen") {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            },
            sanctioned: false,
        },
        allowance: None,
        late_terms_seen: form.has("late"),
    }
}

/// The entry a form describes, over what was there.
pub(crate) fn entry(form: &Form, was: Entry) -> Entry {
    Entry {
        name: form.get("name").to_owned(),
        ascii: form.some("ascii"),
        native: form.some("native"),
        country: form.some("country").map(|country| country.to_uppercase()),
        rating: form.number("rating"),
        wof_id: form.number("wof_id"),
        gender: match form.get("gender") {
            "f" => Some(GenderWord::Female),
            "m" => Some(GenderWord::Male),
            "x" => Some(GenderWord::Other),
            _ => None,
        },
        team: form.some("team"),
        institute: form.some("institute"),
        ..was
    }
}

/// The personal facts a form describes, over what was there.
pub(crate) fn person(form: &Form, was: Person) -> Person {
    Person {
        born: form.some("born"),
        contact: form.some("contact"),
        special_needs: form.some("needs"),
        fees: form.some("fees"),
        ..was
    }
}

fn show(
    ask: &Ask<'_>,
    said: Option<Said>,
    typed: Form,
    pasted: Option<PastedReport>,
) -> DeskAnswer {
    let now = ask.fresh();
    let office = outflank_desk::views::director::DirectorView::of(&now);
    let page = EntrantsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Entrants, said.clone()),
        lines: office.entrants(),
        late: office.is_late(),
        typed,
        pasted,
        obstacle: office.obstacle(),
        office: ask.desk.people_of_office(&now),
    };
    ask.page(said.as_ref(), &page)
}

/// What is planned for somebody, in words.
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
