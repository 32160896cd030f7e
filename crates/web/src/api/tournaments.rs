//! Reading and running tournaments.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::access::{Action, Target};
use outflank_desk::views;
use outflank_desk::views::{Called, Views};
use outflank_desk::{DeskRequest, Request, TournamentNow, TournamentRequest, What};
use serde_json::json;

use crate::Web;
use crate::api::answers::{done, json, phase_word};
use crate::api::asked::Asked;
use crate::api::operation::{Operation, act, read};
use crate::api::queries::{EDITION, ROUND};
use crate::api::shapes::{
    DeskCommand, GameLine, OpenTournament, PersonFacts, PersonShown, PreviewShown, Proposal,
    RoundShown, TournamentCommand, TournamentLine, TournamentShown, TournamentTrial,
};
use crate::respond::Problem;

type Answered = Result<Response, Problem>;

/// Looks at a tournament with everybody's name.
pub(crate) fn with_views<T>(now: &TournamentNow, look: impl FnOnce(&Views<'_>) -> T) -> T {
    let names = |id| {
        let native = now
            .person(id)
            .and_then(|person| person.dossier.native.clone());
        Some(Called {
            name: now.name(id),
            native,
        })
    };
    look(&Views::of(&now.tournament, &names))
}

fn line(now: &TournamentNow) -> TournamentLine {
    TournamentLine {
        id: now.id.to_string(),
        slug: now.slug.clone(),
        version: now.version.0,
        head: with_views(now, |views| views.head()),
    }
}

pub(crate) const LIST_TOURNAMENTS: Operation =
    read::<Vec<TournamentLine>>("list_tournaments", "List all tournaments").example("[]");

pub(crate) async fn list(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let tournaments = web.desk.tournaments().into_iter();
    let seen = tournaments.filter(|now| now.is_shown_to(&asked.caller));
    json(&seen.map(|now| line(&now)).collect::<Vec<_>>())
}

/// A tournament as a newcomer to its stream gets it.
pub(crate) fn shown(web: &Web, now: &TournamentNow) -> TournamentShown {
    let global_seq = web.live.public_seq().0;
    with_views(now, |views| TournamentShown {
        line: line(now),
        rounds: views.rounds(),
        tables: views.tables(),
        global_seq,
    })
}

/// The list as a newcomer to the stream of everything gets it.
pub(crate) fn all_shown(web: &Web) -> serde_json::Value {
    let tournaments = web.desk.tournaments().into_iter();
    let public = tournaments.filter(|now| now.training.is_none());
    let lines: Vec<TournamentLine> = public.map(|now| line(&now)).collect();
    json!({"global_seq": web.live.public_seq().0, "tournaments": lines})
}

pub(crate) const SHOW_TOURNAMENT: Operation = read::<TournamentShown>("show_tournament", "A tournament").example(r#"{"id": "4k2m9x7q0b", "slug": "spring-open", "version": 12, "head": null, "rounds": [1], "tables": [], "global_seq": 40}"#);

pub(crate) async fn show(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    json(&shown(&web, asked.tournament()?))
}

pub(crate) const OPEN_TOURNAMENT: Operation = act::<OpenTournament>("open_tournament", "Create a tournament", r#"{"command_id": "t1", "tournament": {"preset": "bof/regional", "slug": "spring-open", "creation": {"name": "Spring Open", "first_day": "2026-04-18", "seed": 7}}}"#).created();

pub(crate) async fn open(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: OpenTournament = asked.json()?;
    let what = What::NewTournament(Box::new(body.tournament));
    let request = Request::new(body.command_id, what);
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::CREATED,
    )
}

pub(crate) const COMMAND_TOURNAMENT: Operation = act::<TournamentCommand>(
    "command_tournament",
    "Send a command to a tournament",
    r#"{"command_id": "k3-7", "if_version": 11, "act": {"act": "enter_result", "round": 1, "table": 4, "source": "slip", "result": {"as": "count", "black": 40, "white": 24}}}"#,
);

pub(crate) async fn command(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: TournamentCommand = asked.json()?;
    let mut request = Request::new(
        body.command_id,
        What::Tournament(Box::new(TournamentRequest {
            tournament: asked.tournament()?.id.clone(),
            by: body.by,
            act: body.act,
            person: body.person,
        })),
    );
    request.if_version = body.if_version;
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::OK,
    )
}

pub(crate) const COMMAND_DESK: Operation = act::<DeskCommand>(
    "command_desk",
    "Tick off a checklist, choose what players' links show, or make a training copy",
    r#"{"command_id": "d1", "act": {"act": "tick", "list": "venue", "done": ["WOC-I.4.1"]}}"#,
);

/// What the desk itself keeps: checklists, what players' links show, training copies.
pub(crate) async fn command_desk(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: DeskCommand = asked.json()?;
    let what = What::Desk(DeskRequest {
        tournament: asked.tournament()?.id.clone(),
        act: body.act,
    });
    let request = Request::new(body.command_id, what);
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::OK,
    )
}

