//! What only a log in PostgreSQL can meet: what is wrong with a database in one sentence, moving a log into it and
//! out of it, several servers on one, and a server that is killed.

use crate::support;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::support::server::{PASSWORD, Server, USER};
use crate::support::{Folder, append, person, put, stream, write};
use outflank_desk::log::{
    Adoption, AppendError, Duty, Fault, GlobalSeq, Seq, Store, StreamAdoption, Timestamp,
};
use outflank_store::chain::verify_chain;
use outflank_store::postgres::{Address, PostgresStore, restore};
use outflank_store::sqlite::{self, SqliteStore, verify_file};

/// The server of the tests that do it no harm.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(Server::start)
}

fn database() -> Address {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    address(&server().database(&format!("log{number}")))
}

/// What psql answers there.
fn sql(address: &Address, text: &str) -> String {
    let shown = address.to_string();
    let (_, name) = shown.rsplit_once('/').unwrap();
    server().sql(name, text)
}

fn address(url: &str) -> Address {
    url.parse().unwrap()
}

/// The one sentence, in which no password may be.
async fn said(url: &str) -> String {
    let fault = PostgresStore::open(&address(url)).await.unwrap_err();
    let words = fault.to_string();
    assert!(!words.contains(PASSWORD), "{words}");
    assert!(!format!("{fault:?}").contains(PASSWORD), "{fault:?}");
    words
}

