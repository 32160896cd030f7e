//! The words that the module of the playing board says itself.

use super::super::frame::Frame;

/// Every message it needs, by the name it asks for it.
const SAID: &[(&str, &str)] = &[
    ("black", "side.black"),
    ("white", "side.white"),
    ("you", "play.you"),
    ("start_wait", "play.start_wait"),
    ("start", "play.start"),
    ("your_move", "play.your_move"),
    ("their_move", "play.their_move"),
    ("must_pass", "play.must_pass"),
    ("pass", "play.pass"),
    ("confirm", "play.confirm"),
    ("over", "watch.said.over"),
    ("wins", "watch.wins"),
    ("draw", "watch.draw"),
    ("moved", "watch.said.moved"),
    ("passed", "watch.said.passed"),
    ("clocks", "watch.said.clocks"),
    ("position", "watch.position_label"),
    ("square_legal", "play.square_legal"),
    ("square_empty", "play.square_empty"),
    ("square_black", "play.square_black"),
    ("square_white", "play.square_white"),
    ("board", "watch.board"),
    ("sending", "play.sending"),
    ("sent", "play.sent"),
    ("waiting", "play.waiting"),
    ("resign_sure", "play.resign_sure"),
    ("resign", "play.resign"),
    ("sign", "play.sign"),
    ("signed", "play.signed"),
    ("lag", "play.lag"),
    ("called", "play.called"),
    ("refused", "play.refused"),
    ("invite", "play.invite"),
    ("watching", "play.watching"),
    ("result", "watch.result"),
    ("minus", "watch.pass"),
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
