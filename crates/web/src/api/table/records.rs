//! What is kept of an event: incidents, its end, copies, its log, files in and out.

use axum::http::StatusCode;
use outflank_desk::access::Action::{CreateTournament, ManageData, ManageServer, ReadDesk};

use crate::api::affairs::{ChooseCopies, ClosingShown, CopiesShown, IncidentShown};
use crate::api::queries::{AFTER, CHOOSE, COUNTRY, LIMIT, NAME, RULEBOOK, SENDER};
use crate::api::route::{Content, Length, Needs, Route, handler, json_of, schema_of};
use crate::api::shapes::{GameLine, Imported, LogPage, TakenOver};
use crate::api::table::{FILE, STREAM, act, read};
use crate::api::{affairs, files, log, tournaments};

const COPIES: Content = json_of::<CopiesShown>(
    r#"{"folder": "/media/stick", "written": 1792310400000, "failure": null}"#,
);

pub(crate) const ROUTES: &[Route] = &[
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
];
