//! One request to the pages of an office, and what every page of it has.

use std::sync::Arc;

use askama::Template;
use outflank_desk::access::{AccessAct, Action, Caller, Target};
use outflank_desk::views::OfficeHead;
use outflank_desk::{
    Answer, Desk, FederationNow, FederationRequest, FederationTogether, Refusal, RefusalKind,
    RefusedAct, Request, TokenId, What,
};
use outflank_federation::{Act as OfficeAct, By as OfficeBy};
use outflank_tournament::CivilDate as Day;

use outflank_rulebook::{OfficeTopic, Rulebook};

use crate::director::{DeskAnswer, Form, Said};
use crate::federation::OfficeTabs;
use crate::federation::field::ActForm;
use crate::federation::foreseen::differences;
use crate::federation::read::{field_of, read, speaker};
use crate::federation::show::{FormShown, Outcome, Place};
use crate::pages::Frame;
use crate::pages::html::Html;

/// How many names the list of suggestions has.
const SUGGESTED_MAX: usize = 3000;

pub(crate) struct Ask<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) caller: &'a Caller,
    pub(crate) now: Arc<FederationNow>,
    pub(crate) today: Day,
    pub(crate) f: Frame,
    pub(crate) head: OfficeHead,
    pub(crate) query: Form,
    pub(crate) form: Option<Form>,
    /// The path below `/f/{federation}/office`.
    pub(crate) path: &'a str,
}

/// What every page of the office has at its head.
pub(crate) struct Bar {
    pub(crate) tab: OfficeTabs,
    pub(crate) nonce: String,
    /// What was just done.
    pub(crate) done: Option<&'static str>,
    /// What is said of the whole page.
    pub(crate) said: Option<Said>,
    /// Everybody, for the fields that take a person.
    pub(crate) people: Vec<String>,
    /// Where the forms of the page are sent.
    pub(crate) action: String,
    /// The rules in force today.
    rules: Option<Arc<Rulebook>>,
}

impl Bar {
    /// The clause of this federation's rules on a matter, as a chip behind a heading.
    pub(crate) fn cite(&self, topic: OfficeTopic) -> Html {
        let clause = self.rules.as_ref().and_then(|rules| rules.cited(topic));
        Html(clause.map_or_else(String::new, |clause| {
            format!(" <span class=\"clause\">{}</span>", clause.for_people())
        }))
    }
}

