//! The event as a whole: rounds, timetable, the hall's address, files.

use askama::Template;
use outflank_desk::office::Ending;
use outflank_desk::office::words::{Act, RoundNumber, Slot, SlotKind, Timestamp, Timetable};
use outflank_desk::views::Head;

use super::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use super::said::Said;
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;

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
    over: bool,
    ending: Ending,
    id: String,
}

pub(super) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, None);
    };
    let what = form.get("do");
    let act = match what {
        "rounds" => Act::ChangeRounds {
            rounds: form.number("rounds").unwrap_or(0),
            why: form.get("why").to_owned(),
        },
        "timetable" => match timetable(ask, form.get("timetable")) {
            Ok(timetable) => Act::SetTimetable { timetable },
            Err(line) => {
                let said = Said::own(
                    "timetable",
                    ask.f.t1("desk.timetable.not_read", "line", line),
                );
                return show(ask, Some(said), form.some("timetable"));
            }
        },
        "titles" => Act::AwardTitles { own: Vec::new() },
        "sign" => Act::SignOff {
            despite: form.some("despite"),
        },
        "reopen" => Act::Reopen {
            why: form.get("why").to_owned(),
        },
        _ => return ask.see("desk/event"),
    };
    match ask.submit(what, act).await {
        Ok(_) => ask.see("desk/event"),
        Err(refusal) => {
            let said = Said::refused(what, &refusal);
            show(ask, Some(said), form.some("timetable"))
        }
    }
}

/// Reads lines like `1 09:30 round 1` and `1 12:30 Lunch`; the day counts from 1.
fn timetable(ask: &Ask<'_>, text: &str) -> Result<Timetable, String> {
    let first = ask.office().first_midnight();
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

fn timetable_text(ask: &Ask<'_>) -> String {
    let first = ask.office().first_midnight();
    let slots = ask.now.affairs().timetable.slots.iter();
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

fn show(ask: &Ask<'_>, said: Option<Said>, typed: Option<String>) -> DeskAnswer {
    let office = ask.office();
    let address = format!("{}{}", ask.f.base, ask.f.at(""));
    let d = ask.bar(DeskTab::Event, said.clone());
    let page = EventPage {
        f: &ask.f,
        head: &ask.head,
        planned: office.rounds_planned(),
        played: office.rounds().len(),
        code: qr(&address, ask.f.t("desk.hall.code")),
        is_local: is_local(&ask.f.base),
        address,
        timetable: typed.unwrap_or_else(|| timetable_text(ask)),
        obstacle: office.obstacle(),
        over: d.next == outflank_desk::office::NextStep::Over,
        id: ask.now.id.to_string(),
        ending: office.ending(),
        d,
    };
    ask.page(said.as_ref(), &page)
}

/// Whether an address leads to this laptop only.
fn is_local(base: &str) -> bool {
    ["://127.", "://localhost", "://[::1]"]
        .iter()
        .any(|local| base.contains(local))
}
