//! Commands of a tournament.

use crate::Pending;
use std::sync::Arc;

use outflank_tournament::EntrantId;
use outflank_tournament::running::{
    Act, By, Command, Event, Preview, Timestamp, decide, decide_watched, preview,
};

use crate::access::{Action, Caller, Grant, Role, Target};
use crate::declare::tournament_command;
use crate::desk::Desk;
use crate::log::{RecordChange, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, TournamentRequest};
use crate::state::event::Decided;
use crate::state::tournament::TournamentNow;
use crate::submit::entry::{entered, without_persons};
use crate::submit::open::OpenedGame;
use crate::submit::pairing::{is_computed, off_the_workers};
use crate::submit::seen::{check_final, check_seen};
use crate::submit::speak::{refused, speaks};
use crate::submit::{Asked, Draft, Failed, Write};

impl Desk {
    pub(crate) async fn do_tournament(
        &self,
        asked: &Asked<'_>,
        what: &TournamentRequest,
    ) -> Result<Answer, Failed> {
        // Callers that take tables of a shared hall wait for each other, so that no two get the same.
        let shared = match &what.act {
            Act::SetTableRules { .. } => Some(StreamName::Access),
            _ => None,
        };
        let offices = self.offices_of(&what.tournament);
        let streams: Vec<StreamName> = [StreamName::from(&what.tournament)]
            .into_iter()
            .chain(shared)
            .chain(offices.iter().map(StreamName::from))
            .collect();
        // Nobody waits for the tournament while a pairing is computed: it is taken if nothing has changed meanwhile.
        let computed = match is_computed(&what.act) {
            true => {
                let now = self.known_tournament(&what.tournament)?;
                let decided = self.decide_tournament(asked, &now, what).await?;
                Some((now.version, decided))
            }
            false => None,
        };
        let guard = self.warm.lock(&streams).await;
        let now = self.known_tournament(&what.tournament)?;
        let decided = match computed {
            Some((version, decided)) if version == now.version => decided,
            Some(_) => return Err(Failed::Conflict),
            None => self.decide_tournament(asked, &now, what).await?,
        };
        let online = self.online_games(&now, &decided.events)?;
        // Nobody knows the new games yet: nobody can wait for them.
        let mut own = Decided::all(&decided.events);
        own.extend(online.iter().filter_map(|game| game.noted.clone()));
        let mut draft = Draft::new(asked, Write::to(&*now, own), decided.role);
        draft.answer.entrant = entered(&decided.events);
        draft.records.extend(decided.record);
        draft.extend(online.into_iter().map(OpenedGame::write));
        draft.extend(self.react_offices(asked, &now, &decided.events)?);
        // Nobody holds the tournament while it is folded on: it need not be copied.
        drop(now);
        let records: Vec<String> = (draft.records.iter())
            .map(|change| change.key.id.clone())
            .collect();
        let answer = self.commit(asked, draft).await?;
        drop(guard);
        if records.iter().any(|record| self.is_shared_record(record)) {
            self.refresh_people().await?;
        }
        Ok(answer)
    }

    /// What a command would change, without writing anything.
    ///
    /// # Errors
    /// [`Refusal`] as [`submit`](Self::submit) would say it.
    pub fn preview<'a>(
        &'a self,
        caller: &'a Caller,
        what: &'a TournamentRequest,
    ) -> Pending<'a, Result<Preview, Refusal>> {
        Box::pin(self.preview_here(caller, what))
    }

    async fn preview_here(
        &self,
        caller: &Caller,
        what: &TournamentRequest,
    ) -> Result<Preview, Refusal> {
        let now = self.known_tournament(&what.tournament)?;
        let (by, role) = self.authorise(caller, &now, what)?;
        let personal = self
            .personal(caller, &now, what.act.clone(), what.person.as_ref())
            .await?;
        let Some(rules) = now.rules() else {
            return Err(Refusal::desk(Reason::UnknownTournament {}));
        };
        let command =
            Command::new("preview", by, personal.act).by_players(plays(caller, &now, role));
        let at = self.at_of(&*now);
        let mut shown = match is_computed(&what.act) {
            false => preview(rules, &now.tournament, command, at)?,
            true => {
                let show = move || {
                    let rules = now.rules().expect("it was asked for before");
                    preview(rules, &now.tournament, command, at)
                };
                off_the_workers(show).await?
            }
        };
        shown.events = without_persons(shown.events);
        Ok(shown)
    }

    fn authorise(
        &self,
        caller: &Caller,
        now: &TournamentNow,
        what: &TournamentRequest,
    ) -> Result<(By, Role), Refusal> {
        let declared = tournament_command(&what.act);
        let target = declared.target(&now.id, now.affairs());
        let spoken = speaks(caller, declared.action, &target, what.by, now.rules())?;
        self.check_allowance(caller, now, &what.act)?;
        Ok(spoken)
    }

    async fn decide_tournament(
        &self,
        asked: &Asked<'_>,
        now: &Arc<TournamentNow>,
        what: &TournamentRequest,
    ) -> Result<DecidedTournament, Refusal> {
        let caller = asked.caller;
        let (by, role) = self.authorise(caller, now, what)?;
        let actor = caller.signature(role);
        check_seen(now, &what.act, by, &actor, asked.if_version)?;
        check_final(now, &what.act, by)?;
        let personal = self
            .personal(caller, now, what.act.clone(), what.person.as_ref())
            .await?;
        let Some(rules) = now.rules() else {
            return Err(Refusal::desk(Reason::UnknownTournament {}));
        };
        let command =
            Command::new(asked.command_id, by, personal.act).by_players(plays(caller, now, role));
        let at = self.at_of(&**now);
        let events = match is_computed(&what.act) {
            false => decide(rules, &now.tournament, command, at)?,
            true => self.compute_pairing(now, command, at).await?,
        };
        self.check_hall(now, &events)?;
        Ok(DecidedTournament {
            events: without_persons(events),
            record: personal.record,
            role,
        })
    }

    async fn compute_pairing(
        &self,
        now: &Arc<TournamentNow>,
        command: Command,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let state = Arc::clone(now);
        let decided = self.pairings.run(&now.id, at, move |watch| {
            let rules = state.rules().expect("it was asked for before");
            decide_watched(rules, &state.tournament, command, at, watch)
        });
        Ok(decided.await?)
    }

    /// An exception is allowed only by a person who may, or if the office has already allowed it.
    fn check_allowance(
        &self,
        caller: &Caller,
        now: &TournamentNow,
        act: &Act,
    ) -> Result<(), Refusal> {
        let application = match act {
            Act::Enter(application) | Act::ChangeEntrant { application, .. } => application,
            _ => return Ok(()),
        };
        let target = Target::tournament(&now.id);
        match application.allowance {
            Some(_)
                if !caller.may(Action::Approve, &target)
                    && !self.office_allows(now, application) =>
            {
                Err(refused(caller, Action::Approve, now.rules()))
            }
            Some(_) | None => Ok(()),
        }
    }
}

struct DecidedTournament {
    events: Vec<Event>,
    record: Option<RecordChange>,
    role: Role,
}

/// The players a caller is: those of their players' links, and the head director's own.
fn plays(caller: &Caller, now: &TournamentNow, role: Role) -> Vec<EntrantId> {
    let here = |grant: &&Grant| {
        grant.role == Role::Player && grant.scope.tournament.as_ref() == Some(&now.id)
    };
    let links = caller.grants().iter().filter(here);
    let head = (now.affairs().head()).filter(|_| role == Role::Head);
    links
        .filter_map(|grant| grant.scope.entrant)
        .chain(head.and_then(|head| head.entrant))
        .collect()
}