impl Ask<'_> {
    /// The address of a page of this office: `at("people/7")`.
    pub(crate) fn at(&self, page: &str) -> String {
        match page {
            "" => format!("/f/{}/office", self.f.slug),
            _ => format!("/f/{}/office/{page}", self.f.slug),
        }
    }

    /// Whether he keeps this office.
    pub(crate) fn keeps_office(&self) -> bool {
        let target = Target::federation(&self.now.id);
        self.caller.may(Action::RunOffice, &target)
    }

    pub(crate) fn bar(&self, tab: OfficeTabs, forms: &[&[ActForm]], said: Option<Said>) -> Bar {
        let done = self.query.get("done");
        let all = || forms.iter().copied().flatten();
        Bar {
            tab,
            nonce: TokenId::random().to_string(),
            done: all()
                .find(|form| form.id == done)
                .map(|form| self.f.t(form.title))
                .or_else(|| crate::federation::done_word(&self.f, done)),
            said,
            people: (self.now.people().iter().take(SUGGESTED_MAX))
                .map(|(number, dossier)| format!("{number} {}", dossier.name))
                .collect(),
            action: self.at(self.path.trim_matches('/')),
            rules: (self.now.affairs().edition_on(self.today)).map(|one| one.rulebook.clone()),
        }
    }

    /// What was typed, or what the address has filled in.
    pub(crate) fn typed(&self) -> &Form {
        self.form.as_ref().unwrap_or(&self.query)
    }

    /// The forms of a page.
    pub(crate) fn forms(&self, forms: &[ActForm], outcome: Option<&Outcome>) -> Vec<FormShown> {
        self.forms_with(forms, self.typed(), outcome)
    }

    /// The same with other values in them.
    pub(crate) fn forms_with(
        &self,
        forms: &[ActForm],
        typed: &Form,
        outcome: Option<&Outcome>,
    ) -> Vec<FormShown> {
        let place = Place {
            f: &self.f,
            office: &self.now,
            today: self.today,
            typed,
            outcome,
        };
        place.forms(forms)
    }

    /// Does what a form of this page asks for. `Ok` leads on; `Err` says what is wrong, or what it would do.
    pub(crate) async fn do_form(
        &self,
        forms: &[&'static [ActForm]],
    ) -> Option<Result<String, Outcome>> {
        let typed = self.form.as_ref()?;
        let form = named(forms, typed.get("do"))?;
        let outcome = |wrong| Outcome {
            id: form.id.to_owned(),
            wrong,
            foreseen: None,
            is_away: false,
        };
        let act = match read(&self.f, &self.now, form, typed) {
            Ok(act) => self.with_payments(act),
            Err(wrong) => {
                let wrong = wrong.into_iter();
                let wrong = wrong.map(|(field, text)| (field, text, None)).collect();
                return Some(Err(outcome(wrong)));
            }
        };
        let by = speaker(form, typed);
        if typed.has("preview") {
            return Some(Err(match self.foresee(by, vec![act]) {
                Ok(foreseen) => Outcome {
                    foreseen: Some(foreseen),
                    ..outcome(Vec::new())
                },
                Err(several) => {
                    let wrong = several.iter().map(|(_, refusal)| refused(form, refusal));
                    outcome(wrong.collect())
                }
            }));
        }
        Some(match self.submit(form.id, by, act).await {
            Ok(_) => Ok(form.id.to_owned()),
            Err(refusal) => Err(Outcome {
                is_away: refusal.kind() == RefusalKind::Unavailable,
                ..outcome(vec![refused(form, &refusal)])
            }),
        })
    }

    /// What somebody has paid is no part of the form that changes his record.
    fn with_payments(&self, act: OfficeAct) -> OfficeAct {
        match act {
            OfficeAct::ChangePerson {
                person,
                mut dossier,
            } => {
                if let Some(known) = self.now.dossier(person) {
                    dossier.paid.clone_from(&known.paid);
                }
                OfficeAct::ChangePerson { person, dossier }
            }
            act => act,
        }
    }

    /// What acts would change, in words.
    pub(crate) fn foresee(
        &self,
        by: Option<OfficeBy>,
        acts: Vec<OfficeAct>,
    ) -> Result<Vec<String>, Vec<RefusedAct>> {
        let what = FederationTogether {
            federation: self.now.id.clone(),
            by,
            acts,
        };
        match self.desk.foresee(self.caller, &what) {
            Ok(then) => Ok(differences(&self.f, &self.now, &then, self.today)),
            Err(refused) => Err(refused),
        }
    }

    /// Gives a command of the office, named by the form so that sending it twice is harmless.
    pub(crate) async fn submit(
        &self,
        what: &str,
        by: Option<OfficeBy>,
        act: OfficeAct,
    ) -> Result<Answer, Refusal> {
        let request = Request::new(
            self.command_id(what),
            What::Federation(Box::new(FederationRequest {
                federation: self.now.id.clone(),
                by,
                act,
            })),
        );
        self.desk.submit(self.caller, request).await
    }

    /// Gives several commands, all or none.
    pub(crate) async fn submit_together(
        &self,
        what: &str,
        acts: Vec<OfficeAct>,
    ) -> Result<Answer, Refusal> {
        let together = What::FederationTogether(Box::new(self.together(acts)));
        let request = Request::new(self.command_id(what), together);
        self.desk.submit(self.caller, request).await
    }

    fn together(&self, acts: Vec<OfficeAct>) -> FederationTogether {
        FederationTogether {
            federation: self.now.id.clone(),
            by: None,
            acts,
        }
    }

    /// Gives a command about links and roles.
    pub(crate) async fn submit_access(&self, act: AccessAct) -> Result<Answer, Refusal> {
        let request = Request::new(self.command_id("access"), What::Access { act });
        self.desk.submit(self.caller, request).await
    }

    fn command_id(&self, what: &str) -> String {
        let nonce = self.form.as_ref().and_then(|form| form.some("id"));
        let is_good = |text: &String| {
            text.len() <= 32 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        match nonce.filter(is_good) {
            Some(nonce) => format!("{nonce}-{what}"),
            None => TokenId::random().to_string(),
        }
    }

    /// Leads to a page of the office and says what was done.
    pub(crate) fn see_done(&self, page: &str, done: &str) -> DeskAnswer {
        DeskAnswer::See(format!("{}?done={done}", self.at(page)))
    }

    /// A page; what was refused decides the status.
    pub(crate) fn page(&self, status: u16, template: &impl Template) -> DeskAnswer {
        DeskAnswer::page(status, template)
    }
}

fn named(forms: &[&'static [ActForm]], id: &str) -> Option<&'static ActForm> {
    let mut all = forms.iter().copied().flatten();
    all.find(|form| form.id == id)
}

/// The status of a page that shows an outcome.
pub(crate) fn status_of(outcome: Option<&Outcome>) -> u16 {
    match outcome {
        Some(outcome) if outcome.is_away => 503,
        Some(outcome) if !outcome.wrong.is_empty() => 422,
        Some(_) | None => 200,
    }
}

/// A refusal at its field.
fn refused(form: &ActForm, refusal: &Refusal) -> (String, String, Option<String>) {
    let said = Said::refused("", refusal);
    let field = field_of(form, refusal.code()).unwrap_or_default();
    (field.to_owned(), said.text, said.clause)
}
