//! Reading: from bytes to the fields of an event.

use outflank_pairing::{ENTRANTS_MAX, EntrantId, Place, RoundNumber, Seed};
use outflank_rulebook::Raw;
use outflank_tournament::running::STAGES_MAX;
use outflank_tournament::{CivilDate, Entrant, HAND_LOTS_MAX, ROUNDS_MAX};

use crate::tournament_file::json::{Fields, Node, Path, Source};
use crate::tournament_file::problem::{Problem, ReadError, What};
use crate::tournament_file::read_lots::lots;
use crate::tournament_file::read_round::{hand, round};
use crate::tournament_file::read_stage::{stage, unexplained};
use crate::tournament_file::{
    Days, FILE_BYTES_MAX, Lines, TournamentFile, VERSION, WithdrawnEntry, words,
};

const TOP: &[&str] = &[
    "outflank",
    "name",
    "rulebook",
    "event",
    "system",
    "rounds",
    "seed",
    "days",
    "set",
    "stages",
    "entrants",
    "played",
    "withdrawn",
    "next",
    "lots",
    "unexplained",
];
const ENTRANT: &[&str] = &[
    "id",
    "name",
    "ascii",
    "native",
    "country",
    "rating",
    "gender",
    "born",
    "young",
    "team",
    "additional",
    "group_a",
    "woc_semifinals",
    "seeding",
    "institute",
    "category",
    "wof_id",
    "no_title",
    "from_round",
];
const WITHDRAWN: &[&str] = &["id", "after_round"];

/// Names and the like.
pub(crate) const TEXT_CHARS_MAX: usize = 200;
/// Days, years and settings.
const SMALL_LIST_MAX: usize = 100;

impl TournamentFile {
    /// Takes a file apart. The lines say where each part stands.
    ///
    /// # Errors
    ///
    /// [`ReadError`] with every field that is not as it should be.
    pub fn read(bytes: &[u8]) -> Result<(Self, Lines), ReadError> {
        let whole = |line: Option<usize>, what: What| ReadError {
            problems: vec![Problem {
                line,
                field: String::new(),
                what,
            }],
        };
        if bytes.len() > FILE_BYTES_MAX {
            return Err(whole(None, What::TooLarge));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            whole(Some(line), What::NotText)
        })?;
        let mut source = Source::new(text.strip_prefix('\u{feff}').unwrap_or(text));
        let mut lines = Lines::default();
        let file = source
            .top()
            .and_then(|top| file(&mut source, &mut lines, top));
        match file {
            Some(file) if source.problems.is_empty() => Ok((file, lines)),
            Some(_) | None => Err(ReadError {
                problems: source.problems,
            }),
        }
    }
}

fn file<'a>(
    source: &mut Source<'a>,
    lines: &mut Lines,
    top: Node<'a, 'static>,
) -> Option<TournamentFile> {
    let mut fields = source.object(top)?;
    let version = fields.must(source, "outflank");
    let version = version.map(|raw| Node::inside(raw, Path::Field(&Path::Top, "outflank")));
    if let Some(version) = version {
        match source.number::<i64>(version, "the file's version, 1") {
            Some(number) if number != i64::from(VERSION) => {
                source.wrong(version, What::Version(number));
                // Fields of another version would only be reported one by one.
                return None;
            }
            Some(_) | None => {}
        }
    }
    let mut at = Top {
        source,
        lines,
        fields,
    };
    let file = TournamentFile {
        name: at.field("name", |source, node| source.text(node, TEXT_CHARS_MAX)),
        rulebook: at.rulebook(),
        event: at.field("event", |source, node| source.text(node, TEXT_CHARS_MAX)),
        system: at.field("system", |source, node| source.word(node, words::SYSTEMS)),
        rounds: at.field("rounds", rounds),
        seed: at.field("seed", seed),
        days: at.field("days", days),
        set: at.field("set", settings).unwrap_or_default(),
        stages: at.list("stages", STAGES_MAX, |source, _, node| stage(source, node)),
        entrants: at.entrants(),
        played: at.list("played", usize::from(ROUNDS_MAX), round),
        withdrawn: at.list("withdrawn", ENTRANTS_MAX, |source, _, node| {
            withdrawn(source, node)
        }),
        next: at.field("next", hand),
        lots: at.list("lots", HAND_LOTS_MAX, |source, _, node| lots(source, node)),
        unexplained: at.list("unexplained", ENTRANTS_MAX, |source, _, node| {
            unexplained(source, node)
        }),
    };
    at.fields.finish(at.source, TOP);
    Some(file)
}

