//! Random openings, moments and commands: two of three make sense at the table, the third is anything by anybody.

use outflank_board::{BySide, Move, Position, Side, Square, SquareSet};
use outflank_game::{
    Act, By, ClockKind, ClockPlace, ClockSide, Excuse, ExpelledFrom, ExpelledGame, Fault, Game,
    GameKind, GivingUp, Hand, Infringement, LatenessRule, Needs, Opening, Phase, Presence,
    Pressing, Seat, Sight, Stage, Table, TableJudge, Task, TimeAsked, Timekeeper, Timestamp,
    TouchedWith, Verdict,
};
use outflank_rulebook::{HalfDiscs, Millis};

/// A die with as many sides as one likes; the same seed throws the same numbers.
pub(crate) struct Die(u64);

impl Die {
    pub(crate) fn new(seed: u64) -> Self {
        let mut die = Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        // Neighbouring seeds begin alike.
        for _ in 0..4 {
            die.next();
        }
        die
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below this one.
    fn below(&mut self, sides: u64) -> u64 {
        (self.next() >> 11) % sides
    }

    /// True once in so many throws.
    fn once_in(&mut self, throws: u64) -> bool {
        self.below(throws) == 0
    }

    fn millis(&mut self, below: u64) -> i64 {
        i64::try_from(self.below(below)).expect("the times here are short")
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        let sides = u64::try_from(list.len()).expect("the lists here are short");
        let index = usize::try_from(self.below(sides)).expect("it is below a length");
        list[index]
    }

    fn side(&mut self) -> Side {
        self.of(&Side::BOTH)
    }

    fn square(&mut self) -> Square {
        let index = u8::try_from(self.below(64)).expect("it is below 64");
        Square::from_index(index).expect("a board has 64 squares")
    }

    /// One square of a set, or any where it is empty.
    fn square_of(&mut self, set: SquareSet) -> Square {
        let squares: Vec<Square> = set.iter().collect();
        if squares.is_empty() {
            self.square()
        } else {
            self.of(&squares)
        }
    }

    fn squares(&mut self) -> SquareSet {
        (0..self.below(4))
            .map(|_| self.square())
            .fold(SquareSet::EMPTY, |set, square| {
                set | SquareSet::from(square)
            })
    }
}

/// How a random game is opened: any table, any clock, at the start or shortly before the end of a game.
pub(crate) fn opening(die: &mut Die) -> Opening {
    let kind = die.of(&[GameKind::Tournament, GameKind::Tournament, GameKind::Casual]);
    let gift = match kind {
        GameKind::Tournament => Millis(0),
        GameKind::Casual => Millis(die.of(&[0, 0, 2_000])),
    };
    let time = BySide::new(
        Millis(5_000 + die.millis(60_000)),
        Millis(5_000 + die.millis(60_000)),
    );
    let presence = [
        Presence::AtTable,
        Presence::AtTable,
        Presence::AtTable,
        Presence::Late,
    ];
    Opening {
        kind,
        stage: die.of(Stage::ALL),
        time: match die.below(10) {
            0 => TimeAsked::NoClock,
            1 => TimeAsked::ByRulebook,
            _ => TimeAsked::Each(time),
        },
        increment: gift,
        delay: gift,
        judge: die.of(TableJudge::ALL),
        timekeeper: die.of(Timekeeper::ALL),
        pressing: die.of(Pressing::ALL),
        clock_kind: die.of(ClockKind::ALL),
        clock_place: die.of(ClockPlace::ALL),
        position: (!die.once_in(3)).then(|| position(die)),
        draw_win: die.of(&[None, None, Some(Side::Black), Some(Side::White)]),
        presence: BySide::new(die.of(&presence), die.of(&presence)),
        screen: None,
    }
}

/// A position of a random game that is not over.
fn position(die: &mut Die) -> Position {
    let mut position = Position::start();
    for _ in 0..45 + die.below(15) {
        let moves = position.legal_moves();
        let mv = if moves.is_empty() {
            Move::Pass
        } else {
            Move::Disc(die.square_of(moves))
        };
        match position.play(mv) {
            Ok(next) if !next.is_over() => position = next,
            Ok(_) | Err(_) => break,
        }
    }
    position
}

/// When the next command is given: soon, or at the very moment of a flag, or after a long while, or too early.
pub(crate) fn moment(die: &mut Die, game: &Game, at: i64) -> i64 {
    let now = game.table().last_at.map_or(at, |last| at.max(last.0));
    match (die.below(24), game.falls_at()) {
        (0, _) => now - die.millis(2_000),
        (1..=3, Some((_, falls))) => now.max(falls.0 + die.of(&[-1, 0, 1])),
        (4, _) => now + die.millis(200_000),
        (5..=7, _) => now,
        _ => now + die.millis(3_000),
    }
}

/// What is said next, and by whom.
pub(crate) fn command(die: &mut Die, game: &Game, at: i64) -> (By, Act) {
    if die.below(3) < 2 {
        sensible(die, game.table(), at)
    } else {
        (die.of(&By::ALL), anything(die, game.table(), at))
    }
}

fn sensible(die: &mut Die, table: &Table, at: i64) -> (By, Act) {
    match table.phase {
        Phase::Unopened => (By::Director, Act::Open(Box::default())),
        Phase::Ready if die.once_in(2) => (By::Director, Act::ConfirmReady),
        Phase::Ready => (By::Director, Act::Signal),
        Phase::Signalled => (By::from(table.turn.other()), Act::Press),
        Phase::Playing => playing(die, table, at),
        Phase::Over => match die.below(8) {
            0..=2 => (By::from(die.side()), Act::Sign),
            3 => (By::Director, Act::Confirm { why: None }),
            4 => (By::Director, Act::ClaimFlag { player: die.side() }),
            5 => (By::from(die.side()), latest_fault(die, table)),
            _ => (By::Director, anything(die, table, at)),
        },
        Phase::Confirmed => (By::Director, anything(die, table, at)),
    }
}

fn playing(die: &mut Die, table: &Table, at: i64) -> (By, Act) {
    let mover = By::from(table.turn);
    let official = die.of(&[By::Director, By::Judge]);
    if table.disturbed.is_some() {
        return match die.below(3) {
            0 => (By::from(die.side()), Act::ConfirmRestored),
            _ => (official, Act::Restore { ply: None }),
        };
    }
    if let Some(open) = table.correction {
        let by = die.of(&[By::from(open.offender), By::Director, By::Judge]);
        let act = match die.below(8) {
            0 => {
                let why = "too many errors".to_owned();
                Act::Restart { why }
            }
            1 | 2 => Act::CloseCorrection,
            _ if open.is_corrected => Act::CloseCorrection,
            _ => Act::Correct,
        };
        return (by, act);
    }
    if table.is_stopped() {
        return (official, Act::Resume { player: None });
    }
    if table.claimed.is_some() {
        return match die.below(3) {
            0 => (mover, Act::Press),
            1 => (official, Act::DismissFlag),
            _ => (official, Act::ConfirmFlag),
        };
    }
    let player = die.side();
    if table.presence[player] == Presence::Away && die.once_in(3) {
        return (By::from(player), Act::Return { player });
    }
    let help = table.help[player];
    if help.feels_board && !help.primary_board && die.once_in(3) {
        let added = None;
        return (
            By::from(player.other()),
            Act::AskPrimaryBoard { player, added },
        );
    }
    if table.is_complete() && die.once_in(8) {
        let square = die.square_of(
            table
                .position
                .legal_moves_of(table.colour_of(table.turn.other())),
        );
        let colour = table.colour_of(table.turn.other());
        return (
            By::from(table.turn.other()),
            Act::PlaceAnyway { square, colour },
        );
    }
    let mover = if table.help[table.turn].granted && die.once_in(2) {
        By::Assistant(table.turn)
    } else {
        mover
    };
    match die.below(14) {
        0 => (By::from(die.side()), Act::ClaimFlag { player: die.side() }),
        1 => (By::Clock, Act::Flag { player: None }),
        2 => (By::from(die.side()), latest_fault(die, table)),
        3 => (By::from(die.side()), anything(die, table, at)),
        4 => (By::Director, anything(die, table, at)),
        _ => (mover, turn(die, table)),
    }
}

/// The next thing a player does in his turn, rightly or wrongly.
fn turn(die: &mut Die, table: &Table) -> Act {
    let moves = table.moves_of(table.turn);
    let square = die.square_of(moves);
    let colour = table.colour_of(table.turn);
    match (table.hand, die.below(8)) {
        (Hand::Free, 0) => Act::PlaceAnyway {
            square: die.square_of(table.position.empties()),
            colour: die.of(&[colour, colour, colour.other()]),
        },
        (Hand::Free, 1) => Act::PassAnyway,
        (Hand::Free, _) if moves.is_empty() => Act::Pass,
        (Hand::Free, 2) => Act::Touch {
            first: square,
            also: die.squares(),
            with: die.of(TouchedWith::ALL),
        },
        (Hand::Free, 3 | 4) => Act::Place { square },
        (Hand::Free, _) => Act::Play { square },
        (Hand::Bound { squares }, 0..=3) => Act::Place {
            square: die.square_of(squares),
        },
        (Hand::Bound { squares }, _) => Act::Play {
            square: die.square_of(squares),
        },
        (Hand::Placed { .. }, 0) => Act::Flip {
            squares: die.squares(),
        },
        (Hand::Placed { .. }, 1) => Act::PressAnyway,
        (Hand::Placed { .. }, 3) if table.held.is_some() => Act::PressAnyway,
        (Hand::Placed { .. }, 2) => Act::TakeBack,
        (Hand::Placed { right, .. }, _) => {
            let now = &table.position;
            let wrong = (right.black() & now.white()) | (right.white() & now.black());
            if wrong.is_empty() {
                Act::Press
            } else {
                Act::Flip { squares: wrong }
            }
        }
    }
}

/// A complaint about the latest move, mostly a right one.
fn latest_fault(die: &mut Die, table: &Table) -> Act {
    let named = table
        .last
        .and_then(|last| last.before.legal_moves_of(last.colour).first());
    Act::OpenCorrection {
        fault: table
            .last
            .and_then(|last| last.fault)
            .unwrap_or_else(|| die.of(Fault::ALL)),
        named: die.of(&[named, named, None]),
    }
}

fn anything(die: &mut Die, table: &Table, at: i64) -> Act {
    let player = die.side();
    let why = || "a reason".to_owned();
    let time = Millis(die.millis(90_000) - 5_000);
    let times = BySide::new(Millis(die.millis(90_000)), Millis(die.millis(90_000)));
    let half = |die: &mut Die| HalfDiscs(u16::try_from(die.below(130)).expect("it is below 130"));
    let score = BySide::new(half(die), half(die));
    match die.below(67) {
        0 => Act::Open(Box::default()),
        1 => Act::AgreeClockSide {
            side: die.of(ClockSide::ALL),
        },
        2 => Act::PlaceClock {
            side: die.of(ClockSide::ALL),
        },
        3 => Act::ChooseSeat {
            seat: die.of(Seat::ALL),
        },
        4 => Act::ConfirmReady,
        5 => Act::Signal,
        6 => Act::Arrive { player },
        7 => Act::ClaimLate { player },
        8 => Act::WaiveLateness {
            player,
            waive: die.of(&[
                None,
                Some(LatenessRule::Time),
                Some(LatenessRule::Forfeiture),
            ]),
        },
        9 => Act::PermitLeave { player },
        10 => Act::Leave { player },
        11 => Act::Return { player },
        12 => Act::Touch {
            first: die.square(),
            also: die.squares(),
            with: die.of(TouchedWith::ALL),
        },
        13 => Act::ExcuseTouch {
            excuse: die.of(Excuse::ALL),
        },
        14 => Act::Place {
            square: die.square(),
        },
        15 => Act::PlaceAnyway {
            square: die.square(),
            colour: player,
        },
        16 => Act::TakeBack,
        17 => Act::Flip {
            squares: die.squares(),
        },
        18 => Act::Press,
        19 => Act::PressAnyway,
        20 => Act::Play {
            square: die.square(),
        },
        21 => Act::Pass,
        22 => Act::PassAnyway,
        23 => match die.below(5) {
            0 => Act::Enter {
                moves: ["f5d6c3", "d3", "f5f6e6f4", "--"]
                    [usize::try_from(die.below(4)).unwrap_or(0)]
                .to_owned(),
            },
            1 => Act::TakeBackEntry,
            2 => Act::Amend {
                ply: die.of(&[None, Some(1), Some(3)]),
                square: (!die.once_in(4)).then(|| die.square()),
                colour: die.of(&[None, None, Some(player)]),
                flipped: die.once_in(2).then(|| die.squares()),
            },
            _ => Act::Remind,
        },
        24 => Act::Stop { why: why() },
        25 => Act::Resume {
            player: die.of(&[None, None, Some(player)]),
        },
        26 => Act::Pause {
            since: Timestamp(at - die.millis(5_000)),
            why: why(),
        },
        27 => Act::Adjust {
            player,
            by: time,
            why: why(),
        },
        28 => Act::SetClocks {
            remaining: times,
            why: why(),
        },
        29 => Act::ReadClock { remaining: times },
        30 => Act::ReportDefect,
        31 => Act::TransferDiscs {
            to: player,
            count: die.of(&[0, 1, 2, 40]),
        },
        32 => Act::Flag { player: None },
        33 => Act::ClaimFlag { player },
        34 => Act::ClaimBothFlags {
            first: die.of(&[None, Some(player)]),
        },
        35 => Act::ConfirmFlag,
        36 => Act::DismissFlag,
        37 => latest_fault(die, table),
        38 => Act::Correct,
        39 => Act::CloseCorrection,
        40 => Act::Restart { why: why() },
        41 => Act::ReportDisturbed {
            responsible: player,
        },
        42 => Act::ConfirmRestored,
        43 => Act::Restore {
            ply: die.of(&[None, Some(0), Some(table.plies / 2), Some(99)]),
        },
        44 => Act::SetPosition {
            position: position(die),
            source: why(),
        },
        45 => Act::DeclareUnrecoverable {
            responsible: player,
        },
        46 => Act::Dispute { about: why() },
        47 => Act::AttachTranscript {
            of: die.of(&[None, Some(player)]),
            recorder: "Ada Example".to_owned(),
            moves: die.of(&["f5", "f5d6c3", "no moves", ""]).to_owned(),
        },
        48 => Act::CompareTranscripts,
        49 => Act::Rule {
            text: why(),
            clocks: die.once_in(3).then_some(times),
            position: die.once_in(4).then(|| position(die)),
        },
        50 => Act::Penalise {
            offender: player,
            take: time,
            give: Millis(die.of(&[0, 0, 3_000])),
            why: why(),
        },
        51 | 52 => Act::NoteInfringement {
            player,
            what: die.of(Infringement::ALL),
            note: why(),
        },
        53 if die.once_in(3) => Act::Expel {
            player,
            from: die.of(ExpelledFrom::ALL),
            game: die.of(ExpelledGame::ALL),
            why: why(),
        },
        54 => Act::ChangeScore {
            offender: player,
            score,
            why: why(),
        },
        55 if die.once_in(3) => Act::DeclareDraw {
            offender: die.of(&[None, Some(player)]),
            why: why(),
        },
        66 => Act::AdjustDiscs { player },
        56 if die.once_in(3) => Act::Award {
            to: player,
            score: die.of(&[None, Some(score)]),
            why: why(),
        },
        57 => Act::GrantNeeds {
            player,
            needs: Box::new(needs(die)),
        },
        58 => Act::AskPrimaryBoard {
            player,
            added: die.of(&[None, None, Some(time)]),
        },
        59 if die.once_in(3) => Act::Resign {
            player,
            how: die.of(GivingUp::ALL),
        },
        60 => Act::Sign,
        61 => Act::ReceiveSheet,
        62 => Act::Confirm {
            why: die.once_in(2).then(why),
        },
        63 => Act::CorrectResult {
            score,
            verdict: die.of(&[
                Verdict::Black,
                Verdict::White,
                Verdict::Drawn,
                Verdict::BothLost,
            ]),
            why: why(),
        },
        64 => Act::Stop {
            why: "x".repeat(3_000),
        },
        _ => turn(die, table),
    }
}

fn needs(die: &mut Die) -> Needs {
    Needs {
        sight: die.of(Sight::ALL),
        tasks: (0..die.below(4)).map(|_| die.of(Task::ALL)).collect(),
        note: "points at the square".to_owned(),
    }
}
