//! Journeys of a judge at his board, in a real browser on an address that is not secure, over a line that can be cut.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    unreachable_pub,
    reason = "modules that several test programs share are public to each"
)]

mod journeys_browser;
mod support;

use std::sync::Arc;

use journeys_browser::{Browser, Size};
use outflank_board::{BySide, Position, Side, Square};
use outflank_desk::{GameId, GameNow, GameRequest, NewTournament, TournamentId, What};
use outflank_game::{Act as GameAct, By as GameBy, Phase};
use outflank_rulebook::Millis;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, Creation, Entry, OfficialPost, Post, TableNumber,
};
use support::hosted::Hosted;
use support::relay::Relay;

/// What is different from the preset: the procedures of a table judge.
const JUDGED: &[(&str, &str)] = &[
    ("who_corrects", "judge_else_player"),
    ("may_stop_clock", "judge_else_players"),
    ("may_restart_clock", "officials"),
    ("clock_check", "judge"),
    ("start_of_game", "white_presses"),
    ("extension_grant", "both_at_first_default"),
    ("time_default", "two_minutes"),
];

/// A hall with a started round, and the tablet of table 1.
struct Table {
    tablet: Browser,
    relay: Relay,
    hall: Hosted,
    event: TournamentId,
}

impl Table {
    fn set_up() -> Self {
        let hall = Hosted::start();
        let creation = Creation {
            set: (JUDGED.iter())
                .map(|(axis, value)| ((*axis).to_owned(), (*value).to_owned()))
                .collect(),
            ..Creation::new("Hall Open", "2026-11-15".parse().unwrap())
        };
        let made = hall.submit(What::NewTournament(Box::new(NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some("hall".to_owned()),
            creation,
        })));
        let event: TournamentId = made.made.unwrap().parse().unwrap();
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hall.act(&event, Act::Appoint { official });
        for name in ["Ada Example", "Ben Sample", "Cleo Muster", "Dora Fiction"] {
            let application = Application {
                entry: Entry::new(name),
                ..Application::default()
            };
            let entrant = hall.act(&event, Act::Enter(Box::new(application))).entrant;
            let entrant = entrant.unwrap();
            hall.act(&event, Act::CheckIn { entrant });
        }
        let round = RoundNumber(1);
        hall.act(
            &event,
            Act::Propose {
                round,
                assumed: Vec::new(),
            },
        );
        let consent = Some("a small field".to_owned());
        hall.act(&event, Act::Announce { round, consent });
        hall.act(&event, Act::Start { round });
        let relay = Relay::to(hall.address);
        let tablet = Browser::start_in_hall(relay.port, Size::Tablet);
        Self {
            tablet,
            relay,
            hall,
            event,
        }
    }

    /// Through the door with the round's digits, the table opened, who sits where confirmed, the clock started.
    fn start(mode: &str) -> Self {
        let table = Self::set_up();
        let b = &table.tablet;
        b.go("/t/hall/tables/1");
        let digits = table.hall.desk.round_digits(&table.event, RoundNumber(1));
        let digits = table.hall.runtime.block_on(digits).unwrap();
        b.write("input[name=digits]", &digits);
        b.click("button[value=digits]");
        b.until("document.querySelector('button[value=physical]')");
        b.click(&format!("button[value={mode}]"));
        b.until("document.getElementById('do-seated')");
        b.click("#do-seated");
        b.until("document.getElementById('do-checked')");
        b.click("#do-checked");
        b.until("document.getElementById('do-start')");
        b.click("#do-start");
        b.until("document.querySelector('.clock.run')");
        table.in_sync();
        table
    }

    fn game_id(&self) -> GameId {
        let now = self.hall.desk.tournament(&self.event).unwrap();
        let game = now.game_at(RoundNumber(1), TableNumber(1)).unwrap();
        game.game.clone()
    }

    fn game(&self) -> Arc<GameNow> {
        let id = self.game_id();
        let found = self.hall.desk.game(&id);
        self.hall.runtime.block_on(found).unwrap().unwrap()
    }

    /// Waits until everything that was tapped is with the server.
    #[track_caller]
    fn in_sync(&self) {
        self.tablet.until(
            "document.getElementById('sync').dataset.waiting === '0' && document.getElementById('sync').dataset.state === 'sent'",
        );
    }

    /// Taps a square of the board.
    #[track_caller]
    fn square(&self, square: &str) {
        self.tablet.click(&format!(".hits [data-square={square}]"));
    }

    /// Taps so many legal moves, passes where there is none, and stops at the end.
    #[track_caller]
    fn play(&self, moves: u32) {
        for _ in 0..moves {
            let tapped = self.tablet.script(
                "const plies = () => document.querySelector('#board svg').getAttribute('aria-label').match(/\\d+/)[0]; \
                 if (!document.getElementById('pad-undo')) return 'over'; \
                 const legal = document.querySelector('.hits [data-square]:not([aria-disabled])'); \
                 window.before = plies(); (legal ?? document.getElementById('pad-pass')).click(); return legal?.dataset.square ?? 'pass';",
            );
            if tapped == "over" {
                return;
            }
            self.tablet.until(
                "document.querySelector('#board svg').getAttribute('aria-label').match(/\\d+/)[0] !== window.before",
            );
        }
    }

    fn director(&self, act: GameAct) {
        self.hall.submit(What::Game(Box::new(GameRequest {
            game: self.game_id(),
            by: GameBy::Director,
            act,
        })));
    }
}

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
    // White turned e5 as well: seen in time and corrected on his clock.
    b.click("#pad-wrong");
    b.click("#do-wrong-flip");
    table.square("e5");
    b.click("#do-to-correct");
    b.until("document.getElementById('do-right')");
    table.in_sync();
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
    table.relay.mend();
    b.crash_and_go("/t/hall/tables/1");
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
    table.play(1);
    table.in_sync();
    assert_eq!(table.game().game.table().plies, 25);
}

