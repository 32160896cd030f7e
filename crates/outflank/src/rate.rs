//! `outflank rate`: a rating list from results files.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use indicatif::ProgressBar;
use outflank_federation::rating::{
    Method, PlayerNumber, Progress, RatedGame, RatingList, RatingRow, Unrated, rate,
};
use outflank_formats::{
    CsvRating, MADE_UP_FROM, PappPlayers, RatingFile, read_ratings_csv, write_ratings_csv,
};
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Timestamp, UtcOffset};
use serde::Serialize;

use crate::cli::RateArgs;
use crate::failure::{Answer, Failure};
use crate::lines;

/// More bytes than any results file has.
const FILE_BYTES_MAX: u64 = 64 << 20;
/// How far down one folder leads to another.
const FOLDERS_DEEP_MAX: u32 = 8;
/// The digits that are right when a computation is over.
const DIGITS: u64 = 9;

/// The documented shape of `rate --json`.
#[derive(Serialize)]
struct ListJson<'a> {
    method: &'a str,
    day: String,
    events: usize,
    games: usize,
    listed: Vec<RowJson<'a>>,
    not_rated: Vec<NotRatedJson<'a>>,
    left_out: Vec<LeftOutJson>,
}

#[derive(Serialize)]
struct RowJson<'a> {
    place: u32,
    /// Counted from 1, the largest first; ratings compare inside a group.
    group: u32,
    player: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<&'a str>,
    rating: i32,
    margin: u32,
    official: bool,
    games: u32,
    last_played: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<i32>,
}

#[derive(Serialize)]
struct NotRatedJson<'a> {
    player: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_played: Option<String>,
}

#[derive(Clone, Serialize)]
struct LeftOutJson {
    file: String,
    line: u32,
    why: String,
}

/// A person's names.
#[derive(Clone, Default)]
struct Called {
    name: Option<String>,
    country: Option<String>,
}

/// Everything the files gave.
#[derive(Default)]
struct Archive {
    games: Vec<RatedGame>,
    names: BTreeMap<PlayerNumber, Called>,
    events: usize,
    /// Events after the day of the list.
    later: usize,
    left_out: Vec<LeftOutJson>,
}

pub(crate) fn run(args: &RateArgs) -> Result<Answer, Failure> {
    let today = today();
    let day = match &args.day {
        None => today,
        Some(text) => text
            .parse::<CivilDate>()
            .map_err(|error| Failure::say(format!("--day: {error}")))?,
    };
    if day > today {
        return Err(Failure::say(format!(
            "--day {day} is after today. Choose today or an earlier day."
        )));
    }
    let mut archive = Archive::read(&args.games, day, today)?;
    if let Some(path) = &args.players {
        archive.call(&PappPlayers::read(&bytes_of(path)?));
    }
    for wrong in &archive.left_out {
        let (file, line, why) = (&wrong.file, wrong.line, &wrong.why);
        eprintln!("{file}, line {line}: {why}");
    }
    match args.history {
        Some(number) => history(args, &archive, PlayerNumber(number), day)?,
        None => list(args, &archive, day)?,
    }
    Ok(match archive.left_out.is_empty() {
        true => Answer::Yes,
        false => Answer::Unreadable,
    })
}

fn today() -> CivilDate {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0));
    UtcOffset::default().day(Timestamp(ms))
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let cannot =
        |error: std::io::Error| Failure::say(format!("{shown}: {error}. Check the file name."));
    let length = std::fs::metadata(path).map_err(cannot)?.len();
    if length > FILE_BYTES_MAX {
        return Err(Failure::say(format!(
            "{shown}: The file is larger than {FILE_BYTES_MAX} bytes, so it is not a results file. Check the file name."
        )));
    }
    std::fs::read(path).map_err(cannot)
}

/// The results files behind an argument, in the order of their names.
fn files_of(path: &Path, deep: u32, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let shown = path.display();
    if deep == 0 {
        return Err(Failure::say(format!(
            "{shown}: The folders are nested too deeply. Name the folder with the results files."
        )));
    }
    let cannot = |error: std::io::Error| Failure::say(format!("{shown}: {error}"));
    let entries: Result<Vec<_>, _> = std::fs::read_dir(path).map_err(cannot)?.collect();
    let mut inside: Vec<PathBuf> = (entries.map_err(cannot)?.into_iter())
        .map(|entry| entry.path())
        .collect();
    inside.sort();
    for path in inside {
        let is_elo = (path.extension()).is_some_and(|end| end.eq_ignore_ascii_case("elo"));
        if is_elo || path.is_dir() {
            files_of(&path, deep - 1, files)?;
        }
    }
    Ok(())
}

