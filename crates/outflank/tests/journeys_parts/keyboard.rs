//! A director without a mouse: from the home page to a closed round with nothing but keys.

use crate::journeys_browser::journey::Journey;
use crate::journeys_browser::{CONTROL, DOWN, ENTER, Size, TAB};

#[test]
fn a_whole_set_up_and_a_round_by_keyboard_only() {
    let journey = Journey::begin("keyboard", Size::Laptop);
    let b = &journey.browser;
    // The first stop of every page skips to what it is about.
    b.go("/");
    b.tab_to("a.skip");
    b.tab_to("a[href='/new']");
    b.keys(ENTER);
    b.at("/new");
    // The name has the focus; arrows choose the kind of event.
    b.keys("Keyboard Open");
    b.tab_to("input[name=preset]");
    b.keys(DOWN);
    b.until("document.activeElement.value === 'bof/regional'");
    b.tab_to("button.primary");
    b.keys(ENTER);
    b.until("location.pathname.endsWith('/desk/entrants') && document.readyState === 'complete'");
    for (n, name) in ["Ada Example", "Ben Sample", "Cleo Muster", "Dora Model"]
        .iter()
        .enumerate()
    {
        b.until("document.activeElement.id === 'name'");
        b.keys(&format!("{name}{TAB}GBR{ENTER}"));
        b.until(&format!(
            "document.querySelectorAll('[data-part=list] tbody tr').length === {}",
            n + 1
        ));
    }
    // Letters are letters in a field, and ways to go outside of one.
    b.keys("\u{E00C}");
    b.keys("go");
    b.until("location.pathname.endsWith('/desk/officials') && document.readyState === 'complete'");
    b.tab_to("input[name=name]");
    b.keys(&format!("Vera Arbiter{ENTER}"));
    b.until("document.querySelector('tbody')?.innerText.includes('Vera Arbiter')");
    b.keys("gc");
    b.until("location.pathname.endsWith('/desk/check-in') && document.readyState === 'complete'");
    b.tab_to("button[value=all]");
    b.keys(ENTER);
    b.until("!document.querySelector('button[value=all]')");
    b.keys("gp");
    b.until(
        "location.pathname.includes('/desk/pairing') && document.querySelector('[data-primary]')",
    );
    journey.primary("document.querySelector('button[value=announce]')");
    if b.count("input[name=consent]") > 0 {
        b.tab_to("input[name=consent]");
        b.keys("a small field");
    }
    journey.primary("document.querySelector('button[value=start]')");
    journey
        .primary("location.pathname.includes('/desk/results/') && document.getElementById('b1')");
    // The quick entry is a key away; a row can be typed as well.
    b.keys("/");
    b.until("document.activeElement.id === 'quick'");
    b.keys(&format!("1 40{ENTER}"));
    b.until("!document.getElementById('table-1').classList.contains('missing')");
    b.keys("\u{E00C}");
    b.tab_to("#b2");
    b.keys(&format!("28tb{ENTER}"));
    b.until("!document.getElementById('table-2').classList.contains('missing')");
    journey.primary("!location.pathname.includes('/desk/results/1')");
    // And back again, named first.
    b.chord(CONTROL, "z");
    b.until("location.pathname.endsWith('/desk/undo') && document.readyState === 'complete'");
    assert!(b.text("main").contains("Round 1"), "{}", b.text("main"));
    journey.primary("location.pathname.endsWith('/desk/log')");
    b.keys("?");
    b.until("document.getElementById('keys').open");
}
