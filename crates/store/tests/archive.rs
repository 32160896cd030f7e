//! One event as a file: written, read, taken over, and the choice where two copies went on.

use crate::support;
use std::path::Path;

use crate::support::{Folder, append, person, put, stream, write};
use outflank_desk::log::{GlobalSeq, RecordKey, RecordKind, Seq, Store, Timestamp};
use outflank_store::archive::{
    Archive, ArchiveError, Choice, Private, Relation, Selection, compare, import, read_file,
    write_file,
};
use outflank_store::chain::verify_chain;
use outflank_store::memory::MemoryStore;
use outflank_store::sqlite::SqliteStore;

const NAME: &str = "Ada Beispiel";

/// An event with one game, another event beside it, and a person.
async fn a_log() -> MemoryStore {
    let store = MemoryStore::new();
    put(
        &store,
        append("open", "tournament/t", 0, &["opened", "round 1"]),
    )
    .await;
    put(&store, append("other", "tournament/other", 0, &["opened"])).await;
    let mut result = append("result", "game/g", 0, &["a \\\"b\\\" é 黒", "confirmed"]);
    result.writes.push(write("tournament/t", 2, &["result"]));
    put(&store, result).await;
    store
        .put_records(vec![person("p1", Some(NAME))])
        .await
        .unwrap();
    store
}

fn selection(private: Private) -> Selection {
    Selection {
        streams: ["tournament/t", "game/g", "game/none"].map(stream).into(),
        private,
        also: Vec::new(),
    }
}

fn take_over() -> Selection {
    selection(Private::Included(vec![
        RecordKey::new(RecordKind::Person, "p1"),
        RecordKey::new(RecordKind::Person, "gone"),
    ]))
}

async fn archived(store: &dyn Store, selection: &Selection, path: &Path) -> Archive {
    write_file(store, selection, Timestamp(5), path)
        .await
        .unwrap();
    read_file(path).unwrap()
}

#[tokio::test]
async fn an_archive_is_taken_over_whole() {
    let folder = Folder::new();
    let path = folder.file("t.outflank");
    let store = a_log().await;
    let written = write_file(&store, &take_over(), Timestamp(5), &path)
        .await
        .unwrap();
    assert_eq!((written.events, written.records), (5, 1));
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no unfinished file is left"
    );
    let archive = read_file(&path).unwrap();
    let other = SqliteStore::open(&folder.file("other.db")).unwrap();
    let imported = import(&other, &archive, Choice::Ask).await.unwrap();
    assert_eq!((imported.events.len(), imported.records), (5, 1));
    for name in ["tournament/t", "game/g"] {
        let name = stream(name);
        assert_eq!(
            other.head(&name).await.unwrap(),
            store.head(&name).await.unwrap()
        );
    }
    assert_eq!(
        other.command("result").await.unwrap(),
        store.command("result").await.unwrap()
    );
    assert_eq!(other.command("other").await.unwrap(), None);
    let record = other.record(&person("p1", None).key).await.unwrap();
    assert_eq!(record.as_deref(), Some(NAME));
    verify_chain(&other).await.unwrap();
    // Taken in once more: nothing new, nothing changed.
    other.put_records(vec![person("p1", None)]).await.unwrap();
    let again = import(&other, &archive, Choice::Ask).await.unwrap();
    assert_eq!((again.events.len(), again.records), (0, 0));
    assert_eq!(other.record(&person("p1", None).key).await.unwrap(), None);
}

#[tokio::test]
async fn a_public_archive_has_no_private_word() {
    let folder = Folder::new();
    let path = folder.file("public");
    let archive = archived(&a_log().await, &selection(Private::LeftOut), &path).await;
    assert_eq!((archive.records.len(), archive.commands.len()), (0, 0));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains(NAME) && !text.contains("\"did\""));
    assert!(!text.contains("tournament/other"));
}

#[tokio::test]
async fn the_missing_tail_is_appended() {
    let folder = Folder::new();
    let (ours, theirs) = (a_log().await, a_log().await);
    put(&theirs, append("more", "tournament/t", 3, &["round 2"])).await;
    let archive = archived(&theirs, &take_over(), &folder.file("a")).await;
    let comparison = compare(&ours, &archive).await.unwrap();
    assert!(matches!(comparison.streams[0].1, Relation::TheyGoOn { ours } if ours.seq == Seq(3)));
    assert!(matches!(comparison.streams[1].1, Relation::Same(_)));
    let imported = import(&ours, &archive, Choice::Ask).await.unwrap();
    assert_eq!(imported.events.len(), 1);
    assert_eq!(imported.events[0].global_seq, GlobalSeq(7));
    assert_eq!(
        verify_chain(&ours).await.unwrap().heads,
        verify_chain(&theirs).await.unwrap().heads
    );
    // An older archive changes nothing.
    put(&ours, append("later", "tournament/t", 4, &["round 3"])).await;
    let older = import(&ours, &archive, Choice::Ask).await.unwrap();
    assert_eq!((older.events.len(), older.set_aside.len()), (0, 0));
    assert_eq!(
        ours.head(&stream("tournament/t"))
            .await
            .unwrap()
            .unwrap()
            .seq,
        Seq(5)
    );
}

/// Both have the first three events of the tournament; then each has its own, theirs two.
async fn two_copies(folder: &Folder) -> (MemoryStore, MemoryStore, Archive) {
    let (ours, theirs) = (a_log().await, a_log().await);
    put(&ours, append("ours", "tournament/t", 3, &["our round 2"])).await;
    put(&ours, append("ours too", "game/g", 2, &["corrected"])).await;
    put(
        &theirs,
        append("theirs", "tournament/t", 3, &["their round 2"]),
    )
    .await;
    put(
        &theirs,
        append("theirs 2", "tournament/t", 4, &["their round 3"]),
    )
    .await;
    let archive = archived(&theirs, &take_over(), &folder.file("a")).await;
    (ours, theirs, archive)
}

