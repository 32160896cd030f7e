//! A personal record belongs to one tournament or federation, and nobody gets at the records of another.

use crate::desk_federation::{admit, announce, ask};
use crate::desk_hall::{Hall, application, code, run};
use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Role, Scope, TokenKind};
use outflank_desk::log::{RecordKey, RecordKind};
use outflank_desk::{
    Answer, DeskAct, DeskRequest, FederationId, FederationTogether, NewFederation, NewTournament,
    Person, PersonId, RecordOwner, RecordRight, Refusal, Request, TournamentId, TournamentRequest,
    What,
};
use outflank_federation::{
    Act as OfficeAct, Dossier, EventKey, Founding, Payment, PersonNumber, Wage,
};
use outflank_game::{Needs, Sight};
use outflank_tournament::running::{Act, Creation, OfficialPost, Post, Timestamp};
use outflank_tournament::{CivilDate, EntrantId, Money};

const SECRET: &str = "zenobia@example.org";

fn secret_facts() -> Person {
    Person {
        dossier: Dossier {
            born: CivilDate::new(2012, 5, 1),
            contact: Some(SECRET.to_owned()),
            ..Dossier::default()
        },
        residence: Some("17 Nowhere Lane".to_owned()),
        ..Person::default()
    }
}

fn secret_dossier() -> Dossier {
    Dossier {
        wof: Some(4711),
        wage: Some(Wage::Unwaged),
        paid: vec![Payment {
            event: EventKey::from("old"),
            amount: Money(1000),
        }],
        ..secret_facts().dossier
    }
}

async fn federation(hall: &Hall, slug: &str) -> FederationId {
    let what = What::NewFederation(Box::new(NewFederation {
        rulebook: "bof".to_owned(),
        slug: Some(slug.to_owned()),
        founding: Founding {
            name: format!("Federation {slug}"),
            country: "GBR".to_owned(),
            currency: None,
            scale: None,
            offset: Default::default(),
        },
    }));
    let request = Request::new(hall.id(), what);
    let answer = hall.submit(&Caller::console(), request).await.unwrap();
    answer.made.unwrap().parse().unwrap()
}

/// A second tournament with one player whose record is full.
async fn other_tournament(hall: &Hall) -> (TournamentId, PersonId) {
    let creation = Creation::new("Other Open", "2024-05-04".parse().unwrap());
    let what = What::NewTournament(Box::new(NewTournament {
        preset: "bof/regional".to_owned(),
        slug: Some("other".to_owned()),
        creation,
    }));
    let request = Request::new(hall.id(), what);
    let made = hall.submit(&Caller::console(), request).await.unwrap().made;
    let tournament: TournamentId = made.unwrap().parse().unwrap();
    let enter = Act::Enter(Box::new(application("Zenobia Quux")));
    in_tournament(
        hall,
        &Caller::console(),
        &tournament,
        enter,
        Some(secret_facts()),
    )
    .await
    .unwrap();
    let now = hall.desk.tournament(&tournament).unwrap();
    let person = now.person_id(EntrantId(1)).unwrap();
    (tournament, person)
}

async fn in_tournament(
    hall: &Hall,
    caller: &Caller,
    tournament: &TournamentId,
    act: Act,
    person: Option<Person>,
) -> Result<Answer, Refusal> {
    let what = What::Tournament(Box::new(TournamentRequest {
        tournament: tournament.clone(),
        by: None,
        act,
        person,
    }));
    hall.submit(caller, Request::new(hall.id(), what)).await
}

async fn access(hall: &Hall, caller: &Caller, act: AccessAct) -> Result<Answer, Refusal> {
    let what = What::Access { act };
    hall.submit(caller, Request::new(hall.id(), what)).await
}

async fn stored(hall: &Hall, person: &PersonId) -> Option<String> {
    let key = RecordKey::new(RecordKind::Person, person.as_str());
    hall.store.record(&key).await.unwrap()
}

async fn officer_of(hall: &Hall, role: Role, federation: &FederationId) -> Caller {
    hall.link(role, Grant::federation(role, federation).scope)
        .await
}

fn enter_as(name: &str, person: &PersonId) -> Act {
    let mut foreign = application(name);
    foreign.entry.person = Some(person.to_string());
    Act::Enter(Box::new(foreign))
}

