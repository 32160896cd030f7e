//! The words that the modules of the boards say themselves.

use super::super::frame::Frame;

/// Every message they need, by the name they ask for it.
const SAID: &[(&str, &str)] = &[
    ("move", "watch.move"),
    ("move_of", "watch.move_of"),
    ("last_move", "watch.last_move"),
    ("result", "watch.result"),
    ("pass", "watch.pass"),
    ("black", "side.black"),
    ("white", "side.white"),
    ("moved", "watch.said.moved"),
    ("passed", "watch.said.passed"),
    ("over", "watch.said.over"),
    ("new_moves", "watch.said.new_moves"),
    ("corrected", "watch.said.corrected"),
    ("withheld", "watch.said.withheld"),
    ("stopped", "live.stopped"),
    ("position", "watch.position_label"),
    ("wins", "watch.wins"),
    ("draw", "watch.draw"),
    ("copied", "watch.said.copied"),
    ("clocks", "watch.said.clocks"),
    ("differences", "watch.differences_label"),
    ("minutes", "watch.minutes_label"),
    ("set_up", "watch.set_up"),
];

/// The same as JSON for a page.
pub(crate) fn of(f: &Frame) -> String {
    let words: serde_json::Map<String, serde_json::Value> = SAID
        .iter()
        .map(|(name, key)| ((*name).to_owned(), f.t(key).into()))
        .collect();
    serde_json::Value::Object(words)
        .to_string()
        .replace('<', "\\u003c")
}
