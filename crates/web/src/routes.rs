//! Every path of the program: its methods, its handler and the action it requires.
//!
//! The router, the OpenAPI document and the test of routes × roles are made from this table, so a path that is not
//! here does not exist. The `access` layer checks the action on what the path names before the handler runs.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter, on};
use outflank_desk::access::Action;
use outflank_desk::access::Action::{
    CreateFederation, CreateTournament, GiveAccess, ManageData, ManageServer, ManageUsers,
    OwnRecord, PlayGame, ReadDesk, ReadPersons, ReadPublic, RunOffice, Undo,
};

use crate::api::{
    Operation, access, affairs, document_page, federations, files, games, log, tournaments, various,
};
use crate::board::{play, table as board, watch};
use crate::director::entrants::entrant;
use crate::federation::grand_prix;
use crate::layers::access::{Guard, check};
use crate::pages::assets;
use crate::public::tournament::{EventPage, show};
use crate::public::{federation as federation_pages, sign_in, site, tournament};
use crate::respond::Problem;
use crate::routes::Requires::{ActionOfCommand, Nothing, SignedIn};
use crate::{Web, director, federation, help, layers, link, metrics};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    Get,
    Post,
}

impl Method {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
        }
    }
}

/// What the caller must be allowed to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requires {
    /// Nothing, or what the handler itself checks (a table lets in by its digits).
    Nothing,
    /// This action on what the path names.
    Action(Action),
    /// A caller who is signed in; the handler checks whose page it is.
    SignedIn,
    /// The action of the command in the body; the desk checks each. The caller must be signed in.
    ActionOfCommand,
}

/// One row of the table.
#[derive(Clone)]
pub struct Route {
    pub path: &'static str,
    pub methods: Vec<Method>,
    pub requires: Requires,
    /// What the document says, for routes of the API.
    pub operation: Option<Operation>,
    handlers: MethodRouter<Arc<Web>>,
}

impl Route {
    /// The names in braces, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        let parts = self.path.split('/');
        parts.filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}

impl std::fmt::Debug for Route {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}", self.methods, self.path)
    }
}

