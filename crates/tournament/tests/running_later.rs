//! The third day at the desk: choices with their notice, the order of the games, corrections.

use crate::running_support;
use crate::running_support::{Desk, MINUTE, by_hand, enter, id, member, propose, result, withdraw};
use outflank_tournament::course::day_three;
use outflank_tournament::matches::{Choice, MatchId, MatchState, WonBy};
use outflank_tournament::running::{
    Act, By, Card, Fact, GenderWord, Official, Reported, Slot, SlotKind, TableNumber, Timestamp,
    Timetable, UtcOffset,
};
use outflank_tournament::{Colour, EntrantId, ListName, RoundNumber, Stage};
use serde::Deserialize;

const VECTORS: &str = include_str!("../../../rulebooks/vectors.toml");

fn of(stage: Stage, list: ListName, number: u16) -> MatchId {
    MatchId {
        stage,
        list,
        number,
    }
}

const MAIN: ListName = ListName::Individual;

/// A championship of ten after its nine rounds: the lower number won every game. Five of the weaker
/// are women, four young.
fn ten() -> Desk {
    let mut desk = Desk::open("wof/championship");
    for n in 1..=10 {
        let mut one = member(n);
        one.entry.gender = Some(match n {
            6..=10 => GenderWord::Female,
            _ => GenderWord::Male,
        });
        one.entry.young = Some(n > 6);
        desk.act(By::Head, enter(one));
    }
    for _ in 0..9 {
        desk.play_round();
    }
    desk
}

fn choose(of: MatchId, entrant: u32, choice: Choice) -> Act {
    Act::Choose {
        of,
        entrant: id(entrant),
        choice,
    }
}

/// Everybody who has a choice takes Black.
fn all_black(desk: &mut Desk) {
    while let Some(wanted) = desk.tournament.affairs().wanted_choices().first().copied() {
        desk.act(
            By::Player(wanted.by),
            choose(wanted.of, wanted.by.0, Choice::Black),
        );
    }
}

/// The matches of the next round, each with its game.
fn next_round(desk: &mut Desk) -> Vec<(String, u16)> {
    all_black(desk);
    let round = desk.start_round();
    let life = desk.tournament.affairs().round(round).unwrap();
    let played = life.cards.iter().map(|card| {
        let contest = card.contest.unwrap();
        (contest.of.to_string(), contest.game)
    });
    let played = played.collect();
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    played
}

