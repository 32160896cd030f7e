//! Every table of the round on one screen: clocks, flags, calls, devices; and what is done to all of them.

use askama::Template;
use outflank_board::{BySide, Side};
use outflank_desk::access::{Action as Right, Target};
use outflank_desk::table::device::Place;
use outflank_desk::views::board::table::{ClockMode, HeldView, TableView, opening};
use outflank_desk::views::{Halves, Head, Moment};
use outflank_desk::{
    CallAnswer, GameId, GamePlace, GameRequest, HeldRequest, NewGame, Refusal, What,
};
use outflank_game::{
    Act as GameAct, By as GameBy, Infringement, LatenessRule, Phase as GamePhase, Presence,
};
use outflank_pairing::RoundNumber;
use outflank_rulebook::Rulebook;
use outflank_tournament::running::{TableNumber, Timestamp};
use serde::Deserialize;

use crate::board::table::Waiting;
use crate::board::watch::{clock, side_word};
use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::{Field, Text, WrongField};
use crate::pages::Frame;
use crate::pages::notice::{FormError, Notice};
use crate::respond::Answer;

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
    /// What can be noted of a player's conduct, each with the clause of the rulebook.
    infringements: Vec<(Infringement, Option<String>)>,
    /// What became of a command to all tables, with the key of what it was.
    told: Option<(&'static str, Told)>,
    now: i64,
}

struct Row {
    table: u16,
    names: BySide<String>,
    view: Option<TableView>,
    active: Option<Moment>,
    /// The time after which an absent player loses.
    late_in: Option<String>,
}

impl Row {
    /// The absent players, and the milliseconds until they lose if the rulebook says so.
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

/// The key of an infringement in words.
fn infringement_key(what: &Infringement) -> &'static str {
    match what {
        Infringement::Hovering => "infringement.hovering",
        Infringement::LeftTable => "infringement.left_table",
        Infringement::OpponentsTime => "infringement.opponents_time",
        Infringement::Hands => "infringement.hands",
        Infringement::Disturbing => "infringement.disturbing",
        Infringement::HidingClock => "infringement.hiding_clock",
        Infringement::HandOnClock => "infringement.hand_on_clock",
        Infringement::Harassing => "infringement.harassing",
        Infringement::Consulting => "infringement.consulting",
        Infringement::Phone => "infringement.phone",
        Infringement::Smoking => "infringement.smoking",
        Infringement::Assistant => "infringement.assistant",
        Infringement::Objects => "infringement.objects",
        Infringement::Unreadable => "infringement.unreadable",
        Infringement::Other => "infringement.other",
    }
}

/// What can be noted under a rulebook: first what its text names.
fn infringements(rules: Option<&Rulebook>) -> Vec<(Infringement, Option<String>)> {
    let clause = |what: Infringement| rules.and_then(|rules| what.clause(rules));
    let mut list: Vec<(Infringement, Option<String>)> = (Infringement::ALL.iter())
        .map(|what| (*what, clause(*what).map(|id| id.for_people())))
        .collect();
    list.sort_by_key(|(_, clause)| clause.is_none());
    list
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

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct TablesForm {
    #[serde(rename = "do")]
    action: Action,
    table: Field<TableNumber>,
    mode: Field<Mode>,
    why: Text,
    /// A device that waits.
    who: Text,
    call: Field<u32>,
    held: Field<u32>,
    side: Field<Side>,
    /// An infringement to be noted.
    what: Field<Infringement>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Open,
    Pause,
    Resume,
    Admit,
    SendAway,
    Answered,
    Counts,
    Drop,
    Replace,
    Stop,
    Start,
    WaiveTime,
    WaiveForfeit,
    Signal,
    Note,
    Confirm,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Physical,
    ClockPage,
    OneTap,
    OnScreen,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, None).await
}

pub(crate) async fn post(Posted { mut desk, form, .. }: Posted<TablesForm>) -> Answer {
    let told = match form.action {
        Action::Pause => Some(("tables.paused", form.stop())),
        Action::Resume => Some(("tables.resumed", GameAct::Resume { player: None })),
        _ => None,
    };
    if let Some((key, act)) = told {
        let told = every_game(&desk, &act).await;
        desk.refresh();
        return show(&desk, None, Some((key, told))).await;
    }
    let notice = match change(&desk, &form).await {
        Ok(()) => return desk.see("desk/tables"),
        Err(error) => error.notice(&desk.f, ""),
    };
    desk.refresh();
    show(&desk, Some(notice), None).await
}

