//! A game as the desk keeps it warm.

use outflank_board::{BySide, Side};
use outflank_event::StoredError;
use outflank_game as game;
use outflank_game::{Event, Fact, Game, Phase, Pressing, ScreenPlay, Timekeeper};
use outflank_rulebook::Millis;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Timestamp;

use crate::access::{Role, Target};
use crate::desk::Desk;
use crate::ids::GameId;
use crate::log::{Content, Fault, Seq, StreamName};
use crate::request::GamePlace;
use crate::state::desk_fact::DeskFact;
use crate::state::event::StreamEvent;
use crate::state::mark::Mark;
use crate::state::warm::{StreamState, Touched, Warm, WarmStates};
use crate::table::device::{Contact, Place};

/// A game folded from its stream.
#[derive(Debug, Clone)]
pub struct GameNow {
    pub id: GameId,
    /// The number of the last log entry of its stream.
    pub version: Seq,
    pub game: Game,
    /// Where it is played, and by whom.
    pub seats: Option<Seats>,
    /// Taps that wait for the director.
    pub held: Vec<HeldTap>,
    /// Whether the deciding official has ruled on it in person.
    pub head_has_ruled: bool,
    /// Who did something last.
    pub last: Option<Mark>,
    /// The device at the table and its last contact.
    pub contact: Option<Contact>,
    /// The clock page beside the board and its last contact.
    pub clock_contact: Option<Contact>,
    /// Presses of the clock page whose moves are not entered yet, in order.
    pub presses: Vec<Press>,
    /// Calls for the director that nobody has answered.
    pub calls: Vec<Call>,
    /// When the last thing happened at the table.
    pub last_active: Timestamp,
    /// Whether the public does not see it.
    pub is_withheld: bool,
    /// What moves on screen were not charged because of their way through the network.
    pub lag: BySide<Millis>,
    /// The event since which the running clock falls when it does: two servers mean the same fall by it.
    pub(crate) clock_set: Seq,
    pub(crate) held_count: u32,
    pub(crate) call_count: u32,
    /// When the last event happened: nothing is recorded before it.
    pub(crate) last_at: Timestamp,
    /// When the last event was written down.
    pub(crate) last_recorded: Timestamp,
}

/// A table and the two at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    pub place: GamePlace,
    pub black: EntrantId,
    pub white: EntrantId,
}

/// A press of the clock page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    pub player: Side,
    pub at: Timestamp,
}

/// A call for the director.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub call: u32,
    pub by: game::By,
    pub reason: String,
    pub at: Timestamp,
}

/// A tap of a device that did not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldTap {
    pub held: u32,
    pub by: game::By,
    pub act: game::Act,
    /// When, by the device.
    pub made_at: Timestamp,
    /// Why it does not fit.
    pub why: String,
}

impl StreamState for GameNow {
    type Id = GameId;
    type Person = ();
    /// The contacts of the board's device and of the clock page.
    type Records = [Option<Contact>; 2];

    const IS_READ_ON_DEMAND: bool = true;

    fn warm(states: &WarmStates) -> &Warm<Self> {
        &states.games
    }

    fn stream(id: &GameId) -> StreamName {
        id.into()
    }

    fn new(id: GameId) -> Self {
        Self {
            id,
            version: Seq(0),
            game: Game::new(),
            seats: None,
            held: Vec::new(),
            head_has_ruled: false,
            last: None,
            contact: None,
            clock_contact: None,
            presses: Vec::new(),
            calls: Vec::new(),
            last_active: Timestamp(0),
            is_withheld: false,
            lag: BySide::both(Millis(0)),
            clock_set: Seq(0),
            held_count: 0,
            call_count: 0,
            last_at: Timestamp(0),
            last_recorded: Timestamp(0),
        }
    }

    fn id(&self) -> &GameId {
        &self.id
    }

    fn version(&self) -> Seq {
        self.version
    }

    fn last_at(&self) -> Timestamp {
        self.last_at
    }

    fn apply(
        &mut self,
        content: &Content,
        event: &StreamEvent,
    ) -> Result<Touched<()>, StoredError> {
        self.version = content.seq;
        self.last_recorded = self.last_recorded.max(content.recorded_at);
        self.last = Some(Mark::of(content));
        self.last_active = self.last_active.max(content.at);
        match event {
            StreamEvent::Desk(fact) => self.note(fact.clone(), content.at),
            StreamEvent::Game(event) => self.apply_event(content, event),
            StreamEvent::Access(_) | StreamEvent::Federation(_) | StreamEvent::Tournament(_) => {
                return Err(StoredError::unknown(&content.kind));
            }
        }
        Ok(Touched::nobody())
    }

    async fn records(&self, desk: &Desk, _: &Touched<()>) -> Result<Self::Records, Fault> {
        Ok([
            desk.stored_contact(&self.id, Place::Board).await?,
            desk.stored_contact(&self.id, Place::Clock).await?,
        ])
    }

