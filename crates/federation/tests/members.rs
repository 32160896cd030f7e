//! Members, voters, fees and who may enter.

use crate::support;
use crate::support::office::{Office, day, key, resident, who};
use outflank_federation::{
    Act, Body, By, Category, Dossier, EntryException, EventNotice, FeeReason, FeeTable, JoinedBy,
    MeetingNumber, Membership, Wage,
};
use outflank_tournament::running::{
    Act as TournamentAct, Application, By as TournamentBy, Command, Creation, Credentials, Entry,
    MemberKind, OfficialPost, Post, Tournament, UtcOffset, apply, decide, preset,
};
use outflank_tournament::{CivilDate, Money};

/// Enters somebody into a tournament of a preset with what the office says of him.
fn enter(
    office: &Office,
    preset_name: &str,
    on: &str,
    person: u32,
    event: &str,
) -> Result<bool, (String, String)> {
    let affairs = office.office.affairs();
    let mut tournament = Tournament::new();
    let rules = preset(preset_name).unwrap();
    let at = UtcOffset::default().midnight(day(on));
    let create = TournamentAct::Create(Box::new(Creation::new("Example", day(on))));
    let official = OfficialPost::new("Vera Arbiter", Post::Head);
    for (n, act) in [create, TournamentAct::Appoint { official }]
        .into_iter()
        .enumerate()
    {
        let command = Command::new(&format!("c{n}"), TournamentBy::Head, act);
        for event in decide(&rules, &tournament, command, at).unwrap() {
            apply(&mut tournament, &event);
        }
    }
    let application = Application {
        entry: Entry::new("Player"),
        credentials: affairs.credentials(&office.people, who(person), day(on)),
        allowance: affairs.allowance(who(person), &key(event)),
        late_terms_seen: false,
    };
    let enter = TournamentAct::Enter(Box::new(application));
    let command = Command::new("enter", TournamentBy::Head, enter);
    match decide(&rules, &tournament, command, at) {
        Ok(events) => {
            for event in &events {
                apply(&mut tournament, event);
            }
            Ok(tournament
                .affairs()
                .entrants
                .values()
                .all(|one| one.no_title))
        }
        Err(refused) => Err((
            refused.code().to_owned(),
            refused
                .clause()
                .map_or(String::new(), |id| id.as_str().to_owned()),
        )),
    }
}

/// clauses: BOF-mem-1.a, BOF-mem-1.b
#[test]
fn playing_enrols_for_two_years_and_again() {
    let mut office = Office::british();
    office.add_many(2);
    let on = |office: &Office, text: &str| office.office.affairs().membership(who(1), day(text));
    assert_eq!(on(&office, "2024-02-01"), Membership::Never);
    office.hold("one", Category::Regional, "2024-05-04", &[(1, 4), (2, 2)]);
    let member = |since: &str, until: &str| Membership::Member {
        by: JoinedBy::Tournament,
        since: day(since),
        until: Some(day(until)),
    };
    assert_eq!(
        on(&office, "2026-05-04"),
        member("2024-05-04", "2026-05-04")
    );
    let until = day("2026-05-04");
    assert_eq!(on(&office, "2026-05-05"), Membership::Lapsed { until });
    // Whoever has lapsed may enter: he rejoins by playing, and is a member from that day on.
    assert_eq!(
        enter(&office, "bof/regional", "2027-03-01", 1, "two"),
        Ok(false)
    );
    office.hold("two", Category::Regional, "2027-03-01", &[(1, 4), (2, 2)]);
    assert_eq!(
        on(&office, "2027-03-01"),
        member("2027-03-01", "2029-03-01")
    );
    // A tournament that is not rated enrols nobody.
    let mut abroad = EventNotice::new("Paris", Category::Friendly, day("2028-01-01"), "FRA", 25);
    abroad.organised = false;
    office.announce_as("paris", abroad);
    office.go_to("2028-01-01");
    office.take("paris", support::office::results(&[(1, 2)], &[]));
    assert_eq!(
        on(&office, "2028-01-02"),
        member("2027-03-01", "2029-03-01")
    );
}

/// clauses: BOF-mem-1.d
#[test]
fn whoever_joins_otherwise_stays_until_he_leaves() {
    let mut office = Office::british();
    office.add_many(1);
    office.act(By::Officer, Act::Join { person: who(1) });
    let is = |office: &Office, text: &str| {
        let affairs = office.office.affairs();
        affairs.membership(who(1), day(text)).is_member()
    };
    assert!(is(&office, "2034-01-01"), "no game for ten years");
    office.refused(
        By::Officer,
        Act::Join { person: who(1) },
        "federation.is_member",
        "",
    );
    office.go_to("2034-01-01");
    office.act(By::Person(who(1)), Act::Leave { person: who(1) });
    assert!(!is(&office, "2034-01-02"));
    office.refused(
        By::Officer,
        Act::Leave { person: who(1) },
        "federation.no_member",
        "",
    );
}

