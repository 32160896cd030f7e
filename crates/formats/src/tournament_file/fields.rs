//! The fields of the file: one table per object, for reading and for writing.

use outflank_pairing::{
    Colour, ENTRANTS_MAX, EntrantId, FixedPair, Hand, Place, RoundNumber, Seed,
};
use outflank_rulebook::{HalfDiscs, Raw, System};
use outflank_tournament::running::{STAGES_MAX, StageCounts, StagePlan, StagePlay};
use outflank_tournament::{
    Additional, ByColour, Entrant, Gender, HAND_LOTS_MAX, HandLots, ListNameError, LotsFor,
    ROUNDS_MAX, Stage, WITNESSES_MAX,
};

use crate::tournament_file::codec::{
    self, Codec, DATE, FLAG, ID, Lines, List, May, Must, Number, Object, OrDefault, Parsed,
    Presence, TEXT, Text, Value, Word, Wrapped, inline, record,
};
use crate::tournament_file::game::{GameEntry, ResultWord};
use crate::tournament_file::json::{Fields, Node, Path, Source};
use crate::tournament_file::problem::What;
use crate::tournament_file::{Days, RoundEntry, TournamentFile, UnexplainedEntry, WithdrawnEntry};

/// Days, years and settings.
const SMALL_LIST_MAX: usize = 100;
/// No game has more characters of moves, passes written out.
const MOVES_CHARS_MAX: usize = 400;
const FLAGS_MAX: usize = 10;
/// Pairs the director may name for one round.
const PAIRS_MAX: usize = 10_000;

const SYSTEMS: Word<System> = Word(&[
    ("swiss", System::Swiss),
    ("modified_swiss", System::ModifiedSwiss),
    ("round_robin", System::RoundRobin),
    ("double_round_robin", System::DoubleRoundRobin),
]);
const GENDERS: Word<Gender> = Word(&[
    ("f", Gender::Female),
    ("m", Gender::Male),
    ("x", Gender::Other),
]);
const ADDITIONAL: Word<Additional> = Word(&[("host", Additional::Host), ("wof", Additional::Wof)]);
const STAGES: Word<Stage> = Word(&[
    ("swiss", Stage::Swiss),
    ("playoff", Stage::Playoff),
    ("semi", Stage::Semi),
    ("third", Stage::Third),
    ("final", Stage::Final),
]);
const RESULTS: Word<ResultWord> = Word(&[
    ("resigned", ResultWord::Resigned),
    ("forfeit", ResultWord::Forfeit),
    ("double_forfeit", ResultWord::DoubleForfeit),
    ("adjudicated", ResultWord::Adjudicated),
    ("annulled", ResultWord::Annulled),
]);
/// The first two are written; the others are read as well.
const COLOURS: Word<Colour> = Word(&[
    ("black", Colour::Black),
    ("white", Colour::White),
    ("B", Colour::Black),
    ("W", Colour::White),
]);
/// The round of a table has a field of its own.
const LOTS: Word<LotsFor> = Word(&[
    ("standings", LotsFor::Standings { after: 0 }),
    ("round_robin", LotsFor::RoundRobin),
    ("first_round", LotsFor::FirstRound),
]);
const IDS: List<Wrapped<EntrantId, u32>> = List(ID, ENTRANTS_MAX);
const LIST_NAME: Parsed<ListNameError> = Parsed(What::List);
const MATCH: Value = Value("a match's number or name");
const PLACE: Wrapped<Place, u32> = Wrapped(Number("a place in the seeding list"), Place, |place| {
    place.0
});
const FROM_ROUND: Wrapped<RoundNumber, u16> = Wrapped(
    Number("the number of the first round this player could play"),
    RoundNumber,
    |round| round.0,
);
const FIGURE: Number = Number("a whole number");

record!(Top for TournamentFile with "outflank" {
    "name" name: May TEXT,
    "rulebook" rulebook: Must TEXT,
    "event" event: May TEXT,
    "system" system: May SYSTEMS,
    "rounds" rounds: May Rounds,
    "seed" seed: May SeedNumber,
    "days" days: May DaysField,
    "set" set: OrDefault Settings,
    "stages" stages: OrDefault Lines(StageFields, STAGES_MAX, "  "),
    "entrants" entrants: Must Lines(EntrantFields, ENTRANTS_MAX, "  "),
    "played" played: OrDefault Lines(RoundFields, ROUNDS_MAX as usize, "  "),
    "withdrawn" withdrawn: OrDefault Lines(WithdrawnFields, ENTRANTS_MAX, "  "),
    "next" next: May HandFields,
    "lots" lots: OrDefault Lines(LotsFields, HAND_LOTS_MAX, "  "),
    "unexplained" unexplained: OrDefault Lines(UnexplainedFields, ENTRANTS_MAX, "  "),
});

