//! Federations' offices.

use axum::http::StatusCode;
use outflank_desk::access::Action::{OwnRecord, RunOffice};
use outflank_desk::views;
use outflank_desk::views::federation::office as officer;

use crate::api::federations;
use crate::api::queries::COUNTRY;
use crate::api::route::{Length, Needs, Route, handler, json_of};
use crate::api::shapes::{
    DutiesShown, FederationCommand, FederationCommands, OpenFederation, RecordShown,
};
use crate::api::table::{FILE, act, read};

pub(crate) const ROUTES: &[Route] = &[
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
