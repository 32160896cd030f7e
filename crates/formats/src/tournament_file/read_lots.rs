//! Reading lots that were drawn by hand.

use outflank_tournament::{HandLots, LotsFor, WITNESSES_MAX};

use crate::tournament_file::json::{Node, Path, Source};
use crate::tournament_file::problem::What;
use crate::tournament_file::read::{field, must, text};
use crate::tournament_file::read_round::ids;
use crate::tournament_file::words;

const LOTS: &[&str] = &["for", "after", "order", "witnesses"];

pub(crate) fn lots<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<HandLots> {
    let mut fields = source.object(node)?;
    let f = &mut fields;
    let purpose = must(source, f, "for", |source, node| {
        source.word(node, words::LOTS)
    });
    let after = field(source, f, "after", |source, node| {
        source.number(node, "the number of a round")
    });
    let purpose = purpose.and_then(|purpose| match (purpose, after) {
        (LotsFor::Standings { .. }, Some(after)) => Some(LotsFor::Standings { after }),
        (LotsFor::Standings { .. }, None) => {
            source.wrong(node, What::Missing("after"));
            None
        }
        (purpose @ (LotsFor::RoundRobin | LotsFor::FirstRound), _) => Some(purpose),
    });
    let order = must(source, f, "order", ids);
    let witnesses = field(source, f, "witnesses", names).unwrap_or_default();
    fields.finish(source, LOTS);
    Some(HandLots {
        purpose: purpose?,
        order: order?,
        witnesses,
    })
}

fn names<'a>(source: &mut Source<'a>, node: Node<'a, '_>) -> Option<Vec<String>> {
    let items = source.list(node, WITNESSES_MAX)?;
    let name = |(n, raw)| text(source, Node::inside(raw, Path::Item(&node.path, n)));
    items.into_iter().enumerate().map(name).collect()
}
