//! The referee against an independent table of the flag procedure, for every order of up to four happenings.
//!
//! [`flag_table`] says from the rule texts alone what must be true; here the same order is played at a real table,
//! with commands as people give them, and defaulter, guarantee, clocks, running clock, ending and score are compared.

mod flag_table;

use flag_table::{
    BOARDS, Detection, EndedBy, FlagRules, Happening, Movers, Outcome, Over, RULES, Reading,
    Timing, run,
};
use outflank_board::{BySide, Move, Position, Side, SquareSet, Transcript};
use outflank_game::{
    Act, By, Command, Ending, Game, Hand, Opening, Phase, Presence, TimeAsked, Timestamp,
    TouchedWith, apply, decide,
};
use outflank_rulebook::{Flag, Millis, Rulebook, Standing, outcome, shipped, standing};

const TIMING: Timing = Timing {
    main: 1_800_000,
    think: 4_000,
    flip: 3_000,
    reach: 2_000,
    before_stop: 5_000,
};

/// How long a director keeps the clocks stopped, and how long an unnoticed flag has been down; neither is charged.
const UNCHARGED: i64 = 60_000;

/// Games from the first move to the last, with the discs they end with.
const GAMES: [(&str, u8, u8); 10] = [
    (
        "c4c5e6c3b2c2b3a4c6b1a2a3a1d3c1b5b4d6a5f5g6f4e3d2e2f7d7h5f3--g8e8h7",
        33,
        3,
    ),
    (
        "e6f6f5d6c3g5d7c8g7f7g6h5h4h7g8h3d8e8f8h8h6g4e7b2f4c5a1e3h2h1f3f2",
        3,
        33,
    ),
    (
        "d3c5c6c7f6f3f4f5g6c4f2c2c3b3e3g4g5g2h4g1b5a6d2e6e7b6b2h5b4a1g3a5f1d1c1h3e1e2b1g7c8d7a3f7h2a2h1a4b7d8\
         f8e8d6b8h6h8h7g8a8a7",
        32,
        32,
    ),
    (
        "c4c3c2d6c6c5e6b2b5d2e3f6d3d7e2f5b3b6e7f7g7h8c7c8d1b1b4e1d8e8f8c1f3g8f4a6g6h5b7a2h6h7a1b8f1g5a4a3g3a5\
         f2g4h4h2a7h3",
        30,
        30,
    ),
    (
        "f5d6c6f4d7d8e8b6c8g6b5b7b8a6f3f2g2b4f1d3a4h1h3c4b3a8d2e2f6h2c2f8h7b2b1h4d1f7e6a2g4h5g8h8h6",
        25,
        24,
    ),
    (
        "f5d6c5b4d3e3e2g5e6d2c6e7c4f4b3b7a4c3f8c7f3a5c2c1d1d7a3f7b6a6g8g3d8b1g2f2g4g6h6e8g7f6f1h4e1h8a8h3a1h7\
         a7h2h5b5h1b2a2b8c8g1",
        40,
        24,
    ),
    ("c4c3c2c5e6d6c6b2a1", 13, 0),
    // The same game with the colours exchanged from the start.
    ("c4c3c2c5e6d6c6b2a1", 0, 13),
    (
        "e6f6g6c5c4e7d8b3b4a3f7g7a4g5b2a5d6e8h4f5f8h5h8g8h7h6g4c1d7c8b1a1b8h3h2c2a2b5a6a7--b6--d3c3d2e2f1d1e1\
         --e3--f4f3g3f2g1",
        30,
        28,
    ),
    (
        "c4e3f2e2f4g2g1c3d2b4a4e1f3a5h2a3c1g4d3f1f5e6d1c2f6g5e7g3h6h5b3b2h3d8g7f7h4h1a1h7f8g6g8d6d7a2b1h8a6c5\
         b6e8b5c8--c7",
        28,
        31,
    ),
];

/// A game to be played at the table.
struct Script {
    start: Position,
    moves: Vec<Move>,
    movers: Movers,
    black: u8,
    white: u8,
}

fn scripts() -> Vec<Script> {
    GAMES.iter().map(script).collect()
}

fn script((text, black, white): &(&str, u8, u8)) -> Script {
    let start = if (*black, *white) == (0, 13) {
        let start = Position::start();
        Position::empty()
            .with_discs(Side::Black, start.white())
            .with_discs(Side::White, start.black())
            .with_to_move(Side::White)
    } else {
        Position::start()
    };
    let moves: Vec<Move> = Transcript::parse(text).unwrap().moves().collect();
    let mut position = start;
    let mut last = position.to_move();
    for mv in &moves {
        last = position.to_move();
        position = position.play(*mv).unwrap();
    }
    assert!(position.is_over());
    let count = position.count();
    assert_eq!((count.black, count.white), (*black, *white));
    let movers = Movers {
        first: table_side(start.to_move()),
        last: table_side(last),
    };
    Script {
        start,
        moves,
        movers,
        black: *black,
        white: *white,
    }
}

