//! Journeys in a real browser: two players with a cut each, a spectator who steps back, a game by keyboard.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    unreachable_pub,
    reason = "modules that several test programs share are public to each"
)]

mod journeys_browser;
mod support;

use journeys_browser::{Browser, Size};
use outflank_board::{Move, Position};
use support::hall::{Hall, whole_game};
use support::hosted::Hosted;

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
    let one = Browser::start(hosted.address, Size::Laptop);
    one.go("/play");
    one.click("[name=side][value=black]");
    one.click("main button.primary");
    one.until("!document.getElementById('invite').hidden");
    let invite = one.script("return document.getElementById('invite-link').value");
    let invite = invite.as_str().unwrap().to_owned();
    let path = invite.split_once("/play/").unwrap().1.to_owned();
    let other = Browser::start(hosted.address, Size::Phone);
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
            player.until("document.getElementById('sync').textContent.includes('kept')");
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
    one.until("document.getElementById('prompt').textContent.includes('Both have agreed')");
    one.until("document.getElementById('lag').textContent.includes('Not charged')");
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
    let browser = Browser::start(hall.hosted.address, Size::Laptop);
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
    // All boards of the round follow too.
    browser.go("/t/hall/boards");
    hall.play(&games[1], "f5");
    browser.until("document.body.textContent.includes('Last move f5')");
    browser.shot("boards");
    browser.go(&format!("/t/hall/games/{}?numbers=1", games[0]));
    browser.shot("game");
}

#[test]
fn a_game_by_keyboard_alone() {
    let hosted = Hosted::start();
    let browser = Browser::start(hosted.address, Size::Laptop);
    browser.go("/play");
    browser.tab_to("[name=where]");
    browser.keys("\u{E015}");
    browser.tab_to("main button.primary");
    browser.keys("\u{E007}");
    browser.until("document.getElementById('start') && !document.getElementById('start').hidden");
    browser.tab_to("#start");
    browser.keys("\u{E007}");
    browser.until("document.getElementById('prompt').textContent.includes('your move')");
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
    // Every square says what is on it, and nothing is told by colour alone.
    let nameless = browser.script("return [...document.querySelectorAll('.hits button')].filter((one) => !one.getAttribute('aria-label')).length");
    assert_eq!(nameless, 0);
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
