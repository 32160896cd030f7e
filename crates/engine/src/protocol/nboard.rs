//! NBoard's protocol: the game comes in GGF, moves and hints go back.

use outflank_board::{Move, Obf, Position};

use crate::protocol::{Answer, Game, discs_text};
use crate::think::{Certainty, ThinkOptions, think, think_about_moves};

/// A conversation with NBoard.
#[derive(Debug, Clone)]
pub struct NBoard {
    game: Game,
    nodes_per_move: u64,
    depth: u32,
}

impl NBoard {
    /// A new game, with so many positions looked at for each move.
    #[must_use]
    pub const fn new(nodes_per_move: u64) -> Self {
        Self {
            game: Game::new(Position::start()),
            nodes_per_move,
            depth: 60,
        }
    }

    /// Answers a line. What is not understood is ignored, as the protocol asks.
    pub fn answer(&mut self, line: &str) -> Answer {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let lines = match command {
            "nboard" => vec!["set myname Outflank".to_owned()],
            "ping" => vec![format!("pong {}", rest.trim())],
            "set" => {
                self.set(rest);
                Vec::new()
            }
            "move" => {
                if let Some(mv) = read_move(rest) {
                    self.game.play(mv);
                }
                Vec::new()
            }
            "go" => self.go(),
            "hint" => self.hint(rest.trim().parse().unwrap_or(1)),
            "quit" => {
                return Answer {
                    lines: Vec::new(),
                    is_last: true,
                };
            }
            _ => Vec::new(),
        };
        Answer::lines(lines)
    }

    fn set(&mut self, rest: &str) {
        match rest.split_once(' ') {
            Some(("depth", depth)) => {
                if let Ok(depth) = depth.trim().parse::<u32>() {
                    self.depth = depth.clamp(1, 60);
                }
            }
            Some(("game", ggf)) => {
                if let Some(game) = read_game(ggf) {
                    self.game = game;
                }
            }
            Some(_) | None => {}
        }
    }

    fn options(&self) -> ThinkOptions {
        ThinkOptions {
            depth_limit: self.depth,
            ..ThinkOptions::nodes(self.nodes_per_move)
        }
    }

    fn go(&self) -> Vec<String> {
        let thought = think(&self.game.position, &self.options());
        let mv = thought.line.first().copied().unwrap_or(Move::Pass);
        vec![
            "status Outflank is thinking".to_owned(),
            format!("nodestats {} 0", thought.nodes),
            "status".to_owned(),
            format!("=== {}/{}", move_text(mv), discs_text(thought.tenths)),
        ]
    }

    /// The best moves with their values, the best first.
    fn hint(&self, count: usize) -> Vec<String> {
        let (mut values, certainty) = think_about_moves(&self.game.position, &self.options());
        values.sort_by_key(|value| -value.tenths);
        let depth = match certainty {
            Certainty::Exact => "100%".to_owned(),
            Certainty::Depth(depth) => depth.to_string(),
        };
        let hints = values.iter().take(count).map(|value| {
            let mv = move_text(Move::Disc(value.square));
            format!("search {mv} {} 0 {depth}", discs_text(value.tenths))
        });
        let mut lines = vec!["status Outflank is thinking".to_owned()];
        lines.extend(hints);
        lines.push("status".to_owned());
        lines
    }
}

fn move_text(mv: Move) -> String {
    match mv {
        Move::Disc(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// A move with or without a value and a time after slashes.
fn read_move(text: &str) -> Option<Move> {
    let text = text.split('/').next()?.trim().to_lowercase();
    if text.starts_with("pa") {
        return Some(Move::Pass);
    }
    text.parse().ok()
}

/// The game in a GGF text: the board it starts with and the moves that can be played.
fn read_game(ggf: &str) -> Option<Game> {
    let mut game = Game::new(Position::start());
    let mut rest = ggf;
    while let Some((before, after)) = rest.split_once('[') {
        let (value, after) = after.split_once(']')?;
        let tag: String = before
            .chars()
            .rev()
            .take_while(char::is_ascii_uppercase)
            .collect();
        // The letters of the tag are in reverse here.
        match tag.as_str() {
            "OB" => game = Game::new(read_board(value)?),
            "B" | "W" => {
                game.play(read_move(value)?)?;
            }
            _ => {}
        }
        rest = after;
    }
    Some(game)
}

/// `8 ` and 64 cells with blanks between them, then the side to move.
fn read_board(text: &str) -> Option<Position> {
    let cells: String = text.trim().strip_prefix('8')?.split_whitespace().collect();
    let (cells, side) = cells.split_at_checked(64)?;
    let obf: Obf = format!("{cells} {side};").replace('*', "X").parse().ok()?;
    Some(obf.position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[D6/0.5];)";

    #[test]
    fn a_game_is_set_and_continued() {
        let mut nboard = NBoard::new(2_000);
        assert_eq!(nboard.answer("nboard 2").lines, ["set myname Outflank"]);
        nboard.answer(&format!("set game {GAME}"));
        let expected = outflank_board::fast_replay(b"f5d6").unwrap().last;
        assert_eq!(nboard.game.position, expected);
        nboard.answer("move C3/0.00/0.3");
        let answer = nboard.answer("go").lines;
        let mv = answer.last().unwrap().strip_prefix("=== ").unwrap();
        assert!(nboard.game.play(read_move(mv).unwrap()).is_some(), "{mv}");
        assert_eq!(nboard.answer("ping 12").lines, ["pong 12"]);
        assert!(nboard.answer("quit").is_last);
    }

    #[test]
    fn hints_are_the_best_moves_with_their_values() {
        let mut nboard = NBoard::new(2_000);
        nboard.answer("set depth 2");
        let hints = nboard.answer("hint 3").lines;
        let hints: Vec<&String> = hints
            .iter()
            .filter(|line| line.starts_with("search "))
            .collect();
        assert_eq!(hints.len(), 3);
        assert!(hints[0].ends_with(" 0 2"), "{hints:?}");
    }

    #[test]
    fn what_cannot_be_read_changes_nothing() {
        let mut nboard = NBoard::new(1);
        for line in [
            "",
            "set game (;GM[Othello]BO[8 -- *];)",
            "move z9",
            "move",
            "set game [",
            "learn",
        ] {
            assert_eq!(nboard.answer(line), Answer::lines(Vec::new()), "{line}");
            assert_eq!(nboard.game.position, Position::start());
        }
    }
}
