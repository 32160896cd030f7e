//! A federation of sixty people over three years, twelve events a year. What comes out is golden:
//! `OUTFLANK_BLESS=1` writes it anew.

use std::path::PathBuf;

use outflank_federation::{Event, Federation};
use outflank_pairing::Seed;
use outflank_sim::federation::{OfficeSettings, simulate_office};

fn settings(seed: u64) -> OfficeSettings {
    OfficeSettings {
        seed: Seed::new(seed).expect("a small number"),
        first_year: 2022,
        years: 3,
        people: 60,
    }
}

/// clauses: BOF-mem-1.a, BOF-gp-3, BOF-wc-2
#[test]
fn three_years_of_an_office_are_as_they_were() {
    let simulated = simulate_office(&settings(7)).expect("everything asked is allowed");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/federation.txt");
    if std::env::var("OUTFLANK_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &simulated.report).expect("the folder is there");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    for (n, (now, was)) in simulated.report.lines().zip(golden.lines()).enumerate() {
        assert_eq!(now, was, "line {}", n + 1);
    }
    assert_eq!(simulated.report, golden);
    let stored = simulated.office.log().iter().map(|event| {
        Event::from_stored(event.kind(), &event.body()).expect("what was written can be read")
    });
    assert_eq!(Federation::replay(stored), simulated.office);
}

#[test]
fn other_seeds_run_to_the_end_as_well() {
    let seeds = match std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1") {
        true => 200,
        false => 6,
    };
    for seed in 100..100 + seeds {
        if let Err(refused) = simulate_office(&settings(seed)) {
            panic!("seed {seed}: {refused}");
        }
    }
}
