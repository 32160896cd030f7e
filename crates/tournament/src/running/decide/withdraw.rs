//! Leaving the tournament, and taking back a mistake of the desk.

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::officials::Expulsion;

use super::{Decided, Decision, check_text};
use crate::running::fact::{Fact, LeaveCause};
use crate::running::rejection::{Reason, Rejection};

impl Decision<'_> {
    pub(super) fn withdraw(&mut self, entrant: EntrantId, why: String) -> Decided {
        self.needs_desk_or(entrant)?;
        self.leave(entrant, LeaveCause::Declared, why)
    }

    /// Expulsion from the tournament is a withdrawal (WOC-V.2.e, AMB-75).
    pub(super) fn expel(&mut self, entrant: EntrantId, why: String) -> Decided {
        self.needs_head()?;
        match self.rules.expulsion.value {
            Expulsion::DirectorsChoice
            | Expulsion::RoomOrTournament
            | Expulsion::AreaOrDisqualified => {}
        }
        self.leave(entrant, LeaveCause::Expelled, why)
    }

    pub(super) fn leave(&mut self, entrant: EntrantId, cause: LeaveCause, why: String) -> Decided {
        check_text("the reason", &why)?;
        self.staying(entrant)?;
        self.record(Fact::EntrantWithdrawn {
            entrant,
            after_round: self.now.announced_rounds(),
            cause,
            why,
        })
    }

    /// A withdrawal entered by mistake is taken back before the next round is announced; later it
    /// would be a re-entry.
    pub(super) fn take_back_withdrawal(&mut self, entrant: EntrantId, why: String) -> Decided {
        self.needs_director()?;
        check_text("the reason", &why)?;
        let one = self.entrant(entrant)?;
        let by_rule = || {
            let next = self.now.next_round();
            self.now.gone_before(next).contains(&entrant)
        };
        let Some(left) = one.left else {
            return Err(match by_rule() {
                true => Rejection::by(&self.rules.withdrawal, Reason::NoReEntry { entrant }),
                false => Rejection::plain(Reason::NotWithdrawn { entrant }),
            });
        };
        match left.cause {
            LeaveCause::Declared => {}
            LeaveCause::Expelled => {
                return Err(Rejection::by(
                    &self.rules.expulsion,
                    Reason::Expelled { entrant },
                ));
            }
        }
        if self.now.announced_rounds() > left.after_round {
            return Err(Rejection::by(
                &self.rules.withdrawal,
                Reason::NoReEntry { entrant },
            ));
        }
        self.record(Fact::WithdrawalTakenBack { entrant, why })
    }
}
