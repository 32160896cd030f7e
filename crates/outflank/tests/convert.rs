//! `outflank convert` as people start it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `outflank convert` in a folder of the test's own and gives the exit code and standard error.
fn convert(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .arg("convert")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap(), err)
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn sample(name: &str) -> String {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/files");
    files.join(name).to_str().unwrap().to_owned()
}

fn results_of(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| !line.starts_with("%%Creat")).collect()
}

#[test]
fn a_results_file_goes_through_a_tournament_file_unchanged() {
    let folder = folder("convert-elo");
    let elo = sample("20261115_Test_Open.ELO");
    assert_eq!(convert(&folder, &[&elo, "event.json"]).0, 0);
    let heading = ["--country", "GBR", "--sender", "Tess Tester"];
    let (code, err) = convert(
        &folder,
        &[&["event.json", "again.ELO"][..], &heading].concat(),
    );
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("the WOF name for this file is 20261115_Test_Open.ELO"),
        "{err}"
    );
    assert!(
        err.contains("the result differs from the discs: added results"),
        "{err}"
    );
    // Whether somebody is new to the WOF's list is not in a tournament file.
    let again = std::fs::read_to_string(folder.join("again.ELO")).unwrap();
    let first = std::fs::read_to_string(elo).unwrap().replace('+', " ");
    assert_eq!(results_of(&again), results_of(&first));
}

#[test]
fn a_results_file_that_is_not_ready_is_not_written() {
    let folder = folder("convert-unready");
    let elo = sample("storm.ELO");
    assert_eq!(convert(&folder, &[&elo, "event.json"]).0, 0);
    let (code, err) = convert(&folder, &["event.json", "unready.ELO"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("SAMPLE, Bo has no WOF number"), "{err}");
    assert!(err.contains("The sender is missing"), "{err}");
    assert!(!folder.join("unready.ELO").exists());
}

#[test]
fn several_results_files_of_one_day_have_letters() {
    let folder = folder("convert-letter");
    let elo = sample("20261115_Test_Open.ELO");
    let heading = ["--country", "GBR", "--sender", "Tess Tester"];
    assert_eq!(convert(&folder, &[&elo, "event.json"]).0, 0);
    for input in ["event.json", &elo] {
        let named = [&[input, "b.ELO", "--letter", "b"][..], &heading].concat();
        let (code, err) = convert(&folder, &named);
        assert_eq!(code, 0, "{err}");
        assert!(
            err.contains("the WOF name for this file is 20261115b_Test_Open.ELO"),
            "{err}"
        );
    }
    let (code, err) = convert(&folder, &["event.json", "b.ELO", "--letter", "B2"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("one lower-case letter"), "{err}");
    let (code, err) = convert(&folder, &["event.json", "again.json", "--letter", "b"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("--letter is only for results files"), "{err}");
}

/// Runs a command on a file and gives the exit code, standard output and standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let program = env!("CARGO_BIN_EXE_outflank");
    let output = Command::new(program).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap(), out, err)
}

#[test]
fn a_results_file_is_read_under_the_rulebook_asked_for() {
    let elo = sample("20261115_Test_Open.ELO");
    for command in ["standings", "pair", "check"] {
        let (_, _, err) = run(&[command, &elo]);
        assert!(err.contains("Rulebook wof is assumed"), "{command}: {err}");
        let (_, _, err) = run(&[command, &elo, "--rulebook", "soc"]);
        assert!(!err.contains("assumed"), "{command}: {err}");
        assert!(err.contains("read with rulebook soc"), "{command}: {err}");
        let (code, _, err) = run(&[command, &elo, "--rulebook", "none"]);
        assert_eq!(code, 2, "{command}: {err}");
    }
    // The constant of the quotient is the rulebook's.
    let (code, table, err) = run(&["standings", &elo, "--rulebook", "soc"]);
    assert_eq!(code, 0, "{err}");
    assert!(table.contains("(soc/open"), "{table}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/regional.json");
    let file = file.to_str().unwrap();
    assert_eq!(run(&["standings", file, "--rulebook", "bof"]).0, 0);
    let (code, _, err) = run(&["standings", file, "--rulebook", "soc"]);
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("The file names its own rulebook, bof"),
        "{err}"
    );
}

#[test]
fn a_workfile_and_tables_come_and_go() {
    let folder = folder("convert-papp");
    let work = sample("papp-internal-workfile.txt");
    let players = sample("joueurs.txt");
    let japan = ["--rulebook", "japan"];
    let args = [
        &work,
        "event.json",
        "--players",
        &players,
        "--rulebook",
        "japan",
    ];
    assert_eq!(convert(&folder, &args).0, 0);
    assert_eq!(convert(&folder, &["event.json", "players.csv"]).0, 0);
    assert_eq!(convert(&folder, &["event.json", "results.csv"]).0, 0);
    let (code, err) = convert(
        &folder,
        &[&["results.csv", "back.json"][..], &japan].concat(),
    );
    assert_eq!(code, 2);
    assert!(err.contains("--players"), "{err}");
    let args = [
        &["results.csv", "back.json", "--players", "players.csv"][..],
        &japan,
    ]
    .concat();
    assert_eq!(convert(&folder, &args).0, 0);
    let text = |name| std::fs::read_to_string(folder.join(name)).unwrap();
    let games = |text: String| {
        text.lines()
            .filter(|line| line.contains("\"black\""))
            .count()
    };
    assert_eq!(games(text("back.json")), games(text("event.json")));
}

#[test]
fn strange_lines_and_strange_files_are_named() {
    let folder = folder("convert-strange");
    let text = "%%Tournament: T\n%%Country: C\n%%Date: 15/11/2026\n%%Sender: S\nhello\n";
    std::fs::write(folder.join("a.ELO"), text).unwrap();
    let (code, err) = convert(&folder, &["a.ELO", "a.json"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("a.ELO, line 5, ignored: This is not a game"),
        "{err}"
    );
    std::fs::write(folder.join("notes.txt"), "hello").unwrap();
    assert_eq!(convert(&folder, &["notes.txt", "a.json"]).0, 2);
    assert_eq!(convert(&folder, &["a.ELO", "a.pdf"]).0, 2);
    assert_eq!(convert(&folder, &["missing.ELO", "a.json"]).0, 2);
}