record!(EntrantFields for Entrant {
    "id" id: Must ID,
    "name" name: Must TEXT,
    "ascii" ascii: May TEXT,
    "native" native: May TEXT,
    "country" country: May TEXT,
    "rating" rating: May FIGURE,
    "gender" gender: May GENDERS,
    "born" born: May DATE,
    "young" young: May FLAG,
    "team" team: May TEXT,
    "additional" additional: May ADDITIONAL,
    "group_a" group_a: May FLAG,
    "woc_semifinals" woc_semifinals: OrDefault List(Number("a year such as 2019"), SMALL_LIST_MAX),
    "woc_category_semifinals" woc_category_semifinals: OrDefault List(Number("a year such as 2019"), SMALL_LIST_MAX),
    "seeding" seeding: May PLACE,
    "institute" institute: May TEXT,
    "category" category: May TEXT,
    "wof_id" wof_id: May Number("a number of the federation's list"),
    "no_title" no_title: OrDefault FLAG,
    "from_round" from_round: May FROM_ROUND,
});

record!(RoundFields for RoundEntry {
    "stage" stage: OrDefault STAGES,
    "list" list: May LIST_NAME,
    "match" match_label: May MATCH,
    "games" games: Games Lines(GameFields, ENTRANTS_MAX, "    "),
    "byes" byes: OrDefault IDS,
    "requested_byes" requested_byes: OrDefault IDS,
    "absent" absent: OrDefault IDS,
});

record!(GameRecord for GameEntry {
    "table" table: May Number("a table's number"),
    "black" black: Must Seat(Colour::Black),
    "white" white: Must Seat(Colour::White),
    "discs" discs: May Discs,
    "result" result: May RESULTS,
    "by" by: May Side,
    "late" late: OrDefault List(Side, 2),
    "winner" winner: May Side,
    "flags" flags: OrDefault List(Side, FLAGS_MAX),
    "moves" moves: May Text(MOVES_CHARS_MAX),
    "stage" stage: May STAGES,
    "list" list: May LIST_NAME,
    "match" match_label: May MATCH,
});

record!(WithdrawnFields for WithdrawnEntry {
    "id" id: Must ID,
    "after_round" after_round: Must Number("a round's number; 0 is before the first"),
});

record!(HandFields for Hand {
    "absent" absent: OrDefault IDS,
    "requested_byes" requested_byes: OrDefault IDS,
    "bye" bye: May ID,
    "fixed" fixed: OrDefault List(Fixed, PAIRS_MAX),
    "forbidden" forbidden: OrDefault List(PAIR, PAIRS_MAX),
    "avoid" avoid: OrDefault List(PAIR, PAIRS_MAX),
});

record!(StageFields for StagePlan {
    "name" name: Must TEXT,
    "play" play: Must Play,
    "counts" counts: Must CountsFields,
});

record!(CountsFields for StageCounts {
    "points" points: Must FLAG,
    "bq" bq: Must FLAG,
    "rating" rating: Must FLAG,
    "places" places: Must FLAG,
});

record!(UnexplainedFields for UnexplainedEntry {
    "id" id: Must ID,
    "points" half_points: OrDefault Halves,
    "discs" half_discs: OrDefault Halves,
});

/// Lots as they are written: the round of a table beside its purpose.
pub(crate) struct LotsEntry {
    purpose: LotsFor,
    after: Option<u16>,
    order: Vec<EntrantId>,
    witnesses: Vec<String>,
}

record!(LotsRecord for LotsEntry {
    "for" purpose: Must LOTS,
    "after" after: May Number("the number of a round"),
    "order" order: Must IDS,
    "witnesses" witnesses: OrDefault List(TEXT, WITNESSES_MAX),
});

/// The games of a round are written even when there are none.
struct Games;

impl Presence<Vec<GameEntry>, Vec<GameEntry>> for Games {
    fn take(
        fields: &mut Fields<'_, '_>,
        source: &mut Source<'_>,
        name: &'static str,
        read: Option<Vec<GameEntry>>,
    ) -> Option<Vec<GameEntry>> {
        OrDefault::take(fields, source, name, read)
    }

