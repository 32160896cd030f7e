//! What goes wrong with a file is said in words and never papered over.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::support::{Folder, append, person, put, soaked, stream};
use outflank_desk::log::{AppendError, Envelope, Fault, GlobalSeq, RecordKind, Seq, Store};
use outflank_store::chain::verify_chain;
use outflank_store::sqlite::{SqliteStore, verify_file};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

const EVENTS: u64 = 120;

/// A closed log with two streams and a few persons; what is in it.
async fn a_log(path: &Path) -> Vec<Arc<Envelope>> {
    let store = SqliteStore::open(path).unwrap();
    for n in 0..EVENTS / 2 {
        let mut one = append(&format!("a{n}"), "game/one", n, &[&format!("needle-{n}")]);
        one.records.push(person(
            &format!("p{n}"),
            Some("{\"name\":\"Ada Beispiel\"}"),
        ));
        put(&store, one).await;
        put(&store, append(&format!("b{n}"), "game/two", n, &["hay"])).await;
    }
    store.read_all(GlobalSeq(0), usize::MAX).await.unwrap()
}

/// Flips one bit of the first place where `bytes` stand at or after `from`.
fn flip(path: &Path, from: usize, bytes: &[u8]) {
    let mut file = fs::read(path).unwrap();
    let found = file[from..]
        .windows(bytes.len())
        .position(|window| window == bytes);
    file[from + found.unwrap()] ^= 4;
    fs::write(path, file).unwrap();
}

fn damage(fault: &Fault) -> &str {
    match fault {
        Fault::Damaged(words) => words,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_flipped_byte_in_a_body_is_named() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    a_log(&path).await;
    flip(&path, 0, b"needle-17\"");
    let fault = verify_file(&path).await.unwrap_err();
    assert!(
        damage(&fault).contains("log entry 18 of stream game/one (number 35 of the log)"),
        "{fault}"
    );
    assert!(fault.to_string().contains("restore the latest backup"));
    let store = SqliteStore::open(&path).unwrap();
    let read = store
        .read(&stream("game/one"), Seq(0), usize::MAX)
        .await
        .unwrap_err();
    assert!(
        damage(&read).contains("log entry 18 of stream game/one"),
        "{read}"
    );
    assert!(store.read_all(GlobalSeq(0), usize::MAX).await.is_err());
}

#[tokio::test]
async fn a_flipped_byte_in_a_hash_is_named() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    let events = a_log(&path).await;
    flip(&path, 0, &events[40].hash.0);
    let fault = verify_file(&path).await.unwrap_err();
    // The hash stands in its own event and, as the one before, in the next of its stream.
    let words = damage(&fault);
    assert!(
        words.contains("log entry 21 of") || words.contains("log entry 22 of"),
        "{words}"
    );
}

#[tokio::test]
async fn a_flipped_byte_in_an_index_is_noticed() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    a_log(&path).await;
    let ask = "SELECT rootpage FROM sqlite_schema WHERE name = 'events_by_stream'";
    let file = rusqlite::Connection::open(&path).unwrap();
    let page: usize = file
        .query_row(ask, [], |row| row.get::<_, i64>(0))
        .unwrap()
        .try_into()
        .unwrap();
    let size = "PRAGMA page_size";
    let size: usize = (file
        .query_row(size, [], |row| row.get::<_, i64>(0))
        .unwrap())
    .try_into()
    .unwrap();
    file.close().unwrap();
    flip(&path, (page - 1) * size, b"game/one");
    let fault = verify_file(&path).await.unwrap_err();
    assert!(damage(&fault).contains("events_by_stream"), "{fault}");
}

#[tokio::test]
async fn a_flipped_byte_in_a_record_or_an_answer_is_named() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    a_log(&path).await;
    let whole = fs::read(&path).unwrap();
    flip(&path, 0, b"Ada Beispiel");
    let fault = verify_file(&path).await.unwrap_err();
    assert!(damage(&fault).contains("the person record p"), "{fault}");
    let store = SqliteStore::open(&path).unwrap();
    assert!(store.records(RecordKind::Person).await.is_err());
    drop(store);
    fs::write(&path, whole).unwrap();
    flip(&path, 0, b"{\"did\":\"a9\"}");
    let fault = verify_file(&path).await.unwrap_err();
    assert!(
        damage(&fault).contains("the answer to command a9"),
        "{fault}"
    );
    let store = SqliteStore::open(&path).unwrap();
    assert!(store.command("a9").await.is_err());
    let again = append("a9", "game/one", 9, &["needle-9"]);
    assert!(matches!(
        store.append(again).await,
        Err(AppendError::Fault(Fault::Damaged(_)))
    ));
}

/// Wherever one bit is flipped: either it is reported, or everything reads as it was.
#[tokio::test]
async fn no_flipped_bit_changes_what_is_read() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    let events = a_log(&path).await;
    let whole = fs::read(&path).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut reported = 0;
    for _ in 0..soaked(150) {
        let place = usize::try_from(random.next_u64()).unwrap() % whole.len();
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (random.next_u32() % 8);
        fs::write(&path, &bytes).unwrap();
        match verify_file(&path).await {
            Err(_) => reported += 1,
            Ok(verified) => {
                let store = SqliteStore::open_to_read(&path).unwrap();
                let read = store.read_all(GlobalSeq(0), usize::MAX).await.unwrap();
                assert_eq!(read, events, "bit at {place}");
                assert_eq!(verified.events, EVENTS);
                let persons = store.records(RecordKind::Person).await.unwrap();
                assert_eq!(persons.len(), 60, "bit at {place}");
            }
        }
        let _ = fs::remove_file(folder.file("log.db-wal"));
        let _ = fs::remove_file(folder.file("log.db-shm"));
    }
    assert!(reported > 50, "{reported}");
}

