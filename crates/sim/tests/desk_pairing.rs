//! A pairing that takes long: it is computed beside everything else, watched and cancelled.

use std::sync::Arc;
use std::time::Duration;

use crate::desk_hall::{Hall, code, run};
use outflank_desk::access::Caller;
use outflank_desk::views::Views;
use outflank_desk::{NewTournament, Request, What};
use outflank_pairing::matching::Progress;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, By, Command, Creation, Fact, decide, decide_watched};

const ROUND: RoundNumber = RoundNumber(2);

fn propose(round: RoundNumber) -> Act {
    let assumed = Vec::new();
    Act::Propose { round, assumed }
}

/// A hall in which the second round can be paired.
async fn hall() -> Hall {
    let hall = Hall::open("soc/open").await;
    hall.enter(8).await;
    hall.play_round().await;
    hall
}

#[test]
fn while_a_pairing_is_computed_others_are_answered_and_it_can_be_cancelled() {
    run(async {
        let hall = hall().await;
        let (desk, event) = (Arc::clone(&hall.desk), hall.event.clone());
        let slow = tokio::spawn(async move {
            let endless = |watch: &dyn Fn(Progress) -> bool| {
                let progress = Progress { matched: 2, of: 8 };
                while watch(progress) {
                    std::thread::yield_now();
                }
                "cancelled"
            };
            desk.pairings().run(&event, desk.now(), endless).await
        });
        let progress = loop {
            let job = hall.desk.pairing_job(&hall.event);
            match job.and_then(|job| job.progress) {
                Some(progress) => break progress,
                None => tokio::task::yield_now().await,
            }
        };
        assert_eq!((progress.matched, progress.of), (2, 8));
        // This tournament is changed, another is created, and both are shown.
        let text = "The second round starts at noon.".to_owned();
        hall.act(Act::MakeAnnouncement { text }).await;
        let new = NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some("other".to_owned()),
            creation: Creation::new("Other Open", "2024-05-04".parse().unwrap()),
        };
        let other = Request::new("other", What::NewTournament(Box::new(new)));
        hall.submit(&Caller::console(), other).await.unwrap();
        for name in ["example", "other"] {
            let now = hall.desk.tournament_named(name).unwrap();
            assert!(Views::of(&now.tournament, &|_| None).head().is_some());
        }
        // A caller who may not pair may not cancel.
        let public = Caller::public();
        assert!(hall.desk.cancel_pairing(&public, &hall.event).is_err());
        assert!(hall.desk.pairing_job(&hall.event).is_some());
        hall.desk
            .cancel_pairing(&Caller::console(), &hall.event)
            .unwrap();
        assert_eq!(slow.await.unwrap(), "cancelled");
        assert_eq!(hall.desk.pairing_job(&hall.event), None);
    });
}

#[test]
fn a_pairing_nobody_waits_for_is_the_same_and_is_decided_anew_after_a_change() {
    run(async {
        let hall = hall().await;
        let before = hall.now();
        let request = hall.request(propose(ROUND));
        let console = Caller::console();
        let answer =
            hall.desk
                .submit_within(&console, &hall.event, request.clone(), Duration::ZERO);
        assert_eq!(answer.await, None);
        let is_paired = || hall.now().affairs().round(ROUND).is_some();
        while hall.desk.pairing_job(&hall.event).is_none() && !is_paired() {
            tokio::task::yield_now().await;
        }
        // What was computed does not fit any more and is computed again.
        let text = "Lunch is served.".to_owned();
        hall.act(Act::MakeAnnouncement { text }).await;
        while hall.desk.pairing_job(&hall.event).is_some()
            || hall.now().affairs().round(ROUND).is_none()
        {
            tokio::task::yield_now().await;
        }
        let now = hall.now();
        let paired = &now.affairs().round(ROUND).unwrap().pairing;
        let command = Command::new("same", By::Head, propose(ROUND));
        let rules = before.rules().unwrap();
        let same = decide(rules, &before.tournament, command, hall.desk.now()).unwrap();
        let Fact::RoundProposed { pairing, .. } = &same.last().unwrap().fact else {
            panic!("{same:?}");
        };
        assert_eq!(paired, pairing);
        let again = hall.desk.submit(&console, request).await.unwrap();
        assert!(again.again);
        assert_eq!(hall.desk.pairing_refusal(&hall.now()), None);
    });
}

#[test]
fn why_a_pairing_came_to_nothing_is_said_later() {
    run(async {
        let hall = hall().await;
        let console = Caller::console();
        let request = hall.request(propose(RoundNumber(7)));
        let answer = hall
            .desk
            .submit_within(&console, &hall.event, request, Duration::ZERO);
        // A rejection can be there before the shortest patience ends; then nothing is left to say later.
        let refusal = match answer.await {
            Some(answered) => answered.unwrap_err(),
            None => loop {
                match hall.desk.pairing_refusal(&hall.now()) {
                    Some(refusal) => break refusal,
                    None => tokio::task::yield_now().await,
                }
            },
        };
        assert_eq!(refusal.code(), "tournament.not_the_next_round");
        // It is forgotten when the tournament changes.
        let text = "Lunch is served.".to_owned();
        hall.act(Act::MakeAnnouncement { text }).await;
        assert_eq!(hall.desk.pairing_refusal(&hall.now()), None);
        let cancelled = decide_watched(
            hall.now().rules().unwrap(),
            &hall.now().tournament,
            Command::new("cancelled", By::Head, propose(ROUND)),
            hall.desk.now(),
            &|_| false,
        );
        let cancelled = cancelled.unwrap_err();
        assert_eq!(code(Err(cancelled.into())), "tournament.pairing_cancelled");
    });
}
