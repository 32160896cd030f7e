//! Prize money of single and shared places.

use outflank_tournament::{EntrantId, Money, PrizeFund, PrizeRow, Ranked, TiedPrizes, prize_list};
use proptest::prelude::*;

fn fund(ties: TiedPrizes, prizes: &[u64]) -> PrizeFund {
    PrizeFund {
        currency: "GBP".to_owned(),
        digits: 2,
        prizes: prizes.iter().copied().map(Money).collect(),
        ties,
    }
}

/// Entrants 1, 2, 3 … with these ranks; the tie-break separates all of them.
fn ranked(ranks: &[u32]) -> Vec<Ranked> {
    (1..)
        .zip(ranks)
        .map(|(n, &rank)| Ranked {
            id: EntrantId(n),
            rank,
            separated: n,
        })
        .collect()
}

fn amounts(rows: &[PrizeRow]) -> Vec<(u32, u64)> {
    rows.iter().map(|row| (row.id.0, row.amount.0)).collect()
}

#[test]
fn tied_places_share_their_money() {
    let fund = fund(TiedPrizes::Share, &[10_000, 5_000, 3_001]);
    let rows = prize_list(&ranked(&[1, 2, 2, 4]), &fund);
    assert_eq!(amounts(&rows), [(1, 10_000), (2, 4_001), (3, 4_000)]);
    assert_eq!(rows[0].arithmetic(&fund), "100.00");
    assert_eq!(
        rows[1].arithmetic(&fund),
        "(50.00 + 30.01) / 2 = 40.00, and 0.01 that does not divide"
    );
    assert_eq!(rows[2].arithmetic(&fund), "(50.00 + 30.01) / 2 = 40.00");
    assert_eq!(rows[2].places, (2, 3));
}

#[test]
fn the_last_prize_is_shared_by_all_who_reach_it() {
    let rows = prize_list(
        &ranked(&[1, 2, 2, 2]),
        &fund(TiedPrizes::Share, &[600, 300]),
    );
    assert_eq!(amounts(&rows), [(1, 600), (2, 100), (3, 100), (4, 100)]);
}

#[test]
fn shared_places_are_separated_on_request() {
    let fund = fund(TiedPrizes::Separate, &[10_000, 5_000, 3_000]);
    let rows = prize_list(&ranked(&[1, 2, 2, 2]), &fund);
    assert_eq!(amounts(&rows), [(1, 10_000), (2, 5_000), (3, 3_000)]);
    // Nothing separates the last two but a draw that was not held.
    let mut tied = ranked(&[1, 2, 2]);
    tied[2].separated = 2;
    assert_eq!(
        amounts(&prize_list(&tied, &fund))[1..],
        [(2, 4_000), (3, 4_000)]
    );
}

proptest! {
    /// Every prize with somebody to take it is paid out to the last unit, and nobody gets more than
    /// somebody above him.
    #[test]
    fn all_money_is_paid(
        steps in prop::collection::vec(any::<bool>(), 0..20),
        mut prizes in prop::collection::vec(0_u64..1_000_000, 0..12),
    ) {
        prizes.sort_unstable_by(|one, other| other.cmp(one));
        let mut ranks: Vec<u32> = Vec::new();
        for (n, step) in (1..).zip(steps) {
            let above = ranks.last().copied().filter(|_| !step);
            ranks.push(above.unwrap_or(n));
        }
        let rows = prize_list(&ranked(&ranks), &fund(TiedPrizes::Share, &prizes));
        let paid: u64 = rows.iter().map(|row| row.amount.0).sum();
        let due: u64 = prizes.iter().take(ranks.len()).sum();
        prop_assert_eq!(paid, due);
        prop_assert!(rows.windows(2).all(|two| two[0].amount >= two[1].amount));
    }
}