    fn shown(field: &Vec<GameEntry>) -> Option<&Vec<GameEntry>> {
        Some(field)
    }
}

/// A game: its sides may be named by the numbers of the two who play it.
#[derive(Clone, Copy)]
pub(crate) struct GameFields;

impl Codec<GameEntry> for GameFields {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<GameEntry> {
        source.seats = ByColour::default();
        GameRecord.read(source, node)
    }

    fn write(&self, game: &GameEntry) -> String {
        GameRecord.write(game)
    }
}

/// A player of the game that is being read.
struct Seat(Colour);

impl Codec<EntrantId> for Seat {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<EntrantId> {
        let id = ID.read(source, node);
        source.seats[self.0] = id;
        id
    }

    fn write(&self, id: &EntrantId) -> String {
        ID.write(id)
    }
}

/// A side: its colour, or the number of one of the two.
struct Side;

impl Codec<Colour> for Side {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Colour> {
        let Some(number) = source.silent::<u32>(node) else {
            return COLOURS.read(source, node);
        };
        let id = Some(EntrantId(number));
        if source.seats.black.is_none() || source.seats.white.is_none() {
            return None;
        }
        match [Colour::Black, Colour::White].into_iter().find(|colour| source.seats[*colour] == id) {
            Some(colour) => Some(colour),
            None => source.not_a(
                node,
                &format!("\"black\" or \"white\", or one of the two numbers; {number} is not in this game"),
            ),
        }
    }

    fn write(&self, colour: &Colour) -> String {
        COLOURS.write(colour)
    }
}

struct Discs;

impl Codec<ByColour<HalfDiscs>> for Discs {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<ByColour<HalfDiscs>> {
        let expected = "two numbers of discs from 0 to 64, Black's first, such as [40, 24]";
        let [black, white] = source.value::<[HalfDiscs; 2]>(node, expected)?;
        Some(ByColour { black, white })
    }

    fn write(&self, discs: &ByColour<HalfDiscs>) -> String {
        format!("[{}, {}]", discs.black, discs.white)
    }
}

struct Rounds;

impl Codec<u16> for Rounds {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<u16> {
        let expected = format!("a number of rounds from 1 to {ROUNDS_MAX}");
        let rounds: u16 = source.number(node, &expected)?;
        match (1..=ROUNDS_MAX).contains(&rounds) {
            true => Some(rounds),
            false => source.not_a(node, &expected),
        }
    }

    fn write(&self, rounds: &u16) -> String {
        rounds.to_string()
    }
}

struct SeedNumber;

impl Codec<Seed> for SeedNumber {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Seed> {
        let seed = Seed::new(source.number::<u64>(node, "a whole number such as 7")?);
        if seed.is_none() {
            source.wrong(node, What::SeedTooLarge);
        }
        seed
    }

    fn write(&self, seed: &Seed) -> String {
        seed.number().to_string()
    }
}

struct DaysField;

impl Codec<Days> for DaysField {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Days> {
        if let Some(count) = source.silent(node) {
            return Some(Days::Count(count));
        }
        if let Some(rounds) = source.silent(node) {
            return Some(Days::Rounds(rounds));
        }
        let expected = "a number of days, a list of rounds per day, or a list of dates";
        let dates = codec::dates(&source.value::<Vec<String>>(node, expected)?);
        dates
            .map(Days::Dates)
            .map_err(|what| source.wrong(node, what))
            .ok()
    }

    fn write(&self, days: &Days) -> String {
        match days {
            Days::Count(count) => count.to_string(),
            Days::Rounds(rounds) => inline(rounds),
            Days::Dates(dates) => {
                inline(&dates.iter().map(ToString::to_string).collect::<Vec<_>>())
            }
        }
    }
}

struct Settings;

impl Codec<Vec<(String, Raw)>> for Settings {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<(String, Raw)>> {
        let mut set = Vec::new();
        for (name, raw) in source.object(node)?.into_all() {
            let at = Node::inside(raw, Path::Field(&node.path, &name));
            let value = source.value::<Raw>(at, "a word, a whole number or a list of them");
            set.extend(value.map(|value| (name.into_owned(), value)));
        }
        Some(set)
    }

    fn write(&self, set: &Vec<(String, Raw)>) -> String {
        let mut object = Object::default();
        for (name, value) in set {
            object.put(name, inline(value));
        }
        object.line()
    }
}

