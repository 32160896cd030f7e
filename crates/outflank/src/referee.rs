//! `outflank referee`: run a game script and say what the referee decided, line by line.

use std::io::{Read, Write};
use std::path::Path;

use outflank_board::{BySide, Side};
use outflank_game::script::{self, Run, SCRIPT_BYTES_MAX, Script, Step};
use outflank_game::{By, Event, Fact, Rejection, Timestamp};
use outflank_rulebook::{Millis, Rulebook};
use serde::Serialize;

use crate::books;
use crate::failure::{Answer, Failure};

/// What the command line says: a script (`-` is standard input), another rulebook than the script's, and the shape.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) script: &'a str,
    pub(crate) rulebook: Option<&'a str>,
    pub(crate) json: bool,
}

/// Runs a script: yes if every expectation holds and nothing else was refused, no otherwise.
pub(crate) fn run(asked: Asked<'_>, folder: Option<&Path>) -> Result<Answer, Failure> {
    let name = asked.script;
    let text = read(name)?;
    let bad = |error: script::ScriptError| Failure::say(format!("{name}, {error}"));
    let script = script::parse(&text).map_err(bad)?;
    let rules = rulebook(&script, asked.rulebook, folder, name)?;
    let run = script::run(&script, &rules);
    let mut out = std::io::stdout().lock();
    if asked.json {
        write_json(&mut out, &run)?;
    } else {
        write_text(&mut out, &run, &rules)?;
    }
    Ok(if run.holds() { Answer::Yes } else { Answer::No })
}

fn read(name: &str) -> Result<String, Failure> {
    let cannot =
        |error: std::io::Error| Failure::say(format!("{name}: {error}. Use a game script."));
    let limit = SCRIPT_BYTES_MAX as u64 + 1;
    let mut text = String::new();
    if name == "-" {
        std::io::stdin()
            .take(limit)
            .read_to_string(&mut text)
            .map_err(cannot)?;
    } else {
        std::fs::File::open(name)
            .and_then(|file| file.take(limit).read_to_string(&mut text))
            .map_err(cannot)?;
    }
    Ok(text)
}

/// The rulebook of the command line, or the script's; one of a folder is found too.
fn rulebook(
    script: &Script,
    instead: Option<&str>,
    folder: Option<&Path>,
    name: &str,
) -> Result<Rulebook, Failure> {
    let id = instead.or(script.head.rulebook.as_deref());
    match (id, folder) {
        (Some(id), Some(_)) => {
            let set: Vec<String> = script
                .head
                .set
                .iter()
                .map(|(_, axis, value)| format!("{axis}={value}"))
                .collect();
            books::with_changes(books::find(id, folder)?.rulebook, &set)
        }
        (Some(_) | None, _) => script
            .rulebook(instead)
            .map_err(|error| Failure::say(format!("{name}, {error}"))),
    }
}

fn write_text(out: &mut impl Write, run: &Run, rules: &Rulebook) -> Result<(), Failure> {
    writeln!(out, "{} ({})", rules.about.name, rules.about.id)?;
    for axis in rules.overrides() {
        writeln!(out, "with {axis} set")?;
    }
    let mut board = None;
    for step in &run.steps {
        write_step(out, step)?;
        let discs = step.position.diagram_in_one_line();
        if board.as_ref() != Some(&discs) && step.outcome.is_ok() {
            writeln!(out, "{}", indented(&step.position.diagram_with_border()))?;
            board = Some(discs);
        }
        for checked in &step.checked {
            match &checked.found {
                None => writeln!(out, "    holds: {}", checked.text)?,
                Some(found) => writeln!(
                    out,
                    "    FAILS: line {}: expected {}, found {found}",
                    checked.line, checked.text
                )?,
            }
        }
    }
    if let Some(result) = run.game.result() {
        let score = result.score;
        writeln!(
            out,
            "\nresult {}-{}, {}",
            score.black, score.white, result.ending
        )?;
    }
    let annotated = run.game.record().annotated();
    if !annotated.is_empty() {
        writeln!(out, "\nply  player move    used      Black     White")?;
        write!(out, "{annotated}")?;
    }
    let failed = run.steps.iter().filter(|step| !step.holds()).count();
    if failed > 0 {
        writeln!(
            out,
            "\n{failed} of {} steps differ from the script",
            run.steps.len()
        )?;
    }
    Ok(())
}

fn write_step(out: &mut impl Write, step: &Step) -> Result<(), Failure> {
    let head = if step.line == 0 {
        format!("0:00 {} {}", step.by.word(), step.text)
    } else {
        format!("line {}: {}", step.line, step.text)
    };
    writeln!(out, "\n{head}")?;
    match &step.outcome {
        Ok(events) => {
            for event in events {
                writeln!(out, "  {}", in_words(event))?;
            }
        }
        Err(rejection) => writeln!(out, "  {}", refused(rejection, step.is_expected))?,
    }
    if let Some(clocks) = step.clocks {
        writeln!(out, "  clocks {}", shown(clocks, step.running))?;
    }
    Ok(())
}

