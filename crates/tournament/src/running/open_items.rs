//! What is still asked for at the tables of a round.

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::play::TranscriptDuty;

use super::fact::{OpenItem, OpenPoint};
use super::official::{Official, ResultState};
use super::round_life::{Card, RoundLife};

/// Signatures, transcripts and confirmations that are still asked for; they never block.
pub(crate) fn open_items(life: &RoundLife, duty: TranscriptDuty) -> Vec<OpenItem> {
    life.cards
        .iter()
        .flat_map(|card| open_at(card, duty))
        .collect()
}

fn open_at(card: &Card, duty: TranscriptDuty) -> Vec<OpenItem> {
    let played = match card.settled() {
        Some(Official::Played { .. } | Official::Resigned { .. }) => true,
        Some(
            Official::Forfeit { .. }
            | Official::DoubleForfeit { .. }
            | Official::Adjudicated { .. }
            | Official::Annulled,
        )
        | None => false,
    };
    if !played {
        return Vec::new();
    }
    let item = |of: Option<EntrantId>, point: OpenPoint| OpenItem {
        table: card.table,
        of,
        point,
    };
    let mut items = Vec::new();
    for player in card.players() {
        if !card.signed.contains(&player) {
            items.push(item(Some(player), OpenPoint::Signature));
        }
        match duty {
            TranscriptDuty::Required if !card.transcripts.contains(&player) => {
                items.push(item(Some(player), OpenPoint::Transcript));
            }
            TranscriptDuty::Required | TranscriptDuty::Optional => {}
        }
    }
    if card.state == ResultState::Entered {
        items.push(item(None, OpenPoint::Confirmation));
    }
    items
}
