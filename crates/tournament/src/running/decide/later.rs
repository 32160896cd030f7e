//! Rounds after the preliminary ones: the games the rules call for now, and the choices before them.

use outflank_event::Timestamp;
use outflank_pairing::{EntrantId, Pair, RoundNumber};
use outflank_rulebook::Millis;

use super::{Decided, Decision};
use crate::course::{Course, course};
use crate::matches::{Choice, Match, MatchId, MatchState, Seating};
use crate::round::Stage;
use crate::running::by::By;
use crate::running::fact::Fact;
use crate::running::hall::seat;
use crate::running::paired::{Contest, PairedBy, Pairing};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::Phase;
use crate::running::stages::Stages;
use crate::running::state::{TournamentState, WantedChoice};

impl Decision<'_> {
    /// The next round after the preliminary ones: every game of the earliest slot.
    pub(super) fn later_round(&self, now: &TournamentState) -> Result<Pairing, Rejection> {
        let course = self.course_of(now);
        if let Some(of) = course.undecided().map(Match::id).next() {
            return Err(Rejection::plain(Reason::MatchUndecided { of }));
        }
        let next = course.next();
        if next.is_empty() {
            return Err(Rejection::plain(Reason::NoMoreRounds {
                rounds: now.next_round().0 - 1,
            }));
        }
        Ok(self.seated(self.games_of(now, &next)?))
    }

    /// The next games of matches, or the choices they wait for.
    pub(super) fn games_of(
        &self,
        now: &TournamentState,
        next: &[&Match],
    ) -> Result<Vec<(Pair, Contest)>, Rejection> {
        let mut games: Vec<(Pair, Contest)> = Vec::with_capacity(next.len());
        let mut wanted = Vec::new();
        for one in next {
            match self.game_of(now, one) {
                Ok(game) => games.push(game),
                Err(choice) => wanted.push(choice),
            }
        }
        if !wanted.is_empty() {
            return Err(Rejection::by(
                &self.rules.colour_choice,
                Reason::ChoicesMissing { choices: wanted },
            ));
        }
        Ok(games)
    }

    pub(super) fn seated(&self, games: Vec<(Pair, Contest)>) -> Pairing {
        let pairs: Vec<Pair> = games.iter().map(|(pair, _)| *pair).collect();
        let seated = seat(&pairs, &self.now.table_rules);
        let contests = (seated.iter().zip(&games))
            .map(|(seated, (_, contest))| Contest {
                table: seated.table,
                ..*contest
            })
            .collect();
        let stage = games
            .first()
            .map_or(Stage::Final, |(_, contest)| contest.of.stage);
        Pairing {
            stage,
            contests,
            ..Pairing::new(PairedBy::Rules, seated)
        }
    }

    /// The next game of a match, or the choice it waits for.
    fn game_of(&self, now: &TournamentState, one: &Match) -> Result<(Pair, Contest), WantedChoice> {
        let game = game_number(one);
        let choices = now.choices_for(one.id(), game);
        match one.seating(choices, self.opened.setting.seed) {
            Some(Seating::Ready { black, draw_win }) => Ok((
                Pair {
                    black: one.player(black),
                    white: one.player(black.other()),
                },
                Contest {
                    table: crate::running::TableNumber(0),
                    of: one.id(),
                    game,
                    draw_win: draw_win.map(|seat| one.player(seat)),
                },
            )),
            Some(Seating::Wanted { by, or_draw_win }) => Err(WantedChoice {
                of: one.id(),
                game,
                by: one.player(by),
                or_draw_win,
            }),
            None => Err(WantedChoice {
                of: one.id(),
                game,
                by: one.call.players.higher,
                or_draw_win: false,
            }),
        }
    }

    pub(super) fn course_of(&self, now: &TournamentState) -> Course {
        match (Stages::of(now), now.record()) {
            (Some(stages), _) => stages.course(),
            (None, Some(record)) => course(&record),
            (None, None) => Course {
                matches: Vec::new(),
                brackets: Vec::new(),
            },
        }
    }

    /// A player announces a choice before a game: at least five minutes before its start, later
    /// only to the deciding official (WOC-IV.9.p2).
    pub(super) fn choose(&mut self, of: MatchId, entrant: EntrantId, choice: Choice) -> Decided {
        self.needs_desk_or(entrant)?;
        self.entrant(entrant)?;
        let (wanted, start) = self.wanted_choice(of)?;
        if wanted.by != entrant {
            return Err(Rejection::by(
                &self.rules.colour_choice,
                Reason::NotHisChoice {
                    entrant,
                    by: wanted.by,
                },
            ));
        }
        match choice {
            Choice::Black | Choice::White => {}
            Choice::DrawWin if wanted.or_draw_win => {}
            Choice::DrawWin => {
                return Err(Rejection::by(
                    &self.rules.colour_choice,
                    Reason::NoDrawWin { of },
                ));
            }
        }
        let late = self.deadline(start).is_some_and(|until| self.at > until);
        if late && self.by != By::Head {
            return Err(Rejection::by(
                &self.rules.choice_notice,
                Reason::ChoiceTooLate { of },
            ));
        }
        self.record(Fact::ChoiceAnnounced {
            of,
            game: wanted.game,
            entrant,
            choice,
            late,
            by_default: false,
        })
    }

    /// Nobody has said anything in time: the draw-win in a single game, a lot for the colour
    /// (AMB-54).
    pub(super) fn choose_by_default(&mut self, of: MatchId) -> Decided {
        self.needs_director()?;
        let (wanted, start) = self.wanted_choice(of)?;
        match self.deadline(start) {
            Some(until) if self.at > until => {}
            Some(until) => {
                return Err(Rejection::by(
                    &self.rules.choice_notice,
                    Reason::MayStillChoose {
                        by: wanted.by,
                        until: Some(until),
                    },
                ));
            }
            None => {
                return Err(Rejection::by(
                    &self.rules.choice_notice,
                    Reason::MayStillChoose {
                        by: wanted.by,
                        until: None,
                    },
                ));
            }
        }
        let choice = if wanted.or_draw_win {
            Choice::DrawWin
        } else {
            let course = self.course_of(self.now);
            let one = course.get(of).ok_or(nothing_to_choose(of))?;
            let black = one.by_lot(wanted.game, self.opened.setting.seed);
            match one.player(black) == wanted.by {
                true => Choice::Black,
                false => Choice::White,
            }
        };
        self.record(Fact::ChoiceAnnounced {
            of,
            game: wanted.game,
            entrant: wanted.by,
            choice,
            late: false,
            by_default: true,
        })
    }

    /// The choice a match waits for, and when its game starts as far as it is known.
    fn wanted_choice(&self, of: MatchId) -> Result<(WantedChoice, Option<Timestamp>), Rejection> {
        let last = self.now.rounds.last();
        let unplayed = last.is_some_and(|life| life.phase == Phase::Announced);
        let proposed = last.filter(|life| life.phase == Phase::Proposed);
        let number = proposed.map_or_else(|| self.now.next_round(), |life| life.number);
        let course = self.course_of(self.now);
        let found = course.get(of).filter(|one| {
            let complete = self.now.preliminary_rounds_are_over();
            complete && !unplayed && one.due_slot().is_some()
        });
        let one = found.ok_or(nothing_to_choose(of))?;
        let wanted = self
            .game_of(self.now, one)
            .err()
            .ok_or(nothing_to_choose(of))?;
        let is_next = course.next().iter().any(|next| next.id() == of);
        let announced = self.now.starts.get(&number).copied();
        let planned = one
            .due_slot()
            .and_then(|slot| self.now.timetable.start_of_slot(slot));
        Ok((wanted, announced.filter(|_| is_next).or(planned)))
    }

    /// The last moment of a choice; none if no start is known or the text asks for no notice.
    fn deadline(&self, start: Option<Timestamp>) -> Option<Timestamp> {
        let notice = self.rules.choice_notice.value.unwrap_or(Millis(0));
        Some(start?.plus(Millis(-notice.0)))
    }

    /// A later round is still the one the rules call for: nobody has left, no result was changed.
    pub(super) fn check_later_round(&self, number: RoundNumber) -> Decided {
        let mut now = self.now.clone();
        now.rounds.truncate(usize::from(number.0).saturating_sub(1));
        let life = self.round(number)?;
        let same = match life.pairing.by {
            PairedBy::Rules => (self.later_round(&now))
                .is_ok_and(|pairing| games(&pairing) == games(&life.pairing)),
            PairedBy::Hand => self.are_due(&self.course_of(&now), &life.pairing),
        };
        if same {
            return Ok(());
        }
        Err(Rejection::plain(Reason::PairingIsStale {
            entrants: life.pairing.everybody().collect(),
        }))
    }

    /// Whether all games of a round are still the next ones of their matches.
    pub(super) fn are_due(&self, course: &Course, pairing: &Pairing) -> bool {
        (pairing.contests.iter())
            .zip(&pairing.games)
            .all(|(contest, game)| {
                let two = [game.black, game.white];
                let is_it = |one: &Match| {
                    let same = two.iter().all(|id| one.seat_of(*id).is_some());
                    same && one.due_slot().is_some() && game_number(one) == contest.game
                };
                course.get(contest.of).is_some_and(is_it)
            })
    }
}

/// The games of a later round, each with its match, in one order.
fn games(pairing: &Pairing) -> Vec<(MatchId, u16, [EntrantId; 2])> {
    let mut games: Vec<(MatchId, u16, [EntrantId; 2])> = (pairing.contests.iter())
        .zip(&pairing.games)
        .map(|(contest, game)| (contest.of, contest.game, [game.black, game.white]))
        .collect();
    games.sort();
    games
}

pub(super) fn game_number(one: &Match) -> u16 {
    match one.state {
        MatchState::Due { game, .. } | MatchState::Playing { game } => game,
        MatchState::Won { .. } | MatchState::Undecided | MatchState::Nobody => 0,
    }
}

const fn nothing_to_choose(of: MatchId) -> Rejection {
    Rejection {
        reason: Reason::NothingToChoose { of },
        clause: None,
    }
}
