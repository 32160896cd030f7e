//! Where the log is: in a folder of this machine, or in a database that several servers share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_desk::SystemClock;
use outflank_desk::log::{Fault, Store};
use outflank_store::chain::Verified;
use outflank_store::postgres::{Address, PostgresStore};
use outflank_store::sqlite::{FILE_NAME, SqliteStore, verify_file};

use crate::failure::Failure;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LogPlace {
    Folder(PathBuf),
    Database(Box<Address>),
}

/// A log that is open, with the clock that belongs to it.
pub(crate) struct OpenLog {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: SystemClock,
}

impl LogPlace {
    /// Opens it for the server. A folder is made if it is not there, and so are the tables in a database.
    pub(crate) async fn open(&self, accepts: Accepts) -> Result<OpenLog, Failure> {
        match self {
            Self::Folder(_) => self.open_file(accepts),
            Self::Database(address) => shared(PostgresStore::open(address).await).await,
        }
    }

    /// Opens it to do one thing; servers on the same database go on.
    pub(crate) async fn open_beside(&self) -> Result<OpenLog, Failure> {
        match self {
            Self::Folder(_) => self.open_file(Accepts::Whole),
            Self::Database(address) => shared(PostgresStore::open_beside(address).await).await,
        }
    }

    fn open_file(&self, accepts: Accepts) -> Result<OpenLog, Failure> {
        let path = self.file().unwrap_or_default();
        if let Some(data) = path.parent() {
            create_private_folder(data).map_err(|error| {
                let folder = data.display();
                Failure::say(format!(
                    "{folder}: {error}. Choose another folder with --data."
                ))
            })?;
        }
        let opened = match SqliteStore::open(&path) {
            Err(Fault::Incomplete(words)) if accepts.shorter_log(&words) => {
                SqliteStore::open_shorter(&path)
            }
            opened => opened,
        };
        let store = opened.map_err(Failure::say)?;
        Ok(OpenLog {
            store: Arc::new(store),
            clock: SystemClock::start(),
        })
    }

    /// The log's file, if it is one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Folder(data) => Some(data.join(FILE_NAME)),
            Self::Database(_) => None,
        }
    }

    /// Opens it to look at it, and verifies it.
    pub(crate) async fn verified(&self) -> Result<(Verified, Arc<dyn Store>), Fault> {
        match self {
            Self::Folder(data) => {
                let path = data.join(FILE_NAME);
                let verified = verify_file(&path).await?;
                Ok((verified, Arc::new(SqliteStore::open_to_read(&path)?)))
            }
            Self::Database(address) => {
                let store = PostgresStore::open_to_read(address).await?;
                Ok((store.verify().await?, Arc::new(store)))
            }
        }
    }
}

/// A folder that only its user can look into, if it is not there yet.
fn create_private_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// What is done about a log from which confirmed entries are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepts {
    /// Only a whole one will do; on a terminal the owner is asked.
    Whole,
    /// The owner has said that this copy counts.
    Shorter,
}

impl Accepts {
    fn shorter_log(self, words: &str) -> bool {
        match self {
            Self::Shorter => true,
            Self::Whole => asked(&format!("{words} Does this copy count?")),
        }
    }
}

/// Asks the person at the terminal; no if there is none.
pub(crate) fn asked(question: &str) -> bool {
    use std::io::{BufRead as _, IsTerminal as _, Write as _};
    let (input, mut output) = (std::io::stdin(), std::io::stderr());
    if !input.is_terminal() || !output.is_terminal() {
        return false;
    }
    let mut answer = String::new();
    let read = write!(output, "{question} [y/N] ")
        .and_then(|()| output.flush())
        .and_then(|()| input.lock().read_line(&mut answer));
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

/// The servers of one database have one clock: the database's.
async fn shared(opened: Result<PostgresStore, Fault>) -> Result<OpenLog, Failure> {
    let store = opened.map_err(Failure::of_log)?;
    let clock = SystemClock::start_at(store.clock().await.map_err(Failure::of_log)?);
    Ok(OpenLog {
        store: Arc::new(store),
        clock,
    })
}

/// The file, or the address without its password.
impl std::fmt::Display for LogPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(data) => data.join(FILE_NAME).display().fmt(f),
            Self::Database(address) => write!(f, "PostgreSQL at {address}"),
        }
    }
}
