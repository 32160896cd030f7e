//! Casual games: anyone may open one, and the holder of a seat's secret plays it. No account is needed.

use outflank_board::{BySide, Side};
use outflank_game as game;
use outflank_game::{GameKind, Opening, TableJudge, TimeAsked, Timekeeper};
use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

use crate::access::{AccessAct, Caller, NewLink, TokenKind};
use crate::desk::Desk;
use crate::ids::{GameId, Secret, TokenId};
use crate::refusal::{Reason, Refusal};
use crate::request::{NewGame, Request, What};
use crate::submit::casual_player;

/// The most casual games that go on at once.
const CASUAL_GAMES_MAX: usize = 1000;
/// How long a seat of a casual game can be taken.
const SEAT_DAYS: i64 = 30;

/// A casual game that is to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Casual {
    pub rulebook: String,
    /// The time of each player; none without a clock.
    pub minutes: Option<u16>,
    /// Seconds given for every move.
    pub increment: u16,
    /// How it is played; as the rulebook plays at a board if nothing is said.
    pub screen: Option<game::ScreenPlay>,
}

/// A game and the secrets of its two seats.
#[derive(Debug)]
pub struct CasualSeats {
    pub game: GameId,
    /// A secret for each side, told once.
    pub secrets: BySide<Secret>,
}

impl Desk {
    /// Opens a casual game on screen.
    ///
    /// # Errors
    /// [`Refusal`] if the rulebook or the time will not do, or too many games go on.
    pub async fn open_casual_game(&self, new: &Casual) -> Result<CasualSeats, Refusal> {
        let games = self.warm_games();
        let going_on = games.iter().filter(|one| {
            one.seats.is_none() && one.game.result().is_none() && one.game.setting().is_some()
        });
        if going_on.count() >= CASUAL_GAMES_MAX {
            return Err(Refusal::desk(Reason::TooMany {
                what: "casual games",
                limit: CASUAL_GAMES_MAX,
            }));
        }
        let time = new.minutes.map_or(TimeAsked::NoClock, |minutes| {
            TimeAsked::Each(BySide::both(Millis::minutes(i64::from(minutes))))
        });
        let opening = Opening {
            kind: GameKind::Casual,
            time,
            increment: Millis::seconds(i64::from(new.increment)),
            judge: TableJudge::None,
            timekeeper: Timekeeper::Server,
            clock_kind: game::ClockKind::Software,
            screen: new.screen,
            ..Opening::default()
        };
        // The desk itself opens it: no sign-in is needed.
        let house = Caller::console();
        let what = What::NewGame(Box::new(NewGame {
            place: None,
            rulebook: Some(new.rulebook.clone()),
            opening,
        }));
        let made = self.submit(&house, named(what)).await?.made;
        let unknown = || Refusal::desk(Reason::UnknownGame {});
        let game: GameId = made.and_then(|id| id.parse().ok()).ok_or_else(unknown)?;
        let secrets = BySide::new(
            self.seat(&house, &game, Side::Black).await?,
            self.seat(&house, &game, Side::White).await?,
        );
        Ok(CasualSeats { game, secrets })
    }

    async fn seat(&self, house: &Caller, game: &GameId, side: Side) -> Result<Secret, Refusal> {
        let link = NewLink {
            kind: TokenKind::Api,
            grant: casual_player(game, side),
            expires: Some(Timestamp(self.now().0 + SEAT_DAYS * 86_400_000)),
            only: Vec::new(),
            label: None,
        };
        let what = What::Access {
            act: AccessAct::MakeLink(link),
        };
        let answer = self.submit(house, named(what)).await?;
        let unknown = || Refusal::desk(Reason::UnknownToken {});
        answer.secret.ok_or_else(unknown)
    }
}

fn named(what: What) -> Request {
    Request::new(TokenId::random().as_str(), what)
}