/// The top of the file while its fields are taken.
struct Top<'s, 'a> {
    source: &'s mut Source<'a>,
    lines: &'s mut Lines,
    fields: Fields<'a, 'static>,
}

impl<'a> Top<'_, 'a> {
    fn field<T>(
        &mut self,
        name: &'static str,
        read: impl for<'p> FnOnce(&mut Source<'a>, Node<'a, 'p>) -> Option<T>,
    ) -> Option<T> {
        let raw = self.fields.take(name)?;
        let node = Node::inside(raw, Path::Field(&Path::Top, name));
        self.lines.put(name.to_owned(), self.source.line(node));
        read(self.source, node)
    }

    fn rulebook(&mut self) -> String {
        let raw = self.fields.must(self.source, "rulebook");
        let node = raw.map(|raw| Node::inside(raw, Path::Field(&Path::Top, "rulebook")));
        let Some(node) = node else {
            return String::new();
        };
        self.lines
            .put("rulebook".to_owned(), self.source.line(node));
        (self.source.text(node, TEXT_CHARS_MAX)).unwrap_or_default()
    }

    fn entrants(&mut self) -> Vec<Entrant> {
        // Without the field there is nobody; an empty list says so on purpose.
        match self.fields.must(self.source, "entrants") {
            Some(raw) => self.items("entrants", raw, ENTRANTS_MAX, |source, _, node| {
                entrant(source, node)
            }),
            None => Vec::new(),
        }
    }

    fn list<T>(
        &mut self,
        name: &'static str,
        most: usize,
        read: impl for<'p> Fn(&mut Source<'a>, &mut Lines, Node<'a, 'p>) -> Option<T>,
    ) -> Vec<T> {
        match self.fields.take(name) {
            Some(raw) => self.items(name, raw, most, read),
            None => Vec::new(),
        }
    }

    fn items<T>(
        &mut self,
        name: &'static str,
        raw: &'a serde_json::value::RawValue,
        most: usize,
        read: impl for<'p> Fn(&mut Source<'a>, &mut Lines, Node<'a, 'p>) -> Option<T>,
    ) -> Vec<T> {
        let path = Path::Field(&Path::Top, name);
        let node = Node::inside(raw, path);
        self.lines.put(name.to_owned(), self.source.line(node));
        let mut values = Vec::new();
        for (n, raw) in (self.source.list(node, most).unwrap_or_default())
            .into_iter()
            .enumerate()
        {
            let node = Node::inside(raw, Path::Item(&path, n));
            self.lines
                .put(node.path.to_string(), self.source.line(node));
            values.extend(read(self.source, self.lines, node));
        }
        values
    }
}

/// Reads a field of an object.
pub(crate) fn field<'a, T>(
    source: &mut Source<'a>,
    fields: &mut Fields<'a, '_>,
    name: &str,
    read: impl for<'p> FnOnce(&mut Source<'a>, Node<'a, 'p>) -> Option<T>,
) -> Option<T> {
    let raw = fields.take(name)?;
    let path = fields.node.path;
    read(source, Node::inside(raw, Path::Field(&path, name)))
}

/// Reads a field that must be there.
pub(crate) fn must<'a, T>(
    source: &mut Source<'a>,
    fields: &mut Fields<'a, '_>,
    name: &'static str,
    read: impl for<'p> FnOnce(&mut Source<'a>, Node<'a, 'p>) -> Option<T>,
) -> Option<T> {
    let raw = fields.must(source, name)?;
    let path = fields.node.path;
    read(source, Node::inside(raw, Path::Field(&path, name)))
}

pub(crate) fn id<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<EntrantId> {
    (source.number(
        node,
        "an entrant's number, a whole number from 0 to 4294967295",
    ))
    .map(EntrantId)
}

pub(crate) fn text<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<String> {
    source.text(node, TEXT_CHARS_MAX)
}

fn rounds<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<u16> {
    let expected = format!("a number of rounds from 1 to {ROUNDS_MAX}");
    let rounds: u16 = source.number(node, &expected)?;
    if (1..=ROUNDS_MAX).contains(&rounds) {
        return Some(rounds);
    }
    source.wrong(node, What::NotA(expected));
    None
}

