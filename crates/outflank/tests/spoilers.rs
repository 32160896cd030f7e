//! Whoever wants no spoilers: the pages themselves hold no results, no last positions and no standings, without a script.

use crate::support::championship::{WofNumbers, played};
use crate::support::hall::{Hall, whole_game};
use crate::support::hosted::Hosted;
use outflank_game::{Act as GameAct, By};

#[test]
fn the_link_is_remembered_and_the_pages_hold_no_result() {
    let hosted = Hosted::start();
    played(&hosted, WofNumbers::Unknown);
    let public = hosted.client();
    let pages = [
        "",
        "/pairings",
        "/pairings/3",
        "/standings",
        "/crosstable",
        "/players/1",
        "/boards/3",
        "/teams",
        "/women",
        "/young",
        "/finals",
    ];
    let shown = public.get("/t/small/pairings/3").text();
    assert!(shown.contains("44–20"), "{shown}");
    for page in pages {
        let hidden = public.get(&format!("/t/small{page}?spoilers=hide"));
        let text = hidden.text();
        assert!(
            !text.contains("44–20") && !text.contains("20–44") && !text.contains("class=\"won\""),
            "{page}: {text}"
        );
    }
    let first = public.get("/t/small/standings?spoilers=hide");
    let cookie = first
        .header("set-cookie")
        .unwrap()
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(cookie, "spoilers=hide");
    assert!(first.text().contains("?spoilers=show"), "{}", first.text());
    // Kept for the next visit, until it is shown again.
    let later = public.with("Cookie", &cookie);
    assert!(
        !later
            .get("/t/small/standings")
            .text()
            .contains("Sample Player 1")
    );
    assert!(!later.get("/t/small/pairings/3").text().contains("44–20"));
    assert!(
        later
            .get("/t/small/pairings/3?spoilers=show")
            .text()
            .contains("44–20")
    );
    assert!(
        public
            .get("/t/small/standings")
            .text()
            .contains("Sample Player 1")
    );
}

#[test]
fn a_finished_game_begins_at_its_start_and_its_board_is_not_on_the_wall() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    hall.play_all(&games[0], &whole_game());
    hall.play(&games[1], "f5d6c3");
    let last = {
        let moves = whole_game();
        moves.iter().rev().find_map(|mv| match mv {
            outflank_board::Move::Disc(square) => Some(square.to_string()),
            outflank_board::Move::Pass => None,
        })
    };
    let last = last.unwrap();
    let public = hall.hosted.client().with("Cookie", "spoilers=hide");
    let here = format!("/t/hall/games/{}", games[0]);
    let page = public.get(&here).text();
    assert!(page.contains(">Move 0<"), "{page}");
    assert!(
        !page.contains(&format!("\"{last}\"")),
        "the state in the page tells the last move: {page}"
    );
    assert!(
        !page.contains("end_of_play")
            && !page.contains("Black wins.")
            && !page.contains("White wins."),
        "{page}"
    );
    // Step by step without a script.
    let third = public.get(&format!("{here}?move=3")).text();
    assert!(
        third.contains(">Move 3<") && !third.contains(&format!("\"{last}\"")),
        "{third}"
    );
    // A game that goes on is shown, one that is over is as before its first move.
    let boards = public.get("/t/hall/boards").text();
    assert!(boards.contains("Last move c3"), "{boards}");
    assert!(!boards.contains(&format!("Last move {last}")), "{boards}");
    hall.act(
        &games[1],
        By::Black,
        GameAct::Resign {
            player: outflank_board::Side::Black,
            how: outflank_game::GivingUp::Resigns,
        },
    );
    let boards = public.get("/t/hall/boards").text();
    let boards = boards.split_once("id=\"boards\"").unwrap().1;
    assert!(
        !boards.contains("Last move c3") && !boards.contains("By resignation"),
        "{boards}"
    );
}
