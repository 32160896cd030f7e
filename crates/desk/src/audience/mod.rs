//! What the public may see, decided here and nowhere else. Pages, API, live streams, pictures and files ask this
//! module before anything leaves.
//!
//! - [`Audience`] is who looks: the public, officials, or the owner.
//! - [`Audience::sight`] says how much of an event an audience sees, by its kind, as it is declared with the event
//!   ([`outflank_event::Shown`]).
//! - [`Desk::is_shown`] says whether it sees that event now: nothing of a training copy, of a withheld game, or of a
//!   game whose delay is not over is public.
//! - [`EventShown::of`] is the event without what the audience does not see.
//! - [`Desk::public_game`] and [`Desk::seen_game`] give a game as the public or a caller sees it; [`Hold`] says how a
//!   game is kept from the public.

mod games;

use std::borrow::Cow;

use outflank_event::Shown;
use outflank_tournament::running as tournament_log;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::access::{Action, Caller, Target};
use crate::declare::shown;
use crate::desk::Desk;
use crate::ids::TournamentId;
use crate::log::{Content, Envelope, StreamName};

pub use crate::audience::games::{
    DELAY_SECONDS_MAX, Hold, Irregularity, SeenGame, may_report, sees_now, sides_of,
};

pub(crate) use crate::audience::games::silent_by;

/// How much of the log a caller sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Audience {
    Public,
    /// Officials of the tournament: whole log entries with sender and time, but nothing about accounts.
    Officials,
    /// The owner: accounts, links and delegations too.
    Owner,
}

/// What an audience gets of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// All of it, with who sent it.
    Full,
    /// The body, without who sent it.
    Body,
    /// That it happened, without its body.
    KindOnly,
    Hidden,
}

impl Audience {
    /// How much of what concerns `target` a caller sees.
    #[must_use]
    pub fn of(caller: &Caller, target: &Target) -> Self {
        if caller.may(Action::ManageUsers, target) {
            Self::Owner
        } else if caller.may(Action::ReadDesk, target) {
            Self::Officials
        } else {
            Self::Public
        }
    }

    /// What this audience gets of an event of this kind; of an unknown kind the public gets nothing.
    #[must_use]
    pub fn sight(self, kind: &str) -> Sight {
        match (self, shown(kind)) {
            (Self::Owner, _) => Sight::Full,
            (Self::Officials | Self::Public, Shown::ToOwner) => Sight::Hidden,
            (Self::Officials, _) => Sight::Full,
            (Self::Public, Shown::Whole) => Sight::Body,
            (Self::Public, Shown::Kind) => Sight::KindOnly,
            (Self::Public, Shown::ToOfficials) => Sight::Hidden,
        }
    }
}

/// An event as an audience sees it.
#[derive(Debug, Serialize)]
pub struct EventShown<'a> {
    /// Its place in the whole log.
    pub global_seq: u64,
    /// Its stream: `tournament/ID`, `game/ID` or `access`.
    pub stream: &'a StreamName,
    /// Its place in the stream.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// When it was written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_at: Option<i64>,
    /// Who sent the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<&'a str>,
    /// The command it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_id: Option<&'a str>,
    pub kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Cow<'a, RawValue>>,
    /// Its hash, for readers that keep the chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

impl<'a> EventShown<'a> {
    /// What an audience sees of an event by its kind; `None` if it sees nothing. Whether it sees the event now is
    /// [`Desk::is_shown`].
    #[must_use]
    pub fn of(envelope: &'a Envelope, audience: Audience) -> Option<Self> {
        let content = &envelope.content;
        let (is_full, has_body) = match audience.sight(&content.kind) {
            Sight::Full => (true, true),
            Sight::Body => (false, true),
            Sight::KindOnly => (false, false),
            Sight::Hidden => return None,
        };
        Some(Self {
            global_seq: envelope.global_seq.0,
            stream: &content.stream,
            seq: content.seq.0,
            at: content.at.0,
            recorded_at: is_full.then_some(content.recorded_at.0),
            actor: is_full.then_some(content.actor.as_str()),
            device: content.device.as_deref().filter(|_| is_full),
            command_id: is_full.then_some(content.command_id.as_str()),
            kind: &content.kind,
            body: match has_body {
                true => body_for(content, is_full),
                false => None,
            },
            hash: is_full.then(|| envelope.hash.to_string()),
        })
    }
}

/// The body of an event. The seed of the lots stays with the officials: whoever knows it computes a pairing before it is
/// published.
fn body_for(content: &Content, is_full: bool) -> Option<Cow<'_, RawValue>> {
    if is_full || content.kind != tournament_log::FactKind::Created.word() {
        let body: &RawValue = serde_json::from_str(&content.body).ok()?;
        return Some(Cow::Borrowed(body));
    }
    let mut body: serde_json::Value = serde_json::from_str(&content.body).ok()?;
    if let Some(setting) = body.get_mut("setting").and_then(|one| one.as_object_mut()) {
        setting.remove("seed");
    }
    let body = serde_json::value::to_raw_value(&body).ok()?;
    Some(Cow::Owned(body))
}

impl Desk {
    /// Whether an audience may see an event now.
    pub async fn is_shown(&self, envelope: &Envelope, audience: Audience) -> bool {
        match audience {
            Audience::Owner | Audience::Officials => return true,
            Audience::Public => {}
        }
        match &envelope.content.stream {
            StreamName::Tournament(id) => !self.is_training(id),
            StreamName::Game(id) => match self.game(id).await {
                Ok(Some(game)) => {
                    let recorded = envelope.content.recorded_at;
                    self.hold_of(&game).shows(recorded, self.now())
                }
                Ok(None) | Err(_) => false,
            },
            StreamName::Access | StreamName::Federation(_) => true,
        }
    }

    /// The tournament an event belongs to, as one of its own or of one of its games.
    pub async fn tournament_of(&self, envelope: &Envelope) -> Option<TournamentId> {
        match &envelope.content.stream {
            StreamName::Tournament(id) => Some(id.clone()),
            // A game is never moved to another tournament.
            StreamName::Game(id) => {
                let game = self.game(id).await.ok().flatten()?;
                Some(game.seats.as_ref()?.place.tournament.clone())
            }
            StreamName::Access | StreamName::Federation(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::audience::*;

    #[test]
    fn a_draft_pairing_is_never_public() {
        for kind in [
            "tournament.round_proposed",
            "tournament.hand_set",
            "tournament.roll_called",
            "tournament.something_new",
            "access.user_added",
            "federation.fee_paid",
        ] {
            assert_eq!(Audience::Public.sight(kind), Sight::Hidden, "{kind}");
        }
    }

    #[test]
    fn accounts_are_shown_to_the_owner_alone() {
        for kind in ["access.user_added", "federation.founded"] {
            assert_eq!(Audience::Officials.sight(kind), Sight::Hidden);
            assert_eq!(Audience::Owner.sight(kind), Sight::Full);
        }
    }
}
