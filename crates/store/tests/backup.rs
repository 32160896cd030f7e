//! Copies of the whole log while it is written, and putting one back.

use std::fs;
use std::sync::Arc;

use crate::support::{Folder, append, person, put};
use outflank_desk::log::{Fault, GlobalSeq, Store};
use outflank_store::chain::verify_chain;
use outflank_store::sqlite::{SqliteStore, restore, verify_file};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_whole_while_writing_goes_on() {
    let folder = Folder::new();
    let store = Arc::new(SqliteStore::open(&folder.file("log.db")).unwrap());
    put(&*store, append("first", "game/one", 0, &["x"])).await;
    let writing = {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for n in 1..400 {
                put(
                    &*store,
                    append(&format!("c{n}"), "game/one", n, &[&"x".repeat(2000)]),
                )
                .await;
            }
        })
    };
    let to = folder.file("copy.db");
    let mut sizes = Vec::new();
    while !writing.is_finished() {
        let before = store.durable().borrow().0;
        let verified = store.backup(&to).await.unwrap();
        assert!(
            verified.events >= before,
            "what was acknowledged before is in it"
        );
        assert_eq!(verify_file(&to).await.unwrap(), verified);
        sizes.push(verified.events);
    }
    writing.await.unwrap();
    assert!(sizes.is_sorted() && !sizes.is_empty(), "{sizes:?}");
    let verified = store.backup(&to).await.unwrap();
    assert_eq!(verified.events, 400);
    assert_eq!(verified.head(), verify_chain(&*store).await.unwrap().head());
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    names.retain(|name| name.to_str().unwrap().starts_with("copy"));
    assert_eq!(names, ["copy.db"], "a backup is one file");
}

#[tokio::test]
async fn a_backup_is_restored_and_the_old_log_kept() {
    let folder = Folder::new();
    let (log, copy) = (folder.file("data/outflank.db"), folder.file("copy.db"));
    fs::create_dir(folder.file("data")).unwrap();
    let store = SqliteStore::open(&log).unwrap();
    let mut first = append("c1", "game/one", 0, &["x"]);
    first.records.push(person("p1", Some("{}")));
    put(&store, first.clone()).await;
    store.backup(&copy).await.unwrap();
    put(&store, append("c2", "game/one", 1, &["later"])).await;
    let used = restore(&copy, &log).await.unwrap_err();
    assert!(matches!(used, Fault::InUse(_)), "{used}");
    drop(store);
    let (verified, kept) = restore(&copy, &log).await.unwrap();
    assert_eq!(verified.events, 1);
    assert_eq!(verify_file(&kept.unwrap()).await.unwrap().events, 2);
    let store = SqliteStore::open(&log).unwrap();
    assert_eq!(store.read_all(GlobalSeq(0), 9).await.unwrap().len(), 1);
    assert_eq!(
        store.answered("c1", first.request).await.unwrap(),
        Some(first.answer)
    );
    assert!(
        store
            .record(&person("p1", None).key)
            .await
            .unwrap()
            .is_some()
    );
    put(&store, append("c3", "game/one", 1, &["on"])).await;
    drop(store);
    // On another laptop there is no log yet, nor a folder.
    let elsewhere = folder.file("new/outflank.db");
    let (_, kept) = restore(&copy, &elsewhere).await.unwrap();
    assert_eq!(kept, None);
    verify_file(&elsewhere).await.unwrap();
}

#[tokio::test]
async fn a_damaged_backup_is_refused_and_the_log_stays() {
    let folder = Folder::new();
    let (log, copy) = (folder.file("outflank.db"), folder.file("copy.db"));
    let store = SqliteStore::open(&log).unwrap();
    put(&store, append("c1", "game/one", 0, &["needle"])).await;
    store.backup(&copy).await.unwrap();
    drop(store);
    let mut bytes = fs::read(&copy).unwrap();
    let place = bytes
        .windows(6)
        .position(|window| window == b"needle")
        .unwrap();
    bytes[place] ^= 1;
    fs::write(&copy, bytes).unwrap();
    let fault = restore(&copy, &log).await.unwrap_err();
    assert!(matches!(fault, Fault::Damaged(_)), "{fault}");
    assert_eq!(verify_file(&log).await.unwrap().events, 1);
    let store = SqliteStore::open(&log).unwrap();
    let nowhere = store
        .backup(&folder.file("none/copy.db"))
        .await
        .unwrap_err();
    assert!(
        nowhere.to_string().contains("Check the name of the file"),
        "{nowhere}"
    );
}

#[tokio::test]
async fn a_restored_backup_does_not_bring_back_who_was_erased() {
    let folder = Folder::new();
    let (log, copy) = (folder.file("log.db"), folder.file("copy.db"));
    let store = SqliteStore::open(&log).unwrap();
    let mut first = append("c1", "access", 0, &["x"]);
    first
        .records
        .push(person("p1", Some("{\"name\":\"Zenobia\"}")));
    first
        .records
        .push(person("p2", Some("{\"name\":\"Yolanda\"}")));
    put(&store, first).await;
    store.backup(&copy).await.unwrap();
    let mut erase = append("c2", "access", 1, &["x"]);
    erase.writes[0].events[0].kind = "access.person_erased".to_owned();
    erase.writes[0].events[0].body = "{\"person\":\"p1\"}".to_owned();
    erase.records.push(person("p1", None));
    put(&store, erase).await;
    drop(store);
    restore(&copy, &log).await.unwrap();
    let store = SqliteStore::open(&log).unwrap();
    let left = store
        .records(outflank_desk::log::RecordKind::Person)
        .await
        .unwrap();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(left[0].0, "p2");
    let bytes = fs::read(&log).unwrap();
    assert!(!bytes.windows(7).any(|some| some == b"Zenobia"));
}
