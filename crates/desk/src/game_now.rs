//! A game as the desk keeps it warm.

use outflank_game as game;
use outflank_game::{Event, Fact, Game, Timekeeper};
use outflank_rulebook::StoredError;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Timestamp;

use crate::access::{Role, Target};
use crate::desk_fact::DeskFact;
use crate::device::Contact;
use crate::ids::GameId;
use crate::log::{Envelope, Seq};
use crate::mark::Mark;
use crate::request::GamePlace;

/// A game folded from its stream.
#[derive(Debug, Clone)]
pub struct GameNow {
    /// Its id.
    pub id: GameId,
    /// The last event of its stream.
    pub version: Seq,
    /// How it stands.
    pub game: Game,
    /// Where it is played, and by whom.
    pub seats: Option<Seats>,
    /// Taps that wait for the director.
    pub held: Vec<HeldTap>,
    /// Whether the deciding official himself has ruled on it.
    pub head_has_ruled: bool,
    /// Who did something last.
    pub last: Option<Mark>,
    /// The device at the table and its last contact.
    pub contact: Option<Contact>,
    pub(crate) held_count: u32,
    /// When the last event happened: nothing is recorded before it.
    pub(crate) last_at: Timestamp,
}

/// A table and the two at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    /// Which table.
    pub place: GamePlace,
    /// Who has Black.
    pub black: EntrantId,
    /// Who has White.
    pub white: EntrantId,
}

/// A tap of a device that did not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldTap {
    /// Its number.
    pub held: u32,
    /// Who spoke.
    pub by: game::By,
    /// What.
    pub act: game::Act,
    /// When, by the device.
    pub made_at: Timestamp,
    /// Why it does not fit.
    pub why: String,
}

impl GameNow {
    /// A game of which nothing is known yet.
    pub(crate) fn new(id: GameId) -> Self {
        Self {
            id,
            version: Seq(0),
            game: Game::new(),
            seats: None,
            held: Vec::new(),
            head_has_ruled: false,
            last: None,
            contact: None,
            held_count: 0,
            last_at: Timestamp(0),
        }
    }

    /// Records one stored event.
    pub(crate) fn apply(&mut self, envelope: &Envelope) -> Result<(), StoredError> {
        let content = &envelope.content;
        self.version = content.seq;
        self.last = Some(Mark::of(content));
        if DeskFact::is_kind(&content.kind) {
            self.note(DeskFact::from_stored(&content.kind, &content.body)?);
            return Ok(());
        }
        let event = Event::from_stored(&content.kind, &content.body)?;
        if is_decision(&event.fact) && is_of_the_head(&content.actor) {
            self.head_has_ruled = true;
        }
        self.last_at = self.last_at.max(content.at);
        game::apply(&mut self.game, &event);
        Ok(())
    }

    fn note(&mut self, fact: DeskFact) {
        match fact {
            DeskFact::GamePlaced {
                tournament,
                round,
                table,
                black,
                white,
            } => {
                self.seats = Some(Seats {
                    place: GamePlace {
                        tournament,
                        round,
                        table,
                    },
                    black,
                    white,
                });
            }
            DeskFact::TapHeld {
                held,
                by,
                act,
                made_at,
                why,
            } => {
                self.held_count = self.held_count.max(held);
                self.held.push(HeldTap {
                    held,
                    by,
                    act,
                    made_at,
                    why,
                });
            }
            DeskFact::TapSettled { held, .. } => self.held.retain(|tap| tap.held != held),
            DeskFact::SlugGiven { .. }
            | DeskFact::GameOpened { .. }
            | DeskFact::TrainingCopied { .. }
            | DeskFact::DevicePairingsSet { .. }
            | DeskFact::ItemTicked { .. } => {}
        }
    }

    /// What an act on this game is about.
    #[must_use]
    pub fn target(&self) -> Target {
        match &self.seats {
            None => Target {
                game: Some(self.id.clone()),
                ..Target::default()
            },
            Some(seats) => Target {
                tournament: Some(seats.place.tournament.clone()),
                round: Some(seats.place.round),
                table: Some(seats.place.table),
                entrants: vec![seats.black, seats.white],
                game: Some(self.id.clone()),
            },
        }
    }

    /// Who keeps the time.
    #[must_use]
    pub fn timekeeper(&self) -> Option<Timekeeper> {
        self.game.setting().map(|setting| setting.timekeeper)
    }

    /// Since when the table's device is out of contact, if it is.
    #[must_use]
    pub fn out_of_contact_since(&self, now: Timestamp) -> Option<Timestamp> {
        match self.timekeeper()? {
            Timekeeper::Tablet => self.contact.as_ref()?.silent_since(now),
            Timekeeper::Server | Timekeeper::Physical => None,
        }
    }
}

/// What the deciding official's word makes final.
const fn is_decision(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Ruled { .. }
            | Fact::TimePenalised { .. }
            | Fact::PlayerExpelled { .. }
            | Fact::ResultCorrected { .. }
    )
}

/// Whether the log's word for somebody says that he spoke as the deciding official.
pub(crate) fn is_of_the_head(actor: &str) -> bool {
    let role = actor.rsplit_once(" as ").map(|(_, role)| role);
    role == Some(Role::Head.word()) || role == Some(Role::Owner.word())
}
