//! One game as files hold it: who, where and when, the moves with what is known of their times, the result.

use outflank_board::{BySide, Entry, Move, Position, Side, SquareSet, Transcript};
use outflank_game::{Ending, Fault, Game, GameResult, Record};
use outflank_rulebook::Millis;
use outflank_tournament::CivilDate;

/// One game with everything a file of games can say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSheet {
    /// The event or place.
    pub place: Option<String>,
    /// The round, where the event has rounds.
    pub round: Option<u32>,
    pub played: Option<SheetDate>,
    pub players: BySide<SheetPlayer>,
    /// The clocks; none where nothing is known of them.
    pub clocks: Option<BySide<SheetClock>>,
    /// Where the game began.
    pub start: Position,
    /// The moves that stand.
    pub moves: Vec<SheetMove>,
    /// The result, once there is one.
    pub result: Option<SheetResult>,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetPlayer {
    pub name: String,
    /// The name in plain letters, where the name has others.
    pub ascii: Option<String>,
    /// The rating in whole points.
    pub rating: Option<i32>,
}

/// When a game was played, as exactly as the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetDate {
    Year(u16),
    Day(CivilDate),
}

impl SheetDate {
    #[must_use]
    pub const fn year(self) -> u16 {
        match self {
            Self::Year(year) => year,
            Self::Day(day) => day.year(),
        }
    }
}

/// A player's clock at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetClock {
    /// The time for the game.
    pub main: Millis,
    /// Given for every move.
    pub increment: Millis,
    /// Given once after the first flag.
    pub extension: Millis,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetMove {
    pub side: Side,
    pub mv: Move,
    /// The time it took.
    pub used: Option<Millis>,
    /// The clocks after the move.
    pub left: Option<BySide<Millis>>,
    /// What was improper about it and stood.
    pub improper: Option<SheetImproper>,
    /// An evaluation as the file writes it.
    pub eval: Option<String>,
    /// What was corrected or exchanged at this move, in words.
    pub note: Option<String>,
}

/// What was improper about a move that stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetImproper {
    pub fault: Fault,
    /// The discs that were turned over.
    pub flipped: SquareSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetResult {
    /// Black's half discs less White's.
    pub difference_halves: i32,
    /// The official half discs, where the file tells them.
    pub score: Option<BySide<u16>>,
    /// How the game ended.
    pub ending: SheetEnding,
}

/// How a game ended, as far as files of games tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetEnding {
    /// It was played to the end.
    Played,
    Resigned,
    /// A player's time ran out.
    Time,
    /// Both agreed on a score, or an official ruled.
    Ruled,
}

impl SheetEnding {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Played => "end of play",
            Self::Resigned => "resignation",
            Self::Time => "time",
            Self::Ruled => "ruling",
        }
    }
}

impl From<Ending> for SheetEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::EndOfPlay => Self::Played,
            Ending::FirstFlag
            | Ending::FlagInAbsence
            | Ending::DefaulterSecondFlag
            | Ending::NonDefaulterFlag
            | Ending::NonDefaulterSecondFlag => Self::Time,
            Ending::Resignation => Self::Resigned,
            Ending::Lateness | Ending::Unrecoverable | Ending::Ruling => Self::Ruled,
        }
    }
}

impl From<GameResult> for SheetResult {
    fn from(result: GameResult) -> Self {
        let score = result.score.map(|discs| discs.0);
        Self {
            difference_halves: i32::from(score.black) - i32::from(score.white),
            score: Some(score),
            ending: result.ending.into(),
        }
    }
}

/// A move of a sheet that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Move {number}, {side} {mv}: {why}.")]
pub struct SheetProblem {
    /// Its number, from 1.
    pub number: usize,
    pub side: Side,
    pub mv: Move,
    pub why: String,
}

/// A sheet played through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetReplay {
    /// The start and the position after every move, inserted passes not counted.
    pub positions: Vec<Position>,
    /// The passes, written or not.
    pub passes: u32,
    /// The improper moves that stood.
    pub improper: u32,
}

impl SheetReplay {
    /// The position at the end.
    ///
    /// # Panics
    /// Never: the start is always there.
    #[must_use]
    pub fn last(&self) -> &Position {
        self.positions.last().expect("the start is always there")
    }
}

impl GameSheet {
    /// An empty sheet of a game from the starting position.
    #[must_use]
    pub fn new() -> Self {
        Self {
            place: None,
            round: None,
            played: None,
            players: BySide::new(SheetPlayer::default(), SheetPlayer::default()),
            clocks: None,
            start: Position::start(),
            moves: Vec::new(),
            result: None,
        }
    }

