//! A request to a page of the office, and what every page of it has.

use std::borrow::Borrow;
use std::sync::Arc;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, TokenKind};
use outflank_desk::views::OfficeHead;
use outflank_desk::{
    Answer as Written, FederationNow, FederationRequest, FederationTogether, Refusal, RefusalKind,
    RefusedAct, Request, TokenId, What,
};
use outflank_federation::{Act, Body, By, PersonNumber};
use outflank_rulebook::{OfficeTopic, Rulebook};
use outflank_tournament::CivilDate;
use outflank_tournament::running::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Web;
use crate::extract::{self, CommandFields, Field, Form, FormPage, PathParts, Text, Ticked, Upload};
use crate::federation::OfficeTabs;
use crate::federation::form::{Forms, Outcome, TypedFields};
use crate::federation::forms::{CommandForms, FormError, FormReader, speaker};
use crate::federation::preview::differences;
use crate::federation::words::{Worded, amount, kind_words, membership_words};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::notice::Notice;
use crate::pages::qr::qr;
use crate::respond::{Answer, Download, Page, Problem, SeeOther, status_of};

/// How many names the list of suggestions has.
const SUGGESTED_MAX: usize = 3000;

/// A request to a page of an office.
pub(crate) struct FederationOffice {
    pub(crate) web: Arc<Web>,
    pub(crate) caller: Caller,
    pub(crate) now: Arc<FederationNow>,
    pub(crate) today: CivilDate,
    pub(crate) f: Frame,
    pub(crate) head: OfficeHead,
    /// What was typed, or what the address has filled in.
    pub(crate) typed: TypedFields,
    pub(crate) query: OfficeQuery,
    pub(crate) path: PathParts,
    address: String,
    form: CommandFields,
    /// Whether a form only asks what it would change.
    is_preview: bool,
}

/// What may follow the question mark.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct OfficeQuery {
    /// What was just done.
    done: Text,
    day: Field<CivilDate>,
    /// Whom to look for.
    pub(crate) q: Text,
    /// Whether a person takes their record along.
    pub(crate) export: Ticked,
}

impl FromRequestParts<Arc<Web>> for FederationOffice {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let caller = extract::Caller::from_request_parts(parts, web).await?.0;
        let now = extract::Federation::from_request_parts(parts, web).await?.0;
        let path = PathParts::from_request_parts(parts, web).await?;
        let today = web.desk.today(&now);
        let head = now.head(today);
        let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
        let query = parts.uri.query().unwrap_or_default().as_bytes();
        Ok(Self {
            web: web.clone(),
            caller,
            today,
            f: Frame::of_event(&slug, now.version.0, &web.base()),
            head: head.ok_or_else(|| Problem::not_found("federation"))?,
            now,
            typed: TypedFields(Form::parse(query)?.0),
            query: Form::parse(query)?.0,
            path,
            address: parts.uri.path().to_owned(),
            form: CommandFields::default(),
            is_preview: false,
        })
    }
}

/// A form that was sent to a page of the office.
pub(crate) type Posted<T> = extract::Posted<FederationOffice, T>;

impl FormPage for FederationOffice {
    fn receive<T: DeserializeOwned>(&mut self, upload: &mut Upload) -> Result<T, Problem> {
        #[derive(Deserialize)]
        struct PreviewField {
            #[serde(default)]
            preview: Ticked,
        }
        self.is_preview = upload.form::<PreviewField>()?.preview.0;
        self.form = upload.form()?;
        let form = upload.form_by_name()?;
        self.typed = TypedFields(std::mem::take(&mut upload.fields));
        Ok(form)
    }
}

/// What every page of the office has at its head.
pub(crate) struct Bar {
    pub(crate) tab: OfficeTabs,
    pub(crate) nonce: String,
    /// What was just done.
    pub(crate) done: Option<String>,
    /// What is said of the whole page.
    pub(crate) notice: Option<Notice>,
    /// Everybody, for the fields that take a person.
    pub(crate) people: Vec<String>,
    /// Where the forms of the page are sent.
    pub(crate) action: String,
    /// Whether it is a person's own page.
    pub(crate) is_own: bool,
    f: Frame,
    office: Arc<FederationNow>,
    /// The rules in force today.
    rules: Option<Arc<Rulebook>>,
}

impl Bar {
    /// The clause of this federation's rules on a matter, as a chip behind a heading.
    pub(crate) fn cite(&self, topic: impl Borrow<OfficeTopic>) -> Html {
        let rules = self.rules.as_ref();
        let clause = rules.and_then(|rules| rules.cited(*topic.borrow()));
        Html(clause.map_or_else(String::new, |clause| {
            format!(" <span class=\"clause\">{}</span>", clause.for_people())
        }))
    }

