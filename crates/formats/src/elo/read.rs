//! Reading results files: liberal, line by line, as PAPP 1.33 to 1.37, Storm, FlipTheDisc and the
//! federations' own programs write them.

use std::collections::BTreeSet;

use crate::elo::date::EloDays;
use crate::elo::line::{Game, game, player};
use crate::elo::warning::EloWarning;
use crate::elo::{EloFile, EloId, EloRound, EloRoundName};
use crate::text_lines::{TextLine, text_lines};
use crate::warning::ParseWarning;

/// The compulsory lines, in their order.
const COMPULSORY: [&str; 4] = ["Tournament", "Country", "Date", "Sender"];

/// Headings that most programs add.
const CUSTOMARY: [&str; 2] = ["Creator", "CreationDate"];

/// Words for a round in the languages of the programs that write them.
const ROUND_WORDS: [&str; 7] = [
    "round", "ronde", "runde", "ronda", "turno", "omgang", "rond",
];

/// A results file as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EloReading {
    /// What the file says.
    pub file: EloFile,
    /// The lines that are not as they should be.
    pub strange: Vec<ParseWarning>,
}

impl EloFile {
    /// Reads a results file from any program: ASCII, UTF-8 or Latin-1, lines ended by LF, CR or CRLF.
    ///
    /// ```
    /// use outflank_formats::EloFile;
    /// let reading = EloFile::read(
    ///     b"%%Tournament: Test\n%%Country: GBR\n%%Date: 15/11/2026\n%%Sender: A\n\n%Round: 1\n\n    12 (17)<(47)  13687 B\n",
    /// );
    /// assert!(reading.strange.is_empty());
    /// assert_eq!(reading.file.games().count(), 1);
    /// ```
    #[must_use]
    pub fn read(bytes: &[u8]) -> EloReading {
        let (lines, cut) = text_lines(bytes);
        let mut reader = Reader::default();
        for line in &lines {
            reader.line(line);
        }
        reader.check_headers(&lines);
        reader
            .file
            .rounds
            .retain(|round| !(round.games.is_empty() && matches!(round.name, EloRoundName::Added)));
        let mut strange = reader.strange;
        strange.extend(cut);
        strange.sort_by_key(|strange| strange.line);
        EloReading {
            file: reader.file,
            strange,
        }
    }
}

#[derive(Default)]
struct Reader {
    file: EloFile,
    strange: Vec<ParseWarning>,
    /// Where each heading stood.
    headers: Vec<(&'static str, u32)>,
    /// The last comment, which is a round's name if Storm's `%B  %W` follows.
    comment: Option<String>,
    listed: BTreeSet<EloId>,
    /// Who has played in the round being read.
    seated: BTreeSet<EloId>,
    /// Who was said to be missing in the list, to say it once.
    unlisted: BTreeSet<EloId>,
}

impl Reader {
    fn line(&mut self, line: &TextLine) {
        let text = line.text.trim();
        if text.is_empty() {
        } else if let Some(rest) = text.strip_prefix("%_%") {
            self.player(line, rest);
        } else if let Some(rest) = text.strip_prefix("%%") {
            self.heading(line, rest.trim());
        } else if let Some(rest) = text.strip_prefix('%') {
            self.comment(rest.trim());
        } else {
            self.game(line, text);
        }
    }

    fn heading(&mut self, line: &TextLine, text: &str) {
        if text.to_ascii_lowercase().starts_with("added results") {
            return self.start(EloRoundName::Added);
        }
        let found = text.split_once(':').and_then(|(key, value)| {
            let known = COMPULSORY.into_iter().chain(CUSTOMARY);
            let name = known
                .into_iter()
                .find(|name| name.eq_ignore_ascii_case(key.trim()))?;
            Some((name, value.trim()))
        });
        let Some((name, value)) = found else {
            return self.comment(text);
        };
        if self.headers.iter().any(|(known, _)| *known == name) {
            return self.leave_out(line, EloWarning::HeaderTwice { name });
        }
        self.headers.push((name, line.number));
        match name {
            "Tournament" => self.file.tournament = value.to_owned(),
            "Country" => self.file.country = value.to_owned(),
            "Sender" => self.file.sender = value.to_owned(),
            "Creator" => self.file.creator = Some(value.to_owned()),
            "CreationDate" => self.file.created = Some(value.to_owned()),
            _ => {
                self.file.days = EloDays::parse(value);
                if self.file.days.is_none() {
                    self.leave_out(line, EloWarning::NoDate);
                }
            }
        }
    }

