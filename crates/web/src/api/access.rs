//! Signing in and out, accounts, roles and links.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use outflank_desk::access::Caller;
use outflank_desk::{Request, What};

use crate::Web;
use crate::api::answers::{done, json};
use crate::api::asked::Asked;
use crate::api::shapes::{AccessCommand, Login, Me, TokenShown, UserShown};
use crate::cookies;
use crate::errors::ApiError;

type Answered = Result<Response, ApiError>;

fn me_of(caller: &Caller) -> Me {
    Me {
        actor: caller.actor().to_string(),
        grants: caller.grants().to_vec(),
    }
}

pub(crate) async fn me(_: Arc<Web>, asked: Asked) -> Answered {
    json(&me_of(&asked.caller))
}

pub(crate) async fn login(web: Arc<Web>, asked: Asked) -> Answered {
    let body: Login = asked.json()?;
    let session = web.desk.sign_in(&body.login, &body.password).await?;
    let mut response = json(&me_of(&session.caller))?;
    if let Some(cookie) = cookies::keep(session.secret.reveal(), &web.settings) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

pub(crate) async fn logout(web: Arc<Web>, asked: Asked) -> Answered {
    if let Some(secret) = &asked.cookie {
        web.desk.sign_out(secret).await?;
    }
    let mut response = json(&me_of(&Caller::public()))?;
    response.headers_mut().insert(SET_COOKIE, cookies::forget());
    Ok(response)
}

pub(crate) async fn command(web: Arc<Web>, asked: Asked) -> Answered {
    let body: AccessCommand = asked.json()?;
    let request = Request::new(body.command_id, What::Access { act: body.act });
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::OK,
    )
}

pub(crate) async fn users(web: Arc<Web>, _: Asked) -> Answered {
    let access = web.desk.access();
    let users = access.users.iter().map(|(id, user)| UserShown {
        user: id.to_string(),
        grants: user.grants.clone(),
    });
    json(&users.collect::<Vec<_>>())
}

/// The links and tokens the caller could have made himself.
pub(crate) async fn tokens(web: Arc<Web>, asked: Asked) -> Answered {
    let access = web.desk.access();
    let within = |token: &outflank_desk::access::TokenNow| {
        (asked.caller.grants().iter()).any(|own| own.scope.includes(&token.grant.scope))
    };
    let tokens = (access.tokens.iter())
        .filter(|(_, token)| within(token))
        .map(|(id, token)| TokenShown {
            token: id.to_string(),
            kind: token.kind,
            grant: token.grant.clone(),
            expires: token.expires.map(|end| end.0),
            made_by: token.made_by.clone(),
            is_used: token.is_used,
        });
    json(&tokens.collect::<Vec<_>>())
}
