//! The executable: linked for old systems, without paths of the machine it is built on, its debug information apart.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::failed;
use crate::failure::Failure;
use crate::step;

/// Zig's linker and its adapter for cargo, as Python packages.
const LINKER: [&str; 2] = ["ziglang==0.17.0", "cargo-zigbuild==0.24.0"];
/// The C library of Debian 10 and of everything that came after it.
const TARGET: &str = "x86_64-unknown-linux-gnu.2.28";
/// Times in files of a release: the beginning of 2026, whenever it is made.
pub(crate) const SOURCE_DATE_EPOCH: &str = "1767225600";

pub(crate) fn executable(root: &Path, to: &Path) -> Result<(), Failure> {
    let tools = linker(root)?;
    let path = env::join_paths(
        [tools.join("bin")]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )
    .map_err(|error| Failure::Step(format!("the search path cannot be extended: {error}")))?;
    let home =
        env::var("CARGO_HOME").or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")));
    let home = home.unwrap_or_default();
    let here = root.display();
    let messages = step::output(
        step::cargo(root)
            .args([
                "zigbuild",
                "-p",
                "outflank",
                "--bin",
                "outflank",
                "--profile",
                "dist",
                "--locked",
            ])
            .args([
                "--target",
                TARGET,
                "--message-format",
                "json-render-diagnostics",
            ])
            .env("PATH", path)
            .env("SOURCE_DATE_EPOCH", SOURCE_DATE_EPOCH)
            .env(
                "RUSTFLAGS",
                format!("--remap-path-prefix={here}=/outflank --remap-path-prefix={home}=/cargo"),
            )
            .env(
                "CFLAGS",
                format!("-ffile-prefix-map={here}=/outflank -ffile-prefix-map={home}=/cargo"),
            ),
        "the program must build first",
    )?;
    let built = messages.lines().rev().find_map(step::executable);
    let built =
        built.ok_or_else(|| Failure::Step("cargo did not say where the program is".to_owned()))?;
    fs::copy(&built, to).map_err(|error| failed(&error))?;
    let debug = to.with_extension("debug");
    let advice = "objcopy is part of binutils";
    step::succeed(
        Command::new("objcopy")
            .arg("--only-keep-debug")
            .arg(to)
            .arg(&debug),
        advice,
    )?;
    step::succeed(Command::new("objcopy").arg("--strip-all").arg(to), advice)
}

/// The linker in a Python environment of its own below the target folder.
fn linker(root: &Path) -> Result<PathBuf, Failure> {
    let tools = root.join("target/dist-tools");
    if !tools.join("bin/cargo-zigbuild").is_file() {
        let advice = "the linker comes from the Python package index";
        step::succeed(
            Command::new("python3").args(["-m", "venv"]).arg(&tools),
            advice,
        )?;
        step::succeed(
            Command::new(tools.join("bin/pip"))
                .args(["install", "--quiet"])
                .args(LINKER),
            advice,
        )?;
    }
    Ok(tools)
}
