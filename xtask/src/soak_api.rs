//! Part of `cargo xtask soak`: schemathesis, from PyPI, against a served demo championship with an owner's token.
//!
//! It reads the server's own OpenAPI document and makes requests that fit it and requests that do not. The server must
//! never fail (no 5xx). The tool lives in a folder below `target/` and is no part of the program.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::served::Served;
use crate::step;

const ADVICE: &str =
    "python3 with venv and a way to PyPI are needed for this step; on Debian install python3-venv";

/// Runs it.
pub(crate) fn run(root: &Path, program: Option<&Path>) -> Result<(), Failure> {
    let venv = root.join("target/schemathesis");
    if !venv.join("bin/schemathesis").exists() {
        let make = ["-m", "venv"];
        step::succeed(Command::new("python3").args(make).arg(&venv), ADVICE)?;
        let install = ["install", "-q", "schemathesis"];
        step::succeed(Command::new(venv.join("bin/pip")).args(install), ADVICE)?;
    }
    let executable = step::program(root, program, "soak")?;
    let served = Served::start(&executable)?;
    let token = served.owner_token()?;
    step::succeed(
        Command::new(venv.join("bin/schemathesis"))
            .current_dir(&venv)
            .arg("run")
            .arg(format!("http://{}/api/v1/openapi.json", served.address))
            .args(["--checks", "not_a_server_error"])
            .args(["--exclude-path-regex", "/events$"])
            .args(["--max-examples", "200", "--seed", "7"])
            .args(["--header", &format!("Authorization: Bearer {token}")]),
        "the report above has a request that makes the server fail; make it a test in crates/outflank/tests",
    )
}
