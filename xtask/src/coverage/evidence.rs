//! The citations set against the catalogue and the list of tests: what each clause has to show for itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::coverage::cases::{self, Case};
use crate::coverage::catalogue::{Catalogue, Clause, Standing};
use crate::coverage::citations::{self, Cited, CitingTest};
use crate::coverage::listing::{ListedTest, Listing};
use crate::coverage::policy::{self, Source};
use crate::failure::Finding;
use crate::repository::TextFile;

/// What the tests show, clause by clause.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    by_clause: BTreeMap<String, BTreeSet<Witness>>,
    /// Clauses whose text a test sees on a page.
    texts: BTreeSet<String>,
    /// Cases with citations in tables that no test runs yet, counted by `file#table`.
    pub(crate) waiting: BTreeMap<String, usize>,
}

/// One test, or one case of a file and the test that runs it. Tests come before cases, cases by file and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Witness {
    Test(ListedTest),
    Case { case: String, run_by: ListedTest },
}

impl Witness {
    fn source(&self) -> Source<'_> {
        match self {
            Self::Test(test) => Source::Crate(&test.folder),
            Self::Case { case, run_by } if case.ends_with(".game") => {
                Source::GameScript(&run_by.folder)
            }
            Self::Case { run_by, .. } => Source::Crate(&run_by.folder),
        }
    }
}

impl Evidence {
    /// The tests and cases that cite a clause, in order.
    pub(crate) fn of(&self, id: &str) -> impl Iterator<Item = &Witness> {
        self.by_clause.get(id).into_iter().flatten()
    }

    /// Whether one of them counts for the clause's kind, or its text is all that can be shown.
    pub(crate) fn covers(&self, clause: &Clause) -> bool {
        self.does(clause) || self.text_only(clause).is_some()
    }

    fn does(&self, clause: &Clause) -> bool {
        self.of(&clause.id)
            .any(|witness| policy::counts(clause.kind, witness.source()))
    }

    /// Why the program shows the text of a clause and can do no more about it.
    pub(crate) fn text_only(&self, clause: &Clause) -> Option<&'static str> {
        let is_shown = self.texts.contains(&clause.id);
        policy::why_text_only(&clause.id).filter(|_| is_shown && !self.does(clause))
    }

    fn add(&mut self, clauses: &[Cited], witness: &Witness) {
        for cited in clauses {
            self.by_clause
                .entry(cited.text.clone())
                .or_default()
                .insert(witness.clone());
        }
    }
}

/// Reads every citation in `files`; the findings are citations that are wrong or belong to no test that runs.
pub(crate) fn gather(
    catalogue: &Catalogue,
    files: &[TextFile],
    listing: &Listing,
) -> (Evidence, Vec<Finding>) {
    let mut evidence = Evidence::default();
    let mut findings = Vec::new();
    let mut runs = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let (tests, wrong) = citations::scan(file);
        findings.extend(wrong);
        for test in tests {
            findings.extend(wrong_ids(catalogue, &file.path, &test.clauses));
            findings.extend(wrong_ids(catalogue, &file.path, &test.texts));
            match listing.find(&test) {
                Some(listed) => {
                    let texts = test.texts.iter().map(|cited| cited.text.clone());
                    evidence.texts.extend(texts);
                    evidence.add(&test.clauses, &Witness::Test(listed.clone()));
                    findings.extend(runs_of(&test, listed, files, &mut runs));
                }
                None => findings.push(unlisted(&test)),
            }
        }
    }
    for file in files {
        findings.extend(of_case_file(catalogue, file, &runs, &mut evidence));
    }
    (evidence, findings)
}

/// Files, or one table of a file, that a test runs.
struct Run {
    pattern: String,
    table: Option<String>,
    by: ListedTest,
}

