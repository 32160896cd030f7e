//! From a file and its rulebook to an event.

use outflank_rulebook::{Rulebook, RulebookFile, System, plan, round_robin_rounds};
use outflank_tournament::{Cause, Event, Game, Round, Withdrawal};

use crate::tournament_file::problem::{Problem, What};
use crate::tournament_file::{Days, Lines, RoundEntry, TournamentFile};

impl TournamentFile {
    /// The event of this file under its rulebook, with the file's kind of event and settings.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if the rulebook has no such event or setting.
    pub fn event(&self, book: &RulebookFile, lines: &Lines) -> Result<Event, Problem> {
        let rules = self.rules(book, lines)?;
        let (system, rounds) = self.plan(&rules);
        let played = self.played.iter().map(|entry| round(&rules, entry));
        Ok(Event {
            system,
            rounds,
            seed: self.seed.unwrap_or_default(),
            year: match &self.days {
                Some(Days::Dates(dates)) => dates.first().map(|date| date.year()),
                Some(Days::Count(_) | Days::Rounds(_)) | None => None,
            },
            entrants: self.entrants.clone(),
            played: played.collect(),
            withdrawn: (self.withdrawn.iter())
                .map(|left| Withdrawal {
                    id: left.id,
                    after_round: left.after_round,
                    cause: Cause::Declared,
                })
                .collect(),
            next: self.next.clone().unwrap_or_default(),
            lots: self.lots.clone(),
            rules: rules.into(),
        })
    }

    fn rules(&self, book: &RulebookFile, lines: &Lines) -> Result<Rulebook, Problem> {
        let problem = |field: String, what: What| Problem {
            line: lines.of(&field),
            field,
            what,
        };
        let first = book.presets.first().map(|preset| preset.id.as_str());
        let mut rules = match self.event.as_deref().or(first) {
            None => book.rulebook.clone(),
            Some(event) => book.for_event(event).ok_or_else(|| {
                problem(
                    "event".to_owned(),
                    What::UnknownEvent {
                        rulebook: self.rulebook.clone(),
                        event: event.to_owned(),
                        known: book
                            .presets
                            .iter()
                            .map(|preset| preset.id.clone())
                            .collect(),
                    },
                )
            })?,
        };
        for (axis, value) in &self.set {
            rules
                .set(axis, &value.to_string())
                .map_err(|error| problem(format!("set.{axis}"), What::Axis(error)))?;
        }
        Ok(rules)
    }

    /// The playing system and the rounds: the file's, else the rulebook's for so many entrants.
    fn plan(&self, rules: &Rulebook) -> (System, u16) {
        let players = u16::try_from(self.entrants.len()).unwrap_or(u16::MAX);
        let mut rules = rules.clone();
        if let Some(rounds) = self.rounds {
            // The reader has let through only numbers the axis takes.
            let _ = rules.set("rounds", &rounds.to_string());
        }
        let plan = plan(&rules, players);
        let rounds = match self.system {
            None => plan.rounds,
            Some(System::Swiss | System::ModifiedSwiss) => rules.rounds.value.0,
            Some(System::RoundRobin) => round_robin_rounds(players),
            Some(System::DoubleRoundRobin) => 2 * round_robin_rounds(players),
        };
        (
            self.system.unwrap_or(plan.system),
            self.rounds.unwrap_or(rounds),
        )
    }
}

fn round(rules: &Rulebook, entry: &RoundEntry) -> Round {
    let games = entry.games.iter().map(|game| Game {
        black: game.black,
        white: game.white,
        result: game.game_result(rules),
        of: game.match_of(entry),
    });
    Round {
        stage: entry.stage_of_round(),
        games: games.collect(),
        byes: entry.byes.clone(),
        requested_byes: entry.requested_byes.clone(),
        absent: entry.absent.clone(),
        scope: outflank_tournament::Scope::default(),
    }
}
