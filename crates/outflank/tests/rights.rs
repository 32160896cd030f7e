//! Every route × every role, against the table of rights.

use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};
use outflank_desk::access::{Action, Allowed, Grant, Role, Scope, TableRange, allowed};
use outflank_desk::{GamePlace, NewGame, TournamentId, What};
use outflank_tournament::running::{Act, TableNumber};
use outflank_tournament::{EntrantId, RoundNumber};
use outflank_web::api::Operation;
use outflank_web::routes::{Method, Requires, Route, operations, table};
use serde_json::{Value, json};

struct Hall {
    hosted: Hosted,
    id: TournamentId,
    game: String,
    table: u16,
    people: Vec<(Role, Client)>,
}

impl Hall {
    /// A round that is announced, and at the table of entrant 1 a game.
    fn new() -> Self {
        let hosted = Hosted::start();
        let id = hosted.event("hall", 6);
        hosted.office("office");
        let round = RoundNumber(1);
        hosted.announce(&id, round);
        let now = hosted.desk.tournament(&id).unwrap();
        let life = now.affairs().round(round).unwrap();
        let card = life.card_of(EntrantId(1)).unwrap();
        let table = card.table;
        let opened = hosted.submit(What::NewGame(Box::new(NewGame {
            place: Some(GamePlace {
                tournament: id.clone(),
                round,
                table,
            }),
            rulebook: None,
            opening: outflank_game::Opening::default(),
        })));
        let people = Role::ALL
            .into_iter()
            .map(|role| {
                let client = hosted.client();
                match grant(role, &id, table) {
                    None => (role, client),
                    Some(grant) => (role, client.bearer(&hosted.token(grant, None))),
                }
            })
            .collect();
        Self {
            game: opened.made.unwrap(),
            table: table.0,
            hosted,
            id,
            people,
        }
    }

    /// An address of this hall for a path of the table.
    fn path(&self, route: &Route) -> String {
        let mut path = route.path.to_owned();
        for name in route.parameters() {
            let value = match name {
                "tournament" => self.id.as_str(),
                "game" => &self.game,
                "entrant" | "player" | "person" | "number" | "round" | "*path" | "*page" => "1",
                "table" => &self.table.to_string(),
                "federation" => "office",
                "event" => "2024-example",
                "day" => "2024-05-04",
                "year" => "2024",
                "format" => "json",
                "id" => "wof",
                "sheet" => "standings",
                "file" => "outflank.css",
                "name" | "secret" => "none",
                other => panic!("say what to put for {other} in {route:?}"),
            };
            path = path.replace(&format!("{{{name}}}"), value);
        }
        path
    }

    fn ask(&self, client: &Client, route: &Route, method: Method, body: &Value) -> Reply {
        let path = self.path(route);
        let is_stream = match &route.operation {
            Some(operation) => operation.answer.media == "text/event-stream",
            None => path.ends_with("live"),
        };
        match method {
            Method::Get if is_stream => {
                let listener = client.listen(&path).unwrap();
                Reply {
                    status: listener.status,
                    headers: listener.headers,
                    body: Vec::new(),
                }
            }
            Method::Get => client.get(&path),
            Method::Post => client.post(&path, body),
        }
    }

    fn command(&self, client: &Client, name: &str, body: &Value) -> Reply {
        let named = |(_, operation): &(Route, Operation)| operation.name == name;
        let (route, _) = operations().into_iter().find(named).unwrap();
        self.ask(client, &route, Method::Post, body)
    }
}

fn grant(role: Role, id: &TournamentId, table: TableNumber) -> Option<Grant> {
    let within = Scope::tournament(id);
    let scope = match role {
        Role::Public => return None,
        Role::Owner | Role::Officer | Role::Chairman | Role::Committee => Scope::default(),
        Role::Head | Role::Director | Role::Assistant => within,
        Role::Judge => Scope {
            tables: Some(TableRange::one(table)),
            ..within
        },
        Role::Player | Role::NeedsAssistant => Scope {
            entrant: Some(EntrantId(1)),
            ..within
        },
    };
    Some(Grant { role, scope })
}

