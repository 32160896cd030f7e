//! Officials, and the links that let people work: shown once, as an address and as a code.

use askama::Template;
use outflank_desk::access::{AccessAct, Grant, NewLink, Role, Scope, TableRange, TokenKind};
use outflank_desk::views::Head;
use outflank_desk::{DeskAct, Refusal, TokenId, TournamentNow};
use outflank_pairing::EntrantId;
use outflank_rulebook::axes::officials::Devices;
use outflank_tournament::running::{Act, OfficialPost, Post, TableNumber};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;

#[derive(Template)]
#[template(path = "desk/officials.html")]
struct OfficialsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    officials: Vec<(String, &'static str, Option<String>)>,
    links: Vec<LinkLine>,
    /// Where devices are banned: whether links show the pairing all the same, and the clause.
    devices: Option<(bool, Option<String>)>,
    /// A link that was just made: its address, and the code that leads there.
    made: Option<(String, Html)>,
}

/// A link that was given.
struct LinkLine {
    id: String,
    role: &'static str,
    place: String,
    is_used: bool,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, None);
    };
    match form.get("do") {
        "link" => match make_link(ask, form).await {
            Ok(address) => {
                let code = qr(&address, ask.f.t("desk.link.code"));
                show(ask, None, Some((address, code)))
            }
            Err(refusal) => show(ask, Some(Said::refused("link", &refusal)), None),
        },
        "pairings" => {
            let shown = form.get("shown") == "1";
            match ask
                .submit_desk("pairings", DeskAct::ShowPairings { shown })
                .await
            {
                Ok(_) => ask.see("desk/officials"),
                Err(refusal) => show(ask, Some(Said::refused("link", &refusal)), None),
            }
        }
        "revoke" => {
            let Ok(token) = form.get("token").parse::<TokenId>() else {
                return ask.see("desk/officials");
            };
            match ask.submit_access(AccessAct::Revoke { token }).await {
                Ok(_) => ask.see("desk/officials"),
                Err(refusal) => show(ask, Some(Said::refused("link", &refusal)), None),
            }
        }
        _ => match appoint(ask, form).await {
            Ok(()) => ask.see("desk/officials"),
            Err(refusal) => show(ask, Some(Said::refused("appoint", &refusal)), None),
        },
    }
}

async fn appoint(ask: &Ask<'_>, form: &Form) -> Result<(), Refusal> {
    let name = form.get("name").to_owned();
    let act = match form.get("do") {
        "relieve" => Act::Relieve { name },
        _ => Act::Appoint {
            official: OfficialPost {
                area: form.some("area"),
                local: form.has("local"),
                entrant: form.number("entrant").map(EntrantId),
                ..OfficialPost::new(
                    name,
                    match form.get("post") {
                        "director" => Post::Director,
                        "assistant" => Post::Assistant,
                        "judge" => Post::Judge,
                        _ => Post::Head,
                    },
                )
            },
        },
    };
    ask.submit("appoint", act).await?;
    Ok(())
}

async fn make_link(ask: &Ask<'_>, form: &Form) -> Result<String, Refusal> {
    let whole = Scope::tournament(&ask.now.id);
    let (role, scope) = match form.get("role") {
        "head" => (Role::Head, whole),
        "director" => (Role::Director, whole),
        "judge" => {
            let from = TableNumber(form.number("from").unwrap_or(1));
            let to = form.number("to").map_or(from, TableNumber);
            let tables = Some(TableRange { from, to });
            (Role::Judge, Scope { tables, ..whole })
        }
        "player" => {
            let entrant = form.number("entrant").map(EntrantId);
            (Role::Player, Scope { entrant, ..whole })
        }
        "needs_assistant" => {
            let entrant = form.number("entrant").map(EntrantId);
            (Role::NeedsAssistant, Scope { entrant, ..whole })
        }
        _ => (Role::Assistant, whole),
    };
    let link = NewLink {
        kind: TokenKind::Link,
        grant: Grant { role, scope },
        expires: None,
        only: Vec::new(),
        label: form.some("label"),
    };
    let answer = ask.submit_access(AccessAct::MakeLink(link)).await?;
    let secret = answer.secret.map(|secret| secret.reveal().to_owned());
    Ok(format!("{}/k/{}", ask.f.base, secret.unwrap_or_default()))
}

fn show(ask: &Ask<'_>, said: Option<Said>, made: Option<(String, Html)>) -> DeskAnswer {
    let now = ask.fresh();
    let access = ask.desk.access();
    let here = |scope: &Scope| scope.tournament.as_ref() == Some(&now.id);
    let links = (access.tokens.iter())
        .filter(|(_, token)| here(&token.grant.scope) && token.is_good(ask.desk.now()))
        .map(|(id, token)| LinkLine {
            id: id.to_string(),
            role: role_key(token.grant.role),
            place: place(&ask.f, &token.grant.scope),
            is_used: token.is_used,
        })
        .collect();
    let officials = (now.affairs().officials.iter())
        .map(|one| (one.name.clone(), post_key(one.post), one.area.clone()))
        .collect();
    let page = OfficialsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Officials, said.clone()),
        officials,
        links,
        devices: devices(&now),
        made,
    };
    ask.page(said.as_ref(), &page)
}

/// Whether players' links show the pairing, where the rulebook bans devices.
fn devices(now: &TournamentNow) -> Option<(bool, Option<String>)> {
    let axis = &now.rules()?.devices;
    match axis.value {
        Devices::OffDuringRounds => Some((
            now.device_pairings,
            axis.clause().map(|clause| clause.for_people()),
        )),
        Devices::OffOrSilent | Devices::Unstated => None,
    }
}

fn post_key(post: Post) -> &'static str {
    match post {
        Post::Head => "desk.by.head",
        Post::Director => "desk.by.director",
        Post::Assistant => "desk.by.assistant",
        Post::Judge => "desk.by.judge",
    }
}

fn role_key(role: Role) -> &'static str {
    match role {
        Role::Head => "desk.by.head",
        Role::Director => "desk.by.director",
        Role::Assistant => "desk.by.assistant",
        Role::Judge => "desk.by.judge",
        Role::Player => "desk.by.a_player",
        Role::NeedsAssistant => "desk.by.needs_assistant",
        Role::Owner | Role::Public => "desk.by.owner",
        Role::Officer | Role::Chairman | Role::Committee => "desk.by.federation",
    }
}

/// Where a link holds, in words.
fn place(f: &Frame, scope: &Scope) -> String {
    let mut parts = Vec::new();
    if let Some(tables) = scope.tables {
        parts.push(match tables.from == tables.to {
            true => f.t1("desk.link.table", "table", tables.from),
            false => f.t2("desk.link.tables", "from", tables.from, "to", tables.to),
        });
    }
    if let Some(entrant) = scope.entrant {
        parts.push(f.t1("desk.link.entrant", "number", entrant));
    }
    match parts.is_empty() {
        true => f.t("desk.link.whole").to_owned(),
        false => parts.join(", "),
    }
}
