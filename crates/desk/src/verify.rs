//! Verifying a whole log through the rules: every stream is folded again, every published table is
//! computed again, and every pairing is solved again.

use std::sync::Arc;

use outflank_game as game;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, By, Command, Event, Fact, HandPairing, PairedBy, Pairing, Timestamp, Tournament, apply,
    decide, edition_rows,
};

use crate::access::AccessFact;
use crate::log::{Envelope, Fault, RecordKind, Seq, Store, StreamName};
use crate::people::person::Person;
use crate::state::desk_fact::DeskFact;

/// How many events are read at once.
const PAGE: usize = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verified {
    /// Events that were folded.
    pub events: usize,
    pub tournaments: usize,
    pub games: usize,
    /// Published tables that were computed again.
    pub editions: usize,
    /// Pairings that were solved again.
    pub pairings: usize,
}

/// Something that is not as the rules make it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    #[error("{stream}, log entry {}: {problem}", .seq.0)]
    Event {
        stream: StreamName,
        seq: Seq,
        problem: String,
    },
    /// A personal record that cannot be read.
    #[error("record {id}: {problem}")]
    Record { id: String, problem: String },
}

/// Folds every stream of a log again and compares what was published with what the rules give.
/// The chain of hashes is the store's to verify.
///
/// # Errors
/// [`Fault`] if the log cannot be read.
pub async fn verify(store: &dyn Store) -> Result<(Verified, Vec<Finding>), Fault> {
    let mut verified = Verified::default();
    let mut findings = Vec::new();
    for stream in store.streams("").await? {
        let envelopes = read(store, &stream).await?;
        verified.events += envelopes.len();
        let found = match &stream {
            StreamName::Tournament(_) => {
                verified.tournaments += 1;
                tournament(&envelopes, &mut verified)
            }
            StreamName::Game(_) => {
                verified.games += 1;
                game_stream(&envelopes)
            }
            StreamName::Access => access(&envelopes),
            StreamName::Federation(_) => federation(&envelopes),
        };
        findings.extend(found.err().map(|(seq, problem)| Finding::Event {
            stream,
            seq,
            problem,
        }));
    }
    for (id, text) in store.records(RecordKind::Person).await? {
        findings.extend(
            Person::from_record(&text)
                .err()
                .map(|damaged| Finding::Record {
                    id,
                    problem: damaged.to_string(),
                }),
        );
    }
    Ok((verified, findings))
}