#[track_caller]
fn check(reply: &Reply, may: bool, what: &str) {
    let denied = matches!(
        reply.code().as_str(),
        "access.not_allowed" | "access.sign_in"
    );
    assert_eq!(denied, !may, "{what}: {} {}", reply.status, reply.text());
    if denied {
        let expected = if reply.code() == "access.sign_in" {
            401
        } else {
            403
        };
        assert_eq!(reply.status, expected, "{what}");
    }
    assert!(
        reply.status < 500,
        "{what}: {} {}",
        reply.status,
        reply.text()
    );
}

/// A page says in words that it is for others.
#[track_caller]
fn check_page(reply: &Reply, may: bool, what: &str) {
    let denied = reply.status == 403;
    assert_eq!(denied, !may, "{what}: {} {}", reply.status, reply.text());
    assert!(reply.status < 500, "{what}: {}", reply.status);
}

#[test]
fn every_route_lets_in_whom_the_table_lets_in() {
    let hall = Hall::new();
    for route in table() {
        for (role, client) in &hall.people {
            let may = match route.requires {
                Requires::Nothing => true,
                // A player of a tournament has no record in the federation.
                Requires::Action(Action::OwnRecord) if *role == Role::Player => false,
                // Players see their own facts through the API and on their own page, not at the desk.
                Requires::Action(Action::ReadPersons)
                    if *role == Role::Player && route.operation.is_none() =>
                {
                    false
                }
                Requires::Action(action) => allowed(action, *role) == Allowed::Yes,
                // Below, command by command.
                Requires::ActionOfCommand => continue,
            };
            let what = format!("{route:?} as {role}");
            if route.operation.is_some() {
                let reply = hall.ask(client, &route, route.methods[0], &json!({}));
                check(&reply, may, &what);
                continue;
            }
            for method in &route.methods {
                let reply = hall.ask(client, &route, *method, &json!({}));
                match (route.requires, method) {
                    (Requires::Action(_), Method::Get) => check_page(&reply, may, &what),
                    (Requires::Action(_), Method::Post) if !may => check_page(&reply, may, &what),
                    // The handler checks, or the desk checks the command of the form.
                    _ => assert!(reply.status < 500, "{what}: {}", reply.status),
                }
            }
        }
    }
}

#[test]
fn every_kind_of_act_is_let_in_as_the_table_says() {
    let hall = Hall::new();
    let round = 1;
    let table = hall.table;
    let result = json!({"as": "official", "how": "played", "black": 40, "white": 24});
    let acts = [
        (Action::CheckIn, json!({"act": "check_in", "entrant": 1})),
        (
            Action::Register,
            json!({"act": "enter", "entry": {"name": "Late Comer"}}),
        ),
        (
            Action::AppointOfficials,
            json!({"act": "relieve", "name": "Vera Arbiter"}),
        ),
        (
            Action::PlanPlay,
            json!({"act": "request_bye", "entrant": 1, "round": 2}),
        ),
        (Action::Pair, json!({"act": "propose", "round": 2})),
        (Action::RunRounds, json!({"act": "start", "round": round})),
        (
            Action::ShapeEvent,
            json!({"act": "change_rounds", "rounds": 6, "why": "the hall closes"}),
        ),
        (
            Action::RunHall,
            json!({"act": "set_table_rules", "rules": []}),
        ),
        (
            Action::ReportResults,
            json!({"act": "enter_result", "round": round, "table": table, "result": result, "source": "slip"}),
        ),
        (
            Action::ConfirmResults,
            json!({"act": "confirm", "round": round, "table": table}),
        ),
        (
            Action::Correct,
            json!({"act": "correct", "round": round, "table": table, "result": result, "why": "misread"}),
        ),
        (
            Action::Penalise,
            json!({"act": "expel", "entrant": 1, "why": "shouting"}),
        ),
        (Action::Undo, json!({"act": "undo", "command": "none"})),
    ];
    for (action, act) in &acts {
        for (role, client) in &hall.people {
            let may = allowed(*action, *role) == Allowed::Yes;
            let what = format!("{act} as {role}");
            let preview = hall.command(client, "preview_tournament", &json!({"act": act}));
            check(&preview, may, &what);
        }
    }
    // The command route asks the same: an act that nothing comes of.
    for (role, client) in &hall.people {
        let may = allowed(Action::RunRounds, *role) == Allowed::Yes;
        let body = json!({"command_id": format!("x-{role}"), "act": {"act": "start", "round": 60}});
        let reply = hall.command(client, "command_tournament", &body);
        check(&reply, may, &format!("start as {role}"));
    }
    let game_acts = [
        (
            Action::PlayGame,
            json!({"by": "black", "act": {"act": "remind"}}),
        ),
        (
            Action::RuleGame,
            json!({"by": "director", "act": {"act": "rule", "text": "play on"}}),
        ),
    ];
    for (action, act) in &game_acts {
        for (role, client) in &hall.people {
            let mut body = act.clone();
            body["command_id"] = json!(format!("g-{action}-{role}"));
            let may = allowed(*action, *role) == Allowed::Yes;
            let reply = hall.command(client, "command_game", &body);
            check(&reply, may, &format!("{action} at the table as {role}"));
        }
    }
    for (role, client) in &hall.people {
        let act = json!({"act": "remove_user", "user": "nobody"});
        let body = json!({"command_id": format!("u-{role}"), "act": act});
        let may = allowed(Action::ManageUsers, *role) == Allowed::Yes;
        let reply = hall.command(client, "command_access", &body);
        check(&reply, may, &format!("remove_user as {role}"));
    }
    drop(hall.hosted);
}

