//! The demo championship is what it says, whenever it is loaded.

use std::collections::BTreeSet;

use outflank_pairing::Seed;
use outflank_sim::demo::{DEMO_ROUND, DEMO_SEED, Demo, championship};
use outflank_tournament::running::{Phase, Timestamp, apply, decide};

const HOUR: i64 = 3_600_000;

fn demo(at: i64) -> Demo {
    championship(Seed::new(DEMO_SEED).unwrap(), Timestamp(at))
}

#[test]
fn sixty_of_twenty_countries_are_in_round_nine_at_any_hour() {
    for hour in [0, 5, 11, 12, 17, 23] {
        let now = 1_804_000_000_000 + hour * HOUR;
        let demo = demo(now);
        let tournament = demo.tournament();
        let affairs = tournament.affairs();
        assert_eq!(affairs.entrants.len(), 60);
        let countries: BTreeSet<_> = (affairs.entrants.values())
            .map(|one| one.entry.country.clone().unwrap())
            .collect();
        assert_eq!(countries.len(), 20);
        let round = affairs.round(DEMO_ROUND).unwrap();
        assert_eq!(round.phase, Phase::Started);
        let open = round.open_tables().count();
        assert!((10..25).contains(&open), "{open} tables are open");
        // Time only goes forward, and nothing has happened later than now.
        let past: Vec<i64> = demo.past.iter().map(|one| one.at.0).collect();
        assert!(past.is_sorted() && past.last() <= Some(&now), "hour {hour}");
        assert!(demo.coming.iter().all(|one| one.at.0 >= now));
        // The results that are in came after the start, and the hall is in daylight.
        let started = round.times.started.unwrap();
        assert!(started.0 < now && now - started.0 < HOUR, "hour {hour}");
    }
}

#[test]
fn it_shows_what_championships_have_and_plays_on_to_the_last_round() {
    let demo = demo(1_804_000_000_000);
    let mut tournament = demo.tournament();
    let affairs = tournament.affairs();
    assert!(
        affairs.entrants.values().any(|one| one.left.is_some()),
        "a withdrawal"
    );
    assert!(
        affairs.editions.iter().any(|one| one.edition == 2),
        "a corrected table"
    );
    assert!(
        affairs.rounds.iter().any(|round| !round.byes.is_empty()),
        "a bye"
    );
    for one in &demo.coming {
        for event in decide(&demo.rules, &tournament, one.command.clone(), one.at).unwrap() {
            apply(&mut tournament, &event);
        }
    }
    let rounds = &tournament.affairs().rounds;
    assert_eq!(rounds.len(), 13);
    assert!(rounds.iter().all(|round| round.phase == Phase::Validated));
}

#[test]
fn the_same_seed_and_moment_make_the_same_commands() {
    let (one, other) = (demo(1_804_000_000_000), demo(1_804_000_000_000));
    assert_eq!((one.past, one.coming), (other.past, other.coming));
}
