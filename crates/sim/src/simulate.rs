//! One event from the first entry to the last round.

use outflank_formats::tournament_file::{
    Lines, ResultWord, RoundEntry, TournamentFile, WithdrawnEntry,
};
use outflank_pairing::{EntrantId, Lots, RoundNumber, Seed};
use outflank_rulebook::axes::office::EntryDeadline;
use outflank_rulebook::{RulebookFile, System};
use outflank_tournament::{Event, NextRound, NotPaired, pair_next, withdrawals};

use crate::failure::{SimFailure, Wrong};
use crate::field::Field;
use crate::play::play;
use crate::tally::Tally;
use crate::trouble::Trouble;
use crate::verify;

#[derive(Clone, Debug)]
pub struct Settings<'a> {
    pub book: &'a RulebookFile,
    /// Its kind of event; the first where none is named.
    pub event: Option<String>,
    /// The playing system, where it is not the rulebook's choice.
    pub system: Option<System>,
    /// The rounds, where they are not the rulebook's.
    pub rounds: Option<u16>,
    pub players: u32,
    /// Everything follows from it.
    pub seed: Seed,
    /// How much goes wrong.
    pub trouble: Trouble,
}

impl<'a> Settings<'a> {
    /// The rulebook's first kind of event with so many players, seed 0, no trouble.
    #[must_use]
    pub fn new(book: &'a RulebookFile, players: u32) -> Self {
        Self {
            book,
            event: None,
            system: None,
            rounds: None,
            players,
            seed: Seed::default(),
            trouble: Trouble::None,
        }
    }
}

/// An event that was played to the end.
#[derive(Clone, Debug)]
pub struct Simulated {
    pub file: TournamentFile,
    pub tally: Tally,
}

/// Plays one event: every round is paired, proven, played, and checked again at the end.
///
/// # Errors
///
/// [`SimFailure`] when something happened that must never happen; it names the seed.
pub fn simulate(settings: &Settings<'_>) -> Result<Simulated, SimFailure> {
    let failed = |round: RoundNumber, what: Wrong| SimFailure {
        seed: settings.seed.number(),
        players: settings.players,
        round,
        what,
    };
    let mut hall = Hall::open(settings).map_err(|wrong| failed(RoundNumber(0), wrong))?;
    for number in (1..=hall.event.rounds).map(RoundNumber) {
        match hall.next_round(number) {
            Ok(()) => {}
            // Too few are left, or everybody has met everybody.
            Err(Wrong::NotPaired(NotPaired::RoundRobinOver { .. })) => break,
            Err(wrong) => return Err(failed(number, wrong)),
        }
    }
    let Hall {
        file,
        event,
        mut tally,
        ..
    } = hall;
    tally.withdrawals += withdrawals(&event).len() as u64;
    verify::finished(settings.book, &file, &event, &mut tally)
        .map_err(|(round, wrong)| failed(round, wrong))?;
    Ok(Simulated { file, tally })
}

/// The hall in which an event is played.
struct Hall<'a> {
    book: &'a RulebookFile,
    field: Field,
    trouble: Trouble,
    lots: Lots,
    /// Who comes when; the others are there from the first round on.
    late: Vec<(EntrantId, u16)>,
    file: TournamentFile,
    event: Event,
    tally: Tally,
}

impl<'a> Hall<'a> {
    fn open(settings: &Settings<'a>) -> Result<Self, Wrong> {
        let mut lots = Lots::for_purpose(settings.seed, "simulated event");
        let field = Field::draw(&mut lots, settings.players);
        let mut file = TournamentFile::new(settings.book.rulebook.about.id.clone());
        file.name = Some(format!("Simulated event {}", settings.seed.number()));
        file.event = settings.event.clone();
        file.system = settings.system;
        file.rounds = settings.rounds;
        file.seed = Some(settings.seed);
        file.entrants = field.entrants.clone();
        let event = (file.event(settings.book, &Lines::default()))
            .map_err(|problem| Wrong::Setup(problem.to_string()))?;
        let ids: Vec<EntrantId> = file.entrants.iter().map(|entrant| entrant.id).collect();
        let late = match (event.system, event.rules.entry_deadline.value) {
            // A round robin and a championship with a deadline know no late entries.
            (System::RoundRobin | System::DoubleRoundRobin, _)
            | (_, EntryDeadline::ThirtyFirstOfJuly) => Vec::new(),
            (System::Swiss | System::ModifiedSwiss, EntryDeadline::PerEvent) => {
                settings.trouble.late(&mut lots, &ids)
            }
        };
        Ok(Self {
            book: settings.book,
            field,
            trouble: settings.trouble,
            lots,
            late,
            file,
            event,
            tally: Tally::default(),
        })
    }

    fn next_round(&mut self, number: RoundNumber) -> Result<(), Wrong> {
        let not_here = self.not_here(number);
        let active = self.active(&not_here);
        let (absent, byes) = self.trouble.before_round(&mut self.lots, &active);
        self.event.next.absent = [not_here, absent.clone()].concat();
        self.event.next.requested_byes = byes.clone();
        let next = pair_next(&self.event)?;
        verify::round(&self.event, &next, &mut self.tally)?;
        let entry = self.played(&next, byes, absent);
        self.file.played.push(entry);
        for id in self.trouble.after_round(&mut self.lots, &active) {
            self.file.withdrawn.push(WithdrawnEntry {
                id,
                after_round: number.0,
            });
        }
        self.refresh()
    }

    /// Late entrants who have not come yet; they are in no list of the round.
    fn not_here(&self, number: RoundNumber) -> Vec<EntrantId> {
        let still_away = |(_, from): &&(EntrantId, u16)| *from > number.0;
        self.late
            .iter()
            .filter(still_away)
            .map(|(id, _)| *id)
            .collect()
    }

    fn active(&self, not_here: &[EntrantId]) -> Vec<EntrantId> {
        let left: Vec<EntrantId> = withdrawals(&self.event)
            .iter()
            .map(|left| left.id)
            .collect();
        (self.event.entrants.iter().map(|entrant| entrant.id))
            .filter(|id| !left.contains(id) && !not_here.contains(id))
            .collect()
    }

    fn played(
        &mut self,
        next: &NextRound,
        requested_byes: Vec<EntrantId>,
        absent: Vec<EntrantId>,
    ) -> RoundEntry {
        let mut entry = RoundEntry {
            byes: [next.byes(), requested_byes.clone()].concat(),
            requested_byes,
            absent,
            ..RoundEntry::default()
        };
        for (table, &pair) in (1..).zip(next.pairs()) {
            let rules = &self.event.rules;
            let mut game = play(rules, &self.field, self.trouble, &mut self.lots, pair);
            game.table = Some(table);
            let missed = [Some(ResultWord::Forfeit), Some(ResultWord::DoubleForfeit)];
            self.tally.forfeits += u64::from(missed.contains(&game.result));
            entry.games.push(game);
        }
        self.tally.games += entry.games.len() as u64;
        self.tally.byes += entry.byes.len() as u64;
        entry
    }

    /// The event as its file has it now.
    fn refresh(&mut self) -> Result<(), Wrong> {
        let event = self.file.event(self.book, &Lines::default());
        self.event = event.map_err(|problem| Wrong::Setup(problem.to_string()))?;
        Ok(())
    }
}
