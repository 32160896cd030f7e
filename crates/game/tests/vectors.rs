//! The worked examples of the rules, driven through the referee itself.

use crate::support::Played;
use outflank_board::{BySide, Position, Side, Transcript};
use outflank_game::{Act, By, Opening, Phase, Presence, TimeAsked};
use outflank_rulebook::{HalfDiscs, Millis, Rulebook, shipped};

const VECTORS: &str = include_str!("../../../rulebooks/vectors.toml");

fn rows(table: &str) -> Vec<toml::Table> {
    let all: toml::Table = toml::from_str(VECTORS).unwrap();
    let list = all[table].as_array().unwrap();
    list.iter()
        .map(|row| row.as_table().unwrap().clone())
        .collect()
}

fn text<'a>(row: &'a toml::Table, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

fn number(value: &toml::Value) -> i64 {
    value.as_integer().unwrap()
}

/// The names used in the examples, as the head of the rule tables maps them.
fn rulebook(name: &str) -> Rulebook {
    let (id, set) = match name {
        "USOA" => ("usoa", None),
        "WOC" => ("wof", None),
        "BOF" => ("bof", None),
        "SOC" => ("soc", None),
        "JAPAN" => ("japan", None),
        "EUROPE" => ("europe", None),
        "SOC_BOF_READING" => ("soc", Some(("second_flag_winner", "non_defaulter"))),
        "PAGE_WOC" => ("wof", Some(("extension_grant", "each_on_own_flag"))),
        other => panic!("no rulebook {other}"),
    };
    let mut rules = shipped(id).unwrap().clone();
    if let Some((axis, value)) = set {
        rules.set(axis, value).unwrap();
    }
    rules.set("main_time_minimum", "none").unwrap();
    rules
}

fn side(text: &str) -> Side {
    text.parse().unwrap()
}

fn started(rules: &Rulebook, time: BySide<Millis>) -> Played {
    Played::start(
        rules,
        Opening {
            time: TimeAsked::Each(time),
            ..Opening::default()
        },
    )
}

/// runs: rulebooks/vectors.toml#extension
/// clauses: USOA-6.7.a, WOC-IV.6.p2.a, BOF-gen-14.a, SOC-III.9.p2.a
#[test]
fn the_extension_is_granted_as_the_examples_say() {
    for row in rows("extension") {
        let (before, after) = (
            row["before"].as_table().unwrap(),
            row["after"].as_table().unwrap(),
        );
        let defaulter = side(text(&row, "defaulter"));
        let left = |table: &toml::Table, key: &str| Millis::seconds(number(&table[key]));
        // The defaulter gets a second to lose; the other shows what he has left.
        let mut time = BySide::new(left(before, "B"), left(before, "W"));
        time[defaulter] = Millis::seconds(1);
        let mut played = started(&rulebook(text(&row, "ruleset")), time);
        played.flag(defaulter);
        let at = played.game.table().last_at.unwrap();
        let shown = played.game.remaining(at);
        let expected = BySide::new(left(after, "B"), left(after, "W"));
        assert_eq!(shown, expected, "{}", text(&row, "id"));
        assert_eq!(played.game.table().flags.defaulter(), Some(defaulter));
    }
}

/// runs: rulebooks/vectors.toml#dockage
/// clauses: USOA-9.3
#[test]
fn at_most_half_of_the_remaining_time_is_taken() {
    for row in rows("dockage") {
        let remaining = Millis::seconds(number(&row["remaining_seconds"]));
        let mut played = started(&rulebook(text(&row, "ruleset")), BySide::both(remaining));
        let taken = played.try_do(
            0,
            By::Director,
            Act::Penalise {
                offender: Side::Black,
                take: Millis::seconds(number(&row["dockage_seconds"])),
                give: Millis(0),
                why: "an example".to_owned(),
            },
        );
        let allowed = row["allowed"].as_bool().unwrap();
        assert_eq!(taken.is_ok(), allowed, "{}", text(&row, "id"));
    }
}

/// runs: rulebooks/vectors.toml#late
/// clauses: SOC-II.6.a
#[test]
fn five_minutes_late_is_not_too_late() {
    for row in rows("late") {
        let mut played = Played::start(
            &rulebook(text(&row, "ruleset")),
            Opening {
                presence: BySide::new(Presence::Late, Presence::AtTable),
                ..Opening::default()
            },
        );
        let late = number(&row["seconds_late"]) * 1000;
        let player = Side::Black;
        played.must(late, By::Black, Act::Arrive { player });
        let found = match played.game.result() {
            None => "plays with the time left on his clock",
            Some(result) => {
                assert_eq!(result.verdict.winner(), Some(Side::White));
                assert_eq!(result.score, score(0, 64));
                "0-64, opponent wins by default"
            }
        };
        assert_eq!(found, text(&row, "result"));
    }
}

