//! Entering: teams, deadlines, eligibility, additional players, late entries.

use crate::running_support;
use crate::running_support::{Desk, enter, member};
use outflank_tournament::EntrantId;
use outflank_tournament::running::{
    Act, Allowance, Allowed, Application, By, Creation, Credentials, Entry, Fact, GenderWord,
    MemberKind, Nation, Residence, SeatKind, Status, days_between, is_young,
};
use serde::Deserialize;

const JULY_31_NOON: i64 = 1_722_427_200_000;
const DAY: i64 = 86_400_000;

fn championship() -> Desk {
    Desk::open_with("wof/championship", |creation| {
        creation.first_day = "2024-11-05".parse().unwrap();
    })
}

fn of(country: &str, nation: Nation, gender: GenderWord, seat: SeatKind) -> Application {
    let mut application = member(1);
    application.entry = Entry {
        country: Some(country.to_owned()),
        nation: Some(nation),
        gender: Some(gender),
        seat,
        ..Entry::new(format!("Somebody of {country}"))
    };
    application
}

fn allow(mut application: Application, what: Allowed, by: By) -> Application {
    application.allowance = Some(Allowance {
        what,
        by,
        why: "for a good reason".to_owned(),
    });
    application
}

/// clauses: WOC-I.2.1.b1, WOC-I.2.2.b1
#[test]
fn a_federation_sends_four_of_whom_three_of_one_gender_and_a_young_player() {
    use GenderWord::{Female, Male};
    let mut desk = championship();
    let regular = |gender| of("AAA", Nation::Federation, gender, SeatKind::Regular);
    for _ in 0..3 {
        desk.act(By::Officer, enter(regular(Male)));
    }
    let code = "tournament.too_many_of_one_gender";
    desk.refused(By::Officer, enter(regular(Male)), code, "WOC-I.2.1.b1");
    desk.act(By::Officer, enter(regular(Female)));
    let code = "tournament.team_full";
    desk.refused(By::Officer, enter(regular(Female)), code, "WOC-I.2.1.b1");
    let mut young = of("AAA", Nation::Federation, Male, SeatKind::ExtraYoung);
    young.entry.young = Some(true);
    desk.act(By::Officer, enter(young.clone()));
    let code = "tournament.second_extra_young";
    desk.refused(By::Officer, enter(young), code, "WOC-I.2.1.b1");
}

/// clauses: WOC-I.2.1.b2, WOC-I.2.2.b2
#[test]
fn a_contact_nation_sends_one_and_a_young_player() {
    let mut desk = championship();
    let one = of(
        "BBB",
        Nation::ContactPerson,
        GenderWord::Male,
        SeatKind::Regular,
    );
    desk.act(By::Officer, enter(one.clone()));
    let code = "tournament.team_full";
    desk.refused(By::Officer, enter(one), code, "WOC-I.2.1.b2");
    let mut young = of(
        "BBB",
        Nation::ContactPerson,
        GenderWord::Male,
        SeatKind::ExtraYoung,
    );
    young.entry.young = Some(true);
    desk.act(By::Officer, enter(young));
}

/// clauses: WOC-I.2.2.p1
/// runs: rulebooks/vectors.toml#young
#[test]
fn young_is_14_or_less_on_31_december() {
    for case in vectors().young {
        let born = case.born.parse().unwrap();
        assert_eq!(is_young(born, case.woc_year), case.young, "{}", case.id);
        let mut desk = Desk::unopened("wof/championship");
        desk.at = 0;
        let first_day = format!("{}-11-05", case.woc_year).parse().unwrap();
        let creation = Creation::new("Example Championship", first_day);
        desk.act(By::Head, Act::Create(Box::new(creation)));
        let mut entry = of(
            "AAA",
            Nation::Federation,
            GenderWord::Other,
            SeatKind::ExtraYoung,
        );
        entry.entry.young = Some(is_young(born, case.woc_year));
        let entered = desk.try_act(By::Officer, enter(entry));
        assert_eq!(entered.is_ok(), case.young, "{}", case.id);
        if let Err(refused) = entered {
            assert_eq!(refused.code(), "tournament.not_young", "{}", case.id);
            assert_eq!(refused.clause().unwrap().as_str(), "WOC-I.2.2.p1");
        }
    }
}

