//! Deciding a command: what follows from it under the rules, or why it is refused.

mod event;
mod nation;
mod office;
mod person;
mod season;
mod select;

use outflank_event::{COMMAND_ID_CHARS_MAX, CommandId, EnvelopeError, Timestamp};
use outflank_rulebook::{ClauseId, OfficeTopic, Rulebook};
use outflank_tournament::CivilDate;

use crate::act::{Act, Command};
use crate::by::By;
use crate::dossier::Dossiers;
use crate::fact::{Event, Fact};
use crate::ids::{DecisionNumber, EventKey, PersonNumber};
use crate::records::{Body, Decision as BodyDecision};
use crate::rejection::{Reason, Rejection};
use crate::results::EventState;
use crate::state::{Federation, FederationState, PersonState};

/// The most events of an office.
pub const EVENTS_MAX: usize = 1_000_000;
/// The most characters of a reason, a name or a note.
pub const TEXT_CHARS_MAX: usize = 500;
/// The most people, and the most events people play in.
pub const PEOPLE_MAX: usize = 200_000;

type Decided = Result<(), Rejection>;

/// What follows from a command given at a moment.
///
/// `rules` is the rulebook an office is founded under; afterwards the edition in force that day decides,
/// whatever is passed. `people` is what the erasable records hold.
///
/// # Errors
/// [`Rejection`] says why not, what to do instead and which clause demands it.
pub fn decide(
    rules: &Rulebook,
    office: &Federation,
    people: &Dossiers,
    command: Command,
    at: Timestamp,
) -> Result<Vec<Event>, Rejection> {
    let Command { id, by, act } = command;
    office
        .check_envelope(&id, at, EVENTS_MAX)
        .map_err(|error| not_acceptable(error, &id))?;
    let now = office.affairs();
    let today = now.day(at);
    let in_force = now.rules_on(today);
    let mut decision = Decision {
        rules: in_force.map_or(rules, |rules| rules),
        office,
        now,
        people,
        by,
        at,
        today,
        facts: Vec::with_capacity(1),
    };
    match (act, &now.founded) {
        (Act::Found(founding), None) => decision.found(*founding)?,
        (Act::Found(_), Some(_)) => return Err(Rejection::plain(Reason::AlreadyFounded {})),
        (_, None) => return Err(Rejection::plain(Reason::NotFounded {})),
        (act, Some(_)) => decision.dispatch(act)?,
    }
    let event = |fact: Fact| Event {
        at,
        by,
        command: id.clone(),
        fact,
    };
    Ok(decision.facts.into_iter().map(event).collect())
}

/// What no command may have, in this crate's words.
fn not_acceptable(error: EnvelopeError, id: &CommandId) -> Rejection {
    Rejection::plain(match error {
        EnvelopeError::BadCommandId => Reason::BadText {
            what: "the command ID",
            limit: COMMAND_ID_CHARS_MAX,
        },
        EnvelopeError::CommandIdReused => Reason::CommandIdReused { id: id.clone() },
        EnvelopeError::LogFull => return too_many("events", EVENTS_MAX),
        EnvelopeError::TimeRunsBack { last } => Reason::TimeRunsBack { last },
    })
}

/// A command being decided.
struct Decision<'a> {
    rules: &'a Rulebook,
    office: &'a Federation,
    now: &'a FederationState,
    people: &'a Dossiers,
    by: By,
    at: Timestamp,
    today: CivilDate,
    facts: Vec<Fact>,
}

impl<'a> Decision<'a> {
    fn dispatch(&mut self, act: Act) -> Decided {
        match act {
            Act::Found(_) => Err(Rejection::plain(Reason::AlreadyFounded {})),
            Act::AddPerson { record, dossier } => self.add_person(record, *dossier),
            Act::ChangePerson { person, dossier } => self.change_person(person, *dossier),
            Act::ErasePerson { person } => self.erase_person(person),
            Act::RestrictPerson { person } => self.restrict_person(person),
            Act::ShowPerson { person } => self.show_person(person),
            Act::MergePeople { keep, gone, why } => self.merge_people(keep, gone, why),
            Act::SeparatePeople { gone, why } => self.separate_people(gone, why),
            Act::Join { person } => self.join(person),
            Act::Leave { person } => self.leave(person),
            Act::OptOut { person } => self.opt_out(person),
            Act::SetFees { fees, decision } => self.set_fees(fees, decision),
            Act::RecordPayment {
                person,
                event,
                amount,
            } => self.record_payment(person, event, amount),
            Act::AnnounceEvent { event, notice } => self.announce_event(event, *notice),
            Act::RecordEntrants { event, people } => self.record_entrants(event, people),
            Act::TakeResults {
                event,
                from,
                results,
            } => self.take_results(event, from, *results),
            Act::RecordSent { event, to } => self.record_sent(event, to),
            Act::PublishList { day } => self.publish_list(day),
            Act::ImportList { day, source, rows } => self.import_list(day, source, rows),
            Act::PlanSeason {
                year,
                planned,
                national,
            } => self.plan_season(year, planned, national),
            Act::CountRegionals {
                year,
                events,
                decision,
            } => self.count_regionals(year, events, decision),
            Act::RecordPlayoff { year, winner } => self.record_playoff(year, winner),
            Act::TossCoin { year, winner } => self.toss_coin(year, winner),
            Act::OpenSelection(plan) => self.open_selection(*plan),
            Act::OfferPlace { year, seat, person } => self.offer_place(year, seat, person),
            Act::AnswerOffer {
                year,
                person,
                accepts,
            } => self.answer_offer(year, person, accepts),
            Act::RegisterTeam { year, permitted } => self.register_team(year, permitted),
            Act::RecordDecision { decision } => self.record_decision(*decision),
            Act::Sanction {
                person,
                measure,
                why,
            } => self.sanction(person, measure, why),
            Act::LiftSanction { sanction, why } => self.lift_sanction(sanction, why),
            Act::ProposeAmendment { text, set } => self.propose_amendment(text, set),
            Act::AdoptAmendment {
                amendment,
                decision,
                edition,
                from,
                constitution,
            } => self.adopt_amendment(amendment, decision, edition, from, constitution),
            Act::HoldMeeting { day, event } => self.hold_meeting(day, event),
            Act::AdmitVoter { meeting, person } => self.admit_voter(meeting, person),
            Act::AllowEntry {
                person,
                event,
                exception,
                decision,
            } => self.allow_entry(person, event, exception, decision),
            Act::SetNation {
                country,
                kind,
                contact,
            } => self.set_nation(country, kind, contact),
            Act::NoteNationResults {
                country,
                year,
                results,
            } => self.note_nation_results(country, year, results),
            Act::ApplyForException { country, start } => self.apply_for_exception(country, start),
            Act::DecideException {
                country,
                year,
                approved,
            } => self.decide_exception(country, year, approved),
            Act::ApplyToHost { country, year } => self.apply_to_host(country, year),
            Act::ChooseHost { country, year } => self.choose_host(country, year),
            Act::RecordTitle {
                year,
                title,
                person,
            } => self.record_title(year, title, person),
            Act::RecordSemifinals { year, people } => self.record_semifinals(year, people),
            Act::Undo { command } => self.undo(command),
        }
    }

