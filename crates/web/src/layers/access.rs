//! Whether the caller may do what a route of the table is for.

use std::sync::Arc;

use axum::extract::{RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use outflank_desk::access::{Action, Caller, Target};
use outflank_desk::{Refusal, TournamentId};
use outflank_federation::PersonNumber;

use crate::Web;
use crate::api::Operation;
use crate::extract;
use crate::layers::identity::Identity;
use crate::respond::Problem;
use crate::routes::Requires;

/// A row of the table, as its requests meet it.
#[derive(Clone)]
pub(crate) struct Guard {
    pub(crate) web: Arc<Web>,
    pub(crate) path: &'static str,
    pub(crate) requires: Requires,
    pub(crate) operation: Option<Operation>,
}

/// Looks up what the path names and checks the right; the extractors hand both to the handler.
pub(crate) async fn check(
    State(guard): State<Guard>,
    path: RawPathParams,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let identity = request.extensions_mut().remove::<Identity>();
    let caller = guard.caller(identity.unwrap_or(Identity::Unknown), request.uri().path())?;
    let target = guard.target(&caller, &path, &mut request).await?;
    match guard.requires {
        Requires::Nothing => {}
        // The body is read only for callers who may have a right.
        Requires::SignedIn if !caller.is_known() => return Err(Problem::not_allowed()),
        // A spectator tells the officials something without signing in.
        Requires::ActionOfCommand if guard.path == "/api/v1/watching" => {}
        Requires::ActionOfCommand if !caller.is_known() => {
            return Err(Refusal::not_allowed(&caller, guard.action_of_commands()).into());
        }
        Requires::SignedIn | Requires::ActionOfCommand => {}
        Requires::Action(action) if caller.may(action, &target) => {}
        Requires::Action(action) if guard.operation.is_some() => {
            return Err(Refusal::not_allowed(&caller, action).into());
        }
        Requires::Action(_) => return Err(Problem::not_allowed()),
    }
    if let Some(operation) = guard.operation {
        request.extensions_mut().insert(operation);
    }
    request.extensions_mut().insert(extract::Caller(caller));
    Ok(next.run(request).await)
}

impl Guard {
    /// Everyone may look at a public page, whatever they present. Where the log did not answer, a page that may be for
    /// some people only says so.
    fn caller(&self, identity: Identity, path: &str) -> Result<Caller, Problem> {
        if self.operation.is_some() {
            return identity.caller();
        }
        match (identity, self.requires) {
            (Identity::Known(caller), _) => Ok(caller),
            (_, Requires::Action(Action::ReadPublic)) => Ok(Caller::public()),
            (Identity::Failed(problem), _) if super::is_page(path) => Err(problem),
            (Identity::Failed(_) | Identity::Unknown, Requires::Nothing) => Ok(Caller::public()),
            (identity, Requires::Action(_) | Requires::ActionOfCommand | Requires::SignedIn) => {
                match identity {
                    Identity::Failed(problem) => Err(problem),
                    Identity::Unknown | Identity::Known(_) => Err(Problem::not_allowed()),
                }
            }
        }
    }

    /// What the commands of this route are about, for a caller who may do none of them.
    fn action_of_commands(&self) -> Action {
        match self.path {
            path if path.starts_with("/api/v1/access") => Action::GiveAccess,
            path if path.starts_with("/api/v1/federations/") => Action::RunOffice,
            path if path.starts_with("/api/v1/federations") => Action::CreateFederation,
            path if path.starts_with("/api/v1/tournaments") => Action::ReadDesk,
            _ => Action::PlayGame,
        }
    }

    async fn target(
        &self,
        caller: &Caller,
        path: &RawPathParams,
        request: &mut Request,
    ) -> Result<Target, Problem> {
        let mut target = Target::default();
        let mut tournament = None;
        let desk = &self.web.desk;
        for (name, value) in path {
            match name {
                "tournament" => {
                    let now = desk.tournament_named(value);
                    // A training copy exists only for those who work with it.
                    let works_there = |id: &TournamentId| {
                        let mut grants = caller.grants().iter();
                        grants.any(|grant| grant.scope.tournament.as_ref() == Some(id))
                    };
                    let now = now.filter(|now| now.is_shown_to(caller) || works_there(&now.id));
                    let now = now.ok_or_else(|| Problem::not_found(name))?;
                    target.tournament = Some(now.id.clone());
                    request
                        .extensions_mut()
                        .insert(extract::Tournament(now.clone()));
                    tournament = Some(now);
                }
                "game" if self.operation.is_some() => {
                    let id = value.parse().map_err(|_| Problem::not_found(name))?;
                    let seen = desk.seen_game(caller, &id).await?;
                    let seen = seen.ok_or_else(|| Problem::not_found(name))?;
                    target = seen.now.target();
                    request.extensions_mut().insert(extract::Game(seen));
                }
                "federation" => {
                    let now = desk
                        .federation_named(value)
                        .ok_or_else(|| Problem::not_found(name))?;
                    target.federation = Some(now.id.clone());
                    request.extensions_mut().insert(extract::Federation(now));
                }
                "person" if self.operation.is_some() => {
                    let number = value.parse().map_err(|_| Problem::not_found(name))?;
                    target.member = Some(PersonNumber(number));
                }
                "entrant" if self.operation.is_some() => {
                    let number: u32 = value.parse().map_err(|_| Problem::not_found(name))?;
                    let now = tournament
                        .as_ref()
                        .ok_or_else(|| Problem::not_found(name))?;
                    let found = now.affairs().entrants.keys().find(|id| id.0 == number);
                    target.entrants = found.copied().into_iter().collect();
                }
                _ => {}
            }
        }
        Ok(target)
    }
}
