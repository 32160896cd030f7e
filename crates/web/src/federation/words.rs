//! Words that the pages of an office share.

use std::fmt::Display;

use outflank_desk::views::{CandidateLine, OfficeEvent, OfficePerson, SeatsShown, TraceGame};

use crate::pages::frame::Frame;

/// A place of the team.
pub(crate) fn seat_words(f: &Frame, word: &str) -> &'static str {
    match word {
        "women" => f.t("office.seat_women"),
        "young" => f.t("office.seat_young"),
        _ => f.t("office.seat_regular"),
    }
}

/// Why somebody is offered a place.
pub(crate) fn source_words(f: &Frame, word: &str) -> &'static str {
    match word {
        "champion" => f.t("office.source_champion"),
        "grand_prix_winner" => f.t("office.source_grand_prix_winner"),
        "national" => f.t("office.source_national"),
        "grand_prix" => f.t("office.source_grand_prix"),
        "ratings" => f.t("office.source_ratings"),
        "chairman" => f.t("office.source_chairman"),
        "category" => f.t("office.source_category"),
        _ => f.t("office.source_nation"),
    }
}

/// Where a candidate stands.
pub(crate) fn state_words(f: &Frame, word: &str) -> &'static str {
    match word {
        "accepted" => f.t("office.state_accepted"),
        "offered" => f.t("office.state_offered"),
        "declined" => f.t("office.state_declined"),
        "passed_over" => f.t("office.state_passed_over"),
        _ => f.t("office.state_waiting"),
    }
}

/// Whether the next offer of a kind of places goes to this candidate.
pub(crate) fn is_next(seats: &SeatsShown, row: &CandidateLine) -> bool {
    let holds = |row: &&CandidateLine| row.state == "accepted" || row.state == "offered";
    let is_full = seats.rows.iter().filter(holds).count() >= usize::from(seats.places);
    let first = seats.rows.iter().find(|row| row.state == "waiting");
    !is_full && first.is_some_and(|first| first.person.number == row.person.number)
}

/// A candidate's state: only one who waits is the next.
pub(crate) fn candidate_words(f: &Frame, seats: &SeatsShown, row: &CandidateLine) -> &'static str {
    match row.state.as_str() {
        "waiting" if !is_next(seats, row) => f.t("officer.team.waits"),
        state => state_words(f, state),
    }
}

/// Why somebody is passed over.
pub(crate) fn why_words(f: &Frame, word: &str) -> &'static str {
    match word {
        "residence_unknown" => f.t("office.why_residence_unknown"),
        "not_resident" => f.t("office.why_not_resident"),
        "not_representing" => f.t("office.why_not_representing"),
        "one_gender" => f.t("office.why_one_gender"),
        "not_young" => f.t("office.why_not_young"),
        "excluded" => f.t("office.why_excluded"),
        _ => f.t("office.why_unknown"),
    }
}

/// What kind of event it is.
pub(crate) fn category_words(f: &Frame, word: &str) -> &'static str {
    match word {
        "regional" => f.t("office.category_regional"),
        "national" => f.t("office.category_national"),
        "international" => f.t("office.category_international"),
        "festival" => f.t("office.category_festival"),
        "single_game" => f.t("office.category_single_game"),
        _ => f.t("office.category_friendly"),
    }
}

/// What results that came again have changed, line by line: games, places, points, ratings, what rests on the old ones.
pub(crate) fn trace_words(f: &Frame, event: &OfficeEvent) -> Vec<String> {
    let Some(trace) = &event.trace else {
        return Vec::new();
    };
    let mut lines: Vec<String> = trace.games.iter().map(|one| game(f, one)).collect();
    for (who, before, after) in &trace.places {
        lines.push(figure(f, "office.place_changed", &who.name, before, after));
    }
    for (who, before, after) in &trace.grand_prix {
        lines.push(figure(f, "office.points_changed", &who.name, before, after));
    }
    lines.extend(ratings(f, &trace.ratings));
    for year in &trace.selections {
        lines.push(f.t1("office.selection_changed", "year", year));
    }
    for day in &trace.lists {
        lines.push(f.t1("office.list_rests", "day", day));
    }
    if trace.sent {
        lines.push(f.t("office.was_sent").to_owned());
    }
    lines
}

/// A rating that changed: the day of its list, whose, before and now.
type RatingLine = (String, OfficePerson, Option<i32>, Option<i32>);

/// How many ratings of one list are named.
const RATINGS_SHOWN: usize = 6;

/// The largest changes of each list; the list itself has the rest.
fn ratings(f: &Frame, all: &[RatingLine]) -> Vec<String> {
    let mut lines = Vec::new();
    for of_list in all.chunk_by(|one, next| one.0 == next.0) {
        let mut sorted: Vec<&RatingLine> = of_list.iter().collect();
        sorted.sort_by_key(|(_, _, before, after)| {
            std::cmp::Reverse(match (before, after) {
                (Some(before), Some(after)) => (after - before).unsigned_abs(),
                (_, _) => u32::MAX,
            })
        });
        for (day, who, before, after) in sorted.iter().take(RATINGS_SHOWN) {
            let text = figure(f, "office.rating_changed", &who.name, before, after);
            lines.push(format!("{text} ({day})"));
        }
        let left = of_list.len().saturating_sub(RATINGS_SHOWN);
        if let (Some((day, _, _, _)), true) = (of_list.first(), left > 0) {
            lines.push(f.t2("office.ratings_more", "n", left, "day", day));
        }
    }
    lines
}

fn game(f: &Frame, game: &TraceGame) -> String {
    let score = |half: Option<u8>| match half {
        Some(2) => "1–0",
        Some(1) => "½–½",
        Some(_) => "0–1",
        None => "–",
    };
    let (before, after) = (score(game.before), score(game.after));
    let values: [(&str, &dyn Display); 5] = [
        ("round", &game.round),
        ("black", &game.black.name),
        ("white", &game.white.name),
        ("before", &before),
        ("after", &after),
    ];
    f.fill("office.game_changed", &values)
}

fn figure<T: Display>(
    f: &Frame,
    key: &'static str,
    who: &str,
    before: &Option<T>,
    after: &Option<T>,
) -> String {
    let shown = |figure: &Option<T>| (figure.as_ref()).map_or_else(|| "–".to_owned(), T::to_string);
    let (before, after) = (shown(before), shown(after));
    let values: [(&str, &dyn Display); 3] =
        [("name", &who), ("before", &before), ("after", &after)];
    f.fill(key, &values)
}
