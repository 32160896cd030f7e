//! The Grand Prix of a season.

use crate::support::office::{Office, key, who};
use outflank_federation::grand_prix::{Reached, SeasonTable, Winner, awards, season_table, winner};
use outflank_federation::{Act, Body, By, Category, Founding, Measure, Placed, SanctionNumber};
use outflank_rulebook::{TiedPlaces, grand_prix_scale, grand_prix_scales};
use outflank_tournament::HalfPoints;

fn table(office: &Office) -> SeasonTable {
    season_table(office.office.affairs(), 2024).unwrap()
}

fn totals(office: &Office) -> Vec<(u32, u32)> {
    let rows = table(office).rows;
    rows.iter().map(|row| (row.person.0, row.total)).collect()
}

/// clauses: BOF-gp-1, BOF-gp-2
#[test]
fn regionals_count_all_of_them_and_nothing_else() {
    let mut office = Office::british();
    office.add_many(12);
    // 200 + 5 + 60 + 120, the places of the clause's own example.
    let at = |place: usize| {
        let others = (2..=12_u32).collect::<Vec<_>>();
        let mut order = others;
        order.insert(place - 1, 1);
        let points = (2..=24).rev().step_by(2);
        order.into_iter().zip(points).collect::<Vec<(u32, u16)>>()
    };
    office.hold("one", Category::Regional, "2024-02-03", &at(1));
    office.hold("two", Category::Regional, "2024-03-02", &at(12));
    office.hold("three", Category::Regional, "2024-04-06", &at(6));
    office.hold("four", Category::Regional, "2024-05-04", &at(3));
    office.hold("mso", Category::Festival, "2024-08-20", &at(1));
    office.hold("friendly", Category::Friendly, "2024-08-21", &at(1));
    office.hold("national", Category::National, "2024-09-14", &at(1));
    office.hold("next", Category::Regional, "2025-02-01", &at(1));
    assert!(totals(&office).contains(&(1, 385)), "{:?}", totals(&office));
    assert_eq!(table(&office).events.len(), 4);
}

/// clauses: BOF-gp-8, BOF-reg-7
#[test]
fn the_committee_says_how_many_regionals_count() {
    let mut office = Office::british();
    office.add_many(2);
    for (event, on) in [
        ("one", "2024-02-03"),
        ("two", "2024-03-02"),
        ("six", "2024-04-06"),
    ] {
        office.hold(event, Category::Regional, on, &[(1, 4), (2, 2)]);
    }
    office.hold("mso", Category::Festival, "2024-08-20", &[(1, 4), (2, 2)]);
    let season = Act::PlanSeason {
        year: 2024,
        planned: 6,
        national: None,
    };
    office.act(By::Officer, season);
    assert_eq!(office.office.affairs().seasons[&2024].planned, Some(6));
    let count = |events: &[&str], decision| Act::CountRegionals {
        year: 2024,
        events: events.iter().map(|event| key(event)).collect(),
        decision,
    };
    let chairman = office.decided(Body::Chairman, None);
    let two = ["one", "two"];
    office.refused(
        By::Officer,
        count(&two, chairman),
        "federation.wrong_body",
        "BOF-gp-8",
    );
    let decision = office.decided(Body::Committee, None);
    let with_mso = count(&["one", "mso"], decision);
    office.refused(By::Officer, with_mso, "federation.not_regional", "BOF-gp-1");
    office.act(By::Officer, count(&two, decision));
    assert_eq!(totals(&office), [(1, 400), (2, 320)]);
}

fn tied() -> Office {
    let mut office = Office::british();
    office.add_many(3);
    office.hold(
        "one",
        Category::Regional,
        "2024-02-03",
        &[(1, 6), (2, 4), (3, 2)],
    );
    office.hold(
        "two",
        Category::Regional,
        "2024-03-02",
        &[(2, 6), (1, 4), (3, 2)],
    );
    office.announce("national", Category::National, "2024-09-14");
    let season = Act::PlanSeason {
        year: 2024,
        planned: 2,
        national: Some(key("national")),
    };
    office.act(By::Officer, season);
    office
}

fn toss(winner: u32) -> Act {
    Act::TossCoin {
        year: 2024,
        winner: who(winner),
    }
}

fn play(winner: Option<u32>) -> Act {
    Act::RecordPlayoff {
        year: 2024,
        winner: winner.map(who),
    }
}

/// clauses: BOF-gp-6.b
#[test]
fn a_tie_is_played_off_before_the_national_or_the_chairman_tosses_a_coin() {
    let mut office = tied();
    let won = |office: &Office| winner(office.office.affairs(), 2024);
    assert_eq!(won(&office), Winner::Tied(vec![who(1), who(2)]));
    // While they may still play there is no coin.
    let early = office.refused(
        By::Chairman,
        toss(1),
        "federation.playoff_first",
        "BOF-gp-6.b",
    );
    assert!(early.to_string().contains("before the National"));
    office.refused(By::Officer, play(Some(3)), "federation.not_tied", "");
    let mut played = office.clone();
    played.act(By::Officer, play(Some(2)));
    assert_eq!(won(&played), Winner::ByPlayoff(who(2)));
    played.refused(
        By::Officer,
        play(Some(1)),
        "federation.no_tie",
        "BOF-gp-6.a",
    );
    // A drawn game does not decide.
    let mut drawn = office.clone();
    drawn.act(By::Officer, play(None));
    drawn.act(By::Chairman, toss(1));
    assert_eq!(won(&drawn), Winner::ByCoin(who(1)));
    // No game by the day of the National: the coin.
    office.go_to("2024-09-14");
    office.refused(
        By::Officer,
        play(Some(1)),
        "federation.too_late_for_playoff",
        "BOF-gp-6.b",
    );
    office.refused(
        By::Officer,
        toss(1),
        "federation.wrong_person",
        "BOF-gp-6.b",
    );
    office.refused(By::Chairman, toss(3), "federation.not_tied", "");
    office.act(By::Chairman, toss(1));
    assert_eq!(won(&office), Winner::ByCoin(who(1)));
}

