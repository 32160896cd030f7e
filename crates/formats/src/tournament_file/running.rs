//! A tournament that is being run, as its file.

use outflank_pairing::Hand;
use outflank_rulebook::{Raw, Rulebook, shipped_file};
use outflank_tournament::running::{Affairs, Card, Official, Phase, RoundLife};
use outflank_tournament::{ByColour, withdrawals};

use crate::tournament_file::{
    Days, GameEntry, ResultWord, RoundEntry, TournamentFile, WithdrawnEntry,
};

impl TournamentFile {
    /// The file of a tournament as far as it has come; nothing before it was opened. Only rounds that
    /// have started are in it, so that no pairing leaks before it is announced.
    ///
    /// Dates of birth are not in the log; a caller that has them adds them.
    #[must_use]
    pub fn of_running(affairs: &Affairs) -> Option<Self> {
        let opened = affairs.opened.as_ref()?;
        let record = affairs.record()?;
        let (rulebook, event) = opened.setting.preset.split_once('/')?;
        let mut file = Self::new(rulebook);
        file.name = Some(opened.setting.name.clone());
        // Stages of one's own are no event of the rulebook; they are played by one of its events.
        let known = shipped_file(rulebook).is_none_or(|book| book.for_event(event).is_some());
        file.event = match known {
            true => Some(event.to_owned()),
            false => opened.rulebook.about.event.clone(),
        };
        file.stages.clone_from(&opened.setting.stages);
        file.system = Some(record.system);
        file.rounds = Some(record.rounds);
        file.seed = Some(record.seed);
        file.days = Some(Days::Dates(vec![opened.setting.first_day]));
        file.set = changed(&opened.rulebook);
        file.entrants.clone_from(&record.entrants);
        file.played = (affairs.rounds.iter())
            .filter(|life| life.phase >= Phase::Started)
            .map(round)
            .collect();
        file.withdrawn = (withdrawals(&record).iter())
            .map(|left| WithdrawnEntry {
                id: left.id,
                after_round: left.after_round,
            })
            .collect();
        file.lots.clone_from(&record.lots);
        file.next = (affairs.next_hand()).filter(|hand| *hand != Hand::default());
        Some(file)
    }
}

/// The axes the director changed. The rounds have a field of their own.
fn changed(rules: &Rulebook) -> Vec<(String, Raw)> {
    (rules.rows().into_iter())
        .filter(|row| row.source.is_override() && row.axis.name != "rounds")
        .map(|row| (row.axis.name.to_owned(), Raw::typed(&row.value)))
        .collect()
}

fn round(life: &RoundLife) -> RoundEntry {
    let played = life.as_played();
    let mut games: Vec<GameEntry> = life.cards.iter().map(game).collect();
    // What all games of a round share is said once.
    let mut lists = games.iter().map(|game| game.list);
    let first = lists.next().flatten();
    let list = first.filter(|_| lists.all(|list| list == first));
    for game in &mut games {
        game.stage = game.stage.filter(|stage| *stage != life.stage());
        game.list = game.list.filter(|_| list.is_none());
    }
    RoundEntry {
        stage: life.stage(),
        list,
        games,
        byes: played.byes,
        requested_byes: played.requested_byes,
        absent: played.absent,
        ..RoundEntry::default()
    }
}

fn game(card: &Card) -> GameEntry {
    let mut entry = GameEntry::new(card.black, card.white);
    entry.table = Some(card.table.0);
    if let Some(contest) = card.contest {
        entry.stage = Some(contest.of.stage);
        entry.list = Some(contest.of.list);
        entry.match_label = Some(Raw::typed(&contest.of.number.to_string()));
    }
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
        Some(Official::Forfeit { by, arrived }) => {
            entry.result = Some(ResultWord::Forfeit);
            entry.by = Some(*by);
            entry.late.extend(arrived.then_some(*by));
        }
        Some(Official::DoubleForfeit { arrived }) => {
            entry.result = Some(ResultWord::DoubleForfeit);
            entry.late.clone_from(arrived);
        }
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
