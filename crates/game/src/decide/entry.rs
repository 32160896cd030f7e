//! The record of a real board: turns entered without times, entries taken back, turns amended.

use outflank_board::{Move, Position, Side, Square, SquareSet, Transcript};
use outflank_rulebook::Millis;

use super::{Decided, Decision, PLIES_MAX};
use crate::command::Fault;
use crate::fact::{Fact, Turn};
use crate::rejection::{Reason, Rejection};
use crate::result::Ending;
use crate::table::{Hand, Phase};

impl Decision<'_> {
    /// The recorder fell behind, or copies the score sheet after the game (AMB-79). Times are unknown and stay so.
    pub(super) fn enter(&mut self, moves: &str) -> Decided {
        self.ensure_recorder()?;
        match self.table.phase {
            Phase::Ready | Phase::Signalled => {}
            Phase::Unopened | Phase::Playing | Phase::Over | Phase::Confirmed => {
                self.ensure_playing()?;
            }
        }
        self.ensure_record_quiet()?;
        let moves = Transcript::parse(moves).map_err(|error| {
            Rejection::plain(Reason::BadTranscript {
                problem: error.to_string(),
            })
        })?;
        let (before, turns) = self.turns_of(&moves)?;
        if turns.is_empty() {
            return Err(Rejection::plain(Reason::NothingEntered {}));
        }
        // A disc that waits for its press is on the board of nobody's record yet.
        if let Hand::Placed { square, .. } = self.table.hand {
            return Err(Rejection::plain(Reason::AlreadyPlaced { square }));
        }
        if self.table.phase != Phase::Playing {
            self.emit(Fact::Started {});
        }
        self.emit(Fact::TurnsEntered { before, turns });
        self.after_turn(self.at);
        Ok(())
    }

    /// The turns that moves make from here; a pass that must come is put in.
    fn turns_of(&self, moves: &Transcript) -> Result<(Position, Vec<Turn>), Rejection> {
        let (start, mut player) = (self.table.position, self.table.turn);
        let mut board = start;
        let mut turns = Vec::with_capacity(moves.entries.len());
        for mv in moves.moves() {
            let colour = self.table.colour_of(player);
            let must_pass = board.legal_moves_of(colour).is_empty();
            if must_pass && mv != Move::Pass {
                turns.push(self.pass_turn(player, board));
                player = player.other();
            }
            let number = self.number(turns.len());
            let turn = match mv {
                Move::Pass if must_pass => self.pass_turn(player, board),
                Move::Pass => return Err(impossible(number, "a move must be made")),
                Move::Disc(square) => self.turn_on(number, player, board, square)?,
            };
            board = turn.after;
            turns.push(turn);
            player = player.other();
            if self.number(turns.len()) > PLIES_MAX {
                return Err(Rejection::plain(Reason::TooMany {
                    what: "plies",
                    limit: usize::from(PLIES_MAX),
                }));
            }
        }
        Ok((start, turns))
    }

    /// The number of the turn after so many new ones.
    fn number(&self, new: usize) -> u16 {
        let new = u16::try_from(new).unwrap_or(u16::MAX);
        self.table.plies.saturating_add(new).saturating_add(1)
    }

    fn pass_turn(&self, player: Side, board: Position) -> Turn {
        let colour = self.table.colour_of(player);
        let moves = board.legal_moves_of(colour);
        Turn {
            player,
            square: None,
            colour,
            flipped: SquareSet::EMPTY,
            fault: (!moves.is_empty()).then_some(Fault::Pass),
            after: board.with_to_move(colour.other()),
        }
    }

    fn turn_on(
        &self,
        number: u16,
        player: Side,
        board: Position,
        square: Square,
    ) -> Result<Turn, Rejection> {
        let colour = self.table.colour_of(player);
        let flips = board.flips(colour, square);
        if flips.is_empty() {
            return Err(impossible(number, &format!("{square} is not a legal move")));
        }
        Ok(played(player, board, square, colour, flips, None))
    }

    /// Only who keeps the record of a real board changes it.
    fn ensure_recorder(&self) -> Decided {
        self.ensure_real_board()?;
        if self.by.is_official() || (self.is_casual() && self.by.player().is_some()) {
            Ok(())
        } else {
            Err(self.wrong_person("the person who keeps the record"))
        }
    }

    /// Refuses while something else is going on with the board.
    fn ensure_record_quiet(&self) -> Decided {
        if self.table.correction.is_some() {
            return Err(Rejection::plain(Reason::CorrectionOpen {}));
        }
        if self.table.disturbed.is_some() {
            return Err(Rejection::plain(Reason::BoardDisturbed {}));
        }
        match self.table.claimed {
            Some(player) => Err(Rejection::plain(Reason::FlagClaimed { player })),
            None => Ok(()),
        }
    }

    /// The record can be put right while the game is played, and after its last move until both have agreed.
    fn ensure_record_open(&self) -> Decided {
        let by_play = (self.table.result).is_some_and(|one| one.ending == Ending::EndOfPlay);
        let agreed = self.table.signed.black && self.table.signed.white;
        if self.table.phase == Phase::Over && by_play && !agreed {
            return Ok(());
        }
        self.ensure_playing()?;
        self.ensure_record_quiet()
    }

    /// A tap too many is taken back; the time since then is the player's whose turn it still is.
    pub(super) fn take_back_entry(&mut self) -> Decided {
        self.ensure_recorder()?;
        self.ensure_record_open()?;
        let table = &self.table;
        if table.hand != Hand::Free {
            let square = match table.hand {
                Hand::Placed { square, .. } => Some(square),
                Hand::Free | Hand::Bound { .. } => None,
            };
            let fact = Fact::EntryTakenBack {
                square,
                position: table.settled(),
                turn: table.turn,
                plies: table.plies,
                used: Millis(0),
                moved: Millis(0),
            };
            self.emit(fact);
            return Ok(());
        }
        let plies = &self.game.record().plies;
        let Some((latest, earlier)) = plies.split_last() else {
            return Err(Rejection::plain(Reason::NothingEntered {}));
        };
        let mut clock = table.clock;
        clock.advance(self.at);
        let moved = match clock.running() {
            Some(_) => clock.used_in_turn(latest.player.other()),
            None => Millis(0),
        };
        let turn = latest.player;
        let position = earlier.last().map_or(self.setting.start, |ply| ply.after);
        let fact = Fact::EntryTakenBack {
            square: latest.square,
            position: position.with_to_move(table.colour_of(turn)),
            turn,
            plies: table.plies.saturating_sub(1),
            used: latest.used,
            moved,
        };
        self.emit(fact);
        if self.is_automatic() {
            self.flag_if_used_up(turn);
        }
        Ok(())
    }

    /// What was played otherwise than it was recorded: the board shows it, and what is wrong with it counts as if it had
    /// been seen at once (WOC IV.5).
    pub(super) fn amend(
        &mut self,
        ply: Option<u16>,
        square: Option<Square>,
        colour: Option<Side>,
        flipped: Option<SquareSet>,
    ) -> Decided {
        self.ensure_recorder()?;
        self.ensure_record_open()?;
        if let Hand::Placed { square, .. } = self.table.hand {
            return Err(Rejection::plain(Reason::AlreadyPlaced { square }));
        }
        let plies = &self.game.record().plies;
        let first = ply.unwrap_or_else(|| u16::try_from(plies.len()).unwrap_or(u16::MAX));
        let Some(index) = usize::from(first)
            .checked_sub(1)
            .filter(|n| *n < plies.len())
        else {
            return Err(Rejection::plain(Reason::NothingEntered {}));
        };
        let start = match index.checked_sub(1) {
            None => self.setting.start,
            Some(before) => plies[before].after,
        };
        let player = plies[index].player;
        let mut turns = vec![self.amended(first, player, start, square, colour, flipped)?];
        for (later, number) in plies[index + 1..].iter().zip(first + 1..) {
            let board = turns.last().map_or(start, |turn| turn.after);
            turns.push(match later.square {
                None => self.pass_turn(later.player, board),
                Some(square) => self.turn_on(number, later.player, board, square)?,
            });
        }
        let was = self.table.position;
        self.emit(Fact::TurnAmended {
            ply: first,
            before: start,
            turns,
            was,
        });
        self.end_if_over(self.at);
        Ok(())
    }

    fn amended(
        &self,
        number: u16,
        player: Side,
        board: Position,
        square: Option<Square>,
        colour: Option<Side>,
        flipped: Option<SquareSet>,
    ) -> Result<Turn, Rejection> {
        let Some(square) = square else {
            return Ok(self.pass_turn(player, board));
        };
        if !board.empties().contains(square) {
            return Err(impossible(
                number,
                &format!("{square} already holds a disc"),
            ));
        }
        let own = self.table.colour_of(player);
        let colour = colour.unwrap_or(own);
        let right = board.flips(colour, square);
        let flipped = flipped.unwrap_or(right);
        if !flipped.is_disjoint(board.empties()) {
            return Err(impossible(number, "an empty square cannot be flipped"));
        }
        let fault = if colour != own {
            Some(Fault::Colour)
        } else if right.is_empty() {
            Some(Fault::Square)
        } else if flipped != right {
            Some(Fault::Flips)
        } else {
            None
        };
        Ok(played(player, board, square, colour, flipped, fault))
    }
}

fn played(
    player: Side,
    board: Position,
    square: Square,
    colour: Side,
    flipped: SquareSet,
    fault: Option<Fault>,
) -> Turn {
    let (black, white) = (board.black(), board.white());
    let after = board
        .with_discs(Side::White, black & flipped)
        .with_discs(Side::Black, white & flipped)
        .with_disc(colour, square)
        .with_to_move(colour.other());
    Turn {
        player,
        square: Some(square),
        colour,
        flipped,
        fault,
        after,
    }
}

fn impossible(ply: u16, why: &str) -> Rejection {
    Rejection::plain(Reason::ImpossibleTurn {
        ply,
        why: why.to_owned(),
    })
}
