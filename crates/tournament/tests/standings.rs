//! Tables: the order, who is where when something unusual happened, and that the past stays.

use std::sync::Arc;

use crate::support::{check, event, order, round, table, withdraw};
use outflank_rulebook::System;
use outflank_rulebook::axes::tournament::TieBreak;
use outflank_tournament::lists::table_with_shared_places;
use outflank_tournament::{
    EntrantId, Event, RoundNumber, Step, Substitution, bq_sum, round_input, round_input_as_played,
    standings,
};

/// Four players, three rounds; 1 and 2 have two points, 3 and 4 one.
fn circle(rulebook: &str, system: System) -> Event {
    let mut event = event(rulebook, system, 3, 4);
    event.played = vec![
        round(&["1 2 34-30", "3 4 40-24"]),
        round(&["3 1 30-34", "2 4 33-31"]),
        round(&["2 3 33-31", "1 4 30-34"]),
    ];
    event
}

fn separated_by(event: &Event, id: u32) -> Option<Step> {
    table(event).of(EntrantId(id)).unwrap().by
}

/// clauses: WOC-II.3.1.p1, SOC-II.3.p1.a
#[test]
fn a_win_is_one_point_a_draw_half_and_points_come_first() {
    for rulebook in ["wof", "soc"] {
        let mut event = event(rulebook, System::Swiss, 3, 4);
        event.played = vec![
            round(&["1 2 33-31", "3 4 32-32"]),
            round(&["1 3 0-64", "2 4 64-0"]),
        ];
        let table = table(&event);
        let points: Vec<String> = table
            .rows
            .iter()
            .map(|row| row.points.to_string())
            .collect();
        assert_eq!(points, ["1.5", "1", "1", "0.5"]);
        assert_eq!(order(&table)[0], 3);
        // 4 has more discs than 1, but less points.
        assert_eq!(order(&table)[3], 4);
    }
}

/// clauses: WOC-II.3.1.p2, WOC-A.4, BOF-nat-10, SOC-A.4, SOC-II.3.p1.b
#[test]
fn equal_points_go_by_quotient_then_discs_then_lots() {
    for rulebook in ["wof", "bof/national", "soc"] {
        // 1 and 2 have a point each; 2 has beaten the stronger opponent, 1 has more discs.
        let mut event = event(rulebook, System::Swiss, 9, 6);
        event.played = vec![
            round(&["1 5 36-28", "2 4 33-31", "3 6 33-31"]),
            round(&["4 5 64-0", "3 2 33-31", "6 1 33-31"]),
            round(&["4 6 64-0", "3 1 33-31", "5 2 33-31"]),
        ];
        assert_eq!(figure_order(&event, 1, 2), (true, false), "{rulebook}");
        assert_eq!(separated_by(&event, 1), Some(Step::TieBreak(TieBreak::Bq)));

        let mut by_lots = circle(rulebook, System::Swiss);
        by_lots.played = vec![round(&["1 2 33-31", "3 4 33-31"])];
        let drawn = table(&by_lots);
        assert_eq!(drawn.draws.len(), 2, "{rulebook}");
        assert_eq!(
            separated_by(&by_lots, order(&drawn)[1]),
            Some(Step::TieBreak(TieBreak::Lots))
        );
    }
}

/// Whether `one` has more discs than `two`, and whether he stands higher.
fn figure_order(event: &Event, one: u32, two: u32) -> (bool, bool) {
    let table = table(event);
    let row = |id: u32| table.of(EntrantId(id)).unwrap();
    assert_eq!(row(one).points, row(two).points);
    assert_ne!(row(one).bq, row(two).bq);
    (
        row(one).discs > row(two).discs,
        row(one).rank < row(two).rank,
    )
}

