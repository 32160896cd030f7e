//! `/login`: signing in with a name and a password, and signing out, without a script.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use outflank_desk::access::Password;
use serde::Deserialize;

use crate::Web;
use crate::cookies;
use crate::cookies::Presented;
use crate::extract::{Caller, Form, Query, Text};
use crate::layers::rate_limit::Allowance;
use crate::layers::real_ip::RealIp;
use crate::link::destination;
use crate::pages::frame::Frame;
use crate::respond::{Answer, Page, Problem, SeeOther, sentence};

/// Where people sign in.
pub(crate) const LOGIN: &str = "/login";

#[derive(Template)]
#[template(path = "site/sign_in.html")]
struct SignInPage<'a> {
    f: &'a Frame,
    login: &'a str,
    /// Where the browser goes then; a path of this site or nothing.
    to: &'a str,
    is_signed_in: bool,
    said: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Destination {
    to: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct SignIn {
    login: Text,
    password: String,
    to: String,
}

impl<'a> SignInPage<'a> {
    fn of(f: &'a Frame, said: Option<String>) -> Self {
        Self {
            f,
            login: "",
            to: "",
            is_signed_in: false,
            said,
        }
    }
}

pub(crate) async fn page(
    State(web): State<Arc<Web>>,
    caller: Caller,
    Query(Destination { to }): Query<Destination>,
) -> Result<Page, Problem> {
    Page::of(&SignInPage {
        to: inside(&to).unwrap_or_default(),
        is_signed_in: caller.is_known(),
        ..SignInPage::of(&Frame::of_site(&web.base()), None)
    })
}

pub(crate) async fn sign_in(
    State(web): State<Arc<Web>>,
    ip: RealIp,
    Form(form): Form<SignIn>,
) -> Answer {
    if let Some(seconds) = web.too_many_for_account(&form.login, ip) {
        let f = &Frame::of_site(&web.base());
        let page = SignInPage::of(f, Some(f.t1("sign_in.too_many", "seconds", seconds)));
        let page = Page::with_status(StatusCode::TOO_MANY_REQUESTS, &page)?;
        return Ok(page.retry_after(seconds));
    }
    let password = Password::new(&form.password);
    let problem = match web.desk.sign_in(&form.login, &password).await {
        Ok(session) => {
            let to = inside(&form.to).map(str::to_owned);
            let to = to.unwrap_or_else(|| destination(&web, session.caller.grants()));
            let cookie = cookies::keep(session.secret.reveal(), &web.settings);
            return Ok(SeeOther::to(to).with_cookie(cookie).into_response());
        }
        Err(rejection) => Problem::from(rejection),
    };
    web.note_failed_sign_in(&form.login, ip).await;
    let f = &Frame::of_site(&web.base());
    let said = match problem.status {
        StatusCode::UNAUTHORIZED => f.t("sign_in.wrong").to_owned(),
        _ => sentence(problem.message()),
    };
    let page = SignInPage {
        login: &form.login,
        to: inside(&form.to).unwrap_or_default(),
        ..SignInPage::of(f, Some(said))
    };
    Ok(Page::with_status(problem.status, &page)?.into_response())
}

pub(crate) async fn sign_out(
    State(web): State<Arc<Web>>,
    Extension(presented): Extension<Presented>,
) -> Answer {
    if let Presented::Cookie(secret) = presented
        && let Err(rejection) = web.desk.sign_out(&secret).await
    {
        let problem = Problem::from(rejection);
        let f = &Frame::of_site(&web.base());
        let page = SignInPage {
            is_signed_in: true,
            ..SignInPage::of(f, Some(sentence(problem.message())))
        };
        return Ok(Page::with_status(problem.status, &page)?.into_response());
    }
    let cookie = Some(cookies::forget(&web.settings));
    Ok(SeeOther::to(LOGIN).with_cookie(cookie).into_response())
}

/// Too many passwords were tried from this address.
pub(crate) fn too_many(web: &Web, allowance: &Allowance) -> Answer {
    let seconds = allowance.reset_seconds;
    let f = &Frame::of_site(&web.base());
    let page = SignInPage::of(f, Some(f.t1("sign_in.too_many", "seconds", seconds)));
    let page = Page::with_status(StatusCode::TOO_MANY_REQUESTS, &page)?;
    Ok(page.retry_after(seconds))
}

/// A path of this site; an address elsewhere is nothing, however it is written.
fn inside(to: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
    let is_path = to.starts_with('/') && !to.starts_with("//") && to.bytes().all(plain);
    is_path.then_some(to)
}

#[cfg(test)]
mod tests {
    use crate::public::sign_in::inside;

    #[test]
    fn only_a_path_of_this_site_is_gone_to() {
        assert_eq!(inside("/t/open/desk?x=1"), Some("/t/open/desk?x=1"));
        for foreign in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/a\r\nb",
            "desk",
        ] {
            assert_eq!(inside(foreign), None, "{foreign}");
        }
    }
}
