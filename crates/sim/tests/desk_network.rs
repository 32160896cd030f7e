//! A network between desk and clients that drops, duplicates, reorders and delays: nothing is doubled,
//! nothing acknowledged is lost, and everybody sees the same in the end. On both stores.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use crate::desk_hall::{Hall, application, report, run};
use outflank_desk::access::{Caller, Role};
use outflank_desk::log::{GlobalSeq, Store};
use outflank_desk::{Request, verify};
use outflank_store::chain::verify_chain;
use outflank_store::memory::MemoryStore;
use outflank_store::sqlite::SqliteStore;
use outflank_tournament::running::{Act, Tournament};

/// Dice of their own, so that a failure prints its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }
}

/// A client that sends its commands in order and repeats each until it has an answer.
struct Client {
    caller: Caller,
    todo: VecDeque<Request>,
}

/// A message on its way to the desk.
#[derive(Clone)]
struct Letter {
    client: usize,
    request: Request,
}

async fn exchange(store: Arc<dyn Store>, seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut hall = Hall::open_on(store, "bof/regional").await;
    let mut clients = Vec::new();
    for number in 0..4 {
        let caller = hall.in_event(Role::Assistant).await;
        let todo = (0..6).map(|n| {
            let name = format!("Fictional {number}-{n}");
            let act = Act::Enter(Box::new(application(&name)));
            Request::new(format!("client-{number}-{n}"), hall.what(act, None))
        });
        clients.push(Client {
            caller,
            todo: todo.collect(),
        });
    }
    let mut answers: BTreeMap<String, u64> = BTreeMap::new();
    deliver(&mut hall, &mut clients, &mut dice, &mut answers, seed).await;
    assert_eq!(
        hall.now().affairs().entrants.len(),
        24,
        "seed {seed}: each entered once"
    );
    // A round whose results four people type at once, each table twice by different people.
    for entrant in hall
        .now()
        .affairs()
        .entrants
        .keys()
        .copied()
        .collect::<Vec<_>>()
    {
        hall.act(Act::CheckIn { entrant }).await;
    }
    let round = hall.start_round().await;
    for (number, client) in clients.iter_mut().enumerate() {
        for table in 1..=12_u16 {
            if usize::from(table) % 2 == number % 2 {
                let act = report(round.0, table, 40, 24);
                let id = format!("result-{number}-{table}");
                client
                    .todo
                    .push_back(Request::new(id, hall.what(act, None)));
            }
        }
    }
    deliver(&mut hall, &mut clients, &mut dice, &mut answers, seed).await;
    check_end(&hall, &answers, seed).await;
}

/// Lets the network run until every client has an answer to everything.
async fn deliver(
    hall: &mut Hall,
    clients: &mut [Client],
    dice: &mut Dice,
    answers: &mut BTreeMap<String, u64>,
    seed: u64,
) {
    let mut wire: Vec<Letter> = Vec::new();
    for step in 0..20_000 {
        if clients.iter().all(|client| client.todo.is_empty()) && wire.is_empty() {
            return;
        }
        // Clients (re)send what they have no answer to; the network doubles some.
        for (number, client) in clients.iter().enumerate() {
            if let Some(request) = client.todo.front()
                && dice.below(3) == 0
            {
                let letter = Letter {
                    client: number,
                    request: request.clone(),
                };
                if dice.below(4) == 0 {
                    wire.push(letter.clone());
                }
                wire.push(letter);
            }
        }
        if wire.is_empty() {
            continue;
        }
        // Any letter may arrive next, or get lost; an answer may get lost as well.
        let place = usize::try_from(dice.below(u64::try_from(wire.len()).unwrap())).unwrap();
        let letter = wire.swap_remove(place);
        if dice.below(5) == 0 {
            continue;
        }
        if step % 97 == 96 {
            hall.restart().await;
        }
        let caller = clients[letter.client].caller.clone();
        let id = letter.request.command_id.clone();
        let answer = hall.submit(&caller, letter.request).await;
        if dice.below(5) == 0 {
            continue;
        }
        match answer {
            Ok(answer) => {
                let before = answers.insert(id.clone(), answer.version);
                assert!(
                    before.is_none_or(|version| version == answer.version),
                    "seed {seed}: {id} has two answers"
                );
            }
            // The other one who typed this table was quicker: nothing new.
            Err(refusal) => assert_eq!(
                refusal.code(),
                "tournament.nothing_new",
                "seed {seed}: {id}"
            ),
        }
        let client = &mut clients[letter.client];
        if client
            .todo
            .front()
            .is_some_and(|request| request.command_id == id)
        {
            client.todo.pop_front();
        }
    }
    panic!("seed {seed}: the clients never came to an end");
}

async fn check_end(hall: &Hall, answers: &BTreeMap<String, u64>, seed: u64) {
    let events = hall.store.read_all(GlobalSeq(0), usize::MAX).await.unwrap();
    for id in answers.keys() {
        let written = events.iter().filter(|one| one.content.command_id == *id);
        let kinds: Vec<&str> = written.map(|one| one.content.kind.as_str()).collect();
        let entered = kinds
            .iter()
            .filter(|kind| kind.ends_with("_registered") || kind.ends_with("result_entered"));
        assert!(
            entered.count() <= 1 && !kinds.is_empty(),
            "seed {seed}: {id} is in the log once"
        );
    }
    let now = hall.now();
    let life = now.affairs().rounds.last().unwrap();
    assert_eq!(
        life.open_tables().count(),
        0,
        "seed {seed}: every result is there"
    );
    let log = now.tournament.log().to_vec();
    // Names of officials are in records, not in the log.
    let mut nameless = now.tournament.clone();
    nameless.call_officials(&BTreeMap::new());
    assert_eq!(Tournament::replay(log), nameless, "seed {seed}");
    verify_chain(hall.store.as_ref()).await.unwrap();
    let (verified, findings) = verify(hall.store.as_ref()).await.unwrap();
    assert_eq!(findings, Vec::new(), "seed {seed}");
    assert_eq!((verified.tournaments, verified.pairings), (1, 1));
}

fn seeds() -> std::ops::Range<u64> {
    match std::env::var("OUTFLANK_SOAK") {
        Ok(value) if value == "1" => 1..101,
        _ => 1..11,
    }
}

#[test]
fn clients_converge_over_a_bad_network_in_memory() {
    for seed in seeds() {
        run(exchange(Arc::new(MemoryStore::new()), seed));
    }
}

#[test]
fn clients_converge_over_a_bad_network_on_sqlite() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("outflank-network-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for seed in seeds().step_by(5) {
        let store = SqliteStore::open(&folder.join(format!("{seed}.db"))).unwrap();
        run(exchange(Arc::new(store), seed));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
