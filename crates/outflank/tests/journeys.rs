//! Journeys of people through the pages, in a real browser against the real program.

use crate::journeys_browser::journey::{Journey, names};
use crate::journeys_browser::{CONTROL, ENTER, Size};

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
    assert!(b.text("[data-part=log]").contains("Round 7 closed"));
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
    assert!(b.text("main").contains("New result: 24–40"));
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
    b.until("document.querySelector('#why-1')?.innerText.includes('does not add up to 64')");
    // What was typed stays, its clause is named, and nothing was stored.
    assert_eq!(b.script("return document.getElementById('w1').value"), "3");
    assert!(b.text("#why-1").contains("BOF gen-9"));
    assert_eq!(b.text("#why-1 button"), "Use 61–3 (33–3 on the board)");
    b.click("#why-1 button");
    b.until("document.getElementById('b1').value === '61' && document.getElementById('w1').value === '3'");
}
