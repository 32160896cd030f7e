//! Opening tournaments and games.

use outflank_game as game;
use outflank_tournament::running::{Act, Card, Command, Phase, Timestamp, Tournament, decide};

use crate::access::{Action, Grant, Role, Scope, Target};
use crate::desk::{Desk, game_stream, tournament_stream};
use crate::ids::{GameId, TournamentId};
use crate::log::{NewEvent, Seq, StreamName, StreamWrite};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, GamePlace, NewGame, NewTournament};
use crate::state::desk_fact::DeskFact;
use crate::state::tournament::TournamentNow;
use crate::submit::assistance::granted;
use crate::submit::speak::{speaks, speaks_at_table};
use crate::submit::tournament::stored;
use crate::submit::{Asked, Draft, Failed};
use crate::table::restart::running_record;
use crate::views::board::table::{ClockMode, opening};

/// The most characters of a short name.
const SLUG_CHARS_MAX: usize = 40;

impl Desk {
    pub(crate) async fn open_tournament(
        &self,
        asked: &Asked<'_>,
        new: &NewTournament,
    ) -> Result<Answer, Failed> {
        let id = TournamentId::random();
        let stream = tournament_stream(&id);
        // One at a time, so that no two get the same short name.
        let _guard = self.warm.lock(&[&StreamName::access(), &stream]).await;
        let target = Target::default();
        let (by, role) = speaks(asked.caller, Action::CreateTournament, &target, None, None)?;
        let Some(rules) = (self.options.presets)(&new.preset) else {
            return Err(Refusal::desk(Reason::UnknownPreset {
                preset: new.preset.chars().take(60).collect(),
            })
            .into());
        };
        if let Some(slug) = &new.slug {
            self.check_slug(slug)?;
        }
        let create = Act::Create(Box::new(new.creation.clone()));
        let command = Command::new(asked.command_id, by, create);
        let at = self.now();
        let events = decide(&rules, &Tournament::new(), command, at)?;
        let mut writes = stored(&events);
        if let Some(slug) = &new.slug {
            let fact = DeskFact::SlugGiven { slug: slug.clone() };
            writes.push(desk_event(at, &fact));
        }
        let mut draft = Draft::new(asked, stream, Seq(0), writes, role);
        draft.answer.made = Some(id.to_string());
        self.commit(asked, draft).await
    }

    pub(crate) fn check_slug(&self, slug: &str) -> Result<(), Refusal> {
        free_slug(slug, self.tournament_named(slug).is_some())
    }

    pub(crate) async fn open_game(
        &self,
        asked: &Asked<'_>,
        new: &NewGame,
    ) -> Result<Answer, Failed> {
        match &new.place {
            Some(place) => self.open_at_table(asked, new, place).await,
            None => self.open_casual(asked, new).await,
        }
    }

    async fn open_at_table(
        &self,
        asked: &Asked<'_>,
        new: &NewGame,
        place: &GamePlace,
    ) -> Result<Answer, Failed> {
        let stream = tournament_stream(&place.tournament);
        let id = GameId::random();
        let _guard = self.warm.lock(&[&stream, &game_stream(&id)]).await;
        let now = self.known_tournament(&place.tournament)?;
        let rules = now.rules();
        let no_table = || {
            Refusal::desk(Reason::NoSuchTable {
                round: place.round,
                table: place.table,
            })
        };
        let card = announced_card(now.affairs().round(place.round), place).ok_or_else(no_table)?;
        let target = Target {
            round: Some(place.round),
            table: Some(place.table),
            entrants: card.players().to_vec(),
            ..Target::tournament(&place.tournament)
        };
        let (_, role) = speaks(asked.caller, Action::OpenGame, &target, None, rules)?;
        if let Some(open) = now.game_at(place.round, place.table) {
            let game = open.game.clone();
            return Err(Refusal::desk(Reason::GameExists { game }).into());
        }
        if role == Role::Judge && !is_usual(&now, place, &new.opening) {
            // A judge opens his own table as the event plays; anything else is the director's.
            return Err(Refusal::not_allowed(asked.caller, Action::RunHall).into());
        }
        let rules = rules.ok_or_else(no_table)?;
        let at = self.at_of(&now);
        let open = game::Act::Open(Box::new(new.opening.clone()));
        let command = game::Command::new(game::By::Director, open);
        let events = game::decide(rules, &game::Game::new(), command, at)?;
        let opened = DeskFact::GameOpened {
            game: id.clone(),
            round: place.round,
            table: place.table,
            black: card.black,
            white: card.white,
        };
        let placed = DeskFact::GamePlaced {
            tournament: place.tournament.clone(),
            round: place.round,
            table: place.table,
            black: card.black,
            white: card.white,
        };
        let needs = granted(rules, &now, card, &events, at)?;
        let mut in_game = game_events(&events);
        in_game.push(desk_event(at, &placed));
        in_game.extend(game_events(&needs));
        let in_tournament = StreamWrite {
            stream,
            expected: now.version,
            events: vec![desk_event(at, &opened)],
        };
        self.write_game(asked, id, role, in_game, Some(in_tournament))
            .await
    }

