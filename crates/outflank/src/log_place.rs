//! Where the log is: in a folder of this machine, or in a database that several servers share.

use std::path::PathBuf;
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
    pub(crate) async fn open(&self) -> Result<OpenLog, Failure> {
        match self {
            Self::Folder(_) => self.open_file(),
            Self::Database(address) => shared(PostgresStore::open(address).await).await,
        }
    }

    /// Opens it to do one thing; servers on the same database go on.
    pub(crate) async fn open_beside(&self) -> Result<OpenLog, Failure> {
        match self {
            Self::Folder(_) => self.open_file(),
            Self::Database(address) => shared(PostgresStore::open_beside(address).await).await,
        }
    }

    fn open_file(&self) -> Result<OpenLog, Failure> {
        let path = self.file().unwrap_or_default();
        if let Some(data) = path.parent() {
            std::fs::create_dir_all(data).map_err(|error| {
                let folder = data.display();
                Failure::say(format!(
                    "{folder}: {error}. Choose another folder with --data."
                ))
            })?;
        }
        let store = SqliteStore::open(&path).map_err(Failure::say)?;
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
