//! Random commands: nothing panics, replay equals state, the clock adds up, and no rule is broken unnoticed.

mod support;

use outflank_board::{BySide, Position, Side, Square, SquareSet};
use outflank_game::{
    Act, By, ClockSide, Command, Detection, Event, Excuse, ExpelledFrom, ExpelledGame, Fact, Fault,
    Game, GameKind, GivingUp, Hand, Infringement, Needs, Opening, Phase, Presence, Seat, Sight,
    Stage, TableJudge, Task, TimeAsked, Timekeeper, Timestamp, TouchedWith, Verdict, apply, decide,
};
use outflank_rulebook::{HalfDiscs, Millis, Rulebook, shipped, shipped_ids};
use support::{Die, tenth_of};

/// How many random games each rulebook gets in the full figure.
const GAMES: u64 = 100_000;
/// How many commands a game gets at most.
const COMMANDS: u64 = 60;

#[test]
fn random_commands_break_nothing() {
    for id in shipped_ids() {
        let rules = shipped(id).unwrap();
        for seed in 0..tenth_of(GAMES) {
            random_game(rules, seed);
        }
    }
}

fn random_game(rules: &Rulebook, seed: u64) {
    let mut die = Die(seed ^ 0x6f75_7466_6c61_6e6b);
    let mut rules = rules.clone();
    if die.chance(3) {
        let values = [
            ("flag_detection", "claimed"),
            ("auto_pass", "on"),
            ("touch_move", "off"),
            ("late_forfeit_after", "5:00"),
            ("opponents_time", "allowed"),
        ];
        let (axis, value) = die.pick(&values);
        rules.set(axis, value).unwrap();
    }
    rules.set("main_time_minimum", "none").unwrap();
    let mut game = Game::new();
    let mut events: Vec<Event> = Vec::new();
    let mut at = 1_000_000;
    let mut act = Some(Act::Open(Box::new(opening(&mut die))));
    for _ in 0..COMMANDS {
        let (by, act) = match act.take() {
            Some(open) => (By::Director, open),
            None => command(&mut die, &game),
        };
        at += match die.below(16) {
            0 => 0,
            1..=13 => i64::try_from(die.below(3_000)).unwrap(),
            14 => i64::try_from(die.below(20_000)).unwrap(),
            _ => i64::try_from(die.below(150_000)).unwrap(),
        };
        let shown = format!("seed {seed}, {}: {by} {act:?} at {at}", rules.about.id);
        let Ok(new) = decide(&rules, &game, Command::new(by, act), Timestamp(at)) else {
            continue;
        };
        check_events(&game, &new, &shown);
        for event in &new {
            check_legal(&game, event, &shown);
            apply(&mut game, event);
            check_clock(&game, &shown);
        }
        events.extend(new);
        check_flags(&game, at, &shown);
    }
    assert_eq!(Game::replay(&events), game, "seed {seed}");
    if seed.is_multiple_of(64) {
        for event in &events {
            let read = Event::from_stored(event.kind(), &event.body()).unwrap();
            assert_eq!(read, *event, "seed {seed}");
        }
    }
}

/// Time charged to both sides and time stopped are the time passed, to the millisecond.
fn check_clock(game: &Game, shown: &str) {
    let clock = game.clock();
    let charged = clock.charged();
    let sum = charged.black.0 + charged.white.0 + clock.stopped().0;
    assert_eq!(sum, clock.passed().0, "{shown}");
    let Some(time) = game.setting().and_then(|setting| setting.time) else {
        return;
    };
    let last = game.table().last_at.unwrap();
    for side in Side::BOTH {
        let due = time[side].0 + clock.adjusted()[side].0 - charged[side].0;
        assert_eq!(clock.remaining(last)[side].0, due, "{shown}");
    }
}

/// Under automatic detection no flag is left unnoticed.
fn check_flags(game: &Game, at: i64, shown: &str) {
    let automatic = game
        .setting()
        .is_some_and(|setting| setting.detection == Detection::Automatic);
    if automatic && game.phase() == Phase::Playing {
        if let Some((_, falls)) = game.falls_at() {
            assert!(falls.0 > at, "{shown}");
        }
        for side in Side::BOTH {
            let left = game.remaining(Timestamp(at))[side];
            let held = game.table().held == Some(side);
            assert!(left.0 > 0 || held || !game.clock().is_timed(), "{shown}");
        }
    }
}