impl Archive {
    fn read(paths: &[PathBuf], day: CivilDate, today: CivilDate) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for path in paths {
            files_of(path, FOLDERS_DEEP_MAX, &mut files)?;
        }
        let mut archive = Self::default();
        let mut made_up = MADE_UP_FROM;
        let mut known: BTreeMap<Vec<u8>, PathBuf> = BTreeMap::new();
        let bar = lines::progress(u64::try_from(files.len()).unwrap_or(u64::MAX));
        for path in files {
            let bytes = bytes_of(&path)?;
            let file = path.display().to_string();
            if let Some(first) = known.get(&bytes) {
                archive.left_out.push(LeftOutJson {
                    why: format!(
                        "This is the same file as {}. Name it once.",
                        first.display()
                    ),
                    line: 1,
                    file,
                });
                continue;
            }
            match RatingFile::read(&bytes, today, &mut made_up) {
                Ok(read) => archive.add(read, day),
                Err(problems) => {
                    archive
                        .left_out
                        .extend(problems.into_iter().map(|problem| LeftOutJson {
                            file: file.clone(),
                            line: problem.line,
                            why: problem.why.to_string(),
                        }))
                }
            }
            known.insert(bytes, path);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(archive)
    }

    fn add(&mut self, read: RatingFile, day: CivilDate) {
        if read.day > day {
            self.later += 1;
            return;
        }
        self.events += 1;
        self.games.extend(read.games);
        for (number, player) in read.players {
            let called = self.names.entry(number).or_default();
            let name = format!("{} {}", player.last, player.first);
            called.name = Some(name.trim().to_owned());
            if player.country.is_some() {
                called.country = player.country;
            }
        }
    }

    fn call(&mut self, list: &PappPlayers) {
        for person in list.people() {
            let called = Called {
                name: Some(
                    format!("{} {}", person.last, person.first)
                        .trim()
                        .to_owned(),
                ),
                country: person.country.clone(),
            };
            self.names.insert(PlayerNumber(person.number.0), called);
        }
    }

    fn name(&self, player: PlayerNumber) -> Option<&str> {
        self.names.get(&player)?.name.as_deref()
    }

    fn country(&self, player: PlayerNumber) -> Option<&str> {
        self.names.get(&player)?.country.as_deref()
    }

    /// Computes the list of a day; shows how many digits are right on a terminal.
    fn list(&self, day: CivilDate, bar: &ProgressBar) -> Result<RatingList, Failure> {
        let until: Vec<RatedGame>;
        let games = match self.games.iter().all(|game| game.day <= day) {
            true => &self.games,
            false => {
                let earlier = self.games.iter().filter(|game| game.day <= day);
                until = earlier.copied().collect();
                &until
            }
        };
        let mut told = |progress: Progress| bar.set_position(u64::from(progress.digits));
        rate(&Method::WOF, games, day, &mut told).map_err(Failure::say)
    }
}

fn list(args: &RateArgs, archive: &Archive, day: CivilDate) -> Result<(), Failure> {
    let before = match &args.before {
        None => BTreeMap::new(),
        Some(path) => earlier(path)?,
    };
    let bar = lines::progress(DIGITS);
    let list = archive.list(day, &bar)?;
    bar.finish_and_clear();
    if let Some(path) = &args.out {
        let text = write_ratings_csv(&table(archive, &list));
        std::fs::write(path, text).map_err(|error| {
            Failure::say(format!("{}: {error}. Nothing was written.", path.display()))
        })?;
    }
    match args.json {
        true => print_json(archive, &list, &before),
        false => print_list(archive, &list, &before),
    }
}

/// The ratings of an earlier list.
fn earlier(path: &Path) -> Result<BTreeMap<PlayerNumber, i32>, Failure> {
    let (rows, strange) = read_ratings_csv(&bytes_of(path)?);
    for line in strange {
        eprintln!("{}, {line}", path.display());
    }
    Ok(rows.iter().map(|row| (row.number, row.rating)).collect())
}

/// The rows with their places: every group is counted from 1.
fn placed(list: &RatingList) -> impl Iterator<Item = (&RatingRow, u32)> {
    let mut place = 0;
    let mut group = 0;
    list.rows.iter().map(move |row| {
        place = if row.group == group { place + 1 } else { 1 };
        group = row.group;
        (row, place)
    })
}

fn table(archive: &Archive, list: &RatingList) -> Vec<CsvRating> {
    placed(list)
        .map(|(row, place)| CsvRating {
            place,
            number: row.player,
            name: archive.name(row.player).map(str::to_owned),
            country: archive.country(row.player).map(str::to_owned),
            rating: row.rating,
            margin: Some(row.margin),
            official: Some(row.official),
            games: Some(row.games),
            last_played: Some(row.last_played.to_string()),
        })
        .collect()
}

