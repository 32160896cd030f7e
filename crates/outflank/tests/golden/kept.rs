//! The files of `golden-0.1`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::http::Reply;

/// What was kept beside the logs.
pub(super) struct Kept {
    about: Value,
    pages: Value,
    verify: Value,
    verify_archive: Value,
    kinds: String,
    absent_kinds: String,
}

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden-0.1")
        .join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(place(name)).unwrap()
}

fn unpacked(name: &str) -> Vec<u8> {
    let output = Command::new("gzip")
        .args(["-d", "-c"])
        .arg(place(name))
        .output()
        .unwrap();
    assert!(output.status.success(), "{name} cannot be unpacked");
    output.stdout
}

impl Kept {
    pub(super) fn read() -> Self {
        let json = |name: &str| serde_json::from_str(&text(name)).unwrap();
        Self {
            about: json("about.json"),
            pages: serde_json::from_slice(&unpacked("pages.json.gz")).unwrap(),
            verify: json("verify.json"),
            verify_archive: json("verify-archive.json"),
            kinds: text("kinds.txt"),
            absent_kinds: text("absent-kinds.txt"),
        }
    }

    /// Writes a copy of a packed file: the kept one is never opened.
    pub(super) fn unpack(&self, name: &str, to: &Path) {
        std::fs::write(to, unpacked(name)).unwrap();
    }

    fn word(&self, name: &str) -> &str {
        self.about[name].as_str().unwrap()
    }

    /// When the pages were asked for.
    pub(super) fn now_ms(&self) -> i64 {
        self.about["now_ms"].as_i64().unwrap()
    }

    pub(super) fn owner_token(&self) -> &str {
        self.word("owner_token")
    }

    pub(super) fn finished_tournament(&self) -> &str {
        self.word("finished_tournament")
    }

    pub(super) fn open_tournament(&self) -> &str {
        self.word("open_tournament")
    }

    /// Login and password.
    pub(super) fn account(&self) -> (&str, &str) {
        (self.word("login"), self.word("password"))
    }

    /// Pages for people that must still be there.
    pub(super) fn html_pages(&self) -> Vec<&str> {
        let pages = self.about["html_pages"].as_array().unwrap();
        pages.iter().map(|page| page.as_str().unwrap()).collect()
    }

    /// Caller, path and answer.
    pub(super) fn pages(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        (self.pages.as_object().unwrap().iter()).flat_map(|(caller, pages)| {
            let pages = pages.as_object().unwrap().iter();
            pages.map(move |(path, page)| (caller.as_str(), path.as_str(), page))
        })
    }

    pub(super) fn verify(&self) -> Value {
        self.verify.clone()
    }

    pub(super) fn verify_archive(&self) -> Value {
        self.verify_archive.clone()
    }

    /// How many log entries of each kind there are.
    pub(super) fn kinds(&self) -> BTreeMap<String, u64> {
        (self.kinds.lines())
            .map(|line| {
                let (kind, count) = line.split_once(' ').unwrap();
                (kind.to_owned(), count.parse().unwrap())
            })
            .collect()
    }

    /// Kinds that version 0.1 could store and that are not in this folder.
    pub(super) fn absent_kinds(&self) -> impl Iterator<Item = &str> {
        self.absent_kinds.lines()
    }
}

/// An answer as it is kept: JSON, the text of a file, or the code of a rejection.
pub(super) struct Page(Value);

impl Page {
    pub(super) fn of(reply: &Reply) -> Self {
        if reply.status != 200 {
            return Self(serde_json::json!({"status": reply.status, "code": reply.code()}));
        }
        let body = serde_json::from_slice(&reply.body);
        Self(body.unwrap_or_else(|_| Value::String(reply.text())))
    }

    /// The first place where this is not what was expected.
    pub(super) fn difference_from(&self, expected: &Value) -> Option<String> {
        difference("", expected, &self.0)
    }
}

fn difference(at: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let names = expected.keys().chain(found.keys());
            names.into_iter().find_map(|name| {
                let at = format!("{at}/{name}");
                match (expected.get(name), found.get(name)) {
                    (Some(expected), Some(found)) => difference(&at, expected, found),
                    (Some(_), None) => Some(format!("{at} is not there")),
                    // A newer program may show more.
                    (None, _) => None,
                }
            })
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let pairs = expected.iter().zip(found).enumerate();
            pairs
                .into_iter()
                .find_map(|(n, (one, other))| difference(&format!("{at}/{n}"), one, other))
        }
        (expected, found) if expected == found => None,
        (expected, found) => Some(format!("{at} was {expected} and is {found}")),
    }
}
