//! `outflank pair`: the next round of a tournament file.

use std::fmt::Write as _;
use std::path::Path;

use outflank_pairing::matching::Proof;
use outflank_pairing::{Draw, Outlook, Pairing, RoundInput, look_ahead, reasons};
use outflank_rulebook::System;
use outflank_tournament::course::course;
use outflank_tournament::matches::{Colours, Match, MatchState};
use outflank_tournament::{EntrantId, NextRound, Paired, pair_next};
use serde::Serialize;

use crate::cli::PairArgs;
use crate::event_file::{Loaded, column, load};
use crate::explain;
use crate::failure::{Answer, Failure};
use crate::levels::{BentJson, LevelJson, bent_json, cost_json, write_bent, write_cost};
use crate::lists::match_in_words;

/// The documented shape of `pair --json`.
#[derive(Default, Serialize)]
struct PairJson {
    /// The games of playoffs and finals, once the preliminary rounds are over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    due: Vec<DueJson>,
    pairs: Vec<TableJson>,
    bye: Option<EntrantId>,
    /// Only where a round robin leaves several without an opponent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    byes: Vec<EntrantId>,
    cost: Vec<LevelJson>,
    bent: Vec<BentJson>,
}

/// The next game of a match.
#[derive(Serialize)]
struct DueJson {
    #[serde(rename = "match")]
    of: String,
    game: u16,
    higher: EntrantId,
    lower: EntrantId,
    /// Who chooses the colour.
    chooser: Option<EntrantId>,
    /// Whether the draw-win may be chosen instead.
    or_draw_win: bool,
    /// Who has Black, where nobody chooses.
    black: Option<EntrantId>,
    clause: Option<String>,
}

#[derive(Serialize)]
struct TableJson {
    table: usize,
    black: EntrantId,
    white: EntrantId,
}

#[derive(Serialize)]
struct ProofJson<'a> {
    round: u16,
    input_hash: String,
    pairs: Vec<[EntrantId; 2]>,
    bye: Option<EntrantId>,
    cost: Vec<LevelJson>,
    lots: u64,
    proof: &'a Proof,
}

pub(crate) fn run(args: &PairArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let loaded = load(&args.file, args.rulebook.as_deref(), folder)?;
    loaded.refuse_or_warn()?;
    let event = &loaded.event;
    if event.rounds_played() >= event.rounds && loaded.file.stages.is_empty() {
        return after_the_rounds(&loaded, args.json);
    }
    let next = pair_next(event).map_err(Failure::say)?;
    if let Some(out) = &args.proof {
        write_proof(out, &next)?;
    }
    if args.json {
        let shape = json(&next);
        println!("{}", serde_json::to_string(&shape).map_err(Failure::say)?);
        return Ok(Answer::Yes);
    }
    let mut text = tables(&loaded, &next);
    match &next.paired {
        Paired::ByTheRules(pairing) => rules_text(&mut text, &loaded, &next.input, pairing, args)?,
        Paired::FirstRound(draw) => draw_text(&mut text, &loaded, &next.input, draw),
        Paired::RoundRobin(_) => {
            let _ = writeln!(
                text,
                "according to the {} table, with numbers drawn by seed {}",
                event.system,
                event.seed.number()
            );
        }
    }
    if let Some(wish) = &args.why_not {
        explain::why_not(&mut text, &loaded, &next, wish)?;
    }
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    Ok(Answer::Yes)
}

/// Names the playoff or final that is due once the preliminary rounds are over.
fn after_the_rounds(loaded: &Loaded, json: bool) -> Result<Answer, Failure> {
    let event = &loaded.event;
    let course = course(event);
    let undecided: Vec<&Match> = course.undecided().collect();
    let shown = match undecided.is_empty() {
        true => course.next(),
        false => undecided,
    };
    if json {
        let shape = PairJson {
            due: shown.iter().filter_map(|one| due_json(one)).collect(),
            ..PairJson::default()
        };
        println!("{}", serde_json::to_string(&shape).map_err(Failure::say)?);
        return Ok(Answer::Yes);
    }
    let rounds = event.rounds;
    let mut text = format!("{}: all {rounds} rounds have been played\n", loaded.title());
    for one in &shown {
        let _ = writeln!(text, "{}", match_in_words(loaded, one));
    }
    if shown.is_empty() {
        text.push_str("no match is due; for another round raise \"rounds\" in the file\n");
    }
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    Ok(Answer::Yes)
}

fn due_json(one: &Match) -> Option<DueJson> {
    let MatchState::Due { game, colours } = one.state else {
        return None;
    };
    let [higher, lower] = one.players();
    let (chooser, or_draw_win, black) = match colours {
        Colours::Chosen {
            by, or_draw_win, ..
        } => (Some(one.player(by)), or_draw_win, None),
        Colours::Reversed { black } => (None, false, Some(one.player(black))),
        Colours::ByLot => (None, false, None),
    };
    Some(DueJson {
        of: one.id().to_string(),
        game,
        higher,
        lower,
        chooser,
        or_draw_win,
        black,
        clause: one.call.clause.as_ref().map(ToString::to_string),
    })
}

