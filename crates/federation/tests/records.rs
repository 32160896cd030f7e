//! Decisions, amendments, nations, hosts, obligations, titles.

use crate::support::office::{Office, day, key, results, who};
use outflank_federation::{
    Act, AmendmentNumber, Body, By, Category, EventNotice, HostStatus, SentResults, SentState,
};
use outflank_tournament::running::Nation;
use outflank_tournament::{Entrant, EntrantId, is_in_group_a};

fn propose(set: &[(&str, &str)]) -> Act {
    Act::ProposeAmendment {
        text: "a new wording".to_owned(),
        set: (set.iter())
            .map(|(axis, value)| ((*axis).to_owned(), (*value).to_owned()))
            .collect(),
    }
}

fn adopt(decision: outflank_federation::DecisionNumber, constitution: Option<&str>) -> Act {
    Act::AdoptAmendment {
        amendment: AmendmentNumber(1),
        decision,
        edition: "2024-07".to_owned(),
        from: day("2024-07-01"),
        constitution: constitution.map(str::to_owned),
    }
}

/// clauses: USOA-10.3
#[test]
fn the_board_amends_the_rules_by_majority() {
    let mut office = Office::founded("usoa", "USA");
    office.act(By::Officer, propose(&[("rounds", "9")]));
    let three = office.decided(Body::Board, Some((3, 2, 7)));
    office.refused(
        By::Officer,
        adopt(three, None),
        "federation.no_majority",
        "USOA-10.3",
    );
    let committee = office.decided(Body::Committee, Some((4, 0, 7)));
    office.refused(
        By::Officer,
        adopt(committee, None),
        "federation.wrong_body",
        "USOA-10.3",
    );
    let four = office.decided(Body::Board, Some((4, 3, 7)));
    office.act(By::Officer, adopt(four, None));
    let affairs = office.office.affairs();
    let rounds = |on: &str| affairs.rules_on(day(on)).unwrap().rounds.value.0;
    // The edition in force on a day decides.
    assert_eq!((rounds("2024-06-30"), rounds("2024-07-01")), (7, 9));
    assert_eq!(
        affairs.edition_on(day("2024-07-01")).unwrap().edition,
        "2024-07"
    );
    office.refused(
        By::Officer,
        adopt(four, None),
        "federation.unknown_amendment",
        "",
    );
}

/// clauses: BOF-intro-1
#[test]
fn the_committee_changes_the_rules_within_the_constitution() {
    let mut office = Office::british();
    office.refused(
        By::Officer,
        propose(&[("rounds", "many")]),
        "federation.bad_setting",
        "",
    );
    office.act(By::Officer, propose(&[("rounds", "8")]));
    let affairs = office.office.affairs();
    assert_eq!(affairs.editions.len(), 1, "a draft only");
    let board = office.decided(Body::Board, Some((9, 0, 9)));
    let note = Some("within article 5");
    office.refused(
        By::Officer,
        adopt(board, note),
        "federation.wrong_body",
        "BOF-intro-1",
    );
    let decision = office.decided(Body::Committee, None);
    office.refused(
        By::Officer,
        adopt(decision, None),
        "federation.constitution_not_named",
        "BOF-intro-1",
    );
    office.act(By::Officer, adopt(decision, note));
    assert_eq!(office.office.affairs().editions.len(), 2);
}

/// clauses: WOC-I.1.d
#[test]
fn the_world_federation_chooses_one_host_a_year() {
    let mut office = Office::founded("wof", "");
    let apply = |country: &str| Act::ApplyToHost {
        country: country.to_owned(),
        year: 2025,
    };
    let choose = |country: &str| Act::ChooseHost {
        country: country.to_owned(),
        year: 2025,
    };
    office.act(By::Officer, apply("FRA"));
    office.act(By::Officer, apply("JPN"));
    office.refused(
        By::Officer,
        choose("JPN"),
        "federation.wrong_person",
        "WOC-I.1.d",
    );
    office.refused(
        By::Committee,
        choose("USA"),
        "federation.no_application",
        "WOC-I.1.d",
    );
    office.act(By::Committee, choose("JPN"));
    let hosts = &office.office.affairs().hosts;
    let status = |country: &str| hosts[&(2025, country.to_owned())];
    assert_eq!(
        (status("FRA"), status("JPN")),
        (HostStatus::Declined, HostStatus::Chosen)
    );
    office.refused(
        By::Committee,
        choose("FRA"),
        "federation.host_is_chosen",
        "WOC-I.1.d",
    );
    office.refused(
        By::Officer,
        apply("USA"),
        "federation.host_is_chosen",
        "WOC-I.1.d",
    );
}

