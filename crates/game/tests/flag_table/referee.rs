//! The same happenings at a real table: commands to the referee, as people give them, and what he then says.

use outflank_board::{BySide, Move, Side, Square, SquareSet};
use outflank_game::{
    Act, By, Command, Ending, Game, Hand, Opening, Phase, Presence, TimeAsked, Timestamp,
    TouchedWith, apply, decide,
};
use outflank_rulebook::axes::play::TouchMove;
use outflank_rulebook::{Flag, Millis, Rulebook, Standing, outcome, standing};

use super::games::Script;
use super::{
    BOARDS, Detection, EndedBy, FlagRules, Happening, Outcome, Over, Reading, Timing, board_side,
    run, table_side,
};

/// How long things take at the tables of this test.
pub(crate) const TIMING: Timing = Timing {
    main: 1_800_000,
    think: 4_000,
    flip: 3_000,
    reach: 2_000,
    before_stop: 5_000,
};

/// How long a director keeps the clocks stopped, and how long an unnoticed flag has been down; neither is charged.
const UNCHARGED: i64 = 60_000;

/// How a fallen flag is claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claiming {
    /// A player names the flag that fell first; the director comes and confirms.
    PlayerThenDirector,
    /// The director names the flag that fell last, or the only one.
    DirectorNamesLater,
}

/// A table with the referee's game on it.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    rules: &'a Rulebook,
    pub(crate) script: &'a Script,
    pub(crate) detection: Detection,
    pub(crate) claiming: Claiming,
    pub(crate) game: Game,
    pub(crate) at: i64,
    pub(crate) order: Vec<Happening>,
    /// The flags that are down and not claimed, in the order of the falls.
    unnoticed: Vec<Side>,
    /// Commands that were refused, or accepted, against expectation.
    pub(crate) surprises: Vec<String>,
}

impl Table<'_> {
    pub(crate) fn new<'a>(
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
            unnoticed: Vec::new(),
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
    pub(crate) fn must(&mut self, by: By, act: Act) {
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
    pub(crate) fn must_not(&mut self, by: By, act: Act) {
        let command = Command::new(by, act.clone());
        let decided = decide(self.rules, &self.game, command, Timestamp(self.at));
        if let Ok(events) = decided {
            self.surprises
                .push(format!("{by} {act:?} was accepted: {events:?}"));
        }
    }

    /// Lets this happen, if it can.
    pub(crate) fn happen(&mut self, happening: Happening) {
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
                self.must_not(By::Clock, Act::Flag { player: None });
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
        let act = match self.rules.touch_move.value {
            // Only a disc that is placed commits.
            TouchMove::SetDown => Act::Place { square: first },
            TouchMove::Off | TouchMove::Placed | TouchMove::Touched => {
                Act::Touch { first, also, with }
            }
        };
        self.must(By::from(player), act);
    }

    /// The square of a move that was begun and is not finished.
    fn begun(&self) -> Option<Square> {
        match self.game.table().hand {
            Hand::Bound { squares } => squares.first(),
            Hand::Placed { square, .. } if self.game.table().is_in_mid_move() => Some(square),
            Hand::Free | Hand::Placed { .. } => None,
        }
    }

    fn flip(&mut self) {
        let player = self.turn();
        let Some(square) = self.begun() else {
            return;
        };
        self.come_back(player);
        self.at += TIMING.flip;
        self.place_and_flip(Move::Disc(square));
    }

    fn place_and_flip(&mut self, mv: Move) {
        let player = self.turn();
        let square = mv.square().unwrap();
        let before = self.game.table().settled();
        if !matches!(self.game.table().hand, Hand::Placed { .. }) {
            self.must(By::from(player), Act::Place { square });
        }
        let flips = before.flips(player, square);
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
        if let Some(square) = self.begun() {
            let plies = self.game.record().plies.len();
            self.place_and_flip(Move::Disc(square));
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
        self.must_not(By::Clock, Act::Flag { player: None });
        let left = self.game.remaining(Timestamp(self.at))[player].0;
        match self.detection {
            Detection::Automatic => {
                // One millisecond earlier the flag is still up.
                self.at += left - 1;
                self.must_not(By::Clock, Act::Flag { player: None });
                self.at += 1;
                self.must(By::Clock, Act::Flag { player: None });
            }
            Detection::Claimed => {
                self.at += left + UNCHARGED;
                self.unnoticed.push(player);
            }
        }
    }

    /// Everybody looks at the clock.
    fn claim(&mut self) {
        let down = std::mem::take(&mut self.unnoticed);
        let is_decided = self
            .game
            .result()
            .is_some_and(|result| result.ending != Ending::EndOfPlay);
        let (Some(first), Some(last)) = (down.first(), down.last()) else {
            if self.game.table().held.is_none() {
                for player in Side::BOTH {
                    self.must_not(By::Director, Act::ClaimFlag { player });
                }
            }
            return;
        };
        if is_decided {
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
                let player = *first;
                self.must(By::Director, Act::ClaimFlag { player });
            }
            Claiming::DirectorNamesLater => {
                let player = *last;
                self.must(By::Director, Act::ClaimFlag { player });
            }
        }
    }

    /// What differs from what must be true.
    pub(crate) fn differences_from(&self, rules: &FlagRules) -> Vec<String> {
        let movers = self.script.movers;
        let expected = run(rules, self.detection, TIMING, movers, &self.order);
        self.compare(&expected)
    }

    fn compare(&self, expected: &Outcome) -> Vec<String> {
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
        // Where the later of two flags found together decides, it does not matter what the earlier one was given.
        let is_decided = matches!(expected.over, Some(Over::Flagged(..)));
        if is_decided && self.detection == Detection::Claimed {
            return found;
        }
        let shown = self.game.remaining(Timestamp(self.at));
        for side in super::Side::BOTH {
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
    fn guaranteed(&self, flags: &[Flag]) -> Option<super::Side> {
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
