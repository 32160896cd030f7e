//! A federation's office at the desk: an event's results flow into it, a correction flows again, and
//! people keep their records in their own hands.

use crate::desk_hall;
use crate::desk_hall::{Hall, run};
use outflank_desk::access::{Caller, Grant, Role, Scope};
use outflank_desk::{
    Answer, DeskAct, DeskRequest, FederationId, FederationNow, FederationRequest,
    FederationTogether, NewFederation, RecordRight, Refusal, Request, What,
};
use outflank_federation::{
    Act as OfficeAct, Category, Dossier, EventKey, EventNotice, Founding, PersonNumber,
};
use outflank_game as game;
use outflank_rulebook::{HalfDiscs, Score};
use outflank_tournament::running::{Act, MemberKind, Official, Reported};

/// An office beside the hall.
pub(crate) async fn office(hall: &Hall) -> FederationId {
    let what = What::NewFederation(Box::new(NewFederation {
        rulebook: "bof".to_owned(),
        slug: Some("example".to_owned()),
        founding: Founding {
            name: "Example Federation".to_owned(),
            country: "GBR".to_owned(),
            currency: None,
            scale: None,
            offset: Default::default(),
        },
    }));
    let request = Request::new(hall.id(), what);
    let answer = hall.submit(&Caller::console(), request).await;
    answer
        .expect("the owner may")
        .made
        .expect("an id")
        .parse()
        .expect("an id")
}

pub(crate) async fn ask(
    hall: &Hall,
    caller: &Caller,
    federation: &FederationId,
    act: OfficeAct,
) -> Result<Answer, Refusal> {
    let what = What::Federation(Box::new(FederationRequest {
        federation: federation.clone(),
        by: None,
        act,
    }));
    hall.submit(caller, Request::new(hall.id(), what)).await
}

pub(crate) fn announce(hall: &Hall) -> OfficeAct {
    let day = "2024-05-04".parse().expect("a date");
    OfficeAct::AnnounceEvent {
        event: EventKey::from(hall.event.as_str()),
        notice: Box::new(EventNotice::new(
            "Example Open",
            Category::Regional,
            day,
            "GBR",
            25,
        )),
    }
}

/// The tournament lets a federation announce it.
pub(crate) async fn admit(hall: &Hall, federation: &FederationId, right: Option<RecordRight>) {
    let act = DeskAct::AdmitFederation {
        federation: federation.clone(),
        right,
    };
    let tournament = hall.event.clone();
    let what = What::Desk(DeskRequest { tournament, act });
    let head = hall.in_event(Role::Head).await;
    let request = Request::new(hall.id(), what);
    hall.submit(&head, request).await.expect("the head may");
}

fn now(hall: &Hall, id: &FederationId) -> std::sync::Arc<FederationNow> {
    hall.desk.federation(id).expect("it was founded")
}

/// clauses: BOF-mem-1.a, BOF-gp-3
#[test]
fn an_event_flows_into_the_office_and_a_correction_flows_again() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        let id = office(&hall).await;
        hall.enter(6).await;
        let officer = hall
            .link(Role::Officer, Grant::federation(Role::Officer, &id).scope)
            .await;
        let refused = ask(&hall, &officer, &id, announce(&hall)).await;
        assert_eq!(refused.unwrap_err().code(), "desk.no_consent");
        admit(&hall, &id, Some(RecordRight::Read)).await;
        ask(&hall, &officer, &id, announce(&hall))
            .await
            .expect("the tournament has agreed");
        for _ in 0..5 {
            hall.play_round().await;
        }
        assert!(
            now(&hall, &id).affairs().people.is_empty(),
            "nothing flows before the signature"
        );
        let despite = Some("all is said".to_owned());
        let signed = hall.act(Act::SignOff { despite }).await;
        assert!(
            signed.events.contains(&"tournament.signed_off".to_owned()),
            "{signed:?}"
        );
        let office = now(&hall, &id);
        let key = EventKey::from(hall.event.as_str());
        assert_eq!(office.affairs().people.len(), 6);
        assert_eq!(office.affairs().events[&key].editions.len(), 1);
        assert_eq!(office.public_name(PersonNumber(1)), "Fictional 1");
        let today = hall.desk.today(&office);
        assert!(
            office
                .affairs()
                .membership(PersonNumber(1), today)
                .is_member()
        );
        let before = office.grand_prix(2024).expect("a Regional gives points");
        let list = OfficeAct::PublishList { day: today };
        ask(&hall, &officer, &id, list).await.ok();

        // The first game of round 1 was the other way round.
        let round = outflank_tournament::RoundNumber(1);
        let card = hall
            .now()
            .affairs()
            .round(round)
            .expect("it was played")
            .cards[0]
            .clone();
        let (black, white) = match card.result {
            Some(Official::Played { black, white, .. }) if black > white => (24, 40),
            _ => (40, 24),
        };
        hall.act(Act::Correct {
            round,
            table: card.table,
            result: Reported::Official(Official::played(black, white)),
            why: "the slip was misread".to_owned(),
        })
        .await;
        let office = now(&hall, &id);
        let editions = &office.affairs().events[&key].editions;
        assert_eq!(editions.len(), 2, "a corrected result flows through again");
        let trace = editions[1].trace.as_ref().expect("with a trace");
        let change = trace.games.first().expect("of the game");
        assert_eq!((trace.games.len(), change.round), (1, 1));
        assert_ne!(change.before, change.after);
        let after = office.grand_prix(2024).expect("a Regional gives points");
        assert_eq!(before == after, trace.grand_prix.is_empty());

        // Another process folds the same.
        let affairs = office.affairs().clone();
        hall.restart().await;
        assert_eq!(*now(&hall, &id).affairs(), affairs);
        assert_eq!(now(&hall, &id).public_name(PersonNumber(1)), "Fictional 1");
        let (verified, findings) = outflank_desk::verify(&*hall.store)
            .await
            .expect("it can be read");
        assert!(findings.is_empty(), "{findings:?}");
        assert!(verified.events > 0);
    });
}

