//! `outflank score`: the official score of a finished board.

use std::path::Path;

use outflank_board::{BySide, Side};
use outflank_rulebook::{
    EndedBy, Flag, FlagWhen, HalfDiscs, Outcome, Rulebook, notice, outcome, resigned,
};
use serde::Serialize;

use crate::books;
use crate::cli::ScoreArgs;
use crate::failure::{Answer, Failure};

/// The documented shape of `score --json`.
#[derive(Serialize)]
struct ScoreJson<'a> {
    score: [HalfDiscs; 2],
    winner: Option<char>,
    ended_by: EndedBy,
    clauses: Vec<&'a str>,
    set: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
}

pub(crate) fn run(args: &ScoreArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let rules = books::find(&args.rulebook, folder)?.rulebook;
    let rules = books::with_changes(rules, &args.set)?;
    let result = result_of(args, &rules)?;
    let notice = notice(&rules, &result).map(|notice| notice.to_string());
    if args.json {
        let shape = ScoreJson {
            score: [result.score.black, result.score.white],
            winner: result.winner.map(Side::letter),
            ended_by: result.ended_by,
            clauses: result.clauses.iter().map(|id| id.as_str()).collect(),
            set: rules.overrides(),
            notice,
        };
        println!("{}", serde_json::to_string(&shape).map_err(Failure::say)?);
        return Ok(Answer::Yes);
    }
    println!("{}, {}", in_words(&result), result.ended_by);
    let cited: Vec<String> = result.clauses.iter().map(|id| id.for_people()).collect();
    if cited.is_empty() {
        println!(
            "no clause states this score, so it is our default (see outflank rules {})",
            args.rulebook
        );
    } else {
        println!("by {}", cited.join(", "));
    }
    for axis in rules.overrides() {
        println!("with {axis} set by the director");
    }
    if let Some(notice) = notice {
        println!("note: {notice}");
    }
    Ok(Answer::Yes)
}

/// `61–3, Black wins`.
pub(crate) fn in_words(result: &Outcome) -> String {
    let who = match result.winner {
        Some(side) => format!("{side} wins"),
        None => "a draw".to_owned(),
    };
    format!("{}–{}, {who}", result.score.black, result.score.white)
}

fn result_of(args: &ScoreArgs, rules: &Rulebook) -> Result<Outcome, Failure> {
    if let Some(side) = &args.resigned {
        let side: Side = side
            .parse()
            .map_err(|error| Failure::say(format!("--resigned: {error}")))?;
        return Ok(resigned(rules, side));
    }
    let flags: Vec<Flag> = args
        .flags
        .iter()
        .map(|text| flag(text))
        .collect::<Result<_, _>>()?;
    // Clap requires both counts unless a side resigned.
    let discs = BySide::new(
        args.black.unwrap_or_default(),
        args.white.unwrap_or_default(),
    );
    outcome(rules, discs, &flags).map_err(Failure::say)
}

fn flag(text: &str) -> Result<Flag, Failure> {
    let (side, when) = match text.trim().split_once(':') {
        None => (text.trim(), FlagWhen::AtTheTable),
        Some((side, "absent")) => (side, FlagWhen::Absent),
        Some((_, other)) => {
            return Err(Failure::say(format!(
                "--flags {text}: '{other}' is not known. Write B, W, B:absent or W:absent."
            )));
        }
    };
    let side = side.parse().map_err(|_| {
        Failure::say(format!("--flags: '{text}' is not a side. List the sides in the order their flags fell, such as --flags B,W."))
    })?;
    Ok(Flag { side, when })
}
