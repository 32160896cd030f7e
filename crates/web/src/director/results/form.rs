//! The forms of the results page: a row per table, and the quick entry.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::director::results::typed::{Typed, TypedAs};
use crate::extract::{Field, Text, Ticked};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ResultsForm {
    #[serde(rename = "do")]
    pub(crate) action: Action,
    #[serde(flatten)]
    pub(crate) view: ResultsQuery,
    /// The quick entry; a button beside it sends another one after it.
    pub(crate) quick: Vec<Text>,
    /// The table whose discs were counted on the board.
    pub(crate) count: Field<u16>,
    /// The table whose result is cleared.
    pub(crate) clear: Field<u16>,
    /// `b7`, `w7` and `h7`: Black's discs, White's, and how the game at table 7 ended.
    #[serde(flatten)]
    cells: BTreeMap<String, Text>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    #[default]
    Save,
    /// The slips are typed a second time.
    Second,
    Quick,
    Validate,
}

/// How the page is looked at.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ResultsQuery {
    #[serde(rename = "as")]
    pub(crate) typed_as: TypedAs,
    pub(crate) second: Ticked,
    pub(crate) only: Ticked,
}

impl ResultsQuery {
    /// The same after a question mark.
    pub(crate) fn text(&self) -> String {
        let typed_as = match self.typed_as {
            TypedAs::Official => None,
            TypedAs::Count => Some("as=count".to_owned()),
        };
        let second = self.second.0.then(|| "second=1".to_owned());
        let only = self.only.0.then(|| "only=1".to_owned());
        let parts: Vec<String> = [typed_as, second, only].into_iter().flatten().collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!("?{}", parts.join("&")),
        }
    }
}

/// What was typed for one table.
#[derive(Debug, Clone)]
pub(crate) struct RowForm {
    pub(crate) table: u16,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) how: String,
}

impl ResultsForm {
    /// The rows in the order of the tables.
    pub(crate) fn rows(&self) -> Vec<RowForm> {
        let cell = |name: String| {
            self.cells
                .get(&name)
                .map(ToString::to_string)
                .unwrap_or_default()
        };
        let numbers = self
            .cells
            .keys()
            .filter_map(|name| name.strip_prefix('b')?.parse().ok());
        let mut rows: Vec<RowForm> = numbers
            .map(|table: u16| RowForm {
                table,
                black: cell(format!("b{table}")),
                white: cell(format!("w{table}")),
                how: cell(format!("h{table}")),
            })
            .collect();
        rows.sort_by_key(|row| row.table);
        rows
    }
}

impl RowForm {
    pub(crate) fn typed(&self, typed_as: TypedAs) -> Option<Typed> {
        Typed::of(&self.black, &self.white, &self.how, typed_as)
    }
}
