//! Officials, the roll, the timetable, tables and clocks.

use crate::running_support::{Desk, MINUTE, ONE, TWO, announce, id, propose, six};
use outflank_tournament::running::{
    Act, By, ClockStock, Fact, OfficialPost, Post, Slot, SlotKind, TableClock, TableNumber,
    TableRule, Timestamp, Timetable,
};
use outflank_tournament::{EntrantId, RoundNumber};

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
