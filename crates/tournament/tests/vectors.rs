//! The worked examples of the Brightwell Quotient, of whole small tournaments, of missed matches.

use crate::support;
use std::collections::BTreeMap;

use outflank_rulebook::{Constant, HalfDiscs, System};
use outflank_tournament::{
    Cause, Colour, DiscCount, Entrant, EntrantId, Event, Game, GameResult, HalfPoints, PointSum,
    Round, RoundNumber, Withdrawal, bq_sum, brightwell, standings, withdrawals,
    withdrawn_by_missing,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    bq_direct: Vec<Direct>,
    bq_tournament: Vec<Small>,
    soc_no_show: Vec<NoShow>,
}

#[derive(Deserialize)]
struct Direct {
    id: String,
    #[serde(rename = "C")]
    c: u32,
    discs: u32,
    opponent_points: Vec<Half>,
    own_points: Half,
    substituted: u32,
    bq: Half,
}

/// A number in whole or half units.
#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum Half {
    Whole(u32),
    Text(f64),
}

impl Half {
    fn halves(self) -> u32 {
        match self {
            Self::Whole(whole) => 2 * whole,
            Self::Text(number) => {
                let text = number.to_string();
                let (whole, half) = text.split_once('.').unwrap_or((&text, "0"));
                2 * whole.parse::<u32>().unwrap() + u32::from(half == "5")
            }
        }
    }
}

#[derive(Deserialize)]
struct Small {
    id: String,
    ruleset: String,
    #[serde(rename = "C")]
    c: u32,
    rounds: u16,
    players: Vec<String>,
    games: Vec<(u16, String, String, u16, u16, String)>,
    byes: Vec<(u16, String)>,
    absent: Vec<(u16, String)>,
    withdrawn: BTreeMap<String, u16>,
    expected: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    rank: u32,
    player: String,
    points: Half,
    counted_discs: u32,
    opponent_points: Half,
    substituted: u32,
    bq: Half,
    disc_count: u32,
    arithmetic: String,
}

#[derive(Deserialize)]
struct NoShow {
    id: String,
    missed_rounds: Vec<u16>,
    withdrawn: bool,
    after_round: u16,
}

fn vectors() -> Vectors {
    toml::from_str(include_str!("../../../rulebooks/vectors.toml")).unwrap()
}

fn rulebook(ruleset: &str) -> &'static str {
    match ruleset {
        "WOC" => "wof",
        "BOF" => "bof",
        "SOC" => "soc",
        other => panic!("{other}"),
    }
}

/// runs: rulebooks/vectors.toml#bq_direct
/// clauses: WOC-A.3.b, WOC-A.3.c, BOF-gen-15, BOF-gen-15.c, BOF-gen-15.d, BOF-gen-15.e, SOC-A.3.2, SOC-A.3.3
#[test]
fn quotients_of_given_figures() {
    let cases = vectors().bq_direct;
    assert_eq!(cases.len(), 11);
    for case in cases {
        let constant = Constant {
            numerator: case.c,
            denominator: 1,
        };
        let bq = brightwell(
            constant,
            DiscCount(2 * case.discs),
            PointSum(case.opponent_points.iter().map(|p| p.halves()).sum()),
            HalfPoints(case.own_points.halves() as u16),
            case.substituted,
        );
        assert_eq!(
            bq.halves(),
            Some(u64::from(case.bq.halves())),
            "{}",
            case.id
        );
    }
}

/// runs: rulebooks/vectors.toml#bq_tournament
/// clauses: WOC-A.3.a, WOC-A.3.b, WOC-A.3.c, WOC-II.8.b, BOF-gen-7, BOF-gen-11, BOF-gen-15.b
/// clauses: BOF-gen-15.c, BOF-gen-15.d, BOF-reg-5, SOC-A.3.1, SOC-A.3.2, SOC-A.3.3, SOC-II.7.c
#[test]
fn small_tournaments() {
    let cases = vectors().bq_tournament;
    assert_eq!(cases.len(), 11);
    for case in cases {
        check(&case);
    }
}

