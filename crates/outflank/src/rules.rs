//! `outflank rules`: a rulebook as people read it.

use std::fmt::Write;
use std::path::Path;

use outflank_rulebook::{Clause, Part, Rulebook, RulebookFile, catalogue};

use crate::books;
use crate::cli::RulesArgs;
use crate::failure::{Answer, Failure};

/// The page the tests generate from their citations.
const COVERAGE: &str = include_str!("../../../docs/rules-coverage.md");

/// Where lines are folded.
const WIDTH: usize = 96;

pub(crate) fn run(args: &RulesArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    if let Some(id) = &args.clause {
        return show_clause(id, args.json);
    }
    if args.coverage {
        print(&coverage(args.rulebook.as_deref(), folder)?)?;
        return Ok(Answer::Yes);
    }
    let Some(id) = &args.rulebook else {
        return list(folder, args.json);
    };
    let file = books::find(id, folder)?;
    let rules = match &args.event {
        None => file.rulebook.clone(),
        Some(event) => file.for_event(event).ok_or_else(|| {
            let known: Vec<&str> = file
                .presets
                .iter()
                .map(|preset| preset.id.as_str())
                .collect();
            Failure::say(format!(
                "The rulebook '{id}' has no event '{event}'. Choose one of {}.",
                known.join(", ")
            ))
        })?,
    };
    let rules = books::with_changes(rules, &args.set)?;
    if args.json {
        print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&rules).map_err(Failure::say)?
        ))?;
    } else {
        print(&rulebook(&file, &rules))?;
    }
    Ok(Answer::Yes)
}

fn print(text: &str) -> Result<(), Failure> {
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes()).map_err(Failure::from)
}

fn list(folder: Option<&Path>, json: bool) -> Result<Answer, Failure> {
    let files = books::all(folder)?;
    if json {
        let about: Vec<_> = files.iter().map(|file| &file.rulebook.about).collect();
        print(&format!(
            "{}\n",
            serde_json::to_string(&about).map_err(Failure::say)?
        ))?;
        return Ok(Answer::Yes);
    }
    let mut text = String::new();
    for file in &files {
        let about = &file.rulebook.about;
        let events: Vec<&str> = file
            .presets
            .iter()
            .map(|preset| preset.id.as_str())
            .collect();
        let _ = writeln!(
            text,
            "{:<8}{} ({}); events: {}",
            about.id,
            about.name,
            about.edition,
            events.join(", ")
        );
    }
    text.push_str(
        "\nUse 'outflank rules ID' to show one rulebook, and 'outflank rules --clause WOC-IV.8.p1' to show one clause.\n",
    );
    print(&text)?;
    Ok(Answer::Yes)
}

fn show_clause(id: &str, json: bool) -> Result<Answer, Failure> {
    let found = catalogue().clauses_of(id);
    if found.is_empty() {
        return Err(Failure::say(format!(
            "There is no clause '{id}'. Clauses look like WOC-IV.8.p1. List them with 'outflank rules wof'."
        )));
    }
    let mut text = String::new();
    for clause in found {
        if json {
            let shape = serde_json::json!({
                "id": clause.id, "title": clause.title, "says": clause.says, "kind": clause.kind.to_string(),
                "does": clause.software, "shown": is_shown(clause), "conflicts": clause.conflicts, "readings": clause.ambiguity,
            });
            let _ = writeln!(text, "{shape}");
        } else {
            write_clause(&mut text, clause);
            if let Some(conflicts) = &clause.conflicts {
                fold(&mut text, "    other texts: ", conflicts);
            }
            if !clause.ambiguity.is_empty() {
                let readings = clause.ambiguity.join(", ");
                let _ = writeln!(text, "    interpretation: {readings} (docs/readings.md)");
            }
        }
    }
    print(&text)?;
    Ok(Answer::Yes)
}

/// The whole rulebook: what it is, its settings, then the document section by section.
fn rulebook(file: &RulebookFile, rules: &Rulebook) -> String {
    let about = &rules.about;
    let mut text = String::new();
    let _ = writeln!(text, "{} ({})", about.name, about.id);
    let _ = writeln!(
        text,
        "edition: {}, in force from {}",
        about.edition, about.from
    );
    for (what, value) in [
        ("replaces the edition of", &about.supersedes),
        ("incorporates", &about.incorporates),
        ("approved by", &about.approved_by),
        ("set up for", &about.event),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "{what} {value}");
        }
    }
    let _ = writeln!(
        text,
        "BLAKE3 of the file {}, with these settings {}",
        &file.hash[..16],
        &rules.hash()[..16]
    );
    settings(&mut text, rules);
    document(&mut text, rules);
    text
}

