//! What one transaction puts into the tables, a list of rows at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_desk::log::{Answered, Envelope, RecordChange, RecordKey};
use tokio_postgres::Error;

use super::rows;
use super::session::Session;
use crate::sums::{sum_of_command, sum_of_record};

/// The most rows and bytes of texts that go at once.
const ROWS_MAX: usize = 2000;
const BYTES_MAX: usize = 16 << 20;

/// Rows to be written.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) events: Vec<Arc<Envelope>>,
    pub(crate) commands: Vec<(String, Answered)>,
    /// The last change of each: a list of rows may name none twice.
    records: BTreeMap<RecordKey, Option<String>>,
}

impl Batch {
    pub(crate) fn change_records(&mut self, changes: &[RecordChange]) {
        for change in changes {
            self.records.insert(change.key.clone(), change.body.clone());
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.commands.is_empty() && self.records.is_empty()
    }

    /// Sends what is too much to go with the rest.
    pub(crate) async fn write_first(&self, session: &Session) -> Result<(), Error> {
        let portions = portions(&self.events);
        for portion in portions.iter().rev().skip(1).rev() {
            insert_events(session, rows::INSERT, portion).await?;
        }
        Ok(())
    }

    /// Sends the rest; all of it is on its way before the first answer comes.
    pub(crate) async fn write_last(&self, session: &Session) -> Result<(), Error> {
        let last = portions(&self.events).pop().unwrap_or_default();
        let done = tokio::join!(
            biased;
            insert_events(session, rows::INSERT, last),
            insert_commands(session, &self.commands),
            self.put_records(session),
            self.erase_records(session),
        );
        done.0.and(done.1).and(done.2).and(done.3)
    }

    async fn put_records(&self, session: &Session) -> Result<(), Error> {
        let (mut kinds, mut ids) = (Vec::new(), Vec::new());
        let (mut bodies, mut sums) = (Vec::new(), Vec::new());
        for (key, body) in &self.records {
            let Some(body) = body else { continue };
            kinds.push(key.kind.word());
            ids.push(key.id.as_bytes());
            bodies.push(body.as_bytes());
            sums.push(sum_of_record(key.kind, &key.id, body).to_vec());
        }
        if kinds.is_empty() {
            return Ok(());
        }
        session
            .query(rows::PUT_RECORDS, &[&kinds, &ids, &bodies, &sums])
            .await?;
        Ok(())
    }

    async fn erase_records(&self, session: &Session) -> Result<(), Error> {
        let gone = || self.records.iter().filter(|(_, body)| body.is_none());
        let kinds: Vec<&str> = gone().map(|(key, _)| key.kind.word()).collect();
        let ids: Vec<&[u8]> = gone().map(|(key, _)| key.id.as_bytes()).collect();
        if !kinds.is_empty() {
            session.query(rows::ERASE_RECORDS, &[&kinds, &ids]).await?;
        }
        Ok(())
    }
}

/// Events in portions of which none is too large to send.
pub(crate) fn portions(events: &[Arc<Envelope>]) -> Vec<&[Arc<Envelope>]> {
    let mut found = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (place, event) in events.iter().enumerate() {
        if place - start >= ROWS_MAX || bytes > BYTES_MAX {
            found.push(&events[start..place]);
            (start, bytes) = (place, 0);
        }
        bytes += event.content.body.len();
    }
    if start < events.len() {
        found.push(&events[start..]);
    }
    found
}

/// Writes events into the table that `into` names.
pub(crate) async fn insert_events(
    session: &Session,
    into: &'static str,
    events: &[Arc<Envelope>],
) -> Result<(), Error> {
    if events.is_empty() {
        return Ok(());
    }
    let contents = || events.iter().map(|event| &event.content);
    let places: Vec<i64> = (events.iter())
        .map(|event| rows::integer(event.global_seq.0))
        .collect();
    let streams: Vec<&str> = contents().map(|one| one.stream.as_str()).collect();
    let seqs: Vec<i64> = contents().map(|one| rows::integer(one.seq.0)).collect();
    let at: Vec<i64> = contents().map(|one| one.at.0).collect();
    let recorded: Vec<i64> = contents().map(|one| one.recorded_at.0).collect();
    let actors: Vec<&[u8]> = contents().map(|one| one.actor.as_bytes()).collect();
    let devices: Vec<Option<&[u8]>> = contents()
        .map(|one| one.device.as_ref().map(String::as_bytes))
        .collect();
    let commands: Vec<&[u8]> = contents().map(|one| one.command_id.as_bytes()).collect();
    let kinds: Vec<&str> = contents().map(|one| one.kind.as_str()).collect();
    let bodies: Vec<&[u8]> = contents().map(|one| one.body.as_bytes()).collect();
    let prev: Vec<&[u8]> = events.iter().map(|event| &event.prev_hash.0[..]).collect();
    let hashes: Vec<&[u8]> = events.iter().map(|event| &event.hash.0[..]).collect();
    session
        .query(
            into,
            &[
                &places, &streams, &seqs, &at, &recorded, &actors, &devices, &commands, &kinds,
                &bodies, &prev, &hashes,
            ],
        )
        .await?;
    Ok(())
}

/// Writes what commands were answered; one that is there stays.
pub(crate) async fn insert_commands(
    session: &Session,
    commands: &[(String, Answered)],
) -> Result<(), Error> {
    if commands.is_empty() {
        return Ok(());
    }
    let ids: Vec<&[u8]> = commands.iter().map(|(id, _)| id.as_bytes()).collect();
    let requests: Vec<&[u8]> = commands.iter().map(|(_, one)| &one.request[..]).collect();
    let answers: Vec<&[u8]> = commands
        .iter()
        .map(|(_, one)| one.answer.as_bytes())
        .collect();
    let sums: Vec<Vec<u8>> = (commands.iter())
        .map(|(id, one)| sum_of_command(id, one).to_vec())
        .collect();
    session
        .query(rows::INSERT_COMMANDS, &[&ids, &requests, &answers, &sums])
        .await?;
    Ok(())
}
