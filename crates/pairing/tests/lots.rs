//! Lots: what is drawn from a seed today is drawn from it for ever.

use outflank_pairing::{Colour, EntrantId, Lots, RoundNumber, Seed, pair_lot};

#[test]
fn the_lot_of_a_pair_is_pinned() {
    let seed = Seed::new(7).expect("a small seed");
    let lot = pair_lot(seed, RoundNumber(3), EntrantId(2), EntrantId(9));
    assert_eq!((lot.lot, lot.lower_has), (2_713_602_666, Colour::White));
}

#[test]
fn a_drawn_order_is_pinned() {
    let mut order: Vec<u32> = (1..=10).collect();
    Lots::for_purpose(Seed::new(7).expect("a small seed"), "first round").shuffle(&mut order);
    assert_eq!(order, [5, 10, 3, 6, 2, 9, 4, 8, 7, 1]);
}

#[test]
fn every_order_comes_up_about_equally_often() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..6000 {
        let mut order = [1, 2, 3];
        Lots::for_purpose(Seed::new(seed).expect("a small seed"), "test").shuffle(&mut order);
        *seen.entry(order).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 6);
    assert!(
        seen.values().all(|times| (850..1150).contains(times)),
        "{seen:?}"
    );
}
