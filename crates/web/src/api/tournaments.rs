//! Reading and running tournaments.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::views::{Called, Views};
use outflank_desk::{DeskRequest, Request, TournamentNow, TournamentRequest, What};
use serde_json::json;

use crate::Web;
use crate::api::answers::{done, json, phase_word};
use crate::api::asked::Asked;
use crate::api::shapes::{
    DeskCommand, GameLine, OpenTournament, PersonShown, PreviewShown, Proposal, RoundShown,
    TournamentCommand, TournamentLine, TournamentShown, TournamentTrial,
};
use crate::errors::ApiError;

type Answered = Result<Response, ApiError>;

/// Looks at a tournament with everybody's name.
pub(crate) fn with_views<T>(now: &TournamentNow, look: impl FnOnce(&Views<'_>) -> T) -> T {
    let names = |id| {
        let native = now.person(id).and_then(|person| person.native.clone());
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

pub(crate) async fn list(web: Arc<Web>, asked: Asked) -> Answered {
    let tournaments = web.desk.tournaments().into_iter();
    let seen = tournaments.filter(|now| now.is_shown_to(&asked.caller));
    json(&seen.map(|now| line(&now)).collect::<Vec<_>>())
}

/// A tournament as a newcomer to its stream gets it.
pub(crate) fn shown(web: &Web, now: &TournamentNow) -> TournamentShown {
    let global_seq = web.live.published().0;
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
    json!({"global_seq": web.live.published().0, "tournaments": lines})
}

pub(crate) async fn show(web: Arc<Web>, asked: Asked) -> Answered {
    json(&shown(&web, asked.tournament()?))
}

pub(crate) async fn open(web: Arc<Web>, asked: Asked) -> Answered {
    let body: OpenTournament = asked.json()?;
    let what = What::NewTournament(Box::new(body.tournament));
    let request = Request::new(body.command_id, what);
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::CREATED,
    )
}

pub(crate) async fn command(web: Arc<Web>, asked: Asked) -> Answered {
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

/// What the desk itself keeps: checklists, what players' links show, training copies.
pub(crate) async fn command_desk(web: Arc<Web>, asked: Asked) -> Answered {
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

pub(crate) async fn preview(web: Arc<Web>, asked: Asked) -> Answered {
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

pub(crate) async fn entrants(_: Arc<Web>, asked: Asked) -> Answered {
    json(&with_views(asked.tournament()?, |views| views.everybody()))
}

pub(crate) async fn entrant(_: Arc<Web>, asked: Asked) -> Answered {
    let number: u32 = asked.named("entrant")?;
    let page = with_views(asked.tournament()?, |views| views.player_page(number));
    json(&page.ok_or_else(|| ApiError::not_found("entrant"))?)
}

pub(crate) async fn person(_: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let number: u32 = asked.named("entrant")?;
    let found = now.affairs().entrants.keys().find(|id| id.0 == number);
    let id = *found.ok_or_else(|| ApiError::not_found("entrant"))?;
    json(&PersonShown {
        entrant: number,
        person: now.person_id(id).map(|id| id.to_string()),
        facts: now.person(id).cloned(),
    })
}

pub(crate) async fn rounds(_: Arc<Web>, asked: Asked) -> Answered {
    let rounds = with_views(asked.tournament()?, |views| {
        let numbers = views.rounds();
        let all = numbers
            .into_iter()
            .filter_map(|round| views.pairings(round));
        all.map(RoundShown::from).collect::<Vec<_>>()
    });
    json(&rounds)
}

pub(crate) async fn pairings(_: Arc<Web>, asked: Asked) -> Answered {
    let round: u16 = asked.named("round")?;
    let pairings = with_views(asked.tournament()?, |views| views.pairings(round));
    json(&pairings.ok_or_else(|| ApiError::not_found("announced round"))?)
}

pub(crate) async fn results(_: Arc<Web>, asked: Asked) -> Answered {
    let round: u16 = asked.named("round")?;
    let pairings = with_views(asked.tournament()?, |views| views.pairings(round));
    let pairings = pairings.ok_or_else(|| ApiError::not_found("announced round"))?;
    json(&pairings.tables)
}

/// What the desk knows of a round, before it is public too.
pub(crate) async fn proposal(_: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let number: u16 = asked.named("round")?;
    let life = (now.affairs().rounds.iter()).find(|life| life.number.0 == number);
    let life = life.ok_or_else(|| ApiError::not_found("round"))?;
    json(&Proposal {
        round: number,
        phase: phase_word(&life.phase),
        pairing: serde_json::to_value(&life.pairing).expect("a pairing has no keys but texts"),
        names: (now.affairs().entrants.keys())
            .map(|id| (id.0, now.name(*id)))
            .collect(),
    })
}

pub(crate) async fn standings(_: Arc<Web>, asked: Asked) -> Answered {
    let (round, edition) = (asked.query("round")?, asked.query("edition")?);
    let page = with_views(asked.tournament()?, |views| views.standings(round, edition));
    json(&page.ok_or_else(|| ApiError::not_found("published table"))?)
}

pub(crate) async fn arithmetic(_: Arc<Web>, asked: Asked) -> Answered {
    let number: u32 = asked.named("entrant")?;
    let round: Option<u16> = asked.query("round")?;
    let quotient = with_views(asked.tournament()?, |views| {
        let tables = views.tables();
        let after = round.or_else(|| tables.iter().max().copied())?;
        tables
            .contains(&after)
            .then(|| views.quotient(number, after))?
    });
    json(&quotient.ok_or_else(|| ApiError::not_found("entrant in a published table"))?)
}

pub(crate) async fn crosstable(_: Arc<Web>, asked: Asked) -> Answered {
    let table = with_views(asked.tournament()?, |views| views.crosstable());
    json(&table.ok_or_else(|| ApiError::not_found("published table"))?)
}

pub(crate) async fn women(_: Arc<Web>, asked: Asked) -> Answered {
    let list = with_views(asked.tournament()?, |views| views.women());
    json(&list.ok_or_else(|| ApiError::not_found("published table"))?)
}

pub(crate) async fn young(_: Arc<Web>, asked: Asked) -> Answered {
    let list = with_views(asked.tournament()?, |views| views.young());
    json(&list.ok_or_else(|| ApiError::not_found("published table"))?)
}

pub(crate) async fn teams(_: Arc<Web>, asked: Asked) -> Answered {
    let teams = with_views(asked.tournament()?, |views| views.teams());
    json(&teams.ok_or_else(|| ApiError::not_found("published table"))?)
}

pub(crate) async fn timetable(_: Arc<Web>, asked: Asked) -> Answered {
    let schedule = with_views(asked.tournament()?, |views| views.schedule());
    json(&schedule.ok_or_else(|| ApiError::not_found("timetable"))?)
}

pub(crate) async fn games(_: Arc<Web>, asked: Asked) -> Answered {
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
