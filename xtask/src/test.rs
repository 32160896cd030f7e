//! `cargo xtask test`: everything a change must pass, in the order that fails soonest.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::clean_env::CleanHome;
use crate::failure::Failure;
use crate::{coverage, debian, repository, step, tidy};

/// One step: its title and what it does.
type Step = (&'static str, fn(&Path) -> Result<(), Failure>);

const STEPS: [Step; 8] = [
    ("what the tests need", needs),
    ("formatting", formatting),
    ("types of the pages' modules", modules),
    ("clippy", clippy),
    ("tests", suite),
    ("docs", docs),
    ("tidy", |root| tidy::check(root)),
    ("coverage", |root| coverage::check(root)),
];

/// Runs the steps; the first failure ends the run.
pub(crate) fn run() -> Result<(), Failure> {
    let root = repository::root()?;
    let start = Instant::now();
    let mut durations: Vec<(&str, Duration)> = Vec::new();
    for (number, (title, step)) in STEPS.into_iter().enumerate() {
        let shown = format!("{}/{} {title}", number + 1, STEPS.len());
        durations.push((title, step::timed(&shown, || step(&root))?));
    }
    println!("\n{}", summary(&durations, start.elapsed()));
    Ok(())
}

fn needs(root: &Path) -> Result<(), Failure> {
    for component in ["fmt", "clippy"] {
        let answers = step::cargo(root)
            .args([component, "--version"])
            .output()
            .is_ok_and(|output| output.status.success());
        if !answers {
            return Err(Failure::Use(format!(
                "cargo {component} is not installed: run rustup component add rustfmt clippy"
            )));
        }
    }
    debian::provide(&debian::NEEDED)
}

fn formatting(root: &Path) -> Result<(), Failure> {
    step::succeed(
        step::cargo(root).args(["fmt", "--all", "--check"]),
        "run cargo fmt --all and look at the difference",
    )
}

fn modules(root: &Path) -> Result<(), Failure> {
    step::succeed(
        Command::new("tsc")
            .args(["--project", "crates/web/tsconfig.json"])
            .current_dir(root),
        "put each type right; what the server sends is described in crates/web/types.d.ts",
    )
}

fn clippy(root: &Path) -> Result<(), Failure> {
    step::succeed(
        step::cargo(root).args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]),
        "put each warning right; silence one only with #[expect(…, reason = \"…\")]",
    )
}

fn suite(root: &Path) -> Result<(), Failure> {
    let home = CleanHome::create()?;
    let mut cargo = step::cargo(root);
    home.apply(&mut cargo);
    step::succeed(
        cargo.args(["test", "--workspace"]),
        "the failed test's message says what was expected; run it alone with cargo test -p PACKAGE NAME",
    )
}

fn docs(root: &Path) -> Result<(), Failure> {
    step::succeed(
        step::cargo(root)
            .args(["doc", "--workspace", "--no-deps", "--quiet"])
            .env("RUSTDOCFLAGS", "-Dwarnings"),
        "put each warning of the documentation right",
    )
}

fn summary(durations: &[(&str, Duration)], total: Duration) -> String {
    let steps: Vec<String> = durations
        .iter()
        .map(|(title, took)| format!("{title} {}", step::seconds(*took)))
        .collect();
    format!(
        "everything passes in {}: {}",
        step::seconds(total),
        steps.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_names_every_step() {
        let line = summary(
            &[
                ("clippy", Duration::from_secs(2)),
                ("tests", Duration::from_secs(70)),
            ],
            Duration::from_secs(72),
        );
        assert_eq!(
            line,
            "everything passes in 1 min 12 s: clippy 2.0 s, tests 1 min 10 s"
        );
    }
}
