//! Lots drawn by hand before witnesses.

use crate::running_support::{Desk, ONE, by_hand, enter, id, member, propose, withdraw};
use outflank_pairing::{Cycles, RoundRobin};
use outflank_tournament::running::{Act, By, Fact, PlaySystem, Tournament};
use outflank_tournament::{DrawnBy, EntrantId, HandLots, LotsFor};

fn lots(purpose: LotsFor, order: &[u32]) -> Act {
    Act::RecordLots(Box::new(HandLots {
        purpose,
        order: order.iter().copied().map(EntrantId).collect(),
        witnesses: vec!["Ada Example".to_owned(), "Bo Sample".to_owned()],
    }))
}

const AFTER_ONE: LotsFor = LotsFor::Standings { after: 1 };

/// Eight entrants of a British Swiss, round 1 started: 1-2, 3-4, 5-6, 7-8.
fn eight() -> Desk {
    let mut desk = Desk::open_with("bof/regional", |creation| {
        creation.system = Some(PlaySystem::Swiss);
    });
    desk.enter_many(8);
    let pairs = [(1, 2), (3, 4), (5, 6), (7, 8)];
    desk.act(By::Head, by_hand(ONE, &pairs, &[]));
    desk.announce_and_start(ONE);
    desk
}

fn top(desk: &Desk, count: usize) -> Vec<u32> {
    let table = desk.tournament.affairs().standings(1).unwrap();
    table.rows.iter().take(count).map(|row| row.id.0).collect()
}

#[test]
fn lots_drawn_by_hand_put_a_tie_in_order() {
    let mut desk = eight();
    let winners = lots(AFTER_ONE, &[5, 1, 7, 3]);
    desk.refused(By::Head, winners.clone(), "tournament.wrong_phase", "");
    desk.finish_round(ONE);
    let by_seed = top(&desk, 4);
    assert_ne!(by_seed, [5, 1, 7, 3]);
    desk.refused(By::Judge, winners.clone(), "tournament.wrong_person", "");
    desk.act(By::Director, winners);
    assert_eq!(top(&desk, 4), [5, 1, 7, 3]);
    let table = desk.tournament.affairs().standings(1).unwrap();
    let witnesses = vec!["Ada Example".to_owned(), "Bo Sample".to_owned()];
    assert_eq!(table.draws[0].by, DrawnBy::Hand { witnesses });
    assert_eq!(table.draws[1].by, DrawnBy::Seed);
    // The table that is published has them, and so has whoever reads the log again.
    desk.act(By::Head, Act::Validate { round: ONE });
    let edition = desk.tournament.affairs().latest_edition(1).unwrap();
    assert_eq!(edition.rows[0].id, id(5));
    let again = Tournament::replay(desk.tournament.log().iter().cloned());
    assert_eq!(again, desk.tournament);
}

#[test]
fn lots_are_drawn_only_where_nothing_else_separates() {
    let mut desk = eight();
    desk.finish_round(ONE);
    for order in [&[1, 3][..], &[1, 2], &[1, 3, 5, 8], &[1, 3, 5, 7, 2]] {
        let draw = lots(AFTER_ONE, order);
        desk.refused(By::Head, draw, "tournament.not_tied", "BOF-nat-10");
    }
    for order in [&[1][..], &[1, 3, 3, 7], &[]] {
        desk.refused(By::Head, lots(AFTER_ONE, order), "tournament.bad_lots", "");
    }
    let unknown = lots(AFTER_ONE, &[1, 99]);
    desk.refused(By::Head, unknown, "tournament.unknown_entrant", "");
    let unseen = Act::RecordLots(Box::new(HandLots {
        purpose: AFTER_ONE,
        order: vec![id(5), id(1), id(7), id(3)],
        witnesses: Vec::new(),
    }));
    desk.refused(By::Head, unseen, "tournament.bad_lots", "");
}

