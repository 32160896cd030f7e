//! Journeys in a real browser: two players with a cut each, a spectator who steps back, a game by keyboard.

use crate::journeys_browser::{Browser, Size};
use crate::support::folder::Folder;
use crate::support::hall::{Hall, whole_game};
use crate::support::hosted::Hosted;
use crate::support::program::Served;
use crate::support::relay::Relay;
use outflank_board::{Move, Position};
use outflank_game::{Act as GameAct, By};

/// Plays the move of a game on the board that is shown.
#[track_caller]
fn play(browser: &Browser, mv: Move, number: usize) {
    browser.until(&format!(
        "document.querySelectorAll('#moves li').length >= {}",
        number - 1
    ));
    match mv {
        Move::Disc(square) => {
            let button = format!("[data-square={square}]:not([aria-disabled])");
            browser.until(&format!("document.querySelector('{button}')"));
            browser.click(&format!("[data-square={square}]"));
        }
        Move::Pass => {
            browser.until("!document.getElementById('pass').hidden");
            browser.click("#pass");
        }
    }
}

#[test]
fn two_players_in_two_browsers_play_to_the_end_with_a_cut_each() {
    let hosted = Hosted::start();
    let one = Browser::start_in_hall(hosted.address.port(), Size::Laptop);
    one.go("/play");
    one.click("[name=side][value=black]");
    one.click("main button.primary");
    one.until("!document.getElementById('invite').hidden");
    let invite = one.script("return document.getElementById('invite-link').value");
    let invite = invite.as_str().unwrap().to_owned();
    let path = invite.split_once("/play/").unwrap().1.to_owned();
    let other = Browser::start_in_hall(hosted.address.port(), Size::Phone);
    other.go(&format!("/play/{path}"));
    other.until("!document.getElementById('start').hidden");
    other.click("#start");
    let moves = whole_game();
    let mut position = Position::start();
    for (number, mv) in (1..).zip(moves.iter().copied()) {
        let is_black = position.to_move() == outflank_board::Side::Black;
        let player = if is_black { &one } else { &other };
        // Each is cut off for a move that he makes all the same; one comes back by a reload.
        let is_cut = number == 11 || number == 20;
        if is_cut {
            player.until(&format!(
                "document.querySelectorAll('#moves li').length >= {}",
                number - 1
            ));
            player.offline(true);
        }
        play(player, mv, number);
        if is_cut {
            player.until("document.getElementById('sync').textContent.includes('saved')");
            player.offline(false);
            if number == 20 {
                player.script("window.onbeforeunload = null; location.reload()");
            }
        }
        position = position.play(mv).unwrap();
    }
    for player in [&one, &other] {
        player.until("document.getElementById('prompt').textContent.startsWith('Result')");
        player.until("!document.getElementById('sign').hidden");
        player.click("#sign");
    }
    one.until("document.getElementById('prompt').textContent.includes('Both players have agreed')");
    one.until("document.getElementById('lag').textContent.includes('not charged')");
    let game = path.split('#').next().unwrap().to_owned();
    let played = hosted
        .client()
        .get(&format!("/games/{game}/file/game.json"))
        .json();
    assert_eq!(played["plies"].as_array().unwrap().len(), moves.len());
}

#[test]
fn a_spectator_steps_back_while_moves_arrive() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    hall.play(&games[0], "f5d6c3d3c4");
    let browser = Browser::start_in_hall(hall.hosted.address.port(), Size::Laptop);
    browser.go(&format!("/t/hall/games/{}", games[0]));
    browser.until("document.getElementById('where').textContent === 'Move 5 of 5'");
    // Follows.
    hall.play(&games[0], "f4");
    browser.until("document.getElementById('where').textContent === 'Move 6 of 6'");
    // Steps back with the keyboard; new moves do not carry him off.
    browser.keys("\u{E012}\u{E012}\u{E012}");
    browser.until("document.getElementById('where').textContent === 'Move 3 of 6'");
    hall.play(&games[0], "f6");
    browser.until("document.getElementById('where').textContent === 'Move 3 of 7'");
    browser.until("document.getElementById('catch-up').textContent.startsWith('4 newer')");
    let current =
        browser.script("return document.querySelector('#moves [aria-current] b').textContent");
    assert_eq!(current, "c3");
    browser.click("#catch-up");
    browser.until("document.getElementById('where').textContent === 'Move 7 of 7'");
    hall.play(&games[0], "f3");
    browser.until("document.getElementById('where').textContent === 'Move 8 of 8'");
    browser.audit("one game");
    // All boards of the round follow too.
    browser.go("/t/hall/boards");
    hall.play(&games[1], "f5");
    browser.until("document.body.textContent.includes('Last move f5')");
    browser.audit("all boards");
    browser.shot("boards");
    browser.go(&format!("/t/hall/games/{}?numbers=1", games[0]));
    browser.shot("game");
}

