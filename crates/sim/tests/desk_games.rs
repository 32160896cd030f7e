//! Games at tables: what follows from them, clocks, devices, restarts.

use crate::desk_hall::{Hall, code, report, run};
use outflank_board::Side;
use outflank_desk::access::{Caller, Role};
use outflank_desk::log::{RecordKey, RecordKind};
use outflank_desk::{DeviceCall, GameId, HeldRequest, Made, Request, What};
use outflank_game as game;
use outflank_game::{Opening, TableJudge, TimeAsked, Timekeeper};
use outflank_tournament::Colour;
use outflank_tournament::running::{Official, ResultState, TableNumber};

const MINUTE: i64 = 60_000;

pub(crate) fn on_screen() -> Opening {
    Opening {
        timekeeper: Timekeeper::Server,
        judge: TableJudge::None,
        clock_kind: game::ClockKind::Software,
        ..Opening::default()
    }
}

fn on_tablet() -> Opening {
    Opening {
        clock_kind: game::ClockKind::Software,
        ..Opening::default()
    }
}

/// A hall in which White has pressed the clock of table 1.
pub(crate) async fn playing(opening: Opening) -> (Hall, GameId) {
    let hall = Hall::open("usoa/open").await;
    hall.enter(8).await;
    let round = hall.start_round().await;
    let id = hall.open_game(round, 1, opening).await;
    for by in [game::By::Black, game::By::White, game::By::Judge] {
        let _ = hall
            .try_game(&Caller::console(), &id, by, game::Act::ConfirmReady)
            .await;
    }
    let _ = hall
        .try_game(
            &Caller::console(),
            &id,
            game::By::Director,
            game::Act::Signal,
        )
        .await;
    hall.game_act(&id, game::By::White, game::Act::Press).await;
    (hall, id)
}

#[test]
fn a_confirmed_game_becomes_a_result_in_the_same_command() {
    run(async {
        let (hall, id) = playing(on_tablet()).await;
        hall.resign_and_sign(&id, Side::White).await;
        let card = |hall: &Hall| {
            let now = hall.now();
            let round = now.affairs().rounds.last().unwrap();
            round.card(TableNumber(1)).unwrap().clone()
        };
        assert_eq!(card(&hall).state, ResultState::Missing);
        let director = hall.in_event(Role::Director).await;
        let by = game::By::Director;
        let confirm = hall
            .try_game(&director, &id, by, game::Act::Confirm { why: None })
            .await;
        let command = confirm.unwrap().command_id;
        assert_eq!(card(&hall).state, ResultState::Confirmed);
        assert_eq!(
            card(&hall).result,
            Some(Official::Resigned { by: Colour::White })
        );
        let now = hall.now();
        assert_eq!(
            now.tournament.log().last().unwrap().command.as_str(),
            command
        );
        assert_eq!(
            now.game_at(now.affairs().rounds[0].number, TableNumber(1))
                .unwrap()
                .game,
            id
        );
    });
}

#[test]
fn a_reaction_that_is_refused_refuses_the_command() {
    run(async {
        let (hall, id) = playing(on_tablet()).await;
        hall.act(report(1, 1, 40, 24)).await;
        hall.resign_and_sign(&id, Side::Black).await;
        let version = hall.desk.game(&id).await.unwrap().unwrap().version;
        let confirm = game::Act::Confirm { why: None };
        let refused = hall
            .try_game(&Caller::console(), &id, game::By::Director, confirm)
            .await;
        let refusal = refused.unwrap_err();
        assert_eq!(refusal.code(), "desk.result_differs");
        assert!(refusal.facts()["by"].as_str().unwrap().contains("owner"));
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.version, version, "nothing was written");
        assert_eq!(now.game.phase(), game::Phase::Over);
    });
}

#[test]
fn an_expulsion_from_the_tournament_is_a_withdrawal() {
    run(async {
        let (hall, id) = playing(on_tablet()).await;
        let expel = game::Act::Expel {
            player: Side::Black,
            from: game::ExpelledFrom::Tournament,
            game: game::ExpelledGame::Lost,
            why: "threw the clock".to_owned(),
        };
        hall.game_act(&id, game::By::Director, expel).await;
        let now = hall.now();
        let black = now.affairs().rounds[0].card(TableNumber(1)).unwrap().black;
        assert!(now.affairs().entrants[&black].left.is_some());
    });
}

