//! What the tablet shows before the server answers, against the server's own answer: the same board, the same moves,
//! the same clocks.

use std::sync::Arc;

use outflank_board::{BySide, Position, Side, Square};
use outflank_desk::access::Caller;
use outflank_desk::views::board::table::{ClockMode, TableView, opening};
use outflank_desk::{
    GameId, GamePlace, GameRequest, HandClock, NewGame, NewTournament, Request, TokenId,
    TournamentId, What,
};
use outflank_game::{Act as GameAct, By as GameBy, Opening, Phase, TimeAsked};
use outflank_rulebook::Millis;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, Creation, OfficialPost, Post, TableNumber, Timestamp};
use outflank_web::Settings;
use serde_json::{Value, json};

use super::table::{JUDGED, Table};
use crate::support::dice::Dice;
use crate::support::hosted::Hosted;

/// Every position of random games, with the legal moves and flips the referee sees.
fn positions(games: u64) -> Vec<Value> {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut cases = Vec::new();
    for _ in 0..games {
        let mut position = Position::start();
        while !position.is_over() {
            let side = position.to_move();
            let moves: Vec<Square> = position.legal_moves().iter().collect();
            let flips: Vec<String> = (moves.iter())
                .map(|square| format!("{square}:{}", position.flips(side, *square)))
                .collect();
            cases.push(json!([position.to_string(), side, flips]));
            if let Some(square) = dice.one_of(&moves) {
                position = position
                    .with_turned(side, position.flips(side, square))
                    .with_disc(side, square);
            }
            position = position.with_to_move(side.other());
        }
    }
    cases
}

/// clauses: PAGE-setup-2, PAGE-flank-3
#[test]
fn the_board_on_the_page_has_the_legal_moves_of_the_referee() {
    let table = Table::start("one_tap");
    let b = &table.tablet;
    // The possible first plays are marked, and as many after every move as there are.
    let marked = "return [...document.querySelectorAll('.hits [data-square]:not([aria-disabled])')].map((one) => one.dataset.square).sort().join(' ')";
    assert_eq!(b.script(marked), "c4 d3 e6 f5");
    assert_eq!(b.count(".board .hints circle"), 4);
    table.square("f5");
    b.until("document.querySelectorAll('.board .hints circle').length === 3");
    assert_eq!(b.script(marked), "d6 f4 f6");
    b.script("import('/static/position.js').then((module) => { window.twin = module; })");
    b.until("window.twin");
    for cases in positions(40).chunks(600) {
        let script = format!(
            "const {{ parse, legalMoves, flips, name, names, write, play, square }} = window.twin; \
             return {}.filter(([text, side, expected]) => {{ \
               const {{ cells, toMove }} = parse(text); \
               const found = legalMoves(cells, side).map((at) => `${{name(at)}}:${{names(flips(cells, side, at))}}`); \
               return toMove !== side || write(cells, toMove) !== text || found.join() !== expected.join(); \
             }}).map(([text]) => text)",
            Value::from(cases.to_vec())
        );
        assert_eq!(b.script(&script), json!([]));
    }
    // Turned to any of the four seats, a tap is still the square it says.
    for _ in 0..4 {
        b.click("#turn");
        assert_eq!(b.script(marked), "d6 f4 f6");
    }
}

/// A game beside a board that the test taps at random.
struct Twin {
    hosted: Hosted,
    clock: Arc<HandClock>,
    game: GameId,
}

