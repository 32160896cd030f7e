//! Whatever is asked in whatever order: nothing panics, a refusal changes nothing, replay gives the state.

use crate::support::office::Office;
use outflank_federation::grand_prix::season_table;
use outflank_federation::selection::{Seat, next_offer, queue};
use outflank_federation::{Act, By, Event, Federation, MeetingNumber, PersonNumber};
use proptest::prelude::*;
use serde_json::Value;

fn acts() -> Vec<Act> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/acts.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let act = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        serde_json::from_value(line["act"].clone()).unwrap()
    };
    text.lines().map(act).collect()
}

const SPEAKERS: [By; 5] = [
    By::Officer,
    By::Chairman,
    By::Committee,
    By::Desk,
    By::Person(PersonNumber(1)),
];

fn soaking() -> u32 {
    match std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1") {
        true => 2_000,
        false => 150,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(soaking()))]

    #[test]
    fn any_commands_in_any_order(
        rulebook in 0_usize..6,
        steps in proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..5, 0_u8..8), 1..120),
    ) {
        let book = ["bof", "wof", "usoa", "soc", "japan", "europe"][rulebook];
        let acts = acts();
        let mut office = Office::founded(book, "GBR");
        office.add_many(4);
        for (act, by, months) in steps {
            office.at.0 += i64::from(months / 2) * 20 * 86_400_000;
            let before = office.office.clone();
            let act = act.get(&acts).clone();
            match office.try_act(SPEAKERS[by], act) {
                Ok(facts) => prop_assert!(!facts.is_empty()),
                Err(refused) => {
                    prop_assert!(!refused.to_string().is_empty());
                    prop_assert_eq!(&office.office, &before);
                }
            }
            look(&office);
        }
        let stored = office.office.log().iter();
        let read = stored.map(|event| Event::from_stored(event.kind(), &event.body()).unwrap());
        prop_assert_eq!(Federation::replay(read), office.office);
    }
}

/// Everything people look at can be looked at, whatever was recorded.
fn look(office: &Office) {
    let affairs = office.office.affairs();
    let today = affairs.day(office.at);
    for person in affairs.people.keys() {
        let _ = affairs.membership(*person, today);
        let _ = affairs.credentials(&office.people, *person, today);
        let _ = affairs.history(*person);
    }
    for event in affairs.events.keys() {
        let _ = affairs.fee_sheet(&office.rules, &office.people, event);
    }
    let _ = affairs.voters(MeetingNumber(1));
    let _ = affairs.obligations(2024, today);
    let _ = season_table(affairs, 2024);
    for selection in affairs.selections.values() {
        for seat in Seat::ALL {
            let _ = queue(&office.rules, affairs, &office.people, selection, *seat);
            let _ = next_offer(&office.rules, affairs, &office.people, selection, *seat);
        }
    }
}