/// clauses: WOC-I.2.1.p1
#[test]
fn a_nation_that_is_no_member_applies_a_month_before() {
    let mut office = Office::founded("wof", "");
    let apply = Act::ApplyForException {
        country: "ISL".to_owned(),
        start: day("2024-10-15"),
    };
    let decide = Act::DecideException {
        country: "ISL".to_owned(),
        year: 2024,
        approved: true,
    };
    let may = |office: &Office| office.office.affairs().may_send("ISL", 2024);
    assert!(!may(&office));
    let mut late = office.clone();
    late.go_to("2024-09-16");
    late.refused(
        By::Officer,
        apply.clone(),
        "federation.application_too_late",
        "WOC-I.2.1.p1",
    );
    office.go_to("2024-09-15");
    office.act(By::Officer, apply);
    assert!(!may(&office), "an application is no approval");
    office.refused(
        By::Officer,
        decide.clone(),
        "federation.wrong_person",
        "WOC-I.2.1.p1",
    );
    let mut too_late = office.clone();
    too_late.go_to("2024-10-15");
    too_late.refused(
        By::Committee,
        decide.clone(),
        "federation.no_application",
        "WOC-I.2.1.p1",
    );
    office.act(By::Committee, decide);
    assert!(may(&office));
    let nation = Act::SetNation {
        country: "FRA".to_owned(),
        kind: Nation::Federation,
        contact: None,
    };
    office.act(By::Officer, nation);
    let (country, start) = ("FRA".to_owned(), day("2025-10-15"));
    let act = Act::ApplyForException { country, start };
    office.refused(By::Officer, act, "federation.is_member_nation", "");
}

/// clauses: WOC-I.2.3.p1
#[test]
fn results_are_sent_by_31_july_or_the_status_is_at_risk() {
    let mut office = Office::founded("wof", "");
    for country in ["FRA", "JPN", "GBR"] {
        let country = country.to_owned();
        let (kind, contact) = (Nation::Federation, None);
        office.act(
            By::Officer,
            Act::SetNation {
                country,
                kind,
                contact,
            },
        );
    }
    office.go_to("2024-07-31");
    for (country, results) in [
        ("FRA", SentResults::Qualification),
        ("JPN", SentResults::All),
    ] {
        let country = country.to_owned();
        let year = 2024;
        office.act(
            By::Officer,
            Act::NoteNationResults {
                country,
                year,
                results,
            },
        );
    }
    let affairs = office.office.affairs();
    assert!(affairs.at_risk(2024, day("2024-07-31")).is_empty());
    assert_eq!(affairs.at_risk(2024, day("2024-08-01")), ["GBR"]);

    // The same from the side of a federation: what it has sent, what is missing, what has changed.
    let mut office = Office::british();
    office.add_many(2);
    let mut notice = EventNotice::new("Trials", Category::National, day("2024-05-04"), "GBR", 25);
    notice.qualifies = true;
    office.announce_as("trials", notice);
    office.announce("other", Category::Regional, "2024-06-01");
    office.go_to("2024-06-01");
    office.take("other", results(&[(1, 2), (2, 0)], &[]));
    let send = |event: &str| Act::RecordSent {
        event: key(event),
        to: "the world rating list".to_owned(),
    };
    office.refused(By::Officer, send("trials"), "federation.no_results", "");
    office.take("trials", results(&[(1, 2), (2, 0)], &[]));
    let state = |office: &Office, n: usize| {
        let duties = office.office.affairs().obligations(2024, day("2024-08-01"));
        (duties.rows[n].state, duties.at_risk)
    };
    assert_eq!(state(&office, 0), (SentState::Missing, true));
    office.act(By::Officer, send("trials"));
    let (sent, at_risk) = state(&office, 0);
    assert!(sent == SentState::Sent && !at_risk);
    assert_eq!(state(&office, 1).0, SentState::Missing, "preferably all");
    office.take("trials", results(&[(2, 2), (1, 0)], &[]));
    assert_eq!(state(&office, 0).0, SentState::ChangedSince);
}

#[test]
fn semi_finalists_feed_group_a() {
    let mut office = Office::founded("wof", "");
    office.add_many(2);
    for year in [2012, 2013] {
        let people = vec![who(1)];
        office.act(By::Officer, Act::RecordSemifinals { year, people });
    }
    let affairs = office.office.affairs();
    let mut entrant = Entrant::new(EntrantId(1), "Person 1");
    entrant.woc_semifinals = affairs.semifinal_years(who(1));
    assert_eq!(entrant.woc_semifinals, [2012, 2013]);
    assert!(
        is_in_group_a(&office.rules, &entrant, 2025),
        "2020 and 2021 were not held"
    );
    assert!(!is_in_group_a(&office.rules, &entrant, 2026));
    assert!(affairs.semifinal_years(who(2)).is_empty());
}
