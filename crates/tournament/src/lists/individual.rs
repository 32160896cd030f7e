//! The individual list: provisional, the playoffs it calls for, and final (WOC-II.3).

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::{Playoffs, ReplaceQualifier, SharedPlaces};
use outflank_rulebook::{BySeat, ClauseId};

use super::first_and_third;
use super::row::{ListRow, Reason, number, order_withdrawn, row_of, share_equal_points};
use super::{gone_before_the_lists, gone_before_the_semi_finals, withdrawn_players};
use crate::event::Event;
use crate::list_name::ListName;
use crate::matches::{Call, Match, MatchId, MatchRule};
use crate::round::Stage;
use crate::standings::{Standing, Standings, standings};

/// The places that go on.
pub(super) const TOP: usize = 4;
/// The place of those who lose a playoff (WOC-II.3.3.b).
const FIFTH: u32 = 5;

/// How far a list has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListState {
    /// The preliminary rounds are not over.
    Provisional,
    /// Playoffs are to be played.
    PlayoffsDue,
    Final,
}

/// The individual list as far as it can be drafted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndividualList {
    /// The table after the preliminary rounds.
    pub provisional: Standings,
    /// The playoffs it calls for, in the order of the rules: 4-5, 3-6, 2-7, 1-8. None before the
    /// preliminary rounds are over.
    pub playoffs: Vec<Match>,
    /// The players of the semi-finals, best first, once the playoffs are over.
    pub qualified: Option<Vec<EntrantId>>,
    /// The list: the final one once the playoffs are over, else the provisional one.
    pub rows: Vec<ListRow>,
    pub state: ListState,
}

impl IndividualList {
    /// Whether the list is final.
    pub fn is_final(&self) -> bool {
        self.state == ListState::Final
    }

    /// The row of a player.
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
    let is_over = event.preliminary_rounds_are_over();
    let playoffs = match event.rules.playoffs.value {
        Playoffs::FirstAndThird if is_over => first_and_third::playoffs(event, &playing),
        Playoffs::ForTheTopFour if is_over => playoffs_for_the_top_four(event, &playing),
        Playoffs::None | Playoffs::FirstAndThird | Playoffs::ForTheTopFour => Vec::new(),
    };
    let state = match (is_over, playoffs.iter().all(Match::is_over)) {
        (false, _) => ListState::Provisional,
        (true, false) => ListState::PlayoffsDue,
        (true, true) => ListState::Final,
    };
    let qualified = match state {
        ListState::Provisional | ListState::PlayoffsDue => None,
        ListState::Final => Some(qualified(event, &playing, &playoffs)),
    };
    let rows = match &qualified {
        None => provisional_rows(event, &provisional, &playoffs),
        Some(four) => final_rows(event, &provisional, &playoffs, four),
    };
    IndividualList {
        provisional,
        playoffs,
        qualified: qualified.map(|four| four.into_iter().map(|(id, _)| id).collect()),
        rows,
        state,
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
    let left = withdrawn_players(event);
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

/// The players who go on, in the order of the provisional list, each with the reason.
fn qualified(event: &Event, playing: &[&Standing], playoffs: &[Match]) -> Vec<(EntrantId, Reason)> {
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
    four
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

fn provisional_rows(event: &Event, table: &Standings, playoffs: &[Match]) -> Vec<ListRow> {
    let left = withdrawn_players(event);
    let is_due =
        |id: EntrantId| (playoffs.iter()).any(|one| !one.is_over() && one.players().contains(&id));
    let mut rows: Vec<ListRow> = (table.rows.iter())
        .map(|row| {
            let reason = match is_due(row.id) {
                true => Reason::PlayoffDue,
                false => Reason::Provisional,
            };
            row_of(&event.rules, row, left.contains(&row.id), reason)
        })
        .collect();
    number(&mut rows, 0, |one, other| {
        one.provisional == other.provisional
    });
    rows
}

fn final_rows(
    event: &Event,
    table: &Standings,
    playoffs: &[Match],
    four: &[(EntrantId, Reason)],
) -> Vec<ListRow> {
    let rules = &event.rules;
    let left = withdrawn_players(event);
    let row = |row: &Standing, reason: Reason| row_of(rules, row, left.contains(&row.id), reason);
    match rules.shared_places.value {
        SharedPlaces::None => {
            let mut rows: Vec<ListRow> =
                (table.rows.iter().map(|line| row(line, Reason::Points))).collect();
            order_withdrawn(rules, &mut rows);
            first_and_third::order(&mut rows, playoffs);
            let played_for =
                |row: &ListRow| matches!(row.reason, Reason::WonForPlace | Reason::LostForPlace);
            number(&mut rows, 0, |one, other| {
                one.provisional == other.provisional && !played_for(one) && !played_for(other)
            });
            rows
        }
        SharedPlaces::BelowTopFour => {
            let reason = |id: EntrantId| (four.iter()).find(|(one, _)| *one == id);
            let lost = |id: EntrantId| playoffs.iter().any(|one| one.loser() == Some(id));
            let top = (table.rows.iter()).filter_map(|line| Some(row(line, reason(line.id)?.1)));
            let rest = (table.rows.iter()).filter(|line| reason(line.id).is_none());
            let mut rest: Vec<ListRow> = rest
                .map(|line| match lost(line.id) {
                    true => row(line, Reason::LostPlayoff),
                    false => row(line, Reason::Points),
                })
                .collect();
            order_withdrawn(rules, &mut rest);
            let mut rows: Vec<ListRow> = top.chain(rest).collect();
            share_equal_points(rules, &mut rows, four.len());
            for row in &mut rows {
                row.reason = match row.reason {
                    Reason::Points if row.shared => Reason::EqualPoints,
                    Reason::LostPlayoff if row.shared && row.rank == FIFTH => Reason::EqualFifth,
                    other => other,
                };
            }
            rows
        }
    }
}
