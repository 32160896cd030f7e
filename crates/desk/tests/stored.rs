//! The stored form of every event of the desk and of access: pinned from its first day.
//!
//! `tests/golden/events.txt` has one line per event, the kind and the body. A line never changes; a new
//! kind or field adds lines. `OUTFLANK_BLESS=1` writes the file anew.

use std::path::PathBuf;

use outflank_board::Side;
use outflank_desk::access::{AccessFact, Grant, Role, Scope, TableRange, TokenKind};
use outflank_desk::{DeskFact, RecordRight};
use outflank_event::StoredError;
use outflank_game as game;
use outflank_rulebook::DeskList;
use outflank_tournament::running::{TableNumber, Timestamp};
use outflank_tournament::{EntrantId, RoundNumber};

const AT: Timestamp = Timestamp(1_714_809_600_000);

#[test]
fn every_event_is_stored_as_on_its_first_day() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/events.txt");
    let desk = (desk_samples().into_iter()).map(|fact| (fact.kind(), fact.body()));
    let access = (access_samples().into_iter()).map(|fact| (fact.kind(), fact.body()));
    let lines: Vec<String> = (desk.chain(access))
        .map(|(kind, body)| format!("{kind} {body}"))
        .collect();
    if std::env::var("OUTFLANK_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    let golden: Vec<&str> = golden.lines().collect();
    for kind in DeskFact::KINDS.iter().chain(AccessFact::KINDS) {
        let pinned = golden
            .iter()
            .any(|line| line.starts_with(&format!("{kind} ")));
        assert!(pinned, "{kind} is not pinned; add a line");
    }
    for line in &golden {
        let (kind, body) = line.split_once(' ').unwrap();
        let again = written_again(kind, body).unwrap();
        assert_eq!(again, body, "{kind} reads and writes differently");
    }
    for line in &lines {
        assert!(golden.contains(&line.as_str()), "not as pinned: {line}");
    }
}

#[test]
fn what_cannot_be_read_says_so() {
    for kind in ["desk.exploded", "access.exploded"] {
        let unknown = written_again(kind, "{}").unwrap_err();
        assert!(unknown.to_string().contains("newer version"), "{unknown}");
    }
    for kind in ["desk.slug_given", "access.user_added"] {
        for body in ["", "[]", "{}", r#"{"slug":7,"user":7}"#] {
            let wrong = written_again(kind, body).unwrap_err();
            assert!(wrong.to_string().contains(kind), "{wrong}");
        }
    }
}

fn written_again(kind: &str, body: &str) -> Result<String, StoredError> {
    match kind.starts_with("access.") {
        true => AccessFact::from_stored(kind, body).map(|fact| fact.body()),
        false => DeskFact::from_stored(kind, body).map(|fact| fact.body()),
    }
}

