//! Games for spectators: all boards of a round, one game large, its pictures and files.
//!
//! Everything is made from what the public may see of a game; nothing here looks at a game itself.

pub(crate) mod boards;
pub(crate) mod file;
pub(crate) mod game;
pub(crate) mod picture;
pub(crate) mod report;

use outflank_board::{BySide, Side};
use outflank_desk::views::board::watch::{WatchView, counted};
use outflank_game::Ending;

use crate::pages::frame::Frame;

/// A clock as people read it: `12:04`, `1:02:03`, and tenths below twenty seconds.
pub(crate) fn clock(ms: i64) -> String {
    if ms <= 0 {
        return "0:00".to_owned();
    }
    if ms < 20_000 {
        let tenths = (ms + 99) / 100;
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = (ms + 999) / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Time that was used, in whole seconds.
pub(crate) fn used(ms: i64) -> String {
    let seconds = (ms.max(0) + 500) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The messages that the modules of the boards say themselves.
const SAID: &[&str] = &["watch.", "side.", "live."];

/// Time trouble: the last five minutes.
const LOW_MS: i64 = 300_000;

/// What is shown of a game after a number of turns.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    /// After how many turns.
    pub(crate) at: usize,
    /// Discs on the board.
    pub(crate) discs: BySide<usize>,
    /// What the clocks showed.
    pub(crate) left: BySide<String>,
    /// Whether a clock was low.
    pub(crate) low: BySide<bool>,
    /// Whose clock runs, if it is the latest position.
    pub(crate) running: BySide<bool>,
}

impl Shown {
    /// A game after `at` turns; at the end the clocks are the ones that run.
    pub(crate) fn of(view: &WatchView, at: usize) -> Self {
        let at = at.min(view.plies.len());
        let is_end = at == view.plies.len();
        let before = at.checked_sub(1).and_then(|index| view.plies.get(index));
        let cells = before.map_or(&view.start, |ply| &ply.cells);
        let left = match before {
            _ if is_end => view.clock.left_ms,
            Some(ply) => ply.left_ms,
            None => view.clock.start_ms,
        };
        let is_timed = view.clock.timed;
        let running = view.clock.running.filter(|_| is_end);
        Self {
            at,
            discs: counted(cells),
            left: left.map(|ms| if is_timed { clock(ms) } else { String::new() }),
            low: left.map(|ms| is_timed && ms < LOW_MS),
            running: BySide::new(running == Some(Side::Black), running == Some(Side::White)),
        }
    }
}

/// `black` or `white`, for the modules.
pub(crate) fn side_word(side: &Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// The same for the clock that runs, or nothing.
pub(crate) fn running_word(board: &boards::TileBoard) -> &'static str {
    board.view.clock.running.map_or("", |side| side_word(&side))
}

/// The score of a result in words of figures: `35–29`.
pub(crate) fn score(halves: &BySide<u16>) -> String {
    let one = |half: u16| match (half / 2, half % 2) {
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    };
    format!("{}–{}", one(halves.black), one(halves.white))
}

/// How a game ended, in words; nothing if it was played to the end.
pub(crate) fn ending(f: &Frame, ending: &Ending) -> &'static str {
    match ending {
        Ending::EndOfPlay => "",
        Ending::Resignation => f.t("watch.ended.resignation"),
        Ending::Lateness => f.t("watch.ended.lateness"),
        Ending::Ruling | Ending::Unrecoverable => f.t("watch.ended.ruling"),
        Ending::FirstFlag
        | Ending::FlagInAbsence
        | Ending::DefaulterSecondFlag
        | Ending::NonDefaulterFlag
        | Ending::NonDefaulterSecondFlag => f.t("watch.ended.time"),
    }
}

#[cfg(test)]
mod tests {
    use crate::board::watch::*;

    #[test]
    fn clocks_read_like_clocks() {
        assert_eq!(clock(1_800_000), "30:00");
        assert_eq!(clock(3_723_000), "1:02:03");
        assert_eq!(clock(19_940), "0:20.0");
        assert_eq!(clock(4_210), "0:04.3");
        assert_eq!(clock(-5), "0:00");
        assert_eq!(used(61_499), "1:01");
    }
}
