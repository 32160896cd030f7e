//! Recording events.

use std::collections::BTreeSet;

use outflank_event::Aggregate;

use crate::fact::{Event, Fact};
use crate::ids::PersonNumber;
use crate::lists::PublishedList;
use crate::records::{
    Amendment, HostStatus, Meeting, NationException, NationState, RulesEdition, Sanction, TitleHeld,
};
use crate::results::{EventState, ResultsEdition, Sent};
use crate::selection::{Offer, Selection};
use crate::state::{FederationState, Founded, PersonState};

impl Aggregate for FederationState {
    type Event = Event;

    const FAMILY: &str = "federation";

    fn apply(&mut self, event: &Event) {
        match event.fact.clone() {
            Fact::Founded {
                name,
                country,
                currency,
                scale,
                offset,
                rulebook,
            } => {
                self.editions.push(RulesEdition {
                    edition: rulebook.about.edition.clone(),
                    from: rulebook
                        .about
                        .from
                        .parse()
                        .unwrap_or_else(|_| offset.day(event.at)),
                    rulebook,
                    amendment: None,
                });
                self.scale = scale;
                self.founded = Some(Founded {
                    name,
                    country,
                    currency,
                    offset,
                });
            }
            Fact::PersonAdded { person, record } => {
                let state = PersonState {
                    record,
                    erased: false,
                    restricted: false,
                    opted_out: false,
                    direct: None,
                    merged: None,
                };
                self.people.insert(person, state);
            }
            Fact::PersonChanged { .. } | Fact::PaymentRecorded { .. } | Fact::Undone { .. } => {}
            Fact::PersonErased { person } => self.with(person, |one| one.erased = true),
            Fact::PersonRestricted { person } => self.with(person, |one| one.restricted = true),
            Fact::PersonShown { person } => self.with(person, |one| one.restricted = false),
            Fact::PeopleMerged { keep, gone, why } => {
                self.with(gone, |one| one.merged = Some((keep, why)));
            }
            Fact::PeopleSeparated { gone, .. } => self.with(gone, |one| one.merged = None),
            Fact::Joined { person, day } => self.with(person, |one| {
                one.direct = Some((day, None));
                one.opted_out = false;
            }),
            Fact::Left { person, day } => self.with(person, |one| {
                one.direct = one.direct.map(|(since, _)| (since, Some(day)));
            }),
            Fact::OptedOut { person } => self.with(person, |one| one.opted_out = true),
            Fact::FeesSet { fees, .. } => self.fees = Some(fees),
            fact @ (Fact::EventAnnounced { .. }
            | Fact::EntrantsRecorded { .. }
            | Fact::ResultsTaken { .. }
            | Fact::ResultsSent { .. }
            | Fact::ListPublished { .. }) => self.apply_event(event, fact),
            fact @ (Fact::SeasonPlanned { .. }
            | Fact::RegionalsCounted { .. }
            | Fact::PlayoffRecorded { .. }
            | Fact::CoinTossed { .. }
            | Fact::SelectionOpened { .. }
            | Fact::PlaceOffered { .. }
            | Fact::OfferAnswered { .. }
            | Fact::TeamRegistered { .. }) => self.apply_season(event, fact),
            fact => self.apply_record(fact),
        }
    }
}

impl FederationState {
    fn with(&mut self, person: PersonNumber, change: impl FnOnce(&mut PersonState)) {
        if let Some(one) = self.people.get_mut(&person) {
            change(one);
        }
    }

    fn apply_event(&mut self, event: &Event, fact: Fact) {
        match fact {
            Fact::EventAnnounced { event, notice } => match self.events.get_mut(&event) {
                Some(known) => known.notice = notice,
                None => {
                    let state = EventState {
                        notice,
                        entrants: BTreeSet::new(),
                        editions: Vec::new(),
                        sent: Vec::new(),
                    };
                    self.events.insert(event, state);
                }
            },
            Fact::EntrantsRecorded { event, people } => {
                if let Some(known) = self.events.get_mut(&event) {
                    known.entrants = people.into_iter().collect();
                }
            }
            Fact::ResultsTaken {
                event: key,
                edition,
                from,
                results,
                rated,
                trace,
            } => {
                if let Some(known) = self.events.get_mut(&key) {
                    known
                        .entrants
                        .extend(results.placed.iter().map(|one| one.person));
                    known.editions.push(ResultsEdition {
                        edition,
                        at: event.at,
                        from,
                        results,
                        rated,
                        trace,
                    });
                }
            }
            Fact::ResultsSent {
                event: key,
                edition,
                to,
                day,
            } => {
                if let Some(known) = self.events.get_mut(&key) {
                    known.sent.push(Sent { edition, to, day });
                }
            }
            Fact::ListPublished {
                day,
                version,
                method,
                rows,
                rests_on,
                changes,
            } => self.lists.push(PublishedList {
                day,
                version,
                method,
                rows,
                rests_on,
                changes,
            }),
            _ => {}
        }
    }

