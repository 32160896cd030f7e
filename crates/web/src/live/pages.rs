//! Games for the pages that show them: a piece is rendered once, and the same bytes go to everybody.
//!
//! Everything here is made from what the public may see ([`outflank_desk::audience`]): a delayed or withheld
//! move is not in it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use outflank_board::{BySide, Side, Square};
use outflank_desk::audience::SeenGame;
use outflank_desk::log::Envelope;
use outflank_desk::views::board::watch::{WatchClock, WatchPly, WatchResult, WatchView};
use outflank_desk::{Desk, DeskFactKind, GameId, TournamentId};
use outflank_game::Phase;
use serde::Serialize;
use tokio::sync::broadcast;

use crate::live::Live;
use crate::live::channels::Channels;
use crate::live::render;
use crate::live::topic::Place;

/// How long a greeting serves everybody who comes; never beyond the next piece of its page.
const GREETING_LASTS: Duration = Duration::from_millis(250);

/// What a page shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PageTopic {
    /// One game as the public sees it.
    Game(GameId),
    /// One game as its players see it: never delayed.
    Table(GameId),
    /// The boards of an event.
    Boards(TournamentId),
}

/// What goes to pages.
#[derive(Debug, Clone)]
pub(crate) enum PageMessage {
    /// A piece, as it is sent.
    Piece(Bytes),
    /// Nothing has happened; the line is alive.
    Alive,
    Closing,
}

/// The channels by page.
#[derive(Debug, Default)]
pub(crate) struct PageLines {
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    channels: Channels<PageTopic, PageMessage>,
    /// What was sent last of each game.
    sent: HashMap<GameId, Sent>,
    /// The first message for a new viewer.
    greetings: HashMap<PageTopic, (Instant, Bytes)>,
    /// How often something has changed: a greeting made before is not kept after.
    changes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sent {
    version: u64,
    revision: u32,
    plies: usize,
}

/// A board among others.
#[derive(Debug, Serialize)]
pub(crate) struct Tile<'a> {
    pub(crate) game: &'a str,
    pub(crate) version: u64,
    pub(crate) round: Option<u16>,
    pub(crate) table: Option<u16>,
    pub(crate) phase: Phase,
    pub(crate) plies: usize,
    pub(crate) cells: &'a str,
    pub(crate) last: Option<Square>,
    pub(crate) discs: BySide<usize>,
    pub(crate) clock: &'a WatchClock,
    pub(crate) flags: &'a [Side],
    pub(crate) result: Option<&'a WatchResult>,
}

impl<'a> Tile<'a> {
    pub(crate) fn of(view: &'a WatchView) -> Self {
        Self {
            game: &view.game,
            version: view.version,
            round: view.round,
            table: view.table,
            phase: view.phase,
            plies: view.plies.len(),
            cells: &view.cells,
            last: view.last(),
            discs: view.discs(),
            clock: &view.clock,
            flags: &view.flags,
            result: view.result.as_ref(),
        }
    }
}

/// What is new in a game since the turn before.
#[derive(Debug, Serialize)]
struct Step<'a> {
    #[serde(flatten)]
    tile: Tile<'a>,
    revision: u32,
    turn: Side,
    signed: BySide<bool>,
    lag_ms: BySide<i64>,
    /// The latest turn; it goes on from what a page has if the page has all before it.
    ply: Option<&'a WatchPly>,
}

impl PageLines {
    /// A place in the line.
    pub(crate) fn subscribe(&self, topic: &PageTopic) -> broadcast::Receiver<PageMessage> {
        self.lines().channels.subscribe(topic)
    }

    /// Sends the state of a game to its viewers if it changed.
    pub(crate) async fn show(&self, desk: &Desk, id: &GameId) {
        let Ok(seen) = desk.public_game(id).await else {
            return;
        };
        let own = PageTopic::Game(id.clone());
        self.forget_greetings();
        let Some(seen) = seen else {
            self.send(&own, || render::bare("gone", "{}"));
            self.lines().sent.remove(id);
            return;
        };
        let place = seen.now.seats.as_ref().map(|seats| &seats.place);
        let boards = place.map(|place| PageTopic::Boards(place.tournament.clone()));
        if !self.is_watched(&own) && !boards.as_ref().is_some_and(|one| self.is_watched(one)) {
            return;
        }
        let view = view_of(desk, &seen);
        let next = Sent {
            version: view.version,
            revision: view.revision,
            plies: view.plies.len(),
        };
        let last = self.lines().sent.insert(id.clone(), next);
        if last == Some(next) {
            return;
        }
        if let Some(boards) = boards {
            self.send(&boards, || render::bare("tile", &text(&Tile::of(&view))));
        }
        // A step is enough for a viewer that has everything before it.
        let is_step = last.is_some_and(|last| {
            last.revision == next.revision
                && last.plies <= next.plies
                && next.plies - last.plies <= 1
        });
        self.send(&own, || match is_step {
            true => render::bare("step", &text(&step(&view))),
            false => render::bare("game", &text(&view)),
        });
    }

    /// Sends the whole game to its players, since they are few.
    pub(crate) async fn show_table(&self, desk: &Desk, id: &GameId) {
        let topic = PageTopic::Table(id.clone());
        self.forget_greetings();
        if !self.is_watched(&topic) {
            return;
        }
        if let Some(view) = table(desk, id).await {
            self.send(&topic, || render::bare("game", &text(&view)));
        }
    }

    /// Tells the page of an event's boards to look at all of them anew.
    fn turn_over(&self, event: &TournamentId) {
        let boards = PageTopic::Boards(event.clone());
        self.forget_greetings();
        self.send(&boards, || render::bare("anew", "{}"));
    }

