//! What the desk itself keeps of a tournament: ticked checklists, training copies.

use crate::access::{Action, Target};
use crate::desk::Desk;
use crate::ids::TournamentId;
use crate::log::{Seq, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, DeskAct, DeskRequest};
use crate::state::desk_fact::DeskFact;
use crate::state::event::{Decided, StreamEvent};
use crate::state::tournament::TournamentNow;
use crate::submit::speak::speaks;
use crate::submit::{Asked, Draft, Failed, Write};

impl Desk {
    pub(crate) async fn do_desk_act(
        &self,
        asked: &Asked<'_>,
        what: &DeskRequest,
    ) -> Result<Answer, Failed> {
        match &what.act {
            DeskAct::Tick { .. } | DeskAct::ShowPairings { .. } => {
                self.note_at_desk(asked, what).await
            }
            DeskAct::GrantNeeds { entrant, needs } => {
                self.grant_needs(asked, &what.tournament, *entrant, needs.as_ref())
                    .await
            }
            DeskAct::AdmitFederation { federation, right } => {
                let (_guard, now, role) = self
                    .at_event(asked, &what.tournament, Action::ManageData)
                    .await?;
                self.known_federation(federation)?;
                if now.training.is_some() {
                    return Err(Refusal::desk(Reason::TrainingCopy {}).into());
                }
                if now.admitted.get(federation) == Some(right) {
                    return Err(Refusal::desk(Reason::NothingNew {}).into());
                }
                let fact = DeskFact::FederationAdmitted {
                    federation: federation.clone(),
                    right: *right,
                };
                self.note(asked, &*now, role, fact).await
            }
            DeskAct::PlayOnScreen { play } => {
                self.play_on_screen(asked, &what.tournament, *play).await
            }
            DeskAct::CopyForTraining { slug } => {
                self.copy_for_training(asked, &what.tournament, slug).await
            }
        }
    }

    /// Keeps ticks of a checklist, or whether players' links show pairings.
    async fn note_at_desk(&self, asked: &Asked<'_>, what: &DeskRequest) -> Result<Answer, Failed> {
        let _guard = self.warm.lock([&(&what.tournament).into()]).await;
        let now = self.known_tournament(&what.tournament)?;
        let target = Target::tournament(&now.id);
        let (_, role) = speaks(asked.caller, Action::RunHall, &target, None, now.rules())?;
        let facts = match &what.act {
            DeskAct::ShowPairings { shown } if now.device_pairings != *shown => {
                vec![DeskFact::DevicePairingsSet { shown: *shown }]
            }
            DeskAct::ShowPairings { .. } => {
                return Err(Refusal::desk(Reason::NothingNew {}).into());
            }
            act => ticked(&now, act)?,
        };
        let at = self.at_of(&*now);
        let events = facts.into_iter().map(|fact| Decided::desk(at, fact));
        let write = Write::to(&*now, events.collect());
        drop(now);
        self.commit(asked, Draft::new(asked, write, role)).await
    }

    /// Copies every event of a tournament into a stream of its own that says in its first words what it
    /// is. People keep their records: what is erased is erased in the copy too.
    async fn copy_for_training(
        &self,
        asked: &Asked<'_>,
        of: &TournamentId,
        slug: &str,
    ) -> Result<Answer, Failed> {
        let id = TournamentId::random();
        let (source, stream) = (StreamName::from(of), StreamName::from(&id));
        // One at a time, so that no two get the same short name.
        let _guard = self
            .warm
            .lock([&StreamName::Access, &source, &stream])
            .await;
        let now = self.known_tournament(of)?;
        if !asked.caller.may(Action::ReadDesk, &Target::tournament(of)) {
            return Err(Refusal::not_allowed(asked.caller, Action::ReadDesk).into());
        }
        let anywhere = Target::default();
        let (_, role) = speaks(
            asked.caller,
            Action::CreateTournament,
            &anywhere,
            None,
            None,
        )?;
        self.check_slug(slug)?;
        let past = self.read_stream(&source, Seq(0)).await?;
        let at = (past.first()).map_or_else(|| self.now(), |first| first.content.at);
        let made = [
            DeskFact::TrainingCopied {
                of: of.clone(),
                version: now.version.0,
            },
            DeskFact::SlugGiven {
                slug: slug.to_owned(),
            },
        ];
        let count = made.len();
        let mut events = Vec::from(made.map(|fact| Decided::desk(at, fact)));
        for one in &past {
            let copied = Decided::copied(one.content.at, &one.content.kind, &one.content.body)?;
            match copied.event {
                // The desk's own facts are about this event alone: its address, its games, its ticks.
                StreamEvent::Desk(_) => {}
                _ => events.push(copied),
            }
        }
        let mut draft = Draft::new(asked, Write::new_stream(stream, events), role);
        draft.answer.made = Some(id.to_string());
        // What was copied is not news.
        draft.answer.events.truncate(count);
        drop(now);
        self.commit(asked, draft).await
    }
}

/// The ticks that change something.
fn ticked(now: &TournamentNow, act: &DeskAct) -> Result<Vec<DeskFact>, Refusal> {
    let DeskAct::Tick {
        list,
        round,
        done,
        undone,
    } = act
    else {
        return Ok(Vec::new());
    };
    let document = now
        .rules()
        .map_or("", |rules| rules.about.document.as_str());
    let listed = list.clauses(document);
    let mut facts = Vec::new();
    for (clause, done) in
        (done.iter().map(|id| (id, true))).chain(undone.iter().map(|id| (id, false)))
    {
        if !listed.iter().any(|one| one.id.as_str() == clause) {
            let clause = clause.chars().take(40).collect();
            return Err(Refusal::desk(Reason::UnknownItem { clause }));
        }
        let item = (*list, clause.clone(), *round);
        if now.ticks.contains_key(&item) != done {
            facts.push(DeskFact::ItemTicked {
                list: *list,
                clause: clause.clone(),
                round: *round,
                done,
            });
        }
    }
    match facts.is_empty() {
        true => Err(Refusal::desk(Reason::NothingNew {})),
        false => Ok(facts),
    }
}
