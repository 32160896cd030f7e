//! The director's affairs: copies, incidents, how the event ends.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use outflank_desk::views::director::DirectorView;
use outflank_desk::{FolderStatus, TournamentId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Web;
use crate::api::answers::json;
use crate::api::asked::Asked;
use crate::api::operation::{Operation, act, read};
use crate::respond::Problem;

const COPIES: &str = r#"{"folder": "/media/stick", "written": 1792310400000, "failure": null}"#;

type Answered = Result<Response, Problem>;

/// Where to write copies of a tournament.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseCopies {
    /// A folder on the server, as a full path; null or left out for none.
    #[serde(default)]
    folder: Option<String>,
}

/// Where copies of a tournament are written, and whether that works.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct CopiesShown {
    folder: Option<String>,
    /// When a copy was last written, in milliseconds since 1970 UTC.
    written: Option<i64>,
    /// Why the last copy could not be written.
    failure: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct IncidentShown {
    number: u32,
    /// When it was reported, in milliseconds since 1970 UTC.
    at: i64,
    /// The person whose conduct it is about.
    who: String,
    /// The clause that was broken.
    clause: String,
    round: Option<u16>,
    table: Option<u16>,
    what: String,
    /// The penalties that the rulebook lets the deciding official impose.
    penalties: Vec<&'static str>,
    /// The outcome.
    decided: Option<VerdictShown>,
}

/// The outcome of an incident.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct VerdictShown {
    penalty: &'static str,
    clause: Option<String>,
    why: String,
}

/// The published end of a tournament.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClosingShown {
    /// The edition of the final list; null before it is published.
    edition: Option<u16>,
    /// Why it differs from the edition before.
    why: Option<String>,
    /// The final list, best first.
    rows: Vec<FinalRowShown>,
    /// The titles that were awarded.
    titles: Vec<TitleShown>,
    /// When the tournament was finalised, in milliseconds since 1970 UTC.
    signed: Option<i64>,
}

/// One line of the final list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FinalRowShown {
    rank: u32,
    /// Whether the place is shared.
    shared: bool,
    entrant: u32,
    name: String,
    /// What gives the player the place.
    because: String,
    /// Whether the player withdrew before the last round.
    withdrawn: bool,
}

/// A title that was awarded.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TitleShown {
    title: String,
    who: String,
    /// How it was won.
    why: String,
}

impl CopiesShown {
    fn of(status: Option<FolderStatus>) -> Self {
        status.map_or_else(Self::default, |line| Self {
            folder: Some(line.folder),
            written: line.written.map(|at| at.0),
            failure: line.failure,
        })
    }
}

async fn copies_now(web: &Web, asked: &Asked, tournament: &TournamentId) -> Answered {
    let status = web.desk.second_folder(&asked.caller, tournament).await?;
    json(&CopiesShown::of(status))
}

pub(crate) const SHOW_COPIES: Operation = read::<CopiesShown>(
    "show_copies",
    "Show the second folder of the tournament and whether copies arrive there",
)
.example(COPIES);

/// Where copies of the event go.
pub(crate) async fn copies(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    copies_now(&web, &asked, &asked.tournament()?.id).await
}

pub(crate) const CHOOSE_COPIES: Operation = act::<ChooseCopies>(
    "choose_copies",
    "Choose the second folder of the tournament, such as a USB stick; a copy is written there immediately",
    r#"{"folder": "/media/stick"}"#,
)
.answers::<CopiesShown>()
.example(COPIES);

/// Chooses where copies of the event go; the first is written at once.
pub(crate) async fn choose_copies(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: ChooseCopies = asked.json()?;
    let tournament = &asked.tournament()?.id;
    let folder = body.folder.as_deref();
    (web.desk
        .set_second_folder(&asked.caller, tournament, folder))
    .await?;
    copies_now(&web, &asked, tournament).await
}

pub(crate) const LIST_INCIDENTS: Operation = read::<Vec<IncidentShown>>(
    "list_incidents",
    "List all incidents, the latest first, with their outcome",
)
.example("[]");

/// Every incident, the latest first.
pub(crate) async fn incidents(asked: Asked) -> Answered {
    let lines = DirectorView::of(asked.tournament()?)
        .incidents()
        .into_iter();
    let shown = lines.map(|line| IncidentShown {
        number: line.number,
        at: line.at.utc_ms,
        who: line.who,
        clause: line.clause,
        round: line.round,
        table: line.table,
        what: line.what,
        penalties: line.menu.iter().map(|kind| kind.word()).collect(),
        decided: line.decided.map(|(penalty, clause, why)| VerdictShown {
            penalty: penalty.word(),
            clause,
            why,
        }),
    });
    json(&shown.collect::<Vec<_>>())
}

pub(crate) const SHOW_CLOSING: Operation = read::<ClosingShown>("show_closing", "Show the published final list, the titles and the signature").example(r#"{"edition": 1, "why": null, "rows": [{"rank": 1, "shared": false, "entrant": 1, "name": "Ada Example", "because": "points", "withdrawn": false}], "titles": [{"title": "Champion", "who": "Ada Example", "why": "first of the final list"}], "signed": null}"#);

/// The final list, the titles and the signature.
pub(crate) async fn closing(asked: Asked) -> Answered {
    let now = asked.tournament()?;
    let ending = DirectorView::of(now).ending();
    let last = now.affairs().final_editions.last();
    let rows = last.map_or(&[][..], |edition| edition.rows.as_slice());
    json(&ClosingShown {
        edition: last.map(|edition| edition.edition),
        why: last.and_then(|edition| edition.why.clone()),
        rows: (rows.iter())
            .map(|row| FinalRowShown {
                rank: row.rank,
                shared: row.shared,
                entrant: row.id.0,
                name: now.name(row.id),
                because: row.because.clone(),
                withdrawn: row.withdrawn,
            })
            .collect(),
        titles: (ending.titles.into_iter())
            .map(|(title, who, why)| TitleShown { title, who, why })
            .collect(),
        signed: ending.signed.map(|at| at.utc_ms),
    })
}
