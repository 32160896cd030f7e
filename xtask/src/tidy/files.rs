//! What holds for every text file: its size, no paths of a machine, no toolchain file.

use crate::failure::Finding;
use crate::repository::TextFile;

/// A file longer than this is split.
const LINES_MAX: usize = 600;

/// Kinds of files whose size is held.
const SIZED: [&str; 4] = ["rs", "js", "css", "html"];

/// First folders of absolute paths that only exist on somebody's machine.
const MACHINE_FOLDERS: [&str; 3] = ["work", "root", "home"];

/// What one file does wrong.
pub(crate) fn findings(file: &TextFile) -> Vec<Finding> {
    let mut findings = machine_paths(file);
    let lines = file.text.lines().count();
    if lines > LINES_MAX && SIZED.contains(&file.extension()) {
        findings.push(Finding::at(
            &file.path,
            LINES_MAX + 1,
            format!("{lines} lines: split it by idea (at most {LINES_MAX})"),
        ));
    }
    let name = file.path.rsplit('/').next().unwrap_or("");
    if matches!(name, "rust-toolchain" | "rust-toolchain.toml") {
        findings.push(Finding::in_file(
            &file.path,
            "a toolchain file forces a download: remove it, rust-version in Cargo.toml is enough",
        ));
    }
    findings
}

fn machine_paths(file: &TextFile) -> Vec<Finding> {
    let patterns = MACHINE_FOLDERS.map(|folder| format!("/{folder}/"));
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for pattern in &patterns {
            if line
                .match_indices(pattern.as_str())
                .any(|(at, _)| begins_a_path(&line[..at]))
            {
                findings.push(Finding::at(
                    &file.path,
                    index + 1,
                    format!("a path of one machine ({pattern}…): write it from the root of the repository"),
                ));
            }
        }
    }
    findings
}

/// Whether a `/` after this text begins an absolute path: in `docs/home/` and `example.org/home/` it does not.
fn begins_a_path(before: &str) -> bool {
    !before
        .chars()
        .next_back()
        .is_some_and(|letter| letter.is_alphanumeric() || "._-~}*)".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[test]
    fn a_long_source_is_flagged_and_a_long_text_is_not() {
        let text = "x\n".repeat(LINES_MAX + 1);
        assert_eq!(findings(&text_file("crates/a/src/b.rs", &text)).len(), 1);
        assert!(findings(&text_file("docs/b.md", &text)).is_empty());
        let text = "x\n".repeat(LINES_MAX);
        assert!(findings(&text_file("crates/a/src/b.rs", &text)).is_empty());
    }

    #[test]
    fn a_path_of_a_machine_is_flagged_where_it_begins() {
        let flagged = |text: String| findings(&text_file("a.md", &text)).len() == 1;
        let folder = MACHINE_FOLDERS[0];
        assert!(flagged(format!("see `/{folder}/main/README.md`")));
        assert!(flagged(format!("/{folder}/x")));
        assert!(!flagged(format!("https://example.org/{folder}/x")));
        assert!(!flagged(format!("docs/{folder}/x")));
        assert!(!flagged(format!("../{folder}/x")));
    }

    #[test]
    fn a_toolchain_file_is_flagged() {
        assert_eq!(findings(&text_file("rust-toolchain.toml", "")).len(), 1);
    }
}
