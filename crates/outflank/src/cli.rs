//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use outflank_formats::OfDay;

use crate::log_args::{BackupArgs, RestoreArgs, VerifyArgs};
use crate::referee::Asked;
use crate::serve::config::ServeArgs;
use crate::serve::{ExportArgs, ImportArgs, OwnerLinkArgs};

/// Runs Othello: from one disc flipped on one board to the World Championship.
#[derive(Debug, Parser)]
#[command(
    name = "outflank",
    version = concat!(env!("CARGO_PKG_VERSION"), " (", env!("OUTFLANK_BUILD"), ")"),
    after_help = "Without a command, the pages, the HTTP API and the live streams are served.\n\nTry these, each takes a second:\n\n  outflank --demo                             a championship in round 9\n  outflank replay e6f4e3f6g5d6e7f5c5          play a game through: is it legal, who won?\n  outflank pair docs/examples/regional.json   the next round of a tournament (--explain: and why)\n  outflank rules wof                          the World Championship's rules\n\nExit codes: 0 success, 1 the answer is no (an illegal game), 2 wrong use or unreadable input."
)]
pub(crate) struct Cli {
    /// A folder with further rulebook files (*.toml)
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) rulebooks: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) serve: ServeArgs,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(ServeArgs),
    OwnerLink(OwnerLinkArgs),
    Import(ImportArgs),
    Export(ExportArgs),
    Perft(PerftArgs),
    Replay(ReplayArgs),
    Score(ScoreArgs),
    Rules(RulesArgs),
    Referee(RefereeArgs),
    Pair(PairArgs),
    Check(CheckArgs),
    Standings(StandingsArgs),
    Simulate(SimulateArgs),
    Rate(RateArgs),
    GrandPrix(GrandPrixArgs),
    Convert(ConvertArgs),
    Verify(VerifyArgs),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Completions(CompletionsArgs),
    Manual(ManualArgs),
}

/// Print the completions of a shell.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(crate) struct CompletionsArgs {
    pub(crate) shell: clap_complete::Shell,
}

/// Write the manual pages into a folder.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(crate) struct ManualArgs {
    pub(crate) folder: PathBuf,
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

/// Run a game script: what the referee decides, line by line.
///
/// A script says who does what at which time (docs/game-script.md): 0:04.200 black play f5. Every
/// event is printed with the board and the clocks, and what was refused and why, with the clause.
/// Exit code 0 if every expectation of the script holds and nothing else was refused.
#[derive(Debug, Args)]
pub(crate) struct RefereeArgs {
    /// The script; - reads standard input
    pub(crate) script: String,
    /// Another rulebook than the script's
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// One JSON object per step
    #[arg(long)]
    pub(crate) json: bool,
}

impl RefereeArgs {
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked {
            script: &self.script,
            rulebook: self.rulebook.as_deref(),
            json: self.json,
        }
    }
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

/// Pair the next round of a tournament file.
///
/// The first round is drawn as the rulebook asks, a round robin goes by its table, and every other
/// round is the best one the rules allow, with a proof. The director's hand is the field "next" of the
/// file. Nothing is paired from a file that holds what cannot have happened.
#[derive(Debug, Args)]
pub(crate) struct PairArgs {
    /// A tournament file (docs/tournament-file.md); - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rulebook of a results file, which names none; without it wof is assumed
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// Say for every table why these two, and why these colours
    #[arg(long)]
    pub(crate) explain: bool,
    /// Why not these two? Two numbers such as 3,5, or 3,bye
    #[arg(long, value_name = "A,B")]
    pub(crate) why_not: Option<String>,
    /// Write the proof that nothing is better to this file
    #[arg(long, value_name = "OUT")]
    pub(crate) proof: Option<PathBuf>,
    /// One JSON object
    #[arg(long, conflicts_with_all = ["explain", "why_not"])]
    pub(crate) json: bool,
}

/// Check pairings against the best one, rule by rule.
///
/// Every played round of the file, or with --pairing the pairing of another program for its next
/// round. Both readings of floats are reported. The exit code is 1 if some round is not the best.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// A tournament file; - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rulebook of a results file, which names none; without it wof is assumed
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// A pairing of the next round, in the shape 'outflank pair --json' writes
    #[arg(long, value_name = "FILE")]
    pub(crate) pairing: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The standings of a tournament file.
///
/// Points, Brightwell Quotient, disc count, and lots by the recorded seed, as the rulebook says. What
/// happened after round N never changes the table of round N. What cannot have happened is said on
/// standard error.
#[derive(Debug, Args)]
pub(crate) struct StandingsArgs {
    /// A tournament file; - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rulebook of a results file, which names none; without it wof is assumed
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// The table after this round; 0 is before the first
    #[arg(long, value_name = "N")]
    pub(crate) round: Option<u16>,
    /// The sum behind one entrant's figures, to check by hand
    #[arg(long, value_name = "ID")]
    pub(crate) arithmetic: Option<u32>,
    /// The order and the shared places of the rulebook's final list
    #[arg(long)]
    pub(crate) shared_places: bool,
    /// A list of the rulebook after the last round, with its playoffs and finals
    #[arg(long, value_name = "LIST", conflicts_with_all = ["arithmetic", "shared_places"])]
    pub(crate) list: Option<ListChoice>,
    /// A JSON list
    #[arg(long, conflicts_with = "arithmetic")]
    pub(crate) json: bool,
}

