//! Links for those who keep the office.

use askama::Template;
use outflank_desk::access::{AccessAct, Grant, NewLink, Role, TokenKind};
use outflank_desk::views::OfficeHead;
use outflank_desk::{Refusal, TokenId};

use crate::director::{DeskAnswer, Said};
use crate::federation::ask::{Ask, Bar};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;

#[derive(Template)]
#[template(path = "officer/access.html")]
struct AccessPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    links: Vec<LinkLine>,
    made: Option<(String, Html)>,
}

/// A link that was given.
struct LinkLine {
    id: String,
    role: &'static str,
    whose: Option<String>,
    is_used: bool,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
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
    match link(ask, role, form.some("label")).await {
        Ok(address) => {
            let code = qr(&address, ask.f.t("desk.link.code"));
            show(ask, None, Some((address, code)))
        }
        Err(refusal) => show(ask, Some(Said::refused("", &refusal)), None),
    }
}

async fn link(ask: &Ask<'_>, role: Role, label: Option<String>) -> Result<String, Refusal> {
    let link = NewLink {
        kind: TokenKind::Link,
        grant: Grant::federation(role, &ask.now.id),
        expires: None,
        only: Vec::new(),
        label,
    };
    let answer = ask.submit_access(AccessAct::MakeLink(link)).await?;
    let secret = answer.secret.map(|secret| secret.reveal().to_owned());
    Ok(format!("{}/k/{}", ask.f.base, secret.unwrap_or_default()))
}

fn role_words(f: &Frame, role: Role) -> &'static str {
    match role {
        Role::Chairman => f.t("officer.body.chairman"),
        Role::Committee => f.t("officer.body.committee"),
        Role::Player => f.t("officer.access.own_record"),
        _ => f.t("officer.access.officer"),
    }
}

fn show(ask: &Ask<'_>, said: Option<Said>, made: Option<(String, Html)>) -> DeskAnswer {
    let access = ask.desk.access();
    let links = (access.tokens.iter())
        .filter(|(_, token)| token.grant.scope.federation.as_ref() == Some(&ask.now.id))
        .filter(|(_, token)| token.is_good(ask.desk.now()))
        .map(|(id, token)| LinkLine {
            id: id.to_string(),
            role: role_words(&ask.f, token.grant.role),
            whose: (token.grant.scope.member).map(|member| ask.now.known_as(member).name),
            is_used: token.is_used,
        })
        .collect();
    let status = said.as_ref().map_or(200, |said| said.status);
    let page = AccessPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Access, &[], said),
        links,
        made,
    };
    ask.page(status, &page)
}