#[test]
fn nobody_reaches_a_record_of_another_owner() {
    run(async {
        let mut hall = Hall::open("bof/regional").await;
        hall.enter(2).await;
        let console = Caller::console();
        let (other, of_tournament) = other_tournament(&hall).await;
        let (f1, f2) = (
            federation(&hall, "one").await,
            federation(&hall, "two").await,
        );
        let dossier = Box::new(Dossier {
            name: "Yolanda Quux".to_owned(),
            ..secret_dossier()
        });
        let record = "ya0000000a".to_owned();
        ask(
            &hall,
            &console,
            &f1,
            OfficeAct::AddPerson { record, dossier },
        )
        .await
        .unwrap();
        let of_federation: PersonId = "ya0000000a".parse().unwrap();
        let owner = |id: &PersonId| hall.desk.owner_of_record(id.as_str());
        assert_eq!(
            owner(&of_tournament),
            Some(RecordOwner::Tournament(other.clone()))
        );
        assert_eq!(
            owner(&of_federation),
            Some(RecordOwner::Federation(f1.clone()))
        );

        let mut callers = vec![Caller::public(), hall.player(EntrantId(1)).await];
        for role in [Role::Head, Role::Director, Role::Assistant] {
            callers.push(hall.in_event(role).await);
        }
        callers.push(hall.judge(1, 1).await);
        for role in [Role::Officer, Role::Chairman, Role::Committee] {
            callers.push(officer_of(&hall, role, &f2).await);
        }
        let member = Scope {
            member: Some(PersonNumber(1)),
            ..Grant::federation(Role::Player, &f2).scope
        };
        callers.push(hall.link(Role::Player, member).await);

        let here = hall.event.clone();
        let mut tried = 0;
        for victim in [&of_tournament, &of_federation] {
            let before = stored(&hall, victim).await;
            for caller in &callers {
                let tournament_acts = [
                    (enter_as("Zenobia Quux", victim), None),
                    (enter_as("Harmless", victim), None),
                    (enter_as("Harmless", victim), Some(Person::new("Wiped"))),
                    (
                        Act::Appoint {
                            official: OfficialPost {
                                person: Some(victim.to_string()),
                                ..OfficialPost::new("Harmless", Post::Judge)
                            },
                        },
                        None,
                    ),
                ];
                for tournament in [&here, &other] {
                    for (act, person) in tournament_acts.clone() {
                        let answer = in_tournament(&hall, caller, tournament, act, person).await;
                        assert!(answer.is_err(), "{caller:?} {answer:?}");
                        tried += 1;
                    }
                }
                let facts = Box::new(Person::new("Defaced"));
                let person = victim.clone();
                for act in [
                    AccessAct::ChangePerson {
                        person: person.clone(),
                        facts,
                    },
                    AccessAct::ErasePerson { person },
                ] {
                    let answer = access(&hall, caller, act).await;
                    assert!(answer.is_err(), "{caller:?} {answer:?}");
                    tried += 1;
                }
                let needs = Some(Needs {
                    sight: Sight::Sighted,
                    tasks: Vec::new(),
                    note: "reads the board aloud".to_owned(),
                });
                let act = DeskAct::GrantNeeds {
                    entrant: EntrantId(1),
                    needs,
                };
                let tournament = other.clone();
                let what = What::Desk(DeskRequest { tournament, act });
                let answer = hall.submit(caller, Request::new(hall.id(), what)).await;
                assert!(answer.is_err(), "{caller:?} {answer:?}");
                let steal = || OfficeAct::AddPerson {
                    record: victim.to_string(),
                    dossier: Box::new(Dossier::new("Stolen")),
                };
                let foreign_event = || match announce(&hall) {
                    OfficeAct::AnnounceEvent { notice, .. } => OfficeAct::AnnounceEvent {
                        event: EventKey::from(other.as_str()),
                        notice,
                    },
                    act => act,
                };
                for federation in [&f1, &f2] {
                    let mut acts = vec![steal(), foreign_event()];
                    // In the federation that owns it, the caller is a stranger.
                    if *federation == f1 {
                        acts.extend([
                            OfficeAct::ErasePerson {
                                person: PersonNumber(1),
                            },
                            OfficeAct::ChangePerson {
                                person: PersonNumber(1),
                                dossier: Box::new(Dossier::new("Defaced")),
                            },
                        ]);
                    }
                    for act in acts {
                        let together = What::FederationTogether(Box::new(FederationTogether {
                            federation: federation.clone(),
                            by: None,
                            acts: vec![act.clone()],
                        }));
                        let request = Request::new(hall.id(), together);
                        let answer = hall.submit(caller, request).await;
                        assert!(answer.is_err(), "{caller:?} {answer:?}");
                        let answer = ask(&hall, caller, federation, act).await;
                        assert!(answer.is_err(), "{caller:?} {answer:?}");
                        tried += 2;
                    }
                }
            }
            assert_eq!(stored(&hall, victim).await, before);
        }
        assert!(tried > 350, "{tried}");
        let office = hall.desk.federation(&f2).unwrap();
        assert!(
            hall.desk
                .acts_of_entrants(&office, other.as_str())
                .is_none()
        );
        hall.restart().await;
        let now = hall.desk.tournament(&other).unwrap();
        assert_eq!(now.name(EntrantId(1)), "Zenobia Quux");
        let office = hall.desk.federation(&f1).unwrap();
        assert_eq!(office.public_name(PersonNumber(1)), "Yolanda Quux");
    });
}