impl Run {
    fn covers_file(&self, path: &str) -> bool {
        match self.pattern.split_once('*') {
            Some((start, rest)) => {
                let end = rest.rsplit('*').next().unwrap_or(rest);
                path.starts_with(start) && path.ends_with(end.trim_start_matches('/'))
            }
            None => {
                let folder = self.pattern.trim_end_matches('/');
                path.strip_prefix(folder)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
        }
    }

    fn covers_case(&self, case: &Case) -> bool {
        self.table.is_none() || self.table == case.table
    }
}

fn runs_of(
    test: &CitingTest,
    listed: ListedTest,
    files: &[TextFile],
    runs: &mut Vec<Run>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for cited in &test.runs {
        let (pattern, table) = match cited.text.split_once('#') {
            Some((file, table)) => (file, Some(table.to_owned())),
            None => (cited.text.as_str(), None),
        };
        let run = Run {
            pattern: pattern.to_owned(),
            table,
            by: listed.clone(),
        };
        if files.iter().any(|file| run.covers_file(&file.path)) {
            runs.push(run);
        } else {
            findings.push(Finding::at(
                &test.path,
                cited.line,
                format!(
                    "runs: {} names no file: write the path from the root of the repository",
                    cited.text
                ),
            ));
        }
    }
    findings
}

fn of_case_file(
    catalogue: &Catalogue,
    file: &TextFile,
    runs: &[Run],
    evidence: &mut Evidence,
) -> Vec<Finding> {
    let runs: Vec<&Run> = runs
        .iter()
        .filter(|run| run.covers_file(&file.path))
        .collect();
    if !cases::may_hold_cases(file, !runs.is_empty()) {
        return Vec::new();
    }
    let cases = match cases::scan(file) {
        Ok(cases) => cases,
        Err(broken) => return vec![broken],
    };
    let mut findings = Vec::new();
    // A script is run or it is nothing; other test data matters here only when it cites.
    if runs.is_empty() && (file.extension() == "game" || !cases.is_empty()) {
        findings.push(Finding::in_file(
            &file.path,
            format!(
                "no test runs this case file: write `/// runs: {}` above the #[test] that does",
                file.path
            ),
        ));
    }
    for case in cases {
        findings.extend(wrong_ids(catalogue, &file.path, &case.clauses));
        let mut is_run = false;
        for run in runs.iter().filter(|run| run.covers_case(&case)) {
            is_run = true;
            let witness = Witness::Case {
                case: case.name.clone(),
                run_by: run.by.clone(),
            };
            evidence.add(&case.clauses, &witness);
        }
        if let (false, Some(table)) = (is_run, &case.table) {
            *evidence
                .waiting
                .entry(format!("{}#{table}", file.path))
                .or_default() += 1;
        }
    }
    findings
}

fn wrong_ids(catalogue: &Catalogue, path: &str, clauses: &[Cited]) -> Vec<Finding> {
    clauses
        .iter()
        .filter_map(|cited| {
            let what = match catalogue.standing(&cited.text) {
                Standing::Clause => return None,
                Standing::Group => format!(
                    "{} is a group of clauses: cite the parts that are shown",
                    cited.text
                ),
                Standing::Unknown => format!(
                    "{} is no clause: take the id from rulebooks/clauses.toml",
                    cited.text
                ),
            };
            Some(Finding::at(path, cited.line, what))
        })
        .collect()
}

fn unlisted(test: &CitingTest) -> Finding {
    Finding::at(
        &test.path,
        test.line,
        format!(
            "the cited test {} is not in cargo test -- --list: make it run or remove the citation",
            test.name
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{catalogue, listing};
    use crate::repository::text_file;

    fn gathered(files: &[(&str, &str)]) -> (Evidence, Vec<String>) {
        let listing = listing::example(&[
            ("board", None, &["a"]),
            ("rulebook", Some("vectors"), &["scoring"]),
            ("game", Some("cases"), &["cases"]),
        ]);
        let files: Vec<TextFile> = files
            .iter()
            .map(|(path, text)| text_file(path, text))
            .collect();
        let (evidence, findings) = gather(&catalogue::example(), &files, &listing);
        (evidence, findings.iter().map(ToString::to_string).collect())
    }

    #[track_caller]
    fn check_finding(files: &[(&str, &str)], expected: &str) {
        let (_, findings) = gathered(files);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].contains(expected), "{findings:?}");
    }

    fn covered(evidence: &Evidence) -> Vec<String> {
        catalogue::example()
            .clauses
            .iter()
            .filter(|clause| evidence.covers(clause))
            .map(|clause| clause.id.clone())
            .collect()
    }

    const VECTORS: &str = "[[scoring]]\nid = \"S-1\"\nclauses = [\"WOC-I.1\"]\n[[pairing]]\nid = \"P-1\"\nclauses = [\"USOA-1.1\"]\n";

    #[test]
    fn an_unknown_id_and_a_group_are_refused() {
        let test = |id: &str| format!("/// clauses: {id}\n#[test]\nfn a() {{}}\n");
        check_finding(
            &[("crates/board/src/lib.rs", &test("USOA-9.9"))],
            "crates/board/src/lib.rs:1: USOA-9.9 is no clause",
        );
        check_finding(
            &[("crates/board/src/lib.rs", &test("USOA-1"))],
            "USOA-1 is a group",
        );
    }

    #[test]
    fn a_test_that_never_runs_is_refused() {
        check_finding(
            &[(
                "crates/board/src/lib.rs",
                "/// clauses: USOA-1.1\n#[test]\nfn gone() {}\n",
            )],
            "crates/board/src/lib.rs:3: the cited test gone is not in",
        );
    }

    #[test]
    fn a_test_of_the_board_does_not_show_a_procedure() {
        let (evidence, findings) = gathered(&[(
            "crates/board/src/lib.rs",
            "/// clauses: USOA-1.1, USOA-1.2, WOC-I.2\n#[test]\nfn a() {}\n",
        )]);
        assert_eq!(findings, [""; 0]);
        assert_eq!(covered(&evidence), ["USOA-1.1"]);
        assert_eq!(evidence.of("WOC-I.2").count(), 1);
    }

    #[test]
    fn scripts_count_for_procedures_when_a_test_runs_them() {
        let script = (
            "crates/game/tests/cases/wof/I.2.game",
            "# clauses: WOC-I.2\n",
        );
        check_finding(&[script], "no test runs this case file");
        check_finding(
            &[("crates/game/tests/cases/plain.game", "f5\n")],
            "no test runs this case file",
        );
        assert_eq!(gathered(&[("docs/plain.game", "f5\n")]).1, [""; 0]);
        for runs in [
            "crates/game/tests/cases",
            "crates/game/tests/cases/**.game",
            "crates/game/tests/cases/**/*.game",
        ] {
            let runner = format!("/// runs: {runs}\n#[test]\nfn cases() {{}}\n");
            let (evidence, findings) = gathered(&[("crates/game/tests/cases.rs", &runner), script]);
            assert_eq!(findings, [""; 0]);
            assert_eq!(covered(&evidence), ["WOC-I.2"]);
        }
    }

    #[test]
    fn a_table_that_no_test_runs_is_waiting_and_covers_nothing() {
        let runner =
            "/// runs: crates/rulebook/tests/vectors.toml#scoring\n#[test]\nfn scoring() {}\n";
        let (evidence, findings) = gathered(&[
            ("crates/rulebook/tests/vectors.rs", runner),
            ("crates/rulebook/tests/vectors.toml", VECTORS),
        ]);
        assert_eq!(findings, [""; 0]);
        assert_eq!(covered(&evidence), ["WOC-I.1"]);
        assert_eq!(
            evidence.waiting,
            BTreeMap::from([("crates/rulebook/tests/vectors.toml#pairing".to_owned(), 1)])
        );
    }

    #[test]
    fn a_case_file_may_lie_anywhere_when_a_test_names_it() {
        let runner = "/// runs: rulebooks/vectors.toml\n#[test]\nfn scoring() {}\n";
        let files = [
            ("crates/rulebook/tests/vectors.rs", runner),
            ("rulebooks/vectors.toml", VECTORS),
        ];
        let (evidence, findings) = gathered(&files);
        assert_eq!(findings, [""; 0]);
        assert_eq!(covered(&evidence), ["USOA-1.1", "WOC-I.1"]);
        assert_eq!(covered(&gathered(&files[1..]).0), [""; 0]);
    }

    #[test]
    fn a_run_of_nothing_is_refused() {
        check_finding(
            &[(
                "crates/game/tests/cases.rs",
                "/// runs: crates/game/tests/none\n#[test]\nfn cases() {}\n",
            )],
            "names no file",
        );
    }
}