#[must_use]
#[rustfmt::skip]
pub fn table() -> Vec<Route> {
    vec![
        // The server itself
        page("/health", get(various::health), Nothing),
        page("/livez", get(metrics::livez), Nothing),
        page("/readyz", get(metrics::readyz), Nothing),
        page("/metrics", get(metrics::metrics), Nothing),
        page("/static/{file}", get(assets::file), Nothing),
        page("/service-worker.js", get(assets::service_worker), Nothing),

        // The site
        page("/", get(site::home), requires(ReadPublic)),
        page("/rules", get(site::rulebooks), requires(ReadPublic)),
        page("/rules/glossary", get(site::glossary), requires(ReadPublic)),
        page("/rules/{id}", get(site::rulebook), requires(ReadPublic)),
        page("/help", get(help::index), requires(ReadPublic)),
        page("/help/{guide}", get(help::page), requires(ReadPublic)),
        page("/help/pictures/{picture}", get(help::picture), requires(ReadPublic)),
        page("/hall/{name}", get(site::hall), requires(ReadPublic)),
        page("/hall/{name}/live", get(site::hall_live), requires(ReadPublic)),
        page("/k/{secret}", get(link::page).post(link::open), Nothing),
        page("/login", get(sign_in::page).post(sign_in::sign_in), Nothing),
        page("/logout", post(sign_in::sign_out), Nothing),
        page("/new", get(director::new::page).post(director::new::post), requires(CreateTournament)),
        page("/demo", get(director::site::demo).post(director::site::load_demo), Nothing),
        page("/take-over", get(director::import::page).post(director::import::post), requires(CreateTournament)),
        page("/open-to-the-hall", get(director::site::door).post(director::site::move_door), requires(ManageUsers)),

        // A tournament, for everyone
        page("/t/{tournament}", get(show(EventPage::Overview)), requires(ReadPublic)),
        page("/t/{tournament}/live", get(tournament::live), requires(ReadPublic)),
        page("/t/{tournament}/pairings", get(tournament::pairings), requires(ReadPublic)),
        page("/t/{tournament}/pairings/{round}", get(tournament::pairings), requires(ReadPublic)),
        page("/t/{tournament}/standings", get(tournament::standings), requires(ReadPublic)),
        page("/t/{tournament}/standings/{round}", get(tournament::standings), requires(ReadPublic)),
        page("/t/{tournament}/crosstable", get(show(EventPage::Crosstable)), requires(ReadPublic)),
        page("/t/{tournament}/players", get(show(EventPage::Players)), requires(ReadPublic)),
        page("/t/{tournament}/players/{player}", get(tournament::player), requires(ReadPublic)),
        page("/t/{tournament}/teams", get(show(EventPage::Teams)), requires(ReadPublic)),
        page("/t/{tournament}/women", get(show(EventPage::Women)), requires(ReadPublic)),
        page("/t/{tournament}/young", get(show(EventPage::Young)), requires(ReadPublic)),
        page("/t/{tournament}/finals", get(show(EventPage::Finals)), requires(ReadPublic)),
        page("/t/{tournament}/schedule", get(show(EventPage::Schedule)), requires(ReadPublic)),
        page("/t/{tournament}/rules", get(show(EventPage::Rules)), requires(ReadPublic)),
        page("/t/{tournament}/screen", get(show(EventPage::Screen)), requires(ReadPublic)),
        page("/t/{tournament}/print", get(show(EventPage::Sheets)), requires(ReadPublic)),
        page("/t/{tournament}/print/{sheet}", get(tournament::sheet), requires(ReadPublic)),
        page("/t/{tournament}/print/{sheet}/{round}", get(tournament::sheet), requires(ReadPublic)),

        // Boards and games, for spectators
        page("/t/{tournament}/boards", get(watch::boards::page), requires(ReadPublic)),
        page("/t/{tournament}/boards/{round}", get(watch::boards::page), requires(ReadPublic)),
        page("/t/{tournament}/boards-live", get(watch::boards::live), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}", get(watch::game::page), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}/embed", get(watch::game::embed), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}/live", get(watch::game::live), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}/board.svg", get(watch::picture::svg), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}/board.png", get(watch::picture::png), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}/file/{name}", get(watch::file::file), requires(ReadPublic)),
        page("/t/{tournament}/games/{game}/report", post(watch::report::post), requires(ReadPublic)),
        page("/games/{game}", get(watch::game::page), requires(ReadPublic)),
        page("/games/{game}/embed", get(watch::game::embed), requires(ReadPublic)),
        page("/games/{game}/live", get(watch::game::live), requires(ReadPublic)),
        page("/games/{game}/board.svg", get(watch::picture::svg), requires(ReadPublic)),
        page("/games/{game}/board.png", get(watch::picture::png), requires(ReadPublic)),
        page("/games/{game}/file/{name}", get(watch::file::file), requires(ReadPublic)),

        // Playing on screen, and beside a board
        page("/play", get(play::new::page).post(play::new::post), requires(ReadPublic)),
        page("/play/{game}", get(play::game::page), Nothing),
        page("/play/{game}/live", get(play::game::live), Nothing),
        page("/t/{tournament}/games/{game}/play", get(play::game::page), Nothing),
        page("/t/{tournament}/games/{game}/play/live", get(play::game::live), Nothing),
        page("/t/{tournament}/tables/{table}/play", get(play::game::at_table), Nothing),
        page("/t/{tournament}/tables/{table}", get(board::page).post(board::post), Nothing),
        page("/t/{tournament}/tables/{table}/clock", get(board::clock), Nothing),
        page("/t/{tournament}/assist", get(play::assist::page), Nothing),
        page("/t/{tournament}/assist/{game}/live", get(play::assist::live), Nothing),
        page("/t/{tournament}/me", get(director::me::page).post(director::me::post), SignedIn),

        // The director's desk
        page("/t/{tournament}/desk", get(director::desk::next), requires(ReadDesk)),
        page("/t/{tournament}/desk/", get(director::desk::next), requires(ReadDesk)),
        page("/t/{tournament}/desk/entrants", get(director::entrants::page).post(director::entrants::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/entrants/{player}", get(entrant::page).post(entrant::post), requires(ReadPersons)),
        page("/t/{tournament}/desk/check-in", get(director::check_in::page).post(director::check_in::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/pairing", get(director::pairing::page).post(director::pairing::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/pairing/{round}", get(director::pairing::page).post(director::pairing::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/results", get(director::results::page).post(director::results::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/results/{round}", get(director::results::page).post(director::results::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/correct/{round}/{table}", get(director::correct::page).post(director::correct::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/tables", get(director::tables::page).post(director::tables::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/finals", get(director::finals::page).post(director::finals::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/undo", get(director::undo::page).post(director::undo::post), requires(Undo)),
        page("/t/{tournament}/desk/rulings", get(director::rulings::page).post(director::rulings::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/watching", get(director::watching::page).post(director::watching::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/event", get(director::event::page).post(director::event::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/dispute", get(director::dispute::page).post(director::dispute::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/checklists", get(director::checklists::page).post(director::checklists::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/hall", get(director::hall::page).post(director::hall::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/files", get(director::files::page).post(director::files::post), requires(ReadDesk)),
        page("/t/{tournament}/desk/log", get(director::log::page), requires(ReadDesk)),
        page("/t/{tournament}/desk/wof", get(director::wof::page), requires(ReadDesk)),
        page("/t/{tournament}/desk/officials", get(director::officials::page).post(director::officials::post), requires(GiveAccess)),
        page("/t/{tournament}/desk/archive", get(director::files::archive), requires(ManageData)),

        // A federation, for everyone
        page("/f", get(federation::new::list), requires(ReadPublic)),
        page("/f/", get(federation::new::without_slash), requires(ReadPublic)),
        page("/f/{federation}", get(federation_pages::ratings), requires(ReadPublic)),
        page("/f/{federation}/", get(federation::new::without_slash), requires(ReadPublic)),
        page("/f/{federation}/ratings", get(federation_pages::ratings), requires(ReadPublic)),
        page("/f/{federation}/ratings/{day}", get(federation_pages::ratings), requires(ReadPublic)),
        page("/f/{federation}/people/{person}", get(federation_pages::person), requires(ReadPublic)),
        page("/f/{federation}/grand-prix", get(federation_pages::grand_prix), requires(ReadPublic)),
        page("/f/{federation}/grand-prix/{year}", get(federation_pages::grand_prix), requires(ReadPublic)),
        page("/f/{federation}/selection", get(federation_pages::selection), requires(ReadPublic)),
        page("/f/{federation}/selection/{year}", get(federation_pages::selection), requires(ReadPublic)),
        page("/f/{federation}/events", get(federation_pages::events), requires(ReadPublic)),

        // A federation's office
        page("/new-office", get(federation::new::page).post(federation::new::post), requires(CreateFederation)),
        page("/f/{federation}/me", get(federation::me::page).post(federation::me::post), SignedIn),
        page("/f/{federation}/office", get(federation::next::page), requires(RunOffice)),
        page("/f/{federation}/office/", get(federation::next::page), requires(RunOffice)),
        page("/f/{federation}/office/people", get(federation::people::page).post(federation::people::post), requires(RunOffice)),
        page("/f/{federation}/office/people.csv", get(federation::tables::people), requires(RunOffice)),
        page("/f/{federation}/office/people/{person}", get(federation::person::page).post(federation::person::post), requires(RunOffice)),
        page("/f/{federation}/office/members", get(federation::members::page).post(federation::members::post), requires(RunOffice)),
        page("/f/{federation}/office/members.csv", get(federation::tables::members), requires(RunOffice)),
        page("/f/{federation}/office/fees/{event}", get(federation::fees::page).post(federation::fees::post), requires(RunOffice)),
        page("/f/{federation}/office/events", get(federation::events::page).post(federation::events::post), requires(RunOffice)),
        page("/f/{federation}/office/results/{event}", get(federation::results::page).post(federation::results::post), requires(RunOffice)),
        page("/f/{federation}/office/grand-prix", get(grand_prix::page).post(grand_prix::post), requires(RunOffice)),
        page("/f/{federation}/office/grand-prix/{year}", get(grand_prix::page).post(grand_prix::post), requires(RunOffice)),
        page("/f/{federation}/office/team", get(federation::team::page).post(federation::team::post), requires(RunOffice)),
        page("/f/{federation}/office/team/{year}", get(federation::team::page).post(federation::team::post), requires(RunOffice)),
        page("/f/{federation}/office/duties", get(federation::duties::page).post(federation::duties::post), requires(RunOffice)),
        page("/f/{federation}/office/duties/{year}", get(federation::duties::page).post(federation::duties::post), requires(RunOffice)),
        page("/f/{federation}/office/decisions", get(federation::decisions::page).post(federation::decisions::post), requires(RunOffice)),
        page("/f/{federation}/office/access", get(federation::access::page).post(federation::access::post), requires(RunOffice)),
        page("/f/{federation}/office/log", get(federation::log::page).post(federation::log::post), requires(RunOffice)),

        // The API
        page("/api/v1/", get(document_page::page), Nothing),
        page("/api/v1/openapi.json", get(various::openapi), Nothing),
        api("/api/v1/me", get(access::me), Nothing, access::ME),
        api("/api/v1/login", post(access::login), Nothing, access::LOGIN),
        api("/api/v1/logout", post(access::logout), Nothing, access::LOGOUT),
        api("/api/v1/access/commands", post(access::command), ActionOfCommand, access::COMMAND_ACCESS),
        api("/api/v1/audit", get(access::audit), requires(ManageUsers), access::AUDIT),
        api("/api/v1/users", get(access::users), requires(ManageUsers), access::LIST_USERS),
        api("/api/v1/tournaments/{tournament}/tokens", get(access::tokens), requires(GiveAccess), access::LIST_TOKENS),
        api("/api/v1/rulebooks", get(various::rulebooks), requires(ReadPublic), various::LIST_RULEBOOKS),
        api("/api/v1/tournaments", get(tournaments::list), requires(ReadPublic), tournaments::LIST_TOURNAMENTS),
        api("/api/v1/tournaments", post(tournaments::open), requires(CreateTournament), tournaments::OPEN_TOURNAMENT),
        api("/api/v1/tournaments/{tournament}", get(tournaments::show), requires(ReadPublic), tournaments::SHOW_TOURNAMENT),
        api("/api/v1/tournaments/{tournament}/commands", post(tournaments::command), ActionOfCommand, tournaments::COMMAND_TOURNAMENT),
        api("/api/v1/tournaments/{tournament}/desk", post(tournaments::command_desk), ActionOfCommand, tournaments::COMMAND_DESK),
        api("/api/v1/tournaments/{tournament}/previews", post(tournaments::preview), ActionOfCommand, tournaments::PREVIEW_TOURNAMENT),
        api("/api/v1/tournaments/{tournament}/entrants", get(tournaments::entrants), requires(ReadPublic), tournaments::LIST_ENTRANTS),
        api("/api/v1/tournaments/{tournament}/entrants/{entrant}", get(tournaments::entrant), requires(ReadPublic), tournaments::SHOW_ENTRANT),
        api("/api/v1/tournaments/{tournament}/entrants/{entrant}/person", get(tournaments::person), requires(ReadPersons), tournaments::SHOW_PERSON),
        api("/api/v1/tournaments/{tournament}/rounds", get(tournaments::rounds), requires(ReadPublic), tournaments::LIST_ROUNDS),
        api("/api/v1/tournaments/{tournament}/rounds/{round}/pairings", get(tournaments::pairings), requires(ReadPublic), tournaments::SHOW_PAIRINGS),
        api("/api/v1/tournaments/{tournament}/rounds/{round}/results", get(tournaments::results), requires(ReadPublic), tournaments::SHOW_RESULTS),
        api("/api/v1/tournaments/{tournament}/rounds/{round}/proposal", get(tournaments::proposal), requires(ReadDesk), tournaments::SHOW_PROPOSAL),
        api("/api/v1/tournaments/{tournament}/standings", get(tournaments::standings), requires(ReadPublic), tournaments::SHOW_STANDINGS),
        api("/api/v1/tournaments/{tournament}/entrants/{entrant}/arithmetic", get(tournaments::arithmetic), requires(ReadPublic), tournaments::SHOW_ARITHMETIC),
        api("/api/v1/tournaments/{tournament}/crosstable", get(tournaments::crosstable), requires(ReadPublic), tournaments::SHOW_CROSSTABLE),
        api("/api/v1/tournaments/{tournament}/lists/women", get(tournaments::women), requires(ReadPublic), tournaments::LIST_WOMEN),
        api("/api/v1/tournaments/{tournament}/lists/young", get(tournaments::young), requires(ReadPublic), tournaments::LIST_YOUNG),
        api("/api/v1/tournaments/{tournament}/lists/teams", get(tournaments::teams), requires(ReadPublic), tournaments::LIST_TEAMS),
        api("/api/v1/tournaments/{tournament}/timetable", get(tournaments::timetable), requires(ReadPublic), tournaments::SHOW_TIMETABLE),
        api("/api/v1/tournaments/{tournament}/incidents", get(affairs::incidents), requires(ReadDesk), affairs::LIST_INCIDENTS),
        api("/api/v1/tournaments/{tournament}/closing", get(affairs::closing), requires(ReadPublic), affairs::SHOW_CLOSING),
        api("/api/v1/tournaments/{tournament}/copies", get(affairs::copies), requires(ManageData), affairs::SHOW_COPIES),
        api("/api/v1/tournaments/{tournament}/copies", post(affairs::choose_copies), requires(ManageServer), affairs::CHOOSE_COPIES),
        api("/api/v1/tournaments/{tournament}/games", get(tournaments::games), requires(ReadPublic), tournaments::LIST_GAMES),
        api("/api/v1/tournaments/{tournament}/log", get(log::of_tournament), requires(ReadPublic), log::LOG_TOURNAMENT),
        api("/api/v1/tournaments/{tournament}/events", get(log::watch_tournament), requires(ReadPublic), log::WATCH_TOURNAMENT),
        api("/api/v1/tournaments/{tournament}/export/{format}", get(files::export), requires(ReadPublic), files::EXPORT_TOURNAMENT),
        api("/api/v1/import", post(files::import), requires(CreateTournament), files::IMPORT_FILE),
        api("/api/v1/take-over", post(files::take_over), requires(ManageServer), files::TAKE_OVER),
        api("/api/v1/games", post(games::open), ActionOfCommand, games::OPEN_GAME),
        api("/api/v1/games/{game}", get(games::show), requires(ReadPublic), games::SHOW_GAME),
        api("/api/v1/games/{game}/commands", post(games::command), ActionOfCommand, games::COMMAND_GAME),
        api("/api/v1/games/{game}/held", post(games::held), ActionOfCommand, games::SETTLE_HELD),
        api("/api/v1/watching", post(games::watching), ActionOfCommand, games::SET_WATCHING),
        api("/api/v1/games/{game}/contact", post(games::contact), requires(PlayGame), games::CONTACT_GAME),
        api("/api/v1/games/{game}/table", get(games::table), requires(PlayGame), games::SHOW_TABLE),
        api("/api/v1/games/{game}/table", post(games::here), requires(PlayGame), games::BE_AT_TABLE),
        api("/api/v1/games/{game}/release", post(games::release), ActionOfCommand, games::RELEASE_DEVICE),
        api("/api/v1/games/{game}/calls", post(games::call), ActionOfCommand, games::CALL_DIRECTOR),
        api("/api/v1/games/{game}/calls/answered", post(games::answer_call), ActionOfCommand, games::ANSWER_CALL),
        api("/api/v1/games/{game}/log", get(log::of_game), requires(ReadPublic), log::LOG_GAME),
        api("/api/v1/games/{game}/events", get(log::watch_game), requires(ReadPublic), log::WATCH_GAME),
        api("/api/v1/log", get(log::all), requires(ReadPublic), log::LOG_ALL),
        api("/api/v1/events", get(log::watch_all), requires(ReadPublic), log::WATCH_ALL),
        api("/api/v1/federations", get(federations::list), requires(ReadPublic), federations::LIST_FEDERATIONS),
        api("/api/v1/federations", post(federations::open), ActionOfCommand, federations::OPEN_FEDERATION),
        api("/api/v1/federations/{federation}", get(federations::show), requires(ReadPublic), federations::SHOW_FEDERATION),
        api("/api/v1/federations/{federation}/commands", post(federations::command), ActionOfCommand, federations::COMMAND_FEDERATION),
        api("/api/v1/federations/{federation}/commands/together", post(federations::together), ActionOfCommand, federations::COMMAND_FEDERATION_TOGETHER),
        api("/api/v1/federations/{federation}/ratings", get(federations::ratings), requires(ReadPublic), federations::SHOW_RATINGS),
        api("/api/v1/federations/{federation}/ratings/{day}", get(federations::ratings_of_day), requires(ReadPublic), federations::SHOW_RATINGS_OF_DAY),
        api("/api/v1/federations/{federation}/grand-prix/{year}", get(federations::grand_prix), requires(ReadPublic), federations::SHOW_GRAND_PRIX),
        api("/api/v1/federations/{federation}/selections/{year}", get(federations::selection), requires(ReadPublic), federations::SHOW_SELECTION),
        api("/api/v1/federations/{federation}/events", get(federations::events), requires(ReadPublic), federations::LIST_OFFICE_EVENTS),
        api("/api/v1/federations/{federation}/people/{person}", get(federations::member), requires(ReadPublic), federations::SHOW_MEMBER),
        api("/api/v1/federations/{federation}/people/{person}/record", get(federations::record), requires(OwnRecord), federations::SHOW_RECORD),
        api("/api/v1/federations/{federation}/import/people", post(federations::import_people), requires(RunOffice), federations::IMPORT_PEOPLE),
        api("/api/v1/federations/{federation}/import/results/{event}", post(federations::import_results), requires(RunOffice), federations::IMPORT_RESULTS),
        api("/api/v1/federations/{federation}/members", get(federations::members), requires(RunOffice), federations::LIST_MEMBERS),
        api("/api/v1/federations/{federation}/meetings", get(federations::meetings), requires(RunOffice), federations::LIST_MEETINGS),
        api("/api/v1/federations/{federation}/fees/{event}", get(federations::fees), requires(RunOffice), federations::SHOW_FEES),
        api("/api/v1/federations/{federation}/duties/{year}", get(federations::duties), requires(RunOffice), federations::SHOW_DUTIES),
    ]
}

/// The routes of the API, in the order of the document.
#[must_use]
pub fn operations() -> Vec<(Route, Operation)> {
    let routes = table().into_iter();
    routes
        .filter_map(|route| Some((route.clone(), route.operation?)))
        .collect()
}

/// Everything that is answered.
pub(crate) fn router(web: &Arc<Web>) -> Router {
    let mut router = Router::new();
    for Route {
        path,
        requires,
        operation,
        handlers,
        ..
    } in table()
    {
        let guard = Guard {
            web: web.clone(),
            path,
            requires,
            operation,
        };
        router = router.route(path, handlers.route_layer(from_fn_with_state(guard, check)));
    }
    let router = router
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(web.settings.file_bytes_max));
    layers::around(router, web).with_state(web.clone())
}

async fn not_found() -> Problem {
    Problem::not_found("address")
}

async fn wrong_method() -> Problem {
    let message = "This address does not support this method. See /api/v1/.";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "http.wrong_method", message)
}

const fn requires(action: Action) -> Requires {
    Requires::Action(action)
}

/// The handlers of a path.
struct Handlers(Vec<Method>, MethodRouter<Arc<Web>>);

fn get<T: 'static>(handler: impl Handler<T, Arc<Web>>) -> Handlers {
    Handlers(vec![Method::Get], on(MethodFilter::GET, handler))
}

fn post<T: 'static>(handler: impl Handler<T, Arc<Web>>) -> Handlers {
    Handlers(vec![Method::Post], on(MethodFilter::POST, handler))
}

impl Handlers {
    fn post<T: 'static>(mut self, handler: impl Handler<T, Arc<Web>>) -> Self {
        self.0.push(Method::Post);
        Self(self.0, self.1.post(handler))
    }
}

fn page(path: &'static str, handlers: Handlers, requires: Requires) -> Route {
    let Handlers(methods, handlers) = handlers;
    Route {
        path,
        methods,
        requires,
        operation: None,
        handlers,
    }
}

fn api(path: &'static str, handlers: Handlers, requires: Requires, operation: Operation) -> Route {
    Route {
        operation: Some(operation),
        ..page(path, handlers, requires)
    }
}