    /// A value in words.
    pub(crate) fn say(&self, value: impl Worded) -> &'static str {
        self.f.t(value.key())
    }

    /// What a person is called.
    pub(crate) fn name(&self, person: &PersonNumber) -> String {
        self.office.known_as(*person).name
    }

    /// A person's number and name.
    pub(crate) fn person(&self, person: &PersonNumber) -> String {
        let known = self.office.known_as(*person);
        format!("{} {}", known.number, known.name)
    }

    /// The number that counts for a person since records were merged.
    pub(crate) fn resolve(&self, person: &PersonNumber) -> PersonNumber {
        self.office.affairs().resolve(*person)
    }

    /// The day of a moment, by the office's clock.
    pub(crate) fn day(&self, at: &Timestamp) -> CivilDate {
        self.office.affairs().day(*at)
    }

    /// What several people are called.
    pub(crate) fn names<'p>(&self, people: impl IntoIterator<Item = &'p PersonNumber>) -> String {
        let names: Vec<String> = people.into_iter().map(|one| self.name(one)).collect();
        names.join(", ")
    }

    pub(crate) fn event(&self, event: &outflank_federation::EventKey) -> String {
        self.office.event_name(event)
    }

    pub(crate) fn money(&self, money: &outflank_tournament::Money) -> String {
        amount(*money)
    }

    pub(crate) fn membership(
        &self,
        line: &outflank_desk::views::federation::office::MemberLine,
    ) -> String {
        membership_words(&self.f, line)
    }
}

impl FederationOffice {
    /// The address of a page of this office: `at("people/7")`.
    pub(crate) fn at(&self, page: &str) -> String {
        match page {
            "" => format!("/f/{}/office", self.f.slug),
            _ => format!("/f/{}/office/{page}", self.f.slug),
        }
    }

    /// The day that is asked for, or today.
    pub(crate) fn day(&self) -> CivilDate {
        let asked = self.query.day.optional("day");
        asked.ok().flatten().unwrap_or(self.today)
    }

    pub(crate) fn bar(&self, tab: OfficeTabs, notice: Option<Notice>) -> Bar {
        Bar {
            tab,
            nonce: TokenId::random().to_string(),
            done: self.done(),
            notice,
            people: (self.now.people().iter().take(SUGGESTED_MAX))
                .map(|(number, dossier)| format!("{number} {}", dossier.name))
                .collect(),
            action: self.address.clone(),
            is_own: self.address.ends_with("/me"),
            f: self.f.clone(),
            office: self.now.clone(),
            rules: (self.now.affairs().rules_on(self.today)).cloned(),
        }
    }

    /// What was just done: a form by its title, or something else by its kind.
    fn done(&self) -> Option<String> {
        let kind = match self.query.done.as_str() {
            "" => return None,
            "restrict" => "federation.person_restricted",
            "show" => "federation.person_shown",
            "erase" => "federation.person_erased",
            "results" => "federation.results_taken",
            "entrants" => "federation.entrants_recorded",
            "undo" => "federation.undone",
            "founded" => "federation.founded",
            "imported" => return Some(self.f.t("officer.done.imported").to_owned()),
            "revoked" => return Some(self.f.t("officer.done.revoked").to_owned()),
            id => {
                let key = format!("officer.act.{id}");
                return Some(self.f.fill(&key, &[])).filter(|words| *words != key);
            }
        };
        Some(kind_words(&self.f, kind))
    }

