//! Everything version 0.1 stored is kept in `golden-0.1`. This program opens it and shows the same:
//! the data folder, the database and the archive of one tournament.
//!
//! The clock shows the moment when the folder was made, so nothing is left out of the comparison
//! because of the time. The wording of messages is not compared, only codes.

mod kept;

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Arc;

use outflank_desk::HandClock;
use outflank_desk::log::Store;
use outflank_store::postgres::PostgresStore;
use outflank_store::sqlite::SqliteStore;
use outflank_tournament::running::Timestamp;
use outflank_web::Settings;
use serde_json::{Value, json};

use crate::database::{done, verified};
use crate::server::{PASSWORD, Server, program};
use crate::support::folder::Folder;
use crate::support::hosted::Hosted;
use crate::support::http::Client;
use crate::support::program::Served;
use kept::{Kept, Page};

/// A server in this process over a log, at the moment when the folder was made.
fn hosted(kept: &Kept, store: Arc<dyn Store>) -> Hosted {
    let settings = Settings {
        requests_per_minute: 10_000_000,
        ..Settings::default()
    };
    let clock = Arc::new(HandClock::at(Timestamp(kept.now_ms())));
    Hosted::on(store, settings, clock)
}

/// How many log entries of each kind there are, as the owner reads them through the API.
fn kinds(owner: &Client) -> BTreeMap<String, u64> {
    let mut kinds = BTreeMap::new();
    let mut after = 0;
    loop {
        let page = owner.get(&format!("/api/v1/log?after={after}&limit=500"));
        assert_eq!(page.status, 200, "{}", page.text());
        let page = page.json();
        for event in page["events"].as_array().unwrap() {
            let kind = event["kind"].as_str().unwrap().to_owned();
            *kinds.entry(kind).or_default() += 1;
        }
        let Some(next) = page["next"].as_u64() else {
            return kinds;
        };
        after = next;
    }
}

/// Asks for every kept page again and compares.
#[track_caller]
fn check_pages(kept: &Kept, hosted: &Hosted, is_asked: impl Fn(&str, &str) -> bool) {
    let public = hosted.client();
    let owner = public.bearer(kept.owner_token());
    let mut count = 0;
    for (caller, path, expected) in kept.pages() {
        if !is_asked(caller, path) {
            continue;
        }
        let client = if caller == "owner" { &owner } else { &public };
        let page = Page::of(&client.get(path));
        let expected = match caller {
            "public" => &without_seed(path, expected),
            _ => expected,
        };
        if let Some(difference) = page.difference_from(expected) {
            panic!("{path} as {caller} is not what version 0.1 showed: {difference}");
        }
        count += 1;
    }
    assert!(count > 20, "only {count} pages were compared");
}

/// What the public may still see: version 0.1 published the seed of the lots, with which anybody could compute a pairing
/// before it was published.
fn without_seed(path: &str, expected: &Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("seed");
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut expected = expected.clone();
    strip(&mut expected);
    if let (true, Some(file)) = (path.ends_with("/export/json"), expected.as_object_mut()) {
        file.remove("next");
    }
    expected
}

/// Everything in a log of version 0.1 is there and shown as before.
#[track_caller]
fn check_log(kept: &Kept, store: Arc<dyn Store>) {
    let mut hosted = hosted(kept, store);
    let owner = hosted.client().bearer(kept.owner_token());
    assert_eq!(kinds(&owner), kept.kinds());
    check_pages(kept, &hosted, |_, _| true);
    hosted.stop();
}

#[test]
fn a_folder_of_version_0_1_opens_and_shows_the_same() {
    let kept = Kept::read();
    let folder = Folder::new("golden");
    let here = folder.path();
    std::fs::create_dir(here.join("data")).unwrap();
    let file = here.join("data/outflank.db");
    kept.unpack("outflank.db.gz", &file);

    assert_eq!(verified(&["--data", "data"], here), kept.verify());
    let store = SqliteStore::open(&file).unwrap();
    check_log(&kept, Arc::new(store));
}

