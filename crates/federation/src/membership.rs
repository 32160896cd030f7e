//! Who is a member on a day.
//!
//! | How the person joined | Member | Clauses |
//! |---|---|---|
//! | by playing in a rated tournament | from that day until two years after the last one | BOF-mem-1.a, BOF-mem-1.b |
//! | otherwise | until they leave | BOF-mem-1.d |

use outflank_event::words;
use outflank_tournament::CivilDate;
use serde::{Deserialize, Serialize};

use crate::calendar::years_later;

/// The years after the last tournament during which a person stays active.
const ACTIVE_YEARS: u16 = 2;

words! {
    /// How a person became a member.
    JoinedBy {
        Tournament = "tournament",
        Direct = "direct",
    }
}

/// A person's relation to the federation on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Membership {
    Member {
        by: JoinedBy,
        /// Since when, without a break.
        since: CivilDate,
        /// The last day without playing again; none for members who joined directly.
        until: Option<CivilDate>,
    },
    /// A former member: did not play for two years, or left.
    Lapsed {
        until: CivilDate,
    },
    Never,
}

impl Membership {
    /// Whether the person is a member.
    pub const fn is_member(self) -> bool {
        match self {
            Self::Member { .. } => true,
            Self::Lapsed { .. } | Self::Never => false,
        }
    }
}

/// The last day on which a tournament keeps a person active (AMB-72).
pub fn active_until(last_tournament: CivilDate) -> CivilDate {
    years_later(last_tournament, ACTIVE_YEARS)
}

/// A person's membership on a day, from the tournaments played and from what they declared.
///
/// `direct` is a membership outside tournaments: from a day, until another if it has ended.
///
/// ```
/// use outflank_federation::{Membership, membership};
/// let day = |text: &str| text.parse().expect("a date");
/// let played = [day("2022-05-01")];
/// assert!(membership(&played, None, day("2024-05-01")).is_member());
/// assert_eq!(membership(&played, None, day("2024-05-02")), Membership::Lapsed { until: day("2024-05-01") });
/// ```
pub fn membership(
    played: &[CivilDate],
    direct: Option<(CivilDate, Option<CivilDate>)>,
    day: CivilDate,
) -> Membership {
    let past = |since: &CivilDate| *since <= day;
    if let Some((since, until)) = direct.filter(|(since, _)| past(since))
        && until.is_none_or(|until| day <= until)
    {
        return Membership::Member {
            by: JoinedBy::Direct,
            since,
            until: None,
        };
    }
    let mut days: Vec<CivilDate> = played.iter().copied().filter(past).collect();
    days.sort_unstable();
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return match direct {
            Some((since, Some(until))) if since <= day => Membership::Lapsed { until },
            Some(_) | None => Membership::Never,
        };
    };
    let until = active_until(*last);
    if until < day {
        return Membership::Lapsed { until };
    }
    let mut since = *first;
    for two in days.windows(2) {
        if active_until(two[0]) < two[1] {
            since = two[1];
        }
    }
    Membership::Member {
        by: JoinedBy::Tournament,
        since,
        until: Some(until),
    }
}
