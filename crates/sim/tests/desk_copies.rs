//! The second folder, taking an event over on another laptop, and verifying a log.

use std::path::PathBuf;
use std::sync::Arc;

use crate::desk_hall::{Hall, application, code, report, run};
use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Role, Scope, TokenKind};
use outflank_desk::log::{Seq, Store};
use outflank_desk::{Archiver, Desk, Finding, HandClock, Options, Request, What, verify};
use outflank_store::archive::{ArchiveError, Choice, EventArchiver, import, read_file};
use outflank_store::memory::MemoryStore;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Act;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("outflank-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn archiver(store: &Arc<dyn Store>, clock: &Arc<HandClock>) -> Arc<dyn Archiver> {
    Arc::new(EventArchiver::new(store.clone(), clock.clone()))
}

async fn with_archiver(mut hall: Hall) -> Hall {
    let options = Options {
        archiver: Some(archiver(&hall.store, &hall.clock)),
        ..Options::default()
    };
    hall.desk = Desk::open(hall.store.clone(), hall.clock.clone(), options)
        .await
        .unwrap();
    hall
}

#[test]
fn the_archive_goes_to_a_second_folder_and_a_failure_is_shown() {
    run(async {
        let folder = Folder::new("folder");
        let hall = with_archiver(Hall::open("bof/regional").await).await;
        hall.enter(4).await;
        let stick = folder.0.to_str().unwrap();
        let owner = Caller::console();
        let assistant = hall.in_event(Role::Assistant).await;
        let refused = hall
            .desk
            .set_second_folder(&assistant, &hall.event, Some(stick))
            .await;
        assert_eq!(refused.unwrap_err().code(), "access.not_allowed");
        let nowhere = hall
            .desk
            .set_second_folder(&owner, &hall.event, Some("/nowhere/at/all"))
            .await;
        assert_eq!(nowhere.unwrap_err().code(), "desk.bad_folder");
        hall.desk
            .set_second_folder(&owner, &hall.event, Some(stick))
            .await
            .unwrap();
        assert!(folder.0.join(format!("{}.outflank", hall.event)).is_file());
        hall.play_round().await;
        hall.desk.archive_all().await;
        let line = hall.desk.status().folders[&hall.event].clone();
        assert_eq!((line.failure, line.written.is_some()), (None, true));
        // The stick is pulled out.
        std::fs::remove_dir_all(&folder.0).unwrap();
        hall.desk.archive(&hall.event).await;
        let line = hall.desk.status().folders[&hall.event].clone();
        assert!(line.failure.is_some() && line.written.is_some());
    });
}

#[test]
fn another_laptop_takes_the_event_over_with_its_links_and_names() {
    run(async {
        let folder = Folder::new("takeover");
        let hall = with_archiver(Hall::open("bof/regional").await).await;
        hall.enter(4).await;
        let link = NewLink {
            kind: TokenKind::Link,
            grant: Grant {
                role: Role::Player,
                scope: Scope {
                    entrant: Some(EntrantId(1)),
                    ..Scope::tournament(&hall.event)
                },
            },
            expires: None,
            only: Vec::new(),
            label: None,
        };
        let act = AccessAct::MakeLink(link);
        let made = hall
            .desk
            .submit(&Caller::console(), Request::new("qr", What::Access { act }))
            .await
            .unwrap();
        let secret = made.secret.unwrap();
        hall.play_round().await;
        let stick = folder.0.to_str().unwrap();
        hall.desk
            .set_second_folder(&Caller::console(), &hall.event, Some(stick))
            .await
            .unwrap();
        let archive = read_file(&folder.0.join(format!("{}.outflank", hall.event))).unwrap();
        // The other laptop has an owner of its own already.
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let clock = Arc::new(HandClock::at(hall.desk.now()));
        let other = Desk::open(store.clone(), clock, Options::default())
            .await
            .unwrap();
        other.owner_link().await.unwrap();
        let taken = import(store.as_ref(), &archive, Choice::Ask).await.unwrap();
        other.take_over(&taken.events).await.unwrap();
        let now = other.tournament(&hall.event).unwrap();
        assert_eq!(now.tournament, hall.now().tournament);
        assert_eq!(now.name(EntrantId(1)), "Fictional 1");
        let player = other.open_link(secret.reveal()).await.unwrap().caller;
        let plan = Act::Withdraw {
            entrant: EntrantId(1),
            why: "home early".to_owned(),
        };
        other
            .submit(&player, Request::new("w1", hall.what(plan, None)))
            .await
            .unwrap();
        // Both went on: the first differing event is named, and one copy is chosen.
        hall.act(Act::TakeBackCheckIn {
            entrant: EntrantId(2),
        })
        .await;
        hall.desk.archive(&hall.event).await;
        let archive = read_file(&folder.0.join(format!("{}.outflank", hall.event))).unwrap();
        let parted = import(store.as_ref(), &archive, Choice::Ask).await;
        let Err(ArchiveError::Parted(difference)) = parted else {
            panic!("the two copies have diverged");
        };
        assert!(difference.to_string().contains(hall.event.as_str()));
        let taken = import(store.as_ref(), &archive, Choice::Theirs)
            .await
            .unwrap();
        other.take_over(&taken.events).await.unwrap();
        let now = other.tournament(&hall.event).unwrap();
        assert_eq!(now.tournament, hall.now().tournament);
        assert!(
            now.affairs().entrants[&EntrantId(1)].left.is_none(),
            "the other copy was chosen"
        );
    });
}