/// The order of the third day (WOC-B), from the first semi-finals to the last game.
///
/// clauses: WOC-II.1.ind.b, WOC-II.1.wom.a, WOC-II.1.wom.b, WOC-II.1.you.a, WOC-II.1.you.b
/// clauses: WOC-III.2.1.p1, WOC-III.2.1.p2, WOC-III.2.1.p3, WOC-III.2.2, WOC-III.2.3
/// clauses: WOC-III.3.1.p2, WOC-III.3.1.p4, WOC-III.3.1.p5, WOC-III.3.2, WOC-III.3.3
/// clauses: WOC-III.4.1.p2, WOC-III.4.1.p4, WOC-III.4.1.p5, WOC-III.4.2, WOC-III.4.3
/// clauses: WOC-B.1, WOC-B.2, WOC-B.3, WOC-B.4, WOC-B.5, WOC-B.6
#[test]
fn the_games_of_the_third_day_come_in_their_slots() {
    let mut desk = ten();
    let game = |name: &str, game: u16| (name.to_owned(), game);
    assert_eq!(
        next_round(&mut desk),
        [
            game("semi-final 1", 1),
            game("semi-final 2", 1),
            game("young semi-final 1", 1),
            game("young semi-final 2", 1),
        ]
    );
    assert_eq!(
        next_round(&mut desk),
        [
            game("semi-final 1", 2),
            game("semi-final 2", 2),
            game("women semi-final 1", 1),
            game("women semi-final 2", 1),
        ]
    );
    // No semi-final needs a third game, and the young play all the same.
    assert_eq!(
        next_round(&mut desk),
        [game("young final", 1), game("young third-place game", 1)]
    );
    assert_eq!(
        next_round(&mut desk),
        [
            game("final", 1),
            game("third-place game", 1),
            game("women third-place game", 1),
        ]
    );
    assert_eq!(
        next_round(&mut desk),
        [game("final", 2), game("women final", 1)]
    );
    // The final is decided 2-0: the sixth slot is not played.
    let round = desk.tournament.affairs().next_round();
    desk.refused(By::Head, propose(round), "tournament.no_more_rounds", "");
    let course = desk.tournament.affairs().course().unwrap();
    assert!(course.is_over());
    let finish = |list| {
        let bracket = course.bracket(list).unwrap();
        bracket.finish.iter().map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!(finish(MAIN), [1, 2, 3, 4]);
    assert_eq!(finish(ListName::Women), [6, 7, 8, 9]);
    assert_eq!(finish(ListName::Young), [7, 8, 9, 10]);
}

/// clauses: WOC-II.3.2.choice, WOC-III.1.p1.a, WOC-III.1.p2, WOC-III.3.1.p3, WOC-III.4.1.p3
/// clauses: WOC-IV.9.p1, WOC-IV.9.p2
#[test]
fn a_choice_is_announced_five_minutes_before_the_start() {
    let mut desk = ten();
    let round = RoundNumber(10);
    let (semi, young) = (
        of(Stage::Semi, MAIN, 1),
        of(Stage::Semi, ListName::Young, 1),
    );
    let refused = desk.refused(
        By::Head,
        propose(round),
        "tournament.choices_missing",
        "WOC-IV.9.p1",
    );
    assert_eq!(refused.facts()["choices"].as_array().unwrap().len(), 4);
    // The choice is the higher player's; the draw-win is for single games only.
    let code = "tournament.not_his_choice";
    desk.refused(
        By::Head,
        choose(semi, 4, Choice::Black),
        code,
        "WOC-IV.9.p1",
    );
    let code = "tournament.no_draw_win";
    desk.refused(
        By::Head,
        choose(semi, 1, Choice::DrawWin),
        code,
        "WOC-IV.9.p1",
    );
    let code = "tournament.wrong_person";
    desk.refused(By::Player(id(4)), choose(semi, 1, Choice::Black), code, "");
    desk.act(By::Player(id(1)), choose(semi, 1, Choice::White));
    let code = "tournament.nothing_to_choose";
    desk.refused(By::Head, choose(semi, 1, Choice::Black), code, "");
    // He takes the draw-win: his opponent has the colour to choose.
    desk.act(By::Player(id(7)), choose(young, 7, Choice::DrawWin));
    let code = "tournament.no_draw_win";
    desk.refused(
        By::Head,
        choose(young, 10, Choice::DrawWin),
        code,
        "WOC-IV.9.p1",
    );
    desk.act(By::Player(id(10)), choose(young, 10, Choice::Black));
    // Nothing goes by default before the time is over, and nothing is taken after it but by the head.
    let by_default = |of| Act::ChooseByDefault { of };
    let (other, second) = (
        of(Stage::Semi, MAIN, 2),
        of(Stage::Semi, ListName::Young, 2),
    );
    let code = "tournament.may_still_choose";
    desk.refused(By::Director, by_default(other), code, "WOC-IV.9.p2");
    let start = Timestamp(desk.at + 6 * MINUTE);
    desk.act(By::Head, Act::AnnounceStart { round, start });
    desk.refused(By::Director, by_default(other), code, "WOC-IV.9.p2");
    desk.at = start.0 - 5 * MINUTE + 1;
    let code = "tournament.choice_too_late";
    desk.refused(
        By::Player(id(2)),
        choose(other, 2, Choice::White),
        code,
        "WOC-IV.9.p2",
    );
    let facts = desk.act(By::Head, choose(other, 2, Choice::White));
    assert!(matches!(facts[0], Fact::ChoiceAnnounced { late: true, .. }));
    // Silence: the draw-win, then a lot for the opponent's colour.
    let facts = desk.act(By::Director, by_default(second));
    let Fact::ChoiceAnnounced {
        choice,
        by_default: true,
        entrant,
        ..
    } = facts[0]
    else {
        panic!("{facts:?}");
    };
    assert_eq!((choice, entrant), (Choice::DrawWin, id(8)));
    let facts = desk.act(By::Director, by_default(second));
    assert!(matches!(
        facts[0],
        Fact::ChoiceAnnounced {
            choice: Choice::Black | Choice::White,
            entrant: EntrantId(9),
            ..
        }
    ));
    desk.act(By::Head, propose(round));
    let card = card_of(&desk, round, 1);
    assert_eq!((card.black, card.white), (id(4), id(1)), "he took White");
    let card = card_of(&desk, round, 7);
    assert_eq!(
        (card.black, card.contest.unwrap().draw_win),
        (id(10), Some(id(7)))
    );
    // The second game is with colours reversed, and nobody is asked.
    desk.announce_and_start(round);
    desk.finish_round(round);
    let wanted = desk.tournament.affairs().wanted_choices();
    assert!(
        wanted
            .iter()
            .all(|wanted| wanted.of.list == ListName::Women)
    );
    all_black(&mut desk);
    let next = desk.start_round();
    assert_eq!(card_of(&desk, next, 1).black, id(1));
}

fn card_of(desk: &Desk, round: RoundNumber, entrant: u32) -> Card {
    let life = desk.tournament.affairs().round(round).unwrap();
    life.card_of(id(entrant)).unwrap().clone()
}

#[derive(Deserialize)]
struct DrawWins {
    draw_win: Vec<DrawWinCase>,
}

#[derive(Deserialize)]
struct DrawWinCase {
    id: String,
    option: String,
    #[serde(rename = "discs_H")]
    higher: u16,
    #[serde(rename = "discs_L")]
    lower: u16,
    winner: String,
}

/// Each is a semi-final of the young between the first and the fourth.
///
/// runs: rulebooks/vectors.toml#draw_win
/// clauses: WOC-IV.9.a, WOC-IV.9.b, WOC-III.4.1.p3
#[test]
fn every_draw_win_is_as_stated() {
    let table: DrawWins = toml::from_str(VECTORS).unwrap();
    let before = ten();
    let young = of(Stage::Semi, ListName::Young, 1);
    for case in table.draw_win {
        let mut desk = before.clone();
        match case.option.as_str() {
            "a" => {
                desk.act(By::Head, choose(young, 7, Choice::Black));
            }
            _ => {
                desk.act(By::Head, choose(young, 7, Choice::DrawWin));
                desk.act(By::Head, choose(young, 10, Choice::White));
            }
        }
        all_black(&mut desk);
        let round = desk.start_round();
        let table = desk.table_of(round, 7);
        let official = Official::played(case.higher, case.lower);
        desk.act(By::Head, result(round, table, official));
        let course = desk.tournament.affairs().course().unwrap();
        let one = course.get(young).unwrap();
        let expected = if case.winner == "H" { 7 } else { 10 };
        assert_eq!(one.winner(), Some(id(expected)), "{}", case.id);
        let MatchState::Won { why, .. } = one.state else {
            panic!("{}", case.id);
        };
        assert_eq!(
            why == WonBy::DrawWin,
            case.higher == case.lower,
            "{}",
            case.id
        );
    }
}

/// clauses: WOC-B
#[test]
fn the_third_day_is_in_the_timetable_and_can_be_set_otherwise() {
    let mut desk = Desk::open("wof/championship");
    let day = "2024-05-06";
    let slots = desk.tournament.affairs().timetable.slots.clone();
    assert_eq!(slots.len(), 6);
    assert!(slots.iter().all(|slot| slot.day == 3));
    let starts: Vec<i64> = slots
        .iter()
        .map(|slot| slot.start.0 / MINUTE % (24 * 60))
        .collect();
    assert_eq!(starts, [570, 650, 730, 850, 940, 1030]);
    assert_eq!(UtcOffset::default().day(slots[0].start).to_string(), day);
    let ends: Vec<u16> = (day_three(&desk.rules).iter())
        .map(|slot| slot.end_min - slot.start_min)
        .collect();
    assert_eq!(ends, [70, 70, 70, 80, 80, 80]);
    let timetable = Timetable {
        slots: vec![Slot {
            day: 3,
            start: Timestamp(slots[0].start.0 + 30 * MINUTE),
            what: SlotKind::Finals(1),
        }],
    };
    let set = timetable.clone();
    desk.act(By::Director, Act::SetTimetable { timetable });
    assert_eq!(desk.tournament.affairs().timetable, set);
}

/// clauses: WOC-II.8.a
#[test]
fn a_qualifier_who_leaves_makes_the_pairing_stale_and_is_replaced() {
    let mut desk = ten();
    let round = RoundNumber(10);
    all_black(&mut desk);
    desk.act(By::Head, propose(round));
    desk.act(By::Head, withdraw(2));
    let announce = running_support::announce(round);
    desk.refused(By::Head, announce, "tournament.pairing_is_stale", "");
    all_black(&mut desk);
    desk.act(By::Head, propose(round));
    let pairs: Vec<(u32, u32)> = (desk.tournament.affairs().round(round).unwrap().cards.iter())
        .take(2)
        .map(|card| (card.black.0, card.white.0))
        .collect();
    assert_eq!(pairs, [(1, 5), (3, 4)]);
}

/// The director says which of the games that are due are played now and with which colours; he does
/// not say who meets whom.
#[test]
fn the_games_that_are_due_are_paired_by_hand() {
    let mut desk = ten();
    let round = RoundNumber(10);
    let code = "tournament.bad_hand_pairing";
    for (pairs, byes) in [
        (&[(1, 2)][..], &[][..]),
        (&[(1, 4), (4, 1)], &[]),
        (&[(1, 4)], &[5]),
        (&[(1, 77)], &[]),
    ] {
        desk.refused(By::Head, by_hand(round, pairs, byes), code, "");
    }
    desk.refused(
        By::Judge,
        by_hand(round, &[(4, 1)], &[]),
        "tournament.wrong_person",
        "",
    );
    let nothing = "tournament.nothing_new";
    desk.refused(By::Head, by_hand(round, &[], &[]), nothing, "");
    // One semi-final before the other, the women's before its slot, colours nobody chose.
    desk.act(By::Head, by_hand(round, &[(4, 1), (9, 6)], &[]));
    let announce = |consent: Option<&str>| Act::Announce {
        round,
        consent: consent.map(str::to_owned),
    };
    let bent = "tournament.needs_consent";
    desk.refused(By::Head, announce(None), bent, "WOC-IV.9.p1");
    desk.act(By::Head, announce(Some("the hall closes early")));
    desk.act(By::Head, Act::Start { round });
    let life = desk.tournament.affairs().round(round).unwrap();
    let played = life.cards.iter().map(|card| {
        let contest = card.contest.unwrap();
        (
            contest.of.to_string(),
            contest.game,
            card.black.0,
            card.white.0,
        )
    });
    assert_eq!(
        played.collect::<Vec<_>>(),
        [
            ("semi-final 1".to_owned(), 1, 4, 1),
            ("women semi-final 1".to_owned(), 1, 9, 6)
        ]
    );
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    // The rules go on with what was left.
    let next = next_round(&mut desk);
    assert!(next.contains(&("semi-final 2".to_owned(), 1)), "{next:?}");
}

/// A pairing by hand goes stale as any other.
#[test]
fn a_game_by_hand_that_is_no_longer_due_is_not_announced() {
    let mut desk = ten();
    let round = RoundNumber(10);
    desk.act(By::Head, by_hand(round, &[(1, 4)], &[]));
    desk.act(By::Head, withdraw(4));
    let announce = Act::Announce {
        round,
        consent: Some("a reason".to_owned()),
    };
    desk.refused(By::Head, announce, "tournament.pairing_is_stale", "");
}

/// Found by the third days of chance: a game was annulled, played again, and its old result came back
/// as a correction, so that a single game had two results.
#[test]
fn an_annulled_game_does_not_come_back_beside_the_one_in_its_place() {
    let mut desk = ten();
    all_black(&mut desk);
    let round = desk.start_round();
    let table = desk.table_of(round, 7);
    desk.act(By::Head, result(round, table, Official::Annulled));
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    let again = |desk: &Desk| {
        let course = desk.tournament.affairs().course().unwrap();
        let one = course
            .get(of(Stage::Semi, ListName::Young, 1))
            .unwrap()
            .clone();
        (one.games.len(), one.is_over())
    };
    assert_eq!(again(&desk), (0, false));
    all_black(&mut desk);
    let second = desk.start_round();
    let correct = |round: RoundNumber, table: TableNumber, official: Official| Act::Correct {
        round,
        table,
        result: Reported::Official(official),
        why: "the slip was found".to_owned(),
    };
    let back = correct(round, table, Official::played(20, 44));
    let code = "tournament.played_again";
    desk.refused(By::Head, back.clone(), code, "");
    let reversed = Act::RecordAsPlayed {
        round,
        games: vec![outflank_tournament::running::Seated {
            table,
            black: id(10),
            white: id(7),
        }],
        results: vec![(table, Reported::Official(Official::played(20, 44)))],
        why: "they sat down otherwise".to_owned(),
    };
    desk.refused(By::Head, reversed, code, "");
    desk.finish_round(second);
    desk.refused(By::Head, back.clone(), code, "");
    assert_eq!(again(&desk), (1, true));
    // With the game in its place annulled the old one may come back.
    let in_its_place = desk.table_of(second, 7);
    desk.act(By::Head, correct(second, in_its_place, Official::Annulled));
    desk.act(By::Head, back);
    assert_eq!(again(&desk), (1, true));
}

#[test]
fn a_match_is_between_its_two() {
    let mut desk = ten();
    all_black(&mut desk);
    let round = desk.start_round();
    let table = desk.table_of(round, 1);
    let otherwise = |black: u32, white: u32| Act::RecordAsPlayed {
        round,
        games: vec![outflank_tournament::running::Seated {
            table,
            black: id(black),
            white: id(white),
        }],
        results: vec![(table, Reported::Official(Official::played(20, 44)))],
        why: "they sat down otherwise".to_owned(),
    };
    desk.refused(By::Head, otherwise(1, 5), "tournament.other_players", "");
    desk.act(By::Head, otherwise(4, 1));
    let course = desk.tournament.affairs().course().unwrap();
    let one = course.get(of(Stage::Semi, MAIN, 1)).unwrap();
    assert_eq!(one.games.len(), 1);
    assert_eq!(
        desk.tournament.affairs().standings(9),
        desk.tournament.affairs().standings(10)
    );
}

#[test]
fn a_match_without_a_winner_needs_a_ruling_and_a_correction_changes_who_goes_on() {
    let mut desk = ten();
    all_black(&mut desk);
    let round = desk.start_round();
    let table = desk.table_of(round, 7);
    desk.act(By::Head, result(round, table, Official::both_missing()));
    desk.finish_round(round);
    let next = RoundNumber(round.0 + 1);
    desk.refused(By::Head, propose(next), "tournament.match_undecided", "");
    let ruling = Official::Adjudicated {
        black: outflank_rulebook::HalfDiscs::discs(32),
        white: outflank_rulebook::HalfDiscs::discs(32),
        winner: Some(Colour::White),
    };
    let correct = |table: TableNumber, result: Official| Act::Correct {
        round,
        table,
        result: Reported::Official(result),
        why: "the head director rules".to_owned(),
    };
    desk.act(By::Head, correct(table, ruling));
    let winner = |desk: &Desk| {
        let course = desk.tournament.affairs().course().unwrap();
        course
            .get(of(Stage::Semi, ListName::Young, 1))
            .unwrap()
            .winner()
    };
    assert_eq!(winner(&desk), Some(id(10)));
    desk.act(By::Head, correct(table, Official::played(40, 24)));
    assert_eq!(winner(&desk), Some(id(7)));
}
