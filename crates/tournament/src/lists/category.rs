//! The lists of women and of young players (WOC-II.5, WOC-II.6).

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::Finals;

use super::row::{ListRow, Reason, mark_shared, place, row_of};
use super::{IndividualList, gone_before_the_lists, gone_before_the_semi_finals, individual_list};
use crate::course::main_bracket;
use crate::entrant::{Entrant, Gender};
use crate::event::Event;
use crate::list_name::ListName;
use crate::running::is_young;
use crate::standings::standings;
use crate::withdrawal::withdrawals;

/// The places that go on.
const TOP: usize = 4;

/// The list of a category as far as it can be drafted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryList {
    pub list: ListName,
    /// Those of the category who play in the semi-finals of the main list, in the order of finish as
    /// far as it is known; where there is anybody, the category plays no semi-finals of its own.
    pub in_main: Vec<EntrantId>,
    /// Those who play the finals of the category, best first; nothing as long as the main list is not
    /// final or where none are played.
    pub qualified: Option<Vec<EntrantId>>,
    pub rows: Vec<ListRow>,
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
    let table = standings(event, u16::MAX);
    let left: Vec<EntrantId> = withdrawals(event).iter().map(|left| left.id).collect();
    let is_in = |id: EntrantId| {
        let entrant = event.entrant(id);
        entrant.is_some_and(|entrant| is_in_category(event, list, entrant))
    };
    let mut rows: Vec<ListRow> = (table.rows.iter())
        .filter(|row| is_in(row.id))
        .map(|row| row_of(row, left.contains(&row.id), Reason::Points))
        .collect();
    let individual = individual_list(event);
    match event.rules.finals.value {
        Finals::None | Finals::PlayoffDecides => {
            return by_places(list, &individual, is_in);
        }
        Finals::SemiFinals => {}
    }
    let main = (individual.qualified.as_deref()).map(|four| main_bracket(event, four));
    let in_main: Vec<EntrantId> = main.as_ref().map_or_else(Vec::new, |main| {
        let later = main.seeds.iter().filter(|id| !main.finish.contains(id));
        (main.finish.iter().chain(later).copied())
            .filter(|id| is_in(*id))
            .collect()
    });
    let gone = match main {
        Some(_) => gone_before_the_semi_finals(event, list),
        None => gone_before_the_lists(event),
    };
    let playing = |row: &ListRow| !gone.contains(&row.id);
    let first: Vec<EntrantId> = if in_main.is_empty() {
        let four = rows.iter().filter(|row| playing(row)).take(TOP);
        four.map(|row| row.id).collect()
    } else {
        in_main.clone()
    };
    let position = |id: EntrantId| first.iter().position(|one| *one == id);
    rows.sort_by_key(|row| position(row.id).unwrap_or(usize::MAX));
    place(&mut rows, first.len());
    for (n, row) in rows.iter_mut().enumerate() {
        row.reason = match row.reason {
            Reason::Points if n < first.len() && !in_main.is_empty() => Reason::InMainSemiFinals,
            Reason::Points if n < first.len() => Reason::TopFour,
            Reason::Points if row.shared => Reason::EqualPoints,
            other => other,
        };
    }
    CategoryList {
        list,
        qualified: (main.is_some() && in_main.is_empty()).then_some(first),
        in_main,
        rows,
    }
}

/// The list of a category without finals: the places of the main list, and the winner of a play-off
/// for its first representative first.
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
    let ranks: Vec<u32> = rows.iter().map(|row| row.rank).collect();
    for (n, row) in rows.iter_mut().enumerate() {
        // Equal places of the main list stay equal.
        let same = (0..n).find(|&m| ranks[m] == ranks[n]).unwrap_or(n);
        row.rank = u32::try_from(same + 1).unwrap_or(u32::MAX);
    }
    mark_shared(&mut rows);
    CategoryList {
        list,
        in_main: Vec::new(),
        qualified: None,
        rows,
    }
}
