//! Tokens and sessions this server has seen, for as long as the database is away.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::desk::Desk;
use crate::log::{Fault, RecordKey};

/// The most that are remembered; then all are forgotten.
const REMEMBERED_MAX: usize = 20_000;
/// The longest anybody waits to be recognised.
const KNOWN_WITHIN: Duration = Duration::from_secs(2);

/// What the log last said of tokens and sessions.
#[derive(Default)]
pub(crate) struct Remembered(Mutex<HashMap<RecordKey, String>>);

impl Remembered {
    fn get(&self, key: &RecordKey) -> Option<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(key).cloned()
    }

    fn note(&self, key: &RecordKey, text: Option<&str>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match text {
            None => {
                kept.remove(key);
            }
            Some(text) if kept.get(key).is_some_and(|known| known == text) => {}
            Some(text) => {
                if kept.len() >= REMEMBERED_MAX {
                    kept.clear();
                }
                kept.insert(key.clone(), text.to_owned());
            }
        }
    }
}

impl Desk {
    /// The record of a token or a session. While a shared log is unavailable, as it was when this server last read it: a caller who
    /// is known here may go on reading, and nobody can write.
    pub(crate) async fn credential(&self, key: &RecordKey) -> Result<Option<String>, Fault> {
        if !self.is_shared() {
            return self.store.record(key).await;
        }
        if self.is_log_away()
            && let Some(known) = self.remembered.get(key)
        {
            return Ok(Some(known));
        }
        let asked = tokio::time::timeout(KNOWN_WITHIN, self.store.record(key)).await;
        let late = |_| Err(Fault::Away("no answer".to_owned()));
        match asked.unwrap_or_else(late) {
            Ok(text) => {
                self.remembered.note(key, text.as_deref());
                Ok(text)
            }
            Err(fault) => self.remembered.get(key).map(Some).ok_or(fault),
        }
    }
}
