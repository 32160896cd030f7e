//! Prize money: who gets how much, in the smallest unit of the currency, and the sum behind it.
//!
//! Those who share a place share the prizes of all the places they take up. What does not divide goes
//! unit by unit to the first of them in the order of the tie-break, so that every prize is paid out.

use outflank_event::plain_number;
use outflank_pairing::EntrantId;
use serde::{Deserialize, Serialize};

/// The most prizes of a fund.
pub const PRIZES_MAX: usize = 1_000;
/// The largest single prize, in the smallest unit.
pub const PRIZE_MAX: Money = Money(1_000_000_000_000);

plain_number! {
    /// An amount in the smallest unit of its currency: pence, cents, yen.
    #[derive(Default)]
    pub struct Money(u64);
}

impl Money {
    /// As people write it, with so many digits after the point.
    ///
    /// ```
    /// use outflank_tournament::Money;
    /// assert_eq!(Money(1205).with_digits(2), "12.05");
    /// assert_eq!(Money(1205).with_digits(0), "1205");
    /// ```
    pub fn with_digits(self, digits: u8) -> String {
        match digits {
            0 => self.0.to_string(),
            _ => {
                let width = usize::from(digits) + 1;
                let text = format!("{:0>width$}", self.0);
                let (whole, part) = text.split_at(text.len() - usize::from(digits));
                format!("{whole}.{part}")
            }
        }
    }
}

/// What happens to the prizes of a shared place.
#[derive(
    schemars::JsonSchema, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum TiedPrizes {
    /// The money of the places is shared.
    #[default]
    Share,
    /// The tie-break of the rulebook separates the places.
    Separate,
}

/// The prizes of one list.
#[derive(schemars::JsonSchema, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizeFund {
    pub currency: String,
    /// Decimal places: 2 for pence, 0 for yen.
    pub digits: u8,
    /// The prizes, first place first.
    pub prizes: Vec<Money>,
    /// What happens to the prizes of a shared place.
    #[serde(default)]
    pub ties: TiedPrizes,
}

/// A player in the list that the prizes are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    pub id: EntrantId,
    /// The place, equal for players who share it.
    pub rank: u32,
    /// The place when the tie-break has separated all it can.
    pub separated: u32,
}

/// One line of a prize list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeRow {
    pub id: EntrantId,
    /// The first and the last place whose prizes the player shares.
    pub places: (u32, u32),
    /// The prizes of these places.
    pub pot: Vec<Money>,
    /// Among how many they are shared.
    pub among: u64,
    /// Whether the player gets a unit that does not divide.
    pub odd_unit: bool,
    pub amount: Money,
}

impl PrizeRow {
    /// The sum for checking by hand: `(50.00 + 30.01) / 2 = 40.00, and 0.01 that does not divide`.
    pub fn arithmetic(&self, fund: &PrizeFund) -> String {
        let money = |amount: Money| amount.with_digits(fund.digits);
        if self.among == 1 {
            return money(self.amount);
        }
        let pot: Vec<String> = self.pot.iter().copied().map(money).collect();
        let share = Money(self.amount.0 - u64::from(self.odd_unit));
        let odd = match self.odd_unit {
            true => format!(", and {} that does not divide", money(Money(1))),
            false => String::new(),
        };
        let (sum, among) = (pot.join(" + "), self.among);
        format!("({sum}) / {among} = {}{odd}", money(share))
    }
}

/// The prize list of a fund. `ranked` is the list, best first, in the order of the tie-break; a player who
/// gets nothing has no line.
pub fn prize_list(ranked: &[Ranked], fund: &PrizeFund) -> Vec<PrizeRow> {
    let place_of = |one: &Ranked| match fund.ties {
        TiedPrizes::Share => one.rank,
        TiedPrizes::Separate => one.separated,
    };
    let mut rows = Vec::new();
    let mut first = 0;
    for group in ranked.chunk_by(|one, other| place_of(one) == place_of(other)) {
        let prizes = fund.prizes.iter().skip(first).take(group.len());
        let pot: Vec<Money> = prizes.copied().collect();
        rows.extend(shares(group, first, &pot));
        first += group.len();
    }
    rows
}

fn shares(group: &[Ranked], first: usize, pot: &[Money]) -> Vec<PrizeRow> {
    let among = group.len() as u64;
    let sum: u64 = pot.iter().map(|prize| prize.0).sum();
    let (share, odd) = (sum / among, sum % among);
    let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let row = |(n, one): (u64, &Ranked)| PrizeRow {
        id: one.id,
        places: (place(first + 1), place(first + group.len())),
        pot: pot.to_vec(),
        among,
        odd_unit: n < odd,
        amount: Money(share + u64::from(n < odd)),
    };
    (0..)
        .zip(group)
        .map(row)
        .filter(|row| row.amount > Money(0))
        .collect()
}