impl Twin {
    fn open(mode: ClockMode) -> Self {
        let clock = Arc::new(HandClock::at(Timestamp(1_700_000_000_000)));
        let hosted = Hosted::timed(Settings::default(), clock.clone());
        let creation = Creation {
            set: (JUDGED.iter())
                .map(|(axis, value)| ((*axis).to_owned(), (*value).to_owned()))
                .collect(),
            ..Creation::new("Hall Open", "2026-11-15".parse().unwrap())
        };
        let made = hosted.submit(What::NewTournament(Box::new(NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some("twin".to_owned()),
            creation,
        })));
        let event: TournamentId = made.made.unwrap().parse().unwrap();
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hosted.act(&event, Act::Appoint { official });
        super::table::start_round(&hosted, &event);
        let round = RoundNumber(1);
        let now = hosted.desk.tournament(&event).unwrap();
        let made = hosted.submit(What::NewGame(Box::new(NewGame {
            place: Some(GamePlace {
                tournament: event,
                round,
                table: TableNumber(1),
            }),
            rulebook: None,
            opening: Opening {
                time: TimeAsked::Each(BySide::both(Millis::minutes(20))),
                ..opening(&now, round, mode)
            },
        })));
        let game = made.made.unwrap().parse().unwrap();
        Self {
            hosted,
            clock,
            game,
        }
    }

    fn now(&self) -> Arc<outflank_desk::GameNow> {
        let found = self.hosted.desk.game(&self.game);
        self.hosted.runtime.block_on(found).unwrap().unwrap()
    }

    fn view(&self) -> Value {
        let view = TableView::of(&self.now(), None, self.hosted.desk.now());
        serde_json::to_value(&view).unwrap()
    }

    /// A tap some time later: the table before, the tap, the table after it, and whether it was done.
    fn tap(&self, dice: &mut Dice, by: GameBy, act: GameAct) -> Value {
        let before = self.view();
        self.clock
            .pass_ms(i64::try_from(dice.below(9_000)).unwrap());
        let tap = json!({"by": by, "act": act, "at": self.hosted.desk.now().0});
        let request = GameRequest {
            game: self.game.clone(),
            by,
            act,
        };
        let request = Request::new(TokenId::random().as_str(), What::Game(Box::new(request)));
        let console = Caller::console();
        let answer = self.hosted.desk.submit(&console, request);
        let is_done = self.hosted.runtime.block_on(answer).is_ok();
        json!([before, tap, self.view(), is_done])
    }

    fn is_signed(&self) -> bool {
        let signed = self.now().game.table().signed;
        signed.black && signed.white
    }

    /// A tap the judge's board offers as things stand.
    fn any(&self, dice: &mut Dice) -> (GameBy, GameAct) {
        let now = self.now();
        let table = now.game.table();
        let side = table.turn;
        let moves: Vec<Square> = table.moves_of(side).iter().collect();
        let judge = GameBy::Judge;
        if now.game.phase() == Phase::Over {
            return match dice.below(4) {
                0 => (judge, GameAct::TakeBackEntry),
                1 => (judge, GameAct::ReceiveSheet),
                _ => ((*dice.pick(&Side::BOTH)).into(), GameAct::Sign),
            };
        }
        if now.game.phase() != Phase::Playing {
            let ready = &self.view()["ready"];
            let is_ready = ready["judge"] == true
                && ready["players"]["black"] == true
                && ready["players"]["white"] == true;
            return match dice.below(4) {
                0 => (judge, GameAct::ConfirmReady),
                1 if is_ready => (GameBy::White, GameAct::Press),
                _ => ((*dice.pick(&Side::BOTH)).into(), GameAct::ConfirmReady),
            };
        }
        if table.correction.is_some() {
            let act = match dice.below(2) {
                0 => GameAct::Correct,
                _ => GameAct::CloseCorrection,
            };
            return (judge, act);
        }
        if table.is_stopped() {
            return (judge, GameAct::Resume { player: None });
        }
        if table.is_in_mid_move() || (table.is_complete() && dice.below(4) > 0) {
            return match dice.below(3) {
                0 => (judge, GameAct::TakeBackEntry),
                1 if table.is_complete() => (side.into(), GameAct::Press),
                _ => (side.into(), GameAct::PressAnyway),
            };
        }
        let squares: Vec<Square> = Square::all().collect();
        let any = *dice.pick(&squares);
        match dice.below(40) {
            0 | 1 => (judge, GameAct::TakeBackEntry),
            2 => (side.into(), GameAct::Play { square: any }),
            3 => (side.into(), GameAct::PassAnyway),
            4 => (
                side.into(),
                GameAct::PlaceAnyway {
                    square: any,
                    colour: *dice.pick(&Side::BOTH),
                },
            ),
            5 => {
                let why = "a call".to_owned();
                (judge, GameAct::Stop { why })
            }
            6 => (
                judge,
                GameAct::OpenCorrection {
                    fault: outflank_game::Fault::Flips,
                    named: None,
                },
            ),
            7 => (judge, GameAct::Leave { player: side }),
            8 => (judge, GameAct::Return { player: side }),
            9 => (judge, GameAct::TransferDiscs { to: side, count: 2 }),
            10 => {
                let moves: Vec<String> = moves.iter().take(1).map(Square::to_string).collect();
                let moves = match moves.first() {
                    Some(first) => first.clone(),
                    None => "--".to_owned(),
                };
                (judge, GameAct::Enter { moves })
            }
            11 => {
                let remaining = BySide::both(Millis::minutes(9));
                (judge, GameAct::ReadClock { remaining })
            }
            12 => (judge, GameAct::Remind),
            13..=15 => amended(&now, dice),
            _ => match dice.one_of(&moves) {
                Some(square) => (side.into(), GameAct::Play { square }),
                None => (side.into(), GameAct::Pass),
            },
        }
    }
}

