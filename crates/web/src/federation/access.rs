//! Links for the people who run the office.

use askama::Template;
use outflank_desk::TokenId;
use outflank_desk::access::{AccessAct, Grant, Role};
use outflank_desk::views::OfficeHead;
use serde::Deserialize;

use crate::extract::{Field, Ticked};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::notice::{FormError, Notice};
use crate::respond::Answer;

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

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum AccessForm {
    Link {
        role: LinkRole,
    },
    Revoke {
        #[serde(default)]
        token: Field<TokenId>,
        #[serde(default)]
        and_made: Ticked,
    },
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LinkRole {
    Officer,
    Chairman,
    Committee,
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    show(&office, None, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<AccessForm>) -> Answer {
    match change(&desk, &form).await {
        Ok(None) => desk.see_done("access", "revoked"),
        Ok(made) => show(&desk, None, made),
        Err(error) => show(&desk, Some(error.notice(&desk.f, "")), None),
    }
}

/// Does what the form asks; the address of a link that was made, and its code.
async fn change(
    office: &FederationOffice,
    form: &AccessForm,
) -> Result<Option<(String, Html)>, FormError> {
    let role = match form {
        AccessForm::Revoke { token, and_made } => {
            let (token, and_made) = (token.required("token")?, and_made.0);
            office
                .submit_access(AccessAct::Revoke { token, and_made })
                .await?;
            return Ok(None);
        }
        AccessForm::Link { role } => match role {
            LinkRole::Officer => Role::Officer,
            LinkRole::Chairman => Role::Chairman,
            LinkRole::Committee => Role::Committee,
        },
    };
    let grant = Grant::federation(role, &office.now.id);
    Ok(Some(office.make_link(grant).await?))
}

fn role_words(f: &Frame, role: Role) -> &'static str {
    match role {
        Role::Chairman => f.t("officer.body.chairman"),
        Role::Committee => f.t("officer.body.committee"),
        Role::Player => f.t("officer.access.own_record"),
        _ => f.t("officer.access.officer"),
    }
}

fn show(office: &FederationOffice, notice: Option<Notice>, made: Option<(String, Html)>) -> Answer {
    let desk = &office.web.desk;
    let links = (desk.access().tokens.iter())
        .filter(|(_, token)| token.grant.scope.federation.as_ref() == Some(&office.now.id))
        .filter(|(_, token)| token.is_good(desk.now()))
        .map(|(id, token)| Link {
            id: id.clone(),
            role: role_words(&office.f, token.grant.role),
            whose: (token.grant.scope.member).map(|member| office.now.known_as(member).name),
            is_used: token.is_used,
        })
        .collect();
    let d = &office.bar(OfficeTabs::Access, notice);
    let page = AccessPage {
        f: &office.f,
        head: &office.head,
        d,
        links,
        made,
    };
    office.page(d, None, &page)
}