/// `refused: A move is possible and must be made. Play one of d3 c4 f5 e6. (game.must_move, USOA 3.6)`.
fn refused(rejection: &Rejection, expected: bool) -> String {
    let clause = rejection
        .clause()
        .map(|clause| format!(", {}", clause.for_people()))
        .unwrap_or_default();
    let surprise = if expected { "" } else { " UNEXPECTEDLY" };
    format!(
        "rejected{surprise}: {rejection} ({}{clause})",
        rejection.code()
    )
}

/// What a person wants to know of an event; the rest is in `--json`.
fn in_words(event: &Event) -> String {
    let kind = event.kind().trim_start_matches("game.").replace('_', " ");
    let detail = if let Fact::Opened { setting, .. } = &event.fact {
        format!(
            "{} game, stage {}, judge {}",
            setting.kind, setting.stage, setting.judge
        )
    } else {
        let body: serde_json::Value =
            serde_json::from_str(&event.body()).unwrap_or(serde_json::Value::Null);
        fields(&body)
    };
    format!("{} {} {kind} {detail}", Millis(event.at.0), event.by.word())
        .trim_end()
        .to_owned()
}

fn fields(body: &serde_json::Value) -> String {
    let Some(body) = body.as_object() else {
        return String::new();
    };
    let list: Vec<String> = body
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "at" | "by"))
        .filter_map(|(key, value)| field(key, value))
        .collect();
    list.join(", ")
}

/// Fields that hold lengths of time.
const TIMES: [&str; 6] = ["added", "change", "given", "late", "remaining", "taken"];

/// One field in words; nothing if it says nothing.
fn field(key: &str, value: &serde_json::Value) -> Option<String> {
    let time = |value: &serde_json::Value| value.as_i64().map(|ms| Millis(ms).to_string());
    let both = || {
        let (black, white) = (time(&value["black"])?, time(&value["white"])?);
        Some(format!("{key} {black} {white}"))
    };
    match value {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) if text.is_empty() => None,
        serde_json::Value::String(text) => Some(format!("{key} {text}")),
        serde_json::Value::Number(_) if TIMES.contains(&key) => time(value)
            .filter(|text| text != "0:00")
            .map(|text| format!("{key} {text}")),
        serde_json::Value::Object(_) if TIMES.contains(&key) || key == "clocks" => both(),
        serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::Array(_)
        | serde_json::Value::Object(_) => Some(format!("{key} {value}")),
    }
}

fn shown(clocks: BySide<Millis>, running: Option<Side>) -> String {
    let mark = |side| if running == Some(side) { "*" } else { "" };
    format!(
        "Black {}{}  White {}{}",
        clocks.black,
        mark(Side::Black),
        clocks.white,
        mark(Side::White)
    )
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// One object for each step, one to a line.
#[derive(Serialize)]
struct StepJson<'a> {
    line: usize,
    text: &'a str,
    at: i64,
    by: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<&'a Rejection>,
    board: String,
    to_move: Side,
    clocks: Option<BySide<Millis>>,
    running: Option<Side>,
    expected: Vec<ExpectedJson<'a>>,
    holds: bool,
}

#[derive(Serialize)]
struct EventJson<'a> {
    at: Timestamp,
    by: By,
    kind: &'static str,
    #[serde(flatten)]
    fact: &'a Fact,
}

impl<'a> EventJson<'a> {
    fn of(event: &'a Event) -> Self {
        Self {
            at: event.at,
            by: event.by,
            kind: event.kind(),
            fact: &event.fact,
        }
    }
}

#[derive(Serialize)]
struct ExpectedJson<'a> {
    line: usize,
    text: &'a str,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
}

fn write_json(out: &mut impl Write, run: &Run) -> Result<(), Failure> {
    for step in &run.steps {
        let shape = StepJson {
            line: step.line,
            text: &step.text,
            at: step.at.0,
            by: step.by.word(),
            events: step.outcome.iter().flatten().map(EventJson::of).collect(),
            rejected: step.outcome.as_ref().err(),
            board: step.position.diagram_in_one_line(),
            to_move: step.turn,
            clocks: step.clocks,
            running: step.running,
            expected: step
                .checked
                .iter()
                .map(|checked| ExpectedJson {
                    line: checked.line,
                    text: &checked.text,
                    holds: checked.found.is_none(),
                    found: checked.found.as_deref(),
                })
                .collect(),
            holds: step.holds(),
        };
        writeln!(
            out,
            "{}",
            serde_json::to_string(&shape).map_err(Failure::say)?
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_have_their_kind_in_json() {
        let script = script::parse("rulebook usoa\nstarted\n0:05 black play f5\n").unwrap();
        let run = script::run(&script, &script.rulebook(None).unwrap());
        let mut out = Vec::new();
        write_json(&mut out, &run).unwrap();
        let text = String::from_utf8(out).unwrap();
        let line: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(line["events"][0]["kind"], "game.move_played");
        assert_eq!(line["events"][0]["square"], "f5");
    }
}
