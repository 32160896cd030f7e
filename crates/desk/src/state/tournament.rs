//! A tournament as the desk keeps it warm.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_event::StoredError;
use outflank_game::ScreenPlay;
use outflank_rulebook::axes::officials::Devices;
use outflank_rulebook::{DeskList, Millis, Rulebook};
use outflank_tournament::running::{Affairs, Event, TableNumber, Timestamp, Tournament, apply};
use outflank_tournament::{EntrantId, RoundNumber};

use crate::access::{Action, Caller, Target};
use crate::feed::watching::Irregularity;
use crate::ids::{GameId, PersonId, TournamentId};
use crate::log::{Envelope, Seq};
use crate::people::person::{Person, neutral_name};
use crate::state::desk_fact::DeskFact;
use crate::state::mark::{Mark, Marks, Thing};

/// A tournament folded from its stream, with the names of its people.
#[derive(Debug, Clone)]
pub struct TournamentNow {
    pub id: TournamentId,
    pub slug: Option<String>,
    /// The last event of its stream.
    pub version: Seq,
    /// How things stand. Entrants have neutral names here; see [`name`](Self::name).
    pub tournament: Tournament,
    /// Who did something last.
    pub last: Option<Mark>,
    /// The event this is a training copy of. Whoever does not work at it must not see it.
    pub training: Option<TournamentId>,
    /// Whether the director lets players' links show the pairing where the rulebook bans devices.
    pub device_pairings: bool,
    /// How its games are played on screen; nothing if they are played at tables.
    pub on_screen: Option<ScreenPlay>,
    /// What was ticked off on checklists, by whom and when.
    pub ticks: BTreeMap<Tick, Mark>,
    /// By how much the public sees games later.
    pub delay: Millis,
    /// Whether spectators are admitted: if not, the public sees no game of it.
    pub spectators: bool,
    /// What spectators told the officials, in order; for them alone.
    pub reports: Vec<Irregularity>,
    pub(crate) marks: Marks,
    pub(crate) games: Vec<TableGame>,
    pub(crate) people: BTreeMap<EntrantId, Arc<Person>>,
}

/// An item of a checklist: the list, the clause, and the round where the list comes with every round.
pub type Tick = (DeskList, String, Option<RoundNumber>);

/// A game that was opened at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableGame {
    pub game: GameId,
    pub round: RoundNumber,
    pub table: TableNumber,
    pub black: EntrantId,
    pub white: EntrantId,
    pub opened: Timestamp,
}

impl TournamentNow {
    /// A tournament of which nothing is known yet.
    pub(crate) fn new(id: TournamentId) -> Self {
        Self {
            id,
            slug: None,
            version: Seq(0),
            tournament: Tournament::new(),
            last: None,
            training: None,
            device_pairings: false,
            on_screen: None,
            ticks: BTreeMap::new(),
            delay: Millis(0),
            spectators: true,
            reports: Vec::new(),
            marks: Marks::default(),
            games: Vec::new(),
            people: BTreeMap::new(),
        }
    }

    /// Folds a whole stream.
    pub(crate) fn replay(id: TournamentId, stream: &[Arc<Envelope>]) -> Result<Self, StoredError> {
        let mut now = Self::new(id);
        let mut events = Vec::with_capacity(stream.len());
        for envelope in stream {
            events.extend(now.note(envelope)?);
        }
        now.tournament = Tournament::replay(events);
        Ok(now)
    }

    /// Records one stored event.
    pub(crate) fn apply(&mut self, envelope: &Envelope) -> Result<(), StoredError> {
        if let Some(event) = self.note(envelope)? {
            apply(&mut self.tournament, &event);
        }
        Ok(())
    }

    /// Everything but the tournament's own fold.
    fn note(&mut self, envelope: &Envelope) -> Result<Option<Event>, StoredError> {
        let content = &envelope.content;
        self.version = content.seq;
        self.last = Some(Mark::of(content));
        if DeskFact::is_kind(&content.kind) {
            match DeskFact::from_stored(&content.kind, &content.body)? {
                DeskFact::SlugGiven { slug } => self.slug = Some(slug),
                DeskFact::GameOpened {
                    game,
                    round,
                    table,
                    black,
                    white,
                } => self.games.push(TableGame {
                    game,
                    round,
                    table,
                    black,
                    white,
                    opened: content.at,
                }),
                DeskFact::TrainingCopied { of, .. } => self.training = Some(of),
                DeskFact::DevicePairingsSet { shown } => self.device_pairings = shown,
                DeskFact::OnScreenSet { play } => self.on_screen = play,
                DeskFact::ItemTicked {
                    list,
                    clause,
                    round,
                    done,
                } => {
                    let item = (list, clause, round);
                    match done {
                        true => self.ticks.insert(item, Mark::of(content)),
                        false => self.ticks.remove(&item),
                    };
                }
                DeskFact::GamePlaced { .. }
                | DeskFact::TapHeld { .. }
                | DeskFact::TapSettled { .. }
                | DeskFact::PressSeen { .. }
                | DeskFact::PressDropped {}
                | DeskFact::DirectorCalled { .. }
                | DeskFact::CallAnswered { .. }
                | DeskFact::AssistanceSet { .. }
                | DeskFact::GameWithheld { .. }
                | DeskFact::LagGiven { .. } => {}
                DeskFact::DelaySet { delay_ms } => self.delay = Millis(delay_ms),
                DeskFact::SpectatorsSet { admitted } => self.spectators = admitted,
                DeskFact::IrregularityReported {
                    report,
                    round,
                    table,
                    text,
                } => self.reports.push(Irregularity {
                    report,
                    round,
                    table,
                    text,
                    at: content.at,
                }),
            }
            return Ok(None);
        }
        let event = Event::from_stored(&content.kind, &content.body)?;
        self.marks.apply(content, &event);
        Ok(Some(event))
    }