fn check(case: &Small) {
    let event = event_of(case);
    assert_eq!(event.constant().numerator, case.c, "{}", case.id);
    let table = standings(&event, case.rounds);
    for line in &case.expected {
        let why = format!("{}, {}", case.id, line.player);
        let id = id_of(case, &line.player);
        let row = &table.rows[line.rank as usize - 1];
        assert_eq!((row.id, row.rank), (id, line.rank), "{why}");
        assert_eq!(u32::from(row.points.0), line.points.halves(), "{why}");
        assert_eq!(row.bq.halves(), Some(u64::from(line.bq.halves())), "{why}");
        assert_eq!(row.discs.halves(), 2 * line.disc_count, "{why}");
        assert_eq!(
            row.withdrawn,
            case.withdrawn.contains_key(&line.player),
            "{why}"
        );
        let sum = bq_sum(&event, case.rounds, id).unwrap();
        assert_eq!(sum.discs().halves(), 2 * line.counted_discs, "{why}");
        assert_eq!(
            sum.opponent_points().0,
            line.opponent_points.halves(),
            "{why}"
        );
        assert_eq!(sum.substituted(), line.substituted, "{why}");
        let name = |id: EntrantId| case.players[id.0 as usize - 1].clone();
        assert_eq!(sum.arithmetic(name), line.arithmetic, "{why}");
    }
}

fn id_of(case: &Small, player: &str) -> EntrantId {
    let place = case.players.iter().position(|name| name == player);
    EntrantId(place.unwrap() as u32 + 1)
}

fn event_of(case: &Small) -> Event {
    let rules = support::rules(rulebook(&case.ruleset));
    let mut event = Event::new(rules, System::Swiss, case.rounds);
    event.entrants = (case.players.iter())
        .map(|name| Entrant::new(id_of(case, name), name.clone()))
        .collect();
    event.played = vec![Round::default(); usize::from(case.rounds)];
    for (round, black, white, black_discs, white_discs, kind) in &case.games {
        let discs = [*black_discs, *white_discs].map(HalfDiscs::discs);
        let result = match kind.as_str() {
            "played" => GameResult::played(discs[0], discs[1]),
            "default" => {
                assert_eq!((*black_discs, *white_discs), (64, 0));
                GameResult::missing(Colour::White)
            }
            other => panic!("{other}"),
        };
        event.played[usize::from(*round) - 1].games.push(Game {
            black: id_of(case, black),
            white: id_of(case, white),
            result,
            of: None,
        });
    }
    for (round, player) in &case.byes {
        let round = &mut event.played[usize::from(*round) - 1];
        round.byes.push(id_of(case, player));
    }
    for (round, player) in &case.absent {
        let round = &mut event.played[usize::from(*round) - 1];
        round.absent.push(id_of(case, player));
    }
    event.withdrawn = (case.withdrawn.iter())
        .map(|(player, &after_round)| Withdrawal {
            id: id_of(case, player),
            after_round,
            cause: Cause::Declared,
        })
        .collect();
    event
}

/// runs: rulebooks/vectors.toml#soc_no_show
/// clauses: SOC-II.7.a
#[test]
fn two_missed_matches_in_a_row_withdraw() {
    let cases = vectors().soc_no_show;
    assert_eq!(cases.len(), 4);
    for case in cases {
        let missed: Vec<RoundNumber> = case
            .missed_rounds
            .iter()
            .copied()
            .map(RoundNumber)
            .collect();
        let expected = case.withdrawn.then_some(case.after_round);
        let soc = support::rules("soc");
        let found = withdrawn_by_missing(&soc, &missed).map(|round| round.0);
        assert_eq!(found, expected, "{}", case.id);
        let bof = support::rules("bof");
        assert_eq!(withdrawn_by_missing(&bof, &missed), None, "{}", case.id);
        assert_eq!(
            left_in_an_event(&case.missed_rounds),
            expected,
            "{}",
            case.id
        );
    }
}

/// The same from the rounds of an event: he was paired in the odd rounds he missed, and named absent
/// in the even ones.
fn left_in_an_event(missed: &[u16]) -> Option<u16> {
    let mut event = support::event("soc", System::Swiss, 8, 4);
    for number in 1..=8 {
        let first = match (missed.contains(&number), number % 2) {
            (false, _) => "1 2 33-31",
            (true, 1) => "1 2 black-missing",
            (true, _) => "1 absent",
        };
        event.played.push(support::round(&[first, "3 4 40-24"]));
    }
    let left = withdrawals(&event);
    assert!(
        left.iter()
            .all(|left| left.id == EntrantId(1) && left.cause == Cause::MissedMatches)
    );
    left.first().map(|left| left.after_round)
}
