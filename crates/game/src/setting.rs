//! What is settled before the first disc: the kind of game, times, judge, timekeeper, clock.

use outflank_board::{BySide, Position, Side};
use outflank_event::words;
use outflank_rulebook::axes::play::TouchMove;
use outflank_rulebook::{Millis, Rulebook};
use serde::{Deserialize, Serialize};

words! {
    /// What is at stake.
    GameKind {
        /// A game of a tournament: a clock is needed and the rulebook applies whole.
        Tournament = "tournament",
        /// A game for fun: no director, no checks, increments and delays are possible.
        Casual = "casual",
    }

    /// The stage of the event, which may have its own time per player.
    Stage {
        Round = "round",
        Playoff = "playoff",
        Semi = "semi",
        /// The game for third place.
        Third = "third",
        Final = "final",
    }

    TableJudge {
        /// A judge is assigned.
        Present = "present",
        /// No judge: the players do what a judge would do.
        None = "none",
    }

    /// Who keeps the time, and with it whether the board is on a screen.
    Timekeeper {
        /// The program: the game is played on screen, and nothing the rules forbid can be done.
        Server = "server",
        /// A judge's device beside a real board.
        Tablet = "tablet",
        /// A clock on the table: times are typed and flags are claimed.
        Physical = "physical",
    }

    /// Where a clock that a device keeps is pressed.
    Pressing {
        /// On the device that records: one tap is move and press.
        WithMove = "with_move",
        /// On a clock page between the players; the recorder's tap is the move alone.
        OnClockPage = "on_clock_page",
    }
}

impl Pressing {
    fn with_move() -> Self {
        Self::WithMove
    }

    fn is_with_move(&self) -> bool {
        *self == Self::WithMove
    }
}

words! {
    /// How a move is made on screen.
    MoveEntry {
        Tap = "tap",
        /// A tap chooses, another plays.
        Confirm = "confirm",
        /// Touching a square with a legal move commits to it, as at a board.
        Touch = "touch",
    }

    /// Whether a board on screen marks the legal moves.
    Hints {
        Shown = "shown",
        Hidden = "hidden",
    }
}

/// How a game is played on screen.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScreenPlay {
    /// How a move is made.
    pub entry: MoveEntry,
    /// Whether legal moves are marked.
    pub hints: Hints,
}

impl ScreenPlay {
    /// As the rulebook plays at a board: where a disc put down commits, a tap plays; where a hand on a square
    /// does, the move is confirmed, because a finger on glass shows no intention yet (AMB-03).
    #[must_use]
    pub const fn by_rulebook(rules: &Rulebook) -> Self {
        Self {
            entry: match rules.touch_move.value {
                TouchMove::SetDown | TouchMove::Placed => MoveEntry::Tap,
                TouchMove::Touched | TouchMove::Off => MoveEntry::Confirm,
            },
            hints: Hints::Shown,
        }
    }
}

words! {
    /// What the clock is (USOA 5.2, WOC IV.1).
    ClockKind {
        Software = "software",
        Digital = "digital",
        Analogue = "analogue",
    }

    /// Whether the director has fixed the place of the clock.
    ClockPlace {
        /// It may stand on either side.
        Free = "free",
        /// It is fixed; Black may choose a seat instead (USOA 5.4).
        Fixed = "fixed",
    }

    /// The side of the board on which the clock stands, as Black sees it.
    ClockSide {
        Left = "left",
        Right = "right",
    }

    /// Where Black sits when the clock is fixed, as seen from the clock.
    Seat {
        /// With the clock on the player's left.
        ClockOnLeft = "clock_on_left",
        /// With the clock on the player's right.
        ClockOnRight = "clock_on_right",
    }

    /// Where a player is.
    Presence {
        AtTable = "at_table",
        Late = "late",
        /// Gone from the table during the game.
        Away = "away",
    }

    /// How a fallen flag is found in this game.
    Detection {
        /// By the clock, at once.
        Automatic = "automatic",
        /// By a person who says so; what was played meanwhile stands.
        Claimed = "claimed",
    }

    /// The duty to write the game down.
    Transcribing {
        Optional = "optional",
        ByJudge = "by_judge",
        ByBothPlayers = "by_both_players",
    }
}

/// The time for the game, given when it is opened: `"by_rulebook"`, `"no_clock"` or
/// `{"each": {"black": 300000, "white": 300000}}`.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeAsked {
    /// What the rulebook gives for the stage.
    ByRulebook,
    /// This much for each player.
    Each(BySide<Millis>),
    /// No clock: a casual game, or there are not enough clocks.
    NoClock,
}

/// How to open a game.
///
/// ```
/// use outflank_game::{Opening, Stage};
/// let opening = Opening { stage: Stage::Final, ..Opening::default() };
/// assert_eq!(opening.stage.to_string(), "final");
/// ```
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Opening {
    pub kind: GameKind,
    /// The stage of the tournament.
    pub stage: Stage,
    /// The time per player.
    pub time: TimeAsked,
    /// Given for every completed move; casual games only.
    pub increment: Millis,
    /// Given back for every move, as far as it was used; casual games only.
    pub delay: Millis,
    pub judge: TableJudge,
    /// Who keeps the time.
    pub timekeeper: Timekeeper,
    /// Where a clock that a device keeps is pressed.
    #[serde(skip_serializing_if = "Pressing::is_with_move")]
    pub pressing: Pressing,
    pub clock_kind: ClockKind,
    /// Whether the clock's place is fixed.
    pub clock_place: ClockPlace,
    /// Where the game starts; the rulebook's starting position if none is given.
    pub position: Option<Position>,
    /// Who wins a draw, if a choice of colour gave a player the draw-win.
    pub draw_win: Option<Side>,
    pub presence: BySide<Presence>,
    /// How it is played on screen; without it, as the rulebook plays at a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenPlay>,
}

impl Default for Opening {
    /// A tournament round beside a real board with a judge, both players at the table.
    fn default() -> Self {
        Self {
            kind: GameKind::Tournament,
            stage: Stage::Round,
            time: TimeAsked::ByRulebook,
            increment: Millis(0),
            delay: Millis(0),
            judge: TableJudge::Present,
            timekeeper: Timekeeper::Tablet,
            pressing: Pressing::WithMove,
            clock_kind: ClockKind::Digital,
            clock_place: ClockPlace::Free,
            position: None,
            draw_win: None,
            presence: BySide::new(Presence::AtTable, Presence::AtTable),
            screen: None,
        }
    }
}

/// How a game was opened: every choice of the rulebook resolved, kept in its first event for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    pub kind: GameKind,
    /// The stage of the tournament.
    pub stage: Stage,
    /// The time of each player; none without a clock.
    pub time: Option<BySide<Millis>>,
    /// Given for every completed move.
    pub increment: Millis,
    /// Given back for every move, as far as it was used.
    pub delay: Millis,
    pub judge: TableJudge,
    /// Who keeps the time.
    pub timekeeper: Timekeeper,
    /// Where a clock that a device keeps is pressed.
    #[serde(
        default = "Pressing::with_move",
        skip_serializing_if = "Pressing::is_with_move"
    )]
    pub pressing: Pressing,
    pub clock_kind: ClockKind,
    /// Whether the clock's place is fixed.
    pub clock_place: ClockPlace,
    /// How flags are found.
    pub detection: Detection,
    /// Who must write the game down.
    pub transcribing: Transcribing,
    /// Where the game starts.
    pub start: Position,
    /// Who wins a draw.
    pub draw_win: Option<Side>,
    pub presence: BySide<Presence>,
    /// How it is played on screen, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenPlay>,
}
