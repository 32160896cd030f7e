//! `outflank rate`: the list, what is left out and why, lists out and in, history.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("outflank-rate-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn rate(args: &[&Path], more: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .arg("rate")
        .args(args)
        .args(more)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// An event of three players who each win and lose, four times over.
fn event(date: &str) -> String {
    let mut text = format!(
        "%%Tournament: Test\n%%Country: GBR\n%%Date: {date}\n%%Sender: Ada Example\n\n%_% 11, EXAMPLE, Ada, GBR\n%_% 12, SAMPLE, Bo, GBR\n%_% 13, SAMPLE, Cy, FRA\n"
    );
    for round in 1..=4 {
        let (one, two) = (round * 3 - 2, round * 3 - 1);
        text += &format!("%Round: {one}\n    11 (40)>(24)     12 B\n");
        text += &format!("%Round: {two}\n    12 (40)>(24)     13 B\n");
        let won = if round == 1 { '<' } else { '>' };
        text += &format!("%Round: {}\n    13 (40){won}(24)     11 B\n", round * 3);
    }
    text
}

#[test]
fn a_list_goes_out_comes_in_and_is_the_same_twice() {
    let folder = Folder::new("list");
    folder.file("20250104_One.ELO", &event("04/01/2025"));
    folder.file("20240104_Old.ELO", &event("04/01/2024"));
    let out = folder.0.join("list.csv");
    let more = [
        "--day",
        "2025-06-01",
        "--json",
        "--out",
        out.to_str().unwrap(),
    ];
    let (code, first, _) = rate(&[&folder.0], &more);
    assert_eq!(code, 0);
    let (_, second, _) = rate(&[&folder.0], &more);
    assert_eq!(first, second, "byte by byte");
    let list: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(
        (&list["method"], &list["games"]),
        (&"wof-1".into(), &24.into())
    );
    assert_eq!(list["listed"][0]["name"], "EXAMPLE Ada");
    let before = ["--day", "2025-06-01", "--before", out.to_str().unwrap()];
    let (_, text, _) = rate(&[&folder.0], &before);
    assert!(text.contains("    +0"), "{text}");
    // An earlier day passes over the later event.
    let (_, earlier, _) = rate(&[&folder.0], &["--day", "2024-06-01"]);
    assert!(earlier.contains("1 later tournaments"), "{earlier}");
    let (_, history, _) = rate(
        &[&folder.0],
        &["--day", "2025-06-01", "--history", "11", "--json"],
    );
    let history: Value = serde_json::from_str(&history).unwrap();
    assert_eq!(history["history"].as_array().unwrap().len(), 2);
}

#[test]
fn a_bad_file_is_left_out_whole_and_said_by_line() {
    let folder = Folder::new("bad");
    let good = folder.file("good.ELO", &event("04/01/2025"));
    let cases = [
        (
            "himself.ELO",
            event("05/01/2025").replacen("13 (40)", "11 (40)", 1),
            "plays against themselves",
        ),
        ("future.ELO", event("04/01/2999"), "line 3"),
        (
            "two.ELO",
            event("06/01/2025").replace("13, SAMPLE, Cy, FRA", "14, SAMPLE, Bo, GBR"),
            "12 and 14",
        ),
        ("cut.ELO", event("07/01/2025")[..150].to_owned(), "line"),
    ];
    for (name, text, says) in cases {
        let bad = folder.file(name, &text);
        let (code, out, said) = rate(&[&good, &bad], &["--json"]);
        assert_eq!(code, 2, "{name}");
        assert!(said.contains(name) && said.contains(says), "{name}: {said}");
        let list: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(list["games"], 12, "{name}: nothing of it is taken");
        assert!(!list["left_out"].as_array().unwrap().is_empty());
    }
    let (code, _, said) = rate(&[&folder.0.join("none.ELO")], &[]);
    assert_eq!(code, 2);
    assert!(said.contains("none.ELO"), "{said}");
}
