//! Debian's Chromium through its driver: looks at pages, takes pictures of them, prints them.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::http;

/// The width of a telephone in points.
pub(crate) const PHONE: u32 = 390;

/// The height of the longest picture in points.
const PICTURE_MAX: u64 = 2_600;

/// Waits for a picture: a board that a script draws, then two more.
const DRAWN: &str = "const done = arguments[arguments.length - 1]; let left = 300; \
    const look = () => requestAnimationFrame(() => { \
        if (left > 2 && !document.querySelector('#board:empty')) left = 2; \
        left -= 1; \
        if (left < 0) done(null); else look(); }); \
    look()";

/// How many browsers were started.
static BROWSERS: AtomicU32 = AtomicU32::new(0);

/// How a page is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) theme: Theme,
}

/// Which set of colours the system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    Light,
    Dark,
}

/// Which paper a page is printed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaperSize {
    A4,
    Letter,
}

/// A browser; it ends with its value.
pub(crate) struct Browser {
    driver: Child,
    address: String,
    session: String,
    base: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser that looks at the program served at an address.
    pub(crate) fn start(server: &str) -> Result<Self, Failure> {
        let failed = |what: String| Failure::Step(format!("the browser did not start: {what}"));
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let output = driver.stdout.take();
        // Two browsers of one run are two persons.
        let number = BROWSERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("outflank-browser-{}-{number}", std::process::id());
        let profile = std::env::temp_dir().join(name);
        let mut browser = Self {
            driver,
            address: String::new(),
            session: String::new(),
            base: format!("http://{server}"),
            profile,
        };
        let output = output.ok_or_else(|| failed("the driver has no output".to_owned()))?;
        let port = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, rest) = line.split_once("started successfully on port ")?;
                Some(rest.trim_end_matches('.').to_owned())
            });
        let port = port.ok_or_else(|| failed("the driver names no port".to_owned()))?;
        browser.address = format!("127.0.0.1:{port}");
        let options = json!({"args": [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", "--no-first-run", "--force-color-profile=srgb",
            "--disable-features=BackForwardCache",
            format!("--user-data-dir={}", browser.profile.display()), "--window-size=1280,1000",
        ]});
        let wanted = json!({"browserName": "chrome", "goog:chromeOptions": options});
        let said = browser.post(
            "/session",
            &json!({"capabilities": {"alwaysMatch": wanted}}),
        )?;
        let session = said["sessionId"].as_str();
        session
            .ok_or_else(|| failed(said.to_string()))?
            .clone_into(&mut browser.session);
        browser.tell("timeouts", &json!({"script": 60_000, "pageLoad": 60_000}))?;
        Ok(browser)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let headers = [("Content-Type", "application/json")];
        let body = body.to_string();
        let answer = http::send(&self.address, "POST", path, &headers, body.as_bytes())?;
        value(path, &answer.body)
    }

    fn tell(&self, command: &str, body: &Value) -> Result<Value, Failure> {
        let value = self.post(&format!("/session/{}/{command}", self.session), body)?;
        match value.get("error") {
            Some(_) => Err(Failure::Step(format!(
                "the browser, {command} {}: {value}",
                body["cmd"]
            ))),
            None => Ok(value),
        }
    }

    fn devtools(&self, command: &str, params: &Value) -> Result<Value, Failure> {
        self.tell(
            "goog/cdp/execute",
            &json!({"cmd": command, "params": params}),
        )
    }

    /// From now on pages are looked at like this.
    pub(crate) fn look(&self, look: Look) -> Result<(), Failure> {
        let (width, height) = (look.width, look.height);
        let is_phone = width <= PHONE;
        let metrics = json!({"width": width, "height": height, "mobile": is_phone,
            "deviceScaleFactor": if is_phone { 1.5 } else { 1.0 }});
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics)?;
        let scheme = match look.theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"}]);
        self.devtools("Emulation.setEmulatedMedia", &json!({"features": features}))?;
        Ok(())
    }

    /// Opens a page of the program.
    pub(crate) fn go(&self, path: &str) -> Result<(), Failure> {
        self.tell("url", &json!({"url": format!("{}{path}", self.base)}))?;
        // A page is there for pictures and printers once it was drawn.
        self.wait(DRAWN)?;
        Ok(())
    }

    /// Runs a script in the page; what it returns.
    pub(crate) fn script(&self, script: &str) -> Result<Value, Failure> {
        self.tell("execute/sync", &json!({"script": script, "args": []}))
    }

    /// Runs a script that calls its last argument when it is done; what it hands over.
    pub(crate) fn wait(&self, script: &str) -> Result<Value, Failure> {
        self.tell("execute/async", &json!({"script": script, "args": []}))
    }

    /// A picture of what is in sight, as PNG.
    pub(crate) fn picture(&self) -> Result<Vec<u8>, Failure> {
        let taken = self.devtools("Page.captureScreenshot", &json!({}))?;
        bytes(&taken["data"])
    }

    /// A picture of the page from its head to its end, though not of an endless one, as PNG.
    pub(crate) fn whole_picture(&self, look: Look) -> Result<Vec<u8>, Failure> {
        let script = "return document.documentElement.scrollHeight";
        let end = self.script(script)?.as_u64().unwrap_or(0);
        let height = end.clamp(u64::from(look.height), PICTURE_MAX);
        let clip = json!({"x": 0, "y": 0, "width": look.width, "height": height, "scale": 1});
        let params = json!({"captureBeyondViewport": true, "clip": clip});
        let taken = self.devtools("Page.captureScreenshot", &params)?;
        bytes(&taken["data"])
    }

    /// The page on paper, as PDF.
    pub(crate) fn paper(&self, size: PaperSize) -> Result<Vec<u8>, Failure> {
        let (width, height) = match size {
            PaperSize::A4 => (8.27, 11.69),
            PaperSize::Letter => (8.5, 11.0),
        };
        let params = json!({"paperWidth": width, "paperHeight": height,
            "preferCSSPageSize": true, "printBackground": false});
        let printed = self.devtools("Page.printToPDF", &params)?;
        bytes(&printed["data"])
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let path = format!("/session/{}", self.session);
        let _ = http::send(&self.address, "DELETE", &path, &[], b"");
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// What the driver answers.
fn value(path: &str, answer: &[u8]) -> Result<Value, Failure> {
    let answer: Value = serde_json::from_slice(answer)
        .map_err(|error| Failure::Step(format!("the driver's answer to {path}: {error}")))?;
    Ok(answer.get("value").cloned().unwrap_or(Value::Null))
}

/// The bytes an answer holds as base64.
fn bytes(answer: &Value) -> Result<Vec<u8>, Failure> {
    let decoded = answer.as_str().and_then(decoded);
    decoded.ok_or_else(|| Failure::Step(format!("the browser made no picture: {answer}")))
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut kept, mut bits) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        kept = kept << 6 | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((kept >> bits) as u8);
            kept &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        assert_eq!(decoded("iVBORw0KGgo=").unwrap(), b"\x89PNG\r\n\x1a\n");
        assert_eq!(decoded("Zg==").unwrap(), b"f");
        assert!(decoded("Z-g=").is_none());
    }
}