    fn apply_season(&mut self, event: &Event, fact: Fact) {
        match fact {
            Fact::SeasonPlanned {
                year,
                planned,
                national,
            } => {
                let season = self.seasons.entry(year).or_default();
                season.planned = Some(planned);
                season.national = national;
            }
            Fact::RegionalsCounted {
                year,
                events,
                decision,
            } => self.seasons.entry(year).or_default().counted = Some((events, decision)),
            Fact::PlayoffRecorded { year, winner, .. } => {
                self.seasons.entry(year).or_default().playoff = Some(winner);
            }
            Fact::CoinTossed { year, winner, .. } => {
                self.seasons.entry(year).or_default().coin = Some(winner);
            }
            Fact::SelectionOpened { plan } => {
                let selection = Selection {
                    plan,
                    offers: Vec::new(),
                    registered: Vec::new(),
                };
                self.selections.insert(selection.plan.year, selection);
            }
            Fact::PlaceOffered {
                year,
                seat,
                person,
                source,
                ..
            } => {
                if let Some(selection) = self.selections.get_mut(&year) {
                    selection.offers.push(Offer {
                        person,
                        seat,
                        source,
                        at: event.at,
                        answer: None,
                    });
                }
            }
            Fact::OfferAnswered {
                year,
                person,
                accepts,
            } => {
                let offers = self.selections.get_mut(&year).map(|one| &mut one.offers);
                let of = |offer: &&mut Offer| offer.person == person;
                if let Some(offer) = offers.and_then(|all| all.iter_mut().rev().find(of)) {
                    offer.answer = Some((accepts, event.at));
                }
            }
            Fact::TeamRegistered { year, registration } => {
                if let Some(selection) = self.selections.get_mut(&year) {
                    selection.registered.push(registration);
                }
            }
            _ => {}
        }
    }

    fn apply_record(&mut self, fact: Fact) {
        match fact {
            Fact::DecisionRecorded { number, decision } => {
                self.decisions.insert(number, decision);
            }
            Fact::SanctionImposed {
                sanction,
                person,
                measure,
                why,
            } => {
                let one = Sanction {
                    person,
                    measure,
                    why,
                    lifted: None,
                };
                self.sanctions.insert(sanction, one);
            }
            Fact::SanctionLifted { sanction, why } => {
                if let Some(one) = self.sanctions.get_mut(&sanction) {
                    one.lifted = Some(why);
                }
            }
            Fact::AmendmentProposed {
                amendment,
                text,
                set,
            } => {
                let one = Amendment {
                    text,
                    set,
                    adopted: None,
                };
                self.amendments.insert(amendment, one);
            }
            Fact::AmendmentAdopted {
                amendment,
                edition,
                from,
                rulebook,
                ..
            } => {
                if let Some(one) = self.amendments.get_mut(&amendment) {
                    one.adopted = Some(edition.clone());
                }
                self.editions.push(RulesEdition {
                    edition,
                    from,
                    rulebook,
                    amendment: Some(amendment),
                });
            }
            Fact::MeetingHeld {
                meeting,
                day,
                event,
            } => {
                let one = Meeting {
                    day,
                    event,
                    admitted: Vec::new(),
                };
                self.meetings.insert(meeting, one);
            }
            Fact::VoterAdmitted { meeting, person } => {
                if let Some(one) = self.meetings.get_mut(&meeting) {
                    one.admitted.push(person);
                }
            }
            Fact::EntryAllowed {
                person,
                event,
                exception,
                ..
            } => {
                self.allowed.insert((event, person), exception);
            }
            Fact::TitleRecorded {
                year,
                title,
                person,
            } => self.titles.push(TitleHeld {
                year,
                title,
                person,
            }),
            Fact::SemifinalsRecorded { year, people } => {
                self.semifinals.insert(year, people.into_iter().collect());
            }
            fact => self.apply_nation(fact),
        }
    }

    fn apply_nation(&mut self, fact: Fact) {
        match fact {
            Fact::NationSet {
                country,
                kind,
                contact,
            } => {
                let sent = (self.nations.remove(&country)).map(|one| one.sent);
                let state = NationState {
                    kind,
                    contact,
                    sent: sent.unwrap_or_default(),
                };
                self.nations.insert(country, state);
            }
            Fact::NationResultsNoted {
                country,
                year,
                results,
                day,
            } => {
                if let Some(nation) = self.nations.get_mut(&country) {
                    nation.sent.insert(year, (results, day));
                }
            }
            Fact::ExceptionApplied {
                country,
                start,
                day,
            } => {
                let one = NationException {
                    start,
                    applied: day,
                    approved: None,
                };
                self.exceptions.insert((country, start.year()), one);
            }
            Fact::ExceptionDecided {
                country,
                year,
                approved,
            } => {
                if let Some(one) = self.exceptions.get_mut(&(country, year)) {
                    one.approved = Some(approved);
                }
            }
            Fact::HostApplied { country, year } => {
                self.hosts.insert((year, country), HostStatus::Open);
            }
            Fact::HostChosen { country, year } => {
                let of_year = self.hosts.iter_mut().filter(|((of, _), _)| *of == year);
                for ((_, nation), status) in of_year {
                    *status = match *nation == country {
                        true => HostStatus::Chosen,
                        false => HostStatus::Declined,
                    };
                }
            }
            _ => {}
        }
    }
}
