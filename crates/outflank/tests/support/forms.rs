//! Forms as a browser without a script sends them.

use outflank_desk::TournamentId;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Act;

use super::hosted::Hosted;
use super::http::{Client, Reply};

/// Sends a form to a page, with the hidden fields that page shows.
#[track_caller]
pub(crate) fn send(client: &Client, page: &str, fields: &str) -> Reply {
    let shown = client.get(page);
    assert_eq!(shown.status, 200, "{page}: {}", shown.text());
    let shown = shown.text();
    let hidden = match shown.contains("name=\"id\"") {
        true => format!(
            "id={}&version={}&",
            field(&shown, "id"),
            field(&shown, "version")
        ),
        false => String::new(),
    };
    post(client, page, &format!("{hidden}{fields}"))
}

pub(crate) fn post(client: &Client, path: &str, form: &str) -> Reply {
    let client = client.with("Content-Type", "application/x-www-form-urlencoded");
    client.send("POST", path, Some(form.as_bytes())).unwrap()
}

/// Sends fields and files as a browser does.
pub(crate) fn upload(
    client: &Client,
    path: &str,
    fields: &[(&str, &str)],
    file: (&str, &str, &[u8]),
) -> Reply {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    let (name, file_name, bytes) = file;
    body.extend(
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\nContent-Type: text/plain\r\n\r\n")
            .bytes(),
    );
    body.extend(bytes);
    body.extend(b"\r\n--cut--\r\n");
    let client = client.with("Content-Type", "multipart/form-data; boundary=cut");
    client.send("POST", path, Some(&body)).unwrap()
}

pub(crate) fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("name=\"{name}\" value=\"");
    let found = page.split_once(&start);
    found
        .unwrap_or_else(|| panic!("no field {name} in {page}"))
        .1
        .split_once('"')
        .unwrap()
        .0
}

#[track_caller]
pub(crate) fn leads(reply: &Reply, to: &str) {
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert_eq!(reply.header("location"), Some(to));
}

#[track_caller]
pub(crate) fn says(reply: &Reply, words: &str) {
    assert!(
        reply.text().contains(words),
        "no '{words}' in {}",
        reply.text()
    );
}

/// An event of a kind with its entrants checked in.
pub(crate) fn event(hosted: &Hosted, slug: &str, entrants: u32) -> TournamentId {
    let id = hosted.event(slug, entrants);
    for n in 1..=entrants {
        let entrant = EntrantId(n);
        hosted.act(&id, Act::CheckIn { entrant });
    }
    id
}
