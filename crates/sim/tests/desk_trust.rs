//! Who may do what at the desk.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::desk_hall::{Hall, application, code, report, run};
use outflank_board::Side;
use outflank_desk::access::{
    AccessAct, Caller, Grant, NewLink, Password, Role, Scope, TableRange, TokenKind,
};
use outflank_desk::{Answer, Refusal, Request, What};
use outflank_game as game;
use outflank_rulebook::Millis;
use outflank_tournament::running::{
    Act, Official, Report, Reported, ResultSource, TableNumber, Timestamp,
};
use outflank_tournament::{Colour, EntrantId, RoundNumber};

fn penalise() -> game::Act {
    game::Act::Penalise {
        offender: Side::Black,
        take: Millis::minutes(1),
        give: Millis(0),
        why: "talked to a spectator".to_owned(),
    }
}

/// Everybody but the deciding official tries to penalise, in a game and in the tournament.
async fn only_the_head_penalises(preset: &str, clause: &str) {
    let hall = Hall::open(preset).await;
    hall.enter(8).await;
    let round = hall.start_round().await;
    let id = hall.open_game(round, 1, game::Opening::default()).await;
    start_game(&hall, &id).await;
    let others = [
        hall.in_event(Role::Director).await,
        hall.in_event(Role::Assistant).await,
        hall.judge(1, 1).await,
        hall.player(EntrantId(1)).await,
    ];
    let entrant = EntrantId(5);
    let expel = || Act::Expel {
        entrant,
        why: "struck a spectator".to_owned(),
    };
    for other in &others {
        let in_game = hall
            .try_game(other, &id, game::By::Director, penalise())
            .await;
        let in_event = hall.try_act(other, expel()).await;
        for refused in [in_game, in_event] {
            let refusal = refused.unwrap_err();
            assert_eq!(refusal.code(), "access.not_allowed", "{other:?}");
            assert_eq!(refusal.clause().unwrap().to_string(), clause);
        }
    }
    let head = hall.in_event(Role::Head).await;
    let by = game::By::Director;
    hall.try_game(&head, &id, by, penalise()).await.unwrap();
    hall.try_act(&head, expel()).await.unwrap();
    assert!(hall.now().affairs().entrants[&entrant].left.is_some());
}

async fn start_game(hall: &Hall, id: &outflank_desk::GameId) {
    let (judge, director) = (game::By::Judge, game::By::Director);
    for by in [game::By::Black, game::By::White, judge] {
        let ready = hall
            .try_game(&Caller::console(), id, by, game::Act::ConfirmReady)
            .await;
        assert!(matches!(ready, Ok(_) | Err(Refusal::Game(_))), "{ready:?}");
    }
    let signal = hall
        .try_game(&Caller::console(), id, director, game::Act::Signal)
        .await;
    assert!(
        matches!(signal, Ok(_) | Err(Refusal::Game(_))),
        "{signal:?}"
    );
    // In Singapore the signal starts the clocks.
    let press = game::Act::Press;
    let pressed = (hall.try_game(&Caller::console(), id, game::By::White, press)).await;
    assert!(
        matches!(pressed, Ok(_) | Err(Refusal::Game(_))),
        "{pressed:?}"
    );
    let now = hall.desk.game(id).await.unwrap().unwrap();
    assert_eq!(now.game.phase(), game::Phase::Playing);
}

/// clauses: WOC-V.1.p1
#[test]
fn only_the_head_director_penalises_at_the_championship() {
    run(async {
        let hall = Hall::open("wof/championship").await;
        hall.enter_teams(8).await;
        let round = hall.start_round().await;
        let id = hall.open_game(round, 1, game::Opening::default()).await;
        start_game(&hall, &id).await;
        let by = game::By::Director;
        for role in [Role::Director, Role::Assistant] {
            let other = hall.in_event(role).await;
            let refusal = hall
                .try_game(&other, &id, by, penalise())
                .await
                .unwrap_err();
            assert_eq!(refusal.code(), "access.not_allowed");
            assert_eq!(refusal.clause().unwrap().to_string(), "WOC-V.1.p1");
        }
        let head = hall.in_event(Role::Head).await;
        hall.try_game(&head, &id, by, penalise()).await.unwrap();
    });
}

/// clauses: SOC-IV.1.p1
#[test]
fn only_the_tournament_director_penalises_in_singapore() {
    run(only_the_head_penalises("soc/open", "SOC-IV.1.p1"));
}

