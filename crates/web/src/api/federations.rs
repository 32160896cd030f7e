//! Reading and running federations' offices.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::views;
use outflank_desk::views::federation::office as officer;
use outflank_desk::{FederationRequest, FederationTogether, Request, What};
use outflank_federation::{Act as OfficeAct, EventKey, PersonNumber};

use crate::Web;
use crate::api::Length;
use crate::api::answers::{done, json};
use crate::api::asked::Asked;
use crate::api::operation::{Operation, act, file, read};
use crate::api::queries::COUNTRY;
use crate::api::shapes::{
    DutiesShown, FederationCommand, FederationCommands, OpenFederation, RecordShown,
};
use crate::federation::{people_acts, results_acts};
use crate::pages::Frame;
use crate::respond::Problem;

type Answered = Result<Response, Problem>;

pub(crate) const LIST_FEDERATIONS: Operation =
    read::<Vec<views::OfficeHead>>("list_federations", "List all federation offices").example("[]");

pub(crate) async fn list(State(web): State<Arc<Web>>) -> Answered {
    let offices = web.desk.federations();
    let heads: Vec<_> = (offices.iter())
        .filter_map(|now| now.head(web.desk.today(now)))
        .collect();
    json(&heads)
}

pub(crate) const OPEN_FEDERATION: Operation = act::<OpenFederation>("open_federation", "Create a federation office", r#"{"command_id": "f1", "federation": {"rulebook": "bof", "slug": "example", "founding": {"name": "Example Federation", "country": "GBR"}}}"#).created();

pub(crate) async fn open(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: OpenFederation = asked.json()?;
    let what = What::NewFederation(Box::new(body.federation));
    let request = Request::new(body.command_id, what);
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::CREATED)
}

pub(crate) const COMMAND_FEDERATION: Operation = act::<FederationCommand>(
    "command_federation",
    "Send a command to a federation office",
    r#"{"command_id": "f2", "act": {"act": "add_person", "record": "", "dossier": {"name": "Ada Example", "country": "GBR"}}}"#,
);

