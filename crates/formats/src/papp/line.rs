//! One player's line of `joueurs.txt` or `nouveaux.txt`.

use crate::papp::warning::PappWarning;

/// A number of the players' list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PappNumber(pub u32);

impl PappNumber {
    /// Digits with any number of leading zeros; zero is nobody's.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = is_number.then(|| text.parse().ok()).flatten()?;
        (number > 0).then_some(Self(number))
    }
}

impl std::fmt::Display for PappNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A player in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappPerson {
    pub number: PappNumber,
    /// Family name, or the name of a program.
    pub last: String,
    /// First names; empty where there are none.
    pub first: String,
    /// Who wrote the program.
    pub author: Option<String>,
    /// Country code: three letters now, car codes in old files.
    pub country: Option<String>,
    /// Rating; PAPP takes 0 where there is none, Storm 1200.
    pub rating: Option<i32>,
    /// What the director noted.
    pub comment: Option<String>,
}

/// What a player's line says.
pub(crate) enum PlayerLine {
    Person(PappPerson, Vec<PappWarning>),
    /// A known player's new country.
    Moves {
        number: PappNumber,
        country: String,
    },
}

/// The person of a line, whatever PAPP would think of it.
pub(crate) fn person(text: &str) -> Option<PappPerson> {
    match player_line(text) {
        Ok(PlayerLine::Person(person, _)) => Some(person),
        Ok(PlayerLine::Moves { .. }) | Err(_) => None,
    }
}

/// A line that is neither blank nor `pays` nor `Federation`.
pub(crate) fn player_line(text: &str) -> Result<PlayerLine, PappWarning> {
    let mut rest = Rest(text);
    let digits = rest.take_while(|c| c.is_ascii_digit());
    let number = match PappNumber::parse(digits) {
        Some(number) => number,
        None if !digits.is_empty() && digits.bytes().all(|b| b == b'0') => {
            return Err(PappWarning::NumberZero);
        }
        None => return Err(PappWarning::NoPlayer),
    };
    let mut strange = Vec::new();
    let name = name(&mut rest, &mut strange);
    let mut tail = tail(&mut rest, &mut strange);
    let Some(name) = name else {
        return match tail.country {
            Some(country) if tail.rating.is_none() => Ok(PlayerLine::Moves { number, country }),
            _ => Err(PappWarning::NoPlayer),
        };
    };
    if !text.is_ascii() {
        strange.push(PappWarning::NotAscii);
    }
    Ok(PlayerLine::Person(
        PappPerson {
            number,
            last: name.last,
            first: name.first,
            author: name.author,
            country: tail.country.take(),
            rating: tail.rating,
            comment: tail.comment,
        },
        strange,
    ))
}

/// What is left of a line; `%_` is white space and any other `%` ends it.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn next(&mut self) -> Option<char> {
        loop {
            self.0 = self.0.trim_start();
            if let Some(hidden) = self.0.strip_prefix("%_") {
                self.0 = hidden;
            } else if self.0.starts_with('%') {
                self.0 = "";
            } else {
                return self.0.chars().next();
            }
        }
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        self.next();
        let end = self.0.find(|c| !is_part(c)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        taken
    }

    /// What stands between this bracket and its partner, or up to the end of the line.
    fn bracket(&mut self, close: char) -> &'a str {
        let inside = self.0.get(1..).unwrap_or("");
        let (inside, rest) = inside.split_once(close).unwrap_or((inside, ""));
        self.0 = rest;
        inside.trim()
    }

    fn all(&mut self) -> &'a str {
        let all = self.0.trim();
        self.0 = "";
        all
    }
}

struct Name {
    last: String,
    first: String,
    author: Option<String>,
}

/// `LAST PARTS, First parts`, `LAST First`, `SINGLE` or `PROGRAM (author)`.
fn name(rest: &mut Rest<'_>, strange: &mut Vec<PappWarning>) -> Option<Name> {
    let before = words(rest, strange, 0);
    let (last, first) = if rest.next() == Some(',') {
        rest.0 = &rest.0[1..];
        (
            before.join(" "),
            words(rest, strange, before.len()).join(" "),
        )
    } else {
        match (rest.next(), &before[..]) {
            (Some('('), all) => (all.join(" "), String::new()),
            (_, [last @ .., first]) if !last.is_empty() => (last.join(" "), (*first).to_owned()),
            (_, all) => (all.join(" "), String::new()),
        }
    };
    let author = match rest.next() {
        Some('(') => Some(rest.bracket(')').to_owned()),
        _ => None,
    };
    (!last.is_empty()).then_some(Name {
        last,
        first,
        author,
    })
}

/// Words up to something that is none. An apostrophe or back-quote after the first word begins a comment.
fn words<'a>(rest: &mut Rest<'a>, strange: &mut Vec<PappWarning>, before: usize) -> Vec<&'a str> {
    let mut words = Vec::new();
    while let Some(first) = rest.next() {
        let is_comment = match first {
            '\'' => before + words.len() > 0,
            '`' => true,
            _ => false,
        };
        if is_comment || "{}<>(),".contains(first) {
            break;
        }
        let word = rest.take_while(|c| !c.is_whitespace() && !"{}<>(),%`".contains(c));
        if !is_name_word(word) {
            strange.push(PappWarning::OddName {
                word: word.chars().take(40).collect(),
            });
        }
        words.push(word);
    }
    words
}

fn is_name_word(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let goes_on = |c: char| c.is_alphanumeric() || "_'-.+/".contains(c);
    matches!(word, "+" | "/") || (starts && word.chars().all(goes_on))
}

#[derive(Default)]
struct Tail {
    country: Option<String>,
    rating: Option<i32>,
    comment: Option<String>,
}

/// Country, rating and comment.
fn tail(rest: &mut Rest<'_>, strange: &mut Vec<PappWarning>) -> Tail {
    let mut tail = Tail::default();
    while let Some(next) = rest.next() {
        match next {
            '{' => {
                if tail.rating.is_some() {
                    strange.push(PappWarning::OtherOrder);
                }
                tail.country = country_code(rest.bracket('}'));
                if tail.country.is_none() {
                    strange.push(PappWarning::NoCountry);
                }
            }
            '<' => {
                tail.rating = rest.bracket('>').parse().ok();
                if tail.rating.is_none() {
                    strange.push(PappWarning::NoRating);
                }
            }
            '\'' | '`' => {
                let comment = rest.all().get(1..).unwrap_or("").trim();
                if next == '`' {
                    strange.push(PappWarning::BackQuote);
                } else if is_one_word(comment) {
                    strange.push(PappWarning::OneWordComment {
                        word: comment.chars().take(40).collect(),
                    });
                }
                tail.comment = Some(comment.to_owned()).filter(|comment| !comment.is_empty());
            }
            _ => strange.push(PappWarning::RestOfLine {
                rest: rest.all().chars().take(40).collect(),
            }),
        }
    }
    tail
}

fn is_one_word(comment: &str) -> bool {
    comment
        .chars()
        .all(|c| c.is_alphanumeric() || "_'-.".contains(c))
}

/// One to three letters.
pub(crate) fn country_code(text: &str) -> Option<String> {
    let text = text.trim();
    let is_code = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic());
    is_code.then(|| text.to_ascii_uppercase())
}
