//! The command line of what is done with the log.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::log_place::LogPlace;
use crate::serve::config::place_named;

/// Where the log is.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// The data folder; the log is DIR/outflank.db [default: outflank-data]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The PostgreSQL database with the log: postgres://user:password@host:5432/name
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub(crate) database: Option<String>,
}

impl LogArgs {
    /// The place they name, or the settings do.
    pub(crate) fn place(&self) -> Result<LogPlace, Failure> {
        place_named(self.data.as_deref(), self.database.as_deref())
    }
}

/// Verify a log, a backup or an archive: every page, every entry, every hash.
///
/// Then every tournament and game is replayed, and all published standings and pairings are computed
/// again.
/// Works while the server is running. The head hash it prints covers the ends of all streams. Keep it with a
/// backup, and --expect can show later that nothing was cut off. The exit code is 1 if something is wrong. The
/// first bad entry is named.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// A backup or an archive; without it, the log itself
    #[arg(value_name = "FILE", conflicts_with_all = ["data", "database"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    /// The head hash of everything or of one stream, as printed before
    #[arg(long, value_name = "HASH")]
    pub(crate) expect: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Copy the whole log into one file, even while the server is running.
///
/// The copy is verified and gets its name when it is complete. Keep the head hash that is printed. The copy of a
/// log in PostgreSQL is the same kind of file: 'outflank restore' restores it to a folder or to a database.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file to write; an existing file is replaced
    #[arg(value_name = "OUT")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

/// Restore a backup, or import a tournament from its archive.
///
/// Stop the server first. A backup replaces the log, which is kept in the same folder under another name. A log in
/// PostgreSQL is never replaced, so name a database without a log. An archive adds one tournament. If both copies
/// have been continued, the first difference is shown and --choose says which copy counts. The other copy is set aside in the log, not erased.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// A backup (outflank backup) or an archive (*.outflank)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    /// The copy of the tournament that counts if both have been continued
    #[arg(long, value_name = "COPY")]
    pub(crate) choose: Option<Copy>,
}

/// Which copy of an event counts.
#[derive(Debug, Clone, ValueEnum)]
pub(crate) enum Copy {
    /// The copy in the data folder
    Ours,
    /// The copy in the archive
    Theirs,
}
