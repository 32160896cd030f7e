//! What spectators see: the delay, a switch for every game, and what they reported.

use askama::Template;
use outflank_desk::audience::DELAY_SECONDS_MAX;
use outflank_desk::views::{Head, Moment};
use outflank_desk::{Refusal, Request, TokenId, WatchAct, What};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

/// A game and whether the public sees it.
struct GameRow {
    game: String,
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

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None).await;
    };
    match change(ask, form).await {
        Ok(()) => ask.see("desk/watching"),
        Err(refusal) => show(ask, Some(Said::refused(form.get("do"), &refusal))).await,
    }
}

async fn change(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let act = match form.get("do") {
        "delay" => WatchAct::SetDelay {
            tournament: ask.now.id.clone(),
            seconds: form.number("seconds").unwrap_or(u32::MAX),
        },
        "admit" => WatchAct::Admit {
            tournament: ask.now.id.clone(),
            admitted: form.has("admitted"),
        },
        "withhold" => match form.get("game").parse() {
            Ok(game) => WatchAct::Withhold {
                game,
                withheld: form.has("withheld"),
            },
            Err(_) => return Ok(()),
        },
        _ => return Ok(()),
    };
    let request = Request::new(TokenId::random().as_str(), What::Watching { act });
    ask.desk.submit(ask.caller, request).await?;
    Ok(())
}

async fn show(ask: &Ask<'_>, said: Option<Said>) -> DeskAnswer {
    let now = &ask.now;
    let round = now.games().iter().map(|own| own.round).max();
    let mut games = Vec::new();
    for own in now.games().iter().filter(|own| Some(own.round) == round) {
        let game = ask.desk.game(&own.game).await.ok().flatten();
        games.push(GameRow {
            game: own.game.to_string(),
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
        at: ask.office().moment(report.at),
    });
    let page = WatchingPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Watching, said.clone()),
        admitted: now.spectators,
        clause: (now.rules())
            .and_then(|rules| rules.spectators.clause())
            .map(|clause| clause.for_people()),
        delay_s: now.delay.0 / 1000,
        longest_s: DELAY_SECONDS_MAX,
        games,
        reports: reports.collect(),
    };
    ask.page(said.as_ref(), &page)
}
