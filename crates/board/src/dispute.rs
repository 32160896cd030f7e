//! A dispute: what transcripts say against each other and against the discs on the board.
//!
//! Nothing here decides who is right; it finds what a director needs to see before deciding.

use crate::{Position, Replay, ReplayError, Side, Square, SquareSet, Transcript, replay};

/// A transcript played as far as it goes.
///
/// ```
/// # use outflank_board::{Account, Position, Transcript};
/// let account = Account::of(&Transcript::parse("f5d6a1")?, Position::start());
/// assert_eq!(account.replay.plies.len(), 2);
/// assert!(account.stopped.is_some(), "a1 flanks nothing");
/// # Ok::<(), outflank_board::TranscriptError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The moves that can be played.
    pub replay: Replay,
    /// Why it does not go on, if something follows that cannot be played.
    pub stopped: Option<ReplayError>,
}

/// Where an account comes to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// After how many discs.
    pub discs: usize,
    /// The position of the account there.
    pub position: Position,
    /// The squares on which the board shows something else; none if the board is reached.
    pub differs: SquareSet,
}

/// Where two accounts part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parting {
    /// The disc on which they differ, counted from 1.
    pub number: usize,
    /// The last position they share.
    pub before: Position,
    /// What each account plays there; nothing if it has ended.
    pub plays: (Option<Square>, Option<Square>),
    /// Whether both come to the same discs again later.
    pub meets_again: bool,
}

impl Account {
    /// Plays a transcript as far as it goes.
    #[must_use]
    pub fn of(transcript: &Transcript, start: Position) -> Self {
        let stopped = match replay(transcript, start) {
            Ok(replay) => {
                return Self {
                    replay,
                    stopped: None,
                };
            }
            Err(error) => error,
        };
        let mut entries = transcript.entries.clone();
        loop {
            entries.pop();
            let begun = Transcript {
                entries: entries.clone(),
            };
            if let Ok(replay) = replay(&begun, start) {
                return Self {
                    replay,
                    stopped: Some(stopped),
                };
            }
        }
    }

    /// The position after so many discs and the passes that follow; the last one if it has fewer.
    #[must_use]
    pub fn after(&self, discs: usize) -> Position {
        let mut placed = 0;
        let mut position = self.replay.start;
        for ply in &self.replay.plies {
            if ply.mv.square().is_some() {
                placed += 1;
            }
            if placed > discs {
                break;
            }
            position = ply.after;
        }
        position
    }

    /// The square of a disc, counted from 1, with who placed it.
    #[must_use]
    pub fn disc(&self, number: usize) -> Option<(Side, Square)> {
        let placed = |ply: &crate::Ply| Some((ply.side, ply.mv.square()?));
        let mut discs = self.replay.plies.iter().filter_map(placed);
        discs.nth(number.checked_sub(1)?)
    }

    /// Where this account comes nearest to the discs on a board; the latest place of several.
    #[must_use]
    pub fn nearest(&self, board: &Position) -> Reached {
        let mut nearest = Reached {
            discs: 0,
            position: self.replay.start,
            differs: differing(&self.replay.start, board),
        };
        for discs in 1..=self.replay.discs_placed() {
            let position = self.after(discs);
            let differs = differing(&position, board);
            if differs.len() <= nearest.differs.len() {
                nearest = Reached {
                    discs,
                    position,
                    differs,
                };
            }
        }
        nearest
    }

    /// Where this account and another part; nothing if they say the same as far as both go and are equally long.
    #[must_use]
    pub fn parts_from(&self, other: &Self) -> Option<Parting> {
        let longest = (self.replay.discs_placed()).max(other.replay.discs_placed());
        let number = (1..=longest).find(|number| self.disc(*number) != other.disc(*number))?;
        let square = |account: &Self| account.disc(number).map(|(_, square)| square);
        let meets_again = (number..=longest).any(|discs| {
            let both_go_on = discs <= self.replay.discs_placed().min(other.replay.discs_placed());
            both_go_on && differing(&self.after(discs), &other.after(discs)).is_empty()
        });
        Some(Parting {
            number,
            before: self.after(number - 1),
            plays: (square(self), square(other)),
            meets_again,
        })
    }
}

/// The squares on which two positions differ, regardless of the side to move.
#[must_use]
pub fn differing(one: &Position, other: &Position) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    for square in Square::all() {
        if one.at(square) != other.at(square) {
            found.insert(square);
        }
    }
    found
}

