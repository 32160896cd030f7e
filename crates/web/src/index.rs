//! A plain index page, for a server without other pages.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Html;

use crate::Web;

pub(crate) async fn page(State(web): State<Arc<Web>>) -> Html<String> {
    let mut text = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width\"><title>Outflank</title></head><body>\n\
        <h1>Outflank</h1>\n<ul>\n",
    );
    for now in web.desk.tournaments() {
        let _ = writeln!(
            text,
            "<li><a href=\"/api/v1/tournaments/{}\">{}</a></li>",
            now.id,
            escaped(now.title())
        );
    }
    text.push_str("</ul>\n<p><a href=\"/api/v1/\">The API</a></p></body></html>\n");
    Html(text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
