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
    after_help = "Without a command, Outflank serves the pages, the HTTP API and the live streams.\n\nExamples, each takes a second:\n\n  outflank --demo                             serve a championship in round 9\n  outflank replay e6f4e3f6g5d6e7f5c5          replay a game: is it legal, who won?\n  outflank pair docs/examples/regional.json   pair the next round of a tournament (--explain says why)\n  outflank rules wof                          show the rules of the World Championship\n\nExit codes: 0 success, 1 the answer is no (such as an illegal game), 2 wrong use or unreadable input."
)]
pub(crate) struct Cli {
    /// A folder with additional rulebook files (*.toml)
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

/// Print shell completions.
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
/// By convention a pass is one ply, and a game that is over before DEPTH still counts as one
/// line. So depth 9 from the start is 3005288 and depth 11 is 212258800. (Programs that drop
/// finished games count 212258216 at depth 11.)
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Plies, 0 to 30
    #[arg(value_parser = clap::value_parser!(u8).range(0..=30))]
    pub(crate) depth: u8,
    /// The starting position as one line of OBF: 64 cells of X, O and -, a space, then X or O to move
    #[arg(long, value_name = "OBF")]
    pub(crate) board: Option<String>,
    /// Number of threads; 0 uses one per processor
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Do not use special instructions of this processor
    #[arg(long)]
    pub(crate) portable: bool,
    /// Show the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Replay transcripts and report whether they are legal.
///
/// Each argument is a transcript, or a file with one transcript per line (blank lines and lines
/// starting with # are ignored); - reads standard input. Passes may be left out or written PA,
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
    /// Change one setting of the rulebook
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print one JSON object per game
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compute the official score of a finished board.
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
    /// The side that resigned or could not continue
    #[arg(long, value_name = "SIDE", conflicts_with = "flags")]
    pub(crate) resigned: Option<String>,
    /// Change one setting of the rulebook
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run a game script and print what the referee decides, line by line.
///
/// A script says who does what and when (docs/game-script.md): 0:04.200 black play f5. Every
/// event is printed with the board and the clocks, and every rejection with its reason and clause.
/// The exit code is 0 if every expectation of the script holds and nothing else was rejected.
#[derive(Debug, Args)]
pub(crate) struct RefereeArgs {
    /// The script; - reads standard input
    pub(crate) script: String,
    /// Use this rulebook instead of the script's
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// Print one JSON object per step
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

/// Show a rulebook: what it says and what the program does about it.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// usoa, wof, bof, soc, japan or europe; without it, the list of rulebooks
    #[arg(value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// One clause, such as WOC-IV.8.p1, or a numbered section, such as WOC-IV.6
    #[arg(long, value_name = "ID")]
    pub(crate) clause: Option<String>,
    /// Show how much of each document is covered by the program's tests
    #[arg(long)]
    pub(crate) coverage: bool,
    /// The rulebook for one kind of tournament, such as national
    #[arg(long, value_name = "EVENT", requires = "rulebook")]
    pub(crate) event: Option<String>,
    /// Change one setting of the rulebook
    #[arg(long = "set", value_name = "SETTING=VALUE", requires = "rulebook")]
    pub(crate) set: Vec<String>,
    /// Print JSON: the resolved rulebook, the clause or the list
    #[arg(long)]
    pub(crate) json: bool,
}

/// Pair the next round of a tournament file.
///
/// The first round is drawn as the rulebook requires, a round robin follows its table, and every other
/// round is the best one the rules allow, with a proof. The director's wishes are in the field "next" of the
/// file. Nothing is paired if the file contains something impossible.
#[derive(Debug, Args)]
pub(crate) struct PairArgs {
    /// A tournament file (docs/tournament-file.md); - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rulebook for a results file, which does not name one [default: wof]
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// Explain for every table why these two players meet with these colours
    #[arg(long)]
    pub(crate) explain: bool,
    /// Explain why these two do not meet: two numbers such as 3,5, or 3,bye
    #[arg(long, value_name = "A,B")]
    pub(crate) why_not: Option<String>,
    /// Write the proof that no pairing is better to this file
    #[arg(long, value_name = "OUT")]
    pub(crate) proof: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["explain", "why_not"])]
    pub(crate) json: bool,
}

/// Compare pairings with the best one, rule by rule.
///
/// Checks every played round of the file, or with --pairing the pairing of another program for the next
/// round. Both interpretations of floats are reported. The exit code is 1 if a round is not the best.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// A tournament file; - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rulebook for a results file, which does not name one [default: wof]
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// A pairing of the next round, in the format that 'outflank pair --json' writes
    #[arg(long, value_name = "FILE")]
    pub(crate) pairing: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print the standings of a tournament file.