/// A transcript as people copy it from paper: with the numbers of moves, full stops, dashes and line ends between.
///
/// ```
/// # use outflank_board::written_by_hand;
/// let sheet = "1. F5  d6\n2. c3 - D3;\n3) c4 pass";
/// assert_eq!(written_by_hand(sheet).split_whitespace().collect::<Vec<_>>(), ["F5", "d6", "c3", "D3", "c4", "pass"]);
/// assert_eq!(written_by_hand("f5d6c3"), "f5d6c3");
/// ```
#[must_use]
pub fn written_by_hand(text: &str) -> String {
    let signed = text.contains('+');
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < letters.len() {
        let here = letters[at];
        let before = at.checked_sub(1).map(|at| letters[at]);
        let next = letters.get(at + 1).copied();
        match here {
            '0'..='9' => {
                let end = digits_end(&letters, at);
                let is_row = end == at + 1 && before.is_some_and(is_column);
                if is_row {
                    out.push(here);
                } else {
                    out.push(' ');
                }
                at = end;
                continue;
            }
            '-' if next == Some('-') => {
                out.push_str("--");
                at += 2;
                continue;
            }
            '-' | '–' if !signed => out.push(' '),
            '.' | ')' | '(' | ';' | '|' | '/' | '\u{a0}' | '\u{feff}' => out.push(' '),
            ':' if before.is_some_and(|c| c.is_ascii_digit()) && !signed => out.push(' '),
            _ if is_column(here) && !before.is_some_and(char::is_alphabetic) => {
                out.push(here);
                // A blank between the letter and the digit of a square.
                let row = (at + 1..letters.len()).find(|n| !letters[*n].is_whitespace());
                if let Some(row) = row.filter(|row| *row > at + 1)
                    && matches!(letters[row], '1'..='8')
                    && !letters
                        .get(row + 1)
                        .is_some_and(|c| c.is_ascii_digit() || *c == '.' || *c == ')')
                {
                    out.push(letters[row]);
                    at = row;
                }
            }
            _ => out.push(here),
        }
        at += 1;
    }
    out
}

fn is_column(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'a'..='h')
}

fn digits_end(letters: &[char], from: usize) -> usize {
    let rest = letters[from..].iter();
    from + rest.take_while(|c| c.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(text: &str) -> Account {
        let read = Transcript::parse(&written_by_hand(text)).expect("a transcript");
        Account::of(&read, Position::start())
    }

    #[test]
    fn two_accounts_part_and_may_meet_again() {
        let one = account("f5d6c3d3c4");
        assert_eq!(one.parts_from(&one), None);
        let longer = account("f5d6c3d3c4f4");
        let parting = one.parts_from(&longer).expect("one has ended");
        assert_eq!(parting.number, 6);
        assert_eq!(parting.plays.0, None);
        assert!(!parting.meets_again);
        // f5 f6 e6 f4 and f5 f4 e3 f6 come to other boards, f5 d6 c5 f4 and f5 f4 c3 d6 too.
        let (a, b) = (account("f5f6e6f4g5"), account("f5f4e3f6g5"));
        let parting = a.parts_from(&b).expect("they differ at once");
        assert_eq!(parting.number, 2);
        assert_eq!(
            parting.before,
            Position::start()
                .play("f5".parse().expect("a move"))
                .expect("legal")
        );
    }

    #[test]
    fn the_board_is_found_in_the_middle_and_what_differs_is_named() {
        let one = account("f5d6c3d3c4f4");
        let board = one.after(4);
        let reached = one.nearest(&board);
        assert_eq!((reached.discs, reached.differs.len()), (4, 0));
        let d3: Square = "d3".parse().expect("a square");
        let turned = board.with_turned(Side::Black, SquareSet::from_iter([d3]));
        let reached = one.nearest(&turned);
        assert_eq!(reached.discs, 4);
        assert_eq!(reached.differs.iter().collect::<Vec<_>>(), [d3]);
    }

    #[test]
    fn the_first_illegal_move_ends_an_account() {
        let one = account("1. f5 d6 2. c3 h8 3. c4");
        assert_eq!(one.replay.plies.len(), 3);
        assert!(matches!(
            one.stopped,
            Some(ReplayError::Illegal { number: 4, .. })
        ));
        let empty = account("a1");
        assert_eq!(empty.after(60), Position::start());
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = Transcript::parse(&written_by_hand(text)).map(|read| read.to_string());
        assert_eq!(read.as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn sheets_are_read_as_people_write_them() {
        check("f5d6c3", "f5d6c3");
        check("F5 D6 C3", "f5d6c3");
        check("1 f5 2 d6 3 c3", "f5d6c3");
        check("1.f5 2.d6 3.c3 4.--", "f5d6c3pa");
        check("1:f5 2:d6", "f5d6");
        check("f 5 d 6", "f5d6");
        check("f5-d6-c3", "f5d6c3");
        check("f5 – d6 – pass", "f5d6pa");
        check("01. f5 d6\r\n02. c3 d3\r\n", "f5d6c3d3");
        check("+f5-d6+c3", "f5d6c3");
        check("", "");
    }
}
