//! What one tap at a table means to the referee.
//!
//! | Tap | Meaning |
//! |---|---|
//! | the first press of a round that the director has started | the signal, then the press |
//! | a move, where the clock is pressed on its own page | disc and flips; the press comes from there |
//! | the same after the page was pressed | the whole move, at the moment of that press |
//! | a press of the page before the move is entered | kept until it is |
//! | the program's signal to a game of an online event | the director's, and the clock starts |
//! | a move by a player who had not come to their online game | the arrival, then the move |

use outflank_board::Side;
use outflank_game as game;
use outflank_game::{Act, By, GameKind, Phase, Presence, Pressing, Timekeeper};
use outflank_tournament::running::{Phase as RoundPhase, Timestamp};

use crate::desk::Desk;
use crate::refusal::{Reason, Refusal};
use crate::request::GameRequest;
use crate::state::desk_fact::DeskFact;
use crate::state::game::GameNow;

/// What to do.
pub(crate) enum Meant {
    /// These commands, one after the other.
    Commands(Vec<Step>),
    /// Only a note of the desk.
    Note(DeskFact),
}

/// A command and its moment.
pub(crate) struct Step {
    pub(crate) by: By,
    pub(crate) act: Act,
    pub(crate) at: Timestamp,
}

impl Desk {
    /// What a command means at its moment.
    pub(crate) fn meant(
        &self,
        now: &GameNow,
        what: &GameRequest,
        at: Timestamp,
    ) -> Result<Meant, Refusal> {
        let said = Step {
            by: what.by,
            act: what.act.clone(),
            at,
        };
        if what.by == By::Clock && now.is_on_screen() {
            return Ok(Meant::Commands(by_itself(now, said)));
        }
        if let Some(player) = self.comes_late(now, &said) {
            let arrive = Step {
                act: Act::Arrive { player },
                ..said
            };
            return Ok(Meant::Commands(vec![arrive, said]));
        }
        if what.act == Act::Press && self.is_signalled(now) {
            let signal = Step {
                by: By::Director,
                act: Act::Signal,
                at,
            };
            return Ok(Meant::Commands(vec![signal, said]));
        }
        let is_apart = now.pressing() == Pressing::OnClockPage
            && now.timekeeper() == Some(Timekeeper::Tablet)
            && now.game.phase() == Phase::Playing;
        match is_apart {
            true => beside_clock_page(now, said),
            false => Ok(Meant::Commands(vec![said])),
        }
    }

    /// The player who arrives at a game of an online tournament by doing something in it.
    fn comes_late(&self, now: &GameNow, said: &Step) -> Option<Side> {
        let player = said.by.player()?;
        let is_move = matches!(said.act, Act::Play { .. } | Act::Pass | Act::Touch { .. });
        let is_late = now.game.table().presence[player] == Presence::Late;
        (is_move && is_late && self.online_event(now).is_some()).then_some(player)
    }

    /// Whether the director has started the round while the game waits for the signal.
    fn is_signalled(&self, now: &GameNow) -> bool {
        let is_event =
            (now.game.setting()).is_some_and(|setting| setting.kind == GameKind::Tournament);
        let Some(seats) = now.seats.as_ref().filter(|_| is_event) else {
            return false;
        };
        let tournament = self.tournament(&seats.place.tournament);
        let started = tournament.is_some_and(|one| {
            let life = one.affairs().round(seats.place.round);
            life.is_some_and(|life| life.phase == RoundPhase::Started)
        });
        started && now.game.phase() == Phase::Ready
    }
}

/// What the program does at a game on screen: at the signal it starts the clock, and it says for the director that a
/// signed result is final.
fn by_itself(now: &GameNow, said: Step) -> Vec<Step> {
    let director = |act: Act| Step {
        by: By::Director,
        act,
        at: said.at,
    };
    match &said.act {
        Act::Signal => {
            let ready = (!now.game.table().checks.director).then(|| director(Act::ConfirmReady));
            let press = Step {
                act: Act::Press,
                ..said
            };
            (ready.into_iter())
                .chain([director(Act::Signal), press])
                .collect()
        }
        Act::Confirm { .. } => vec![director(said.act.clone())],
        _ => vec![said],
    }
}

fn beside_clock_page(now: &GameNow, said: Step) -> Result<Meant, Refusal> {
    let table = now.game.table();
    let count = now.presses.len();
    let due = match count % 2 {
        0 => table.turn,
        _ => table.turn.other(),
    };
    let Some(first) = now.presses.first() else {
        return Ok(match (&said.act, said.by.player()) {
            (Act::Press, Some(player)) if is_early(now, player, due) => press_seen(&said, player),
            (Act::Play { square }, Some(player)) => {
                let squares = table.position.flips(table.colour_of(player), *square);
                let square = *square;
                // The clock page has the time: its press may be on its way, made before the judge's tap.
                let (by, at) = (said.by, now.last_at);
                let step = |act| Step { by, act, at };
                let mut steps = vec![step(Act::Place { square })];
                if !squares.is_empty() {
                    steps.push(step(Act::Flip { squares }));
                }
                Meant::Commands(steps)
            }
            (_, _) => Meant::Commands(vec![said]),
        });
    };
    match (&said.act, said.by.player()) {
        (Act::Press, Some(player)) if player == due => Ok(press_seen(&said, player)),
        (
            Act::Play { .. }
            | Act::Pass
            | Act::PassAnyway
            | Act::Place { .. }
            | Act::PlaceAnyway { .. }
            | Act::Flip { .. }
            | Act::PressAnyway,
            Some(_),
        ) => Ok(Meant::Commands(vec![Step {
            at: first.at.max(now.last_at),
            ..said
        }])),
        (Act::TakeBackEntry, _) => Ok(Meant::Note(DeskFact::PressDropped {})),
        (_, _) => Err(Refusal::desk(Reason::MovesOutstanding { count })),
    }
}

/// Whether a press comes before its move is entered.
fn is_early(now: &GameNow, player: Side, due: Side) -> bool {
    let table = now.game.table();
    player == due && !table.is_complete() && !table.moves_of(player).is_empty()
}

fn press_seen(said: &Step, player: Side) -> Meant {
    Meant::Note(DeskFact::PressSeen {
        player,
        pressed_at: said.at,
    })
}

/// Decides steps one after the other; none counts if one is refused.
pub(crate) fn decide_steps(
    now: &GameNow,
    steps: Vec<Step>,
) -> Result<(game::Game, Vec<game::Event>), Refusal> {
    let unknown = || Refusal::desk(Reason::UnknownGame {});
    let rules = now.game.rules().ok_or_else(unknown)?;
    let mut after = now.game.clone();
    let mut events = Vec::new();
    for Step { by, act, at } in steps {
        // Where the signal itself starts the clocks, the press has nothing left to do.
        if act == Act::Press && !events.is_empty() && after.phase() == Phase::Playing {
            break;
        }
        let command = game::Command::new(by, act);
        let new = game::decide(rules, &after, command, at)?;
        for event in &new {
            game::apply(&mut after, event);
        }
        events.extend(new);
    }
    Ok((after, events))
}
