//! A list of players with the places the finals give: what pages, commands, prizes and titles show.

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::SharedPlaces;

use super::individual::{ListState, TOP, individual_list};
use super::row::{ListRow, Reason, row_of, share_equal_points};
use super::{category_list, withdrawn_players};
use crate::course::{Course, course};
use crate::event::Event;
use crate::list_name::ListName;
use crate::standings::{Standings, standings};

/// A list of players as far as it can be drafted, with the matches the rules call for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerList {
    pub list: ListName,
    /// Whether it is provisional, waits for playoffs, or is final.
    pub state: ListState,
    /// In the order of the rulebook's list; those of the finals have a `finish` once it is known.
    pub rows: Vec<ListRow>,
    pub course: Course,
}

/// The list of a tournament: the main one, or that of a category.
pub fn player_list(event: &Event, list: ListName) -> PlayerList {
    let (state, mut rows) = match list {
        ListName::Individual | ListName::Team | ListName::Stage(_) => {
            let drafted = individual_list(event);
            (drafted.state, drafted.rows)
        }
        ListName::Women | ListName::Young | ListName::Special => {
            let drafted = category_list(event, list);
            (drafted.state, drafted.rows)
        }
    };
    let course = course(event);
    let finish = (course.bracket(list)).map_or(&[][..], |bracket| bracket.finish.as_slice());
    for row in &mut rows {
        let place = (1..).zip(finish).find(|(_, id)| **id == row.id);
        row.finish = place.map(|(place, _)| place);
    }
    PlayerList {
        list,
        state,
        rows,
        course,
    }
}

impl PlayerList {
    /// The rows in the order of the finals, with their places there; the others keep the places of
    /// the list.
    pub fn by_finish(&self) -> Vec<ListRow> {
        let order = (self.course.bracket(self.list)).map_or_else(Vec::new, |one| one.order());
        let place = |id: EntrantId| order.iter().position(|other| *other == id);
        let mut rows = self.rows.clone();
        rows.sort_by_key(|row| place(row.id).unwrap_or(usize::MAX));
        for (rank, row) in (1..).zip(&mut rows).take(order.len()) {
            (row.rank, row.shared) = (rank, false);
        }
        rows
    }
}

/// The table after a round, in the order and with the places of the individual list. As long as that is
/// provisional, the table with the places shared as the final list shares them.
pub fn table_with_shared_places(event: &Event, after: u16) -> Standings {
    let event = event.up_to(after);
    let mut table = standings(&event, after);
    let drafted = individual_list(&event);
    let rows = match (drafted.state, event.rules.shared_places.value) {
        (ListState::Provisional | ListState::PlayoffsDue, SharedPlaces::BelowTopFour) => {
            let left = withdrawn_players(&event);
            let row = |row| {
                row_of(
                    &event.rules,
                    row,
                    left.contains(&row.id),
                    Reason::Provisional,
                )
            };
            let mut rows: Vec<ListRow> = table.rows.iter().map(row).collect();
            let single = rows.len().min(TOP);
            share_equal_points(&event.rules, &mut rows, single);
            rows
        }
        (ListState::Provisional | ListState::PlayoffsDue, SharedPlaces::None)
        | (ListState::Final, _) => drafted.rows,
    };
    let above: BTreeMap<EntrantId, EntrantId> = (table.rows.windows(2))
        .map(|two| (two[1].id, two[0].id))
        .collect();
    let place = |id: EntrantId| rows.iter().position(|row| row.id == id);
    table.rows.sort_by_key(|row| place(row.id));
    let mut before: Option<&ListRow> = None;
    for (line, row) in table.rows.iter_mut().zip(&rows) {
        // What separated two rows of the table says nothing about another two.
        let is_separated = before.is_some_and(|before| {
            before.rank != row.rank && above.get(&row.id) == Some(&before.id)
        });
        line.by = line.by.filter(|_| is_separated);
        (line.rank, line.shared, line.numbered) = (row.rank, row.shared, row.numbered);
        before = Some(row);
    }
    table
}
