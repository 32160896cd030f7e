//! What each rulebook says about a fallen flag: one row per kind of fall.

use super::Side;

/// What the clocks get when a flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grant {
    /// No time is given.
    Nothing,
    /// The clock whose flag fell is reset to two minutes.
    OwnToTwoMinutes,
    /// Both get two extra minutes: the fallen clock reads 2:00, the other what it had and 2:00 more.
    BothTwoExtra,
}

/// Whom a decided game goes to, told from the fall that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    /// The opponent of the side whose flag just fell.
    Opponent,
    /// The side that did not default first.
    NonDefaulter,
    /// The side that defaulted first (only as the SOC text is printed, AMB-21).
    Defaulter,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndedBy {
    /// One flag, and the rulebook knows no extension.
    FirstFlag,
    /// The defaulter's flag fell again.
    DefaultersSecondFlag,
    /// The flag of the side that had not defaulted fell when no further time was to be had.
    OthersLastFlag,
    /// The flag of a player who was away from the table fell.
    FlagWhileAway,
}

/// What a fall does to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The game goes on.
    GoesOn,
    /// The game is over: the winner's discs, the loser's discs.
    Over(Winner, u8, u8, EndedBy),
}

/// One row: what a fall gives, what it decides, and who says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) grant: Grant,
    pub(crate) verdict: Verdict,
    #[expect(dead_code, reason = "read by people")]
    pub(crate) clause: &'static str,
}

/// When a move in hand is finished if the flag falls before all discs are flipped (AMB-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveInHand {
    /// First the flips, then the default is declared and the extension starts.
    FinishedBeforeDefault,
    /// The flips are finished on the extension.
    FinishedOnExtension,
}

/// The whole flag procedure of one rulebook.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlagRules {
    pub(crate) rulebook: &'static str,
    /// The first flag of the game: its owner is the defaulter.
    pub(crate) first: Row,
    /// The first flag of the other side, found down together with the defaulter's first (AMB-22).
    pub(crate) together: Row,
    /// The first flag of the other side, later.
    pub(crate) others_first: Row,
    /// The second flag of the defaulter.
    pub(crate) defaulters_second: Row,
    /// The second flag of the other side.
    pub(crate) others_second: Row,
    /// A flag of a player who is away, where a text treats it apart (AMB-28).
    pub(crate) away: Option<Row>,
    pub(crate) move_in_hand: MoveInHand,
    /// Whether the director, called by the clock, resets the extension and gives a signal (USOA-6.7).
    pub(crate) director_resets: bool,
}

const fn row(grant: Grant, verdict: Verdict, clause: &'static str) -> Row {
    Row {
        grant,
        verdict,
        clause,
    }
}

use EndedBy::{DefaultersSecondFlag, FirstFlag, FlagWhileAway, OthersLastFlag};
use Grant::{BothTwoExtra, Nothing, OwnToTwoMinutes};
use Verdict::{GoesOn, Over};
use Winner::{Defaulter, NonDefaulter, Opponent};

/// United States: section 6.
const USOA: FlagRules = FlagRules {
    rulebook: "usoa",
    // 6.1: in default if the opponent's flag has not fallen before. 6.7: the defaulter's clock is reset "so as
    // to allow him two minutes of additional play".
    first: row(OwnToTwoMinutes, GoesOn, "USOA-6.7.a"),
    // Found together: the earlier is the defaulter (6.1), the other has used his first flag (AMB-22).
    together: row(OwnToTwoMinutes, GoesOn, "USOA-6.7.b"),
    // "Likewise ... the non-defaulting player's clock to two minutes".
    others_first: row(OwnToTwoMinutes, GoesOn, "USOA-6.7.b"),
    // "64-0 win for the non-defaulting player".
    defaulters_second: row(
        Nothing,
        Over(NonDefaulter, 64, 0, DefaultersSecondFlag),
        "USOA-6.8.b",
    ),
    // "32-31 win for the non-defaulting player".
    others_second: row(
        Nothing,
        Over(NonDefaulter, 32, 31, OthersLastFlag),
        "USOA-6.8.c",
    ),
    away: None,
    // 6.3: "he shall complete the move before default is declared".
    move_in_hand: MoveInHand::FinishedBeforeDefault,
    director_resets: true,
};

