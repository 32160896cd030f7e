//! Online events: whoever announces a round opens its games.

use outflank_board::BySide;
use outflank_game as game;
use outflank_game::{Presence, ScreenPlay};
use outflank_tournament::running::{Card, Event, Phase, RoundLife, apply};

use crate::access::{Action, Target};
use crate::desk::{Desk, game_stream, tournament_stream};
use crate::ids::{GameId, TournamentId};
use crate::log::{NewEvent, Seq, StreamName, StreamWrite};
use crate::refusal::{Reason, Refusal};
use crate::request::Answer;
use crate::state::desk_fact::DeskFact;
use crate::state::tournament::TournamentNow;
use crate::submit::assistance::granted;
use crate::submit::open::{desk_event, game_events};
use crate::submit::speak::speaks;
use crate::submit::{Asked, Draft, Failed};
use crate::table::restart::running_record;
use crate::views::board::table::{ClockMode, opening};

/// A game that is opened with its round.
pub(crate) struct OnlineGame {
    pub(crate) id: GameId,
    /// What the tournament notes of it.
    pub(crate) opened: NewEvent,
    events: Vec<NewEvent>,
}

impl OnlineGame {
    pub(crate) fn stream(&self) -> StreamName {
        game_stream(&self.id)
    }

    pub(crate) fn write(self) -> StreamWrite {
        StreamWrite {
            stream: self.stream(),
            expected: Seq(0),
            events: self.events,
        }
    }
}

impl Desk {
    /// The games an online event opens with these events: one for every table of a public round that has none.
    pub(crate) fn online_games(
        &self,
        now: &TournamentNow,
        events: &[Event],
    ) -> Result<Vec<OnlineGame>, Refusal> {
        let Some(play) = now.on_screen else {
            return Ok(Vec::new());
        };
        let mut after = now.clone();
        for event in events {
            apply(&mut after.tournament, event);
        }
        let mut games = Vec::new();
        for life in after.affairs().rounds.iter().filter(|life| is_played(life)) {
            for card in &life.cards {
                let is_open = after.game_at(life.number, card.table).is_some();
                if !is_open && card.settled().is_none() {
                    games.push(self.online_game(&after, life, card, play)?);
                }
            }
        }
        Ok(games)
    }

    fn online_game(
        &self,
        after: &TournamentNow,
        life: &RoundLife,
        card: &Card,
        play: ScreenPlay,
    ) -> Result<OnlineGame, Refusal> {
        let unknown = || Refusal::desk(Reason::UnknownTournament {});
        let rules = after.rules().ok_or_else(unknown)?;
        let at = self.at_of(after);
        // Nobody has come until his browser says so.
        let opening = game::Opening {
            presence: BySide::both(Presence::Late),
            screen: Some(play),
            ..opening(after, life.number, ClockMode::OnScreen)
        };
        let open = game::Act::Open(Box::new(opening));
        let command = game::Command::new(game::By::Director, open);
        let made = game::decide(rules, &game::Game::new(), command, at)?;
        let id = GameId::random();
        let (round, table) = (life.number, card.table);
        let (black, white) = (card.black, card.white);
        let opened = DeskFact::GameOpened {
            game: id.clone(),
            round,
            table,
            black,
            white,
        };
        let placed = DeskFact::GamePlaced {
            tournament: after.id.clone(),
            round,
            table,
            black,
            white,
        };
        let needs = granted(rules, after, card, &made, at)?;
        let mut events = game_events(&made);
        events.push(desk_event(at, &placed));
        events.extend(game_events(&needs));
        Ok(OnlineGame {
            id,
            opened: desk_event(at, &opened),
            events,
        })
    }

    /// Plays an event on screen, or at tables again; a round that is announced gets its games at once.
    pub(crate) async fn play_on_screen(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        play: Option<ScreenPlay>,
    ) -> Result<Answer, Failed> {
        let stream = tournament_stream(id);
        let _guard = self.warm.lock(&[&stream]).await;
        let now = self.known_tournament(id)?;
        let target = Target::tournament(id);
        let (_, role) = speaks(asked.caller, Action::ShapeEvent, &target, None, now.rules())?;
        if now.on_screen == play {
            return Err(Refusal::desk(Reason::NothingNew {}).into());
        }
        if has_begun(&now) {
            return Err(Refusal::desk(Reason::GamesBegan {}).into());
        }
        let mut after = TournamentNow::clone(&now);
        after.on_screen = play;
        let online = self.online_games(&after, &[])?;
        let opened: Vec<StreamName> = online.iter().map(OnlineGame::stream).collect();
        let _opened = self.warm.lock(&opened.iter().collect::<Vec<_>>()).await;
        let mut events = vec![desk_event(
            self.at_of(&now),
            &DeskFact::OnScreenSet { play },
        )];
        events.extend(online.iter().map(|game| game.opened.clone()));
        let mut draft = Draft::new(asked, stream, now.version, events, role);
        let records = online.iter().map(|game| running_record(&game.id));
        draft.records.extend(records);
        draft
            .writes
            .extend(online.into_iter().map(OnlineGame::write));
        drop(now);
        self.commit(asked, draft).await
    }
}

/// Whether a round has started or a table of a public round has its game.
fn has_begun(now: &TournamentNow) -> bool {
    now.affairs().rounds.iter().any(|life| {
        let has_game = |card: &Card| now.game_at(life.number, card.table).is_some();
        life.times.started.is_some() || life.cards.iter().any(has_game)
    })
}

const fn is_played(life: &RoundLife) -> bool {
    match life.phase {
        Phase::Announced | Phase::Started => true,
        Phase::Proposed | Phase::Finished | Phase::Validated => false,
    }
}
