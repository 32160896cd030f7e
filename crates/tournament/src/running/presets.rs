//! The kinds of events the rulebooks know, and what is to be won at them.

use outflank_rulebook::{ClauseId, Rulebook, shipped_file};
use serde::{Deserialize, Serialize};

use super::closing::Honour;
use crate::list_name::ListName;

/// The presets shipped, as people choose them.
pub const PRESETS: &[&str] = &[
    "wof/championship",
    "bof/regional",
    "bof/national",
    "soc/open",
    "usoa/open",
    "japan/open",
    "europe/open",
];

/// The rulebook of a shipped preset: `bof/regional`.
///
/// ```
/// use outflank_tournament::running::preset;
/// assert_eq!(preset("bof/national").expect("shipped").rounds.value.0, 9);
/// assert!(preset("bof/olympic").is_none());
/// ```
pub fn preset(name: &str) -> Option<Rulebook> {
    let (id, event) = name.split_once('/')?;
    shipped_file(id)?.for_event(event)
}

/// The name of the preset a rulebook is set up for.
pub fn preset_name(rules: &Rulebook) -> String {
    match &rules.about.event {
        Some(event) => format!("{}/{event}", rules.about.id),
        None => format!("{}/custom", rules.about.id),
    }
}

/// What is to be won at an event and who answers for it. The event that opens the tournament keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Terms {
    /// The titles to be won.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub titles: Vec<String>,
    /// The titles to be won, each with its list and place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub honours: Vec<Honour>,
    /// The bodies that answer for the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<String>,
}

impl Terms {
    /// The terms of a preset; an event of one's own has none.
    #[must_use]
    pub fn of(preset: &str) -> Self {
        let clause = |id: &str| ClauseId::known(id).expect("the catalogue has this clause");
        let honour = |title: &str, list: ListName, place: u32, id: &str| Honour {
            clause: Some(clause(id)),
            ..Honour::new(title, list, place)
        };
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        match preset {
            "wof/championship" => Self {
                titles: texts(&[
                    "World Champion",
                    "Women's World Champion",
                    "Young World Champion",
                    "World Team Champions",
                ]),
                honours: vec![
                    honour("World Champion", ListName::Individual, 1, "WOC-III.2.3"),
                    honour("Women's World Champion", ListName::Women, 1, "WOC-III.3.3"),
                    honour("Young World Champion", ListName::Young, 1, "WOC-III.4.3"),
                    honour("World Team Champions", ListName::Team, 1, "WOC-II.4.a"),
                ],
                bodies: texts(&[
                    "World Othello Federation",
                    "the holders of the Othello trademark",
                ]),
            },
            "bof/national" => Self {
                titles: texts(&["British Champion"]),
                honours: vec![Honour {
                    eligible_only: true,
                    ..honour("British Champion", ListName::Individual, 1, "BOF-nat-7.a")
                }],
                ..Self::default()
            },
            "soc/open" => Self {
                titles: texts(&["Singapore Open Champion"]),
                honours: vec![
                    honour(
                        "Singapore Open Champion",
                        ListName::Individual,
                        1,
                        "SOC-II.1",
                    ),
                    honour("First Runner-up", ListName::Individual, 2, "SOC-II.1"),
                    honour("Second Runner-up", ListName::Individual, 3, "SOC-II.1"),
                    honour("Champion Team", ListName::Team, 1, "SOC-II.3.p2"),
                ],
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}
