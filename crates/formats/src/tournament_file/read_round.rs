//! Reading the rounds, and the director's hand on the next one.

use outflank_pairing::{Colour, ENTRANTS_MAX, EntrantId, FixedPair, Hand};
use outflank_rulebook::{HalfDiscs, Raw};
use outflank_tournament::{ByColour, ListName, ListNameError};

use crate::tournament_file::game::GameEntry;
use crate::tournament_file::json::{Node, Path, Source};
use crate::tournament_file::problem::What;
use crate::tournament_file::read::{field, id, must};
use crate::tournament_file::{Lines, RoundEntry, words};

const ROUND: &[&str] = &[
    "stage",
    "list",
    "match",
    "games",
    "byes",
    "requested_byes",
    "absent",
];
const GAME: &[&str] = &[
    "black", "white", "discs", "result", "by", "winner", "flags", "moves", "table", "stage",
    "list", "match",
];
const NEXT: &[&str] = &[
    "absent",
    "requested_byes",
    "bye",
    "fixed",
    "forbidden",
    "avoid",
];
const FIXED: &[&str] = &["black", "white"];

/// No game has more characters of moves, passes written out.
const MOVES_CHARS_MAX: usize = 400;
/// No list has a longer name.
const LIST_CHARS_MAX: usize = 40;
/// No game has more flags.
const FLAGS_MAX: usize = 10;
/// Pairs the director may name for one round.
const PAIRS_MAX: usize = 10_000;

pub(crate) fn round<'a>(
    source: &mut Source<'a>,
    lines: &mut Lines,
    node: Node<'a, '_>,
) -> Option<RoundEntry> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let entry = RoundEntry {
        stage: field(source, f, "stage", |source, node| {
            source.word(node, words::STAGES)
        })
        .unwrap_or_default(),
        list: field(source, f, "list", list_name),
        match_label: field(source, f, "match", match_label),
        games: field(source, f, "games", |source, node| {
            games(source, lines, node)
        })
        .unwrap_or_default(),
        byes: field(source, f, "byes", |source, node| {
            noted_ids(source, lines, node)
        })
        .unwrap_or_default(),
        requested_byes: field(source, f, "requested_byes", |source, node| {
            noted_ids(source, lines, node)
        })
        .unwrap_or_default(),
        absent: field(source, f, "absent", |source, node| {
            noted_ids(source, lines, node)
        })
        .unwrap_or_default(),
    };
    fields.finish(source, ROUND);
    Some(entry)
}

fn games<'a>(
    source: &mut Source<'a>,
    lines: &mut Lines,
    node: Node<'a, '_>,
) -> Option<Vec<GameEntry>> {
    let items = source.list(node, ENTRANTS_MAX)?;
    let mut games = Vec::with_capacity(items.len());
    for (n, raw) in items.into_iter().enumerate() {
        let node = Node::inside(raw, Path::Item(&node.path, n));
        lines.put(node.path.to_string(), source.line(node));
        games.extend(game(source, node));
    }
    Some(games)
}

fn game<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<GameEntry> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let black = must(source, f, "black", id);
    let white = must(source, f, "white", id);
    let pair = black.zip(white);
    let discs = field(source, f, "discs", discs);
    let result = field(source, f, "result", |source, node| {
        source.word(node, words::RESULTS)
    });
    let by = field(source, f, "by", |source, node| side(source, node, pair));
    let winner = field(source, f, "winner", |source, node| side(source, node, pair));
    let flags = field(source, f, "flags", |source, node| {
        let items = source.list(node, FLAGS_MAX)?;
        let items = items.into_iter().enumerate();
        items
            .map(|(n, raw)| side(source, Node::inside(raw, Path::Item(&node.path, n)), pair))
            .collect()
    });
    let moves = field(source, f, "moves", |source, node| {
        source.text(node, MOVES_CHARS_MAX)
    });
    let table = field(source, f, "table", |source, node| {
        source.number(node, "a table's number")
    });
    let stage = field(source, f, "stage", |source, node| {
        source.word(node, words::STAGES)
    });
    let list = field(source, f, "list", list_name);
    let match_label = field(source, f, "match", match_label);
    fields.finish(source, GAME);
    let (black, white) = pair?;
    Some(GameEntry {
        discs,
        result,
        by,
        winner,
        flags: flags.unwrap_or_default(),
        moves,
        table,
        stage,
        list,
        match_label,
        ..GameEntry::new(black, white)
    })
}