#[tokio::test]
async fn a_fork_is_named_and_nothing_is_taken_in() {
    let folder = Folder::new();
    let (ours, _, archive) = two_copies(&folder).await;
    let before = ours.read_all(GlobalSeq(0), 100).await.unwrap();
    let refused = import(&ours, &archive, Choice::Ask).await.unwrap_err();
    let ArchiveError::Parted(difference) = &refused else {
        panic!("{refused}");
    };
    assert_eq!(
        (difference.stream.to_string(), difference.seq),
        ("tournament/t".to_owned(), Seq(4))
    );
    let words = refused.to_string();
    for part in [
        "log entry 4 of stream tournament/t",
        "our round 2",
        "their round 2",
        "Choose the copy",
    ] {
        assert!(words.contains(part), "{words}");
    }
    let kept = import(&ours, &archive, Choice::Ours).await.unwrap();
    assert_eq!(kept.events.len(), 0);
    assert_eq!(ours.read_all(GlobalSeq(0), 100).await.unwrap(), before);
}

#[tokio::test]
async fn the_chosen_copy_replaces_and_the_other_is_set_aside() {
    let folder = Folder::new();
    let (ours, theirs, archive) = two_copies(&folder).await;
    let imported = import(&ours, &archive, Choice::Theirs).await.unwrap();
    assert_eq!(imported.events.len(), 2);
    assert_eq!(
        imported.set_aside,
        [(stream("tournament/t"), Seq(3)), (stream("game/g"), Seq(2))]
    );
    let aside = ours.set_aside().await.unwrap();
    let ids: Vec<_> = aside
        .iter()
        .map(|event| event.content.command_id.as_str())
        .collect();
    assert_eq!(ids, ["ours", "ours too"]);
    assert_eq!(
        verify_chain(&ours).await.unwrap().heads,
        verify_chain(&theirs).await.unwrap().heads
    );
}

#[tokio::test]
async fn copies_that_went_on_in_different_streams_have_parted_too() {
    let folder = Folder::new();
    let (ours, theirs) = (a_log().await, a_log().await);
    put(&ours, append("ours", "game/g", 2, &["corrected"])).await;
    put(&theirs, append("theirs", "tournament/t", 3, &["round 2"])).await;
    let archive = archived(&theirs, &take_over(), &folder.file("a")).await;
    let refused = import(&ours, &archive, Choice::Ask).await.unwrap_err();
    assert!(matches!(refused, ArchiveError::Parted(_)), "{refused}");
}

/// Every single changed byte is noticed, wherever it is, and so is every cut.
#[tokio::test]
async fn no_changed_byte_gets_in() {
    let folder = Folder::new();
    let path = folder.file("a");
    archived(&a_log().await, &take_over(), &path).await;
    let whole = std::fs::read(&path).unwrap();
    // Every seventh place by default, every one with OUTFLANK_SOAK=1.
    for place in (0..whole.len()).step_by(8 - support::soaked(1).min(7)) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let refused = read_file(&path);
        assert!(refused.is_err(), "byte {place}");
        std::fs::write(&path, &whole[..place]).unwrap();
        assert!(read_file(&path).is_err(), "cut at {place}");
    }
    std::fs::write(&path, &whole).unwrap();
    read_file(&path).unwrap();
}

#[tokio::test]
async fn what_is_wrong_with_a_file_is_said() {
    let folder = Folder::new();
    let path = folder.file("a");
    archived(&a_log().await, &take_over(), &path).await;
    let whole = std::fs::read_to_string(&path).unwrap();
    let said = |text: &str| {
        std::fs::write(&path, text).unwrap();
        read_file(&path).unwrap_err().to_string()
    };
    let newer = whole.replacen("\"outflank_archive\":1", "\"outflank_archive\":2", 1);
    assert_eq!(
        said(&newer),
        "The archive has version 2, but this program reads versions up to 1. Use a newer version of the program."
    );
    assert!(said("{}\n").contains("Line 1 of the archive: this is not an Outflank archive"));
    let changed = whole.replacen("confirmed", "disproved", 1);
    assert!(said(&changed).contains("log entry 2 of stream game/g does not match its hash"));
    let lines: Vec<&str> = whole.lines().collect();
    let cut = format!("{}\n", lines[..4].join("\n"));
    assert_eq!(
        said(&cut),
        "The archive is cut off after line 4. Use another copy of the archive."
    );
    let missing = folder.file("missing");
    let words = read_file(&missing).unwrap_err().to_string();
    assert!(
        words.contains("missing: ") && words.contains("Check the file name"),
        "{words}"
    );
}

/// While commands that write both streams come in, no archive has one of them by half.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_is_cut_at_one_moment() {
    let folder = Folder::new();
    let store = std::sync::Arc::new(SqliteStore::open(&folder.file("log.db")).unwrap());
    let writing = {
        let store = std::sync::Arc::clone(&store);
        tokio::spawn(async move {
            for n in 0..300 {
                let mut both = append(&format!("c{n}"), "game/g", n, &["x"]);
                both.writes.push(write("tournament/t", n, &["y"]));
                put(&*store, both).await;
            }
        })
    };
    while !writing.is_finished() {
        let archive = archived(&*store, &selection(Private::LeftOut), &folder.file("a")).await;
        let ends: Vec<_> = archive
            .streams
            .iter()
            .map(|stream| stream.events.len())
            .collect();
        assert!(ends.is_empty() || ends[0] == ends[1], "{ends:?}");
    }
    writing.await.unwrap();
}
