//! `cargo xtask coverage`: which clause of the rules is shown by which tests.
//!
//! The catalogue of clauses ([`catalogue`]) is set against the citations in the repository ([`citations`] above
//! Rust tests, [`cases`] in test data), each of which must belong to a test that really runs ([`listing`]). What
//! counts for which kind of clause is the [`policy`]; the outcome is a [`page`], `docs/rules-coverage.md`.

mod cases;
mod catalogue;
mod citations;
mod evidence;
mod listing;
mod page;
mod policy;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::{Failure, Finding};
use crate::repository;
use catalogue::Catalogue;
use evidence::Evidence;

const CATALOGUE: &str = "rulebooks/clauses.toml";
const PAGE: &str = "docs/rules-coverage.md";

/// Writes the page, or with `--check` compares it; `--give-up ID…` accepts that clauses lose their tests.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let root = repository::root()?;
    match arguments {
        [] => write(&root, &BTreeSet::new()),
        ["--check"] => check(&root),
        ["--give-up", ids @ ..] if !ids.is_empty() => {
            write(&root, &ids.iter().map(|id| (*id).to_owned()).collect())
        }
        _ => Err(Failure::Use(
            "cargo xtask coverage takes nothing, --check, or --give-up and clause ids".to_owned(),
        )),
    }
}

/// Fails unless every citation holds and the committed page is the one the citations give.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let (catalogue, evidence) = gather(root)?;
    let committed = fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    let mut findings = lost(&catalogue, &evidence, &page::covered_ids(&committed));
    let fresh = page::render(&catalogue, &evidence);
    if findings.is_empty() && fresh != committed {
        findings.push(Finding::at(
            PAGE,
            first_difference(&committed, &fresh),
            "is not what the tests give: run cargo xtask coverage and commit it",
        ));
    }
    Failure::unless_empty(findings)?;
    println!("{}", page::summary(&catalogue, &evidence));
    Ok(())
}

/// Writes the page, unless a clause lost its tests since the page on disk or the last commit.
fn write(root: &Path, given_up: &BTreeSet<String>) -> Result<(), Failure> {
    let (catalogue, evidence) = gather(root)?;
    let path = root.join(PAGE);
    let mut before = page::covered_ids(&fs::read_to_string(&path).unwrap_or_default());
    before.extend(page::covered_ids(&last_commit(root).unwrap_or_default()));
    before.retain(|id| !given_up.contains(id));
    Failure::unless_empty(lost(&catalogue, &evidence, &before))?;
    let unwritten = |error| Failure::File(format!("{PAGE} cannot be written: {error}"));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(unwritten)?;
    }
    fs::write(&path, page::render(&catalogue, &evidence)).map_err(unwritten)?;
    println!("wrote {PAGE}\n{}", page::summary(&catalogue, &evidence));
    Ok(())
}

fn gather(root: &Path) -> Result<(Catalogue, Evidence), Failure> {
    let text = fs::read_to_string(root.join(CATALOGUE))
        .map_err(|error| Failure::File(format!("{CATALOGUE} cannot be read: {error}")))?;
    let catalogue = Catalogue::parse(&text)
        .map_err(|error| Failure::File(format!("{CATALOGUE} is not as expected: {error}")))?;
    let files = repository::text_files(root)?;
    let listing = listing::read(root)?;
    let (evidence, findings) = evidence::gather(&catalogue, &files, &listing);
    Failure::unless_empty(findings)?;
    Ok((catalogue, evidence))
}

/// The page as the last commit has it; `None` without git or before the first commit.
fn last_commit(root: &Path) -> Option<String> {
    let output = Command::new("git")
        .current_dir(root)
        .args(["show", &format!("HEAD:{PAGE}")])
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Clauses that were covered and no longer are.
fn lost(catalogue: &Catalogue, evidence: &Evidence, before: &BTreeSet<String>) -> Vec<Finding> {
    catalogue
        .clauses
        .iter()
        .filter(|clause| before.contains(&clause.id) && !evidence.covers(clause))
        .map(|clause| {
            Finding::in_file(
                PAGE,
                format!(
                    "{} lost its tests: restore one that cites it, or give it up with cargo xtask coverage --give-up {}",
                    clause.id, clause.id
                ),
            )
        })
        .collect()
}

/// The first line, from 1, in which two texts differ.
fn first_difference(a: &str, b: &str) -> usize {
    a.lines().zip(b.lines()).take_while(|(a, b)| a == b).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[test]
    fn a_clause_that_lost_its_tests_is_found() {
        let catalogue = catalogue::example();
        let listing = listing::example(&[("board", None, &["tests::a"])]);
        let cited = text_file(
            "crates/board/src/lib.rs",
            "mod tests {\n/// clauses: USOA-1.1\n#[test]\nfn a() {}\n}\n",
        );
        let (evidence, findings) = evidence::gather(&catalogue, &[cited], &listing);
        assert_eq!(findings, []);
        let page = page::render(&catalogue, &evidence);
        let before = page::covered_ids(&page);
        assert_eq!(before, BTreeSet::from(["USOA-1.1".to_owned()]));
        assert_eq!(lost(&catalogue, &evidence, &before), []);

        let (nothing, _) = evidence::gather(&catalogue, &[], &listing);
        let lost = lost(&catalogue, &nothing, &before);
        assert_eq!(lost.len(), 1);
        assert!(lost[0].what.starts_with("USOA-1.1 lost its tests"));
    }

    #[test]
    fn the_first_difference_is_counted_from_one() {
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), 2);
        assert_eq!(first_difference("", "a\n"), 1);
    }
}
