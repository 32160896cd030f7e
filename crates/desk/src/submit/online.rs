//! Online tournaments: publishing a round opens its games.

use outflank_board::BySide;
use outflank_game as game;
use outflank_game::{Presence, ScreenPlay};
use outflank_tournament::running::{Card, Event, Phase, RoundLife, apply};

use crate::access::{Action, Target};
use crate::desk::Desk;
use crate::ids::{GameId, TournamentId};
use crate::refusal::{Reason, Refusal};
use crate::request::Answer;
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::state::tournament::TournamentNow;
use crate::submit::open::OpenedGame;
use crate::submit::speak::speaks;
use crate::submit::{Asked, Draft, Failed, Write};
use crate::views::board::table::{ClockMode, opening};

impl Desk {
    /// The games an online event opens with these events: one for every table of a public round that has none.
    pub(crate) fn online_games(
        &self,
        now: &TournamentNow,
        events: &[Event],
    ) -> Result<Vec<OpenedGame>, Refusal> {
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
    ) -> Result<OpenedGame, Refusal> {
        // Nobody has come until their browser says so.
        let opening = game::Opening {
            presence: BySide::both(Presence::Late),
            screen: Some(play),
            ..opening(after, life.number, ClockMode::OnScreen)
        };
        self.table_game(GameId::random(), after, life.number, card, &opening)
    }

    /// Plays an event on screen, or at tables again; a round that is announced gets its games at once.
    pub(crate) async fn play_on_screen(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        play: Option<ScreenPlay>,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock([&id.into()]).await;
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
        // Nobody knows these games yet: nobody can wait for them.
        let at = self.at_of(&*now);
        let mut events = vec![Decided::desk(at, DeskFact::OnScreenSet { play })];
        events.extend(online.iter().filter_map(|game| game.noted.clone()));
        let mut draft = Draft::new(asked, Write::to(&*now, events), role);
        draft.extend(online.into_iter().map(OpenedGame::write));
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
