//! The real program, started and stopped.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::http::Client;

pub(crate) struct Served {
    child: Child,
    pub(crate) address: SocketAddr,
    /// What it printed until it was ready.
    pub(crate) said: String,
    /// The secret of the owner's link that was printed.
    pub(crate) owner_link: Option<String>,
    log: Arc<Mutex<String>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Served {
    /// Serves a data folder; returns once the address is printed.
    pub(crate) fn start(data: &Path, more: &[&str]) -> Self {
        let program = Command::new(env!("CARGO_BIN_EXE_outflank"));
        Self::run(program, data, more).unwrap_or_else(|log| panic!("no address: {log}"))
    }

    /// The same where the program may refuse; gives what it said.
    pub(crate) fn try_start(data: &Path) -> Result<Self, String> {
        Self::run(Command::new(env!("CARGO_BIN_EXE_outflank")), data, &[])
    }

    /// The same from a shell that has done something before.
    #[cfg(unix)]
    pub(crate) fn start_after(data: &Path, before: &str) -> Self {
        let mut shell = Command::new("sh");
        let line = format!("{before}; exec \"$0\" \"$@\"");
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_outflank")]);
        Self::run(shell, data, &[]).unwrap_or_else(|log| panic!("no address: {log}"))
    }

    /// The same where no file may grow beyond so many blocks of 512 bytes: writing fails then.
    #[cfg(unix)]
    pub(crate) fn start_limited(data: &Path, blocks: u32) -> Self {
        // The signal that would end the process is ignored, so that the write itself fails.
        Self::start_after(data, &format!("trap '' XFSZ; ulimit -f {blocks}"))
    }

    /// Started in a folder with nothing but these settings in its environment.
    pub(crate) fn start_with(folder: &Path, settings: &[(&str, &str)]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outflank"));
        program.arg("serve").envs(settings.iter().copied());
        Self::run_in(program, folder, &[]).unwrap_or_else(|log| panic!("no address: {log}"))
    }

    /// One of several servers on a database.
    pub(crate) fn start_shared(database: &str) -> Self {
        Self::try_start_shared(database).unwrap_or_else(|log| panic!("no address: {log}"))
    }

    /// The same where the program may refuse; gives what it said.
    pub(crate) fn try_start_shared(database: &str) -> Result<Self, String> {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outflank"));
        program.arg("serve").env("OUTFLANK_DATABASE", database);
        Self::run_in(program, &std::env::temp_dir(), &[])
    }

    fn run(mut program: Command, data: &Path, more: &[&str]) -> Result<Self, String> {
        program.args(["serve", "--data"]).arg(data);
        Self::run_in(program, data, more)
    }

    fn run_in(mut program: Command, folder: &Path, more: &[&str]) -> Result<Self, String> {
        let mut child = program
            .args(["--listen", "127.0.0.1:0", "--print-owner-link"])
            .args([
                "--requests-per-minute",
                "10000000",
                "--logins-per-minute",
                "1000",
            ])
            .args(more)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let errors = BufReader::new(child.stderr.take().unwrap());
        let kept = log.clone();
        let reader = std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                kept.lock().unwrap().push_str(&format!("{line}\n"));
            }
        });
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (mut address, mut owner_link) = (None, None);
        let mut said = String::new();
        for line in lines.by_ref().map_while(Result::ok) {
            said.push_str(&format!("{line}\n"));
            if let Some((_, rest)) = line.split_once("serves at http")
                && let Some((_, rest)) = rest.split_once("://")
            {
                address = rest
                    .split([' ', '/'])
                    .next()
                    .and_then(|text| text.parse().ok());
            }
            if let Some((_, secret)) = line.split_once("/k/") {
                owner_link = Some(secret.trim().to_owned());
            }
            if line.starts_with("ready") {
                break;
            }
        }
        let Some(address) = address else {
            let _ = child.wait();
            let _ = reader.join();
            let why = log.lock().unwrap().clone();
            return Err(why);
        };
        Ok(Self {
            child,
            said,
            address,
            owner_link,
            log,
            reader: Some(reader),
        })
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// Opens the owner's link, and makes a token that lasts.
    pub(crate) fn owner_token(&self) -> String {
        let link = self.owner_link.clone().unwrap();
        let opened = self.client().open_link(&format!("/k/{link}"));
        assert_eq!(opened.status, 303, "{}", opened.text());
        let cookie = opened.header("set-cookie").unwrap().split(';').next();
        let browser = (self.client())
            .with("Cookie", cookie.unwrap())
            .with("Origin", &format!("http://{}", self.address));
        let act = json!({"act": "make_link", "kind": "api", "grant": {"role": "owner"}});
        let body = json!({"command_id": "token", "act": act});
        let made = browser.post("/api/v1/access/commands", &body);
        made.json()["secret"].as_str().unwrap().to_owned()
    }

    /// Ends it as a power cut does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, and returns its exit code.
    pub(crate) fn stop(&mut self) -> Option<i32> {
        self.ask_to_stop();
        self.child.wait().unwrap().code()
    }

    /// Asks it to stop, and does not wait.
    pub(crate) fn ask_to_stop(&mut self) {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(asked.success());
    }

    /// Its exit code when it has ended.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Everything it logged so far; everything at all after it has ended.
    pub(crate) fn log(&mut self) -> String {
        if self.child.try_wait().unwrap().is_some()
            && let Some(reader) = self.reader.take()
        {
            reader.join().unwrap();
        }
        self.log.lock().unwrap().clone()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
