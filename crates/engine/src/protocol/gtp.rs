//! GTP, the text protocol of Go programs, as Othello programs use it.

use outflank_board::{Move, Position, Side};

use crate::protocol::{Answer, Game};
use crate::think::{ThinkOptions, think};

/// The commands that are understood.
const COMMANDS: [&str; 12] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "undo",
];

/// A conversation in GTP.
#[derive(Debug, Clone)]
pub struct Gtp {
    game: Game,
    nodes_per_move: u64,
}

impl Gtp {
    /// A new game, with so many positions looked at for each move.
    #[must_use]
    pub const fn new(nodes_per_move: u64) -> Self {
        Self {
            game: Game::new(Position::start()),
            nodes_per_move,
        }
    }

    /// Answers a line. Empty lines and comments have no answer.
    pub fn answer(&mut self, line: &str) -> Answer {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first() {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0),
            Some(_) | None => "",
        };
        let Some((command, arguments)) = words.split_first() else {
            return Answer::lines(Vec::new());
        };
        let (mark, text) = match self.run(command, arguments) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text.to_owned()),
        };
        Answer {
            lines: vec![
                format!("{mark}{id} {text}").trim_end().to_owned(),
                String::new(),
            ],
            is_last: *command == "quit",
        }
    }

    fn run(&mut self, command: &str, arguments: &[&str]) -> Result<String, &'static str> {
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Outflank".to_owned()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("quit", _) => Ok(String::new()),
            ("boardsize", ["8"]) => Ok(String::new()),
            ("boardsize", _) => Err("unacceptable size"),
            ("clear_board", _) => {
                self.game = Game::new(Position::start());
                Ok(String::new())
            }
            ("play", [side, mv]) => {
                self.turn(side)?;
                let mv = mv.to_lowercase().parse().map_err(|_| "invalid move")?;
                self.game.play(mv).ok_or("illegal move")?;
                Ok(String::new())
            }
            ("genmove", [side]) => {
                self.turn(side)?;
                let thought = think(
                    &self.game.position,
                    &ThinkOptions::nodes(self.nodes_per_move),
                );
                let mv = thought.line.first().copied().unwrap_or(Move::Pass);
                // At the end of a game there is nothing to play, and the answer is a pass.
                self.game.play(mv);
                Ok(mv.to_string())
            }
            ("undo", _) => self
                .game
                .undo()
                .map(|()| String::new())
                .ok_or("cannot undo"),
            ("showboard", _) => Ok(format!("\n{}", self.game.position)),
            ("final_score", _) => Ok(final_score(&self.game.position)),
            _ => Err("unknown command"),
        }
    }

    /// Gives the turn to the side that is named, as GTP allows at any time.
    fn turn(&mut self, side: &str) -> Result<(), &'static str> {
        let side = match side.to_lowercase().as_str() {
            "b" | "black" => Side::Black,
            "w" | "white" => Side::White,
            _ => return Err("invalid color"),
        };
        self.game.position = self.game.position.with_to_move(side);
        Ok(())
    }
}

fn final_score(position: &Position) -> String {
    let count = position.count();
    match count.black.cmp(&count.white) {
        std::cmp::Ordering::Greater => format!("B+{}", count.black - count.white),
        std::cmp::Ordering::Less => format!("W+{}", count.white - count.black),
        std::cmp::Ordering::Equal => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_line(gtp: &mut Gtp, line: &str) -> String {
        gtp.answer(line).lines.first().cloned().unwrap_or_default()
    }

    #[test]
    fn a_game_is_played_and_taken_back() {
        let mut gtp = Gtp::new(1_000);
        assert_eq!(first_line(&mut gtp, "1 protocol_version"), "=1 2");
        assert_eq!(first_line(&mut gtp, "boardsize 8"), "=");
        assert_eq!(first_line(&mut gtp, "play b F5"), "=");
        assert_eq!(first_line(&mut gtp, "play w a1"), "? illegal move");
        let answer = first_line(&mut gtp, "7 genmove white");
        assert!(
            ["=7 d6", "=7 f4", "=7 f6"].contains(&answer.as_str()),
            "{answer}"
        );
        assert_eq!(first_line(&mut gtp, "undo"), "=");
        assert_eq!(first_line(&mut gtp, "undo"), "=");
        assert_eq!(first_line(&mut gtp, "undo"), "? cannot undo");
        assert_eq!(first_line(&mut gtp, "final_score"), "= 0");
        assert!(gtp.answer("quit").is_last);
    }

    #[test]
    fn what_is_not_known_is_said() {
        let mut gtp = Gtp::new(1);
        assert_eq!(first_line(&mut gtp, "3 dance"), "?3 unknown command");
        assert_eq!(first_line(&mut gtp, "known_command genmove"), "= true");
        assert_eq!(first_line(&mut gtp, "known_command dance"), "= false");
        assert!(gtp.answer("# a comment").lines.is_empty());
    }
}
