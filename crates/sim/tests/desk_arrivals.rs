//! Accounts and links that come with an event to another laptop, and what does not come.

use std::sync::Arc;

use crate::desk_hall::{Hall, application, code, run};
use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Password, Role, Scope, TokenKind};
use outflank_desk::log::{RecordChange, RecordKey, RecordKind, Store};
use outflank_desk::{
    Answer, Archiver, CopyChoice, Desk, HandClock, Options, Refusal, Request, TokenId, UserId, What,
};
use outflank_store::archive::EventArchiver;
use outflank_store::memory::MemoryStore;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Act;
use serde_json::{Value, json};

const PASSWORD: &str = "a long password";

async fn access(desk: &Desk, act: AccessAct) -> Result<Answer, Refusal> {
    let request = Request::new(TokenId::random().as_str(), What::Access { act });
    desk.submit(&Caller::console(), request).await
}

async fn account(desk: &Desk, login: &str, grants: &[Grant]) -> UserId {
    let add = AccessAct::AddUser {
        login: login.to_owned(),
        name: "Dora Director".to_owned(),
        password: Password::new(PASSWORD),
    };
    let user: UserId = access(desk, add)
        .await
        .unwrap()
        .made
        .unwrap()
        .parse()
        .unwrap();
    for grant in grants {
        let give = AccessAct::Give {
            user: user.clone(),
            grant: grant.clone(),
        };
        access(desk, give).await.unwrap();
    }
    user
}

async fn link(desk: &Desk, kind: TokenKind, grant: Grant) -> (TokenId, String) {
    let new = NewLink {
        kind,
        grant,
        expires: None,
        only: Vec::new(),
        label: None,
    };
    let made = access(desk, AccessAct::MakeLink(new)).await.unwrap();
    let token = made.made.unwrap().parse().unwrap();
    (token, made.secret.unwrap().reveal().to_owned())
}

/// A laptop: its log, and a desk on it that can take an event over.
struct Laptop {
    store: Arc<dyn Store>,
    desk: Arc<Desk>,
}

impl Laptop {
    async fn on(store: Arc<dyn Store>, clock: &Arc<HandClock>) -> Self {
        let archiver = EventArchiver::new(store.clone(), clock.clone());
        let options = Options {
            archiver: Some(Arc::new(archiver)),
            ..Options::default()
        };
        let desk = Desk::open(store.clone(), clock.clone(), options).await;
        Self {
            store,
            desk: desk.unwrap(),
        }
    }

    async fn new(clock: &Arc<HandClock>) -> Self {
        Self::on(Arc::new(MemoryStore::new()), clock).await
    }

    /// The archive of an event, as it lies in a second folder.
    async fn archive(&self, hall: &Hall) -> Vec<u8> {
        let name = format!("outflank-arrivals-{}-{}", std::process::id(), hall.event);
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let clock = hall.clock.clone();
        let archiver = EventArchiver::new(self.store.clone(), clock);
        let event = self.desk.belongings(&hall.event).await.unwrap();
        let path = archiver.write(&event, &folder).await.unwrap();
        let bytes = std::fs::read(path).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        bytes
    }

    async fn take_in(&self, archive: &[u8]) {
        let owner = Caller::console();
        (self.desk.take_in(&owner, archive, CopyChoice::Ask))
            .await
            .unwrap();
    }

    async fn sign_in(&self, login: &str) -> Result<Caller, &'static str> {
        let session = self.desk.sign_in(login, &Password::new(PASSWORD)).await;
        session
            .map(|one| one.caller)
            .map_err(|refusal| refusal.code())
    }
}

async fn at_home() -> (Hall, Laptop) {
    let hall = Hall::open("bof/regional").await;
    hall.enter(4).await;
    let home = Laptop::on(hall.store.clone(), &hall.clock).await;
    (hall, home)
}

