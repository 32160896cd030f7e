//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// What a newcomer sees who starts the program without arguments.
pub(crate) const WELCOME: &str = "\
Outflank runs Othello: from one disc flipped on one board to the World Championship.

Try these, each takes a second:

  outflank replay e6f4e3f6g5d6e7f5c5          play a game through: is it legal, who won?
  outflank score --rulebook wof --black 33 --white 3 --flags W
                                              the official score after White's flag fell
  outflank rules wof                          the World Championship's rules, and what the
                                              program does about each of them
  outflank perft 9                            count all games of nine moves

'outflank help' lists everything; 'outflank help COMMAND' explains one command.
(From the source folder write 'cargo run --release -- replay …' instead of 'outflank replay …'.)
";

/// Runs Othello: from one disc flipped on one board to the World Championship.
#[derive(Debug, Parser)]
#[command(
    name = "outflank",
    version,
    after_help = "Exit codes: 0 success, 1 the answer is no (an illegal game), 2 wrong use or unreadable input."
)]
pub(crate) struct Cli {
    /// A folder with further rulebook files (*.toml)
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) rulebooks: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(PerftArgs),
    Replay(ReplayArgs),
    Score(ScoreArgs),
    Rules(RulesArgs),
}

/// Count the lines of play of a given length.
///
/// The convention: a pass is one ply, and a game that is over before DEPTH keeps counting as one
/// line. So depth 9 from the start is 3005288 and depth 11 is 212258800. (Programs that drop
/// finished games count 212258216 at depth 11.)
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Plies, 0 to 30
    #[arg(value_parser = clap::value_parser!(u8).range(0..=30))]
    pub(crate) depth: u8,
    /// The position to start from, as one line of OBF: 64 cells of X, O and -, a blank, X or O to move
    #[arg(long, value_name = "OBF")]
    pub(crate) board: Option<String>,
    /// Threads; 0 takes one per processor
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Use no special instructions of this machine
    #[arg(long)]
    pub(crate) portable: bool,
    /// Show the count behind each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Play transcripts through and say whether they are legal.
///
/// Each argument is a transcript, or a file with one transcript per line (blank lines and lines
/// starting with # are passed over); - reads standard input. Passes may be left out or written PA,
/// ps, -- or pass, in either case. With --json every game is one object per line, and a summary goes
/// to standard error.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Transcripts such as f5d6c3…, or files
    #[arg(required = true, value_name = "TRANSCRIPT|FILE")]
    pub(crate) games: Vec<String>,
    /// The rulebook that gives the official score of a complete game
    #[arg(long, default_value = "wof", value_name = "ID")]
    pub(crate) rulebook: String,
    /// Change one axis of the rulebook
    #[arg(long = "set", value_name = "AXIS=VALUE")]
    pub(crate) set: Vec<String>,
    /// One JSON object per game
    #[arg(long)]
    pub(crate) json: bool,
}

/// The official score of a finished board.
///
/// --flags lists the sides in the order their flags fell: --flags B,W,W. A flag that fell while its
/// player was away from the table is written B:absent. Scores are Black first.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// usoa, wof, bof, soc, japan or europe
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: String,
    /// Black discs on the board
    #[arg(long, required_unless_present = "resigned")]
    pub(crate) black: Option<u16>,
    /// White discs on the board
    #[arg(long, required_unless_present = "resigned")]
    pub(crate) white: Option<u16>,
    /// The sides in the order their flags fell
    #[arg(long, value_delimiter = ',', value_name = "B,W,…")]
    pub(crate) flags: Vec<String>,
    /// The side that resigned or could not go on
    #[arg(long, value_name = "SIDE", conflicts_with = "flags")]
    pub(crate) resigned: Option<String>,
    /// Change one axis of the rulebook
    #[arg(long = "set", value_name = "AXIS=VALUE")]
    pub(crate) set: Vec<String>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Read a rulebook: what it says, what the program does about it.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// usoa, wof, bof, soc, japan or europe; without one, the list of rulebooks
    #[arg(value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// One clause, such as WOC-IV.8.p1, or a numbered section, such as WOC-IV.6
    #[arg(long, value_name = "ID")]
    pub(crate) clause: Option<String>,
    /// How much of each document the program's tests show
    #[arg(long)]
    pub(crate) coverage: bool,
    /// The rulebook set up for one kind of event, such as national
    #[arg(long, value_name = "EVENT", requires = "rulebook")]
    pub(crate) event: Option<String>,
    /// Change one axis of the rulebook
    #[arg(long = "set", value_name = "AXIS=VALUE", requires = "rulebook")]
    pub(crate) set: Vec<String>,
    /// JSON: the resolved rulebook, the clause, or the list
    #[arg(long)]
    pub(crate) json: bool,
}
