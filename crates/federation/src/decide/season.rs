//! Seasons and the win of the Grand Prix.

use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use super::{Decided, Decision, PEOPLE_MAX, too_many};
use crate::fact::Fact;
use crate::grand_prix::{Winner, winner};
use crate::ids::{DecisionNumber, EventKey, PersonNumber};
use crate::rated::Category;
use crate::records::Body;
use crate::rejection::{Reason, Rejection};

impl Decision<'_> {
    pub(super) fn plan_season(
        &mut self,
        year: u16,
        planned: u16,
        national: Option<EventKey>,
    ) -> Decided {
        self.needs_office()?;
        if let Some(national) = &national {
            self.event(national)?;
        }
        self.record(Fact::SeasonPlanned {
            year,
            planned,
            national,
        })
    }

    pub(super) fn count_regionals(
        &mut self,
        year: u16,
        events: Vec<EventKey>,
        decision: DecisionNumber,
    ) -> Decided {
        self.needs_office()?;
        if events.len() > PEOPLE_MAX {
            return Err(too_many("events", PEOPLE_MAX));
        }
        self.decision_of(
            decision,
            &[Body::Committee],
            "the committee",
            self.rules.cited(OfficeTopic::RegionalsCounted),
        )?;
        for event in &events {
            match self.event(event)?.notice.category {
                Category::Regional => {}
                Category::National
                | Category::International
                | Category::Festival
                | Category::Friendly
                | Category::SingleGame => {
                    let event = event.clone();
                    return Err(
                        self.cited(OfficeTopic::RegionalsOnly, Reason::NotRegional { event })
                    );
                }
            }
        }
        self.record(Fact::RegionalsCounted {
            year,
            events,
            decision,
        })
    }

    /// Those who tie for the win.
    fn tied(&self, year: u16) -> Result<Vec<PersonNumber>, Rejection> {
        match winner(self.now, year) {
            Winner::Tied(tied) => Ok(tied),
            Winner::Nobody | Winner::Clear(_) | Winner::ByPlayoff(_) | Winner::ByCoin(_) => {
                Err(self.cited(OfficeTopic::GrandPrixTie, Reason::NoTie { year }))
            }
        }
    }

    /// The first day of the season's National, if it is known.
    fn national_day(&self, year: u16) -> Option<CivilDate> {
        let national = self.now.seasons.get(&year)?.national.as_ref()?;
        Some(self.now.events.get(national)?.notice.first_day)
    }

    pub(super) fn record_playoff(&mut self, year: u16, winner: Option<PersonNumber>) -> Decided {
        self.needs_office()?;
        let tied = self.tied(year)?;
        if let Some(person) = winner.filter(|person| !tied.contains(person)) {
            return Err(Rejection::plain(Reason::NotTied { person, tied }));
        }
        let national = self.national_day(year);
        match national.filter(|national| *national <= self.today) {
            Some(national) => Err(self.cited(
                OfficeTopic::GrandPrixPlayoff,
                Reason::TooLateForPlayoff { national },
            )),
            None => self.record(Fact::PlayoffRecorded { year, tied, winner }),
        }
    }

    pub(super) fn toss_coin(&mut self, year: u16, winner: PersonNumber) -> Decided {
        self.needs_chairman(OfficeTopic::GrandPrixPlayoff)?;
        let tied = self.tied(year)?;
        if !tied.contains(&winner) {
            let person = winner;
            return Err(Rejection::plain(Reason::NotTied { person, tied }));
        }
        let national = self.national_day(year);
        let over = national.is_some_and(|national| national <= self.today);
        let drawn = (self.now.seasons.get(&year)).is_some_and(|season| season.playoff.is_some());
        if over || drawn {
            self.record(Fact::CoinTossed { year, tied, winner })
        } else {
            Err(self.cited(
                OfficeTopic::GrandPrixPlayoff,
                Reason::PlayoffFirst { national },
            ))
        }
    }
}
