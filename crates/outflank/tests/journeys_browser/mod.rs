//! A real browser, driven through its W3C WebDriver: started for a test and ended with it.

pub(crate) mod journey;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::folder::Folder;
use crate::support::http::Client;

/// What the driver calls an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys that are no letters.
pub(crate) const CONTROL: &str = "\u{E009}";
pub(crate) const ENTER: &str = "\u{E007}";
pub(crate) const TAB: &str = "\u{E004}";
pub(crate) const DOWN: &str = "\u{E015}";

/// How long the page may take to come to what is waited for, in milliseconds.
const PATIENCE_MS: u32 = 30_000;

/// More stops than any page has before the one that is looked for.
const TABS_MAX: usize = 150;

/// How wide the window is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Size {
    Laptop,
    Phone,
    Tablet,
}

/// Makes the clocks of a page movable by what the session keeps.
const STEERED: &str = "{ const more = () => { try { return Number(sessionStorage.getItem('more') ?? 0); } catch { return 0; } }; \
    const [mono, wall] = [performance.now.bind(performance), Date.now]; \
    performance.now = () => mono() + more(); Date.now = () => wall() + more(); }";

pub(crate) struct Browser {
    driver: Child,
    client: Client,
    session: String,
    base: String,
    _profile: Folder,
}

impl Browser {
    /// Starts a driver on a free port and a browser that looks at a served program.
    pub(crate) fn start(server: SocketAddr, size: Size) -> Self {
        Self::start_at(format!("http://{server}"), size)
    }

    /// The same under a name that no browser treats as secure, as in a hall without TLS.
    pub(crate) fn start_in_hall(port: u16, size: Size) -> Self {
        Self::start_at(format!("http://hall.test:{port}"), size)
    }

    /// The same with TLS and a certificate that vouches for itself.
    pub(crate) fn start_secure(port: u16, size: Size) -> Self {
        Self::start_at(format!("https://hall.test:{port}"), size)
    }