#[tokio::test]
async fn a_cut_or_missing_file_is_damage_not_an_empty_log() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    a_log(&path).await;
    let whole = fs::read(&path).unwrap();
    for length in [0, 50, 5_000, whole.len() / 2, whole.len() - 4096] {
        fs::write(&path, &whole[..length]).unwrap();
        let fault = verify_file(&path).await.unwrap_err();
        damage(&fault);
        let opened = match SqliteStore::open(&path) {
            Ok(store) => verify_chain(&store).await.map(|_| ()),
            Err(fault) => Err(fault),
        };
        damage(&opened.unwrap_err());
        let _ = fs::remove_file(folder.file("log.db-wal"));
        let _ = fs::remove_file(folder.file("log.db-shm"));
    }
    fs::remove_file(&path).unwrap();
    fs::write(folder.file("log.db-wal"), b"x").unwrap();
    let fault = SqliteStore::open(&path).unwrap_err();
    assert!(
        damage(&fault).contains("is missing, but its journal"),
        "{fault}"
    );
    assert!(!path.exists());
}

#[tokio::test]
async fn a_log_that_is_not_there_is_not_made_by_reading() {
    let folder = Folder::new();
    let fault = verify_file(&folder.file("none.db")).await.unwrap_err();
    assert!(fault.to_string().contains("there is no log at"), "{fault}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::write(
        folder.file("text"),
        "no log at all, but a long enough text to look at",
    )
    .unwrap();
    let fault = SqliteStore::open(&folder.file("text")).unwrap_err();
    damage(&fault);
}

#[tokio::test]
async fn a_full_disk_is_said_and_the_log_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let store = Arc::new(SqliteStore::open(&folder.file("log.db")).unwrap());
    put(&*store, append("first", "game/one", 0, &["x"])).await;
    store.limit_pages(40).await.unwrap();
    let long = "x".repeat(3000);
    let mut acknowledged = 1;
    let full = loop {
        let next = append(
            &format!("c{acknowledged}"),
            "game/one",
            acknowledged,
            &[&long],
        );
        match store.append(next).await {
            Ok(_) => acknowledged += 1,
            Err(error) => break error,
        }
        assert!(acknowledged < 1000);
    };
    assert!(matches!(full, AppendError::Fault(Fault::Full(_))), "{full}");
    assert!(full.to_string().contains("Free some space"), "{full}");
    // What was acknowledged is there, what was not is not, and a small command may still fit.
    assert_eq!(verify_chain(&*store).await.unwrap().events, acknowledged);
    let refused = format!("c{acknowledged}");
    assert_eq!(store.command(&refused).await.unwrap(), None);
    let group: Vec<_> = (0..20)
        .map(|n| {
            let store = Arc::clone(&store);
            let next = append(
                &format!("g{n}"),
                &format!("game/g{n}"),
                0,
                &[&"y".repeat(9000)],
            );
            tokio::spawn(async move { store.append(next).await.is_ok() })
        })
        .collect();
    for task in group {
        assert!(!task.await.unwrap());
    }
    store.limit_pages(1_000_000).await.unwrap();
    put(
        &*store,
        append(&refused, "game/one", acknowledged, &[&long]),
    )
    .await;
    let verified = verify_chain(&*store).await.unwrap();
    assert_eq!(
        (verified.events, verified.heads.len()),
        (acknowledged + 1, 1)
    );
}

#[tokio::test]
async fn two_programs_cannot_write_one_log() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    let store = SqliteStore::open(&path).unwrap();
    put(&store, append("c1", "game/one", 0, &["x"])).await;
    let fault = SqliteStore::open(&path).unwrap_err();
    let words = fault.to_string();
    assert!(matches!(fault, Fault::InUse(_)));
    assert!(
        words.contains(&format!("process {}", std::process::id())),
        "{words}"
    );
    assert!(words.contains("Stop that program first"), "{words}");
    // Looking is allowed.
    let reader = SqliteStore::open_to_read(&path).unwrap();
    assert_eq!(verify_chain(&reader).await.unwrap().events, 1);
    let refused = reader
        .append(append("c2", "game/one", 1, &["x"]))
        .await
        .unwrap_err();
    assert!(
        matches!(refused, AppendError::Fault(Fault::ReadOnly(_))),
        "{refused}"
    );
    drop(store);
    SqliteStore::open(&path).unwrap();
}

#[tokio::test]
async fn what_is_erased_is_nowhere_in_the_files() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.file("log.db")).unwrap();
    let name = "Ada Beispiel, born 2012-05-01";
    let holds_name = || {
        let files = fs::read_dir(folder.path()).unwrap();
        files
            .map(|file| fs::read(file.unwrap().path()).unwrap())
            .any(|bytes| {
                bytes
                    .windows(name.len())
                    .any(|window| window == name.as_bytes())
            })
    };
    store
        .put_records(vec![person("p1", Some(name)), person("p2", Some(name))])
        .await
        .unwrap();
    assert!(holds_name());
    store.put_records(vec![person("p1", None)]).await.unwrap();
    let mut rest = append("c1", "game/one", 0, &["x"]);
    rest.records.push(person("p2", Some("{}")));
    put(&store, rest).await;
    // The journal is emptied after the answer; the next answer comes after that.
    put(&store, append("c2", "game/one", 1, &["x"])).await;
    assert!(!holds_name());
}