pub(crate) async fn command(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: FederationCommand = asked.json()?;
    let mut request = Request::new(
        body.command_id,
        What::Federation(Box::new(FederationRequest {
            federation: asked.federation()?.id.clone(),
            by: body.by,
            act: body.act,
        })),
    );
    request.if_version = body.if_version;
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

pub(crate) const COMMAND_FEDERATION_TOGETHER: Operation = act::<FederationCommands>("command_federation_together", "Send several commands to a federation office; all are saved or none", r#"{"command_id": "f3", "acts": [{"act": "add_person", "record": "", "dossier": {"name": "Bo Sample"}}]}"#).length(Length::File);

pub(crate) async fn together(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: FederationCommands = asked.json()?;
    let mut request = Request::new(
        body.command_id,
        What::FederationTogether(Box::new(FederationTogether {
            federation: asked.federation()?.id.clone(),
            by: body.by,
            acts: body.acts,
        })),
    );
    request.if_version = body.if_version;
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

/// A file of which nothing was taken, with everything that is wrong by line.
fn not_taken(lines: Vec<String>) -> Problem {
    let message = "Nothing was imported. Correct these lines and send the file again.";
    let facts = serde_json::json!({"lines": lines});
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Problem::with_facts(status, "file.refused", message, facts)
}

async fn take_in(web: &Web, asked: &Asked, acts: Vec<OfficeAct>) -> Answered {
    if acts.is_empty() {
        return Err(not_taken(vec![
            "There are no new people in the file.".to_owned(),
        ]));
    }
    let what = FederationTogether {
        federation: asked.federation()?.id.clone(),
        by: None,
        acts,
    };
    if let Err(refused) = web.desk.foresee(&asked.caller, &what) {
        let lines = refused.iter().map(|(_, refusal)| refusal.to_string());
        return Err(not_taken(lines.collect()));
    }
    // A file is its own name in an office: sent twice it is taken once.
    let mut hasher = blake3::Hasher::new();
    hasher.update(what.federation.as_str().as_bytes());
    hasher.update(&asked.body);
    let hash = hasher.finalize().to_hex();
    let request = Request::new(
        format!("file-{}", &hash[..32]),
        What::FederationTogether(Box::new(what)),
    );
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(web, answer, StatusCode::OK)
}

pub(crate) const IMPORT_PEOPLE: Operation = file(
    "import_people",
    "Import the world federation's list of players; if any line is wrong, nothing is imported",
)
.query(&[COUNTRY]);

/// Takes the world federation's list of players in.
pub(crate) async fn import_people(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let text = String::from_utf8_lossy(&asked.body).into_owned();
    let country: Option<String> = asked.query("country")?;
    let frame = Frame::of_site(&web.base());
    let now = asked.federation()?;
    let acts = people_acts(&frame, now, &text, country.as_deref().unwrap_or(""), false);
    take_in(&web, &asked, acts.map_err(not_taken)?).await
}

pub(crate) const IMPORT_RESULTS: Operation = file(
    "import_results",
    "Import the results of a tournament from an .ELO file; if any line is wrong, nothing is imported",
);

/// Takes the results of an event from a results file.
pub(crate) async fn import_results(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let text = String::from_utf8_lossy(&asked.body).into_owned();
    let event: String = asked.named("event")?;
    let frame = Frame::of_site(&web.base());
    let now = asked.federation()?;
    let event = EventKey::from(event.as_str());
    let known = now.affairs().events.get(&event);
    let day = known.map(|one| one.notice.first_day);
    let day = day.ok_or_else(|| Problem::not_found("tournament"))?;
    let today = web.desk.today(now);
    let acts = results_acts(&frame, now, today, (&event, day), &text, false);
    take_in(&web, &asked, acts.map_err(not_taken)?).await
}

pub(crate) const SHOW_FEDERATION: Operation = read::<views::OfficeHead>("show_federation", "Show a federation office").example(r#"{"id": "4k2m9x7q0b", "slug": "example", "version": 2, "name": "Example Federation", "country": "GBR", "rulebook": "bof", "edition": "2018-08-23", "people": 0, "members": 0, "grand_prix": [], "selections": []}"#);

pub(crate) async fn show(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let head = now.head(web.desk.today(now));
    json(&head.ok_or_else(|| Problem::not_found("federation"))?)
}

pub(crate) const SHOW_RATINGS: Operation = read::<views::RatingsShown>("show_ratings", "Show the latest rating list").example(r#"{"day": "2024-05-04", "version": 1, "method": "wof-1", "outdated": false, "rows": [], "days": ["2024-05-04"]}"#);

pub(crate) async fn ratings(asked: Asked) -> Answered {
    let list = asked.federation()?.ratings(None);
    json(&list.ok_or_else(|| Problem::not_found("rating list"))?)
}

pub(crate) const SHOW_RATINGS_OF_DAY: Operation = read::<views::RatingsShown>("show_ratings_of_day", "Show the rating list of a day").example(r#"{"day": "2024-05-04", "version": 1, "method": "wof-1", "outdated": false, "rows": [], "days": ["2024-05-04"]}"#);

pub(crate) async fn ratings_of_day(asked: Asked) -> Answered {
    let list = asked.federation()?.ratings(Some(asked.named("day")?));
    json(&list.ok_or_else(|| Problem::not_found("rating list"))?)
}

pub(crate) const LIST_MEMBERS: Operation = read::<Vec<officer::MemberLine>>(
    "list_members",
    "List all present and former members and the reason for their membership",
)
.example("[]");

pub(crate) async fn members(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    json(&now.member_lines(web.desk.today(now)))
}

pub(crate) const LIST_MEETINGS: Operation = read::<Vec<officer::MeetingLine>>(
    "list_meetings",
    "List the general meetings and who may vote",
)
.example("[]");

pub(crate) async fn meetings(asked: Asked) -> Answered {
    json(&asked.federation()?.meeting_lines())
}

pub(crate) const SHOW_FEES: Operation = read::<officer::FeeSheetShown>("show_fees", "Show the fee sheet of a tournament, with amounts in hundredths").example(r#"{"event": "2024-example", "name": "Example Regional", "day": "2024-05-04", "currency": null, "table": [1000, 500, 1500], "groups": [], "due": 0, "paid": 0}"#);

pub(crate) async fn fees(asked: Asked) -> Answered {
    let event: String = asked.named("event")?;
    let sheet = asked.federation()?.fee_sheet(&event);
    json(&sheet.ok_or_else(|| Problem::not_found("fee sheet"))?)
}

pub(crate) const SHOW_GRAND_PRIX: Operation = read::<views::GrandPrixShown>("show_grand_prix", "Show the Grand Prix of a season, with its calculation").example(r#"{"year": 2024, "scale": "British Grand Prix", "clause": "BOF gp-5", "ours": null, "events": [], "rows": [], "winner": null, "tied": []}"#);

pub(crate) async fn grand_prix(asked: Asked) -> Answered {
    let table = asked.federation()?.grand_prix(asked.named("year")?);
    json(&table.ok_or_else(|| Problem::not_found("Grand Prix"))?)
}

pub(crate) const SHOW_SELECTION: Operation = read::<views::SelectionShown>(
    "show_selection",
    "Show the team of a year, with the reasons for the selection",
)
.example(
    r#"{"year": 2024, "final_day": "2024-11-05", "seats": [], "registered": null, "team": []}"#,
);

pub(crate) async fn selection(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let shown = now.selection(asked.named("year")?, web.desk.today(now));
    json(&shown.ok_or_else(|| Problem::not_found("selection"))?)
}

pub(crate) const LIST_OFFICE_EVENTS: Operation = read::<Vec<views::OfficeEvent>>(
    "list_office_events",
    "List the tournaments of a federation, what is rated and what corrections changed",
)
.example("[]");

pub(crate) async fn events(asked: Asked) -> Answered {
    json(&asked.federation()?.events())
}

fn person(asked: &Asked) -> Result<PersonNumber, Problem> {
    Ok(PersonNumber(asked.named("person")?))
}

pub(crate) const SHOW_MEMBER: Operation = read::<views::MemberShown>("show_member", "Show a person: membership, ratings, tournaments, titles").example(r#"{"person": {"number": 1, "name": "Ada Example"}, "member": true, "until": null, "history": [], "played": [], "titles": []}"#);

pub(crate) async fn member(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let shown = now.member(person(&asked)?, web.desk.today(now));
    json(&shown.ok_or_else(|| Problem::not_found("person"))?)
}

pub(crate) const SHOW_RECORD: Operation = read::<RecordShown>(
    "show_record",
    "Show everything in a person's record, for that person and for the office",
)
.example(r#"{"person": 1, "record": {"name": "Ada Example"}}"#);

/// Everything in the record, for the person and for the office, to view and to download.
pub(crate) async fn record(asked: Asked) -> Answered {
    let number = person(&asked)?;
    let dossier = asked.federation()?.dossier(number).cloned();
    let dossier = dossier.ok_or_else(|| Problem::not_found("person"))?;
    json(&RecordShown {
        person: number.0,
        record: serde_json::to_value(dossier).expect("a record has no keys but texts"),
    })
}

pub(crate) const SHOW_DUTIES: Operation = read::<DutiesShown>(
    "show_duties",
    "List which results must be sent to the world federation in a year",
)
.example(r#"{"rows": [], "at_risk": false}"#);

pub(crate) async fn duties(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let (rows, at_risk) = now.duties(asked.named("year")?, web.desk.today(now));
    json(&DutiesShown { rows, at_risk })
}
