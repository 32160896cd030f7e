//! Part of `cargo xtask soak`: schemathesis, from PyPI, against a served demo championship with an owner's token.
//!
//! It reads the server's own OpenAPI document and makes requests that fit it and requests that do not. The server must
//! never fail (no 5xx), and answer as the document says. The tool lives in a folder below `target/` and is no part of
//! the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::http::Client;
use crate::served::Served;
use crate::step;

const ADVICE: &str =
    "python3 with venv and a way to PyPI are needed for this step; on Debian install python3-venv";

/// What every answer is looked at for.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// Names that are there, so that requests reach more than a missing page.
const NAMES: &str = r#"[parameters]
"path.tournament" = "demo"
"path.federation" = "example"
"path.person" = 1
"path.round" = 8
"path.entrant" = 1
"#;

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
    found_office(&served, &token)?;
    fs::write(venv.join("schemathesis.toml"), NAMES)
        .map_err(|error| Failure::File(format!("schemathesis.toml: {error}")))?;
    step::succeed(
        Command::new(venv.join("bin/schemathesis"))
            .current_dir(&venv)
            .arg("run")
            .arg(format!("http://{}/api/v1/openapi.json", served.address))
            .args(["--checks", CHECKS])
            .args(["--exclude-path-regex", "/events$"])
            .args(["--max-examples", "200", "--seed", "7"])
            .args(["--header", &format!("Authorization: Bearer {token}")]),
        "the report above has a request that is not answered as the document says; make it a test in crates/outflank/tests",
    )
}

/// A federation's office with somebody in it.
fn found_office(served: &Served, token: &str) -> Result<(), Failure> {
    let client = Client::new(served.address)
        .bearer(token)
        .with("Content-Type", "application/json");
    let founding = r#"{"name": "Example Othello Federation", "country": "GBR"}"#;
    let office = format!(r#"{{"rulebook": "bof", "slug": "example", "founding": {founding}}}"#);
    let person = r#"{"act": "add_person", "record": "", "dossier": {"name": "Ada Example"}}"#;
    for (path, body) in [
        (
            "/api/v1/federations",
            format!(r#"{{"command_id": "office", "federation": {office}}}"#),
        ),
        (
            "/api/v1/federations/example/commands",
            format!(r#"{{"command_id": "person", "act": {person}}}"#),
        ),
    ] {
        let said = served.send(&client, "POST", path, Some(&body))?.text();
        if !said.contains("\"events\"") {
            return Err(Failure::Step(format!("no office was founded: {said}")));
        }
    }
    Ok(())
}