#[track_caller]
fn check(words: &str, parts: &[&str]) {
    for part in parts {
        assert!(words.contains(part), "'{part}' is not in: {words}");
    }
    assert!(!words.contains('\n'), "{words}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_with_a_database_is_said_in_one_sentence_with_what_to_do() {
    let (server, port) = (server(), server().port());
    let at = format!("@127.0.0.1:{port}/");
    check(
        &said(&format!("postgres://{USER}:four-corners{at}postgres")).await,
        &[
            "rejected user 'outflank'",
            "Correct the user and the password in --database",
        ],
    );
    check(
        &said(&format!("postgres://nobody:{PASSWORD}{at}postgres")).await,
        &[
            "rejected user 'nobody'",
            "Correct the user and the password in --database",
        ],
    );
    check(
        &said(&format!("postgres://{USER}{at}postgres")).await,
        &["password missing", "Correct --database"],
    );
    check(
        &said(&server.url("nothing")).await,
        &["There is no database 'nothing'", "createdb nothing"],
    );
    // A port on which nobody listens.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = free.local_addr().unwrap().port();
    drop(free);
    check(
        &said(&format!(
            "postgres://{USER}:{PASSWORD}@127.0.0.1:{closed}/log"
        ))
        .await,
        &[
            "The database is unavailable",
            "refused",
            "reconnects automatically",
        ],
    );
    server.sql("postgres", "CREATE ROLE guest LOGIN PASSWORD 'g'");
    let name = "guarded";
    server.database(name);
    check(
        &said(&format!("postgres://guest:g{at}{name}")).await,
        &[
            "User 'guest' does not have the necessary rights",
            "ALTER DATABASE \"guarded\" OWNER TO \"guest\"",
        ],
    );
    check(
        &PostgresStore::open_to_read(&address(&server.url(name)))
            .await
            .unwrap_err()
            .to_string(),
        &[
            "There is no log in PostgreSQL at",
            "Correct the name of the database",
        ],
    );
    for bad in [
        "one:5432",
        "postgres://",
        "postgres:///log",
        "host=one user=x",
        "postgres://u:p@h:x/l",
    ] {
        let words = bad.parse::<Address>().unwrap_err().to_string();
        check(
            &words,
            &[
                "not a PostgreSQL address",
                "postgres://user:password@host:5432/name",
            ],
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_start_at_once_make_the_tables_once() {
    let address = database();
    let open = || {
        tokio::spawn({
            let address = address.clone();
            async move { PostgresStore::open(&address).await }
        })
    };
    let opening: Vec<_> = (0..8).map(|_| open()).collect();
    for one in opening {
        one.await.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_a_newer_program_are_left_alone() {
    let address = database();
    let store = PostgresStore::open(&address).await.unwrap();
    put(&store, append("c1", "game/one", 0, &["a"])).await;
    drop(store);
    sql(&address, "UPDATE outflank.format SET version = 9");
    for opened in [
        PostgresStore::open(&address).await,
        PostgresStore::open_to_read(&address).await,
    ] {
        let fault = opened.unwrap_err();
        assert_eq!(fault, Fault::Newer { found: 9, known: 2 });
        check(&fault.to_string(), &["format 9", "Use a newer version"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_an_older_program_are_brought_forward() {
    let address = database();
    let store = PostgresStore::open(&address).await.unwrap();
    put(&store, append("c1", "game/one", 0, &["a"])).await;
    drop(store);
    let as_it_was =
        "ALTER TABLE outflank.head DROP COLUMN cuts; UPDATE outflank.format SET version = 1";
    sql(&address, as_it_was);
    // Looking changes nothing.
    let looked = PostgresStore::open_to_read(&address).await.unwrap();
    assert_eq!(looked.read_all(GlobalSeq(0), 9).await.unwrap().len(), 1);
    assert_eq!(
        sql(&address, "SELECT version FROM outflank.format").trim(),
        "1"
    );
    let store = PostgresStore::open(&address).await.unwrap();
    assert_eq!(
        sql(&address, "SELECT version FROM outflank.format").trim(),
        "2"
    );
    put(&store, append("c2", "game/one", 1, &["b"])).await;
    put(&store, append("c3", "game/one", 2, &["c"])).await;
    assert_eq!(verify_chain(&store).await.unwrap().events, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_says_what_it_is_and_can_be_read() {
    let primary = Server::start();
    primary.database("log");
    let address = address(&primary.url("log"));
    let store = PostgresStore::open(&address).await.unwrap();
    put(&store, append("c1", "game/one", 0, &["a"])).await;
    let standby = Server::standby_of(&primary);
    check(
        &said(&standby.url("log")).await,
        &[
            "is a read-only standby",
            "Use the address of the primary in --database",
            "pg_ctl promote",
        ],
    );
    put(&store, append("c2", "game/one", 1, &["b"])).await;
    // What is acknowledged is on its disk; it is seen there a moment later.
    let beside = self::address(&standby.url("log"));
    let seen = PostgresStore::open_to_read(&beside).await.unwrap();
    while seen.read_all(GlobalSeq(0), 9).await.unwrap().len() < 2 {
        tokio::task::yield_now().await;
    }
    // Several hosts: the one that takes writes is found wherever it stands.
    let both = format!(
        "postgres://{USER}:{PASSWORD}@127.0.0.1:{},127.0.0.1:{}/log",
        standby.port(),
        primary.port()
    );
    let store = PostgresStore::open(&self::address(&both)).await.unwrap();
    put(&store, append("c3", "game/one", 2, &["c"])).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_moves_into_a_database_and_back_with_every_hash() {
    let folder = Folder::new();
    let path = folder.file("outflank.db");
    let store = SqliteStore::open(&path).unwrap();
    fill(&store).await;
    store.beat(Timestamp(1_234_567)).await.unwrap();
    let copy = folder.file("copy.db");
    let verified = store.backup(&copy).await.unwrap();
    assert!(verified.set_aside > 0);

    let address = database();
    assert_eq!(restore(&copy, &address).await.unwrap(), verified);
    let there = PostgresStore::open(&address).await.unwrap();
    same(&store, &there).await;
    assert_eq!(there.verify().await.unwrap(), verified);
    let silence = there.silence(Timestamp(0)).await.unwrap().unwrap();
    assert!(
        silence.0 > 1_000_000_000,
        "the heartbeat came along: {silence:?}"
    );
    // A log that is there is not written over, and stays as it was.
    let fault = restore(&copy, &address).await.unwrap_err();
    check(
        &fault.to_string(),
        &[
            "There is already a log in PostgreSQL",
            "Nothing was changed",
            "Use a new database",
        ],
    );
    assert_eq!(there.verify().await.unwrap(), verified);

    // It goes on there, and comes back with what was added.
    put(&there, append("later", "game/later", 0, &["x"])).await;
    let back = folder.file("back.db");
    let later = there.backup(&back).await.unwrap();
    assert_eq!(later.events, verified.events + 1);
    assert_eq!(verify_file(&back).await.unwrap(), later);
    let data = folder.file("data/outflank.db");
    let (restored, _) = sqlite::restore(&back, &data).await.unwrap();
    assert_eq!(restored.head(), later.head());
    let back = SqliteStore::open(&data).unwrap();
    same(&there, &back).await;
    assert_eq!(
        back.silence(Timestamp(1_234_570)).await.unwrap().unwrap().0,
        3
    );
}

/// Commands, records, several streams, and events that gave way to another copy.
async fn fill(store: &dyn Store) {
    let other = outflank_store::memory::MemoryStore::new();
    put(&other, append("theirs", "game/one", 0, &["a", "b"])).await;
    for n in 0..60_u64 {
        let mut command = append(
            &format!("c{n}"),
            &format!("game/g{}", n % 7),
            n / 7,
            &["z\u{0}"],
        );
        command.writes.push(write("tournament/t", n, &["x"]));
        command
            .records
            .push(person(&format!("p{}", n % 5), Some("{\"näme\":1}")));
        put(store, command).await;
    }
    put(store, append("ours", "game/one", 0, &["q"])).await;
    let theirs = other.read_all(GlobalSeq(0), 9).await.unwrap();
    let adoption = outflank_desk::log::Adoption {
        streams: vec![outflank_desk::log::StreamAdoption {
            stream: support::stream("game/one"),
            expected: store.head(&support::stream("game/one")).await.unwrap(),
            keep: outflank_desk::log::Seq(0),
            events: theirs.iter().map(|event| event.content.clone()).collect(),
        }],
        ..outflank_desk::log::Adoption::default()
    };
    store.adopt(adoption).await.unwrap();
}

async fn same(one: &dyn Store, other: &dyn Store) {
    let all = async |store: &dyn Store| {
        let mut kinds = Vec::new();
        for kind in outflank_desk::log::RecordKind::ALL {
            let mut records = store.records(kind).await.unwrap();
            records.retain(|(id, _)| id != "heartbeat");
            kinds.push(records);
        }
        (
            store.read_all(GlobalSeq(0), usize::MAX).await.unwrap(),
            store.set_aside().await.unwrap(),
            kinds,
            store.command("c17").await.unwrap(),
        )
    };
    let (ours, theirs) = (all(one).await, all(other).await);
    assert_eq!(ours, theirs);
    assert!(ours.3.is_some());
    let (ours, theirs) = (
        verify_chain(one).await.unwrap(),
        verify_chain(other).await.unwrap(),
    );
    assert_eq!(ours, theirs);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_is_on_duty_and_another_takes_over_when_it_ends() {
    let address = database();
    let first = PostgresStore::open(&address).await.unwrap();
    let second = PostgresStore::open(&address).await.unwrap();
    let beside = PostgresStore::open_beside(&address).await.unwrap();
    assert_eq!(
        [first.duty(), second.duty(), beside.duty()],
        [Duty::OnDuty, Duty::Standby, Duty::Standby]
    );
    // Whoever writes on one is heard on the others.
    let mut durable = second.durable();
    put(&first, append("c1", "game/one", 0, &["a"])).await;
    durable
        .wait_for(|last| *last == GlobalSeq(1))
        .await
        .unwrap();
    // The same command on another server is the same command.
    let again = second
        .append(append("c1", "game/one", 0, &["a"]))
        .await
        .unwrap();
    assert!(matches!(again, outflank_desk::log::Appended::Before(_)));
    // A silence is stepped over by whoever is on duty alone.
    let silent = "UPDATE outflank.heartbeat SET at = clock_timestamp() - interval '8 seconds'";
    sql(&address, silent);
    second.beat(Timestamp(0)).await.unwrap();
    assert!(second.silence(Timestamp(0)).await.unwrap().unwrap().0 >= 8_000);
    first.beat(Timestamp(0)).await.unwrap();
    assert!(second.silence(Timestamp(0)).await.unwrap().unwrap().0 < 5_000);
    drop(first);
    while second.duty() != Duty::OnDuty {
        tokio::task::yield_now().await;
    }
    assert_eq!(beside.duty(), Duty::Standby);
}

/// Servers write without looking where they remember the end of a stream; what they remember may be out of date.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_remembers_is_checked_by_the_log() {
    let address = database();
    let one = PostgresStore::open(&address).await.unwrap();
    let two = PostgresStore::open(&address).await.unwrap();
    // Each in its own stream, in turns: the numbers are those of the one log.
    let mut numbers = Vec::new();
    for turn in 0..20 {
        for (store, game) in [(&one, "game/one"), (&two, "game/two")] {
            let texts: &[&str] = if turn % 3 == 0 { &["a", "b"] } else { &["a"] };
            let seen = store.head(&stream(game)).await.unwrap();
            let seen = seen.map_or(0, |head| head.seq.0);
            let written = put(store, append(&format!("{game}-{turn}"), game, seen, texts)).await;
            numbers.extend(written.iter().map(|event| event.global_seq.0));
        }
    }
    assert_eq!(numbers, (1..=54).collect::<Vec<u64>>());
    let logged = one.read_all(GlobalSeq(0), 100).await.unwrap();
    assert_eq!(logged.len(), numbers.len());
    verify_chain(&one).await.unwrap();
    // The other writes where this one wrote last.
    put(&two, append("theirs", "game/one", 27, &["b"])).await;
    let late = one.append(append("ours", "game/one", 27, &["c"])).await;
    let Err(AppendError::Conflict { actual, .. }) = late else {
        panic!("{late:?}");
    };
    assert_eq!(actual, Seq(28));
    put(&one, append("ours", "game/one", 28, &["c"])).await;
    // The other cuts the stream and adds nothing, so the log ends where it did.
    let cut = Adoption {
        streams: vec![StreamAdoption {
            stream: stream("game/one"),
            expected: two.head(&stream("game/one")).await.unwrap(),
            keep: Seq(27),
            events: Vec::new(),
        }],
        ..Adoption::default()
    };
    assert!(two.adopt(cut).await.unwrap().is_empty());
    let late = one.append(append("late", "game/one", 29, &["d"])).await;
    let Err(AppendError::Conflict { actual, .. }) = late else {
        panic!("{late:?}");
    };
    assert_eq!(actual, Seq(27));
    let written = put(&one, append("late", "game/one", 27, &["d"])).await;
    assert_eq!(written[0].global_seq, GlobalSeq(57));
    verify_chain(&two).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_holds_an_older_copy_is_not_written_to() {
    let mut server = Server::start();
    server.database("log");
    let store = PostgresStore::open(&address(&server.url("log")))
        .await
        .unwrap();
    put(&store, append("c1", "game/one", 0, &["a"])).await;
    put(&store, append("c2", "game/one", 1, &["b"])).await;
    // As if somebody had put yesterday's backup in its place while we were connected.
    server.sql(
        "log",
        "DELETE FROM outflank.events WHERE seq = 2; UPDATE outflank.head SET seq = 1",
    );
    server.kill();
    server.run();
    let refused = store
        .append(append("c3", "game/one", 1, &["c"]))
        .await
        .unwrap_err();
    check(
        &refused.to_string(),
        &[
            "ends at number 1",
            "already seen number 2",
            "start the complete one",
        ],
    );
}

/// Two processes' worth of stores write into the same streams while the server is killed again and again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_and_doubles_nothing() {
    let mut server = Server::start();
    server.database("log");
    let address = address(&server.url("log"));
    let mut tasks = Vec::new();
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let progress = Arc::new(std::sync::atomic::AtomicU64::new(0));
    for s in 0..2 {
        let store = Arc::new(PostgresStore::open(&address).await.unwrap());
        for t in 0..4 {
            tasks.push(tokio::spawn(write_until_stopped(
                Arc::clone(&store),
                format!("s{s}t{t}"),
                Arc::clone(&stop),
                Arc::clone(&progress),
            )));
        }
    }
    let kills = support::soaked(3);
    for n in 0..kills {
        // Wherever they are when so many more are acknowledged.
        let more = 1 + 7 * u64::try_from(n % 5).unwrap();
        let until = progress.load(Ordering::Relaxed) + more;
        while progress.load(Ordering::Relaxed) < until {
            tokio::task::yield_now().await;
        }
        tokio::task::block_in_place(|| {
            server.kill();
            server.run();
        });
    }
    stop.store(true, Ordering::Relaxed);
    let mut acknowledged = 0;
    let mut written = 0;
    for task in tasks {
        let (name, count, doubtful) = task.await.unwrap();
        let store = PostgresStore::open(&address).await.unwrap();
        for n in 0..count {
            assert!(
                store
                    .command(&format!("{name}-{n}"))
                    .await
                    .unwrap()
                    .is_some(),
                "{name}-{n}"
            );
        }
        acknowledged += count;
        written += doubtful;
    }
    let store = PostgresStore::open(&address).await.unwrap();
    let verified = store.verify().await.unwrap();
    let events = store.read_all(GlobalSeq(0), usize::MAX).await.unwrap();
    let ids: std::collections::BTreeSet<_> = events
        .iter()
        .map(|event| &event.content.command_id)
        .collect();
    assert_eq!(ids.len(), events.len(), "none is there twice");
    assert!(verified.events >= acknowledged && verified.events <= acknowledged + written);
    println!("{kills} kills, {acknowledged} acknowledged, {written} were refused at the end");
}

/// Command after command, each again under its id until it is acknowledged.
async fn write_until_stopped(
    store: Arc<PostgresStore>,
    name: String,
    stop: Arc<std::sync::atomic::AtomicBool>,
    progress: Arc<std::sync::atomic::AtomicU64>,
) -> (String, u64, u64) {
    let stream = support::stream("game/shared");
    for n in 0.. {
        let id = format!("{name}-{n}");
        loop {
            let is_over = stop.load(Ordering::Relaxed);
            let seen = match store.head(&stream).await {
                Ok(head) => head.map_or(0, |head| head.seq.0),
                Err(_) if is_over => return (name, n, 1),
                Err(_) => continue,
            };
            let mut command = append(&id, "game/shared", seen, &["a"]);
            // What is asked is the same whatever was seen.
            command.request = [7; 32];
            match store.append(command).await {
                Ok(_) => break,
                Err(_) if is_over => return (name, n, 1),
                Err(_) => tokio::task::yield_now().await,
            }
        }
        progress.fetch_add(1, Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) {
            return (name, n + 1, 0);
        }
    }
    unreachable!("it is stopped")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_stops_answering_is_given_up_after_some_seconds() {
    let url = server().database("stalled");
    let store = PostgresStore::open(&address(&url)).await.unwrap();
    put(&store, append("c1", "game/one", 0, &["x"])).await;
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
        .await
        .unwrap();
    let moving = tokio::spawn(connection);
    let lock = "BEGIN; LOCK TABLE outflank.records, outflank.head IN ACCESS EXCLUSIVE MODE";
    client.batch_execute(lock).await.unwrap();
    let begun = std::time::Instant::now();
    let key = outflank_desk::log::RecordKey::new(outflank_desk::log::RecordKind::Person, "p1");
    let read = store.record(&key).await;
    assert!(matches!(read, Err(Fault::Away(_))), "{read:?}");
    let written = store.append(append("c2", "game/one", 1, &["y"])).await;
    let is_away = matches!(written, Err(AppendError::Fault(Fault::Away(_))));
    assert!(is_away, "{written:?}");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    // When it answers again, the command that was sent again is written once.
    client.batch_execute("ROLLBACK").await.unwrap();
    let appended = support::until_answered(&store, append("c2", "game/one", 1, &["y"])).await;
    assert!(appended.is_ok(), "{appended:?}");
    assert_eq!(
        store
            .read(&stream("game/one"), Seq(0), 10)
            .await
            .unwrap()
            .len(),
        2
    );
    moving.abort();
}
