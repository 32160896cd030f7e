//! Links for the people who run the office.

use askama::Template;
use outflank_desk::TokenId;
use outflank_desk::access::{AccessAct, Grant, Role};
use outflank_desk::views::OfficeHead;

use crate::director::{DeskAnswer, Said};
use crate::federation::request::{Bar, OfficeRequest};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::html::Html;

#[derive(Template)]
#[template(path = "federation/office/access.html")]
struct AccessPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    links: Vec<Link>,
    made: Option<(String, Html)>,
}

/// A link that was given.
struct Link {
    id: TokenId,
    role: &'static str,
    whose: Option<String>,
    is_used: bool,
}

pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, None);
    };
    if form.get("do") == "revoke" {
        let Ok(token) = form.get("token").parse::<TokenId>() else {
            return show(ask, None, None);
        };
        return match ask.submit_access(AccessAct::Revoke { token }).await {
            Ok(_) => ask.see_done("access", "revoked"),
            Err(refusal) => show(ask, Some(Said::refused("", &refusal)), None),
        };
    }
    let role = match form.get("role") {
        "chairman" => Role::Chairman,
        "committee" => Role::Committee,
        _ => Role::Officer,
    };
    match ask.make_link(Grant::federation(role, &ask.now.id)).await {
        Ok(made) => show(ask, None, Some(made)),
        Err(refusal) => show(ask, Some(Said::refused("", &refusal)), None),
    }
}

fn role_words(f: &Frame, role: Role) -> &'static str {
    match role {
        Role::Chairman => f.t("officer.body.chairman"),
        Role::Committee => f.t("officer.body.committee"),
        Role::Player => f.t("officer.access.own_record"),
        _ => f.t("officer.access.officer"),
    }
}

fn show(ask: &OfficeRequest, said: Option<Said>, made: Option<(String, Html)>) -> DeskAnswer {
    let desk = &ask.web.desk;
    let links = (desk.access().tokens.iter())
        .filter(|(_, token)| token.grant.scope.federation.as_ref() == Some(&ask.now.id))
        .filter(|(_, token)| token.is_good(desk.now()))
        .map(|(id, token)| Link {
            id: id.clone(),
            role: role_words(&ask.f, token.grant.role),
            whose: (token.grant.scope.member).map(|member| ask.now.known_as(member).name),
            is_used: token.is_used,
        })
        .collect();
    let status = said.as_ref().map_or(200, |said| said.status);
    let page = AccessPage {
        f: &ask.f,
        head: &ask.head,
        d: &ask.bar(OfficeTabs::Access, said),
        links,
        made,
    };
    DeskAnswer::page(status, &page)
}
