//! How long a person has been resident in a country before a day.

use outflank_tournament::CivilDate;
use outflank_tournament::running::{Residence, days_between};

use crate::dossier::Stay;

/// The days before `day`, from all stays in a country (AMB-66, AMB-67).
///
/// ```
/// use outflank_federation::{Stay, residence};
/// let day = |text: &str| text.parse().expect("a date");
/// let stays = [Stay { country: "GBR".to_owned(), from: day("2024-03-15"), until: None }];
/// assert_eq!(residence(&stays, "GBR", day("2024-09-14")).unbroken, 183);
/// assert_eq!(residence(&stays, "FRA", day("2024-09-14")).unbroken, 0);
/// ```
pub fn residence(stays: &[Stay], country: &str, day: CivilDate) -> Residence {
    // Days before the event, counted back from it: a stay covers `far` to `near` of them.
    let mut spans: Vec<(i64, i64)> = (stays.iter())
        .filter(|stay| stay.country == country && stay.from < day)
        .map(|stay| {
            let far = days_between(stay.from, day);
            let near = stay
                .until
                .map_or(0, |until| (days_between(until, day) - 1).max(0));
            (near, far)
        })
        .collect();
    spans.sort_unstable();
    let mut joined: Vec<(i64, i64)> = Vec::new();
    for (near, far) in spans {
        match joined.last_mut() {
            Some(last) if near <= last.1 => last.1 = last.1.max(far),
            Some(_) | None => joined.push((near, far)),
        }
    }
    let unbroken = match joined.first() {
        Some((0, far)) => *far,
        Some(_) | None => 0,
    };
    let in_last_year: i64 = joined
        .iter()
        .map(|(near, far)| (far.min(&365) - near).max(0))
        .sum();
    let days = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    Residence {
        unbroken: days(unbroken),
        in_last_year: days(in_last_year),
    }
}
