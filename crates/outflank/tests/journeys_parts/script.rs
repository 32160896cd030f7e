//! Somebody who types scripts where names belong.

use crate::journeys_browser::journey::{Journey, names};
use crate::journeys_browser::{ENTER, Size};
use crate::support::http::Client;

/// Runs if anything takes it for more than text.
const EVIL: &str =
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";

const DESK: &str = "entrants entrants/1 check-in pairing/1 results/1 correct/1/1 rulings finals officials event log undo";
const PUBLIC: &str = " pairings standings standings?open=1 crosstable players players/1 teams schedule rules screen print \
    print/pairings-by-table print/pairings-by-name print/pairing-cards print/result-slips print/score-sheets \
    print/table-cards print/standings print/crosstable print/certificates print/rules";

#[test]
fn a_script_in_a_name_a_title_a_team_or_a_note_is_text_everywhere() {
    let journey = Journey::begin("script", Size::Laptop);
    let b = &journey.browser;
    let mut players = names(4);
    players[0] = "Eve \"><script>document.title='owned'</script>".to_owned();
    journey.create(EVIL, "bof/regional", &players);
    // A team, an official, an announcement, an incident and a reason.
    b.go("/t/event/desk/entrants/1");
    b.write("input[name=team]", EVIL);
    b.click("button[value=change], main form button.primary");
    b.until("document.readyState === 'complete'");
    b.go("/t/event/desk/officials");
    b.write("input[name=name]:not([type=hidden])", EVIL);
    b.script("document.querySelector('select[name=post]').value = 'assistant'");
    b.click("button[value=appoint]");
    b.until("document.querySelector('tbody').innerText.includes('<script>')");
    b.go("/t/event/desk/rulings");
    b.write("textarea[name=text]", EVIL);
    b.click("button[value=announce]");
    b.until("document.querySelector('main').innerText.includes('<script>')");
    journey.start(1);
    for table in 1..=2 {
        journey.quick(&format!("{table} 40"));
    }
    journey.close(1);
    b.go("/t/event/desk/entrants/2");
    b.click("#withdraw summary");
    b.write("#withdraw input[name=why]", EVIL);
    b.click("button[value=withdraw]");
    b.until("document.querySelector('button[value=take_back]')");

    let desk = DESK.split(' ').map(|page| format!("/t/event/desk/{page}"));
    let public = PUBLIC
        .split_whitespace()
        .map(|page| format!("/t/event/{page}"));
    let others = [
        "/".to_owned(),
        "/t/event".to_owned(),
        "/t/event/players/2".to_owned(),
    ];
    let mut shown = 0;
    for path in desk.chain(public).chain(others) {
        b.go(&path);
        b.until("document.readyState === 'complete'");
        assert_eq!(
            b.count("script:not([src]), img[src=x], [onerror]"),
            0,
            "{path}"
        );
        assert_ne!(b.script("return document.title"), "owned", "{path}");
        shown += u32::from(b.text("body").contains("<script>"));
    }
    assert!(shown > 20, "it is text on {shown} pages");
    exports_are_files(&journey);
    the_browser_would_not_run_one(&journey);
}

/// Programs get what was typed, as files that no browser opens as a page.
fn exports_are_files(journey: &Journey) {
    let b = &journey.browser;
    b.go("/");
    let cookies = b.cookies();
    let owner: Client = journey.server.client().with("Cookie", &cookies);
    for format in ["json", "csv", "results"] {
        let file = owner.get(&format!("/api/v1/tournaments/event/export/{format}"));
        assert_eq!(file.status, 200, "{format}: {}", file.text());
        let kind = file.header("content-type").unwrap_or_default();
        assert!(
            !kind.contains("html") && !kind.contains("svg"),
            "{format} is {kind}"
        );
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    }
}

/// Even if one got in, the policy forbids it: a script, a handler, a link of that kind and a style.
fn the_browser_would_not_run_one(journey: &Journey) {
    let b = &journey.browser;
    b.go("/t/event/players/1");
    b.script(
        "window.told = []; \
         document.addEventListener('securitypolicyviolation', (event) => told.push(event.effectiveDirective)); \
         const one = document.createElement('script'); one.textContent = 'window.ran = 1'; \
         const two = document.createElement('div'); two.innerHTML = '<img src=\"data:,\" onerror=\"window.ran = 2\"><b style=\"color:red\">x</b>'; \
         document.body.append(one, two); \
         const three = document.createElement('a'); three.href = 'javascript:window.ran = 3'; document.body.append(three); three.click();",
    );
    b.until("told.includes('script-src-elem') && told.includes('script-src-attr') && told.includes('style-src-attr')");
    assert!(b.script("return window.ran ?? null").is_null());
    b.keys(ENTER);
    assert_ne!(b.script("return document.title"), "owned");
}
