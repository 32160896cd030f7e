//! Results files as the rating list takes them: whole, or not at all.
//!
//! | What is wrong | Said at |
//! |---|---|
//! | a line that is neither game, player nor comment | its line |
//! | a player plays against themselves | its line |
//! | a compulsory line or the day is missing | its line |
//! | the event is in the future | the line of the date |
//! | one player has two numbers, which never play in the same round | the line of the second |
//! | a quarter of the players have points or discs of games that are not there: the file is cut | the last line |

use std::collections::BTreeMap;

use outflank_federation::rating::{Outcome, PlayerNumber, RatedGame};
use outflank_pairing::{Colour, HalfPoints};
use outflank_tournament::{CivilDate, DiscCount};

use crate::elo::warning::EloWarning;
use crate::elo::{EloFile, EloGame, EloId, EloPlayer, EloRound, EloTally};
use crate::text_lines::text_lines;
use crate::warning::{Used, WarningCause};

/// Numbers from here on are made up here, for new players whose file gives them only letters.
pub const MADE_UP_FROM: u32 = 1_000_000;

/// Half a board: the least a bye counts anywhere, in half discs.
const BYE_HALF_DISCS_MIN: u32 = 64;

/// So many players, and a quarter of all, must miss something before a file counts as cut.
const LACKING_MIN: usize = 2;

/// A results file that can be rated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingFile {
    pub event: String,
    pub day: CivilDate,
    /// The games, in the order of the file.
    pub games: Vec<RatedGame>,
    /// The players' list with the numbers of the games.
    pub players: Vec<(PlayerNumber, EloPlayer)>,
}

/// Why a file cannot be rated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct RatingProblem {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong, and what to do.
    pub why: RatingFault,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatingFault {
    /// A line of the file cannot be used.
    #[error(transparent)]
    Line(#[from] WarningCause),
    /// The event is in the future.
    #[error("The tournament is dated {day}, which is after today. Correct the date.")]
    InTheFuture { day: CivilDate },
    /// One player has two numbers.
    #[error("{name} has the numbers {one} and {other}. Correct one of them.")]
    TwoNumbers {
        name: String,
        one: EloId,
        other: EloId,
    },
    #[error("The file ends here without any games. Get a complete copy.")]
    NoGames,
    /// The last line is cut.
    #[error("The file ends in the middle of this line. Get a complete copy.")]
    LineCut,
    #[error(
        "The file ends here, but {points} points in the list of players are not explained by its games and byes. Get a complete copy."
    )]
    PointsWithoutGames { points: HalfPoints },
    #[error(
        "The file ends here, but the discs of {name} come from more games than it contains. Get a complete copy."
    )]
    DiscsWithoutGames { name: String },
}

impl RatingFile {
    /// Reads a results file for rating. `made_up` is the next number for players who have only
    /// letters; it is moved on.
    ///
    /// # Errors
    /// Everything that is wrong, by line; then nothing of the file may be used.
    pub fn read(
        bytes: &[u8],
        today: CivilDate,
        made_up: &mut u32,
    ) -> Result<Self, Vec<RatingProblem>> {
        let reading = EloFile::read(bytes);
        let places = Places::of(bytes);
        let mut problems: Vec<RatingProblem> = (reading.strange.iter())
            .filter(|strange| strange.used == Used::LeftOut || is_fatal(&strange.why))
            .map(|strange| RatingProblem {
                line: strange.line,
                why: strange.why.clone().into(),
            })
            .collect();
        let file = reading.file;
        if let Some(day) = file.days.map(|days| days.first).filter(|day| *day > today) {
            let why = RatingFault::InTheFuture { day };
            problems.push(RatingProblem {
                line: places.date,
                why,
            });
        }
        problems.extend(two_numbers(&file, &places));
        problems.extend(cut(&file, &places));
        problems.sort_by_key(|problem| problem.line);
        match file.days {
            Some(days) if problems.is_empty() => Ok(Self::of(file, days.first, made_up)),
            Some(_) | None => Err(problems),
        }
    }

