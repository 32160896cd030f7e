//! Letting a device to a table: the director's word, or the four digits of the round.

use std::sync::PoisonError;

use outflank_tournament::RoundNumber;
use outflank_tournament::running::TableNumber;

use crate::access::{AccessAct, Actor, Caller, Grant, NewLink, Role, Scope, TableRange, TokenKind};
use crate::desk::Desk;
use crate::ids::{Secret, TokenId, TournamentId};
use crate::log::{Append, RecordChange, RecordKey, RecordKind, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::request::{Request, What};
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::submit::{Failed, Write};

/// So many wrong codes of a round, from all addresses together, and the code changes.
const WRONG_DIGITS_MAX: u32 = 10;

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
        self.draw_digits(event, round).await
    }

    /// Whether these are the round's digits. Wrong ones are counted over all addresses: after ten of them the digits change, and
    /// the director is told.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read or written.
    pub async fn check_digits(
        &self,
        event: &TournamentId,
        round: RoundNumber,
        typed: &str,
    ) -> Result<bool, Refusal> {
        if self.round_digits(event, round).await? == typed {
            return Ok(true);
        }
        let is_last = {
            let mut wrong = (self.wrong_digits.lock()).unwrap_or_else(PoisonError::into_inner);
            let count = wrong.entry((event.clone(), round)).or_insert(0);
            *count += 1;
            let is_last = *count >= WRONG_DIGITS_MAX;
            if is_last {
                wrong.remove(&(event.clone(), round));
            }
            is_last
        };
        if is_last {
            self.draw_digits(event, round).await?;
            self.tell_director(event, round).await?;
        }
        Ok(false)
    }

    async fn draw_digits(
        &self,
        event: &TournamentId,
        round: RoundNumber,
    ) -> Result<String, Refusal> {
        let key = RecordKey::new(RecordKind::Setting, format!("digits/{event}/{round}"));
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

    /// A line among the reports at the director's desk.
    async fn tell_director(&self, event: &TournamentId, round: RoundNumber) -> Result<(), Refusal> {
        let stream = StreamName::from(event);
        let _guard = self.warm.lock([&stream]).await;
        let now = self.known_tournament(event)?;
        let fact = DeskFact::IrregularityReported {
            report: u32::try_from(now.reports.len())
                .unwrap_or(u32::MAX)
                .saturating_add(1),
            round,
            table: TableNumber(0),
            text: format!(
                "{WRONG_DIGITS_MAX} wrong codes were typed at the tables of round {round}. The code was changed. Tell the judges the new one."
            ),
        };
        let at = self.at_of(&*now);
        let append = Append {
            command_id: TokenId::random().to_string(),
            request: [0; 32],
            actor: Actor::Desk.to_string(),
            device: None,
            recorded_at: self.now(),
            writes: Vec::new(),
            records: Vec::new(),
            answer: "{}".into(),
        };
        let write = Write::to(&*now, vec![Decided::desk(at, fact)]);
        drop(now);
        match self.write(append, vec![write]).await {
            Ok(_) | Err(Failed::Conflict) => Ok(()),
            Err(Failed::Refused(refusal)) => Err(refusal),
        }
    }
}
