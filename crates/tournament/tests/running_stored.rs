//! The stored form of every event: pinned from its first day.
//!
//! `tests/golden/running_events.txt` has one line per event, the kind and the body. A line never
//! changes; a new kind or field adds lines. `OUTFLANK_BLESS=1` writes the file anew.

use crate::stored_closing;
use crate::stored_conduct;
use std::path::PathBuf;

use outflank_pairing::{Basis, Hand, Place};
use outflank_rulebook::{ClauseId, HalfDiscs};
use outflank_tournament::matches::{Choice, MatchId};
use outflank_tournament::running::{
    Act, Allowance, Allowed, Assumed, Bent, By, ClockStock, Command, Contest, Cost, Creation,
    EditionRow, Entry, Event, Exception, Fact, GenderWord, LeaveCause, Nation, Notice, Official,
    OfficialPost, OpenItem, OpenPoint, PairedBy, Pairing, PlaySystem, Post, ResultSource, SeatKind,
    Seated, Slot, SlotKind, Status, TableNumber, TableRule, Timestamp, Timetable, Tournament,
    decide, preset,
};
use outflank_tournament::{
    Colour, EntrantId, HalfPoints, HandLots, ListName, LotsFor, RoundNumber, Stage,
};

const ONE: RoundNumber = RoundNumber(1);
const TABLE: TableNumber = TableNumber(3);

#[test]
fn every_event_is_stored_as_on_its_first_day() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/running_events.txt");
    let lines: Vec<String> = (samples().into_iter())
        .map(|event| format!("{} {}", event.kind(), event.body()))
        .collect();
    if std::env::var("OUTFLANK_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    let golden: Vec<&str> = golden.lines().collect();
    for kind in Fact::KINDS {
        let pinned = golden
            .iter()
            .any(|line| line.starts_with(&format!("{kind} ")));
        assert!(pinned, "{kind} is not pinned; add a line");
    }
    for line in &golden {
        let (kind, body) = line.split_once(' ').unwrap();
        let event = Event::from_stored(kind, body).unwrap();
        let again = without_new_axes(&event.body(), body);
        assert_eq!(again, body, "{kind} reads and writes differently");
    }
    // The rulebook inside the first event has its own pins.
    let of_today = |line: &&String| !line.starts_with("tournament.created ");
    for line in lines.iter().filter(of_today) {
        assert!(golden.contains(&line.as_str()), "not as pinned: {line}");
    }
}

/// A body without the axes of its rulebook that the first-day body does not have: a rulebook stored
/// before an axis existed takes it from the shipped one.
fn without_new_axes(body: &str, first_day: &str) -> String {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let (mut now, then) = (read(body), read(first_day));
    let axes = now.pointer_mut("/rulebook/axes");
    let Some(axes) = axes.and_then(serde_json::Value::as_object_mut) else {
        return body.to_owned();
    };
    axes.retain(|name, _| then["rulebook"]["axes"].get(name).is_some());
    now.to_string()
}

#[test]
fn what_cannot_be_read_says_so() {
    let unknown = Event::from_stored("tournament.exploded", "{}").unwrap_err();
    assert!(unknown.to_string().contains("newer version"), "{unknown}");
    for body in [
        "",
        "[]",
        "{}",
        r#"{"at":1,"by":"nobody","command":"c","round":1}"#,
    ] {
        let wrong = Event::from_stored("tournament.round_started", body).unwrap_err();
        assert!(
            wrong.to_string().contains("tournament.round_started"),
            "{wrong}"
        );
    }
}

fn samples() -> Vec<Event> {
    let mut events = vec![created()];
    let event = |fact: Fact| Event {
        at: Timestamp(1_714_809_600_000),
        by: By::Director,
        command: "c7".into(),
        fact,
    };
    events.extend(people().into_iter().map(event));
    events.extend(rounds().into_iter().map(event));
    events.extend(stored_conduct::facts().into_iter().map(event));
    events.extend(results().into_iter().map(event));
    events.extend(hall().into_iter().map(event));
    events.extend(stored_closing::closing().into_iter().map(event));
    events.push(Event {
        by: By::Player(EntrantId(7)),
        ..event(Fact::EntrantCheckedIn {
            entrant: EntrantId(7),
        })
    });
    events.extend(draws().into_iter().map(event));
    events
}

