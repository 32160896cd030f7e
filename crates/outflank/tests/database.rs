//! `--database`: a log moves into PostgreSQL and back by the program, and what is wrong is said.

use std::path::Path;
use std::process::Command;

use crate::server::{PASSWORD, Server, USER};
use crate::support::folder::Folder;
use crate::support::program::Served;
use serde_json::{Value, json};

/// Exit code and everything it said; the password is nowhere in it.
#[track_caller]
fn run(args: &[&str], folder: &Path) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let mut said = String::from_utf8(output.stdout).unwrap();
    said.push_str(&String::from_utf8(output.stderr).unwrap());
    assert!(!said.contains(PASSWORD), "{said}");
    (output.status.code(), said)
}

#[track_caller]
pub(crate) fn done(args: &[&str], folder: &Path) -> String {
    let (code, said) = run(args, folder);
    assert_eq!(code, Some(0), "{said}");
    said
}

pub(crate) fn verified(args: &[&str], folder: &Path) -> Value {
    let said = done(&[&["verify", "--json"], args].concat(), folder);
    serde_json::from_str(&said).unwrap()
}

#[test]
fn a_log_moves_into_a_database_and_back_with_every_hash() {
    let server = Server::start();
    let url = server.database("hall");
    let folder = Folder::new("database");
    let here = folder.path();
    let file = here.join("event.json");
    let entrants: Vec<Value> = (1..=6)
        .map(|n| json!({"id": n, "name": format!("Sample {n}")}))
        .collect();
    let event =
        json!({"outflank": 1, "name": "Moving Open", "rulebook": "wof", "entrants": entrants});
    std::fs::write(&file, event.to_string()).unwrap();
    done(&["import", "event.json", "--data", "one"], here);
    let head = |answer: &Value| answer["head"].as_str().unwrap().to_owned();
    let first = verified(&["--data", "one"], here);

    done(&["backup", "one.db", "--data", "one"], here);
    let said = done(&["restore", "one.db", "--database", &url], here);
    assert!(said.contains("PostgreSQL at outflank@127.0.0.1:"), "{said}");
    let there = verified(&["--database", &url, "--expect", &head(&first)], here);
    assert_eq!(
        there, first,
        "all streams, all hashes, all that was replayed"
    );
    // A log that is there is not written over.
    let (code, said) = run(&["restore", "one.db", "--database", &url], here);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("Nothing was changed. Use a new database"),
        "{said}"
    );

    // Servers go on there, and what they add comes back.
    let mut served = Served::start_shared(&url);
    assert!(
        served.said.contains("the log is PostgreSQL at"),
        "{}",
        served.said
    );
    let link = done(&["owner-link", "--database", &url], here);
    let secret = link.trim().rsplit('/').next().unwrap();
    assert_eq!(
        served.client().open_link(&format!("/k/{secret}")).status,
        303
    );
    done(&["backup", "two.db", "--database", &url], here);
    assert_eq!(served.stop(), Some(0));
    assert!(!served.log().contains(PASSWORD));
    done(&["backup", "two.db", "--database", &url], here);
    let later = verified(&["--database", &url], here);
    assert_ne!(head(&later), head(&first));
    done(&["restore", "two.db", "--data", "two"], here);
    assert_eq!(
        verified(&["--data", "two", "--expect", &head(&later)], here),
        later
    );
}

/// What a file in `deploy/` puts into the environment.
fn environment(file: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let lines = (text.lines()).filter_map(|line| {
        (line.strip_prefix("ENV ")).or_else(|| line.strip_prefix("Environment="))
    });
    lines
        .flat_map(|line| line.split(' '))
        .map(|setting| {
            let (name, value) = setting.split_once('=').unwrap();
            (name.to_owned(), value.to_owned())
        })
        .collect()
}

#[test]
fn what_is_in_deploy_starts_with_a_database_and_without() {
    let server = Server::start();
    let url = server.database("deployed");
    for file in ["outflank.service", "Containerfile"] {
        let settings = environment(file);
        assert!(!settings.is_empty(), "{file}");
        for database in [None, Some(url.as_str())] {
            let folder = Folder::new("deployed");
            let named = database.map(|url| ("OUTFLANK_DATABASE", url));
            let settings = settings.iter().map(|(name, value)| (&**name, &**value));
            let settings: Vec<(&str, &str)> = settings
                .filter(|(name, _)| *name != "OUTFLANK_LISTEN")
                .chain(named)
                .collect();
            let served = Served::start_with(folder.path(), &settings);
            assert_eq!(served.client().get("/readyz").status, 200, "{file}");
            // The log is where it should be.
            let is_here = folder.path().join("outflank-data").exists();
            assert_eq!(is_here, database.is_none(), "{file}");
        }
    }
}

#[test]
fn what_is_wrong_with_the_database_is_said_in_one_sentence() {
    let server = Server::start();
    let folder = Folder::new("wrong-database");
    let at = format!("127.0.0.1:{}", server.port());
    let said = |url: &str, expected: &str| {
        for args in [
            &["serve", "--listen", "127.0.0.1:0"][..],
            &["verify"],
            &["backup", "x.db"],
        ] {
            let (code, said) = run(&[args, &["--database", url]].concat(), folder.path());
            assert_eq!(code, Some(2), "{said}");
            assert!(said.contains(expected), "'{expected}' is not in: {said}");
            let sentence = said.lines().last().unwrap();
            assert!(sentence.starts_with("outflank: "), "{said}");
        }
    };
    said(
        &format!("postgres://{USER}:four-corners@{at}/postgres"),
        "Correct the user and the password in --database",
    );
    said(&server.url("nothing"), "There is no database 'nothing'");
    said("postgres://somewhere", "This is not a PostgreSQL address");
    said(
        &format!("postgres://{USER}:{PASSWORD}@127.0.0.1:1/hall"),
        "Start it, or correct the host and port in --database, and try again",
    );
    let (code, both) = run(
        &["verify", "--data", "x", "--database", "postgres://u@h/d"],
        folder.path(),
    );
    assert_eq!(code, Some(2), "{both}");
    assert!(both.contains("--data"), "{both}");
}
