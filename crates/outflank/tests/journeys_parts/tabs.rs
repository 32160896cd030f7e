//! Many tabs of one browser: a browser keeps few connections to a server, so they share a stream.

use outflank_tournament::running::{Act, Application, Entry};

use crate::journeys_browser::{Browser, Size};
use crate::support::hosted::Hosted;

#[test]
fn nine_tabs_of_one_browser_share_a_stream_and_all_stay_fresh() {
    let hosted = Hosted::start();
    let id = hosted.event("open", 4);
    let browser = Browser::start(hosted.address, Size::Laptop);
    browser.go("/t/open");
    let first = browser.window();
    for _ in 0..8 {
        // With a stream each, the seventh page would never come.
        browser.open_tab();
        browser.go("/t/open");
        browser.at("/t/open");
    }
    let application = Application {
        entry: Entry::new("Late Comer"),
        ..Application::default()
    };
    hosted.act(&id, Act::Enter(Box::new(application)));
    let is_fresh = "document.querySelector('.meta').innerText.includes('5 players')";
    browser.until(is_fresh);
    browser.turn_to(&first);
    browser.until(is_fresh);
    assert_eq!(hosted.web.live.viewers(), 1);
}