fn seed<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Seed> {
    let seed = source.number::<u64>(node, "a whole number such as 7")?;
    if Seed::new(seed).is_none() {
        source.wrong(node, What::SeedTooLarge);
    }
    Seed::new(seed)
}

fn days<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Days> {
    if let Ok(count) = source.quietly(node, |source, node| source.number(node, "")) {
        return Some(Days::Count(count));
    }
    if let Ok(rounds) = source.quietly(node, |source, node| source.value::<Vec<u16>>(node, "")) {
        return Some(Days::Rounds(rounds));
    }
    let expected = "a number of days, a list of rounds per day, or a list of dates";
    let texts: Vec<String> = source.value(node, expected)?;
    let dates: Result<Vec<CivilDate>, _> = texts.iter().map(|text| text.parse()).collect();
    match dates {
        Ok(dates) => Some(Days::Dates(dates)),
        Err(error) => {
            source.wrong(node, What::Date(error));
            None
        }
    }
}

fn settings<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<(String, Raw)>> {
    let fields = source.object(node)?;
    let mut set = Vec::new();
    for (axis, raw) in fields.into_all() {
        let at = Node::inside(raw, Path::Field(&node.path, &axis));
        let expected = "a word, a whole number or a list of them";
        if let Some(value) = source.value::<Raw>(at, expected) {
            set.push((axis.into_owned(), value));
        }
    }
    Some(set)
}

fn withdrawn<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<WithdrawnEntry> {
    let mut fields = source.object(node)?;
    let id = must(source, &mut fields, "id", id);
    let after_round = must(source, &mut fields, "after_round", |source, node| {
        source.number(node, "a round's number; 0 is before the first")
    });
    fields.finish(source, WITHDRAWN);
    Some(WithdrawnEntry {
        id: id?,
        after_round: after_round?,
    })
}

fn entrant<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Entrant> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let id = must(source, f, "id", id);
    let name = must(source, f, "name", text);
    let entrant = Entrant {
        id: id.unwrap_or(EntrantId(0)),
        name: name.clone().unwrap_or_default(),
        ascii: field(source, f, "ascii", text),
        native: field(source, f, "native", text),
        country: field(source, f, "country", text),
        rating: field(source, f, "rating", |source, node| {
            source.number(node, "a whole number")
        }),
        gender: field(source, f, "gender", |source, node| {
            source.word(node, words::GENDERS)
        }),
        born: field(source, f, "born", date),
        young: field(source, f, "young", |source, node| {
            source.value(node, "true or false")
        }),
        team: field(source, f, "team", text),
        additional: field(source, f, "additional", |source, node| {
            source.word(node, words::ADDITIONAL)
        }),
        group_a: field(source, f, "group_a", |source, node| {
            source.value(node, "true or false")
        }),
        woc_semifinals: field(source, f, "woc_semifinals", years).unwrap_or_default(),
        seeding: field(source, f, "seeding", |source, node| {
            source
                .number(node, "a place in the seeding list")
                .map(Place)
        }),
        institute: field(source, f, "institute", text),
        category: field(source, f, "category", text),
        wof_id: field(source, f, "wof_id", |source, node| {
            source.number(node, "a number of the federation's list")
        }),
        no_title: field(source, f, "no_title", |source, node| {
            source.value(node, "true or false")
        })
        .unwrap_or_default(),
        from_round: field(source, f, "from_round", |source, node| {
            source
                .number(node, "the number of the first round he could play")
                .map(RoundNumber)
        }),
    };
    fields.finish(source, ENTRANT);
    id.and(name).map(|_| entrant)
}

fn date<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<CivilDate> {
    let text = source.text(node, TEXT_CHARS_MAX)?;
    match text.parse() {
        Ok(date) => Some(date),
        Err(error) => {
            source.wrong(node, What::Date(error));
            None
        }
    }
}

fn years<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<u16>> {
    let items = source.list(node, SMALL_LIST_MAX)?;
    let year = |(n, raw)| {
        source.number(
            Node::inside(raw, Path::Item(&node.path, n)),
            "a year such as 2019",
        )
    };
    items.into_iter().enumerate().map(year).collect()
}
