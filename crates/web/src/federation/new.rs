//! A new office, and the list of those there are.

use askama::Template;
use outflank_desk::access::{Action, Caller, Target};
use outflank_desk::views::OfficeHead;
use outflank_desk::{Desk, NewFederation, Request, TokenId, What};
use outflank_federation::Founding;
use outflank_rulebook::{Rulebook, shipped, shipped_ids};
use outflank_tournament::running::UtcOffset;

use crate::director::{DeskAnswer, Form, Said, offset};
use crate::pages::Frame;

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
    typed: Form,
    said: Option<Said>,
    nonce: String,
}

impl NewPage<'_> {
    fn chosen(&self) -> &str {
        match self.typed.get("rulebook") {
            "" => "bof",
            chosen => chosen,
        }
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

pub(crate) fn list(desk: &Desk, caller: &Caller, base: &str) -> DeskAnswer {
    let frame = Frame::of_site(base);
    let offices = desk.federations();
    let page = OfficesPage {
        f: &frame,
        offices: (offices.iter())
            .filter_map(|now| now.head(desk.today(now)))
            .collect(),
        may_found: caller.may(Action::CreateFederation, &Target::default()),
    };
    DeskAnswer::page(200, &page)
}

/// The page on which an office is founded, and its founding.
pub(crate) async fn found(
    desk: &Desk,
    caller: &Caller,
    base: &str,
    form: Option<Form>,
) -> DeskAnswer {
    if !caller.may(Action::CreateFederation, &Target::default()) {
        return DeskAnswer::NotAllowed;
    }
    let Some(form) = form else {
        return show(base, Form::default(), None);
    };
    let Some(minutes) = offset(form.get("offset")) else {
        let said = Said::own("", Frame::of_site(base).t("desk.new.bad_offset"));
        return show(base, form, Some(said));
    };
    let new = NewFederation {
        rulebook: form.get("rulebook").to_owned(),
        slug: form.some("slug"),
        founding: Founding {
            name: form.get("name").to_owned(),
            country: form.get("country").to_uppercase(),
            currency: form.some("currency"),
            scale: form.some("scale"),
            offset: UtcOffset { minutes },
        },
    };
    let id = form.some("id");
    let id = id.unwrap_or_else(|| TokenId::random().to_string());
    let request = Request::new(format!("{id}-found"), What::NewFederation(Box::new(new)));
    match desk.submit(caller, request).await {
        Ok(answer) => {
            let named = form.some("slug").or(answer.made).unwrap_or_default();
            DeskAnswer::See(format!("/f/{named}/office?done=founded"))
        }
        Err(refusal) => show(base, form, Some(Said::refused("", &refusal))),
    }
}

fn show(base: &str, typed: Form, said: Option<Said>) -> DeskAnswer {
    let frame = Frame::of_site(base);
    let status = said.as_ref().map_or(200, |said| said.status);
    let page = NewPage {
        f: &frame,
        books: shipped_ids().filter_map(shipped).collect(),
        typed,
        said,
        nonce: TokenId::random().to_string(),
    };
    DeskAnswer::page(status, &page)
}
