//! The demo championship at a desk: its past at once, the rest as time goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use outflank_desk::access::Caller;
use outflank_desk::log::{
    Adoption, GlobalSeq, RecordChange, RecordKey, RecordKind, Seq, Store, StreamAdoption,
    StreamName,
};
use outflank_desk::{
    Clock, Desk, HandClock, NewTournament, Options, Request, TournamentId, TournamentRequest, What,
};
use outflank_pairing::Seed;
use outflank_sim::demo::{DEMO_PRESET, DEMO_SEED, Timed, championship};
use outflank_store::memory::MemoryStore;
use outflank_tournament::running::{Act, Timestamp};
use outflank_web::DemoLoader;
use tokio::sync::Mutex;

use crate::failure::Failure;

/// The demo's name in addresses.
const SLUG: &str = "demo";

/// How soon the first result comes.
const FIRST_AFTER_MS: i64 = 4_000;

/// How many events are read at once.
const PAGE: usize = 1000;

/// Loads the demo into a running desk.
pub(super) struct Loader {
    store: Arc<dyn Store>,
    desk: Arc<Desk>,
    /// Two clicks load it once.
    turn: Mutex<()>,
}

/// What is still to happen in the demo.
struct Coming {
    tournament: TournamentId,
    commands: Vec<Timed>,
}

impl Loader {
    pub(super) fn new(store: Arc<dyn Store>, desk: Arc<Desk>) -> Self {
        Self {
            store,
            desk,
            turn: Mutex::new(()),
        }
    }

    /// Lets a demo that is in the log go on where it stopped.
    pub(super) fn resume(&self) {
        let Some(now) = self.desk.tournament_named(SLUG) else {
            return;
        };
        let done: BTreeSet<String> = (now.tournament.log().iter())
            .map(|event| event.command.to_string())
            .collect();
        if !done.iter().any(|id| id.starts_with("demo-")) {
            // A tournament of the user already has this name.
            return;
        }
        let demo = championship(seed(), self.desk.now());
        let is_open = |one: &Timed| !done.contains(&format!("demo-{}", one.command.id));
        let coming = Coming {
            tournament: now.id.clone(),
            commands: demo.coming.into_iter().filter(is_open).collect(),
        };
        tokio::spawn(go_on(self.desk.clone(), coming));
    }

    /// Loads the demo if it is not there; its results then go on arriving.
    pub(super) async fn load_once(&self) -> Result<(), Failure> {
        let _turn = self.turn.lock().await;
        if self.desk.tournament_named(SLUG).is_some() {
            return Ok(());
        }
        let (past, coming) = played(self.desk.now()).await?;
        let adoption = all_of(past.as_ref()).await?;
        let taken = self.store.adopt(adoption).await.map_err(Failure::say)?;
        self.desk.take_over(&taken).await.map_err(Failure::say)?;
        tokio::spawn(go_on(self.desk.clone(), coming));
        Ok(())
    }
}

impl DemoLoader for Loader {
    fn load(&self) -> Pin<Box<dyn Future<Output = Result<String, String>> + Send + '_>> {
        Box::pin(async {
            match self.load_once().await {
                Ok(()) => Ok(SLUG.to_owned()),
                Err(Failure::WrongUse(said)) => Err(said),
                Err(Failure::PipeClosed) => Err("Cannot write to the log. Try again.".to_owned()),
            }
        })
    }
}

fn seed() -> Seed {
    Seed::new(DEMO_SEED).unwrap_or_default()
}

/// Plays the demo's past at a desk of its own: its commands have their own times, which the clock of
/// the running desk cannot go back to.
async fn played(now: Timestamp) -> Result<(Arc<dyn Store>, Coming), Failure> {
    let demo = championship(seed(), now);
    let first = demo.past.first().map_or(now, |one| one.at);
    let clock = Arc::new(HandClock::at(first));
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let desk = Desk::open(store.clone(), clock.clone(), Options::default())
        .await
        .map_err(Failure::say)?;
    let mut tournament = None;
    for one in demo.past {
        clock.pass_ms(one.at.0 - clock.now().0);
        let id = one.command.id.to_string();
        let what = match (one.command.act, &tournament) {
            (Act::Create(creation), _) => What::NewTournament(Box::new(NewTournament {
                preset: DEMO_PRESET.to_owned(),
                slug: Some(SLUG.to_owned()),
                creation: *creation,
            })),
            (act, Some(tournament)) => request(tournament, act),
            (_, None) => continue,
        };
        let answer = desk
            .submit(&Caller::console(), Request::new(format!("demo-{id}"), what))
            .await
            .map_err(|refusal| Failure::say(format!("Demo, {id}: {refusal}")))?;
        if tournament.is_none() {
            tournament = answer.made.and_then(|made| made.parse().ok());
        }
    }
    let tournament = tournament.ok_or_else(|| Failure::say("The demo has no first command."))?;
    let commands = demo.coming;
    Ok((
        store,
        Coming {
            tournament,
            commands,
        },
    ))
}

/// Everything a log holds but accounts and links, to be taken over whole.
async fn all_of(store: &dyn Store) -> Result<Adoption, Failure> {
    let mut streams: BTreeMap<StreamName, StreamAdoption> = BTreeMap::new();
    let mut after = GlobalSeq(0);
    loop {
        let events = store.read_all(after, PAGE).await.map_err(Failure::say)?;
        let Some(last) = events.last() else {
            break;
        };
        after = last.global_seq;
        for event in &events {
            let stream = &event.content.stream;
            if *stream == StreamName::Access {
                continue;
            }
            let part = streams
                .entry(stream.clone())
                .or_insert_with(|| StreamAdoption {
                    stream: stream.clone(),
                    expected: None,
                    keep: Seq(0),
                    events: Vec::new(),
                });
            part.events.push(event.content.clone());
        }
    }
    let persons = store
        .records(RecordKind::Person)
        .await
        .map_err(Failure::say)?;
    Ok(Adoption {
        streams: streams.into_values().collect(),
        commands: Vec::new(),
        records: (persons.into_iter())
            .map(|(id, body)| RecordChange {
                key: RecordKey::new(RecordKind::Person, id),
                body: Some(body),
            })
            .collect(),
    })
}

fn request(tournament: &TournamentId, act: Act) -> What {
    What::Tournament(Box::new(TournamentRequest {
        tournament: tournament.clone(),
        by: None,
        act,
        person: None,
    }))
}

/// Sends the future commands when their time has come. A user who has just loaded the demo need not wait long
/// to see the first; the others keep their distances.
async fn go_on(desk: Arc<Desk>, coming: Coming) {
    let now = desk.now().0;
    let first = coming.commands.first().map_or(now, |one| one.at.0);
    let early = (first - now - FIRST_AFTER_MS).max(0);
    for one in coming.commands {
        let wait = u64::try_from(one.at.0 - early - desk.now().0).unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let id = format!("demo-{}", one.command.id);
        let what = request(&coming.tournament, one.command.act);
        if let Err(refusal) = desk
            .submit(&Caller::console(), Request::new(id, what))
            .await
        {
            // The user may have changed the demo.
            tracing::info!(%refusal, "a step of the demo was left out");
        }
    }
}
