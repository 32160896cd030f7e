//! The individual list: provisional, the playoffs it calls for, and final (WOC-II.3).

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::{Playoffs, ReplaceQualifier, SharedPlaces};
use outflank_rulebook::{BySeat, ClauseId};

use super::first_and_third;
use super::row::{ListRow, Reason, mark_shared, place, row_of};
use super::{gone_before_the_lists, gone_before_the_semi_finals};
use crate::event::Event;
use crate::list_name::ListName;
use crate::matches::{Call, Match, MatchId, MatchRule};
use crate::round::Stage;
use crate::standings::{Standing, Standings, standings};
use crate::withdrawal::withdrawals;

/// The places that go on.
const TOP: usize = 4;

/// The individual list as far as it can be drafted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndividualList {
    /// The table after the preliminary rounds.
    pub provisional: Standings,
    /// The playoffs it calls for, in the order of the rules: 4-5, 3-6, 2-7, 1-8.
    pub playoffs: Vec<Match>,
    /// Those who go on to the semi-finals, best first, once the playoffs are over.
    pub qualified: Option<Vec<EntrantId>>,
    /// The list: the final one once the playoffs are over, else the provisional one.
    pub rows: Vec<ListRow>,
}

impl IndividualList {
    /// Whether the list is final.
    pub const fn is_final(&self) -> bool {
        self.qualified.is_some()
    }

    /// The line of one entrant.
    pub fn of(&self, id: EntrantId) -> Option<&ListRow> {
        self.rows.iter().find(|row| row.id == id)
    }
}

/// Drafts the individual list after the rounds there are.
pub fn individual_list(event: &Event) -> IndividualList {
    let provisional = standings(event, u16::MAX);
    let gone = gone_before_the_lists(event);
    let playing: Vec<&Standing> = (provisional.rows.iter())
        .filter(|row| !gone.contains(&row.id))
        .collect();
    let playoffs = match event.rules.playoffs.value {
        Playoffs::None => Vec::new(),
        Playoffs::FirstAndThird => first_and_third::playoffs(event, &playing),
        Playoffs::ForTheTopFour => playoffs_for_the_top_four(event, &playing),
    };
    let qualified = (playoffs.iter().all(Match::is_over))
        .then(|| qualified(event, &playing, &playoffs))
        .map(|(ids, _)| ids);
    let rows = rows(event, &provisional, &playoffs, qualified.as_deref());
    IndividualList {
        provisional,
        playoffs,
        qualified,
        rows,
    }
}

/// The fourth plays the fifth where they have equal points, the third the sixth, and so on
/// (WOC-II.3.2). Withdrawn players are not counted (AMB-51).
fn playoffs_for_the_top_four(event: &Event, playing: &[&Standing]) -> Vec<Match> {
    const PAIRS: [(usize, usize, &str); TOP] = [
        (4, 5, "WOC-II.3.2.b1"),
        (3, 6, "WOC-II.3.2.b2"),
        (2, 7, "WOC-II.3.2.b3"),
        (1, 8, "WOC-II.3.2.b4"),
    ];
    let left: Vec<EntrantId> = withdrawals(event).iter().map(|left| left.id).collect();
    let mut playoffs = Vec::new();
    for (number, (high, low, clause)) in (1..).zip(PAIRS) {
        let (Some(higher), Some(lower)) = (playing.get(high - 1), playing.get(low - 1)) else {
            continue;
        };
        if higher.points != lower.points {
            continue;
        }
        let call = Call {
            id: MatchId {
                stage: Stage::Playoff,
                list: ListName::Individual,
                number,
            },
            players: BySeat {
                higher: higher.id,
                lower: lower.id,
            },
            rule: MatchRule::single(&event.rules),
            slot: 0,
            why: format!(
                "places {high} and {low} of the provisional list have {} points each",
                higher.points
            ),
            clause: (event.rules.playoffs.clause()).and(ClauseId::known(clause)),
        };
        playoffs.push(Match::of(event, call, &left));
    }
    playoffs
}