/// clauses: WOC-II.3.1.p2, WOC-A.4, BOF-nat-10, SOC-A.4
#[test]
fn equal_quotients_go_by_disc_count() {
    for (rulebook, c) in [("wof", 6), ("bof/national", 7), ("soc", 6)] {
        // 1 has C discs more than 3, but met somebody with a point less.
        let mut event = event(rulebook, System::Swiss, 9, 4);
        let first = format!("1 2 {}-{}", 40 + c, 24 - c);
        event.played = vec![
            round(&[&first, "3 4 40-24"]),
            round(&["1 3 32-32", "4 2 33-31"]),
        ];
        let table = table(&event);
        let row = |id: u32| table.of(EntrantId(id)).unwrap();
        assert_eq!(row(1).bq, row(3).bq, "{rulebook}");
        assert!(row(1).discs > row(3).discs && row(1).rank < row(3).rank);
        let by = separated_by(&event, 3);
        assert_eq!(by, Some(Step::TieBreak(TieBreak::Discs)), "{rulebook}");
    }
}

/// clauses: BOF-gen-12
#[test]
fn a_british_round_robin_goes_by_discs_and_a_swiss_by_the_quotient() {
    for (system, expected) in [
        (System::RoundRobin, [3, 1, 4, 2]),
        (System::DoubleRoundRobin, [3, 1, 4, 2]),
        (System::Swiss, [3, 1, 2, 4]),
    ] {
        // 2 has met the stronger opponents, 4 has more discs; each has a point.
        let mut event = event("bof", system, 3, 4);
        event.played = vec![
            round(&["1 2 38-26", "3 bye", "4 absent"]),
            round(&["3 1 34-30", "4 2 40-24"]),
            round(&["1 4 34-30", "2 3 36-28"]),
        ];
        assert_eq!(order(&table(&event)), expected, "{system}");
    }
}

/// clauses: BOF-gen-7, SOC-A.3.3, WOC-A.3.c
#[test]
fn a_bye_is_a_point_its_discs_and_half_the_board_in_the_quotient() {
    for (rulebook, discs, bq) in [
        ("bof", "44", "41"),
        ("wof", "40", "38"),
        ("soc", "32", "38"),
    ] {
        let mut event = event(rulebook, System::Swiss, 7, 3);
        event.played = vec![round(&["1 2 33-31", "3 bye"])];
        check(&event, 3, "1", discs, bq);
    }
}

/// clauses: BOF-gen-11, WOC-A.3.c, SOC-II.6.a
#[test]
fn a_game_one_player_did_not_come_to() {
    for (rulebook, present, missing) in [
        ("bof", ["1", "44", "44"], ["0", "20", "29"]),
        ("wof", ["1", "0", "38"], ["0", "0", "32"]),
        ("soc", ["1", "64", "64"], ["0", "0", "6"]),
    ] {
        let mut event = event(rulebook, System::Swiss, 7, 4);
        event.played = vec![round(&["1 2 white-missing", "3 4 33-31"])];
        check(&event, 1, present[0], present[1], present[2]);
        check(&event, 2, missing[0], missing[1], missing[2]);
    }
}

/// clauses: WOC-II.8.b, SOC-II.7.c, WOC-A.3.a, BOF-gen-15.b, SOC-A.3.1
#[test]
fn whoever_leaves_keeps_his_points_and_his_opponents_are_compensated() {
    for rulebook in ["wof", "bof", "soc"] {
        let mut event = circle(rulebook, System::Swiss);
        event.played.push(round(&["1 3 33-31"]));
        withdraw(&mut event, 4, 3);
        let table = table(&event);
        let left = table.of(EntrantId(4)).unwrap();
        assert!(left.withdrawn);
        assert_eq!(left.points.to_string(), "1", "{rulebook}");
        let sum = bq_sum(&event, 4, EntrantId(1)).unwrap();
        let substituted = (sum.rows.iter())
            .filter(|row| {
                matches!(
                    row.counted,
                    outflank_tournament::Counted::Substituted(Substitution::OpponentLeft(
                        EntrantId(4)
                    ))
                )
            })
            .map(|row| row.round)
            .collect::<Vec<_>>();
        assert_eq!(substituted, [RoundNumber(3)], "{rulebook}");
    }
}

#[test]
fn what_happens_later_changes_no_earlier_table() {
    for rulebook in ["wof", "bof", "soc", "usoa", "japan", "europe"] {
        let mut event = circle(rulebook, System::Swiss);
        let mut frozen: Vec<_> = (0..=3).map(|after| standings(&event, after)).collect();
        event.played.push(round(&["1 2 64-0", "3 bye", "4 absent"]));
        frozen.push(standings(&event, 4));
        event.played.push(round(&["1 3 64-0", "2 bye"]));
        withdraw(&mut event, 4, 4);
        for (after, table) in (0..).zip(&frozen) {
            assert_eq!(
                &standings(&event, after),
                table,
                "{rulebook}, round {after}"
            );
        }
        assert!(table(&event).of(EntrantId(4)).unwrap().withdrawn);
    }
}

