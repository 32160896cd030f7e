//! Rulebooks and events: opening them, giving commands, who entered.

use axum::http::StatusCode;
use outflank_desk::access::Action::{CreateTournament, GiveAccess, ReadPersons};
use outflank_desk::views;

use crate::api::route::{Content, Needs, Route, handler, json_of};
use crate::api::shapes::{
    DeskCommand, OpenTournament, PersonShown, PreviewShown, RulebookLine, TokenShown,
    TournamentCommand, TournamentLine, TournamentShown, TournamentTrial,
};
use crate::api::table::{act, read};
use crate::api::{access, tournaments, various};

pub(crate) const ROUTES: &[Route] = &[
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
];
