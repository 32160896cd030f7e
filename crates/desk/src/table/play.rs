//! Casual games: anyone may open one, and the holder of a seat's secret plays it. No account is needed.

use outflank_board::{BySide, Side};
use outflank_game as game;
use outflank_game::{GameKind, Opening, TableJudge, TimeAsked, Timekeeper};
use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

use crate::access::{Caller, TokenKind, TokenRecord};
use crate::desk::Desk;
use crate::ids::{GameId, Secret, TokenId};
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::refusal::{Reason, Refusal};
use crate::request::{GameRequest, NewGame, Request, What};
use crate::state::game::GameNow;
use crate::submit::casual_player;

/// The most casual games that go on at once.
const CASUAL_GAMES_MAX: usize = 1000;
/// A casual game that nobody touches for so long is ended.
const IDLE_MS: i64 = 60 * 60 * 1000;
const SEAT: &str = "seat/";
/// How many records are erased at once.
const SWEPT_AT_ONCE: usize = 200;
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
        let now = self.now();
        let played = |one: &&std::sync::Arc<GameNow>| is_going_on(one) && !is_idle(one, now);
        if games.iter().filter(played).count() >= CASUAL_GAMES_MAX {
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
            self.seat(&game, Side::Black).await?,
            self.seat(&game, Side::White).await?,
        );
        Ok(CasualSeats { game, secrets })
    }

    /// A seat is a record of its game and not a link: it is in no list, and it goes with its game.
    async fn seat(&self, game: &GameId, side: Side) -> Result<Secret, Refusal> {
        let secret = Secret::random();
        let record = TokenRecord {
            token: TokenId::random(),
            kind: TokenKind::Api,
            grant: casual_player(game, side),
            expires: Some(Timestamp(self.now().0 + SEAT_DAYS * 86_400_000)),
            only: Vec::new(),
            label: None,
        };
        let body = serde_json::to_string(&record).expect("a seat has no map keys but texts");
        let change = RecordChange {
            key: seat_key(&secret.hash()),
            body: Some(body),
        };
        self.store.put_records(vec![change]).await?;
        Ok(secret)
    }

    /// Ends casual games that nobody has touched for an hour, and forgets seats and sessions that have expired.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read or written.
    pub async fn sweep(&self) -> Result<(), Refusal> {
        let now = self.now();
        for game in self.warm_games() {
            if is_going_on(&game) && is_idle(&game, now) {
                self.end_idle(&game).await?;
            }
        }
        let mut over = Vec::new();
        for (id, body) in self.store.records(RecordKind::Setting).await? {
            let ends = |body: &str| -> Option<Timestamp> {
                serde_json::from_str::<TokenRecord>(body).ok()?.expires
            };
            if id.starts_with(SEAT) && ends(&body).is_none_or(|end| end <= now) {
                over.push(RecordKey::new(RecordKind::Setting, id));
            }
        }
        over.extend(self.expired_sessions().await?);
        over.extend(self.old_audit_entries().await?);
        let changes = over.into_iter().map(|key| RecordChange { key, body: None });
        let changes: Vec<RecordChange> = changes.collect();
        for some in changes.chunks(SWEPT_AT_ONCE) {
            self.store.put_records(some.to_vec()).await?;
        }
        Ok(())
    }

    async fn end_idle(&self, game: &GameNow) -> Result<(), Refusal> {
        let act = game::Act::DeclareDraw {
            offender: None,
            why: "nobody played for an hour".to_owned(),
        };
        let request = GameRequest {
            game: game.id.clone(),
            by: game::By::Director,
            act,
        };
        let what = What::Game(Box::new(request));
        match self.submit(&Caller::console(), named(what)).await {
            Ok(_) | Err(Refusal::Game(_) | Refusal::Desk(_)) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }
}

/// Where the secret of a seat is kept.
pub(crate) fn seat_key(hash: &str) -> RecordKey {
    RecordKey::new(RecordKind::Setting, format!("{SEAT}{hash}"))
}

/// Whether nobody has touched a game for an hour.
fn is_idle(game: &GameNow, now: Timestamp) -> bool {
    now.since(game.last_recorded.max(game.last_at)).0 > IDLE_MS
}

/// Whether a game without a tournament has begun and is not over.
fn is_going_on(game: &GameNow) -> bool {
    game.seats.is_none() && game.game.result().is_none() && game.game.setting().is_some()
}

fn named(what: What) -> Request {
    Request::new(TokenId::random().as_str(), what)
}