fn draws() -> Vec<Fact> {
    let purposes = [
        LotsFor::Standings { after: 7 },
        LotsFor::RoundRobin,
        LotsFor::FirstRound,
    ];
    let drawn = |purpose: LotsFor| Fact::LotsDrawn {
        lots: HandLots {
            purpose,
            order: vec![EntrantId(4), EntrantId(9)],
            witnesses: vec!["Ada Example".to_owned(), "Bo Sample".to_owned()],
        },
    };
    purposes.into_iter().map(drawn).collect()
}

fn created() -> Event {
    let rules = preset("bof/national").unwrap();
    let mut creation = Creation::new("Example National", "2024-09-14".parse().unwrap());
    creation.host = Some("GBR".to_owned());
    creation.set = vec![("main_time".to_owned(), "30:00".to_owned())];
    let command = Command::new("c1", By::Head, Act::Create(Box::new(creation)));
    let mut events = decide(&rules, &Tournament::new(), command, Timestamp(0)).unwrap();
    events.remove(0)
}

fn notice() -> Notice {
    Notice {
        code: "short_notice".to_owned(),
        clause: ClauseId::known("SOC-II.5.a"),
        text: "the start is announced 4:00 ahead, not 5:00".to_owned(),
    }
}

fn entry() -> Entry {
    Entry {
        name: "Ada Exämple".to_owned(),
        ascii: Some("Ada Example".to_owned()),
        native: Some("Ада".to_owned()),
        person: Some("p1".to_owned()),
        country: Some("GBR".to_owned()),
        nation: Some(Nation::Federation),
        status: Some(Status::Citizen),
        wof_id: Some(12345),
        rating: Some(1850),
        gender: Some(GenderWord::Female),
        young: Some(false),
        team: Some("GBR".to_owned()),
        institute: Some("Example School".to_owned()),
        category: Some("Secondary".to_owned()),
        seat: SeatKind::Regular,
        group_a: Some(true),
        woc_semifinals: vec![2019],
        woc_category_semifinals: Vec::new(),
        seeding: Some(Place(4)),
    }
}

fn exception() -> Exception {
    Exception {
        allowance: Allowance {
            what: Allowed::ExpectedResident,
            by: By::Chairman,
            why: "moves here in June".to_owned(),
        },
        clause: ClauseId::known("BOF-nat-13.a").unwrap(),
    }
}

fn people() -> Vec<Fact> {
    let entrant = EntrantId(7);
    let mut official = OfficialPost::new("Lou Host", Post::Director);
    official.area = Some("pairings".to_owned());
    official.local = true;
    official.entrant = Some(EntrantId(9));
    let why = || "has to go home".to_owned();
    vec![
        Fact::OfficialAppointed { official },
        Fact::OfficialRelieved {
            name: "Lou Host".to_owned(),
        },
        Fact::OfficialAppointed {
            official: OfficialPost {
                person: Some("k7w2".to_owned()),
                called: Some("Vera Arbiter".to_owned()),
                ..OfficialPost::new("Official 2", Post::Judge)
            },
        },
        Fact::HostDeclined {},
        Fact::EntrantRegistered {
            entrant,
            entry: entry(),
            from_round: RoundNumber(2),
            accepts: "bof 2018-08-23".to_owned(),
            no_title: true,
            exception: Some(exception()),
            notices: vec![notice()],
        },
        Fact::EntrantRegistered {
            entrant,
            entry: Entry::new("Bo Sample"),
            from_round: ONE,
            accepts: "soc 2014".to_owned(),
            no_title: false,
            exception: None,
            notices: Vec::new(),
        },
        Fact::EntrantChanged {
            entrant,
            entry: Entry::new("Bo Sample"),
            exception: Some(exception()),
        },
        Fact::EntrantCheckedIn { entrant },
        Fact::CheckInTakenBack { entrant },
        Fact::RollCalled {
            round: ONE,
            missing: vec![entrant],
        },
        Fact::AbsencePlanned {
            entrant,
            rounds: vec![ONE, RoundNumber(2)],
        },
        Fact::AbsenceCancelled {
            entrant,
            rounds: vec![ONE],
        },
        Fact::ByeRequested {
            entrant,
            round: ONE,
        },
        Fact::ByeRequestCancelled {
            entrant,
            round: ONE,
        },
        Fact::EntrantWithdrawn {
            entrant,
            after_round: 3,
            cause: LeaveCause::Declared,
            why: why(),
        },
        Fact::EntrantWithdrawn {
            entrant,
            after_round: 3,
            cause: LeaveCause::Expelled,
            why: why(),
        },
        Fact::WithdrawalTakenBack {
            entrant,
            why: why(),
        },
    ]
}

