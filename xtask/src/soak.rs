//! `cargo xtask soak`: the same tests with their full counts, for a night or before a release.

use std::path::Path;
use std::time::Instant;

use crate::failure::Failure;
use crate::{repository, soak_api, soak_axe, step, train};

/// One step: its title and what it does. Later tools (simulation of whole events, comparisons with others) add a line.
type Step = (
    &'static str,
    fn(&Path, Option<&Path>) -> Result<(), Failure>,
);

const STEPS: [Step; 4] = [
    ("tests with full counts, release mode", full_counts),
    ("training of the engine, a reduced run", train::soak),
    ("schemathesis against the served demo", soak_api::run),
    (
        "axe on every page, light, dark and on a phone",
        soak_axe::run,
    ),
];

/// Runs the steps, or those whose title begins with `only`, over the named program or one that is built first; the first
/// failure ends the run.
pub(crate) fn run(only: Option<&str>, program: Option<&Path>) -> Result<(), Failure> {
    let root = repository::root()?;
    let start = Instant::now();
    let chosen = |title: &str| only.is_none_or(|only| title.starts_with(only));
    if !STEPS.iter().any(|(title, _)| chosen(title)) {
        return Err(Failure::Use(
            "there is no such step: say tests, training, schemathesis or axe".to_owned(),
        ));
    }
    for (title, step) in STEPS.into_iter().filter(|(title, _)| chosen(title)) {
        step::timed(title, || step(&root, program))?;
    }
    println!("\nthe soak passes in {}", step::seconds(start.elapsed()));
    Ok(())
}

/// Tests build their own programs.
fn full_counts(root: &Path, _: Option<&Path>) -> Result<(), Failure> {
    step::succeed(
        step::cargo(root)
            .args(["test", "--workspace", "--profile", "soak"])
            .env("OUTFLANK_SOAK", "1"),
        "the failed test prints its seed; make it a case of its own",
    )
}
