//! Every table of the round on one screen: clocks, flags, calls, devices; and what is done to all of them.

use askama::Template;
use outflank_board::{BySide, Side};
use outflank_desk::access::Action;
use outflank_desk::table::device::Place;
use outflank_desk::views::board::table::{ClockMode, HeldView, TableView, opening};
use outflank_desk::views::{Halves, Head, Moment};
use outflank_desk::{
    CallAnswer, GameId, GamePlace, GameRequest, HeldRequest, NewGame, Refusal, Request, TokenId,
    What,
};
use outflank_game::{Act as GameAct, By as GameBy, Phase as GamePhase, Presence};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{TableNumber, Timestamp};

use crate::board::table::Waiting;
use crate::board::watch::{clock, side_word};
use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/tables.html")]
struct TablesPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    round: Option<u16>,
    digits: String,
    waiting: Vec<(Waiting, Moment)>,
    rows: Vec<Row>,
    unopened: usize,
    running: usize,
    stopped: usize,
    /// What became of a command to all tables, with the key of what it was.
    told: Option<(&'static str, Told)>,
    now: i64,
}

struct Row {
    table: u16,
    names: BySide<String>,
    view: Option<TableView>,
    active: Option<Moment>,
    /// In what time whoever has not come loses.
    late_in: Option<String>,
}

impl Row {
    /// Who has not come, and in how many milliseconds he loses where the rulebook says so.
    fn late(&self) -> Vec<Side> {
        let Some(view) = self
            .view
            .as_ref()
            .filter(|view| view.mode == ClockMode::OnScreen)
        else {
            return Vec::new();
        };
        let is_open = matches!(
            view.phase,
            GamePhase::Ready | GamePhase::Signalled | GamePhase::Playing
        );
        (Side::BOTH.into_iter())
            .filter(|side| is_open && view.presence[*side] == Presence::Late)
            .collect()
    }

    /// The key of what the game is doing.
    fn state(&self) -> &'static str {
        let Some(view) = &self.view else {
            return "tables.unopened";
        };
        match view.phase {
            GamePhase::Ready | GamePhase::Signalled => "tables.ready",
            GamePhase::Over => "tables.over",
            GamePhase::Confirmed => "tables.confirmed",
            _ if view.clock.running.is_none() => "tables.stopped",
            GamePhase::Unopened | GamePhase::Playing => "tables.playing",
        }
    }

    fn mode(&self) -> &'static str {
        match self.view.as_ref().map(|view| view.mode) {
            Some(ClockMode::Physical) | None => "tables.physical",
            Some(ClockMode::ClockPage) => "tables.clock_page",
            Some(ClockMode::OneTap) => "tables.one_tap",
            Some(ClockMode::OnScreen) => "tables.on_screen",
        }
    }

    /// The score, Black's first.
    fn score(&self) -> Option<(Halves, Halves)> {
        let result = self.view.as_ref()?.result.as_ref()?;
        let halves = |number: u16| Halves(u32::from(number));
        Some((halves(result.halves.black), halves(result.halves.white)))
    }

    fn is_signed(&self) -> bool {
        let result = self.view.as_ref().and_then(|view| view.result.as_ref());
        result.is_some_and(|one| one.signed.black && one.signed.white)
    }

    fn needs_somebody(&self) -> bool {
        self.view.as_ref().is_some_and(|view| {
            !view.calls.is_empty()
                || !view.held.is_empty()
                || view.claimed.is_some()
                || view.dispute
        })
    }
}

/// A tap in words.
fn spoken(tap: &HeldView) -> String {
    let act = serde_json::to_value(&tap.act).unwrap_or_default();
    let text = |name: &str| act[name].as_str().unwrap_or_default().to_owned();
    let word = text("act").replace('_', " ");
    format!("{} {word} {}", tap.by, text("square"))
        .trim()
        .to_owned()
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, None).await;
    };
    match form.get("do") {
        "pause" => {
            let told = every_game(ask, &stop(form)).await;
            return show(ask, None, Some(("tables.paused", told))).await;
        }
        "resume" => {
            let told = every_game(ask, &GameAct::Resume { player: None }).await;
            return show(ask, None, Some(("tables.resumed", told))).await;
        }
        _ => {}
    }
    match change(ask, form).await {
        Ok(()) => ask.see("desk/tables"),
        Err(refusal) => {
            let place = form.get("place").to_owned();
            show(ask, Some(Said::refused(place, &refusal)), None).await
        }
    }
}