/// A correction comes through the stream while somebody looks back: he stays where he is if that move is still there,
/// sees the corrected board if it is not, and goes on from there.
#[test]
fn a_correction_strands_nobody_who_looks_back() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    let game = &games[0];
    hall.play(game, "f5d6c3d3c4f4f6");
    let early = Browser::start_in_hall(hall.hosted.address.port(), Size::Laptop);
    let late = Browser::start_in_hall(hall.hosted.address.port(), Size::Phone);
    let where_is = |browser: &Browser, text: &str| {
        browser.until(&format!(
            "document.getElementById('where').textContent === '{text}'"
        ));
    };
    for (browser, steps, text) in [
        (&early, "\u{E012}".repeat(5), "Move 2 of 7"),
        (&late, "\u{E012}".to_owned(), "Move 6 of 7"),
    ] {
        browser.go(&format!("/t/hall/games/{game}"));
        where_is(browser, "Move 7 of 7");
        browser.keys(&steps);
        where_is(browser, text);
        browser.script("window.stays = true");
    }
    let board = "return document.querySelector('#board svg').outerHTML";
    let seen = early.script(board);
    // The last three entries were wrong: they are taken back, and another move was played.
    for _ in 0..3 {
        hall.act(game, By::Director, GameAct::TakeBackEntry);
    }
    where_is(&early, "Move 2 of 4");
    assert_eq!(early.script(board), seen, "what he looks at is as it was");
    where_is(&late, "Move 4 of 4");
    late.until("document.getElementById('said').textContent.length > 0");
    hall.play(game, "e3");
    where_is(&early, "Move 2 of 5");
    // Both go on to the end and follow again.
    for browser in [&early, &late] {
        browser.keys("\u{E010}");
        where_is(browser, "Move 5 of 5");
    }
    hall.play(game, "f4");
    for browser in [&early, &late] {
        where_is(browser, "Move 6 of 6");
        let last =
            browser.script("return document.querySelector('#moves [aria-current] b').textContent");
        assert_eq!(last, "f4 ✎", "played anew");
        assert_eq!(
            browser.script("return window.stays"),
            true,
            "nothing was loaded again"
        );
    }
    assert_eq!(early.script(board), late.script(board));
}

/// How long it takes from a judge's tap to the repaint of a spectator's board, in a real browser: printed, since a
/// machine that is busy otherwise is no failure.
#[test]
fn a_tap_is_painted_on_a_spectator_s_board() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    let browser = Browser::start_in_hall(hall.hosted.address.port(), Size::Laptop);
    browser.go(&format!("/t/hall/games/{}", games[0]));
    browser.until("document.getElementById('where').textContent === 'Move 0 of 0'");
    // The frame after the one in which the board has changed is on the screen.
    browser.script(
        "window.painted = []; new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => \
         window.painted.push([document.getElementById('where').textContent, Date.now()])))) \
         .observe(document.getElementById('board'), { childList: true });",
    );
    let mut delays = Vec::new();
    for (number, mv) in (1..).zip(whole_game().into_iter().take(20)) {
        let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        hall.play_all(&games[0], &[mv]);
        let text = format!("Move {number} of {number}");
        browser.until(&format!(
            "window.painted.some(([where]) => where === '{text}')"
        ));
        let at = browser.script(&format!(
            "return window.painted.find(([where]) => where === '{text}')[1]"
        ));
        delays.push(at.as_i64().unwrap() - i64::try_from(since.as_millis()).unwrap());
    }
    delays.sort_unstable();
    assert_eq!(delays.len(), 20, "every move was painted");
    eprintln!(
        "a tap is painted after {} ms in the middle, {} ms at most of {}",
        delays[10],
        delays[19],
        delays.len()
    );
}

