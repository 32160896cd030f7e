//! What a file says that cannot have happened.

use std::collections::{BTreeMap, BTreeSet};

use outflank_pairing::{EntrantId, Hand};
use outflank_rulebook::ClauseId;
use outflank_tournament::course::course;
use outflank_tournament::matches::Irregularity;
use outflank_tournament::running::check_stages;
use outflank_tournament::{Cause, Event, Game, HandLots, Withdrawal, withdrawals};

use crate::tournament_file::problem::{Problem, What};
use crate::tournament_file::{Lines, TournamentFile};

impl TournamentFile {
    /// What cannot have happened, and what is worth saying. `event` is this file's own event.
    ///
    /// Standings are made all the same; pairing waits until nothing is left that
    /// [`Problem::refuses_pairing`].
    #[must_use]
    pub fn problems(&self, event: &Event, lines: &Lines) -> Vec<Problem> {
        let mut check = Check::new(event, lines);
        check.entrants(self);
        if !self.stages.is_empty() {
            check.is_custom = true;
            let checked = check_stages(&self.stages);
            if let Err(problem) = checked {
                check.say("stages".to_owned(), What::Stages(problem));
            }
        }
        for (n, round) in self.played.iter().enumerate() {
            check.round(n, round);
        }
        check.withdrawn(self);
        if self.stages.is_empty() {
            check.matches();
        }
        check.automatic();
        if let Some(hand) = &self.next {
            check.next(hand);
        }
        for (n, lots) in self.lots.iter().enumerate() {
            check.lots(n, lots);
        }
        check.found
    }
}

/// A check under way.
pub(crate) struct Check<'a> {
    pub(crate) event: &'a Event,
    lines: &'a Lines,
    pub(crate) ids: BTreeSet<EntrantId>,
    pub(crate) left: BTreeMap<EntrantId, Withdrawal>,
    /// How many rounds of the standings have been looked at.
    pub(crate) counted: u16,
    /// Whether it has stages of its own, in which not everybody plays every round.
    pub(crate) is_custom: bool,
    pub(crate) found: Vec<Problem>,
}

impl<'a> Check<'a> {
    fn new(event: &'a Event, lines: &'a Lines) -> Self {
        Self {
            event,
            lines,
            ids: event.entrants.iter().map(|entrant| entrant.id).collect(),
            left: (withdrawals(event).into_iter())
                .map(|left| (left.id, left))
                .collect(),
            counted: 0,
            is_custom: false,
            found: Vec::new(),
        }
    }

    pub(crate) fn say(&mut self, field: String, what: What) {
        self.found.push(Problem {
            line: self.lines.of(&field),
            field,
            what,
        });
    }

    fn entrants(&mut self, file: &TournamentFile) {
        let mut seen = BTreeSet::new();
        for (n, entrant) in file.entrants.iter().enumerate() {
            let id = entrant.id;
            if !seen.insert(id) {
                self.say(format!("entrants[{n}].id"), What::EntrantTwice { id });
            }
            if entrant.name.trim().is_empty() {
                self.say(format!("entrants[{n}].name"), What::NoName);
            }
        }
    }

    /// Whether there is a player with this number; reported if not.
    pub(crate) fn is_known(&mut self, field: &str, id: EntrantId) -> bool {
        let known = self.ids.contains(&id);
        if !known {
            self.say(field.to_owned(), What::UnknownEntrant { id });
        }
        known
    }

    /// The clause that keeps those away who have left.
    pub(crate) fn leaving_clause(&self, left: &Withdrawal) -> Option<ClauseId> {
        match left.cause {
            Cause::Declared => self.event.rules.withdrawal.clause(),
            Cause::MissedMatches => self.event.rules.missed_to_withdraw.clause(),
        }
    }

