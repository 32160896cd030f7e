//! The life of a round: pairing, announcement, start, results, validation, and what goes wrong.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod running_support;

use outflank_pairing::Pair;
use outflank_tournament::running::{
    Act, Assumed, By, ClockStock, Fact, HandPairing, Official, OfficialPost, Phase, Post, Reported,
    ResultSource, ResultState, Seated, Slot, SlotKind, TableClock, TableNumber, TableRule,
    Timestamp, Timetable, preview,
};
use outflank_tournament::{Colour, EntrantId, HalfPoints, RoundNumber, Seed};
use running_support::{Desk, MINUTE, enter, member, report, result, withdraw};
use serde::Deserialize;

const ONE: RoundNumber = RoundNumber(1);
const TWO: RoundNumber = RoundNumber(2);

fn id(n: u32) -> EntrantId {
    EntrantId(n)
}

fn propose(round: RoundNumber) -> Act {
    Act::Propose {
        round,
        assumed: Vec::new(),
    }
}

fn announce(round: RoundNumber) -> Act {
    Act::Announce {
        round,
        consent: None,
    }
}

fn by_hand(round: RoundNumber, pairs: &[(u32, u32)], byes: &[u32]) -> Act {
    Act::ProposeByHand {
        round,
        pairing: HandPairing {
            pairs: (pairs.iter())
                .map(|&(black, white)| Pair {
                    black: id(black),
                    white: id(white),
                })
                .collect(),
            byes: byes.iter().copied().map(EntrantId).collect(),
        },
        assumed: Vec::new(),
    }
}

/// Six entrants of a Swiss, round 1 by hand: 1-2, 3-4, 5-6 at tables 1 to 3, started.
fn six() -> Desk {
    let mut desk = Desk::open_with("europe/open", |creation| {
        creation.system = Some(outflank_tournament::running::PlaySystem::Swiss);
        creation.set.push(("rounds".to_owned(), "5".to_owned()));
    });
    desk.enter_many(6);
    desk.act(By::Head, by_hand(ONE, &[(1, 2), (3, 4), (5, 6)], &[]));
    desk.announce_and_start(ONE);
    desk
}

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
fn a_round_goes_from_proposed_to_validated_each_with_its_time() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    desk.act(By::Assistant, propose(ONE));
    desk.refused(
        By::Head,
        Act::Start { round: ONE },
        "tournament.wrong_phase",
        "",
    );
    desk.act(By::Assistant, announce(ONE));
    let early = result(ONE, TableNumber(1), Official::played(40, 24));
    desk.refused(By::Head, early, "tournament.wrong_phase", "");
    desk.act(By::Director, Act::Start { round: ONE });
    desk.refused(
        By::Head,
        Act::Validate { round: ONE },
        "tournament.wrong_phase",
        "",
    );
    desk.finish_round(ONE);
    assert_eq!(phase(&desk, ONE), Phase::Finished);
    desk.act(By::Director, Act::Validate { round: ONE });
    let times = desk.tournament.affairs().round(ONE).unwrap().times;
    let times = [
        times.proposed,
        times.announced,
        times.started,
        times.finished,
        times.validated,
    ];
    assert!(
        times
            .windows(2)
            .all(|two| two[0].unwrap() < two[1].unwrap())
    );
    desk.refused(
        By::Head,
        propose(RoundNumber(3)),
        "tournament.not_the_next_round",
        "",
    );
    desk.act(By::Head, propose(TWO));
}

