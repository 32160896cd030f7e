//! The table of routes. Router, document, human page and the test of route × role read it.

use axum::http::StatusCode;
use outflank_desk::access::Action::{
    CreateTournament, GiveAccess, ManageData, ManageServer, ManageUsers, OwnRecord, PlayGame,
    ReadDesk, ReadPersons, ReadPublic, RunOffice,
};
use outflank_desk::{officer, views};

use super::affairs::{ChooseCopies, ClosingShown, CopiesShown, IncidentShown};
use super::queries::{AFTER, CHOOSE, COUNTRY, EDITION, LIMIT, NAME, ROUND, RULEBOOK, SENDER};
use super::route::Method::{Get, Post};
use super::route::{Content, Length, Needs, Route, handler, json_of, schema_of};
use super::shapes::{
    AccessCommand, DeskCommand, DeviceThere, Done, DutiesShown, FederationCommand,
    FederationCommands, GameCommand, GameLine, GameShown, HeldCommand, Imported, LogPage, Login,
    Me, OpenFederation, OpenGame, OpenTournament, PersonShown, PreviewShown, Proposal, RecordShown,
    RoundShown, RulebookLine, TakenOver, TokenShown, TournamentCommand, TournamentLine,
    TournamentShown, TournamentTrial, UserShown, WatchCommand,
};
use super::{
    access, affairs, federations, files, games, log, table_of_board, tournaments, various,
};

const STREAM: Content = Content {
    media: "text/event-stream",
    schema: schema_of::<String>,
    example: None,
};
const FILE: Content = Content {
    media: "application/octet-stream",
    schema: schema_of::<String>,
    example: None,
};

const DONE: Content = json_of::<Done>(
    r#"{"command_id": "k3-7", "stream": "tournament/4k2m9x7q0b", "version": 12, "events": ["tournament.round_started"], "again": false}"#,
);

const COPIES: Content = json_of::<CopiesShown>(
    r#"{"folder": "/media/stick", "written": 1792310400000, "failure": null}"#,
);

/// A row that reads.
pub(super) const fn read(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    answer: Content,
    run: super::route::Handler,
) -> Route {
    Route {
        method: Get,
        path,
        name,
        summary,
        needs: Needs::Action(ReadPublic),
        query: &[],
        body: None,
        length: Length::Command,
        status: StatusCode::OK,
        answer,
        run,
    }
}

/// A row that does.
pub(super) const fn act(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    body: Content,
    run: super::route::Handler,
) -> Route {
    Route {
        method: Post,
        path,
        name,
        summary,
        needs: Needs::TheAct,
        query: &[],
        body: Some(body),
        length: Length::Command,
        status: StatusCode::OK,
        answer: DONE,
        run,
    }
}

