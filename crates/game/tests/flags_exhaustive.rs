//! The referee against an independent table of the flag procedure, for every order of up to four happenings.
//!
//! [`flag_table`] says from the rule texts alone what must be true; the same order is played at a table with the
//! referee, and defaulter, guarantee, clocks, running clock, ending and score are compared. Falls are tried to the
//! millisecond. `OUTFLANK_SOAK=1` walks orders of five.

use crate::flag_table;
use crate::flag_table::games::{Script, scripts};
use crate::flag_table::referee::{Claiming, TIMING, Table};
use crate::flag_table::{BOARDS, Detection, FlagRules, Happening, RULES, Side};
use outflank_board::BySide;
use outflank_game::{Act, By, Command, Opening, Timekeeper, Timestamp, apply, decide};
use outflank_rulebook::{Flag, Rulebook, outcome, shipped};

const FALL_BLACK: Happening = Happening::Fall(Side::Black);
const FALL_WHITE: Happening = Happening::Fall(Side::White);

/// Everything that can happen where the clock notices flags itself.
const AUTOMATIC: [Happening; 8] = [
    FALL_BLACK,
    FALL_WHITE,
    Happening::Press,
    Happening::StopAndResume,
    Happening::LastMove,
    Happening::Commit,
    Happening::Leave(Side::Black),
    Happening::Leave(Side::White),
];

/// Everything that can happen where flags are claimed.
const CLAIMED: [Happening; 9] = [
    FALL_BLACK,
    FALL_WHITE,
    Happening::Claim,
    Happening::Press,
    Happening::StopAndResume,
    Happening::LastMove,
    Happening::Commit,
    Happening::Leave(Side::Black),
    Happening::Leave(Side::White),
];

/// What makes long games, for longer orders.
const AUTOMATIC_BARE: [Happening; 4] = [
    FALL_BLACK,
    FALL_WHITE,
    Happening::Press,
    Happening::LastMove,
];

/// What makes long games where flags are claimed.
const CLAIMED_BARE: [Happening; 5] = [
    FALL_BLACK,
    FALL_WHITE,
    Happening::Claim,
    Happening::Press,
    Happening::LastMove,
];

/// The longest order of everything: four, or five where the whole count is asked for.
fn longest() -> usize {
    if std::env::var_os("OUTFLANK_SOAK").is_some() {
        5
    } else {
        4
    }
}

/// The rulebook as shipped, with flags noticed as asked for.
fn book(rulebook: &str, detection: Detection) -> Rulebook {
    let mut book = shipped(rulebook).unwrap().clone();
    match detection {
        Detection::Automatic => {}
        Detection::Claimed => book.set("flag_detection", "claimed").unwrap(),
    }
    book
}

fn flag_rules(rulebook: &str) -> &'static FlagRules {
    RULES
        .iter()
        .find(|rules| rules.rulebook == rulebook)
        .unwrap()
}

/// What came of walking many orders.
#[derive(Default)]
struct Walked {
    orders: usize,
    wrong: Vec<String>,
}

/// Walks every order that goes on from here. Nothing is expected after a difference.
fn walk(
    table: &Table<'_>,
    rules: &FlagRules,
    alphabet: &[Happening],
    left: usize,
    walked: &mut Walked,
) {
    for happening in alphabet {
        let mut after = table.clone();
        after.happen(*happening);
        let differences = after.differences_from(rules);
        walked.orders += 1;
        if differences.is_empty() {
            if left > 1 {
                walk(&after, rules, alphabet, left - 1, walked);
            }
        } else {
            walked.wrong.push(report(rules, &after, &differences));
        }
    }
}

fn report(rules: &FlagRules, table: &Table<'_>, differences: &[String]) -> String {
    format!(
        "{} {:?} {:?} ending {}-{} {:?}: {}",
        rules.rulebook,
        table.detection,
        table.claiming,
        table.script.black,
        table.script.white,
        table.order,
        differences.join("; ")
    )
}

