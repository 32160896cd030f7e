//! Results: reported in any order, in query, corrected, played otherwise than paired.

use crate::running_support::{Desk, ONE, TWO, id, propose, report, result, six};
use outflank_tournament::running::{
    Act, Assumed, By, Fact, Official, Phase, Report, Reported, ResultSource, ResultState, Seated,
    TableNumber, Timestamp, preview,
};
use outflank_tournament::{Colour, HalfPoints, RoundNumber};

fn points(desk: &Desk, after: u16, entrant: u32) -> HalfPoints {
    let table = desk.tournament.affairs().standings(after).unwrap();
    table.of(id(entrant)).unwrap().points
}

fn phase(desk: &Desk, round: RoundNumber) -> Phase {
    desk.tournament.affairs().round(round).unwrap().phase
}

fn state(desk: &Desk, table: u16) -> ResultState {
    let life = desk.tournament.affairs().round(ONE).unwrap();
    life.card(TableNumber(table)).unwrap().state
}

#[test]
fn two_different_reports_are_in_query_until_a_director_settles_them() {
    let mut desk = six();
    let told = |black, white| {
        let reported = Reported::Official(Official::played(black, white));
        report(ONE, TableNumber(1), reported, ResultSource::Player)
    };
    desk.act(By::Player(id(1)), told(40, 24));
    assert_eq!(state(&desk, 1), ResultState::Entered);
    desk.refused(
        By::Player(id(3)),
        told(40, 24),
        "tournament.not_in_this_game",
        "",
    );
    desk.act(By::Player(id(2)), told(24, 40));
    assert_eq!(state(&desk, 1), ResultState::InQuery);
    let confirm = Act::Confirm {
        round: ONE,
        table: TableNumber(1),
    };
    desk.refused(By::Judge, confirm, "tournament.in_query", "");
    let correct = Act::Correct {
        round: ONE,
        table: TableNumber(1),
        result: Reported::Official(Official::played(24, 40)),
        why: "both transcripts say so".to_owned(),
    };
    desk.act(By::Director, correct);
    assert_eq!(state(&desk, 1), ResultState::Confirmed);
    assert_eq!(points(&desk, 1, 2), HalfPoints::WIN);
}

#[test]
fn nobody_signs_for_his_opponent() {
    let mut desk = six();
    let both = Act::EnterResult(Box::new(Report {
        round: ONE,
        table: TableNumber(1),
        result: Reported::Official(Official::played(40, 24)),
        source: ResultSource::Players,
        signed: vec![id(1), id(2)],
        transcripts: Vec::new(),
    }));
    desk.act(By::Player(id(1)), both);
    assert_eq!(state(&desk, 1), ResultState::Entered);
    let life = desk.tournament.affairs().round(ONE).unwrap();
    assert_eq!(life.cards[0].signed, [id(1)]);
    let sign = Act::Sign {
        round: ONE,
        table: TableNumber(1),
        signed: vec![id(1), id(2)],
    };
    desk.refused(By::Player(id(1)), sign, "tournament.nothing_new", "");
}

#[test]
fn both_players_telling_the_same_confirm_the_result() {
    let mut desk = six();
    let told = || {
        let reported = Reported::Official(Official::played(33, 31));
        report(ONE, TableNumber(2), reported, ResultSource::Player)
    };
    desk.act(By::Player(id(3)), told());
    desk.refused(By::Player(id(3)), told(), "tournament.nothing_new", "");
    desk.act(By::Player(id(4)), told());
    assert_eq!(state(&desk, 2), ResultState::Confirmed);
}

