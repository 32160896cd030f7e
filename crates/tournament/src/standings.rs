//! The table after a round.

use outflank_pairing::{EntrantId, HalfPoints};
use outflank_rulebook::{Constant, Rulebook};

use crate::bq::{Bq, brightwell};
use crate::bq_sum::{Parts, counted_rounds};
use crate::discs::{DiscCount, DiscDifference};
use crate::event::Event;
use crate::record::Records;
use crate::tie_break::{Draw, Figures, Hats, Step, rank};

/// The table after a round. What happens later never changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// How many rounds it counts.
    pub after: u16,
    /// The constant C of the quotients, in lowest terms.
    pub constant: Constant,
    /// Everybody, best first; nobody has the place of another in this order, also where a place is
    /// shared.
    pub rows: Vec<Standing>,
    /// The lots drawn for it.
    pub draws: Vec<Draw>,
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, 1 for the best.
    pub rank: u32,
    /// Whether the player takes a place number; only a final list can have rows without one.
    pub numbered: bool,
    /// Whether the place is shared.
    pub shared: bool,
    pub id: EntrantId,
    pub points: HalfPoints,
    pub discs: DiscCount,
    /// The player's discs minus the opponents'.
    pub difference: DiscDifference,
    pub bq: Bq,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// What separates the player from the one above; nothing for the first or for a shared place.
    pub by: Option<Step>,
}

/// The standings after the first `after` counted rounds, or after all of them if there are fewer. A player who
/// entered later is not in it, so that no entry changes an earlier table.
pub fn standings(event: &Event, after: u16) -> Standings {
    if event.entrants.iter().all(|one| one.is_in(after.max(1))) {
        return standings_of_all(event, after);
    }
    let mut then = event.clone();
    then.entrants.retain(|one| one.is_in(after.max(1)));
    standings_of_all(&then, after)
}

/// The same with those who enter for the next round: pairing needs a place for each.
pub(crate) fn standings_of_all(event: &Event, after: u16) -> Standings {
    let records = Records::after(event, after);
    let constant = event.constant();
    let figures = figures(&event.rules, constant, &records);
    let hats = Hats {
        seed: event.seed,
        by_hand: &event.lots,
    };
    let (placed, draws) = rank(&event.rules, event.system, hats, &records, &figures);
    let mut rows: Vec<Standing> = Vec::with_capacity(placed.len());
    for (position, placed) in (1..).zip(&placed) {
        let n = placed.index;
        rows.push(Standing {
            rank: match (rows.last(), placed.by) {
                (Some(above), None) => above.rank,
                (Some(_), Some(_)) | (None, _) => position,
            },
            numbered: true,
            shared: false,
            id: records.ids()[n],
            points: records.points(n),
            discs: records.discs(n),
            difference: records.difference(n),
            bq: figures.bq[n],
            withdrawn: records.is_withdrawn(n),
            by: placed.by,
        });
    }
    mark_shared(&mut rows);
    Standings {
        after: u16::try_from(records.rounds()).unwrap_or(u16::MAX),
        constant,
        rows,
        draws,
    }
}

fn figures(rules: &Rulebook, constant: Constant, records: &Records) -> Figures {
    let mut bq = Vec::with_capacity(records.ids().len());
    let mut buchholz = Vec::with_capacity(records.ids().len());
    for n in 0..records.ids().len() {
        let parts = Parts::of(counted_rounds(rules, records, n));
        let own = records.points(n);
        bq.push(brightwell(
            constant,
            parts.discs,
            parts.opponents,
            own,
            parts.substituted,
        ));
        buchholz
            .push(u64::from(parts.opponents.0) + u64::from(parts.substituted) * u64::from(own.0));
    }
    Figures { bq, buchholz }
}

fn mark_shared(rows: &mut [Standing]) {
    for n in 0..rows.len() {
        let like = |other: Option<usize>| {
            other.is_some_and(|other| {
                (rows.get(other)).is_some_and(|other| other.rank == rows[n].rank)
            })
        };
        let shared = like(n.checked_sub(1)) || like(Some(n + 1));
        rows[n].shared = shared;
    }
}

impl Standings {
    /// The line of one entrant.
    pub fn of(&self, id: EntrantId) -> Option<&Standing> {
        self.rows.iter().find(|row| row.id == id)
    }
}
