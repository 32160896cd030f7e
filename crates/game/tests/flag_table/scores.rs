//! Official scores of finished boards, Black first, by rulebook and by who defaulted.
//!
//! `neither`: nobody defaulted. `black` and `white`: that side defaulted once, no game-ending flag followed and
//! play went on to the end. Discs are written as people write them, halves as `.5`.

use super::Side;

/// The three scores of one board under one rulebook.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defaults {
    pub(crate) neither: &'static str,
    pub(crate) black: &'static str,
    pub(crate) white: &'static str,
}

impl Defaults {
    /// The score when this side, or nobody, defaulted.
    pub(crate) fn of(self, defaulter: Option<Side>) -> &'static str {
        match defaulter {
            None => self.neither,
            Some(Side::Black) => self.black,
            Some(Side::White) => self.white,
        }
    }
}

/// One finished board and its scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardScores {
    pub(crate) black: u8,
    pub(crate) white: u8,
    usoa: Defaults,
    wof: Defaults,
    bof: Defaults,
    soc: Defaults,
    japan: Defaults,
    europe: Defaults,
}

impl BoardScores {
    /// The scores under a rulebook.
    pub(crate) fn under(&self, rulebook: &str) -> Defaults {
        match rulebook {
            "usoa" => self.usoa,
            "wof" => self.wof,
            "bof" => self.bof,
            "soc" => self.soc,
            "japan" => self.japan,
            "europe" => self.europe,
            other => panic!("no table for rulebook {other}"),
        }
    }
}

const fn s(neither: &'static str, black: &'static str, white: &'static str) -> Defaults {
    Defaults {
        neither,
        black,
        white,
    }
}

/// Where one flag is the end the board does not matter (PAGE-end-6).
const fn sudden(neither: &'static str) -> Defaults {
    s(neither, "0-64", "64-0")
}

/// The boards.
///
/// - USOA: the discs as they lie (4.3), a wipe-out 64-0 (4.4); after a default the other side needs a majority,
///   else 32-31 (6.8.a).
/// - WOF, BOF: empties to the winner (WOC-IV.8.p1, BOF-gen-9), draws 32-32; after a default at least 33-31 for the
///   other side (WOC-IV.6.p2.b, BOF-gen-14.b), judged on the score the board would have had (AMB-15).
/// - SOC: the discs as they lie (III.11.p1, AMB-10), draws 32-32 (III.11.p2.b); after a default a margin above two
///   stands, anything else is 33-31 (III.9.p2.b, AMB-14).
/// - Japan: empties halved (PAGE-end-3). Europe: empties to the side with more discs (PAGE-end-4), draws 32-32.
pub(crate) const BOARDS: [BoardScores; 12] = [
    // The page's own example: 28 empty squares (PAGE-count-1 to 7).
    BoardScores {
        black: 33,
        white: 3,
        usoa: s("33-3", "31-32", "33-3"),
        wof: s("61-3", "31-33", "61-3"),
        bof: s("61-3", "31-33", "61-3"),
        soc: s("33-3", "31-33", "33-3"),
        japan: sudden("47-17"),
        europe: sudden("61-3"),
    },
    BoardScores {
        black: 3,
        white: 33,
        usoa: s("3-33", "3-33", "32-31"),
        wof: s("3-61", "3-61", "33-31"),
        bof: s("3-61", "3-61", "33-31"),
        soc: s("3-33", "3-33", "33-31"),
        japan: sudden("17-47"),
        europe: sudden("3-61"),
    },
    // A full board, level.
    BoardScores {
        black: 32,
        white: 32,
        usoa: s("32-32", "31-32", "32-31"),
        wof: s("32-32", "31-33", "33-31"),
        bof: s("32-32", "31-33", "33-31"),
        soc: s("32-32", "31-33", "33-31"),
        japan: sudden("32-32"),
        europe: sudden("32-32"),
    },
    // Level with four empty squares.
    BoardScores {
        black: 30,
        white: 30,
        usoa: s("30-30", "31-32", "32-31"),
        wof: s("32-32", "31-33", "33-31"),
        bof: s("32-32", "31-33", "33-31"),
        soc: s("32-32", "31-33", "33-31"),
        japan: sudden("32-32"),
        europe: sudden("32-32"),
    },
    // One disc ahead with fifteen empty squares.
    BoardScores {
        black: 25,
        white: 24,
        usoa: s("25-24", "31-32", "25-24"),
        wof: s("40-24", "31-33", "40-24"),
        bof: s("40-24", "31-33", "40-24"),
        soc: s("25-24", "31-33", "33-31"),
        japan: sudden("32.5-31.5"),
        europe: sudden("40-24"),
    },
    // A full board with a clear winner.
    BoardScores {
        black: 40,
        white: 24,
        usoa: s("40-24", "31-32", "40-24"),
        wof: s("40-24", "31-33", "40-24"),
        bof: s("40-24", "31-33", "40-24"),
        soc: s("40-24", "31-33", "40-24"),
        japan: sudden("40-24"),
        europe: sudden("40-24"),
    },
    // Wipe-outs.
    BoardScores {
        black: 0,
        white: 13,
        usoa: s("0-64", "0-64", "32-31"),
        wof: s("0-64", "0-64", "33-31"),
        bof: s("0-64", "0-64", "33-31"),
        soc: s("0-13", "0-13", "33-31"),
        japan: sudden("25.5-38.5"),
        europe: sudden("0-64"),
    },
    BoardScores {
        black: 13,
        white: 0,
        usoa: s("64-0", "31-32", "64-0"),
        wof: s("64-0", "31-33", "64-0"),
        bof: s("64-0", "31-33", "64-0"),
        soc: s("13-0", "31-33", "13-0"),
        japan: sudden("38.5-25.5"),
        europe: sudden("64-0"),
    },
    // Nineteen empty squares: whose they are must not depend on the default (AMB-15).
    BoardScores {
        black: 20,
        white: 25,
        usoa: s("20-25", "20-25", "32-31"),
        wof: s("20-44", "20-44", "33-31"),
        bof: s("20-44", "20-44", "33-31"),
        soc: s("20-25", "20-25", "33-31"),
        japan: sudden("29.5-34.5"),
        europe: sudden("20-44"),
    },
    // A sum below 64 and a margin above two (AMB-14).
    BoardScores {
        black: 30,
        white: 20,
        usoa: s("30-20", "31-32", "30-20"),
        wof: s("44-20", "31-33", "44-20"),
        bof: s("44-20", "31-33", "44-20"),
        soc: s("30-20", "31-33", "30-20"),
        japan: sudden("37-27"),
        europe: sudden("44-20"),
    },
    // A margin of exactly two, on a board that is not full: 33-31 at the SOC, as it lies in the USA.
    BoardScores {
        black: 30,
        white: 28,
        usoa: s("30-28", "31-32", "30-28"),
        wof: s("36-28", "31-33", "36-28"),
        bof: s("36-28", "31-33", "36-28"),
        soc: s("30-28", "31-33", "33-31"),
        japan: sudden("33-31"),
        europe: sudden("36-28"),
    },
    // A margin of three stands.
    BoardScores {
        black: 28,
        white: 31,
        usoa: s("28-31", "28-31", "32-31"),
        wof: s("28-36", "28-36", "33-31"),
        bof: s("28-36", "28-36", "33-31"),
        soc: s("28-31", "28-31", "33-31"),
        japan: sudden("30.5-33.5"),
        europe: sudden("28-36"),
    },
];
