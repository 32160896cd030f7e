//! Making a pairing public, and calling it off again.

use std::collections::BTreeSet;

use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::axes::officials::{LocalDirector, RollCall};

use super::{Decided, Decision, check_text};
use crate::running::fact::Fact;
use crate::running::notice::Notice;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Phase, RoundLife};

impl Decision<'_> {
    pub(super) fn announce(&mut self, round: RoundNumber, consent: Option<String>) -> Decided {
        self.needs_desk()?;
        let life = self.round(round)?;
        self.needs_phase(life, &[Phase::Proposed], "a draft")?;
        match life.stage().is_counted() {
            _ if self.is_custom() => self.check_stage_round(life)?,
            true => self.check_everybody(life)?,
            false => self.check_later_round(round)?,
        }
        let consent = self.check_consent(life, consent)?;
        // The third day and playoffs are without roll call (WOC-I.4.2.p2).
        let mut notices = match life.stage().is_counted() {
            true => self.roll_notices(round),
            false => Vec::new(),
        };
        notices.extend(self.local_notice(round));
        self.record(Fact::RoundAnnounced {
            round,
            consent,
            notices,
        })
    }

    /// Players who joined since are not in the pairing, or players who left are still in it.
    fn check_everybody(&self, life: &RoundLife) -> Decided {
        let gone = self.now.gone_before(life.number);
        let here: BTreeSet<EntrantId> = (self.now.entrants.keys().copied())
            .filter(|id| !gone.contains(id))
            .collect();
        let paired: BTreeSet<EntrantId> = life.pairing.everybody().collect();
        let entrants: Vec<EntrantId> = here.symmetric_difference(&paired).copied().collect();
        if entrants.is_empty() {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::PairingIsStale { entrants }))
        }
    }

    /// A hard rule is broken only with the deciding official's consent and reason (AMB-45).
    fn check_consent(
        &self,
        life: &RoundLife,
        consent: Option<String>,
    ) -> Result<Option<String>, Rejection> {
        let bent = &life.pairing.bent;
        let Some(first) = bent.first() else {
            return Ok(None);
        };
        match consent {
            None => Err(Rejection {
                reason: Reason::NeedsConsent { bent: bent.clone() },
                clause: first.clause.clone(),
            }),
            Some(why) => {
                self.needs_head()?;
                check_text("the reason", &why)?;
                Ok(Some(why))
            }
        }
    }

    /// Where players must be in the room before the announcement (WOC-I.4.2.p2).
    fn roll_notices(&self, round: RoundNumber) -> Vec<Notice> {
        match self.rules.roll_call.value {
            RollCall::None => return Vec::new(),
            RollCall::BeforePairings => {}
        }
        let clause = self.rules.roll_call.clause();
        let roll = (self.now.roll.as_ref()).filter(|(of, _)| *of == round);
        let notice = |code: &str, text: String| vec![Notice::by(code, clause.clone(), text)];
        match roll {
            None => notice("roll_not_called", "the roll was not called".to_owned()),
            Some((_, missing)) if missing.is_empty() => Vec::new(),
            Some((_, missing)) => {
                let names: Vec<String> = missing.iter().map(EntrantId::to_string).collect();
                notice(
                    "not_in_the_room",
                    format!("not in the room: {}", names.join(", ")),
                )
            }
        }
    }

    /// The host's local federation should be among the directors (WOC-I.3.p1.a).
    fn local_notice(&self, round: RoundNumber) -> Option<Notice> {
        match self.rules.local_director.value {
            LocalDirector::Unstated => return None,
            LocalDirector::Wanted => {}
        }
        let is_local = self.now.officials.iter().any(|official| official.local);
        (round == RoundNumber::FIRST && !is_local).then(|| {
            let text = "no director represents the host's local federation";
            Notice::by(
                "no_local_director",
                self.rules.local_director.clause(),
                text,
            )
        })
    }

    pub(super) fn call_off(&mut self, round: RoundNumber, why: String) -> Decided {
        self.needs_director()?;
        check_text("the reason", &why)?;
        let life = self.round(round)?;
        self.check_latest(round)?;
        match life.phase {
            Phase::Proposed | Phase::Announced => {}
            Phase::Started | Phase::Finished => {
                return Err(Rejection::plain(Reason::AlreadyPlayed { round }));
            }
            Phase::Validated => {
                self.needs_phase(life, &[Phase::Proposed], "a draft or published")?;
            }
        }
        self.record(Fact::RoundCalledOff { round, why })
    }

    /// Nothing later rests on this round.
    pub(super) fn check_latest(&self, round: RoundNumber) -> Decided {
        match self.now.rounds.last().filter(|last| last.number != round) {
            Some(last) => Err(Rejection::plain(Reason::LaterRoundExists {
                round: last.number,
            })),
            None => Ok(()),
        }
    }
}