#[test]
fn a_director_comes_with_the_event_and_signs_in_with_the_same_password() {
    run(async {
        let (hall, home) = at_home().await;
        let head = Grant::tournament(Role::Head, &hall.event);
        let everywhere = Grant::everywhere(Role::Owner);
        let dora = account(&home.desk, "dora", &[head.clone(), everywhere]).await;
        account(&home.desk, "stranger", &[]).await;
        let other = Laptop::new(&hall.clock).await;
        // Somebody here has the same login, and another password.
        let own = AccessAct::AddUser {
            login: "dora".to_owned(),
            name: "Dora Other".to_owned(),
            password: Password::new("quite another one"),
        };
        access(&other.desk, own).await.unwrap();
        other.take_in(&home.archive(&hall).await).await;
        let caller = other.sign_in("dora").await.unwrap();
        assert_eq!(caller.grants(), [head], "in this event, and nowhere else");
        let enter = Act::Enter(Box::new(application("Late Comer")));
        let request = Request::new("late", hall.what(enter, None));
        other.desk.submit(&caller, request).await.unwrap();
        let password = Password::new("quite another one");
        let theirs = other.desk.sign_in("dora", &password).await.unwrap();
        assert!(theirs.caller.grants().is_empty());
        assert_eq!(
            other.sign_in("stranger").await.unwrap_err(),
            "access.wrong_password",
            "nobody else's account comes with it"
        );
        // It is an account like any other here: it travels on, and it can be closed.
        let third = Laptop::new(&hall.clock).await;
        third.take_in(&other.archive(&hall).await).await;
        assert!(third.sign_in("dora").await.is_ok());
        let remove = AccessAct::RemoveUser { user: dora };
        access(&third.desk, remove).await.unwrap();
        assert!(third.sign_in("dora").await.is_err());
        let gone = Request::new("gone", hall.what(Act::DeclineAdditional, None));
        let _ = other.desk.submit(&Caller::console(), gone).await;
        let late = Act::Enter(Box::new(application("Later Comer")));
        let request = Request::new("later", hall.what(late, None));
        other
            .desk
            .submit(&Caller::console(), request)
            .await
            .unwrap();
        third.take_in(&other.archive(&hall).await).await;
        assert!(
            third.sign_in("dora").await.is_err(),
            "whoever was shut out stays out"
        );
        let listed = third.store.records(RecordKind::User).await.unwrap();
        assert!(listed.iter().all(|(id, _)| !id.contains('~')), "{listed:?}");
    });
}

#[test]
fn links_come_with_the_event_and_can_be_revoked_where_it_is_now() {
    run(async {
        let (hall, home) = at_home().await;
        let player = Grant {
            role: Role::Player,
            scope: Scope {
                entrant: Some(EntrantId(1)),
                ..Scope::tournament(&hall.event)
            },
        };
        let (token, secret) = link(&home.desk, TokenKind::Link, player.clone()).await;
        let (_, unused) = link(&home.desk, TokenKind::Once, player.clone()).await;
        let (_, used) = link(&home.desk, TokenKind::Once, player).await;
        home.desk.open_link(&used).await.unwrap();
        let owner = Grant::everywhere(Role::Owner);
        let (_, owners) = link(&home.desk, TokenKind::Link, owner).await;
        let other = Laptop::new(&hall.clock).await;
        other.take_in(&home.archive(&hall).await).await;
        for (secret, opens) in [
            (&secret, true),
            (&unused, true),
            (&unused, false),
            (&used, false),
            (&owners, false),
        ] {
            let opened = other.desk.open_link(secret).await;
            assert_eq!(opened.is_ok(), opens);
        }
        let session = other.desk.open_link(&secret).await.unwrap();
        access(
            &other.desk,
            AccessAct::Revoke {
                token,
                and_made: false,
            },
        )
        .await
        .unwrap();
        let cookie = session.secret.reveal();
        let now = other.desk.caller_by_cookie(cookie).await.unwrap();
        assert!(!now.is_known(), "his session ends with his link");
        // A newer copy from home still has it; here it stays revoked.
        hall.act(Act::TakeBackCheckIn {
            entrant: EntrantId(2),
        })
        .await;
        let home = Laptop::on(hall.store.clone(), &hall.clock).await;
        other.take_in(&home.archive(&hall).await).await;
        assert!(other.desk.open_link(&secret).await.is_err());
    });
}