/// clauses: SOC-II.7.b, WOC-II.8.a, WOC-II.8.c
#[test]
fn whoever_has_left_is_not_paired_again() {
    for rulebook in ["wof", "soc"] {
        let mut event = circle(rulebook, System::Swiss);
        withdraw(&mut event, 4, 3);
        let input = round_input(&event).unwrap();
        let ids: Vec<u32> = input.entrants.iter().map(|entrant| entrant.id.0).collect();
        assert_eq!((input.round, ids), (RoundNumber(4), vec![1, 2, 3]));
    }
}

#[test]
fn a_round_is_paired_from_points_places_and_what_was_played() {
    let mut event = circle("wof", System::Swiss);
    event.entrants[0].country = Some("NOR".to_owned());
    event.entrants[1].additional = Some(outflank_tournament::Additional::Wof);
    event.entrants[1].country = Some("NOR".to_owned());
    event.played[2].games[1].result = outflank_tournament::GameResult::both_missing();
    let input = round_input(&event).unwrap();
    let seat = |id: usize| &input.entrants[id - 1];
    let table = table(&event);
    for (place, row) in (1..).zip(&table.rows) {
        assert_eq!(seat(row.id.0 as usize).place.0, place);
        assert_eq!(seat(row.id.0 as usize).points, row.points);
    }
    assert_eq!(seat(1).country.as_deref(), Some("NOR"));
    assert_eq!(seat(2).country.as_deref(), Some("WOF"));
    // Nobody came to 1 against 4: neither a meeting nor a colour.
    assert_eq!(seat(4).past.meetings.len(), 2);
    assert_eq!(seat(1).past.colour_balance(), 0);
}

#[test]
fn a_played_round_can_be_looked_at_again() {
    let mut event = circle("bof", System::Swiss);
    event.played[1] = round(&["3 1 30-34", "2 bye", "4 absent"]);
    let (input, tables) = round_input_as_played(&event, RoundNumber(2))
        .unwrap()
        .unwrap();
    assert_eq!(tables.pairs.len(), 1);
    assert_eq!(tables.bye, Some(EntrantId(2)));
    assert_eq!(input.hand.absent, [EntrantId(4)]);
    assert_eq!(input.entrants[0].points.0, 2);
    assert_eq!(round_input_as_played(&event, RoundNumber(4)).unwrap(), None);
}

/// clauses: WOC-II.3.3.c
#[test]
fn below_the_top_four_equal_points_can_share_a_place() {
    let mut event = event("wof", System::Swiss, 13, 8);
    event.played = vec![round(&["1 2 40-24", "3 4 40-24", "5 6 40-24", "7 8 40-24"])];
    let single: Vec<u32> = table(&event).rows.iter().map(|row| row.rank).collect();
    assert_eq!(single, [1, 2, 3, 4, 5, 6, 7, 8]);
    let shared = table_with_shared_places(&event, u16::MAX);
    let places: Vec<(u32, bool)> = shared
        .rows
        .iter()
        .map(|row| (row.rank, row.shared))
        .collect();
    assert_eq!(
        places,
        [
            (1, false),
            (2, false),
            (3, false),
            (4, false),
            (5, true),
            (5, true),
            (5, true),
            (5, true)
        ]
    );
}

fn with_chain(chain: &str, last_resort: &str) -> Event {
    let mut event = circle("usoa", System::Swiss);
    Arc::make_mut(&mut event.rules)
        .set("tie_breaks", chain)
        .unwrap();
    Arc::make_mut(&mut event.rules)
        .set("last_resort", last_resort)
        .unwrap();
    event
}

