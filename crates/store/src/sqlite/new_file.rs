//! A log that is written into a new file from elsewhere, every number as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_desk::log::{Answered, Envelope, Fault, RecordChange};
use rusqlite::Connection;

use super::backup::verify_file;
use super::faults::{fault, file_fault, named};
use super::file::create_at;
use super::{kept, rows};
use crate::chain::Verified;
use crate::whole_file::{put_in_place, unfinished};

/// A file that is being written; it gets its name when it is whole.
pub(crate) struct NewFile {
    connection: Option<Connection>,
    unfinished: PathBuf,
    to: PathBuf,
}

impl NewFile {
    /// Begins a file that will be `to`; one of that name is replaced in the end.
    pub(crate) fn begin(to: &Path) -> Result<Self, Fault> {
        let unfinished = unfinished(to);
        let connection = create_at(&unfinished)?;
        (connection.execute_batch("BEGIN")).map_err(|error| named(&unfinished, fault(&error)))?;
        Ok(Self {
            connection: Some(connection),
            unfinished,
            to: to.to_owned(),
        })
    }

    pub(crate) fn put_events(&mut self, events: &[Arc<Envelope>]) -> Result<(), Fault> {
        self.each(events, |connection, event| rows::insert(connection, event))
    }

    pub(crate) fn put_aside(&mut self, events: &[Arc<Envelope>]) -> Result<(), Fault> {
        self.each(events, |connection, event| {
            rows::insert_aside(connection, event)
        })
    }

    pub(crate) fn put_commands(&mut self, commands: &[(String, Answered)]) -> Result<(), Fault> {
        self.each(commands, |connection, (id, answered)| {
            kept::insert_command(connection, id, answered).map(|_| ())
        })
    }

    pub(crate) fn put_records(&mut self, records: &[RecordChange]) -> Result<(), Fault> {
        self.each(records, kept::change_record)
    }

    fn each<T>(
        &self,
        all: &[T],
        put: impl Fn(&Connection, &T) -> rusqlite::Result<()>,
    ) -> Result<(), Fault> {
        let connection = self
            .connection
            .as_ref()
            .expect("it is open until it is finished");
        let put =
            |one| put(connection, one).map_err(|error| named(&self.unfinished, fault(&error)));
        all.iter().try_for_each(put)
    }

    /// Verifies it, and gives it its name.
    pub(crate) async fn finish(mut self) -> Result<Verified, Fault> {
        let failed = |error| named(&self.unfinished, fault(&error));
        if let Some(connection) = self.connection.take() {
            connection.execute_batch("COMMIT").map_err(failed)?;
            // The copy is one file: no journal beside it that could be forgotten.
            let set = connection.pragma_update(None, "journal_mode", "DELETE");
            set.map_err(failed)?;
            connection.close().map_err(|(_, error)| failed(error))?;
        }
        let verified = verify_file(&self.unfinished).await?;
        put_in_place(&self.unfinished, &self.to).map_err(|error| file_fault(&self.to, &error))?;
        Ok(verified)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        self.connection = None;
        // What is left of a copy that failed only takes up room; a finished one has another name.
        let _ = fs::remove_file(&self.unfinished);
    }
}
