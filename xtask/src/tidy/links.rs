//! Links and commands in the documents lead somewhere.

use std::path::Path;

use crate::SUBCOMMANDS;
use crate::failure::Finding;
use crate::repository::TextFile;

/// Dead relative links and unknown `cargo xtask` commands of one document.
pub(crate) fn findings(file: &TextFile, root: &Path) -> Vec<Finding> {
    if !is_document(&file.path) {
        return Vec::new();
    }
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut findings = Vec::new();
    for (line, target) in relative_links(&file.text) {
        if !root.join(folder).join(&target).exists() {
            findings.push(Finding::at(
                &file.path,
                line,
                format!("the link to {target} leads nowhere: correct or remove it"),
            ));
        }
    }
    for (line, word) in xtask_commands(&file.text) {
        if !is_subcommand(&word) {
            findings.push(Finding::at(
                &file.path,
                line,
                format!("cargo xtask {word} does not exist: see cargo xtask help"),
            ));
        }
    }
    findings
}

fn is_document(path: &str) -> bool {
    path.ends_with(".md") && (!path.contains('/') || path.starts_with("docs/"))
}

fn is_subcommand(word: &str) -> bool {
    SUBCOMMANDS
        .iter()
        .any(|(name, _)| name.split(' ').next() == Some(word))
}

/// The files that links and pictures point to, with their lines; code, addresses and places on the page are left out.
fn relative_links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            continue;
        }
        if in_code {
            continue;
        }
        let prose = without_code(line);
        let inline = prose
            .match_indices("](")
            .filter_map(|(at, _)| prose[at + 2..].split([')', ' ']).next());
        let definition = prose
            .trim_start()
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]:"))
            .and_then(|(_, target)| target.split_whitespace().next());
        for target in inline.chain(definition) {
            let file = target
                .trim_matches(['<', '>'])
                .split('#')
                .next()
                .unwrap_or("");
            if !file.is_empty() && !file.contains(':') {
                links.push((index + 1, file.to_owned()));
            }
        }
    }
    links
}

/// The line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`')
        .enumerate()
        .filter(|(index, _)| index % 2 == 0)
        .map(|(_, prose)| prose)
        .collect()
}

/// The word after each `cargo xtask`, with its line.
fn xtask_commands(text: &str) -> Vec<(usize, String)> {
    let mut commands = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (at, found) in line.match_indices("cargo xtask ") {
            let word: String = line[at + found.len()..]
                .chars()
                .take_while(char::is_ascii_lowercase)
                .collect();
            if !word.is_empty() {
                commands.push((index + 1, word));
            }
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = relative_links(text)
            .into_iter()
            .map(|(_, target)| target)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn only_links_to_files_are_looked_at() {
        check(
            "see [a](docs/a.md#top) and ![b](b.png)",
            &["docs/a.md", "b.png"],
        );
        check("[a](https://example.org) [b](#here) `[c](d)`", &[]);
        check("```\n[a](b)\n```\n[c]: d.md\n", &["d.md"]);
    }

    #[test]
    fn a_dead_link_and_an_unknown_command_are_found() {
        let file = text_file(
            "README.md",
            "[gone](no-such-file.md)\nrun cargo xtask polish, then cargo xtask test\n",
        );
        let found: Vec<String> = findings(&file, Path::new("."))
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("README.md:1: the link to no-such-file.md"));
        assert!(found[1].starts_with("README.md:2: cargo xtask polish does not exist"));
    }

    #[test]
    fn sources_are_no_documents() {
        let file = text_file("crates/a/notes.md", "[gone](no-such-file.md)");
        assert!(findings(&file, Path::new(".")).is_empty());
    }
}