#[test]
fn a_tournament_changes_what_it_needs_of_a_federations_record_and_not_the_dossier() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let id = federation(&hall, "one").await;
        let console = Caller::console();
        ask(&hall, &console, &id, announce(&hall)).await.unwrap();
        let dossier = Box::new(Dossier {
            name: "Zenobia Quux".to_owned(),
            ..secret_dossier()
        });
        let record = String::new();
        ask(
            &hall,
            &console,
            &id,
            OfficeAct::AddPerson { record, dossier },
        )
        .await
        .unwrap();
        let assistant = hall.in_event(Role::Assistant).await;
        let applicant = hall.desk.applicant(&hall.now(), PersonNumber(1)).unwrap();
        hall.try_act(&assistant, Act::Enter(Box::new(applicant)))
            .await
            .unwrap();
        let person = hall.now().person_id(EntrantId(1)).unwrap();
        let known = hall.now().person(EntrantId(1)).unwrap().clone();
        let change = |facts: Person| AccessAct::ChangePerson {
            person: person.clone(),
            facts: Box::new(facts),
        };
        let mut facts = known.clone();
        facts.special_needs = Some("a lamp".to_owned());
        access(&hall, &assistant, change(facts.clone()))
            .await
            .unwrap();
        type Edit = fn(&mut Dossier);
        let edits: [Edit; 5] = [
            |one| one.name = "Defaced".to_owned(),
            |one| one.born = CivilDate::new(1990, 1, 1),
            |one| one.wof = Some(1),
            |one| one.contact = None,
            |one| {
                one.paid.push(Payment {
                    event: EventKey::from("old"),
                    amount: Money(100_000),
                })
            },
        ];
        for edit in edits {
            let mut wrong = facts.clone();
            edit(&mut wrong.dossier);
            let refused = access(&hall, &assistant, change(wrong)).await;
            assert_eq!(code(refused), "desk.record_of_other");
        }
        let office = hall.desk.federation(&id).unwrap();
        assert_eq!(office.dossier(PersonNumber(1)), Some(&known.dossier));
        // The federation changes its record, and the tournament shows it at once.
        let mut dossier = known.dossier.clone();
        dossier.name = "Zenobia Example".to_owned();
        let person = PersonNumber(1);
        let dossier = Box::new(dossier);
        let officer = officer_of(&hall, Role::Officer, &id).await;
        ask(
            &hall,
            &officer,
            &id,
            OfficeAct::ChangePerson { person, dossier },
        )
        .await
        .unwrap();
        assert_eq!(hall.now().name(EntrantId(1)), "Zenobia Example");
    });
}