#[test]
fn a_person_sees_to_his_own_record_and_to_nobody_elses() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let id = office(&hall).await;
        let console = Caller::console();
        for name in ["Zenobia Quux", "Bo Sample"] {
            let dossier = Box::new(Dossier {
                contact: Some("someone@example.org".to_owned()),
                ..Dossier::new(name)
            });
            let record = String::new();
            let add = OfficeAct::AddPerson { record, dossier };
            ask(&hall, &console, &id, add).await.expect("the owner may");
        }
        let scope = Scope {
            federation: Some(id.clone()),
            member: Some(PersonNumber(1)),
            ..Scope::default()
        };
        let zenobia = hall.link(Role::Player, scope).await;
        let join = |person| OfficeAct::Join { person };
        ask(&hall, &zenobia, &id, join(PersonNumber(1)))
            .await
            .expect("her own");
        let refused = ask(&hall, &zenobia, &id, join(PersonNumber(2)))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), "access.not_allowed");
        let refused = ask(&hall, &zenobia, &id, announce(&hall))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), "access.not_allowed");
        let refused = ask(&hall, &Caller::public(), &id, join(PersonNumber(1)))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), "access.sign_in");
        let erase = OfficeAct::ErasePerson {
            person: PersonNumber(1),
        };
        ask(&hall, &zenobia, &id, erase).await.expect("her own");
        let stored = hall.everything_stored().await;
        assert!(!stored.contains("Zenobia"), "no byte is left");
        let (_, findings) = outflank_desk::verify(&*hall.store)
            .await
            .expect("it can be read");
        assert!(findings.is_empty(), "the chain is whole: {findings:?}");
        assert_eq!(now(&hall, &id).public_name(PersonNumber(1)), "Person 1");
        assert_eq!(now(&hall, &id).public_name(PersonNumber(2)), "Bo Sample");
    });
}

#[test]
fn a_game_corrected_at_its_own_table_after_the_sign_off_reaches_the_office() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let id = office(&hall).await;
        hall.enter(6).await;
        ask(&hall, &Caller::console(), &id, announce(&hall))
            .await
            .expect("the owner may");
        let round = hall.start_round().await;
        let table = hall.open_game(round, 1, game::Opening::default()).await;
        for (by, act) in [
            (game::By::Director, game::Act::ConfirmReady),
            (game::By::Director, game::Act::Signal),
            (game::By::White, game::Act::Press),
        ] {
            let _ = hall.try_game(&Caller::console(), &table, by, act).await;
        }
        hall.resign_and_sign(&table, outflank_board::Side::White)
            .await;
        hall.game_act(&table, game::By::Director, game::Act::Confirm { why: None })
            .await;
        for other in [2, 3] {
            hall.act(desk_hall::report(round.0, other, 40, 24)).await;
        }
        hall.act(Act::Validate { round }).await;
        for _ in 0..4 {
            hall.play_round().await;
        }
        let despite = Some("all is said".to_owned());
        hall.act(Act::SignOff { despite }).await;
        let key = EventKey::from(hall.event.as_str());
        let editions = |hall: &Hall| now(hall, &id).affairs().events[&key].editions.clone();
        assert_eq!(editions(&hall).len(), 1);
        let score = Score {
            black: HalfDiscs::discs(20),
            white: HalfDiscs::discs(44),
        };
        let correct = game::Act::CorrectResult {
            score,
            verdict: game::Verdict::White,
            why: "the sheet was misread".to_owned(),
        };
        hall.game_act(&table, game::By::Director, correct).await;
        let editions = editions(&hall);
        assert_eq!(editions.len(), 2, "it flows through again");
        let trace = editions[1].trace.as_ref().expect("with a trace");
        assert_eq!((trace.games.len(), trace.games[0].round), (1, 1));
        assert_eq!(
            (trace.games[0].before, trace.games[0].after),
            (Some(2), Some(0))
        );
    });
}

