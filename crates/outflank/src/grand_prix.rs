//! `outflank grand-prix`: the table of a Grand Prix from the final lists of its events.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use outflank_federation::grand_prix::{self, PointsLine, Reached, SeasonRow, season_rows};
use outflank_federation::{EventKey, PersonNumber, Placed};
use outflank_formats::{CsvPlacing, FileKind, read_placings_csv};
use outflank_rulebook::{
    ClauseId, CountedEvents, GrandPrixScale, TiedPlaces, grand_prix_scale, grand_prix_scales,
};
use outflank_tournament::lists::player_list;
use outflank_tournament::{Event, ListName};
use serde::Serialize;

use crate::cli::GrandPrixArgs;
use crate::event_file;
use crate::failure::{Answer, Failure};

/// The documented shape of `grand-prix --json`.
#[derive(Serialize)]
struct TableJson<'a> {
    scale: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ours: Option<&'a str>,
    events: Vec<&'a str>,
    left_out: &'a [LeftOut],
    rows: Vec<RowJson<'a>>,
}

/// A tournament that does not count, and why.
#[derive(Serialize)]
struct LeftOut {
    event: EventKey,
    why: String,
    clause: ClauseId,
}

#[derive(Serialize)]
struct RowJson<'a> {
    place: u32,
    shared: bool,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    total: u32,
    events: Vec<LineJson<'a>>,
}

#[derive(Serialize)]
struct LineJson<'a> {
    event: &'a str,
    from_place: u32,
    to_place: u32,
    sum: u32,
    points: u32,
}

/// A person as named in a file.
struct Called {
    name: String,
    number: Option<u32>,
}

/// One person across the events: the same number, or the same name where a number is missing.
#[derive(Default)]
struct People {
    all: Vec<Called>,
    by_number: BTreeMap<u32, PersonNumber>,
    by_name: BTreeMap<String, PersonNumber>,
}

impl People {
    fn person(&mut self, name: &str, number: Option<u32>) -> PersonNumber {
        let key = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let by_number = number.and_then(|number| self.by_number.get(&number));
        let by_name = self.by_name.get(&key).filter(|person| {
            let known = self.called(**person).number;
            number.is_none() || known.is_none() || known == number
        });
        let person = by_number.or(by_name).copied().unwrap_or_else(|| {
            self.all.push(Called {
                name: key.clone(),
                number,
            });
            PersonNumber(u32::try_from(self.all.len()).unwrap_or(u32::MAX))
        });
        if let Some(number) = number {
            self.by_number.insert(number, person);
            let called = &mut self.all[index(person)];
            called.number = called.number.or(Some(number));
        }
        self.by_name.entry(key).or_insert(person);
        person
    }

    fn called(&self, person: PersonNumber) -> &Called {
        &self.all[index(person)]
    }
}

fn index(person: PersonNumber) -> usize {
    usize::try_from(person.0).map_or(0, |number| number - 1)
}

/// An event with what everybody reached there.
type Field = (EventKey, grand_prix::Field);

