//! The event as a whole: rounds, timetable, the hall's address, files.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Ending, PrizesOfList};
use outflank_desk::{DeskAct, Refusal};
use outflank_game::{Hints, MoveEntry};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{Act, ListPrizes, Slot, SlotKind, Timestamp, Timetable};
use outflank_tournament::{ListName, Money, PrizeFund, TiedPrizes};

use crate::board::play::http::screen_by;
use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
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
    prizes: Vec<PrizesOfList>,
    /// The prizes as text: a line per list.
    prizes_text: String,
    over: bool,
    ending: Ending,
    /// The offices on this server: where, the name, and whether they have announced this event.
    offices: Vec<(String, String, bool)>,
    /// How it is played on screen: the keys of its words.
    screen: Option<(&'static str, &'static str)>,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, None);
    };
    let what = form.get("do");
    if what == "screen" {
        return match play_on_screen(ask, form).await {
            Ok(()) => ask.see("desk/event"),
            Err(refusal) => show(ask, Some(Said::refused(what, &refusal)), None),
        };
    }
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
        "prizes" => match prizes(form.get("prizes"), form.has("separate")) {
            Ok(prizes) => Act::SetPrizes { prizes },
            Err(line) => {
                let words = ask.f.t1("desk.prizes.not_read", "line", line);
                return show(ask, Some(Said::own("prizes", words)), None);
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

fn offices(ask: &Ask<'_>) -> Vec<(String, String, bool)> {
    (ask.desk.federations().iter())
        .filter_map(|office| {
            let head = office.head(ask.desk.today(office))?;
            let key = ask.now.id.as_str().into();
            let is_announced = office.affairs().events.contains_key(&key);
            let named = head.slug.unwrap_or(head.id);
            let address = match is_announced {
                true => format!("/f/{named}"),
                false => format!("/f/{named}/office/events"),
            };
            Some((address, head.name, is_announced))
        })
        .collect()
}

/// Plays the event on screen, or at tables again.
async fn play_on_screen(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let rules = ask.now.rules().filter(|_| form.has("on"));
    let play = rules.map(|rules| screen_by(form, rules));
    let act = DeskAct::PlayOnScreen { play };
    ask.submit_desk("screen", act).await.map(|_| ())
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
        prizes_text: match ask.form.as_ref().and_then(|form| form.some("prizes")) {
            Some(typed) => typed,
            None => {
                let lines: Vec<String> = office.prizes().into_iter().map(|one| one.typed).collect();
                lines.join("\n")
            }
        },
        prizes: office.prizes(),
        over: d.next == outflank_desk::views::director::NextStep::Over,
        ending: office.ending(),
        offices: offices(ask),
        screen: ask.now.on_screen.map(|play| {
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
    ask.page(said.as_ref(), &page)
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
