//! `/login`: signing in with a name and a password, and signing out, without a script.

use std::sync::Arc;

use askama::Template;
use axum::body::{Body, to_bytes};
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION, RETRY_AFTER, SET_COOKIE,
};
use axum::response::Response;
use outflank_desk::access::Password;

use crate::Web;
use crate::cookies;
use crate::cookies::Presented;
use crate::director::Form;
use crate::extract;
use crate::layers::rate_limit::Allowance;
use crate::link::destination;
use crate::pages::frame::Frame;
use crate::public::tournament::made;
use crate::respond::Problem;

/// The most bytes of a name and a password.
const FORM_BYTES_MAX: usize = 8 * 1024;

/// Where people sign in.
pub(crate) const LOGIN: &str = "/login";

#[derive(Template)]
#[template(path = "site/sign_in.html")]
struct SignInPage<'a> {
    f: &'a Frame,
    login: &'a str,
    /// Where he goes then; a path of this site or nothing.
    to: &'a str,
    is_signed_in: bool,
    said: Option<String>,
}

pub(crate) async fn page(
    State(web): State<Arc<Web>>,
    caller: extract::Caller,
    RawQuery(query): RawQuery,
) -> Response {
    let query = Form::parse(&query.unwrap_or_default());
    let is_signed_in = caller.is_known();
    let frame = Frame::of_site(&web.base());
    let page = SignInPage {
        f: &frame,
        login: "",
        to: inside(query.get("to")).unwrap_or_default(),
        is_signed_in,
        said: None,
    };
    shown(StatusCode::OK, &page)
}

pub(crate) async fn sign_in(State(web): State<Arc<Web>>, request: Request) -> Response {
    let frame = Frame::of_site(&web.base());
    let body = to_bytes(request.into_body(), FORM_BYTES_MAX).await;
    let form = body.map(|body| Form::parse(&String::from_utf8_lossy(&body)));
    let form = form.unwrap_or_default();
    let password = Password::new(form.exact("password"));
    let refused = match web.desk.sign_in(form.get("login"), &password).await {
        Ok(session) => {
            let to = inside(form.get("to")).map(str::to_owned);
            let to = to.unwrap_or_else(|| destination(&web, session.caller.grants()));
            let cookie = cookies::keep(session.secret.reveal(), &web.settings);
            return led(&to, cookie);
        }
        Err(refusal) => Problem::from(refusal),
    };
    let said = match refused.status {
        StatusCode::UNAUTHORIZED => frame.t("sign_in.wrong").to_owned(),
        _ => message(&refused),
    };
    let page = SignInPage {
        f: &frame,
        login: form.get("login"),
        to: inside(form.get("to")).unwrap_or_default(),
        is_signed_in: false,
        said: Some(said),
    };
    shown(refused.status, &page)
}

pub(crate) async fn sign_out(State(web): State<Arc<Web>>, headers: HeaderMap) -> Response {
    if let Presented::Cookie(secret) = Presented::of(&headers)
        && let Err(refusal) = web.desk.sign_out(&secret).await
    {
        let refused = Problem::from(refusal);
        let frame = Frame::of_site(&web.base());
        let page = SignInPage {
            f: &frame,
            login: "",
            to: "",
            is_signed_in: true,
            said: Some(message(&refused)),
        };
        return shown(refused.status, &page);
    }
    led(LOGIN, Some(cookies::forget()))
}

/// Too many passwords were tried from this address.
pub(crate) fn too_many(web: &Web, allowance: &Allowance) -> Response {
    let frame = Frame::of_site(&web.base());
    let page = SignInPage {
        f: &frame,
        login: "",
        to: "",
        is_signed_in: false,
        said: Some(frame.t1("sign_in.too_many", "seconds", allowance.reset_seconds)),
    };
    let mut response = shown(StatusCode::TOO_MANY_REQUESTS, &page);
    let wait = HeaderValue::from(allowance.reset_seconds);
    response.headers_mut().insert(RETRY_AFTER, wait);
    response
}

/// A path of this site; an address elsewhere is nothing, however it is written.
fn inside(to: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
    let is_path = to.starts_with('/') && !to.starts_with("//") && to.bytes().all(plain);
    is_path.then_some(to)
}

fn led(to: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    if let Ok(to) = HeaderValue::from_str(to) {
        headers.insert(LOCATION, to);
    }
    if let Some(cookie) = cookie {
        headers.insert(SET_COOKIE, cookie);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn shown(status: StatusCode, page: &SignInPage<'_>) -> Response {
    let mut response = Response::new(Body::from(made(page).unwrap_or_default()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(CONTENT_TYPE, html);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn message(refused: &Problem) -> String {
    refused.body["message"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
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