fn open_turn(game: &GameNow) -> Millis {
    let clock = game.game.clock();
    clock.used_in_turn(game.game.turn())
}

#[test]
fn a_press_that_waits_in_the_queue_keeps_the_flag_up() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    table.director(GameAct::SetClocks {
        remaining: BySide::new(Millis::seconds(6), Millis::minutes(10)),
        why: "for the test".to_owned(),
    });
    b.until("document.querySelector('.clock[data-side=black] .time').innerText.startsWith('0:0')");
    table.relay.cut();
    table.square("f5");
    b.until("document.querySelector('.clock[data-side=white].run')");
    // Black's clock would have fallen meanwhile as far as the server knows.
    let falls = table.game().game.falls_at().unwrap().1;
    let wait = falls.0 - table.hall.desk.now().0 + 1500;
    b.script(&format!("window.until = performance.now() + {wait}"));
    b.until("performance.now() > window.until");
    assert!(table.hall.desk.now().0 > falls.0);
    table.relay.mend();
    table.in_sync();
    table.square("d6");
    table.in_sync();
    let game = table.game();
    assert!(game.game.table().flags.is_empty(), "no flag fell");
    assert_eq!(game.game.table().plies, 2);
    assert!(game.held.is_empty());
    let left = game.remaining(table.hall.desk.now()).black;
    assert!(left > Millis(0) && left < Millis::seconds(6), "{left}");
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
    second.write("input[name=who]", "Second Judge");
    second.click("button[value=ask]");
    second.until("document.body.innerText.includes('The director was asked')");
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

/// Every position of random games, with the legal moves and flips the referee sees.
fn positions(games: u64) -> Vec<serde_json::Value> {
    let mut dice: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut below = |limit: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        usize::try_from((dice >> 16) % (limit as u64)).unwrap()
    };
    let mut cases = Vec::new();
    for _ in 0..games {
        let mut position = Position::start();
        while !position.is_over() {
            let side = position.to_move();
            let moves: Vec<Square> = position.legal_moves().iter().collect();
            let flips: Vec<String> = (moves.iter())
                .map(|square| format!("{square}:{}", position.flips(side, *square)))
                .collect();
            cases.push(serde_json::json!([position.to_string(), side, flips]));
            if !moves.is_empty() {
                let square = moves[below(moves.len())];
                position = position
                    .with_turned(side, position.flips(side, square))
                    .with_disc(side, square);
            }
            position = position.with_to_move(side.other());
        }
    }
    cases
}

/// clauses: PAGE-setup-2, PAGE-flank-3
#[test]
fn the_board_on_the_page_has_the_legal_moves_of_the_referee() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    // The possible first plays are marked, and as many after every move as there are.
    let marked = "return [...document.querySelectorAll('.hits [data-square]:not([aria-disabled])')].map((one) => one.dataset.square).sort().join(' ')";
    assert_eq!(b.script(marked), "c4 d3 e6 f5");
    assert_eq!(b.count(".board .hints circle"), 4);
    table.square("f5");
    b.until("document.querySelectorAll('.board .hints circle').length === 3");
    assert_eq!(b.script(marked), "d6 f4 f6");
    b.script("import('/static/position.js').then((module) => { window.twin = module; })");
    b.until("window.twin");
    for cases in positions(40).chunks(600) {
        let script = format!(
            "const {{ parse, legalMoves, flips, name, names, write, play, square }} = window.twin; \
             return {}.filter(([text, side, expected]) => {{ \
               const {{ cells, toMove }} = parse(text); \
               const found = legalMoves(cells, side).map((at) => `${{name(at)}}:${{names(flips(cells, side, at))}}`); \
               return toMove !== side || write(cells, toMove) !== text || found.join() !== expected.join(); \
             }}).map(([text]) => text)",
            serde_json::Value::from(cases.to_vec())
        );
        assert_eq!(b.script(&script), serde_json::json!([]));
    }
    // Turned to any of the four seats, a tap is still the square it says.
    for _ in 0..4 {
        b.click("#turn");
        assert_eq!(b.script(marked), "d6 f4 f6");
    }
}

/// clauses: WOC-IV.4.p3.b
#[test]
fn the_players_press_a_clock_page_while_the_judge_taps_the_moves() {
    let table = Table::start("clock_page");
    let b = &table.tablet;
    let clock = Browser::start_in_hall(table.relay.port, Size::Tablet);
    clock.go("/t/hall/tables/1");
    let digits = table.hall.desk.round_digits(&table.event, RoundNumber(1));
    let digits = table.hall.runtime.block_on(digits).unwrap();
    clock.write("input[name=digits]", &digits);
    clock.click("button[value=digits]");
    clock.until("document.getElementById('sync')?.dataset.state === 'replaced'");
    clock.go("/t/hall/tables/1/clock");
    clock.until("document.querySelector('.half.run[data-side=black]')");
    // Black presses before the judge has tapped his move: the clock is right at once.
    clock.click("[data-side=black]");
    clock.until("document.querySelector('.half.run[data-side=white]')");
    b.until("document.getElementById('panel').innerText.includes('1 move was pressed')");
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
