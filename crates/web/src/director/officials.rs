//! Officials, and the links that let people work: shown once, as an address and as a code.

use askama::Template;
use outflank_desk::access::{AccessAct, Grant, NewLink, Role, Scope, TableRange, TokenKind};
use outflank_desk::views::Head;
use outflank_desk::{DeskAct, TokenId, TournamentNow};
use outflank_pairing::EntrantId;
use outflank_rulebook::axes::officials::Devices;
use outflank_tournament::running::{Act, OfficialPost, Post, TableNumber, Timestamp};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::{Field, Text, Ticked, WrongField};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::notice::{FormError, Notice};
use crate::pages::qr::qr;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "desk/officials.html")]
struct OfficialsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    officials: &'a [OfficialPost],
    links: Vec<LinkLine>,
    /// Where devices are banned: whether links show the pairing all the same, and the clause.
    devices: Option<(bool, Option<String>)>,
    /// A link that was just made: its address, and the code that leads there.
    made: Option<(String, Html)>,
}

/// A link that was given.
struct LinkLine {
    id: TokenId,
    role: Role,
    place: String,
    is_used: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct OfficialsForm {
    #[serde(rename = "do")]
    action: Action,
    /// An official.
    name: Text,
    post: Field<Post>,
    area: Text,
    local: Ticked,
    /// A link, for a player or for a range of tables.
    role: Option<LinkRole>,
    from: Field<TableNumber>,
    to: Field<TableNumber>,
    label: Text,
    entrant: Field<EntrantId>,
    token: Field<TokenId>,
    and_made: Ticked,
    /// Whether players' links show the pairing.
    shown: Text,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Appoint,
    Relieve,
    Link,
    Pairings,
    Revoke,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LinkRole {
    Head,
    Director,
    Assistant,
    Judge,
    Player,
    NeedsAssistant,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, None)
}

pub(crate) async fn post(Posted { mut desk, form, .. }: Posted<OfficialsForm>) -> Answer {
    let place = match form.action {
        Action::Appoint | Action::Relieve => "appoint",
        Action::Link | Action::Pairings | Action::Revoke => "link",
    };
    let notice = match change(&desk, &form).await {
        Ok(None) => return desk.see("desk/officials"),
        Ok(Some(address)) => {
            desk.refresh();
            let code = qr(&address, desk.f.t("desk.link.code"));
            return show(&desk, None, Some((address, code)));
        }
        Err(error) => error.notice(&desk.f, place),
    };
    show(&desk, Some(notice), None)
}

/// Does what the form asks; the address of a link that was made.
async fn change(desk: &DirectorDesk, form: &OfficialsForm) -> Result<Option<String>, FormError> {
    let name = form.name.to_string();
    match form.action {
        Action::Appoint => {
            let post = form.post.optional("post")?.unwrap_or(Post::Head);
            let official = OfficialPost {
                area: form.area.filled(),
                local: form.local.0,
                entrant: form.entrant.optional("entrant")?,
                ..OfficialPost::new(name, post)
            };
            desk.submit("appoint", Act::Appoint { official }).await?
        }
        Action::Relieve => desk.submit("appoint", Act::Relieve { name }).await?,
        Action::Link => {
            let grant = grant(desk, form)?;
            let link = NewLink {
                kind: TokenKind::Link,
                grant,
                expires: Some(link_end(desk)),
                only: Vec::new(),
                label: form.label.filled(),
            };
            let written = desk.submit_access(AccessAct::MakeLink(link)).await?;
            let secret = written.secret.map(|secret| secret.reveal().to_owned());
            let secret = secret.unwrap_or_default();
            return Ok(Some(format!("{}/k/{secret}", desk.f.base)));
        }
        Action::Pairings => {
            let shown = &*form.shown == "1";
            desk.submit_desk("pairings", DeskAct::ShowPairings { shown })
                .await?
        }
        Action::Revoke => {
            let token = form.token.required("token")?;
            let and_made = form.and_made.0;
            desk.submit_access(AccessAct::Revoke { token, and_made })
                .await?
        }
    };
    Ok(None)
}

/// A link made at the desk lasts until the day after the tournament's last day, and at least two days.
fn link_end(desk: &DirectorDesk) -> Timestamp {
    let slots = &desk.now.affairs().timetable.slots;
    let first = desk.view().first_midnight();
    let last = slots.last().map_or(first, |slot| slot.start.max(first));
    Timestamp((last.0 + 2 * DAY_MS).max(desk.web.desk.now().0 + 2 * DAY_MS))
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn grant(desk: &DirectorDesk, form: &OfficialsForm) -> Result<Grant, WrongField> {
    let scope = Scope::tournament(&desk.now.id);
    let of_player = |scope| {
        let entrant = Some(form.entrant.required("entrant")?);
        Ok(Scope { entrant, ..scope })
    };
    let (role, scope) = match form.role.unwrap_or(LinkRole::Assistant) {
        LinkRole::Head => (Role::Head, scope),
        LinkRole::Director => (Role::Director, scope),
        LinkRole::Assistant => (Role::Assistant, scope),
        LinkRole::Judge => {
            let from = form.from.required("from")?;
            let to = form.to.optional("to")?.unwrap_or(from);
            let tables = Some(TableRange { from, to });
            (Role::Judge, Scope { tables, ..scope })
        }
        LinkRole::Player => (Role::Player, of_player(scope)?),
        LinkRole::NeedsAssistant => (Role::NeedsAssistant, of_player(scope)?),
    };
    Ok(Grant { role, scope })
}

fn show(desk: &DirectorDesk, notice: Option<Notice>, made: Option<(String, Html)>) -> Answer {
    let now = &desk.now;
    let access = desk.web.desk.access();
    let here = |scope: &Scope| scope.tournament.as_ref() == Some(&now.id);
    let links = (access.tokens.iter())
        .filter(|(_, token)| here(&token.grant.scope) && token.is_good(desk.web.desk.now()))
        .map(|(id, token)| LinkLine {
            id: id.clone(),
            role: token.grant.role,
            place: place(&desk.f, &token.grant.scope),
            is_used: token.is_used,
        })
        .collect();
    let page = OfficialsPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Officials, notice.as_ref()),
        officials: &now.affairs().officials,
        links,
        devices: devices(now),
        made,
    };
    desk.page(notice.as_ref(), &page)
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

fn post_key(post: &Post) -> &'static str {
    match post {
        Post::Head => "desk.by.head",
        Post::Director => "desk.by.director",
        Post::Assistant => "desk.by.assistant",
        Post::Judge => "desk.by.judge",
    }
}

fn role_key(role: &Role) -> &'static str {
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
