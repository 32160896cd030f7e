//! Journeys of a judge at his board, in a real browser on an address that is not secure, over a line that can be cut.

use crate::journeys_browser::{Browser, Size};
use crate::judge_parts::table::Table;
use outflank_board::{BySide, Side};
use outflank_game::{Act as GameAct, Phase};
use outflank_rulebook::Millis;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::TableNumber;

/// clauses: WOC-IV.2.p1, WOC-IV.2.p3
#[test]
fn a_whole_judged_game_with_errors_a_default_and_signatures() {
    let table = Table::start("physical");
    let b = &table.tablet;
    assert_eq!(
        b.script("return window.isSecureContext"),
        false,
        "the hall has no TLS"
    );
    table.square("f5");
    table.square("d6");
    table.in_sync();
    assert_eq!(table.game().game.record().transcript().to_string(), "f5d6");
    b.audit("the judge's board");
    b.shot("judge-tablet");
    // White turned e5 as well: seen in time and corrected on his clock.
    b.click("#pad-wrong");
    b.click("#do-wrong-flip");
    table.square("e5");
    b.click("#do-to-correct");
    b.until("document.getElementById('do-right')");
    table.in_sync();
    b.audit("a correction");
    b.shot("judge-correction");
    let game = table.game();
    assert_eq!(game.game.clock().running(), Some(Side::White));
    assert!(game.game.table().correction.is_some());
    b.click("#do-right");
    b.until("document.getElementById('do-close')");
    b.click("#do-close");
    b.until("document.getElementById('pad-undo')");
    table.in_sync();
    let game = table.game();
    assert_eq!(game.game.clock().running(), Some(Side::Black));
    assert_eq!(
        game.game.record().replaced.len(),
        2,
        "amended, then corrected"
    );
    // Black's next move leaves a disc unturned, and nobody notices in time.
    table.square("c3");
    b.click("#pad-wrong");
    b.click("#do-wrong-flip");
    table.square("d4");
    b.click("#do-to-stand");
    b.until("document.getElementById('pad-undo')");
    table.in_sync();
    let faulty = table.game().game.record().plies[2];
    assert_eq!(faulty.fault, Some(outflank_game::Fault::Flips));
    assert!(faulty.flipped.is_empty());
    table.play(1);
    table.in_sync();
    assert_eq!(
        table.game().game.record().plies[2].fault,
        Some(outflank_game::Fault::Flips),
        "it stands"
    );
    // A tap too many is taken back.
    table.play(1);
    table.in_sync();
    b.click("#pad-undo");
    table.in_sync();
    assert_eq!(table.game().game.table().plies, 4);
    // The flag of whoever moves falls on the table's clock.
    b.click("#pad-flag");
    b.until("document.getElementById('do-flag-black')");
    b.click("#do-flag-black");
    b.until("document.getElementById('do-told')");
    assert!(b.text("#panel").contains("Black has lost on time"));
    assert!(b.text("#chips").contains("board locked"));
    b.audit("a flag that fell");
    b.shot("judge-flag");
    b.click("#do-told");
    b.until("document.getElementById('do-set')");
    b.click("#do-set");
    b.until("document.getElementById('do-go')");
    b.click("#do-go");
    b.until("document.querySelector('.clock.run')");
    table.in_sync();
    let game = table.game();
    assert_eq!(game.game.table().flags.defaulter(), Some(Side::Black));
    assert!(game.game.clock().running().is_some());
    assert!(game.remaining(table.hall.desk.now()).black <= Millis::minutes(2));
    table.play(80);
    b.until("document.getElementById('do-sign-black')");
    table.in_sync();
    let result = table.game().game.result().unwrap();
    assert_eq!(
        result.verdict.winner(),
        Some(Side::White),
        "Black defaulted"
    );
    b.click("#do-sign-black");
    b.until("!document.getElementById('do-sign-black')");
    b.click("#do-sign-white");
    b.until("document.getElementById('do-sheet')");
    b.click("#do-sheet");
    b.until("!document.getElementById('do-sheet')");
    table.in_sync();
    let signed = table.game().game.table().signed;
    assert!(signed.black && signed.white);
    table.director(GameAct::Confirm { why: None });
    b.until("document.getElementById('panel').innerText.includes('The result is final')");
    b.audit("a result that is final");
    b.shot("judge-final");
    let now = table.hall.desk.tournament(&table.event).unwrap();
    let card = now
        .affairs()
        .round(RoundNumber(1))
        .unwrap()
        .card(TableNumber(1));
    assert!(
        card.unwrap().settled().is_some(),
        "it is the event's result"
    );
}

#[test]
fn a_flag_of_the_tablet_s_own_clock_leads_through_the_default() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    table.director(GameAct::SetClocks {
        remaining: BySide::new(Millis::seconds(2), Millis::minutes(10)),
        why: "for the test".to_owned(),
    });
    b.until("document.getElementById('do-told')");
    b.click("#do-told");
    b.until("document.getElementById('do-set')");
    b.click("#do-set");
    b.until("document.getElementById('do-go')");
    b.click("#do-go");
    b.until("document.querySelector('.clock[data-side=black].run')");
    table.in_sync();
    let game = table.game();
    assert_eq!(game.game.table().flags.defaulter(), Some(Side::Black));
    let left = game.remaining(table.hall.desk.now());
    assert!(
        left.black > Millis::seconds(100) && left.black <= Millis::minutes(2),
        "{left:?}"
    );
    assert!(left.white > Millis::minutes(11), "{left:?}");
}