#[test]
fn a_count_is_converted_and_an_impossible_result_refused_with_the_reason() {
    let mut desk = Desk::open("wof/championship");
    desk.enter_many(26);
    let round = desk.start_round();
    let count = |black, white, flags: &[Colour]| {
        let flags = flags.to_vec();
        let reported = Reported::Count {
            black,
            white,
            flags,
        };
        report(round, TableNumber(1), reported, ResultSource::Judge)
    };
    let code = "tournament.impossible_result";
    desk.refused(By::Judge, count(40, 30, &[]), code, "WOC-IV.8.p1");
    let wrong = result(round, TableNumber(1), Official::played(33, 3));
    let refused = desk.refused(By::Judge, wrong, code, "WOC-IV.8.p1");
    assert!(refused.to_string().contains("64"), "{refused}");
    desk.act(By::Judge, count(33, 3, &[]));
    let card = desk.tournament.affairs().round(round).unwrap().cards[0].clone();
    assert_eq!(card.result, Some(Official::played(61, 3)));
    let flagged = Reported::Count {
        black: 40,
        white: 24,
        flags: vec![Colour::Black],
    };
    let flagged = report(round, TableNumber(2), flagged, ResultSource::Judge);
    desk.act(By::Judge, flagged);
    let card = desk.tournament.affairs().round(round).unwrap().cards[1].clone();
    let settled = card
        .result
        .unwrap()
        .game_result()
        .settled(&desk.rules)
        .unwrap();
    assert_eq!(settled.points.white, HalfPoints::WIN);
}

#[test]
fn a_forfeit_is_a_ruling_and_missing_papers_are_listed_without_blocking() {
    let mut desk = six();
    let missing = Official::missing(Colour::White);
    let forfeit = result(ONE, TableNumber(1), missing);
    desk.refused(By::Judge, forfeit.clone(), "tournament.needs_ruling", "");
    desk.act(By::Director, forfeit);
    desk.act(
        By::Judge,
        result(ONE, TableNumber(2), Official::played(32, 32)),
    );
    desk.act(
        By::Judge,
        result(ONE, TableNumber(3), Official::played(64, 0)),
    );
    let sign = Act::Sign {
        round: ONE,
        table: TableNumber(3),
        signed: vec![id(5), id(6)],
    };
    desk.act(By::Assistant, sign);
    let facts = desk.act(By::Head, Act::Validate { round: ONE });
    let Fact::RoundValidated { open, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let tables: Vec<u16> = open.iter().map(|item| item.table.0).collect();
    assert_eq!(
        tables,
        [2, 2, 2],
        "two signatures and a confirmation at table 2"
    );
}

#[test]
fn games_played_otherwise_are_recorded_as_played() {
    let mut desk = six();
    desk.finish_round(ONE);
    let seated = |table, black, white| Seated {
        table: TableNumber(table),
        black: id(black),
        white: id(white),
    };
    let played = |games: Vec<Seated>| Act::RecordAsPlayed {
        round: ONE,
        games,
        results: Vec::new(),
        why: "they sat down wrongly".to_owned(),
    };
    let code = "tournament.bad_hand_pairing";
    desk.refused(By::Head, played(vec![seated(1, 1, 3)]), code, "");
    // Opponents exchanged at two tables, colours reversed at the third.
    let games = vec![seated(1, 1, 4), seated(2, 3, 2), seated(3, 6, 5)];
    desk.act(By::Head, played(games));
    assert_eq!(phase(&desk, ONE), Phase::Started);
    desk.finish_round(ONE);
    let life = desk.tournament.affairs().round(ONE).unwrap();
    assert_eq!(
        life.pairing.games[0].white,
        id(2),
        "the published pairing stays"
    );
    assert_eq!(life.cards[0].white, id(4));
    let facts = desk.act(By::Head, propose(TWO));
    let Fact::RoundProposed { pairing, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let met = [(1, 4), (2, 3), (5, 6)];
    for game in &pairing.games {
        let [one, other] = game.pair().players();
        assert!(!met.contains(&(one.0, other.0)), "{game:?} was played");
    }
}

#[test]
fn the_wrong_person_at_the_board_is_corrected_in_a_closed_round() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    desk.play_round();
    desk.play_round();
    let life = desk.tournament.affairs().round(ONE).unwrap().clone();
    let bye = life.byes[0];
    let card = &life.cards[0];
    let swapped = Seated {
        table: card.table,
        black: bye,
        white: card.white,
    };
    let act = |results: Vec<(TableNumber, Reported)>| Act::RecordAsPlayed {
        round: ONE,
        games: vec![swapped],
        results,
        why: "the names were mixed up".to_owned(),
    };
    desk.refused(By::Head, act(Vec::new()), "tournament.no_result", "");
    let official = Reported::Official(Official::played(20, 44));
    desk.act(By::Head, act(vec![(card.table, official)]));
    let life = desk.tournament.affairs().round(ONE).unwrap();
    assert!(life.byes.is_empty());
    assert_eq!(life.absent, [card.black]);
    assert_eq!(points(&desk, 1, card.black.0), HalfPoints(0));
    let editions: Vec<(u16, u16)> = (desk.tournament.affairs().editions.iter())
        .map(|edition| (edition.after, edition.edition))
        .collect();
    assert_eq!(editions, [(1, 1), (2, 1), (1, 2), (2, 2)]);
}

#[test]
fn a_correction_two_rounds_back_is_previewed_and_every_edition_kept() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    for _ in 0..3 {
        desk.play_round();
    }
    let first = desk.tournament.affairs().latest_edition(1).unwrap().clone();
    let card = desk.tournament.affairs().round(ONE).unwrap().cards[0].clone();
    let (winner, loser) = (card.black.min(card.white), card.black.max(card.white));
    let result = match winner == card.black {
        true => Official::played(24, 40),
        false => Official::played(40, 24),
    };
    let act = Act::Correct {
        round: ONE,
        table: card.table,
        result: Reported::Official(result),
        why: "the slip was read upside down".to_owned(),
    };
    let command = outflank_tournament::running::Command::new("look", By::Director, act.clone());
    let at = Timestamp(desk.at);
    let seen = preview(&desk.rules, &desk.tournament, command, at).unwrap();
    let lost = seen
        .changes
        .iter()
        .find(|one| one.after == 1 && one.entrant == winner);
    let lost = lost.unwrap().points();
    assert_eq!(lost, (Some(HalfPoints(2)), Some(HalfPoints(0))));
    assert!(
        seen.changes
            .iter()
            .any(|one| one.after == 3 && one.entrant == loser)
    );
    desk.act(By::Director, act);
    let affairs = desk.tournament.affairs();
    let latest = affairs.latest_edition(1).unwrap();
    assert_eq!(
        (latest.edition, latest.why.as_deref()),
        (2, Some("the slip was read upside down"))
    );
    assert!(
        affairs.editions.contains(&first),
        "the first edition is kept"
    );
    assert_eq!(affairs.latest_edition(3).unwrap().edition, 2);
    let rounds = affairs.rounds.len();
    assert_eq!(rounds, 3, "pairings already played stay");
}

