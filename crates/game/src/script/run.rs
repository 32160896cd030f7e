//! Running a script through the referee.

use outflank_board::{BySide, Move, Position, Side};
use outflank_event::Timestamp;
use outflank_rulebook::{Millis, Rulebook};

use super::expect::{After, Checked, Expectation};
use super::{Line, Script, What};
use crate::by::By;
use crate::command::{Act, Command};
use crate::decide::decide;
use crate::fact::Event;
use crate::game::{Game, apply};
use crate::rejection::Rejection;

/// A script that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What happened, line by line.
    pub steps: Vec<Step>,
    /// The game at the end.
    pub game: Game,
}

/// One command of a script and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The line, from 1; 0 for what the head does.
    pub line: usize,
    /// As it was written.
    pub text: String,
    pub at: Timestamp,
    pub by: By,
    pub outcome: Result<Vec<Event>, Rejection>,
    /// Whether the script expects the refusal.
    pub is_expected: bool,
    pub position: Position,
    /// The player on turn afterwards.
    pub turn: Side,
    /// What the clocks show then; nothing without a clock.
    pub clocks: Option<BySide<Millis>>,
    /// Whose clock runs then.
    pub running: Option<Side>,
    /// What was expected, and what was found where it is not so.
    pub checked: Vec<Checked>,
}

impl Step {
    /// Whether everything is as the script says: all expectations hold and nothing was refused unexpectedly.
    pub fn holds(&self) -> bool {
        let refused_unexpectedly = self.outcome.is_err() && !self.is_expected;
        !refused_unexpectedly && self.checked.iter().all(|checked| checked.found.is_none())
    }
}

impl Run {
    /// Whether every step is as the script says.
    pub fn holds(&self) -> bool {
        self.steps.iter().all(Step::holds)
    }

    /// All events, in order.
    pub fn events(&self) -> Vec<Event> {
        self.steps
            .iter()
            .filter_map(|step| step.outcome.as_ref().ok())
            .flatten()
            .cloned()
            .collect()
    }
}

/// Runs a script under a rulebook, usually the one [`Script::rulebook`] gives.
pub fn run(script: &Script, rules: &Rulebook) -> Run {
    let mut runner = Runner {
        rules,
        run: Run {
            steps: Vec::new(),
            game: Game::new(),
        },
    };
    runner.open(script);
    for line in &script.lines {
        runner.line(line);
    }
    runner.run
}

struct Runner<'a> {
    rules: &'a Rulebook,
    run: Run,
}

impl Runner<'_> {
    fn open(&mut self, script: &Script) {
        let head = &script.head;
        let open = Act::Open(Box::new(head.opening.clone()));
        self.step(0, "open", Timestamp(0), By::Director, open, &script.opening);
        if head.started || script.begins_with_a_move() {
            let first = self.run.game.turn();
            let rest = [
                (By::Director, "ready", Act::ConfirmReady),
                (By::Director, "signal", Act::Signal),
                (By::from(first.other()), "press", Act::Press),
            ];
            for (by, text, act) in rest {
                if self.run.game.clock().started().is_none() {
                    self.step(0, text, Timestamp(0), by, act, &[]);
                }
            }
        }
    }

    fn line(&mut self, line: &Line) {
        match &line.what {
            What::Command(command) => {
                let Command { by, act } = command.clone();
                self.step(
                    line.number,
                    &line.text,
                    line.at,
                    by,
                    act,
                    &line.expectations,
                );
            }
            What::Moves(moves) => {
                let mut moves = moves.moves().peekable();
                while let Some(mv) = moves.next() {
                    let by = By::from(self.run.game.turn());
                    let act = match mv {
                        Move::Disc(square) => Act::Play { square },
                        Move::Pass => Act::Pass,
                    };
                    let text = format!("{} {mv}", by.word());
                    let last: &[Expectation] = if moves.peek().is_none() {
                        &line.expectations
                    } else {
                        &[]
                    };
                    self.step(line.number, &text, line.at, by, act, last);
                }
            }
        }
    }

    fn step(
        &mut self,
        line: usize,
        text: &str,
        at: Timestamp,
        by: By,
        act: Act,
        expectations: &[Expectation],
    ) {
        let game = &mut self.run.game;
        let outcome = decide(self.rules, game, Command::new(by, act), at);
        if let Ok(events) = &outcome {
            for event in events {
                apply(game, event);
            }
        }
        let after = After {
            game,
            at,
            outcome: &outcome,
        };
        let checked = expectations
            .iter()
            .map(|expectation| expectation.check(&after))
            .collect();
        self.run.steps.push(Step {
            line,
            text: text.to_owned(),
            at,
            by,
            is_expected: expectations.iter().any(Expectation::is_rejection),
            position: *game.position(),
            turn: game.turn(),
            clocks: game.clock().is_timed().then(|| game.remaining(at)),
            running: game.clock().running(),
            checked,
            outcome,
        });
    }
}