async fn read(store: &dyn Store, stream: &StreamName) -> Result<Vec<Arc<Envelope>>, Fault> {
    let mut all: Vec<Arc<Envelope>> = Vec::new();
    loop {
        let after = all.last().map_or(Seq(0), |last| last.content.seq);
        let page = store.read(stream, after, PAGE).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

type Checked = Result<(), (Seq, String)>;

fn access(envelopes: &[Arc<Envelope>]) -> Checked {
    for envelope in envelopes {
        let content = &envelope.content;
        AccessFact::from_stored(&content.kind, &content.body)
            .map_err(|error| (content.seq, error.to_string()))?;
    }
    Ok(())
}

/// Every event of an office can be read, and every list it computed is computed again.
fn federation(envelopes: &[Arc<Envelope>]) -> Checked {
    let mut office = outflank_federation::Federation::new();
    for envelope in envelopes {
        let content = &envelope.content;
        if is_of_the_desk(content.seq, &content.kind, &content.body)? {
            continue;
        }
        let event = outflank_federation::Event::from_stored(&content.kind, &content.body)
            .map_err(|error| (content.seq, error.to_string()))?;
        if let outflank_federation::Fact::ListPublished {
            day,
            rows,
            rests_on,
            ..
        } = &event.fact
            && !rests_on.is_empty()
        {
            let again = office.affairs().computed_list(*day);
            if again.as_deref() != Some(rows) {
                return Err((
                    content.seq,
                    "the rating list does not match the games".to_owned(),
                ));
            }
        }
        outflank_federation::apply(&mut office, &event);
    }
    Ok(())
}

fn game_stream(envelopes: &[Arc<Envelope>]) -> Checked {
    let mut folded = game::Game::new();
    for envelope in envelopes {
        let content = &envelope.content;
        if is_of_the_desk(content.seq, &content.kind, &content.body)? {
            continue;
        }
        let event = game::Event::from_stored(&content.kind, &content.body)
            .map_err(|error| (content.seq, error.to_string()))?;
        let last = folded.table().last_at;
        if last.is_some_and(|last| event.at < last) {
            return Err((
                content.seq,
                "its time is earlier than that of the entry before".to_owned(),
            ));
        }
        game::apply(&mut folded, &event);
    }
    Ok(())
}

/// Whether an event is the desk's own; one that cannot be read is wrong.
fn is_of_the_desk(seq: Seq, kind: &str, body: &str) -> Result<bool, (Seq, String)> {
    if !DeskFact::is_kind(kind) {
        return Ok(false);
    }
    let read = DeskFact::from_stored(kind, body);
    read.map(|_| true).map_err(|error| (seq, error.to_string()))
}

fn tournament(envelopes: &[Arc<Envelope>], verified: &mut Verified) -> Checked {
    let mut events: Vec<(Seq, Event)> = Vec::with_capacity(envelopes.len());
    for envelope in envelopes {
        let content = &envelope.content;
        if is_of_the_desk(content.seq, &content.kind, &content.body)? {
            continue;
        }
        let event = Event::from_stored(&content.kind, &content.body)
            .map_err(|error| (content.seq, error.to_string()))?;
        events.push((content.seq, event));
    }
    let mut folded = Tournament::new();
    for command in events.chunk_by(|one, other| one.1.command == other.1.command) {
        check_pairings(&folded, command, verified)?;
        for (_, event) in command {
            apply(&mut folded, event);
        }
        check_editions(&folded, command, verified)?;
    }
    Ok(())
}

/// Solves every pairing of a command again.
fn check_pairings(
    before: &Tournament,
    command: &[(Seq, Event)],
    verified: &mut Verified,
) -> Checked {
    for (seq, event) in command {
        let Fact::RoundProposed { round, pairing } = &event.fact else {
            continue;
        };
        let again = solve_again(before, *round, pairing, event.by, event.at)
            .map_err(|problem| (*seq, format!("round {round} cannot be paired: {problem}")))?;
        if again.as_ref() != Some(pairing) {
            let problem = format!("round {round} is not paired as the rules require");
            return Err((*seq, problem));
        }
        verified.pairings += 1;
    }
    Ok(())
}

fn solve_again(
    before: &Tournament,
    round: RoundNumber,
    pairing: &Pairing,
    by: By,
    at: Timestamp,
) -> Result<Option<Pairing>, String> {
    let Some(rules) = before.rules() else {
        return Ok(None);
    };
    let assumed = pairing.assumed.clone();
    let act = match pairing.by {
        PairedBy::Rules => Act::Propose { round, assumed },
        PairedBy::Hand => Act::ProposeByHand {
            round,
            pairing: HandPairing {
                pairs: pairing.games.iter().map(|game| game.pair()).collect(),
                byes: pairing.byes.clone(),
            },
            assumed,
        },
    };
    let command = Command::new("verify", by, act);
    let events = decide(rules, before, command, at).map_err(|refused| refused.to_string())?;
    Ok(events.into_iter().find_map(|event| match event.fact {
        Fact::RoundProposed { pairing, .. } => Some(pairing),
        _ => None,
    }))
}

/// Computes every table again that a command published.
fn check_editions(
    after: &Tournament,
    command: &[(Seq, Event)],
    verified: &mut Verified,
) -> Checked {
    for (seq, event) in command {
        let Fact::StandingsPublished { round, rows, .. } = &event.fact else {
            continue;
        };
        let table = after.affairs().standings(round.0);
        if table.map(|table| edition_rows(&table)).as_ref() != Some(rows) {
            let problem = format!("the standings after round {round} differ");
            return Err((*seq, problem));
        }
        verified.editions += 1;
    }
    Ok(())
}