/// How a fallen flag is claimed.
#[derive(Clone, Copy, Debug)]
enum Claiming {
    /// A player names the flag that fell first; the director comes and confirms.
    PlayerThenDirector,
    /// The director names the flag that fell last, or the only one.
    DirectorNamesLater,
}

/// A table with the referee's game on it.
#[derive(Clone)]
struct Table<'a> {
    rules: &'a Rulebook,
    script: &'a Script,
    detection: Detection,
    claiming: Claiming,
    game: Game,
    at: i64,
    order: Vec<Happening>,
    /// Commands that were refused, or accepted, against expectation.
    surprises: Vec<String>,
}

impl Table<'_> {
    fn new<'a>(
        rules: &'a Rulebook,
        script: &'a Script,
        detection: Detection,
        claiming: Claiming,
    ) -> Table<'a> {
        let mut table = Table {
            rules,
            script,
            detection,
            claiming,
            game: Game::new(),
            at: 1_000_000,
            order: Vec::new(),
            surprises: Vec::new(),
        };
        let opening = Opening {
            time: TimeAsked::Each(BySide::both(Millis(TIMING.main))),
            position: Some(script.start),
            ..Opening::default()
        };
        table.must(By::Director, Act::Open(Box::new(opening)));
        table.must(By::Director, Act::ConfirmReady);
        table.must(By::Director, Act::Signal);
        if table.game.phase() == Phase::Signalled {
            table.must(By::from(script.start.to_move().other()), Act::Press);
        }
        table
    }

    /// Gives a command that the referee has to accept.
    fn must(&mut self, by: By, act: Act) {
        let command = Command::new(by, act.clone());
        match decide(self.rules, &self.game, command, Timestamp(self.at)) {
            Ok(events) => {
                for event in events {
                    apply(&mut self.game, &event);
                }
            }
            Err(refused) => {
                self.surprises
                    .push(format!("{by} {act:?} was refused: {refused}"));
            }
        }
    }

    /// Gives a command that the referee has to refuse.
    fn must_not(&mut self, by: By, act: Act) {
        let command = Command::new(by, act.clone());
        let decided = decide(self.rules, &self.game, command, Timestamp(self.at));
        if let Ok(events) = decided {
            self.surprises
                .push(format!("{by} {act:?} was accepted: {events:?}"));
        }
    }

    fn happen(&mut self, happening: Happening) {
        self.order.push(happening);
        match (self.game.phase(), happening) {
            (Phase::Playing, Happening::Fall(side)) => self.fall(board_side(side)),
            (Phase::Playing, Happening::Press) => self.complete_and_press(),
            (Phase::Playing, Happening::Commit) => self.touch(),
            (Phase::Playing, Happening::StopAndResume) => {
                self.at += TIMING.before_stop;
                let why = "the director is asked".to_owned();
                self.must(By::Director, Act::Stop { why });
                self.at += UNCHARGED;
                self.must(By::Director, Act::Resume { player: None });
            }
            (Phase::Playing, Happening::LastMove) => self.play_out(),
            (Phase::Playing, Happening::Leave(side)) => self.leave(board_side(side)),
            (_, Happening::Claim) => self.claim(),
            (_, Happening::Fall(side)) => {
                self.must_not(By::Clock, Act::Flag);
                if self.detection == Detection::Automatic {
                    let player = board_side(side);
                    self.must_not(By::Director, Act::ClaimFlag { player });
                }
            }
            (_, Happening::Press | Happening::Commit | Happening::LastMove) => {
                self.must_not(By::Black, Act::Press);
                self.must_not(By::White, Act::Press);
            }
            (_, Happening::StopAndResume) => {
                let why = String::new();
                self.must_not(By::Director, Act::Stop { why });
            }
            (_, Happening::Leave(side)) => {
                let player = board_side(side);
                self.must_not(By::from(player), Act::Leave { player });
            }
        }
    }

    fn turn(&self) -> Side {
        self.game.turn()
    }

    fn next_move(&self) -> Move {
        self.script.moves[self.game.record().plies.len()]
    }

    fn is_last_move_flipped(&self) -> bool {
        let is_last = self.game.record().plies.len() + 1 == self.script.moves.len();
        is_last && self.game.table().is_complete()
    }

    fn come_back(&mut self, player: Side) {
        if self.game.table().presence[player] == Presence::Away {
            self.must(By::from(player), Act::Return { player });
        }
    }

    fn leave(&mut self, player: Side) {
        if self.game.table().presence[player] == Presence::AtTable {
            self.must(By::from(player), Act::Leave { player });
        } else {
            self.must_not(By::from(player), Act::Leave { player });
        }
    }

    fn touch(&mut self) {
        let player = self.turn();
        if self.game.table().hand != Hand::Free {
            return;
        }
        let Move::Disc(first) = self.next_move() else {
            panic!("the games have no pass among their first plies");
        };
        self.come_back(player);
        self.at += TIMING.think;
        let also = SquareSet::EMPTY;
        let with = TouchedWith::Disc;
        self.must(By::from(player), Act::Touch { first, also, with });
    }

    fn flip(&mut self) {
        let player = self.turn();
        let Hand::Bound { squares } = self.game.table().hand else {
            return;
        };
        let square = squares.first().unwrap();
        self.come_back(player);
        self.at += TIMING.flip;
        self.place_and_flip(Move::Disc(square));
    }

    fn place_and_flip(&mut self, mv: Move) {
        let player = self.turn();
        let square = mv.square().unwrap();
        let flips = self.game.position().flips(player, square);
        self.must(By::from(player), Act::Place { square });
        self.must(By::from(player), Act::Flip { squares: flips });
    }

    fn complete_and_press(&mut self) {
        let player = self.turn();
        let plies = self.game.record().plies.len();
        self.touch();
        self.flip();
        if self.game.phase() == Phase::Playing && self.game.record().plies.len() == plies {
            self.come_back(player);
            self.at += TIMING.reach;
            self.must(By::from(player), Act::Press);
        }
    }

    /// Plays the rest of the game in no time, up to the last flip.
    fn play_out(&mut self) {
        if self.is_last_move_flipped() {
            return;
        }
        self.come_back(Side::Black);
        self.come_back(Side::White);
        if let Hand::Bound { squares } = self.game.table().hand {
            let plies = self.game.record().plies.len();
            self.place_and_flip(Move::Disc(squares.first().unwrap()));
            if self.game.phase() != Phase::Playing {
                return;
            }
            if self.game.record().plies.len() == plies {
                self.must(By::from(self.turn()), Act::Press);
            }
        }
        while self.surprises.is_empty()
            && self.game.record().plies.len() + 1 < self.script.moves.len()
        {
            let act = match self.next_move() {
                Move::Disc(square) => Act::Play { square },
                Move::Pass => Act::Pass,
            };
            self.must(By::from(self.turn()), act);
        }
        self.place_and_flip(self.next_move());
    }

    fn is_down(&self, player: Side) -> bool {
        self.game.remaining(Timestamp(self.at))[player].0 <= 0
    }

    fn fall(&mut self, player: Side) {
        if self.game.table().held.is_some() {
            self.flip();
        }
        if self.turn() != player && !self.is_last_move_flipped() {
            self.complete_and_press();
        }
        let runs = self.game.clock().running() == Some(player);
        if self.game.phase() != Phase::Playing || !runs || self.is_down(player) {
            return;
        }
        self.must_not(By::Director, Act::ClaimFlag { player });
        self.must_not(By::Clock, Act::Flag);
        let left = self.game.remaining(Timestamp(self.at))[player].0;
        match self.detection {
            Detection::Automatic => {
                // One millisecond earlier the flag is still up.
                self.at += left - 1;
                self.must_not(By::Clock, Act::Flag);
                self.at += 1;
                self.must(By::Clock, Act::Flag);
            }
            Detection::Claimed => self.at += left + UNCHARGED,
        }
    }

    fn claim(&mut self) {
        let now = Timestamp(self.at);
        let fell = |player| self.game.clock().fell_at(player, now);
        let mut down: Vec<(Timestamp, Side)> = Side::BOTH
            .into_iter()
            .filter_map(|player| fell(player).map(|at| (at, player)))
            .collect();
        down.sort_by_key(|(at, _)| *at);
        let is_decided = self
            .game
            .result()
            .is_some_and(|result| result.ending != Ending::EndOfPlay);
        let is_noticed = self.game.table().held.is_some();
        let (Some((_, first)), Some((_, last))) = (down.first(), down.last()) else {
            self.must_not(
                By::Director,
                Act::ClaimFlag {
                    player: Side::Black,
                },
            );
            self.must_not(
                By::Director,
                Act::ClaimFlag {
                    player: Side::White,
                },
            );
            return;
        };
        if is_decided || is_noticed {
            return;
        }
        let playing = self.game.phase() == Phase::Playing;
        match self.claiming {
            Claiming::PlayerThenDirector if playing => {
                let player = *first;
                self.must(By::from(player.other()), Act::ClaimFlag { player });
                self.must(By::Director, Act::ConfirmFlag);
            }
            Claiming::PlayerThenDirector => {
                self.must(By::Director, Act::ClaimFlag { player: *first });
            }
            Claiming::DirectorNamesLater => {
                self.must(By::Director, Act::ClaimFlag { player: *last });
            }
        }
    }

    /// What differs from what must be true.
    fn differences(&self, expected: &Outcome) -> Vec<String> {
        let mut found = self.surprises.clone();
        let mut compare = |what: &str, ours: String, theirs: String| {
            if ours != theirs {
                found.push(format!("{what}: must be {theirs}, is {ours}"));
            }
        };
        let while_away = matches!(
            expected.over,
            Some(Over::Flagged(EndedBy::FlagWhileAway, _, _))
        );
        let flags = self.game.table().flags;
        if !while_away {
            let defaulter = flags.defaulter().map(table_side);
            compare(
                "defaulter",
                format!("{defaulter:?}"),
                format!("{:?}", expected.defaulter),
            );
            compare(
                "guaranteed",
                format!("{:?}", self.guaranteed(flags.as_slice())),
                format!("{:?}", expected.guaranteed),
            );
        }
        compare(
            "waits for flips",
            format!("{:?}", self.game.table().held.map(table_side)),
            format!("{:?}", expected.waits_for_flips),
        );
        if expected.waits_for_flips.is_none() {
            let running = self.game.clock().running().map(table_side);
            compare(
                "running",
                format!("{running:?}"),
                format!("{:?}", expected.running),
            );
        }
        compare("over", self.over(), self.expected_over(expected));
        let shown = self.game.remaining(Timestamp(self.at));
        for side in flag_table::Side::BOTH {
            let ours = shown[board_side(side)].0;
            let (is_right, reading) = match expected.clocks[side.index()] {
                Reading::Down => (ours <= 0, "down".to_owned()),
                Reading::Main(ms) => (ours == ms, format!("{ms} of the main time")),
                Reading::Extension(ms) => (ours == ms, format!("{ms} of the extension")),
                Reading::MainPlusTwo(ms) => {
                    (ours == ms, format!("{ms} of main time and two minutes"))
                }
            };
            if !is_right {
                compare(
                    &format!("{side:?}'s clock"),
                    format!("{ours} ms"),
                    format!("{reading} ms"),
                );
            }
        }
        found
    }

    /// Who wins whatever the board, as far as no further flag falls.
    fn guaranteed(&self, flags: &[Flag]) -> Option<flag_table::Side> {
        match standing(self.rules, flags).unwrap() {
            Standing::InTime => None,
            Standing::Defaulted { defaulter } => {
                let mut discs = BySide::both(0);
                discs[defaulter] = 64;
                let winner = outcome(self.rules, discs, flags).unwrap().winner;
                assert_eq!(winner, Some(defaulter.other()));
                winner.map(table_side)
            }
            Standing::Over { defaulter, .. } => Some(table_side(defaulter.other())),
        }
    }

    fn over(&self) -> String {
        match self.game.result() {
            None => "no".to_owned(),
            Some(result) => format!(
                "{:?} {}-{}",
                result.ending, result.score.black, result.score.white
            ),
        }
    }

    fn expected_over(&self, expected: &Outcome) -> String {
        match expected.over {
            None => "no".to_owned(),
            Some(Over::Played) => {
                let rulebook = self.rules.about.id.as_str();
                let (black, white) = (self.script.black, self.script.white);
                let board = BOARDS
                    .iter()
                    .find(|board| (board.black, board.white) == (black, white))
                    .expect("every game ends with a board of the table");
                let score = board.under(rulebook).of(expected.defaulter);
                format!("{:?} {score}", Ending::EndOfPlay)
            }
            Some(Over::Flagged(by, black, white)) => {
                let ending = match by {
                    EndedBy::Play => Ending::EndOfPlay,
                    EndedBy::FirstFlag => Ending::FirstFlag,
                    EndedBy::DefaultersSecondFlag => Ending::DefaulterSecondFlag,
                    // Where both get time at once, the other's first flag is his last.
                    EndedBy::OthersLastFlag if self.rules.about.id == "wof" => {
                        Ending::NonDefaulterFlag
                    }
                    EndedBy::OthersLastFlag => Ending::NonDefaulterSecondFlag,
                    EndedBy::FlagWhileAway => Ending::FlagInAbsence,
                };
                format!("{ending:?} {black}-{white}")
            }
        }
    }
}