#[test]
fn nobody_becomes_the_owner_by_a_file_and_the_erased_stay_erased() {
    run(async {
        let (hall, home) = at_home().await;
        let other = Laptop::new(&hall.clock).await;
        other.take_in(&home.archive(&hall).await).await;
        let now = other.desk.tournament(&hall.event).unwrap();
        let person = now.person_id(EntrantId(3)).unwrap();
        drop(now);
        let erase = AccessAct::ErasePerson {
            person: person.clone(),
        };
        access(&other.desk, erase).await.unwrap();
        // Somebody has put records of his own into a copy of the log.
        let forged = json!({
            "token": "forged", "kind": "link", "grant": {"role": "owner", "scope": {}},
        });
        let put = |kind: RecordKind, id: &str, body: &str| RecordChange {
            key: RecordKey::new(kind, id),
            body: Some(body.to_owned()),
        };
        let hash = blake3_hex("secret");
        (other.store)
            .put_records(vec![put(RecordKind::Token, &hash, &forged.to_string())])
            .await
            .unwrap();
        assert!(other.desk.open_link("secret").await.is_err());
        hall.act(Act::TakeBackCheckIn {
            entrant: EntrantId(2),
        })
        .await;
        let home = Laptop::on(hall.store.clone(), &hall.clock).await;
        other.take_in(&home.archive(&hall).await).await;
        assert!(other.desk.open_link("secret").await.is_err());
        let key = RecordKey::new(RecordKind::Person, person.as_str());
        assert_eq!(other.store.record(&key).await.unwrap(), None);
        let now = other.desk.tournament(&hall.event).unwrap();
        assert_eq!(now.name(EntrantId(3)), "Player 3");
        assert_eq!(now.name(EntrantId(1)), "Fictional 1");
    });
}

/// Rewrites the records of an archive as somebody could who has carried it, and puts the sum at its end right.
fn forged(archive: &[u8], rewrite: impl Fn(&str, &mut Value, &mut String)) -> Vec<u8> {
    let text = std::str::from_utf8(archive).unwrap();
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("{\"end\"")) {
        let mut value: Value = serde_json::from_str(line).unwrap();
        if let Some(record) = value.get_mut("record") {
            let kind = record["kind"].as_str().unwrap().to_owned();
            let mut id = record["id"].as_str().unwrap().to_owned();
            if let Ok(mut body) = serde_json::from_str(record["body"].as_str().unwrap()) {
                rewrite(&kind, &mut body, &mut id);
                record["body"] = json!(body.to_string());
                record["id"] = json!(id);
            }
            lines.push(value.to_string());
        } else {
            lines.push(line.to_owned());
        }
    }
    let mut bytes = format!("{}\n", lines.join("\n")).into_bytes();
    let hash = blake3::hash(&bytes).to_hex().to_string();
    let end = json!({"end": {"lines": lines.len(), "hash": hash}});
    bytes.extend(format!("{end}\n").into_bytes());
    bytes
}

#[test]
fn a_forged_record_gives_no_role_elsewhere_and_takes_nobody_s_place() {
    run(async {
        let (hall, home) = at_home().await;
        let head = Grant::tournament(Role::Head, &hall.event);
        account(&home.desk, "dora", &[head]).await;
        let player = Grant {
            role: Role::Player,
            scope: Scope {
                entrant: Some(EntrantId(1)),
                ..Scope::tournament(&hall.event)
            },
        };
        let (_, secret) = link(&home.desk, TokenKind::Link, player).await;
        let archive = home.archive(&hall).await;
        for forgery in [Forgery::Owner, Forgery::Elsewhere, Forgery::OwnersLink] {
            // Another laptop, with an event and an owner's link of its own.
            let there = Hall::open("bof/regional").await;
            let other = Laptop::on(there.store.clone(), &there.clock).await;
            let owner = Grant::everywhere(Role::Owner);
            let (owners, _) = link(&other.desk, TokenKind::Link, owner).await;
            let forged = forgery.of(&archive, &hall, &there, &owners);
            other.take_in(&forged).await;
            assert!(other.desk.tournament(&hall.event).is_some());
            if let Ok(session) = other.desk.open_link(&secret).await {
                panic!("a forged link opened {:?}", session.caller.grants());
            }
            let grants = other.sign_in("dora").await.map(|one| one.grants().to_vec());
            for grant in grants.unwrap_or_default() {
                assert_eq!(grant.scope.tournament.as_ref(), Some(&hall.event));
            }
        }
    });
}