/// After the end only confirmation, claims, rulings and corrections are possible.
fn check_events(game: &Game, new: &[Event], shown: &str) {
    assert!(!new.is_empty(), "{shown}");
    if !matches!(game.phase(), Phase::Over | Phase::Confirmed) {
        return;
    }
    let allowed = [
        "game.result_signed",
        "game.sheet_received",
        "game.result_confirmed",
        "game.result_corrected",
        "game.dispute_raised",
        "game.ruled",
        "game.transcript_attached",
        "game.transcripts_compared",
        "game.infringement_noted",
        "game.correction_opened",
        "game.flag_fell",
        "game.ended",
    ];
    for event in new {
        assert!(allowed.contains(&event.kind()), "{shown}: {}", event.kind());
    }
}

/// What is recorded without a fault is legal; what is not legal has a fault.
fn check_legal(game: &Game, event: &Event, shown: &str) {
    let table = game.table();
    if let Fact::MovePlayed {
        player,
        square,
        flips,
        ..
    } = &event.fact
    {
        assert_eq!(*player, table.turn, "{shown}");
        let right = table.position.flips(table.colour_of(*player), *square);
        assert_eq!(*flips, right, "{shown}");
        assert!(!flips.is_empty(), "{shown}");
    } else if let Fact::DiscPlaced {
        player,
        square,
        colour,
        fault,
    } = &event.fact
    {
        assert_eq!(*player, table.turn, "{shown}");
        let legal = *colour == table.colour_of(*player)
            && !table.position.flips(*colour, *square).is_empty();
        assert_eq!(legal, fault.is_none(), "{shown}");
    } else if let Fact::Passed { player, fault, .. } = &event.fact {
        assert_eq!(*player, table.turn, "{shown}");
        assert_eq!(
            table.moves_of(*player).is_empty(),
            fault.is_none(),
            "{shown}"
        );
    } else if let Fact::ClockPressed { player, fault, .. } = &event.fact {
        assert_eq!(*player, table.turn, "{shown}");
        assert_eq!(table.is_complete(), fault.is_none(), "{shown}");
    }
}

fn opening(die: &mut Die) -> Opening {
    let casual = die.chance(4);
    let late = [Presence::AtTable, Presence::AtTable, Presence::Late];
    let time = if casual && die.chance(5) {
        TimeAsked::NoClock
    } else {
        TimeAsked::Each(BySide::new(
            Millis(1 + i64::try_from(die.below(300_000)).unwrap()),
            Millis(1 + i64::try_from(die.below(300_000)).unwrap()),
        ))
    };
    Opening {
        kind: if casual {
            GameKind::Casual
        } else {
            GameKind::Tournament
        },
        stage: die.pick(Stage::ALL),
        time,
        increment: if casual { Millis(2000) } else { Millis(0) },
        delay: if casual { Millis(1000) } else { Millis(0) },
        judge: die.pick(TableJudge::ALL),
        timekeeper: die.pick(Timekeeper::ALL),
        position: die.chance(4).then(|| near_the_end(die)),
        draw_win: die.chance(5).then(|| die.side()),
        presence: BySide::new(die.pick(&late), die.pick(&late)),
        ..Opening::default()
    }
}

/// A position from which games end soon.
fn near_the_end(die: &mut Die) -> Position {
    let rows = [
        "BW....../......../......../......../......../......../......../........ B",
        "BW....../......../......../......../......../......../......../........ W",
        "BWWWWWW./WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWW. B",
        ".WB...../B......./W......./......../......../......../......../...BWB.. W",
    ];
    die.pick(&rows).parse().unwrap()
}

/// A command that is often sensible: the player on turn goes on with his move.
fn command(die: &mut Die, game: &Game) -> (By, Act) {
    let table = game.table();
    if matches!(game.phase(), Phase::Ready | Phase::Signalled) && !die.chance(4) {
        return match (game.phase(), die.below(3)) {
            (Phase::Signalled, _) => (By::from(table.turn.other()), Act::Press),
            (_, 0) => (By::Director, Act::ConfirmReady),
            (_, 1) => (By::Director, Act::Signal),
            _ => (By::from(table.turn.other()), Act::Press),
        };
    }
    if let Some(going_on) = going_on(die, game) {
        return going_on;
    }
    let turn = By::from(table.turn);
    let other = By::from(table.turn.other());
    let square = some_square(die, game);
    match die.below(24) {
        0..=3 => (turn, Act::Play { square }),
        4 => (turn, touch(die, square)),
        5..=6 => (turn, Act::Place { square }),
        7 => (turn, place_anyway(die, square)),
        8..=9 => (
            turn,
            Act::Flip {
                squares: right_flips(die, game),
            },
        ),
        10..=11 => (turn, Act::Press),
        12 => (turn, Act::PressAnyway),
        13 => (turn, Act::Pass),
        14 => (
            turn,
            if die.chance(3) {
                Act::PassAnyway
            } else {
                Act::Play { square }
            },
        ),
        15 => (other, correction(die)),
        16 => (
            die.pick(&[turn, other, By::Judge, By::Director]),
            Act::Correct,
        ),
        17 => (
            die.pick(&[turn, other, By::Judge, By::Director]),
            Act::CloseCorrection,
        ),
        18 => (By::Clock, Act::Flag),
        19 => (By::Director, any_act(die, game)),
        _ => (die.pick(&By::ALL), any_act(die, game)),
    }
}

