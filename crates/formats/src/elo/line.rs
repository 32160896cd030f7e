//! Single lines of a results file.

use outflank_pairing::{Colour, HalfPoints};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, DiscCount};

use crate::elo::warning::EloWarning;
use crate::elo::{EloGame, EloId, EloPlayer, EloTally, Known};
use crate::papp::line::person;

pub(crate) struct Game<'a> {
    pub(crate) game: EloGame,
    /// What stands behind it.
    pub(crate) rest: &'a str,
}

/// `440875 (17)<(47)  13687 B`, or Storm's ` 440875 (17<47) 13687`.
pub(crate) fn game(text: &str) -> Option<Game<'_>> {
    let (first, rest) = id(text)?;
    let rest = rest.trim_start().strip_prefix('(')?;
    let (first_discs, rest) = discs(rest)?;
    let (rest, is_storm) = match rest.strip_prefix(')') {
        Some(after) => (after.trim_start(), false),
        None => (rest, true),
    };
    let sign = rest.chars().next()?;
    let winner_is_first = match sign {
        '>' => Some(true),
        '<' => Some(false),
        '=' => None,
        _ => return None,
    };
    let rest = rest.get(1..)?.trim_start();
    let rest = if is_storm {
        rest
    } else {
        rest.strip_prefix('(')?
    };
    let (second_discs, rest) = discs(rest)?;
    let (second, rest) = id(rest.strip_prefix(')')?)?;
    let (colour, rest) = colour_of_first(rest.trim_start());
    let winner = winner_is_first.map(|first| if first { colour } else { colour.other() });
    let of_first = |first, second| match colour {
        Colour::Black => (first, second),
        Colour::White => (second, first),
    };
    let (black, white) = of_first(first, second);
    let discs = ByColour::of(colour, first_discs, second_discs);
    Some(Game {
        game: EloGame {
            black,
            white,
            discs,
            winner,
        },
        rest,
    })
}

/// A player's number, a `+` before it left out.
fn id(text: &str) -> Option<(EloId, &str)> {
    let text = text.trim_start();
    let text = text.strip_prefix('+').unwrap_or(text).trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(text.len());
    Some((EloId::parse(&text[..end])?, &text[end..]))
}

fn discs(text: &str) -> Option<(HalfDiscs, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    Some((text[..end].parse().ok()?, text[end..].trim_start()))
}

/// The colour of the first player; Black where the line does not say, as all programs write Black first.
fn colour_of_first(text: &str) -> (Colour, &str) {
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    match word {
        "B" | "b" => (Colour::Black, rest.trim()),
        "W" | "w" => (Colour::White, rest.trim()),
        _ => (Colour::Black, text.trim()),
    }
}

/// A line of the players' list.
pub(crate) struct Player {
    pub(crate) player: EloPlayer,
    /// Columns that are no numbers.
    pub(crate) strange: Vec<EloWarning>,
}

/// What follows `%_%` in a line of the players' list.
pub(crate) fn player(text: &str) -> Option<Player> {
    let text = text.trim();
    let (known, after) = match text.strip_prefix('+') {
        Some(after) => (Known::New, after),
        None => (Known::Listed, text),
    };
    let (id, rest) = id(after)?;
    let Some(rest) = rest.trim_start().strip_prefix(',') else {
        return new_player(text);
    };
    let mut columns = rest.split(',').map(str::trim);
    let last = columns.next().filter(|last| !last.is_empty())?.to_owned();
    let first = columns.next().unwrap_or("").to_owned();
    let country = columns
        .next()
        .filter(|code| !code.is_empty())
        .map(str::to_owned);
    let mut strange = Vec::new();
    let points = number(columns.next(), "score", &mut strange, half_points);
    let tally = number(columns.next(), "disc-count", &mut strange, tally);
    // PAPP writes 0 and FlipTheDisc `-` for a player without a rating.
    let rating = number(columns.next(), "rating", &mut strange, |text| {
        text.parse::<i32>().ok()
    });
    Some(Player {
        player: EloPlayer {
            id,
            known,
            last,
            first,
            country,
            points,
            tally,
            rating: rating.filter(|rating| *rating != 0),
        },
        strange,
    })
}

/// Older programs repeat the line of `nouveaux.txt`: `150007 NAME, First {CCC}`.
fn new_player(text: &str) -> Option<Player> {
    let person = person(text)?;
    Some(Player {
        player: EloPlayer {
            id: EloId::Number(person.number.0),
            known: Known::New,
            last: person.last,
            first: person.first,
            country: person.country,
            points: None,
            tally: None,
            rating: person.rating,
        },
        strange: Vec::new(),
    })
}

fn number<T>(
    column: Option<&str>,
    name: &'static str,
    strange: &mut Vec<EloWarning>,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let text = column.filter(|text| !text.is_empty() && *text != "-")?;
    let read = parse(text);
    if read.is_none() {
        strange.push(EloWarning::NoNumber {
            column: name,
            text: text.chars().take(40).collect(),
        });
    }
    read
}

fn half_points(text: &str) -> Option<HalfPoints> {
    let (whole, half) = halves(text)?;
    Some(HalfPoints(u16::try_from(whole * 2 + half).ok()?))
}

/// A disc total, or with `.0` behind it Storm's Brightwell Quotient.
fn tally(text: &str) -> Option<EloTally> {
    let (whole, half) = halves(text)?;
    if text.ends_with(".0") {
        Some(EloTally::Brightwell(whole))
    } else {
        Some(EloTally::Discs(DiscCount(whole * 2 + half)))
    }
}

/// Whole and half of `5`, `5.0`, `5.5`.
fn halves(text: &str) -> Option<(u32, u32)> {
    let (whole, half) = match text.split_once('.') {
        None | Some((_, "0")) => (text.trim_end_matches(".0"), 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
    };
    let is_number = (1..=6).contains(&whole.len()) && whole.bytes().all(|b| b.is_ascii_digit());
    is_number
        .then(|| whole.parse().ok())
        .flatten()
        .map(|whole| (whole, half))
}
