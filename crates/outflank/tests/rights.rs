//! Every route × every role, against the table of rights.

use std::collections::BTreeSet;

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
                "entrant" | "player" | "person" | "number" | "round" => "1",
                "table" => &self.table.to_string(),
                "federation" => "office",
                "event" => "2024-example",
                "day" => "2024-05-04",
                "year" => "2024",
                "format" => "json",
                "id" => "wof",
                "guide" => "first-tournament",
                "picture" => "pairing.webp",
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

/// What is tried of a path as every role.
struct Trial {
    route: Route,
    method: Method,
    body: Value,
    expects: Expects,
}

enum Expects {
    /// The table of rights.
    Action(Action),
    /// The right is that of the command in the form; who may not open the page may not send it either.
    PageOf(Action),
    /// The handler checks by itself; the public gets this status.
    Public(u16),
}

/// Pages that require nothing before their handler runs, and the status the public gets.
const UNGUARDED: &[(Method, &str, u16)] = &[
    (Method::Get, "/health", 200),
    (Method::Get, "/livez", 200),
    (Method::Get, "/readyz", 200),
    (Method::Get, "/metrics", 200),
    (Method::Get, "/static/{file}", 200),
    (Method::Get, "/service-worker.js", 200),
    (Method::Get, "/k/{secret}", 404),
    (Method::Post, "/k/{secret}", 404),
    (Method::Get, "/login", 200),
    (Method::Post, "/login", 401),
    (Method::Post, "/logout", 303),
    (Method::Get, "/demo", 403),
    (Method::Post, "/demo", 403),
    (Method::Get, "/play/{game}", 404),
    (Method::Get, "/play/{game}/live", 404),
    (Method::Get, "/t/{tournament}/games/{game}/play", 404),
    (Method::Get, "/t/{tournament}/games/{game}/play/live", 404),
    (Method::Get, "/t/{tournament}/tables/{table}/play", 303),
    (Method::Get, "/t/{tournament}/tables/{table}", 200),
    (Method::Post, "/t/{tournament}/tables/{table}", 303),
    (Method::Get, "/t/{tournament}/tables/{table}/clock", 303),
    (Method::Get, "/t/{tournament}/assist", 404),
    (Method::Get, "/t/{tournament}/assist/{game}/live", 404),
    (Method::Get, "/api/v1/", 200),
    (Method::Get, "/api/v1/openapi.json", 200),
    (Method::Get, "/api/v1/me", 200),
    (Method::Post, "/api/v1/login", 400),
    (Method::Post, "/api/v1/logout", 200),
];

impl Hall {
    /// Paths whose right is that of the command in the body: a command each, and the action it needs.
    fn commands(&self) -> Vec<(&'static str, Action, Value)> {
        let place = json!({"tournament": self.id, "round": 1, "table": self.table});
        let person = json!({"act": "add_person", "record": "", "dossier": {"name": "Ada Example"}});
        vec![
            (
                "/api/v1/access/commands",
                Action::ManageUsers,
                json!({"command_id": "", "act": {"act": "remove_user", "user": "nobody"}}),
            ),
            (
                "/api/v1/tournaments/{tournament}/commands",
                Action::RunRounds,
                json!({"command_id": "", "act": {"act": "start", "round": 60}}),
            ),
            (
                "/api/v1/tournaments/{tournament}/desk",
                Action::RunHall,
                json!({"command_id": "", "act": {"act": "tick", "list": "venue", "done": ["WOC-I.4.1"]}}),
            ),
            (
                "/api/v1/tournaments/{tournament}/previews",
                Action::RunRounds,
                json!({"act": {"act": "start", "round": 1}}),
            ),
            (
                "/api/v1/games",
                Action::OpenGame,
                json!({"command_id": "", "game": {"place": place, "opening": {}}}),
            ),
            (
                "/api/v1/games/{game}/commands",
                Action::PlayGame,
                json!({"command_id": "", "by": "black", "act": {"act": "remind"}}),
            ),
            (
                "/api/v1/games/{game}/held",
                Action::RuleGame,
                json!({"command_id": "", "held": 1, "counts": true}),
            ),
            (
                "/api/v1/watching",
                Action::RunHall,
                json!({"command_id": "", "act": {"act": "withhold", "game": self.game, "withheld": false}}),
            ),
            (
                "/api/v1/games/{game}/release",
                Action::RuleGame,
                json!({"place": "board"}),
            ),
            (
                "/api/v1/games/{game}/calls",
                Action::PlayGame,
                json!({"command_id": "", "by": "black", "reason": "discs are missing"}),
            ),
            (
                "/api/v1/games/{game}/calls/answered",
                Action::JudgeGame,
                json!({"command_id": "", "call": 1}),
            ),
            (
                "/api/v1/federations",
                Action::CreateFederation,
                json!({"command_id": "", "federation": {"rulebook": "bof", "founding": {"name": "Example", "country": "GBR"}}}),
            ),
            (
                "/api/v1/federations/{federation}/commands",
                Action::RunOffice,
                json!({"command_id": "", "act": person}),
            ),
            (
                "/api/v1/federations/{federation}/commands/together",
                Action::RunOffice,
                json!({"command_id": "", "acts": [person]}),
            ),
        ]
    }

