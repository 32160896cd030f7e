//! The lists of women and of young players (WOC-II.5, WOC-II.6).

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::Finals;

use super::individual::TOP;
use super::row::{ListRow, Reason, number, order_withdrawn, row_of, share_equal_points};
use super::{
    IndividualList, ListState, gone_before_the_semi_finals, individual_list, withdrawn_players,
};
use crate::course::{Bracket, main_bracket};
use crate::entrant::{Entrant, Gender};
use crate::event::Event;
use crate::list_name::ListName;
use crate::running::is_young;
use crate::standings::Standing;

/// The list of a category as far as it can be drafted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryList {
    pub list: ListName,
    /// Players of the category in the semi-finals of the main list, in the order of finish as far as
    /// it is known. If there are any, the category plays no semi-finals of its own.
    pub in_main: Vec<EntrantId>,
    /// The players of the finals of the category, best first; nothing as long as the main list is
    /// not final or where none are played.
    pub qualified: Option<Vec<EntrantId>>,
    pub rows: Vec<ListRow>,
    pub state: ListState,
}

/// Whether an entrant is in a category; whose birth date is not known is not young.
pub fn is_in_category(event: &Event, list: ListName, entrant: &Entrant) -> bool {
    match list {
        ListName::Women => entrant.gender == Some(Gender::Female),
        ListName::Young => match (entrant.young, entrant.born, event.year) {
            (Some(decided), _, _) => decided,
            (None, Some(born), Some(year)) => is_young(born, year),
            (None, Some(_) | None, _) => false,
        },
        ListName::Special => entrant.category.is_some(),
        ListName::Individual => true,
        ListName::Team | ListName::Stage(_) => false,
    }
}

/// Drafts the list of a category: the table of everybody, restricted to it. The quotients are those of
/// the whole tournament.
pub fn category_list(event: &Event, list: ListName) -> CategoryList {
    let is_in = |id: EntrantId| {
        let entrant = event.entrant(id);
        entrant.is_some_and(|entrant| is_in_category(event, list, entrant))
    };
    let individual = individual_list(event);
    match (event.rules.finals.value, individual.qualified.as_deref()) {
        (Finals::SemiFinals, Some(four)) => {
            final_list(event, list, &individual, &main_bracket(event, four), is_in)
        }
        (Finals::SemiFinals | Finals::None | Finals::PlayoffDecides, _) => {
            by_places(list, &individual, is_in)
        }
    }
}

/// The list after the main list is final (WOC-II.5.2, WOC-II.6.2).
fn final_list(
    event: &Event,
    list: ListName,
    individual: &IndividualList,
    main: &Bracket,
    is_in: impl Fn(EntrantId) -> bool,
) -> CategoryList {
    let rules = &event.rules;
    let in_main: Vec<EntrantId> = main.order().into_iter().filter(|id| is_in(*id)).collect();
    let table = (individual.provisional.rows.iter()).filter(|row| is_in(row.id));
    let table: Vec<&Standing> = table.collect();
    let gone = gone_before_the_semi_finals(event, list);
    let first: Vec<EntrantId> = if in_main.is_empty() {
        let playing = table.iter().filter(|row| !gone.contains(&row.id));
        playing.take(TOP).map(|row| row.id).collect()
    } else {
        in_main.clone()
    };
    let place = |id: EntrantId| first.iter().position(|one| *one == id);
    let left = withdrawn_players(event);
    let row = |line: &Standing| {
        let reason = match place(line.id) {
            Some(_) if in_main.is_empty() => Reason::TopFour,
            Some(_) => Reason::InMainSemiFinals,
            None => Reason::Points,
        };
        row_of(rules, line, left.contains(&line.id), reason)
    };
    let mut rows: Vec<ListRow> = table.into_iter().map(row).collect();
    rows.sort_by_key(|row| place(row.id).unwrap_or(usize::MAX));
    order_withdrawn(rules, &mut rows[first.len()..]);
    share_equal_points(rules, &mut rows, first.len());
    for row in rows.iter_mut().filter(|row| row.shared) {
        if row.reason == Reason::Points {
            row.reason = Reason::EqualPoints;
        }
    }
    CategoryList {
        list,
        qualified: in_main.is_empty().then_some(first),
        in_main,
        rows,
        state: ListState::Final,
    }
}

/// The list of a category without finals, or before the main list is final: the places of the main
/// list, with the winner of a play-off for its first representative first.
fn by_places(
    list: ListName,
    individual: &IndividualList,
    is_in: impl Fn(EntrantId) -> bool,
) -> CategoryList {
    let mut rows: Vec<ListRow> = (individual.rows.iter())
        .filter(|row| is_in(row.id))
        .cloned()
        .collect();
    let playoff = individual.playoffs.iter().find(|one| one.id().list == list);
    if let Some((winner, loser)) = playoff.and_then(|one| Some((one.winner()?, one.loser()?))) {
        rows.sort_by_key(|row| row.id != winner);
        for row in &mut rows {
            if row.id == winner {
                row.reason = Reason::WonForPlace;
            } else if row.id == loser {
                row.reason = Reason::LostForPlace;
            }
        }
    }
    // Equal places of the main list stay equal.
    let main: BTreeMap<EntrantId, u32> = rows.iter().map(|row| (row.id, row.rank)).collect();
    number(&mut rows, 0, |one, other| main[&one.id] == main[&other.id]);
    CategoryList {
        list,
        in_main: Vec::new(),
        qualified: None,
        rows,
        state: individual.state,
    }
}
