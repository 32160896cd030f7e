//! The third day through the desk's forms, as a browser without a script sends them.

use crate::support::championship::{WofNumbers, played};
use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};

const EVENT: &str = "/t/small";

/// The value of the first field of a name in a page.
fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("name=\"{name}\" value=\"");
    let found = page.split_once(&start);
    let found = found.unwrap_or_else(|| panic!("no field {name} in {page}"));
    found.1.split_once('"').unwrap().0
}

/// Sends a form of a page with the hidden fields the page has.
#[track_caller]
fn send(client: &Client, page: &str, to: &str, fields: &str) -> Reply {
    let shown = client.get(&format!("{EVENT}/{page}"));
    assert_eq!(shown.status, 200, "{page}: {}", shown.text());
    let shown = shown.text();
    let form = format!(
        "id={}&version={}&{fields}",
        field(&shown, "id"),
        field(&shown, "version")
    );
    let client = client.with("Content-Type", "application/x-www-form-urlencoded");
    let path = format!("{EVENT}/{to}");
    client.send("POST", &path, Some(form.as_bytes())).unwrap()
}

#[track_caller]
fn leads(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.text());
    let to = reply.header("location").unwrap();
    to.strip_prefix(EVENT).unwrap().trim_matches('/').to_owned()
}

/// The matches whose player has to choose now.
fn wanted(page: &str) -> Vec<String> {
    let forms = page
        .split("<form ")
        .filter(|form| form.contains("value=\"choose\""));
    forms.map(|form| field(form, "match").to_owned()).collect()
}

#[test]
fn the_end_of_a_championship_is_run_through_the_forms() {
    let hosted = Hosted::start();
    let id = played(&hosted, WofNumbers::Unknown);
    let director = hosted.owner();
    let next = director.get(&format!("{EVENT}/desk"));
    assert_eq!(leads(&next), "desk/finals");
    let public = hosted.client();
    assert_eq!(public.get(&format!("{EVENT}/desk/finals")).status, 403);

    let mut rounds = 0;
    let mut titles_seen = String::new();
    let mut defaults = 0;
    loop {
        let page = director.get(&format!("{EVENT}/desk/finals")).text();
        titles_seen.push_str(&page);
        let missing = wanted(&page);
        if let Some(first) = missing.first() {
            // While a choice is missing no round can be proposed, here or by its address.
            assert!(!page.contains("value=\"propose\""), "{page}");
            if defaults == 0 {
                // Nobody is late before a start is known; then he is, and the rule decides.
                let early = send(
                    &director,
                    "desk/finals",
                    "desk/finals",
                    &format!("match={first}&do=default"),
                );
                assert_eq!(early.status, 422, "{}", early.text());
                assert!(early.text().contains("role=\"alert\""));
                let soon = hosted.desk.now().0 + 2 * 60_000;
                let now = hosted.desk.tournament(&id).unwrap();
                let offset = now
                    .affairs()
                    .opened
                    .as_ref()
                    .unwrap()
                    .setting
                    .offset
                    .minutes;
                let of_day = (soon / 60_000 + i64::from(offset)).rem_euclid(24 * 60);
                let time = format!("time={:02}%3A{:02}&do=start", of_day / 60, of_day % 60);
                assert_eq!(
                    leads(&send(&director, "desk/finals", "desk/finals", &time)),
                    "desk/finals"
                );
                let late = send(
                    &director,
                    "desk/finals",
                    "desk/finals",
                    &format!("match={first}&do=default"),
                );
                assert_eq!(leads(&late), "desk/finals");
                defaults += 1;
                continue;
            }
            let chosen = send(
                &director,
                "desk/finals",
                "desk/finals",
                &format!("match={first}&do=choose&choice=white"),
            );
            assert_eq!(leads(&chosen), "desk/finals");
            let after = director.get(&format!("{EVENT}/desk/finals")).text();
            assert!(after.contains("chose White"), "{after}");
            continue;
        }
        let now = hosted.desk.tournament(&id).unwrap();
        let round = now.affairs().next_round().0;
        let pairing = format!("desk/pairing/{round}");
        assert_eq!(
            leads(&send(&director, "desk/finals", &pairing, "do=propose")),
            pairing
        );
        let preview = director.get(&format!("{EVENT}/{pairing}")).text();
        assert!(
            preview.contains("Game 1") || preview.contains("Game 2") || preview.contains("Game 3"),
            "{preview}"
        );
        assert_eq!(
            leads(&send(&director, &pairing, &pairing, "do=announce")),
            pairing
        );
        let results = format!("desk/results/{round}");
        assert_eq!(
            leads(&send(&director, &pairing, &pairing, "do=start")),
            results
        );
        let now = hosted.desk.tournament(&id).unwrap();
        let life = now.affairs().rounds.last().unwrap();
        let mut form = "do=save&as=official".to_owned();
        for card in &life.cards {
            // The third game comes about: Black wins the first two.
            let (table, black) = (card.table, 40 - rounds);
            form.push_str(&format!(
                "&b{table}={black}&w{table}={}&h{table}=p",
                64 - black
            ));
        }
        assert_eq!(leads(&send(&director, &results, &results, &form)), results);
        rounds += 1;
        if leads(&send(&director, &results, &results, "do=validate")) == "desk/event" {
            break;
        }
        assert!(rounds < 20, "the matches end");
    }
    assert!(
        rounds >= 3,
        "semi-finals, then a final of more than one game: {rounds}"
    );
    assert_eq!(defaults, 1);
    for list in ["Individual title", "Women’s title", "Young players’ title"] {
        assert!(titles_seen.contains(list), "{list}");
    }
    assert_eq!(
        leads(&send(&director, "desk/event", "desk/event", "do=titles")),
        "desk/event"
    );
    let end = director.get(&format!("{EVENT}/desk/event")).text();
    assert!(end.contains("World Champion"), "{end}");
}

#[test]
fn a_file_for_the_federation_that_is_not_ready_says_in_a_page_what_is_missing() {
    let hosted = Hosted::start();
    played(&hosted, WofNumbers::Unknown);
    let director = hosted.owner();
    let event = director.get(&format!("{EVENT}/desk/event")).text();
    assert!(event.contains("href=\"/t/small/desk/wof\""));
    let page = director.get(&format!("{EVENT}/desk/wof"));
    assert_eq!(page.status, 200);
    assert!(!page.text().contains("id=\"hindrances\""));
    let asked = director.get(&format!(
        "{EVENT}/desk/wof?write=1&country=Examplia&sender=Vera"
    ));
    assert_eq!(asked.status, 422);
    assert_eq!(
        asked.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let text = asked.text();
    let list = text.split_once("id=\"hindrances\">").unwrap().1;
    let list = list.split_once("</ul>").unwrap().0;
    let without = list.matches("has no WOF number").count();
    assert_eq!(without, 16, "{list}");
    assert!(text.contains("value=\"Examplia\""));
}

#[test]
fn a_file_for_the_federation_that_is_ready_is_written() {
    let hosted = Hosted::start();
    played(&hosted, WofNumbers::Known);
    let director = hosted.owner();
    let asked = director.get(&format!(
        "{EVENT}/desk/wof?write=1&country=Examplia&sender=Vera+A"
    ));
    assert_eq!(asked.status, 303, "{}", asked.text());
    let file = director.get(asked.header("location").unwrap());
    assert_eq!(file.status, 200, "{}", file.text());
    assert!(
        file.header("content-disposition")
            .unwrap()
            .contains("small.ELO")
    );
    assert!(file.text().contains("Examplia") && file.text().contains("Vera A"));
}