#[test]
fn a_published_order_is_drawn_anew_only_by_the_deciding_official() {
    let mut desk = eight();
    desk.finish_round(ONE);
    desk.act(By::Head, Act::Validate { round: ONE });
    let published = top(&desk, 4);
    let order: Vec<u32> = published.iter().rev().copied().collect();
    let official = desk.rules.deciding_official.clause();
    let clause = official.as_ref().map_or("", |id| id.as_str());
    let draw = lots(AFTER_ONE, &order);
    desk.refused(
        By::Director,
        draw.clone(),
        "tournament.wrong_person",
        clause,
    );
    desk.act(By::Head, draw);
    let edition = desk.tournament.affairs().latest_edition(1).unwrap();
    assert_eq!(edition.edition, 2);
    assert!(edition.why.as_ref().unwrap().contains("Bo Sample"));
    assert_eq!(edition.rows[0].id.0, published[3]);
}

fn settled(facts: &[Fact]) -> (Vec<EntrantId>, Vec<String>) {
    let found = facts.iter().find_map(|fact| match fact {
        Fact::SystemSettled {
            numbers, notices, ..
        } => {
            let codes = notices.iter().map(|one| one.code.clone());
            Some((numbers.clone(), codes.collect()))
        }
        _ => None,
    });
    found.unwrap()
}

#[test]
fn lots_drawn_by_hand_number_a_round_robin() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(6);
    let order = [3, 1, 6, 2, 5, 4];
    let ids: Vec<EntrantId> = order.iter().copied().map(EntrantId).collect();
    let first_round = lots(LotsFor::FirstRound, &order);
    desk.refused(By::Head, first_round, "tournament.bad_lots", "");
    let five = lots(LotsFor::RoundRobin, &order[..5]);
    desk.refused(By::Head, five, "tournament.bad_lots", "");
    let mut late = desk.clone();
    let mut changed = desk.clone();
    desk.act(By::Head, lots(LotsFor::RoundRobin, &order));
    assert_eq!(settled(&desk.act(By::Head, Act::SettleSystem)).0, ids);
    desk.start_round();
    let robin = RoundRobin {
        numbers: ids.clone(),
        cycles: Cycles::Single,
    };
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let paired: Vec<_> = life
        .cards
        .iter()
        .map(|card| (card.black, card.white))
        .collect();
    for pair in robin.round(ONE, &[]).pairs {
        assert!(paired.contains(&(pair.black, pair.white)), "{paired:?}");
    }
    let again = lots(LotsFor::RoundRobin, &[1, 2, 3, 4, 5, 6]);
    desk.refused(By::Head, again, "tournament.round_is_announced", "");

    // Settled before the draw: the numbers of the seed give way.
    changed.act(By::Head, Act::SettleSystem);
    let facts = changed.act(By::Head, lots(LotsFor::RoundRobin, &order));
    assert_eq!(settled(&facts).0, ids);

    // Somebody leaves after the draw: it is said that the lots are not used.
    late.act(By::Head, lots(LotsFor::RoundRobin, &order));
    late.act(By::Head, withdraw(6));
    let (numbers, codes) = settled(&late.act(By::Head, Act::SettleSystem));
    assert_eq!(numbers.len(), 5);
    assert!(codes.contains(&"lots_not_used".to_owned()), "{codes:?}");
}

#[test]
fn lots_drawn_by_hand_make_the_first_round() {
    let mut desk = Desk::open_with("bof/regional", |creation| {
        creation.system = Some(PlaySystem::Swiss);
        creation
            .set
            .push(("first_round".to_owned(), "random".to_owned()));
    });
    desk.enter_many(8);
    desk.act(
        By::Head,
        lots(LotsFor::FirstRound, &[8, 1, 7, 2, 6, 3, 5, 4]),
    );
    // A late arrival is not in the draw, and nobody draws for him unseen.
    let mut late = desk.clone();
    late.act(By::Head, enter(member(9)));
    late.refused(By::Head, propose(ONE), "tournament.cannot_pair", "");
    desk.act(By::Head, propose(ONE));
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let mut paired: Vec<(u32, u32)> = (life.cards.iter())
        .map(|card| (card.black.0, card.white.0))
        .collect();
    paired.sort_unstable();
    assert_eq!(paired, [(5, 4), (6, 3), (7, 2), (8, 1)]);
    desk.announce_and_start(ONE);
    let again = lots(LotsFor::FirstRound, &[1, 2, 3, 4, 5, 6, 7, 8]);
    desk.refused(By::Head, again, "tournament.round_is_announced", "");
}
