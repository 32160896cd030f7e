//! What an event publishes of its rounds: pairings, results, standings, lists.

use outflank_desk::access::Action::ReadDesk;
use outflank_desk::views;

use crate::api::queries::{EDITION, ROUND};
use crate::api::route::{Content, Needs, Route, handler, json_of};
use crate::api::shapes::{Proposal, RoundShown};
use crate::api::table::read;
use crate::api::tournaments;

pub(crate) const ROUTES: &[Route] = &[
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
];
