//! The tests that really run: every test program of the workspace, asked with `--list`.
//!
//! Cargo tells which program belongs to which package and target, which the printed list alone does not: two
//! packages may each have a `tests/vectors.rs`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::coverage::citations::CitingTest;
use crate::failure::Failure;
use crate::metadata::folder_of_manifest;
use crate::step;

/// The name of a crate's one test program, of which each file in `tests/` is a module.
const ALL: &str = "all";

const ADVICE: &str = "the tests must build before their citations can be counted";

/// The test programs and what each lists.
#[derive(Debug)]
pub(crate) struct Listing {
    programs: Vec<Program>,
}

#[derive(Debug)]
struct Program {
    /// The folder of its package: `board`.
    folder: String,
    /// The file's name of an integration test; `None` for the tests inside `src/`.
    integration: Option<String>,
    tests: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ListedTest {
    /// The folder of its package.
    pub(crate) folder: String,
    /// `board::square::tests::name`, or `board::tests::vectors::name` for `crates/board/tests/vectors.rs`.
    pub(crate) name: String,
}

/// Builds the test programs and asks each for its tests.
pub(crate) fn read(root: &Path) -> Result<Listing, Failure> {
    let messages = step::output(
        step::cargo(root).args([
            "test",
            "--workspace",
            "--tests",
            "--no-run",
            "--message-format=json-render-diagnostics",
        ]),
        ADVICE,
    )?;
    let mut programs = Vec::new();
    for artifact in artifacts(&messages) {
        let Some(executable) = &artifact.executable else {
            continue;
        };
        let text = step::output(
            Command::new(executable).args(["--list", "--format", "terse"]),
            ADVICE,
        )?;
        programs.push(Program {
            folder: folder_of_manifest(&artifact.manifest_path).to_owned(),
            integration: artifact
                .target
                .kind
                .iter()
                .any(|kind| kind == "test")
                .then(|| artifact.target.name.clone()),
            tests: listed(&text),
        });
    }
    Ok(Listing { programs })
}

#[derive(Deserialize)]
struct Artifact {
    manifest_path: String,
    target: ArtifactTarget,
    profile: Profile,
    executable: Option<String>,
}

#[derive(Deserialize)]
struct ArtifactTarget {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// The test programs among cargo's messages; other messages have another shape.
fn artifacts(messages: &str) -> Vec<Artifact> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Artifact>(line).ok())
        .filter(|artifact| artifact.profile.test)
        .collect()
}

/// The names in what `--list --format terse` prints.
fn listed(text: &str) -> BTreeSet<String> {
    text.lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .map(str::to_owned)
        .collect()
}