/// clauses: WOC-V.1.p3
#[test]
fn what_the_head_director_has_decided_nobody_else_reopens() {
    run(async {
        let hall = Hall::open("wof/championship").await;
        hall.enter_teams(8).await;
        let round = hall.start_round().await;
        let (head, director) = (
            hall.in_event(Role::Head).await,
            hall.in_event(Role::Director).await,
        );
        // A result by ruling.
        let ruling = Act::EnterResult(Box::new(Report {
            round,
            table: TableNumber(2),
            result: Reported::Official(Official::missing(Colour::Black)),
            source: ResultSource::Director,
            signed: Vec::new(),
            transcripts: Vec::new(),
        }));
        let ruled = hall.try_act(&head, ruling).await.unwrap();
        let other = |why: &str| Act::Correct {
            round,
            table: TableNumber(2),
            result: Reported::Official(Official::played(40, 24)),
            why: why.to_owned(),
        };
        let refusal = hall
            .try_act(&director, other("I saw it otherwise"))
            .await
            .unwrap_err();
        assert_eq!(refusal.code(), "access.head_has_decided");
        let undo = Act::Undo {
            command: ruled.command_id.as_str().into(),
        };
        assert_eq!(
            code(hall.try_act(&director, undo).await),
            "access.head_has_decided"
        );
        hall.try_act(&head, other("he came in time after all"))
            .await
            .unwrap();
        // A ruling on a game.
        let id = hall.open_game(round, 1, game::Opening::default()).await;
        start_game(&hall, &id).await;
        let rule = |text: &str| game::Act::Rule {
            text: text.to_owned(),
            clocks: None,
            position: None,
        };
        let by = game::By::Director;
        hall.try_game(&director, &id, by, rule("play on"))
            .await
            .unwrap();
        hall.try_game(&head, &id, by, rule("the move stands"))
            .await
            .unwrap();
        let again = hall.try_game(&director, &id, by, rule("it does not")).await;
        assert_eq!(code(again), "access.head_has_decided");
        hall.try_game(&head, &id, by, rule("it stands for ever"))
            .await
            .unwrap();
    });
}

#[test]
fn a_player_speaks_for_himself_alone() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(8).await;
        let me = hall.player(EntrantId(1)).await;
        let plan = |n| Act::PlanAbsence {
            entrant: EntrantId(n),
            rounds: vec![RoundNumber(3)],
        };
        hall.try_act(&me, plan(1)).await.unwrap();
        assert_eq!(code(hall.try_act(&me, plan(2)).await), "access.not_allowed");
        let round = hall.start_round().await;
        let now = hall.now();
        let life = now.affairs().round(round).unwrap();
        let mine = life.card_of(EntrantId(1)).unwrap();
        let other = life
            .cards
            .iter()
            .find(|card| card.table != mine.table)
            .unwrap();
        let at = |table: TableNumber| report(1, table.0, 40, 24);
        hall.try_act(&me, at(mine.table)).await.unwrap();
        assert_eq!(
            code(hall.try_act(&me, at(other.table)).await),
            "access.not_allowed"
        );
        // On screen he moves his own colour only.
        let side = if mine.black == EntrantId(1) {
            Side::Black
        } else {
            Side::White
        };
        let id = hall
            .open_game(round, mine.table.0, game::Opening::default())
            .await;
        let leave = |player: Side| game::Act::Leave { player };
        let foreign = hall
            .try_game(&me, &id, side.other().into(), leave(side))
            .await;
        assert_eq!(code(foreign), "access.cannot_speak_as");
        let confirm = game::Act::Confirm { why: None };
        let final_word = hall.try_game(&me, &id, game::By::Director, confirm).await;
        assert_eq!(code(final_word), "access.not_allowed");
    });
}

#[test]
fn a_judge_is_bound_to_his_table_and_a_director_to_his_area() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(8).await;
        hall.start_round().await;
        let judge = hall.judge(1, 2).await;
        assert_eq!(
            code(hall.try_act(&judge, report(1, 1, 40, 24)).await),
            "access.not_allowed"
        );
        hall.try_act(&judge, report(1, 2, 40, 24)).await.unwrap();
        let area = Scope {
            tables: Some(TableRange {
                from: TableNumber(3),
                to: TableNumber(4),
            }),
            ..Scope::tournament(&hall.event)
        };
        let director = hall.link(Role::Director, area).await;
        assert_eq!(
            code(hall.try_act(&director, report(1, 1, 40, 24)).await),
            "access.not_allowed"
        );
        hall.try_act(&director, report(1, 4, 40, 24)).await.unwrap();
        let round = RoundNumber(1);
        assert_eq!(
            code(hall.try_act(&director, Act::Validate { round }).await),
            "access.not_allowed"
        );
    });
}

async fn access(hall: &Hall, caller: &Caller, act: AccessAct) -> Result<Answer, Refusal> {
    let request = Request::new(hall.id(), What::Access { act });
    hall.submit(caller, request).await
}

