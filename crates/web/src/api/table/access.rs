//! Who is who: signing in, accounts, links.

use outflank_desk::access::Action::ManageUsers;

use crate::api::access;
use crate::api::route::{Needs, Route, handler, json_of};
use crate::api::shapes::{AccessCommand, Login, Me, UserShown};
use crate::api::table::{DONE, act, read};

pub(crate) const ROUTES: &[Route] = &[
    Route {
        needs: Needs::Nothing,
        ..read(
            "/api/v1/me",
            "me",
            "Who the caller is and what he was given",
            json_of::<Me>(r#"{"actor": "public", "grants": []}"#),
            handler!(access::me),
        )
    },
    Route {
        needs: Needs::Nothing,
        answer: json_of::<Me>(
            r#"{"actor": "user:7q0b4k2m9x", "grants": [{"role": "owner", "scope": {}}]}"#,
        ),
        ..act(
            "/api/v1/login",
            "login",
            "Sign in with a password; the answer sets a cookie",
            json_of::<Login>(r#"{"login": "vera", "password": "a long one of her own"}"#),
            handler!(access::login),
        )
    },
    Route {
        needs: Needs::Nothing,
        body: None,
        answer: json_of::<Me>(r#"{"actor": "public", "grants": []}"#),
        ..act(
            "/api/v1/logout",
            "logout",
            "Sign out; the cookie is over",
            DONE,
            handler!(access::logout),
        )
    },
    act(
        "/api/v1/access/commands",
        "command_access",
        "Accounts, roles, links and persons",
        json_of::<AccessCommand>(
            r#"{"command_id": "a1", "act": {"act": "make_link", "kind": "link", "grant": {"role": "judge", "scope": {"tournament": "4k2m9x7q0b", "tables": {"from": 5, "to": 5}}}}}"#,
        ),
        handler!(access::command),
    ),
    Route {
        needs: Needs::Action(ManageUsers),
        ..read(
            "/api/v1/users",
            "list_users",
            "Accounts and their roles",
            json_of::<Vec<UserShown>>(r#"[{"user": "7q0b4k2m9x", "grants": []}]"#),
            handler!(access::users),
        )
    },
];
