//! The event as a whole: rounds, timetable, the hall's address, files.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Ending, NextStep, PrizesOfList};
use outflank_desk::{DeskAct, FederationId, RecordRight};
use outflank_event::words;
use outflank_game::{Hints, MoveEntry};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{Act, ListPrizes, Slot, SlotKind, Timestamp, Timetable};
use outflank_tournament::{ListName, Money, PrizeFund, TiedPrizes};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::screen::ScreenForm;
use crate::extract::{Field, Text, Ticked};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::notice::Notice;
use crate::pages::qr::qr;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "desk/event.html")]
struct EventPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    planned: u16,
    played: usize,
    address: String,
    code: Html,
    is_local: bool,
    /// The timetable as text: a line per slot.
    timetable: String,
    obstacle: Option<String>,
    prizes: Vec<PrizesOfList>,
    /// The prizes as text: a line per list.
    prizes_text: String,
    over: bool,
    ending: Ending,
    /// The federations on this server.
    offices: Vec<OfficeLine>,
    /// How it is played on screen: the keys of its words.
    screen: Option<(&'static str, &'static str)>,
}

/// A federation on this server.
struct OfficeLine {
    id: FederationId,
    address: String,
    name: String,
    is_announced: bool,
    /// What of the players' records the tournament lets it copy.
    right: Option<RecordRight>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct EventForm {
    #[serde(rename = "do")]
    action: Action,
    rounds: Field<u16>,
    why: Text,
    timetable: Text,
    prizes: Text,
    /// Tied players do not share prizes.
    separate: Ticked,
    despite: Text,
    /// Games are played on screen.
    on: Ticked,
    federation: Field<FederationId>,
    /// `name`, `read`, or nothing to withdraw the consent.
    right: Text,
    #[serde(flatten)]
    screen: ScreenForm,
}

words! {
    /// What the form asks for.
    #[derive(Default)]
    Action {
        #[default]
        Rounds = "rounds",
        Timetable = "timetable",
        Prizes = "prizes",
        Titles = "titles",
        Sign = "sign",
        Reopen = "reopen",
        Screen = "screen",
        Admit = "admit",
    }
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, &EventForm::default())
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<EventForm>) -> Answer {
    let place = form.action.word();
    let written = if form.action == Action::Admit {
        let federation = match form.federation.required("federation") {
            Ok(federation) => federation,
            Err(wrong) => {
                let notice = Notice::wrong(&desk.f, place, &wrong);
                return show(&desk, Some(notice), &form);
            }
        };
        let right = match &*form.right {
            "name" => Some(RecordRight::Name),
            "read" => Some(RecordRight::Read),
            _ => None,
        };
        let act = DeskAct::AdmitFederation { federation, right };
        desk.submit_desk("admit", act).await
    } else if form.action == Action::Screen {
        let rules = desk.now.rules().filter(|_| form.on.0);
        let play = rules.map(|rules| form.screen.play(rules));
        let act = DeskAct::PlayOnScreen { play };
        desk.submit_desk("screen", act).await
    } else {
        match command(&desk, &form) {
            Ok(act) => desk.submit(place, act).await,
            Err(notice) => return show(&desk, Some(notice), &form),
        }
    };
    match written {
        Ok(_) => desk.see("desk/event"),
        Err(rejection) => show(&desk, Some(Notice::rejected(place, &rejection)), &form),
    }
}

