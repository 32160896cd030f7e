//! Which games are rated, and why not.

use crate::support::office::{Office, day, results, take};
use outflank_federation::{Act, By, Category, EventNotice, Fact, RatedWhen, Understood};
use outflank_tournament::Colour;

/// The clauses that keep an event's games from being rated.
fn against(change: impl FnOnce(&mut EventNotice)) -> Vec<(RatedWhen, String)> {
    let mut office = Office::british();
    office.add_many(2);
    let mut notice = EventNotice::new("Event", Category::Regional, day("2024-05-04"), "GBR", 15);
    change(&mut notice);
    office.announce_as("event", notice);
    office.go_to("2024-05-04");
    let games = [(1, 2, Some(Colour::Black)), (2, 1, Some(Colour::Black))];
    let facts = office.take("event", results(&[(1, 2), (2, 2)], &games));
    let Fact::ResultsTaken { rated, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let list = office.try_act(
        By::Officer,
        Act::PublishList {
            day: day("2024-05-04"),
        },
    );
    assert_eq!(
        list.is_ok(),
        rated.is_rated(),
        "only rated games make a list"
    );
    let clause = |one: &outflank_federation::RatedReason| {
        (one.when, one.clause.as_ref().unwrap().as_str().to_owned())
    };
    rated.against().map(clause).collect()
}

fn because(when: RatedWhen, clause: &str) -> Vec<(RatedWhen, String)> {
    vec![(when, clause.to_owned())]
}

/// clauses: BOF-rat-1.a, BOF-rat-1.b, BOF-rat-3
#[test]
fn a_rated_game_is_at_home_with_clocks_and_fifteen_minutes() {
    assert_eq!(against(|_| {}), []);
    let paris = against(|notice| notice.country = "FRA".to_owned());
    assert_eq!(paris, because(RatedWhen::AtHome, "BOF-rat-1.a"));
    let no_clocks = against(|notice| notice.clocks = false);
    assert_eq!(no_clocks, because(RatedWhen::Clocks, "BOF-rat-1.b"));
    let short = against(|notice| notice.time.0 -= 1_000);
    assert_eq!(short, because(RatedWhen::Time, "BOF-rat-3"));
}

/// clauses: BOF-rat-1.c
#[test]
fn a_single_game_is_rated_if_both_have_understood() {
    let single = |understood| {
        against(|notice| {
            notice.category = Category::SingleGame;
            notice.understood = understood;
        })
    };
    assert_eq!(single(Some(Understood::Both)), []);
    for understood in [Some(Understood::One), Some(Understood::Nobody), None] {
        assert_eq!(
            single(understood),
            because(RatedWhen::Understood, "BOF-rat-1.c")
        );
    }
}

/// clauses: BOF-rat-2
#[test]
fn tournaments_are_rated_by_notice_unless_something_else_is_announced() {
    for category in [
        Category::Regional,
        Category::National,
        Category::International,
        Category::Festival,
        Category::Friendly,
    ] {
        assert_eq!(against(|notice| notice.category = category), []);
        let unrated = against(|notice| {
            notice.category = category;
            notice.rated = Some(false);
        });
        assert_eq!(unrated, because(RatedWhen::Notice, "BOF-rat-2"));
    }
}

#[test]
fn results_that_cannot_be_are_refused_whole() {
    let mut office = Office::british();
    office.add_many(3);
    office.announce("event", Category::Regional, "2024-05-04");
    let good = results(&[(1, 2), (2, 0)], &[(1, 2, Some(Colour::Black))]);
    let mut refuse =
        |results, code: &str| office.refused(By::Desk, take("event", results), code, "");
    refuse(good.clone(), "federation.event_in_future");
    office.go_to("2024-05-04");
    let mut refuse =
        |results, code: &str| office.refused(By::Desk, take("event", results), code, "");
    refuse(
        results(&[(1, 2), (2, 0)], &[(1, 1, None)]),
        "federation.plays_himself",
    );
    refuse(results(&[(1, 2), (1, 0)], &[]), "federation.placed_twice");
    refuse(
        results(&[(1, 2), (2, 0)], &[(1, 3, None)]),
        "federation.not_placed",
    );
    refuse(results(&[(1, 2), (9, 0)], &[]), "federation.unknown_person");
    office.take("event", good.clone());
    office.refused(By::Desk, take("event", good), "federation.nothing_new", "");
}

#[test]
fn federations_without_a_rule_rate_what_they_announce_and_say_how() {
    let mut office = Office::founded("usoa", "USA");
    office.add_many(2);
    office.announce_as(
        "open",
        EventNotice::new("Open", Category::Friendly, day("2024-05-04"), "MEX", 5),
    );
    office.go_to("2024-05-04");
    let games = [(1, 2, Some(Colour::Black)), (2, 1, Some(Colour::Black))];
    office.take("open", results(&[(1, 2), (2, 2)], &games));
    office.act(
        By::Officer,
        Act::PublishList {
            day: day("2024-05-04"),
        },
    );
    let affairs = office.office.affairs();
    assert_eq!(
        affairs.lists[0].method, "wof-1",
        "the list says which method it used"
    );
    assert_eq!(affairs.lists[0].rows.len(), 2);
}