pub(crate) static ROUTES: &[Route] = &[
    // Who is who.
    Route {
        needs: Needs::Nothing,
        ..read(
            "/api/v1/me",
            "me",
            "Who the caller is and what he was given",
            json_of::<Me>(r#"{"actor": "public", "grants": []}"#),
            handler!(access::me),
        )
    },
    Route {
        needs: Needs::Nothing,
        answer: json_of::<Me>(
            r#"{"actor": "user:7q0b4k2m9x", "grants": [{"role": "owner", "scope": {}}]}"#,
        ),
        ..act(
            "/api/v1/login",
            "login",
            "Sign in with a password; the answer sets a cookie",
            json_of::<Login>(r#"{"login": "vera", "password": "a long one of her own"}"#),
            handler!(access::login),
        )
    },
    Route {
        needs: Needs::Nothing,
        body: None,
        answer: json_of::<Me>(r#"{"actor": "public", "grants": []}"#),
        ..act(
            "/api/v1/logout",
            "logout",
            "Sign out; the cookie is over",
            DONE,
            handler!(access::logout),
        )
    },
    act(
        "/api/v1/access/commands",
        "command_access",
        "Accounts, roles, links and persons",
        json_of::<AccessCommand>(
            r#"{"command_id": "a1", "act": {"act": "make_link", "kind": "link", "grant": {"role": "judge", "scope": {"tournament": "4k2m9x7q0b", "tables": {"from": 5, "to": 5}}}}}"#,
        ),
        handler!(access::command),
    ),
    Route {
        needs: Needs::Action(ManageUsers),
        ..read(
            "/api/v1/users",
            "list_users",
            "Accounts and their roles",
            json_of::<Vec<UserShown>>(r#"[{"user": "7q0b4k2m9x", "grants": []}]"#),
            handler!(access::users),
        )
    },
    Route {
        needs: Needs::Action(GiveAccess),
        ..read(
            "/api/v1/tournaments/{tournament}/tokens",
            "list_tokens",
            "Links and tokens within the caller's own scope",
            json_of::<Vec<TokenShown>>(
                r#"[{"token": "9x7q0b4k2m", "kind": "link", "grant": {"role": "player", "scope": {"tournament": "4k2m9x7q0b", "entrant": 7}}, "expires": null, "made_by": "user:7q0b4k2m9x as owner", "is_used": false}]"#,
            ),
            handler!(access::tokens),
        )
    },
    // Rulebooks and tournaments.
    read(
        "/api/v1/rulebooks",
        "list_rulebooks",
        "The rulebooks and their kinds of events",
        json_of::<Vec<RulebookLine>>(
            r#"[{"id": "bof", "name": "British Othello Federation", "edition": "2024", "presets": ["bof/regional"]}]"#,
        ),
        handler!(various::rulebooks),
    ),
    read(
        "/api/v1/tournaments",
        "list_tournaments",
        "All tournaments",
        json_of::<Vec<TournamentLine>>("[]"),
        handler!(tournaments::list),
    ),
    Route {
        needs: Needs::Action(CreateTournament),
        status: StatusCode::CREATED,
        ..act(
            "/api/v1/tournaments",
            "open_tournament",
            "Open a tournament",
            json_of::<OpenTournament>(
                r#"{"command_id": "t1", "tournament": {"preset": "bof/regional", "slug": "spring-open", "creation": {"name": "Spring Open", "first_day": "2026-04-18", "seed": 7}}}"#,
            ),
            handler!(tournaments::open),
        )
    },
    read(
        "/api/v1/tournaments/{tournament}",
        "show_tournament",
        "A tournament",
        json_of::<TournamentShown>(
            r#"{"id": "4k2m9x7q0b", "slug": "spring-open", "version": 12, "head": null, "rounds": [1], "tables": [], "global_seq": 40}"#,
        ),
        handler!(tournaments::show),
    ),
    act(
        "/api/v1/tournaments/{tournament}/commands",
        "command_tournament",
        "Do something with a tournament",
        json_of::<TournamentCommand>(
            r#"{"command_id": "k3-7", "if_version": 11, "act": {"act": "enter_result", "round": 1, "table": 4, "source": "slip", "result": {"as": "count", "black": 40, "white": 24}}}"#,
        ),
        handler!(tournaments::command),
    ),
    act(
        "/api/v1/tournaments/{tournament}/desk",
        "command_desk",
        "Tick off a checklist, say what players' links show, make a training copy",
        json_of::<DeskCommand>(
            r#"{"command_id": "d1", "act": {"act": "tick", "list": "venue", "done": ["WOC-I.4.1"]}}"#,
        ),
        handler!(tournaments::command_desk),
    ),
    Route {
        answer: json_of::<PreviewShown>(
            r#"{"events": ["tournament.result_corrected", "tournament.standings_published"], "changes": [{"after": 1, "entrant": 3, "before": null, "then": null}]}"#,
        ),
        ..act(
            "/api/v1/tournaments/{tournament}/previews",
            "preview_tournament",
            "What a command would change; nothing is written",
            json_of::<TournamentTrial>(
                r#"{"act": {"act": "correct", "round": 1, "table": 4, "result": {"as": "count", "black": 24, "white": 40}, "why": "the slip was read upside down"}}"#,
            ),
            handler!(tournaments::preview),
        )
    },
    read(
        "/api/v1/tournaments/{tournament}/entrants",
        "list_entrants",
        "Everybody who entered, by name",
        json_of::<Vec<views::Player>>(
            r#"[{"id": 1, "name": "Ada Example", "native": null, "country": "GBR", "young": false, "woman": true, "left": false, "rating": 1510}]"#,
        ),
        handler!(tournaments::entrants),
    ),
    read(
        "/api/v1/tournaments/{tournament}/entrants/{entrant}",
        "show_entrant",
        "One entrant: rounds, colours, floats, place",
        Content {
            example: None,
            ..json_of::<views::PlayerPage>("")
        },
        handler!(tournaments::entrant),
    ),
    Route {
        needs: Needs::Action(ReadPersons),
        ..read(
            "/api/v1/tournaments/{tournament}/entrants/{entrant}/person",
            "show_person",
            "The personal facts of an entrant",
            json_of::<PersonShown>(
                r#"{"entrant": 1, "person": "0b4k2m9x7q", "facts": {"name": "Ada Example", "born": "1990-05-01"}}"#,
            ),
            handler!(tournaments::person),
        )
    },
    read(
        "/api/v1/tournaments/{tournament}/rounds",
        "list_rounds",
        "The announced rounds with their tables and results",
        json_of::<Vec<RoundShown>>("[]"),
        handler!(tournaments::rounds),
    ),
    read(
        "/api/v1/tournaments/{tournament}/rounds/{round}/pairings",
        "show_pairings",
        "The announced pairing of a round, with its cost level by level and the rules that had to bend",
        Content {
            example: None,
            ..json_of::<views::Pairings>("")
        },
        handler!(tournaments::pairings),
    ),
    read(
        "/api/v1/tournaments/{tournament}/rounds/{round}/results",
        "show_results",
        "The results of a round, table by table",
        Content {
            example: None,
            ..json_of::<Vec<views::TableRow>>("")
        },
        handler!(tournaments::results),
    ),
    Route {
        needs: Needs::Action(ReadDesk),
        ..read(
            "/api/v1/tournaments/{tournament}/rounds/{round}/proposal",
            "show_proposal",
            "A round as the desk knows it, before it is public too",
            json_of::<Proposal>(
                r#"{"round": 2, "phase": "proposed", "pairing": {"games": []}, "names": {"1": "Ada Example"}}"#,
            ),
            handler!(tournaments::proposal),
        )
    },
    Route {
        query: &[ROUND, EDITION],
        ..read(
            "/api/v1/tournaments/{tournament}/standings",
            "show_standings",
            "The published table after any round, in any edition",
            Content {
                example: None,
                ..json_of::<views::StandingsPage>("")
            },
            handler!(tournaments::standings),
        )
    },
    Route {
        query: &[ROUND],
        ..read(
            "/api/v1/tournaments/{tournament}/entrants/{entrant}/arithmetic",
            "show_arithmetic",
            "The sum behind an entrant's Brightwell Quotient",
            Content {
                example: None,
                ..json_of::<views::Quotient>("")
            },
            handler!(tournaments::arithmetic),
        )
    },
    read(
        "/api/v1/tournaments/{tournament}/crosstable",
        "show_crosstable",
        "Who met whom",
        Content {
            example: None,
            ..json_of::<views::Crosstable>("")
        },
        handler!(tournaments::crosstable),
    ),
    read(
        "/api/v1/tournaments/{tournament}/lists/women",
        "list_women",
        "The women's list",
        Content {
            example: None,
            ..json_of::<views::CategoryList>("")
        },
        handler!(tournaments::women),
    ),
    read(
        "/api/v1/tournaments/{tournament}/lists/young",
        "list_young",
        "The young players' list",
        Content {
            example: None,
            ..json_of::<views::CategoryList>("")
        },
        handler!(tournaments::young),
    ),
    read(
        "/api/v1/tournaments/{tournament}/lists/teams",
        "list_teams",
        "The teams",
        Content {
            example: None,
            ..json_of::<views::Teams>("")
        },
        handler!(tournaments::teams),
    ),
    read(
        "/api/v1/tournaments/{tournament}/timetable",
        "show_timetable",
        "The plan of the days",
        Content {
            example: None,
            ..json_of::<views::Schedule>("")
        },
        handler!(tournaments::timetable),
    ),
    Route {
        needs: Needs::Action(ReadDesk),
        ..read(
            "/api/v1/tournaments/{tournament}/incidents",
            "list_incidents",
            "Every incident, the latest first, with what became of it",
            json_of::<Vec<IncidentShown>>("[]"),
            handler!(affairs::incidents),
        )
    },
    read(
        "/api/v1/tournaments/{tournament}/closing",
        "show_closing",
        "The published final list, the titles and the signature",
        json_of::<ClosingShown>(
            r#"{"edition": 1, "why": null, "rows": [{"rank": 1, "shared": false, "entrant": 1, "name": "Ada Example", "because": "points", "withdrawn": false}], "titles": [{"title": "Champion", "who": "Ada Example", "why": "first of the final list"}], "signed": null}"#,
        ),
        handler!(affairs::closing),
    ),
    Route {
        needs: Needs::Action(ManageData),
        ..read(
            "/api/v1/tournaments/{tournament}/copies",
            "show_copies",
            "The second folder of the event, and whether copies arrive there",
            COPIES,
            handler!(affairs::copies),
        )
    },
    Route {
        needs: Needs::Action(ManageServer),
        answer: COPIES,
        ..act(
            "/api/v1/tournaments/{tournament}/copies",
            "choose_copies",
            "Choose the second folder of the event, such as a USB stick; a copy is written there at once",
            json_of::<ChooseCopies>(r#"{"folder": "/media/stick"}"#),
            handler!(affairs::choose_copies),
        )
    },
    read(
        "/api/v1/tournaments/{tournament}/games",
        "list_games",
        "The games that were opened at tables",
        json_of::<Vec<GameLine>>("[]"),
        handler!(tournaments::games),
    ),
    Route {
        query: &[AFTER, LIMIT],
        ..read(
            "/api/v1/tournaments/{tournament}/log",
            "log_tournament",
            "The tournament's events, as far as the caller may see them",
            json_of::<LogPage>(r#"{"events": [], "next": null}"#),
            handler!(log::of_tournament),
        )
    },
    Route {
        query: &[AFTER],
        ..read(
            "/api/v1/tournaments/{tournament}/events",
            "watch_tournament",
            "The tournament's and its games' events as they happen",
            STREAM,
            handler!(log::watch_tournament),
        )
    },
    Route {
        query: &[COUNTRY, SENDER],
        ..read(
            "/api/v1/tournaments/{tournament}/export/{format}",
            "export_tournament",
            "The event as a file: json, csv (players), results (a table), elo; its games as ggf, annotated, wtb, jou, trn",
            Content {
                media: "application/json, text/csv, text/plain, application/octet-stream",
                schema: schema_of::<serde_json::Value>,
                example: None,
            },
            handler!(files::export),
        )
    },
    Route {
        needs: Needs::Action(CreateTournament),
        query: &[NAME, RULEBOOK],
        length: Length::File,
        status: StatusCode::CREATED,
        answer: json_of::<Imported>(r#"{"tournament": "4k2m9x7q0b", "commands": 61, "notes": []}"#),
        ..act(
            "/api/v1/import",
            "import_file",
            "Take an event over from a tournament file, an .ELO file, a PAPP file or a table of players",
            FILE,
            handler!(files::import),
        )
    },
    Route {
        needs: Needs::Action(ManageServer),
        query: &[CHOOSE],
        length: Length::Archive,
        answer: json_of::<TakenOver>(
            r#"{"tournaments": ["4k2m9x7q0b"], "events": 812, "records": 64, "set_aside": []}"#,
        ),
        ..act(
            "/api/v1/take-over",
            "take_over",
            "Take an event over from the archive that another laptop wrote into its second folder",
            FILE,
            handler!(files::take_over),
        )
    },
    // Games.
    Route {
        status: StatusCode::CREATED,
        ..act(
            "/api/v1/games",
            "open_game",
            "Open a game at a table, or a casual one",
            json_of::<OpenGame>(
                r#"{"command_id": "g1", "game": {"rulebook": "wof", "opening": {"kind": "casual"}}}"#,
            ),
            handler!(games::open),
        )
    },
    read(
        "/api/v1/games/{game}",
        "show_game",
        "A game: board, clocks, moves with their times",
        Content {
            example: None,
            ..json_of::<GameShown>("")
        },
        handler!(games::show),
    ),
    act(
        "/api/v1/games/{game}/commands",
        "command_game",
        "Do something at a game's table",
        json_of::<GameCommand>(
            r#"{"command_id": "m1", "by": "black", "act": {"act": "play", "square": "f5"}}"#,
        ),
        handler!(games::command),
    ),
    act(
        "/api/v1/games/{game}/held",
        "settle_held",
        "Decide about a tap of a device that did not fit",
        json_of::<HeldCommand>(r#"{"command_id": "h1", "held": 1, "counts": true}"#),
        handler!(games::held),
    ),
    act(
        "/api/v1/watching",
        "set_watching",
        "Set the delay for spectators, withhold a game, or report an irregularity to the officials",
        json_of::<WatchCommand>(
            r#"{"command_id": "w1", "act": {"act": "withhold", "game": "4k2m9x7q0b", "withheld": true}}"#,
        ),
        handler!(games::watching),
    ),
    Route {
        needs: Needs::Action(PlayGame),
        answer: Content {
            example: None,
            ..json_of::<GameShown>("")
        },
        ..act(
            "/api/v1/games/{game}/contact",
            "contact_game",
            "The device at the table says that it is there",
            json_of::<DeviceThere>(r#"{"device": "tablet-5", "at_ms": 120034}"#),
            handler!(games::contact),
        )
    },
    table_of_board::SHOW,
    table_of_board::HERE,
    table_of_board::RELEASE,
    table_of_board::CALL,
    table_of_board::ANSWER,
    Route {
        query: &[AFTER, LIMIT],
        ..read(
            "/api/v1/games/{game}/log",
            "log_game",
            "The game's events, as far as the caller may see them",
            json_of::<LogPage>(r#"{"events": [], "next": null}"#),
            handler!(log::of_game),
        )
    },
    Route {
        query: &[AFTER],
        ..read(
            "/api/v1/games/{game}/events",
            "watch_game",
            "The game's events as they happen",
            STREAM,
            handler!(log::watch_game),
        )
    },
    // Everything.
    Route {
        query: &[AFTER, LIMIT],
        ..read(
            "/api/v1/log",
            "log_all",
            "All events in order, as far as the caller may see them",
            json_of::<LogPage>(r#"{"events": [], "next": null}"#),
            handler!(log::all),
        )
    },
    Route {
        query: &[AFTER],
        ..read(
            "/api/v1/events",
            "watch_all",
            "All events as they happen",
            STREAM,
            handler!(log::watch_all),
        )
    },
    // Federations' offices.
    read(
        "/api/v1/federations",
        "list_federations",
        "Every federation's office",
        json_of::<Vec<views::OfficeHead>>("[]"),
        handler!(federations::list),
    ),
    Route {
        status: StatusCode::CREATED,
        ..act(
            "/api/v1/federations",
            "open_federation",
            "Found a federation's office",
            json_of::<OpenFederation>(
                r#"{"command_id": "f1", "federation": {"rulebook": "bof", "slug": "example", "founding": {"name": "Example Federation", "country": "GBR"}}}"#,
            ),
            handler!(federations::open),
        )
    },
    read(
        "/api/v1/federations/{federation}",
        "show_federation",
        "A federation's office",
        json_of::<views::OfficeHead>(
            r#"{"id": "4k2m9x7q0b", "slug": "example", "version": 2, "name": "Example Federation", "country": "GBR", "rulebook": "bof", "edition": "2018-08-23", "people": 0, "members": 0, "grand_prix": [], "selections": []}"#,
        ),
        handler!(federations::show),
    ),
    act(
        "/api/v1/federations/{federation}/commands",
        "command_federation",
        "Do something with a federation's office",
        json_of::<FederationCommand>(
            r#"{"command_id": "f2", "act": {"act": "add_person", "record": "", "dossier": {"name": "Ada Example", "country": "GBR"}}}"#,
        ),
        handler!(federations::command),
    ),
    Route {
        length: Length::File,
        ..act(
            "/api/v1/federations/{federation}/commands/together",
            "command_federation_together",
            "Do several things with a federation's office, all of them or none",
            json_of::<FederationCommands>(
                r#"{"command_id": "f3", "acts": [{"act": "add_person", "record": "", "dossier": {"name": "Bo Sample"}}]}"#,
            ),
            handler!(federations::together),
        )
    },
    read(
        "/api/v1/federations/{federation}/ratings",
        "show_ratings",
        "The latest rating list",
        json_of::<views::RatingsShown>(
            r#"{"day": "2024-05-04", "version": 1, "method": "wof-1", "outdated": false, "rows": [], "days": ["2024-05-04"]}"#,
        ),
        handler!(federations::ratings),
    ),
    read(
        "/api/v1/federations/{federation}/ratings/{day}",
        "show_ratings_of_day",
        "The rating list of a day",
        json_of::<views::RatingsShown>(
            r#"{"day": "2024-05-04", "version": 1, "method": "wof-1", "outdated": false, "rows": [], "days": ["2024-05-04"]}"#,
        ),
        handler!(federations::ratings_of_day),
    ),
    read(
        "/api/v1/federations/{federation}/grand-prix/{year}",
        "show_grand_prix",
        "The Grand Prix of a season, with its arithmetic",
        json_of::<views::GrandPrixShown>(
            r#"{"year": 2024, "scale": "British Grand Prix", "clause": "BOF gp-5", "ours": null, "events": [], "rows": [], "winner": null, "tied": []}"#,
        ),
        handler!(federations::grand_prix),
    ),
    read(
        "/api/v1/federations/{federation}/selections/{year}",
        "show_selection",
        "The team of a year, with the reasons",
        json_of::<views::SelectionShown>(
            r#"{"year": 2024, "final_day": "2024-11-05", "seats": [], "registered": null, "team": []}"#,
        ),
        handler!(federations::selection),
    ),
    read(
        "/api/v1/federations/{federation}/events",
        "list_office_events",
        "The events of a federation, what is rated, and what corrections changed",
        json_of::<Vec<views::OfficeEvent>>("[]"),
        handler!(federations::events),
    ),
    read(
        "/api/v1/federations/{federation}/people/{person}",
        "show_member",
        "A person: membership, ratings, events, titles",
        json_of::<views::MemberShown>(
            r#"{"person": {"number": 1, "name": "Ada Example"}, "member": true, "until": null, "history": [], "played": [], "titles": []}"#,
        ),
        handler!(federations::member),
    ),
    Route {
        needs: Needs::Action(OwnRecord),
        ..read(
            "/api/v1/federations/{federation}/people/{person}/record",
            "show_record",
            "Everything a person's record holds, for himself and for the office",
            json_of::<RecordShown>(r#"{"person": 1, "record": {"name": "Ada Example"}}"#),
            handler!(federations::record),
        )
    },
    Route {
        needs: Needs::Action(RunOffice),
        query: &[COUNTRY],
        length: Length::File,
        ..act(
            "/api/v1/federations/{federation}/import/people",
            "import_people",
            "Take the world federation's list of players in, whole or not at all",
            FILE,
            handler!(federations::import_people),
        )
    },
    Route {
        needs: Needs::Action(RunOffice),
        length: Length::File,
        ..act(
            "/api/v1/federations/{federation}/import/results/{event}",
            "import_results",
            "Take the results of an event from an .ELO file, whole or not at all",
            FILE,
            handler!(federations::import_results),
        )
    },
    Route {
        needs: Needs::Action(RunOffice),
        ..read(
            "/api/v1/federations/{federation}/members",
            "list_members",
            "Everybody who is or was a member, and why",
            json_of::<Vec<officer::MemberLine>>("[]"),
            handler!(federations::members),
        )
    },
    Route {
        needs: Needs::Action(RunOffice),
        ..read(
            "/api/v1/federations/{federation}/meetings",
            "list_meetings",
            "The general meetings with those who may vote",
            json_of::<Vec<officer::MeetingLine>>("[]"),
            handler!(federations::meetings),
        )
    },
    Route {
        needs: Needs::Action(RunOffice),
        ..read(
            "/api/v1/federations/{federation}/fees/{event}",
            "show_fees",
            "The fee sheet of an event, amounts in hundredths",
            json_of::<officer::FeeSheetShown>(
                r#"{"event": "2024-example", "name": "Example Regional", "day": "2024-05-04", "currency": null, "table": [1000, 500, 1500], "groups": [], "due": 0, "paid": 0}"#,
            ),
            handler!(federations::fees),
        )
    },
    Route {
        needs: Needs::Action(RunOffice),
        ..read(
            "/api/v1/federations/{federation}/duties/{year}",
            "show_duties",
            "What is owed to the world federation in a year",
            json_of::<DutiesShown>(r#"{"rows": [], "at_risk": false}"#),
            handler!(federations::duties),
        )
    },
];