    fn withdrawn(&mut self, file: &TournamentFile) {
        let played = self.event.rounds_played();
        let mut seen = BTreeSet::new();
        for (n, entry) in file.withdrawn.iter().enumerate() {
            let field = format!("withdrawn[{n}]");
            let id = entry.id;
            self.is_known(&format!("{field}.id"), id);
            if !seen.insert(id) {
                self.say(field.clone(), What::WithdrawnTwice { id });
            }
            let all = u16::try_from(file.played.len()).unwrap_or(u16::MAX);
            if entry.after_round > all {
                let (after_round, played) = (entry.after_round, all);
                let what = What::WithdrawnLater {
                    id,
                    after_round,
                    played,
                };
                self.say(format!("{field}.after_round"), what);
            }
        }
        if played > self.event.rounds {
            let planned = self.event.rounds;
            self.say("rounds".to_owned(), What::MoreRounds { played, planned });
        }
    }

    /// Games of playoffs and finals that their matches do not provide for.
    fn matches(&mut self) {
        for one in &course(self.event).matches {
            for (game, what) in one.irregular_games(&self.event.rules) {
                let round = usize::from(game.round) - 1;
                let games = &self.event.played[round].games;
                let is_it = |other: &Game| {
                    let two = [other.black, other.white];
                    other.result == game.result && one.players().iter().all(|id| two.contains(id))
                };
                let place = games.iter().position(is_it).unwrap_or(0);
                let clause = what.clause(&self.event.rules, one);
                let what = match what {
                    Irregularity::AfterTheEnd => What::MatchIsOver {
                        of: one.id(),
                        clause,
                    },
                    Irregularity::ColoursNotReversed => What::ColoursNotReversed {
                        of: one.id(),
                        clause,
                    },
                    Irregularity::WinnerOfADraw => What::WinnerOfADraw { clause },
                };
                self.say(format!("played[{round}].games[{place}]"), what);
            }
        }
    }

    /// Whom the rulebook withdraws.
    fn automatic(&mut self) {
        let all: Vec<Withdrawal> = self.left.values().copied().collect();
        for left in all {
            match left.cause {
                Cause::Declared => {}
                Cause::MissedMatches => {
                    let what = What::MissedMatches {
                        id: left.id,
                        after_round: left.after_round,
                        clause: self.leaving_clause(&left),
                    };
                    self.say("played".to_owned(), what);
                }
            }
        }
    }

    fn lots(&mut self, n: usize, lots: &HandLots) {
        let field = format!("lots[{n}].order");
        let mut seen = BTreeSet::new();
        for &id in &lots.order {
            self.is_known(&field, id);
            if !seen.insert(id) {
                self.say(field.clone(), What::NamedTwice { id });
            }
        }
    }

    fn next(&mut self, hand: &Hand) {
        let single = (hand.absent.iter().map(|id| ("next.absent", *id)))
            .chain(
                hand.requested_byes
                    .iter()
                    .map(|id| ("next.requested_byes", *id)),
            )
            .chain(hand.bye.map(|id| ("next.bye", id)));
        let fixed =
            (hand.fixed.iter()).flat_map(|pair| pair.players().map(|id| ("next.fixed", id)));
        let mut seen = BTreeSet::new();
        for (field, id) in single.chain(fixed) {
            if !self.is_known(field, id) {
                continue;
            }
            if !seen.insert(id) {
                self.say(field.to_owned(), What::NamedTwice { id });
            }
            if let Some(left) = self.left.get(&id).copied() {
                let clause = self.leaving_clause(&left);
                let after_round = left.after_round;
                let what = What::HasLeft {
                    id,
                    after_round,
                    clause,
                };
                self.say(field.to_owned(), what);
            }
        }
        let named = (hand.forbidden.iter().map(|pair| ("next.forbidden", *pair)))
            .chain(hand.avoid.iter().map(|pair| ("next.avoid", *pair)));
        for (field, (one, other)) in named {
            self.is_known(field, one);
            self.is_known(field, other);
            if one == other {
                self.say(field.to_owned(), What::PairedWithHimself { id: one });
            }
        }
    }
}