fn json(next: &NextRound) -> PairJson {
    let byes = next.byes();
    let cost = match &next.paired {
        Paired::ByTheRules(pairing) => cost_json(&pairing.cost),
        Paired::FirstRound(_) | Paired::RoundRobin(_) => Vec::new(),
    };
    PairJson {
        due: Vec::new(),
        pairs: (next.pairs().iter().zip(1..))
            .map(|(pair, table)| TableJson {
                table,
                black: pair.black,
                white: pair.white,
            })
            .collect(),
        bye: byes.first().copied(),
        byes: if byes.len() > 1 { byes } else { Vec::new() },
        cost,
        bent: bent_json(next.bent()),
    }
}

/// The tables as they are read out in the hall.
fn tables(loaded: &Loaded, next: &NextRound) -> String {
    let event = &loaded.event;
    let mut text = format!(
        "{}: round {} ({}, rulebook {}, seed {})\n",
        loaded.title(),
        next.input.round,
        event.system,
        event.rules.about.id,
        event.seed.number()
    );
    let points = |id: EntrantId| {
        let seat = next.input.entrants.iter().find(|seat| seat.id == id);
        seat.map_or(String::new(), |seat| seat.points.to_string())
    };
    let _ = writeln!(
        text,
        "table  {}  {}  points",
        column("black", 30),
        column("white", 30)
    );
    for (table, pair) in (1..).zip(next.pairs()) {
        let _ = writeln!(
            text,
            "{table:>5}  {}  {}  {} – {}",
            column(&loaded.person(pair.black), 30),
            column(&loaded.person(pair.white), 30),
            points(pair.black),
            points(pair.white)
        );
    }
    for id in next.byes() {
        let _ = writeln!(text, "  bye  {} ({})", loaded.person(id), points(id));
    }
    let hand = &next.input.hand;
    for (what, ids) in [
        ("requested bye", &hand.requested_byes),
        ("absent", &hand.absent),
    ] {
        for &id in ids {
            let _ = writeln!(text, "       {} ({what})", loaded.person(id));
        }
    }
    text
}

fn rules_text(
    text: &mut String,
    loaded: &Loaded,
    input: &RoundInput,
    pairing: &Pairing,
    args: &PairArgs,
) -> Result<(), Failure> {
    match loaded.event.system {
        System::Swiss | System::ModifiedSwiss => {}
        System::RoundRobin | System::DoubleRoundRobin => text.push_str(
            "\nthe rounds so far or the director's changes do not follow the drawn table of the round robin,\nso this round is paired by the Swiss rules, without repeat meetings\n",
        ),
    }
    text.push_str(
        "\ncost of this pairing, strongest rule first (proven: no pairing costs less):\n",
    );
    write_cost(text, &pairing.cost);
    write_bent(text, &pairing.bent, |id| loaded.person(id));
    outlook(text, loaded, input);
    if args.explain {
        let (tables, bye) = reasons(&loaded.event.rules, input, pairing).map_err(Failure::say)?;
        explain::tables(text, loaded, &tables, bye.as_ref());
    }
    Ok(())
}

fn draw_text(text: &mut String, loaded: &Loaded, input: &RoundInput, draw: &Draw) {
    let meaning = outflank_rulebook::AxisValue::meaning(&draw.method);
    let _ = writeln!(
        text,
        "\nfirst round: {meaning} [{}]; draw {} of seed {}",
        draw.basis,
        draw.draws,
        loaded.event.seed.number()
    );
    write_bent(text, &draw.bent, |id| loaded.person(id));
    outlook(text, loaded, input);
}

/// Looking ahead takes a matching per round left and more; larger fields last for their rounds.
const LOOK_AHEAD_PLAYERS_MAX: usize = 64;

/// Whether the rounds left, this one included, can be paired within the hard rules.
fn outlook(text: &mut String, loaded: &Loaded, input: &RoundInput) {
    let event = &loaded.event;
    let left = event.rounds.saturating_sub(event.rounds_played());
    if left < 2 || input.entrants.len() > LOOK_AHEAD_PLAYERS_MAX {
        return;
    }
    let _ = match look_ahead(&event.rules, input, left) {
        Ok(Outlook::Yes { .. }) => {
            writeln!(
                text,
                "looking ahead: the {left} rounds left can be paired within the rules"
            )
        }
        Ok(Outlook::No(why)) => writeln!(
            text,
            "looking ahead: the {left} rounds left cannot all be paired within the rules: {why}"
        ),
        Ok(Outlook::NotKnown) => writeln!(
            text,
            "looking ahead: not known whether the {left} rounds left can be paired within the rules"
        ),
        Err(_) => Ok(()),
    };
}

fn write_proof(out: &Path, next: &NextRound) -> Result<(), Failure> {
    let pairing = match &next.paired {
        Paired::ByTheRules(pairing) => pairing,
        Paired::FirstRound(_) | Paired::RoundRobin(_) => {
            return Err(Failure::say(
                "--proof: This round is drawn, not paired by cost, so there is nothing to prove. Remove --proof.",
            ));
        }
    };
    let shape = ProofJson {
        round: next.input.round.0,
        input_hash: pairing.input_hash.to_string(),
        pairs: (pairing.tables.pairs.iter())
            .map(|pair| [pair.black, pair.white])
            .collect(),
        bye: pairing.tables.bye,
        cost: cost_json(&pairing.cost),
        lots: pairing.lots,
        proof: &pairing.proof,
    };
    let text = serde_json::to_string(&shape).map_err(Failure::say)?;
    std::fs::write(out, text + "\n").map_err(|error| {
        Failure::say(format!(
            "{}: {error}. Give --proof a file that can be written.",
            out.display()
        ))
    })
}