fn link(kind: TokenKind, grant: Grant) -> NewLink {
    NewLink {
        kind,
        grant,
        expires: None,
        only: Vec::new(),
        label: Some("tablet at table 2".to_owned()),
    }
}

#[test]
fn links_are_scoped_revocable_and_end() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(2).await;
        let owner = Caller::console();
        let head = hall.in_event(Role::Head).await;
        let grant = Grant::tournament(Role::Assistant, &hall.event);
        // The head delegates; what he has not got he cannot give.
        let made = access(
            &hall,
            &head,
            AccessAct::MakeLink(link(TokenKind::Link, grant.clone())),
        )
        .await
        .unwrap();
        let above = Grant::everywhere(Role::Owner);
        let refused = access(
            &hall,
            &head,
            AccessAct::MakeLink(link(TokenKind::Link, above)),
        )
        .await;
        assert_eq!(code(refused), "access.not_allowed");
        let secret = made.secret.clone().unwrap();
        let session = hall.desk.open_link(secret.reveal()).await.unwrap();
        let cookie = session.secret.reveal().to_owned();
        let assistant = hall.desk.caller_by_cookie(&cookie).await.unwrap();
        let entrant = EntrantId(1);
        hall.try_act(&assistant, Act::TakeBackCheckIn { entrant })
            .await
            .unwrap();
        let token = made.made.clone().unwrap().parse().unwrap();
        access(
            &hall,
            &owner,
            AccessAct::Revoke {
                token,
                and_made: false,
            },
        )
        .await
        .unwrap();
        let gone = hall.desk.caller_by_cookie(&cookie).await.unwrap();
        assert_eq!(
            code(hall.try_act(&gone, Act::CheckIn { entrant }).await),
            "access.sign_in"
        );
        assert!(hall.desk.open_link(secret.reveal()).await.is_err());
        assert!(hall.desk.open_link("nonsense").await.is_err());
        // One that ends.
        let ends = NewLink {
            expires: Some(Timestamp(hall.desk.now().0 + 60_000)),
            ..link(TokenKind::Link, grant.clone())
        };
        let made = access(&hall, &owner, AccessAct::MakeLink(ends))
            .await
            .unwrap();
        let secret = made.secret.unwrap();
        let session = hall.desk.open_link(secret.reveal()).await.unwrap();
        hall.clock.pass_ms(61_000);
        assert!(hall.desk.open_link(secret.reveal()).await.is_err());
        let over = hall
            .desk
            .caller_by_cookie(session.secret.reveal())
            .await
            .unwrap();
        assert!(!over.is_known());
        // No secret and no cookie is in the log or a record.
        let stored = hall.everything_stored().await;
        assert!(!stored.contains(secret.reveal()) && !stored.contains(&cookie));
    });
}

#[test]
fn the_owner_link_opens_one_browser() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        let secret = hall.desk.owner_link().await.unwrap();
        let session = hall.desk.open_link(secret.reveal()).await.unwrap();
        hall.try_act(&session.caller, Act::SettleSystem)
            .await
            .unwrap_err();
        hall.restart().await;
        let refused = hall.desk.open_link(secret.reveal()).await.unwrap_err();
        assert_eq!(refused.code(), "access.unknown_token");
        let owner = hall
            .desk
            .caller_by_cookie(session.secret.reveal())
            .await
            .unwrap();
        hall.try_act(&owner, Act::Enter(Box::new(application("Ada Example"))))
            .await
            .unwrap();
    });
}

/// With one thread for everybody: whoever hashed on it would hold up all others.
#[test]
fn others_go_on_while_a_password_is_hashed() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let turns = Arc::new(AtomicU32::new(0));
        let others = tokio::spawn({
            let turns = turns.clone();
            async move {
                loop {
                    turns.fetch_add(1, Ordering::Relaxed);
                    tokio::task::yield_now().await;
                }
            }
        });
        let add = AccessAct::AddUser {
            login: "dora".to_owned(),
            name: "Dora Director".to_owned(),
            password: Password::new("a long password"),
        };
        access(&hall, &Caller::console(), add).await.unwrap();
        let turns = turns.load(Ordering::Relaxed);
        others.abort();
        assert!(turns > 100, "others had {turns} turns");
    });
}

