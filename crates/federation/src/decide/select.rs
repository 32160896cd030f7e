//! Choosing and registering a team.

use outflank_rulebook::axes::office::TeamSelection;
use outflank_rulebook::{OfficeTopic, Rulebook};

use super::{Decided, Decision, check_text};
use crate::by::By;
use crate::calendar::end_of_july;
use crate::fact::{Fact, Passed};
use crate::ids::PersonNumber;
use crate::rejection::{Reason, Rejection};
use crate::selection::{
    Candidate, Composition, NextOffer, Registration, Seat, Selection, SelectionPlan, Source,
    composition, next_offer, passed_over, queue, team_limits,
};

impl Decision<'_> {
    pub(super) fn open_selection(&mut self, plan: SelectionPlan) -> Decided {
        self.needs_office()?;
        let year = plan.year;
        if self.now.selections.contains_key(&year) {
            return Err(Rejection::plain(Reason::SelectionExists { year }));
        }
        let limits = team_limits(self.now.nation_kind(self.now.country()));
        let bad = |problem| Err(self.cited(OfficeTopic::TeamSize, Reason::BadPlan { problem }));
        if plan.places == 0 || plan.places > limits.regular {
            return bad(
                "A federation sends one to four players; a nation with a contact person sends one",
            );
        }
        if plan.final_day.year() != year {
            return bad("The World Final is not in the year of the championship");
        }
        if let Some(national) = &plan.national {
            self.event(national)?;
        }
        self.record(Fact::SelectionOpened { plan })
    }

    fn selection(&self, year: u16) -> Result<&Selection, Rejection> {
        let none = Rejection::plain(Reason::NoSelection { year });
        self.now.selections.get(&year).ok_or(none)
    }

    pub(super) fn offer_place(&mut self, year: u16, seat: Seat, person: PersonNumber) -> Decided {
        self.needs_office()?;
        self.person(person)?;
        let selection = self.selection(year)?;
        let source = self.source(selection, seat, person)?;
        let queue = queue(self.rules, self.now, self.people, selection, seat);
        let before = (queue.iter()).take_while(|one| one.person != person);
        let passed = before
            .filter_map(|one| passed_line(self.rules, one))
            .collect();
        self.record(Fact::PlaceOffered {
            year,
            seat,
            person,
            source,
            clause: source.clause(self.rules),
            passed,
        })
    }

    /// Why this person is offered a place now; refused if it is another's turn.
    fn source(
        &self,
        selection: &Selection,
        seat: Seat,
        person: PersonNumber,
    ) -> Result<Source, Rejection> {
        let next = next_offer(self.rules, self.now, self.people, selection, seat);
        let order = &self.rules.team_selection;
        match next {
            NextOffer::Full => Err(Rejection::plain(Reason::SeatsFull { seat })),
            NextOffer::NoNational => Err(Rejection::by(order, Reason::NationalMissing {})),
            NextOffer::GrandPrixTied(tied) => Err(self.cited(
                OfficeTopic::GrandPrixPlayoff,
                Reason::GrandPrixTied { tied },
            )),
            NextOffer::To(next, source) if next == person => Ok(source),
            NextOffer::To(next, _) => match self.by {
                // People further down the lists wait; people on no list need the chairman.
                By::Chairman => Err(self.cited(
                    OfficeTopic::TeamByChairman,
                    Reason::ListsNotExhausted { next },
                )),
                By::Officer | By::Committee | By::Desk | By::Person(_) => {
                    Err(Rejection::by(order, Reason::NotNext { next }))
                }
            },
            NextOffer::Chairman => {
                self.needs_chairman(OfficeTopic::TeamByChairman)?;
                self.may_have(selection, seat, person)?;
                Ok(Source::Chairman)
            }
            NextOffer::Nation => {
                self.may_have(selection, seat, person)?;
                Ok(match order.value {
                    TeamSelection::None
                    | TeamSelection::ByNations
                    | TeamSelection::ChampionGrandPrixNational => Source::Nation,
                })
            }
        }
    }

    fn may_have(&self, selection: &Selection, seat: Seat, person: PersonNumber) -> Decided {
        let offered = (selection.offers.iter()).any(|offer| offer.person == person);
        if offered {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        match passed_over(self.rules, self.now, self.people, selection, seat, person) {
            Some(why) => Err(Rejection {
                reason: Reason::MayNotPlay { person, why },
                clause: why.clause(self.rules),
            }),
            None => Ok(()),
        }
    }

    pub(super) fn answer_offer(
        &mut self,
        year: u16,
        person: PersonNumber,
        accepts: bool,
    ) -> Decided {
        self.needs_office_or(person)?;
        let selection = self.selection(year)?;
        let last = (selection.offers.iter()).rfind(|offer| offer.person == person);
        let Some(offer) = last else {
            return Err(Rejection::plain(Reason::NoOffer { person }));
        };
        match offer.answer {
            // A person who has accepted may still give the place back.
            Some((true, _)) if !accepts => {}
            Some(_) => return Err(Rejection::plain(Reason::NoOffer { person })),
            None => {}
        }
        self.record(Fact::OfferAnswered {
            year,
            person,
            accepts,
        })
    }

    pub(super) fn register_team(&mut self, year: u16, permitted: Option<String>) -> Decided {
        self.needs_office()?;
        let selection = self.selection(year)?;
        let mut regular: Vec<PersonNumber> = selection.team(Seat::Regular).collect();
        regular.extend(selection.team(Seat::Women));
        let young = selection.team(Seat::Young).next();
        let limits = team_limits(self.now.nation_kind(self.now.country()));
        let bad = |clause, problem| Err(self.cited(clause, Reason::BadTeam { problem }));
        match composition(limits, self.people, &regular, young, year) {
            Composition::Fits => {}
            Composition::Empty => {
                return bad(OfficeTopic::TeamRegistration, "No one has accepted a place");
            }
            Composition::TooMany => {
                return bad(OfficeTopic::TeamRegistration, "The team is too large");
            }
            Composition::OneGender => {
                return bad(
                    OfficeTopic::TeamRegistration,
                    "The team has more than three players of one gender",
                );
            }
            Composition::NotYoung => {
                return bad(
                    OfficeTopic::TeamYoung,
                    "The young player is older than 14 on 31 December",
                );
            }
        }
        if let Some(text) = &permitted {
            check_text("the permission", text)?;
        }
        let deadline = end_of_july(year);
        if self.today > deadline && permitted.is_none() {
            return Err(self.cited(
                OfficeTopic::TeamDeadline,
                Reason::AfterDeadline { deadline },
            ));
        }
        let registration = Registration {
            regular,
            young,
            day: self.today,
            permitted,
        };
        let same = |last: &Registration| {
            last.regular == registration.regular && last.young == registration.young
        };
        if selection.registered.last().is_some_and(same) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::TeamRegistered { year, registration })
    }
}

fn passed_line(rules: &Rulebook, one: &Candidate) -> Option<Passed> {
    let why = one.why?;
    Some(Passed {
        person: one.person,
        why,
        clause: why.clause(rules),
    })
}
