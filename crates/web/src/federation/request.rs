//! One request to the pages of an office, and what every page of it has.

use std::borrow::Borrow;
use std::sync::Arc;

use outflank_desk::access::{AccessAct, Grant, NewLink, TokenKind};
use outflank_desk::views::OfficeHead;
use outflank_desk::{
    Answer, FederationNow, FederationRequest, FederationTogether, Refusal, RefusalKind, RefusedAct,
    Request, TokenId, What,
};
use outflank_federation::{Act, Body, By, PersonNumber};
use outflank_rulebook::{OfficeTopic, Rulebook};
use outflank_tournament::CivilDate;
use outflank_tournament::running::Timestamp;

use crate::Web;
use crate::director::{DeskAnswer, Form, Said};
use crate::federation::OfficeTabs;
use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::{FormError, FormReader, speaker};
use crate::federation::preview::differences;
use crate::federation::words::{Worded, amount, kind_words, membership_words};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;

/// How many names the list of suggestions has.
const SUGGESTED_MAX: usize = 3000;

pub(crate) struct OfficeRequest {
    pub(crate) web: Arc<Web>,
    pub(crate) caller: outflank_desk::access::Caller,
    pub(crate) now: Arc<FederationNow>,
    pub(crate) today: CivilDate,
    pub(crate) f: Frame,
    pub(crate) head: OfficeHead,
    pub(crate) query: Form,
    pub(crate) form: Option<Form>,
    /// The path of the page.
    pub(crate) path: String,
}

/// What every page of the office has at its head.
pub(crate) struct Bar {
    pub(crate) tab: OfficeTabs,
    pub(crate) nonce: String,
    /// What was just done.
    pub(crate) done: Option<String>,
    /// What is said of the whole page.
    pub(crate) said: Option<Said>,
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

impl OfficeRequest {
    /// The address of a page of this office: `at("people/7")`.
    pub(crate) fn at(&self, page: &str) -> String {
        match page {
            "" => format!("/f/{}/office", self.f.slug),
            _ => format!("/f/{}/office/{page}", self.f.slug),
        }
    }

    pub(crate) fn bar(&self, tab: OfficeTabs, said: Option<Said>) -> Bar {
        Bar {
            tab,
            nonce: TokenId::random().to_string(),
            done: self.done(),
            said,
            people: (self.now.people().iter().take(SUGGESTED_MAX))
                .map(|(number, dossier)| format!("{number} {}", dossier.name))
                .collect(),
            action: self.path.clone(),
            is_own: self.path.ends_with("/me"),
            f: self.f.clone(),
            office: self.now.clone(),
            rules: (self.now.affairs().rules_on(self.today)).cloned(),
        }
    }

    /// What was just done: a form by its title, or something else by its kind.
    fn done(&self) -> Option<String> {
        let done = self.query.get("done");
        let known = match done {
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
        Some(kind_words(&self.f, known))
    }

    /// What was sent, if it is this form.
    pub(crate) fn sent(&self, id: &str) -> Option<&Form> {
        self.form.as_ref().filter(|form| form.get("do") == id)
    }

    /// What the forms of a page are shown with.
    pub(crate) fn forms<'a>(&'a self, bar: &'a Bar, outcome: Option<&'a Outcome>) -> Forms<'a> {
        Forms {
            f: &self.f,
            office: &self.now,
            today: self.today,
            bar,
            // What was typed, or what the address has filled in.
            typed: self.form.as_ref().unwrap_or(&self.query),
            filled: Form::default(),
            outcome,
        }
    }

    /// Gives the command a form of this page asks for. `Ok` has its name; `Err` says what is wrong, or what it would do.
    pub(crate) async fn do_form(&self, ids: &[&'static str]) -> Option<Result<String, Outcome>> {
        let form = self.form.as_ref()?;
        let id = ids.iter().copied().find(|id| *id == form.get("do"))?;
        let outcome = |errors| Outcome {
            id: id.to_owned(),
            errors,
            ..Outcome::default()
        };
        let mut reader = FormReader {
            f: &self.f,
            office: &self.now,
            form,
            errors: Vec::new(),
        };
        let Some(act) = reader.command(id) else {
            return Some(Err(outcome(reader.errors)));
        };
        let by = match &act {
            Act::RecordDecision { decision } if decision.body == Body::Chairman => {
                Some(By::Chairman)
            }
            _ => speaker(id),
        };
        if form.has("preview") {
            return Some(Err(match self.preview(by, vec![act]) {
                Ok(lines) => Outcome {
                    preview: Some(lines),
                    ..outcome(Vec::new())
                },
                Err(several) => {
                    let refused = several.iter().map(|(_, refusal)| refused(form, refusal));
                    outcome(refused.collect())
                }
            }));
        }
        Some(match self.submit(id, by, act).await {
            Ok(_) => Ok(id.to_owned()),
            Err(refusal) => Err(Outcome {
                is_away: refusal.kind() == RefusalKind::Unavailable,
                ..outcome(vec![refused(form, &refusal)])
            }),
        })
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
    ) -> Result<Answer, Refusal> {
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
    ) -> Result<Answer, Refusal> {
        let together = self.together(None, acts);
        self.send(name, What::FederationTogether(Box::new(together)))
            .await
    }

    /// Gives a command about links and roles.
    pub(crate) async fn submit_access(&self, act: AccessAct) -> Result<Answer, Refusal> {
        self.send("access", What::Access { act }).await
    }

    async fn send(&self, name: &str, what: What) -> Result<Answer, Refusal> {
        let request = Request::new(self.command_id(name), what);
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

    fn command_id(&self, name: &str) -> String {
        let nonce = self.form.as_ref().and_then(|form| form.some("id"));
        let is_good = |text: &String| {
            text.len() <= 32 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        match nonce.filter(is_good) {
            Some(nonce) => format!("{nonce}-{name}"),
            None => TokenId::random().to_string(),
        }
    }

    /// Leads to a page of the office and says what was done.
    pub(crate) fn see_done(&self, page: &str, done: &str) -> DeskAnswer {
        DeskAnswer::See(format!("{}?done={done}", self.at(page)))
    }
}

/// The status of a page that shows what happened to a form.
pub(crate) fn status_of(outcome: Option<&Outcome>) -> u16 {
    match outcome {
        Some(outcome) if outcome.is_away => 503,
        Some(outcome) if !outcome.errors.is_empty() => 422,
        Some(_) | None => 200,
    }
}

/// A refusal at its field.
fn refused(form: &Form, refusal: &Refusal) -> FormError {
    let said = Said::refused("", refusal);
    let fields = match refusal {
        Refusal::Federation(rejection) => rejection.reason.fields(),
        _ => &[],
    };
    let field = fields.iter().find(|name| !form.all(name).is_empty());
    FormError {
        field: field.map(|name| (*name).to_owned()),
        text: said.text,
        clause: said.clause,
    }
}
