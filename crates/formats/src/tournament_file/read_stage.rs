//! Reading the stages of an event of one's own, and what a results file states beyond its games.

use outflank_tournament::running::{StageCounts, StagePlan, StagePlay};

use crate::tournament_file::json::{Fields, Node, Source};
use crate::tournament_file::problem::What;
use crate::tournament_file::read::{field, id, must, text};
use crate::tournament_file::{UnexplainedEntry, words};

/// How a stage is played, without its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StageSystem {
    Swiss,
    Groups,
    KnockOut,
    ConsolationSwiss,
    Final,
}

const STAGE: &[&str] = &["name", "play", "counts"];
const COUNTS: &[&str] = &["points", "bq", "rating", "places"];
const UNEXPLAINED: &[&str] = &["id", "points", "discs"];

pub(crate) fn stage<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<StagePlan> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let name = must(source, f, "name", text);
    let play = must(source, f, "play", play);
    let counts = must(source, f, "counts", counts);
    fields.finish(source, STAGE);
    Some(StagePlan {
        name: name?,
        play: play?,
        counts: counts?,
    })
}

fn play<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<StagePlay> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let system = must(source, f, "system", |source, node| {
        source.word(node, words::STAGE_SYSTEMS)
    })?;
    let (play, known): (Option<StagePlay>, &'static [&'static str]) = match system {
        StageSystem::Swiss => {
            let rounds = number(source, f, "rounds");
            let play = rounds.map(|rounds| StagePlay::Swiss { rounds });
            (play, &["system", "rounds"])
        }
        StageSystem::ConsolationSwiss => {
            let rounds = number(source, f, "rounds");
            let play = rounds.map(|rounds| StagePlay::ConsolationSwiss { rounds });
            (play, &["system", "rounds"])
        }
        StageSystem::Groups => {
            let (groups, cycles) = (number(source, f, "groups"), number(source, f, "cycles"));
            let advance = number(source, f, "advance");
            let play = match (groups, cycles, advance) {
                (Some(groups), Some(cycles), Some(advance)) => Some(StagePlay::Groups {
                    groups,
                    cycles,
                    advance,
                }),
                (_, _, _) => None,
            };
            (play, &["system", "groups", "cycles", "advance"])
        }
        StageSystem::KnockOut => {
            let (players, games) = (number(source, f, "players"), number(source, f, "games"));
            let third_place = must(source, f, "third_place", flag);
            let play = match (players, games, third_place) {
                (Some(players), Some(games), Some(third_place)) => Some(StagePlay::KnockOut {
                    players,
                    games,
                    third_place,
                }),
                (_, _, _) => None,
            };
            (play, &["system", "players", "games", "third_place"])
        }
        StageSystem::Final => {
            let (of, games) = (number(source, f, "of"), number(source, f, "games"));
            let play = match (of, games) {
                (Some(of), Some(games)) => Some(StagePlay::Final { of, games }),
                (_, _) => None,
            };
            (play, &["system", "of", "games"])
        }
    };
    fields.finish(source, known);
    play
}

fn counts<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<StageCounts> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let points = must(source, f, "points", flag);
    let bq = must(source, f, "bq", flag);
    let rating = must(source, f, "rating", flag);
    let places = must(source, f, "places", flag);
    fields.finish(source, COUNTS);
    Some(StageCounts {
        points: points?,
        bq: bq?,
        rating: rating?,
        places: places?,
    })
}

fn number<'a>(
    source: &mut Source<'a>,
    fields: &mut Fields<'a, '_>,
    name: &'static str,
) -> Option<u16> {
    must(source, fields, name, |source, node| {
        source.number(node, "a whole number")
    })
}

fn flag<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<bool> {
    source.value(node, "true or false")
}

pub(crate) fn unexplained<'a>(
    source: &mut Source<'a>,
    node: Node<'a, '_>,
) -> Option<UnexplainedEntry> {
    let mut fields = source.object(node)?;
    let id = must(source, &mut fields, "id", id);
    let half_points = field(source, &mut fields, "points", halves);
    let half_discs = field(source, &mut fields, "discs", halves);
    fields.finish(source, UNEXPLAINED);
    Some(UnexplainedEntry {
        id: id?,
        half_points: half_points.unwrap_or(0),
        half_discs: half_discs.unwrap_or(0),
    })
}

/// `-1`, `31`, `0.5`: twice the number.
fn halves<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<i32> {
    let expected = "a number such as -1 or 31.5";
    let number: serde_json::Number = source.value(node, expected)?;
    let text = number.to_string();
    let (whole, is_half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, true),
        None => (text.strip_suffix(".0").unwrap_or(&text), false),
    };
    let doubled = (whole.parse::<i32>().ok()).and_then(|whole| whole.checked_mul(2));
    let half = match (is_half, whole.starts_with('-')) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => -1,
    };
    let value = doubled.and_then(|doubled| doubled.checked_add(half));
    if value.is_none() {
        source.wrong(node, What::NotA(expected.to_owned()));
    }
    value
}
