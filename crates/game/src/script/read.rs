//! Reading a script line by line.

use outflank_board::Transcript;
use outflank_event::Timestamp;
use outflank_rulebook::Millis;

use super::acts::read_act;
use super::expect::Expectation;
use super::head::{HEAD_WORDS, Head};
use super::words::Words;
use super::{Line, SCRIPT_BYTES_MAX, SCRIPT_LINES_MAX, Script, ScriptError, What};
use crate::by::By;
use crate::command::Command;

/// Reads a script.
///
/// # Errors
/// [`ScriptError`] names the line and what to write there.
pub fn parse(text: &str) -> Result<Script, ScriptError> {
    if text.len() > SCRIPT_BYTES_MAX {
        return Err(ScriptError::new(
            1,
            format!(
                "The file is too large to be a script. A script has at most {SCRIPT_BYTES_MAX} bytes."
            ),
        ));
    }
    let mut script = Script {
        clauses: clauses_of(text),
        head: Head::default(),
        opening: Vec::new(),
        lines: Vec::new(),
    };
    let mut head_is_over = false;
    for (index, raw) in text.lines().enumerate() {
        let number = index + 1;
        let line = without_comment(raw).trim();
        if line.is_empty() {
            continue;
        }
        if number > SCRIPT_LINES_MAX {
            return Err(ScriptError::new(
                number,
                format!("A script has at most {SCRIPT_LINES_MAX} lines. Split it."),
            ));
        }
        let first = line.split_whitespace().next().unwrap_or_default();
        if let Some(expected) = line.strip_prefix("=>") {
            head_is_over = true;
            let expectation = Expectation::read(number, expected.trim())?;
            match script.lines.last_mut() {
                Some(last) => last.expectations.push(expectation),
                None => script.opening.push(expectation),
            }
        } else if HEAD_WORDS.contains(&first) {
            if head_is_over {
                return Err(ScriptError::new(
                    number,
                    format!("'{first}' must be above the first line with a time. Move it there."),
                ));
            }
            script.head.read(number, line)?;
        } else {
            head_is_over = true;
            script.lines.push(read_line(number, line)?);
        }
    }
    Ok(script)
}

/// The citation in the first line: `# clauses: USOA-3.6, USOA-3.7`.
fn clauses_of(text: &str) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let list = first
        .strip_prefix('#')
        .and_then(|rest| rest.trim().strip_prefix("clauses:"));
    list.unwrap_or_default()
        .split(',')
        .map(|clause| clause.trim().to_owned())
        .filter(|clause| !clause.is_empty())
        .collect()
}

/// Everything before a `#` that is not inside a text in quotes.
fn without_comment(line: &str) -> &str {
    let mut in_text = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => in_text = !in_text,
            '#' if !in_text => return &line[..at],
            _ => {}
        }
    }
    line
}

fn read_line(number: usize, text: &str) -> Result<Line, ScriptError> {
    let mut words = Words::of(number, text)?;
    let time = words.word("a time")?;
    let at: Millis = time.parse().map_err(|_| {
        ScriptError::new(
            number,
            format!(
                "'{time}' is neither a time nor a heading. Write TIME WHO WHAT, such as 0:04.200 black play f5."
            ),
        )
    })?;
    let who = words.word("a name, such as black")?;
    let what = if who == "players" {
        read_moves(&mut words)?
    } else {
        let by: By = who
            .parse()
            .map_err(|error| ScriptError::new(number, format!("{error}")))?;
        What::Command(Command::new(by, read_act(by, &mut words)?))
    };
    words.end()?;
    Ok(Line {
        number,
        text: text.to_owned(),
        at: Timestamp(at.0),
        what,
        expectations: Vec::new(),
    })
}

/// `players play f5d6c3`: whole moves by the player on turn.
fn read_moves(words: &mut Words<'_>) -> Result<What, ScriptError> {
    if !words.take("play") {
        return Err(words.error("'players' can only play moves. Write players play f5d6c3."));
    }
    let text = words.rest();
    let moves = Transcript::parse(&text).map_err(|error| words.error(error.to_string()))?;
    Ok(What::Moves(moves))
}