/// The round whose tables are shown: the latest one.
fn round_of(desk: &DirectorDesk) -> Option<RoundNumber> {
    let rounds = desk.view().rounds();
    rounds.last().map(|round| RoundNumber(*round))
}

impl TablesForm {
    fn waive(&self, rule: LatenessRule) -> Result<GameAct, WrongField> {
        Ok(GameAct::WaiveLateness {
            player: self.side.required("side")?,
            waive: Some(rule),
        })
    }

    fn stop(&self) -> GameAct {
        GameAct::Stop {
            why: (self.why.filled()).unwrap_or_else(|| "all paused".to_owned()),
        }
    }
}

async fn change(desk: &DirectorDesk, form: &TablesForm) -> Result<(), FormError> {
    match form.action {
        Action::Open => {
            let mode = match form.mode.optional("mode")? {
                Some(Mode::ClockPage) => ClockMode::ClockPage,
                Some(Mode::OneTap) => ClockMode::OneTap,
                Some(Mode::OnScreen) => ClockMode::OnScreen,
                Some(Mode::Physical) | None => ClockMode::Physical,
            };
            open(desk, mode, form.table.optional("table")?).await?;
        }
        Action::Admit => admit(desk, &form.who).await?,
        Action::SendAway => desk.web.doors.close(&form.who),
        _ => {
            let table = form.table.required("table")?;
            let round = round_of(desk);
            let Some(game) = round.and_then(|round| desk.now.game_at(round, table)) else {
                return Ok(());
            };
            match to_one_table(form, &game.game)? {
                Some(what) => submit(desk, what).await?,
                None => {
                    let at = Place::Board;
                    (desk.web.desk)
                        .release_device(&desk.caller, &game.game, at, None)
                        .await?;
                }
            }
        }
    }
    Ok(())
}

/// What the form asks of one game; nothing if its device is to be replaced.
fn to_one_table(form: &TablesForm, game: &GameId) -> Result<Option<What>, WrongField> {
    let held = |counts| {
        let (game, held) = (game.clone(), form.held.required("held")?);
        Ok(What::Held(HeldRequest { game, held, counts }))
    };
    Ok(Some(match form.action {
        Action::Answered => What::AnswerCall(CallAnswer {
            game: game.clone(),
            call: form.call.required("call")?,
        }),
        Action::Counts => held(true)?,
        Action::Drop => held(false)?,
        Action::Start => to_game(game, GameAct::Resume { player: None }),
        Action::WaiveTime => to_game(game, form.waive(LatenessRule::Time)?),
        Action::WaiveForfeit => to_game(game, form.waive(LatenessRule::Forfeiture)?),
        Action::Note => to_game(
            game,
            GameAct::NoteInfringement {
                player: form.side.required("side")?,
                what: form.what.required("what")?,
                note: form.why.filled().unwrap_or_default(),
            },
        ),
        Action::Signal => to_game(game, GameAct::Signal),
        Action::Confirm => to_game(game, GameAct::Confirm { why: None }),
        Action::Stop | Action::Pause => to_game(game, form.stop()),
        Action::Replace | Action::Open | Action::Resume | Action::Admit | Action::SendAway => {
            return Ok(None);
        }
    }))
}

/// Opens the table that is named, or all that are not open.
async fn open(
    desk: &DirectorDesk,
    mode: ClockMode,
    only: Option<TableNumber>,
) -> Result<(), Refusal> {
    let Some(round) = round_of(desk) else {
        return Ok(());
    };
    for table in tables(desk, round) {
        let is_open = desk.now.game_at(round, table).is_some();
        if is_open || only.is_some_and(|only| only != table) {
            continue;
        }
        let new = NewGame {
            place: Some(GamePlace {
                tournament: desk.now.id.clone(),
                round,
                table,
            }),
            rulebook: None,
            opening: opening(&desk.now, round, mode),
        };
        submit(desk, What::NewGame(Box::new(new))).await?;
    }
    Ok(())
}