#[test]
fn pairings_carry_cost_and_hash_and_edits_by_hand_show_what_they_cost() {
    let mut desk = Desk::open("soc/open");
    desk.enter_many(12);
    desk.play_round();
    let facts = desk.act(By::Head, propose(TWO));
    let Fact::RoundProposed { pairing, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert!(pairing.input.is_some() && pairing.best.is_empty());
    assert!(
        pairing
            .cost
            .iter()
            .any(|cost| cost.level == "colour balance")
    );
    // Winners against losers of other games: worse than the best on the score.
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let mut winners: Vec<u32> = Vec::new();
    let mut losers: Vec<u32> = Vec::new();
    for card in &life.cards {
        let [one, other] = card.players();
        winners.push(one.min(other).0);
        losers.push(one.max(other).0);
    }
    losers.rotate_left(1);
    let pairs: Vec<(u32, u32)> = winners.into_iter().zip(losers).collect();
    let facts = desk.act(By::Head, by_hand(TWO, &pairs, &[]));
    let Fact::RoundProposed { pairing, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let differs = |cost: &&outflank_tournament::running::Cost| !pairing.best.contains(cost);
    let first = pairing.cost.iter().find(differs).unwrap();
    assert_eq!(first.level, "sum of differences");
}

/// clauses: SOC-II.4.1
#[test]
fn a_repeat_is_published_only_with_the_consent_of_the_head() {
    let mut desk = six();
    desk.finish_round(ONE);
    desk.act(By::Head, by_hand(TWO, &[(2, 1), (3, 5), (4, 6)], &[]));
    desk.refused(By::Head, announce(TWO), "tournament.needs_consent", "");
    let mut soc = Desk::open("soc/open");
    soc.enter_many(6);
    soc.act(By::Head, by_hand(ONE, &[(1, 2), (3, 4), (5, 6)], &[]));
    soc.announce_and_start(ONE);
    soc.finish_round(ONE);
    soc.act(By::Head, by_hand(TWO, &[(2, 1), (3, 5), (4, 6)], &[]));
    soc.refused(
        By::Head,
        announce(TWO),
        "tournament.needs_consent",
        "SOC-II.4.1",
    );
    let consent = Act::Announce {
        round: TWO,
        consent: Some("both asked for it".to_owned()),
    };
    soc.refused(
        By::Assistant,
        consent.clone(),
        "tournament.wrong_person",
        "SOC-I.2",
    );
    soc.act(By::Head, consent);
    let life = soc.tournament.affairs().round(TWO).unwrap();
    assert_eq!(life.consent.as_deref(), Some("both asked for it"));
}

#[test]
fn a_pairing_grows_stale_when_somebody_comes_or_goes() {
    let mut desk = Desk::open("europe/open");
    desk.enter_many(9);
    desk.act(By::Head, propose(ONE));
    desk.act(By::Head, withdraw(3));
    desk.refused(By::Head, announce(ONE), "tournament.pairing_is_stale", "");
    desk.act(By::Head, propose(ONE));
    desk.act(By::Head, announce(ONE));
    let why = "a fire alarm".to_owned();
    desk.act(By::Head, Act::CallOff { round: ONE, why });
    desk.act(By::Head, enter(member(10)));
    let facts = desk.act(By::Head, propose(ONE));
    let Fact::RoundProposed { pairing, .. } = &facts[facts.len() - 1] else {
        panic!("{facts:?}");
    };
    let everybody: Vec<EntrantId> = pairing.everybody().collect();
    assert!(everybody.contains(&id(10)) && !everybody.contains(&id(3)));
}

#[test]
fn a_started_round_is_abandoned_and_played_again() {
    let mut desk = six();
    desk.act(
        By::Head,
        result(ONE, TableNumber(1), Official::played(40, 24)),
    );
    let why = "the hall was flooded".to_owned();
    let call_off = Act::CallOff {
        round: ONE,
        why: why.clone(),
    };
    desk.refused(By::Head, call_off, "tournament.already_played", "");
    desk.act(By::Head, Act::Abandon { round: ONE, why });
    assert_eq!(desk.tournament.affairs().rounds.len(), 0);
    assert_eq!(desk.tournament.affairs().abandoned.len(), 1);
    assert_eq!(desk.play_round(), ONE);
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
    let missing = Official::Forfeit { by: Colour::White };
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
fn the_number_of_rounds_changes_with_its_consequences() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    desk.play_round();
    let change = |rounds| Act::ChangeRounds {
        rounds,
        why: "the hall closes early".to_owned(),
    };
    desk.refused(
        By::Head,
        change(5),
        "tournament.too_few_rounds",
        "BOF-reg-1",
    );
    desk.refused(
        By::Director,
        change(6),
        "tournament.wrong_person",
        "BOF-gen-6",
    );
    let facts = desk.act(By::Head, change(6));
    let Fact::RoundsChanged { notices, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(notices[0].code, "constant_changes");
    assert!(
        notices[0].text.contains("from 9 to 11"),
        "{}",
        notices[0].text
    );
    assert_eq!(desk.tournament.affairs().rounds_planned(), 6);
}

#[test]
fn undo_takes_back_the_latest_command_and_a_validated_round_too() {
    let mut desk = six();
    desk.finish_round(ONE);
    let before = desk.tournament.clone();
    desk.act(By::Head, Act::Validate { round: ONE });
    let latest = desk.tournament.latest_command().unwrap().clone();
    let undo = |command: &str| Act::Undo {
        command: command.into(),
    };
    desk.refused(By::Head, undo("c1"), "tournament.not_the_latest", "");
    desk.refused(
        By::Assistant,
        undo(latest.as_str()),
        "tournament.wrong_person",
        "",
    );
    desk.act(By::Head, undo(latest.as_str()));
    assert_eq!(desk.tournament.affairs(), before.affairs());
    assert_eq!(phase(&desk, ONE), Phase::Finished);
    let earlier = desk.tournament.latest_command().unwrap().clone();
    desk.act(By::Head, undo(earlier.as_str()));
    assert_eq!(phase(&desk, ONE), Phase::Started);
    let again = outflank_tournament::running::Tournament::replay(desk.tournament.log().to_vec());
    assert_eq!(again, desk.tournament);
}

/// clauses: BOF-nat-15, SOC-I.2, BOF-gen-6
#[test]
fn nothing_starts_without_somebody_to_decide_and_the_referee_of_the_national_does_not_play() {
    for (name, clause) in [
        ("wof/championship", "WOC-V.1.p3"),
        ("soc/open", "SOC-I.2"),
        ("bof/regional", "BOF-gen-6"),
        ("bof/national", "BOF-nat-15"),
    ] {
        let mut desk = Desk::open(name);
        desk.enter_many(26);
        let relieve = Act::Relieve {
            name: "Vera Arbiter".to_owned(),
        };
        desk.act(By::Head, relieve);
        desk.act(By::Head, propose(ONE));
        desk.act(By::Head, announce(ONE));
        desk.refused(
            By::Head,
            Act::Start { round: ONE },
            "tournament.no_head",
            clause,
        );
        let mut official = OfficialPost::new("Player 1", Post::Head);
        official.entrant = Some(id(1));
        let appoint = Act::Appoint {
            official: official.clone(),
        };
        if name == "bof/national" {
            desk.refused(By::Chairman, appoint, "tournament.head_plays", "BOF-nat-15");
            official.entrant = None;
            desk.act(By::Chairman, Act::Appoint { official });
        } else {
            desk.act(By::Officer, appoint);
        }
        desk.act(By::Head, Act::Start { round: ONE });
    }
}

/// clauses: WOC-I.4.2.p2
#[test]
fn the_roll_is_called_before_pairings_are_announced() {
    let notices = |missing: Option<Vec<EntrantId>>| {
        let mut desk = Desk::open("wof/championship");
        desk.enter_many(26);
        let mut official = OfficialPost::new("Lou Host", Post::Director);
        official.local = true;
        desk.act(By::Head, Act::Appoint { official });
        desk.act(By::Head, propose(ONE));
        if let Some(missing) = missing {
            desk.act(
                By::Head,
                Act::CallRoll {
                    round: ONE,
                    missing,
                },
            );
        }
        let facts = desk.act(By::Head, announce(ONE));
        let Fact::RoundAnnounced { notices, .. } = &facts[0] else {
            panic!("{facts:?}");
        };
        let code = |notice: &outflank_tournament::running::Notice| {
            (
                notice.code.clone(),
                notice.clause.clone().unwrap().to_string(),
            )
        };
        notices.iter().map(code).collect::<Vec<_>>()
    };
    let cited = |code: &str| vec![(code.to_owned(), "WOC-I.4.2.p2".to_owned())];
    assert_eq!(notices(None), cited("roll_not_called"));
    assert_eq!(notices(Some(vec![id(4)])), cited("not_in_the_room"));
    assert!(notices(Some(Vec::new())).is_empty());
}

/// clauses: WOC-I.3.p1.a, WOC-I.3.p2
#[test]
fn directors_have_an_area_and_one_should_be_of_the_hosts_federation() {
    let codes = |local: bool| {
        let mut desk = Desk::open("wof/championship");
        desk.enter_many(26);
        for (name, post, area) in [
            ("Lou Host", Post::Director, "pairings"),
            ("Kim Helper", Post::Assistant, "live broadcast"),
            ("Sam Table", Post::Judge, "table 1"),
        ] {
            let mut official = OfficialPost::new(name, post);
            official.area = Some(area.to_owned());
            official.local = local && post == Post::Director;
            desk.act(By::Head, Act::Appoint { official });
        }
        let officials = &desk.tournament.affairs().officials;
        assert_eq!(officials[1].area.as_deref(), Some("pairings"));
        assert_eq!(officials.len(), 4);
        let missing = Vec::new();
        desk.act(
            By::Head,
            Act::CallRoll {
                round: ONE,
                missing,
            },
        );
        desk.act(By::Head, propose(ONE));
        let facts = desk.act(By::Head, announce(ONE));
        let Fact::RoundAnnounced { notices, .. } = &facts[0] else {
            panic!("{facts:?}");
        };
        let codes: Vec<String> = notices.iter().map(|notice| notice.code.clone()).collect();
        codes
    };
    assert!(codes(true).is_empty());
    assert_eq!(codes(false), ["no_local_director"]);
}

/// clauses: SOC-II.5.a
#[test]
fn singapore_announces_a_start_five_minutes_ahead() {
    let mut desk = Desk::open("soc/open");
    desk.enter_many(10);
    let mut notices = |ahead: i64| {
        let start = Timestamp(desk.at + ahead);
        let facts = desk.act(By::Head, Act::AnnounceStart { round: ONE, start });
        let Fact::StartAnnounced { notices, .. } = &facts[0] else {
            panic!("{facts:?}");
        };
        notices
            .first()
            .map(|notice| notice.clause.clone().unwrap().to_string())
    };
    assert_eq!(notices(5 * MINUTE), None);
    assert_eq!(notices(5 * MINUTE - 1), Some("SOC-II.5.a".to_owned()));
}

#[test]
fn moving_one_start_moves_the_rest_of_the_day() {
    let mut desk = six();
    let slot = |day: u16, minute: i64, what: SlotKind| Slot {
        day,
        start: Timestamp(desk.at + minute * MINUTE),
        what,
    };
    let round = |n: u16| SlotKind::Round(RoundNumber(n));
    let timetable = Timetable {
        slots: vec![
            slot(1, 10, round(2)),
            slot(1, 80, SlotKind::Break("lunch".to_owned())),
            slot(1, 140, round(3)),
            slot(2, 1500, round(4)),
        ],
    };
    let to = Timestamp(timetable.slots[0].start.0 + 15 * MINUTE);
    desk.act(
        By::Head,
        Act::SetTimetable {
            timetable: timetable.clone(),
        },
    );
    desk.act(By::Head, Act::MoveStart { round: TWO, to });
    let moved: Vec<i64> = (desk.tournament.affairs().timetable.slots.iter())
        .zip(&timetable.slots)
        .map(|(now, before)| now.start.since(before.start).0 / MINUTE)
        .collect();
    assert_eq!(moved, [15, 15, 15, 0]);
    let unknown = Act::MoveStart {
        round: RoundNumber(9),
        to,
    };
    desk.refused(By::Head, unknown, "tournament.not_in_timetable", "");
}

/// clauses: WOC-IV.1.p1
#[test]
fn tables_keep_their_exceptions_and_digital_clocks_go_out_first() {
    let mut desk = Desk::open("wof/championship");
    desk.enter_many(26);
    let rules = vec![
        TableRule::Keeps {
            entrant: id(5),
            table: TableNumber(40),
        },
        TableRule::OutOfUse {
            table: TableNumber(2),
        },
    ];
    desk.act(By::Head, Act::SetTableRules { rules });
    let stock = ClockStock {
        digital: 11,
        analogue: 1,
    };
    desk.act(By::Head, Act::CountClocks { stock });
    for _ in 0..2 {
        let round = desk.play_round();
        assert_eq!(desk.table_of(round, 5), TableNumber(40));
        let life = desk.tournament.affairs().round(round).unwrap();
        assert!(life.card(TableNumber(2)).is_none());
        let stock = desk.tournament.affairs().clocks.unwrap();
        let clocks: Vec<TableClock> = (1..=13).map(|nth| stock.clock_of(nth)).collect();
        assert_eq!(
            clocks[10..],
            [TableClock::Digital, TableClock::Analogue, TableClock::None]
        );
    }
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
                    let forfeit = Official::Forfeit { by };
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

/// runs: rulebooks/vectors.toml#first_round
#[test]
fn the_first_round_is_drawn_as_the_rulebook_asks() {
    #[derive(Deserialize)]
    struct Vectors {
        first_round: Vec<First>,
    }
    #[derive(Deserialize)]
    struct First {
        id: String,
        ruleset: String,
        #[serde(default)]
        rated: Vec<String>,
        #[serde(default)]
        unrated: Vec<String>,
        #[serde(default)]
        pairs: Vec<(String, String)>,
        #[serde(default)]
        group_a: u32,
        #[serde(default)]
        group_b: u32,
        #[serde(default)]
        ab_pairs: usize,
        #[serde(default)]
        a_colours: Vec<String>,
    }
    let vectors = include_str!("../../../rulebooks/vectors.toml");
    let vectors: Vectors = toml::from_str(vectors).unwrap();
    for case in vectors.first_round {
        let is_bof = case.ruleset == "BOF";
        let name = if is_bof {
            "bof/regional"
        } else {
            "wof/championship"
        };
        let mut desk = Desk::open_with(name, |creation| {
            creation.seed = Seed::new(11).unwrap();
            creation.system = Some(outflank_tournament::running::PlaySystem::Swiss);
        });
        let mut names: Vec<&str> = Vec::new();
        for (n, name) in (0..).zip(&case.rated) {
            let mut one = member(n + 1);
            one.entry.rating = Some(2000 - i32::try_from(n).unwrap());
            desk.act(By::Head, enter(one));
            names.push(name);
        }
        for (n, name) in (1..).zip(&case.unrated) {
            let mut one = member(50 + n);
            one.entry.rating = None;
            desk.act(By::Head, enter(one));
            names.push(name);
        }
        for n in 1..=case.group_a + case.group_b {
            let mut one = member(n);
            one.entry.group_a = Some(n <= case.group_a);
            desk.act(By::Head, enter(one));
        }
        desk.start_round();
        let life = desk.tournament.affairs().round(ONE).unwrap();
        if is_bof {
            let name = |id: EntrantId| names[usize::try_from(id.0).unwrap() - 1].to_owned();
            for (one, other) in &case.pairs {
                let met = life.cards.iter().any(|card| {
                    let two = [name(card.black), name(card.white)];
                    two.contains(one) && two.contains(other)
                });
                assert!(met, "{}: {one} does not meet {other}", case.id);
            }
        } else {
            let is_a = |id: EntrantId| id.0 <= case.group_a;
            let crossed: Vec<&str> = (life.cards.iter())
                .filter(|card| is_a(card.black) != is_a(card.white))
                .map(|card| if is_a(card.black) { "B" } else { "W" })
                .collect();
            assert_eq!(crossed.len(), case.ab_pairs, "{}", case.id);
            assert_eq!(crossed, case.a_colours, "{}", case.id);
        }
    }
}

#[test]
fn a_round_robin_goes_through_its_table() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(7);
    let mut met = std::collections::BTreeSet::new();
    for _ in 1..=7 {
        let round = desk.play_round();
        let life = desk.tournament.affairs().round(round).unwrap();
        assert_eq!((life.cards.len(), life.byes.len()), (3, 1));
        for card in &life.cards {
            assert!(met.insert((card.black.min(card.white), card.black.max(card.white))));
        }
    }
    assert_eq!(met.len(), 21);
    let last = propose(RoundNumber(8));
    desk.refused(By::Head, last, "tournament.no_more_rounds", "");
}