/// The round whose tables are shown: the latest that is public.
fn round_of(ask: &Ask<'_>) -> Option<RoundNumber> {
    let rounds = ask.office().rounds();
    rounds.last().map(|round| RoundNumber(*round))
}

async fn change(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    match form.get("do") {
        "open" => open(ask, form).await?,
        "admit" => admit(ask, form).await?,
        "send_away" => ask.doors.close(form.get("who")),
        _ => one_table(ask, form).await?,
    }
    Ok(())
}

fn stop(form: &Form) -> GameAct {
    GameAct::Stop {
        why: form.some("why").unwrap_or_else(|| "all paused".to_owned()),
    }
}

/// Opens the tables that are asked for, or all.
async fn open(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let mode = match form.get("mode") {
        "clock_page" => ClockMode::ClockPage,
        "one_tap" => ClockMode::OneTap,
        "on_screen" => ClockMode::OnScreen,
        _ => ClockMode::Physical,
    };
    let Some(round) = round_of(ask) else {
        return Ok(());
    };
    let only: Option<u16> = form.number("table");
    for table in tables(ask, round) {
        let is_open = ask.now.game_at(round, table).is_some();
        if is_open || only.is_some_and(|only| only != table.0) {
            continue;
        }
        let new = NewGame {
            place: Some(GamePlace {
                tournament: ask.now.id.clone(),
                round,
                table,
            }),
            rulebook: None,
            opening: opening(&ask.now, round, mode),
        };
        submit(ask, What::NewGame(Box::new(new))).await?;
    }
    Ok(())
}

fn tables(ask: &Ask<'_>, round: RoundNumber) -> Vec<TableNumber> {
    let life = ask.now.affairs().round(round);
    let mut tables: Vec<TableNumber> = life
        .map(|life| life.cards.iter().map(|card| card.table).collect())
        .unwrap_or_default();
    tables.sort_unstable();
    tables
}

/// Lets a device that waits to its table.
async fn admit(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let Some(one) = ask.doors.get(form.get("who")) else {
        return Ok(());
    };
    let secret = ask
        .desk
        .admit_judge(ask.caller, &one.event, one.round, one.table)
        .await?;
    ask.doors.open(&one.id, secret.reveal().to_owned());
    Ok(())
}

/// What became of a command to all tables.
#[derive(Default)]
struct Told {
    done: usize,
    /// Tables that refused, and why.
    refused: Vec<(u16, String)>,
    /// Tables whose own clocks somebody must stop or start.
    by_hand: Vec<u16>,
}

/// Gives one command to every game that is being played and says what became of it.
async fn every_game(ask: &Ask<'_>, act: &GameAct) -> Told {
    let mut told = Told::default();
    let Some(round) = round_of(ask) else {
        return told;
    };
    for table in tables(ask, round) {
        let Some(game) = ask.now.game_at(round, table) else {
            continue;
        };
        let now = match ask.desk.game(&game.game).await {
            Ok(Some(now)) => now,
            Ok(None) => continue,
            Err(refusal) => {
                told.refused.push((table.0, refusal.to_string()));
                continue;
            }
        };
        if now.game.phase() != GamePhase::Playing {
            continue;
        }
        if ClockMode::of(&now) == ClockMode::Physical {
            told.by_hand.push(table.0);
        }
        match submit(ask, to_game(&game.game, act.clone())).await {
            Ok(()) => told.done += 1,
            Err(refusal) => {
                let said = Said::refused("", &refusal);
                let clause = said.clause.map(|clause| format!(" ({clause})"));
                let why = format!("{}{}", said.text, clause.unwrap_or_default());
                told.refused.push((table.0, why));
            }
        }
    }
    told
}

