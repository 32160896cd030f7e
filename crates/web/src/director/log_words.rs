//! What happened, in words.

use outflank_desk::views::director::LogLine;
use outflank_tournament::running::By;

use crate::pages::Frame;

/// The key of a kind's words.
fn key(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "tournament.created" => "desk.log.created",
        "tournament.official_appointed" => "desk.log.appointed",
        "tournament.official_relieved" => "desk.log.relieved",
        "tournament.host_declined" => "desk.log.host_declined",
        "tournament.entrant_registered" => "desk.log.entered",
        "tournament.entrant_changed" => "desk.log.changed",
        "tournament.entrant_checked_in" => "desk.log.checked_in",
        "tournament.check_in_taken_back" => "desk.log.checked_out",
        "tournament.roll_called" => "desk.log.roll",
        "tournament.absence_planned" => "desk.log.absence",
        "tournament.absence_cancelled" => "desk.log.absence_cancelled",
        "tournament.bye_requested" => "desk.log.bye",
        "tournament.bye_request_cancelled" => "desk.log.bye_cancelled",
        "tournament.entrant_withdrawn" => "desk.log.withdrawn",
        "tournament.withdrawal_taken_back" => "desk.log.withdrawal_back",
        "tournament.system_settled" => "desk.log.settled",
        "tournament.rounds_changed" => "desk.log.rounds",
        "tournament.hand_set" => "desk.log.hand",
        "tournament.round_proposed" => "desk.log.proposed",
        "tournament.round_announced" => "desk.log.announced",
        "tournament.round_called_off" => "desk.log.called_off",
        "tournament.round_started" => "desk.log.started",
        "tournament.round_abandoned" => "desk.log.abandoned",
        "tournament.round_finished" => "desk.log.finished",
        "tournament.round_validated" => "desk.log.validated",
        "tournament.played_otherwise" => "desk.log.otherwise",
        "tournament.result_entered" => "desk.log.result",
        "tournament.result_queried" => "desk.log.queried",
        "tournament.result_signed" => "desk.log.signed",
        "tournament.transcript_handed_in" => "desk.log.transcript",
        "tournament.result_confirmed" => "desk.log.confirmed",
        "tournament.result_corrected" => "desk.log.corrected",
        "tournament.standings_published" => "desk.log.standings",
        "tournament.timetable_set" => "desk.log.timetable",
        "tournament.start_moved" => "desk.log.start_moved",
        "tournament.start_announced" => "desk.log.start",
        "tournament.table_rules_set" => "desk.log.table_rules",
        "tournament.clocks_counted" => "desk.log.clocks",
        "tournament.incident_reported" => "desk.log.incident",
        "tournament.incident_decided" => "desk.log.incident_decided",
        "tournament.announcement_made" => "desk.log.announcement",
        "tournament.titles_awarded" => "desk.log.titles",
        "tournament.final_list_published" => "desk.log.final_list",
        "tournament.signed_off" => "desk.log.signed_off",
        "tournament.reopened" => "desk.log.reopened",
        "tournament.undone" => "desk.log.undone",
        _ => return None,
    })
}

/// A line of the log as a sentence.
pub(crate) fn log_words(f: &Frame, line: &LogLine) -> String {
    let key = match key(line.kind) {
        Some("desk.log.roll") if line.who.is_none() => "desk.log.roll_full",
        Some(key) => key,
        // A kind of a later program still has a name.
        None => return line.kind.replace("tournament.", "").replace('_', " "),
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
    f.fill(key, &values)
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