#[test]
fn the_desk_raises_the_flag_of_a_clock_it_keeps() {
    run(async {
        let (hall, id) = playing(on_screen()).await;
        let (_, moment) = (hall.desk.game(&id).await.unwrap().unwrap().game)
            .falls_at()
            .unwrap();
        // A move on its way is waited for: the bell rings later than the flag falls.
        let falls = hall.desk.next_alarm().unwrap();
        assert!(falls.0 > moment.0);
        hall.desk.ring().await.unwrap();
        let flags = |game: &game::Game| game.table().flags.len();
        assert_eq!(flags(&hall.desk.game(&id).await.unwrap().unwrap().game), 0);
        hall.clock.pass_ms(falls.0 - hall.desk.now().0);
        hall.desk.ring().await.unwrap();
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(flags(&now.game), 1);
        let stream = format!("game/{id}").parse().unwrap();
        let log = hall
            .desk
            .stream_after(&stream, outflank_desk::log::Seq(0), 1000)
            .await
            .unwrap();
        let fell = log
            .iter()
            .find(|one| one.content.kind == "game.flag_fell")
            .unwrap();
        assert_eq!(fell.content.at.0, moment.0, "at its own moment");
        assert!(fell.content.actor.starts_with("desk"));
    });
}

#[test]
fn while_a_device_is_silent_nothing_falls_and_the_device_is_asked() {
    run(async {
        let (hall, id) = playing(on_tablet()).await;
        let judge = hall.judge(1, 1).await;
        hall.desk
            .contact(&judge, &id, "tablet-1", 5_000)
            .await
            .unwrap();
        let heard = hall.desk.now();
        let mut calls = hall.desk.hub().calls();
        let falls = hall.desk.next_alarm().unwrap();
        hall.clock.pass_ms(falls.0 - hall.desk.now().0 + MINUTE);
        hall.desk.ring().await.unwrap();
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.game.table().flags.len(), 0);
        assert_eq!(now.out_of_contact_since(hall.desk.now()), Some(heard));
        let DeviceCall::IsFlagDown {
            game,
            player,
            fell_at,
        } = calls.try_recv().unwrap();
        assert_eq!((game, player, fell_at), (id.clone(), Side::Black, falls));
        // Nobody else makes it fall by touching the game …
        let dispute = game::Act::Dispute {
            about: "where is the judge?".to_owned(),
        };
        let other = hall
            .try_game(&Caller::console(), &id, game::By::White, dispute)
            .await;
        assert_eq!(code(other), "device.silent");
        // … and the device's taps from that time count as they were made.
        let offset = heard.0 - 5_000;
        let late = |at: i64, act: game::Act, by: game::By| Request {
            made: Some(Made {
                device: "tablet-1".to_owned(),
                at_ms: Some(at - offset),
                used_ms: None,
            }),
            ..hall.game_request(&id, by, act)
        };
        let before = falls.0 - 5_000;
        hall.desk
            .contact(&judge, &id, "tablet-1", hall.desk.now().0 - offset)
            .await
            .unwrap();
        let play = game::Act::Play {
            square: "f5".parse().unwrap(),
        };
        let answer = hall
            .desk
            .submit(&judge, late(before, play, game::By::Black))
            .await
            .unwrap();
        assert_eq!(answer.held, None);
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.game.table().flags.len(), 0, "he moved in time");
        assert_eq!(now.game.remaining(game::Timestamp(before)).black.0, 5_000);
    });
}

#[test]
fn a_device_in_contact_is_known_to_be_so_after_a_restart() {
    run(async {
        let (mut hall, id) = playing(on_tablet()).await;
        let judge = hall.judge(1, 1).await;
        let zero = hall.desk.now().0;
        let mut written = std::collections::BTreeSet::new();
        let key = RecordKey::new(RecordKind::Device, id.to_string());
        for _ in 0..15 {
            hall.clock.pass_ms(4_000);
            let at = hall.desk.now().0 - zero;
            hall.desk
                .contact(&judge, &id, "tablet-1", at)
                .await
                .unwrap();
            written.insert(hall.store.record(&key).await.unwrap());
        }
        // Every third contact of 4 s each is due, beginning with the first.
        assert_eq!(written.len(), 5, "{written:?}");
        hall.restart().await;
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.out_of_contact_since(hall.desk.now()), None);
    });
}

