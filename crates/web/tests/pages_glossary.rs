//! The glossary: what templates explain is in it, what it names exists, and `docs/glossary.md` says the same.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use outflank_rulebook::catalogue;
use outflank_web::pages::{PICTURES, english, glossary, guides};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder whose names end like this.
fn texts(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![folder.to_owned()];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                let text = fs::read_to_string(&path).unwrap();
                texts.push((path, text));
            }
        }
    }
    texts
}

/// The terms that a template explains.
fn explained(template: &str) -> impl Iterator<Item = &str> {
    let calls = template.split("f.term(\"").skip(1);
    calls.filter_map(|rest| rest.split('"').next())
}

#[test]
fn every_term_that_a_page_explains_is_in_the_glossary() {
    let known: BTreeSet<&str> = glossary().iter().map(|term| term.id.as_str()).collect();
    assert_eq!(known.len(), glossary().len(), "an id is used twice");
    let folder = repository().join("crates/web/templates");
    let mut used = 0;
    for (path, template) in texts(&folder, ".html") {
        let mut once = BTreeSet::new();
        for term in explained(&template) {
            assert!(known.contains(term), "{}: {term}", path.display());
            assert!(once.insert(term), "{} has {term} twice", path.display());
            used += 1;
        }
    }
    assert!(used > 30, "{used} terms are explained");
}

#[test]
fn every_term_has_one_or_two_sentences_and_clauses_that_exist() {
    for term in glossary() {
        let sentences = term.says.matches(". ").count() + 1;
        assert!(term.says.ends_with('.') && sentences <= 3, "{}", term.says);
        assert!(term.says.len() <= 260, "{} is too long", term.id);
        for clause in &term.clauses {
            let known = catalogue().clause(clause.as_str());
            assert!(known.is_some(), "{}: {}", term.id, clause.as_str());
        }
    }
}

/// The table of terms as `docs/glossary.md` has it.
fn written() -> String {
    let mut text =
        String::from("| Term | What it means | Clauses | In code |\n|---|---|---|---|\n");
    for term in glossary() {
        let clauses: Vec<String> = term.clauses.iter().map(|id| id.for_people()).collect();
        let code = match term.code.as_str() {
            "" => String::new(),
            code => format!("`{code}`"),
        };
        let (name, says) = (&term.term, &term.says);
        writeln!(
            text,
            "| {name} | {says} | {} | {code} |",
            clauses.join(", ")
        )
        .unwrap();
    }
    text
}

#[test]
fn the_glossary_of_the_documents_is_the_glossary_of_the_pages() {
    let document = fs::read_to_string(repository().join("docs/glossary.md")).unwrap();
    let expected = written();
    assert!(
        document.contains(&expected),
        "docs/glossary.md has another table of terms; write this one:\n{expected}"
    );
}

/// The words in the column "Word in code" of a table of the document, and those of the terms.
fn words_in_code(document: &str) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = (glossary().iter())
        .map(|term| term.code.clone())
        .filter(|word| !word.is_empty())
        .collect();
    let rows = document.lines().filter(|line| line.starts_with("| "));
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, _, code, _, _] = cells[..] else {
            continue;
        };
        let quoted = code.split('`').skip(1).step_by(2);
        words.extend(quoted.map(str::to_owned));
    }
    words
}

#[test]
fn the_code_uses_the_words_of_the_glossary() {
    let document = fs::read_to_string(repository().join("docs/glossary.md")).unwrap();
    let sources = texts(&repository().join("crates"), ".rs");
    let source: String = sources
        .iter()
        .map(|(_, text)| text.to_lowercase())
        .collect();
    let words = words_in_code(&document);
    assert!(words.len() > 40, "{words:?}");
    for word in words {
        assert!(source.contains(&word.to_lowercase()), "no code says {word}");
    }
}

#[test]
fn every_picture_is_in_a_guide_and_has_a_size() {
    let pages: String = (guides().iter())
        .flat_map(|guide| {
            guide
                .sections
                .iter()
                .map(|section| section.html.to_string())
        })
        .collect();
    let mut bytes = 0;
    for picture in PICTURES {
        let stem = picture.name.trim_end_matches(".webp");
        let address = format!("/help/pictures/{stem}.");
        assert!(pages.contains(&address), "no guide shows {}", picture.name);
        let (width, height) = picture.size();
        assert!(
            width >= 300 && height >= 300,
            "{}: {width} × {height}",
            picture.name
        );
        bytes += picture.bytes.len();
    }
    assert!(bytes <= 1_000_000, "the pictures have {bytes} bytes");
}

/// Whether a label is this message, with any values in the places of their names.
fn fits(message: &str, label: &str) -> bool {
    let fixed: Vec<&str> = message
        .split('{')
        .enumerate()
        .map(|(n, part)| match n {
            0 => part,
            _ => part.split_once('}').map_or(part, |(_, rest)| rest),
        })
        .collect();
    if fixed.len() == 1 {
        return message == label;
    }
    // A message that is little more than a value would fit every label.
    let mut rest = label;
    let is_in_order = fixed.iter().all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    });
    let says_something = fixed.iter().any(|part| part.trim().len() > 3);
    says_something && is_in_order && label.starts_with(fixed[0])
}

#[test]
fn every_label_in_a_guide_is_on_a_page() {
    let messages: Vec<&str> = english().keys().map(|key| english().say(key)).collect();
    let folder = repository().join("crates/web/help/en");
    let mut labels = 0;
    for (path, guide) in texts(&folder, ".md") {
        for label in guide.split("**").skip(1).step_by(2) {
            let is_shown = messages.iter().any(|message| fits(message, label));
            assert!(is_shown, "{}: no page says {label:?}", path.display());
            labels += 1;
        }
    }
    assert!(labels > 100, "{labels} labels");
    assert!(fits("Pair round {round}", "Pair round 1") && !fits("Pair round {round}", "Pair"));
    assert!(!fits("{n} tables", "Pairing"));
}

#[test]
fn every_guide_has_an_introduction_and_sections_of_one_name() {
    for guide in guides() {
        assert!(!guide.intro_text.is_empty(), "{}", guide.name);
        let ids: BTreeSet<&str> = guide.sections.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids.len(), guide.sections.len(), "{}", guide.name);
        assert!(ids.len() >= 6, "{} has {} sections", guide.name, ids.len());
    }
}
