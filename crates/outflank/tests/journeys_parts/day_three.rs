//! The third day of a World Championship, from the first choice of a colour to the titles.

use crate::journeys_browser::{Browser, CONTROL, ENTER, Size};
use crate::support::championship::{WofNumbers, played};
use crate::support::hosted::Hosted;

const FINALS: &str = "/t/small/desk/finals";

/// A choice somebody has to make.
const CHOICE: &str = "button[name=choice][value=white]";

#[test]
fn the_third_day_of_a_championship_from_the_first_choice_to_the_titles() {
    let hosted = Hosted::start();
    played(&hosted, WofNumbers::Unknown);
    let director = Browser::start(hosted.address, Size::Laptop);
    director.go(&format!("/k/{}", hosted.owner_link()));
    let viewer = Browser::start(hosted.address, Size::Phone);
    viewer.go("/t/small/finals");
    let primary = |then: &str| {
        director.until("document.querySelector('[data-primary]') !== null");
        director.chord(CONTROL, ENTER);
        director.until(then);
    };
    let mut rounds = 0;
    while rounds == 0 || !at(&director).ends_with("/desk/event") {
        director.go(FINALS);
        choose(&director);
        primary("document.querySelector('button[value=announce]')");
        primary("document.querySelector('button[value=start]')");
        primary("location.pathname.includes('/desk/results/') && document.getElementById('quick')");
        let tables = director.count("tr[data-table]");
        for table in tables_of(&director) {
            director.write("#quick", &format!("{table} 40{ENTER}"));
            director.until(&format!(
                "!document.getElementById('table-{table}').classList.contains('missing') && document.getElementById('quick').value === ''"
            ));
        }
        assert!(tables > 0);
        if rounds == 0 {
            // Whoever watches sees the first semi-finals without asking.
            viewer.until("document.querySelector('main').innerText.includes('40')");
        }
        primary(
            "document.readyState === 'complete' && !location.pathname.includes('/desk/results/')",
        );
        rounds += 1;
        assert!(rounds < 12, "the matches end");
    }
    assert!(
        rounds >= 3,
        "semi-finals and a final of several games: {rounds}"
    );
    director.click("button[value=titles]");
    director.until("document.querySelector('#closing dl')?.innerText.includes('World Champion')");
    viewer.until("![...document.querySelectorAll('.match .chip')].some((chip) => chip.innerText.includes('to play'))");
    let shown = viewer.text("main");
    for list in ["Individual title", "Women’s title"] {
        assert!(shown.contains(list), "{list}: {shown}");
    }
}

fn at(browser: &Browser) -> String {
    let path = browser.script("return location.pathname");
    path.as_str().unwrap().to_owned()
}

/// Everybody who has a choice takes White.
fn choose(director: &Browser) {
    loop {
        let waiting = director.count(CHOICE);
        if waiting == 0 {
            return;
        }
        director.click(CHOICE);
        director.until(&format!(
            "document.readyState === 'complete' && document.querySelectorAll('{CHOICE}').length < {waiting}"
        ));
    }
}

fn tables_of(director: &Browser) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('tr[data-table]')].map((row) => row.dataset.table)";
    serde_json::from_value(director.script(script)).unwrap()
}