/// Those who go on, in the order of the provisional list, each with the reason.
fn qualified(
    event: &Event,
    playing: &[&Standing],
    playoffs: &[Match],
) -> (Vec<EntrantId>, Vec<Reason>) {
    let in_playoff = |id: EntrantId| playoffs.iter().any(|one| one.players().contains(&id));
    let mut four: Vec<(EntrantId, Reason)> = (playing.iter())
        .take(TOP)
        .filter(|row| !in_playoff(row.id))
        .map(|row| (row.id, Reason::TopFour))
        .collect();
    four.extend((playoffs.iter()).filter_map(|one| Some((one.winner()?, Reason::WonPlayoff))));
    match event.rules.replace_qualifier.value {
        ReplaceQualifier::Next => replace(event, playing, playoffs, &mut four),
        ReplaceQualifier::Walkover => {}
    }
    let place = |id: EntrantId| playing.iter().position(|row| row.id == id);
    four.sort_by_key(|(id, _)| place(*id));
    four.into_iter().unzip()
}

/// A qualifier who withdraws before the semi-finals is replaced by the playoff opponent, otherwise by the
/// best player who is left (AMB-51).
fn replace(
    event: &Event,
    playing: &[&Standing],
    playoffs: &[Match],
    four: &mut Vec<(EntrantId, Reason)>,
) {
    let gone = gone_before_the_semi_finals(event, ListName::Individual);
    let (stay, left): (Vec<_>, Vec<_>) = four.drain(..).partition(|(id, _)| !gone.contains(id));
    *four = stay;
    let free = |four: &[(EntrantId, Reason)], id: EntrantId| {
        !gone.contains(&id) && !four.iter().any(|(other, _)| *other == id)
    };
    let mut without_opponent = TOP
        .min(playing.len())
        .saturating_sub(four.len() + left.len());
    for (id, _) in left {
        let playoff = playoffs.iter().find(|one| one.players().contains(&id));
        let opponent = playoff.and_then(|one| one.players().into_iter().find(|one| *one != id));
        match opponent.filter(|opponent| free(four, *opponent)) {
            Some(opponent) => four.push((opponent, Reason::Replaces)),
            None => without_opponent += 1,
        }
    }
    for _ in 0..without_opponent {
        let next = playing.iter().find(|row| free(four, row.id));
        four.extend(next.map(|row| (row.id, Reason::Replaces)));
    }
}

fn rows(
    event: &Event,
    provisional: &Standings,
    playoffs: &[Match],
    qualified: Option<&[EntrantId]>,
) -> Vec<ListRow> {
    let left: Vec<EntrantId> = withdrawals(event).iter().map(|left| left.id).collect();
    let has_left = |id: EntrantId| left.contains(&id);
    let playoff = |id: EntrantId| playoffs.iter().find(|one| one.players().contains(&id));
    let line = |row: &Standing, reason: Reason| row_of(row, has_left(row.id), reason);
    let Some(qualified) = qualified else {
        let reason = |id: EntrantId| match playoff(id) {
            Some(_) => Reason::PlayoffDue,
            None => Reason::Provisional,
        };
        let mut rows: Vec<ListRow> = (provisional.rows.iter())
            .map(|row| line(row, reason(row.id)))
            .collect();
        mark_shared(&mut rows);
        return rows;
    };
    let single = match event.rules.shared_places.value {
        SharedPlaces::None => {
            let rows = provisional.rows.iter().map(|row| line(row, Reason::Points));
            return first_and_third::placed(rows.collect(), playoffs);
        }
        SharedPlaces::BelowTopFour => qualified.len(),
    };
    let won = |id: EntrantId| playoff(id).is_some_and(|one| one.winner() == Some(id));
    let top = provisional
        .rows
        .iter()
        .filter(|row| qualified.contains(&row.id));
    let rest = (provisional.rows.iter()).filter(|row| !qualified.contains(&row.id));
    let playing: Vec<EntrantId> = (provisional.rows.iter())
        .map(|row| row.id)
        .filter(|id| !gone_before_the_lists(event).contains(id))
        .collect();
    let was_in_top = |id: EntrantId| playing.iter().take(TOP).any(|one| *one == id);
    let mut rows: Vec<ListRow> = top
        .map(|row| {
            let reason = match playoff(row.id) {
                Some(_) if won(row.id) => Reason::WonPlayoff,
                None if was_in_top(row.id) => Reason::TopFour,
                Some(_) | None => Reason::Replaces,
            };
            line(row, reason)
        })
        .chain(rest.map(|row| match playoff(row.id) {
            Some(_) => line(row, Reason::LostPlayoff),
            None => line(row, Reason::Points),
        }))
        .collect();
    place(&mut rows, single);
    for row in rows.iter_mut().skip(single) {
        if row.shared && row.reason == Reason::Points {
            row.reason = Reason::EqualPoints;
        }
    }
    rows
}
