//! Several events in one hall: no table is two events'.

use outflank_tournament::running::{Event, Fact, HallShare};

use crate::desk::Desk;
use crate::refusal::{Reason, Refusal};
use crate::state::tournament::TournamentNow;

impl Desk {
    /// The events that share a hall, each with its tables, in the order of the tables. A training copy
    /// takes nobody's tables.
    #[must_use]
    pub fn hall(&self, name: &str) -> Vec<(HallShare, std::sync::Arc<TournamentNow>)> {
        let mut found: Vec<_> = (self.tournaments().into_iter())
            .filter(|now| now.training.is_none())
            .filter_map(|now| Some((HallShare::of(&now.affairs().table_rules)?, now)))
            .filter(|(share, _)| share.name == name)
            .collect();
        found.sort_by(|one, other| (one.0.first, &one.1.id).cmp(&(other.0.first, &other.1.id)));
        found
    }

    /// Refuses tables that another event has, and a round that needs more tables than the event has.
    pub(crate) fn check_hall(&self, now: &TournamentNow, events: &[Event]) -> Result<(), Refusal> {
        for event in events {
            match &event.fact {
                Fact::TableRulesSet { rules } => {
                    if let Some(share) = HallShare::of(rules) {
                        self.check_share(now, &share)?;
                    }
                }
                Fact::RoundProposed { pairing, .. } => {
                    let Some(share) = HallShare::of(&now.affairs().table_rules) else {
                        continue;
                    };
                    let outside = pairing.games.iter().find(|game| !share.has(game.table));
                    if let Some(game) = outside {
                        return Err(Refusal::desk(Reason::HallTooSmall {
                            table: game.table,
                            first: share.first,
                            last: share.last,
                        }));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_share(&self, now: &TournamentNow, share: &HallShare) -> Result<(), Refusal> {
        if now.training.is_some() {
            return Ok(());
        }
        let others = self.hall(&share.name).into_iter();
        let mut others = others.filter(|(_, other)| other.id != now.id);
        match others.find(|(other, _)| other.overlaps(share)) {
            None => Ok(()),
            Some((other, event)) => Err(Refusal::desk(Reason::HallOverlap {
                event: event.title().to_owned(),
                first: other.first,
                last: other.last,
            })),
        }
    }
}