fn settings(text: &mut String, rules: &Rulebook) {
    heading(text, "THE SETTINGS", '=');
    text.push_str(
        "setting = value: what it means [where it comes from; AMB-nn is explained in docs/readings.md]\n",
    );
    for part in Part::ALL {
        heading(text, part.title(), '-');
        for row in rules.rows().iter().filter(|row| row.axis.part == *part) {
            let mark = if row.source.is_override() { "* " } else { "  " };
            let lead = format!("{mark}{} = {}: ", row.axis.name, row.value);
            fold(
                text,
                &lead,
                &format!("{}: {} [{}]", row.axis.label, row.meaning, row.source),
            );
        }
    }
    let overrides = rules.overrides();
    if !overrides.is_empty() {
        let _ = writeln!(text, "\n* set by the director: {}", overrides.join(", "));
    }
}

fn document(text: &mut String, rules: &Rulebook) {
    heading(
        text,
        "THE RULES, CLAUSE BY CLAUSE, AND WHAT THE PROGRAM DOES ABOUT THEM",
        '=',
    );
    let clauses: Vec<&Clause> = catalogue()
        .clauses
        .iter()
        .filter(|clause| clause.id.document() == rules.about.document)
        .collect();
    let sections = &rules.about.sections;
    let introduction = clauses
        .iter()
        .filter(|c| sections.iter().all(|section| section.key != c.id.section()));
    for (n, clause) in introduction.enumerate() {
        if n == 0 {
            heading(text, "Introduction", '-');
        }
        write_clause(text, clause);
    }
    for section in sections {
        heading(text, &format!("{} {}", section.key, section.title), '-');
        for clause in clauses
            .iter()
            .filter(|clause| clause.id.section() == section.key)
        {
            write_clause(text, clause);
        }
    }
}

fn write_clause(text: &mut String, clause: &Clause) {
    let _ = writeln!(
        text,
        "\n{}  {} ({})",
        clause.id.for_people(),
        clause.title,
        clause.kind
    );
    fold(text, "    says: ", &clause.says);
    let lead = if is_shown(clause) {
        "    does: "
    } else {
        "    planned: "
    };
    fold(text, lead, &clause.software);
}

/// Whether a test shows that the program does it; what is open is not claimed.
fn is_shown(clause: &Clause) -> bool {
    let row = format!("| {} | ", clause.id);
    COVERAGE
        .lines()
        .filter_map(|line| line.strip_prefix(&row))
        .any(|cells| cells.split(" | ").nth(1) == Some("covered"))
}

fn heading(text: &mut String, title: &str, line: char) {
    let under: String = std::iter::repeat_n(line, title.chars().count()).collect();
    let _ = writeln!(text, "\n{title}\n{under}");
}

/// Writes words folded at [`WIDTH`], further lines indented by six.
fn fold(text: &mut String, lead: &str, words: &str) {
    text.push_str(lead);
    let mut column = lead.chars().count();
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if column + length + 1 > WIDTH {
            text.push_str("\n      ");
            column = 6;
        } else if !text.ends_with(' ') {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

/// The totals of the coverage page, and the rows of one document where a rulebook is named.
fn coverage(id: Option<&str>, folder: Option<&Path>) -> Result<String, Failure> {
    let Some(id) = id else {
        let end = COVERAGE.find("| id | kind |").unwrap_or(COVERAGE.len());
        return Ok(format!("{}\n", COVERAGE[..end].trim_end()));
    };
    let document = books::find(id, folder)?.rulebook.about.document;
    let mut text = String::new();
    for line in COVERAGE
        .lines()
        .filter(|line| line.starts_with(&format!("| {document}-")))
    {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let _ = writeln!(
            text,
            "{:<22}{:<11}{}",
            cells[0],
            cells.get(1).unwrap_or(&""),
            cells.get(2).unwrap_or(&"")
        );
    }
    Ok(text)
}
