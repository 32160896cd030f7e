//! A federation's office at the desk: an event's results flow into it, a correction flows again, and
//! people keep their records in their own hands.

mod desk_hall;

use desk_hall::{Hall, run};
use outflank_desk::access::{Caller, Grant, Role, Scope};
use outflank_desk::{
    Answer, FederationId, FederationNow, FederationRequest, NewFederation, Refusal, Request, What,
};
use outflank_federation::{
    Act as OfficeAct, Category, Dossier, EventKey, EventNotice, Founding, PersonNumber,
};
use outflank_tournament::running::{Act, Official, Reported};

/// An office beside the hall.
async fn office(hall: &Hall) -> FederationId {
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

async fn ask(
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

fn announce(hall: &Hall) -> OfficeAct {
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
        ask(&hall, &officer, &id, announce(&hall))
            .await
            .expect("an officer may");
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
        assert_eq!(now(&hall, &id).public_name(PersonNumber(1)), "Person 1");
        assert_eq!(now(&hall, &id).public_name(PersonNumber(2)), "Bo Sample");
    });
}
