//! The words for the federation's enums, and for what corrected results have changed.

use std::fmt::Display;

use outflank_desk::views::federation::office::{MemberLine, MemberState};
use outflank_desk::views::{CandidateLine, OfficeEvent, OfficePerson, SeatsShown, TraceGame};
use outflank_federation::selection::{CandidateState, PassedOver, Seat, Source};
use outflank_federation::{
    Body, Category, EntryException, FeeReason, HostStatus, Likeness, RatedWhen, SentResults,
    SentState, Understood, Wage,
};
use outflank_tournament::running::{GenderWord, Nation};
use outflank_tournament::{CivilDate, Money};

use crate::pages::frame::Frame;

/// A value that the language file has a message for.
pub(crate) trait Worded {
    fn key(&self) -> &'static str;
}

impl<T: Worded> Worded for &T {
    fn key(&self) -> &'static str {
        T::key(self)
    }
}

macro_rules! worded {
    ($($type:ident { $($variant:ident $key:literal),+ $(,)? })+) => {$(
        impl Worded for $type {
            fn key(&self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }
        }
    )+};
}

worded! {
    Seat { Regular "office.seat_regular", Women "office.seat_women", Young "office.seat_young" }
    Source {
        Champion "office.source_champion",
        GrandPrixWinner "office.source_grand_prix_winner",
        National "office.source_national",
        GrandPrix "office.source_grand_prix",
        Ratings "office.source_ratings",
        Chairman "office.source_chairman",
        Category "office.source_category",
        Nation "office.source_nation",
    }
    CandidateState {
        Accepted "office.state_accepted",
        Offered "office.state_offered",
        Declined "office.state_declined",
        PassedOver "office.state_passed_over",
        Waiting "office.state_waiting",
    }
    PassedOver {
        Unknown "office.why_unknown",
        ResidenceUnknown "office.why_residence_unknown",
        NotResident "office.why_not_resident",
        NotRepresenting "office.why_not_representing",
        OneGender "office.why_one_gender",
        NotYoung "office.why_not_young",
        Excluded "office.why_excluded",
    }
    Category {
        Regional "office.category_regional",
        National "office.category_national",
        International "office.category_international",
        Festival "office.category_festival",
        Friendly "office.category_friendly",
        SingleGame "office.category_single_game",
    }
    RatedWhen {
        AtHome "officer.rated.at_home",
        Clocks "officer.rated.clocks",
        Understood "officer.rated.understood",
        Notice "officer.rated.notice",
        Time "officer.rated.time",
        WorldList "officer.rated.world_list",
    }
    Body {
        GeneralMeeting "officer.body.general_meeting",
        Committee "officer.body.committee",
        Board "officer.body.board",
        Chairman "officer.body.chairman",
    }
    GenderWord { Female "desk.gender.f", Male "desk.gender.m", Other "desk.gender.x" }
    Wage { Waged "officer.choice.waged", Unwaged "officer.choice.unwaged" }
    Understood { Both "officer.choice.both", One "officer.choice.one", Nobody "officer.choice.nobody" }
    EntryException {
        ExpectedResident "officer.choice.expected_resident",
        Other "officer.choice.other_exception",
    }
    Nation {
        Federation "desk.office.federation",
        ContactPerson "desk.office.contact_person",
        NotMember "desk.office.no_nation",
    }
    SentResults { Qualification "officer.choice.qualification", All "officer.choice.all_results" }
    SentState {
        NoResults "office.no_results",
        Missing "officer.duties.missing",
        Sent "officer.duties.sent",
        ChangedSince "officer.duties.changed",
    }
    HostStatus {
        Open "officer.duties.open",
        Chosen "officer.duties.chosen",
        Declined "officer.duties.declined",
    }
    Likeness {
        WofNumber "officer.people.same_number",
        NameAndBirth "officer.people.same_birth",
        Name "officer.people.same_name",
    }
    FeeReason {
        FirstOfCitizen "officer.fees.first",
        Waged "officer.choice.waged",
        Unwaged "officer.choice.unwaged",
    }
}

/// A kind of log entry in words.
pub(crate) fn kind_words(f: &Frame, kind: &str) -> String {
    f.fill(&format!("log.{kind}"), &[])
}

