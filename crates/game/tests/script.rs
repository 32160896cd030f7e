//! Scripts that cannot be read say where and what to write; no text at all makes the referee panic.

use outflank_game::script::{parse, run};
use outflank_game::{Game, Reason};

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = parse(text).and_then(|script| script.rulebook(None).map(|_| ()));
    let error = found.expect_err("the script is bad");
    let message = error.to_string();
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_bad_line_is_named_with_what_to_write() {
    check(
        "rulebook xyz\n",
        "line 1: There is no rulebook 'xyz'. Write one of usoa",
    );
    check(
        "rulebook bof cup\n",
        "line 1: There is no rulebook 'bof cup'",
    );
    check(
        "\nset colour=red\n",
        "line 2: There is no setting 'colour'.",
    );
    check("set touch_move\n", "line 1: Write set NAME=VALUE");
    check(
        "set touch_move=never\n",
        "line 1: The setting 'touch_move' cannot be 'never'",
    );
    check("time 5\n", "line 1: '5' is not a time");
    check(
        "judge perhaps\n",
        "line 1: 'perhaps' is not a valid judge. Write present, none",
    );
    check("position BW B\n", "line 1: ");
    check(
        "black play f5\n",
        "line 1: 'black' is neither a time nor a heading",
    );
    check(
        "0:01 nobody play f5\n",
        "line 1: 'nobody' is not a person at the table",
    );
    check(
        "0:01 black dance\n",
        "line 1: 'dance' is not a known action. Write one of",
    );
    check("0:01 black play z9\n", "line 1: 'z9' is not a square");
    check(
        "0:01 black play f5 now\n",
        "line 1: 'now' does not belong here",
    );
    check(
        "0:01 black place f5 white\n",
        "line 1: A colour needs 'anyway'",
    );
    check("0:01 judge stop \"open\n", "line 1: A text begins with \"");
    check(
        "0:01 black play f5\nrulebook wof\n",
        "line 2: 'rulebook' must be above",
    );
    check("=> happy\n", "line 1: 'happy' is not a known expectation");
    check(
        "=> event sneezed\n",
        "line 1: There is no event 'game.sneezed'",
    );
    check(
        "=> clause USOA-99\n",
        "line 1: 'USOA-99' is not in the clause catalogue.",
    );
    check("=> clock 1:00\n", "line 1: Missing: a time.");
}

#[test]
fn an_unexpected_refusal_is_wrong() {
    let script = parse("rulebook usoa\nstarted\n0:01 black pass\n").unwrap();
    let rules = script.rulebook(None).unwrap();
    assert!(!run(&script, &rules).holds());
}

#[test]
fn a_script_runs_under_another_rulebook() {
    let script = parse("rulebook usoa\nstarted\n20:00 clock flag\n=> score 0-64\n").unwrap();
    let japan = script.rulebook(Some("japan")).unwrap();
    assert!(run(&script, &japan).holds());
    let usoa = script.rulebook(None).unwrap();
    assert!(!run(&script, &usoa).holds());
}

#[test]
fn a_refusal_is_stored_with_code_clause_facts_and_message() {
    let script = parse("rulebook usoa\nstarted\n0:01 black pass\n").unwrap();
    let outcome = run(&script, &script.rulebook(None).unwrap());
    let refused = outcome.steps.last().unwrap().outcome.as_ref().unwrap_err();
    assert_eq!(
        serde_json::to_string(refused).unwrap(),
        r#"{"code":"game.must_move","clause":"USOA-3.6","facts":{"moves":"d3 c4 f5 e6"},"message":"A move is possible and must be made. Play one of d3 c4 f5 e6."}"#
    );
    let plain = outcome.steps[0].outcome.as_ref();
    assert!(plain.is_ok());
}

#[test]
fn every_code_is_there_once_and_reads_like_a_code() {
    let mut codes = Reason::CODES.to_vec();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), Reason::CODES.len());
    for code in codes {
        let word = code.strip_prefix("game.").unwrap();
        assert!(
            word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'),
            "{code}"
        );
    }
}

#[test]
fn the_record_is_printed_with_times_and_errors() {
    let text = "rulebook usoa\nstarted\n0:04.200 black place d3\n0:05 black press anyway\n0:09 white play c5\n";
    let script = parse(text).unwrap();
    let outcome = run(&script, &script.rulebook(None).unwrap());
    assert_eq!(
        outcome.game.record().annotated(),
        "  1. Black d3        0:05      19:55     20:00  improper (flips), flipped []\n  2. White c5        0:04      19:55     19:56\n"
    );
    assert_eq!(outcome.game.record().transcript().to_string(), "d3c5");
}

/// clauses: SOC-III.9.p3.d
#[test]
fn people_are_told_of_a_disputed_reading() {
    let disputed =
        "rulebook soc\nstarted\n15:00 clock flag\n15:00 black play f5\n32:00 clock flag\n";
    let script = parse(disputed).unwrap();
    let outcome = run(&script, &script.rulebook(None).unwrap());
    let notice = outcome.game.notice().expect("the text is disputed");
    assert!(notice.to_string().contains("disputed"), "{notice}");
}

/// A small generator with a fixed seed.
struct Die(u64);

impl Die {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

#[test]
fn mutated_scripts_never_panic() {
    let document = include_str!("../../../docs/game-script.md");
    let example = document.split("```game\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let pieces: Vec<&str> = document.split_whitespace().collect();
    let mut die = Die(7);
    for _ in 0..3000 {
        let mut lines: Vec<String> = example.lines().map(str::to_owned).collect();
        for _ in 0..=die.below(4) {
            let at = die.below(lines.len());
            match die.below(4) {
                0 => lines[at] = pieces[die.below(pieces.len())].to_owned(),
                1 => {
                    let piece = pieces[die.below(pieces.len())];
                    lines[at].push(' ');
                    lines[at].push_str(piece);
                }
                2 => {
                    lines.remove(at);
                }
                _ => {
                    let cut = die.below(lines[at].len() + 1);
                    lines[at].truncate(cut);
                }
            }
        }
        let Ok(script) = parse(&lines.join("\n")) else {
            continue;
        };
        if let Ok(rules) = script.rulebook(None) {
            let outcome = run(&script, &rules);
            assert_eq!(Game::replay(&outcome.events()), outcome.game);
        }
    }
}
