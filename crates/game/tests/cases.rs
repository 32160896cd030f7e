//! The case files: scripts of games, named by the clause they show.

use std::path::{Path, PathBuf};

use outflank_game::script;
use outflank_game::{Event, Game};

fn case_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder of cases is in the repository");
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            case_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "game") {
            found.push(path);
        }
    }
}

/// What is wrong with one case; nothing if it holds.
fn problems(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a readable case");
    problems_of(path, &text)
}

fn problems_of(path: &Path, text: &str) -> Vec<String> {
    let name = path.display();
    let script = match script::parse(text) {
        Ok(script) => script,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let rules = match script.rulebook(None) {
        Ok(rules) => rules,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let run = script::run(&script, &rules);
    let mut wrong = Vec::new();
    // What no text says is in the folder `ours`.
    if script.clauses.is_empty() && !path.components().any(|part| part.as_os_str() == "ours") {
        wrong.push(format!("{name}: cites no clause in its first line"));
    }
    for step in &run.steps {
        if let (Err(rejection), false) = (&step.outcome, step.is_expected) {
            let clause = rejection.clause().map(ToString::to_string);
            wrong.push(format!(
                "{name}:{}: {} was refused: {} {clause:?}: {rejection}",
                step.line,
                step.text,
                rejection.code()
            ));
        }
        for checked in &step.checked {
            if let Some(found) = &checked.found {
                wrong.push(format!(
                    "{name}:{}: expected {}, found {found}",
                    checked.line, checked.text
                ));
            }
        }
    }
    let events = run.events();
    if Game::replay(&events) != run.game {
        wrong.push(format!("{name}: the replayed game differs"));
    }
    for event in &events {
        let read = Event::from_stored(event.kind(), &event.body());
        if read.as_ref() != Ok(event) {
            wrong.push(format!("{name}: {} does not survive storage", event.kind()));
        }
    }
    wrong
}

/// runs: crates/game/tests/cases
#[test]
fn every_case_is_decided_as_it_says() {
    let mut files = Vec::new();
    case_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"),
        &mut files,
    );
    files.sort();
    assert!(files.len() > 100, "only {} cases found", files.len());
    let wrong: Vec<String> = files.iter().flat_map(|path| problems(path)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_example_of_the_document_is_decided_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/game-script.md");
    let text = std::fs::read_to_string(&path).expect("the document is in the repository");
    let block = text
        .split("```game\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("the document has an example");
    let wrong = problems_of(&path, block);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