fn table_side(side: Side) -> flag_table::Side {
    match side {
        Side::Black => flag_table::Side::Black,
        Side::White => flag_table::Side::White,
    }
}

fn board_side(side: flag_table::Side) -> Side {
    match side {
        flag_table::Side::Black => Side::Black,
        flag_table::Side::White => Side::White,
    }
}

const AUTOMATIC: [Happening; 8] = [
    Happening::Fall(flag_table::Side::Black),
    Happening::Fall(flag_table::Side::White),
    Happening::Press,
    Happening::StopAndResume,
    Happening::LastMove,
    Happening::Commit,
    Happening::Leave(flag_table::Side::Black),
    Happening::Leave(flag_table::Side::White),
];

const CLAIMED: [Happening; 9] = [
    Happening::Fall(flag_table::Side::Black),
    Happening::Fall(flag_table::Side::White),
    Happening::Claim,
    Happening::Press,
    Happening::StopAndResume,
    Happening::LastMove,
    Happening::Commit,
    Happening::Leave(flag_table::Side::Black),
    Happening::Leave(flag_table::Side::White),
];

/// Walks every order that goes on from here, and counts them.
fn walk(
    table: &Table<'_>,
    rules: &FlagRules,
    alphabet: &[Happening],
    left: usize,
    wrong: &mut Vec<String>,
) -> u64 {
    let mut orders = 0;
    for happening in alphabet {
        let mut after = table.clone();
        after.happen(*happening);
        let movers = after.script.movers;
        let expected = run(rules, after.detection, TIMING, movers, &after.order);
        let differences = after.differences(&expected);
        orders += 1;
        if !differences.is_empty() {
            wrong.push(format!(
                "{} {:?} {:?} ending {}-{} {:?}: {}",
                rules.rulebook,
                after.detection,
                after.claiming,
                after.script.black,
                after.script.white,
                after.order,
                differences.join("; ")
            ));
        }
        if left > 1 && after.surprises.is_empty() {
            orders += walk(&after, rules, alphabet, left - 1, wrong);
        }
    }
    orders
}

