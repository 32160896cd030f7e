//! `cargo xtask dist [PROFILE]`: one executable that needs nothing beside it, with its checksum, tried out where nothing else is.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::served::Served;
use crate::{repository, step};

/// What a newcomer's browser asks for first; each must be in the executable.
const TRIED: [&str; 6] = [
    "/",
    "/t/demo/standings",
    "/t/demo/print/score-sheets",
    "/rules/wof",
    "/static/outflank.css",
    "/static/live.js",
];

/// Builds it, tries it and writes its checksum.
pub(crate) fn run(profile: Option<&str>) -> Result<(), Failure> {
    let root = repository::root()?;
    let built = step::built(&root, profile.unwrap_or("release"))?;
    let folder = root.join("dist");
    let executable = folder.join("outflank");
    let failed = |error: std::io::Error| Failure::File(format!("dist: {error}"));
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::copy(&built, &executable).map_err(failed)?;
    step::timed("serving from an empty folder", || tried(&executable))?;
    let sum = step::output(
        Command::new("sha256sum")
            .arg("outflank")
            .current_dir(&folder),
        "sha256sum is part of coreutils",
    )?;
    fs::write(folder.join("outflank.sha256"), &sum).map_err(failed)?;
    let bytes = fs::metadata(&executable).map_err(failed)?.len();
    println!("dist/outflank, {} MB, {}", bytes / 1_000_000, sum.trim());
    Ok(())
}

/// Serves the demo with nothing but the executable: a copy of it in a folder of its own, started from an empty one.
fn tried(executable: &Path) -> Result<(), Failure> {
    let served = Served::start(executable)?;
    for path in TRIED {
        let answer = served.get(path)?;
        if answer.status != 200 || answer.body.is_empty() {
            let status = answer.status;
            return Err(Failure::Step(format!(
                "{path} answers {status}; something is not inside the executable"
            )));
        }
    }
    Ok(())
}
