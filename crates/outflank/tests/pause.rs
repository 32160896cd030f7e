//! Pausing and resuming all tables: who refused and why, and whose own clocks somebody must stop or start.

use crate::support::forms::{says, send};
use crate::support::hall::Hall;
use outflank_game::{Act as GameAct, By, ClockKind, Opening, Timekeeper};

#[test]
fn pause_all_says_what_became_of_every_table() {
    let hall = Hall::start(8);
    let physical = Opening {
        timekeeper: Timekeeper::Physical,
        clock_kind: ClockKind::Digital,
        ..Opening::default()
    };
    let games = hall.open_all_as(&physical);
    let director = hall.hosted.owner();
    let why = "somebody fell ill".to_owned();
    hall.act(&games[1], By::Director, GameAct::Stop { why });
    let paused = send(&director, "/t/hall/desk/tables", "do=pause&why=fire+alarm");
    assert_eq!(paused.status, 200, "{}", paused.text());
    says(&paused, "3 tables paused.");
    says(&paused, "Not possible at these tables:");
    let text = paused.text();
    let told = text.split_once("id=\"told\"").unwrap().1;
    let told = told.split_once("data-part=\"tables\"").unwrap().0;
    assert!(told.contains("<b>Table 2</b> "), "{told}");
    assert!(told.contains("write down both times"), "{told}");
    assert_eq!(told.matches("class=\"chip\"").count(), 4, "{told}");
    let resumed = send(&director, "/t/hall/desk/tables", "do=resume");
    says(&resumed, "4 tables resumed.");
    says(
        &resumed,
        "compare it with the times you wrote down, and start it",
    );
    let again = send(&director, "/t/hall/desk/tables", "do=resume");
    says(&again, "0 tables resumed.");
    says(&again, "Not possible at these tables:");
}
