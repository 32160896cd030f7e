//! Played rounds become the facts pairing needs.

use crate::event::{halves, id, input, rules, text, vectors};
use outflank_pairing::{
    GameKind, HalfPoints, History, PlayedGame, PlayedRound, RoundNumber, RoundRefused,
};
use outflank_rulebook::shipped;
use toml::Value;

/// The rounds a worked example was played through.
fn rounds(row: &Value) -> Vec<PlayedRound> {
    let games = row.get("history").and_then(Value::as_array);
    let mut rounds = Vec::new();
    let mut round = |number: &Value| {
        let number = number.as_integer().expect("a number") as usize;
        rounds.resize(rounds.len().max(number), PlayedRound::default());
        number - 1
    };
    let mut all: Vec<(usize, PlayedGame)> = Vec::new();
    for game in games.map_or(&[][..], Vec::as_slice) {
        let black_points = HalfPoints(halves(&game[3]) as u16);
        let played = PlayedGame {
            black: id(game[1].as_str().expect("a text")),
            white: id(game[2].as_str().expect("a text")),
            black_points,
            white_points: HalfPoints(2 - black_points.0),
            kind: match game[4].as_str().expect("a text") {
                "played" => GameKind::Played,
                _ => GameKind::Default,
            },
        };
        all.push((round(&game[0]), played));
    }
    let byes = row.get("byes").and_then(Value::as_array);
    let byes = byes.map_or(&[][..], Vec::as_slice).iter();
    let byes: Vec<_> = byes
        .map(|bye| (round(&bye[0]), id(bye[1].as_str().expect("a text"))))
        .collect();
    for (at, game) in all {
        rounds[at].games.push(game);
    }
    for (at, bye) in byes {
        rounds[at].byes.push(bye);
    }
    rounds
}

/// runs: rulebooks/vectors.toml#pairing
///
/// clauses: SOC-II.2.p3.b
#[test]
fn played_rounds_give_the_stated_points_colours_and_floats() {
    for row in vectors("pairing")
        .iter()
        .filter(|row| row.get("history").is_some())
    {
        let history = History::of(rules(row), &rounds(row)).unwrap();
        for entrant in input(row).entrants {
            let name = format!("{} {}", text(row, "id"), entrant.id);
            let (past, stated) = (history.past(entrant.id), &entrant.past);
            assert_eq!(history.points(entrant.id), entrant.points, "{name}");
            assert_eq!(past.colours, stated.colours, "{name}");
            assert_eq!(past.float_balance(), stated.float_balance(), "{name}");
            assert_eq!(past.byes, stated.byes, "{name}");
            assert_eq!(past.default_wins, stated.default_wins, "{name}");
            let met = |past: &outflank_pairing::Past| {
                let mut met: Vec<_> = past.meetings.iter().map(|m| m.opponent).collect();
                met.retain(|&opponent| opponent != id("X"));
                met.sort_unstable();
                met
            };
            assert_eq!(met(&past), met(stated), "{name}");
        }
    }
}

#[test]
fn a_default_is_a_meeting_only_where_the_director_says_so() {
    let mut rules = shipped("soc").expect("shipped").clone();
    let game = PlayedGame {
        black: id("A"),
        white: id("B"),
        black_points: HalfPoints::WIN,
        white_points: HalfPoints::LOSS,
        kind: GameKind::Default,
    };
    let round = PlayedRound {
        games: vec![game],
        ..PlayedRound::default()
    };
    let past = History::of(&rules, std::slice::from_ref(&round))
        .unwrap()
        .past(id("A"));
    assert_eq!(
        (past.meetings.len(), past.colours.len(), past.default_wins),
        (0, 0, 1)
    );
    rules.set("forfeit_counts_as_meeting", "on").unwrap();
    let past = History::of(&rules, std::slice::from_ref(&round))
        .unwrap()
        .past(id("A"));
    assert_eq!(
        (past.meetings.len(), past.colours.len(), past.default_wins),
        (1, 0, 1)
    );
    let twice = PlayedRound {
        byes: vec![id("A")],
        ..round
    };
    assert_eq!(
        History::of(&rules, &[twice]),
        Err(RoundRefused::Twice {
            id: id("A"),
            round: RoundNumber(1)
        })
    );
}