    /// A comment, which may be the heading of a round.
    fn comment(&mut self, text: &str) {
        if is_storm_header(text) {
            // Under a heading that was understood, Storm's `%B  %W` says nothing new.
            if let Some(name) = self.comment.take() {
                self.start(round_name(&name).unwrap_or(EloRoundName::Named(name)));
            }
        } else if let Some(name) = round_name(text) {
            self.start(name);
        } else if !text.is_empty() {
            self.comment = Some(text.to_owned());
        }
    }

    fn start(&mut self, name: EloRoundName) {
        self.comment = None;
        self.seated.clear();
        self.file.rounds.push(EloRound {
            name,
            games: Vec::new(),
        });
    }

    fn player(&mut self, line: &TextLine, rest: &str) {
        let Some(read) = player(rest) else {
            let looks_like_one = rest.matches(',').count() >= 2
                || rest
                    .trim_start()
                    .starts_with(|c: char| c == '+' || c.is_ascii_digit());
            if looks_like_one {
                self.leave_out(line, EloWarning::NoPlayer);
            }
            return;
        };
        for column in read.strange {
            self.strange
                .push(ParseWarning::kept(line.number, &line.text, column));
        }
        let id = read.player.id.clone();
        if self.listed.insert(id.clone()) {
            self.file.players.push(read.player);
        } else {
            self.leave_out(line, EloWarning::PlayerTwice { id });
        }
    }

    fn game(&mut self, line: &TextLine, text: &str) {
        let Some(Game { game, rest }) = game(text) else {
            return self.leave_out(line, EloWarning::NoGame);
        };
        if game.black == game.white {
            return self.leave_out(line, EloWarning::PlaysHimself { id: game.black });
        }
        self.comment = None;
        if self.file.rounds.is_empty() {
            self.start(EloRoundName::Number(1));
        }
        if !rest.is_empty() && !rest.starts_with('%') {
            let rest = rest.chars().take(40).collect();
            self.keep(line, EloWarning::RestOfLine { rest });
        }
        for id in [&game.black, &game.white] {
            self.check_player(line, id);
        }
        if let Some(round) = self.file.rounds.last_mut() {
            round.games.push(game);
        }
    }

    fn check_player(&mut self, line: &TextLine, id: &EloId) {
        if !self.listed.is_empty() && !self.listed.contains(id) && self.unlisted.insert(id.clone())
        {
            self.keep(line, EloWarning::Unlisted { id: id.clone() });
        }
        let Some(round) = self.file.rounds.last() else {
            return;
        };
        match round.name {
            // A playoff may be two games.
            EloRoundName::Added | EloRoundName::Named(_) => {}
            EloRoundName::Number(_) => {
                let round = round.name.clone();
                if !self.seated.insert(id.clone()) {
                    self.keep(
                        line,
                        EloWarning::PlaysTwice {
                            id: id.clone(),
                            round,
                        },
                    );
                }
            }
        }
    }

    /// Whether the compulsory lines are there, each in its place.
    fn check_headers(&mut self, lines: &[TextLine]) {
        for (place, name) in (1..).zip(COMPULSORY) {
            let found = self.headers.iter().find(|(known, _)| *known == name);
            let why = match found {
                Some((_, line)) if *line == place => continue,
                Some((_, line)) => (*line, EloWarning::HeaderElsewhere { name, line: place }),
                None => (place, EloWarning::HeaderMissing { name }),
            };
            let (number, why) = why;
            let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
            let text = lines.get(index).map_or("", |line| line.text.as_str());
            self.strange.push(ParseWarning::kept(number, text, why));
        }
    }

    fn keep(&mut self, line: &TextLine, why: EloWarning) {
        self.strange
            .push(ParseWarning::kept(line.number, &line.text, why));
    }

    fn leave_out(&mut self, line: &TextLine, why: EloWarning) {
        self.strange
            .push(ParseWarning::left_out(line.number, &line.text, why));
    }
}

/// `Round: 3`, `Round:3`, `Ronde 3`; a round with a name where the word is `Round:`.
fn round_name(text: &str) -> Option<EloRoundName> {
    let lower = text.to_ascii_lowercase();
    let word = ROUND_WORDS
        .into_iter()
        .find(|word| lower.starts_with(word))?;
    let rest = text.get(word.len()..)?;
    let (rest, has_colon) = match rest.trim_start().strip_prefix(':') {
        Some(after) => (after.trim(), true),
        None => (rest.trim(), false),
    };
    match rest.parse::<u16>() {
        Ok(number) if number > 0 => Some(EloRoundName::Number(number)),
        _ if has_colon && !rest.is_empty() => Some(EloRoundName::Named(rest.to_owned())),
        _ => None,
    }
}

/// `%B  %W`, its first `%` taken off.
fn is_storm_header(text: &str) -> bool {
    let letters: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '%')
        .collect();
    letters == "BW" && text.contains('%')
}