#[test]
fn a_federation_copies_what_the_tournament_lets_it_have() {
    for right in [RecordRight::Name, RecordRight::Read] {
        run(async {
            let mut hall = Hall::open("bof/regional").await;
            let enter = Act::Enter(Box::new(application("Zenobia Quux")));
            let here = hall.event.clone();
            let console = Caller::console();
            in_tournament(&hall, &console, &here, enter, Some(secret_facts()))
                .await
                .unwrap();
            let id = federation(&hall, "one").await;
            let officer = officer_of(&hall, Role::Officer, &id).await;
            admit(&hall, &id, Some(right)).await;
            ask(&hall, &officer, &id, announce(&hall)).await.unwrap();
            let office = hall.desk.federation(&id).unwrap();
            let acts = hall.desk.acts_of_entrants(&office, here.as_str()).unwrap();
            let what = What::FederationTogether(Box::new(FederationTogether {
                federation: id.clone(),
                by: None,
                acts,
            }));
            hall.submit(&officer, Request::new(hall.id(), what))
                .await
                .unwrap();
            let office = hall.desk.federation(&id).unwrap();
            let copy = office.dossier(PersonNumber(1)).unwrap().clone();
            assert_eq!(copy.name, "Zenobia Quux");
            assert_eq!(copy.contact.is_some(), right == RecordRight::Read);
            // What happens to the copy does not happen to the tournament's record.
            let person = PersonNumber(1);
            for act in [
                OfficeAct::ChangePerson {
                    person,
                    dossier: Box::new(Dossier::new("Defaced")),
                },
                OfficeAct::ErasePerson { person },
            ] {
                ask(&hall, &officer, &id, act).await.unwrap();
                assert_eq!(hall.now().name(EntrantId(1)), "Zenobia Quux");
            }
            hall.restart().await;
            let known = hall.now().person(EntrantId(1)).cloned();
            assert_eq!(known.unwrap().dossier.contact.as_deref(), Some(SECRET));
            // Consent is withdrawn: nothing flows any more.
            admit(&hall, &id, None).await;
            let office = hall.desk.federation(&id).unwrap();
            assert!(hall.desk.acts_of_entrants(&office, here.as_str()).is_none());
        });
    }
}

#[test]
fn a_link_has_the_limits_of_the_link_it_was_made_with_and_goes_with_it() {
    run(async {
        let hall = Hall::open("bof/regional").await;
        let end = Timestamp(hall.desk.now().0 + 60_000);
        let link = |role, expires, only: &[&str]| NewLink {
            kind: TokenKind::Api,
            grant: Grant::tournament(role, &hall.event),
            expires,
            only: only.iter().map(|&word| word.to_owned()).collect(),
            label: None,
        };
        let head = link(Role::Head, Some(end), &["give_access", "check_in"]);
        let made = access(&hall, &Caller::console(), AccessAct::MakeLink(head))
            .await
            .unwrap();
        let secret = made.secret.unwrap();
        let head = hall.desk.caller_by_token(secret.reveal()).await.unwrap();
        let head = head.unwrap();
        // More than the giver has.
        let more = link(Role::Director, None, &["undo"]);
        let refused = access(&hall, &head, AccessAct::MakeLink(more)).await;
        assert_eq!(code(refused), "access.not_allowed");
        let director = link(Role::Director, None, &[]);
        let director = access(&hall, &head, AccessAct::MakeLink(director))
            .await
            .unwrap();
        let id = director.made.unwrap().parse().unwrap();
        let now = hall.desk.access();
        assert_eq!(now.tokens[&id].expires, Some(end));
        assert_eq!(now.tokens[&id].only.as_ref().map(Vec::len), Some(2));
        let secret = director.secret.unwrap();
        let director = hall.desk.caller_by_token(secret.reveal()).await.unwrap();
        let third = link(Role::Assistant, None, &[]);
        let third = access(&hall, &director.unwrap(), AccessAct::MakeLink(third))
            .await
            .unwrap();
        let third: outflank_desk::TokenId = third.made.unwrap().parse().unwrap();
        let token = made.made.unwrap().parse().unwrap();
        let and_made = true;
        let revoke = AccessAct::Revoke { token, and_made };
        access(&hall, &Caller::console(), revoke).await.unwrap();
        let now = hall.desk.access();
        assert!(!now.tokens.contains_key(&id) && !now.tokens.contains_key(&third));
        let gone = hall.desk.caller_by_token(secret.reveal()).await.unwrap();
        assert_eq!(gone, None);
    });
}
