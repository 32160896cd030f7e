//! The demo championship at a desk: its past at once, the rest as time goes on.

use std::sync::Arc;
use std::time::Duration;

use outflank_desk::access::Caller;
use outflank_desk::log::Store;
use outflank_desk::{
    Clock, Desk, HandClock, NewTournament, Options, Request, SystemClock, TournamentId,
    TournamentRequest, What,
};
use outflank_pairing::Seed;
use outflank_sim::demo::{DEMO_PRESET, DEMO_SEED, Timed, championship};
use outflank_tournament::running::Act;

use crate::failure::Failure;

/// The demo's name in addresses.
const SLUG: &str = "demo";

/// What is still to happen in the demo.
pub(super) struct Coming {
    tournament: TournamentId,
    commands: Vec<Timed>,
}

/// Plays the demo's past into a log that does not have it yet; gives what is to come.
pub(super) async fn load(store: &Arc<dyn Store>) -> Result<Option<Coming>, Failure> {
    let now = SystemClock::start().now();
    let demo = championship(
        Seed::new(DEMO_SEED).map_or(Seed::default(), |seed| seed),
        now,
    );
    let first = demo.past.first().map_or(now, |one| one.at);
    // The past has its own times, so that the hall's timetable fits.
    let clock = Arc::new(HandClock::at(first));
    let desk = Desk::open(store.clone(), clock.clone(), Options::default())
        .await
        .map_err(Failure::say)?;
    if desk.tournament_named(SLUG).is_some() {
        return Ok(None);
    }
    let mut tournament = None;
    for one in demo.past {
        clock.pass_ms(one.at.0 - clock.now().0);
        let id = one.command.id.to_string();
        let what = match (one.command.act, &tournament) {
            (Act::Create(creation), _) => What::NewTournament(Box::new(NewTournament {
                preset: DEMO_PRESET.to_owned(),
                slug: Some(SLUG.to_owned()),
                creation: *creation,
            })),
            (act, Some(tournament)) => request(tournament, act),
            (_, None) => continue,
        };
        let answer = desk
            .submit(&Caller::console(), Request::new(format!("demo-{id}"), what))
            .await
            .map_err(|refusal| Failure::say(format!("the demo, {id}: {refusal}")))?;
        if tournament.is_none() {
            tournament = answer.made.and_then(|made| made.parse().ok());
        }
    }
    Ok(tournament.map(|tournament| Coming {
        tournament,
        commands: demo.coming,
    }))
}

fn request(tournament: &TournamentId, act: Act) -> What {
    What::Tournament(Box::new(TournamentRequest {
        tournament: tournament.clone(),
        by: None,
        act,
        person: None,
    }))
}

/// Gives the commands to come when their time has come.
pub(super) async fn go_on(desk: Arc<Desk>, coming: Coming) {
    for one in coming.commands {
        let wait = u64::try_from(one.at.0 - desk.now().0).unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let id = format!("demo-{}", one.command.id);
        let what = request(&coming.tournament, one.command.act);
        if let Err(refusal) = desk
            .submit(&Caller::console(), Request::new(id, what))
            .await
        {
            // Whoever plays with the demo may have gone another way.
            tracing::info!(%refusal, "a step of the demo was left out");
        }
    }
}
