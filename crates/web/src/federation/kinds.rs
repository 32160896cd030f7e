//! What happened in an office, in words: for its log and for what a command would do.

use crate::pages::Frame;

/// The message of a kind of event.
pub(crate) fn kind_words(f: &Frame, kind: &str) -> String {
    f.fill(&format!("log.{kind}"), &[])
}