    async fn open_casual(&self, asked: &Asked<'_>, new: &NewGame) -> Result<Answer, Failed> {
        let id = GameId::random();
        let _guard = self.warm.lock(&[&game_stream(&id)]).await;
        let target = Target::default();
        let by = game::By::Director;
        let role = speaks_at_table(asked.caller, Action::OpenGame, &target, by, None, None)?;
        let wanted = new.rulebook.as_deref().unwrap_or("wof");
        let Some(rules) = (self.options.rulebooks)(wanted) else {
            return Err(Refusal::desk(Reason::UnknownPreset {
                preset: wanted.chars().take(60).collect(),
            })
            .into());
        };
        let opening = game::Opening {
            kind: game::GameKind::Casual,
            ..new.opening.clone()
        };
        let command = game::Command::new(by, game::Act::Open(Box::new(opening)));
        let at = self.now();
        let events = game::decide(&rules, &game::Game::new(), command, at)?;
        self.write_game(asked, id, role, game_events(&events), None)
            .await
    }

    async fn write_game(
        &self,
        asked: &Asked<'_>,
        id: GameId,
        role: Role,
        events: Vec<NewEvent>,
        also: Option<StreamWrite>,
    ) -> Result<Answer, Failed> {
        let mut draft = Draft::new(asked, game_stream(&id), Seq(0), events, role);
        draft.writes.extend(also);
        draft.records.push(running_record(&id));
        draft.answer.made = Some(id.to_string());
        self.commit(asked, draft).await
    }
}

/// Whether a game is opened as this event plays, whatever keeps its time.
fn is_usual(now: &TournamentNow, place: &GamePlace, asked: &game::Opening) -> bool {
    [ClockMode::Physical, ClockMode::ClockPage, ClockMode::OneTap]
        .into_iter()
        .any(|mode| opening(now, place.round, mode) == *asked)
}

/// The game of a round that is public.
fn announced_card<'a>(
    life: Option<&'a outflank_tournament::running::RoundLife>,
    place: &GamePlace,
) -> Option<&'a Card> {
    let life = life.filter(|life| match life.phase {
        Phase::Announced | Phase::Started => true,
        Phase::Proposed | Phase::Finished | Phase::Validated => false,
    })?;
    life.card(place.table)
}

/// An answer of which only the stream is known.
/// A short name that can be one and that nobody has.
pub(crate) fn free_slug(slug: &str, is_taken: bool) -> Result<(), Refusal> {
    let fits = (1..=SLUG_CHARS_MAX).contains(&slug.len())
        && (slug.bytes()).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    match (fits, is_taken) {
        (false, _) => Err(Refusal::desk(Reason::BadSlug {})),
        (true, true) => Err(Refusal::desk(Reason::SlugTaken {})),
        (true, false) => Ok(()),
    }
}

pub(crate) fn answer(asked: &Asked<'_>, stream: StreamName) -> Answer {
    Answer {
        command_id: asked.command_id.to_owned(),
        stream,
        version: 0,
        events: Vec::new(),
        made: None,
        entrant: None,
        moved_ms: None,
        held: None,
        secret: None,
        again: false,
    }
}

pub(crate) fn desk_event(at: Timestamp, fact: &DeskFact) -> NewEvent {
    NewEvent {
        at,
        kind: fact.kind().to_owned(),
        body: fact.body(),
    }
}

pub(crate) fn game_events(events: &[game::Event]) -> Vec<NewEvent> {
    let new = |event: &game::Event| NewEvent {
        at: event.at,
        kind: event.kind().to_owned(),
        body: event.body(),
    };
    events.iter().map(new).collect()
}

pub(crate) fn count(events: &[NewEvent]) -> u64 {
    u64::try_from(events.len()).expect("few events")
}

/// The grant of a player in a game that belongs to no tournament.
#[must_use]
pub fn casual_player(game: &GameId, side: outflank_board::Side) -> Grant {
    Grant {
        role: Role::Player,
        scope: Scope {
            game: Some(game.clone()),
            side: Some(side),
            ..Scope::default()
        },
    }
}