fn seated() -> Seated {
    Seated {
        table: TABLE,
        black: EntrantId(1),
        white: EntrantId(2),
    }
}

fn pairing() -> Pairing {
    let cost = Cost {
        level: "colour balance".to_owned(),
        basis: Basis::Clause(ClauseId::known("BOF-swiss-3").unwrap()),
        values: vec![4, 8],
    };
    Pairing {
        byes: vec![EntrantId(7)],
        requested_byes: vec![EntrantId(7)],
        absent: vec![EntrantId(8)],
        cost: vec![cost.clone()],
        best: vec![Cost {
            values: vec![2, 2],
            ..cost
        }],
        bent: vec![Bent {
            level: "repeat meeting".to_owned(),
            clause: ClauseId::known("BOF-swiss-1"),
            pairs: vec![(EntrantId(1), EntrantId(2))],
            bye: Some(EntrantId(7)),
        }],
        input: Some("00ff".to_owned()),
        assumed: vec![Assumed {
            round: ONE,
            table: TABLE,
            result: Official::played(40, 24),
        }],
        ..Pairing::new(PairedBy::Hand, vec![seated()])
    }
}

fn of() -> MatchId {
    MatchId {
        stage: Stage::Semi,
        list: ListName::Women,
        number: 2,
    }
}

fn later_round() -> Pairing {
    Pairing {
        stage: Stage::Semi,
        contests: vec![Contest {
            table: TABLE,
            of: of(),
            game: 1,
            draw_win: Some(EntrantId(2)),
        }],
        ..Pairing::new(PairedBy::Rules, vec![seated()])
    }
}

fn rounds() -> Vec<Fact> {
    let round = ONE;
    let why = || "the hall closes early".to_owned();
    let hand = Hand {
        absent: vec![EntrantId(4)],
        ..Hand::default()
    };
    vec![
        Fact::SystemSettled {
            system: PlaySystem::RoundRobin,
            rounds: 3,
            players: 3,
            numbers: vec![EntrantId(2), EntrantId(1), EntrantId(3)],
            notices: vec![notice()],
        },
        Fact::RoundsChanged {
            from: 7,
            to: 6,
            why: why(),
            notices: vec![notice()],
        },
        Fact::HandSet { round, hand },
        Fact::RoundProposed {
            round,
            pairing: pairing(),
        },
        Fact::RoundProposed {
            round: RoundNumber(14),
            pairing: later_round(),
        },
        Fact::ChoiceAnnounced {
            of: of(),
            game: 1,
            entrant: EntrantId(2),
            choice: Choice::DrawWin,
            late: true,
            by_default: true,
        },
        Fact::RoundAnnounced {
            round,
            consent: Some("no other way".to_owned()),
            notices: vec![notice()],
        },
        Fact::RoundCalledOff { round, why: why() },
        Fact::RoundStarted { round },
        Fact::RoundAbandoned { round, why: why() },
        Fact::RoundFinished { round },
        Fact::RoundValidated {
            round,
            open: vec![OpenItem {
                table: TABLE,
                of: Some(EntrantId(1)),
                point: OpenPoint::Signature,
            }],
        },
        Fact::PlayedOtherwise {
            round,
            games: vec![seated()],
            byes: vec![EntrantId(7)],
            absent: vec![EntrantId(8)],
            why: why(),
        },
        Fact::Undone {
            undone: "c6".into(),
        },
    ]
}

