//! What a director is told when an event is not as its text has it.

use crate::running_support::{Desk, ONE, by_hand};
use outflank_tournament::running::{Act, By, Creation, Fact};

fn codes(facts: &[Fact]) -> Vec<String> {
    facts
        .iter()
        .flat_map(|fact| match fact {
            Fact::Created { notices, .. } | Fact::RoundsChanged { notices, .. } => {
                notices.iter().map(|one| one.code.clone()).collect()
            }
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn a_constant_stated_for_thirteen_rounds_is_said_with_another_number() {
    let mut desk = Desk::open("wof/championship");
    desk.enter_many(26);
    let change = |rounds| Act::ChangeRounds {
        rounds,
        why: "the hall closes at six".to_owned(),
    };
    let said = codes(&desk.act(By::Head, change(11)));
    assert!(
        said.contains(&"constant_for_other_rounds".to_owned()),
        "{said:?}"
    );
    let said = codes(&desk.act(By::Head, change(13)));
    assert!(
        !said.contains(&"constant_for_other_rounds".to_owned()),
        "{said:?}"
    );
    // Where C follows the rounds there is nothing to say.
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(20);
    let said = codes(&desk.act(By::Head, change(8)));
    assert!(
        !said.contains(&"constant_for_other_rounds".to_owned()),
        "{said:?}"
    );
}

#[test]
fn a_first_round_by_hand_is_measured_by_the_rulebooks_draw() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(16);
    let drawn = desk.act(
        By::Head,
        Act::Propose {
            round: ONE,
            assumed: Vec::new(),
        },
    );
    let pairing = |facts: &[Fact]| {
        facts
            .iter()
            .find_map(|fact| match fact {
                Fact::RoundProposed { pairing, .. } => Some(pairing.clone()),
                _ => None,
            })
            .unwrap()
    };
    let pairs: Vec<(u32, u32)> = pairing(&drawn)
        .games
        .iter()
        .map(|game| (game.black.0, game.white.0))
        .collect();
    let same = pairing(&desk.act(By::Head, by_hand(ONE, &pairs, &[])));
    let level = "first round draw";
    assert!(
        same.cost.iter().all(|cost| cost.level != level),
        "{:?}",
        same.cost
    );
    let neighbours: Vec<(u32, u32)> = (1..=8).map(|n| (2 * n - 1, 2 * n)).collect();
    let other = pairing(&desk.act(By::Head, by_hand(ONE, &neighbours, &[])));
    let cost = other.cost.iter().find(|cost| cost.level == level).unwrap();
    assert!(cost.values[0] > 0);
    let best = other.best.iter().find(|cost| cost.level == level).unwrap();
    assert_eq!(best.values, [0]);
}

#[test]
fn rounds_below_the_least_number_are_said_when_an_event_is_opened() {
    let created = |rounds: &str| {
        let mut desk = Desk::unopened("bof/regional");
        let mut creation = Creation::new("Example Open", "2024-05-04".parse().unwrap());
        creation.set.push(("rounds".to_owned(), rounds.to_owned()));
        let facts = desk.act(By::Head, Act::Create(Box::new(creation)));
        let [Fact::Created { notices, .. }] = &facts[..] else {
            panic!("{facts:?}");
        };
        notices.clone()
    };
    let said = created("5");
    let few = said
        .iter()
        .find(|one| one.code == "fewer_rounds_than_asked");
    let few = few.unwrap();
    assert_eq!(few.clause.as_ref().unwrap().as_str(), "BOF-reg-1");
    assert_eq!(few.text, "a Swiss has at least 6 rounds, this event 5");
    for rounds in ["6", "7", "9"] {
        let said = created(rounds);
        assert!(
            said.iter().all(|one| one.code != "fewer_rounds_than_asked"),
            "{said:?}"
        );
    }
}
