//! Contacts of the devices at a table: remembered each time, written to the store now and then.

use std::sync::Arc;

use crate::access::{Action, Caller};
use crate::desk::Desk;
use crate::ids::GameId;
use crate::log::{Fault, RecordChange, RecordKey, RecordKind};
use crate::refusal::{Reason, Refusal};
use crate::table::device::{Contact, Heard, Place};

/// A contact is written to the store this long after the last time it was; in between it is only remembered.
const CONTACT_WRITTEN_EVERY_MS: i64 = 10_000;
/// The most bytes of a device's name.
const DEVICE_CHARS_MAX: usize = 64;

impl Desk {
    /// A device at a table is heard of: its clock is compared with the server's. The first one to
    /// speak is the table's device until it is taken off.
    ///
    /// # Errors
    /// [`Refusal`] if the game is unknown or the caller does not play at its table.
    pub async fn contact(
        &self,
        caller: &Caller,
        id: &GameId,
        device: &str,
        monotonic_ms: i64,
    ) -> Result<Contact, Refusal> {
        let heard = Heard {
            device: device.to_owned(),
            at_ms: monotonic_ms,
            queued: None,
            place: Place::Board,
        };
        self.heard(caller, id, &heard).await
    }

    /// The same for a device that says what it has not sent yet, and which place it has.
    ///
    /// # Errors
    /// [`Refusal`] if the game is unknown or the caller does not play at its table.
    pub async fn heard(
        &self,
        caller: &Caller,
        id: &GameId,
        heard: &Heard,
    ) -> Result<Contact, Refusal> {
        let _guard = self.warm.lock([&id.into()]).await;
        let unknown = || Refusal::desk(Reason::UnknownGame {});
        let game = self.game(id).await?.ok_or_else(unknown)?;
        if !caller.may(Action::PlayGame, &game.target()) {
            return Err(Refusal::not_allowed(caller, Action::PlayGame));
        }
        let device = heard.device.as_str();
        if device.is_empty() || device.len() > DEVICE_CHARS_MAX {
            return Err(Refusal::desk(Reason::BadText {
                what: "the device",
                limit: DEVICE_CHARS_MAX,
            }));
        }
        let now = self.now();
        let known = match heard.place {
            Place::Board => &game.contact,
            Place::Clock => &game.clock_contact,
        };
        // The device may have spoken to another server, and another may have its place.
        let is_fresh = |last: &Contact| {
            last.device == device && now.since(last.last).0 < CONTACT_WRITTEN_EVERY_MS
        };
        let stored;
        let known = if self.is_shared() && !known.as_ref().is_some_and(is_fresh) {
            stored = self.stored_contact(id, heard.place).await?;
            &stored
        } else {
            known
        };
        let mut next = match known {
            Some(last) if last.device == device => last.again(heard.at_ms, heard.queued, now),
            // A table's device keeps its place through a cut; a person has to give it to another.
            Some(other) if heard.queued.is_some() || other.silent_since(now).is_none() => {
                return Err(Refusal::desk(Reason::OtherDevice {
                    device: other.device.clone(),
                }));
            }
            Some(_) | None => Contact::first(device, heard.at_ms, now),
        };
        let is_due = next
            .written_at
            .is_none_or(|written| now.since(written).0 >= CONTACT_WRITTEN_EVERY_MS);
        // A contact is remembered even when the store does not take it.
        let mut written = Ok(());
        if is_due {
            written = self.put_contact(id, heard.place, Some(&next)).await;
            if written.is_ok() {
                next.written_at = Some(now);
            }
        }
        let mut kept = game;
        let changed = Arc::make_mut(&mut kept);
        match heard.place {
            Place::Board => changed.contact = Some(next.clone()),
            Place::Clock => changed.clock_contact = Some(next.clone()),
        }
        self.warm.games.put(id, kept);
        written?;
        Ok(next)
    }

    /// Takes the device off a table, so that another can have its place: the device itself hands
    /// over, or an official who rules on the game replaces it. What it has not sent is kept apart when
    /// it comes.
    ///
    /// # Errors
    /// [`Refusal`] if the game is unknown or the caller may not.
    pub async fn release_device(
        &self,
        caller: &Caller,
        id: &GameId,
        place: Place,
        by_device: Option<&str>,
    ) -> Result<(), Refusal> {
        let _guard = self.warm.lock([&id.into()]).await;
        let unknown = || Refusal::desk(Reason::UnknownGame {});
        let game = self.game(id).await?.ok_or_else(unknown)?;
        let contact = match place {
            Place::Board => &game.contact,
            Place::Clock => &game.clock_contact,
        };
        let is_own = contact.as_ref().map(|one| one.device.as_str()) == by_device;
        let action = match by_device {
            Some(_) if is_own => Action::PlayGame,
            Some(_) | None => Action::RuleGame,
        };
        if !caller.may(action, &game.target()) {
            return Err(Refusal::not_allowed(caller, action));
        }
        let mut kept = game;
        let changed = Arc::make_mut(&mut kept);
        match place {
            Place::Board => changed.contact = None,
            Place::Clock => changed.clock_contact = None,
        }
        self.warm.games.put(id, kept);
        self.put_contact(id, place, None).await?;
        Ok(())
    }

    async fn put_contact(
        &self,
        id: &GameId,
        place: Place,
        contact: Option<&Contact>,
    ) -> Result<(), Fault> {
        let text = |contact: &Contact| {
            serde_json::to_string(contact).expect("a contact has no map keys but texts")
        };
        let change = RecordChange {
            key: RecordKey::new(RecordKind::Device, record_name(id, place)),
            body: contact.map(text),
        };
        self.store.put_records(vec![change]).await
    }

    /// The last contact that was written down.
    pub(crate) async fn stored_contact(
        &self,
        id: &GameId,
        place: Place,
    ) -> Result<Option<Contact>, Fault> {
        let key = RecordKey::new(RecordKind::Device, record_name(id, place));
        let text = self.store.record(&key).await?;
        let contact: Option<Contact> = text.and_then(|text| serde_json::from_str(&text).ok());
        Ok(contact.map(|contact| Contact {
            written_at: Some(contact.last),
            ..contact
        }))
    }
}

/// Where a device's contact is kept.
fn record_name(id: &GameId, place: Place) -> String {
    match place {
        Place::Board => id.to_string(),
        Place::Clock => format!("{id}-clock"),
    }
}