fn print_json(
    archive: &Archive,
    list: &RatingList,
    before: &BTreeMap<PlayerNumber, i32>,
) -> Result<(), Failure> {
    let listed = placed(list)
        .map(|(row, place)| RowJson {
            place,
            group: row.group + 1,
            player: row.player.0,
            name: archive.name(row.player),
            country: archive.country(row.player),
            rating: row.rating,
            margin: row.margin,
            official: row.official,
            games: row.games,
            last_played: row.last_played.to_string(),
            before: before.get(&row.player).copied(),
        })
        .collect();
    let not_rated = (list.not_rated.iter())
        .map(|one| {
            let (why, last_played) = match one.why {
                Unrated::NotComparable => ("not_comparable", None),
                Unrated::Inactive { last_played } => ("inactive", Some(last_played.to_string())),
            };
            NotRatedJson {
                player: one.player.0,
                name: archive.name(one.player),
                why,
                last_played,
            }
        })
        .collect();
    let json = ListJson {
        method: list.method,
        day: list.day.to_string(),
        events: archive.events,
        games: archive.games.len(),
        listed,
        not_rated,
        left_out: archive.left_out.clone(),
    };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &json)
        .map_err(|error| Failure::from(std::io::Error::from(error)))?;
    writeln!(out)?;
    Ok(())
}

fn print_list(
    archive: &Archive,
    list: &RatingList,
    before: &BTreeMap<PlayerNumber, i32>,
) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (method, day) = (list.method, list.day);
    let (events, games) = (archive.events, archive.games.len());
    writeln!(
        out,
        "Rating list of {day}, method {method}, {games} games from {events} tournaments"
    )?;
    if archive.later > 0 {
        let later = archive.later;
        writeln!(out, "{later} later tournaments are ignored")?;
    }
    writeln!(out, "* not official: the margin of error is 200 or more")?;
    for (row, place) in placed(list) {
        if row.group > 0 && place == 1 {
            let group = row.group + 1;
            writeln!(
                out,
                "Group {group}: no results connect it to the groups above, so its ratings can only be compared with each other"
            )?;
        }
        let change = match before.get(&row.player) {
            None if before.is_empty() => String::new(),
            None => "   new".to_owned(),
            Some(was) => format!("{:>+6}", row.rating - was),
        };
        let country = archive.country(row.player).unwrap_or("");
        let name = archive.name(row.player).unwrap_or("");
        let (player, rating, margin) = (row.player.0, row.rating, row.margin);
        let mark = if row.official { ' ' } else { '*' };
        writeln!(
            out,
            "{place:>5} {player:>7} {rating:>5}{mark} ±{margin:<4} {:>5} games{change}  {country:<3}  {name}",
            row.games
        )?;
    }
    let inactive = |why: &Unrated| matches!(why, Unrated::Inactive { .. });
    let gone = list
        .not_rated
        .iter()
        .filter(|one| inactive(&one.why))
        .count();
    let apart = list.not_rated.len() - gone;
    writeln!(
        out,
        "not listed: {gone} players who have not played for 38 months, {apart} without a draw and without both a win and a loss against rated players"
    )?;
    out.flush()?;
    Ok(())
}

#[derive(Serialize)]
struct HistoryJson<'a> {
    player: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    method: &'static str,
    history: Vec<PointJson>,
}

#[derive(Serialize)]
struct PointJson {
    day: String,
    rating: i32,
    margin: u32,
    place: u32,
}

/// A player's ratings at the end of every year, and on the day of the list.
fn history(
    args: &RateArgs,
    archive: &Archive,
    player: PlayerNumber,
    day: CivilDate,
) -> Result<(), Failure> {
    let played = |game: &&RatedGame| game.a == player || game.b == player;
    let first = archive
        .games
        .iter()
        .filter(played)
        .map(|game| game.day)
        .min();
    let Some(first) = first else {
        return Err(Failure::say(format!(
            "Player {player} has no game in these files. Check the number."
        )));
    };
    let mut days: Vec<CivilDate> = (first.year()..day.year())
        .filter_map(|year| CivilDate::new(year, 12, 31))
        .collect();
    days.push(day);
    let bar = lines::progress(u64::try_from(days.len()).unwrap_or(u64::MAX));
    let mut points = Vec::new();
    for day in days {
        let list = archive.list(day, &ProgressBar::hidden())?;
        if let Some((row, place)) = placed(&list).find(|(row, _)| row.player == player) {
            points.push(PointJson {
                day: day.to_string(),
                rating: row.rating,
                margin: row.margin,
                place,
            });
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let json = HistoryJson {
        player: player.0,
        name: archive.name(player),
        method: Method::WOF.name,
        history: points,
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &json)
            .map_err(|error| Failure::from(std::io::Error::from(error)))?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{} {}", player, json.name.unwrap_or(""))?;
    for point in &json.history {
        let (day, rating, margin, place) = (&point.day, point.rating, point.margin, point.place);
        writeln!(out, "{day}  {rating:>5} ±{margin:<4} place {place}")?;
    }
    Ok(())
}