enum Forgery {
    /// Every link is the owner's.
    Owner,
    /// Everybody has his role in an event that is there already.
    Elsewhere,
    /// A link passes for the owner's own.
    OwnersLink,
}

impl Forgery {
    fn of(&self, archive: &[u8], from: &Hall, there: &Hall, owners: &TokenId) -> Vec<u8> {
        let everything = json!({"role": "owner", "scope": {}});
        let elsewhere = there.event.as_str();
        let into = |body: &mut Value, at: &str, value: Value| {
            if let Some(place) = body.pointer_mut(at) {
                *place = value;
            }
        };
        forged(archive, |kind, body, id| match self {
            Self::Owner if kind == "token" => into(body, "/grant", everything.clone()),
            Self::OwnersLink if kind == "token" => {
                into(body, "/token", json!(owners.as_str()));
                into(body, "/grant", everything.clone());
            }
            Self::Elsewhere => {
                into(body, "/grant/scope/tournament", json!(elsewhere));
                into(body, "/tournament", json!(elsewhere));
                into(body, "/grants/0/scope/tournament", json!(elsewhere));
                *id = id.replace(from.event.as_str(), elsewhere);
            }
            Self::Owner | Self::OwnersLink => {}
        })
    }
}

/// What is stored of a secret.
fn blake3_hex(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

#[test]
fn only_the_owner_takes_over_and_a_broken_archive_changes_nothing() {
    run(async {
        let (hall, home) = at_home().await;
        let archive = home.archive(&hall).await;
        let other = Laptop::new(&hall.clock).await;
        let head = hall.in_event(Role::Head).await;
        let refused = other.desk.take_in(&head, &archive, CopyChoice::Ask).await;
        assert_eq!(refused.unwrap_err().code(), "access.not_allowed");
        let owner = Caller::console();
        let cut = &archive[..archive.len() - 200];
        for broken in [cut, b"{}\n", b"", b"\xff\xfe"] {
            let refused = other.desk.take_in(&owner, broken, CopyChoice::Ask).await;
            assert_eq!(refused.unwrap_err().code(), "desk.bad_archive");
        }
        assert!(other.desk.tournaments().is_empty());
        // Both went on: named, and then chosen.
        other.take_in(&archive).await;
        let enter = |name: &str| hall.what(Act::Enter(Box::new(application(name))), None);
        let there = Request::new("there", enter("There Only"));
        other.desk.submit(&owner, there).await.unwrap();
        hall.act(Act::Enter(Box::new(application("Here Only"))))
            .await;
        let home = Laptop::on(hall.store.clone(), &hall.clock).await;
        let newer = home.archive(&hall).await;
        let parted = other.desk.take_in(&owner, &newer, CopyChoice::Ask).await;
        let parted = parted.unwrap_err();
        assert_eq!(parted.code(), "desk.copies_parted");
        let facts = parted.facts();
        assert_eq!(facts["stream"], format!("tournament/{}", hall.event));
        assert_eq!(facts["ours"]["kind"], "tournament.entrant_registered");
        assert_eq!(facts["theirs"]["kind"], "tournament.entrant_registered");
        assert_eq!(code(Err(parted)), "desk.copies_parted");
        let name = || {
            let now = other.desk.tournament(&hall.event).unwrap();
            now.name(EntrantId(5))
        };
        let ours = other.desk.take_in(&owner, &newer, CopyChoice::Ours).await;
        assert!(ours.unwrap().events.is_empty());
        assert_eq!(name(), "There Only");
        let theirs = other.desk.take_in(&owner, &newer, CopyChoice::Theirs).await;
        assert_eq!(theirs.unwrap().set_aside.len(), 1);
        assert_eq!(name(), "Here Only");
    });
}
