//! The program itself, served on a free loopback port with the demo championship, and ended with its value.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;
use crate::http::{Client, Reply};

pub(crate) struct Served {
    child: Child,
    folder: PathBuf,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The secret of the owner's link.
    pub(crate) link: String,
}

impl Served {
    /// Serves the demo from an executable, in an empty folder of its own.
    pub(crate) fn start(executable: &Path) -> Result<Self, Failure> {
        let failed = |what: String| Failure::Step(format!("the demo was not served: {what}"));
        let folder = std::env::temp_dir().join(format!("outflank-served-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| failed(error.to_string()))?;
        let mut child = Command::new(executable)
            .args(["serve", "--demo", "--listen", "127.0.0.1:0"])
            .args(["--requests-per-minute", "100000000"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let output = child.stdout.take();
        let mut served = Self {
            child,
            folder,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            link: String::new(),
        };
        let output = output.ok_or_else(|| failed("no output".to_owned()))?;
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("serves at http://") {
                let address = rest.split([' ', '/']).next().unwrap_or("").parse();
                served.address = address.map_err(|error| failed(format!("{line}: {error}")))?;
            }
            if let Some((_, secret)) = line.split_once("/k/") {
                secret.trim().clone_into(&mut served.link);
            }
            if line.starts_with("ready") {
                return Ok(served);
            }
        }
        Err(failed("it ended at once".to_owned()))
    }

    /// Asks for a page as anybody does.
    pub(crate) fn get(&self, path: &str) -> Result<Reply, Failure> {
        self.send(&Client::new(self.address), "GET", path, None)
    }

    /// Sends what a client asks for.
    pub(crate) fn send(
        &self,
        client: &Client,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<Reply, Failure> {
        let reply = client.send(method, path, body.map(str::as_bytes));
        reply
            .map_err(|error| Failure::Step(format!("{method} {path} at {}: {error}", self.address)))
    }

    /// Opens the owner's link as a browser does; the cookie it sets.
    pub(crate) fn owner_cookie(&self) -> Result<String, Failure> {
        let client = Client::new(self.address);
        let opened = self.send(&client, "POST", &format!("/k/{}", self.link), Some(""))?;
        let cookie = opened.header("set-cookie");
        let cookie = cookie.and_then(|line| line.split(';').next());
        let cookie =
            cookie.ok_or_else(|| Failure::Step("the owner's link gave no cookie".to_owned()))?;
        Ok(cookie.to_owned())
    }

    /// A token of the owner for programs.
    pub(crate) fn owner_token(&self) -> Result<String, Failure> {
        let body = r#"{"command_id": "soak", "act": {"act": "make_link", "kind": "api", "grant": {"role": "owner"}}}"#;
        let cookie = self.owner_cookie()?;
        let client = Client::new(self.address)
            .with("Origin", &format!("http://{}", self.address))
            .with("Cookie", &cookie)
            .with("Content-Type", "application/json");
        let path = "/api/v1/access/commands";
        let made = self.send(&client, "POST", path, Some(body))?.text();
        let secret = made.split("\"secret\":\"").nth(1);
        secret
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
            .ok_or_else(|| Failure::Step(format!("no token was made: {made}")))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // The demo keeps nothing, so that it may be ended at once.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
