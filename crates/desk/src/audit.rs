//! What the owner should know about attempts to get in and about personal data that left. It is kept apart from the log of any
//! tournament, and for a limited time.

use outflank_tournament::running::Timestamp;
use serde::{Deserialize, Serialize};

use crate::access::{Action, Caller, Target};
use crate::desk::Desk;
use crate::ids::TokenId;
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::refusal::Refusal;

const AUDIT: &str = "audit/";
/// The most entries that are kept; the oldest go first.
const ENTRIES_MAX: usize = 5000;
/// The most characters of each text.
const TEXT_CHARS_MAX: usize = 200;

#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuditKind {
    SignInFailed,
    /// A wrong code at the table of a round.
    WrongCode,
    /// Accounts, roles, passwords or links changed.
    RightsChanged,
    PersonalDataExported,
}

/// An entry of the audit trail.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    pub at: Timestamp,
    pub kind: AuditKind,
    /// The caller, or the login that was typed.
    pub who: String,
    pub about: String,
    /// The address the request came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

impl Desk {
    /// Keeps an entry. A trail that cannot be written does not stop anybody's work; it is reported.
    pub async fn audit(&self, kind: AuditKind, who: &str, about: &str, address: Option<String>) {
        let short = |text: &str| text.chars().take(TEXT_CHARS_MAX).collect();
        let entry = AuditEntry {
            at: self.now(),
            kind,
            who: short(who),
            about: short(about),
            address,
        };
        let key = RecordKey::new(
            RecordKind::Setting,
            format!("{AUDIT}{:016}-{}", entry.at.0, TokenId::random()),
        );
        let body = serde_json::to_string(&entry).ok();
        let written = self
            .store
            .put_records(vec![RecordChange { key, body }])
            .await;
        if let Err(fault) = written {
            tracing::warn!(%fault, ?kind, "the audit trail could not be written");
        }
    }

    /// The audit trail, the latest first.
    ///
    /// # Errors
    /// [`Refusal`] if the caller is not the owner, or the log cannot be read.
    pub async fn audit_trail(&self, caller: &Caller) -> Result<Vec<AuditEntry>, Refusal> {
        if !caller.may(Action::ManageUsers, &Target::default()) {
            return Err(Refusal::not_allowed(caller, Action::ManageUsers));
        }
        let records = self.store.records(RecordKind::Setting).await?;
        let trail = records.into_iter().filter(|(id, _)| id.starts_with(AUDIT));
        let mut entries: Vec<AuditEntry> = trail
            .filter_map(|(_, body)| serde_json::from_str(&body).ok())
            .collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.at));
        Ok(entries)
    }

    /// The entries that are too many.
    pub(crate) async fn old_audit_entries(&self) -> Result<Vec<RecordKey>, Refusal> {
        let records = self.store.records(RecordKind::Setting).await?;
        let ids = records.into_iter().map(|(id, _)| id);
        let ids: Vec<String> = ids.filter(|id| id.starts_with(AUDIT)).collect();
        let over = ids.len().saturating_sub(ENTRIES_MAX);
        Ok((ids.into_iter().take(over))
            .map(|id| RecordKey::new(RecordKind::Setting, id))
            .collect())
    }
}
