//! What spectators see: the delay, a switch for every game, and what they reported.

use askama::Template;
use outflank_desk::audience::DELAY_SECONDS_MAX;
use outflank_desk::views::{Head, Moment};
use outflank_desk::{GameId, WatchAct, What};
use outflank_event::words;
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::{Field, Ticked};
use crate::pages::Frame;
use crate::pages::notice::{FormError, Notice};
use crate::respond::Answer;

/// A game and whether the public sees it.
struct GameRow {
    game: GameId,
    table: u16,
    black: String,
    white: String,
    withheld: bool,
}

/// What a spectator reported.
struct ReportRow {
    round: u16,
    table: u16,
    text: String,
    at: Moment,
}

#[derive(Template)]
#[template(path = "desk/watching.html")]
struct WatchingPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    admitted: bool,
    /// What the rulebook says of spectators, as people read it.
    clause: Option<String>,
    delay_s: i64,
    longest_s: u32,
    games: Vec<GameRow>,
    reports: Vec<ReportRow>,
}

#[derive(Deserialize)]
pub(crate) struct WatchingForm {
    #[serde(rename = "do")]
    action: Action,
    #[serde(default)]
    seconds: Field<u32>,
    #[serde(default)]
    admitted: Ticked,
    #[serde(default)]
    game: Field<GameId>,
    #[serde(default)]
    withheld: Ticked,
}

words! {
    /// What the form asks for.
    Action {
        Delay = "delay",
        Admit = "admit",
        Withhold = "withhold",
    }
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None).await
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<WatchingForm>) -> Answer {
    let place = form.action.word();
    match change(&desk, &form).await {
        Ok(()) => desk.see("desk/watching"),
        Err(error) => show(&desk, Some(error.notice(&desk.f, place))).await,
    }
}

async fn change(desk: &DirectorDesk, form: &WatchingForm) -> Result<(), FormError> {
    let tournament = desk.now.id.clone();
    let act = match form.action {
        Action::Delay => WatchAct::SetDelay {
            tournament,
            seconds: form.seconds.required("seconds")?,
        },
        Action::Admit => WatchAct::Admit {
            tournament,
            admitted: form.admitted.0,
        },
        Action::Withhold => WatchAct::Withhold {
            game: form.game.required("game")?,
            withheld: form.withheld.0,
        },
    };
    desk.submit_any(What::Watching { act }).await?;
    Ok(())
}

async fn show(desk: &DirectorDesk, notice: Option<Notice>) -> Answer {
    let now = &desk.now;
    let round = now.games().iter().map(|own| own.round).max();
    let mut games = Vec::new();
    for own in now.games().iter().filter(|own| Some(own.round) == round) {
        let game = desk.web.desk.game(&own.game).await.ok().flatten();
        games.push(GameRow {
            game: own.game.clone(),
            table: own.table.0,
            black: now.name(own.black),
            white: now.name(own.white),
            withheld: game.is_some_and(|game| game.is_withheld),
        });
    }
    games.sort_by_key(|row| row.table);
    let reports = now.reports.iter().rev().map(|report| ReportRow {
        round: report.round.0,
        table: report.table.0,
        text: report.text.clone(),
        at: desk.view().moment(report.at),
    });
    let page = WatchingPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Watching, notice.as_ref()),
        admitted: now.spectators,
        clause: (now.rules())
            .and_then(|rules| rules.spectators.clause())
            .map(|clause| clause.for_people()),
        delay_s: now.delay.0 / 1000,
        longest_s: DELAY_SECONDS_MAX,
        games,
        reports: reports.collect(),
    };
    desk.page(notice.as_ref(), &page)
}
