//! The desk as one way in: idempotency, versions, who may do what, and what follows.

use std::sync::Arc;

use crate::desk_hall::{Hall, application, code, report, run};
use outflank_desk::access::{Caller, Role};
use outflank_desk::log::StreamName;
use outflank_desk::{Refusal, RefusalKind, Request, TournamentRequest};
use outflank_tournament::running::{
    Act, HandPairing, Official, Phase, Reported, ResultState, TableNumber,
};
use outflank_tournament::{EntrantId, RoundNumber};

#[test]
fn an_event_runs_through_the_desk_from_its_first_entry_to_a_validated_round() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(9).await;
        hall.play_round().await;
        hall.play_round().await;
        let now = hall.now();
        assert_eq!(now.affairs().editions.len(), 2);
        assert_eq!(now.name(EntrantId(3)), "Fictional 3");
        assert_eq!(now.affairs().entrants[&EntrantId(3)].entry.name, "Player 3");
        assert_eq!(
            hall.desk.tournament_named("example").unwrap().id,
            hall.event
        );
        let stream: StreamName = format!("tournament/{}", hall.event).parse().unwrap();
        assert_eq!(
            hall.store.head(&stream).await.unwrap().unwrap().seq,
            now.version
        );
    });
}

#[test]
fn a_tournament_is_found_by_its_short_name_and_the_list_is_marked_anew_when_one_changes() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        let id =
            |hall: &Hall, name: &str| hall.desk.tournament_named(name).map(|now| now.id.clone());
        assert_eq!(id(&hall, "example"), Some(hall.event.clone()));
        assert_eq!(id(&hall, hall.event.as_str()), Some(hall.event.clone()));
        assert_eq!(id(&hall, "another"), None);
        let mark = hall.desk.tournaments_mark();
        assert!(Arc::ptr_eq(&mark, &hall.desk.tournaments_mark()));
        hall.enter(1).await;
        assert!(!Arc::ptr_eq(&mark, &hall.desk.tournaments_mark()));
        hall.restart().await;
        assert_eq!(id(&hall, "example"), Some(hall.event.clone()));
    });
}

#[test]
fn a_retry_gets_the_first_answer_and_nothing_is_doubled() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let request = hall.request(Act::Enter(Box::new(application("Ada Example"))));
        let owner = Caller::console();
        let first = hall.submit(&owner, request.clone()).await.unwrap();
        let again = hall.submit(&owner, request.clone()).await.unwrap();
        assert!(again.again && !first.again);
        assert_eq!(
            (again.version, again.entrant),
            (first.version, first.entrant)
        );
        assert_eq!(hall.now().affairs().entrants.len(), 1);
        // The same name for another request, and another person with the same request.
        let other = Request {
            what: hall.what(Act::Enter(Box::new(application("Bo Example"))), None),
            ..request.clone()
        };
        assert_eq!(code(hall.submit(&owner, other).await), "command.id_reused");
        let head = hall.in_event(Role::Head).await;
        assert_eq!(code(hall.submit(&head, request).await), "command.id_reused");
        // A refusal stores nothing: the name is still free.
        let refused = hall.request(Act::CheckIn {
            entrant: EntrantId(7),
        });
        assert_eq!(
            code(hall.submit(&owner, refused.clone()).await),
            "tournament.unknown_entrant"
        );
        let entrant = EntrantId(1);
        let good = Request {
            what: hall.what(Act::CheckIn { entrant }, None),
            ..refused
        };
        hall.submit(&owner, good).await.unwrap();
    });
}

#[test]
fn retries_are_harmless_after_a_restart_too() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        let request = hall.request(Act::Enter(Box::new(application("Ada Example"))));
        let first = hall
            .submit(&Caller::console(), request.clone())
            .await
            .unwrap();
        hall.restart().await;
        let again = hall.submit(&Caller::console(), request).await.unwrap();
        assert_eq!(again.version, first.version);
        assert_eq!(hall.now().affairs().entrants.len(), 1);
        assert_eq!(hall.now().name(EntrantId(1)), "Ada Example");
    });
}

#[test]
fn two_different_results_for_one_table_the_second_is_refused_with_the_first() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(8).await;
        let round = hall.start_round().await;
        let assistant = hall.in_event(Role::Assistant).await;
        let other = hall.in_event(Role::Assistant).await;
        hall.try_act(&assistant, report(1, 2, 40, 24))
            .await
            .unwrap();
        let refused = hall
            .try_act(&other, report(1, 2, 41, 23))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), "desk.result_differs");
        assert_eq!(refused.kind(), RefusalKind::Conflict);
        let facts = refused.facts();
        assert_eq!(
            facts["first"],
            serde_json::json!({"how": "played", "black": 40, "white": 24})
        );
        assert!(facts["by"].as_str().unwrap().starts_with("link:"));
        assert!(facts["at"].as_i64().unwrap() > 0);
        // Who has seen the first may report the other: it becomes a query.
        let seen = facts["version"].as_u64().unwrap();
        let request = hall.request(report(1, 2, 41, 23)).if_version(seen);
        hall.submit(&other, request).await.unwrap();
        let now = hall.now();
        let card = now
            .affairs()
            .round(round)
            .unwrap()
            .card(TableNumber(2))
            .unwrap();
        assert_eq!(card.state, ResultState::InQuery);
    });
}