fn desk_samples() -> Vec<DeskFact> {
    let round = RoundNumber(2);
    let table = TableNumber(3);
    let (black, white) = (EntrantId(7), EntrantId(12));
    let held = |held, by, act| DeskFact::TapHeld {
        held,
        by,
        act,
        made_at: AT,
        why: "it is later than its device came back".to_owned(),
    };
    vec![
        DeskFact::SlugGiven {
            slug: "spring-open".to_owned(),
        },
        DeskFact::GameOpened {
            game: "g0b4k2m9x7".parse().unwrap(),
            round,
            table,
            black,
            white,
        },
        DeskFact::GamePlaced {
            tournament: "t4k2m9x7q0".parse().unwrap(),
            round,
            table,
            black,
            white,
        },
        held(1, game::By::Black, game::Act::ConfirmReady),
        held(
            2,
            game::By::Assistant(Side::White),
            game::Act::Play {
                square: "f5".parse().unwrap(),
            },
        ),
        DeskFact::TrainingCopied {
            of: "t4k2m9x7q0".parse().unwrap(),
            version: 40,
        },
        DeskFact::FederationAdmitted {
            federation: "f4k2m9x7q0".parse().unwrap(),
            right: Some(RecordRight::Name),
        },
        DeskFact::FederationAdmitted {
            federation: "f4k2m9x7q0".parse().unwrap(),
            right: None,
        },
        DeskFact::StallGiven {
            player: Side::White,
            stall_ms: 8_300,
        },
        DeskFact::DevicePairingsSet { shown: true },
        DeskFact::ItemTicked {
            list: DeskList::Venue,
            clause: "WOC-I.4.1".to_owned(),
            round: None,
            done: true,
        },
        DeskFact::ItemTicked {
            list: DeskList::BetweenRounds,
            clause: "WOC-I.4.5".to_owned(),
            round: Some(round),
            done: false,
        },
        DeskFact::TapSettled {
            held: 1,
            counts: true,
        },
        DeskFact::TapSettled {
            held: 2,
            counts: false,
        },
        DeskFact::PressSeen {
            player: Side::Black,
            pressed_at: AT,
        },
        DeskFact::PressDropped {},
        DeskFact::DirectorCalled {
            call: 1,
            by: game::By::Judge,
            reason: "discs are missing".to_owned(),
        },
        DeskFact::CallAnswered { call: 1 },
        DeskFact::DelaySet { delay_ms: 90_000 },
        DeskFact::SpectatorsSet { admitted: false },
        DeskFact::OnScreenSet {
            play: Some(game::ScreenPlay {
                entry: game::MoveEntry::Touch,
                hints: game::Hints::Hidden,
            }),
        },
        DeskFact::OnScreenSet { play: None },
        DeskFact::AssistanceSet { entrant: black },
        DeskFact::GameWithheld { withheld: true },
        DeskFact::IrregularityReported {
            report: 1,
            round,
            table,
            text: "the disc on c4 was not turned".to_owned(),
        },
        DeskFact::LagGiven {
            player: Side::Black,
            lag_ms: 180,
        },
    ]
}

fn access_samples() -> Vec<AccessFact> {
    let user = || "u7q0b4k2m9".parse().unwrap();
    let token = || "k9x7q0b4k2".parse().unwrap();
    let person = || "p0b4k2m9x7".parse().unwrap();
    let id = "t4k2m9x7q0".parse().unwrap();
    let within = Scope::tournament(&id);
    let mut facts = vec![
        AccessFact::UserAdded { user: user() },
        AccessFact::UserRemoved { user: user() },
        AccessFact::PasswordSet { user: user() },
    ];
    // Every role that can be given, each with the places it can have.
    for role in Role::ALL {
        let scope = match role {
            Role::Public => continue,
            Role::Owner | Role::Officer | Role::Chairman | Role::Committee => Scope::default(),
            Role::Head | Role::Assistant => within.clone(),
            Role::Director => Scope {
                tables: Some(TableRange {
                    from: TableNumber(1),
                    to: TableNumber(20),
                }),
                ..within.clone()
            },
            Role::Judge => Scope {
                round: Some(RoundNumber(2)),
                tables: Some(TableRange::one(TableNumber(3))),
                ..within.clone()
            },
            Role::Player => Scope {
                entrant: Some(EntrantId(7)),
                ..within.clone()
            },
            Role::NeedsAssistant => Scope {
                game: Some("g0b4k2m9x7".parse().unwrap()),
                side: Some(Side::White),
                ..Scope::default()
            },
        };
        facts.push(AccessFact::RoleGiven {
            user: user(),
            grant: Grant { role, scope },
        });
    }
    facts.push(AccessFact::RoleTaken {
        user: user(),
        grant: Grant::tournament(Role::Head, &id),
    });
    let link = |token_kind, expires, only: &[&str]| AccessFact::LinkMade {
        token: token(),
        token_kind,
        grant: Grant::tournament(Role::Assistant, &id),
        expires,
        only: only.iter().map(|action| (*action).to_owned()).collect(),
    };
    facts.extend([
        link(TokenKind::Link, None, &[]),
        link(TokenKind::Once, Some(AT), &[]),
        link(TokenKind::Api, None, &["read_public", "report_results"]),
        AccessFact::LinkUsed { token: token() },
        AccessFact::LinkRevoked { token: token() },
        AccessFact::PersonChanged { person: person() },
        AccessFact::PersonErased { person: person() },
    ]);
    facts
}