/// runs: rulebooks/vectors.toml#time_default
/// clauses: USOA-6.8.a, USOA-6.8.b, USOA-6.8.c, WOC-IV.6.p2.b, WOC-IV.6.p2.c, WOC-IV.6.p2.d,
/// BOF-gen-14.b, BOF-gen-14.c, BOF-gen-14.e, SOC-III.9.p1.b, SOC-III.9.p2.b, SOC-III.9.p3.a, SOC-III.9.p3.c,
/// SOC-III.9.p3.d, PAGE-end-6
#[test]
fn defaulted_games_are_scored_as_the_examples_say() {
    for row in rows("time_default") {
        let id = text(&row, "id");
        let rules = rulebook(text(&row, "ruleset"));
        let mut played = Played::with_time(&rules, Millis::minutes(5));
        for flag in row["flags"].as_array().unwrap() {
            played.flag(side(flag.as_str().unwrap()));
        }
        if played.game.phase() == Phase::Playing {
            let board = finished(
                number(&row["black"]),
                number(&row["white"]),
                number(&row["empty"]),
            );
            let at = played.game.table().last_at.unwrap();
            played.must(
                at.0,
                By::Director,
                Act::Rule {
                    text: "the final position of the example".to_owned(),
                    clocks: None,
                    position: Some(board),
                },
            );
        }
        let result = played.game.result().expect("the game is over");
        let expected = score(number(&row["score_black"]), number(&row["score_white"]));
        assert_eq!(result.score, expected, "{id}");
        assert_eq!(
            result.verdict.winner(),
            Some(side(text(&row, "winner"))),
            "{id}"
        );
        assert_eq!(result.ending.to_string(), text(&row, "ended_by"), "{id}");
        let defaulter = played.game.table().flags.defaulter();
        assert_eq!(defaulter, Some(side(text(&row, "defaulter"))), "{id}");
    }
}

/// runs: rulebooks/vectors.toml#engine_game
/// clauses: USOA-3.7, USOA-4.1
#[test]
fn the_example_games_are_refereed_to_their_end() {
    for row in rows("engine_game") {
        let id = text(&row, "id");
        for rules in ["usoa", "wof", "bof", "soc", "japan", "europe"] {
            let rules = shipped(rules).unwrap();
            let mut played = Played::start(rules, Opening::default());
            for (at, mv) in (1..).zip(Transcript::parse(text(&row, "moves")).unwrap().moves()) {
                if played.game.table().moves_of(played.game.turn()).is_empty() {
                    let passer = By::from(played.game.turn());
                    played.must(at * 1000, passer, Act::Pass);
                }
                let by = By::from(played.game.turn());
                let square = mv.square().expect("the examples list discs");
                played.must(at * 1000, by, Act::Play { square });
            }
            assert_eq!(played.game.phase(), Phase::Over, "{id}");
            let count = played.game.position().count();
            assert_eq!(i64::from(count.black), number(&row["black"]), "{id}");
            assert_eq!(i64::from(count.white), number(&row["white"]), "{id}");
            assert_eq!(
                played.game.position().diagram_in_one_line(),
                text(&row, "board"),
                "{id}"
            );
            let passes = row["passes"].as_array().unwrap().len();
            let plies = &played.game.record().plies;
            assert_eq!(
                plies.iter().filter(|ply| ply.square.is_none()).count(),
                passes
            );
        }
    }
}

fn score(black: i64, white: i64) -> BySide<HalfDiscs> {
    BySide::new(black, white).map(|discs| HalfDiscs::discs(u16::try_from(discs).unwrap()))
}

/// A finished board with these counts: the colours kept apart by an empty row, or the corners empty at the ends of
/// lines of one colour.
fn finished(black: i64, white: i64, empty: i64) -> Position {
    let rows = if (black, white, empty) == (30, 30, 4) {
        ".BBBBBB./WBBBBBWW/WBBBBWBW/WBBBWBBW/WWWWBWWW/WWWWWBWW/WWWWWWBW/.BBBBBB.".to_owned()
    } else {
        let mut cells = vec!['.'; 64];
        for cell in cells.iter_mut().take(usize::try_from(black).unwrap()) {
            *cell = 'B';
        }
        for cell in cells.iter_mut().rev().take(usize::try_from(white).unwrap()) {
            *cell = 'W';
        }
        let lines: Vec<String> = cells.chunks(8).map(|row| row.iter().collect()).collect();
        lines.join("/")
    };
    let board = Position::from_diagram(&rows, Side::Black).unwrap();
    assert!(board.is_over(), "{rows}");
    let count = board.count();
    assert_eq!(
        (i64::from(count.black), i64::from(count.white)),
        (black, white)
    );
    board
}