#[test]
fn tie_breaks_of_the_director() {
    // 1 has beaten 2 and 3, 2 has beaten 3 and 4: all of 1, 2 have two points, 3 and 4 one.
    let event = with_chain("direct_encounter,lots", "draw");
    assert_eq!(order(&table(&event))[..2], [1, 2]);
    assert_eq!(
        separated_by(&event, 2),
        Some(Step::TieBreak(TieBreak::DirectEncounter))
    );
    assert_eq!(order(&table(&event))[2..], [3, 4]);

    let event = with_chain("disc_difference,lots", "draw");
    let differences: Vec<i32> = table(&event)
        .rows
        .iter()
        .map(|row| row.difference.0)
        .collect();
    assert!(differences[0] >= differences[1] && differences[2] >= differences[3]);

    let event = with_chain("buchholz,lots", "draw");
    // 1 met 2, 3, 4 (2 + 1 + 1), 2 met 1, 4, 3 (2 + 1 + 1): the lots decide.
    assert_eq!(
        separated_by(&event, order(&table(&event))[1]),
        Some(Step::TieBreak(TieBreak::Lots))
    );

    let event = with_chain("buchholz", "shared");
    let places: Vec<(u32, bool)> = table(&event)
        .rows
        .iter()
        .map(|row| (row.rank, row.shared))
        .collect();
    assert_eq!(places, [(1, true), (1, true), (3, true), (3, true)]);
}

#[test]
fn an_unrounded_constant_gives_fractions() {
    let mut event = circle("usoa", System::Swiss);
    event.rounds = 7;
    Arc::make_mut(&mut event.rules)
        .set("bq_constant", "exact")
        .unwrap();
    // 98 discs, opponents 2 + 1 + 1 points: 98 + 64/7 * 4.
    let bq = table(&event).of(EntrantId(1)).unwrap().bq;
    assert_eq!((bq.numerator(), bq.denominator()), (98 * 7 + 64 * 4, 7));
    assert_eq!(bq.to_string(), "942/7");
    let sum = bq_sum(&event, 3, EntrantId(1)).unwrap();
    assert!(
        sum.arithmetic(|id| id.to_string())
            .ends_with("98 + 64/7*4 = 942/7")
    );
    event.rounds = 8;
    assert_eq!(event.constant().denominator, 1);
}

#[test]
fn whoever_has_left_can_stand_last() {
    let mut event = circle("usoa", System::Swiss);
    event.played.push(round(&["2 3 33-31", "4 bye"]));
    withdraw(&mut event, 1, 3);
    Arc::make_mut(&mut event.rules)
        .set("rank_withdrawn", "last")
        .unwrap();
    assert_eq!(order(&table(&event))[3], 1);
    assert_eq!(separated_by(&event, 1), Some(Step::Withdrawn));
}

#[test]
fn an_annulled_game_is_replaced_by_the_one_played_again() {
    let mut event = circle("wof", System::Swiss);
    let before = table(&event);
    event.played[0]
        .games
        .insert(0, round(&["1 2 annulled"]).games[0]);
    assert_eq!(table(&event), before);
    event.played[0].games.remove(1);
    let sum = bq_sum(&event, 3, EntrantId(1)).unwrap();
    assert_eq!(sum.substituted(), 1);
    assert_eq!(
        round_input(&event).unwrap().entrants[0].past.meetings.len(),
        2
    );
}

/// clauses: SOC-II.6.b
#[test]
fn a_player_who_missed_one_game_stays_in() {
    let mut event = event("soc", System::Swiss, 8, 4);
    event.played = vec![round(&["1 2 white-missing", "3 4 33-31"])];
    let input = round_input(&event).unwrap();
    assert_eq!(input.entrants.len(), 4);
    event
        .played
        .push(round(&["1 3 33-31", "2 absent", "4 bye"]));
    assert_eq!(round_input(&event).unwrap().entrants.len(), 3);
}

/// clauses: WOC-II.7.1.b1
#[test]
fn group_a_counts_ten_championships_that_were_held() {
    let mut event = event("wof", System::Swiss, 13, 3);
    event.year = Some(2025);
    event.entrants[0].woc_semifinals = vec![2012];
    event.entrants[1].woc_semifinals = vec![2013];
    event.entrants[2].group_a = Some(true);
    let input = round_input(&event).unwrap();
    let in_a: Vec<bool> = input
        .entrants
        .iter()
        .map(|entrant| entrant.in_group_a)
        .collect();
    assert_eq!(in_a, [false, true, true]);
}