/// clauses: BOF-gp-6.a
#[test]
fn equal_totals_go_by_the_best_results() {
    let mut office = Office::british();
    office.add_many(4);
    // 200 + 100 against 160 + 140.
    office.hold(
        "one",
        Category::Regional,
        "2024-02-03",
        &[(1, 8), (2, 6), (3, 4), (4, 2)],
    );
    let shared = [(3, 8), (2, 6), (4, 6), (1, 2)];
    office.hold("two", Category::Regional, "2024-03-02", &shared);
    let rows = table(&office).rows;
    let one = |person: u32| rows.iter().find(|row| row.person == who(person)).unwrap();
    assert_eq!((one(1).total, one(2).total), (300, 300));
    assert!(one(1).place < one(2).place && !one(1).shared);
}

/// clauses: USOA-9.5
#[test]
fn a_sanction_strikes_points_and_titles() {
    let mut office = Office::unfounded("usoa");
    let founding = |scale: &str| {
        Act::Found(Box::new(Founding {
            name: "Example".to_owned(),
            country: "USA".to_owned(),
            currency: None,
            scale: Some(scale.to_owned()),
            offset: Default::default(),
        }))
    };
    office.refused(
        By::Officer,
        founding("none such"),
        "federation.unknown_scale",
        "",
    );
    office.act(By::Officer, founding("british"));
    office.add_many(2);
    office.hold("one", Category::Regional, "2024-02-03", &[(1, 4), (2, 2)]);
    let title = Act::RecordTitle {
        year: 2024,
        title: "Champion".to_owned(),
        person: who(1),
    };
    office.act(By::Officer, title);
    for measure in [
        Measure::StrikePoints { event: key("one") },
        Measure::RevokeTitle {
            year: 2024,
            title: "Champion".to_owned(),
        },
    ] {
        let act = Act::Sanction {
            person: who(1),
            measure,
            why: "flagrant misconduct".to_owned(),
        };
        office.refused(
            By::Chairman,
            act.clone(),
            "federation.wrong_person",
            "USOA-9.5",
        );
        office.act(By::Committee, act);
    }
    assert_eq!(totals(&office), [(2, 160), (1, 0)]);
    let struck = &table(&office).rows[1].lines[0];
    assert!(
        struck.struck && struck.award.points == 200,
        "shown struck out"
    );
    let affairs = office.office.affairs();
    assert!(affairs.is_revoked(&affairs.titles[0]));
    let lift = Act::LiftSanction {
        sanction: SanctionNumber(1),
        why: "appeal".to_owned(),
    };
    office.act(By::Committee, lift.clone());
    assert_eq!(totals(&office), [(1, 200), (2, 160)]);
    office.refused(By::Committee, lift, "federation.unknown_sanction", "");
}

#[test]
fn a_federation_without_a_table_has_no_grand_prix() {
    let office = Office::founded("usoa", "USA");
    assert!(season_table(office.office.affairs(), 2024).is_none());
}

#[test]
fn every_scale_says_where_it_comes_from() {
    for scale in grand_prix_scales() {
        assert!(
            scale.clause.is_some() != scale.ours.is_some(),
            "{}",
            scale.id
        );
        assert!(
            scale.places.windows(2).all(|two| two[0] > two[1]),
            "{}",
            scale.id
        );
        assert!(scale.places.last().unwrap() > &scale.rest, "{}", scale.id);
    }
    let european = grand_prix_scale("european").unwrap();
    assert_eq!(european.tied, TiedPlaces::ByFinalPlace);
    let placed = |points, place| Placed {
        person: who(place),
        place,
        half_points: HalfPoints(points),
        no_title: false,
    };
    let field = [(8, 1), (8, 2), (2, 3)]
        .map(|(points, place)| Reached::of(european, &placed(points, place)));
    let points: Vec<u32> = awards(european, &field)
        .iter()
        .map(|one| one.points)
        .collect();
    assert_eq!(points, [200, 140, 90]);
}

#[test]
fn a_merged_person_has_the_points_of_both_records() {
    let mut office = Office::british();
    office.add_many(3);
    office.hold("one", Category::Regional, "2024-02-03", &[(1, 4), (2, 2)]);
    office.hold("two", Category::Regional, "2024-03-02", &[(3, 4), (2, 2)]);
    let merge = Act::MergePeople {
        keep: who(1),
        gone: who(3),
        why: "the same birth date".to_owned(),
    };
    office.act(By::Officer, merge);
    assert_eq!(totals(&office), [(1, 400), (2, 320)]);
    let separate = Act::SeparatePeople {
        gone: who(3),
        why: "they are sisters".to_owned(),
    };
    office.act(By::Officer, separate);
    assert_eq!(totals(&office).len(), 3);
    // Two who have met are two people.
    let (keep, gone) = (who(1), who(2));
    let why = "a typing mistake".to_owned();
    let act = Act::MergePeople { keep, gone, why };
    office.refused(By::Officer, act, "federation.cannot_merge", "");
}
