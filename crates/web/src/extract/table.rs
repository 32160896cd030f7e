//! The table in the path, in the latest public round that has it.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_board::BySide;
use outflank_desk::TournamentNow;
use outflank_desk::access::{Action, Caller, Target};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{Phase, TableNumber};
use serde::Deserialize;

use crate::Web;
use crate::extract;
use crate::extract::{Path, Tournament};
use crate::respond::Problem;

#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) caller: Caller,
    pub(crate) now: Arc<TournamentNow>,
    pub(crate) round: RoundNumber,
    pub(crate) number: TableNumber,
    pub(crate) target: Target,
    pub(crate) names: BySide<String>,
}

impl Table {
    fn of(caller: Caller, now: Arc<TournamentNow>, number: TableNumber) -> Option<Self> {
        let public = now
            .affairs()
            .rounds
            .iter()
            .rev()
            .filter(|life| match life.phase {
                Phase::Proposed => false,
                Phase::Announced | Phase::Started | Phase::Finished | Phase::Validated => true,
            });
        let (round, card) = public
            .filter_map(|life| Some((life.number, life.card(number)?)))
            .next()?;
        let target = Target {
            round: Some(round),
            table: Some(number),
            entrants: card.players().to_vec(),
            ..Target::tournament(&now.id)
        };
        let names = BySide::new(now.name(card.black), now.name(card.white));
        // A training copy is for those who work with it: nobody can ask to be let in to its tables.
        let is_shown = now.is_shown_to(&caller) || caller.may(Action::JudgeGame, &target);
        is_shown.then_some(Self {
            caller,
            now,
            round,
            number,
            target,
            names,
        })
    }

    pub(crate) fn may(&self, action: Action) -> bool {
        self.caller.may(action, &self.target)
    }
}

#[derive(Deserialize)]
struct TablePath {
    table: TableNumber,
}

impl FromRequestParts<Arc<Web>> for Table {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let caller = extract::Caller::from_request_parts(parts, web).await?.0;
        let now = Tournament::from_request_parts(parts, web).await?.0;
        let path = Path::<TablePath>::from_request_parts(parts, web).await?.0;
        Self::of(caller, now, path.table).ok_or_else(|| Problem::not_found("table"))
    }
}
