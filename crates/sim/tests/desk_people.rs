//! Personal facts: in records that can be erased, never in the log.

use crate::desk_hall::{Hall, application, code, run};
use outflank_desk::access::{AccessAct, Caller, Role};
use outflank_desk::log::{RecordChange, RecordKey, RecordKind};
use outflank_desk::views::Views;
use outflank_desk::{Person, PersonId, Request, What, verify};
use outflank_federation::Dossier;
use outflank_store::chain::verify_chain;
use outflank_tournament::running::{Act, Entry, OfficialPost, Post, TableNumber};
use outflank_tournament::{CivilDate, EntrantId};

fn somebody() -> Person {
    Person {
        dossier: Dossier {
            born: CivilDate::new(2012, 5, 1),
            contact: Some("zenobia@example.org".to_owned()),
            ..Dossier::default()
        },
        residence: Some("17 Nowhere Lane".to_owned()),
        special_needs: Some("a lamp".to_owned()),
        fees: Some("paid in cash".to_owned()),
        ..Person::default()
    }
}

#[test]
fn after_erasure_no_byte_of_a_person_is_left_and_the_chain_holds() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        hall.enter(3).await;
        let mut act = application("Zenobia Quux");
        act.entry.ascii = Some("Zenobia Kwuks".to_owned());
        act.entry.native = Some("Ζηνοβία".to_owned());
        let what = hall.what(Act::Enter(Box::new(act)), Some(somebody()));
        let answer = (hall
            .submit(&Caller::console(), Request::new("zenobia-1", what))
            .await)
            .unwrap();
        let entrant = answer.entrant.unwrap();
        assert_eq!(entrant, EntrantId(4));
        hall.act(Act::CheckIn { entrant }).await;
        hall.play_round().await;
        let now = hall.now();
        assert_eq!(now.name(entrant), "Zenobia Quux");
        assert_eq!(
            now.named_affairs().entrants[&entrant]
                .entry
                .ascii
                .as_deref(),
            Some("Zenobia Kwuks")
        );
        assert_eq!(
            now.affairs().entrants[&entrant].entry.young,
            Some(true),
            "derived facts stay"
        );
        let personal = [
            "Zenobia",
            "Quux",
            "Kwuks",
            "Ζηνοβία",
            "2012-05-01",
            "zenobia@example.org",
            "Nowhere Lane",
            "a lamp",
            "in cash",
        ];
        let events = |stored: &str| {
            stored
                .lines()
                .filter(|line| line.starts_with("Content"))
                .collect::<String>()
        };
        let before = hall.everything_stored().await;
        for fact in personal {
            assert!(before.contains(fact), "{fact} is in the record");
            assert!(!events(&before).contains(fact), "{fact} is in no event");
        }
        let person = now.person_id(entrant).unwrap();
        let erase = |id: &str| {
            let act = AccessAct::ErasePerson {
                person: person.clone(),
            };
            Request::new(id, What::Access { act })
        };
        let director = hall.in_event(Role::Director).await;
        assert_eq!(
            code(hall.submit(&director, erase("e1")).await),
            "access.not_allowed"
        );
        hall.submit(&Caller::console(), erase("e2")).await.unwrap();
        let after = hall.everything_stored().await;
        for fact in personal {
            assert!(!after.contains(fact), "{fact} is gone");
        }
        assert_eq!(hall.now().name(entrant), "Player 4");
        verify_chain(hall.store.as_ref()).await.unwrap();
        hall.restart().await;
        assert_eq!(hall.now().name(entrant), "Player 4");
        assert_eq!(
            hall.now().affairs().entrants[&entrant].entry.young,
            Some(true)
        );
        assert_eq!(
            code(hall.submit(&Caller::console(), erase("e3")).await),
            "desk.unknown_person"
        );
    });
}

#[test]
fn an_officials_name_is_in_a_record_and_can_be_erased() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        let mut official = OfficialPost::new("Zenobia Quux", Post::Judge);
        official.tables = vec![TableNumber(1)];
        hall.act(Act::Appoint { official }).await;
        // The owner speaks of her by her name, and appoints her once.
        let again = Act::Appoint {
            official: OfficialPost::new("Zenobia Quux", Post::Assistant),
        };
        let again = hall.try_act(&Caller::console(), again).await;
        assert_eq!(code(again), "tournament.nothing_new");
        let tables = vec![TableNumber(2)];
        let name = "Zenobia Quux".to_owned();
        hall.act(Act::AssignTables { name, tables }).await;
        let shown = |hall: &Hall| {
            let now = hall.now();
            let officials = now.affairs().officials.iter();
            let called: Vec<String> = officials.map(|one| one.called().to_owned()).collect();
            let head = Views::of(&now.tournament, &|_| None).head();
            (called, head.and_then(|head| head.director))
        };
        let head = || Some("Vera Arbiter".to_owned());
        let both = vec!["Vera Arbiter".to_owned(), "Zenobia Quux".to_owned()];
        assert_eq!(shown(&hall), (both.clone(), head()));
        let now = hall.now();
        assert_eq!(now.affairs().officials[1].tables, [TableNumber(2)]);
        let stored = hall.everything_stored().await;
        let events: String = (stored.lines())
            .filter(|line| line.starts_with("Content"))
            .collect();
        for name in ["Zenobia", "Vera Arbiter"] {
            assert!(stored.contains(name), "{name} is in a record");
            assert!(!events.contains(name), "{name} is in no event");
        }
        hall.restart().await;
        assert_eq!(shown(&hall), (both, head()));
        // Her record travels with the archive.
        let person: PersonId = (now.affairs().officials[1].person.as_deref())
            .unwrap()
            .parse()
            .unwrap();
        let belongings = hall.desk.belongings(&hall.event).await.unwrap();
        let key = RecordKey::new(RecordKind::Person, person.as_str());
        assert!(belongings.records.contains(&key));
        let erase = AccessAct::ErasePerson { person };
        let erase = Request::new("erase", What::Access { act: erase });
        hall.submit(&Caller::console(), erase).await.unwrap();
        let left = vec!["Vera Arbiter".to_owned(), "Official 2".to_owned()];
        assert_eq!(shown(&hall), (left.clone(), head()));
        assert!(!hall.everything_stored().await.contains("Zenobia"));
        hall.restart().await;
        assert_eq!(shown(&hall), (left, head()));
        let name = "Official 2".to_owned();
        hall.act(Act::Relieve { name }).await;
        assert_eq!(hall.now().affairs().officials.len(), 1);
    });
}