#[test]
fn people_sign_in_with_a_password_and_get_roles() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let owner = Caller::console();
        let add = |login: &str, password: &str| AccessAct::AddUser {
            login: login.to_owned(),
            name: "Dora Director".to_owned(),
            password: Password::new(password),
        };
        assert_eq!(
            code(access(&hall, &owner, add("dora", "short")).await),
            "access.bad_password"
        );
        let made = access(&hall, &owner, add("dora", "a long password"))
            .await
            .unwrap();
        assert_eq!(
            code(access(&hall, &owner, add("dora", "another long one")).await),
            "access.login_taken"
        );
        let user: outflank_desk::UserId = made.made.unwrap().parse().unwrap();
        let wrong = hall
            .desk
            .sign_in("dora", &Password::new("a wrong password"))
            .await;
        assert_eq!(wrong.unwrap_err().code(), "access.wrong_password");
        let session = hall
            .desk
            .sign_in("dora", &Password::new("a long password"))
            .await
            .unwrap();
        let enter = || Act::Enter(Box::new(application("Ada Example")));
        assert_eq!(
            code(hall.try_act(&session.caller, enter()).await),
            "access.not_allowed"
        );
        let grant = Grant::tournament(Role::Director, &hall.event);
        let give = AccessAct::Give {
            user: user.clone(),
            grant: grant.clone(),
        };
        access(&hall, &owner, give).await.unwrap();
        let dora = hall
            .desk
            .caller_by_cookie(session.secret.reveal())
            .await
            .unwrap();
        hall.try_act(&dora, enter()).await.unwrap();
        access(
            &hall,
            &owner,
            AccessAct::Take {
                user: user.clone(),
                grant,
            },
        )
        .await
        .unwrap();
        let dora = hall
            .desk
            .caller_by_cookie(session.secret.reveal())
            .await
            .unwrap();
        assert_eq!(
            code(hall.try_act(&dora, enter()).await),
            "access.not_allowed"
        );
        // A new password ends the old sessions; nothing stored is the password.
        let set = AccessAct::SetPassword {
            user,
            password: Password::new("quite another one"),
            old: None,
        };
        access(&hall, &owner, set).await.unwrap();
        assert!(
            !hall
                .desk
                .caller_by_cookie(session.secret.reveal())
                .await
                .unwrap()
                .is_known()
        );
        let stored = hall.everything_stored().await;
        assert!(!stored.contains("a long password") && !stored.contains("quite another one"));
    });
}

#[test]
fn an_api_token_does_only_what_it_is_for() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let grant = Grant::tournament(Role::Head, &hall.event);
        let new = NewLink {
            only: vec!["register".to_owned()],
            ..link(TokenKind::Api, grant)
        };
        let made = access(&hall, &Caller::console(), AccessAct::MakeLink(new))
            .await
            .unwrap();
        let secret = made.secret.unwrap();
        assert!(
            hall.desk.open_link(secret.reveal()).await.is_err(),
            "no browser opens it"
        );
        let program = hall
            .desk
            .caller_by_token(secret.reveal())
            .await
            .unwrap()
            .unwrap();
        hall.try_act(&program, Act::Enter(Box::new(application("Ada Example"))))
            .await
            .unwrap();
        let check_in = Act::CheckIn {
            entrant: EntrantId(1),
        };
        assert_eq!(
            code(hall.try_act(&program, check_in).await),
            "access.not_allowed"
        );
        assert_eq!(hall.desk.caller_by_token("nonsense").await.unwrap(), None);
    });
}

#[test]
fn a_command_id_is_unique_within_its_stream_and_not_over_the_whole_server() {
    run(async {
        let hall = Hall::open("usoa/open").await;
        hall.enter(4).await;
        let round = hall.start_round().await;
        let games = [
            hall.open_game(round, 1, game::Opening::default()).await,
            hall.open_game(round, 2, game::Opening::default()).await,
        ];
        let owner = Caller::console();
        let ready = |id: &outflank_desk::GameId, by| {
            let act = game::Act::ConfirmReady;
            let mut request = hall.game_request(id, by, act);
            request.command_id = "start".to_owned();
            request
        };
        // Somebody at another table took the name first.
        hall.submit(&owner, ready(&games[0], game::By::Black))
            .await
            .unwrap();
        let second = hall
            .submit(&owner, ready(&games[1], game::By::Black))
            .await
            .unwrap();
        assert_eq!(second.command_id, "start");
        let again = hall
            .submit(&owner, ready(&games[1], game::By::Black))
            .await
            .unwrap();
        assert!(again.again && again.version == second.version, "{again:?}");
        // The same name for something else at the same table is a mistake.
        for id in &games {
            let other = hall.submit(&owner, ready(id, game::By::White)).await;
            assert_eq!(code(other), "command.id_reused");
        }
        // And in the tournament it is free too.
        let mut request = hall.request(Act::CheckIn {
            entrant: EntrantId(1),
        });
        request.command_id = "start".to_owned();
        let checked = hall.submit(&owner, request).await;
        assert_ne!(
            checked.map_or_else(|refusal| refusal.code(), |_| "done"),
            "command.id_reused"
        );
    });
}
