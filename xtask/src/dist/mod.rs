//! `cargo xtask dist [--twice]`: what people install, in `dist/`: the executable, a Debian package, a container image,
//! checksums, an SBOM, the licences of all dependencies, manual pages and shell completions.
//!
//! The executable is linked against an old C library with Zig's linker, so that it runs on Debian-like systems of the
//! last five years. Paths and times are kept out of the files: the same source gives the same bytes, and `--twice`
//! builds a second copy of the source in another folder and compares.

mod build;
mod deb;
mod image;
mod packages;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::served::Served;
use crate::{debian, metadata, repository, step};

/// What a newcomer's browser asks for first; each must be in the executable.
const TRIED: [&str; 6] = [
    "/",
    "/t/demo/standings",
    "/t/demo/print/score-sheets",
    "/rules/wof",
    "/static/outflank.css",
    "/static/live.js",
];

/// The largest executable we ship.
const EXECUTABLE_BYTES_MAX: u64 = 25_000_000;

const NEEDED: [debian::Needed; 4] = [
    debian::Needed {
        package: "binutils",
        program: "objcopy",
        why: "keeps debug information apart",
    },
    debian::Needed {
        package: "dpkg",
        program: "dpkg-deb",
        why: "makes the Debian package",
    },
    debian::Needed {
        package: "systemd",
        program: "systemd-analyze",
        why: "checks the service's unit",
    },
    debian::Needed {
        package: "python3-venv",
        program: "python3",
        why: "holds the linker, which comes as a Python package",
    },
];

pub(crate) fn run(twice: bool) -> Result<(), Failure> {
    let root = repository::root()?;
    debian::provide(&NEEDED)?;
    let folder = root.join("dist");
    let _ = fs::remove_dir_all(&folder);
    make(&root, &folder)?;
    if twice {
        step::timed("the same source gives the same bytes", || {
            same_again(&root, &folder)
        })?;
    }
    for entry in sorted(&folder)? {
        let bytes = fs::metadata(folder.join(&entry))
            .map_err(|error| failed(&error))?
            .len();
        println!("dist/{entry}, {:.1} MB", bytes as f64 / 1e6);
    }
    Ok(())
}

/// Everything we ship, made from the source in `root`.
fn make(root: &Path, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let executable = folder.join("outflank");
    step::timed("building", || {
        build::executable(root, &executable)?;
        let bytes = fs::metadata(&executable)
            .map_err(|error| failed(&error))?
            .len();
        match bytes {
            0..=EXECUTABLE_BYTES_MAX => Ok(()),
            _ => Err(Failure::Step(format!(
                "the executable has {bytes} bytes; at most {EXECUTABLE_BYTES_MAX} are allowed"
            ))),
        }
    })?;
    step::timed("serving from an empty folder", || tried(&executable))?;
    step::timed("packages", || {
        let packages = packages::shipped(root)?;
        write(
            &folder.join("outflank.cdx.json"),
            packages::sbom(&version(root)?, &packages),
        )?;
        write(&folder.join("LICENCES.txt"), packages::licences(&packages)?)?;
        let package = deb::make(root, folder, &executable, &version(root)?)?;
        deb::check(&package, folder)?;
        image::make(folder, &executable)
    })?;
    let names = sorted(folder)?;
    let sums = step::output(
        Command::new("sha256sum").args(&names).current_dir(folder),
        "sha256sum is part of coreutils",
    )?;
    write(&folder.join("SHA256SUMS"), sums)
}

/// Builds a copy of the committed source in another folder and compares checksums.
fn same_again(root: &Path, folder: &Path) -> Result<(), Failure> {
    let copy = root.join("target/dist-again/source");
    let _ = fs::remove_dir_all(&copy);
    step::succeed(
        Command::new("git")
            .args(["clone", "--quiet", "--local"])
            .arg(root)
            .arg(&copy),
        "the copy is made from what is committed",
    )?;
    let again = copy.join("dist");
    make(&copy, &again)?;
    let sums = |folder: &Path| {
        fs::read_to_string(folder.join("SHA256SUMS")).map_err(|error| failed(&error))
    };
    let (first, second) = (sums(folder)?, sums(&again)?);
    if first == second {
        return Ok(());
    }
    let differing: Vec<&str> = first
        .lines()
        .filter(|line| !second.contains(line))
        .collect();
    Err(Failure::Step(format!(
        "a second build differs: {}",
        differing.join(", ")
    )))
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

/// The version of the workspace.
fn version(root: &Path) -> Result<String, Failure> {
    let packages = metadata::read(root)?.packages;
    let program = packages
        .into_iter()
        .find(|package| package.name == "outflank");
    program
        .map(|package| package.version)
        .ok_or_else(|| Failure::Step("the workspace has no package 'outflank'".to_owned()))
}

fn sorted(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map_err(|error| failed(&error))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name != "SHA256SUMS")
        .collect();
    names.sort();
    Ok(names)
}

pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    fs::write(path, text).map_err(|error| failed(&error))
}

fn failed(error: &std::io::Error) -> Failure {
    Failure::File(format!("dist: {error}"))
}
