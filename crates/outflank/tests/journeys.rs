//! Journeys of people through the pages, in a real browser against the real program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    unreachable_pub,
    reason = "modules that several test programs share are public to each"
)]

mod journeys_browser;
mod support;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use journeys_browser::{Browser, CONTROL, ENTER, Size};
use support::folder::Folder;
use support::program::Served;

/// The program again at the same address, after a cut.
struct Again(Child);

impl Again {
    fn start(data: &Path, address: SocketAddr) -> Self {
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
struct Journey {
    browser: Browser,
    server: Served,
    folder: Folder,
}

impl Journey {
    fn begin(name: &str, size: Size) -> Self {
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
    fn create(&self, title: &str, preset: &str, names: &[String]) {
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
    fn primary(&self, then: &str) {
        self.browser
            .until("document.querySelector('[data-primary]') !== null");
        self.browser.chord(CONTROL, ENTER);
        self.browser.until(then);
    }

    /// Pairs, announces and starts a round with nothing but one key.
    fn start(&self, round: u16) {
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
    fn quick(&self, entry: &str) {
        let table = entry.split(' ').next().unwrap();
        self.browser.write("#quick", &format!("{entry}{ENTER}"));
        self.browser.until(&format!(
            "!document.getElementById('table-{table}').classList.contains('missing') && document.getElementById('quick').value === ''"
        ));
    }

    fn close(&self, round: u16) {
        self.primary(&format!(
            "location.pathname !== '/t/event/desk/results/{round}'"
        ));
    }
}

fn names(count: usize) -> Vec<String> {
    let first = [
        "Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun",
    ];
    let last = ["Example", "Sample", "Muster"];
    (0..count)
        .map(|n| format!("{} {}", first[n % 10], last[n / 10]))
        .collect()
}

#[test]
fn from_the_first_start_to_a_finished_regional_by_keyboard() {
    let journey = Journey::begin("regional", Size::Laptop);
    let b = &journey.browser;
    journey.create("Example Regional", "bof/regional", &names(8));
    for round in 1..=7 {
        journey.start(round);
        // A letter says how it ended; Enter saves and goes to the next table.
        b.script("document.getElementById('b1').focus()");
        for (table, keys) in [(1, "40"), (2, "31"), (3, "28tw"), (4, "f")] {
            b.until(&format!("document.activeElement.id === 'b{table}'"));
            b.keys(&format!("{keys}{ENTER}"));
            b.until(&format!(
                "!document.getElementById('table-{table}').classList.contains('missing')"
            ));
        }
        journey.close(round);
    }
    b.at("/t/event/desk/event");
    b.go("/t/event/standings");
    assert_eq!(b.count("tbody tr[id^=place-]"), 8);
    b.go("/t/event/desk/log");
    assert!(b.text("[data-part=log]").contains("Round 7 was closed"));
}

#[test]
fn a_swiss_of_thirty_with_bye_withdrawal_time_default_correction_and_undo() {
    let journey = Journey::begin("swiss", Size::Laptop);
    let b = &journey.browser;
    journey.create("Example Swiss", "bof/regional", &names(30));
    journey.start(1);
    for table in 1..=15 {
        journey.quick(&format!("{table} {}", 33 + table % 20));
    }
    journey.close(1);
    // Somebody leaves: the number is odd, so somebody else has a bye.
    b.go("/t/event/desk/entrants/7");
    b.click("#withdraw summary");
    b.write("#withdraw input[name=why]", "ill");
    b.click("button[value=withdraw]");
    b.until("document.querySelector('button[value=take_back]')");
    journey.start(2);
    assert_eq!(b.count("tr[data-table]"), 14);
    assert!(b.text("main").contains("Bye:"));
    journey.quick("1 28 tb");
    assert_eq!(b.script("return document.getElementById('h1').value"), "tb");
    for table in 2..=14 {
        journey.quick(&format!("{table} 30"));
    }
    journey.close(2);
    // The first round had a slip misread: what changes is shown before it is done.
    b.go("/t/event/desk/correct/1/1");
    b.write("input[name=black]", "24");
    b.write("input[name=white]", "40");
    b.write("input[name=why]", "slip misread");
    b.click("button[value=preview]");
    b.until("document.querySelector('button[value=correct]')");
    assert!(b.text("main").contains("It would be 24–40"));
    b.click("button[value=correct]");
    b.at("/t/event/desk/results/1");
    assert_eq!(b.script("return document.getElementById('b1').value"), "24");
    // And it was right after all.
    b.chord(CONTROL, "z");
    b.at("/t/event/desk/undo");
    assert!(b.text("main").contains("slip misread"));
    b.click("button.danger");
    b.at("/t/event/desk/log");
    b.go("/t/event/desk/results/1");
    assert_eq!(b.script("return document.getElementById('b1').value"), "34");
}

#[test]
fn a_wrong_sum_is_refused_in_its_row_and_the_count_is_offered() {
    let journey = Journey::begin("sum", Size::Laptop);
    let b = &journey.browser;
    journey.create("Example Open", "bof/regional", &names(4));
    journey.start(1);
    b.write("#b1", "33");
    b.write("#w1", &format!("3{ENTER}"));
    b.until("document.querySelector('#why-1')?.innerText.includes('do not add up to 64')");
    // What was typed stays, its clause is named, and nothing was stored.
    assert_eq!(b.script("return document.getElementById('w1').value"), "3");
    assert!(b.text("#why-1").contains("BOF gen-9"));
    assert_eq!(
        b.text("#why-1 button"),
        "33–3 was counted on the board: official 61–3"
    );
    b.click("#why-1 button");
    b.until("document.getElementById('b1').value === '61' && document.getElementById('w1').value === '3'");
}

#[test]
fn a_viewer_sees_results_as_they_are_entered_and_the_desk_fits_a_phone() {
    let mut journey = Journey::begin("viewer", Size::Phone);
    journey.create("Example Open", "bof/regional", &names(4));
    journey.start(1);
    let viewer = Browser::start(journey.server.address, Size::Phone);
    viewer.go("/t/event/pairings/1");
    let shown = viewer.text("#table-1");
    assert!(!shown.contains("45–19"), "{shown}");
    journey.quick("1 45");
    viewer.until("document.querySelector('#table-1').innerText.includes('45–19')");
    let b = &journey.browser;
    // A cut is said; when the server is back, so is what happened.
    let data = journey.folder.path().to_owned();
    let address = journey.server.address;
    journey.server.kill();
    viewer.until("document.querySelector('[data-live-state]').innerText.includes('stopped')");
    let _again = Again::start(&data, address);
    b.go("/t/event/desk/results/1");
    b.write("#quick", &format!("2 50{ENTER}"));
    viewer.until("document.querySelector('#table-2').innerText.includes('50–14')");
    let pages = [
        "entrants",
        "entrants/1",
        "check-in",
        "pairing/1",
        "results/1",
        "rulings",
        "officials",
        "event",
        "log",
        "undo",
    ];
    for page in pages {
        b.go(&format!("/t/event/desk/{page}"));
        let wide = b.script("return document.documentElement.scrollWidth - 390");
        assert!(wide.as_i64().unwrap() <= 0, "{page} is {wide} too wide");
    }
}

#[test]
fn a_script_in_a_name_a_title_or_a_note_is_text_everywhere() {
    let journey = Journey::begin("script", Size::Laptop);
    let b = &journey.browser;
    let evil =
        "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";
    let mut players = names(4);
    players[0] = "Eve \"><script>document.title='owned'</script>".to_owned();
    journey.create(evil, "bof/regional", &players);
    b.go("/t/event/desk/entrants/2");
    b.click("#withdraw summary");
    b.write("#withdraw input[name=why]", evil);
    b.click("button[value=withdraw]");
    b.until("document.querySelector('button[value=take_back]')");
    journey.start(1);
    let desk = [
        "entrants",
        "entrants/1",
        "check-in",
        "pairing/1",
        "results/1",
        "rulings",
        "officials",
        "event",
        "log",
        "undo",
    ];
    let public = [
        "",
        "/pairings",
        "/players",
        "/players/1",
        "/crosstable",
        "/rules",
        "/screen",
        "/print/pairings-by-name",
    ];
    let desk = desk.iter().map(|page| format!("/t/event/desk/{page}"));
    let public = public.iter().map(|page| format!("/t/event{page}"));
    for path in desk.chain(public).chain(["/".to_owned()]) {
        b.go(&path);
        b.until("document.readyState === 'complete'");
        assert_eq!(b.count("script:not([src]), img[src=x]"), 0, "{path}");
        assert_ne!(b.script("return document.title"), "owned", "{path}");
    }
    // Even if one got in, the browser would not run it.
    b.script("const one = document.createElement('script'); one.textContent = 'window.ran = 1'; document.body.append(one)");
    assert!(b.script("return window.ran ?? null").is_null());
    assert!(b.text("body").contains("Example") || b.count("a") > 0);
}