#[test]
fn a_second_tablet_waits_until_the_first_hands_over() {
    let table = Table::start("physical");
    let b = &table.tablet;
    table.square("f5");
    table.in_sync();
    let second = Browser::start_in_hall(table.relay.port, Size::Tablet);
    second.go("/t/hall/tables/1");
    second.audit("the door of a table");
    second.shot("door");
    second.write("input[name=who]", "Second Judge");
    second.click("button[value=ask]");
    second.until("document.body.innerText.includes('The director has been asked')");
    // The director lets it in at his screen of all tables.
    let owner = table
        .hall
        .runtime
        .block_on(table.hall.desk.owner_link())
        .unwrap();
    let director = Browser::start(table.hall.address, Size::Laptop);
    director.go(&format!("/k/{}", owner.reveal()));
    director.go("/t/hall/desk/tables");
    director.until("document.body.innerText.includes('Second Judge')");
    director.click("button[value=admit]");
    second.until("document.getElementById('sync')?.dataset.state === 'replaced'");
    assert!(
        second
            .text("#panel")
            .contains("Another device has this table")
    );
    // The first is cut off with a move unsent; the director replaces it.
    table.relay.cut();
    table.square("d6");
    b.until("document.getElementById('sync').dataset.state === 'offline'");
    director.go("/t/hall/desk/tables");
    director.click("#live-1 summary");
    director.click("#live-1 button[value=replace]");
    director.until("document.querySelector('#live-1')");
    let game = table.game_id();
    table.relay.mend();
    // Whoever comes first has the table; the tablet at the director's elbow does.
    second.until("['sent', 'replaced'].includes(document.getElementById('sync').dataset.state)");
    table
        .tablet
        .until("['sent', 'replaced'].includes(document.getElementById('sync').dataset.state)");
    let now = table
        .hall
        .runtime
        .block_on(table.hall.desk.game(&game))
        .unwrap()
        .unwrap();
    assert!(now.contact.is_some());
    assert_eq!(
        now.game.table().plies as usize + now.held.len(),
        2,
        "nothing lost, nothing doubled"
    );
    assert_eq!(now.game.phase(), Phase::Playing);
}

/// clauses: WOC-IV.4.p3.b
#[test]
fn the_players_press_a_clock_page_while_the_judge_taps_the_moves() {
    let table = Table::start("clock_page");
    let b = &table.tablet;
    let clock = Browser::start_in_hall(table.relay.port, Size::Tablet);
    clock.go("/t/hall/tables/1");
    clock.write("input[name=digits]", &table.digits());
    clock.click("button[value=digits]");
    clock.until("document.getElementById('sync')?.dataset.state === 'replaced'");
    clock.go("/t/hall/tables/1/clock");
    clock.until("document.querySelector('.half.run[data-side=black]')");
    clock.audit("the clock page");
    clock.shot("clock");
    // Black presses before the judge has tapped his move: the clock is right at once.
    clock.click("[data-side=black]");
    clock.until("document.querySelector('.half.run[data-side=white]')");
    b.until(
        "document.getElementById('panel').innerText.includes('The clock was pressed for 1 move')",
    );
    table.square("f5");
    table.in_sync();
    assert_eq!(table.game().game.table().plies, 1);
    assert_eq!(table.game().game.clock().running(), Some(Side::White));
    // White's move is tapped before he presses: the judge is told to remind him.
    table.square("d6");
    b.until("document.getElementById('do-remind')");
    b.click("#do-remind");
    table.in_sync();
    assert_eq!(table.game().game.table().plies, 1);
    clock.click("[data-side=white]");
    b.until("document.querySelector('.clock.run[data-side=black]')");
    table.in_sync();
    assert_eq!(table.game().game.record().transcript().to_string(), "f5d6");
    assert!(table.game().presses.is_empty());
}

/// What the tablet asks of the server while the script counts.
const COUNT_REQUESTS: &str = "window.asked = []; const ask = window.fetch; \
    window.fetch = (url, ...more) => { window.asked.push(String(url).split('/').at(-1)); return ask(url, ...more); }; \
    const later = window.setTimeout; for (let n = 0; n < 100000; n += 1) clearTimeout(n); \
    window.setTimeout = (work, ms, ...more) => (ms > 900 ? 0 : later(work, ms, ...more));";

/// The answer to a tap carries the table, so the tablet does not ask again, not even when its own stream reports the
/// tap. A change by another person costs one request. The regular contact is off while the test counts.
#[test]
fn a_tap_is_one_request() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    b.until("!document.querySelector('#sync.wait')");
    b.script(COUNT_REQUESTS);
    let played = |moves: usize| {
        table.play(1);
        table.in_sync();
        assert_eq!(table.game().game.record().plies.len(), moves);
    };
    for moves in 1..=5 {
        played(moves);
    }
    // The director stops the clock: once it is seen here, everything the stream had to tell was told.
    let why = "a question".to_owned();
    table.director(outflank_game::Act::Stop { why });
    b.until("document.querySelector('#chips').textContent !== ''");
    table.in_sync();
    assert_eq!(
        b.script("return window.asked"),
        serde_json::json!([
            "commands", "commands", "commands", "commands", "commands", "table"
        ])
    );
}
