//! A director on his way through the pages.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{Browser, CONTROL, ENTER, Size};
use crate::support::folder::Folder;
use crate::support::program::Served;

/// The program again at the same address, after a cut.
pub(crate) struct Again(Child);

impl Again {
    pub(crate) fn start(data: &Path, address: SocketAddr) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["serve", "--listen", &address.to_string(), "--data"])
            .arg(data)
            .current_dir(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = lines.any(|line| line.is_ok_and(|line| line.starts_with("ready")));
        assert!(ready, "the program serves again at {address}");
        Self(child)
    }
}

impl Drop for Again {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A director at his laptop, signed in with the link the program printed.
pub(crate) struct Journey {
    pub(crate) browser: Browser,
    pub(crate) server: Served,
    pub(crate) folder: Folder,
}

impl Journey {
    pub(crate) fn begin(name: &str, size: Size) -> Self {
        let folder = Folder::new(name);
        let server = Served::start(folder.path(), &[]);
        let browser = Browser::start(server.address, size);
        browser.go(&format!("/k/{}", server.owner_link.as_ref().unwrap()));
        Self {
            browser,
            server,
            folder,
        }
    }

    /// Creates a tournament and enters so many players.
    pub(crate) fn create(&self, title: &str, preset: &str, names: &[String]) {
        let b = &self.browser;
        b.go("/new");
        b.write("input[name=name]", title);
        b.write("input[name=slug]", "event");
        b.click(&format!("input[value='{preset}']"));
        b.click("button.primary");
        b.at("/t/event/desk/entrants");
        b.go("/t/event/desk/officials");
        b.write("input[name=name]", "Ada Head");
        b.click("button[value=appoint]");
        b.until("document.querySelector('tbody')?.innerText.includes('Ada Head')");
        b.go("/t/event/desk/entrants");
        let list: Vec<String> = names.iter().map(|name| format!("{name}; GBR")).collect();
        b.write("textarea[name=list]", &list.join("\n"));
        b.click("button[value=paste]");
        let all = names.len();
        b.until(&format!(
            "document.querySelectorAll('[data-part=list] tbody tr').length === {all}"
        ));
        b.go("/t/event/desk/check-in");
        b.click("button[value=all]");
        b.until("document.querySelectorAll('.roll-row.here').length > 0 && !document.querySelector('button[value=all]')");
    }

    /// The main button of the page, by its key.
    pub(crate) fn primary(&self, then: &str) {
        self.browser
            .until("document.querySelector('[data-primary]') !== null");
        self.browser.chord(CONTROL, ENTER);
        self.browser.until(then);
    }

    /// Pairs, announces and starts a round with nothing but one key.
    pub(crate) fn start(&self, round: u16) {
        let b = &self.browser;
        b.go(&format!("/t/event/desk/pairing/{round}"));
        self.primary("document.querySelector('button[value=announce]')");
        if b.count("input[name=consent]") > 0 {
            b.write("input[name=consent]", "a small field");
        }
        self.primary("document.querySelector('button[value=start]')");
        self.primary(&format!(
            "location.pathname === '/t/event/desk/results/{round}' && document.getElementById('b1')"
        ));
    }

    /// Enters a result in the quick entry and waits until it is stored.
    pub(crate) fn quick(&self, entry: &str) {
        let table = entry.split(' ').next().unwrap();
        self.browser.write("#quick", &format!("{entry}{ENTER}"));
        self.browser.until(&format!(
            "!document.getElementById('table-{table}').classList.contains('missing') && document.getElementById('quick').value === ''"
        ));
    }

    pub(crate) fn close(&self, round: u16) {
        self.primary(&format!(
            "document.readyState === 'complete' && location.pathname !== '/t/event/desk/results/{round}'"
        ));
    }
}

/// So many invented people.
pub(crate) fn names(count: usize) -> Vec<String> {
    let first = [
        "Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun",
    ];
    let last = ["Example", "Sample", "Muster"];
    (0..count)
        .map(|n| format!("{} {}", first[n % 10], last[n / 10]))
        .collect()
}
