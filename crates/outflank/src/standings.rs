//! `outflank standings`: the table after a round of a tournament file.

use std::fmt::Write as _;
use std::path::Path;

use outflank_rulebook::Constant;
use outflank_tournament::lists::table_with_shared_places;
use outflank_tournament::{
    Counted, DrawnBy, EntrantId, Standing, Standings, Substitution, bq_sum, standings, withdrawals,
};
use serde::Serialize;

use crate::cli::StandingsArgs;
use crate::event_file::{Loaded, column, load};
use crate::failure::{Answer, Failure};
use crate::lists;

/// The documented shape of one row of `standings --json`.
#[derive(Serialize)]
struct RowJson {
    /// None for a withdrawn player who takes no place number in the final list.
    rank: Option<u32>,
    shared: bool,
    id: EntrantId,
    half_points: u16,
    discs: serde_json::Number,
    bq_halves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bq: Option<[u64; 2]>,
    withdrawn: bool,
}

pub(crate) fn run(args: &StandingsArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let loaded = load(&args.file, args.rulebook.as_deref(), folder)?;
    loaded.warn();
    let event = &loaded.event;
    let played = event.rounds_played();
    let after = args.round.unwrap_or(played);
    if after > played {
        return Err(Failure::say(format!(
            "--round {after}: {played} rounds have been played. Use a number up to {played}."
        )));
    }
    if let Some(list) = args.list {
        return lists::run(&loaded, after, list, args.json);
    }
    let table = match args.shared_places {
        true => table_with_shared_places(event, after),
        false => standings(event, after),
    };
    if args.json {
        let rows: Result<Vec<RowJson>, Failure> = table
            .rows
            .iter()
            .map(|row| json(row, table.constant))
            .collect();
        println!("{}", serde_json::to_string(&rows?).map_err(Failure::say)?);
        return Ok(Answer::Yes);
    }
    let text = match args.arithmetic {
        Some(id) => arithmetic(&loaded, &table, EntrantId(id))?,
        None => in_words(&loaded, &table),
    };
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    Ok(Answer::Yes)
}

fn json(row: &Standing, constant: Constant) -> Result<RowJson, Failure> {
    let whole = constant.denominator == 1;
    Ok(RowJson {
        rank: row.numbered.then_some(row.rank),
        shared: row.shared,
        id: row.id,
        half_points: row.points.0,
        discs: serde_json::from_str(&row.discs.to_string()).map_err(Failure::say)?,
        bq_halves: row.bq.halves().filter(|_| whole),
        bq: (!whole).then(|| [row.bq.numerator(), row.bq.denominator()]),
        withdrawn: row.withdrawn,
    })
}

fn in_words(loaded: &Loaded, table: &Standings) -> String {
    let event = &loaded.event;
    let left = withdrawals(event);
    let mut text = heading(loaded, table);
    let _ = writeln!(text, "place  points  BQ        discs   player");
    for row in &table.rows {
        let place = match row.numbered {
            true => format!("{}{}", row.rank, if row.shared { "=" } else { "" }),
            false => "-".to_owned(),
        };
        let country = (event.entrant(row.id))
            .and_then(|entrant| entrant.country.as_deref())
            .map_or(String::new(), |country| format!(" ({country})"));
        let leaves = left
            .iter()
            .any(|left| left.id == row.id && left.after_round == table.after);
        let mark = match (row.withdrawn, leaves) {
            (true, _) => ", withdrawn",
            (false, true) => ", withdraws after this round",
            (false, false) => "",
        };
        let _ = writeln!(
            text,
            "{place:>5}  {:<6}  {:<8}  {:<6}  {}{country}{mark}",
            row.points.to_string(),
            row.bq.to_string(),
            row.discs.to_string(),
            loaded.person(row.id)
        );
    }
    for draw in &table.draws {
        let order: Vec<String> = draw.order.iter().map(ToString::to_string).collect();
        let how = match &draw.by {
            DrawnBy::Seed => format!("by seed {}", event.seed.number()),
            DrawnBy::Hand { witnesses } if witnesses.is_empty() => "by hand".to_owned(),
            DrawnBy::Hand { witnesses } => format!("by hand, seen by {},", witnesses.join(", ")),
        };
        let (purpose, order) = (&draw.purpose, order.join(", "));
        let _ = writeln!(text, "lots drawn {how} for \"{purpose}\": {order}");
    }
    text
}

fn heading(loaded: &Loaded, table: &Standings) -> String {
    let event = &loaded.event;
    let about = &event.rules.about;
    let c = match table.constant.denominator {
        1 => table.constant.numerator.to_string(),
        below => format!("{}/{below}", table.constant.numerator),
    };
    let kind = about.event.as_deref().unwrap_or("no preset");
    let mut text = format!(
        "{}: standings after round {} of {} ({}/{kind}, {}, C = {c})\n",
        loaded.title(),
        table.after,
        event.rounds,
        about.id,
        event.system
    );
    if table.after < event.rounds {
        text.push_str("quotients are provisional until the last round\n");
    }
    for axis in event.rules.overrides() {
        let _ = writeln!(text, "with {axis} set by the director");
    }
    text
}

/// Everything behind the figures of one entrant, line by line.
fn arithmetic(loaded: &Loaded, table: &Standings, id: EntrantId) -> Result<String, Failure> {
    let event = &loaded.event;
    let (Some(row), Some(sum)) = (table.of(id), bq_sum(event, table.after, id)) else {
        return Err(Failure::say(format!(
            "--arithmetic {id}: There is no player {id}. Use a number from the file."
        )));
    };
    let mut text = heading(loaded, table);
    let _ = writeln!(
        text,
        "{}: place {}, points {}, disc count {}, BQ {}",
        loaded.person(id),
        row.rank,
        row.points,
        row.discs,
        row.bq
    );
    if let Some(by) = row.by {
        let _ = writeln!(text, "separated from the player above by: {by}");
    }
    let own = sum.own_points;
    for line in &sum.rows {
        let what = match line.counted {
            Counted::Game {
                opponent,
                discs,
                opponent_points,
            } => format!(
                "{} {discs} discs, opponent's points {opponent_points}",
                column(&loaded.person(opponent), 24)
            ),
            Counted::DiscsOnly { discs } => format!("{} {discs} discs", column("no opponent", 24)),
            Counted::Substituted(why) => {
                let why = match why {
                    Substitution::Bye => "bye".to_owned(),
                    Substitution::OpponentLeft(other) => {
                        format!("{}, who withdrew", loaded.person(other))
                    }
                    Substitution::NotPlayed => "not played".to_owned(),
                };
                format!("{} 32 + C * own points {own} instead", column(&why, 24))
            }
            Counted::Nothing => "does not count".to_owned(),
        };
        let _ = writeln!(text, "  round {:>2}: {what}", line.round.0);
    }
    let name = |other: EntrantId| {
        let entrant = event.entrant(other);
        entrant.map_or_else(|| other.to_string(), |entrant| entrant.name.clone())
    };
    let _ = writeln!(text, "BQ: {}", sum.arithmetic(name));
    Ok(text)
}
