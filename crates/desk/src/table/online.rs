//! What an online tournament does automatically: it starts its games with their round, ends them for players who do not
//! come, and makes signed results final.

use std::sync::Arc;

use outflank_board::{BySide, Side};
use outflank_game::{self as game, Act, Ending, Phase, Presence};
use outflank_rulebook::Millis;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act as TournamentAct, Phase as RoundPhase, Timestamp};

use crate::access::Caller;
use crate::desk::Desk;
use crate::log::Seq;
use crate::refusal::Refusal;
use crate::request::{GameRequest, Request, TournamentRequest, What};
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;

/// How the names of what the desk does by itself begin.
pub(crate) const ALARM: &str = "alarm:";

impl Desk {
    /// The event a game belongs to, if it is played on screen.
    pub(crate) fn online_event(&self, game: &GameNow) -> Option<Arc<TournamentNow>> {
        let place = &game.seats.as_ref().filter(|_| game.is_on_screen())?.place;
        let event = self.tournament(&place.tournament)?;
        event.on_screen.is_some().then_some(event)
    }

    /// When something is due in an online event that depends on the time alone.
    pub(crate) fn next_online(&self) -> Option<Timestamp> {
        let games = self.warm.games.all();
        let late = games.iter().filter_map(|game| {
            self.online_event(game)?;
            late_at(game)
        });
        let starts = self.online_starts();
        late.chain(starts.into_iter().map(|(_, _, at)| at)).min()
    }

    /// Rounds of online events whose announced start has not been given.
    fn online_starts(&self) -> Vec<(Arc<TournamentNow>, RoundNumber, Timestamp)> {
        let events = self.warm.tournaments.all().into_iter();
        let online = events.filter(|event| event.on_screen.is_some());
        online
            .filter_map(|event| {
                let life = event.affairs().rounds.last()?;
                let round = (life.phase == RoundPhase::Announced).then_some(life.number)?;
                let at = *event.affairs().starts.get(&round)?;
                Some((event, round, at))
            })
            .collect()
    }

    /// Does what is due in online events. What it does is named after the event it follows, so that of several
    /// servers on one log one does it.
    pub(crate) async fn ring_online(&self) -> Result<(), Refusal> {
        let now = self.now();
        for (event, round, at) in self.online_starts() {
            if at <= now {
                let id = alarm_id(event.id.as_str(), event.version);
                let what = What::Tournament(Box::new(TournamentRequest {
                    tournament: event.id.clone(),
                    by: None,
                    act: TournamentAct::Start { round },
                    person: None,
                }));
                self.by_itself(&Caller::console(), Request::new(id, what))
                    .await?;
            }
        }
        for game in self.warm.games.all() {
            let act = (self.online_event(&game)).and_then(|event| due(&game, &event, now));
            if let Some(act) = act {
                self.ring_game(&game, act).await?;
            }
        }
        Ok(())
    }

    /// Does something in a game on the clock's account.
    pub(crate) async fn ring_game(&self, game: &GameNow, act: Act) -> Result<(), Refusal> {
        let id = alarm_id(game.id.as_str(), game.version);
        let what = What::Game(Box::new(GameRequest {
            game: game.id.clone(),
            by: game::By::Clock,
            act,
        }));
        self.by_itself(&Caller::desk(), Request::new(id, what))
            .await
    }

    async fn by_itself(&self, caller: &Caller, request: Request) -> Result<(), Refusal> {
        match self.submit(caller, request).await {
            Err(refusal @ Refusal::Fault(_)) => Err(refusal),
            // Something changed in the meantime: check again.
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

/// The name of what follows by itself from the last event of a stream; nobody else can take it first.
fn alarm_id(id: &str, version: Seq) -> String {
    format!("{ALARM}{id}:{}", version.0)
}

/// What is due in a game of an online event.
fn due(game: &GameNow, event: &TournamentNow, now: Timestamp) -> Option<Act> {
    let place = &game.seats.as_ref()?.place;
    let life = event.affairs().round(place.round)?;
    let own = event.game_at(place.round, place.table)?;
    if own.game != game.id {
        // The round was called off and announced again: another game is played here.
        return None;
    }
    match game.game.phase() {
        Phase::Ready if life.phase == RoundPhase::Started => Some(Act::Signal),
        Phase::Signalled => Some(Act::Press),
        Phase::Playing => {
            late_at(game).filter(|at| *at <= now)?;
            let player = losing(game).first().copied()?;
            Some(Act::ClaimLate { player })
        }
        Phase::Over => {
            let card = life.card(place.table)?;
            (card.settled().is_none() && is_agreed(game)).then(|| Act::Confirm {
                why: (!is_signed(game.game.table().signed))
                    .then(|| "whoever has not come does not sign".to_owned()),
            })
        }
        Phase::Ready | Phase::Unopened | Phase::Confirmed => None,
    }
}

/// Whether everybody who came has signed and nothing is disputed.
fn is_agreed(game: &GameNow) -> bool {
    let table = game.game.table();
    // Whoever loses by lateness need not agree.
    let lost_by_lateness = |side: Side| {
        (game.game.result())
            .is_some_and(|one| one.ending == Ending::Lateness && one.verdict.winner() != Some(side))
    };
    let signs = |side: Side| table.signed[side] || lost_by_lateness(side);
    !table.dispute && Side::BOTH.into_iter().all(signs)
}

fn is_signed(signed: BySide<bool>) -> bool {
    signed.black && signed.white
}

/// Who has not come and loses for it, unless the director has waived that.
fn losing(game: &GameNow) -> Vec<Side> {
    let table = game.game.table();
    let is_late =
        |side: &Side| table.presence[*side] == Presence::Late && !table.late_forfeit_waived[*side];
    Side::BOTH.into_iter().filter(is_late).collect()
}

/// When an absent player loses a game that has begun.
pub(crate) fn late_at(game: &GameNow) -> Option<Timestamp> {
    if game.game.phase() != Phase::Playing || losing(game).is_empty() {
        return None;
    }
    let limit: Millis = game.game.rules()?.late_forfeit_after.value?;
    let started = game.game.clock().started()?;
    // Later than the limit: one who comes at the limit plays.
    Some(Timestamp(started.0 + limit.0 + 1))
}