/// An amount: `7.50`.
pub(crate) fn amount(money: Money) -> String {
    format!("{}.{:02}", money.0 / 100, money.0 % 100)
}

/// A person's membership, and why.
pub(crate) fn membership_words(f: &Frame, line: &MemberLine) -> String {
    let day = |day: Option<CivilDate>| day.map_or_else(|| "–".to_owned(), |day| day.to_string());
    match line.is {
        MemberState::Direct => f.t1("officer.members.direct", "since", day(line.since)),
        MemberState::Tournament => {
            let (last, until) = (day(line.last_played), day(line.until));
            f.t2("officer.members.by_playing", "last", last, "until", until)
        }
        MemberState::Lapsed => f.t1("officer.members.lapsed", "until", day(line.until)),
        MemberState::Never if line.opted_out => f.t("officer.members.opted_out").to_owned(),
        MemberState::Never => f.t("officer.members.never").to_owned(),
    }
}

/// Whether the next offer of a kind of places goes to this candidate.
pub(crate) fn is_next(seats: &SeatsShown, row: &CandidateLine) -> bool {
    let holds = |row: &&CandidateLine| match row.state {
        CandidateState::Accepted | CandidateState::Offered => true,
        CandidateState::Declined | CandidateState::PassedOver | CandidateState::Waiting => false,
    };
    let is_full = seats.rows.iter().filter(holds).count() >= usize::from(seats.places);
    let waits = |row: &&CandidateLine| row.state == CandidateState::Waiting;
    let first = seats.rows.iter().find(waits);
    !is_full && first.is_some_and(|first| first.person.number == row.person.number)
}

/// A candidate's state: only one who waits is the next.
pub(crate) fn candidate_words(f: &Frame, seats: &SeatsShown, row: &CandidateLine) -> &'static str {
    match row.state {
        CandidateState::Waiting if !is_next(seats, row) => f.t("officer.team.waits"),
        state => f.t(state.key()),
    }
}

/// What corrected results have changed, line by line: games, places, points, ratings, what rests on the old ones.
pub(crate) fn trace_words(f: &Frame, event: &OfficeEvent) -> Vec<String> {
    let Some(trace) = &event.trace else {
        return Vec::new();
    };
    let mut lines: Vec<String> = trace.games.iter().map(|one| game(f, one)).collect();
    for (who, before, after) in &trace.places {
        lines.push(change(
            f,
            "office.place_changed",
            &who.name,
            *before,
            *after,
        ));
    }
    for (who, before, after) in &trace.grand_prix {
        lines.push(change(
            f,
            "office.points_changed",
            &who.name,
            *before,
            *after,
        ));
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
type RatingChange = (CivilDate, OfficePerson, Option<i32>, Option<i32>);

/// How many ratings of one list are named.
const RATINGS_SHOWN: usize = 6;

/// The largest changes of each list; the list itself has the rest.
fn ratings(f: &Frame, all: &[RatingChange]) -> Vec<String> {
    let mut lines = Vec::new();
    for of_list in all.chunk_by(|one, next| one.0 == next.0) {
        let mut sorted: Vec<&RatingChange> = of_list.iter().collect();
        sorted.sort_by_key(|(_, _, before, after)| {
            std::cmp::Reverse(match (before, after) {
                (Some(before), Some(after)) => (after - before).unsigned_abs(),
                (_, _) => u32::MAX,
            })
        });
        for (day, who, before, after) in sorted.iter().take(RATINGS_SHOWN) {
            let text = change(f, "office.rating_changed", &who.name, *before, *after);
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

/// A figure that changes.
pub(crate) fn change<T: Display>(
    f: &Frame,
    key: &'static str,
    who: &str,
    before: Option<T>,
    after: Option<T>,
) -> String {
    let shown = |figure: Option<T>| figure.map_or_else(|| "–".to_owned(), |one| one.to_string());
    let (before, after) = (shown(before), shown(after));
    let values: [(&str, &dyn Display); 3] =
        [("name", &who), ("before", &before), ("after", &after)];
    f.fill(key, &values)
}
