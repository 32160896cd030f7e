//! An event with a round under way in a server of this process: games at its tables are played by the desk.

use std::sync::Arc;

use outflank_board::{Move, Position, Side, Transcript};
use outflank_desk::{GameId, GameNow, GamePlace, GameRequest, NewGame, TournamentId, What};
use outflank_game::{Act as GameAct, By, Opening};
use outflank_tournament::RoundNumber;

use super::hosted::Hosted;

/// A whole game: always the first legal square; passes are left out where the referee puts them in.
pub(crate) fn whole_game() -> Vec<Move> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    while !position.is_over() {
        let first = position.legal_moves().into_iter().next();
        let mv = first.map_or(Move::Pass, Move::Disc);
        moves.push(mv);
        position = position.play(mv).unwrap();
    }
    moves
}

pub(crate) struct Hall {
    pub(crate) hosted: Hosted,
    pub(crate) id: TournamentId,
}

impl Hall {
    /// An event called `hall` whose first round has started.
    pub(crate) fn start(entrants: u32) -> Self {
        Self::over(Hosted::start(), entrants)
    }

    /// The same over a server.
    pub(crate) fn over(hosted: Hosted, entrants: u32) -> Self {
        let id = hosted.event("hall", entrants);
        hosted.announce(&id, RoundNumber(1));
        Self { hosted, id }
    }

    /// Opens a game at every table and starts it.
    pub(crate) fn open_all(&self) -> Vec<GameId> {
        self.open_all_as(&Opening::default())
    }

    /// The same, opened in this way.
    pub(crate) fn open_all_as(&self, opening: &Opening) -> Vec<GameId> {
        let now = self.hosted.desk.tournament(&self.id).unwrap();
        let round = RoundNumber(1);
        let life = now.affairs().round(round).unwrap();
        let tables: Vec<_> = life.cards.iter().map(|card| card.table).collect();
        let open = |table| {
            let opened = self.hosted.submit(What::NewGame(Box::new(NewGame {
                place: Some(GamePlace {
                    tournament: self.id.clone(),
                    round,
                    table,
                }),
                rulebook: None,
                opening: opening.clone(),
            })));
            let game: GameId = opened.made.unwrap().parse().unwrap();
            self.begin(&game);
            game
        };
        tables.into_iter().map(open).collect()
    }

    fn begin(&self, game: &GameId) {
        self.act(game, By::Director, GameAct::ConfirmReady);
        self.act(game, By::Director, GameAct::Signal);
        // Some rulebooks start the clocks with the signal.
        if self.now(game).game.clock().running().is_none() {
            self.act(game, By::White, GameAct::Press);
        }
    }

    /// Somebody does something at a table.
    #[track_caller]
    pub(crate) fn act(&self, game: &GameId, by: By, act: GameAct) {
        self.hosted.submit(What::Game(Box::new(GameRequest {
            game: game.clone(),
            by,
            act,
        })));
    }

    #[track_caller]
    pub(crate) fn play(&self, game: &GameId, moves: &str) {
        let moves: Transcript = moves.parse().unwrap();
        self.play_all(game, &moves.moves().collect::<Vec<_>>());
    }

    #[track_caller]
    pub(crate) fn play_all(&self, game: &GameId, moves: &[Move]) {
        for mv in moves.iter().copied() {
            let turn = self.turn(game);
            let by = match turn {
                Side::Black => By::Black,
                Side::White => By::White,
            };
            match mv {
                Move::Disc(square) => self.act(game, by, GameAct::Play { square }),
                Move::Pass => self.act(game, by, GameAct::Pass),
            }
        }
    }

    fn turn(&self, game: &GameId) -> Side {
        self.now(game).game.turn()
    }

    fn now(&self, game: &GameId) -> Arc<GameNow> {
        let now = self.hosted.runtime.block_on(self.hosted.desk.game(game));
        now.unwrap().unwrap()
    }
}
