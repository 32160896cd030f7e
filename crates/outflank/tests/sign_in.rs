//! Signing in and out on the page, as a browser without a script does it.

use outflank_desk::access::{AccessAct, Grant, Password, Role};
use outflank_desk::{UserId, What};
use outflank_web::Settings;
use serde_json::json;

use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};

fn send(client: &Client, path: &str, form: &str) -> Reply {
    let origin = format!("http://{}", client.address);
    let client =
        (client.with("Origin", &origin)).with("Content-Type", "application/x-www-form-urlencoded");
    client.send("POST", path, Some(form.as_bytes())).unwrap()
}

/// The browser with the cookie of an answer.
fn keeping(client: &Client, reply: &Reply) -> Client {
    let cookie = reply.header("set-cookie").unwrap();
    client.with("Cookie", cookie.split(';').next().unwrap())
}

fn add_vera(hosted: &Hosted) -> UserId {
    let made = hosted.submit(What::Access {
        act: AccessAct::AddUser {
            login: "vera".to_owned(),
            name: "Vera Arbiter".to_owned(),
            password: Password::new(" nine lives & more "),
        },
    });
    made.made.unwrap().parse().unwrap()
}

#[test]
fn a_director_signs_in_with_a_password_and_out_again() {
    let hosted = Hosted::start();
    let event = hosted.event("hall", 4);
    let user = add_vera(&hosted);
    hosted.submit(What::Access {
        act: AccessAct::Give {
            user,
            grant: Grant::tournament(Role::Director, &event),
        },
    });
    let browser = hosted.client();
    assert!(browser.get("/").text().contains("href=\"/login\""));
    let page = browser.get("/login");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("name=\"password\""));
    assert_eq!(browser.get("/t/hall/desk/entrants").status, 403);

    let wrong = send(&browser, "/login", "login=vera%22%3E&password=nine+lives");
    assert_eq!(wrong.status, 401);
    assert!(wrong.text().contains("Wrong name or password"));
    assert!(
        wrong.text().contains("value=\"vera&#34;&#62;\""),
        "{}",
        wrong.text()
    );
    assert!(!wrong.text().contains("nine lives"));
    assert!(wrong.header("set-cookie").is_none());

    // The password counts as it was typed, with its spaces.
    let right = "login=vera&password=+nine+lives+%26+more+";
    let signed_in = send(&browser, "/login", right);
    assert_eq!(signed_in.status, 303, "{}", signed_in.text());
    assert_eq!(signed_in.header("location"), Some("/t/hall"));
    let known = keeping(&browser, &signed_in);
    assert_eq!(known.get("/t/hall/desk/entrants").status, 200);
    assert_ne!(known.get("/api/v1/me").json()["actor"], "public");
    assert!(known.get("/login").text().contains("action=\"/logout\""));

    let out = send(&known, "/logout", "");
    assert_eq!(out.header("location"), Some("/login"));
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    // The session is over, also for whoever kept the cookie.
    assert_eq!(known.get("/t/hall/desk/entrants").status, 403);
}

#[test]
fn signing_in_leads_nowhere_else_and_no_other_site_can_do_it() {
    let hosted = Hosted::start();
    add_vera(&hosted);
    let right = "login=vera&password=+nine+lives+%26+more+";
    let browser = hosted.client();
    let inside = send(&browser, "/login", &format!("{right}&to=%2Fnew"));
    assert_eq!(inside.header("location"), Some("/new"));
    let outside = send(
        &browser,
        "/login",
        &format!("{right}&to=%2F%2Fevil.example"),
    );
    assert_eq!(outside.header("location"), Some("/"));
    let foreign = browser.with("Origin", "http://evil.example");
    let foreign = foreign
        .send("POST", "/login", Some(right.as_bytes()))
        .unwrap();
    assert_eq!(foreign.status, 403);
    assert!(foreign.header("set-cookie").is_none());
}

#[test]
fn passwords_tried_on_the_page_and_by_program_are_counted_together() {
    let hosted = Hosted::with(Settings {
        logins_per_minute: 3,
        ..Settings::default()
    });
    let client = hosted.client();
    let login = json!({"login": "nobody", "password": "wrong password"});
    assert_eq!(client.post("/api/v1/login", &login).status, 401);
    let form = "login=nobody&password=wrong+password";
    let replies: Vec<Reply> = (0..4).map(|_| send(&client, "/login", form)).collect();
    assert_eq!(replies[0].status, 401);
    let refused = &replies[3];
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    assert!(
        refused
            .text()
            .contains("Too many attempts from this address")
    );
    assert!(refused.text().contains("name=\"login\""));
}