/// clauses: WOC-I.2.2.b1, WOC-I.2.2.p2
#[test]
fn after_31_july_the_head_director_must_permit_and_after_the_start_nobody_can() {
    let mut desk = championship();
    let team = |n: u32| {
        let mut application = member(n);
        application.entry.person = Some(format!("person-{n}"));
        application
    };
    for n in 1..=26 {
        desk.act(By::Officer, enter(team(n)));
    }
    desk.at = JULY_31_NOON;
    desk.act(By::Officer, enter(team(27)));
    desk.at = JULY_31_NOON + DAY;
    let late = team(28);
    let code = "tournament.after_deadline";
    desk.refused(By::Officer, enter(late.clone()), code, "WOC-I.2.2.b1");
    let by_director = allow(late.clone(), Allowed::AfterDeadline, By::Director);
    let code = "tournament.not_his_to_allow";
    desk.refused(By::Officer, enter(by_director), code, "WOC-I.2.2.p2");
    let by_head = allow(late.clone(), Allowed::AfterDeadline, By::Head);
    let facts = desk.act(By::Officer, enter(by_head.clone()));
    let Fact::EntrantRegistered { exception, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(exception.clone().unwrap().clause.as_str(), "WOC-I.2.2.p2");
    let mut changed = by_head.clone();
    changed.entry.country = Some("ZZZ".to_owned());
    let act = |application: &Application| Act::ChangeEntrant {
        entrant: EntrantId(28),
        application: Box::new(application.clone()),
    };
    let mut unpermitted = changed.clone();
    unpermitted.allowance = None;
    let code = "tournament.after_deadline";
    desk.refused(By::Officer, act(&unpermitted), code, "WOC-I.2.2.b1");
    desk.act(By::Officer, act(&changed));
    desk.start_round();
    let code = "tournament.too_late_to_enter";
    let last = allow(team(29), Allowed::AfterDeadline, By::Head);
    desk.refused(By::Officer, enter(last), code, "WOC-I.2.2.p2");
    changed.entry.country = Some("YYY".to_owned());
    desk.refused(By::Officer, act(&changed), code, "WOC-I.2.2.p2");
    // A spelling is no change of the team.
    let mut spelling = by_head;
    spelling.entry.country = Some("ZZZ".to_owned());
    spelling.entry.name = "Player Twenty-Eight".to_owned();
    spelling.allowance = None;
    desk.act(By::Assistant, act(&spelling));
}

/// clauses: WOC-I.1.c
#[test]
fn entering_accepts_the_edition_of_the_rules() {
    let mut desk = championship();
    let facts = desk.act(By::Officer, enter(member(1)));
    let Fact::EntrantRegistered { accepts, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let edition = &desk.rules.about.edition;
    assert_eq!(*accepts, format!("wof {edition}"));
}

fn additional(seat: SeatKind) -> Application {
    let mut application = member(90);
    application.entry.seat = seat;
    application
}

/// clauses: WOC-I.2.1.p3, WOC-II.2.p3.a
#[test]
fn the_host_may_add_one_player_while_the_number_is_odd_and_play_has_not_begun() {
    let host = || enter(additional(SeatKind::HostAdditional));
    let mut desk = championship();
    desk.enter_many(26);
    let code = "tournament.number_is_even";
    desk.refused(By::Officer, host(), code, "WOC-II.2.p3.a");
    desk.act(By::Officer, enter(member(27)));
    desk.at = JULY_31_NOON + 90 * DAY;
    let mut begun = desk.clone();
    begun.start_round();
    let code = "tournament.too_late_to_enter";
    begun.refused(By::Officer, host(), code, "WOC-II.2.p3.a");
    desk.act(By::Officer, host());
    let code = "tournament.additional_exists";
    desk.refused(By::Officer, host(), code, "WOC-II.2.p3.a");
    let record = desk.tournament.affairs().record().unwrap();
    let added = record.entrant(EntrantId(28)).unwrap();
    assert_eq!(added.pairing_country(), Some("X90"));
}

/// clauses: WOC-II.2.p3.b
#[test]
fn the_head_director_adds_a_player_of_the_wof_when_the_host_cannot() {
    let wof = || enter(additional(SeatKind::WofAdditional));
    let mut desk = championship();
    desk.enter_many(27);
    desk.refused(By::Head, wof(), "tournament.host_first", "WOC-II.2.p3.b");
    desk.act(By::Officer, Act::DeclineAdditional);
    desk.refused(By::Director, wof(), "tournament.wrong_person", "WOC-V.1.p3");
    desk.act(By::Head, wof());
    let record = desk.tournament.affairs().record().unwrap();
    let added = record.entrant(EntrantId(28)).unwrap();
    assert_eq!(added.pairing_country(), Some("WOF"));
}

#[test]
fn an_odd_number_under_other_rules_has_a_bye_and_no_additional_player() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(3);
    let act = enter(additional(SeatKind::HostAdditional));
    desk.refused(
        By::Head,
        act,
        "tournament.no_additional_player",
        "BOF-gen-7",
    );
}

/// clauses: WOC-I.2.3.p2, WOC-I.2.1.p1
#[test]
fn a_player_represents_a_country_as_citizen_or_after_half_a_year() {
    let mut desk = championship();
    let mut foreigner = of(
        "AAA",
        Nation::Federation,
        GenderWord::Male,
        SeatKind::Regular,
    );
    foreigner.credentials = Credentials {
        citizen: Some(false),
        residence: Some(Residence {
            unbroken: 100,
            in_last_year: 182,
        }),
        ..Credentials::default()
    };
    let code = "tournament.not_eligible";
    desk.refused(By::Officer, enter(foreigner.clone()), code, "WOC-I.2.3.p2");
    let mut resident = foreigner;
    resident.credentials.residence = Some(Residence {
        unbroken: 100,
        in_last_year: 183,
    });
    desk.act(By::Officer, enter(resident));
    let stranger = of(
        "CCC",
        Nation::NotMember,
        GenderWord::Male,
        SeatKind::Regular,
    );
    desk.refused(By::Officer, enter(stranger.clone()), code, "WOC-I.2.1.p1");
    let allowed = allow(stranger, Allowed::NonMemberNation, By::Committee);
    desk.act(By::Officer, enter(allowed));
}

fn british(membership: MemberKind, days: u32) -> Application {
    let mut application = member(1);
    application.credentials = Credentials {
        membership: Some(membership),
        residence: Some(Residence {
            unbroken: days,
            in_last_year: days,
        }),
        ..Credentials::default()
    };
    application
}

/// clauses: BOF-reg-2, BOF-reg-3
#[test]
fn a_regional_takes_members_and_first_timers_wherever_they_live() {
    let mut desk = Desk::open("bof/regional");
    desk.act(By::Head, enter(british(MemberKind::Member, 0)));
    desk.act(By::Head, enter(british(MemberKind::FirstTimer, 0)));
    let other = enter(british(MemberKind::NotMember, 365));
    desk.refused(By::Head, other, "tournament.not_eligible", "BOF-reg-2");
}

/// clauses: BOF-nat-11, BOF-nat-12, BOF-nat-13.a, BOF-nat-14
#[test]
fn the_national_asks_for_183_days_or_an_exception() {
    use outflank_tournament::running::Allowed::{ExpectedResident, OtherResident};
    let mut desk = Desk::open("bof/national");
    let no_title = |desk: &mut Desk, application: Application| {
        let facts = desk.act(By::Head, enter(application));
        match &facts[0] {
            Fact::EntrantRegistered { no_title, .. } => *no_title,
            other => panic!("{other:?}"),
        }
    };
    assert!(!no_title(&mut desk, british(MemberKind::Member, 183)));
    let code = "tournament.not_eligible";
    let outsider = enter(british(MemberKind::NotMember, 365));
    desk.refused(By::Head, outsider, code, "BOF-nat-11");
    let short = || british(MemberKind::Member, 182);
    desk.refused(By::Head, enter(short()), code, "BOF-nat-12");
    let code = "tournament.not_his_to_allow";
    let by_head = allow(short(), ExpectedResident, By::Head);
    desk.refused(By::Head, enter(by_head), code, "BOF-nat-13.a");
    let by_chairman = allow(short(), ExpectedResident, By::Chairman);
    assert!(no_title(&mut desk, by_chairman));
    let alone = allow(short(), OtherResident, By::Chairman);
    desk.refused(By::Head, enter(alone), code, "BOF-nat-14");
    let approved = allow(short(), OtherResident, By::Committee);
    assert!(!no_title(&mut desk, approved));
}

/// runs: rulebooks/vectors.toml#residence_183
/// clauses: BOF-nat-12
#[test]
fn residence_is_counted_to_the_day_of_the_event() {
    for case in vectors().residence_183 {
        let (since, event) = (
            case.resident_since.parse().unwrap(),
            case.event.parse().unwrap(),
        );
        let days = days_between(since, event);
        assert_eq!(days, case.days, "{}", case.id);
        let mut desk = Desk::open_with("bof/national", |creation| creation.first_day = event);
        let application = british(MemberKind::Member, u32::try_from(days).unwrap());
        let entered = desk.try_act(By::Head, enter(application)).is_ok();
        assert_eq!(entered, case.eligible, "{}", case.id);
    }
}

/// clauses: SOC-I.1.b
#[test]
fn singapore_is_open_to_all() {
    let mut desk = Desk::open("soc/open");
    for status in Status::ALL {
        let mut application = Application {
            entry: Entry::new("Anybody"),
            ..Application::default()
        };
        application.entry.status = Some(*status);
        application.entry.institute = Some("Example School".to_owned());
        application.entry.category = Some("Secondary".to_owned());
        desk.act(By::Assistant, enter(application));
    }
    let kept: Vec<_> = (desk.tournament.affairs().entrants.values())
        .map(|one| (one.entry.status, one.entry.institute.clone()))
        .collect();
    assert_eq!(kept.len(), Status::ALL.len());
    assert!(
        kept.iter()
            .all(|(status, school)| status.is_some() && school.is_some())
    );
}

#[test]
fn who_is_excluded_by_the_federation_cannot_enter() {
    let mut desk = Desk::open("usoa/open");
    let mut application = member(1);
    application.credentials.sanctioned = true;
    let code = "tournament.not_eligible";
    desk.refused(By::Head, enter(application), code, "USOA-9.5");
    desk.act(By::Head, enter(member(1)));
}

/// clauses: BOF-gen-11
#[test]
fn a_late_entry_is_told_first_what_missed_rounds_give() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    desk.play_round();
    desk.play_round();
    let mut late = member(18);
    late.late_terms_seen = false;
    let code = "tournament.late_terms_unseen";
    let refused = desk.refused(By::Head, enter(late.clone()), code, "BOF-gen-11");
    assert_eq!(
        refused.facts().to_string(),
        r#"{"half_discs_each":40,"half_points_each":0,"missed":2,"substituted":false}"#
    );
    late.late_terms_seen = true;
    desk.act(By::Head, enter(late));
    desk.play_round();
    let affairs = desk.tournament.affairs();
    assert!(affairs.standings(2).unwrap().of(EntrantId(18)).is_none());
    // As if he had been there: what the missed rounds give.
    let mut record = affairs.record().unwrap();
    for entrant in &mut record.entrants {
        entrant.from_round = None;
    }
    let table = outflank_tournament::standings(&record, 2);
    let row = table.of(EntrantId(18)).unwrap();
    assert_eq!((row.points.0, row.discs.halves()), (0, 80));
}

#[test]
fn a_person_enters_once_and_never_again_after_leaving() {
    let mut desk = Desk::open("soc/open");
    let mut application = member(1);
    application.entry.person = Some("p1".to_owned());
    desk.act(By::Head, enter(application.clone()));
    let code = "tournament.already_entered";
    desk.refused(By::Head, enter(application.clone()), code, "");
    desk.act(By::Head, running_support::withdraw(1));
    let code = "tournament.no_re_entry";
    desk.refused(By::Head, enter(application), code, "SOC-II.7.b");
}

#[derive(Deserialize)]
struct Vectors {
    young: Vec<Young>,
    residence_183: Vec<Resident>,
}

#[derive(Deserialize)]
struct Young {
    id: String,
    woc_year: u16,
    born: String,
    young: bool,
}

#[derive(Deserialize)]
struct Resident {
    id: String,
    event: String,
    resident_since: String,
    days: i64,
    eligible: bool,
}

fn vectors() -> Vectors {
    toml::from_str(include_str!("../../../rulebooks/vectors.toml")).unwrap()
}
