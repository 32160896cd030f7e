//! Places for files, and appends to write into them.
#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod server;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use outflank_desk::log::{
    Append, Appended, Envelope, NewEvent, RecordChange, RecordKey, RecordKind, Seq, Store,
    StreamName, StreamWrite, Timestamp,
};

/// A folder that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("outflank-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn stream(name: &str) -> StreamName {
    name.parse().unwrap()
}

pub(crate) fn event(text: &str) -> NewEvent {
    NewEvent {
        at: Timestamp(1_000),
        kind: "game.noted".into(),
        body: format!("{{\"text\":\"{text}\"}}"),
    }
}

/// A command that adds one event per text to one stream.
pub(crate) fn append(id: &str, to: &str, expected: u64, texts: &[&str]) -> Append {
    Append {
        command_id: id.into(),
        request: *blake3::hash(format!("{to} {texts:?}").as_bytes()).as_bytes(),
        actor: "desk".into(),
        device: Some("tablet 4".into()),
        recorded_at: Timestamp(2_000),
        writes: vec![write(to, expected, texts)],
        records: Vec::new(),
        answer: format!("{{\"did\":\"{id}\"}}").into(),
    }
}

pub(crate) fn write(to: &str, expected: u64, texts: &[&str]) -> StreamWrite {
    StreamWrite {
        stream: stream(to),
        expected: Seq(expected),
        events: texts.iter().map(|text| event(text)).collect(),
    }
}

pub(crate) fn person(id: &str, body: Option<&str>) -> RecordChange {
    RecordChange {
        key: RecordKey::new(RecordKind::Person, id),
        body: body.map(str::to_owned),
    }
}

/// Appends what must be written now.
pub(crate) async fn put(store: &dyn Store, append: Append) -> Vec<Arc<Envelope>> {
    match store.append(append).await.unwrap() {
        Appended::Now(events) => events,
        Appended::Before(answer) => panic!("written before: {answer}"),
    }
}

/// Ten times the count when asked for.
pub(crate) fn soaked(count: usize) -> usize {
    let is_soak = std::env::var_os("OUTFLANK_SOAK").is_some_and(|value| value == "1");
    if is_soak { count * 10 } else { count }
}

/// Sends a command again until the database answers.
pub(crate) async fn until_answered(
    store: &dyn Store,
    command: Append,
) -> Result<outflank_desk::log::Appended, outflank_desk::log::AppendError> {
    let mut answer = store.append(command.clone()).await;
    for _ in 0..5 {
        if answer.is_ok() {
            break;
        }
        answer = store.append(command.clone()).await;
    }
    answer
}