#[test]
fn a_judge_of_another_table_and_a_foreign_player_stay_outside() {
    let hall = Hall::new();
    let other = TableNumber(if hall.table == 1 { 2 } else { 1 });
    let scope = Scope {
        tables: Some(TableRange::one(other)),
        ..Scope::tournament(&hall.id)
    };
    let token = hall.hosted.token(
        Grant {
            role: Role::Judge,
            scope,
        },
        None,
    );
    let judge = hall.hosted.client().bearer(&token);
    let path = format!("/api/v1/games/{}/commands", hall.game);
    let body = json!({"command_id": "j1", "by": "judge", "act": {"act": "stop", "why": "noise"}});
    assert_eq!(judge.post(&path, &body).status, 403);
    let elsewhere = hall.hosted.event("elsewhere", 2);
    let scope = Scope {
        entrant: Some(EntrantId(1)),
        ..Scope::tournament(&elsewhere)
    };
    let token = hall.hosted.token(
        Grant {
            role: Role::Player,
            scope,
        },
        None,
    );
    let player = hall.hosted.client().bearer(&token);
    let person = format!("/api/v1/tournaments/{}/entrants/1/person", hall.id);
    assert_eq!(player.get(&person).status, 403);
}

#[test]
fn an_unannounced_pairing_is_nowhere_for_the_public() {
    let hosted = Hosted::start();
    let id = hosted.event("quiet", 6);
    hosted.act(
        &id,
        Act::Propose {
            round: RoundNumber(1),
            assumed: Vec::new(),
        },
    );
    let public = hosted.client();
    let owner = hosted.owner();
    let path = |rest: &str| format!("/api/v1/tournaments/quiet{rest}");
    assert_eq!(public.get(&path("/rounds/1/pairings")).status, 404);
    assert_eq!(public.get(&path("/rounds/1/proposal")).status, 401);
    let proposal = owner.get(&path("/rounds/1/proposal"));
    assert_eq!(proposal.json()["phase"], "proposed");
    for address in [
        path("/log"),
        "/api/v1/log".to_owned(),
        path(""),
        path("/entrants/1"),
    ] {
        let text = public.get(&address).text();
        assert!(!text.contains("round_proposed"), "{address}: {text}");
        assert!(!text.contains("\"actor\""), "{address}: {text}");
    }
    assert!(owner.get(&path("/log")).text().contains("round_proposed"));
    // The stream from the beginning: everything public up to a mark, and no proposal before it.
    let mut stream = public.listen("/api/v1/events?after=0").unwrap();
    hosted.act(
        &id,
        Act::Announce {
            round: RoundNumber(1),
            consent: None,
        },
    );
    let mut kinds = Vec::new();
    while kinds
        .last()
        .is_none_or(|kind| kind != "tournament.round_announced")
    {
        let message = stream.message().unwrap().unwrap();
        assert!(!message.data.contains("actor"), "{}", message.data);
        kinds.push(message.json()["kind"].as_str().unwrap().to_owned());
    }
    assert!(
        !kinds.contains(&"tournament.round_proposed".to_owned()),
        "{kinds:?}"
    );
    assert!(
        !kinds.iter().any(|kind| kind.starts_with("access.")),
        "{kinds:?}"
    );
}