    fn start_at(base: String, size: Size) -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is there; install chromium-driver");
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port: u16 = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, rest) = line.split_once("started successfully on port ")?;
                rest.trim_end_matches('.').parse().ok()
            })
            .unwrap();
        let client = Client::new(SocketAddr::from(([127, 0, 0, 1], port)));
        let profile = Folder::new("browser");
        let (width, height) = match size {
            Size::Laptop => (1440, 1000),
            Size::Phone => (390, 844),
            Size::Tablet => (1180, 820),
        };
        let asked = client.post(
            "/session",
            &json!({"capabilities": {"alwaysMatch": {"browserName": "chrome",
                "unhandledPromptBehavior": "accept", "goog:chromeOptions": {
                "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                    "--disable-background-networking", "--no-first-run", "--ignore-certificate-errors",
                    "--host-resolver-rules=MAP hall.test 127.0.0.1",
                    format!("--user-data-dir={}", profile.path().display()),
                    format!("--window-size={width},{height}")]}}}}),
        );
        let session = asked.json()["value"]["sessionId"]
            .as_str()
            .unwrap()
            .to_owned();
        let browser = Self {
            driver,
            client,
            session,
            base,
            _profile: profile,
        };
        browser.tell(
            "timeouts",
            &json!({"script": PATIENCE_MS, "pageLoad": PATIENCE_MS}),
        );
        if let Size::Phone = size {
            // A window is never narrower than 500 points; the page is told otherwise.
            let metrics =
                json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": true});
            browser.tell(
                "goog/cdp/execute",
                &json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics}),
            );
        }
        browser
    }

    fn ask(&self, path: &str, body: &Value) -> Value {
        let path = format!("/session/{}/{path}", self.session);
        self.client.post(&path, body).json()["value"].clone()
    }

    #[track_caller]
    fn tell(&self, path: &str, body: &Value) -> Value {
        let value = self.ask(path, body);
        assert!(value.get("error").is_none(), "{path} {body}: {value}");
        value
    }

    /// Opens an address of the program.
    #[track_caller]
    pub(crate) fn go(&self, path: &str) {
        self.tell("url", &json!({"url": format!("{}{path}", self.base)}));
        // The driver may answer between two documents when one was still coming.
        self.until("document.readyState === 'complete' && document.body !== null");
    }

    /// Leaves the page without asking, as a crash does.
    #[track_caller]
    pub(crate) fn crash(&self) {
        // No question is asked: one that is open while the next page is asked for would block the driver.
        self.script("window.addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)");
        self.tell("url", &json!({"url": "about:blank"}));
    }

    /// Whether an address shows a page of ours at all.
    pub(crate) fn can_go(&self, path: &str) -> bool {
        let said = self.ask("url", &json!({"url": format!("{}{path}", self.base)}));
        let is_ours = "return document.querySelector('meta[name=viewport]') !== null && document.querySelector('h1 span[jsselect]') === null \
            && location.protocol.startsWith('http')";
        said.get("error").is_none() && self.script(is_ours) == Value::Bool(true)
    }

    /// Lets the clocks of pages opened from now on be moved.
    #[track_caller]
    pub(crate) fn steer(&self) {
        self.before_pages(STEERED);
    }

    /// Runs a script in every page opened from now on, before the page's own.
    #[track_caller]
    pub(crate) fn before_pages(&self, source: &str) {
        self.tell(
            "goog/cdp/execute",
            &json!({"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": {"source": source}}),
        );
    }

    /// Moves the clocks of a steered page on.
    #[track_caller]
    pub(crate) fn pass_ms(&self, ms: i64) {
        self.script(&format!(
            "sessionStorage.setItem('more', Number(sessionStorage.getItem('more') ?? 0) + {ms})"
        ));
    }

    /// Opens another tab and turns to it.
    #[track_caller]
    pub(crate) fn open_tab(&self) {
        let made = self.tell("window/new", &json!({"type": "tab"}));
        self.turn_to(made["handle"].as_str().unwrap());
    }

    /// The name of the tab that is looked at.
    #[track_caller]
    pub(crate) fn window(&self) -> String {
        let path = format!("/session/{}/window", self.session);
        let said = self.client.get(&path).json();
        said["value"].as_str().unwrap().to_owned()
    }

    /// Turns to a tab.
    #[track_caller]
    pub(crate) fn turn_to(&self, window: &str) {
        self.tell("window", &json!({"handle": window}));
    }

    /// Cuts the network off, or gives it back.
    #[track_caller]
    pub(crate) fn offline(&self, is_off: bool) {
        let command = |cmd: &str, params: Value| {
            self.tell("goog/cdp/execute", &json!({"cmd": cmd, "params": params}));
        };
        command("Network.enable", json!({}));
        command(
            "Network.emulateNetworkConditions",
            json!({"offline": is_off, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}),
        );
    }

    /// Keeps a picture of the page in the folder `OUTFLANK_SHOTS`, if somebody wants to look at it.
    pub(crate) fn shot(&self, name: &str) {
        let Ok(folder) = std::env::var("OUTFLANK_SHOTS") else {
            return;
        };
        let page = self.tell(
            "goog/cdp/execute",
            &json!({"cmd": "Page.captureScreenshot", "params": {"captureBeyondViewport": true}}),
        );
        let data = page["data"].as_str().unwrap_or_default();
        let _ = std::fs::write(
            std::path::Path::new(&folder).join(format!("{name}.b64")),
            data,
        );
    }

    /// What a script gives back.
    #[track_caller]
    pub(crate) fn script(&self, script: &str) -> Value {
        self.tell("execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until an expression is true in the page; a page that goes away meanwhile is asked again.
    #[track_caller]
    pub(crate) fn until(&self, expression: &str) {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             const look = () => {{ if ({expression}) done(true); else setTimeout(look, 20); }}; look();"
        );
        let mut said = Value::Null;
        for _ in 0..5 {
            said = self.ask("execute/async", &json!({"script": script, "args": []}));
            if said == Value::Bool(true) {
                return;
            }
        }
        let place = self.script("return location.href + '\\n' + document.body.innerText");
        panic!(
            "never {expression}: {said}\n{}",
            place.as_str().unwrap_or_default()
        );
    }

    /// Waits until the page at this path is there.
    #[track_caller]
    pub(crate) fn at(&self, path: &str) {
        self.until(&format!(
            "document.readyState === 'complete' && location.pathname === '{path}'"
        ));
    }

    #[track_caller]
    fn element(&self, css: &str) -> String {
        let found = self.tell("element", &json!({"using": "css selector", "value": css}));
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Scrolls to something as a person would, and clicks it; what is drawn anew meanwhile is looked for again.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        let mut said = Value::Null;
        for _ in 0..5 {
            let element = self.element(css);
            let scroll = json!({"script": "arguments[0].scrollIntoView({block: 'center'})", "args": [{ELEMENT: element}]});
            said = self.ask("execute/sync", &scroll);
            if said.get("error").is_none() {
                said = self.ask(&format!("element/{element}/click"), &json!({}));
            }
            if said["error"] != "stale element reference" {
                break;
            }
        }
        assert!(said.get("error").is_none(), "{css}: {said}");
    }

    /// Types into a field, in the place of what stands there.
    #[track_caller]
    pub(crate) fn write(&self, css: &str, text: &str) {
        let element = self.element(css);
        self.tell(&format!("element/{element}/clear"), &json!({}));
        self.tell(&format!("element/{element}/value"), &json!({"text": text}));
    }

    /// Presses keys one after the other, wherever the focus is.
    #[track_caller]
    pub(crate) fn keys(&self, text: &str) {
        let actions: Vec<Value> = (text.chars())
            .flat_map(|key| {
                [
                    json!({"type": "keyDown", "value": key}),
                    json!({"type": "keyUp", "value": key}),
                ]
            })
            .collect();
        self.act(actions);
    }

    /// Presses a key while another is held.
    #[track_caller]
    pub(crate) fn chord(&self, held: &str, key: &str) {
        self.act(vec![
            json!({"type": "keyDown", "value": held}),
            json!({"type": "keyDown", "value": key}),
            json!({"type": "keyUp", "value": key}),
            json!({"type": "keyUp", "value": held}),
        ]);
    }

    #[track_caller]
    fn act(&self, actions: Vec<Value>) {
        self.tell(
            "actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}),
        );
    }

    /// Presses Tab until something that fits has the focus, which must be seen wherever it goes.
    #[track_caller]
    pub(crate) fn tab_to(&self, css: &str) {
        for _ in 0..TABS_MAX {
            self.keys(TAB);
            let script = format!(
                "const at = document.activeElement; const look = getComputedStyle(at); \
                 return [at.matches({}), look.outlineStyle !== 'none' || at === document.body, at.outerHTML.slice(0, 120)]",
                json!(css)
            );
            let at = self.script(&script);
            assert!(at[1].as_bool().unwrap(), "no focus to be seen: {}", at[2]);
            if at[0].as_bool().unwrap() {
                return;
            }
        }
        panic!("the keyboard does not lead to {css}");
    }

    /// Nobody is left out of the page as it stands: names, roles, the keyboard's way, contrast, targets.
    #[track_caller]
    pub(crate) fn audit(&self, where_: &str) {
        let found = self.script(include_str!("audit.js"));
        let found: Vec<&str> = (found.as_array().unwrap().iter())
            .filter_map(Value::as_str)
            .collect();
        assert!(found.is_empty(), "{where_}:\n{}", found.join("\n"));
    }

    /// Looks at pages as they would be printed on paper of this size in points, until it is told otherwise.
    pub(crate) fn print_on(&self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        for (command, params) in [
            ("Emulation.setDeviceMetricsOverride", metrics),
            ("Emulation.setEmulatedMedia", json!({"media": "print"})),
        ] {
            self.tell(
                "goog/cdp/execute",
                &json!({"cmd": command, "params": params}),
            );
        }
    }

    /// The cookies of the page, as a request sends them.
    #[track_caller]
    pub(crate) fn cookies(&self) -> String {
        let path = format!("/session/{}/cookie", self.session);
        let said = self.client.get(&path).json();
        let cookies = said["value"].as_array().unwrap().iter();
        let pairs = cookies.map(|one| {
            let part = |name: &str| one[name].as_str().unwrap().to_owned();
            format!("{}={}", part("name"), part("value"))
        });
        pairs.collect::<Vec<_>>().join("; ")
    }

    /// The text of an element.
    #[track_caller]
    pub(crate) fn text(&self, css: &str) -> String {
        let script = format!(
            "return document.querySelector({})?.innerText ?? ''",
            json!(css)
        );
        self.script(&script).as_str().unwrap_or_default().to_owned()
    }

    /// How many elements there are.
    #[track_caller]
    pub(crate) fn count(&self, css: &str) -> u64 {
        let script = format!("return document.querySelectorAll({}).length", json!(css));
        self.script(&script).as_u64().unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self
            .client
            .send("DELETE", &format!("/session/{}", self.session), None);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
