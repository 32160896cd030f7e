//! The end of the log is known: whatever is missing of it is said at the next start and by `verify`.

use std::fs;
use std::path::Path;

use crate::support::{Folder, append, put};
use outflank_desk::log::{Fault, Store};
use outflank_store::sqlite::{SqliteStore, verify_file};

/// What a killed process leaves behind: the files as they are while the log is open.
async fn killed(folder: &Folder, name: &str) -> std::path::PathBuf {
    let log = folder.file(&format!("{name}.live"));
    let store = SqliteStore::open(&log).unwrap();
    for n in 0..100 {
        put(&store, append(&format!("c{n}"), "game/one", n, &["x"])).await;
    }
    let left = folder.file(name);
    for suffix in ["", "-wal", ".head"] {
        let file = |path: &Path| format!("{}{suffix}", path.display());
        fs::copy(file(&log), file(&left)).unwrap();
    }
    drop(store);
    left
}

fn beside(log: &Path, suffix: &str) -> std::path::PathBuf {
    format!("{}{suffix}", log.display()).into()
}

#[tokio::test]
async fn every_loss_in_the_journal_is_reported_and_nothing_is_lost_without_damage() {
    let folder = Folder::new();
    let whole = killed(&folder, "whole.db").await;
    assert_eq!(verify_file(&whole).await.unwrap().events, 100);
    let store = SqliteStore::open(&whole).unwrap();
    assert_eq!(store.durable().borrow().0, 100);
    drop(store);

    type Damage = fn(&Path);
    let damages: [(&str, Damage); 4] = [
        ("flipped.db", |wal| {
            let mut bytes = fs::read(wal).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(wal, bytes).unwrap();
        }),
        ("halved.db", |wal| {
            let bytes = fs::read(wal).unwrap();
            fs::write(wal, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("cut.db", |wal| {
            let bytes = fs::read(wal).unwrap();
            fs::write(wal, &bytes[..bytes.len() - 100]).unwrap();
        }),
        ("deleted.db", |wal| fs::remove_file(wal).unwrap()),
    ];
    for (name, damage) in damages {
        let log = killed(&folder, name).await;
        damage(&beside(&log, "-wal"));
        let found = verify_file(&log).await;
        assert!(
            matches!(found, Err(Fault::Incomplete(_))),
            "{name}: {found:?}"
        );
        let opened = SqliteStore::open(&log);
        let Err(Fault::Incomplete(words)) = opened else {
            panic!("{name}: {opened:?}");
        };
        assert!(words.contains("100"), "{words}");
        // A damaged middle is kept for those who can still read it; a torn tail is not worth it.
        let is_kept = beside(&log, "-wal.damaged-1").exists();
        assert_eq!(is_kept, name == "flipped.db", "{name}");
        // The owner says that this copy counts.
        drop(SqliteStore::open_shorter(&log).unwrap());
        drop(SqliteStore::open(&log).unwrap());
        verify_file(&log).await.unwrap();
    }
}

#[tokio::test]
async fn another_copy_in_the_place_of_the_log_is_noticed() {
    let folder = Folder::new();
    let (log, other) = (folder.file("log.db"), folder.file("other.db"));
    for (path, text) in [(&log, "x"), (&other, "y")] {
        let store = SqliteStore::open(path).unwrap();
        put(&store, append("c1", "game/one", 0, &[text])).await;
    }
    fs::copy(&other, &log).unwrap();
    let opened = SqliteStore::open(&log);
    assert!(matches!(opened, Err(Fault::Incomplete(_))), "{opened:?}");
}

#[test]
fn the_lock_holds_even_if_its_file_is_deleted() {
    let folder = Folder::new();
    let log = folder.file("log.db");
    let _store = SqliteStore::open(&log).unwrap();
    fs::remove_file(beside(&log, ".lock")).unwrap();
    let second = SqliteStore::open(&log);
    assert!(matches!(second, Err(Fault::InUse(_))), "{second:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_user_of_the_program_reads_its_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let log = folder.file("log.db");
    let store = SqliteStore::open(&log).unwrap();
    put(&store, append("c1", "game/one", 0, &["x"])).await;
    store.backup(&folder.file("copy.db")).await.unwrap();
    for name in [
        "log.db",
        "log.db-wal",
        "log.db-shm",
        "log.db.head",
        "log.db.lock",
        "copy.db",
    ] {
        let mode = fs::metadata(folder.file(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}
