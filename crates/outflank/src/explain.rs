//! Why a round is paired as it is, table by table, and why not otherwise.

use std::fmt::Write as _;

use outflank_pairing::{
    Against, ByeReason, ColourReason, PassedOver, TableReason, at_least, why_not as alternative,
};
use outflank_tournament::{EntrantId, NextRound, Paired};

use crate::event_file::Loaded;
use crate::failure::Failure;
use crate::levels::{decided, write_differences};

/// What there is to say about every table and the bye.
pub(crate) fn tables(
    text: &mut String,
    loaded: &Loaded,
    tables: &[TableReason],
    bye: Option<&ByeReason>,
) {
    text.push_str("\nwhy, table by table:\n");
    for (number, table) in (1..).zip(tables) {
        let _ = writeln!(text, "{number:>5}  {}", table_in_words(loaded, table));
    }
    if let Some(bye) = bye {
        let _ = writeln!(text, "  bye  {}", bye_in_words(loaded, bye));
    }
}

fn table_in_words(loaded: &Loaded, table: &TableReason) -> String {
    let mut said = Vec::new();
    if table.is_fixed {
        said.push("made by the director".to_owned());
    }
    match table.float {
        Some(float) => said.push(format!(
            "{} floats down to {} (difference {}; upward minus downward floats so far {:+} and {:+})",
            loaded.person(float.down),
            loaded.person(float.up),
            points(float.difference.0),
            float.balances.0,
            float.balances.1
        )),
        None => said.push("equal points".to_owned()),
    }
    said.push(match table.colours {
        ColourReason::Balance => "colours by balance".to_owned(),
        ColourReason::Alternation => "colours alternate".to_owned(),
        ColourReason::Lot => "colours by lot".to_owned(),
        ColourReason::Director => "colours by the director".to_owned(),
    });
    match (table.meetings, table.last_met) {
        (0, _) | (_, None) => said.push("first meeting".to_owned()),
        (times, Some(round)) => said.push(format!(
            "met {times} time{} before, last in round {round}",
            if times == 1 { "" } else { "s" }
        )),
    }
    if table.same_country {
        said.push("same country".to_owned());
    }
    said.join("; ")
}

fn points(halves: u16) -> String {
    let halves = outflank_tournament::HalfPoints(halves);
    let plural = if halves.0 > 2 { "s" } else { "" };
    format!("{halves} point{plural}")
}

fn bye_in_words(loaded: &Loaded, bye: &ByeReason) -> String {
    if bye.is_fixed {
        return format!("{}: given by the director", loaded.person(bye.entrant));
    }
    let mut text = format!(
        "{}: the lowest-placed player who may have it",
        loaded.person(bye.entrant)
    );
    for (id, why) in &bye.passed_over {
        let why = match why {
            PassedOver::HadBye => "has had a bye",
            PassedOver::WonByDefault => "has won by default",
            PassedOver::OthersNotPairable => "the others could not be paired within the rules",
        };
        let _ = write!(text, "; not {}: {why}", loaded.person(*id));
    }
    text
}

/// Answers "why not A against B?"; `A,bye` asks for a bye.
pub(crate) fn why_not(
    text: &mut String,
    loaded: &Loaded,
    next: &NextRound,
    wish: &str,
) -> Result<(), Failure> {
    let pairing = match &next.paired {
        Paired::ByTheRules(pairing) => pairing,
        Paired::FirstRound(_) | Paired::RoundRobin(_) => {
            text.push_str("\nwhy not: this round is drawn by lot or by list, not paired by cost\n");
            return Ok(());
        }
    };
    let (one, against) = parse(wish)?;
    let rules = &loaded.event.rules;
    let fail = |error| Failure::say(format!("--why-not {wish}: {error}"));
    let bounds = at_least(rules, &next.input, pairing, one, against).map_err(fail)?;
    let other = alternative(rules, &next.input, pairing, one, against).map_err(fail)?;
    let whom = match against {
        Against::Entrant(id) => format!("against {}", loaded.person(id)),
        Against::Bye => "with the bye".to_owned(),
    };
    let _ = writeln!(text, "\nwhy not {} {whom}?", loaded.person(one));
    if other.rings.is_empty() {
        text.push_str("they are paired like this\n");
        return Ok(());
    }
    let bound = (bounds.iter()).find(|bound| bound.values.iter().any(|value| *value != 0));
    match bound {
        Some(bound) => {
            let _ = writeln!(
                text,
                "the proof shows directly that every such round is worse, on {} or a stronger rule",
                decided(bound.kind, Some(&bound.basis))
            );
        }
        None => text.push_str("the proof leaves the decision to the lots of the seed\n"),
    }
    let basis = other.differences.first().map(|one| &one.basis);
    let _ = writeln!(
        text,
        "the best round with this pair is worse on: {}",
        decided(other.decided_by(), basis)
    );
    write_differences(text, &other.differences);
    for ring in &other.rings {
        let names: Vec<String> = (ring.iter())
            .map(|id| id.map_or("the bye".to_owned(), |id| loaded.person(id)))
            .collect();
        let _ = writeln!(text, "  would move: {}", names.join(", "));
    }
    Ok(())
}

fn parse(wish: &str) -> Result<(EntrantId, Against), Failure> {
    let wrong = || {
        Failure::say(format!(
            "--why-not {wish}: Could not read this. Write two numbers such as 3,5, or 3,bye."
        ))
    };
    let number = |text: &str| text.trim().parse().map(EntrantId).map_err(|_| wrong());
    let (one, other) = wish.split_once(',').ok_or_else(wrong)?;
    let against = match other.trim() {
        "bye" => Against::Bye,
        other => Against::Entrant(number(other)?),
    };
    Ok((number(one)?, against))
}