    /// The sheet of a game at a table; the names, the place and the day are the caller's to add.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let setting = game.setting();
        let extension = game
            .rules()
            .map_or(Millis(0), |rules| rules.extension_time.value);
        let clocks = setting.and_then(|setting| {
            let clock = |main| SheetClock {
                main,
                increment: setting.increment,
                extension,
            };
            setting.time.map(|time| time.map(clock))
        });
        let record = game.record();
        let moves = record
            .plies
            .iter()
            .enumerate()
            .map(|(index, ply)| SheetMove {
                // After an exchange of colours the sheet still tells of discs, not of chairs.
                side: match ply.fault {
                    Some(_) => ply.player,
                    None => ply.colour,
                },
                mv: ply.square.map_or(Move::Pass, Move::Disc),
                used: clocks.is_some().then_some(ply.used),
                left: clocks.is_some().then_some(ply.left),
                improper: ply.fault.map(|fault| SheetImproper {
                    fault,
                    flipped: ply.flipped,
                }),
                eval: None,
                note: note(record, index),
            });
        Self {
            clocks,
            start: setting.map_or_else(Position::start, |setting| setting.start),
            moves: moves.collect(),
            result: game.result().map(SheetResult::from),
            ..Self::new()
        }
    }

    /// The moves as a transcript with the sides.
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        let entries = self.moves.iter().map(|own| Entry {
            mv: own.mv,
            side: Some(own.side),
        });
        Transcript {
            entries: entries.collect(),
        }
    }

    /// How many moves there are before the first improper one that stood.
    #[must_use]
    pub fn proper_moves(&self) -> usize {
        let improper = self.moves.iter().position(|own| own.improper.is_some());
        improper.unwrap_or(self.moves.len())
    }

    /// Plays the sheet through: passes nobody wrote are inserted, improper moves stand as they were made.
    ///
    /// # Errors
    /// [`SheetProblem`] names the first move that cannot be played.
    pub fn replay(&self) -> Result<SheetReplay, SheetProblem> {
        let mut replay = SheetReplay {
            positions: vec![self.start],
            passes: 0,
            improper: 0,
        };
        let mut now = self.start;
        for (number, own) in (1..).zip(&self.moves) {
            let problem = |why: String| SheetProblem {
                number,
                side: own.side,
                mv: own.mv,
                why,
            };
            if let Some(improper) = own.improper {
                replay.improper += 1;
                now = improper.stands(own, now);
            } else {
                if now.to_move() != own.side {
                    if !now.must_pass() {
                        return Err(problem(format!("it is {}'s turn", now.to_move())));
                    }
                    replay.passes += 1;
                    now = now.with_to_move(own.side);
                }
                now = now.play(own.mv).map_err(|why| problem(why.to_string()))?;
            }
            if own.mv == Move::Pass {
                replay.passes += 1;
            }
            replay.positions.push(now);
        }
        Ok(replay)
    }
}

/// What was corrected before the ply with this index, counted from 0, came to stand.
fn note(record: &Record, index: usize) -> Option<String> {
    let mut words = Vec::new();
    let replaced = record.replaced.iter();
    for old in replaced.filter(|old| usize::from(old.number) == index + 1) {
        let was = old.ply.square.map_or(Move::Pass, Move::Disc);
        let why = old.fault.map_or("set back", Fault::word);
        words.push(format!("replaces {was} ({why})"));
    }
    if record.exchanged_after.map(usize::from) == Some(index) {
        words.push("colours exchanged".to_owned());
    }
    (!words.is_empty()).then(|| words.join(", "))
}

impl Default for GameSheet {
    fn default() -> Self {
        Self::new()
    }
}

impl SheetImproper {
    /// The position after an improper move.
    fn stands(self, own: &SheetMove, before: Position) -> Position {
        let colour = match self.fault {
            Fault::Colour => own.side.other(),
            Fault::Flips | Fault::Square | Fault::Pass => own.side,
        };
        let turned = (before.black() & self.flipped, before.white() & self.flipped);
        let mut after = before
            .with_turned(Side::White, turned.0)
            .with_turned(Side::Black, turned.1);
        if let Move::Disc(square) = own.mv {
            after = after.with_disc(colour, square);
        }
        after.with_to_move(own.side.other())
    }
}
