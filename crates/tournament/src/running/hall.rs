//! The hall: which tables there are, what lasts of their use, and the clocks.

use std::collections::BTreeSet;

use outflank_event::words;
use outflank_pairing::{EntrantId, Pair};
use serde::{Deserialize, Serialize};

use super::paired::{Seated, TableNumber};

/// The most lasting exceptions.
pub const TABLE_RULES_MAX: usize = 500;

/// A rule about a table that applies until it is removed.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "rule")]
pub enum TableRule {
    /// A player always plays here.
    Keeps {
        entrant: EntrantId,
        table: TableNumber,
    },
    /// The table is on the screen: the top games are played at these tables first.
    Broadcast { table: TableNumber },
    /// The table is not used.
    OutOfUse { table: TableNumber },
    /// The tables from here on are in another room.
    Room { name: String, first: TableNumber },
    /// The tournament shares a hall with others: these are its tables, with the numbers of the hall.
    Hall {
        /// The name of the hall, the same in every tournament there.
        name: String,
        /// The first table of the tournament.
        first: TableNumber,
        last: TableNumber,
    },
}

/// The tables an event has in a hall that it shares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallShare {
    pub name: String,
    pub first: TableNumber,
    pub last: TableNumber,
}

impl HallShare {
    /// The share that the rules about tables give.
    #[must_use]
    pub fn of(rules: &[TableRule]) -> Option<Self> {
        rules.iter().find_map(|rule| match rule {
            TableRule::Hall { name, first, last } => Some(Self {
                name: name.clone(),
                first: *first,
                last: *last,
            }),
            TableRule::Keeps { .. }
            | TableRule::Broadcast { .. }
            | TableRule::OutOfUse { .. }
            | TableRule::Room { .. } => None,
        })
    }

    /// Whether a table is among them.
    ///
    /// ```
    /// use outflank_tournament::running::{HallShare, TableNumber};
    /// let (first, last) = (TableNumber(21), TableNumber(30));
    /// let youth = HallShare { name: "Main hall".to_owned(), first, last };
    /// assert!(youth.has(TableNumber(21)) && !youth.has(TableNumber(31)));
    /// ```
    pub fn has(&self, table: TableNumber) -> bool {
        (self.first..=self.last).contains(&table)
    }

    /// Whether both want one table of the same hall.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.name == other.name && self.first <= other.last && other.first <= self.last
    }
}

/// Gives every pair a table: the order of `pairs` is the order of tables, exceptions first.
///
/// ```
/// use outflank_tournament::{EntrantId, running::{TableNumber, TableRule, seat}};
/// use outflank_pairing::Pair;
/// let pair = |black, white| Pair { black: EntrantId(black), white: EntrantId(white) };
/// let rules = [
///     TableRule::Keeps { entrant: EntrantId(4), table: TableNumber(1) },
///     TableRule::OutOfUse { table: TableNumber(2) },
/// ];
/// let seated = seat(&[pair(1, 2), pair(3, 4)], &rules);
/// assert_eq!(seated[0].table, TableNumber(3));
/// assert_eq!(seated[1].table, TableNumber(1));
/// ```
pub fn seat(pairs: &[Pair], rules: &[TableRule]) -> Vec<Seated> {
    let mut closed: BTreeSet<TableNumber> = BTreeSet::new();
    let mut shown: Vec<TableNumber> = Vec::new();
    for rule in rules {
        match rule {
            TableRule::OutOfUse { table } => {
                closed.insert(*table);
            }
            TableRule::Broadcast { table } => shown.push(*table),
            TableRule::Keeps { .. } | TableRule::Room { .. } | TableRule::Hall { .. } => {}
        }
    }
    let mut tables: Vec<Option<TableNumber>> = vec![None; pairs.len()];
    let mut taken = closed.clone();
    for (pair, table) in pairs.iter().zip(&mut tables) {
        *table = kept_table(*pair, rules).filter(|wanted| taken.insert(*wanted));
    }
    let free_shown: Vec<TableNumber> = (shown.into_iter())
        .filter(|table| !closed.contains(table) && taken.insert(*table))
        .collect();
    let first = HallShare::of(rules).map_or(1, |share| share.first.0);
    let ordinary = (first..=u16::MAX).map(TableNumber);
    let mut free = (free_shown.into_iter()).chain(ordinary.filter(|table| !taken.contains(table)));
    (pairs.iter().zip(tables))
        .filter_map(|(pair, table)| {
            Some(Seated {
                table: table.or_else(|| free.next())?,
                black: pair.black,
                white: pair.white,
            })
        })
        .collect()
}

fn kept_table(pair: Pair, rules: &[TableRule]) -> Option<TableNumber> {
    rules.iter().find_map(|rule| match rule {
        TableRule::Keeps { entrant, table } => pair.opponent(*entrant).map(|_| *table),
        TableRule::Broadcast { .. }
        | TableRule::OutOfUse { .. }
        | TableRule::Room { .. }
        | TableRule::Hall { .. } => None,
    })
}

#[derive(
    schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize,
)]
pub struct ClockStock {
    pub digital: u16,
    pub analogue: u16,
}

words! {
    TableClock {
        Digital = "digital",
        Analogue = "analogue",
        None = "none",
    }
}

impl ClockStock {
    /// The clock of the n-th table in use, counted from 1: digital clocks go out first
    /// (WOC-IV.1.p1).
    ///
    /// ```
    /// use outflank_tournament::running::{ClockStock, TableClock};
    /// let stock = ClockStock { digital: 2, analogue: 1 };
    /// let clocks: Vec<_> = (1..=4).map(|table| stock.clock_of(table)).collect();
    /// use TableClock::{Analogue, Digital, None};
    /// assert_eq!(clocks, [Digital, Digital, Analogue, None]);
    /// ```
    pub fn clock_of(self, nth: u16) -> TableClock {
        let all = u32::from(self.digital) + u32::from(self.analogue);
        if nth <= self.digital {
            TableClock::Digital
        } else if u32::from(nth) <= all {
            TableClock::Analogue
        } else {
            TableClock::None
        }
    }
}
