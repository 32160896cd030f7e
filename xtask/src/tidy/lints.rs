//! Layers 0–5 deny the lints that keep clocks, files, chance and floating point out, and silence them nowhere.

use crate::failure::Finding;
use crate::metadata::Metadata;
use crate::repository::TextFile;
use crate::rust_text::{self, Line};
use crate::tidy::test_code::TestFiles;
use crate::tidy::{crate_folder, layers};

const DENIED: [&str; 2] = ["clippy::float_arithmetic", "clippy::disallowed_methods"];

/// Files that may silence one of the lints, each with its reason beside the `expect`. The rating computation
/// is the one exception for floats.
const EXCEPTIONS: [(&str, &str); 2] = [
    (
        "crates/federation/src/rating/list.rs",
        "clippy::float_arithmetic",
    ),
    (
        "crates/federation/src/rating/solve.rs",
        "clippy::float_arithmetic",
    ),
];

/// What one Rust file of layers 0–5 does wrong; tests may silence what they need.
pub(crate) fn findings(file: &TextFile, tests: &TestFiles) -> Vec<Finding> {
    let Some(folder) = crate_folder(&file.path).filter(|folder| layers::is_pure(folder)) else {
        return Vec::new();
    };
    let lines = rust_text::lines(&file.text);
    let mut findings = Vec::new();
    if file.path == library(folder) {
        findings.extend(missing(file, &lines));
    }
    if file.path.starts_with(&format!("crates/{folder}/src/")) {
        findings.extend(silenced(file, &lines, tests));
    }
    findings
}

/// Crates of layers 0–5 without the file that must deny the lints.
pub(crate) fn missing_libraries(metadata: &Metadata, files: &[TextFile]) -> Vec<Finding> {
    metadata
        .packages
        .iter()
        .map(|package| package.folder())
        .filter(|folder| layers::is_pure(folder))
        .map(library)
        .filter(|library| !files.iter().any(|file| file.path == *library))
        .map(|library| {
            Finding::in_file(
                &library,
                "is missing: a crate of layers 0–5 is a library with this file",
            )
        })
        .collect()
}

fn library(folder: &str) -> String {
    format!("crates/{folder}/src/lib.rs")
}

fn missing(file: &TextFile, lines: &[Line<'_>]) -> Vec<Finding> {
    let denied: Vec<(usize, String)> = attributes(lines, &["#![deny("]);
    DENIED
        .iter()
        .filter(|lint| !denied.iter().any(|(_, inside)| inside.contains(**lint)))
        .map(|lint| {
            Finding::in_file(
                &file.path,
                format!(
                    "does not deny {lint}: put #![deny({})] at its top",
                    DENIED.join(", ")
                ),
            )
        })
        .collect()
}

fn silenced(file: &TextFile, lines: &[Line<'_>], tests: &TestFiles) -> Vec<Finding> {
    let tests = tests.lines_of(file, lines);
    let mut findings = Vec::new();
    for (number, inside) in attributes(lines, &["allow(", "expect(", "warn("]) {
        for lint in DENIED.iter().filter(|lint| inside.contains(**lint)) {
            if !EXCEPTIONS.contains(&(file.path.as_str(), *lint)) && !tests.contains(&number) {
                findings.push(Finding::at(
                    &file.path,
                    number,
                    format!("silences {lint}: take time, files and numbers as arguments, or list the file in xtask/src/tidy/lints.rs with a decision"),
                ));
            }
        }
    }
    findings
}

/// The line and the inside of each parenthesis that one of `openings` opens, which may span lines.
fn attributes(lines: &[Line<'_>], openings: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for opening in openings {
            for (at, _) in line.code.match_indices(opening) {
                let mut rest = line.code[at + opening.len()..].to_owned();
                for next in &lines[index + 1..] {
                    if rest.contains(')') {
                        break;
                    }
                    rest.push_str(&next.code);
                }
                let inside = rest.split(')').next().unwrap_or("").to_owned();
                found.push((line.number, inside));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    const DENY: &str =
        "//! Docs.\n#![deny(\n    clippy::float_arithmetic,\n    clippy::disallowed_methods\n)]\n";

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<String> = findings(&text_file(path, text), &TestFiles::default())
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                found.contains(expected),
                "{found:?} does not say {expected:?}"
            );
        }
    }

    #[test]
    fn a_library_of_the_core_denies_both() {
        check("crates/board/src/lib.rs", DENY, &[]);
        check(
            "crates/board/src/lib.rs",
            "#![deny(clippy::float_arithmetic)] // clippy::disallowed_methods",
            &["does not deny clippy::disallowed_methods"],
        );
        check("crates/web/src/lib.rs", "", &[]);
    }

    #[test]
    fn silencing_is_for_tests_only() {
        let silence = "fn f() {\n#[expect(\nclippy::disallowed_methods, reason = \"\")]\n}\n";
        check(
            "crates/game/src/clock.rs",
            silence,
            &["crates/game/src/clock.rs:2: silences clippy::disallowed_methods"],
        );
        let tests = format!("#[cfg(test)]\nmod tests {{\n{silence}}}\n");
        check("crates/game/src/clock.rs", &tests, &[]);
        check("crates/game/tests/soak.rs", silence, &[]);
        check(
            "crates/game/src/clock.rs",
            "x.expect(\"clippy::disallowed_methods\");",
            &[],
        );
    }
}