    fn of(file: EloFile, day: CivilDate, made_up: &mut u32) -> Self {
        let mut letters: BTreeMap<String, PlayerNumber> = BTreeMap::new();
        let mut number = |id: &EloId| match id {
            EloId::Number(number) => PlayerNumber(*number),
            EloId::MadeUp(text) => *letters.entry(text.clone()).or_insert_with(|| {
                let number = PlayerNumber(*made_up);
                *made_up = made_up.saturating_add(1);
                number
            }),
        };
        let games = (file.rounds.iter().flat_map(|round| &round.games))
            .map(|game| RatedGame {
                day,
                a: number(&game.black),
                b: number(&game.white),
                outcome: match game.winner {
                    Some(Colour::Black) => Outcome::AWins,
                    Some(Colour::White) => Outcome::BWins,
                    None => Outcome::Draw,
                },
            })
            .collect();
        let players = (file.players.into_iter())
            .map(|player| (number(&player.id), player))
            .collect();
        Self {
            event: file.tournament,
            day,
            games,
            players,
        }
    }
}

/// Whether a line that was kept still makes the file unfit for rating.
fn is_fatal(why: &WarningCause) -> bool {
    matches!(why, WarningCause::Elo(EloWarning::HeaderMissing { .. }))
}

/// Where things stand in a file.
struct Places {
    date: u32,
    last: u32,
    /// Whether nothing ends the last line.
    is_open: bool,
    /// Whether the last line has no colour at its end while other games have.
    lacks_colour: bool,
    players: Vec<(u32, String)>,
}

impl Places {
    fn of(bytes: &[u8]) -> Self {
        let (lines, _) = text_lines(bytes);
        let is_date = |text: &str| text.trim_start().to_ascii_lowercase().starts_with("%%date");
        let date = lines.iter().find(|line| is_date(&line.text));
        let said = |text: &str| !text.trim().is_empty();
        let last = lines.iter().rev().find(|line| said(&line.text));
        let has_colour = |text: &str| text.contains('(') && text.trim_end().ends_with(['B', 'W']);
        let lacks = |text: &str| text.contains('(') && !has_colour(text);
        Self {
            is_open: !bytes.ends_with(b"\n"),
            lacks_colour: last.is_some_and(|last| lacks(&last.text))
                && lines.iter().any(|line| has_colour(&line.text)),
            date: date.map_or(1, |line| line.number),
            last: last.map_or(1, |line| line.number),
            players: (lines.iter())
                .filter_map(|line| Some((line.number, line.text.trim().strip_prefix("%_%")?)))
                .map(|(number, text)| (number, text.trim().trim_start_matches('+').to_owned()))
                .collect(),
        }
    }

    /// The line of a player.
    fn player(&self, id: &EloId) -> u32 {
        let id = id.to_string();
        let of = |text: &str| {
            let written = text.split(',').next().unwrap_or("").trim();
            written.trim_start_matches('0') == id || written == id
        };
        let found = self.players.iter().find(|(_, text)| of(text));
        found.map_or(1, |(line, _)| *line)
    }
}

/// The same names and country under two numbers.
fn two_numbers(file: &EloFile, places: &Places) -> Vec<RatingProblem> {
    let mut known: BTreeMap<(String, String, Option<&str>), &EloId> = BTreeMap::new();
    let mut problems = Vec::new();
    for player in &file.players {
        let name = player_name(player);
        let key = (
            player.last.to_lowercase(),
            player.first.to_lowercase(),
            player.country.as_deref(),
        );
        // Players without a first name may share their family name with others.
        if player.first.is_empty() {
            continue;
        }
        match known.get(&key) {
            Some(one) if **one != player.id && !are_two(file, one, &player.id) => {
                problems.push(RatingProblem {
                    line: places.player(&player.id),
                    why: RatingFault::TwoNumbers {
                        name,
                        one: (*one).clone(),
                        other: player.id.clone(),
                    },
                })
            }
            Some(_) => {}
            None => {
                known.insert(key, &player.id);
            }
        }
    }
    problems
}

