//! Part of `cargo xtask soak`: schemathesis, from PyPI, against a served demo championship with an owner's token.
//!
//! It reads the server's own OpenAPI document and makes requests that fit it and requests that do not. The server must
//! never fail (no 5xx). The tool lives in a folder below `target/` and is no part of the program.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::failure::Failure;
use crate::step;

const ADVICE: &str =
    "python3 with venv and a way to PyPI are needed for this step; on Debian install python3-venv";

/// Runs it.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let venv = root.join("target/schemathesis");
    if !venv.join("bin/schemathesis").exists() {
        let make = ["-m", "venv"];
        step::succeed(Command::new("python3").args(make).arg(&venv), ADVICE)?;
        let install = ["install", "-q", "schemathesis"];
        step::succeed(Command::new(venv.join("bin/pip")).args(install), ADVICE)?;
    }
    step::succeed(
        step::cargo(root).args(["build", "-p", "outflank", "--profile", "soak"]),
        "the program must build first",
    )?;
    let mut served = Served::start(root)?;
    let token = served.owner_token()?;
    let checked = step::succeed(
        Command::new(venv.join("bin/schemathesis"))
            .current_dir(&venv)
            .arg("run")
            .arg(format!("http://{}/api/v1/openapi.json", served.address))
            .args(["--checks", "not_a_server_error"])
            .args(["--exclude-path-regex", "/events$"])
            .args(["--max-examples", "200", "--seed", "7"])
            .args(["--header", &format!("Authorization: Bearer {token}")]),
        "the report above has a request that makes the server fail; make it a test in crates/outflank/tests",
    );
    served.stop();
    checked
}

/// The served demo.
struct Served {
    child: Child,
    address: String,
    link: String,
}

impl Served {
    fn start(root: &Path) -> Result<Self, Failure> {
        let failed = |what: String| Failure::Step(format!("the demo was not served: {what}"));
        let mut child = Command::new(root.join("target/soak/outflank"))
            .args([
                "serve",
                "--demo",
                "--listen",
                "127.0.0.1:0",
                "--requests-per-minute",
                "100000000",
            ])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let output = child
            .stdout
            .take()
            .ok_or_else(|| failed("no output".to_owned()))?;
        let (mut address, mut link) = (String::new(), String::new());
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("serves at http://") {
                rest.split(' ')
                    .next()
                    .unwrap_or("")
                    .clone_into(&mut address);
            }
            if let Some((_, secret)) = line.split_once("/k/") {
                secret.trim().clone_into(&mut link);
            }
            if line.starts_with("ready") {
                return Ok(Self {
                    child,
                    address,
                    link,
                });
            }
        }
        Err(failed("it ended at once".to_owned()))
    }

    /// Opens the owner's link as a browser does and asks for a token.
    fn owner_token(&self) -> Result<String, Failure> {
        let opened = self.send(&format!("GET /k/{} HTTP/1.1\r\n", self.link), "")?;
        let cookie = opened
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|line| line.split(';').next())
            .ok_or_else(|| Failure::Step("the owner's link gave no cookie".to_owned()))?;
        let body = r#"{"command_id": "soak", "act": {"act": "make_link", "kind": "api", "grant": {"role": "owner"}}}"#;
        let head = format!(
            "POST /api/v1/access/commands HTTP/1.1\r\nOrigin: http://{}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n",
            self.address,
            body.len()
        );
        let made = self.send(&head, body)?;
        made.split("\"secret\":\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
            .ok_or_else(|| Failure::Step(format!("no token was made: {made}")))
    }

    fn send(&self, head: &str, body: &str) -> Result<String, Failure> {
        let failed =
            |error: std::io::Error| Failure::Step(format!("the demo does not answer: {error}"));
        let mut stream = TcpStream::connect(&self.address).map_err(failed)?;
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .map_err(failed)?;
        let request = format!(
            "{head}Host: {}\r\nConnection: close\r\n\r\n{body}",
            self.address
        );
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(failed)?;
        Ok(answer)
    }

    fn stop(&mut self) {
        // The demo keeps nothing, so that it may be ended at once.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
