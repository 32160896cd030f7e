//! Small events for the tests, written as data.
#![allow(dead_code, reason = "every test file uses its own part")]

use outflank_rulebook::{HalfDiscs, Rulebook, System, shipped_file};
use outflank_tournament::{
    Cause, Entrant, EntrantId, Event, Game, GameResult, Round, Standings, Withdrawal, standings,
};

/// The rulebook of a preset: `bof/national`, or the first one of a file: `wof`.
pub(crate) fn rules(name: &str) -> Rulebook {
    let (id, event) = name.split_once('/').unwrap_or((name, ""));
    let file = shipped_file(id).unwrap();
    let event = if event.is_empty() {
        &file.presets[0].id
    } else {
        event
    };
    file.for_event(event).unwrap()
}

/// An event with entrants 1 to `entrants`.
pub(crate) fn event(rulebook: &str, system: System, rounds: u16, entrants: u32) -> Event {
    let mut event = Event::new(rules(rulebook), system, rounds);
    event.entrants = (1..=entrants)
        .map(|id| Entrant::new(EntrantId(id), format!("Player {id}")))
        .collect();
    event
}

/// A round from games written `black white discs-discs`, byes `n bye` and absentees `n absent`.
pub(crate) fn round(lines: &[&str]) -> Round {
    let mut round = Round::default();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let id = |word: &str| EntrantId(word.parse().unwrap());
        match words[..] {
            [who, "bye"] => round.byes.push(id(who)),
            [who, "absent"] => round.absent.push(id(who)),
            [black, white, result] => round.games.push(Game {
                black: id(black),
                white: id(white),
                result: self::result(result),
                of: None,
            }),
            _ => panic!("{line}"),
        }
    }
    round
}

fn result(word: &str) -> GameResult {
    use outflank_tournament::Colour::{Black, White};
    match word {
        "black-resigned" => GameResult::Resigned {
            by: Black,
            discs: None,
        },
        "black-missing" => GameResult::missing(Black),
        "white-missing" => GameResult::missing(White),
        "both-missing" => GameResult::both_missing(),
        "annulled" => GameResult::Annulled,
        "pending" => GameResult::Pending,
        score => {
            let (black, white) = score.split_once('-').unwrap();
            let discs = |text: &str| text.parse::<HalfDiscs>().unwrap();
            GameResult::played(discs(black), discs(white))
        }
    }
}

pub(crate) fn withdraw(event: &mut Event, id: u32, after_round: u16) {
    event.withdrawn.push(Withdrawal {
        id: EntrantId(id),
        after_round,
        cause: Cause::Declared,
    });
}

/// The table after all rounds.
pub(crate) fn table(event: &Event) -> Standings {
    standings(event, u16::MAX)
}

/// The numbers of the entrants from the first place down.
pub(crate) fn order(table: &Standings) -> Vec<u32> {
    table.rows.iter().map(|row| row.id.0).collect()
}

/// Points, discs and quotient of one entrant as people read them.
pub(crate) fn figures(table: &Standings, id: u32) -> (String, String, String) {
    let row = table.of(EntrantId(id)).unwrap();
    (
        row.points.to_string(),
        row.discs.to_string(),
        row.bq.to_string(),
    )
}

/// Asserts points, discs and quotient of one entrant.
#[track_caller]
pub(crate) fn check(event: &Event, id: u32, points: &str, discs: &str, bq: &str) {
    let expected = (points.to_owned(), discs.to_owned(), bq.to_owned());
    assert_eq!(figures(&table(event), id), expected, "entrant {id}");
}
