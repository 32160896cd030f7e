//! The schedule of the third day (WOC-B): which games are played together, and when by default.

use outflank_rulebook::axes::tournament::Finals;
use outflank_rulebook::{ClauseId, Rulebook};
use serde::{Deserialize, Serialize};

use crate::list_name::ListName;
use crate::round::Stage;

/// A game of a slot: which game of the matches of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SlotGame {
    /// The part of the tournament.
    pub stage: Stage,
    pub list: ListName,
    /// Which game of the match.
    pub game: u16,
    /// Whether it is played only if the match needs it.
    pub if_needed: bool,
}

/// A slot of the third day. The times are planned; no game is ever cut short by them (AMB-57).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotTimes {
    /// Its number, counted from 1.
    pub slot: u16,
    /// When it begins, in minutes after midnight.
    pub start_min: u16,
    /// When it ends, in minutes after midnight.
    pub end_min: u16,
    pub games: Vec<SlotGame>,
    /// Where it says so.
    pub clause: Option<ClauseId>,
}

/// The slots of the third day.
pub type DayThree = Vec<SlotTimes>;

type Row = (
    u16,
    u16,
    &'static [(Stage, ListName, u16, bool)],
    &'static str,
);

const TABLE: [Row; 6] = [
    (
        9 * 60 + 30,
        10 * 60 + 40,
        &[
            (Stage::Semi, ListName::Individual, 1, false),
            (Stage::Semi, ListName::Young, 1, false),
        ],
        "WOC-B.1",
    ),
    (
        10 * 60 + 50,
        12 * 60,
        &[
            (Stage::Semi, ListName::Individual, 2, false),
            (Stage::Semi, ListName::Women, 1, false),
        ],
        "WOC-B.2",
    ),
    (
        12 * 60 + 10,
        13 * 60 + 20,
        &[
            (Stage::Semi, ListName::Individual, 3, true),
            (Stage::Third, ListName::Young, 1, false),
            (Stage::Final, ListName::Young, 1, false),
        ],
        "WOC-B.3",
    ),
    (
        14 * 60 + 10,
        15 * 60 + 30,
        &[
            (Stage::Final, ListName::Individual, 1, false),
            (Stage::Third, ListName::Individual, 1, false),
            (Stage::Third, ListName::Women, 1, false),
        ],
        "WOC-B.4",
    ),
    (
        15 * 60 + 40,
        17 * 60,
        &[
            (Stage::Final, ListName::Individual, 2, false),
            (Stage::Final, ListName::Women, 1, false),
        ],
        "WOC-B.5",
    ),
    (
        17 * 60 + 10,
        18 * 60 + 30,
        &[(Stage::Final, ListName::Individual, 3, true)],
        "WOC-B.6",
    ),
];

/// The schedule of the third day as printed; nothing where the rulebook has no semi-finals.
///
/// ```
/// use outflank_tournament::course::day_three;
/// let slots = day_three(outflank_rulebook::shipped("wof").expect("shipped"));
/// assert_eq!(slots.len(), 6);
/// assert_eq!((slots[0].start_min, slots[0].end_min), (570, 640));
/// ```
pub fn day_three(rules: &Rulebook) -> DayThree {
    match rules.finals.value {
        Finals::None | Finals::PlayoffDecides => Vec::new(),
        Finals::SemiFinals => (1..)
            .zip(TABLE)
            .map(|(slot, (start_min, end_min, games, clause))| SlotTimes {
                slot,
                start_min,
                end_min,
                games: (games.iter())
                    .map(|&(stage, list, game, if_needed)| SlotGame {
                        stage,
                        list,
                        game,
                        if_needed,
                    })
                    .collect(),
                clause: rules.finals.clause().and(ClauseId::known(clause)),
            })
            .collect(),
    }
}

/// What is played in a slot, for people.
///
/// ```
/// use outflank_tournament::course::slot_text;
/// let wof = outflank_rulebook::shipped("wof").expect("shipped");
/// assert_eq!(slot_text(wof, 0), "Playoffs");
/// assert_eq!(slot_text(wof, 2), "Semi-finals, game 2; women's semi-finals");
/// assert_eq!(slot_text(wof, 6), "Final, game 3 (if needed)");
/// ```
pub fn slot_text(rules: &Rulebook, slot: u16) -> String {
    let slots = day_three(rules);
    match slots.iter().find(|one| one.slot == slot) {
        None if slot == 0 => "Playoffs".to_owned(),
        None => format!("Finals, part {slot}"),
        Some(one) => {
            let games: Vec<String> = one.games.iter().map(game_text).collect();
            capital(&games.join("; "))
        }
    }
}

fn game_text(one: &SlotGame) -> String {
    let whose = match one.list {
        ListName::Women => "women's ",
        ListName::Young => "young players' ",
        ListName::Individual | ListName::Team | ListName::Special | ListName::Stage(_) => "",
    };
    let what = match one.stage {
        Stage::Swiss => "round",
        Stage::Playoff => "playoffs",
        Stage::Semi => "semi-finals",
        Stage::Third => "third place",
        Stage::Final => "final",
    };
    // Only matches of the main list have further games.
    let game = match (one.list, one.stage) {
        (ListName::Individual, Stage::Semi | Stage::Final) => format!(", game {}", one.game),
        (_, _) => String::new(),
    };
    let needed = if one.if_needed { " (if needed)" } else { "" };
    format!("{whose}{what}{game}{needed}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
