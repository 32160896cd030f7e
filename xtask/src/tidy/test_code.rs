//! Which lines are test code: there nothing may sleep, and lints of the core may be silenced.

use std::collections::BTreeSet;

use crate::repository::TextFile;
use crate::rust_text::{self, Line};

/// The files that are test code as a whole.
#[derive(Debug, Default)]
pub(crate) struct TestFiles {
    /// Paths without `.rs`, of modules declared as `#[cfg(test)] mod name;`.
    modules: BTreeSet<String>,
}

impl TestFiles {
    /// Finds the test modules that files declare.
    pub(crate) fn among(files: &[TextFile]) -> Self {
        let mut modules = BTreeSet::new();
        for file in files.iter().filter(|file| file.is_rust()) {
            let lines = rust_text::lines(&file.text);
            let tests = rust_text::test_lines(&lines);
            for line in lines.iter().filter(|line| tests.contains(&line.number)) {
                let words: Vec<&str> = rust_text::words(&line.code).collect();
                if let ([.., "mod", name], true) = (&words[..], line.code.trim().ends_with(';')) {
                    modules.insert(format!("{}/{name}", children_folder(&file.path)));
                }
            }
        }
        Self { modules }
    }

    /// The numbers of the lines of `file` that are test code.
    pub(crate) fn lines_of(&self, file: &TextFile, lines: &[Line<'_>]) -> BTreeSet<usize> {
        if self.is_whole(file) {
            lines.iter().map(|line| line.number).collect()
        } else {
            rust_text::test_lines(lines)
        }
    }

    fn is_whole(&self, file: &TextFile) -> bool {
        file.is_under("tests")
            || self.modules.iter().any(|module| {
                file.path
                    .strip_prefix(module.as_str())
                    .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            })
    }
}

/// The folder in which a file's modules lie.
fn children_folder(path: &str) -> String {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    match stem.rsplit_once('/') {
        Some((folder, "lib" | "main" | "mod")) => folder.to_owned(),
        Some(_) | None => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[test]
    fn a_module_declared_for_tests_is_test_code_as_a_whole() {
        let files = [
            text_file(
                "crates/board/src/lib.rs",
                "mod square;\n#[cfg(test)]\nmod differential;\n",
            ),
            text_file(
                "crates/board/src/square.rs",
                "#[cfg(test)]\nmod cases;\nfn f() {}\n",
            ),
        ];
        let tests = TestFiles::among(&files);
        let is_whole = |path: &str| tests.is_whole(&text_file(path, ""));
        assert!(is_whole("crates/board/src/differential.rs"));
        assert!(is_whole("crates/board/src/differential/slow.rs"));
        assert!(is_whole("crates/board/src/square/cases.rs"));
        assert!(is_whole("crates/board/tests/rules.rs"));
        assert!(!is_whole("crates/board/src/square.rs"));
        assert!(!is_whole("crates/board/src/differential_other.rs"));
    }
}