/// The server is killed in the middle of a game on screen and started again: the move made meanwhile is kept, nobody is
/// charged for the time, and players and spectators go on where they were.
#[test]
fn a_game_goes_on_after_the_server_was_started_again() {
    let folder = Folder::new("restarted");
    let mut served = Served::start(folder.path(), &[]);
    let relay = Relay::to(served.address);
    let browser = Browser::start_in_hall(relay.port, Size::Laptop);
    browser.go("/play");
    browser.click("[name=where][value=here]");
    browser.click("main button.primary");
    browser.until("document.getElementById('start') && !document.getElementById('start').hidden");
    browser.click("#start");
    let moves = whole_game();
    for (number, mv) in (1..).zip(moves.iter().take(6).copied()) {
        play(&browser, mv, number);
    }
    browser.until("document.querySelectorAll('#moves li').length === 6");
    let path = browser.script("return location.pathname");
    let game = path
        .as_str()
        .unwrap()
        .strip_prefix("/play/")
        .unwrap()
        .to_owned();
    let viewer = Browser::start_in_hall(relay.port, Size::Phone);
    viewer.go(&format!("/games/{game}"));
    viewer.until("document.getElementById('where').textContent === 'Move 6 of 6'");
    relay.cut();
    served.kill();
    play(&browser, moves[6], 7);
    browser.until("document.getElementById('sync').textContent.includes('saved')");
    let served = Served::start(folder.path(), &[]);
    relay.lead_to(served.address);
    relay.mend();
    browser.until("!document.getElementById('resume').hidden");
    assert!(browser.text("#prompt").contains("The clocks are stopped"));
    browser.audit("a game whose clock stands");
    browser.click("#resume");
    browser.until("document.querySelectorAll('#moves li').length === 7");
    for (number, mv) in (8..).zip(moves[7..12].iter().copied()) {
        play(&browser, mv, number);
    }
    viewer.until("document.getElementById('where').textContent === 'Move 12 of 12'");
    let client = served.client();
    let view = client.get(&format!("/games/{game}/file/game.json")).json();
    assert_eq!(view["plies"].as_array().unwrap().len(), 12);
    let log = client.get(&format!("/api/v1/games/{game}/log")).text();
    assert_eq!(log.matches("\"game.paused\"").count(), 1, "{log}");
}

#[test]
fn a_game_by_keyboard_alone() {
    let hosted = Hosted::start();
    let browser = Browser::start_in_hall(hosted.address.port(), Size::Laptop);
    browser.go("/play");
    browser.tab_to("[name=where]");
    browser.keys("\u{E015}");
    browser.tab_to("main button.primary");
    browser.keys("\u{E007}");
    browser.until("document.getElementById('start') && !document.getElementById('start').hidden");
    browser.tab_to("#start");
    browser.keys("\u{E007}");
    browser.until("document.getElementById('prompt').textContent.includes('your move')");
    browser.audit("a game that begins");
    let mut position = Position::start();
    for (number, mv) in (1..).zip(whole_game()) {
        browser.until(&format!(
            "document.querySelectorAll('#moves li').length === {} && !document.getElementById('sync').textContent.includes('Sending')",
            number - 1
        ));
        match mv {
            Move::Pass => browser.keys("p"),
            Move::Disc(square) => {
                browser.keys("b");
                walk(&browser, &square.to_string());
                browser.keys("\u{E007}");
            }
        }
        position = position.play(mv).unwrap();
    }
    browser.until("document.getElementById('prompt').textContent.startsWith('Result')");
    let said = browser.script("return document.getElementById('said').textContent");
    assert!(
        said.as_str().unwrap().contains("The game is over"),
        "{said}"
    );
    browser.audit("a game that is over");
    browser.shot("play");
}

/// Walks over the board with the arrow keys from where the focus is.
#[track_caller]
fn walk(browser: &Browser, to: &str) {
    let at = browser.script("return document.activeElement.dataset.square ?? ''");
    let at = at.as_str().unwrap().to_owned();
    let place = |name: &str| {
        let bytes = name.as_bytes();
        (i32::from(bytes[0]), i32::from(bytes[1]))
    };
    let ((x, y), (to_x, to_y)) = (place(&at), place(to));
    let mut keys = String::new();
    let right = if to_x > x { '\u{E014}' } else { '\u{E012}' };
    let down = if to_y > y { '\u{E015}' } else { '\u{E013}' };
    keys.extend((0..(to_x - x).abs()).map(|_| right));
    keys.extend((0..(to_y - y).abs()).map(|_| down));
    browser.keys(&keys);
}

/// A browser without shared workers has a stream of its own; one whose streams are kept from it asks by itself.
#[test]
fn pages_stay_fresh_without_a_shared_worker_and_without_a_stream() {
    let hall = Hall::start(8);
    let browser = Browser::start_in_hall(hall.hosted.address.port(), Size::Laptop);
    browser.before_pages("delete window.SharedWorker; window.streams = 0; \
        window.EventSource = class extends EventSource { constructor(...all) { super(...all); window.streams += 1; } };");
    browser.go("/t/hall/players");
    browser.until("window.streams === 1");
    let entry = |name: &str| {
        let application = outflank_tournament::running::Application {
            entry: outflank_tournament::running::Entry::new(name),
            late_terms_seen: true,
            ..Default::default()
        };
        let act = outflank_tournament::running::Act::Enter(Box::new(application));
        hall.hosted.act(&hall.id, act);
    };
    entry("Late Example");
    browser.until("document.body.innerText.includes('Late Example')");
    // No stream ever tells anything; the interval of fifteen seconds is shortened.
    browser.before_pages("window.EventSource = class extends EventTarget { close() {} }; \
        const every = window.setInterval; window.setInterval = (what, ms) => every(what, ms >= 15000 ? 200 : ms);");
    browser.go("/t/hall/players");
    entry("Later Example");
    browser.until("document.body.innerText.includes('Later Example')");
}
