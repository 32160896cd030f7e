//! A new office, and the list of those there are.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::IntoResponse;
use outflank_desk::access::{Action, Target};
use outflank_desk::views::OfficeHead;
use outflank_desk::{NewFederation, Request as Command, TokenId, What};
use outflank_federation::Founding;
use outflank_rulebook::{Rulebook, shipped, shipped_ids};
use outflank_tournament::running::UtcOffset;
use serde::Deserialize;

use crate::Web;
use crate::director::offset;
use crate::extract::{Caller, Form, Text};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Page, Problem, SeeOther};

/// The scales of a Grand Prix, each with the key of its words; the rules' own first.
const SCALES: &[(&str, &str)] = &[
    ("", "officer.new.scale_rules"),
    ("british", "officer.new.scale_british"),
    ("european", "officer.new.scale_european"),
];

#[derive(Template)]
#[template(path = "federation/office/new.html")]
struct NewPage<'a> {
    f: &'a Frame,
    books: Vec<&'static Rulebook>,
    typed: &'a NewForm,
    notice: Option<&'a Notice>,
    nonce: String,
}

impl NewPage<'_> {
    fn is_wrong(&self, field: &str) -> bool {
        self.notice
            .is_some_and(|notice| notice.field == Some(field))
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct NewForm {
    id: Text,
    name: Text,
    country: Text,
    slug: Text,
    rulebook: Text,
    currency: Text,
    scale: Text,
    offset: Text,
}

impl NewForm {
    fn chosen(&self) -> &str {
        match &*self.rulebook {
            "" => "bof",
            chosen => chosen,
        }
    }

    /// The command; the field that is wrong and the key of what is wrong otherwise.
    fn command(&self) -> Result<Command, (&'static str, &'static str)> {
        let minutes = offset(&self.offset).ok_or(("offset", "desk.new.bad_offset"))?;
        let new = NewFederation {
            rulebook: self.rulebook.to_string(),
            slug: self.slug.filled(),
            founding: Founding {
                name: self.name.to_string(),
                country: self.country.to_uppercase(),
                currency: self.currency.filled(),
                scale: self.scale.filled(),
                offset: UtcOffset { minutes },
            },
        };
        let id = self.id.filled();
        let id = id.unwrap_or_else(|| TokenId::random().to_string());
        let what = What::NewFederation(Box::new(new));
        Ok(Command::new(format!("{id}-found"), what))
    }
}

#[derive(Template)]
#[template(path = "federation/office/offices.html")]
struct OfficesPage<'a> {
    f: &'a Frame,
    offices: Vec<OfficeHead>,
    may_found: bool,
}

impl OfficesPage<'_> {
    fn address(&self, head: &OfficeHead) -> String {
        let named = head.slug.as_ref().unwrap_or(&head.id);
        format!("/f/{named}")
    }
}

/// The offices that there are.
pub(crate) async fn list(State(web): State<Arc<Web>>, caller: Caller) -> Result<Page, Problem> {
    let desk = &web.desk;
    Page::of(&OfficesPage {
        f: &Frame::of_site(&web.base()),
        offices: (desk.federations().iter())
            .filter_map(|now| now.head(desk.today(now)))
            .collect(),
        may_found: caller.may(Action::CreateFederation, &Target::default()),
    })
}

/// The same page has one address.
pub(crate) async fn without_slash(uri: Uri) -> SeeOther {
    SeeOther::to(uri.path().trim_end_matches('/'))
}

pub(crate) async fn page(State(web): State<Arc<Web>>) -> Answer {
    show(&web, &NewForm::default(), None)
}

/// Founds an office and leads there.
pub(crate) async fn post(
    State(web): State<Arc<Web>>,
    caller: Caller,
    Form(form): Form<NewForm>,
) -> Answer {
    let notice = match form.command() {
        Ok(command) => match web.desk.submit(&caller, command).await {
            Ok(written) => {
                let named = form.slug.filled().or(written.made).unwrap_or_default();
                let to = format!("/f/{named}/office?done=founded");
                return Ok(SeeOther::to(to).into_response());
            }
            Err(rejection) => Notice::rejected("", &rejection),
        },
        Err((field, key)) => Notice {
            field: Some(field),
            ..Notice::own("", Frame::of_site("").t(key))
        },
    };
    show(&web, &form, Some(notice))
}

fn show(web: &Web, typed: &NewForm, notice: Option<Notice>) -> Answer {
    let page = NewPage {
        f: &Frame::of_site(&web.base()),
        books: shipped_ids().filter_map(shipped).collect(),
        typed,
        notice: notice.as_ref(),
        nonce: TokenId::random().to_string(),
    };
    let status = (notice.as_ref()).map_or(StatusCode::OK, |notice| notice.status);
    Page::with_status(status, &page).map(IntoResponse::into_response)
}
