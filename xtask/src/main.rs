//! The project's own chores, run as `cargo xtask …`: everything a change must pass, and the pages made from the code.
//!
//! `main` only dispatches; each subcommand is one file.
#![expect(
    clippy::print_stdout,
    reason = "xtask is a program that talks to the person who runs it"
)]

mod bench;
mod browser;
mod clean_env;
mod coverage;
mod debian;
mod dist;
mod failure;
#[path = "../../crates/outflank/tests/support/http.rs"]
#[expect(
    dead_code,
    clippy::unwrap_used,
    reason = "the tests of the running program use the rest of it"
)]
mod http;
mod metadata;
mod mutants;
mod repository;
mod rust_text;
mod screenshots;
mod served;
mod soak;
mod soak_api;
mod soak_axe;
mod step;
mod test;
mod texts;
mod tidy;
#[path = "../../crates/outflank/tests/support/webdriver.rs"]
#[expect(dead_code, reason = "the journeys use the rest of it")]
mod webdriver;

use std::path::Path;
use std::process::ExitCode;

use failure::Failure;

/// The subcommands and what each does, as `cargo xtask help` prints them.
pub(crate) const SUBCOMMANDS: [(&str, &str); 10] = [
    (
        "test",
        "everything a change must pass: formatting, clippy, tests, docs, tidy, coverage",
    ),
    (
        "tidy",
        "the layer arrows, the invariants, file sizes and links",
    ),
    (
        "coverage [--check] [--give-up ID…]",
        "write docs/rules-coverage.md from the tests' citations (--check: only compare)",
    ),
    (
        "soak [tests | schemathesis | axe] [--program FILE]",
        "the tests with their full counts, in release mode (minutes to hours), and the tools of others",
    ),
    (
        "soak mutants [--seed N] [--count N]",
        "whether the tests notice small changes of the rules' code: a sample by the seed, within an hour; can be resumed",
    ),
    (
        "bench [--list | FILTER]",
        "the benchmarks, lowest layer first; ratios and targets once more at the end",
    ),
    (
        "screenshots [FOLDER] [--program FILE]",
        "pictures of the main pages: light, dark, phone, paper (into target/screenshots)",
    ),
    (
        "texts [--sample N] [--seed N]",
        "texts that people read, drawn at random with their sources, to be read aloud",
    ),
    (
        "dist [--twice]",
        "what people install, in dist/: executable, .deb, container image, SBOM, licences (--twice: the same bytes again)",
    ),
    ("help", "this text"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn dispatch(words: &[&str]) -> Result<(), Failure> {
    let (words, program) = match words {
        [before @ .., "--program", file] => (before, Some(Path::new(*file))),
        words => (words, None),
    };
    match words {
        ["soak"] => soak::run(None, program),
        ["soak", "mutants", rest @ ..] => mutants::run(rest),
        ["soak", only] => soak::run(Some(only), program),
        ["screenshots"] => screenshots::run(None, program),
        ["screenshots", folder] => screenshots::run(Some(folder), program),
        _ if program.is_some() => Err(Failure::Use(format!(
            "only soak and screenshots look at a program that is built already\n\n{}",
            help()
        ))),
        ["test"] => test::run(),
        ["tidy"] => tidy::run(),
        ["coverage", rest @ ..] => coverage::run(rest),
        ["texts", rest @ ..] => texts::run(rest),
        ["bench"] => bench::run(None),
        ["bench", "--list"] => bench::list(),
        ["bench", filter] => bench::run(Some(filter)),
        ["dist"] => dist::run(false),
        ["dist", "--twice"] => dist::run(true),
        [] | ["help" | "--help" | "-h"] => {
            println!("{}", help());
            Ok(())
        }
        [first, ..] => Err(Failure::Use(format!(
            "cargo xtask does not understand {first:?} here\n\n{}",
            help()
        ))),
    }
}

fn help() -> String {
    let mut text = String::from("cargo xtask SUBCOMMAND\n");
    for (name, what) in SUBCOMMANDS {
        text.push_str(&format!("\n  {name:<52}{what}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_subcommand_is_wrong_use_and_shows_the_help() {
        let failure = dispatch(&["polish"]).unwrap_err();
        assert_eq!(failure.exit_code(), 2);
        assert!(failure.to_string().contains("coverage"));
    }

    #[test]
    fn a_program_is_named_only_where_one_is_looked_at() {
        let failure = dispatch(&["tidy", "--program", "outflank"]).unwrap_err();
        assert!(failure.to_string().contains("only soak and screenshots"));
    }

    #[test]
    fn surplus_words_are_wrong_use() {
        assert_eq!(dispatch(&["tidy", "now"]).unwrap_err().exit_code(), 2);
    }
}
