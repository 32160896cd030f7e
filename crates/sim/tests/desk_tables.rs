//! Tables with devices: a clock page beside the judge, a device that is replaced, calls for the director.

use crate::desk_hall::{Hall, code, run};
use outflank_board::Side;
use outflank_desk::access::{Caller, Role};
use outflank_desk::table::device::{Heard, Place};
use outflank_desk::views::board::table::{ClockMode, TableView, opening};
use outflank_desk::{CallAnswer, CallRequest, GameId, GamePlace, Made, NewGame, Request, What};
use outflank_game as game;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::TableNumber;

/// A hall whose table 1 was opened by its judge.
async fn table(mode: ClockMode) -> (Hall, Caller, GameId) {
    let hall = Hall::open("bof/regional").await;
    hall.enter(8).await;
    let round = hall.start_round().await;
    let judge = hall.judge(1, 1).await;
    let new = |table, opening| {
        What::NewGame(Box::new(NewGame {
            place: Some(GamePlace {
                tournament: hall.event.clone(),
                round,
                table: TableNumber(table),
            }),
            rulebook: None,
            opening,
        }))
    };
    let usual = opening(&hall.now(), round, mode);
    let made = hall
        .submit(&judge, Request::new(hall.id(), new(1, usual.clone())))
        .await;
    let id = made.expect("his table").made.expect("an id");
    // Not another table, and not with other times.
    let other = hall
        .submit(&judge, Request::new(hall.id(), new(2, usual.clone())))
        .await;
    assert_eq!(code(other), "access.not_allowed");
    let id: GameId = id.parse().expect("an id");
    for by in [game::By::Black, game::By::White] {
        let ready = hall
            .try_game(&judge, &id, by, game::Act::ConfirmReady)
            .await;
        ready.expect("the judge records what players say");
    }
    (hall, judge, id)
}

async fn at_device(
    hall: &Hall,
    judge: &Caller,
    id: &GameId,
    device: &str,
    place: Place,
) -> &'static str {
    let heard = Heard {
        device: device.to_owned(),
        at_ms: hall.desk.now().0,
        queued: Some(0),
        place,
    };
    match hall.desk.heard(judge, id, &heard).await {
        Ok(_) => "",
        Err(refusal) => refusal.code(),
    }
}

fn tap(hall: &Hall, id: &GameId, device: &str, at: i64, by: game::By, act: game::Act) -> Request {
    Request {
        made: Some(Made {
            device: device.to_owned(),
            at_ms: Some(at),
            used_ms: None,
        }),
        ..hall.game_request(id, by, act)
    }
}

fn play(square: &str) -> game::Act {
    game::Act::Play {
        square: square.parse().expect("a square"),
    }
}

/// clauses: WOC-IV.4.p3.b, WOC-IV.4.p1.b
#[test]
fn the_players_press_a_clock_page_and_the_judge_enters_the_moves() {
    run(async {
        let (hall, judge, id) = table(ClockMode::ClockPage).await;
        let t = hall.desk.now().0;
        assert_eq!(
            at_device(&hall, &judge, &id, "tablet", Place::Board).await,
            ""
        );
        assert_eq!(
            at_device(&hall, &judge, &id, "clock", Place::Clock).await,
            ""
        );
        let clock = |at, by, act| tap(&hall, &id, "clock", at, by, act);
        let board = |at, by, act| tap(&hall, &id, "tablet", at, by, act);
        let sent = |request| async { hall.desk.submit(&judge, request).await };
        hall.clock.pass_ms(60_000);
        // The round has started, which is the director's signal.
        sent(clock(t + 1_000, game::By::White, game::Act::Press))
            .await
            .expect("starts");
        // Black moves and presses; the judge enters the move two seconds later.
        sent(clock(t + 5_000, game::By::Black, game::Act::Press))
            .await
            .expect("kept");
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.presses.len(), 1);
        let shown = TableView::of(&now, None, hall.desk.now());
        assert_eq!(
            shown.clock.running,
            Some(Side::White),
            "as the clock page shows it"
        );
        assert_eq!(shown.outstanding, 1);
        let stop = game::Act::Stop {
            why: "x".to_owned(),
        };
        let early = hall
            .desk
            .submit(
                &Caller::console(),
                hall.game_request(&id, game::By::Director, stop),
            )
            .await;
        assert_eq!(code(early), "device.moves_outstanding");
        sent(clock(t + 9_000, game::By::White, game::Act::Press))
            .await
            .expect("kept");
        sent(board(t + 10_000, game::By::Black, play("f5")))
            .await
            .expect("entered");
        sent(board(t + 11_000, game::By::White, play("d6")))
            .await
            .expect("entered");
        // The judge is quicker this time: the move is complete, and the clock runs until it is pressed.
        sent(board(t + 12_000, game::By::Black, play("c3")))
            .await
            .expect("entered");
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert!(now.game.table().is_complete());
        assert_eq!(now.game.clock().running(), Some(Side::Black));
        sent(board(t + 15_500, game::By::Judge, game::Act::Remind))
            .await
            .expect("he forgot it");
        sent(clock(t + 16_000, game::By::Black, game::Act::Press))
            .await
            .expect("pressed");
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        let used: Vec<i64> = now
            .game
            .record()
            .plies
            .iter()
            .map(|ply| ply.used.0)
            .collect();
        assert_eq!(used, [4_000, 4_000, 7_000]);
        assert!(now.presses.is_empty() && now.held.is_empty());
    });
}