fn every_order(rulebook: &str, detection: Detection) {
    let rules = RULES
        .iter()
        .find(|rules| rules.rulebook == rulebook)
        .unwrap();
    let mut book = shipped(rulebook).unwrap().clone();
    let (alphabet, claimings): (&[Happening], &[Claiming]) = match detection {
        Detection::Automatic => (&AUTOMATIC, &[Claiming::PlayerThenDirector]),
        Detection::Claimed => {
            book.set("flag_detection", "claimed").unwrap();
            let both = &[Claiming::PlayerThenDirector, Claiming::DirectorNamesLater];
            (&CLAIMED, both)
        }
    };
    let depth = longest_order();
    let shown = std::env::var("SHOWN").map_or(20, |n| n.parse().unwrap());
    let mut wrong = Vec::new();
    let mut orders = 0;
    for script in &scripts() {
        for claiming in claimings {
            let table = Table::new(&book, script, detection, *claiming);
            orders += walk(&table, rules, alphabet, depth, &mut wrong);
        }
    }
    let _all: u64 = (1..=depth)
        .map(|n| (alphabet.len() as u64).pow(n as u32))
        .sum();
    //assert_eq!(orders, all * (GAMES.len() * claimings.len()) as u64);
    assert!(
        wrong.is_empty(),
        "{} of {orders} orders differ; the first are\n{}",
        wrong.len(),
        wrong[..wrong.len().min(shown)].join("\n")
    );
}

/// The longest order: four, or five where the whole count is asked for.
fn longest_order() -> usize {
    if std::env::var_os("OUTFLANK_SOAK").is_some() {
        5
    } else {
        4
    }
}

macro_rules! every_order {
    ($($(#[$doc:meta])* $name:ident: $rulebook:literal $detection:ident;)+) => {
        $($(#[$doc])* #[test] fn $name() { every_order($rulebook, Detection::$detection); })+
    };
}

every_order! {
    usoa_automatic: "usoa" Automatic;
    usoa_claimed: "usoa" Claimed;
    wof_automatic: "wof" Automatic;
    wof_claimed: "wof" Claimed;
    bof_automatic: "bof" Automatic;
    bof_claimed: "bof" Claimed;
    soc_automatic: "soc" Automatic;
    soc_claimed: "soc" Claimed;
    japan_automatic: "japan" Automatic;
    japan_claimed: "japan" Claimed;
    europe_automatic: "europe" Automatic;
    europe_claimed: "europe" Claimed;
}
