//! Leaving, being expelled, missing matches, planned absences and requested byes.

use crate::running_support::{Desk, ONE, TWO, announce, id, propose, result, withdraw};
use outflank_tournament::running::{Act, By, Official};
use outflank_tournament::{Game, GameResult, HalfPoints};
use serde::Deserialize;

fn points(desk: &Desk, after: u16, entrant: u32) -> HalfPoints {
    let table = desk.tournament.affairs().standings(after).unwrap();
    table.of(id(entrant)).unwrap().points
}

/// clauses: WOC-II.8.a, WOC-II.8.b, WOC-II.8.c, SOC-II.7.b, SOC-II.7.c, SOC-II.7.d
#[test]
fn whoever_leaves_keeps_his_points_and_does_not_come_back() {
    for (name, clause) in [
        ("wof/championship", "WOC-II.8.a"),
        ("soc/open", "SOC-II.7.b"),
    ] {
        let mut desk = Desk::open(name);
        desk.enter_many(26);
        desk.play_round();
        let kept = points(&desk, 1, 1);
        desk.act(By::Player(id(1)), withdraw(1));
        let back = Act::TakeBackWithdrawal {
            entrant: id(1),
            why: "a slip of the desk".to_owned(),
        };
        desk.clone().act(By::Director, back.clone());
        desk.act(By::Head, propose(TWO));
        desk.clone().act(By::Director, back.clone());
        desk.act(By::Head, announce(TWO));
        desk.refused(By::Director, back, "tournament.no_re_entry", clause);
        let life = desk.tournament.affairs().round(TWO).unwrap().clone();
        assert!(life.card_of(id(1)).is_none());
        assert_eq!(life.byes.len(), 1, "the number is odd now");
        desk.act(By::Head, Act::Start { round: TWO });
        desk.finish_round(TWO);
        let table = desk.tournament.affairs().standings(2).unwrap();
        let row = table.of(id(1)).unwrap();
        assert_eq!((row.points, row.withdrawn), (kept, true));
    }
}

/// clauses: WOC-V.2.e
#[test]
fn expulsion_from_the_tournament_is_a_withdrawal() {
    let mut desk = Desk::open("wof/championship");
    desk.enter_many(26);
    desk.play_round();
    let expel = Act::Expel {
        entrant: id(1),
        why: "consulted a device".to_owned(),
    };
    desk.refused(
        By::Director,
        expel.clone(),
        "tournament.wrong_person",
        "WOC-V.1.p3",
    );
    desk.act(By::Head, expel);
    let back = Act::TakeBackWithdrawal {
        entrant: id(1),
        why: "a slip of the desk".to_owned(),
    };
    desk.refused(By::Head, back, "tournament.expelled", "WOC-V.2.e");
    desk.start_round();
    let life = desk.tournament.affairs().round(TWO).unwrap();
    assert!(life.card_of(id(1)).is_none());
}

/// clauses: SOC-II.6.b, SOC-II.7.a
/// runs: rulebooks/vectors.toml#soc_no_show
#[test]
fn two_matches_missed_in_a_row_withdraw_a_player_and_one_does_not() {
    #[derive(Deserialize)]
    struct Vectors {
        soc_no_show: Vec<NoShow>,
    }
    #[derive(Deserialize)]
    struct NoShow {
        id: String,
        missed_rounds: Vec<u16>,
        withdrawn: bool,
        after_round: u16,
    }
    let vectors = include_str!("../../../rulebooks/vectors.toml");
    let vectors: Vectors = toml::from_str(vectors).unwrap();
    for case in vectors.soc_no_show {
        let mut desk = Desk::open("soc/open");
        desk.enter_many(20);
        let mut played = Vec::new();
        for n in 1..=8 {
            let round = desk.start_round();
            let life = desk.tournament.affairs().round(round).unwrap().clone();
            if let Some(card) = life.card_of(id(1)) {
                played.push(n);
                if case.missed_rounds.contains(&n) {
                    let by = card.colour_of(id(1)).unwrap();
                    let forfeit = Official::missing(by);
                    desk.act(By::Head, result(round, card.table, forfeit));
                }
            }
            desk.finish_round(round);
            desk.act(By::Head, Act::Validate { round });
        }
        let last = if case.withdrawn { case.after_round } else { 8 };
        let expected: Vec<u16> = (1..=last).collect();
        assert_eq!(played, expected, "{}", case.id);
        if case.withdrawn && last < 8 {
            let act = Act::CheckIn { entrant: id(1) };
            desk.refused(By::Head, act, "tournament.withdrawn", "SOC-II.7.b");
        }
    }
}