///
/// Points, Brightwell Quotient, disc count, and lots by the recorded seed, as the rulebook says. Events
/// after round N never change the standings of round N. Anything impossible in the file is reported on
/// standard error.
#[derive(Debug, Args)]
pub(crate) struct StandingsArgs {
    /// A tournament file; - reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rulebook for a results file, which does not name one [default: wof]
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// The standings after this round; 0 is before the first
    #[arg(long, value_name = "N")]
    pub(crate) round: Option<u16>,
    /// The calculation for one player, to check by hand
    #[arg(long, value_name = "ID")]
    pub(crate) arithmetic: Option<u32>,
    /// The order and the shared places of the rulebook's final list
    #[arg(long)]
    pub(crate) shared_places: bool,
    /// One of the rulebook's lists after the last round, with its playoffs and finals
    #[arg(long, value_name = "LIST", conflicts_with_all = ["arithmetic", "shared_places"])]
    pub(crate) list: Option<ListChoice>,
    /// Print a JSON list
    #[arg(long, conflicts_with = "arithmetic")]
    pub(crate) json: bool,
}

/// A list of the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListChoice {
    /// All players: provisional list, playoffs, final
    Individual,
    /// Teams
    Team,
    /// Women
    Women,
    /// Young players
    Young,
}

/// Simulate whole tournaments by seed, pair every round and check every pairing.
///
/// Players are late, absent, withdraw and miss games depending on the seed. The same seed gives the same
/// tournaments on every machine.
#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    /// usoa, wof, bof, soc, japan or europe
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: String,
    /// One of the rulebook's kinds of tournament, such as national
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// Players in each tournament
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=5000))]
    pub(crate) players: u32,
    /// Number of tournaments
    #[arg(long, default_value_t = 1)]
    pub(crate) events: u32,
    /// The seed of the first tournament; the next one uses the next number
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Rounds of each tournament, if different from the rulebook
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=400))]
    pub(crate) rounds: Option<u16>,
    /// swiss, modified_swiss, round_robin or double_round_robin, if different from the rulebook
    #[arg(long, value_name = "SYSTEM")]
    pub(crate) system: Option<String>,
    /// No player is late, absent or withdraws
    #[arg(long)]
    pub(crate) smooth: bool,
    /// Write every tournament as a tournament file into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compute a rating list from WOF results files (*.ELO).
///
/// Uses the World Othello Federation's public method: all results together, newer ones with more weight. The
/// same games give the same list to the last digit on every machine. A file with an error is ignored
/// completely, every wrong line is reported on standard error, and the exit code is 2.
#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// Results files, or folders that contain them
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// The day of the list: 2026-11-15; later tournaments are ignored [default: today]
    #[arg(long, value_name = "DATE")]
    pub(crate) day: Option<String>,
    /// A list of players (joueurs.txt) for the names; without it, the names in the results files
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<PathBuf>,
    /// An earlier list to compare with (*.csv, as written by --out)
    #[arg(long, value_name = "LIST")]
    pub(crate) before: Option<PathBuf>,
    /// Write the list to this file (*.csv)
    #[arg(long, value_name = "LIST")]
    pub(crate) out: Option<PathBuf>,
    /// Show one player's ratings at the end of every year instead of the list
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["out", "before"])]
    pub(crate) history: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compute a Grand Prix from the final lists of its tournaments.
///
/// Each FILE is one tournament: a WOF results file (*.ELO), a tournament file (*.json), or a table
/// (*.csv) with the columns name, number, points, place. A table with a column event may contain several.
/// Every share of points is shown with its places, so that anyone can check it. Equal totals are separated
/// by the best result, then the second best and so on. Players who are still equal share the place.
#[derive(Debug, Args)]
pub(crate) struct GrandPrixArgs {
    /// The tournaments in order of time
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The scale: british or european (the latter is not in any of the five rule documents)
    #[arg(long, value_name = "SCALE", default_value = "british")]
    pub(crate) scale: String,
    /// The rulebook for files that do not name one
    #[arg(long, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Convert between the file formats of the community and of Outflank.
///
/// Reads WOF results files (*.ELO), PAPP's workfile and players file, tables (*.csv) and tournament
/// files (*.json). Writes *.json, *.ELO or *.csv, depending on the name of the new file (a table of results if the
/// name says so, otherwise of players). Lines that cannot be used are listed on standard error and the rest is
/// kept. A results file that is not ready to be sent is not written, and the exit code is 1.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The file to read
    #[arg(value_name = "IN")]
    pub(crate) input: String,
    /// The file to write
    #[arg(value_name = "OUT")]
    pub(crate) output: String,
    /// The rulebook for a tournament that does not name one
    #[arg(long, default_value = "wof", value_name = "ID")]
    pub(crate) rulebook: String,
    /// Names: joueurs.txt (and nouveaux.txt after it) for a workfile, the table of players for results
    #[arg(long, value_name = "FILE", num_args = 1..=2)]
    pub(crate) players: Vec<String>,
    /// The country for a results file
    #[arg(long)]
    pub(crate) country: Option<String>,
    /// The sender of the results file
    #[arg(long)]
    pub(crate) sender: Option<String>,
    /// The first day, if the tournament has no dates: 2026-11-15
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
    /// Which results file of the day this is, if there are several: a, b, c …
    #[arg(long, value_name = "LETTER", value_parser = letter)]
    pub(crate) letter: Option<OfDay>,
}

/// A letter behind the date of a results file's name.
fn letter(text: &str) -> Result<OfDay, String> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Ok(OfDay::Nth(letter - b'a')),
        _ => {
            Err("Write one lower-case letter: a for the first results file of the day.".to_owned())
        }
    }
}
