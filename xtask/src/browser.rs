//! Debian's Chromium through its driver: looks at pages, takes pictures of them, prints them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::webdriver::WebDriver;

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
    driver: WebDriver,
    base: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser that looks at the program served at an address.
    pub(crate) fn start(server: SocketAddr) -> Result<Self, Failure> {
        // Two browsers of one run are two persons.
        let number = BROWSERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("outflank-browser-{}-{number}", std::process::id());
        let profile = std::env::temp_dir().join(name);
        let switches = [
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            "--disable-features=BackForwardCache",
            "--window-size=1280,1000",
        ];
        let browser = Self {
            driver: WebDriver::start(&profile, &switches.map(str::to_owned)).map_err(failed)?,
            base: format!("http://{server}"),
            profile,
        };
        browser.tell("timeouts", &json!({"script": 60_000, "pageLoad": 60_000}))?;
        Ok(browser)
    }

    fn tell(&self, command: &str, body: &Value) -> Result<Value, Failure> {
        self.driver.tell(command, body).map_err(failed)
    }

    fn devtools(&self, command: &str, params: &Value) -> Result<Value, Failure> {
        self.driver.devtools(command, params).map_err(failed)
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
        if path.starts_with("/k/") {
            // A link is opened with its button.
            self.script("document.querySelector('#open-link')?.click()")?;
        }
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
        let picture = self.driver.file("Page.captureScreenshot", &json!({}));
        picture.map_err(failed)
    }

    /// The same as WebP, which is a fifth as large.
    pub(crate) fn small_picture(&self, quality: u8) -> Result<Vec<u8>, Failure> {
        let params = json!({"format": "webp", "quality": quality});
        let picture = self.driver.file("Page.captureScreenshot", &params);
        picture.map_err(failed)
    }

    /// A picture of the page from its head to its end, though not of an endless one, as PNG.
    pub(crate) fn whole_picture(&self, look: Look) -> Result<Vec<u8>, Failure> {
        let script = "return document.documentElement.scrollHeight";
        let end = self.script(script)?.as_u64().unwrap_or(0);
        let height = end.clamp(u64::from(look.height), PICTURE_MAX);
        let clip = json!({"x": 0, "y": 0, "width": look.width, "height": height, "scale": 1});
        let params = json!({"captureBeyondViewport": true, "clip": clip});
        let picture = self.driver.file("Page.captureScreenshot", &params);
        picture.map_err(failed)
    }

    /// The page on paper, as PDF.
    pub(crate) fn paper(&self, size: PaperSize) -> Result<Vec<u8>, Failure> {
        let inches = match size {
            PaperSize::A4 => (8.27, 11.69),
            PaperSize::Letter => (8.5, 11.0),
        };
        self.driver.print(inches).map_err(failed)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn failed(what: String) -> Failure {
    Failure::Step(format!("the browser: {what}"))
}