const WOF: FlagRules = FlagRules {
    rulebook: "wof",
    // "Both players are given two extra minutes", at once (AMB-18).
    first: row(BothTwoExtra, GoesOn, "WOC-IV.6.p2.a"),
    // His fall came before the extra minutes were given: it does not end the game, both have 2:00 (AMB-22).
    together: row(OwnToTwoMinutes, GoesOn, "WOC-IV.6.p2.a"),
    // "falls after having been given two extra minutes, the player who first defaulted loses ... 31-33".
    others_first: row(
        Nothing,
        Over(NonDefaulter, 33, 31, OthersLastFlag),
        "WOC-IV.6.p2.d",
    ),
    // "the game is scored 64-0".
    defaulters_second: row(
        Nothing,
        Over(NonDefaulter, 64, 0, DefaultersSecondFlag),
        "WOC-IV.6.p2.c",
    ),
    // Only after both were found down together: the same sentence.
    others_second: row(
        Nothing,
        Over(NonDefaulter, 33, 31, OthersLastFlag),
        "WOC-IV.6.p2.d",
    ),
    away: None,
    // Move, flips and press before the fall (IV.6.p1), so the rest of the move is on the extension (AMB-24).
    move_in_hand: MoveInHand::FinishedOnExtension,
    director_resets: false,
};

/// Britain: general rules 13 and 14.
const BOF: FlagRules = FlagRules {
    rulebook: "bof",
    // "A time defaulting player is given two extra minutes."
    first: row(OwnToTwoMinutes, GoesOn, "BOF-gen-14.a"),
    together: row(OwnToTwoMinutes, GoesOn, "BOF-gen-14.d"),
    // "they too are given an extra two minutes".
    others_first: row(OwnToTwoMinutes, GoesOn, "BOF-gen-14.d"),
    defaulters_second: row(
        Nothing,
        Over(NonDefaulter, 64, 0, DefaultersSecondFlag),
        "BOF-gen-14.c",
    ),
    // "a 33-31 win for the non-defaulting player".
    others_second: row(
        Nothing,
        Over(NonDefaulter, 33, 31, OthersLastFlag),
        "BOF-gen-14.e",
    ),
    away: None,
    move_in_hand: MoveInHand::FinishedOnExtension,
    director_resets: false,
};

/// Singapore: III.9, and III.2 for a player who is away.
const SOC: FlagRules = FlagRules {
    rulebook: "soc",
    first: row(OwnToTwoMinutes, GoesOn, "SOC-III.9.p2.a"),
    together: row(OwnToTwoMinutes, GoesOn, "SOC-III.9.p3.b"),
    others_first: row(OwnToTwoMinutes, GoesOn, "SOC-III.9.p3.b"),
    defaulters_second: row(
        Nothing,
        Over(NonDefaulter, 64, 0, DefaultersSecondFlag),
        "SOC-III.9.p3.a",
    ),
    // As printed: "a win of 33-31 win for the defaulting player" (AMB-21).
    others_second: row(
        Nothing,
        Over(Defaulter, 33, 31, OthersLastFlag),
        "SOC-III.9.p3.d",
    ),
    // "a score of 64-0 will be awarded to his opponent. The time default rules do not apply in this case."
    // At any flag of the absent player, also of one who had not defaulted (AMB-28).
    away: Some(row(
        Nothing,
        Over(Opponent, 64, 0, FlagWhileAway),
        "SOC-III.2.b",
    )),
    move_in_hand: MoveInHand::FinishedOnExtension,
    director_resets: false,
};

/// One flag is the end: "the player with time remaining wins 64 to 0". No other row is ever reached.
const SUDDEN: Row = row(Nothing, Over(Opponent, 64, 0, FirstFlag), "PAGE-end-6");

/// The same for a player who is away; only the name of the ending differs.
const SUDDEN_AWAY: Row = row(Nothing, Over(Opponent, 64, 0, FlagWhileAway), "PAGE-end-6");

/// Japan, as the rules page describes it.
const JAPAN: FlagRules = sudden_death("japan");

/// Europe, as the rules page describes it.
const EUROPE: FlagRules = sudden_death("europe");

const fn sudden_death(rulebook: &'static str) -> FlagRules {
    FlagRules {
        rulebook,
        first: SUDDEN,
        together: SUDDEN,
        others_first: SUDDEN,
        defaulters_second: SUDDEN,
        others_second: SUDDEN,
        away: Some(SUDDEN_AWAY),
        move_in_hand: MoveInHand::FinishedOnExtension,
        director_resets: false,
    }
}

pub(crate) const RULES: [FlagRules; 6] = [USOA, WOF, BOF, SOC, JAPAN, EUROPE];

impl Winner {
    /// The side this means, given whose flag fell and who defaulted first.
    pub(crate) fn side(self, fallen: Side, defaulter: Side) -> Side {
        match self {
            Winner::Opponent => fallen.other(),
            Winner::NonDefaulter => defaulter.other(),
            Winner::Defaulter => defaulter,
        }
    }
}
