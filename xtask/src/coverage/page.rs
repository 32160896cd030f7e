//! The page `docs/rules-coverage.md`: totals first, then a row for every clause.

use std::collections::BTreeSet;

use crate::coverage::catalogue::{Catalogue, Clause, DOCUMENTS, Kind};
use crate::coverage::evidence::{Evidence, Witness};
use crate::coverage::policy;

/// Names in one tests cell; the rest is counted.
const NAMES_MAX: usize = 6;

const COVERED: &str = "covered";
const OPEN: &str = "OPEN";

pub(crate) fn render(catalogue: &Catalogue, evidence: &Evidence) -> String {
    let mut page = String::from(
        "# Rules coverage\n\n\
         Every clause of the five rule documents, what the program does about it, and the tests that show it. \
         Made by `cargo xtask coverage` from the citations in the tests; do not edit.\n\n",
    );
    page.push_str(policy::IN_WORDS);
    page.push_str("\n\n## Totals\n\n");
    page.push_str(&totals(catalogue, evidence));
    page.push_str(&waiting(evidence));
    for (document, name) in DOCUMENTS {
        page.push_str(&format!(
            "\n## {document}: {name}\n\n\
             | id | kind | covered or OPEN | text only | what the program does | tests |\n\
             |---|---|---|---|---|---|\n"
        ));
        for clause in of_document(catalogue, document) {
            page.push_str(&row(clause, evidence));
        }
    }
    page
}

/// The one line to close a run with.
pub(crate) fn summary(catalogue: &Catalogue, evidence: &Evidence) -> String {
    let (covered, all) = count(catalogue.clauses.iter(), evidence);
    format!(
        "coverage: {covered} of {all} clauses covered, {} open",
        all - covered
    )
}

/// The clauses that a page says are covered.
pub(crate) fn covered_ids(page: &str) -> BTreeSet<String> {
    page.lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let id = cells.next()?;
            (cells.nth(1) == Some(COVERED)).then(|| id.to_owned())
        })
        .collect()
}

fn row(clause: &Clause, evidence: &Evidence) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {} |\n",
        clause.id,
        clause.kind.name(),
        if evidence.covers(clause) {
            COVERED
        } else {
            OPEN
        },
        evidence.text_only(clause).unwrap_or_default(),
        cell(&clause.software),
        cell(&names(evidence.of(&clause.id)))
    )
}

/// Text that cannot break a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// Tests by name, cases with the test that runs them.
fn names<'a>(witnesses: impl Iterator<Item = &'a Witness>) -> String {
    let all: Vec<String> = witnesses
        .map(|witness| match witness {
            Witness::Test(test) => test.name.clone(),
            Witness::Case { case, run_by } => format!("{case} ({})", run_by.name),
        })
        .collect();
    let mut text = all[..all.len().min(NAMES_MAX)].join(", ");
    if all.len() > NAMES_MAX {
        text.push_str(&format!(" +{} more", all.len() - NAMES_MAX));
    }
    text
}

fn totals(catalogue: &Catalogue, evidence: &Evidence) -> String {
    let (covered, all) = count(catalogue.clauses.iter(), evidence);
    let mut text = format!("All clauses: {covered} / {all} covered.\n");
    text.push_str(&head("document"));
    for (document, _) in DOCUMENTS {
        text.push_str(&total(document, of_document(catalogue, document), evidence));
    }
    text.push_str(&head("kind"));
    for kind in Kind::ALL {
        let clauses = catalogue
            .clauses
            .iter()
            .filter(|clause| clause.kind == kind);
        text.push_str(&total(kind.name(), clauses, evidence));
    }
    text.push_str(&head("owner"));
    let owners: BTreeSet<&str> = catalogue
        .clauses
        .iter()
        .map(|clause| clause.owner.as_str())
        .collect();
    for owner in owners {
        let clauses = catalogue
            .clauses
            .iter()
            .filter(|clause| clause.owner == owner);
        text.push_str(&total(owner, clauses, evidence));
    }
    text
}

fn head(what: &str) -> String {
    format!("\n| {what} | covered / all |\n|---|--:|\n")
}

fn total<'a>(name: &str, clauses: impl Iterator<Item = &'a Clause>, evidence: &Evidence) -> String {
    let (covered, all) = count(clauses, evidence);
    format!("| {name} | {covered} / {all} |\n")
}

fn count<'a>(clauses: impl Iterator<Item = &'a Clause>, evidence: &Evidence) -> (usize, usize) {
    clauses.fold((0, 0), |(covered, all), clause| {
        (covered + usize::from(evidence.covers(clause)), all + 1)
    })
}

fn of_document<'a>(
    catalogue: &'a Catalogue,
    document: &'a str,
) -> impl Iterator<Item = &'a Clause> {
    catalogue
        .clauses
        .iter()
        .filter(move |clause| clause.document() == document)
}

/// The cases that are written down and run by no test yet.
fn waiting(evidence: &Evidence) -> String {
    if evidence.waiting.is_empty() {
        return String::new();
    }
    let list: Vec<String> = evidence
        .waiting
        .iter()
        .map(|(table, count)| format!("{table} ({count})"))
        .collect();
    format!(
        "\nCases written down that no test runs yet; they count for nothing: {}.\n",
        list.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{catalogue, evidence, listing};
    use crate::repository::text_file;

    fn page(tests: usize) -> String {
        let names: Vec<String> = (0..tests).map(|index| format!("t{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let listing = listing::example(&[("board", None, &names)]);
        let text: String = names
            .iter()
            .map(|name| format!("/// clauses: USOA-1.1, WOC-I.2\n#[test]\nfn {name}() {{}}\n"))
            .collect();
        let catalogue = catalogue::example();
        let files = [text_file("crates/board/src/lib.rs", &text)];
        let (evidence, findings) = evidence::gather(&catalogue, &files, &listing);
        assert_eq!(findings, []);
        render(&catalogue, &evidence)
    }

    #[track_caller]
    fn check_line(page: &str, line: &str) {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }

    #[test]
    fn rows_have_the_six_cells() {
        let page = page(1);
        check_line(
            &page,
            "| USOA-1.1 | enforced | covered |  | does a\\|b | board::t0 |",
        );
        check_line(
            &page,
            "| WOC-I.2 | procedure | OPEN |  | does a\\|b | board::t0 |",
        );
        check_line(&page, "| SOC-II.4 | record | OPEN |  | does a\\|b |  |");
    }

    #[test]
    fn totals_are_by_document_kind_and_owner() {
        let page = page(1);
        check_line(&page, "All clauses: 1 / 5 covered.");
        check_line(&page, "| USOA | 1 / 2 |");
        check_line(&page, "| PAGE | 0 / 0 |");
        check_line(&page, "| enforced | 1 / 1 |");
        check_line(&page, "| foundations | 1 / 2 |");
    }

    #[test]
    fn a_long_list_of_tests_is_cut_and_counted() {
        check_line(
            &page(8),
            "| USOA-1.1 | enforced | covered |  | does a\\|b | board::t0, board::t1, board::t2, board::t3, board::t4, board::t5 +2 more |",
        );
    }

    #[test]
    fn covered_ids_are_read_back() {
        assert_eq!(
            covered_ids(&page(1)),
            BTreeSet::from(["USOA-1.1".to_owned()])
        );
        assert!(covered_ids("| id | kind | covered or OPEN | text only | x | tests |").is_empty());
    }
}