/// A list of the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListChoice {
    /// Everybody: provisional, playoffs, final
    Individual,
    /// The teams
    Team,
    /// The women
    Women,
    /// The young players
    Young,
}

/// Play whole events by seed, pair every round and check every pairing.
///
/// Players are late, absent, leave and miss games as the seed has it; the same seed gives the same
/// events on every machine.
#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    /// usoa, wof, bof, soc, japan or europe
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: String,
    /// The rulebook's kind of event, such as national
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// Entrants of each event
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=5000))]
    pub(crate) players: u32,
    /// How many events
    #[arg(long, default_value_t = 1)]
    pub(crate) events: u32,
    /// The seed of the first event; the next has the next number
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Rounds of each event, where they are not the rulebook's
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=400))]
    pub(crate) rounds: Option<u16>,
    /// swiss, modified_swiss, round_robin or double_round_robin, where it is not the rulebook's choice
    #[arg(long, value_name = "SYSTEM")]
    pub(crate) system: Option<String>,
    /// Nobody is late, absent or leaves
    #[arg(long)]
    pub(crate) smooth: bool,
    /// Write every event as a tournament file into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compute a rating list from results files of the WOF (*.ELO).
///
/// The World Othello Federation's public method: all results together, newer ones with more weight. The
/// same games give the same list to the last digit on every machine. A file with something wrong in it is
/// left out whole, every wrong line is named on standard error, and the exit code is 2.
#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// Results files, or folders with them
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// The day of the list: 2026-11-15; events after it are passed over. Without it, today
    #[arg(long, value_name = "DATE")]
    pub(crate) day: Option<String>,
    /// A players' list (joueurs.txt) for the names; without it those of the results files
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<PathBuf>,
    /// An earlier list (*.csv, as --out writes it) to compare with
    #[arg(long, value_name = "LIST")]
    pub(crate) before: Option<PathBuf>,
    /// Write the list to this table (*.csv)
    #[arg(long, value_name = "LIST")]
    pub(crate) out: Option<PathBuf>,
    /// One player's ratings at the end of every year, instead of the list
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["out", "before"])]
    pub(crate) history: Option<u32>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reckon a Grand Prix from the final lists of its events.
///
/// Each FILE is one event: a results file of the WOF (*.ELO), a tournament file (*.json), or a table
/// (*.csv) with the columns name, number, points, place; a table with a column event may hold several.
/// Every share of points is shown with its places, so that anybody can check it. Equal totals are told
/// apart by the best result, the second best and so on; who is still equal shares the place.
#[derive(Debug, Args)]
pub(crate) struct GrandPrixArgs {
    /// The events, in the order of time
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The scale: british or european (the latter is in none of the five rule documents)
    #[arg(long, value_name = "SCALE", default_value = "british")]
    pub(crate) scale: String,
    /// The rulebook for files that name none
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Convert between the community's files and ours.
///
/// Read: results files of the WOF (*.ELO), PAPP's workfile and players file, tables (*.csv), tournament
/// files (*.json). Written, by the name of the new file: *.json, *.ELO, or *.csv (a table of results if the
/// name says so, else of players). Lines that cannot be used are listed on standard error and the rest is
/// kept; a results file that is not ready to be sent is not written, and the exit code is 1.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The file to read
    #[arg(value_name = "IN")]
    pub(crate) input: String,
    /// The file to write
    #[arg(value_name = "OUT")]
    pub(crate) output: String,
    /// The rulebook of a tournament that comes without one
    #[arg(long, default_value = "wof", value_name = "ID")]
    pub(crate) rulebook: String,
    /// Names: joueurs.txt (and nouveaux.txt behind it) for a workfile, the table of players for results
    #[arg(long, value_name = "FILE", num_args = 1..=2)]
    pub(crate) players: Vec<String>,
    /// The country a results file names
    #[arg(long)]
    pub(crate) country: Option<String>,
    /// Who sends the results file
    #[arg(long)]
    pub(crate) sender: Option<String>,
    /// The first day, where the tournament has no dates: 2026-11-15
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
    /// Which results file of its day this is, where there are several: a, b, c …
    #[arg(long, value_name = "LETTER", value_parser = letter)]
    pub(crate) letter: Option<OfDay>,
}

/// A letter behind the date of a results file's name.
fn letter(text: &str) -> Result<OfDay, String> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Ok(OfDay::Nth(letter - b'a')),
        _ => Err("give one small letter, a for the first results file of the day".to_owned()),
    }
}