/// The latest move turned other discs than it was recorded.
fn amended(now: &outflank_desk::GameNow, dice: &mut Dice) -> (GameBy, GameAct) {
    let last = now.game.record().plies.last();
    let flipped: Vec<Square> = (last.iter()).flat_map(|ply| ply.flipped.iter()).collect();
    let kept = dice.below(flipped.len() + 1);
    let amend = GameAct::Amend {
        ply: None,
        square: last.and_then(|ply| ply.square),
        colour: None,
        flipped: Some(flipped.into_iter().skip(kept).collect()),
    };
    (GameBy::Judge, amend)
}

/// What is compared of two tables, and how they differ.
const COMPARE: &str = "const { predict, leftAt } = window.table; \
    const sorted = (text) => (text ?? '').split(' ').sort().join(' '); \
    const part = (view, at) => ({ phase: view.phase, position: view.position, turn: view.turn, \
        hand: view.hand.state, square: view.hand.square ?? null, running: view.clock.running, left: leftAt(view, at), \
        flags: view.flags, correction: view.correction && [view.correction.offender, view.correction.fault, view.correction.corrected], supply: view.supply, presence: view.presence, ready: view.ready, \
        signed: view.result?.signed ?? null, received: view.result?.received ?? null, \
        plies: view.plies.map((ply) => [ply.player, ply.square, sorted(ply.flipped), ply.fault, ply.timed ? ply.used_ms : null]) }); \
    const different = (one, other) => Object.keys(one).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key])) \
        .map((key) => `${key}: page ${JSON.stringify(one[key]).slice(-160)}, server ${JSON.stringify(other[key]).slice(-160)}`); \
    return CASES.flatMap(([before, tap, after, isDone]) => { \
        const found = different(part(predict(before, tap), tap.at), part(after, tap.at)); \
        return found.length ? [`${before.mode} ${JSON.stringify(tap)} ${isDone ? '' : 'refused'} ${found.join('; ')}`] : []; })";

/// Every tap the page predicts otherwise than the server decides; random games in each way of keeping the time.
#[test]
fn the_tablet_shows_what_the_server_will_say() {
    let table = Table::set_up(Hosted::start());
    let b = &table.tablet;
    b.go("/t/hall/tables/1");
    b.script("Promise.all([import('/static/table.js'), import('/static/clock.js')]).then(([table, clock]) => { window.table = { ...table, ...clock }; })");
    b.until("window.table");
    let games = if std::env::var_os("OUTFLANK_SOAK").is_some() {
        20
    } else {
        4
    };
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut done = 0;
    let mut differ: Vec<String> = Vec::new();
    for mode in [ClockMode::OneTap, ClockMode::Physical, ClockMode::ClockPage] {
        for _ in 0..games {
            let twin = Twin::open(mode);
            let mut cases = Vec::new();
            while cases.len() < 150 && !twin.is_signed() {
                let (by, act) = twin.any(&mut dice);
                cases.push(twin.tap(&mut dice, by, act));
            }
            done += cases.iter().filter(|case| case[3] == true).count();
            let found = b.script(&COMPARE.replace("CASES", &Value::from(cases).to_string()));
            let found = found.as_array().unwrap().iter();
            differ.extend(found.map(|one| one.as_str().unwrap().to_owned()));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(done > 30 * games, "{done} taps were accepted");
}