#[test]
fn what_a_replaced_device_has_not_sent_is_kept_apart() {
    run(async {
        let (hall, judge, id) = table(ClockMode::OneTap).await;
        assert_eq!(at_device(&hall, &judge, &id, "old", Place::Board).await, "");
        hall.try_game(&judge, &id, game::By::White, game::Act::Press)
            .await
            .expect("starts");
        let made = hall.desk.now().0;
        hall.clock.pass_ms(30_000);
        // However long it is silent, nobody takes its place by himself.
        assert_eq!(
            at_device(&hall, &judge, &id, "new", Place::Board).await,
            "device.other"
        );
        let refused = hall
            .desk
            .release_device(&judge, &id, Place::Board, None)
            .await;
        assert_eq!(refused.unwrap_err().code(), "access.not_allowed");
        let director = hall.in_event(Role::Director).await;
        hall.desk
            .release_device(&director, &id, Place::Board, None)
            .await
            .expect("he may");
        assert_eq!(at_device(&hall, &judge, &id, "new", Place::Board).await, "");
        let now = hall.desk.now().0;
        let fresh = tap(&hall, &id, "new", now, game::By::Black, play("f5"));
        hall.desk
            .submit(&judge, fresh)
            .await
            .expect("the table's device");
        // The old one comes back with a move of its own.
        let late = tap(&hall, &id, "old", made, game::By::Black, play("d3"));
        let answer = hall.desk.submit(&judge, late).await.expect("kept apart");
        assert_eq!(answer.held, Some(1));
        let game = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(game.game.record().transcript().to_string(), "f5");
        assert_eq!(game.held.len(), 1);
        // The new one hands over by itself.
        let own = hall
            .desk
            .release_device(&judge, &id, Place::Board, Some("new"))
            .await;
        own.expect("its own place");
        assert_eq!(
            at_device(&hall, &judge, &id, "third", Place::Board).await,
            ""
        );
    });
}

#[test]
fn a_call_reaches_the_director_and_is_answered_once() {
    run(async {
        let (hall, judge, id) = table(ClockMode::Physical).await;
        let call = |reason: &str| {
            What::Call(CallRequest {
                game: id.clone(),
                by: game::By::Judge,
                reason: reason.to_owned(),
            })
        };
        let empty = hall
            .submit(&judge, Request::new(hall.id(), call("  ")))
            .await;
        assert_eq!(code(empty), "desk.bad_text");
        let stranger = hall.judge(1, 2).await;
        let other = hall
            .submit(&stranger, Request::new(hall.id(), call("x")))
            .await;
        assert_eq!(code(other), "access.not_allowed");
        hall.submit(&judge, Request::new(hall.id(), call("discs are missing")))
            .await
            .expect("called");
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.calls[0].reason, "discs are missing");
        let answer = || {
            What::AnswerCall(CallAnswer {
                game: id.clone(),
                call: 1,
            })
        };
        let director = hall.in_event(Role::Director).await;
        hall.submit(&director, Request::new(hall.id(), answer()))
            .await
            .expect("he came");
        assert!(hall.desk.game(&id).await.unwrap().unwrap().calls.is_empty());
        let twice = hall
            .submit(&director, Request::new(hall.id(), answer()))
            .await;
        assert_eq!(code(twice), "desk.no_such_call");
        let digits = hall
            .desk
            .round_digits(&hall.event, RoundNumber(1))
            .await
            .expect("made");
        assert_eq!(
            hall.desk
                .round_digits(&hall.event, RoundNumber(1))
                .await
                .expect("kept"),
            digits
        );
        assert!(digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    });
}
