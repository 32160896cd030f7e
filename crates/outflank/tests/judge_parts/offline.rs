//! Through a Wi-Fi cut: what was tapped counts once and at its own moment, whatever happens to the page meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use outflank_board::{BySide, Side};
use outflank_desk::{Clock, GameNow, SystemClock};
use outflank_game::Act as GameAct;
use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;
use outflank_web::Settings;

use super::table::Table;
use crate::journeys_browser::{Browser, Size};
use crate::support::folder::Folder;
use crate::support::hosted::Hosted;
use crate::support::program::Served;
use crate::support::relay::Relay;

#[test]
fn twenty_moves_without_a_network_and_a_reload_in_between() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    table.play(4);
    table.in_sync();
    table.relay.cut();
    table.play(20);
    b.until("document.getElementById('sync').dataset.state === 'offline'");
    assert_eq!(
        b.script("return document.getElementById('sync').dataset.waiting"),
        "20"
    );
    assert!(b.text("#sync").contains("20 taps queued"));
    assert_eq!(table.game().game.table().plies, 4);
    let shown = b.script("return document.querySelector('#board svg').outerHTML");
    // Leaving now would be asked about; the battery does not ask.
    let warns = b.script(
        "const event = new Event('beforeunload', {cancelable: true}); window.dispatchEvent(event); return event.defaultPrevented;",
    );
    assert_eq!(warns, true);
    // Opened again without a network there is no page, since a hall without TLS has no service worker.
    b.crash();
    assert!(!b.can_go("/t/hall/tables/1"), "nobody answers");
    assert_eq!(table.game().game.table().plies, 4);
    table.relay.mend();
    b.go("/t/hall/tables/1");
    b.until("document.querySelector('#board svg')");
    table.in_sync();
    let game = table.game();
    assert_eq!(game.game.table().plies, 24);
    assert!(game.held.is_empty(), "{:?}", game.held);
    let again = b.script("return document.querySelector('#board svg').outerHTML");
    assert_eq!(shown, again, "the board is the one that was tapped");
    // Every turn has the time it took at the table, not the time it took to be sent.
    let (charged, used) = (game.game.clock().charged(), game.game.record().used());
    let both = |time: BySide<Millis>| time.black.0 + time.white.0;
    assert_eq!(both(used), both(charged) - open_turn(&game).0);
    // Cut once more, and this time the page stays.
    table.relay.cut();
    table.play(6);
    b.until("document.getElementById('sync').dataset.state === 'offline'");
    table.relay.mend();
    table.in_sync();
    let game = table.game();
    assert_eq!(game.game.table().plies, 30, "nothing lost, nothing doubled");
    assert!(game.held.is_empty(), "{:?}", game.held);
}

fn open_turn(game: &GameNow) -> Millis {
    let clock = game.game.clock();
    clock.used_in_turn(game.game.turn())
}

/// The server's clock: it runs, and the test lets more time pass.
struct Steered {
    runs: SystemClock,
    more: AtomicI64,
}

impl Clock for Steered {
    fn now(&self) -> Timestamp {
        Timestamp(self.runs.now().0 + self.more.load(Ordering::SeqCst))
    }
}