#[test]
fn what_changed_since_it_was_seen_is_not_overwritten() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(4).await;
        let round = RoundNumber(1);
        let assumed = Vec::new;
        let assistant = hall.in_event(Role::Assistant).await;
        let director = hall.in_event(Role::Director).await;
        let propose = Act::Propose {
            round,
            assumed: assumed(),
        };
        hall.try_act(&assistant, propose).await.unwrap();
        let seen = hall.now().version.0;
        let cards = hall.now().affairs().round(round).unwrap().cards.clone();
        let pairing = HandPairing {
            pairs: cards
                .iter()
                .map(|card| outflank_pairing::Pair {
                    black: card.white,
                    white: card.black,
                })
                .collect(),
            byes: Vec::new(),
        };
        let edit = Act::ProposeByHand {
            round,
            pairing,
            assumed: assumed(),
        };
        // Somebody else's pairing is not changed by somebody who has not seen it.
        let refused = hall.try_act(&director, edit.clone()).await.unwrap_err();
        assert_eq!(refused.code(), "stale");
        assert!(
            refused.facts()["now"]
                .as_str()
                .unwrap()
                .contains("round 1 is a draft")
        );
        hall.submit(&director, hall.request(edit.clone()).if_version(seen))
            .await
            .unwrap();
        // The second edit of what both had seen is refused.
        let second = hall.request(edit).if_version(seen);
        assert_eq!(code(hall.submit(&assistant, second).await), "stale");
        let consent = None;
        let announce = hall
            .request(Act::Announce { round, consent })
            .if_version(seen);
        let refused = hall.submit(&assistant, announce).await.unwrap_err();
        assert_eq!(refused.code(), "stale");
        assert!(
            refused.facts()["by"]
                .as_str()
                .unwrap()
                .ends_with("as director")
        );
        // Something else that happened in the hall does not make a table stale.
        let version = hall.now().version.0;
        let consent = Some("by hand".to_owned());
        hall.submit(
            &Caller::console(),
            hall.request(Act::Announce { round, consent })
                .if_version(version),
        )
        .await
        .unwrap();
        hall.act(Act::Start { round }).await;
        let seen = hall.now().version.0;
        hall.act(report(1, 1, 40, 24)).await;
        hall.submit(
            &assistant,
            hall.request(report(1, 2, 40, 24)).if_version(seen),
        )
        .await
        .unwrap();
        assert_eq!(
            hall.now().affairs().round(round).unwrap().phase,
            Phase::Finished
        );
    });
}

#[test]
fn a_preview_shows_and_stores_nothing() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(4).await;
        hall.play_round().await;
        let version = hall.now().version;
        let correct = TournamentRequest {
            tournament: hall.event.clone(),
            by: None,
            act: Act::Correct {
                round: RoundNumber(1),
                table: TableNumber(1),
                result: Reported::Official(Official::played(30, 34)),
                why: "read upside down".to_owned(),
            },
            person: None,
        };
        let shown = hall
            .desk
            .preview(&Caller::console(), &correct)
            .await
            .unwrap();
        assert!(!shown.changes.is_empty());
        assert_eq!(hall.now().version, version);
        let refused = hall.desk.preview(&Caller::public(), &correct).await;
        assert_eq!(refused.unwrap_err().code(), "access.sign_in");
    });
}

#[test]
fn undo_takes_back_the_latest_command_by_its_name() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(2).await;
        let entrant = EntrantId(1);
        let why = "ill".to_owned();
        let left = hall.act(Act::Withdraw { entrant, why }).await;
        let command = left.command_id.as_str().into();
        hall.act(Act::Undo { command }).await;
        assert!(hall.now().affairs().entrants[&entrant].left.is_none());
        let again = hall
            .try_act(
                &Caller::console(),
                Act::Undo {
                    command: left.command_id.as_str().into(),
                },
            )
            .await;
        assert_eq!(code(again), "tournament.not_the_latest");
    });
}

#[test]
fn a_command_id_and_an_unknown_event_are_refused_in_words() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let bad = Request {
            command_id: "no spaces please".to_owned(),
            ..hall.request(Act::SettleSystem)
        };
        assert_eq!(
            code(hall.submit(&Caller::console(), bad).await),
            "command.bad_id"
        );
        let mut what = TournamentRequest {
            tournament: "nowhere".parse().unwrap(),
            by: None,
            act: Act::SettleSystem,
            person: None,
        };
        let refused = hall
            .desk
            .preview(&Caller::console(), &what)
            .await
            .unwrap_err();
        assert_eq!(refused.kind(), RefusalKind::NotFound);
        what.tournament = hall.event.clone();
        assert!(matches!(
            hall.desk.preview(&Caller::public(), &what).await,
            Err(Refusal::Desk(_))
        ));
    });
}
