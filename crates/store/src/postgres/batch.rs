//! What one transaction puts into the tables, a list of rows at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_desk::log::{Answered, Envelope, RecordChange, RecordKey};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

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

    /// Whether everything can go in one statement.
    pub(crate) fn goes_at_once(&self) -> bool {
        self.records.is_empty() && portions(&self.events).len() == 1
    }

    /// Sends everything in one statement that commits by itself; its events are numbered from 1. The answer is
    /// where the log ends then. Nothing is written, and there is none, if streams were cut since `cuts`.
    pub(crate) async fn write_at_once(
        &self,
        session: &Session,
        cuts: u64,
    ) -> Result<Option<Row>, Error> {
        let (added, cuts) = (rows::integer(self.events.len()), rows::integer(cuts));
        let head: [&(dyn ToSql + Sync); 2] = [&added, &cuts];
        let moved = match (&self.events[..], &self.commands[..]) {
            ([event], [(id, answered)]) => {
                let place = rows::integer(event.global_seq.0);
                let (content, sum) = (&event.content, sum_of_command(id, answered));
                let seq = rows::integer(content.seq.0);
                let values: [&(dyn ToSql + Sync); 18] = [
                    &place,
                    &content.stream.to_string(),
                    &seq,
                    &content.at.0,
                    &content.recorded_at.0,
                    &content.actor.as_bytes(),
                    &content.device.as_ref().map(String::as_bytes),
                    &content.command_id.as_bytes(),
                    &content.kind,
                    &content.body.as_bytes(),
                    &&event.prev_hash.0[..],
                    &&event.hash.0[..],
                    &added,
                    &cuts,
                    &id.as_bytes(),
                    &&answered.request[..],
                    &answered.answer.as_bytes(),
                    &&sum[..],
                ];
                session.query(rows::ONE_AT_ONCE, &values).await?
            }
            (events, commands) => {
                let events = EventColumns::of(events);
                let commands = CommandColumns::of(commands);
                let values = [&events.values()[..], &head, &commands.values()].concat();
                session.query(rows::AT_ONCE, &values).await?
            }
        };
        Ok(moved.into_iter().next())
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
    let columns = EventColumns::of(events);
    session.query(into, &columns.values()).await?;
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
    let columns = CommandColumns::of(commands);
    (session.query(rows::INSERT_COMMANDS, &columns.values())).await?;
    Ok(())
}

struct EventColumns<'a> {
    places: Vec<i64>,
    streams: Vec<String>,
    seqs: Vec<i64>,
    at: Vec<i64>,
    recorded: Vec<i64>,
    actors: Vec<&'a [u8]>,
    devices: Vec<Option<&'a [u8]>>,
    commands: Vec<&'a [u8]>,
    kinds: Vec<&'a str>,
    bodies: Vec<&'a [u8]>,
    prev: Vec<&'a [u8]>,
    hashes: Vec<&'a [u8]>,
}

impl<'a> EventColumns<'a> {
    fn of(events: &'a [Arc<Envelope>]) -> Self {
        let contents = || events.iter().map(|event| &event.content);
        let devices = contents().map(|one| one.device.as_ref().map(String::as_bytes));
        Self {
            places: (events.iter())
                .map(|event| rows::integer(event.global_seq.0))
                .collect(),
            streams: contents().map(|one| one.stream.to_string()).collect(),
            seqs: contents().map(|one| rows::integer(one.seq.0)).collect(),
            at: contents().map(|one| one.at.0).collect(),
            recorded: contents().map(|one| one.recorded_at.0).collect(),
            actors: contents().map(|one| one.actor.as_bytes()).collect(),
            devices: devices.collect(),
            commands: contents().map(|one| one.command_id.as_bytes()).collect(),
            kinds: contents().map(|one| one.kind.as_str()).collect(),
            bodies: contents().map(|one| one.body.as_bytes()).collect(),
            prev: events.iter().map(|event| &event.prev_hash.0[..]).collect(),
            hashes: events.iter().map(|event| &event.hash.0[..]).collect(),
        }
    }

    fn values(&self) -> [&(dyn ToSql + Sync); 12] {
        [
            &self.places,
            &self.streams,
            &self.seqs,
            &self.at,
            &self.recorded,
            &self.actors,
            &self.devices,
            &self.commands,
            &self.kinds,
            &self.bodies,
            &self.prev,
            &self.hashes,
        ]
    }
}

/// What commands were answered, column by column.
struct CommandColumns<'a> {
    ids: Vec<&'a [u8]>,
    requests: Vec<&'a [u8]>,
    answers: Vec<&'a [u8]>,
    sums: Vec<Vec<u8>>,
}

impl<'a> CommandColumns<'a> {
    fn of(commands: &'a [(String, Answered)]) -> Self {
        let answers = commands.iter().map(|(_, one)| one.answer.as_bytes());
        Self {
            ids: commands.iter().map(|(id, _)| id.as_bytes()).collect(),
            requests: commands.iter().map(|(_, one)| &one.request[..]).collect(),
            answers: answers.collect(),
            sums: (commands.iter())
                .map(|(id, one)| sum_of_command(id, one).to_vec())
                .collect(),
        }
    }

    fn values(&self) -> [&(dyn ToSql + Sync); 4] {
        [&self.ids, &self.requests, &self.answers, &self.sums]
    }
}