    fn record(&mut self, fact: Fact) -> Decided {
        self.facts.push(fact);
        Ok(())
    }

    /// Any officer of the office.
    fn needs_office(&self) -> Decided {
        match self.by {
            By::Officer | By::Chairman | By::Committee | By::Desk => Ok(()),
            By::Person(_) => Err(self.wrong_person("an officer")),
        }
    }

    /// The person, or the office on their behalf.
    fn needs_office_or(&self, person: PersonNumber) -> Decided {
        match self.by {
            By::Person(one) if one != person => Err(self.wrong_person("an officer")),
            By::Person(_) | By::Officer | By::Chairman | By::Committee | By::Desk => Ok(()),
        }
    }

    /// A rejection with the clause this federation has on the matter.
    fn cited(&self, topic: OfficeTopic, reason: Reason) -> Rejection {
        Rejection {
            clause: self.rules.cited(topic),
            reason,
        }
    }

    fn needs_committee(&self, topic: OfficeTopic) -> Decided {
        self.needs(By::Committee, "the committee, board or council", topic)
    }

    fn needs_chairman(&self, topic: OfficeTopic) -> Decided {
        self.needs(By::Chairman, "the chairman", topic)
    }

    fn needs(&self, post: By, allowed: &'static str, topic: OfficeTopic) -> Decided {
        let by = self.by;
        match by == post {
            true => Ok(()),
            false => Err(self.cited(topic, Reason::WrongPerson { by, allowed })),
        }
    }

    fn wrong_person(&self, allowed: &'static str) -> Rejection {
        let by = self.by;
        Rejection::plain(Reason::WrongPerson { by, allowed })
    }

    /// A person whose record is not erased nor merged into another.
    fn person(&self, person: PersonNumber) -> Result<&'a PersonState, Rejection> {
        match self.now.people.get(&person) {
            Some(one) if one.erased => Err(Rejection::plain(Reason::Erased { person })),
            Some(one) if one.merged.is_none() => Ok(one),
            Some(_) | None => Err(Rejection::plain(Reason::UnknownPerson { person })),
        }
    }

    /// A number that was ever given, erased and merged ones too: results keep their numbers.
    fn known_number(&self, person: PersonNumber) -> Decided {
        match self.now.people.contains_key(&person) {
            true => Ok(()),
            false => Err(Rejection::plain(Reason::UnknownPerson { person })),
        }
    }

    fn event(&self, event: &EventKey) -> Result<&'a EventState, Rejection> {
        let unknown = || {
            Rejection::plain(Reason::UnknownEvent {
                event: event.clone(),
            })
        };
        self.now.events.get(event).ok_or_else(unknown)
    }

    /// A decision of one of these bodies.
    fn decision_of(
        &self,
        number: DecisionNumber,
        bodies: &[Body],
        needed: &'static str,
        clause: Option<ClauseId>,
    ) -> Result<&'a BodyDecision, Rejection> {
        let Some(decision) = self.now.decisions.get(&number) else {
            return Err(Rejection::plain(Reason::UnknownDecision {
                decision: number,
            }));
        };
        if bodies.contains(&decision.body) {
            Ok(decision)
        } else {
            let body = decision.body;
            let reason = Reason::WrongBody { body, needed };
            Err(Rejection { reason, clause })
        }
    }

    fn undo(&mut self, command: CommandId) -> Decided {
        self.needs_office()?;
        match self.office.latest_command() {
            None => Err(Rejection::plain(Reason::NothingToUndo {})),
            Some(latest) if *latest == command => self.record(Fact::Undone { undone: command }),
            Some(latest) => Err(Rejection::plain(Reason::NotTheLatest {
                latest: latest.clone(),
            })),
        }
    }
}

/// A text that says something and not too much.
fn check_text(what: &'static str, text: &str) -> Decided {
    let length = text.chars().count();
    if text.trim().is_empty() || length > TEXT_CHARS_MAX {
        Err(Rejection::plain(Reason::BadText {
            what,
            limit: TEXT_CHARS_MAX,
        }))
    } else {
        Ok(())
    }
}

fn too_many(what: &'static str, limit: usize) -> Rejection {
    Rejection::plain(Reason::TooMany { what, limit })
}
