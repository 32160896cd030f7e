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
    /// The PostgreSQL with the log: postgres://user:password@host:5432/name
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub(crate) database: Option<String>,
}

impl LogArgs {
    /// The place they name, or the settings do.
    pub(crate) fn place(&self) -> Result<LogPlace, Failure> {
        place_named(self.data.as_deref(), self.database.as_deref())
    }
}

/// Verify a log, a backup or an archive: every page, every event, every hash.
///
/// Then every tournament and game is replayed, every published table computed and every pairing solved
/// again.
/// Works while the program runs. The head hash it prints covers the ends of all streams: keep it with a
/// backup, and --expect shows later that nothing was cut off. Exit code 1 if something is wrong; the first
/// bad event is named.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// A backup or an archive; without one, the log itself
    #[arg(value_name = "FILE", conflicts_with_all = ["data", "database"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    /// The head hash of it all, or of one stream, as it was printed before
    #[arg(long, value_name = "HASH")]
    pub(crate) expect: Option<String>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Copy the whole log into one file, also while the program runs.
///
/// The copy is verified and gets its name when it is whole. Keep the head hash that is printed. The copy of a
/// log in PostgreSQL is the same kind of file: 'outflank restore' puts it into a folder or into a database.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file to write; one of that name is replaced
    #[arg(value_name = "OUT")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

/// Put a backup in the place of the log, or take an event over from its archive.
///
/// Stop the program first. A backup replaces the log, which is kept beside it under another name; a log in
/// PostgreSQL is never replaced, so name a database without one. An archive adds one event; if both copies went on, the first differing event is shown and --choose says
/// which copy counts (the other is set aside in the log, not erased).
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// A backup (outflank backup) or an archive (*.outflank)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    /// The copy of an archived event that counts if both went on
    #[arg(long, value_name = "COPY")]
    pub(crate) choose: Option<Copy>,
}

/// Which copy of an event counts.
#[derive(Debug, Clone, ValueEnum)]
pub(crate) enum Copy {
    /// The one in the data folder
    Ours,
    /// The one in the archive
    Theirs,
}