    /// What the forms of a page are shown with.
    pub(crate) fn forms<'a>(&'a self, bar: &'a Bar, outcome: Option<&'a Outcome>) -> Forms<'a> {
        Forms {
            f: &self.f,
            office: &self.now,
            today: self.today,
            bar,
            typed: &self.typed,
            filled: TypedFields::default(),
            outcome,
        }
    }

    /// Gives the command of a form. `Ok` has the form's name; `Err` says what is wrong, or what it would do.
    pub(crate) async fn give(&self, form: &impl CommandForms) -> Result<&'static str, Outcome> {
        let id = form.id();
        let outcome = |errors| Outcome {
            id,
            errors,
            preview: None,
            status: StatusCode::UNPROCESSABLE_ENTITY,
        };
        let mut reader = FormReader {
            f: &self.f,
            office: &self.now,
            errors: Vec::new(),
        };
        let Some(mut act) = form.read(&mut reader) else {
            return Err(outcome(reader.errors));
        };
        // No form changes what was paid.
        if let Act::ChangePerson { person, dossier } = &mut act
            && let Some(known) = self.now.dossier(*person)
        {
            dossier.paid.clone_from(&known.paid);
        }
        let by = match &act {
            Act::RecordDecision { decision } if decision.body == Body::Chairman => {
                Some(By::Chairman)
            }
            _ => speaker(id),
        };
        let rejected = |rejection: &Refusal| rejected(&self.typed, rejection);
        if self.is_preview {
            return Err(match self.preview(by, vec![act]) {
                Ok(lines) => Outcome {
                    preview: Some(lines),
                    status: StatusCode::OK,
                    ..outcome(Vec::new())
                },
                Err(several) => outcome(several.iter().map(|(_, one)| rejected(one)).collect()),
            });
        }
        match self.submit(id, by, act).await {
            Ok(_) => Ok(id),
            Err(rejection) => Err(Outcome {
                status: match rejection.kind() {
                    RefusalKind::Unavailable => status_of(&rejection),
                    _ => StatusCode::UNPROCESSABLE_ENTITY,
                },
                ..outcome(vec![rejected(&rejection)])
            }),
        }
    }

    /// Whether the form only asks what it would change.
    pub(crate) fn is_preview(&self) -> bool {
        self.is_preview
    }

    fn together(&self, by: Option<By>, acts: Vec<Act>) -> FederationTogether {
        FederationTogether {
            federation: self.now.id.clone(),
            by,
            acts,
        }
    }

    /// What commands would change, in words.
    pub(crate) fn preview(
        &self,
        by: Option<By>,
        acts: Vec<Act>,
    ) -> Result<Vec<String>, Vec<RefusedAct>> {
        let what = self.together(by, acts);
        let then = self.web.desk.foresee(&self.caller, &what)?;
        Ok(differences(&self.f, &self.now, &then, self.today))
    }

    /// Gives a command of the office, named by the form so that sending it twice is harmless.
    pub(crate) async fn submit(
        &self,
        name: &str,
        by: Option<By>,
        act: Act,
    ) -> Result<Written, Refusal> {
        let what = What::Federation(Box::new(FederationRequest {
            federation: self.now.id.clone(),
            by,
            act,
        }));
        self.send(name, what).await
    }

    /// Gives several commands, all or none.
    pub(crate) async fn submit_together(
        &self,
        name: &str,
        acts: Vec<Act>,
    ) -> Result<Written, Refusal> {
        let together = self.together(None, acts);
        self.send(name, What::FederationTogether(Box::new(together)))
            .await
    }

    /// Gives a command about links and roles.
    pub(crate) async fn submit_access(&self, act: AccessAct) -> Result<Written, Refusal> {
        self.send("access", What::Access { act }).await
    }

    async fn send(&self, name: &str, what: What) -> Result<Written, Refusal> {
        let request = Request::new(self.form.command_id(name), what);
        self.web.desk.submit(&self.caller, request).await
    }

    /// Makes a link: its address and its code.
    pub(crate) async fn make_link(&self, grant: Grant) -> Result<(String, Html), Refusal> {
        let link = NewLink {
            kind: TokenKind::Link,
            grant,
            expires: None,
            only: Vec::new(),
            label: None,
        };
        let answer = self.submit_access(AccessAct::MakeLink(link)).await?;
        let secret = answer.secret.map(|secret| secret.reveal().to_owned());
        let address = format!("{}/k/{}", self.f.base, secret.unwrap_or_default());
        let code = qr(&address, self.f.t("desk.link.code"));
        Ok((address, code))
    }

    /// Leads to a page of the office and says what was done.
    pub(crate) fn see_done(&self, page: &str, done: &str) -> Answer {
        let to = format!("{}?done={done}", self.at(page));
        Ok(SeeOther::to(to).into_response())
    }

    /// A page; a notice or what happened to a form decides the status.
    pub(crate) fn page(
        &self,
        bar: &Bar,
        outcome: Option<&Outcome>,
        template: &impl Template,
    ) -> Answer {
        let status = match (&bar.notice, outcome) {
            (Some(notice), _) => notice.status,
            (None, Some(outcome)) => outcome.status,
            (None, None) => StatusCode::OK,
        };
        Page::with_status(status, template).map(IntoResponse::into_response)
    }

    /// A file of the office, named after it.
    pub(crate) fn file(&self, name: &str, bytes: Vec<u8>) -> Answer {
        let name = format!("{}-{name}", self.f.slug);
        let media = "application/octet-stream";
        Ok(Download { name, media, bytes }.into_response())
    }
}

/// A rejection at its field.
fn rejected(typed: &TypedFields, rejection: &Refusal) -> FormError {
    let notice = Notice::rejected("", rejection);
    let fields = match rejection {
        Refusal::Federation(rejection) => rejection.reason.fields(),
        _ => &[],
    };
    FormError {
        field: (fields.iter().copied()).find(|name| !typed.all(name).is_empty()),
        text: notice.text,
        clause: notice.clause,
    }
}