    /// The first message for a new viewer, if it was made a moment ago, and how often something has changed.
    fn greeting(&self, topic: &PageTopic) -> (Option<Bytes>, u64) {
        let lines = self.lines();
        let found = lines.greetings.get(topic);
        let fresh = found.filter(|(made, _)| made.elapsed() < GREETING_LASTS);
        (fresh.map(|(_, bytes)| bytes.clone()), lines.changes)
    }

    /// Keeps a greeting, unless something changed while it was made.
    fn keep_greeting(&self, topic: &PageTopic, changes: u64, bytes: &Bytes) {
        let mut lines = self.lines();
        if lines.changes == changes {
            let kept = (Instant::now(), bytes.clone());
            lines.greetings.insert(topic.clone(), kept);
        }
    }

    /// Before a piece is sent: a viewer that subscribes after it gets its content in the first message.
    fn forget_greetings(&self) {
        let mut lines = self.lines();
        lines.changes += 1;
        lines.greetings.clear();
    }

    /// Sends a piece to a page; it is rendered only if there are viewers.
    fn send(&self, topic: &PageTopic, piece: impl FnOnce() -> Bytes) {
        let channel = self.lines().channels.watched(topic).cloned();
        if let Some(channel) = channel {
            let _ = channel.send(PageMessage::Piece(piece()));
        }
    }

    fn is_watched(&self, topic: &PageTopic) -> bool {
        self.lines().channels.watched(topic).is_some()
    }

    /// Tells every page that the connection is alive, and forgets what nobody watches.
    pub(crate) fn beat(&self) {
        let mut lines = self.lines();
        lines.channels.send_to_all(&PageMessage::Alive);
        if lines.channels.is_empty() {
            lines.sent.clear();
        }
    }

    /// Tells every page that the server stops.
    pub(crate) fn close(&self) {
        self.lines().channels.close(&PageMessage::Closing);
    }

    /// How many pages are open.
    pub(crate) fn viewers(&self) -> usize {
        self.lines().channels.viewers()
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game as its players see it.
async fn table(desk: &Desk, id: &GameId) -> Option<WatchView> {
    let now = desk.game(id).await.ok().flatten()?;
    Some(view_of(desk, &SeenGame::undelayed(now, desk.now())))
}

fn view_of(desk: &Desk, seen: &SeenGame) -> WatchView {
    let seats = seen.now.seats.as_ref();
    let event = seats.and_then(|seats| desk.tournament(&seats.place.tournament));
    WatchView::of(seen, event.as_deref())
}

fn step(view: &WatchView) -> Step<'_> {
    Step {
        tile: Tile::of(view),
        revision: view.revision,
        turn: view.turn,
        signed: view.signed,
        lag_ms: view.lag_ms,
        ply: view.plies.last(),
    }
}

pub(crate) fn text(shape: &impl Serialize) -> String {
    serde_json::to_string(shape).expect("shapes have no keys but texts")
}

impl Live {
    /// Shows an event of a game to the pages, or keeps it until it may be seen.
    pub(crate) async fn show(&self, envelope: &Envelope, place: &Place, is_public: bool) {
        if envelope.content.kind == DeskFactKind::SpectatorsSet.word() {
            self.show_all(place).await;
            return;
        }
        let Some(id) = place.stream.game() else {
            return;
        };
        self.pages.show_table(&self.desk, id).await;
        if is_public {
            self.pages.show(&self.desk, id).await;
            return;
        }
        self.held.keep(id, envelope.content.recorded_at);
        if envelope.content.kind == DeskFactKind::GameWithheld.word() {
            // Withheld or shown again: what the public may see now is what counts.
            self.fan_out.more(id);
            self.pages.show(&self.desk, id).await;
        }
    }

    /// Shows every game of an event anew, or that it is gone: spectators were admitted, or are not any more.
    async fn show_all(&self, place: &Place) {
        let id = place.tournament.as_ref();
        let Some(event) = id.and_then(|id| self.desk.tournament(id)) else {
            return;
        };
        self.pages.turn_over(&event.id);
        for own in event.games() {
            self.fan_out.more(&own.game);
            self.pages.show(&self.desk, &own.game).await;
        }
    }

    /// Everything a page shows when it begins to watch; made once for all who come at the same time.
    pub(crate) async fn page_now(self: &Arc<Self>, topic: &PageTopic) -> Option<Bytes> {
        let (kept, changes) = self.pages.greeting(topic);
        if kept.is_some() {
            return kept;
        }
        let made = self.page_made(topic).await?;
        self.pages.keep_greeting(topic, changes, &made);
        Some(made)
    }

    async fn page_made(&self, topic: &PageTopic) -> Option<Bytes> {
        match topic {
            PageTopic::Game(id) => {
                let seen = self.desk.public_game(id).await.ok().flatten()?;
                Some(render::bare("game", &text(&view_of(&self.desk, &seen))))
            }
            PageTopic::Table(id) => {
                let view = table(&self.desk, id).await?;
                Some(render::bare("game", &text(&view)))
            }
            PageTopic::Boards(id) => {
                let event = self.desk.tournament(id)?;
                let round = event.games().iter().map(|own| own.round).max();
                let mut views = Vec::new();
                for own in event.games().iter().filter(|own| Some(own.round) == round) {
                    if let Ok(Some(seen)) = self.desk.public_game(&own.game).await {
                        views.push(WatchView::of(&seen, Some(&event)));
                    }
                }
                let tiles: Vec<Tile<'_>> = views.iter().map(Tile::of).collect();
                Some(render::bare("tiles", &text(&tiles)))
            }
        }
    }
}
