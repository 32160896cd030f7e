//! Journeys at a judge's board and in an online event: what survives a reload, what stays in sight apart, earlier turns put
//! right, a game by touch-move, an assistant's page.

use crate::journeys_browser::{Browser, Size};
use crate::judge_parts::table::Table;
use crate::support::hosted::Hosted;
use crate::support::until;
use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Role, Scope, TokenKind};
use outflank_desk::table::device::Place;
use outflank_desk::{DeskAct, DeskRequest, What};
use outflank_game::{Hints, MoveEntry, ScreenPlay};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, TableNumber};

const OFFLINE: &str = "document.getElementById('sync').dataset.state === 'offline'";

#[test]
fn a_call_without_a_network_survives_a_reload() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    table.play(2);
    table.in_sync();
    table.relay.cut();
    b.click("#pad-call");
    b.click("#do-call-discs");
    b.until(OFFLINE);
    b.until("document.getElementById('calls-wait')");
    table.play(1);
    assert!(table.game().calls.is_empty());
    b.crash();
    assert!(!b.can_go("/t/hall/tables/1"), "nobody answers");
    table.relay.mend();
    b.go("/t/hall/tables/1");
    b.until("document.querySelector('#board svg')");
    table.in_sync();
    let game = table.game();
    assert_eq!(game.calls.len(), 1, "called once: {:?}", game.calls);
    assert_eq!(game.game.table().plies, 3);
}

#[test]
fn an_earlier_turn_is_amended_where_the_later_ones_still_fit() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    for square in ["f5", "d6", "c3"] {
        table.square(square);
    }
    table.in_sync();
    b.click("#pad-wrong");
    b.click("#do-earlier");
    b.click("#do-ply-2");
    b.until("document.getElementById('do-was-pass')");
    table.square("f4");
    table.in_sync();
    let transcript = || table.game().game.record().transcript().to_string();
    assert_eq!(transcript(), "f5f4c3");
    // One that does not fit is refused, and the page says why.
    b.until("document.getElementById('pad-wrong')");
    b.click("#pad-wrong");
    b.click("#do-earlier");
    b.click("#do-ply-2");
    b.until("document.getElementById('do-was-pass')");
    table.square("f6");
    b.until("document.querySelector('#panel .notice.bad')");
    table.in_sync();
    assert_eq!(transcript(), "f5f4c3");
}

#[test]
fn the_taps_of_a_replaced_tablet_stay_in_sight_apart() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    table.play(2);
    table.in_sync();
    table.relay.cut();
    table.play(3);
    b.until(OFFLINE);
    let console = Caller::console();
    let (desk, id) = (&table.hall.desk, table.game_id());
    let run = &table.hall.runtime;
    run.block_on(desk.release_device(&console, &id, Place::Board, None))
        .unwrap();
    run.block_on(desk.contact(&console, &id, "another-tablet", 0))
        .unwrap();
    table.relay.mend();
    b.until("document.querySelectorAll('#apart li').length === 3");
    until(|| (table.game().held.len() == 3).then_some(()));
    assert_eq!(table.game().game.table().plies, 2, "none was played");
    b.crash();
    b.go("/t/hall/tables/1");
    b.until("document.querySelectorAll('#apart li').length === 3");
    b.audit("a replaced tablet");
}

/// A link for somebody in the event, as a browser opens it.
fn link(hosted: &Hosted, grant: Grant) -> String {
    let link = NewLink {
        kind: TokenKind::Link,
        grant,
        expires: None,
        only: Vec::new(),
        label: None,
    };
    let act = AccessAct::MakeLink(link);
    let made = hosted.submit(What::Access { act });
    format!("/k/{}", made.secret.unwrap().reveal())
}

