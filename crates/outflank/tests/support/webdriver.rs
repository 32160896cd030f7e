//! Debian's Chromium, driven through its W3C WebDriver; it ends with its value. The chores in `xtask` use it too.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use super::http::Client;

pub(crate) struct WebDriver {
    driver: Child,
    client: Client,
    session: String,
}

impl WebDriver {
    /// Starts a driver on a free port and a browser with these switches, which keeps its files in `profile`.
    pub(crate) fn start(profile: &Path, switches: &[String]) -> Result<Self, String> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver: {error}; install chromium-driver"))?;
        let output = driver.stdout.take().ok_or("the driver has no output")?;
        let port = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, rest) = line.split_once("started successfully on port ")?;
                rest.trim_end_matches('.').parse().ok()
            });
        let port: u16 = port.ok_or("the driver names no port")?;
        let mut browser = Self {
            driver,
            client: Client::new(SocketAddr::from(([127, 0, 0, 1], port))),
            session: String::new(),
        };
        let mut args: Vec<String> = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-background-networking",
            "--no-first-run",
        ]
        .map(str::to_owned)
        .into();
        args.push(format!("--user-data-dir={}", profile.display()));
        args.extend_from_slice(switches);
        let wanted = json!({"browserName": "chrome", "unhandledPromptBehavior": "accept",
            "goog:chromeOptions": {"args": args}});
        let made = browser.post(
            "/session",
            &json!({"capabilities": {"alwaysMatch": wanted}}),
        )?;
        let session = made["sessionId"].as_str().ok_or_else(|| made.to_string())?;
        session.clone_into(&mut browser.session);
        Ok(browser)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        let reply = self.client.try_post(path, body);
        let reply = reply.map_err(|error| format!("{path}: {error}"))?;
        Ok(reply.json()["value"].clone())
    }

    /// Gives a command; the answer may be an error of the browser.
    pub(crate) fn ask(&self, command: &str, body: &Value) -> Result<Value, String> {
        self.post(&format!("/session/{}/{command}", self.session), body)
    }

    /// Gives a command that must succeed.
    pub(crate) fn tell(&self, command: &str, body: &Value) -> Result<Value, String> {
        let value = self.ask(command, body)?;
        match value.get("error") {
            Some(_) => Err(format!("{command} {body}: {value}")),
            None => Ok(value),
        }
    }

    /// What the browser knows under a name.
    pub(crate) fn get(&self, name: &str) -> Result<Value, String> {
        let path = format!("/session/{}/{name}", self.session);
        let reply = self.client.send("GET", &path, None);
        let reply = reply.map_err(|error| format!("{path}: {error}"))?;
        Ok(reply.json()["value"].clone())
    }

    /// Gives a command of the developer tools.
    pub(crate) fn devtools(&self, command: &str, params: &Value) -> Result<Value, String> {
        self.tell(
            "goog/cdp/execute",
            &json!({"cmd": command, "params": params}),
        )
    }

    /// The same for a command that answers with a file.
    pub(crate) fn file(&self, command: &str, params: &Value) -> Result<Vec<u8>, String> {
        let made = self.devtools(command, params)?;
        let data = made["data"].as_str().ok_or_else(|| made.to_string())?;
        BASE64_STANDARD
            .decode(data)
            .map_err(|error| format!("{command}: {error}"))
    }

    /// The page on paper of this size in inches, as PDF.
    pub(crate) fn print(&self, (width, height): (f64, f64)) -> Result<Vec<u8>, String> {
        let paper = json!({"paperWidth": width, "paperHeight": height,
            "preferCSSPageSize": true, "printBackground": false});
        self.file("Page.printToPDF", &paper)
    }
}

impl Drop for WebDriver {
    fn drop(&mut self) {
        let path = format!("/session/{}", self.session);
        let _ = self.client.send("DELETE", &path, None);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
