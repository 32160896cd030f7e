//! `cargo xtask bench [--list] [FILTER]`: the benchmarks of the workspace, lowest layer first.
//!
//! Benchmarks print ratios (ours : reference) measured in one run, and targets with whether they are met;
//! these lines are repeated at the end, so that a long run closes with its answer.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::failure::Failure;
use crate::metadata::{self, Metadata};
use crate::tidy::layers;
use crate::{repository, step};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bench {
    package: String,
    name: String,
}

pub(crate) fn list() -> Result<(), Failure> {
    let root = repository::root()?;
    for bench in selected(&metadata::read(&root)?, None) {
        println!("{}/{}", bench.package, bench.name);
    }
    Ok(())
}

/// Runs the benchmarks whose `package/name` contains `filter`.
pub(crate) fn run(filter: Option<&str>) -> Result<(), Failure> {
    let root = repository::root()?;
    let benches = selected(&metadata::read(&root)?, filter);
    if benches.is_empty() {
        return Err(Failure::Use(match filter {
            Some(filter) => {
                format!("no benchmark is called {filter:?}; see cargo xtask bench --list")
            }
            None => "the workspace has no benchmarks".to_owned(),
        }));
    }
    let mut ratios = Vec::new();
    for bench in &benches {
        let title = format!("{}/{}", bench.package, bench.name);
        step::timed(&title, || {
            for line in run_one(&root, bench)? {
                ratios.push(format!("{title}: {line}"));
            }
            Ok(())
        })?;
    }
    if !ratios.is_empty() {
        println!("\nratios and targets:\n{}", ratios.join("\n"));
    }
    Ok(())
}

/// The benchmarks to run, in the order of the layers.
fn selected(metadata: &Metadata, filter: Option<&str>) -> Vec<Bench> {
    let mut packages: Vec<_> = metadata.packages.iter().collect();
    packages.sort_by_key(|package| (layers::layer(package.folder()), package.name.clone()));
    packages
        .into_iter()
        .flat_map(|package| {
            package
                .targets
                .iter()
                .filter(|target| target.kind.iter().any(|kind| kind == "bench"))
                .map(|target| Bench {
                    package: package.name.clone(),
                    name: target.name.clone(),
                })
        })
        .filter(|bench| {
            filter.is_none_or(|filter| format!("{}/{}", bench.package, bench.name).contains(filter))
        })
        .collect()
}

/// Runs one benchmark, passing on what it prints; returns the lines that speak of a ratio.
fn run_one(root: &Path, bench: &Bench) -> Result<Vec<String>, Failure> {
    let failed = |reason: String| {
        Failure::Step(format!(
            "the benchmark {}/{} {reason}",
            bench.package, bench.name
        ))
    };
    let mut child = step::cargo(root)
        .args(["bench", "-p", &bench.package, "--bench", &bench.name])
        .args(["--profile", "soak"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("did not start: {error}")))?;
    let mut ratios = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line.map_err(|error| failed(format!("could not be read: {error}")))?;
            println!("{line}");
            if has_ratio(&line) {
                ratios.push(line.trim().to_owned());
            }
        }
    }
    let status = child
        .wait()
        .map_err(|error| failed(format!("was lost: {error}")))?;
    if status.success() {
        Ok(ratios)
    } else {
        Err(failed("failed; its output says why".to_owned()))
    }
}

/// Whether a line says "ratio" or has one, as in `2.71 : 1`, or compares a figure with its target.
fn has_ratio(line: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    line.to_lowercase().contains("ratio")
        || line.contains("(target: ")
        || line.match_indices(" : ").any(|(at, colon)| {
            line[..at].ends_with(is_digit) && line[at + colon.len()..].starts_with(is_digit)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::parsed;

    #[test]
    fn benches_come_in_the_order_of_the_layers_and_are_filtered() {
        let metadata = parsed(
            r#"{"packages": [
                {"name": "outflank-pairing", "manifest_path": "/x/crates/pairing/Cargo.toml", "dependencies": [],
                 "targets": [{"name": "matching", "kind": ["bench"]}, {"name": "x", "kind": ["lib"]}]},
                {"name": "outflank-board", "manifest_path": "/x/crates/board/Cargo.toml", "dependencies": [],
                 "targets": [{"name": "perft", "kind": ["bench"]}]}]}"#,
        );
        let names = |filter| -> Vec<String> {
            selected(&metadata, filter)
                .into_iter()
                .map(|bench| bench.name)
                .collect()
        };
        assert_eq!(names(None), ["perft", "matching"]);
        assert_eq!(names(Some("pairing")), ["matching"]);
        assert!(names(Some("nothing")).is_empty());
    }

    #[test]
    fn ratios_are_recognised() {
        assert!(has_ratio("simd  12.3 ms   2.71 : 1 plain"));
        assert!(has_ratio("Ratio to the reference 2.7"));
        assert!(has_ratio("start: 310.2 ms (target: at most 1000 ms): met"));
        assert!(!has_ratio("perft 9: 3005288 lines"));
    }
}