#[test]
fn an_online_game_by_touch_move_from_the_player_s_own_page() {
    let hosted = Hosted::start();
    let id = hosted.event("net", 4);
    let play = Some(ScreenPlay {
        entry: MoveEntry::Touch,
        hints: Hints::Hidden,
    });
    hosted.submit(What::Desk(DeskRequest {
        tournament: id.clone(),
        act: DeskAct::PlayOnScreen { play },
    }));
    let round = RoundNumber(1);
    hosted.announce(&id, round);
    let game = {
        let now = hosted.desk.tournament(&id).unwrap();
        now.game_at(round, TableNumber(1)).unwrap().clone()
    };
    let now = || {
        let found = hosted.runtime.block_on(hosted.desk.game(&game.game));
        found.unwrap().unwrap()
    };
    let as_player = |entrant| {
        let scope = Scope {
            entrant: Some(entrant),
            ..Scope::tournament(&id)
        };
        let role = Role::Player;
        link(&hosted, Grant { role, scope })
    };
    let port = hosted.address.port();
    let black = Browser::start_in_hall(port, Size::Phone);
    black.go(&as_player(game.black));
    black.until("document.querySelector('a[href$=\"/tables/1/play\"]')");
    black.click("a[href$=\"/tables/1/play\"]");
    black.until("document.querySelector('#board svg')");
    until(|| (now().game.table().presence.black == outflank_game::Presence::AtTable).then_some(()));
    black.audit("a game before its round");
    hosted.act(&id, Act::Start { round });
    black.until("document.querySelector('[data-side=black].run')");
    // White has not come: the page counts.
    black.until("!document.getElementById('late').hidden && /loses the game in/.test(document.getElementById('late').textContent)");
    assert_eq!(black.count("#board .hints"), 0, "legal moves are hidden");
    let white = Browser::start_in_hall(port, Size::Laptop);
    white.go(&as_player(game.white));
    white.click("a[href$=\"/tables/1/play\"]");
    black.until("document.getElementById('late').hidden");
    black.click(".hits [data-square=f5]");
    white.until("document.querySelectorAll('#moves li').length === 1");
    white.click(".hits [data-square=d6]");
    black.until("document.querySelectorAll('#moves li').length === 2");
    let transcript = now().game.record().transcript().to_string();
    assert_eq!(transcript, "f5d6");
    // By keyboard a touch and a move are one key.
    black.script("document.querySelector('.hits [data-square=c3]').click()");
    white.until("document.querySelectorAll('#moves li').length === 3");
    black.shot("online-touch");
}

#[test]
fn an_assistant_s_page_draws_the_board_and_makes_the_indicated_move() {
    let hosted = Hosted::start();
    let id = hosted.event("net", 4);
    let entrant = outflank_tournament::EntrantId(1);
    let needs = Some(outflank_game::Needs {
        sight: outflank_game::Sight::Impaired,
        tasks: outflank_game::Task::ALL.to_vec(),
        note: "spoken squares".to_owned(),
    });
    let desk = |act| {
        let tournament = id.clone();
        hosted.submit(What::Desk(DeskRequest { tournament, act }));
    };
    desk(DeskAct::GrantNeeds { entrant, needs });
    let play = Some(ScreenPlay {
        entry: MoveEntry::Tap,
        hints: Hints::Shown,
    });
    desk(DeskAct::PlayOnScreen { play });
    let round = RoundNumber(1);
    hosted.announce(&id, round);
    hosted.act(&id, Act::Start { round });
    let scope = Scope {
        entrant: Some(entrant),
        ..Scope::tournament(&id)
    };
    let role = Role::NeedsAssistant;
    let address = link(&hosted, Grant { role, scope });
    let now = hosted.desk.tournament(&id).unwrap();
    let game = (now.games().iter())
        .find(|own| [own.black, own.white].contains(&entrant))
        .unwrap()
        .clone();
    let found = || {
        let now = hosted.runtime.block_on(hosted.desk.game(&game.game));
        now.unwrap().unwrap()
    };
    until(|| (found().game.phase() == outflank_game::Phase::Playing).then_some(()));
    let browser = Browser::start_in_hall(hosted.address.port(), Size::Phone);
    browser.go(&address);
    browser.until("document.querySelector('#board svg')");
    browser.audit("an assistant's page");
    let play = |square: &str| {
        hosted.submit(What::Game(Box::new(outflank_desk::GameRequest {
            game: game.game.clone(),
            by: found().game.turn().into(),
            act: outflank_game::Act::Play {
                square: square.parse().unwrap(),
            },
        })));
    };
    let is_black = game.black == entrant;
    if !is_black {
        play("f5");
        browser.until("/turn is complete/.test(document.getElementById('prompt').textContent)");
    }
    let square = if is_black { "f5" } else { "d6" };
    browser.until(&format!(
        "document.querySelector('.hits [data-square={square}]:not([aria-disabled])')"
    ));
    browser.click(&format!(".hits [data-square={square}]"));
    let plies = if is_black { 1 } else { 2 };
    until(|| (found().game.table().plies == plies).then_some(()));
    browser.click("#clocks");
    browser.until("/clock/.test(document.getElementById('prompt').textContent)");
}