/// Walks every order of these happenings with every game and every way of claiming.
fn check_every_order(rulebook: &str, detection: Detection, alphabet: &[Happening], longest: usize) {
    let rules = flag_rules(rulebook);
    let book = book(rulebook, detection);
    let claimings: &[Claiming] = match detection {
        Detection::Automatic => &[Claiming::PlayerThenDirector],
        Detection::Claimed => &[Claiming::PlayerThenDirector, Claiming::DirectorNamesLater],
    };
    let mut walked = Walked::default();
    for script in &scripts() {
        for claiming in claimings {
            let table = Table::new(&book, script, detection, *claiming);
            walk(&table, rules, alphabet, longest, &mut walked);
        }
    }
    let Walked { orders, wrong } = walked;
    assert!(
        wrong.is_empty(),
        "{} of {orders} orders differ; the first are\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

fn check(rulebook: &str) {
    check_every_order(rulebook, Detection::Automatic, &AUTOMATIC, longest());
    check_every_order(rulebook, Detection::Automatic, &AUTOMATIC_BARE, 6);
}

fn check_claimed(rulebook: &str) {
    check_every_order(rulebook, Detection::Claimed, &CLAIMED, longest());
    check_every_order(rulebook, Detection::Claimed, &CLAIMED_BARE, 6);
}

/// clauses: USOA-6.1, USOA-6.2, USOA-6.3, USOA-6.6, USOA-6.7.a, USOA-6.7.b, USOA-6.7.c, USOA-6.8.a, USOA-6.8.b, USOA-6.8.c
#[test]
fn usoa() {
    check("usoa");
}

/// clauses: USOA-6.4
#[test]
fn usoa_claimed() {
    check_claimed("usoa");
}

/// clauses: WOC-IV.6.p1, WOC-IV.6.p2.a, WOC-IV.6.p2.b, WOC-IV.6.p2.c, WOC-IV.6.p2.d
#[test]
fn wof() {
    check("wof");
}

#[test]
fn wof_claimed() {
    check_claimed("wof");
}

/// clauses: BOF-gen-13, BOF-gen-14.a, BOF-gen-14.b, BOF-gen-14.c, BOF-gen-14.d, BOF-gen-14.e
#[test]
fn bof() {
    check("bof");
}

#[test]
fn bof_claimed() {
    check_claimed("bof");
}

/// clauses: SOC-III.2.b, SOC-III.9.p1.a, SOC-III.9.p1.b, SOC-III.9.p2.a, SOC-III.9.p2.b, SOC-III.9.p3.a, SOC-III.9.p3.b, SOC-III.9.p3.c, SOC-III.9.p3.d
#[test]
fn soc() {
    check("soc");
}

#[test]
fn soc_claimed() {
    check_claimed("soc");
}

/// clauses: PAGE-end-6
#[test]
fn japan() {
    check("japan");
}

#[test]
fn japan_claimed() {
    check_claimed("japan");
}

/// clauses: PAGE-end-6
#[test]
fn europe() {
    check("europe");
}

#[test]
fn europe_claimed() {
    check_claimed("europe");
}

/// The score of every board of the table, by rulebook and by who defaulted.
///
/// clauses: USOA-4.3, USOA-4.4, USOA-6.8.a, WOC-IV.6.p2.b, WOC-IV.8.p1, WOC-IV.8.p2.a, WOC-IV.8.p2.b, BOF-gen-9, BOF-gen-14.b, SOC-III.9.p2.b, SOC-III.11.p1, SOC-III.11.p2.b, PAGE-end-3, PAGE-end-4, PAGE-end-5, PAGE-count-1, PAGE-count-2, PAGE-count-7
#[test]
fn scores() {
    for rules in &RULES {
        let book = shipped(rules.rulebook).unwrap();
        for board in &BOARDS {
            let discs = BySide::new(u16::from(board.black), u16::from(board.white));
            for defaulter in [None, Some(Side::Black), Some(Side::White)] {
                let flags: Vec<Flag> = defaulter
                    .into_iter()
                    .map(|side| Flag::of(flag_table::board_side(side)))
                    .collect();
                let score = outcome(book, discs, &flags).unwrap().score;
                assert_eq!(
                    format!("{}-{}", score.black, score.white),
                    board.under(rules.rulebook).of(defaulter),
                    "{} {}-{} {defaulter:?}",
                    rules.rulebook,
                    board.black,
                    board.white
                );
            }
        }
    }
}

/// While the director is on his way the other player hits his clock without moving, so that the defaulter's runs; that
/// time is lost with the reset, and it is still the other player's turn.
///
/// clauses: USOA-6.5
#[test]
fn the_defaulters_clock_runs_while_the_director_is_called() {
    let book = book("usoa", Detection::Claimed);
    let script: &Script = &scripts()[0];
    let mut table = Table::new(
        &book,
        script,
        Detection::Claimed,
        Claiming::PlayerThenDirector,
    );
    table.happen(FALL_BLACK);
    table.happen(Happening::Press);
    table.at += 1_500;
    let player = outflank_board::Side::Black;
    table.must(By::White, Act::ClaimFlag { player });
    table.at += 500;
    table.must(By::White, Act::Press);
    assert_eq!(table.game.clock().running(), Some(player));
    table.at += 90_000;
    table.must(By::Director, Act::ConfirmFlag);
    assert_eq!(table.surprises, Vec::<String>::new());
    let shown = table.game.remaining(Timestamp(table.at));
    assert_eq!(shown.black.0, 120_000);
    assert_eq!(shown.white.0, TIMING.main - 2_000);
    assert_eq!(table.game.clock().running(), Some(player.other()));
    assert_eq!(table.game.turn(), player.other());
}

/// Two flags of a clock that cannot tell the order: the side whose clock stands is proposed, the director decides
/// (AMB-22).
#[test]
fn the_director_decides_which_of_two_flags_fell_first() {
    for first in outflank_board::Side::BOTH {
        let book = shipped("wof").unwrap();
        let mut game = outflank_game::Game::new();
        let mut give = |by, act, at| {
            let decided = decide(book, &game, Command::new(by, act), Timestamp(at));
            for event in decided.as_ref().into_iter().flatten() {
                apply(&mut game, event);
            }
            (decided, game.clone())
        };
        let opening = Opening {
            timekeeper: Timekeeper::Physical,
            ..Opening::default()
        };
        for (by, act) in [
            (By::Director, Act::Open(Box::new(opening))),
            (By::Director, Act::ConfirmReady),
            (By::Director, Act::Signal),
            (By::White, Act::Press),
        ] {
            give(by, act, 0).0.unwrap();
        }
        let unknown = give(By::Director, Act::ClaimBothFlags { first: None }, 5_000_000).0;
        let refused = unknown.unwrap_err();
        assert_eq!(refused.code(), "game.flag_order_unknown");
        assert_eq!(refused.facts()["proposed"], "white");
        let named = Act::ClaimBothFlags { first: Some(first) };
        let (decided, game) = give(By::Director, named, 5_000_000);
        decided.unwrap();
        assert_eq!(game.table().flags.defaulter(), Some(first));
        assert_eq!(game.result(), None);
        let shown = game.remaining(Timestamp(5_000_000));
        assert_eq!((shown.black.0, shown.white.0), (120_000, 120_000));
    }
}
