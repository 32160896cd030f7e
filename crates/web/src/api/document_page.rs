//! The API for people: the document as a plain page, without a script.

use std::fmt::Write as _;

use axum::response::Html;

use crate::api::operation::Operation;
use crate::routes::{Requires, Route, operations};

pub(crate) async fn page() -> Html<String> {
    let mut text = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Outflank: the API</title></head><body>\n<h1>The API</h1>\n<p>Everything that tournaments and games can do. The same in a form for programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>\n<ul><li>Authenticate with <code>Authorization: Bearer TOKEN</code>, or with the cookie of a link or a sign-in.</li>\n<li>Give each command your own <code>command_id</code>; sending the same command again is harmless.</li>\n<li>Rejections are <code>{\"code\", \"clause\", \"facts\", \"message\"}</code>.</li>\n<li>Streams are Server-Sent Events; <code>Last-Event-ID</code> continues from any place.</li></ul>\n",
    );
    for (route, operation) in operations() {
        section(&mut text, &route, &operation);
    }
    text.push_str("</body></html>\n");
    Html(text)
}

fn section(text: &mut String, route: &Route, operation: &Operation) {
    let requires = match route.requires {
        Requires::Nothing => "no sign-in needed".to_owned(),
        Requires::Action(action) => format!("needs <code>{action}</code>"),
        Requires::SignedIn => "needs a sign-in".to_owned(),
        Requires::ActionOfCommand => "needs the right for the command".to_owned(),
    };
    let _ = writeln!(
        text,
        "<section id=\"{}\"><h2><code>{} {}</code></h2><p>{} ({requires})</p>",
        operation.name,
        route.methods[0].word().to_uppercase(),
        escaped(route.path),
        escaped(operation.summary),
    );
    for query in operation.query {
        let _ = writeln!(
            text,
            "<p><code>?{}=</code> {}</p>",
            query.name,
            escaped(query.what)
        );
    }
    if let Some(example) = operation.body.as_ref().and_then(|body| body.example) {
        let _ = writeln!(text, "<h3>Send</h3><pre>{}</pre>", escaped(example));
    }
    if let Some(example) = operation.answer.example {
        let _ = writeln!(text, "<h3>Answer</h3><pre>{}</pre>", escaped(example));
    }
    text.push_str("</section>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
