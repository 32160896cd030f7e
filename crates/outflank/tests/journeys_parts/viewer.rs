//! Somebody who watches: results come by themselves, a cut is said, and afterwards it goes on.

use crate::journeys_browser::journey::{Again, Journey, names};
use crate::journeys_browser::{Browser, ENTER, Size};

#[test]
fn a_viewer_sees_results_as_they_are_entered_and_after_a_cut() {
    watched(Size::Laptop);
}

#[test]
fn a_viewer_with_a_phone_sees_the_same_and_every_page_fits() {
    let journey = watched(Size::Phone);
    let b = &journey.0.browser;
    let desk = "entrants entrants/1 check-in pairing/1 results/1 correct/1/1 rulings finals officials event log undo";
    let public = "pairings players players/1 schedule rules print";
    let desk = desk.split(' ').map(|page| format!("/t/event/desk/{page}"));
    let public = public.split(' ').map(|page| format!("/t/event/{page}"));
    for page in desk
        .chain(public)
        .chain(["/".to_owned(), "/t/event".to_owned(), "/new".to_owned()])
    {
        b.go(&page);
        let wide = b.script("return document.documentElement.scrollWidth - 390");
        assert!(wide.as_i64().unwrap() <= 0, "{page} is {wide} too wide");
    }
}

/// The journey, its viewer and the program after the cut.
struct Watched(Journey, #[expect(dead_code, reason = "ends with it")] Again);

fn watched(size: Size) -> Watched {
    let mut journey = Journey::begin("viewer", size);
    journey.create("Example Open", "bof/regional", &names(4));
    journey.start(1);
    let viewer = Browser::start(journey.server.address, size);
    viewer.go("/t/event/pairings/1");
    let shown = viewer.text("#table-1");
    assert!(!shown.contains("45–19"), "{shown}");
    journey.quick("1 45");
    viewer.until("document.querySelector('#table-1').innerText.includes('45–19')");
    // A cut is said; when the server is back, so is what happened.
    let data = journey.folder.path().to_owned();
    let address = journey.server.address;
    journey.server.kill();
    viewer.until("document.querySelector('[data-live-state]').innerText.includes('stopped')");
    let again = Again::start(&data, address);
    journey.browser.go("/t/event/desk/results/1");
    journey.browser.write("#quick", &format!("2 50{ENTER}"));
    viewer.until("document.querySelector('#table-2').innerText.includes('50–14')");
    Watched(journey, again)
}
