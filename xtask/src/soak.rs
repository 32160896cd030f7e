//! `cargo xtask soak`: the same tests with their full counts, for a night or before a release.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::failure::Failure;
use crate::{repository, soak_api, soak_axe, step, train};

/// One step: its title and what it does. Later tools (simulation of whole events, comparisons with others) add a line.
type Step = (
    &'static str,
    fn(&Path, Option<&Path>) -> Result<(), Failure>,
);

const STEPS: [Step; 5] = [
    ("tests with full counts, release mode", full_counts),
    ("training of the engine, a reduced run", train::soak),
    ("schemathesis against the served demo", soak_api::run),
    (
        "axe on every page, light, dark and on a phone",
        soak_axe::run,
    ),
    ("supply chain: licences, bans and sources", supply),
];

/// Runs the steps, or those whose title begins with `only`, over the named program or one that is built first; the first
/// failure ends the run.
pub(crate) fn run(only: Option<&str>, program: Option<&Path>) -> Result<(), Failure> {
    let root = repository::root()?;
    let start = Instant::now();
    let chosen = |title: &str| only.is_none_or(|only| title.starts_with(only));
    if !STEPS.iter().any(|(title, _)| chosen(title)) {
        return Err(Failure::Use(
            "there is no such step: say tests, training, schemathesis, axe or supply".to_owned(),
        ));
    }
    for (title, step) in STEPS.into_iter().filter(|(title, _)| chosen(title)) {
        step::timed(title, || step(&root, program))?;
    }
    println!("\nthe soak passes in {}", step::seconds(start.elapsed()));
    Ok(())
}

/// `cargo deny`, built once below the target folder. Advisories need the internet: they are a step of a release.
fn supply(root: &Path, _: Option<&Path>) -> Result<(), Failure> {
    let tools = root.join("target/supply-tools");
    let program = tools.join("bin/cargo-deny");
    if !program.is_file() {
        let advice = "cargo-deny is a crate of the registry";
        let install = ["install", "--locked", "--quiet", "cargo-deny", "--root"];
        step::succeed(step::cargo(root).args(install).arg(&tools), advice)?;
    }
    step::succeed(
        Command::new(program).current_dir(root).args([
            "--offline",
            "check",
            "licenses",
            "bans",
            "sources",
        ]),
        "deny.toml says what is allowed and why",
    )
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
