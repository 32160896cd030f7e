//! Opening tournaments and games.

use outflank_event::Timestamp;
use outflank_game as game;
use outflank_rulebook::Rulebook;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, Card, Command, Phase, Tournament, decide};

use crate::access::{Action, Grant, Role, Scope, Target};
use crate::desk::Desk;
use crate::ids::{GameId, TournamentId};
use crate::log::{RecordChange, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, GamePlace, NewGame, NewTournament};
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::state::tournament::TournamentNow;
use crate::submit::assistance::granted;
use crate::submit::speak::{speaks, speaks_at_table};
use crate::submit::{Asked, Draft, Failed, Write};
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
        let stream = StreamName::from(&id);
        // One at a time, so that no two get the same short name.
        let _guard = self.warm.lock([&StreamName::Access, &stream]).await;
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
        let events = with_slug(Decided::all(&events), at, new.slug.as_ref());
        let mut draft = Draft::new(asked, Write::new_stream(stream, events), role);
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
        let id = GameId::random();
        let streams: [StreamName; 2] = [(&place.tournament).into(), (&id).into()];
        let _guard = self.warm.lock(&streams).await;
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
            // A judge opens their own table as the tournament is played; anything else is for the director.
            return Err(Refusal::not_allowed(asked.caller, Action::RunHall).into());
        }
        let opened = self.table_game(id, &now, place.round, card, &new.opening)?;
        self.write_game(asked, role, opened, Some(&now)).await
    }

    /// A game at a table of a tournament: what its own stream and the tournament's get.
    pub(crate) fn table_game(
        &self,
        id: GameId,
        now: &TournamentNow,
        round: RoundNumber,
        card: &Card,
        opening: &game::Opening,
    ) -> Result<OpenedGame, Refusal> {
        let unknown = || Refusal::desk(Reason::UnknownTournament {});
        let rules = now.rules().ok_or_else(unknown)?;
        let at = self.at_of(now);
        let made = opened(rules, opening.clone(), at)?;
        let (table, black, white) = (card.table, card.black, card.white);
        let placed = DeskFact::GamePlaced {
            tournament: now.id.clone(),
            round,
            table,
            black,
            white,
        };
        let mut events = Decided::all(&made);
        events.push(Decided::desk(at, placed));
        events.extend(Decided::all(&granted(rules, now, card, &made, at)?));
        let noted = DeskFact::GameOpened {
            game: id.clone(),
            round,
            table,
            black,
            white,
        };
        Ok(OpenedGame {
            id,
            events,
            noted: Some(Decided::desk(at, noted)),
        })
    }

    async fn open_casual(&self, asked: &Asked<'_>, new: &NewGame) -> Result<Answer, Failed> {
        let id = GameId::random();
        let _guard = self.warm.lock([&StreamName::from(&id)]).await;
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
        let events = Decided::all(&opened(&rules, opening, self.now())?);
        let noted = None;
        let opened = OpenedGame { id, events, noted };
        self.write_game(asked, role, opened, None).await
    }

    async fn write_game(
        &self,
        asked: &Asked<'_>,
        role: Role,
        mut opened: OpenedGame,
        now: Option<&TournamentNow>,
    ) -> Result<Answer, Failed> {
        let id = opened.id.to_string();
        let noted = opened.noted.take().into_iter().collect();
        let (write, records) = opened.write();
        let mut draft = Draft::new(asked, write, role);
        draft.records = records;
        draft.writes.extend(now.map(|now| Write::to(now, noted)));
        draft.answer.made = Some(id);
        self.commit(asked, draft).await
    }
}

pub(crate) struct OpenedGame {
    pub(crate) id: GameId,
    events: Vec<Decided>,
    /// What its tournament notes of it.
    pub(crate) noted: Option<Decided>,
}

impl OpenedGame {
    /// What is written to its own stream, and its record.
    pub(crate) fn write(self) -> (Write, Vec<RecordChange>) {
        let write = Write::new_stream((&self.id).into(), self.events);
        (write, vec![running_record(&self.id)])
    }
}

/// The first events of a game.
fn opened(
    rules: &Rulebook,
    opening: game::Opening,
    at: Timestamp,
) -> Result<Vec<game::Event>, Refusal> {
    let open = game::Act::Open(Box::new(opening));
    let command = game::Command::new(game::By::Director, open);
    Ok(game::decide(rules, &game::Game::new(), command, at)?)
}

/// Events with the short name that was asked for.
pub(crate) fn with_slug(
    mut events: Vec<Decided>,
    at: Timestamp,
    slug: Option<&String>,
) -> Vec<Decided> {
    let given = slug.map(|slug| DeskFact::SlugGiven { slug: slug.clone() });
    events.extend(given.map(|fact| Decided::desk(at, fact)));
    events
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
