//! What goes wrong in a hall: who is late, absent, leaves, or asks for a bye.

use outflank_pairing::{EntrantId, Lots};

/// How much goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// Nothing: everybody plays every round.
    None,
    /// What is usual: a few are late, absent, leave, miss a game or ask for a bye.
    Usual,
}

/// One in so many, per player and round.
const ABSENT: u64 = 40;
const ASKS_FOR_BYE: u64 = 120;
const LEAVES: u64 = 60;
/// One in so many, per player.
const LATE: u64 = 15;
/// One in so many, per game.
const MISSED: u64 = 50;
const BOTH_MISSED: u64 = 600;

/// Nobody else leaves when so few are left.
const STAY: usize = 4;

impl Trouble {
    fn happens(self, lots: &mut Lots, one_in: u64) -> bool {
        match self {
            Self::None => false,
            Self::Usual => lots.below(one_in) == 0,
        }
    }

    /// The round each late entrant comes to; never the first half of a small field.
    pub(crate) fn late(self, lots: &mut Lots, ids: &[EntrantId]) -> Vec<(EntrantId, u16)> {
        let (_, others) = ids.split_at(ids.len().min(STAY));
        let mut late = Vec::new();
        for &id in others {
            if self.happens(lots, LATE) {
                late.push((id, 2 + u16::from(lots.below(2) == 1)));
            }
        }
        late
    }

    /// Who is absent and who asks for a bye in the next round, of those who could play.
    pub(crate) fn before_round(
        self,
        lots: &mut Lots,
        active: &[EntrantId],
    ) -> (Vec<EntrantId>, Vec<EntrantId>) {
        let (mut absent, mut byes) = (Vec::new(), Vec::new());
        for &id in active {
            if active.len() - absent.len() - byes.len() <= STAY {
                break;
            }
            if self.happens(lots, ABSENT) {
                absent.push(id);
            } else if self.happens(lots, ASKS_FOR_BYE) {
                byes.push(id);
            }
        }
        (absent, byes)
    }

    /// Who leaves after a round.
    pub(crate) fn after_round(self, lots: &mut Lots, active: &[EntrantId]) -> Vec<EntrantId> {
        let mut left = Vec::new();
        for &id in active {
            if active.len() - left.len() > STAY && self.happens(lots, LEAVES) {
                left.push(id);
            }
        }
        left
    }

    /// Whether a player misses a game.
    pub(crate) fn missed(self, lots: &mut Lots) -> Missed {
        if self.happens(lots, BOTH_MISSED) {
            return Missed::Both;
        }
        if self.happens(lots, MISSED) {
            return Missed::One(lots.colour());
        }
        Missed::Nobody
    }
}

/// Who does not come to a game.
pub(crate) enum Missed {
    Nobody,
    One(outflank_pairing::Colour),
    Both,
}