fn add(name: &str, wof: u32) -> OfficeAct {
    OfficeAct::AddPerson {
        record: String::new(),
        dossier: Box::new(Dossier {
            wof: Some(wof),
            country: Some("GBR".to_owned()),
            citizen_of: vec!["GBR".to_owned()],
            ..Dossier::new(name)
        }),
    }
}

#[test]
fn acts_together_happen_all_or_none_and_are_undone_together() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        let id = office(&hall).await;
        let console = Caller::console();
        let together = |acts: Vec<OfficeAct>| {
            What::FederationTogether(Box::new(FederationTogether {
                federation: id.clone(),
                by: None,
                acts,
            }))
        };
        let bad = vec![
            add("Ada Example", 7),
            add("Bo Sample", 8),
            add("Cy Muster", 7),
        ];
        let refused = hall
            .submit(&console, Request::new(hall.id(), together(bad)))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), "desk.one_of_several");
        assert_eq!(refused.facts()["place"], 3);
        assert_eq!(refused.facts()["code"], "federation.wof_number_taken");
        assert!(now(&hall, &id).people().is_empty(), "nothing is half done");
        let many = (1..=400)
            .map(|n| add(&format!("Person {n} Example"), n))
            .collect();
        let done = hall
            .submit(&console, Request::new(hall.id(), together(many)))
            .await
            .expect("all of them may be added");
        assert_eq!(done.events.len(), 400);
        assert_eq!(now(&hall, &id).people().len(), 400);
        let affairs = now(&hall, &id).affairs().clone();
        hall.restart().await;
        assert_eq!(*now(&hall, &id).affairs(), affairs);
        let command = done.command_id.as_str().into();
        ask(&hall, &console, &id, OfficeAct::Undo { command })
            .await
            .expect("the last command");
        assert!(now(&hall, &id).affairs().people.is_empty());
    });
}

/// clauses: BOF-mem-1.d
#[test]
fn whoever_the_office_knows_enters_with_what_it_says_of_him() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let id = office(&hall).await;
        let console = Caller::console();
        let today = hall.desk.today(&now(&hall, &id));
        let notice = EventNotice::new("Example Open", Category::Regional, today, "GBR", 25);
        for act in [
            OfficeAct::AnnounceEvent {
                event: EventKey::from(hall.event.as_str()),
                notice: Box::new(notice),
            },
            add("Zenobia Quux", 4711),
            OfficeAct::Join {
                person: PersonNumber(1),
            },
        ] {
            ask(&hall, &console, &id, act).await.expect("the owner may");
        }
        let known = hall
            .desk
            .people_of_office(&hall.now())
            .expect("it is announced");
        assert_eq!(
            (known.office.as_str(), known.people.len()),
            ("Example Federation", 1)
        );
        let applicant = hall
            .desk
            .applicant(&hall.now(), PersonNumber(1))
            .expect("she is known");
        assert_eq!(applicant.entry.wof_id, Some(4711));
        assert_eq!(applicant.credentials.membership, Some(MemberKind::Member));
        assert_eq!(applicant.credentials.citizen, Some(true));
        hall.act(Act::Enter(Box::new(applicant))).await;
        assert!(
            hall.desk
                .people_of_office(&hall.now())
                .expect("announced")
                .people
                .is_empty()
        );
        let stored = hall
            .now()
            .affairs()
            .entrants
            .values()
            .next()
            .expect("she entered")
            .entry
            .clone();
        assert_eq!(stored.wof_id, Some(4711));
        assert_eq!(
            now(&hall, &id)
                .affairs()
                .person_of_record(&stored.person.expect("her record")),
            Some(PersonNumber(1))
        );
    });
}
