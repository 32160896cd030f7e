//! Files of every format that was ever released are opened for ever.

use std::path::Path;

use crate::support::{Folder, append, person, put, stream};
use outflank_desk::log::{Fault, Store};
use outflank_store::chain::verify_chain;
use outflank_store::sqlite::SqliteStore;
use rusqlite::Connection;

/// Never changed: what a program of format 1 wrote. It has twelve streams, records and an event set aside.
const FORMAT_1: &str = include_str!("golden/format-1.sql");
/// How one of its streams ends.
const HEAD_1: &str = "e869ac7ae4dad4f5c2a68eed6d4fce30d045639445e84280fdee23f430ba4a35";

fn file_from(dump: &str, path: &Path) {
    Connection::open(path).unwrap().execute_batch(dump).unwrap();
}

#[tokio::test]
async fn a_file_of_format_1_is_opened() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    file_from(FORMAT_1, &path);
    let store = SqliteStore::open(&path).unwrap();
    store.check_file().await.unwrap();
    let verified = verify_chain(&store).await.unwrap();
    assert_eq!((verified.events, verified.set_aside), (20, 1));
    assert_eq!(verified.heads.len(), 12);
    let head = verified.heads[&stream("game/g0-0")];
    assert_eq!((head.seq.0, head.hash.to_string()), (4, HEAD_1.to_owned()));
    let record = store.record(&person("p0-0", None).key).await.unwrap();
    assert_eq!(record.as_deref(), Some("0-0-47"));
    let answered = store.command("0-2-0").await.unwrap().unwrap();
    assert_eq!(&*answered.answer, "{\"did\":\"0-2-0\"}");
    put(&store, append("next", "game/g0-0", 4, &["c"])).await;
    let head = store.head(&stream("game/g0-0")).await.unwrap().unwrap();
    assert_eq!(head.seq.0, 5);
    assert_eq!(verify_chain(&store).await.unwrap().events, 21);
}

/// A new file has the tables of the golden one, until there is a format 2 with a golden file of its own.
#[test]
fn a_new_file_has_the_latest_format() {
    let folder = Folder::new();
    let (new, golden) = (folder.file("new.db"), folder.file("golden.db"));
    drop(SqliteStore::open(&new).unwrap());
    file_from(FORMAT_1, &golden);
    let tables = |path: &Path| -> Vec<String> {
        let file = Connection::open(path).unwrap();
        let ask = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
        let mut statement = file.prepare(ask).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    };
    assert_eq!(tables(&new), tables(&golden));
    assert_eq!(tables(&new).len(), 6);
}

#[test]
fn a_newer_format_is_refused_in_words() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    file_from(FORMAT_1, &path);
    file_from("UPDATE format SET version = 99", &path);
    for opened in [SqliteStore::open(&path), SqliteStore::open_to_read(&path)] {
        let fault = opened.unwrap_err();
        assert_eq!(
            fault,
            Fault::Newer {
                found: 99,
                known: 1
            }
        );
        assert_eq!(
            fault.to_string(),
            "The log has format 99, but this program reads formats up to 1. Use a newer version of the program."
        );
    }
}

#[test]
fn the_file_of_another_program_is_left_alone() {
    let folder = Folder::new();
    let path = folder.file("log.db");
    file_from("CREATE TABLE songs (title TEXT)", &path);
    let before = std::fs::read(&path).unwrap();
    let fault = SqliteStore::open(&path).unwrap_err();
    assert!(
        fault
            .to_string()
            .contains("this file belongs to another program"),
        "{fault}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}
