//! Letting a device to a table: the director's word, or the four digits of the round.

use outflank_tournament::RoundNumber;
use outflank_tournament::running::TableNumber;

use crate::access::{AccessAct, Caller, Grant, NewLink, Role, Scope, TableRange, TokenKind};
use crate::desk::Desk;
use crate::ids::{Secret, TokenId, TournamentId};
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::refusal::{Reason, Refusal};
use crate::request::{Request, What};

impl Desk {
    /// The four digits that let a judge to a table of this round. They are made at random when they
    /// are first asked for, and told only to the desk's own people.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read or written.
    pub async fn round_digits(
        &self,
        event: &TournamentId,
        round: RoundNumber,
    ) -> Result<String, Refusal> {
        let key = RecordKey::new(RecordKind::Setting, format!("digits/{event}/{round}"));
        if let Some(digits) = self.store.record(&key).await? {
            return Ok(digits);
        }
        let drawn = blake3::hash(TokenId::random().as_str().as_bytes());
        let number = drawn.as_bytes()[..4]
            .iter()
            .fold(0_u32, |sum, byte| sum.wrapping_mul(256) + u32::from(*byte));
        let digits = format!("{:04}", number % 10_000);
        let body = Some(digits.clone());
        self.store
            .put_records(vec![RecordChange { key, body }])
            .await?;
        Ok(digits)
    }

    /// A link that makes one browser the judge's of a table in a round.
    ///
    /// # Errors
    /// [`Refusal`] if the caller may not give it, or the log cannot be written.
    pub async fn admit_judge(
        &self,
        caller: &Caller,
        event: &TournamentId,
        round: RoundNumber,
        table: TableNumber,
    ) -> Result<Secret, Refusal> {
        let scope = Scope {
            round: Some(round),
            tables: Some(TableRange::one(table)),
            ..Scope::tournament(event)
        };
        let link = NewLink {
            kind: TokenKind::Once,
            grant: Grant {
                role: Role::Judge,
                scope,
            },
            expires: None,
            only: Vec::new(),
            label: Some(format!("tablet at table {table}")),
        };
        let act = AccessAct::MakeLink(link);
        let request = Request::new(TokenId::random().as_str(), What::Access { act });
        let answer = self.submit(caller, request).await?;
        answer
            .secret
            .ok_or_else(|| Refusal::desk(Reason::UnknownToken {}))
    }
}