/// Where a Rust file's tests are listed.
#[derive(Debug, PartialEq, Eq)]
enum Place<'a> {
    /// Inside `src/`, in these modules.
    Unit(Vec<&'a str>),
    /// The top file of the integration test of this name, or a file of a crate's one test program.
    Integration(&'a str),
    /// A file that some integration test has as a module.
    IntegrationModule(Vec<&'a str>),
}

impl Listing {
    /// The test in the list that a citation stands above; `None` when it never runs.
    pub(crate) fn find(&self, test: &CitingTest) -> Option<ListedTest> {
        let (folder, place) = place(&test.path)?;
        let inner = path_of(&test.modules, &test.name);
        self.programs
            .iter()
            .filter(|program| program.folder == folder)
            .find_map(|program| {
                let (prefix, path) = match (&place, &program.integration) {
                    (Place::Unit(modules), None) => (None, path_of(modules, &inner)),
                    (Place::Integration(target), Some(name)) if target == name => {
                        (Some(name.as_str()), inner.clone())
                    }
                    (Place::Integration(target), Some(name)) if name == ALL => {
                        (Some(ALL), path_of(&[target], &inner))
                    }
                    (Place::IntegrationModule(modules), Some(name)) => {
                        let path = (0..modules.len())
                            .map(|skipped| path_of(&modules[skipped..], &inner))
                            .find(|path| program.tests.contains(path))?;
                        (Some(name.as_str()), path)
                    }
                    _ => return None,
                };
                program.tests.contains(&path).then(|| ListedTest {
                    folder: folder.to_owned(),
                    name: match prefix {
                        None => format!("{folder}::{path}"),
                        Some(ALL) => format!("{folder}::tests::{path}"),
                        Some(target) => format!("{folder}::tests::{target}::{path}"),
                    },
                })
            })
    }
}

fn path_of<T: AsRef<str>>(modules: &[T], name: &str) -> String {
    let mut path = String::new();
    for module in modules {
        path.push_str(module.as_ref());
        path.push_str("::");
    }
    path + name
}

/// The package folder and the place of a Rust file.
fn place(path: &str) -> Option<(&str, Place<'_>)> {
    let inside = path.strip_prefix("crates/").unwrap_or(path);
    let mut parts = inside.split('/');
    let folder = parts.next()?;
    let kind = parts.next()?;
    let mut modules: Vec<&str> = parts.collect();
    let file = modules.pop()?.strip_suffix(".rs")?;
    let place = match (kind, modules.as_slice(), file) {
        ("src", [], "lib" | "main") | ("src", ["bin"], _) => Place::Unit(Vec::new()),
        ("src", _, "mod") => Place::Unit(modules),
        ("src", _, _) => {
            modules.push(file);
            Place::Unit(modules)
        }
        ("tests", [], _) => Place::Integration(file),
        ("tests", [target], "main") => Place::Integration(target),
        ("tests", _, "mod") => Place::IntegrationModule(modules),
        ("tests", _, _) => {
            modules.push(file);
            Place::IntegrationModule(modules)
        }
        _ => return None,
    };
    Some((folder, place))
}

/// A listing for tests, from (folder, integration test, names).
#[cfg(test)]
pub(crate) fn example(programs: &[(&str, Option<&str>, &[&str])]) -> Listing {
    Listing {
        programs: programs
            .iter()
            .map(|(folder, integration, tests)| Program {
                folder: (*folder).to_owned(),
                integration: integration.map(str::to_owned),
                tests: tests.iter().map(|name| (*name).to_owned()).collect(),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, modules: &[&str], name: &str, expected: Option<&str>) {
        let listing = example(&[
            ("board", None, &["square::tests::a", "b"]),
            (
                "board",
                Some("vectors"),
                &["run", "common::shown", "inner::c"],
            ),
            ("rulebook", Some("vectors"), &["other"]),
            ("game", Some("all"), &["clock::e", "flags::table::f"]),
            ("xtask", None, &["tidy::tests::d"]),
        ]);
        let test = CitingTest {
            path: path.to_owned(),
            line: 1,
            modules: modules.iter().map(|name| (*name).to_owned()).collect(),
            name: name.to_owned(),
            clauses: Vec::new(),
            texts: Vec::new(),
            runs: Vec::new(),
        };
        let found = listing.find(&test).map(|listed| listed.name);
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn tests_in_a_crates_one_program_are_found_by_their_files() {
        let listed = Some("game::tests::clock::e");
        check("crates/game/tests/clock.rs", &[], "e", listed);
        let listed = Some("game::tests::flags::table::f");
        check("crates/game/tests/flags.rs", &["table"], "f", listed);
        check("crates/game/tests/flags/table.rs", &[], "f", listed);
        check("crates/game/tests/clock.rs", &[], "f", None);
    }

    #[test]
    fn unit_tests_are_found_by_their_modules() {
        check(
            "crates/board/src/square.rs",
            &["tests"],
            "a",
            Some("board::square::tests::a"),
        );
        check(
            "crates/board/src/square/tests.rs",
            &[],
            "a",
            Some("board::square::tests::a"),
        );
        check(
            "crates/board/src/square/mod.rs",
            &["tests"],
            "a",
            Some("board::square::tests::a"),
        );
        check("crates/board/src/lib.rs", &[], "b", Some("board::b"));
        check(
            "xtask/src/tidy.rs",
            &["tests"],
            "d",
            Some("xtask::tidy::tests::d"),
        );
        check("crates/board/src/square.rs", &["tests"], "b", None);
    }

    #[test]
    fn integration_tests_are_found_in_their_own_program() {
        check(
            "crates/board/tests/vectors.rs",
            &[],
            "run",
            Some("board::tests::vectors::run"),
        );
        check(
            "crates/board/tests/vectors.rs",
            &["inner"],
            "c",
            Some("board::tests::vectors::inner::c"),
        );
        check(
            "crates/board/tests/vectors/main.rs",
            &[],
            "run",
            Some("board::tests::vectors::run"),
        );
        check(
            "crates/board/tests/common/mod.rs",
            &[],
            "shown",
            Some("board::tests::vectors::common::shown"),
        );
        check("crates/board/tests/vectors.rs", &[], "other", None);
        check("crates/rulebook/tests/vectors.rs", &[], "run", None);
        check("crates/board/benches/perft.rs", &[], "b", None);
    }

    #[test]
    fn the_printed_list_gives_the_names() {
        let names = listed("a::b: test\nc: benchmark\n\n2 tests, 1 benchmark\n");
        assert_eq!(names, BTreeSet::from(["a::b".to_owned()]));
    }

    #[test]
    fn only_test_programs_are_asked() {
        let artifact = |test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/x/crates/board/Cargo.toml","target":{{"name":"vectors","kind":["test"]}},"profile":{{"test":{test}}},"executable":"/x/y"}}"#
            )
        };
        let messages = format!(
            "{}\n{}\n{{\"reason\":\"build-finished\"}}\n",
            artifact(true),
            artifact(false)
        );
        assert_eq!(artifacts(&messages).len(), 1);
    }
}