#[test]
fn a_tap_that_fits_nowhere_waits_for_the_director() {
    run(async {
        let (hall, id) = playing(on_tablet()).await;
        let judge = hall.judge(1, 1).await;
        hall.desk.contact(&judge, &id, "tablet-1", 0).await.unwrap();
        let zero = hall.desk.now().0;
        hall.clock.pass_ms(2 * MINUTE);
        hall.desk
            .contact(&judge, &id, "tablet-1", 2 * MINUTE)
            .await
            .unwrap();
        let tap = |at_ms: i64, square: &str, by: game::By| Request {
            made: Some(Made {
                device: "tablet-1".to_owned(),
                at_ms: Some(at_ms),
                used_ms: None,
            }),
            ..hall.game_request(
                &id,
                by,
                game::Act::Play {
                    square: square.parse().unwrap(),
                },
            )
        };
        // From a time when the device was in contact and said nothing.
        let answer = hall
            .desk
            .submit(&judge, tap(-MINUTE, "f5", game::By::Black))
            .await
            .unwrap();
        let held = answer.held.unwrap();
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.held.len(), 1);
        assert_eq!(now.held[0].made_at.0, zero - MINUTE);
        assert_eq!(now.game.table().plies, 0);
        let decide = |counts| {
            Request::new(
                hall.id(),
                What::Held(HeldRequest {
                    game: id.clone(),
                    held,
                    counts,
                }),
            )
        };
        assert_eq!(
            code(hall.desk.submit(&judge, decide(true)).await),
            "access.not_allowed"
        );
        hall.desk
            .submit(&Caller::console(), decide(true))
            .await
            .unwrap();
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert!(now.held.is_empty());
        assert_eq!(now.game.table().plies, 1);
        assert_eq!(
            code(hall.desk.submit(&Caller::console(), decide(false)).await),
            "device.nothing_held"
        );
        // A late tap that the rules refuse is kept too.
        let answer = hall
            .desk
            .submit(&judge, tap(MINUTE, "a1", game::By::White))
            .await
            .unwrap();
        assert!(answer.held.is_some());
    });
}

#[test]
fn a_restart_gives_kept_clocks_a_pause_and_others_none() {
    run(async {
        let (mut hall, screen) = playing(on_screen()).await;
        let round = hall.now().affairs().rounds[0].number;
        let tablet = hall.open_game(round, 2, on_tablet()).await;
        for by in [game::By::Black, game::By::White, game::By::Judge] {
            let _ = hall
                .try_game(&Caller::console(), &tablet, by, game::Act::ConfirmReady)
                .await;
        }
        let _ = hall
            .try_game(
                &Caller::console(),
                &tablet,
                game::By::Director,
                game::Act::Signal,
            )
            .await;
        hall.game_act(&tablet, game::By::White, game::Act::Press)
            .await;
        hall.clock.pass_ms(MINUTE);
        hall.desk.beat().await.unwrap();
        let at = |hall: &Hall| hall.desk.now();
        let left = hall
            .desk
            .game(&screen)
            .await
            .unwrap()
            .unwrap()
            .game
            .remaining(at(&hall));
        // The power is out for an hour; the clocks ran out long ago by the wall.
        hall.clock.pass_ms(60 * MINUTE);
        hall.restart().await;
        let now = hall.desk.game(&screen).await.unwrap().unwrap();
        assert_eq!(
            now.game.remaining(at(&hall)),
            left,
            "the hour costs nobody time"
        );
        assert!(now.game.table().is_stopped());
        assert_eq!(now.game.table().flags.len(), 0);
        assert_eq!(hall.desk.status().paused_at_start, 1);
        let other = hall.desk.game(&tablet).await.unwrap().unwrap();
        assert_eq!(
            other.game.clock().running(),
            Some(Side::Black),
            "its own clock ran on"
        );
        // Started again it goes on where it stood; a second restart pauses a stopped clock no more.
        hall.restart().await;
        assert_eq!(hall.desk.status().paused_at_start, 0);
        hall.game_act(
            &screen,
            game::By::Director,
            game::Act::Resume { player: None },
        )
        .await;
        hall.clock.pass_ms(1_000);
        let now = hall.desk.game(&screen).await.unwrap().unwrap();
        assert_eq!(now.game.remaining(at(&hall)).black.0, left.black.0 - 1_000);
    });
}

#[test]
fn a_casual_game_is_played_by_two_links() {
    run(async {
        let hall = Hall::open("usoa/open").await;
        let opening = Opening {
            time: TimeAsked::ByRulebook,
            ..on_screen()
        };
        let what = What::NewGame(Box::new(outflank_desk::NewGame {
            place: None,
            rulebook: Some("usoa".to_owned()),
            opening,
        }));
        let made = hall
            .desk
            .submit(&Caller::console(), Request::new("casual", what))
            .await
            .unwrap();
        let id: GameId = made.made.unwrap().parse().unwrap();
        let grant = outflank_desk::casual_player(&id, Side::Black);
        let black = hall.link(grant.role, grant.scope).await;
        let grant = outflank_desk::casual_player(&id, Side::White);
        let white = hall.link(grant.role, grant.scope).await;
        hall.try_game(&white, &id, game::By::White, game::Act::Press)
            .await
            .unwrap();
        let play = game::Act::Play {
            square: "f5".parse().unwrap(),
        };
        assert_eq!(
            code(
                hall.try_game(&white, &id, game::By::Black, play.clone())
                    .await
            ),
            "access.cannot_speak_as"
        );
        hall.try_game(&black, &id, game::By::Black, play)
            .await
            .unwrap();
    });
}