#[test]
fn the_program_serves_a_folder_of_version_0_1() {
    let kept = Kept::read();
    let folder = Folder::new("golden-served");
    let here = folder.path();
    std::fs::create_dir(here.join("data")).unwrap();
    kept.unpack("outflank.db.gz", &here.join("data/outflank.db"));

    let mut served = Served::start(&here.join("data"), &[]);
    let client = served.client();
    let owner = client.bearer(kept.owner_token());
    assert_eq!(
        owner.get("/api/v1/me").json()["grants"][0]["role"],
        "owner",
        "tokens are still accepted"
    );
    let (login, password) = kept.account();
    let browser = client.with("Origin", &format!("http://{}", served.address));
    let body = json!({"login": login, "password": password});
    let signed_in = browser.post("/api/v1/login", &body);
    assert_eq!(signed_in.status, 200, "{}", signed_in.text());
    for path in kept.html_pages() {
        assert_eq!(owner.get(path).status, 200, "{path}");
    }
    // The log can be continued: an older entry is not in the way of a new one.
    let act = json!({"act": "make_announcement", "text": "The doors are open."});
    let body = json!({"command_id": "golden-continued", "act": act});
    let path = format!("/api/v1/tournaments/{}/commands", kept.open_tournament());
    let told = owner.post(&path, &body);
    assert_eq!(told.status, 200, "{}", told.text());
    assert_eq!(served.stop(), Some(0));
    let later = verified(&["--data", "data"], here);
    assert_eq!(later["problems"], json!([]));
    assert!(later["events"].as_u64() > kept.verify()["events"].as_u64());
}

#[test]
fn a_database_of_version_0_1_opens_and_shows_the_same() {
    let kept = Kept::read();
    let folder = Folder::new("golden-database");
    let here = folder.path();
    let server = Server::start();
    let url = server.database("golden");
    let dump = here.join("outflank.sql");
    kept.unpack("outflank.sql.gz", &dump);
    let restored = Command::new(program("psql"))
        .args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f"])
        .arg(&dump)
        .arg(&url)
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&restored.stderr).replace(PASSWORD, "…");
    assert!(restored.status.success(), "{said}");

    assert_eq!(verified(&["--database", &url], here), kept.verify());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = runtime
        .block_on(PostgresStore::open(&url.parse().unwrap()))
        .unwrap();
    check_log(&kept, Arc::new(store));
}

#[test]
fn an_archive_of_version_0_1_is_imported_and_shows_the_same() {
    let kept = Kept::read();
    let folder = Folder::new("golden-archive");
    let here = folder.path();
    kept.unpack("golden.outflank.gz", &here.join("golden.outflank"));
    assert_eq!(verified(&["golden.outflank"], here), kept.verify_archive());

    done(&["restore", "golden.outflank", "--data", "other"], here);
    let imported = verified(&["--data", "other"], here);
    let streams = kept.verify_archive()["streams"].clone();
    for (stream, end) in streams.as_object().unwrap() {
        assert_eq!(&imported["streams"][stream], end, "{stream}");
    }
    let store = SqliteStore::open(&here.join("other/outflank.db")).unwrap();
    let hosted = hosted(&kept, Arc::new(store));
    let tournament = format!("/api/v1/tournaments/{}/", kept.finished_tournament());
    // The owner of another computer does not become the owner of this one, and numbers in the log are its own.
    check_pages(&kept, &hosted, |caller, path| {
        caller == "public" && path.starts_with(&tournament) && !path.contains("/log?")
    });
}

#[test]
fn most_kinds_of_log_entries_occur_and_the_absent_ones_are_listed() {
    let kept = Kept::read();
    let kinds = kept.kinds();
    let absent: Vec<&str> = kept.absent_kinds().collect();
    for kind in &absent {
        assert!(!kinds.contains_key(*kind), "{kind} is there");
    }
    assert_eq!((kinds.len(), absent.len()), (169, 17));
    for family in ["access.", "desk.", "federation.", "game.", "tournament."] {
        assert!(
            kinds.keys().any(|kind| kind.starts_with(family)),
            "{family}"
        );
    }
    let undone = ["tournament.undone", "federation.undone"];
    let erased = ["access.person_erased", "federation.person_erased"];
    for kind in undone.iter().chain(&erased) {
        assert!(kinds.contains_key(*kind), "{kind}");
    }
    assert_eq!(kept.verify()["problems"], json!([]));
}