    /// Every method of every path, with what it should answer.
    fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for route in table() {
            for method in route.methods.clone() {
                let mut body = json!({});
                let expects = match (route.requires, method) {
                    (Requires::Nothing, _) => {
                        let unguarded = |(of, path, _): &&(Method, &str, u16)| {
                            *of == method && *path == route.path
                        };
                        let status = UNGUARDED.iter().find(unguarded);
                        let (_, _, status) = status.unwrap_or_else(|| {
                            panic!("{route:?} requires nothing: say what the public gets")
                        });
                        Expects::Public(*status)
                    }
                    (Requires::SignedIn, _) => Expects::Public(403),
                    (Requires::Action(action), Method::Post) if route.operation.is_none() => {
                        Expects::PageOf(action)
                    }
                    (Requires::Action(action), _) => Expects::Action(action),
                    (Requires::ActionOfCommand, _) => {
                        let commands = self.commands();
                        let command = commands.iter().find(|(path, ..)| *path == route.path);
                        let (_, action, command) =
                            command.unwrap_or_else(|| panic!("give a command for {route:?}"));
                        body = command.clone();
                        Expects::Action(*action)
                    }
                };
                trials.push(Trial {
                    route: route.clone(),
                    method,
                    body,
                    expects,
                });
            }
        }
        trials
    }
}

#[test]
fn every_route_lets_in_whom_the_table_lets_in() {
    let hall = Hall::new();
    let mut wrong = Vec::new();
    for (number, trial) in hall.trials().into_iter().enumerate() {
        let is_page = trial.route.operation.is_none();
        for (role, client) in &hall.people {
            let may = |action| match action {
                // A player of a tournament has no record in the federation.
                Action::OwnRecord if *role == Role::Player => false,
                // Players see their own facts through the API and on their own page, not at the desk.
                Action::ReadPersons if *role == Role::Player && is_page => false,
                _ => allowed(action, *role) == Allowed::Yes,
            };
            let what = format!("{:?} {:?} as {role}", trial.method, trial.route);
            let mut body = trial.body.clone();
            if let Some(id) = body.get_mut("command_id") {
                *id = json!(format!("{number}-{role}"));
            }
            let reply = hall.ask(client, &trial.route, trial.method, &body);
            assert!(reply.status < 500, "{what}: {}", reply.status);
            match trial.expects {
                Expects::Action(action) if is_page => check_page(&reply, may(action), &what),
                Expects::Action(action) => check(&reply, may(action), &what),
                Expects::PageOf(action) if !may(action) => check_page(&reply, false, &what),
                Expects::PageOf(_) => {}
                Expects::Public(status) if *role == Role::Public && reply.status != status => {
                    wrong.push(format!("{what}: {}, not {status}", reply.status));
                }
                Expects::Public(_) => {}
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The methods and paths that a source routes.
fn written(source: &str) -> BTreeSet<(Method, String)> {
    let mut written = BTreeSet::new();
    let code = source.lines().filter(|line| !line.trim().starts_with("//"));
    for (_, rest) in code.filter_map(|line| line.split_once("(\"/")) {
        let (path, handlers) = rest.split_once('"').unwrap();
        for (method, word) in [(Method::Get, "get("), (Method::Post, "post(")] {
            if handlers.contains(word) {
                written.insert((method, format!("/{path}")));
            }
        }
    }
    written
}

/// Every path that is written in `routes.rs`, with its methods, is tried as every role.
#[test]
fn the_paths_in_routes_rs_are_the_paths_that_are_tried() {
    let source = include_str!("../../web/src/routes.rs");
    let hall = Hall::new();
    let tried: BTreeSet<(Method, String)> = (hall.trials().iter())
        .map(|trial| (trial.method, trial.route.path.to_owned()))
        .collect();
    assert_eq!(written(source), tried);
    // A path that is routed beside the table would be noticed.
    let beside = format!("{source}\n    router.route(\"/beside\", get(beside))");
    let untried: Vec<_> = written(&beside).difference(&tried).cloned().collect();
    assert_eq!(untried, [(Method::Get, "/beside".to_owned())]);
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
