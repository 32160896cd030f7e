//! What whoever runs the server relies on: limits, settings and their sources, and what no log line holds.
#![cfg(unix)]

use std::process::Command;

use crate::support::folder::Folder;
use crate::support::program::Served;
use serde_json::json;

#[test]
fn the_limit_of_open_files_is_raised_and_said() {
    let folder = Folder::new("open-files");
    let served = Served::start_after(folder.path(), "ulimit -S -n 128");
    let line = (served.said.lines())
        .find(|line| line.starts_with("open files: "))
        .unwrap();
    assert!(
        line.starts_with("open files: raised from 128 to "),
        "{line}"
    );
    let now: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(now > 128, "{line}");
}

#[test]
fn a_wrong_value_is_named_with_its_source_by_the_program_itself() {
    let folder = Folder::new("settings");
    let say = |args: &[&str], variable: Option<(&str, &str)>, file: &str| {
        std::fs::write(folder.path().join("outflank.toml"), file).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_outflank"));
        program.current_dir(folder.path()).args(args).envs(variable);
        let output = program.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let wrong = [
        (
            say(&["serve", "--connections", "many"], None, ""),
            "--connections: 'many' is not valid",
        ),
        (
            say(&["serve"], Some(("OUTFLANK_LOG_FORMAT", "xml")), ""),
            "the environment variable OUTFLANK_LOG_FORMAT: 'xml' is not valid",
        ),
        (
            say(&["serve"], None, "listen = \"nowhere\""),
            "'listen' in outflank.toml: 'nowhere' is not valid",
        ),
        (
            say(&["serve", "--config", "other.toml"], None, ""),
            "other.toml",
        ),
    ];
    for (said, expected) in wrong {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

#[test]
fn no_log_line_holds_a_password_a_cookie_a_link_or_a_token() {
    let folder = Folder::new("log-lines");
    let mut served = Served::start_after(
        folder.path(),
        "OUTFLANK_LOG=trace; OUTFLANK_LOG_FORMAT=json; export OUTFLANK_LOG OUTFLANK_LOG_FORMAT",
    );
    let link = served.owner_link.clone().unwrap();
    let opened = served.client().open_link(&format!("/k/{link}"));
    let cookie = opened.header("set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let origin = format!("http://{}", served.address);
    let owner = (served.client())
        .with("Cookie", &cookie)
        .with("Origin", &origin);
    let password = "correct horse battery";
    let act = json!({"act": "add_user", "login": "vera", "name": "Vera", "password": password});
    let body = json!({"command_id": "vera", "act": act});
    assert_eq!(owner.post("/api/v1/access/commands", &body).status, 200);
    let act = json!({"act": "make_link", "kind": "api", "grant": {"role": "owner"}});
    let body = json!({"command_id": "token", "act": act});
    let made = owner.post("/api/v1/access/commands", &body).json();
    let token = made["secret"].as_str().unwrap().to_owned();
    let bearer = served.client().bearer(&token);
    assert_eq!(bearer.get("/api/v1/users").status, 200);
    for given in [password, "a wrong password"] {
        let login = json!({"login": "vera", "password": given});
        served.client().post("/api/v1/login", &login);
    }
    assert_eq!(served.stop(), Some(0));
    let log = served.log();
    assert!(log.contains("\"answered\""), "{log}");
    let cookie = cookie.split_once('=').unwrap().1;
    for secret in [password, "a wrong password", cookie, &token] {
        assert!(!log.contains(secret), "a secret is in the log");
    }
}