    /// Whether players' own links show the pairing of a round that is not over: always where devices are
    /// not banned, else if the director allows it.
    #[must_use]
    pub fn shows_pairing_to_players(&self) -> bool {
        let banned = self.rules().is_some_and(|rules| match rules.devices.value {
            Devices::OffDuringRounds => true,
            Devices::OffOrSilent | Devices::Unstated => false,
        });
        // Who plays on screen has his device before him.
        !banned || self.device_pairings || self.on_screen.is_some()
    }

    /// Whether somebody may look at it: a training copy is for those who work at it.
    #[must_use]
    pub fn is_shown_to(&self, caller: &Caller) -> bool {
        self.training.is_none() || caller.may(Action::ReadDesk, &Target::tournament(&self.id))
    }

    #[must_use]
    pub const fn affairs(&self) -> &Affairs {
        self.tournament.affairs()
    }

    /// The rulebook of the event.
    #[must_use]
    pub fn rules(&self) -> Option<&Rulebook> {
        self.tournament.rules()
    }

    #[must_use]
    pub fn title(&self) -> &str {
        let opened = self.affairs().opened.as_ref();
        opened.map_or("", |opened| &opened.setting.name)
    }

    /// What an entrant is called: his name, or "Player n" if he was erased.
    #[must_use]
    pub fn name(&self, entrant: EntrantId) -> String {
        match self.people.get(&entrant) {
            Some(person) => person.name.clone(),
            None => match self.affairs().entrants.get(&entrant) {
                // Streams from elsewhere may hold names of their own.
                Some(one) if one.entry.person.is_none() => one.entry.name.clone(),
                Some(_) | None => neutral_name(entrant),
            },
        }
    }

    /// What is known of an entrant beside the log; only for those who may see it.
    #[must_use]
    pub fn person(&self, entrant: EntrantId) -> Option<&Person> {
        self.people.get(&entrant).map(AsRef::as_ref)
    }

    /// The record of an entrant.
    #[must_use]
    pub fn person_id(&self, entrant: EntrantId) -> Option<PersonId> {
        let one = self.affairs().entrants.get(&entrant)?;
        one.entry.person.as_ref()?.parse().ok()
    }

    /// The entrant whose record this is.
    #[must_use]
    pub fn entrant_of(&self, person: &PersonId) -> Option<EntrantId> {
        let is_his = |id: &EntrantId| self.person_id(*id).as_ref() == Some(person);
        self.affairs().entrants.keys().copied().find(is_his)
    }

    /// How things stand with every name written in, for exports and prints.
    #[must_use]
    pub fn named_affairs(&self) -> Affairs {
        let mut affairs = self.affairs().clone();
        for (id, one) in &mut affairs.entrants {
            if let Some(person) = self.people.get(id) {
                one.entry.name.clone_from(&person.name);
                one.entry.ascii.clone_from(&person.ascii);
                one.entry.native.clone_from(&person.native);
            }
        }
        affairs
    }

    /// The game at a table of a round, if one was opened for the two who sit there now.
    #[must_use]
    pub fn game_at(&self, round: RoundNumber, table: TableNumber) -> Option<&TableGame> {
        let life = self.affairs().round(round)?;
        let card = life.card(table)?;
        (self.games.iter().rev()).find(|game| {
            game.round == round
                && game.table == table
                && card.players() == [game.black, game.white]
                // A round that was paired again has new games.
                && life.times.announced.is_some_and(|announced| announced <= game.opened)
        })
    }

    /// Every game that was opened, in order.
    #[must_use]
    pub fn games(&self) -> &[TableGame] {
        &self.games
    }

    /// Who changed a table's result last, and when.
    #[must_use]
    pub fn result_mark(&self, round: RoundNumber, table: TableNumber) -> Option<&Mark> {
        self.marks.of(Thing::Table(round, table))
    }

    /// Who changed a round's pairing or phase last, and when.
    #[must_use]
    pub fn round_mark(&self, round: RoundNumber) -> Option<&Mark> {
        self.marks.of(Thing::Round(round))
    }
}
