//! A tournament, folded from its events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use outflank_event::{Aggregate, History, Timestamp};
use outflank_pairing::{EntrantId, Hand, RoundNumber};
use outflank_rulebook::Rulebook;
use serde::{Deserialize, Serialize};

use super::closing::{FinalEdition, ListPrizes, SignedOff, TitleAward};
use super::conduct::Conduct;
use super::edition::Edition;
use super::entry::Entry;
use super::fact::{Event, LeaveCause};
use super::hall::{ClockStock, TableRule};
use super::official_post::{OfficialPost, Post};
use super::round_life::{Phase, RoundLife};
use super::setting::{PlaySystem, Setting};
use super::stages::{StageField, Stages};
use super::timetable::Timetable;
use crate::course::{Course, course};
use crate::hand_lots::HandLots;
use crate::matches::{Choice, MatchId, MatchState, Seating};

/// A tournament: how things stand, and the log they were folded from.
///
/// ```
/// use outflank_tournament::running::{Act, By, Command, Creation, Timestamp, Tournament, apply, decide, preset};
/// let rules = preset("bof/regional").expect("shipped");
/// let creation = Creation::new("Example Regional", "2024-05-04".parse()?);
/// let create = Command::new("c1", By::Head, Act::Create(Box::new(creation)));
/// let mut tournament = Tournament::new();
/// for event in decide(&rules, &tournament, create, Timestamp(0))? {
///     apply(&mut tournament, &event);
/// }
/// assert_eq!(tournament.affairs().rounds_planned(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament(History<TournamentState>);

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TournamentState {
    /// How the event was opened.
    pub opened: Option<Opened>,
    /// The people who run it.
    pub officials: Vec<OfficialPost>,
    /// Whether the host cannot provide an additional player.
    pub host_declined: bool,
    /// Everybody who entered, also those who have left.
    pub entrants: BTreeMap<EntrantId, Registered>,
    /// System and rounds, once they are settled.
    pub plan: Option<SettledPlan>,
    /// Who plays in the stages of an event of one's own that have begun.
    pub fields: BTreeMap<u8, StageField>,
    /// What the director has decided about rounds before they are paired.
    pub hands: BTreeMap<RoundNumber, Hand>,
    /// Lots drawn by hand, in the order of time.
    pub lots: Vec<HandLots>,
    /// The rounds so far, in order.
    pub rounds: Vec<RoundLife>,
    pub abandoned: Vec<RoundLife>,
    /// The last roll call and its round.
    pub roll: Option<(RoundNumber, Vec<EntrantId>)>,
    /// Every table of standings that was published, in the order of time.
    pub editions: Vec<Edition>,
    /// What players have announced before games of matches.
    pub choices: BTreeMap<(MatchId, u16), Vec<(EntrantId, Choice)>>,
    pub timetable: Timetable,
    /// When rounds start, as announced.
    pub starts: BTreeMap<RoundNumber, Timestamp>,
    pub table_rules: Vec<TableRule>,
    pub clocks: Option<ClockStock>,
    pub prizes: Vec<ListPrizes>,
    /// The titles that were awarded last, and when.
    pub titles: Option<(Timestamp, Vec<TitleAward>)>,
    /// Every final list that was published, in the order of time.
    pub final_editions: Vec<FinalEdition>,
    /// The head director's signature, while it stands.
    pub signed_off: Option<SignedOff>,
    /// Incidents, announcements and changed times.
    pub conduct: Conduct,
}

/// A choice a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WantedChoice {
    #[serde(rename = "match")]
    pub of: MatchId,
    pub game: u16,
    pub by: EntrantId,
    /// Whether the player may take the draw-win.
    pub or_draw_win: bool,
}

impl std::fmt::Display for WantedChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "player {} in game {} of the {}",
            self.by, self.game, self.of
        )
    }
}

/// What the first event fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The rulebook for ever.
    pub rulebook: Arc<Rulebook>,
    pub setting: Arc<Setting>,
}

/// The system and the number of rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledPlan {
    pub system: PlaySystem,
    pub rounds: u16,
    /// The players they were settled for.
    pub players: u16,
    /// The numbers drawn for a round robin, number 1 first.
    pub numbers: Vec<EntrantId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// The player's data.
    pub entry: Entry,
    /// The first round the player can play.
    pub from_round: RoundNumber,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// Rounds the player will miss.
    pub absences: BTreeSet<RoundNumber>,
    /// Rounds in which the player gets a requested bye.
    pub bye_requests: BTreeSet<RoundNumber>,
    pub left: Option<Left>,
    /// Whether the player may not play for the title (BOF-nat-13.b).
    pub no_title: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// The last round before the withdrawal.
    pub after_round: u16,
    pub cause: LeaveCause,
}

impl Tournament {
    /// A tournament that has not been opened.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The tournament that these events make; what was undone is never folded.
    #[must_use]
    pub fn replay(events: impl IntoIterator<Item = Event>) -> Self {
        Self(History::replay(events))
    }