/// clauses: BOF-mem-1.c
#[test]
fn the_tournament_after_a_meeting_makes_voters() {
    let mut office = Office::british();
    office.add_many(5);
    office.hold("old", Category::Regional, "2024-02-03", &[(1, 4), (2, 2)]);
    office.announce("agm", Category::National, "2024-09-14");
    let people = vec![who(2), who(3)];
    let event = key("agm");
    office.act(By::Officer, Act::RecordEntrants { event, people });
    let event = Some(key("agm"));
    let meeting = day("2024-09-14");
    office.act(
        By::Officer,
        Act::HoldMeeting {
            day: meeting,
            event,
        },
    );
    let voters = |office: &Office| office.office.affairs().voters(MeetingNumber(1));
    assert_eq!(voters(&office), [who(1), who(2), who(3)].into());
    // The chairman's tick, and nobody else's.
    let tick = Act::AdmitVoter {
        meeting: MeetingNumber(1),
        person: who(4),
    };
    office.refused(
        By::Officer,
        tick.clone(),
        "federation.wrong_person",
        "BOF-mem-1.c",
    );
    office.act(By::Chairman, tick);
    assert_eq!(voters(&office), [who(1), who(2), who(3), who(4)].into());
    // A meeting after the tournament is no preceding one.
    let (late, event) = (day("2024-09-15"), Some(key("agm")));
    let act = Act::HoldMeeting { day: late, event };
    office.refused(By::Officer, act, "federation.bad_days", "BOF-mem-1.c");
}

/// clauses: BOF-mem-2.b, BOF-reg-2
#[test]
fn joining_is_required_from_the_second_tournament_on() {
    let mut office = Office::british();
    office.add_many(2);
    office.act(By::Person(who(1)), Act::OptOut { person: who(1) });
    // The first is open to everybody.
    assert_eq!(
        enter(&office, "bof/regional", "2024-05-04", 1, "one"),
        Ok(false)
    );
    office.hold("one", Category::Regional, "2024-05-04", &[(1, 4), (2, 2)]);
    let refused = Err(("tournament.not_eligible".to_owned(), "BOF-reg-2".to_owned()));
    assert_eq!(
        enter(&office, "bof/regional", "2024-06-01", 1, "two"),
        refused
    );
    assert_eq!(
        enter(&office, "bof/regional", "2024-06-01", 2, "two"),
        Ok(false)
    );
    office.act(By::Officer, Act::Join { person: who(1) });
    assert_eq!(
        enter(&office, "bof/regional", "2024-06-01", 1, "two"),
        Ok(false)
    );
}

/// clauses: BOF-nat-11, BOF-nat-12, BOF-nat-13.a, BOF-nat-14
#[test]
fn the_national_is_for_members_who_live_here_or_are_excepted() {
    let mut office = Office::british();
    let ada = office.add(resident("Ada Example"));
    let mut new = resident("Bo Sample");
    new.stays[0].from = day("2024-03-16");
    let bo = office.add(new);
    office.announce("national", Category::National, "2024-09-14");
    for person in [ada, bo] {
        office.act(By::Officer, Act::Join { person });
    }
    let on = "2024-09-14";
    // A member who has played no Regional may enter.
    assert_eq!(
        enter(&office, "bof/national", on, ada.0, "national"),
        Ok(false)
    );
    let refused = Err((
        "tournament.not_eligible".to_owned(),
        "BOF-nat-12".to_owned(),
    ));
    assert_eq!(
        enter(&office, "bof/national", on, bo.0, "national"),
        refused
    );
    let allow = |exception, decision| Act::AllowEntry {
        person: bo,
        event: key("national"),
        exception,
        decision,
    };
    // Another exception needs the committee; the expected resident does not, and has no title.
    office.refused(
        By::Chairman,
        allow(EntryException::Other, None),
        "federation.wrong_body",
        "BOF-nat-14",
    );
    office.refused(
        By::Officer,
        allow(EntryException::ExpectedResident, None),
        "federation.wrong_person",
        "BOF-nat-13.a",
    );
    let mut expected = office.clone();
    expected.act(By::Chairman, allow(EntryException::ExpectedResident, None));
    assert_eq!(
        enter(&expected, "bof/national", on, bo.0, "national"),
        Ok(true)
    );
    let decision = office.decided(Body::Committee, None);
    office.act(By::Chairman, allow(EntryException::Other, Some(decision)));
    assert_eq!(
        enter(&office, "bof/national", on, bo.0, "national"),
        Ok(false)
    );
}

