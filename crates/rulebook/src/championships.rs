//! Which World Championships were held.

use std::sync::OnceLock;

use serde::Deserialize;

const FILE: &str = include_str!("../../../rulebooks/championships.toml");

/// The World Championships as `rulebooks/championships.toml` has them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Championships {
    /// The year of the first one.
    pub first: u16,
    /// Years without one.
    pub not_held: Vec<u16>,
}

impl Championships {
    /// The years before `year` in which one was held, in order.
    ///
    /// ```
    /// let held = outflank_rulebook::championships().held_before(2023);
    /// assert_eq!(held.iter().rev().take(2).collect::<Vec<_>>(), [&2022, &2019]);
    /// ```
    #[must_use]
    pub fn held_before(&self, year: u16) -> Vec<u16> {
        (self.first..year)
            .filter(|held| !self.not_held.contains(held))
            .collect()
    }
}

/// The World Championships.
///
/// # Panics
/// Never: the file is compiled in and checked by the tests.
#[must_use]
pub fn championships() -> &'static Championships {
    static READ: OnceLock<Championships> = OnceLock::new();
    READ.get_or_init(|| toml::from_str(FILE).expect("the file is checked by the tests"))
}
