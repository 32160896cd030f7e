//! A tournament that was run, as its file.

use outflank_formats::tournament_file::{
    Days, GameEntry, ResultWord, RoundEntry, TournamentFile, WithdrawnEntry,
};
use outflank_tournament::running::{Affairs, Card, Official, RoundLife};
use outflank_tournament::{ByColour, withdrawals};

pub(crate) fn file_of(affairs: &Affairs) -> TournamentFile {
    let opened = affairs.opened.as_ref().expect("it is open");
    let record = affairs.record().expect("it is open");
    let (rulebook, event) = opened.setting.preset.split_once('/').expect("a preset");
    let mut file = TournamentFile::new(rulebook);
    file.name = Some(opened.setting.name.clone());
    file.event = Some(event.to_owned());
    file.system = Some(record.system);
    file.rounds = Some(record.rounds);
    file.seed = Some(record.seed);
    file.days = Some(Days::Dates(vec![opened.setting.first_day]));
    file.entrants = record.entrants.clone();
    file.played = affairs.rounds.iter().map(round).collect();
    file.withdrawn = (withdrawals(&record).iter())
        .map(|left| WithdrawnEntry {
            id: left.id,
            after_round: left.after_round,
        })
        .collect();
    file
}

fn round(life: &RoundLife) -> RoundEntry {
    let played = life.as_played();
    RoundEntry {
        games: life.cards.iter().map(game).collect(),
        byes: played.byes,
        requested_byes: played.requested_byes,
        absent: played.absent,
        ..RoundEntry::default()
    }
}

fn game(card: &Card) -> GameEntry {
    let mut entry = GameEntry::new(card.black, card.white);
    entry.table = Some(card.table.0);
    match card.settled() {
        Some(Official::Played {
            black,
            white,
            winner,
            flags,
        }) => {
            entry.discs = Some(ByColour {
                black: *black,
                white: *white,
            });
            entry.winner = *winner;
            entry.flags.clone_from(flags);
        }
        Some(Official::Resigned { by }) => {
            entry.result = Some(ResultWord::Resigned);
            entry.by = Some(*by);
        }
        Some(Official::Forfeit { by }) => {
            entry.result = Some(ResultWord::Forfeit);
            entry.by = Some(*by);
        }
        Some(Official::DoubleForfeit) => entry.result = Some(ResultWord::DoubleForfeit),
        Some(Official::Adjudicated {
            black,
            white,
            winner,
        }) => {
            entry.result = Some(ResultWord::Adjudicated);
            entry.discs = Some(ByColour {
                black: *black,
                white: *white,
            });
            entry.winner = *winner;
        }
        Some(Official::Annulled) => entry.result = Some(ResultWord::Annulled),
        None => {}
    }
    entry
}
