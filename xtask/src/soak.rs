//! `cargo xtask soak`: the same tests with their full counts, for a night or before a release.

use std::path::Path;
use std::time::Instant;

use crate::failure::Failure;
use crate::{repository, soak_api, soak_axe, step};

/// One step: its title and what it does. Later tools (simulation of whole events, comparisons with others) add a line.
type Step = (&'static str, fn(&Path) -> Result<(), Failure>);

const STEPS: [Step; 3] = [
    ("tests with full counts, release mode", full_counts),
    ("schemathesis against the served demo", soak_api::run),
    (
        "axe on every page, light, dark and on a phone",
        soak_axe::run,
    ),
];

/// Runs the steps; the first failure ends the run.
pub(crate) fn run() -> Result<(), Failure> {
    let root = repository::root()?;
    let start = Instant::now();
    for (title, step) in STEPS {
        step::timed(title, || step(&root))?;
    }
    println!("\nthe soak passes in {}", step::seconds(start.elapsed()));
    Ok(())
}

fn full_counts(root: &Path) -> Result<(), Failure> {
    step::succeed(
        step::cargo(root)
            .args(["test", "--workspace", "--profile", "soak"])
            .env("OUTFLANK_SOAK", "1"),
        "the failed test prints its seed; make it a case of its own",
    )
}
