//! Why a table is as it is, in words a page can say.

use std::collections::BTreeMap;

use outflank_pairing::{
    ColourReason, EntrantId, Pair, Pairing, PassedOver, RoundInput, TableReason, Tables,
    pair_round, reasons,
};
use outflank_rulebook::Rulebook;
use outflank_tournament::running::RoundLife;

use crate::views::director::DirectorView;
use crate::views::{Halves, Player};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Both have these points.
    Equal(Halves),
    /// One floats down and the other up.
    Floats {
        /// The better one's points.
        from: Halves,
        to: Halves,
    },
    /// The float makes up for an earlier one.
    FloatRepaid,
    /// A player floats one way once more than the other way.
    FloatAgain,
    /// The colours even out.
    ColoursBalance,
    /// The colours change from the last game.
    ColoursChange,
    /// The colours went by lot.
    ColoursLot,
    /// The director gave the colours.
    ColoursGiven,
    /// They have met before.
    Met {
        times: usize,
        /// In which round last.
        last: u16,
    },
    /// Both are of one country.
    SameCountry,
    /// The director made the pair.
    Fixed,
}

impl Why {
    /// Whether something gave way here that a page should show darker.
    #[must_use]
    pub const fn is_bent(self) -> bool {
        match self {
            Self::FloatAgain | Self::Met { .. } | Self::SameCountry | Self::Fixed => true,
            Self::Equal(_)
            | Self::Floats { .. }
            | Self::FloatRepaid
            | Self::ColoursBalance
            | Self::ColoursChange
            | Self::ColoursLot
            | Self::ColoursGiven => false,
        }
    }
}

/// The reasons of a round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableReasons {
    pub tables: BTreeMap<u32, Vec<Why>>,
    /// Players placed lower than the one with the bye, and why they do not have it.
    pub passed_over: Vec<(Player, PassedOver)>,
    pub pairs_compared: usize,
}

impl DirectorView<'_> {
    pub(crate) fn reasons(&self, life: &RoundLife) -> TableReasons {
        let (Some(rules), Some(input)) = (self.now.rules(), self.affairs().input_of(life.number))
        else {
            return TableReasons::default();
        };
        let Some(paired) = paired(rules, &input, life) else {
            return TableReasons::default();
        };
        let Ok((tables, bye)) = reasons(rules, &input, &paired) else {
            return TableReasons::default();
        };
        let points: BTreeMap<EntrantId, Halves> = (input.entrants.iter())
            .map(|one| (one.id, Halves(u32::from(one.points.0))))
            .collect();
        let players = 2 * paired.tables.pairs.len();
        TableReasons {
            tables: (tables.iter())
                .map(|reason| (reason.pair.black.0, words(reason, &points)))
                .collect(),
            passed_over: (bye.into_iter())
                .flat_map(|bye| bye.passed_over)
                .map(|(id, why)| (self.player(id.0), why))
                .collect(),
            pairs_compared: players * players.saturating_sub(1) / 2,
        }
    }
}

/// The round as the solver sees it, with the tables as they are.
pub(crate) fn paired(rules: &Rulebook, input: &RoundInput, life: &RoundLife) -> Option<Pairing> {
    let best = pair_round(rules, input).ok()?;
    Some(Pairing {
        tables: tables(life),
        ..best
    })
}

/// The tables of a round; a bye that was asked for is not the round's own.
pub(crate) fn tables(life: &RoundLife) -> Tables {
    let asked = &life.pairing.requested_byes;
    Tables {
        pairs: (life.pairing.games.iter())
            .map(|game| Pair {
                black: game.black,
                white: game.white,
            })
            .collect(),
        bye: (life.pairing.byes.iter().copied()).find(|id| !asked.contains(id)),
    }
}

fn words(reason: &TableReason, points: &BTreeMap<EntrantId, Halves>) -> Vec<Why> {
    let of = |id: EntrantId| points.get(&id).copied().unwrap_or(Halves(0));
    let mut why = Vec::new();
    if reason.is_fixed {
        why.push(Why::Fixed);
    }
    match &reason.float {
        None => why.push(Why::Equal(of(reason.pair.black))),
        Some(float) => {
            why.push(Why::Floats {
                from: of(float.down),
                to: of(float.up),
            });
            let (down, up) = float.balances;
            // Up-floats minus down-floats: a player who floated up before is compensated by floating down.
            if down < 0 || up > 0 {
                why.push(Why::FloatAgain);
            } else if down > 0 || up < 0 {
                why.push(Why::FloatRepaid);
            }
        }
    }
    why.push(match reason.colours {
        ColourReason::Balance => Why::ColoursBalance,
        ColourReason::Alternation => Why::ColoursChange,
        ColourReason::Lot => Why::ColoursLot,
        ColourReason::Director => Why::ColoursGiven,
    });
    if let Some(last) = reason.last_met {
        why.push(Why::Met {
            times: reason.meetings,
            last: last.0,
        });
    }
    if reason.same_country {
        why.push(Why::SameCountry);
    }
    why
}
