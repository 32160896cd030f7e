//! A tournament as the desk keeps it warm.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_event::StoredError;
use outflank_game::ScreenPlay;
use outflank_rulebook::axes::officials::Devices;
use outflank_rulebook::{DeskList, Millis, Rulebook};
use outflank_tournament::running::{
    Fact, TableNumber, Timestamp, Tournament, TournamentState, apply,
};
use outflank_tournament::{EntrantId, RoundNumber};

use crate::access::{Action, Caller, Target};
use crate::audience::Irregularity;
use crate::desk::Desk;
use crate::ids::{FederationId, GameId, PersonId, TournamentId};
use crate::log::{Content, Envelope, Fault, Seq, StreamName};
use crate::people::official::OfficialNames;
use crate::people::ownership::RecordRight;
use crate::people::person::{Person, neutral_name};
use crate::state::desk_fact::DeskFact;
use crate::state::event::StreamEvent;
use crate::state::mark::{Mark, Marks, Thing};
use crate::state::warm::{StreamState, Touched, Warm, WarmStates};

/// A tournament folded from its stream, with the names of its people.
#[derive(Debug, Clone)]
pub struct TournamentNow {
    pub id: TournamentId,
    pub slug: Option<String>,
    /// The number of the last log entry of its stream.
    pub version: Seq,
    /// How things stand. Entrants have neutral names here; see [`name`](Self::name).
    pub tournament: Tournament,
    /// Who did something last.
    pub last: Option<Mark>,
    /// The tournament this is a training copy of. Callers who do not work on it must not see it.
    pub training: Option<TournamentId>,
    /// Whether the director lets players' links show the pairing where the rulebook bans devices.
    pub device_pairings: bool,
    /// How its games are played on screen; nothing if they are played at tables.
    pub on_screen: Option<ScreenPlay>,
    /// The federations that may announce it, and how much of its players' records they may copy.
    pub admitted: BTreeMap<FederationId, Option<RecordRight>>,
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
    pub(crate) official_names: OfficialNames,
}

/// What the records of a tournament's people say.
pub(crate) struct TournamentRecords {
    /// Entrants whose record may have changed; nothing if there is none any more.
    people: BTreeMap<EntrantId, Option<Arc<Person>>>,
    /// Nothing if no official's record can have changed.
    officials: Option<OfficialNames>,
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

impl StreamState for TournamentNow {
    type Id = TournamentId;
    type Person = EntrantId;
    type Records = TournamentRecords;

    fn warm(states: &WarmStates) -> &Warm<Self> {
        &states.tournaments
    }

    fn stream(id: &TournamentId) -> StreamName {
        id.into()
    }

    fn new(id: TournamentId) -> Self {
        Self {
            id,
            slug: None,
            version: Seq(0),
            tournament: Tournament::new(),
            last: None,
            training: None,
            device_pairings: false,
            on_screen: None,
            admitted: BTreeMap::new(),
            ticks: BTreeMap::new(),
            delay: Millis(0),
            spectators: true,
            reports: Vec::new(),
            marks: Marks::default(),
            games: Vec::new(),
            people: BTreeMap::new(),
            official_names: OfficialNames::new(),
        }
    }

    fn id(&self) -> &TournamentId {
        &self.id
    }

    fn slug(&self) -> Option<&str> {
        self.slug.as_deref()
    }

    fn version(&self) -> Seq {
        self.version
    }

    fn last_at(&self) -> Timestamp {
        (self.tournament.log().last()).map_or(Timestamp(i64::MIN), |event| event.at)
    }

    fn apply(
        &mut self,
        content: &Content,
        event: &StreamEvent,
    ) -> Result<Touched<EntrantId>, StoredError> {
        let touched = self.note(content, event)?;
        if let StreamEvent::Tournament(event) = event {
            apply(&mut self.tournament, event);
        }
        Ok(touched)
    }

    /// What was undone is never folded.
    fn replay(id: TournamentId, stream: &[Arc<Envelope>]) -> Result<Self, StoredError> {
        let mut now = Self::new(id);
        let mut events = Vec::with_capacity(stream.len());
        for envelope in stream {
            let content = &envelope.content;
            let event = StreamEvent::read(&content.kind, &content.body)?;
            now.note(content, &event)?;
            if let StreamEvent::Tournament(event) = event {
                events.push(*event);
            }
        }
        now.tournament = Tournament::replay(events);
        Ok(now)
    }