/// clauses: BOF-mem-2.a, BOF-mem-3
#[test]
fn a_fee_sheet_knows_first_timers_wages_and_families() {
    let mut office = Office::british();
    let person = |name: &str, wage, family: Option<&str>, citizen: &str| Dossier {
        wage: Some(wage),
        family: family.map(str::to_owned),
        citizen_of: vec![citizen.to_owned()],
        ..resident(name)
    };
    office.add(person("Ada", Wage::Waged, None, "GBR"));
    office.add(person("Bo", Wage::Waged, None, "FRA"));
    office.add(person("Cy", Wage::Waged, Some("Example"), "GBR"));
    office.add(person("Di", Wage::Unwaged, Some("Example"), "GBR"));
    office.add(person("Ed", Wage::Unwaged, Some("Example"), "GBR"));
    let everybody = [(1, 8), (2, 6), (3, 4), (4, 2), (5, 0)];
    office.hold("one", Category::Regional, "2024-05-04", &everybody);
    office.hold("two", Category::Regional, "2024-06-01", &everybody);
    let affairs = office.office.affairs();
    let sheet = |event: &str| {
        affairs
            .fee_sheet(&office.rules, &office.people, &key(event))
            .unwrap()
    };
    // In the first only the foreigner pays.
    let first = sheet("one");
    assert_eq!(first.due(), Money(1_000));
    assert_eq!(first.groups[0].lines[0].why, FeeReason::FirstOfCitizen);
    let clause = first.groups[0].lines[0].why.clause(&office.rules).unwrap();
    assert_eq!(clause.as_str(), "BOF-mem-2.a");
    // In the second 10 + 10 + the family's 15 instead of 20.
    let second = sheet("two");
    let due: Vec<u64> = second.groups.iter().map(|group| group.due.0).collect();
    assert_eq!(due, [1_000, 1_000, 1_500]);
    assert!(second.groups[2].family_rate);
    let event = key("two");
    let (person, amount) = (who(1), Money(1_000));
    office.act(
        By::Officer,
        Act::RecordPayment {
            person,
            event,
            amount,
        },
    );
    let affairs = office.office.affairs();
    let sheet = affairs
        .fee_sheet(&office.rules, &office.people, &key("two"))
        .unwrap();
    assert_eq!((sheet.due(), sheet.paid()), (Money(3_500), Money(1_000)));
}

#[test]
fn fees_change_by_a_decision() {
    let mut office = Office::british();
    let fees = FeeTable {
        waged: Money(1_200),
        unwaged: Money(600),
        family: Money(1_800),
    };
    let chairman = office.decided(Body::Chairman, None);
    let set = |decision| Act::SetFees { fees, decision };
    office.refused(
        By::Officer,
        set(chairman),
        "federation.wrong_body",
        "BOF-mem-3",
    );
    let meeting = office.decided(Body::GeneralMeeting, None);
    office.act(By::Officer, set(meeting));
    let affairs = office.office.affairs();
    assert_eq!(affairs.fee_table(&office.rules), Some(fees));
}

/// clauses: USOA-9.5
#[test]
fn an_exclusion_keeps_somebody_out_of_events() {
    let mut office = Office::founded("usoa", "USA");
    office.add_many(1);
    let measure = outflank_federation::Measure::Exclude {
        from: day("2024-01-01"),
        until: Some(day("2024-12-31")),
    };
    let sanction = Act::Sanction {
        person: who(1),
        measure,
        why: "repeated infractions".to_owned(),
    };
    office.refused(
        By::Officer,
        sanction.clone(),
        "federation.wrong_person",
        "USOA-9.5",
    );
    let preset = "usoa/default";
    let preset = outflank_tournament::running::PRESETS
        .iter()
        .find(|name| name.starts_with("usoa/"))
        .copied()
        .unwrap_or(preset);
    assert_eq!(enter(&office, preset, "2024-06-01", 1, "open"), Ok(false));
    office.act(By::Committee, sanction);
    let refused = Err(("tournament.not_eligible".to_owned(), "USOA-9.5".to_owned()));
    assert_eq!(enter(&office, preset, "2024-06-01", 1, "open"), refused);
    assert_eq!(enter(&office, preset, "2025-01-10", 1, "open"), Ok(false));
}

#[test]
fn credentials_of_somebody_unknown_are_those_of_a_first_timer() {
    let office = Office::british();
    let on: CivilDate = day("2024-05-04");
    let expected = Credentials {
        membership: Some(MemberKind::FirstTimer),
        ..Credentials::default()
    };
    let affairs = office.office.affairs();
    assert_eq!(affairs.credentials(&office.people, who(9), on), expected);
}