pub(crate) const PREVIEW_TOURNAMENT: Operation = act::<TournamentTrial>("preview_tournament", "Preview what a command would change; nothing is saved", r#"{"act": {"act": "correct", "round": 1, "table": 4, "result": {"as": "count", "black": 24, "white": 40}, "why": "the slip was read upside down"}}"#).answers::<PreviewShown>().example(r#"{"events": ["tournament.result_corrected", "tournament.standings_published"], "changes": [{"after": 1, "entrant": 3, "before": null, "then": null}]}"#);

pub(crate) async fn preview(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: TournamentTrial = asked.json()?;
    let request = TournamentRequest {
        tournament: asked.tournament()?.id.clone(),
        by: body.by,
        act: body.act,
        person: body.person,
    };
    let preview = web.desk.preview(&asked.caller, &request).await?;
    let changes = preview.changes.iter().map(|change| {
        json!({
            "after": change.after,
            "entrant": change.entrant.0,
            "before": change.before,
            "then": change.then,
        })
    });
    json(&PreviewShown {
        events: (preview.events.iter())
            .map(|event| event.fact.kind().to_owned())
            .collect(),
        changes: changes.collect(),
    })
}

pub(crate) const LIST_ENTRANTS: Operation = read::<Vec<views::Player>>("list_entrants", "List all players by name").example(r#"[{"id": 1, "name": "Ada Example", "native": null, "country": "GBR", "young": false, "woman": true, "left": false, "rating": 1510}]"#);

pub(crate) async fn entrants(asked: Asked) -> Answered {
    json(&with_views(asked.tournament()?, |views| views.everybody()))
}

pub(crate) const SHOW_ENTRANT: Operation = read::<views::PlayerPage>(
    "show_entrant",
    "Show one player: rounds, colours, floats, place",
);

pub(crate) async fn entrant(asked: Asked) -> Answered {
    let number: u32 = asked.named("entrant")?;
    let page = with_views(asked.tournament()?, |views| views.player_page(number));
    json(&page.ok_or_else(|| Problem::not_found("player"))?)
}

pub(crate) const SHOW_PERSON: Operation = read::<PersonShown>("show_person", "Show the personal data of a player").example(r#"{"entrant": 1, "person": "0b4k2m9x7q", "facts": {"name": "Ada Example", "born": "1990-05-01"}}"#);

pub(crate) async fn person(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let number: u32 = asked.named("entrant")?;
    let found = now.affairs().entrants.keys().find(|id| id.0 == number);
    let id = *found.ok_or_else(|| Problem::not_found("player"))?;
    let record = now.person_id(id).map(|id| id.to_string());
    // What a federation has added is for its officers.
    let is_in_office = record.as_ref().is_some_and(|record| {
        let offices = web.desk.federations();
        (offices.iter()).any(|office| {
            let target = Target::federation(&office.id);
            office.affairs().person_of_record(record).is_some()
                && asked.caller.may(Action::RunOffice, &target)
        })
    });
    json(&PersonShown {
        entrant: number,
        person: record,
        facts: (now.person(id)).map(|person| PersonFacts::of(person, is_in_office)),
    })
}

pub(crate) const LIST_ROUNDS: Operation = read::<Vec<RoundShown>>(
    "list_rounds",
    "List the published rounds with their tables and results",
)
.example("[]");

pub(crate) async fn rounds(asked: Asked) -> Answered {
    let rounds = with_views(asked.tournament()?, |views| {
        let numbers = views.rounds();
        let all = numbers
            .into_iter()
            .filter_map(|round| views.pairings(round));
        all.map(RoundShown::from).collect::<Vec<_>>()
    });
    json(&rounds)
}

pub(crate) const SHOW_PAIRINGS: Operation = read::<views::Pairings>(
    "show_pairings",
    "Show the published pairing of a round, with its cost level by level and the rules that had to be broken",
);

pub(crate) async fn pairings(asked: Asked) -> Answered {
    let round: u16 = asked.named("round")?;
    let pairings = with_views(asked.tournament()?, |views| views.pairings(round));
    json(&pairings.ok_or_else(|| Problem::not_found("published round"))?)
}

pub(crate) const SHOW_RESULTS: Operation = read::<Vec<views::TableRow>>(
    "show_results",
    "Show the results of a round, table by table",
);

pub(crate) async fn results(asked: Asked) -> Answered {
    let round: u16 = asked.named("round")?;
    let pairings = with_views(asked.tournament()?, |views| views.pairings(round));
    let pairings = pairings.ok_or_else(|| Problem::not_found("published round"))?;
    json(&pairings.tables)
}

pub(crate) const SHOW_PROPOSAL: Operation = read::<Proposal>(
    "show_proposal",
    "Show a round as the director's desk sees it, including drafts",
)
.example(
    r#"{"round": 2, "phase": "proposed", "pairing": {"games": []}, "names": {"1": "Ada Example"}}"#,
);

/// What the desk knows of a round, before it is public too.
pub(crate) async fn proposal(asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let number: u16 = asked.named("round")?;
    let life = (now.affairs().rounds.iter()).find(|life| life.number.0 == number);
    let life = life.ok_or_else(|| Problem::not_found("round"))?;
    json(&Proposal {
        round: number,
        phase: phase_word(&life.phase),
        pairing: serde_json::to_value(&life.pairing).expect("a pairing has no keys but texts"),
        names: (now.affairs().entrants.keys())
            .map(|id| (id.0, now.name(*id)))
            .collect(),
    })
}

pub(crate) const SHOW_STANDINGS: Operation = read::<views::StandingsPage>(
    "show_standings",
    "Show the published standings after any round, in any edition",
)
.query(&[ROUND, EDITION]);

pub(crate) async fn standings(asked: Asked) -> Answered {
    let (round, edition) = (asked.query("round")?, asked.query("edition")?);
    let page = with_views(asked.tournament()?, |views| views.standings(round, edition));
    json(&page.ok_or_else(|| Problem::not_found("published standings"))?)
}

pub(crate) const SHOW_ARITHMETIC: Operation = read::<views::Quotient>(
    "show_arithmetic",
    "Show the calculation of a player's Brightwell Quotient",
)
.query(&[ROUND]);

pub(crate) async fn arithmetic(asked: Asked) -> Answered {
    let number: u32 = asked.named("entrant")?;
    let round: Option<u16> = asked.query("round")?;
    let quotient = with_views(asked.tournament()?, |views| {
        let tables = views.tables();
        let after = round.or_else(|| tables.iter().max().copied())?;
        tables
            .contains(&after)
            .then(|| views.quotient(number, after))?
    });
    json(&quotient.ok_or_else(|| Problem::not_found("player in published standings"))?)
}

pub(crate) const SHOW_CROSSTABLE: Operation =
    read::<views::Crosstable>("show_crosstable", "Show who met whom");

pub(crate) async fn crosstable(asked: Asked) -> Answered {
    let table = with_views(asked.tournament()?, |views| views.crosstable());
    json(&table.ok_or_else(|| Problem::not_found("published standings"))?)
}

pub(crate) const LIST_WOMEN: Operation =
    read::<views::CategoryList>("list_women", "Show the women's list");

pub(crate) async fn women(asked: Asked) -> Answered {
    let list = with_views(asked.tournament()?, |views| views.women());
    json(&list.ok_or_else(|| Problem::not_found("published standings"))?)
}

pub(crate) const LIST_YOUNG: Operation =
    read::<views::CategoryList>("list_young", "Show the young players' list");

pub(crate) async fn young(asked: Asked) -> Answered {
    let list = with_views(asked.tournament()?, |views| views.young());
    json(&list.ok_or_else(|| Problem::not_found("published standings"))?)
}

pub(crate) const LIST_TEAMS: Operation = read::<views::Teams>("list_teams", "Show the teams");

pub(crate) async fn teams(asked: Asked) -> Answered {
    let teams = with_views(asked.tournament()?, |views| views.teams());
    json(&teams.ok_or_else(|| Problem::not_found("published standings"))?)
}

pub(crate) const SHOW_TIMETABLE: Operation =
    read::<views::Schedule>("show_timetable", "Show the timetable");

pub(crate) async fn timetable(asked: Asked) -> Answered {
    let schedule = with_views(asked.tournament()?, |views| views.schedule());
    json(&schedule.ok_or_else(|| Problem::not_found("timetable"))?)
}

pub(crate) const LIST_GAMES: Operation =
    read::<Vec<GameLine>>("list_games", "List the games opened at tables").example("[]");

pub(crate) async fn games(asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let games = now.games().iter().map(|game| GameLine {
        game: game.game.to_string(),
        round: game.round.0,
        table: game.table.0,
        black: game.black.0,
        white: game.white.0,
        black_name: now.name(game.black),
        white_name: now.name(game.white),
    });
    json(&games.collect::<Vec<_>>())
}
