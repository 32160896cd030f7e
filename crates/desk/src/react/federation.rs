//! What a tournament that is signed off means to a federation's office: pure functions of both.

use outflank_federation::{GameLine, PersonNumber, Placed, Results};
use outflank_tournament::running::{Affairs, Official};
use outflank_tournament::{Colour, EntrantId, HalfPoints, ListName};

/// The results of a tournament, each player by their number in the office.
pub(crate) fn results_of(
    affairs: &Affairs,
    number: impl Fn(EntrantId) -> Option<PersonNumber>,
) -> Option<Results> {
    let last = affairs.final_editions.last()?;
    let points = affairs.standings(affairs.rounds_planned())?;
    let points_of = |id: EntrantId| {
        let row = points.rows.iter().find(|row| row.id == id);
        row.map_or(HalfPoints::LOSS, |row| row.points)
    };
    let took_part = |id: EntrantId| {
        (affairs.rounds.iter()).any(|round| {
            round.byes.contains(&id) || round.cards.iter().any(|card| card.players().contains(&id))
        })
    };
    let placed = (last.rows.iter())
        .filter(|row| took_part(row.id))
        .filter_map(|row| {
            Some(Placed {
                person: number(row.id)?,
                place: row.separated,
                half_points: points_of(row.id),
                no_title: row.no_title,
            })
        })
        .collect();
    let mut games = Vec::new();
    for round in &affairs.rounds {
        for card in &round.cards {
            let Some(winner) = card.result.as_ref().and_then(played) else {
                continue;
            };
            let (Some(black), Some(white)) = (number(card.black), number(card.white)) else {
                continue;
            };
            games.push(GameLine {
                round: round.number.0,
                black,
                white,
                winner,
            });
        }
    }
    let titles = affairs.titles.iter().flat_map(|(_, titles)| titles);
    let champion = titles
        .filter(|award| award.list == ListName::default() && award.team.is_none())
        .find_map(|award| match award.entrants[..] {
            [one] => number(one),
            _ => None,
        });
    Some(Results {
        placed,
        games,
        champion,
    })
}

/// Who won a game that was played; nothing of one that was not.
fn played(result: &Official) -> Option<Option<Colour>> {
    match result {
        Official::Played {
            black,
            white,
            winner,
            ..
        }
        | Official::Adjudicated {
            black,
            white,
            winner,
        } => Some(winner.or(match black.cmp(white) {
            std::cmp::Ordering::Greater => Some(Colour::Black),
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
        })),
        Official::Resigned { by } => Some(Some(by.other())),
        Official::Forfeit { .. } | Official::DoubleForfeit { .. } | Official::Annulled => None,
    }
}
