//! The log and its streams, cut to what the caller may see.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use outflank_desk::access::Target;
use outflank_desk::audience::{Audience, EventShown};
use outflank_desk::log::{Envelope, GlobalSeq, Seq, StreamName};
use serde_json::Value;

use crate::Web;
use crate::api::answers::json;
use crate::api::asked::Asked;
use crate::api::operation::{Operation, read, stream};
use crate::api::queries::{AFTER, LIMIT};
use crate::api::shapes::LogPage;
use crate::api::{games, tournaments};
use crate::live::{Topic, Viewer};
use crate::respond::Problem;

type Answered = Result<Response, Problem>;

/// How many pages are read for one page of the public.
const PUBLIC_PAGES_MAX: usize = 20;

/// Events of one page unless fewer are asked for.
const PAGE: usize = 500;

async fn page_of(
    web: &Web,
    events: &[Arc<Envelope>],
    audience: Audience,
    is_full: bool,
    next: u64,
) -> Answered {
    let mut values = Vec::with_capacity(events.len());
    for envelope in events {
        if let Some(event) = EventShown::of(envelope, audience)
            && web.desk.is_shown(envelope, audience).await
        {
            values.push(serde_json::to_value(event).expect("an event has no keys but texts"));
        }
    }
    json(&LogPage {
        events: values,
        next: is_full.then_some(next),
    })
}

fn limit(asked: &Asked) -> Result<usize, Problem> {
    let limit: Option<u16> = asked.query("limit")?;
    Ok(limit.map_or(PAGE, usize::from).clamp(1, PAGE))
}

pub(crate) const LOG_ALL: Operation = read::<LogPage>(
    "log_all",
    "List all log entries in order, as far as the caller may see them",
)
.example(r#"{"events": [], "next": null}"#)
.query(&[AFTER, LIMIT]);

pub(crate) async fn all(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let after = GlobalSeq(asked.query("after")?.unwrap_or(0));
    let limit = limit(&asked)?;
    let audience = Audience::of(&asked.caller, &Target::default());
    let _turn = web.live.replays.acquire().await;
    if audience == Audience::Public {
        return public_page(&web, after, limit).await;
    }
    let events = web.desk.events_after(after, limit).await?;
    let next = events.last().map_or(after.0, |event| event.global_seq.0);
    let is_full = events.len() == limit;
    page_of(&web, &events, audience, is_full, next).await
}

/// A page for the public is full or the last: whoever walks through the log with small pages does not count what is
/// withheld.
async fn public_page(web: &Web, after: GlobalSeq, limit: usize) -> Answered {
    let mut values = Vec::new();
    let mut seen = after;
    let mut next = None;
    'pages: for page in 0..PUBLIC_PAGES_MAX {
        let events = web.desk.events_after(seen, PAGE).await?;
        let is_last = events.len() < PAGE;
        for envelope in events {
            seen = envelope.global_seq;
            if let Some(event) = EventShown::of(&envelope, Audience::Public)
                && web.desk.is_shown(&envelope, Audience::Public).await
            {
                values.push(serde_json::to_value(event).expect("an event has no keys but texts"));
                if values.len() == limit {
                    next = Some(seen.0);
                    break 'pages;
                }
            }
        }
        if is_last {
            break;
        }
        if page + 1 == PUBLIC_PAGES_MAX {
            next = Some(seen.0);
        }
    }
    json(&LogPage {
        events: values,
        next,
    })
}

async fn of_stream(web: &Web, asked: &Asked, stream: StreamName, target: &Target) -> Answered {
    let after = Seq(asked.query("after")?.unwrap_or(0));
    let limit = limit(asked)?;
    let _turn = web.live.replays.acquire().await;
    let events = web.desk.stream_after(&stream, after, limit).await?;
    let next = events.last().map_or(after.0, |event| event.content.seq.0);
    let audience = Audience::of(&asked.caller, target);
    page_of(web, &events, audience, events.len() == limit, next).await
}

pub(crate) const LOG_TOURNAMENT: Operation = read::<LogPage>(
    "log_tournament",
    "List the log entries of a tournament, as far as the caller may see them",
)
.example(r#"{"events": [], "next": null}"#)
.query(&[AFTER, LIMIT]);

pub(crate) async fn of_tournament(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let id = &asked.tournament()?.id;
    let target = Target::tournament(id);
    of_stream(&web, &asked, StreamName::from(id), &target).await
}

pub(crate) const LOG_GAME: Operation = read::<LogPage>(
    "log_game",
    "List the log entries of a game, as far as the caller may see them",
)
.example(r#"{"events": [], "next": null}"#)
.query(&[AFTER, LIMIT]);

pub(crate) async fn of_game(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let game = asked.game()?;
    of_stream(&web, &asked, StreamName::from(&game.id), &game.target()).await
}

pub(crate) const WATCH_ALL: Operation =
    stream("watch_all", "Stream all log entries as they happen").query(&[AFTER]);

pub(crate) async fn watch_all(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let audience = Audience::of(&asked.caller, &Target::default());
    let snapshot = async { tournaments::all_shown(&web) };
    watch(&web, &asked, Topic::All, audience, snapshot).await
}

pub(crate) const WATCH_TOURNAMENT: Operation = stream(
    "watch_tournament",
    "Stream the log entries of a tournament and its games as they happen",
)
.query(&[AFTER]);

pub(crate) async fn watch_tournament(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let audience = Audience::of(&asked.caller, &Target::tournament(&now.id));
    let topic = Topic::Tournament(now.id.clone());
    let snapshot = async {
        // Checked again: the subscription exists by now.
        let now = web.desk.tournament(&now.id);
        now.map_or(Value::Null, |now| value(&tournaments::shown(&web, &now)))
    };
    watch(&web, &asked, topic, audience, snapshot).await
}

pub(crate) const WATCH_GAME: Operation = stream(
    "watch_game",
    "Stream the log entries of a game as they happen",
)
.query(&[AFTER]);

pub(crate) async fn watch_game(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let game = asked.game()?;
    let audience = Audience::of(&asked.caller, &game.target());
    let topic = Topic::Game(game.id.clone());
    let snapshot = async {
        let seen = web.desk.seen_game(&asked.caller, &game.id).await;
        match seen {
            Ok(Some(seen)) => value(&games::shown(&web, &seen)),
            Ok(None) | Err(_) => Value::Null,
        }
    };
    watch(&web, &asked, topic, audience, snapshot).await
}

fn value(shape: &impl serde::Serialize) -> Value {
    serde_json::to_value(shape).expect("shapes have no keys but texts")
}

async fn watch(
    web: &Arc<Web>,
    asked: &Asked,
    topic: Topic,
    audience: Audience,
    snapshot: impl Future<Output = Value>,
) -> Answered {
    // What a browser sends when it comes back goes before what the page's address says.
    let resumed = (asked.headers.get("last-event-id"))
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.trim().parse().ok());
    let after = resumed.map_or_else(|| asked.query("after"), |id| Ok(Some(id)))?;
    let viewer = match after {
        Some(after) => Viewer::resuming(&web.live, topic, audience, GlobalSeq(after)),
        None => {
            let data = async { Some(snapshot.await.to_string()) };
            Viewer::greeted(&web.live, topic, audience, data).await
        }
    };
    Ok(viewer.into_body().into_response())
}