#[test]
fn the_next_round_is_paired_on_an_assumed_result_and_marked() {
    let mut desk = six();
    for table in [1, 2] {
        desk.act(
            By::Head,
            result(ONE, TableNumber(table), Official::played(40, 24)),
        );
    }
    let code = "tournament.results_missing";
    let refused = desk.refused(By::Head, propose(TWO), code, "");
    assert_eq!(refused.facts().to_string(), r#"{"games":[[1,3]]}"#);
    let assumed = vec![Assumed {
        round: ONE,
        table: TableNumber(3),
        result: Official::played(64, 0),
    }];
    let act = Act::Propose {
        round: TWO,
        assumed: assumed.clone(),
    };
    let facts = desk.act(By::Head, act);
    let Fact::RoundProposed { pairing, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(pairing.assumed, assumed);
    desk.announce_and_start(TWO);
    desk.finish_round(TWO);
    desk.refused(
        By::Head,
        Act::Validate { round: TWO },
        "tournament.wrong_phase",
        "",
    );
    // The game ends otherwise than assumed: the real result counts.
    desk.act(
        By::Head,
        result(ONE, TableNumber(3), Official::played(0, 64)),
    );
    assert_eq!(points(&desk, 1, 6), HalfPoints::WIN);
    assert_eq!(points(&desk, 1, 5), HalfPoints::LOSS);
    desk.act(By::Head, Act::Validate { round: ONE });
    desk.act(By::Head, Act::Validate { round: TWO });
}

#[test]
fn a_cleared_result_opens_its_table_again() {
    let mut desk = six();
    let clear = || Act::ClearResult {
        round: ONE,
        table: TableNumber(1),
    };
    desk.refused(By::Director, clear(), "tournament.no_result", "");
    let reported = Reported::Official(Official::played(40, 24));
    let told = || report(ONE, TableNumber(1), reported.clone(), ResultSource::Slip);
    desk.act(By::Assistant, told());
    desk.refused(By::Assistant, clear(), "tournament.wrong_person", "");
    desk.act(By::Director, clear());
    assert_eq!(state(&desk, 1), ResultState::Missing);
    desk.act(By::Assistant, told());
    assert_eq!(state(&desk, 1), ResultState::Entered);
}