    async fn records(
        &self,
        desk: &Desk,
        whose: &Touched<EntrantId>,
    ) -> Result<Self::Records, Fault> {
        let entrants: Vec<EntrantId> = match whose {
            Touched::Only(entrants) => entrants.iter().copied().collect(),
            // Also those whose entry was undone.
            Touched::Everybody => (self.affairs().entrants.keys())
                .chain(self.people.keys())
                .copied()
                .collect(),
        };
        let mut people = BTreeMap::new();
        for entrant in entrants {
            let person = match self.person_id(entrant) {
                Some(id) => desk.person_called(&id, &neutral_name(entrant)).await?,
                None => None,
            };
            people.insert(entrant, person.map(Arc::new));
        }
        let officials = match whose {
            Touched::Only(_) => None,
            Touched::Everybody => Some(desk.official_names(self).await?),
        };
        Ok(TournamentRecords { people, officials })
    }

    fn take_records(&mut self, records: Self::Records) {
        for (entrant, person) in records.people {
            match person {
                Some(person) => self.people.insert(entrant, person),
                None => self.people.remove(&entrant),
            };
        }
        if let Some(officials) = records.officials {
            self.call_officials(officials);
        }
    }
}

impl TournamentNow {
    /// Everything but the tournament's own fold.
    fn note(
        &mut self,
        content: &Content,
        event: &StreamEvent,
    ) -> Result<Touched<EntrantId>, StoredError> {
        self.version = content.seq;
        self.last = Some(Mark::of(content));
        match event {
            StreamEvent::Desk(fact) => Ok(self.note_fact(content, fact)),
            StreamEvent::Tournament(event) => {
                self.marks.apply(content, event);
                Ok(match &event.fact {
                    Fact::EntrantRegistered { entrant, .. }
                    | Fact::EntrantChanged { entrant, .. } => Touched::one(*entrant),
                    Fact::OfficialAppointed { .. } | Fact::Undone { .. } => Touched::Everybody,
                    _ => Touched::nobody(),
                })
            }
            StreamEvent::Access(_) | StreamEvent::Federation(_) | StreamEvent::Game(_) => {
                Err(StoredError::unknown(&content.kind))
            }
        }
    }

    fn note_fact(&mut self, content: &Content, fact: &DeskFact) -> Touched<EntrantId> {
        match fact.clone() {
            DeskFact::SlugGiven { slug } => self.slug = Some(slug),
            DeskFact::FederationAdmitted { federation, right } => {
                self.admitted.insert(federation, right);
            }
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
            DeskFact::AssistanceSet { entrant } => return Touched::one(entrant),
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
            DeskFact::GamePlaced { .. }
            | DeskFact::TapHeld { .. }
            | DeskFact::TapSettled { .. }
            | DeskFact::PressSeen { .. }
            | DeskFact::PressDropped {}
            | DeskFact::DirectorCalled { .. }
            | DeskFact::CallAnswered { .. }
            | DeskFact::GameWithheld { .. }
            | DeskFact::LagGiven { .. }
            | DeskFact::StallGiven { .. } => {}
        }
        Touched::nobody()
    }

    /// Whether players' own links show the pairing of a round that is not over: always where devices are
    /// not banned, else if the director allows it.
    #[must_use]
    pub fn shows_pairing_to_players(&self) -> bool {
        let banned = self.rules().is_some_and(|rules| match rules.devices.value {
            Devices::OffDuringRounds => true,
            Devices::OffOrSilent | Devices::Unstated => false,
        });
        // A player on screen has a device at hand.
        !banned || self.device_pairings || self.on_screen.is_some()
    }

    /// Whether a caller may see it: a training copy is for those who work on it.
    #[must_use]
    pub fn is_shown_to(&self, caller: &Caller) -> bool {
        self.training.is_none() || caller.may(Action::ReadDesk, &Target::tournament(&self.id))
    }

    #[must_use]
    pub const fn affairs(&self) -> &TournamentState {
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

    /// What a player is called: the name, or "Player n" after erasure.
    #[must_use]
    pub fn name(&self, entrant: EntrantId) -> String {
        match self.people.get(&entrant) {
            Some(person) => person.dossier.name.clone(),
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
    pub fn named_affairs(&self) -> TournamentState {
        let mut affairs = self.affairs().clone();
        for (id, one) in &mut affairs.entrants {
            if let Some(person) = self.people.get(id) {
                one.entry.name.clone_from(&person.dossier.name);
                one.entry.ascii.clone_from(&person.dossier.ascii);
                one.entry.native.clone_from(&person.dossier.native);
            }
        }
        for official in &mut affairs.officials {
            official.name = official.called().to_owned();
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