    pub const fn affairs(&self) -> &TournamentState {
        self.0.state()
    }

    /// Fills in what officials are called whose names are in records, by their names in the events.
    pub fn call_officials(&mut self, names: &BTreeMap<String, String>) {
        for official in &mut self.0.state_mut().officials {
            official.called = names.get(&official.name).cloned();
        }
    }

    /// The rulebook it was opened under: pass it to [`decide`](super::decide()).
    pub fn rules(&self) -> Option<&Rulebook> {
        self.affairs()
            .opened
            .as_ref()
            .map(|opened| &*opened.rulebook)
    }
}

impl std::ops::Deref for Tournament {
    type Target = History<TournamentState>;

    fn deref(&self) -> &History<TournamentState> {
        &self.0
    }
}

impl Aggregate for Tournament {
    type Event = Event;

    const FAMILY: &str = TournamentState::FAMILY;

    fn apply(&mut self, event: &Event) {
        self.0.apply(event);
    }
}

/// Records one event; it cannot fail.
pub fn apply(tournament: &mut Tournament, event: &Event) {
    tournament.0.apply(event);
}

impl TournamentState {
    /// The rounds as they are planned now.
    pub fn rounds_planned(&self) -> u16 {
        match (&self.plan, &self.opened) {
            (Some(plan), _) => plan.rounds,
            (None, Some(opened)) => opened.rulebook.rounds.value.0,
            (None, None) => 0,
        }
    }

    pub fn round(&self, number: RoundNumber) -> Option<&RoundLife> {
        self.rounds.get(usize::from(number.0.checked_sub(1)?))
    }

    /// The round that is paired next.
    pub fn next_round(&self) -> RoundNumber {
        RoundNumber(
            u16::try_from(self.rounds.len())
                .unwrap_or(u16::MAX)
                .saturating_add(1),
        )
    }

    /// The rounds whose pairing is public, or were before.
    pub fn announced_rounds(&self) -> u16 {
        let public = |round: &&RoundLife| round.phase >= Phase::Announced;
        u16::try_from(self.rounds.iter().filter(public).count()).unwrap_or(u16::MAX)
    }

    /// Whether the first round has started.
    pub fn play_has_begun(&self) -> bool {
        let first = self.rounds.first();
        first.is_some_and(|round| round.phase >= Phase::Started) || !self.abandoned.is_empty()
    }

    /// The official whose word is final.
    pub fn head(&self) -> Option<&OfficialPost> {
        self.officials.iter().find(|one| one.post == Post::Head)
    }

    /// The entrants who were never withdrawn by their own word or a ruling.
    pub fn staying(&self) -> impl Iterator<Item = (EntrantId, &Registered)> {
        (self.entrants.iter())
            .filter(|(_, one)| one.left.is_none())
            .map(|(id, one)| (*id, one))
    }

    /// The latest table published after a round.
    pub fn latest_edition(&self, after: u16) -> Option<&Edition> {
        self.editions.iter().rev().find(|one| one.after == after)
    }

    /// Whether all planned rounds are there and every result of them is settled.
    pub fn preliminary_rounds_are_over(&self) -> bool {
        if Stages::of(self).is_some() {
            return true;
        }
        let planned = usize::from(self.rounds_planned());
        let mut preliminary = self.rounds.iter().take(planned);
        self.plan.is_some()
            && self.rounds.len() >= planned
            && preliminary
                .all(|life| life.phase >= Phase::Started && life.open_tables().next().is_none())
    }

    /// What has been announced for a game of a match.
    pub fn choices_for(&self, of: MatchId, game: u16) -> &[(EntrantId, Choice)] {
        self.choices.get(&(of, game)).map_or(&[], Vec::as_slice)
    }

    /// The matches after the preliminary rounds; nothing before those are over.
    pub fn course(&self) -> Option<Course> {
        if let Some(stages) = Stages::of(self) {
            return Some(stages.course());
        }
        let record = self.record()?;
        self.preliminary_rounds_are_over().then(|| course(&record))
    }

    /// The choices the next round waits for.
    pub fn wanted_choices(&self) -> Vec<WantedChoice> {
        let (Some(course), Some(opened)) = (self.course(), &self.opened) else {
            return Vec::new();
        };
        // Nobody chooses for a game that is announced.
        if (self.rounds.last()).is_some_and(|life| life.phase == Phase::Announced) {
            return Vec::new();
        }
        let wanted = |one: &&crate::matches::Match| {
            let MatchState::Due { game, .. } = one.state else {
                return None;
            };
            let choices = self.choices_for(one.id(), game);
            match one.seating(choices, opened.setting.seed)? {
                Seating::Ready { .. } => None,
                Seating::Wanted { by, or_draw_win } => Some(WantedChoice {
                    of: one.id(),
                    game,
                    by: one.player(by),
                    or_draw_win,
                }),
            }
        };
        course.next().iter().filter_map(wanted).collect()
    }
}