/// The clocks of the server and of the tablet are moved on together: four minutes and forty seconds until Black's clock
/// shows 0:20, and a minute while nobody hears of the tablet.
#[test]
fn a_press_at_twenty_seconds_that_waits_in_the_queue_keeps_the_flag_up() {
    let clock = Arc::new(Steered {
        runs: SystemClock::start(),
        more: AtomicI64::new(0),
    });
    let settings = Settings {
        requests_per_minute: 10_000_000,
        ..Settings::default()
    };
    let table = Table::set_up(Hosted::timed(settings, clock.clone()));
    table.tablet.steer();
    let table = table.begin("one_tap");
    let b = &table.tablet;
    table.director(GameAct::SetClocks {
        remaining: BySide::new(Millis::minutes(5), Millis::minutes(10)),
        why: "for the test".to_owned(),
    });
    b.until(
        "/^(5:00|4:5)/.test(document.querySelector('.clock[data-side=black] .time').innerText)",
    );
    let left = || table.game().remaining(table.hall.desk.now()).black;
    let pass = |ms: i64| {
        clock.more.fetch_add(ms, Ordering::SeqCst);
        b.pass_ms(ms);
    };
    // Nobody waits: both clocks are moved to where Black has a little more than twenty seconds.
    pass(left().0 - 21_500);
    let shows = |pattern: &str| {
        b.until(&format!(
            "/{pattern}/.test(document.querySelector('.clock[data-side=black] .time').innerText)"
        ));
    };
    shows("^0:2[012]");
    table.relay.cut();
    shows("^0:(20|19)");
    table.square("f5");
    b.until("document.querySelector('.clock[data-side=white].run')");
    let shown = b.text(".clock[data-side=black] .time");
    assert!(shown.starts_with("0:1"), "{shown}");
    // A minute later Black's clock would have fallen as far as the server knows.
    pass(60_000);
    let falls = table.game().game.falls_at().unwrap();
    assert_eq!(falls.0, Side::Black);
    assert!(table.hall.desk.now().0 > falls.1.0 + 30_000);
    b.until("document.getElementById('sync').dataset.state === 'offline'");
    table.relay.mend();
    table.in_sync();
    table.square("d6");
    table.in_sync();
    let game = table.game();
    assert!(game.game.table().flags.is_empty(), "no flag fell");
    assert_eq!(game.game.table().plies, 2);
    assert!(game.held.is_empty(), "{:?}", game.held);
    // Black's clock ran again since White's move; at his press it showed what the tablet showed.
    let at_press = Millis::minutes(5).0 - game.game.record().plies[0].used.0;
    let used_before = game.game.clock().charged().black.0;
    assert!(used_before > 0 && at_press > 0, "{used_before} {at_press}");
    let left = left();
    assert!(
        left > Millis::seconds(10) && left <= Millis(20_500),
        "{left}"
    );
}

/// With TLS the page is kept by a service worker: it opens again in the middle of a cut, with what was tapped.
#[test]
fn with_tls_the_board_opens_again_without_a_network() {
    let folder = Folder::new("offline-tls");
    let made = rcgen::generate_simple_self_signed(["hall.test".to_owned()]).unwrap();
    let (certificate, key) = (
        folder.path().join("hall.pem"),
        folder.path().join("key.pem"),
    );
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let served = Served::start(
        folder.path(),
        &[
            "--demo",
            "--tls-cert",
            certificate.to_str().unwrap(),
            "--tls-key",
            key.to_str().unwrap(),
        ],
    );
    let relay = Relay::to(served.address);
    let b = Browser::start_secure(relay.port, Size::Tablet);
    let secret = served.owner_link.as_ref().unwrap();
    b.go(&format!("/k/{secret}"));
    b.go("/t/demo/tables/1");
    assert_eq!(b.script("return window.isSecureContext"), true);
    b.until("document.querySelector('button[value=one_tap]')");
    b.click("button[value=one_tap]");
    b.until("document.getElementById('do-seated')");
    b.until("navigator.serviceWorker.controller");
    // What the worker has seen it keeps: the page and everything it is made of.
    b.go("/t/demo/tables/1");
    for id in ["do-seated", "do-checked", "do-start"] {
        b.until(&format!("document.getElementById('{id}')"));
        b.click(&format!("#{id}"));
    }
    b.until("document.querySelector('.clock.run')");
    b.click(".hits [data-square=f5]");
    b.until("document.getElementById('sync').dataset.waiting === '0'");
    relay.cut();
    b.click(".hits [data-square=d6]");
    b.until("document.getElementById('sync').dataset.state === 'offline'");
    let shown = b.script("return document.querySelector('#board svg').outerHTML");
    b.crash();
    b.go("/t/demo/tables/1");
    b.until("document.querySelector('#board svg')");
    b.until("document.getElementById('sync').dataset.state === 'offline'");
    // What waits is read from the device's own store, which takes a moment.
    b.until("document.querySelector('#board svg').getAttribute('aria-label').includes('move 2,')");
    let again = b.script("return document.querySelector('#board svg').outerHTML");
    assert_eq!(shown, again, "the board with the move that waits");
    b.click(".hits [data-square=c3]");
    b.until("document.getElementById('sync').dataset.waiting === '2'");
    relay.mend();
    b.until("document.getElementById('sync').dataset.waiting === '0' && document.getElementById('sync').dataset.state === 'sent'");
    let plies =
        "return document.querySelector('#board svg').getAttribute('aria-label').match(/\\d+/)[0]";
    assert_eq!(b.script(plies), "3");
}
