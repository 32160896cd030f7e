//! From an event to the draft of its results file.

use std::cmp::Reverse;

use outflank_pairing::{Colour, EntrantId, HalfPoints};
use outflank_tournament::{DiscCount, Entrant, Event, Game, GameResult, Round, Settled, standings};

use crate::convert::ascii_names;
use crate::elo::date::EloDays;
use crate::elo::export::{DraftEntrant, DraftEntry, DraftRound, EloDraft, LeftOut};
use crate::elo::{EloRoundName, Known};
use crate::tournament_file::{Days, TournamentFile};

/// What a results file says that a tournament file does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EloHeading {
    pub country: String,
    /// Who sends the file.
    pub sender: String,
    /// The first day, where the tournament file has no dates.
    pub days: Option<EloDays>,
    pub creator: Option<String>,
    /// When the program made the file, as `2026/11/15 18:01`.
    pub created: Option<String>,
}

/// The draft of the results file of an event. Playoffs and finals become added results; what was not played is left
/// out and said to be.
///
/// Players stand in the order of points, discs and number, so that an imported file is written in the same order.
#[must_use]
pub fn elo_draft_of(file: &TournamentFile, event: &Event, heading: &EloHeading) -> EloDraft {
    let mut rounds = Vec::new();
    let mut number = 0;
    for round in &event.played {
        let name = if round.stage.is_counted() {
            number += 1;
            EloRoundName::Number(number)
        } else {
            EloRoundName::Added
        };
        rounds.push(DraftRound {
            name,
            entries: entries(event, round),
        });
    }
    EloDraft {
        tournament: file.name.clone().unwrap_or_default(),
        country: heading.country.clone(),
        days: days(file).or(heading.days),
        sender: heading.sender.clone(),
        creator: heading.creator.clone(),
        created: heading.created.clone(),
        entrants: entrants(file, event),
        rounds,
    }
}

fn days(file: &TournamentFile) -> Option<EloDays> {
    match file.days.as_ref()? {
        Days::Dates(dates) => {
            let first = *dates.iter().min()?;
            let last = dates.iter().max().copied().filter(|last| *last != first);
            Some(EloDays { first, last })
        }
        Days::Count(_) | Days::Rounds(_) => None,
    }
}

fn entrants(file: &TournamentFile, event: &Event) -> Vec<DraftEntrant> {
    let table = standings(event, event.rounds_played());
    let row = |id: EntrantId| table.rows.iter().find(|row| row.id == id);
    let mut drafts: Vec<DraftEntrant> = event
        .entrants
        .iter()
        .map(|entrant| {
            let row = row(entrant.id);
            let mut draft = draft_entrant(entrant);
            let more = (file.unexplained.iter()).find(|entry| entry.id == entrant.id);
            let (points, discs) = more.map_or((0, 0), |more| (more.half_points, more.half_discs));
            draft.points = row.map(|row| {
                let halves = i32::from(row.points.0).saturating_add(points);
                HalfPoints(u16::try_from(halves.max(0)).unwrap_or(u16::MAX))
            });
            draft.discs = row.map(|row| DiscCount(row.discs.0.saturating_add_signed(discs)));
            draft
        })
        .collect();
    drafts.sort_by_key(|draft| (Reverse(draft.points), Reverse(draft.discs), draft.id));
    drafts
}

fn draft_entrant(entrant: &Entrant) -> DraftEntrant {
    // A person has written the name for the federation, or it follows from the letters.
    let name = entrant.ascii.as_deref().unwrap_or(&entrant.name);
    let (last, first) = ascii_names(name).unzip();
    DraftEntrant {
        id: entrant.id,
        name: entrant.name.clone(),
        wof: entrant.wof_id,
        known: Known::Listed,
        last,
        first: first.unwrap_or_default(),
        country: entrant.country.clone(),
        points: None,
        discs: None,
        rating: entrant.rating,
    }
}

fn entries(event: &Event, round: &Round) -> Vec<DraftEntry> {
    let games = round.games.iter().map(|game| entry(event, game));
    let byes = round.byes.iter().map(|id| DraftEntry::LeftOut {
        who: vec![*id],
        why: LeftOut::Bye,
    });
    games.chain(byes).collect()
}

fn entry(event: &Event, game: &Game) -> DraftEntry {
    let (black, white) = (game.black, game.white);
    let left_out = |why| DraftEntry::LeftOut {
        who: vec![black, white],
        why,
    };
    match game.result {
        GameResult::Forfeit { .. } | GameResult::DoubleForfeit { .. } => {
            left_out(LeftOut::NotPlayed)
        }
        GameResult::Annulled => left_out(LeftOut::Annulled),
        GameResult::Pending => left_out(LeftOut::NoResult),
        GameResult::Played { .. }
        | GameResult::Resigned { .. }
        | GameResult::Adjudicated { .. } => match game.result.settled(&event.rules) {
            None => left_out(LeftOut::NoResult),
            Some(settled) => DraftEntry::Game {
                black,
                white,
                discs: settled.discs,
                winner: winner(&settled),
            },
        },
    }
}

fn winner(settled: &Settled) -> Option<Colour> {
    match settled.points.black.cmp(&settled.points.white) {
        std::cmp::Ordering::Greater => Some(Colour::Black),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Colour::White),
    }
}