pub(crate) fn run(args: &GrandPrixArgs, rulebooks: Option<&Path>) -> Result<Answer, Failure> {
    let Some(scale) = grand_prix_scale(&args.scale) else {
        let known: Vec<_> = grand_prix_scales()
            .iter()
            .map(|scale| scale.id.as_str())
            .collect();
        return Err(Failure::say(format!(
            "--scale {}: There is no such scale. Choose one of {}.",
            args.scale,
            known.join(", ")
        )));
    };
    let mut people = People::default();
    let mut events: Vec<Field> = Vec::new();
    let mut left_out: Vec<LeftOut> = Vec::new();
    let mut is_whole = true;
    for path in &args.files {
        let name = path.to_string_lossy();
        let is_table = matches!(
            FileKind::of(&name, b""),
            Some(FileKind::PlayersTable | FileKind::ResultsTable)
        );
        if is_table {
            match of_table(path, scale, &mut people, &mut events) {
                Ok(()) => {}
                Err(problems) => {
                    is_whole = false;
                    for problem in problems {
                        eprintln!("{name}, {problem}");
                    }
                }
            }
        } else {
            let loaded = event_file::load(&name, args.rulebook.as_deref(), rulebooks)?;
            // A results file does not say what kind of tournament it is, unless a rulebook is given.
            let is_stated =
                FileKind::of(&name, b"") != Some(FileKind::Elo) || args.rulebook.is_some();
            match scale
                .only
                .as_ref()
                .filter(|_| is_stated && !scale.counts(&loaded.event.rules))
            {
                Some(only) => left_out.push(not_counted(key(path), &loaded.event, only)),
                None => events.push((key(path), of_event(&loaded.event, scale, &mut people))),
            }
        }
    }
    for one in &left_out {
        let (event, why) = (&one.event, &one.why);
        eprintln!(
            "outflank: {event} is left out: {why} ({})",
            one.clause.for_people()
        );
    }
    let rows = season_rows(scale, &events, |_, _| false);
    match args.json {
        true => print_json(scale, &events, &left_out, &rows, &people)?,
        false => print_table(scale, &events, &rows, &people)?,
    }
    Ok(match is_whole {
        true => Answer::Yes,
        false => Answer::Unreadable,
    })
}

/// An event's name: its file's.
fn key(path: &Path) -> EventKey {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    EventKey::from(&*stem.to_string_lossy())
}

/// The final list of a results file or a tournament file. Additional players, who are there so that
/// nobody has a bye, take no place.
fn of_event(event: &Event, scale: &GrandPrixScale, people: &mut People) -> grand_prix::Field {
    let mut field = Vec::new();
    for row in player_list(event, ListName::Individual).by_finish() {
        let entrant = (event.entrants.iter()).find(|entrant| entrant.id == row.id);
        let Some(entrant) = entrant.filter(|entrant| entrant.additional.is_none()) else {
            continue;
        };
        let placed = Placed {
            person: people.person(&entrant.name, entrant.wof_id),
            place: row.rank,
            half_points: row.points,
            no_title: false,
        };
        field.push((placed.person, Reached::of(scale, &placed)));
    }
    field
}

/// Why a tournament does not count.
fn not_counted(event: EventKey, played: &Event, only: &CountedEvents) -> LeftOut {
    let about = &played.rules.about;
    let kind = about.event.as_deref().unwrap_or("no event");
    let wanted = only.events.join(", ");
    LeftOut {
        event,
        why: format!("it is {}/{kind}, and only {wanted} counts", about.id),
        clause: only.clause.clone(),
    }
}

/// The events of a table, whole or not at all.
fn of_table(
    path: &Path,
    scale: &GrandPrixScale,
    people: &mut People,
    events: &mut Vec<Field>,
) -> Result<(), Vec<String>> {
    let bytes = std::fs::read(path)
        .map_err(|error| vec![format!("line 1: {error}. Check the file name.")])?;
    let (rows, strange) = read_placings_csv(&bytes);
    let mut problems: Vec<String> = strange.iter().map(ToString::to_string).collect();
    let mut order: Vec<EventKey> = Vec::new();
    let mut lists: BTreeMap<EventKey, Vec<CsvPlacing>> = BTreeMap::new();
    for row in rows {
        let event = (row.event.as_deref()).map_or_else(|| key(path), EventKey::from);
        if !order.contains(&event) {
            order.push(event.clone());
        }
        lists.entry(event).or_default().push(row);
    }
    let mut found = Vec::new();
    for event in order {
        let list = lists.remove(&event).unwrap_or_default();
        match reached(scale, &list) {
            Ok(reached) => {
                let called = list.iter().map(|row| (&row.name, row.number));
                let people = called.map(|(name, number)| people.person(name, number.map(|n| n.0)));
                found.push((event, people.zip(reached).collect()));
            }
            Err(missing) => problems.extend(missing),
        }
    }
    match problems.is_empty() {
        true => {
            events.extend(found);
            Ok(())
        }
        false => Err(problems),
    }
}