#[test]
fn verify_folds_computes_and_solves_everything_again() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(10).await;
        for _ in 0..3 {
            hall.play_round().await;
        }
        hall.act(Act::Correct {
            round: outflank_tournament::RoundNumber(2),
            table: outflank_tournament::running::TableNumber(1),
            result: outflank_tournament::running::Reported::Official(
                outflank_tournament::running::Official::played(31, 33),
            ),
            why: "read upside down".to_owned(),
        })
        .await;
        let (verified, findings) = verify(hall.store.as_ref()).await.unwrap();
        assert_eq!(findings, Vec::new());
        assert_eq!((verified.tournaments, verified.pairings), (1, 3));
        assert!(
            verified.editions >= 4,
            "three tables and the corrected ones"
        );
    });
}

#[test]
fn verify_finds_a_table_and_a_pairing_that_the_rules_do_not_give() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(6).await;
        hall.play_round().await;
        hall.play_round().await;
        let stream = format!("tournament/{}", hall.event).parse().unwrap();
        let log = hall.store.read(&stream, Seq(0), 10_000).await.unwrap();
        for (kind, from, to) in [
            (
                "tournament.standings_published",
                "\"half_points\":2",
                "\"half_points\":4",
            ),
            ("tournament.round_proposed", "\"black\":1,", "\"black\":99,"),
        ] {
            // A log whose chain is whole, written by somebody who cheats.
            let cheat = MemoryStore::new();
            let at = log
                .iter()
                .rposition(|one| one.content.kind == kind && one.content.body.contains(from))
                .unwrap();
            for (n, one) in log.iter().enumerate() {
                let mut content = one.content.clone();
                if n == at {
                    content.body = content.body.replacen(from, to, 1);
                }
                write(&cheat, content, n).await;
            }
            let (_, findings) = verify(&cheat).await.unwrap();
            let found = match &findings[0] {
                Finding::Event { seq, .. } => Some(*seq),
                Finding::Record { .. } => None,
            };
            assert_eq!(found, Some(log[at].content.seq), "{kind}");
        }
    });
}

async fn write(store: &MemoryStore, content: outflank_desk::log::Content, n: usize) {
    use outflank_desk::log::{Append, NewEvent, StreamWrite};
    let append = Append {
        command_id: format!("cheat-{n}"),
        request: [0; 32],
        actor: content.actor,
        device: None,
        recorded_at: content.recorded_at,
        writes: vec![StreamWrite {
            stream: content.stream,
            expected: Seq(content.seq.0 - 1),
            events: vec![NewEvent {
                at: content.at,
                kind: content.kind,
                body: content.body,
            }],
        }],
        records: Vec::new(),
        answer: "{}".into(),
    };
    store.append(append).await.unwrap();
}

#[test]
fn results_after_a_restart_are_the_same_as_before() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        hall.enter(5).await;
        let round = hall.start_round().await;
        hall.act(report(round.0, 1, 40, 24)).await;
        let late = Act::Enter(Box::new(application("Late Comer")));
        hall.act(late).await;
        let before = hall.now();
        hall.restart().await;
        assert_eq!(hall.now().tournament, before.tournament);
        assert_eq!(hall.now().version, before.version);
        assert_eq!(hall.now().last, before.last);
        let again = hall
            .try_act(&Caller::console(), report(round.0, 1, 30, 34))
            .await;
        assert_eq!(code(again), "desk.result_differs");
    });
}