fn command(desk: &DirectorDesk, form: &EventForm) -> Result<Act, Notice> {
    let f = &desk.f;
    let wrong_line = |key, line: String| Notice::own(form.action.word(), f.t1(key, "line", line));
    Ok(match form.action {
        Action::Rounds | Action::Screen | Action::Admit => Act::ChangeRounds {
            rounds: (form.rounds.required("rounds"))
                .map_err(|wrong| Notice::wrong(f, "rounds", &wrong))?,
            why: form.why.to_string(),
        },
        Action::Timetable => Act::SetTimetable {
            timetable: timetable(desk, &form.timetable)
                .map_err(|line| wrong_line("desk.timetable.not_read", line))?,
        },
        Action::Prizes => Act::SetPrizes {
            prizes: prizes(&form.prizes, form.separate.0)
                .map_err(|line| wrong_line("desk.prizes.not_read", line))?,
        },
        Action::Titles => Act::AwardTitles { own: Vec::new() },
        Action::Sign => Act::SignOff {
            despite: form.despite.filled(),
        },
        Action::Reopen => Act::Reopen {
            why: form.why.to_string(),
        },
    })
}

fn offices(desk: &DirectorDesk) -> Vec<OfficeLine> {
    (desk.web.desk.federations().iter())
        .filter_map(|office| {
            let head = office.head(desk.web.desk.today(office))?;
            let key = desk.now.id.as_str().into();
            let is_announced = office.affairs().events.contains_key(&key);
            let named = head.slug.unwrap_or(head.id);
            let address = match is_announced {
                true => format!("/f/{named}"),
                false => format!("/f/{named}/office/events"),
            };
            let right = desk.now.admitted.get(&office.id).copied();
            // Announced without a word of the tournament: by somebody who may decide that, or by an earlier version.
            let implied = is_announced.then_some(RecordRight::Read);
            Some(OfficeLine {
                id: office.id.clone(),
                address,
                name: head.name,
                is_announced,
                right: right.unwrap_or(implied),
            })
        })
        .collect()
}

/// Reads lines like `1 09:30 round 1` and `1 12:30 Lunch`; the day counts from 1.
fn timetable(desk: &DirectorDesk, text: &str) -> Result<Timetable, String> {
    let first = desk.view().first_midnight();
    let mut slots = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        slots.push(slot(first, line).ok_or_else(|| line.to_owned())?);
    }
    Ok(Timetable { slots })
}

fn slot(first: Timestamp, line: &str) -> Option<Slot> {
    let (day, rest) = line.split_once(char::is_whitespace)?;
    let (time, what) = rest.trim_start().split_once(char::is_whitespace)?;
    let (hour, minute) = time.split_once(':')?;
    let (day, hour, minute): (u16, i64, i64) =
        (day.parse().ok()?, hour.parse().ok()?, minute.parse().ok()?);
    if day == 0 || !(0..24).contains(&hour) || !(0..60).contains(&minute) {
        return None;
    }
    let minutes = (i64::from(day) - 1) * 24 * 60 + hour * 60 + minute;
    let what = what.trim();
    let lower = what.to_lowercase();
    let number = |word: &str| lower.strip_prefix(word)?.trim().parse().ok();
    Some(Slot {
        day,
        start: Timestamp(first.0 + minutes * 60_000),
        what: match (number("round"), number("finals")) {
            (Some(round), _) => SlotKind::Round(RoundNumber(round)),
            (None, Some(slot)) => SlotKind::Finals(slot),
            (None, None) => SlotKind::Break(what.to_owned()),
        },
    })
}

/// Reads lines like `individual GBP 100 60.50 30`: a list, the currency, the prizes from the first place on.
fn prizes(text: &str, separate: bool) -> Result<Vec<ListPrizes>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| fund(line, separate).ok_or_else(|| line.to_owned()))
        .collect()
}

fn fund(line: &str, separate: bool) -> Option<ListPrizes> {
    let mut words = line.split_whitespace();
    let list: ListName = words.next()?.parse().ok()?;
    let currency = words.next()?.to_owned();
    let texts: Vec<String> = words.map(|word| word.replace(',', ".")).collect();
    let part = |text: &String| text.split_once('.').map_or(0, |(_, part)| part.len());
    let digits = texts.iter().map(part).max().unwrap_or(0);
    if texts.is_empty() || digits > 4 {
        return None;
    }
    let prizes: Option<Vec<Money>> = texts.iter().map(|text| money(text, digits)).collect();
    Some(ListPrizes {
        list,
        fund: PrizeFund {
            currency,
            digits: u8::try_from(digits).ok()?,
            prizes: prizes?,
            ties: match separate {
                true => TiedPrizes::Separate,
                false => TiedPrizes::Share,
            },
        },
        without: Vec::new(),
    })
}