fn list_name<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<ListName> {
    let text = source.text(node, LIST_CHARS_MAX)?;
    let read: Result<ListName, ListNameError> = text.parse();
    match read {
        Ok(list) => Some(list),
        Err(wrong) => {
            source.wrong(node, What::List(wrong));
            None
        }
    }
}

fn match_label<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Raw> {
    source.value::<Raw>(node, "a match's number or name")
}

fn discs<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<ByColour<HalfDiscs>> {
    let expected = "two numbers of discs from 0 to 64, Black's first, such as [40, 24]";
    let [black, white] = source.value::<[HalfDiscs; 2]>(node, expected)?;
    Some(ByColour { black, white })
}

/// A side: its colour, or the number of one of the two.
fn side<'a>(
    source: &mut Source<'a>,
    node: Node<'a, '_>,
    pair: Option<(EntrantId, EntrantId)>,
) -> Option<Colour> {
    let Ok(number) = source.quietly(node, |source, node| source.number::<u32>(node, "")) else {
        return source.word(node, words::COLOURS);
    };
    let (black, white) = pair?;
    match EntrantId(number) {
        id if id == black => Some(Colour::Black),
        id if id == white => Some(Colour::White),
        id => {
            source.wrong(
                node,
                What::NotA(format!(
                    "\"black\" or \"white\", or one of the two numbers; {id} is not in this game"
                )),
            );
            None
        }
    }
}

fn noted_ids<'a>(
    source: &mut Source<'a>,
    lines: &mut Lines,
    node: Node<'a, '_>,
) -> Option<Vec<EntrantId>> {
    lines.put(node.path.to_string(), source.line(node));
    ids(source, node)
}

pub(crate) fn ids<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<EntrantId>> {
    let items = source.list(node, ENTRANTS_MAX)?;
    let items = items.into_iter().enumerate();
    items
        .map(|(n, raw)| id(source, Node::inside(raw, Path::Item(&node.path, n))))
        .collect()
}

pub(crate) fn hand<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Hand> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let hand = Hand {
        absent: field(source, f, "absent", ids).unwrap_or_default(),
        requested_byes: field(source, f, "requested_byes", ids).unwrap_or_default(),
        bye: field(source, f, "bye", id),
        fixed: field(source, f, "fixed", fixed).unwrap_or_default(),
        forbidden: field(source, f, "forbidden", pairs).unwrap_or_default(),
        avoid: field(source, f, "avoid", pairs).unwrap_or_default(),
    };
    fields.finish(source, NEXT);
    Some(hand)
}

fn fixed<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<FixedPair>> {
    let items = source.list(node, PAIRS_MAX)?;
    let mut pairs = Vec::with_capacity(items.len());
    for (n, raw) in items.into_iter().enumerate() {
        let mut fields = source.object(Node::inside(raw, Path::Item(&node.path, n)))?;
        let black = must(source, &mut fields, "black", id);
        let white = must(source, &mut fields, "white", id);
        fields.finish(source, FIXED);
        let (black, white) = black.zip(white)?;
        pairs.push(FixedPair::Coloured { black, white });
    }
    Some(pairs)
}

fn pairs<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<(EntrantId, EntrantId)>> {
    let items = source.list(node, PAIRS_MAX)?;
    let items = items.into_iter().enumerate();
    items
        .map(|(n, raw)| {
            let node = Node::inside(raw, Path::Item(&node.path, n));
            let [one, other] =
                source.value::<[u32; 2]>(node, "two numbers of entrants, such as [3, 5]")?;
            Some((EntrantId(one), EntrantId(other)))
        })
        .collect()
}
