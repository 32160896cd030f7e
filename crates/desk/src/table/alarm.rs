//! Clocks that would fall, and devices that are heard of.

use std::sync::Arc;

use outflank_game as game;
use outflank_game::Timekeeper;
use outflank_tournament::running::Timestamp;

use crate::access::{Action, Caller};
use crate::desk::{Desk, game_stream};
use crate::feed::hub::DeviceCall;
use crate::ids::GameId;
use crate::log::{Duty, Fault, RecordChange, RecordKey, RecordKind};
use crate::refusal::{Reason, Refusal};
use crate::request::{GameRequest, Request, What};
use crate::state::game::GameNow;
use crate::submit::lag::allowance;
use crate::table::device::{Contact, Heard, Place};

/// A device's contact is written down when it changed by this much; in between it is remembered.
const CONTACT_WRITTEN_EVERY_MS: i64 = 10_000;

impl Desk {
    /// When the next clock would fall that the desk has to look at.
    #[must_use]
    pub fn next_alarm(&self) -> Option<Timestamp> {
        let falls = |game: &Arc<GameNow>| match game.timekeeper()? {
            Timekeeper::Server => {
                let (player, at) = game.game.falls_at()?;
                Some((player, at.plus(allowance(game, player))))
            }
            Timekeeper::Tablet => game.game.falls_at(),
            Timekeeper::Physical => None,
        };
        let times = self.warm.games();
        (times.iter().filter_map(falls))
            .map(|(_, at)| at)
            .chain(self.next_online())
            .min()
    }

    /// Raises the flags of games whose clock the server keeps, and asks the devices of the others;
    /// while a device is silent nothing falls.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub async fn ring(&self) -> Result<(), Refusal> {
        let is_ours = self.may_ring().await?;
        if is_ours {
            self.ring_online().await?;
        }
        let now = self.now();
        for game in self.warm.games() {
            let Some((player, fell_at)) = game.game.falls_at() else {
                continue;
            };
            if fell_at > now {
                continue;
            }
            match game.timekeeper() {
                // A move that was made in time may still be on its way.
                Some(Timekeeper::Server) if now.since(fell_at) < allowance(&game, player) => {}
                Some(Timekeeper::Server) if is_ours => self.raise_flag(&game).await?,
                Some(Timekeeper::Server) => {}
                // Each server asks the devices that speak to it.
                Some(Timekeeper::Tablet) => self.hub.call(DeviceCall::IsFlagDown {
                    game: game.id.clone(),
                    player,
                    fell_at,
                }),
                Some(Timekeeper::Physical) | None => {}
            }
        }
        Ok(())
    }

    /// Of several servers one rings, and not before a time in which none was there is recorded as a pause.
    async fn may_ring(&self) -> Result<bool, Refusal> {
        Ok(match self.store.duty() {
            Duty::Alone => true,
            Duty::Standby => false,
            Duty::OnDuty => self.gap().await?.is_none(),
        })
    }

    async fn raise_flag(&self, game: &GameNow) -> Result<(), Refusal> {
        let request = GameRequest {
            game: game.id.clone(),
            by: game::By::Clock,
            act: game::Act::Flag { player: None },
        };
        let what = What::Game(Box::new(request));
        // Whoever raises it, and however often: it is one command.
        let id = format!("flag:{}:{}", game.id, game.clock_set.0);
        let request = Request::new(id, what);
        match self.submit(&Caller::desk(), request).await {
            // Somebody moved in the meantime, or flags are claimed in this game.
            Ok(_) | Err(Refusal::Game(_)) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }

    /// A device at a table is heard of: its clock is compared with the server's. The first one to
    /// speak is the table's device until it is taken off.
    ///
    /// # Errors
    /// [`Refusal`] if the game is unknown or he does not sit at its table.
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
    /// [`Refusal`] if the game is unknown or he does not sit at its table.
    pub async fn heard(
        &self,
        caller: &Caller,
        id: &GameId,
        heard: &Heard,
    ) -> Result<Contact, Refusal> {
        let _guard = self.warm.lock(&[&game_stream(id)]).await;
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
        let next = match known {
            Some(last) if last.device == device => last.again(heard.at_ms, heard.queued, now),
            // A table's device keeps its place through a cut; somebody has to give it to another.
            Some(other) if heard.queued.is_some() || other.silent_since(now).is_none() => {
                return Err(Refusal::desk(Reason::OtherDevice {
                    device: other.device.clone(),
                }));
            }
            Some(_) | None => Contact::first(device, heard.at_ms, now),
        };
        let is_due = known.as_ref().is_none_or(|last| {
            now.since(last.last).0 >= CONTACT_WRITTEN_EVERY_MS || last.device != next.device
        });
        let mut kept = game;
        let changed = Arc::make_mut(&mut kept);
        match heard.place {
            Place::Board => changed.contact = Some(next.clone()),
            Place::Clock => changed.clock_contact = Some(next.clone()),
        }
        self.warm.put_game(kept);
        if is_due {
            self.put_contact(id, heard.place, Some(&next)).await?;
        }
        Ok(next)
    }

    /// Takes the device off a table, so that another can have its place: the device itself hands
    /// over, or somebody who rules on the game replaces it. What it has not sent is kept apart when
    /// it comes.
    ///
    /// # Errors
    /// [`Refusal`] if the game is unknown or he may not.
    pub async fn release_device(
        &self,
        caller: &Caller,
        id: &GameId,
        place: Place,
        by_device: Option<&str>,
    ) -> Result<(), Refusal> {
        let _guard = self.warm.lock(&[&game_stream(id)]).await;
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
        self.warm.put_game(kept);
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
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}

/// Where a device's contact is kept.
fn record_name(id: &GameId, place: Place) -> String {
    match place {
        Place::Board => id.to_string(),
        Place::Clock => format!("{id}-clock"),
    }
}

/// The most bytes of a device's name.
const DEVICE_CHARS_MAX: usize = 64;
