//! What happened, in words.

use outflank_desk::views::director::LogLine;
use outflank_tournament::running::{By, FactKind};

use crate::pages::Frame;

/// A line of the log as a sentence: the message of its kind.
pub(crate) fn log_words(f: &Frame, line: &LogLine) -> String {
    let is_full = line.kind == FactKind::RollCalled.word()
        && line.who.as_deref().unwrap_or_default().is_empty();
    let key = match is_full {
        true => "log.roll_full".to_owned(),
        false => format!("log.{}", line.kind),
    };
    let number = |number: Option<u16>| number.map_or_else(String::new, |n| n.to_string());
    let (round, table) = (number(line.round), number(line.table));
    let who = line.who.clone().unwrap_or_default();
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("round", &round),
        ("table", &table),
        ("who", &who),
        ("text", &line.text),
    ];
    f.fill(&key, &values)
}

/// Who did it, from the log's own signature: `user:7k… as head`.
pub(crate) fn actor_words(f: &Frame, actor: &str) -> String {
    match actor.rsplit_once(" as ") {
        Some((_, "owner")) => f.t("desk.by.owner").to_owned(),
        Some((_, role)) => match role.parse() {
            Ok(by) => by_words(f, &by),
            Err(_) => role.to_owned(),
        },
        None => actor.to_owned(),
    }
}

/// Who did it, in words.
pub(crate) fn by_words(f: &Frame, by: &By) -> String {
    let key = match by {
        By::Head => "desk.by.head",
        By::Director => "desk.by.director",
        By::Assistant => "desk.by.assistant",
        By::Judge => "desk.by.judge",
        By::Officer | By::Chairman | By::Committee => "desk.by.federation",
        By::Player(id) => return f.t1("desk.by.player", "number", id),
    };
    f.t(key).to_owned()
}
