//! A real browser that a test looks into: started for it and ended with it.

pub(crate) mod journey;

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::folder::Folder;
use crate::support::webdriver::WebDriver;

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
    driver: WebDriver,
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
        let profile = Folder::new("browser");
        let (width, height) = match size {
            Size::Laptop => (1440, 1000),
            Size::Phone => (390, 844),
            Size::Tablet => (1180, 820),
        };
        let switches = [
            "--ignore-certificate-errors".to_owned(),
            "--host-resolver-rules=MAP hall.test 127.0.0.1".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        let browser = Self {
            driver: WebDriver::start(profile.path(), &switches).unwrap(),
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
            browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        }
        browser
    }

    #[track_caller]
    fn ask(&self, command: &str, body: &Value) -> Value {
        self.driver.ask(command, body).unwrap()
    }

    #[track_caller]
    fn tell(&self, command: &str, body: &Value) -> Value {
        self.driver.tell(command, body).unwrap()
    }

    #[track_caller]
    fn devtools(&self, command: &str, params: &Value) -> Value {
        self.driver.devtools(command, params).unwrap()
    }

    /// Opens an address of the program.
    #[track_caller]
    pub(crate) fn go(&self, path: &str) {
        self.tell("url", &json!({"url": format!("{}{path}", self.base)}));
        // The driver may answer between two documents when one was still coming.
        self.until("document.readyState === 'complete' && document.body !== null");
        if path.starts_with("/k/") {
            // A link is opened with its button.
            self.script("document.querySelector('#open-link').click()");
            self.until(
                "document.readyState === 'complete' && !document.querySelector('#open-link')",
            );
        }
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
        let script = json!({"source": source});
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &script);
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
        let window = self.driver.get("window").unwrap();
        window.as_str().unwrap().to_owned()
    }

    /// Turns to a tab.
    #[track_caller]
    pub(crate) fn turn_to(&self, window: &str) {
        self.tell("window", &json!({"handle": window}));
    }

    /// Cuts the network off, or gives it back.
    #[track_caller]
    pub(crate) fn offline(&self, is_off: bool) {
        self.devtools("Network.enable", &json!({}));
        let conditions = json!({"offline": is_off, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.devtools("Network.emulateNetworkConditions", &conditions);
    }

    /// Keeps a picture of the page in the folder `OUTFLANK_SHOTS`, if somebody wants to look at it.
    pub(crate) fn shot(&self, name: &str) {
        let Ok(folder) = std::env::var("OUTFLANK_SHOTS") else {
            return;
        };
        let whole = json!({"captureBeyondViewport": true});
        let picture = self.driver.file("Page.captureScreenshot", &whole).unwrap();
        let file = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(file, picture).unwrap();
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

    /// The page on paper of this size in inches, as PDF.
    #[track_caller]
    pub(crate) fn print(&self, paper: (f64, f64)) -> Vec<u8> {
        self.driver.print(paper).unwrap()
    }

    /// The cookies of the page, as a request sends them.
    #[track_caller]
    pub(crate) fn cookies(&self) -> String {
        let found = self.driver.get("cookie").unwrap();
        let cookies = found.as_array().unwrap().iter();
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
