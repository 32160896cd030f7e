//! Playoffs, semi-finals and finals: what is due, who chooses first, and the round it makes up.

use askama::Template;
use outflank_desk::views::director::{DeskContest, DeskFinals};
use outflank_desk::views::{Head, MatchNow};
use outflank_pairing::RoundNumber;
use outflank_tournament::matches::{Choice, MatchId};
use outflank_tournament::running::Act;
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::Text;
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::public::tournament::{list_key, stage_key};
use crate::respond::Answer;

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

#[derive(Deserialize)]
pub(crate) struct FinalsForm {
    #[serde(rename = "do")]
    action: Action,
    /// The key of the match.
    #[serde(default, rename = "match")]
    of: Text,
    choice: Option<Choice>,
    #[serde(default)]
    time: Text,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Choose,
    Default,
    Start,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<FinalsForm>) -> Answer {
    let (what, place) = match form.action {
        Action::Choose => ("choose", &*form.of),
        Action::Default => ("default", &*form.of),
        Action::Start => ("start", "start"),
    };
    let notice = match command(&desk, &form) {
        Ok(act) => match desk.submit(what, act).await {
            Ok(_) => return desk.see("desk/finals"),
            Err(rejection) => Notice::rejected(place, &rejection),
        },
        Err("desk.finals.no_match") => Notice::own("", desk.f.t("desk.finals.no_match")),
        Err(key) => Notice::own(place, desk.f.t(key)),
    };
    show(&desk, Some(notice))
}

/// The command of the form; the key of what is wrong otherwise.
fn command(desk: &DirectorDesk, form: &FinalsForm) -> Result<Act, &'static str> {
    let view = desk.view();
    let of = view.match_named(&form.of).ok_or("desk.finals.no_match");
    Ok(match form.action {
        Action::Choose => {
            let of = of?;
            Act::Choose {
                of,
                entrant: view.chooser(of).ok_or("desk.finals.no_choice")?,
                choice: form.choice.ok_or("desk.finals.no_choice")?,
            }
        }
        Action::Default => Act::ChooseByDefault { of: of? },
        Action::Start => {
            let at = desk.web.desk.now();
            let round = view.finals(at).and_then(|finals| finals.round);
            let (Some(round), Some((hour, minute))) = (round, clock(&form.time)) else {
                return Err("desk.finals.bad_time");
            };
            Act::AnnounceStart {
                round: RoundNumber(round),
                start: view.today_at(at, hour, minute),
            }
        }
    })
}

fn show(desk: &DirectorDesk, notice: Option<Notice>) -> Answer {
    let view = desk.view();
    let page = FinalsPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Finals, notice.as_ref()),
        finals: view.finals(desk.web.desk.now()),
        playing: view.next().round().filter(|_| view.is_match_round()),
    };
    desk.page(notice.as_ref(), &page)
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