/// What usually follows when something is going on.
fn going_on(die: &mut Die, game: &Game) -> Option<(By, Act)> {
    let table = game.table();
    if die.chance(3) {
        return None;
    }
    let players = [By::Black, By::White];
    let officials = [By::Judge, By::Director];
    let anybody = [By::Black, By::White, By::Judge, By::Director];
    if table.disturbed.is_some() {
        return Some(match die.below(4) {
            0 => (die.pick(&officials), Act::Restore { ply: None }),
            _ => (die.pick(&players), Act::ConfirmRestored),
        });
    }
    if let Some(open) = table.correction {
        let restart = Act::Restart {
            why: "again".to_owned(),
        };
        return Some(match die.below(6) {
            0 => (By::Director, restart),
            1..=3 if !open.is_corrected => (die.pick(&anybody), Act::Correct),
            _ => (die.pick(&anybody), Act::CloseCorrection),
        });
    }
    if table.claimed.is_some() {
        return Some(match die.below(4) {
            0 => (die.pick(&players), Act::Press),
            1 => (die.pick(&officials), Act::DismissFlag),
            _ => (die.pick(&officials), Act::ConfirmFlag),
        });
    }
    if table.is_stopped() {
        return Some((By::Director, Act::Resume { player: None }));
    }
    let last = table.last.filter(|_| table.hand == Hand::Free)?;
    let fault = last.fault?;
    let named = last
        .before
        .legal_moves_of(table.colour_of(last.player))
        .first();
    Some((die.pick(&anybody), Act::OpenCorrection { fault, named }))
}

fn some_square(die: &mut Die, game: &Game) -> Square {
    let moves: Vec<Square> = game.table().moves_of(game.turn()).iter().collect();
    if moves.is_empty() || die.chance(8) {
        Square::from_index(u8::try_from(die.below(64)).unwrap()).unwrap()
    } else {
        die.pick(&moves)
    }
}

fn right_flips(die: &mut Die, game: &Game) -> SquareSet {
    match game.table().hand {
        Hand::Placed { right, colour, .. } if !die.chance(4) => {
            right.discs(colour) & game.position().discs(colour.other())
        }
        Hand::Placed { .. } | Hand::Free | Hand::Bound { .. } => {
            SquareSet(die.next() & die.next() & die.next())
        }
    }
}

fn touch(die: &mut Die, first: Square) -> Act {
    Act::Touch {
        first,
        also: if die.chance(3) {
            SquareSet(die.next() & die.next())
        } else {
            SquareSet::EMPTY
        },
        with: die.pick(TouchedWith::ALL),
    }
}

fn place_anyway(die: &mut Die, square: Square) -> Act {
    Act::PlaceAnyway {
        square,
        colour: die.side(),
    }
}

fn correction(die: &mut Die) -> Act {
    Act::OpenCorrection {
        fault: die.pick(Fault::ALL),
        named: die
            .chance(2)
            .then(|| Square::from_index(u8::try_from(die.below(64)).unwrap()).unwrap()),
    }
}

fn some_time(die: &mut Die) -> Millis {
    Millis(i64::try_from(die.below(400_000)).unwrap() - 50_000)
}

fn some_score(die: &mut Die) -> BySide<HalfDiscs> {
    let black = u16::try_from(die.below(65)).unwrap();
    BySide::new(HalfDiscs::discs(black), HalfDiscs::discs(64 - black))
}