fn to_game(game: &GameId, act: GameAct) -> What {
    What::Game(Box::new(GameRequest {
        game: game.clone(),
        by: GameBy::Director,
        act,
    }))
}

async fn one_table(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let (Some(round), Some(table)) = (round_of(ask), form.number("table")) else {
        return Ok(());
    };
    let Some(game) = ask.now.game_at(round, TableNumber(table)) else {
        return Ok(());
    };
    let game = game.game.clone();
    let what = match form.get("do") {
        "answered" => What::AnswerCall(CallAnswer {
            game,
            call: form.number("call").unwrap_or(0),
        }),
        "counts" | "drop" => What::Held(HeldRequest {
            game,
            held: form.number("held").unwrap_or(0),
            counts: form.get("do") == "counts",
        }),
        "replace" => {
            ask.desk
                .release_device(ask.caller, &game, Place::Board, None)
                .await?;
            return Ok(());
        }
        "stop" => to_game(&game, stop(form)),
        "start" => to_game(&game, GameAct::Resume { player: None }),
        "pardon" => match Side::BOTH
            .into_iter()
            .find(|side| side_word(side) == form.get("side"))
        {
            Some(player) => to_game(&game, GameAct::WaiveLateness { player }),
            None => return Ok(()),
        },
        "signal" => to_game(&game, GameAct::Signal),
        "confirm" => to_game(&game, GameAct::Confirm { why: None }),
        _ => return Ok(()),
    };
    submit(ask, what).await
}

async fn submit(ask: &Ask<'_>, what: What) -> Result<(), Refusal> {
    let request = Request::new(TokenId::random().as_str(), what);
    ask.desk.submit(ask.caller, request).await.map(|_| ())
}

async fn show(ask: &Ask<'_>, said: Option<Said>, told: Option<(&'static str, Told)>) -> DeskAnswer {
    let now = ask.fresh();
    let office = ask.office();
    let moment = |at: i64| office.moment(Timestamp(at));
    let round = round_of(ask);
    let at = ask.desk.now();
    let mut rows = Vec::new();
    for table in round.map(|round| tables(ask, round)).unwrap_or_default() {
        let Some(round) = round else { break };
        let Some(card) = now.affairs().round(round).and_then(|life| life.card(table)) else {
            continue;
        };
        let game = match now.game_at(round, table) {
            Some(game) => ask.desk.game(&game.game).await.ok().flatten(),
            None => None,
        };
        let late_in = game.as_ref().and_then(|game| game.loses_in(at));
        let view = game.map(|game| TableView::of(&game, Some(&now), at));
        rows.push(Row {
            late_in: late_in.map(|left| clock(left.0)),
            table: table.0,
            names: BySide::new(now.name(card.black), now.name(card.white)),
            active: view.as_ref().map(|view| moment(view.last_active)),
            view,
        });
    }
    // Whoever needs somebody comes first, then by number.
    rows.sort_by_key(|row| (!row.needs_somebody(), row.table));
    let may_admit = (ask.caller).may(
        Action::GiveAccess,
        &outflank_desk::access::Target::tournament(&now.id),
    );
    let digits = match round.filter(|_| may_admit) {
        Some(round) => ask.desk.round_digits(&now.id, round).await,
        None => Ok(String::new()),
    };
    let is = |row: &Row, key: &str| row.state() == key;
    let page = TablesPage {
        f: &ask.f,
        head: &ask.head,
        round: round.map(|round| round.0),
        digits: digits.unwrap_or_default(),
        waiting: (ask.doors.at(&now.id).into_iter())
            .map(|one| {
                let since = moment(one.since);
                (one, since)
            })
            .collect(),
        unopened: rows.iter().filter(|row| row.view.is_none()).count(),
        running: rows.iter().filter(|row| is(row, "tables.playing")).count(),
        stopped: rows.iter().filter(|row| is(row, "tables.stopped")).count(),
        told,
        rows,
        d: ask.bar(DeskTab::Tables, said.clone()),
        now: at.0,
    };
    ask.page(said.as_ref(), &page)
}
