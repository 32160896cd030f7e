//! The program as people start it: arguments in; answer, message and exit code out.

use std::path::PathBuf;
use std::process::{Command, Output};

fn outflank(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(args)
        .output()
        .unwrap()
}

/// Runs a line of words and gives (exit code, standard output, standard error).
fn run(line: &str) -> (i32, String, String) {
    let args: Vec<&str> = line.split_whitespace().collect();
    let output = outflank(&args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[track_caller]
fn says(line: &str, code: i32, expected: &str) {
    let (status, out, err) = run(line);
    assert_eq!(status, code, "outflank {line}\n{out}{err}");
    assert!(
        out.contains(expected) || err.contains(expected),
        "outflank {line}\n{out}{err}"
    );
    assert!(!err.contains("panicked"), "{err}");
}

/// A file of this test's own in the target folder.
fn file(name: &str, text: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("program");
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_newcomer_is_led_to_a_first_success() {
    says("--help", 0, "outflank replay e6f4e3f6g5d6e7f5c5");
    says(
        "replay e6f4e3f6g5d6e7f5c5",
        0,
        "legal and complete, 9 moves, 13 black and 0 white discs; official score 64–0",
    );
}

#[test]
fn official_scores() {
    says(
        "score --rulebook japan --black 33 --white 3",
        0,
        "47–17, Black wins",
    );
    says(
        "score --rulebook wof --black 33 --white 3 --flags W",
        0,
        "61–3, Black wins",
    );
    says(
        "score --rulebook usoa --black 33 --white 3 --flags B",
        0,
        "31–32, White wins",
    );
    says(
        "score --rulebook soc --black 30 --white 30",
        0,
        "32–32, a draw",
    );
    says(
        "score --rulebook soc --black 33 --white 3 --set empties=to_winner",
        0,
        "61–3, Black wins",
    );
    says(
        "score --rulebook soc --black 40 --white 10 --flags B:absent",
        0,
        "0–64, White wins, flag during absence",
    );
    says(
        "score --rulebook bof --resigned black",
        0,
        "0–64, White wins, resignation",
    );
    says(
        "score --rulebook soc --black 30 --white 20 --flags B,W,W",
        0,
        "This interpretation is disputed",
    );
}

#[test]
fn scores_in_json_have_the_documented_shape() {
    let (code, out, _) = run("score --rulebook wof --black 33 --white 3 --json");
    assert_eq!(code, 0);
    assert_eq!(
        out.trim(),
        r#"{"score":[61,3],"winner":"B","ended_by":"end of play","clauses":["WOC-IV.8.p1"],"set":[]}"#
    );
    let (_, out, _) = run("score --rulebook japan --black 13 --white 0 --json");
    assert!(out.contains(r#""score":[38.5,25.5]"#), "{out}");
    let (_, out, _) = run("score --rulebook soc --black 30 --white 30 --set empties=halved --json");
    assert!(
        out.contains(r#""winner":null"#) && out.contains(r#""set":["empties"]"#),
        "{out}"
    );
}

#[test]
fn bad_use_is_one_sentence_and_exit_code_2() {
    says(
        "score --rulebook nowhere --black 33 --white 3",
        2,
        "no rulebook 'nowhere'. Choose one of usoa, wof",
    );
    says(
        "score --rulebook wof --black 40 --white 30",
        2,
        "add up to 70, but the board has only 64 squares. Count again.",
    );
    says(
        "score --rulebook wof --black 1 --white 1 --flags B,W,W",
        2,
        "over at flag 2",
    );
    says(
        "score --rulebook wof --black 1 --white 1 --flags X",
        2,
        "'X' is not a side",
    );
    says(
        "score --rulebook wof --black 1 --white 1 --set empties",
        2,
        "Write --set SETTING=VALUE",
    );
    says(
        "score --rulebook wof --black 1 --white 1 --set emptys=halved",
        2,
        "Did you mean 'empties'?",
    );
    says(
        "replay f5i9",
        2,
        "column 3: `i9` is not a move. Write a square from a1 to h8",
    );
    says("replay missing.txt", 2, "There is no such file");
    says("perft 3 --board XXX", 2, "Write all 64");
    says("perft 31", 2, "31");
    says("rules nowhere", 2, "no rulebook 'nowhere'");
    says("rules --clause WOC-99", 2, "There is no clause 'WOC-99'");
    says(
        "rules bof --event olympics",
        2,
        "Choose one of regional, national",
    );
}

/// GAME-004 of the worked examples with its 31st disc put on an occupied square.
#[test]
fn an_illegal_31st_move_is_an_answer() {
    let game = "f5f4f3f6d3f2g6c3b3b2g4g3b1d2c4c5f1g2g1g5c6a1h6a2b5c7f7d6c2h5f5";
    says(
        &format!("replay {game}"),
        1,
        "illegal at move 31 (Black f5): f5 is occupied by a white disc",
    );
    let (code, out, _) = run(&format!("replay {game} --json"));
    assert_eq!(code, 1);
    assert!(
        out.contains(r#""legal":false"#) && out.contains(r#""at_move":31"#),
        "{out}"
    );
}

#[test]
fn a_file_of_games_is_one_object_per_line() {
    let games = b"# two games and a beginning, passes left out or written\r\n\
        e6f4e3f6g5d6e7f5c5\r\n\r\n\
        F5 D6 c3\n\
        c4c3f5b4a4a5c2a3PAd2b2a2\n\
        f5d6i9\n\
        f5f5\n\
        \xff\xfe\n";
    let path = file("games.txt", games);
    let output = outflank(&["replay", path.to_str().unwrap(), "--json"]);
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 6, "{out}");
    assert_eq!(
        lines[0],
        r#"{"line":2,"legal":true,"complete":true,"moves":9,"passes":0,"discs":[13,0],"score":[64,0]}"#
    );
    assert_eq!(
        lines[1],
        r#"{"line":4,"legal":true,"complete":false,"moves":3,"passes":0,"discs":[5,2],"score":null}"#
    );
    assert!(
        lines[2].starts_with(r#"{"line":5,"legal":"#),
        "{}",
        lines[2]
    );
    assert!(lines[3].contains("column 5: `i9`"), "{}", lines[3]);
    assert!(lines[4].contains(r#""at_move":2"#), "{}", lines[4]);
    assert!(
        err.contains("line 6, column 5") && err.contains("6 games: 1 complete"),
        "{err}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn perft_counts_in_the_stated_convention() {
    assert_eq!(run("perft 0").1.trim(), "1");
    assert_eq!(run("perft 9").1.trim(), "3005288");
    assert_eq!(run("perft 9 --portable --threads 2").1.trim(), "3005288");
    assert!(run("perft 8 --json").1.contains(r#""count":390216"#));
    says(
        "perft --help",
        0,
        "a game that is over before DEPTH still counts as one line",
    );
    assert_eq!(run("perft 3 --divide").1.lines().count(), 5);
    let over = outflank(&["perft", "7", "--board", &format!("{} X", "X".repeat(64))]);
    assert_eq!(String::from_utf8(over.stdout).unwrap().trim(), "1");
}

/// clauses: USOA-intro-3, BOF-intro-2
#[test]
fn rules_reads_a_rulebook_section_by_section() {
    let (code, out, _) = run("rules usoa");
    assert_eq!(code, 0);
    let headings = [
        "1 Equipment",
        "2 The starting position",
        "3 The move",
        "4 Determining the winner and scoring the game",
        "5 The timepiece",
        "6 Default",
        "7 Improper moves",
        "8 General conduct",
        "9 Penalties",
        "10 Miscellaneous",
    ];
    let places: Vec<usize> = headings
        .iter()
        .map(|heading| out.find(&format!("\n{heading}\n")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(out.contains("USOA 3.6  No voluntary pass (enforced)"));
    let (_, out, _) = run("rules bof --event national --set bye_discs=40");
    for expected in [
        "edition: 2018-08-23",
        "replaces the edition of 2018-06-30",
        "approved by the committee",
        "set up for national",
        "rounds = 9",
        "[BOF nat-3]",
        "* bye_discs = 40",
    ] {
        assert!(out.contains(expected), "{expected}");
    }
}

#[test]
fn rules_lists_books_clauses_and_coverage() {
    says("rules", 0, "japan   Japanese scoring");
    says(
        "rules --clause WOC-IV.8.p1",
        0,
        "WOC IV.8.p1  Winner and score (computed)",
    );
    says("rules --clause USOA-6.7", 0, "USOA 6.7.b");
    says("rules --clause USOA-3.6", 0, "    does: Refuse a pass");
    says("rules --coverage", 0, "covered");
    says("rules soc --coverage", 0, "SOC-III.9.p3.d");
    let (_, out, _) = run("rules soc --json");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["axes"]["empties"]["clause"], "SOC-III.11.p1");
}

#[test]
fn a_folder_of_rulebooks_adds_to_the_shipped_ones() {
    let text = include_str!("../../../rulebooks/soc.toml");
    let mine = text.replacen("id = \"soc\"", "id = \"club\"", 1).replace(
        "empties = { value = \"ignored\", clause = \"SOC-III.11.p1\" }",
        "empties = { value = \"to_winner\", ours = \"our club counts so\" }",
    );
    let folder = file("books/club.toml.txt", b"");
    let folder = folder.parent().unwrap();
    std::fs::write(folder.join("club.toml"), &mine).unwrap();
    let folder_arg = folder.to_str().unwrap();
    let score = [
        "score",
        "--rulebook",
        "club",
        "--black",
        "33",
        "--white",
        "3",
        "--rulebooks",
        folder_arg,
    ];
    assert!(
        String::from_utf8(outflank(&score).stdout)
            .unwrap()
            .starts_with("61–3")
    );
    let broken: String = mine
        .lines()
        .filter(|line| !line.starts_with("empties"))
        .map(|line| format!("{line}\n"))
        .collect();
    let other = file("broken/club.toml", broken.as_bytes());
    let output = outflank(&[
        "rules",
        "club",
        "--rulebooks",
        other.parent().unwrap().to_str().unwrap(),
    ]);
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err.contains("club.toml: The setting 'empties' is missing. Add empties ="),
        "{err}"
    );
}