fn any_act(die: &mut Die, game: &Game) -> Act {
    let player = die.side();
    let why = || "because".to_owned();
    let last = game.table().last_at.map_or(0, |at| at.0);
    match die.below(58) {
        0 => Act::AgreeClockSide {
            side: die.pick(ClockSide::ALL),
        },
        1 => Act::PlaceClock {
            side: die.pick(ClockSide::ALL),
        },
        2 => Act::ChooseSeat {
            seat: die.pick(Seat::ALL),
        },
        3 => Act::ConfirmReady,
        4 => Act::Signal,
        5 => Act::Arrive { player },
        6 => Act::ClaimLate { player },
        7 => Act::WaiveLateness { player },
        8 => Act::PermitLeave { player },
        9 => Act::Leave { player },
        10 => Act::Return { player },
        11 => {
            let square = some_square(die, game);
            touch(die, square)
        }
        12 => Act::ExcuseTouch {
            excuse: die.pick(Excuse::ALL),
        },
        13 => Act::TakeBack,
        14 => Act::Remind,
        15 => Act::Stop { why: why() },
        16..=18 => Act::Resume {
            player: die.chance(4).then_some(player),
        },
        19 => Act::Pause {
            since: Timestamp(last + i64::try_from(die.below(3000)).unwrap()),
            why: why(),
        },
        20 => Act::Adjust {
            player,
            by: some_time(die),
            why: why(),
        },
        21 => Act::SetClocks {
            remaining: BySide::new(some_time(die), some_time(die)),
            why: why(),
        },
        22 => Act::ReadClock {
            remaining: BySide::new(some_time(die), some_time(die)),
        },
        23 => Act::ReportDefect,
        24 => Act::TransferDiscs {
            to: player,
            count: u8::try_from(die.below(40)).unwrap(),
        },
        25 => Act::Flag,
        26..=27 => Act::ClaimFlag { player },
        28 => Act::ClaimBothFlags {
            first: die.chance(2).then_some(player),
        },
        29..=30 => Act::ConfirmFlag,
        31 => Act::DismissFlag,
        32 => correction(die),
        33 => Act::Restart { why: why() },
        34 => Act::ReportDisturbed {
            responsible: player,
        },
        35..=36 => Act::ConfirmRestored,
        37 => Act::Restore {
            ply: die.chance(2).then(|| u16::try_from(die.below(20)).unwrap()),
        },
        38 => Act::SetPosition {
            position: near_the_end(die),
            source: why(),
        },
        39 => {
            if die.chance(4) {
                Act::DeclareUnrecoverable {
                    responsible: player,
                }
            } else {
                Act::ConfirmRestored
            }
        }
        40 => Act::Dispute { about: why() },
        41 => Act::AttachTranscript {
            of: die.chance(2).then_some(player),
            recorder: why(),
            moves: if die.chance(4) {
                "zz".to_owned()
            } else {
                "f5d6".to_owned()
            },
        },
        42 => Act::CompareTranscripts,
        43 => Act::Rule {
            text: why(),
            clocks: die
                .chance(3)
                .then(|| BySide::new(some_time(die), some_time(die))),
            position: die.chance(6).then(|| near_the_end(die)),
        },
        44 => Act::Penalise {
            offender: player,
            take: some_time(die),
            give: some_time(die),
            why: why(),
        },
        45 => Act::NoteInfringement {
            player,
            what: die.pick(Infringement::ALL),
            note: why(),
        },
        46 => Act::Expel {
            player,
            from: die.pick(ExpelledFrom::ALL),
            game: if die.chance(8) {
                ExpelledGame::Lost
            } else {
                ExpelledGame::GoesOn
            },
            why: why(),
        },
        47 => Act::ChangeScore {
            offender: player,
            score: some_score(die),
            why: why(),
        },
        48 => {
            if die.chance(6) {
                Act::DeclareDraw { why: why() }
            } else {
                Act::Sign
            }
        }
        49 => {
            if die.chance(6) {
                Act::Award {
                    to: player,
                    score: die.chance(2).then(|| some_score(die)),
                    why: why(),
                }
            } else {
                Act::Sign
            }
        }
        50 => Act::GrantNeeds {
            player,
            needs: Box::new(Needs {
                sight: die.pick(Sight::ALL),
                tasks: Task::ALL.to_vec(),
                note: why(),
            }),
        },
        51 => Act::AskPrimaryBoard {
            player,
            added: None,
        },
        52 => {
            if die.chance(6) {
                Act::Resign {
                    player,
                    how: die.pick(GivingUp::ALL),
                }
            } else {
                Act::Remind
            }
        }
        53 => Act::Sign,
        54 => Act::ReceiveSheet,
        55 => Act::Confirm {
            why: die.chance(2).then(why),
        },
        56 => Act::CorrectResult {
            score: some_score(die),
            verdict: Verdict::Drawn,
            why: why(),
        },
        _ => Act::Open(Box::default()),
    }
}