fn results() -> Vec<Fact> {
    let (round, table) = (ONE, TABLE);
    let entered = |result: Official| Fact::ResultEntered {
        round,
        table,
        result,
        source: ResultSource::Slip,
        signed: vec![EntrantId(1)],
        transcripts: vec![EntrantId(2)],
    };
    let half = Official::Played {
        black: HalfDiscs(77),
        white: HalfDiscs(51),
        winner: Some(Colour::Black),
        flags: vec![Colour::White],
    };
    vec![
        entered(half.clone()),
        entered(Official::Resigned { by: Colour::Black }),
        entered(Official::missing(Colour::White)),
        entered(Official::both_missing()),
        entered(Official::Adjudicated {
            black: HalfDiscs::discs(32),
            white: HalfDiscs::discs(32),
            winner: Some(Colour::White),
        }),
        entered(Official::Annulled),
        Fact::ResultQueried {
            round,
            table,
            result: Official::played(24, 40),
            source: ResultSource::Player,
        },
        Fact::ResultSigned {
            round,
            table,
            signed: vec![EntrantId(2)],
        },
        Fact::TranscriptHandedIn {
            round,
            table,
            of: EntrantId(2),
        },
        Fact::ResultConfirmed { round, table },
        Fact::ResultCleared { round, table },
        Fact::ResultCorrected {
            round,
            table,
            was: Some(half),
            result: Official::played(40, 24),
            why: "misread".to_owned(),
        },
        Fact::StandingsPublished {
            round,
            edition: 2,
            why: Some("misread".to_owned()),
            rows: vec![EditionRow {
                rank: 1,
                shared: true,
                id: EntrantId(1),
                half_points: HalfPoints(2),
                half_discs: 81,
                bq: (45, 1),
                withdrawn: true,
            }],
        },
    ]
}

fn hall() -> Vec<Fact> {
    let timetable = Timetable {
        slots: vec![
            Slot {
                day: 1,
                start: Timestamp(1_714_813_200_000),
                what: SlotKind::Round(ONE),
            },
            Slot {
                day: 1,
                start: Timestamp(1_714_817_400_000),
                what: SlotKind::Break("lunch".to_owned()),
            },
        ],
    };
    let (entrant, table) = (EntrantId(5), TABLE);
    let finals = Timetable {
        slots: vec![Slot {
            day: 3,
            start: Timestamp(1_714_987_800_000),
            what: SlotKind::Finals(1),
        }],
    };
    vec![
        Fact::TimetableSet {
            timetable: finals,
            notices: Vec::new(),
        },
        Fact::TimetableSet {
            timetable: timetable.clone(),
            notices: vec![notice()],
        },
        Fact::StartMoved {
            round: ONE,
            start: Timestamp(1_714_813_200_000),
            timetable,
        },
        Fact::StartAnnounced {
            round: ONE,
            start: Timestamp(1_714_813_200_000),
            notices: vec![notice()],
        },
        Fact::TableRulesSet {
            rules: vec![
                TableRule::Keeps { entrant, table },
                TableRule::Broadcast { table },
                TableRule::OutOfUse { table },
                TableRule::Room {
                    name: "Hall B".to_owned(),
                    first: TableNumber(20),
                },
            ],
        },
        Fact::TableRulesSet {
            rules: vec![TableRule::Hall {
                name: "Main hall".to_owned(),
                first: TableNumber(21),
                last: TableNumber(30),
            }],
        },
        Fact::ClocksCounted {
            stock: ClockStock {
                digital: 30,
                analogue: 4,
            },
        },
    ]
}
