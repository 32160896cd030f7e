//! Players with special needs: what their assistants may do (WOC IV.10). It is personal and lies in the player's record;
//! every game of the player gets it when it is opened.

use outflank_board::Side;
use outflank_game as game;
use outflank_game::Needs;
use outflank_rulebook::Rulebook;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Card;

use crate::access::{Action, Target};
use crate::desk::Desk;
use crate::ids::TournamentId;
use crate::refusal::{Reason, Refusal};
use crate::request::Answer;
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::state::tournament::TournamentNow;
use crate::submit::speak::refused;
use crate::submit::{Asked, Draft, Failed, Write};

impl Desk {
    /// Only a caller who may approve exceptions learns that a player has special needs.
    pub(crate) async fn grant_needs(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        entrant: EntrantId,
        needs: Option<&Needs>,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock([&id.into()]).await;
        let now = self.known_tournament(id)?;
        let target = Target::tournament(id);
        let grants = asked.caller.grants_for(Action::Approve, &target);
        let Some(role) = grants.first().map(|grant| grant.role) else {
            return Err(match now.rules() {
                Some(rules) => by_needs(rules, refused(asked.caller, Action::Approve, None)),
                None => refused(asked.caller, Action::Approve, None),
            }
            .into());
        };
        let unknown = || Refusal::desk(Reason::UnknownPerson {});
        let record = now.person_id(entrant).ok_or_else(unknown)?;
        let mut person = now.person(entrant).cloned().ok_or_else(unknown)?;
        if person.assistance.as_ref() == needs {
            return Err(Refusal::desk(Reason::NothingNew {}).into());
        }
        let old = person.clone();
        person.assistance = needs.cloned();
        crate::submit::entry::check(&person)?;
        self.check_change(asked.caller, id, &record, (&old, &person))?;
        let fact = DeskFact::AssistanceSet { entrant };
        let events = vec![Decided::desk(self.at_of(&*now), fact)];
        let draft = Draft {
            records: vec![crate::submit::entry::write(&record, &person)],
            ..Draft::new(asked, Write::to(&*now, events), role)
        };
        drop(now);
        self.commit(asked, draft).await
    }
}

/// A refusal by the clause on special needs.
pub(crate) fn by_needs(rules: &Rulebook, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Desk(refused) => Refusal::by_clause(rules.special_needs.clause(), refused.reason),
        other => other,
    }
}

/// What is granted in a game when it is opened: the needs of the two who sit down to it.
pub(crate) fn granted(
    rules: &Rulebook,
    now: &TournamentNow,
    card: &Card,
    opened: &[game::Event],
    at: game::Timestamp,
) -> Result<Vec<game::Event>, Refusal> {
    let mut table = game::Game::new();
    for event in opened {
        game::apply(&mut table, event);
    }
    let mut events = Vec::new();
    for (player, entrant) in [(Side::Black, card.black), (Side::White, card.white)] {
        let person = now.person(entrant);
        let Some(needs) = person.and_then(|person| person.assistance.clone()) else {
            continue;
        };
        let needs = Box::new(needs);
        let act = game::Act::GrantNeeds { player, needs };
        let command = game::Command::new(game::By::Director, act);
        for event in game::decide(rules, &table, command, at)? {
            game::apply(&mut table, &event);
            events.push(event);
        }
    }
    Ok(events)
}
