//! One transaction: what is there is read under the lock of the head, the appends are decided here, and what
//! they write is sent together with the commit. Where nothing need be read, it is one statement.

use std::collections::HashMap;
use std::sync::Arc;

use outflank_desk::log::{
    Adoption, Answered, Append, AppendError, Appended, Envelope, Fault, GlobalSeq, Hash, Head,
    RecordChange, Seq, StreamName,
};
use tokio_postgres::Error;
use tokio_postgres::types::ToSql;

use super::address::Address;
use super::at_once::{Latest, write_at_once};
use super::batch::Batch;
use super::faults::{fault, is_lost};
use super::rows;
use super::session::Session;
use crate::sealing::{Ends, seal_adoption, seal_append};

/// What is to be written in a group.
pub(crate) enum Work<'a> {
    Append(&'a Append),
    Records(&'a [RecordChange]),
}

/// The outcome.
pub(crate) enum Done {
    Append(Result<Appended, AppendError>),
    Records,
}

/// A transaction that came to nothing.
pub(crate) enum Failed {
    /// It was not committed, and trying again will not help.
    Refused(Fault),
    /// The connection broke: nobody knows whether it was committed.
    Unknown(Fault),
}

/// The group's results and where the log ends now.
pub(crate) type Written<T> = Result<(T, GlobalSeq), Failed>;

/// Writes a group, each part of it apart from the others, with one commit.
pub(crate) async fn write(
    session: &Session,
    address: &Address,
    latest: &mut Latest,
    group: &[Work<'_>],
) -> Written<Vec<Done>> {
    if let Some(written) = write_at_once(session, address, latest, group).await? {
        return Ok(written);
    }
    let mut known = match begin(session, group).await {
        Ok(rows) => understood(session, Known::read(rows, address)).await?,
        Err(error) => return Err(given_up(session, address, &error).await),
    };
    let mut batch = Batch::default();
    let done: Vec<Done> = (group.iter())
        .map(|work| match work {
            Work::Append(append) => Done::Append(known.append(append, &mut batch)),
            Work::Records(changes) => {
                batch.change_records(changes);
                Done::Records
            }
        })
        .collect();
    finish(session, address, &batch, &known, Cuts::None).await?;
    let last = known.last;
    latest.note(known);
    Ok((done, last))
}

/// Takes over events of another store.
pub(crate) async fn adopt(
    session: &Session,
    address: &Address,
    adoption: &Adoption,
) -> Written<Result<Vec<Arc<Envelope>>, AppendError>> {
    let names: Vec<String> = (adoption.streams.iter())
        .map(|part| part.stream.to_string())
        .collect();
    let keeps: Vec<i64> = (adoption.streams.iter())
        .map(|part| rows::integer(part.keep.0))
        .collect();
    let read = async {
        session.client.batch_execute("BEGIN").await?;
        let head = session.query(rows::LOCK_HEAD, &[]).await?;
        let ends = session.query(rows::ENDS, &[&names]).await?;
        let hashes = session.query(rows::HASHES, &[&names, &keeps]).await?;
        Ok::<_, Error>((head, ends, hashes))
    };
    let mut known = match read.await {
        Ok((head, ends, hashes)) => {
            let known = Known::read((head, ends, Vec::new()), address);
            let known = known.and_then(|known| known.with_hashes(&hashes));
            understood(session, known).await?
        }
        Err(error) => return Err(given_up(session, address, &error).await),
    };
    let last = known.last;
    let sealed = match seal_adoption(adoption, &mut known, last) {
        Ok(sealed) => sealed,
        Err(error) => {
            roll_back(session).await;
            return Ok((Err(error), last));
        }
    };
    let cut = async {
        for part in &adoption.streams {
            let keep = rows::integer(part.keep.0);
            for text in [rows::MOVE_ASIDE, rows::FORGET_COMMANDS, rows::CUT] {
                (session.query(text, &[&part.stream.to_string(), &keep])).await?;
            }
        }
        Ok::<_, Error>(())
    };
    if let Err(error) = cut.await {
        return Err(given_up(session, address, &error).await);
    }
    let mut batch = Batch::default();
    batch.events.clone_from(&sealed);
    batch.commands.clone_from(&adoption.commands);
    batch.change_records(&adoption.records);
    known.last = sealed.last().map_or(last, |event| event.global_seq);
    known.added = sealed.len();
    finish(session, address, &batch, &known, Cuts::Some).await?;
    Ok((Ok(sealed), known.last))
}

type Rows = Vec<tokio_postgres::Row>;

/// Waits for the lock of the head, and reads what the group is about; all in one trip.
async fn begin(session: &Session, group: &[Work<'_>]) -> Result<(Rows, Rows, Rows), Error> {
    let appends = || {
        group.iter().filter_map(|work| match work {
            Work::Append(append) => Some(*append),
            Work::Records(_) => None,
        })
    };
    let mut streams: Vec<String> = appends()
        .flat_map(|append| append.writes.iter().map(|write| write.stream.to_string()))
        .collect();
    streams.sort_unstable();
    streams.dedup();
    let ids: Vec<&[u8]> = appends()
        .map(|append| append.command_id.as_bytes())
        .collect();
    let lock = session.ready(rows::LOCK_HEAD).await?;
    let ends = session.ready(rows::ENDS).await?;
    let commands = session.ready(rows::COMMANDS).await?;
    let client = &session.client;
    let (of_streams, of_ids): ([&(dyn ToSql + Sync); 1], [&(dyn ToSql + Sync); 1]) =
        ([&streams], [&ids]);
    let (begun, head, ends, commands) = tokio::join!(
        biased;
        client.batch_execute("BEGIN"),
        client.query(&lock, &[]),
        client.query(&ends, &of_streams),
        client.query(&commands, &of_ids),
    );
    begun?;
    Ok((head?, ends?, commands?))
}

/// Whether streams were cut in a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cuts {
    None,
    Some,
}

/// Sends what is to be written and the commit in one trip, and waits until it is durable.
async fn finish(
    session: &Session,
    address: &Address,
    batch: &Batch,
    known: &Known,
    cuts: Cuts,
) -> Result<(), Failed> {
    if batch.is_empty() && cuts == Cuts::None {
        roll_back(session).await;
        return Ok(());
    }
    if let Err(error) = batch.write_first(session).await {
        return Err(given_up(session, address, &error).await);
    }
    let (added, cut) = (rows::integer(known.added), i64::from(cuts == Cuts::Some));
    let head = async {
        match (added, cut) {
            (0, 0) => Ok(Vec::new()),
            (added, cut) => session.query(rows::MOVE_HEAD, &[&added, &cut]).await,
        }
    };
    for text in [
        rows::INSERT,
        rows::INSERT_COMMANDS,
        rows::PUT_RECORDS,
        rows::ERASE_RECORDS,
        rows::MOVE_HEAD,
    ] {
        // Ready before anything is sent, so that what follows goes out in its order.
        if let Err(error) = session.ready(text).await {
            return Err(given_up(session, address, &error).await);
        }
    }
    let (written, moved, committed) = tokio::join!(
        biased;
        batch.write_last(session),
        head,
        session.client.batch_execute("COMMIT"),
    );
    // A statement that failed has turned the commit into a rollback.
    if let Err(error) = written.and(moved.map(|_| ())) {
        return Err(failed(address, &error));
    }
    committed.map_err(|error| Failed::Unknown(fault(address, &error)))
}

async fn roll_back(session: &Session) {
    // A connection that broke has rolled back already.
    let _ = session.client.batch_execute("ROLLBACK").await;
}

/// Rows that are damaged end the transaction.
async fn understood(session: &Session, known: Result<Known, Fault>) -> Result<Known, Failed> {
    match known {
        Ok(known) => Ok(known),
        Err(fault) => {
            roll_back(session).await;
            Err(Failed::Refused(fault))
        }
    }
}

async fn given_up(session: &Session, address: &Address, error: &Error) -> Failed {
    roll_back(session).await;
    failed(address, error)
}

pub(crate) fn failed(address: &Address, error: &Error) -> Failed {
    match is_lost(error) {
        true => Failed::Unknown(fault(address, error)),
        false => Failed::Refused(fault(address, error)),
    }
}

/// What is known of the log while the lock of the head is held.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) last: GlobalSeq,
    pub(crate) cuts: u64,
    pub(crate) ends: HashMap<StreamName, Head>,
    added: usize,
    hashes: HashMap<(StreamName, Seq), Hash>,
    commands: HashMap<String, Answered>,
}

impl Known {
    fn read((head, ends, commands): (Rows, Rows, Rows), address: &Address) -> Result<Self, Fault> {
        let gone = || Fault::Damaged(format!("{address}: the head of the log is missing"));
        let head = head.first().ok_or_else(gone)?;
        Ok(Self {
            last: GlobalSeq(rows::natural(head, 0)?),
            cuts: rows::natural(head, 1)?,
            ends: ends.iter().map(rows::end).collect::<Result<_, Fault>>()?,
            added: 0,
            hashes: HashMap::new(),
            commands: (commands.iter().map(rows::command)).collect::<Result<_, Fault>>()?,
        })
    }

    /// What suffices to seal appends that nobody has sent before, numbered from 1.
    pub(crate) fn of_ends(cuts: u64, ends: HashMap<StreamName, Head>) -> Self {
        Self {
            cuts,
            ends,
            ..Self::default()
        }
    }

    fn with_hashes(mut self, found: &Rows) -> Result<Self, Fault> {
        for row in found {
            let (stream, head) = rows::end(row)?;
            self.hashes.insert((stream, head.seq), head.hash);
        }
        Ok(self)
    }

    pub(crate) fn append(
        &mut self,
        append: &Append,
        batch: &mut Batch,
    ) -> Result<Appended, AppendError> {
        append.check()?;
        if let Some(answered) = self.commands.get(&append.command_id) {
            return if answered.request == append.request {
                Ok(Appended::Before(Arc::clone(&answered.answer)))
            } else {
                Err(AppendError::IdReused)
            };
        }
        let last = self.last;
        let sealed = seal_append(append, self, last)?;
        for event in &sealed {
            self.last = event.global_seq;
            let head = Head {
                seq: event.content.seq,
                hash: event.hash,
            };
            self.ends.insert(event.content.stream.clone(), head);
        }
        self.added += sealed.len();
        let answered = Answered {
            request: append.request,
            answer: Arc::clone(&append.answer),
        };
        self.commands
            .insert(append.command_id.clone(), answered.clone());
        batch.commands.push((append.command_id.clone(), answered));
        batch.events.extend(sealed.iter().cloned());
        batch.change_records(&append.records);
        Ok(Appended::Now(sealed))
    }
}

impl Ends for Known {
    fn end(&mut self, stream: &StreamName) -> Result<Option<Head>, Fault> {
        Ok(self.ends.get(stream).copied())
    }

    fn hash_at(&mut self, stream: &StreamName, seq: Seq) -> Result<Option<Hash>, Fault> {
        Ok(self.hashes.get(&(stream.clone(), seq)).copied())
    }
}
