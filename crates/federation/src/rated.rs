//! Which games are rated, and by which clause.
//!
//! | Condition | Clause |
//! |---|---|
//! | held in the federation's country | BOF-rat-1.a |
//! | played with clocks | BOF-rat-1.b |
//! | both players understand that it will be rated | BOF-rat-1.c |
//! | by notice: Regionals, the National, international events, the MSO; friendly ones usually | BOF-rat-2 |
//! | at least 15 minutes each | BOF-rat-3 |

use outflank_event::words;
use outflank_rulebook::axes::office::Ratings;
use outflank_rulebook::{ClauseId, Millis, OfficeTopic, Rulebook};
use serde::{Deserialize, Serialize};

words! {
    /// What kind of event it is.
    Category {
        Regional = "regional",
        National = "national",
        /// An international event, such as one of the European Grand Prix.
        International = "international",
        /// The Othello of a festival of many games, such as the Mind Sports Olympiad.
        Festival = "festival",
        Friendly = "friendly",
        /// A single game outside any tournament.
        SingleGame = "single_game",
    }

    /// The players who have understood that a single game will be rated.
    Understood {
        Both = "both",
        One = "one",
        Nobody = "nobody",
    }
}

/// What of an event decides whether it is rated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedTerms<'a> {
    /// What kind it is.
    pub category: Category,
    /// The country it is held in.
    pub country: &'a str,
    /// The federation's own country.
    pub home: &'a str,
    /// Whether clocks are used.
    pub clocks: bool,
    /// The time of each player.
    pub time: Millis,
    /// What was announced, where it differs from the notice of the rules.
    pub announced: Option<bool>,
    /// Who has understood it; asked for single games only.
    pub understood: Option<Understood>,
}

words! {
    /// A condition of rating.
    RatedWhen {
        /// Held in the federation's country.
        AtHome = "at_home",
        Clocks = "clocks",
        /// Understood by both players.
        Understood = "understood",
        /// Announced, or rated by the notice of the rules.
        Notice = "notice",
        Time = "time",
        /// The federation rates no games of its own; results go to the world list.
        WorldList = "world_list",
    }
}

/// One condition and whether it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedReason {
    pub when: RatedWhen,
    pub holds: bool,
    /// The clause that asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
}

/// Whether games are rated, condition by condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// Every condition that was looked at.
    pub reasons: Vec<RatedReason>,
}

impl Rated {
    /// Whether all conditions hold.
    pub fn is_rated(&self) -> bool {
        self.reasons.iter().all(|reason| reason.holds)
    }

    /// The conditions that do not hold.
    pub fn against(&self) -> impl Iterator<Item = &RatedReason> {
        self.reasons.iter().filter(|reason| !reason.holds)
    }
}

/// Whether the games of an event are rated.
pub fn rated(rules: &Rulebook, terms: &RatedTerms<'_>) -> Rated {
    let reason = |when, holds, topic| RatedReason {
        when,
        holds,
        clause: rules.cited(topic),
    };
    let notice = RatedReason {
        when: RatedWhen::Notice,
        holds: terms.announced.unwrap_or(true),
        clause: None,
    };
    let reasons = match rules.ratings.value {
        // No text says which games count: what is announced decides (AMB-71).
        Ratings::None => vec![notice],
        Ratings::WorldList => vec![
            RatedReason {
                when: RatedWhen::WorldList,
                holds: true,
                clause: rules.ratings.clause(),
            },
            notice,
        ],
        Ratings::ClockedAndUnderstood => {
            // A tournament is announced; what the rules say of its kind is notice enough. A single
            // game has no notice: both players have to say so.
            let (by_notice, understood) = match terms.category {
                Category::Regional
                | Category::National
                | Category::International
                | Category::Festival
                | Category::Friendly => (terms.announced.unwrap_or(true), true),
                Category::SingleGame => (
                    terms.announced.unwrap_or(true),
                    terms.understood == Some(Understood::Both),
                ),
            };
            let enough = match rules.rated_time_minimum.value {
                Some(minimum) => terms.time >= minimum,
                None => true,
            };
            vec![
                reason(
                    RatedWhen::AtHome,
                    terms.country == terms.home,
                    OfficeTopic::RatedAtHome,
                ),
                reason(RatedWhen::Clocks, terms.clocks, OfficeTopic::RatedClocks),
                reason(
                    RatedWhen::Understood,
                    understood,
                    OfficeTopic::RatedUnderstood,
                ),
                reason(RatedWhen::Notice, by_notice, OfficeTopic::RatedNotice),
                reason(RatedWhen::Time, enough, OfficeTopic::RatedTime),
            ]
        }
    };
    Rated { reasons }
}
