//! PAPP's workfile `papp-internal-workfile.txt` (once `__papp__`): a tournament as the commands that made it.

use std::collections::BTreeMap;

use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, CivilDate};

use crate::elo::date::day;
use crate::papp::commands::{Command, End, HEADERS, commands};
use crate::papp::line::{PappNumber, PappPerson, person};
use crate::papp::warning::PappWarning;
use crate::text_lines::{TextLine, text_lines};
use crate::warning::ParseWarning;

/// All half discs of a game.
const TOTAL: HalfDiscs = HalfDiscs::discs(64);

/// A tournament of PAPP.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PappWorkfile {
    pub name: Option<String>,
    pub rounds: Option<u16>,
    /// The constant C of the Brightwell Quotient as people quote it.
    pub constant: Option<Millionths>,
    /// The day of the event.
    pub date: Option<CivilDate>,
    /// Everybody who was ever registered, in the order of the file.
    pub entrants: Vec<PappNumber>,
    /// The rounds that were closed.
    pub played: Vec<PappRound>,
    /// The round being played: its pairs so far. Byes are known when it is closed.
    pub open: Option<PappRound>,
    /// New players whose lines the workfile repeats as comments.
    pub new_players: Vec<PappPerson>,
}

/// A number with six decimals: 6.25 is 6250000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(pub u64);

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PappRound {
    pub games: Vec<PappGame>,
    /// Who was present and not paired.
    pub byes: Vec<PappNumber>,
    /// Who was registered and absent.
    pub absent: Vec<PappNumber>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PappGame {
    pub black: PappNumber,
    pub white: PappNumber,
    /// The discs; none before the result is entered.
    pub discs: Option<ByColour<HalfDiscs>>,
}

/// A workfile as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappReading {
    /// What the file says.
    pub file: PappWorkfile,
    /// The lines that are not as they should be.
    pub strange: Vec<ParseWarning>,
}

impl PappWorkfile {
    /// Replays a workfile: later blocks override earlier ones.
    ///
    /// ```
    /// use outflank_formats::PappWorkfile;
    /// let reading = PappWorkfile::read(b"& +1 +2 +3 ;\nraz-couplage;\n(001 60 002 04);\nronde-suivante;\n");
    /// let round = &reading.file.played[0];
    /// assert_eq!((round.games.len(), round.byes[0].0), (1, 3));
    /// ```
    #[must_use]
    pub fn read(bytes: &[u8]) -> PappReading {
        let (lines, cut) = text_lines(bytes);
        let mut replay = Replay::default();
        replay.file.new_players = new_players(&lines);
        for command in commands(&lines) {
            replay.command(&lines, &command);
        }
        let pairs = std::mem::take(&mut replay.pairs);
        if !pairs.is_empty() {
            replay.file.open = Some(PappRound {
                games: pairs,
                byes: Vec::new(),
                absent: replay.registered(Presence::Absent),
            });
        }
        replay.strange.extend(cut);
        PappReading {
            file: replay.file,
            strange: replay.strange,
        }
    }
}

/// Lines such as `%_% 150007 NAME, First {CCC}`.
fn new_players(lines: &[TextLine]) -> Vec<PappPerson> {
    let comments = lines
        .iter()
        .filter_map(|line| line.text.trim().strip_prefix("%_%"));
    comments.filter_map(person).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Present,
    Absent,
}

#[derive(Default)]
struct Replay {
    file: PappWorkfile,
    strange: Vec<ParseWarning>,
    presence: BTreeMap<PappNumber, Presence>,
    pairs: Vec<PappGame>,
}

impl Replay {
    fn command(&mut self, lines: &[TextLine], command: &Command) {
        let problems = self.strange.len();
        let text = command.text.as_str();
        if let Some(header) = text.strip_prefix("#_") {
            self.header(command, header);
        } else if let Some(list) = text.strip_prefix('&') {
            self.list(command, list);
        } else if let Some(pair) = text.strip_prefix('(') {
            self.pair(command, pair);
        } else if text.eq_ignore_ascii_case("raz-couplage") {
            self.pairs.clear();
        } else if text.eq_ignore_ascii_case("ronde-suivante") {
            self.close_round(command);
        } else if !text.starts_with("round-robin-table") {
            self.leave_out(command, PappWarning::UnknownCommand);
        }
        if command.end == End::Missing && self.strange.len() == problems {
            self.keep(command, PappWarning::SemicolonMissing);
        }
        // Messages show the line as it stands in the file.
        let index = usize::try_from(command.line).unwrap_or(0).saturating_sub(1);
        for strange in &mut self.strange[problems..] {
            let text = lines.get(index).map_or("", |line| line.text.trim());
            strange.text = ParseWarning::kept(0, text, strange.why.clone()).text;
        }
    }

    fn header(&mut self, command: &Command, text: &str) {
        let Some((name, value)) = text.split_once('=') else {
            return self.leave_out(command, PappWarning::UnknownCommand);
        };
        let value = value.trim().trim_matches('"').trim();
        let known = HEADERS
            .into_iter()
            .find(|header| header.eq_ignore_ascii_case(name.trim()));
        let Some(header) = known else {
            return self.leave_out(command, PappWarning::UnknownCommand);
        };
        let file = &mut self.file;
        let is_read = match header {
            "Nom-Tournoi" => set(&mut file.name, Some(value.to_owned())),
            "Nombre-Rondes" => set(&mut file.rounds, value.parse().ok()),
            "BQ-double" => set(&mut file.constant, Millionths::parse(value)),
            _ => set(&mut file.date, day(value)),
        };
        if !is_read {
            self.leave_out(command, PappWarning::UnclearHeader { header });
        }
    }

