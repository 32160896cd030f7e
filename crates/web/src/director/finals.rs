//! Playoffs, semi-finals and finals: what is due, who chooses first, and the round it makes up.

use askama::Template;
use outflank_desk::views::director::{DeskContest, DeskFinals};
use outflank_desk::views::{Head, MatchNow};
use outflank_pairing::RoundNumber;
use outflank_tournament::matches::{Choice, MatchId};
use outflank_tournament::running::Act;

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;
use crate::public::tournament::{list_key, stage_key};

#[derive(Template)]
#[template(path = "desk/finals.html")]
struct FinalsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    finals: Option<DeskFinals>,
    /// The round that is being played.
    playing: Option<u16>,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let said = match &ask.form {
        None => None,
        Some(form) => match change(ask, form).await {
            Ok(()) => return ask.see("desk/finals"),
            Err(said) => Some(said),
        },
    };
    let office = ask.office();
    let page = FinalsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Finals, said.clone()),
        finals: office.finals(ask.desk.now()),
        playing: office.next().round().filter(|_| office.is_match_round()),
    };
    ask.page(said.as_ref(), &page)
}

async fn change(ask: &Ask<'_>, form: &Form) -> Result<(), Said> {
    let office = ask.office();
    let key = form.get("match");
    let place = match form.get("do") {
        "start" => "start".to_owned(),
        _ => key.to_owned(),
    };
    let of = office.match_named(key);
    let no_match = || Said::own("", ask.f.t("desk.finals.no_match"));
    let (what, act) = match form.get("do") {
        "choose" => {
            let of = of.ok_or_else(no_match)?;
            let entrant = office.chooser(of);
            let entrant =
                entrant.ok_or_else(|| Said::own(&place, ask.f.t("desk.finals.no_choice")))?;
            let choice = choice(form.get("choice"));
            let choice =
                choice.ok_or_else(|| Said::own(&place, ask.f.t("desk.finals.no_choice")))?;
            (
                "choose",
                Act::Choose {
                    of,
                    entrant,
                    choice,
                },
            )
        }
        "default" => (
            "default",
            Act::ChooseByDefault {
                of: of.ok_or_else(no_match)?,
            },
        ),
        "start" => {
            let round = office
                .finals(ask.desk.now())
                .and_then(|finals| finals.round);
            let time = clock(form.get("time"));
            let (Some(round), Some((hour, minute))) = (round, time) else {
                return Err(Said::own("start", ask.f.t("desk.finals.bad_time")));
            };
            let act = Act::AnnounceStart {
                round: RoundNumber(round),
                start: office.today_at(ask.desk.now(), hour, minute),
            };
            ("start", act)
        }
        _ => return Ok(()),
    };
    match ask.submit(what, act).await {
        Ok(_) => Ok(()),
        Err(refusal) => Err(Said::refused(place, &refusal)),
    }
}

fn choice(word: &str) -> Option<Choice> {
    Some(match word {
        "black" => Choice::Black,
        "white" => Choice::White,
        "draw_win" => Choice::DrawWin,
        _ => return None,
    })
}

/// `14:30` as hours and minutes.
fn clock(text: &str) -> Option<(u8, u8)> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute): (u8, u8) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// A choice in words; the key of them.
fn choice_key(choice: &Choice) -> &'static str {
    match choice {
        Choice::Black => "desk.finals.takes_black",
        Choice::White => "desk.finals.takes_white",
        Choice::DrawWin => "desk.finals.takes_draw_win",
    }
}

/// A match as people call it: "Women’s title: Semi-final 1".
pub(crate) fn title_words(f: &Frame, of: &MatchId) -> String {
    let list = f.t(list_key(&of.list));
    if of.stage.is_counted() {
        return list.to_owned();
    }
    format!(
        "{list}: {}",
        f.t1(stage_key(&of.stage), "number", of.number)
    )
}

/// What a table plays for.
pub(crate) fn contest_words(f: &Frame, contest: &DeskContest) -> String {
    let title = title_words(f, &contest.of);
    let game = f.t1("finals.game", "game", contest.game);
    match &contest.draw_win {
        Some(player) => {
            let draw = f.t1("desk.finals.draw_win_of", "name", &player.name);
            format!("{title}, {game}. {draw}")
        }
        None => format!("{title}, {game}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::director::finals::clock;

    #[test]
    fn a_time_of_day_is_hours_and_minutes() {
        let read = ["09:05", "9:05", "24:00", "12:60", "noon", ""].map(clock);
        assert_eq!(read, [Some((9, 5)), Some((9, 5)), None, None, None, None]);
    }
}