/// By what the places of an event's list go: by game points where the scale shares tied places and
/// everybody has them, else by the places themselves.
fn reached(scale: &GrandPrixScale, list: &[CsvPlacing]) -> Result<Vec<Reached>, Vec<String>> {
    let has_places = list.iter().all(|row| row.place.is_some());
    let (missing, read): (_, fn(&CsvPlacing) -> Option<Reached>) = match scale.tied {
        TiedPlaces::SharedUp if has_places && list.iter().any(|row| row.points.is_none()) => {
            ("place", |row| row.place.map(Reached::Place))
        }
        TiedPlaces::SharedUp => ("points", |row| row.points.map(Reached::Points)),
        TiedPlaces::ByFinalPlace => ("place", |row| row.place.map(Reached::Place)),
    };
    let problems: Vec<String> = (list.iter().filter(|row| read(row).is_none()))
        .map(|row| {
            let (name, scale) = (&row.name, &scale.id);
            format!("{name}: No {missing} given. The {scale} scale needs it for every player.")
        })
        .collect();
    match problems.is_empty() {
        true => Ok(list.iter().filter_map(read).collect()),
        false => Err(problems),
    }
}

fn print_json(
    scale: &GrandPrixScale,
    events: &[Field],
    left_out: &[LeftOut],
    rows: &[SeasonRow],
    people: &People,
) -> Result<(), Failure> {
    let line = |line: &PointsLine| (line.award, position(events, &line.event));
    let json = TableJson {
        scale: &scale.id,
        clause: scale.clause.as_ref().map(ToString::to_string),
        ours: scale.ours.as_deref(),
        events: events.iter().map(|(event, _)| event.as_str()).collect(),
        left_out,
        rows: (rows.iter())
            .map(|row| RowJson {
                place: row.place,
                shared: row.shared,
                name: &people.called(row.person).name,
                number: people.called(row.person).number,
                total: row.total,
                events: (row.lines.iter().map(line))
                    .map(|(award, event)| LineJson {
                        event: events[event].0.as_str(),
                        from_place: award.from,
                        to_place: award.to,
                        sum: award.sum,
                        points: award.points,
                    })
                    .collect(),
            })
            .collect(),
    };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &json)
        .map_err(|error| Failure::from(std::io::Error::from(error)))?;
    writeln!(out)?;
    Ok(())
}

fn position(events: &[Field], key: &EventKey) -> usize {
    (events.iter().position(|(event, _)| event == key)).unwrap_or(0)
}

fn print_table(
    scale: &GrandPrixScale,
    events: &[Field],
    rows: &[SeasonRow],
    people: &People,
) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let source = match (&scale.clause, &scale.ours) {
        (Some(clause), _) => clause.to_string(),
        (None, Some(ours)) => ours.clone(),
        (None, None) => String::new(),
    };
    writeln!(out, "{} ({source})", scale.name)?;
    for ((event, field), number) in events.iter().zip(1..) {
        writeln!(out, "  [{number}] {event}, {} players", field.len())?;
    }
    for row in rows {
        let called = people.called(row.person);
        let place = format!("{}{}", row.place, if row.shared { "=" } else { "" });
        let lines: Vec<String> = row.lines.iter().map(|line| shown(events, line)).collect();
        let (total, name) = (row.total, &called.name);
        writeln!(
            out,
            "{place:>5} {total:>5}  {name:<28}  {}",
            lines.join("  ")
        )?;
    }
    out.flush()?;
    Ok(())
}

/// One event's points with their arithmetic: `[2] 127 (places 2-4: 380 / 3)`.
fn shown(events: &[Field], line: &PointsLine) -> String {
    let number = position(events, &line.event) + 1;
    let award = line.award;
    let (from, to, points) = (award.from, award.to, award.points);
    match to == from {
        true => format!("[{number}] {points} (place {from})"),
        false => {
            let count = to - from + 1;
            format!(
                "[{number}] {points} (places {from}-{to}: {} / {count})",
                award.sum
            )
        }
    }
}
