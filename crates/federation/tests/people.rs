//! People: numbers, records, duplicates, merging, erasing; lists and their versions; undo.

use crate::support::office::{Office, day, resident, results, who};
use outflank_federation::{
    Act, By, Category, Dossier, Fact, Federation, Likeness, ListRow, duplicates,
};
use outflank_tournament::Colour;

#[test]
fn a_number_of_the_world_federation_is_one_persons() {
    let mut office = Office::british();
    let numbered = |name: &str, wof| Dossier {
        wof: Some(wof),
        ..resident(name)
    };
    office.add(numbered("Ada Example", 1001));
    let add = |dossier| Act::AddPerson {
        record: "rx".to_owned(),
        dossier: Box::new(dossier),
    };
    let twice = add(numbered("Bo Sample", 1001));
    let refused = office.refused(By::Officer, twice, "federation.wof_number_taken", "");
    assert!(refused.to_string().contains("person 1"), "{refused}");
    for bad in [
        Dossier::new(" "),
        Dossier::new("x".repeat(300)),
        numbered("Zero", 0),
        Dossier {
            ascii: Some("Å".to_owned()),
            ..resident("A")
        },
    ] {
        office.refused(By::Officer, add(bad), "federation.bad_dossier", "");
    }
    // Nobody changes another's record; he changes his own.
    let dossier = Box::new(numbered("Ada Sample", 1001));
    let person = who(1);
    let change = Act::ChangePerson { person, dossier };
    office.refused(
        By::Person(who(2)),
        change.clone(),
        "federation.wrong_person",
        "",
    );
    office.act(By::Person(person), change);
    assert_eq!(office.people[&person].name, "Ada Sample");
}

#[test]
fn duplicates_are_found_and_two_birth_dates_are_two_people() {
    let mut office = Office::british();
    let born = |name: &str, on: &str| Dossier {
        born: Some(day(on)),
        ..resident(name)
    };
    office.add(born("Ada Example", "1990-01-01"));
    office.add(born("EXAMPLE, Ada", "1990-01-01"));
    office.add(born("Ada Example", "1991-01-01"));
    office.add(resident("Bo Sample"));
    let found: Vec<(u32, u32, Likeness)> = (duplicates(&office.people).iter())
        .map(|one| (one.one.0, one.other.0, one.why))
        .collect();
    assert_eq!(found, [(1, 2, Likeness::NameAndBirth)]);
}

#[test]
fn erasing_leaves_the_number_and_no_event_holds_anything_personal() {
    let mut office = Office::british();
    let secret = Dossier {
        contact: Some("ada@example.org".to_owned()),
        born: Some(day("1990-02-03")),
        wof: Some(4711),
        ..resident("Ada Example")
    };
    office.add(secret);
    office.add_many(1);
    office.hold("one", Category::Regional, "2024-05-04", &[(1, 4), (2, 2)]);
    office.act(By::Person(who(1)), Act::ErasePerson { person: who(1) });
    assert!(!office.people.contains_key(&who(1)));
    for event in office.office.log() {
        let body = event.body();
        for word in ["Ada", "1990", "ada@", "4711"] {
            let is_founding = event.kind() == "federation.founded";
            assert!(is_founding || !body.contains(word), "{body}");
        }
    }
    office.refused(
        By::Officer,
        Act::Join { person: who(1) },
        "federation.erased",
        "",
    );
    // His results stay.
    let table = outflank_federation::grand_prix::season_table(office.office.affairs(), 2024);
    assert_eq!(table.unwrap().rows[0].person, who(1));
}

#[test]
fn a_corrected_result_makes_a_new_version_of_the_list_that_says_what_changed() {
    let mut office = Office::british();
    office.add_many(3);
    office.announce("one", Category::Regional, "2024-05-04");
    office.go_to("2024-05-04");
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    let games = [(1, 2, black), (2, 3, black), (3, 1, black), (1, 2, white)];
    let placed = [(1, 4), (2, 4), (3, 2)];
    office.take("one", results(&placed, &games));
    office.go_to("2024-06-01");
    let on = day("2024-06-01");
    office.act(By::Officer, Act::PublishList { day: on });
    office.refused(
        By::Officer,
        Act::PublishList { day: on },
        "federation.nothing_new",
        "",
    );
    let corrected = [(1, 2, black), (2, 3, black), (3, 1, black), (1, 2, None)];
    let facts = office.take("one", results(&[(1, 4), (3, 4), (2, 2)], &corrected));
    let Fact::ResultsTaken { trace, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let trace = trace.as_ref().unwrap();
    let game = trace.games[0];
    assert_eq!((game.round, game.before, game.after), (4, Some(0), Some(1)));
    assert_eq!(trace.places.len(), 2);
    assert_eq!(
        trace.lists,
        [on],
        "the published list rests on the old result"
    );
    let affairs = office.office.affairs();
    assert!(affairs.is_outdated(&affairs.lists[0]));
    let facts = office.act(By::Officer, Act::PublishList { day: on });
    let Fact::ListPublished {
        version, changes, ..
    } = &facts[0]
    else {
        panic!("{facts:?}");
    };
    assert_eq!(*version, 2);
    assert!(!changes.is_empty() && changes.len() <= 3);
    let affairs = office.office.affairs();
    assert_eq!(affairs.latest_lists().len(), 1);
    let history = affairs.history(who(3));
    assert_eq!(history.len(), 1);
    for change in changes {
        let now = affairs.history(change.person);
        assert_eq!(now.last().map(|point| point.rating), change.after);
    }
}

#[test]
fn lists_come_in_from_elsewhere_and_future_ones_do_not() {
    let mut office = Office::british();
    office.add_many(2);
    let row = |person: u32, rating| ListRow {
        person: who(person),
        rating,
        margin: 50,
        official: true,
        games: 10,
        group: 0,
    };
    let import = |on: &str, rows| Act::ImportList {
        day: day(on),
        source: "World Othello Federation".to_owned(),
        rows,
    };
    let rows = vec![row(2, 1900), row(1, 1800)];
    office.refused(
        By::Officer,
        import("2024-02-01", rows.clone()),
        "federation.list_in_future",
        "",
    );
    let wrong = vec![row(1, 1800), row(2, 1900)];
    office.refused(
        By::Officer,
        import("2023-12-31", wrong),
        "federation.bad_list",
        "",
    );
    office.act(By::Officer, import("2023-12-31", rows));
    let affairs = office.office.affairs();
    assert_eq!(affairs.history(who(1))[0].place, 2);
    assert!(!affairs.is_outdated(&affairs.lists[0]));
}

#[test]
fn the_latest_command_can_be_undone_and_replay_equals_the_state() {
    let mut office = Office::british();
    office.add_many(2);
    let before = office.office.affairs().clone();
    office.act(By::Officer, Act::Join { person: who(1) });
    let latest = office.office.latest_command().unwrap().clone();
    let other = Act::Undo {
        command: "c1".into(),
    };
    office.refused(By::Officer, other, "federation.not_the_latest", "");
    office.act(By::Officer, Act::Undo { command: latest });
    assert_eq!(*office.office.affairs(), before);
    let replayed = Federation::replay(office.office.log().iter().cloned());
    assert_eq!(replayed, office.office);
}