/// clauses: SOC-II.6.b, SOC-II.7.a
#[test]
fn a_player_who_comes_too_late_twice_in_a_row_plays_on() {
    // Whether the player came in rounds 2 and 3; who missed both entirely is withdrawn.
    for (came, plays_on) in [
        ([true, true], true),
        ([true, false], true),
        ([false, true], true),
        ([false, false], false),
    ] {
        let mut desk = Desk::open("soc/open");
        desk.enter_many(20);
        for n in 1..=4 {
            let round = desk.start_round();
            let life = desk.tournament.affairs().round(round).unwrap().clone();
            let card = life.card_of(id(1));
            assert_eq!(card.is_some(), n < 4 || plays_on, "{came:?}, round {n}");
            if let (2 | 3, Some(card)) = (n, card) {
                let by = card.colour_of(id(1)).unwrap();
                let arrived = came[n - 2];
                let late = Official::Forfeit { by, arrived };
                desk.act(By::Head, result(round, card.table, late));
            }
            desk.finish_round(round);
            desk.act(By::Head, Act::Validate { round });
        }
        let points = desk.tournament.affairs().standings(4).unwrap();
        assert_eq!(points.of(id(1)).unwrap().withdrawn, !plays_on, "{came:?}");
    }
}

/// clauses: SOC-II.7.a
#[test]
fn of_two_late_players_only_those_who_never_came_have_missed_the_match() {
    let mut event = crate::support::event("soc/open", outflank_rulebook::System::Swiss, 8, 4);
    let both = |arrived: [bool; 2]| GameResult::DoubleForfeit {
        arrived: outflank_tournament::ByColour {
            black: arrived[0],
            white: arrived[1],
        },
    };
    for (black, white) in [(1, 2), (2, 1)] {
        let mut round = crate::support::round(&["3 4 40-24"]);
        // Player 1 comes too late in both rounds, player 2 in neither.
        let result = both([black == 1, white == 1]);
        round.games.push(Game::new(id(black), id(white), result));
        event.played.push(round);
    }
    let left: Vec<(u32, u16)> = (outflank_tournament::withdrawals(&event).iter())
        .map(|left| (left.id.0, left.after_round))
        .collect();
    assert_eq!(left, [(2, 2)]);
}

#[test]
fn planned_absences_and_requested_byes_sit_out_and_a_missed_round_is_no_bye() {
    let mut desk = Desk::open("soc/open");
    desk.enter_many(12);
    let absence = Act::PlanAbsence {
        entrant: id(3),
        rounds: vec![ONE, TWO],
    };
    desk.act(By::Player(id(3)), absence);
    let cancel = Act::CancelAbsence {
        entrant: id(3),
        rounds: vec![TWO],
    };
    desk.act(By::Player(id(3)), cancel);
    let request = |round| Act::RequestBye {
        entrant: id(4),
        round,
    };
    desk.refused(
        By::Player(id(4)),
        request(ONE),
        "tournament.wrong_person",
        "",
    );
    desk.act(By::Director, request(ONE));
    desk.play_round();
    let life = desk.tournament.affairs().round(ONE).unwrap();
    assert_eq!(
        (life.byes.as_slice(), life.absent.as_slice()),
        (&[id(4)][..], &[id(3)][..])
    );
    assert_eq!(points(&desk, 1, 3), HalfPoints(0));
    assert_eq!(points(&desk, 1, 4), HalfPoints(2));
    let code = "tournament.no_second_bye";
    desk.refused(By::Director, request(TWO), code, "SOC-II.2.p3.a");
    desk.start_round();
    let life = desk.tournament.affairs().round(TWO).unwrap();
    assert!(life.card_of(id(3)).is_some());
}