    /// A list is the whole truth about who is registered; it replaces the one before.
    fn list(&mut self, command: &Command, text: &str) {
        self.presence.clear();
        for word in text.split_whitespace() {
            let entry = match word.split_at_checked(1) {
                Some(("+", number)) => PappNumber::parse(number).map(|id| (id, Presence::Present)),
                Some(("-", number)) => PappNumber::parse(number).map(|id| (id, Presence::Absent)),
                _ => None,
            };
            let Some((number, presence)) = entry else {
                let word = word.chars().take(40).collect();
                self.leave_out(command, PappWarning::NoEntry { word });
                continue;
            };
            self.presence.insert(number, presence);
            if !self.file.entrants.contains(&number) {
                self.file.entrants.push(number);
            }
        }
    }

    fn pair(&mut self, command: &Command, text: &str) {
        let words: Vec<&str> = text
            .trim_end()
            .trim_end_matches(')')
            .split_whitespace()
            .collect();
        let ids = match words[..] {
            [black, white] | [black, white, _] | [black, _, white, _] => {
                PappNumber::parse(black).zip(PappNumber::parse(white))
            }
            _ => None,
        };
        let Some((black, white)) = ids.filter(|_| text.contains(')')) else {
            return self.leave_out(command, PappWarning::NoPair);
        };
        if black == white {
            return self.leave_out(command, PappWarning::PlaysHimself { number: black });
        }
        let discs = match words[..] {
            [_, _, black] => both(black.parse().ok(), None),
            [_, black, _, white] => match (black.parse(), white.parse()) {
                (Ok(black), Ok(white)) => both(Some(black), Some(white)),
                _ => None,
            },
            _ => None,
        };
        if discs.is_none() && words.len() > 2 {
            self.keep(command, PappWarning::WrongSum);
        }
        self.seat(
            command,
            PappGame {
                black,
                white,
                discs,
            },
        );
    }

    fn seat(&mut self, command: &Command, game: PappGame) {
        let is_same = |pair: &PappGame| pair.black == game.black && pair.white == game.white;
        if let Some(pair) = self.pairs.iter_mut().find(|pair| is_same(pair)) {
            *pair = game;
            return;
        }
        for number in [game.black, game.white] {
            if self
                .pairs
                .iter()
                .any(|pair| pair.black == number || pair.white == number)
            {
                return self.leave_out(command, PappWarning::PlaysTwice { number });
            }
        }
        for number in [game.black, game.white] {
            if self.presence.get(&number) != Some(&Presence::Present) {
                self.keep(command, PappWarning::NotPresent { number });
            }
            if !self.file.entrants.contains(&number) {
                self.file.entrants.push(number);
            }
        }
        self.pairs.push(game);
    }

    /// Who is present without a pair has the bye.
    fn close_round(&mut self, command: &Command) {
        let games = std::mem::take(&mut self.pairs);
        for game in games.iter().filter(|game| game.discs.is_none()) {
            let (black, white) = (game.black, game.white);
            self.keep(command, PappWarning::ResultMissing { black, white });
        }
        let is_seated = |number: &PappNumber| {
            games
                .iter()
                .any(|game| game.black == *number || game.white == *number)
        };
        let mut byes = self.registered(Presence::Present);
        byes.retain(|number| !is_seated(number));
        let mut absent = self.registered(Presence::Absent);
        absent.retain(|number| !is_seated(number));
        self.file.played.push(PappRound {
            games,
            byes,
            absent,
        });
    }

    fn registered(&self, presence: Presence) -> Vec<PappNumber> {
        let known = self.presence.iter().filter(|(_, is)| **is == presence);
        known.map(|(number, _)| *number).collect()
    }

    fn keep(&mut self, command: &Command, why: PappWarning) {
        self.strange
            .push(ParseWarning::kept(command.line, &command.text, why));
    }

    fn leave_out(&mut self, command: &Command, why: PappWarning) {
        self.strange
            .push(ParseWarning::left_out(command.line, &command.text, why));
    }
}

/// Both scores, if they add up; White's is what Black's leaves.
fn both(black: Option<HalfDiscs>, white: Option<HalfDiscs>) -> Option<ByColour<HalfDiscs>> {
    let black = black?;
    let rest = HalfDiscs(TOTAL.0.checked_sub(black.0)?);
    (white.is_none() || white == Some(rest)).then_some(ByColour { black, white: rest })
}

/// Sets what could be read, and says whether it could.
fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_read = value.is_some();
    if is_read {
        *field = value;
    }
    is_read
}

impl Millionths {
    fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let is_number = !whole.is_empty()
            && whole.len() <= 4
            && decimals.len() <= 6
            && (whole.bytes().chain(decimals.bytes())).all(|byte| byte.is_ascii_digit());
        if !is_number {
            return None;
        }
        format!("{whole}{decimals:0<6}").parse().ok().map(Self)
    }
}