    fn take_records(&mut self, [board, clock]: Self::Records) {
        self.contact = board;
        self.clock_contact = clock;
    }

    fn is_over(&self) -> bool {
        match self.game.phase() {
            Phase::Over | Phase::Confirmed => true,
            Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Playing => false,
        }
    }
}

impl GameNow {
    /// What the clocks show at a moment.
    #[must_use]
    pub fn remaining(&self, at: Timestamp) -> BySide<Millis> {
        self.game.remaining(at)
    }

    fn apply_event(&mut self, content: &Content, event: &Event) {
        if is_decision(&event.fact) && is_of_the_head(&content.actor) {
            self.head_has_ruled = true;
        }
        self.last_at = self.last_at.max(content.at);
        self.use_press(event);
        let falls_at = self.game.falls_at();
        game::apply(&mut self.game, event);
        if self.game.falls_at() != falls_at {
            self.clock_set = content.seq;
        }
    }

    /// A move that is entered uses up the press that ended it.
    fn use_press(&mut self, event: &Event) {
        if let Fact::ClockPressed { player, .. }
        | Fact::MovePlayed { player, .. }
        | Fact::Passed { player, .. } = &event.fact
            && (self.presses.first())
                .is_some_and(|press| press.player == *player && press.at.0 <= event.at.0)
        {
            self.presses.remove(0);
        }
    }

    fn note(&mut self, fact: DeskFact, at: Timestamp) {
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
            DeskFact::PressSeen { player, pressed_at } => {
                self.presses.push(Press {
                    player,
                    at: pressed_at,
                });
            }
            DeskFact::PressDropped {} => {
                self.presses.pop();
            }
            DeskFact::DirectorCalled { call, by, reason } => {
                self.call_count = self.call_count.max(call);
                self.calls.push(Call {
                    call,
                    by,
                    reason,
                    at,
                });
            }
            DeskFact::CallAnswered { call } => self.calls.retain(|one| one.call != call),
            DeskFact::GameWithheld { withheld } => self.is_withheld = withheld,
            DeskFact::LagGiven { player, lag_ms } => {
                self.lag[player] = Millis(self.lag[player].0 + lag_ms);
            }
            DeskFact::StallGiven { .. }
            | DeskFact::SlugGiven { .. }
            | DeskFact::GameOpened { .. }
            | DeskFact::TrainingCopied { .. }
            | DeskFact::DevicePairingsSet { .. }
            | DeskFact::OnScreenSet { .. }
            | DeskFact::AssistanceSet { .. }
            | DeskFact::FederationAdmitted { .. }
            | DeskFact::ItemTicked { .. }
            | DeskFact::DelaySet { .. }
            | DeskFact::SpectatorsSet { .. }
            | DeskFact::IrregularityReported { .. } => {}
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
                ..Target::default()
            },
        }
    }

    /// Who keeps the time.
    #[must_use]
    pub fn timekeeper(&self) -> Option<Timekeeper> {
        self.game.setting().map(|setting| setting.timekeeper)
    }

    /// Where the clock is pressed.
    #[must_use]
    pub fn pressing(&self) -> Pressing {
        (self.game.setting()).map_or(Pressing::WithMove, |setting| setting.pressing)
    }

    /// What the clocks show, with the presses whose moves are not entered yet.
    #[must_use]
    pub fn shown_clocks(&self, at: Timestamp) -> (BySide<Millis>, Option<Side>) {
        let clock = self.game.clock();
        let mut running = clock.running();
        let (Some(first), Some(mut side)) = (self.presses.first(), running) else {
            return (self.game.remaining(at), running);
        };
        let mut left = self.game.remaining(first.at);
        let mut since = first.at;
        let later = self.presses[1..].iter().map(|press| press.at).chain([at]);
        for until in later {
            side = side.other();
            left[side] = Millis(left[side].0 - until.since(since).0.max(0));
            since = until;
        }
        running = Some(side);
        (left, running)
    }

    /// Whether it is played on screen: the server keeps its clock.
    #[must_use]
    pub fn is_on_screen(&self) -> bool {
        self.timekeeper() == Some(Timekeeper::Server)
    }

    /// How long an absent player can still come to a game that has begun, if the rulebook says so.
    #[must_use]
    pub fn loses_in(&self, at: Timestamp) -> Option<Millis> {
        crate::table::online::late_at(self).map(|late| late.since(at))
    }

    /// How it is played on screen: as it was said, else as its rulebook plays at a board.
    #[must_use]
    pub fn screen(&self) -> Option<ScreenPlay> {
        let said = self.game.setting().and_then(|setting| setting.screen);
        said.or_else(|| self.game.rules().map(ScreenPlay::by_rulebook))
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

/// Whether the sender in the log acted as the deciding official.
pub(crate) fn is_of_the_head(actor: &str) -> bool {
    let role = actor.rsplit_once(" as ").map(|(_, role)| role);
    role == Some(Role::Head.word()) || role == Some(Role::Owner.word())
}