#[test]
fn a_damaged_record_is_seen_and_not_overwritten() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        hall.enter(2).await;
        let entrant = EntrantId(2);
        let person = hall.now().person_id(entrant).unwrap();
        let key = RecordKey::new(RecordKind::Person, person.as_str());
        let torn = r#"{"name":"Zenobia Qu"#.to_owned();
        let change = RecordChange {
            key: key.clone(),
            body: Some(torn.clone()),
        };
        hall.store.put_records(vec![change]).await.unwrap();
        hall.restart().await;
        assert_eq!(hall.now().name(entrant), "Player 2 (damaged record)");
        assert_eq!(hall.now().name(EntrantId(1)), "Fictional 1");
        let (_, findings) = verify(hall.store.as_ref()).await.unwrap();
        let problem = "could not read the personal record at line 1, column 19";
        assert_eq!(
            findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [format!("record {person}: {problem}")]
        );
        let application = Box::new(application("Zenobia Quux"));
        let rename = Act::ChangeEntrant {
            entrant,
            application,
        };
        let renamed = hall.try_act(&Caller::console(), rename).await;
        assert_eq!(code(renamed), "desk.damaged_record");
        assert_eq!(hall.store.record(&key).await.unwrap(), Some(torn));
        // It can be erased like any other.
        let erase = AccessAct::ErasePerson { person };
        let erase = Request::new("erase", What::Access { act: erase });
        hall.submit(&Caller::console(), erase).await.unwrap();
        assert_eq!(hall.store.record(&key).await.unwrap(), None);
        assert_eq!(hall.now().name(entrant), "Player 2");
    });
}

#[test]
fn a_changed_name_is_changed_everywhere_and_a_list_sent_back_renames_nobody() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(2).await;
        let entrant = EntrantId(1);
        let change = |entry: Entry| {
            let mut new = application("");
            new.entry = entry;
            Act::ChangeEntrant {
                entrant,
                application: Box::new(new),
            }
        };
        let mut entry = hall.now().affairs().entrants[&entrant].entry.clone();
        entry.name = "Ada Example".to_owned();
        hall.act(change(entry.clone())).await;
        assert_eq!(hall.now().name(entrant), "Ada Example");
        // Nothing is new.
        assert_eq!(
            code(
                hall.try_act(&Caller::console(), change(entry.clone()))
                    .await
            ),
            "tournament.nothing_new"
        );
        // The neutral entry of a list comes back with a rating.
        let mut listed = hall.now().affairs().entrants[&entrant].entry.clone();
        assert_eq!(listed.name, "Player 1");
        listed.rating = Some(1500);
        hall.act(change(listed)).await;
        assert_eq!(hall.now().name(entrant), "Ada Example");
        assert_eq!(
            hall.now().affairs().entrants[&entrant].entry.rating,
            Some(1500)
        );
        // Facts that no event knows.
        let person = hall.now().person_id(entrant).unwrap();
        let mut facts = Box::new(somebody());
        facts.dossier.name = "Ada Second".to_owned();
        let act = AccessAct::ChangePerson { person, facts };
        let assistant = hall.in_event(Role::Assistant).await;
        hall.submit(&assistant, Request::new("facts", What::Access { act }))
            .await
            .unwrap();
        assert_eq!(hall.now().name(entrant), "Ada Second");
        assert_eq!(
            (hall.now().person(entrant).unwrap().dossier.contact).as_deref(),
            Some("zenobia@example.org")
        );
    });
}

#[test]
fn a_person_of_one_event_enters_another() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        hall.enter(1).await;
        let person = hall.now().person_id(EntrantId(1)).unwrap();
        let mut again = application("Fictional 1");
        again.entry.person = Some(person.to_string());
        let refused = hall
            .try_act(&Caller::console(), Act::Enter(Box::new(again.clone())))
            .await;
        assert_eq!(code(refused), "tournament.already_entered");
        again.entry.person = Some("nobody".to_owned());
        let unknown = hall
            .try_act(&Caller::console(), Act::Enter(Box::new(again)))
            .await;
        assert_eq!(code(unknown), "desk.unknown_person");
    });
}