/// A pair that is made whatever it costs. The file knows only pairs with colours; the first named has Black.
struct Fixed;

impl Codec<FixedPair> for Fixed {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<FixedPair> {
        let pair = FixedFields.read(source, node)?;
        Some(FixedPair::Coloured {
            black: pair.black,
            white: pair.white,
        })
    }

    fn write(&self, pair: &FixedPair) -> String {
        let (FixedPair::Coloured { black, white } | FixedPair::AnyColours(black, white)) = *pair;
        FixedFields.write(&ColouredPair { black, white })
    }
}

pub(crate) struct ColouredPair {
    black: EntrantId,
    white: EntrantId,
}

record!(FixedFields for ColouredPair {
    "black" black: Must ID,
    "white" white: Must ID,
});

const PAIR: Value = Value("two player numbers, such as [3, 5]");

/// How a stage is played: the system, and the figures it has.
struct Play;

const PLAYS: &[(&str, &[&str])] = &[
    ("swiss", &["system", "rounds"]),
    ("groups", &["system", "groups", "cycles", "advance"]),
    ("knock_out", &["system", "players", "games", "third_place"]),
    ("consolation_swiss", &["system", "rounds"]),
    ("final", &["system", "of", "games"]),
];

impl Codec<StagePlay> for Play {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<StagePlay> {
        let mut fields = source.object(node)?;
        let known = codec::field::<Must, _, _>(source, &mut fields, "system", &Word(PLAYS))?;
        let mut is_complete = true;
        for name in &known[1..] {
            is_complete &= match *name {
                "third_place" => {
                    codec::field::<Must, bool, _>(source, &mut fields, name, &FLAG).is_some()
                }
                _ => codec::field::<Must, u16, _>(source, &mut fields, name, &FIGURE).is_some(),
            };
        }
        fields.finish(source, known);
        is_complete.then(|| source.silent(node))?
    }

    fn write(&self, play: &StagePlay) -> String {
        inline(play)
    }
}

/// `-1`, `31`, `0.5`: kept as twice the number.
struct Halves;

impl Codec<i32> for Halves {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<i32> {
        let expected = "a number such as -1 or 31.5";
        let text = source
            .value::<serde_json::Number>(node, expected)?
            .to_string();
        let (whole, half) = match text.strip_suffix(".5") {
            Some(whole) if whole.starts_with('-') => (whole, -1),
            Some(whole) => (whole, 1),
            None => (text.strip_suffix(".0").unwrap_or(&text), 0),
        };
        let doubled = whole
            .parse::<i32>()
            .ok()
            .and_then(|whole| whole.checked_mul(2)?.checked_add(half));
        doubled.or_else(|| source.not_a(node, expected))
    }

    fn write(&self, halves: &i32) -> String {
        let sign = if *halves < 0 { "-" } else { "" };
        let half = if halves % 2 == 0 { "" } else { ".5" };
        format!("{sign}{}{half}", halves.unsigned_abs() / 2)
    }
}

/// Lots that were drawn by hand.
#[derive(Clone, Copy)]
pub(crate) struct LotsFields;

impl Codec<HandLots> for LotsFields {
    fn read<'a>(&self, source: &mut Source<'a>, node: Node<'a, '_>) -> Option<HandLots> {
        let LotsEntry {
            purpose,
            after,
            order,
            witnesses,
        } = LotsRecord.read(source, node)?;
        let purpose = match (purpose, after) {
            (LotsFor::Standings { .. }, Some(after)) => LotsFor::Standings { after },
            (LotsFor::Standings { .. }, None) => {
                source.wrong(node, What::Missing("after"));
                return None;
            }
            (LotsFor::RoundRobin | LotsFor::FirstRound, _) => purpose,
        };
        Some(HandLots {
            purpose,
            order,
            witnesses,
        })
    }

    fn write(&self, lots: &HandLots) -> String {
        let (purpose, after) = match lots.purpose {
            LotsFor::Standings { after } => (LotsFor::Standings { after: 0 }, Some(after)),
            LotsFor::RoundRobin | LotsFor::FirstRound => (lots.purpose, None),
        };
        let (order, witnesses) = (lots.order.clone(), lots.witnesses.clone());
        LotsRecord.write(&LotsEntry {
            purpose,
            after,
            order,
            witnesses,
        })
    }
}
