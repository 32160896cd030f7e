//! Commands of a game, and what follows from them in its tournament.

use std::sync::Arc;

use outflank_game as game;
use outflank_game::{Detection, Timekeeper};
use outflank_tournament::running::{Act, By, Command, Event, Timestamp, decide};

use crate::access::{Action, Role};
use crate::declare::game_command;
use crate::desk::Desk;
use crate::ids::GameId;
use crate::log::StreamName;
use crate::react::game::react;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, GameRequest};
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;
use crate::state::warm::Guards;
use crate::submit::lag::{self, Lag};
use crate::submit::office_flow::OfficeWrite;
use crate::submit::seen::{check_version, has_result};
use crate::submit::speak::speaks_at_table;
use crate::submit::steps::{Meant, Step, decide_steps};
use crate::submit::{Asked, Draft, Failed, Write};
use crate::table::device::{Contact, Mapped};
use crate::table::restart::finished_record;

/// When a command happened.
pub(crate) enum When {
    At {
        at: Timestamp,
        moved_ms: Option<i64>,
    },
    /// The device's time fits nowhere.
    Nowhere { made_at: Timestamp },
    /// Another device has this table now.
    Elsewhere { made_at: Timestamp },
}

impl Desk {
    pub(crate) async fn do_game(
        &self,
        asked: &Asked<'_>,
        what: &GameRequest,
        made_at_ms: Option<i64>,
    ) -> Result<Answer, Failed> {
        // A game's moves do not wait for its tournament; only what may become a result does.
        let (_guards, now) = match may_affect_tournament(&what.act) {
            true => self.lock_with_tournament(&what.game).await?,
            false => {
                let guards = self.warm.lock([&(&what.game).into()]).await;
                (guards, self.known_game(&what.game).await?)
            }
        };
        let role = self.authorise_game(asked, &now, what)?;
        let (at, moved_ms) = match self.when(&now, asked, &what.act, made_at_ms) {
            When::At { at, moved_ms } => (at, moved_ms),
            When::Nowhere { made_at } => {
                let why = "its time does not fit between the last contact and now";
                return self.hold(asked, &now, what, role, made_at, why).await;
            }
            When::Elsewhere { made_at } => {
                let why = "it was made on a device that no longer has this table";
                return self.hold(asked, &now, what, role, made_at, why).await;
            }
        };
        let lag = lag::given(self, &now, what, asked.used_ms, at);
        let at = lag.map_or(at, |lag| lag.before(at));
        let steps = match self.meant(&now, what, at)? {
            Meant::Commands(steps) => steps,
            Meant::Note(fact) => return self.note(asked, &*now, role, fact).await,
        };
        let is_late =
            made_at_ms.is_some() && self.now().since(at).0 > crate::table::device::TOLERANCE_MS;
        match self.decide_game(asked, &now, steps, role) {
            Ok(decided) => {
                let mut draft = draft(asked, &now, decided, role, moved_ms);
                for fact in lag.into_iter().flat_map(Lag::facts) {
                    draft.push(Decided::desk(at, fact));
                }
                self.commit(asked, draft).await
            }
            // Nothing that was tapped while the device was out of contact is lost.
            Err(refusal @ Refusal::Game(_)) if is_late => {
                let why = refusal.to_string();
                self.hold(asked, &now, what, role, at, &why).await
            }
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Locks a game, its tournament, and the federations that have announced it: a result goes on to all of them.
    pub(crate) async fn lock_with_tournament(
        &self,
        id: &GameId,
    ) -> Result<(Guards, Arc<GameNow>), Refusal> {
        let now = self.known_game(id).await?;
        let tournament = now.seats.as_ref().map(|seats| &seats.place.tournament);
        let offices = tournament.map_or_else(Vec::new, |id| self.offices_of(id));
        let streams: Vec<StreamName> = [StreamName::from(id)]
            .into_iter()
            .chain(tournament.map(StreamName::from))
            .chain(offices.iter().map(StreamName::from))
            .collect();
        let guards = self.warm.lock(&streams).await;
        Ok((guards, self.known_game(id).await?))
    }

    fn authorise_game(
        &self,
        asked: &Asked<'_>,
        now: &GameNow,
        what: &GameRequest,
    ) -> Result<Role, Refusal> {
        let action = game_command(what.by, &what.act);
        let rules = now.game.rules();
        let caller = asked.caller;
        let seats = now.seats.as_ref();
        let is_desk = caller.actor == crate::access::Actor::Desk;
        let is_clocks = !matches!(what.act, game::Act::Signal | game::Act::Confirm { .. });
        let role = if is_desk && what.by == game::By::Clock {
            Role::Owner
        } else if what.by == game::By::Clock && !is_clocks {
            // A device that is the clock does not speak for the director.
            let by = what.by.word().to_owned();
            return Err(Refusal::desk(Reason::CannotSpeakAs { by }));
        } else {
            speaks_at_table(caller, action, &now.target(), what.by, seats, rules)?
        };
        check_version(now, now.last.as_ref(), asked.if_version, || {
            let (phase, plies) = (now.game.phase(), now.game.table().plies);
            format!("the game is {phase} after {plies} plies")
        })?;
        check_final(now, action, role)?;
        self.check_contact(now, asked, what)?;
        Ok(role)
    }

    /// While the table's device is out of contact nobody else lets its clock run out (its flag may
    /// be up): the game can be paused, or the device taken off the table.
    fn check_contact(
        &self,
        now: &GameNow,
        asked: &Asked<'_>,
        what: &GameRequest,
    ) -> Result<(), Refusal> {
        let here = self.now();
        let is_automatic =
            (now.game.setting()).is_some_and(|setting| setting.detection == Detection::Automatic);
        let Some(contact) = now.contact.as_ref().filter(|_| is_automatic) else {
            return Ok(());
        };
        let is_clock_page = (now.clock_contact.as_ref())
            .is_some_and(|contact| asked.device == Some(contact.device.as_str()));
        let is_device = asked.device == Some(contact.device.as_str()) || is_clock_page;
        let is_pause = matches!(what.act, game::Act::Pause { .. });
        let would_fall = (now.game.falls_at()).is_some_and(|(_, at)| at.0 <= here.0);
        match now.timekeeper() {
            Some(Timekeeper::Tablet) if !is_device && !is_pause && would_fall => {
                Err(Refusal::desk(Reason::DeviceSilent {
                    since: contact.last,
                }))
            }
            Some(Timekeeper::Tablet | Timekeeper::Server | Timekeeper::Physical) | None => Ok(()),
        }
    }

    /// When a command happened: now, or when the table's device says.
    fn when(
        &self,
        now: &GameNow,
        asked: &Asked<'_>,
        act: &game::Act,
        made_at_ms: Option<i64>,
    ) -> When {
        let here = self.at_of(now);
        let is_server = now.timekeeper() == Some(Timekeeper::Server);
        let devices = [now.contact.as_ref(), now.clock_contact.as_ref()];
        let mut devices = devices.into_iter().flatten().filter(|_| !is_server);
        let contact = devices.find(|contact| asked.device == Some(contact.device.as_str()));
        if let (None, Some(_), Some(ms), Some(_)) =
            (contact, asked.device, made_at_ms, now.contact.as_ref())
            && !is_server
        {
            return When::Elsewhere {
                made_at: Timestamp(ms),
            };
        }
        match (contact, made_at_ms) {
            (Some(contact), Some(ms)) => match contact.map(ms, earliest(now, contact, act), here) {
                Mapped::Fits { at, moved_ms } => {
                    let after = at.max(now.last_at);
                    let moved_ms = moved_ms + after.0 - at.0;
                    When::At {
                        at: after,
                        moved_ms: (moved_ms != 0).then_some(moved_ms),
                    }
                }
                Mapped::Misfit { at } => When::Nowhere { made_at: at },
            },
            (None, _) | (_, None) => When::At {
                at: here,
                moved_ms: None,
            },
        }
    }

    /// Decides a command and everything that follows from it.
    pub(crate) fn decide_game(
        &self,
        asked: &Asked<'_>,
        now: &GameNow,
        steps: Vec<Step>,
        role: Role,
    ) -> Result<DecidedGame, Refusal> {
        let (after, events) = decide_steps(now, steps)?;
        let mut decided = DecidedGame {
            is_confirmed: after.phase() == game::Phase::Confirmed,
            events,
            tournament: None,
            offices: Vec::new(),
        };
        let Some(seats) = &now.seats else {
            return Ok(decided);
        };
        let acts = react(seats, &after, &decided.events);
        if acts.is_empty() {
            return Ok(decided);
        }
        let tournament = self.known_tournament(&seats.place.tournament)?;
        let events = self.react_in(asked, &tournament, acts, role)?;
        if !events.is_empty() {
            decided.offices = self.react_offices(asked, &tournament, &events)?;
            decided.tournament = Some((tournament, events));
        }
        Ok(decided)
    }

    /// The events of a tournament that follow; a rejected one rejects the command.
    fn react_in(
        &self,
        asked: &Asked<'_>,
        now: &TournamentNow,
        acts: Vec<Act>,
        role: Role,
    ) -> Result<Vec<Event>, Refusal> {
        let by = match role {
            Role::Owner | Role::Head => By::Head,
            Role::Director
            | Role::Assistant
            | Role::Judge
            | Role::NeedsAssistant
            | Role::Player
            | Role::Officer
            | Role::Chairman
            | Role::Committee
            | Role::Public => By::Director,
        };
        let unknown = || Refusal::desk(Reason::UnknownTournament {});
        let rules = now.rules().ok_or_else(unknown)?;
        let at = self.at_of(now);
        let mut events: Vec<Event> = Vec::new();
        for act in acts {
            if let Act::EnterResult(report) = &act
                && has_result(now, report)?
            {
                continue;
            }
            // One command of a game leads to at most one of its tournament.
            let command = Command::new(asked.command_id, by, act);
            events.extend(decide(rules, &now.tournament, command, at)?);
            break;
        }
        Ok(events)
    }

    /// Keeps a tap that fits nowhere for the director.
    async fn hold(
        &self,
        asked: &Asked<'_>,
        now: &GameNow,
        what: &GameRequest,
        role: Role,
        made_at: Timestamp,
        why: &str,
    ) -> Result<Answer, Failed> {
        let held = now.held_count + 1;
        let fact = DeskFact::TapHeld {
            held,
            by: what.by,
            act: what.act.clone(),
            made_at,
            why: why.to_owned(),
        };
        let events = vec![Decided::desk(self.at_of(now), fact)];
        let mut draft = Draft::new(asked, Write::to(now, events), role);
        draft.answer.held = Some(held);
        self.commit(asked, draft).await
    }
}

/// What a tap cannot have happened before: the last event. Only a press of the clock page may come after what the judge
/// noted of the same turn meanwhile, since the two devices have lines of their own.
fn earliest(now: &GameNow, contact: &Contact, act: &game::Act) -> Timestamp {
    let is_clock_page = now.clock_contact.as_ref() == Some(contact);
    let is_awaited = *act == game::Act::Press && now.game.table().is_complete();
    match is_clock_page && is_awaited {
        true => contact.before_gap,
        false => now.last_at,
    }
}

/// A decided command of a game.
pub(crate) struct DecidedGame {
    events: Vec<game::Event>,
    tournament: Option<(Arc<TournamentNow>, Vec<Event>)>,
    /// What follows in the offices that have announced the tournament.
    offices: Vec<OfficeWrite>,
    is_confirmed: bool,
}

pub(crate) fn draft(
    asked: &Asked<'_>,
    now: &GameNow,
    decided: DecidedGame,
    role: Role,
    moved_ms: Option<i64>,
) -> Draft {
    let mut draft = Draft::new(asked, Write::to(now, Decided::all(&decided.events)), role);
    draft.answer.moved_ms = moved_ms;
    if let Some((tournament, events)) = &decided.tournament {
        let write = Write::to(&**tournament, Decided::all(events));
        draft.writes.push(write);
    }
    if decided.is_confirmed {
        draft.records.push(finished_record(&now.id));
    }
    draft.extend(decided.offices);
    draft
}

/// Whether an act may have a consequence in the tournament.
const fn may_affect_tournament(act: &game::Act) -> bool {
    matches!(
        act,
        game::Act::Confirm { .. } | game::Act::CorrectResult { .. } | game::Act::Expel { .. }
    )
}

/// What the deciding official has ruled nobody else changes (WOC-V.1.p3).
fn check_final(now: &GameNow, action: Action, role: Role) -> Result<(), Refusal> {
    let is_head = matches!(role, Role::Owner | Role::Head);
    match action {
        Action::RuleGame | Action::ConfirmGame if now.head_has_ruled && !is_head => {
            let clause = (now.game.rules()).and_then(|rules| rules.deciding_official.clause());
            Err(Refusal::by_clause(clause, Reason::HeadHasDecided {}))
        }
        _ => Ok(()),
    }
}