/// Whether two numbers of one name play in the same round: then they are namesakes.
fn are_two(file: &EloFile, one: &EloId, other: &EloId) -> bool {
    file.rounds.iter().any(|round| {
        let plays =
            |id: &EloId| (round.games.iter()).any(|game| game.black == *id || game.white == *id);
        plays(one) && plays(other)
    })
}

/// Whether the players' list speaks of games that the file does not have, or the last line is cut.
///
/// A cut takes whole rounds with it, or the end of the last one: many players miss something at once.
/// A line or two that does not add up is the tally of another program, a forfeit or a slip of the
/// sender, and no reason to leave an event out of the list.
fn cut(file: &EloFile, places: &Places) -> Option<RatingProblem> {
    let line = places.last;
    let problem = |why| Some(RatingProblem { line, why });
    let Some(last) = file.games().last() else {
        return problem(RatingFault::NoGames);
    };
    let is_listed = |id: &EloId| file.players.iter().any(|player| player.id == *id);
    let is_unlisted =
        !file.players.is_empty() && [&last.black, &last.white].iter().any(|id| !is_listed(id));
    if places.is_open && (is_unlisted || places.lacks_colour) {
        return problem(RatingFault::LineCut);
    }
    let (mut listed, mut lacking, mut points) = (0_usize, 0_usize, 0_u32);
    let mut name = None;
    for player in &file.players {
        let Some(lacks) = Lacks::of(file, player) else {
            continue;
        };
        listed += 1;
        if lacks.games {
            lacking += 1;
            points += u32::from(lacks.points.0);
            name.get_or_insert_with(|| player_name(player));
        }
    }
    if lacking < LACKING_MIN || lacking * 4 < listed {
        return None;
    }
    problem(match points {
        0 => RatingFault::DiscsWithoutGames {
            name: name.unwrap_or_default(),
        },
        _ => RatingFault::PointsWithoutGames {
            points: HalfPoints(u16::try_from(points).unwrap_or(u16::MAX)),
        },
    })
}

/// What a player's line has beyond their games.
struct Lacks {
    points: HalfPoints,
    /// Whether games must be missing: byes cannot explain it.
    games: bool,
}

impl Lacks {
    /// Nothing if the line has no points.
    fn of(file: &EloFile, player: &EloPlayer) -> Option<Self> {
        let (played, discs) = tally_of_all(file, &player.id);
        let without = player.points?.0.saturating_sub(played.0);
        // Points without a game are byes, in rounds in which the player has no game.
        let has_game = |round: &&EloRound| {
            let plays = |game: &EloGame| game.black == player.id || game.white == player.id;
            round.games.iter().any(plays)
        };
        let free = file.rounds.len() - file.rounds.iter().filter(has_game).count();
        let too_many_points = usize::from(without) > 2 * free;
        // A bye counts nothing or at least half a board; fewer discs come from a game.
        let too_many_discs = match player.tally {
            Some(EloTally::Discs(total)) if total > discs => {
                let byes = u32::from(without).div_ceil(2);
                byes == 0 || total.0 - discs.0 < BYE_HALF_DISCS_MIN * byes
            }
            Some(EloTally::Discs(_) | EloTally::Brightwell(_)) | None => false,
        };
        Some(Self {
            points: HalfPoints(without),
            games: too_many_points || too_many_discs,
        })
    }
}

/// Points and discs of all games, also of those added after the rounds: the players' list of one
/// program counts them and that of another does not.
fn tally_of_all(file: &EloFile, id: &EloId) -> (HalfPoints, DiscCount) {
    let mut points = HalfPoints::LOSS;
    let mut discs = DiscCount(0);
    for game in file.games() {
        let (colour, own) = if game.black == *id {
            (Colour::Black, game.discs.black)
        } else if game.white == *id {
            (Colour::White, game.discs.white)
        } else {
            continue;
        };
        discs = discs.and(own);
        points.0 = points.0.saturating_add(match game.winner {
            Some(winner) if winner == colour => HalfPoints::WIN.0,
            Some(_) => HalfPoints::LOSS.0,
            None => HalfPoints::DRAW.0,
        });
    }
    (points, discs)
}

fn player_name(player: &EloPlayer) -> String {
    format!("{} {}", player.last, player.first)
        .trim()
        .to_owned()
}
