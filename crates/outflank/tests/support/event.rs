//! An event that is opened over HTTP, as another program does it.

use serde_json::json;

use super::http::Client;

/// Opens an event with so many entrants; its id.
pub(crate) fn open_event(client: &Client, slug: &str, entrants: usize) -> String {
    let creation = json!({"name": "Sample Open", "first_day": "2026-11-15"});
    let new = json!({"preset": "soc/open", "slug": slug, "creation": creation});
    let body = json!({"command_id": "open", "tournament": new});
    let made = client.post("/api/v1/tournaments", &body);
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["made"].as_str().unwrap().to_owned();
    for n in 1..=entrants {
        let act = json!({"act": "enter", "entry": {"name": format!("Sample {n}")}});
        let body = json!({"command_id": format!("enter-{n}"), "act": act});
        let reply = client.post(&format!("/api/v1/tournaments/{id}/commands"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    id
}