fn money(text: &str, digits: usize) -> Option<Money> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(part) {
        return None;
    }
    format!("{whole}{part:0<digits$}").parse().ok().map(Money)
}

fn timetable_text(desk: &DirectorDesk) -> String {
    let first = desk.view().first_midnight();
    let slots = desk.now.affairs().timetable.slots.iter();
    let line = |slot: &Slot| {
        let minutes = (slot.start.0 - first.0) / 60_000 - (i64::from(slot.day) - 1) * 24 * 60;
        let what = match &slot.what {
            SlotKind::Round(round) => format!("round {round}"),
            SlotKind::Finals(slot) => format!("finals {slot}"),
            SlotKind::Break(name) => name.clone(),
        };
        format!(
            "{} {:02}:{:02} {what}",
            slot.day,
            minutes / 60,
            minutes % 60
        )
    };
    slots.map(line).collect::<Vec<_>>().join("\n")
}

fn show(desk: &DirectorDesk, notice: Option<Notice>, typed: &EventForm) -> Answer {
    let view = desk.view();
    let prizes = view.prizes();
    let address = format!("{}{}", desk.f.base, desk.f.at(""));
    let d = desk.bar(Tab::Event, notice.as_ref());
    let page = EventPage {
        f: &desk.f,
        head: &desk.head,
        planned: view.rounds_planned(),
        played: view.rounds().len(),
        code: qr(&address, desk.f.t("desk.hall.code")),
        is_local: is_local(&desk.f.base),
        address,
        timetable: (typed.timetable.filled()).unwrap_or_else(|| timetable_text(desk)),
        obstacle: view.obstacle(),
        prizes_text: typed.prizes.filled().unwrap_or_else(|| {
            let lines = prizes.iter().map(|one| one.typed.clone());
            lines.collect::<Vec<_>>().join("\n")
        }),
        prizes,
        over: d.next == NextStep::Over,
        ending: view.ending(),
        offices: offices(desk),
        screen: desk.now.on_screen.map(|play| {
            let entry = match play.entry {
                MoveEntry::Tap => "play.entry_tap",
                MoveEntry::Confirm => "play.entry_confirm",
                MoveEntry::Touch => "play.entry_touch",
            };
            let hints = match play.hints {
                Hints::Shown => "play.hints_shown",
                Hints::Hidden => "play.hints_none",
            };
            (entry, hints)
        }),
        d,
    };
    desk.page(notice.as_ref(), &page)
}

/// Whether an address leads to this laptop only.
fn is_local(base: &str) -> bool {
    ["://127.", "://localhost", "://[::1]"]
        .iter()
        .any(|local| base.contains(local))
}

#[cfg(test)]
mod tests {
    use crate::director::event::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(u8, &[u64])>) {
        let read = fund(line, false);
        let shown = read.as_ref().map(|one| {
            let amounts: Vec<u64> = one.fund.prizes.iter().map(|prize| prize.0).collect();
            (one.fund.digits, amounts)
        });
        assert_eq!(
            shown,
            expected.map(|(digits, prizes)| (digits, prizes.to_vec())),
            "{line}"
        );
    }

    #[test]
    fn prizes_are_read_to_the_last_penny() {
        check(
            "individual GBP 100 60.50 30",
            Some((2, &[10_000, 6_050, 3_000])),
        );
        check("women JPY 5000 3000", Some((0, &[5_000, 3_000])));
        check("young EUR 10,5", Some((1, &[105])));
        check("individual GBP", None);
        check("men GBP 10", None);
        check("individual GBP ten", None);
        check("individual GBP 1.23456", None);
    }
}
