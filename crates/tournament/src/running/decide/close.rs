//! The end of an event: prizes, titles, the head director's signature.

use super::{Decided, Decision, check_text};
use crate::list_name::ListName;
use crate::prizes::{PRIZE_MAX, PRIZES_MAX};
use crate::running::closing::{
    FUNDS_MAX, Honour, ListPrizes, OpenMatter, OwnTitle, TITLES_MAX, TitleAward,
};
use crate::running::command::Act;
use crate::running::fact::Fact;
use crate::running::rejection::{Reason, Rejection};

impl Decision<'_> {
    /// After the signature only the head director changes anything, and paper may still come in.
    pub(super) fn check_signed_off(&self, act: &Act) -> Decided {
        if self.now.signed_off.is_none() {
            return Ok(());
        }
        let is_paper = matches!(
            act,
            Act::Sign { .. }
                | Act::HandInTranscript { .. }
                | Act::Confirm { .. }
                | Act::ReportIncident(_)
        );
        let is_his = matches!(
            act,
            Act::Correct { .. }
                | Act::RecordAsPlayed { .. }
                | Act::DecideIncident { .. }
                | Act::MakeAnnouncement { .. }
                | Act::AwardTitles { .. }
                | Act::SetPrizes { .. }
                | Act::Reopen { .. }
                | Act::Undo { .. }
        );
        if is_paper {
            Ok(())
        } else if is_his {
            self.needs_head()
        } else {
            Err(Rejection::plain(Reason::SignedOff {}))
        }
    }

    pub(super) fn set_prizes(&mut self, prizes: Vec<ListPrizes>) -> Decided {
        self.needs_director()?;
        if prizes.len() > FUNDS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "prize funds",
                limit: FUNDS_MAX,
            }));
        }
        for one in &prizes {
            check_text("the currency", &one.fund.currency)?;
            let amounts = &one.fund.prizes;
            if amounts.len() > PRIZES_MAX || one.fund.digits > 4 {
                return Err(bad_prizes(
                    "A prize fund can have at most 1000 prizes and four decimal places",
                ));
            }
            if amounts.iter().any(|prize| *prize > PRIZE_MAX) {
                return Err(bad_prizes("A prize is too large"));
            }
            if amounts.windows(2).any(|two| two[0] < two[1]) {
                return Err(bad_prizes(
                    "A lower place has a larger prize than a higher one",
                ));
            }
            if one.list == ListName::Team {
                return Err(bad_prizes("Prizes are for players, not for teams"));
            }
            for entrant in &one.without {
                self.entrant(*entrant)?;
            }
        }
        self.record(Fact::PrizesSet { prizes })
    }

    pub(super) fn award_titles(&mut self, own: Vec<OwnTitle>) -> Decided {
        self.needs_head()?;
        for honour in &own {
            check_text("the title", &honour.title)?;
        }
        let mut honours = self.opened.setting.terms.honours.clone();
        let of_their_own = own.into_iter();
        honours.extend(of_their_own.map(|one| Honour::new(one.title, one.list, one.place)));
        if honours.len() > TITLES_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "titles",
                limit: TITLES_MAX,
            }));
        }
        let mut titles: Vec<TitleAward> = Vec::new();
        for honour in &honours {
            let awards = self.now.title_of(honour).map_err(|problem| {
                let title = honour.title.clone();
                Rejection {
                    reason: Reason::TitleNotDecided { title, problem },
                    clause: honour.clause.clone(),
                }
            })?;
            titles.extend(awards);
        }
        let last = self.now.titles.as_ref().map(|(_, titles)| titles);
        if titles.is_empty() || last == Some(&titles) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::TitlesAwarded { titles })
    }

    pub(super) fn sign_off(&mut self, despite: Option<String>) -> Decided {
        self.needs_head()?;
        if let Some(why) = &despite {
            check_text("the reason", why)?;
        }
        let open: Vec<OpenMatter> = self.now.open_matters();
        if !open.is_empty() && despite.is_none() {
            return Err(Rejection::plain(Reason::StillOpen { open }));
        }
        self.publish_final_list(None)?;
        let despite = despite.filter(|_| !open.is_empty());
        self.record(Fact::SignedOff { open, despite })
    }

    pub(super) fn reopen(&mut self, why: String) -> Decided {
        self.needs_head()?;
        check_text("the reason", &why)?;
        if self.now.signed_off.is_none() {
            return Err(Rejection::plain(Reason::NotSignedOff {}));
        }
        self.record(Fact::Reopened { why })
    }

    /// A new edition of the final list, if it is different now.
    pub(super) fn publish_final_list(&mut self, why: Option<&str>) -> Decided {
        let after = self.affairs_after();
        let Some(list) = after.final_list(ListName::Individual) else {
            return Ok(());
        };
        let before = after.final_editions.last();
        if before.is_some_and(|before| before.rows == list.rows) {
            return Ok(());
        }
        self.record(Fact::FinalListPublished {
            edition: before.map_or(1, |before| before.edition.saturating_add(1)),
            why: why.map(str::to_owned),
            rows: list.rows,
        })
    }
}

fn bad_prizes(problem: &'static str) -> Rejection {
    Rejection::plain(Reason::BadPrizes { problem })
}