fn tables(desk: &DirectorDesk, round: RoundNumber) -> Vec<TableNumber> {
    let life = desk.now.affairs().round(round);
    let mut tables: Vec<TableNumber> = life
        .map(|life| life.cards.iter().map(|card| card.table).collect())
        .unwrap_or_default();
    tables.sort_unstable();
    tables
}

/// Lets a device that waits to its table.
async fn admit(desk: &DirectorDesk, who: &str) -> Result<(), Refusal> {
    let Some(one) = desk.web.doors.get(who) else {
        return Ok(());
    };
    let admitted = (desk.web.desk)
        .admit_judge(&desk.caller, &one.event, one.round, one.table)
        .await?;
    desk.web.doors.open(&one.id, admitted.reveal().to_owned());
    Ok(())
}

/// What became of a command to all tables.
#[derive(Default)]
struct Told {
    done: usize,
    /// Tables that refused, and why.
    refused: Vec<(u16, String)>,
    /// Tables with their own clocks, which must be stopped or started by hand.
    by_hand: Vec<u16>,
}

/// Gives one command to every game that is being played and says what became of it.
async fn every_game(desk: &DirectorDesk, act: &GameAct) -> Told {
    let mut told = Told::default();
    let Some(round) = round_of(desk) else {
        return told;
    };
    for table in tables(desk, round) {
        let Some(game) = desk.now.game_at(round, table) else {
            continue;
        };
        let now = match desk.web.desk.game(&game.game).await {
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
        match submit(desk, to_game(&game.game, act.clone())).await {
            Ok(()) => told.done += 1,
            Err(refusal) => {
                let notice = Notice::rejected("", &refusal);
                let clause = notice.clause.map(|clause| format!(" ({clause})"));
                let why = format!("{}{}", notice.text, clause.unwrap_or_default());
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

async fn submit(desk: &DirectorDesk, what: What) -> Result<(), Refusal> {
    desk.submit_any(what).await.map(|_| ())
}

async fn show(
    desk: &DirectorDesk,
    notice: Option<Notice>,
    told: Option<(&'static str, Told)>,
) -> Answer {
    let now = &desk.now;
    let view = desk.view();
    let moment = |at: i64| view.moment(Timestamp(at));
    let round = round_of(desk);
    let at = desk.web.desk.now();
    let mut rows = Vec::new();
    for table in round.map(|round| tables(desk, round)).unwrap_or_default() {
        let Some(round) = round else { break };
        let Some(card) = now.affairs().round(round).and_then(|life| life.card(table)) else {
            continue;
        };
        let game = match now.game_at(round, table) {
            Some(game) => desk.web.desk.game(&game.game).await.ok().flatten(),
            None => None,
        };
        let late_in = game.as_ref().and_then(|game| game.loses_in(at));
        let view = game.map(|game| TableView::of(&game, Some(now), at));
        rows.push(Row {
            late_in: late_in.map(|left| clock(left.0)),
            table: table.0,
            names: BySide::new(now.name(card.black), now.name(card.white)),
            active: view.as_ref().map(|view| moment(view.last_active)),
            view,
        });
    }
    // Tables that need an official come first, then by number.
    rows.sort_by_key(|row| (!row.needs_somebody(), row.table));
    let may_admit = desk
        .caller
        .may(Right::GiveAccess, &Target::tournament(&now.id));
    let digits = match round.filter(|_| may_admit) {
        Some(round) => desk.web.desk.round_digits(&now.id, round).await,
        None => Ok(String::new()),
    };
    let is = |row: &Row, key: &str| row.state() == key;
    let page = TablesPage {
        f: &desk.f,
        head: &desk.head,
        round: round.map(|round| round.0),
        digits: digits.unwrap_or_default(),
        waiting: (desk.web.doors.at(&now.id).into_iter())
            .map(|one| {
                let since = moment(one.since);
                (one, since)
            })
            .collect(),
        unopened: rows.iter().filter(|row| row.view.is_none()).count(),
        running: rows.iter().filter(|row| is(row, "tables.playing")).count(),
        stopped: rows.iter().filter(|row| is(row, "tables.stopped")).count(),
        infringements: infringements(now.rules()),
        told,
        rows,
        d: desk.bar(Tab::Tables, notice.as_ref()),
        now: at.0,
    };
    desk.page(notice.as_ref(), &page)
}
