//! Writing the stages of an event of one's own, and what a results file states beyond its games.

use outflank_tournament::running::{StagePlan, StagePlay};

use crate::tournament_file::read_stage::StageSystem;
use crate::tournament_file::write::Object;
use crate::tournament_file::{UnexplainedEntry, words};

pub(crate) fn stage(stage: &StagePlan) -> String {
    let mut play = Object::default();
    let system = |play: &mut Object, system: StageSystem| {
        play.put_text("system", Some(words::word(words::STAGE_SYSTEMS, system)));
    };
    match stage.play {
        StagePlay::Swiss { rounds } => {
            system(&mut play, StageSystem::Swiss);
            play.put("rounds", rounds);
        }
        StagePlay::ConsolationSwiss { rounds } => {
            system(&mut play, StageSystem::ConsolationSwiss);
            play.put("rounds", rounds);
        }
        StagePlay::Groups {
            groups,
            cycles,
            advance,
        } => {
            system(&mut play, StageSystem::Groups);
            play.put("groups", groups);
            play.put("cycles", cycles);
            play.put("advance", advance);
        }
        StagePlay::KnockOut {
            players,
            games,
            third_place,
        } => {
            system(&mut play, StageSystem::KnockOut);
            play.put("players", players);
            play.put("games", games);
            play.put("third_place", third_place);
        }
        StagePlay::Final { of, games } => {
            system(&mut play, StageSystem::Final);
            play.put("of", of);
            play.put("games", games);
        }
    }
    let mut counts = Object::default();
    counts.put("points", stage.counts.points);
    counts.put("bq", stage.counts.bq);
    counts.put("rating", stage.counts.rating);
    counts.put("places", stage.counts.places);
    let mut one = Object::default();
    one.put_text("name", Some(&stage.name));
    one.put("play", play.line());
    one.put("counts", counts.line());
    one.line()
}

pub(crate) fn unexplained(entry: &UnexplainedEntry) -> String {
    let mut one = Object::default();
    one.put("id", entry.id);
    let figures = [("points", entry.half_points), ("discs", entry.half_discs)];
    for (name, halves) in figures.into_iter().filter(|(_, halves)| *halves != 0) {
        one.put(name, in_halves(halves));
    }
    one.line()
}

fn in_halves(halves: i32) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", halves.unsigned_abs() / 2)
}
