//! The scales of Grand Prix points.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::clause::ClauseId;
use crate::rulebook::Rulebook;

const FILE: &str = include_str!("../../../rulebooks/grand-prix.toml");

/// What equal game points mean for the points of a Grand Prix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TiedPlaces {
    /// The points of the tied places are added and shared, fractions rounded up.
    SharedUp,
    /// The final list decides, in which nobody is tied.
    ByFinalPlace,
}

/// A scale as `rulebooks/grand-prix.toml` has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrandPrixScale {
    /// The name in files: `british`.
    pub id: String,
    /// The name people read.
    pub name: String,
    /// The points of the first place, the second and so on.
    pub places: Vec<u32>,
    /// The points of everybody behind.
    pub rest: u32,
    /// What equal game points mean.
    pub tied: TiedPlaces,
    /// Which tournaments count; without it all do.
    #[serde(default)]
    pub only: Option<CountedEvents>,
    /// The clause that states it.
    #[serde(default)]
    pub clause: Option<ClauseId>,
    /// Where it comes from if no clause states it.
    #[serde(default)]
    pub ours: Option<String>,
}

/// The tournaments that count for a Grand Prix.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedEvents {
    /// Kinds of tournaments: `bof/regional`.
    pub events: Vec<String>,
    /// The clause that says so.
    pub clause: ClauseId,
}

impl GrandPrixScale {
    /// Whether a tournament under this rulebook counts.
    ///
    /// ```
    /// use outflank_rulebook::{grand_prix_scale, shipped_file};
    /// let scale = grand_prix_scale("british").expect("shipped");
    /// let counts = |event| scale.counts(&shipped_file("bof").expect("shipped").for_event(event).expect("known"));
    /// assert!(counts("regional") && !counts("national"));
    /// ```
    #[must_use]
    pub fn counts(&self, rules: &Rulebook) -> bool {
        let about = &rules.about;
        let kind = format!(
            "{}/{}",
            about.id,
            about.event.as_deref().unwrap_or_default()
        );
        (self.only.as_ref()).is_none_or(|only| only.events.contains(&kind))
    }

    /// The points of a place, 1 for the best.
    ///
    /// ```
    /// let scale = outflank_rulebook::grand_prix_scale("british").expect("shipped");
    /// assert_eq!([1, 5, 9, 10, 30].map(|place| scale.points(place)), [200, 80, 10, 5, 5]);
    /// ```
    #[must_use]
    pub fn points(&self, place: usize) -> u32 {
        let listed = place
            .checked_sub(1)
            .and_then(|index| self.places.get(index));
        listed.copied().unwrap_or(self.rest)
    }
}

/// Every scale.
///
/// # Panics
/// Never: the file is compiled in and checked by the tests.
#[must_use]
pub fn grand_prix_scales() -> &'static [GrandPrixScale] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Scales {
        scale: Vec<GrandPrixScale>,
    }
    static READ: OnceLock<Vec<GrandPrixScale>> = OnceLock::new();
    READ.get_or_init(|| {
        let read: Scales = toml::from_str(FILE).expect("the file is checked by the tests");
        read.scale
    })
}

/// The scale with this name.
#[must_use]
pub fn grand_prix_scale(id: &str) -> Option<&'static GrandPrixScale> {
    grand_prix_scales().iter().find(|scale| scale.id == id)
}
