//! Words that do not belong in the code, or only in one place of it.

use crate::failure::Finding;
use crate::repository::TextFile;
use crate::rust_text::{self, Line};
use crate::tidy::test_code::TestFiles;
use crate::tidy::{crate_folder, layers};

/// The one file with `unsafe`: where a detected processor feature is entered.
const UNSAFE_HOME: &str = "crates/board/src/simd.rs";

/// Files of layers 0–5 that may use floating point: the rating computation.
const FLOAT_EXCEPTIONS: [&str; 2] = [
    "crates/federation/src/rating/list.rs",
    "crates/federation/src/rating/solve.rs",
];

/// Code that may stand nowhere, and what to do instead.
const NOWHERE: [(&str, &str); 5] = [
    ("#[ignore", "an ignored test: make it pass or remove it"),
    ("todo!", "unfinished code: finish it or leave it out"),
    (
        "unimplemented!",
        "unfinished code: finish it or leave it out",
    ),
    (
        "assert!(true",
        "an assertion that cannot fail: state what must hold",
    ),
    (
        "assert!(!false",
        "an assertion that cannot fail: state what must hold",
    ),
];

/// What one Rust file says that it should not.
pub(crate) fn findings(file: &TextFile, tests: &TestFiles) -> Vec<Finding> {
    let lines = rust_text::lines(&file.text);
    let tests = tests.lines_of(file, &lines);
    let mut findings = Vec::new();
    for line in &lines {
        let mut whats = of_line(file, line);
        if tests.contains(&line.number) && rust_text::words(&line.code).any(|word| word == "sleep")
        {
            whats.push("a test that sleeps: time is an argument, move it by hand".to_owned());
        }
        findings.extend(
            whats
                .into_iter()
                .map(|what| Finding::at(&file.path, line.number, what)),
        );
    }
    findings
}

fn of_line(file: &TextFile, line: &Line<'_>) -> Vec<String> {
    let mut found: Vec<String> = NOWHERE
        .iter()
        .filter(|(code, _)| stands_in(&line.code, code))
        .map(|(_, what)| (*what).to_owned())
        .collect();
    if is_pure_source(file) && rust_text::words(&line.code).any(is_float_type) {
        found.push(
            "floating point in layers 0–5: count in halves or thousandths, as integers".to_owned(),
        );
    }
    if file.path != UNSAFE_HOME && rust_text::words(&line.code).any(|word| word == "unsafe") {
        found.push(format!("unsafe: it has one home, {UNSAFE_HOME}"));
    }
    found
}

/// Whether `pattern` stands in `code` and is not the end of a longer word (`debug_assert!` contains `assert!`, `my_todo!` no `todo!`).
fn stands_in(code: &str, pattern: &str) -> bool {
    code.match_indices(pattern).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        pattern.starts_with('#')
            || !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

/// The library part of a crate of layers 0–5; its tests and benchmarks may measure with floats.
fn is_pure_source(file: &TextFile) -> bool {
    !FLOAT_EXCEPTIONS.contains(&file.path.as_str())
        && crate_folder(&file.path).is_some_and(|folder| {
            layers::is_pure(folder) && file.path.starts_with(&format!("crates/{folder}/src/"))
        })
}

fn is_float_type(word: &str) -> bool {
    matches!(word, "f32" | "f64")
        || (word.starts_with(|letter: char| letter.is_ascii_digit())
            && !word.starts_with("0x")
            && (word.ends_with("f32") || word.ends_with("f64")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(path: &str, text: &str, expected: Option<&str>) {
        let found = findings(&text_file(path, text), &TestFiles::default());
        match expected {
            None => assert!(found.is_empty(), "{found:?}"),
            Some(expected) => {
                assert_eq!(found.len(), 1, "{found:?}");
                assert!(found[0].what.contains(expected), "{found:?}");
            }
        }
    }

    #[test]
    fn nothing_is_unfinished_ignored_or_empty() {
        let path = "crates/web/src/lib.rs";
        check(path, "#[ignore = \"slow\"]", Some("ignored test"));
        check(path, "todo!()", Some("unfinished"));
        check(path, "assert!(true);", Some("cannot fail"));
        check(path, "// todo! later", None);
        check(path, "my_todo!()", None);
        check(path, "let x = \"unimplemented!\";", None);
    }

    #[test]
    fn floats_stay_out_of_the_core() {
        check("crates/game/src/clock.rs", "x: f64", Some("floating point"));
        check("crates/game/src/clock.rs", "1_f32", Some("floating point"));
        check("crates/game/src/clock.rs", "0x1f32 + my_f64", None);
        check("crates/board/benches/perft.rs", "x: f64", None);
        check("crates/sim/src/lib.rs", "x: f64", None);
    }

    #[test]
    fn unsafe_has_one_home() {
        check("crates/board/src/simd.rs", "unsafe { f() }", None);
        check(
            "crates/board/src/perft.rs",
            "unsafe { f() }",
            Some("one home"),
        );
        check("crates/board/src/perft.rs", "#[expect(unsafe_code)]", None);
    }

    #[test]
    fn tests_do_not_sleep() {
        check(
            "crates/web/tests/live.rs",
            "std::thread::sleep(x);",
            Some("sleeps"),
        );
        check("crates/web/src/live.rs", "std::thread::sleep(x);", None);
        check(
            "crates/web/src/live.rs",
            "#[cfg(test)]\nmod tests {\nthread::sleep(x);\n}",
            Some("sleeps"),
        );
    }
}
