//! Opening events: presets, limits, overrides, stages of one's own, feasibility.

use crate::running_support::{Desk, MINUTE};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, By, Creation, Fact, PRESETS, PlaySystem, Slot, SlotKind, StageCounts, StagePlan,
    StagePlay, Timestamp, Timetable, feasibility, preset,
};

fn create(change: impl FnOnce(&mut Creation)) -> Act {
    let mut creation = Creation::new("Example Open", "2024-05-04".parse().unwrap());
    change(&mut creation);
    Act::Create(Box::new(creation))
}

fn set(axis: &str, value: &str) -> Act {
    create(|creation| creation.set.push((axis.to_owned(), value.to_owned())))
}

/// clauses: USOA-intro-1
#[test]
fn every_preset_opens_with_its_whole_rulebook() {
    for name in PRESETS {
        let desk = Desk::open(name);
        let opened = desk.tournament.affairs().opened.clone().unwrap();
        assert_eq!(opened.setting.preset, *name);
        assert_eq!(*opened.rulebook, preset(name).unwrap());
        assert!(opened.setting.overrides.is_empty());
    }
}

/// clauses: WOC-IV.1.p3
#[test]
fn no_stage_of_the_world_championship_has_less_than_25_minutes() {
    let axes = [
        "main_time",
        "main_time_playoff",
        "main_time_semi",
        "main_time_third",
    ];
    for axis in axes.into_iter().chain(["main_time_final"]) {
        let mut desk = Desk::unopened("wof/championship");
        let code = "tournament.time_too_short";
        desk.refused(By::Head, set(axis, "24:59"), code, "WOC-IV.1.p3");
        desk.act(By::Head, set(axis, "25:00"));
    }
}

/// clauses: WOC-IV.1.p2, WOC-IV.1.p3
#[test]
fn the_world_championship_has_its_own_time_for_every_stage() {
    let rules = preset("wof/championship").unwrap();
    let times = [
        rules.main_time.value,
        rules.main_time_playoff.value,
        rules.main_time_semi.value,
        rules.main_time_third.value,
        rules.main_time_final.value,
    ];
    let times: Vec<String> = times.iter().map(ToString::to_string).collect();
    assert_eq!(times, ["30:00", "30:00", "35:00", "35:00", "40:00"]);
}

/// clauses: BOF-reg-4, BOF-nat-8
#[test]
fn british_times_have_their_minimum() {
    let code = "tournament.time_too_short";
    let mut regional = Desk::unopened("bof/regional");
    regional.refused(By::Head, set("main_time", "19:59"), code, "BOF-reg-4");
    regional.act(By::Head, set("main_time", "20:00"));
    let mut national = Desk::unopened("bof/national");
    national.refused(By::Head, set("main_time", "24:59"), code, "BOF-nat-8");
    national.act(By::Head, set("main_time", "40:00"));
}

#[test]
fn a_limit_of_the_text_is_no_setting() {
    let mut desk = Desk::unopened("bof/regional");
    let code = "tournament.limit_is_fixed";
    desk.refused(
        By::Head,
        set("main_time_minimum", "5:00"),
        code,
        "BOF-reg-4",
    );
    desk.refused(By::Head, set("rounds_minimum", "none"), code, "BOF-reg-1");
}

/// clauses: BOF-reg-6, BOF-nat-9
#[test]
fn both_british_presets_use_the_two_minute_procedure() {
    use outflank_rulebook::axes::clock::TimeDefault;
    for name in ["bof/regional", "bof/national"] {
        let rules = preset(name).unwrap();
        assert_eq!(rules.time_default.value, TimeDefault::TwoMinutes);
        assert_eq!(rules.extension_time.value.to_string(), "2:00");
    }
}

/// clauses: BOF-nat-1, BOF-nat-2
#[test]
fn the_days_of_the_national_are_the_general_meetings() {
    assert_eq!(preset("bof/national").unwrap().days.value.unwrap().0, 2);
    let mut desk = Desk::unopened("bof/national");
    let code = "tournament.needs_general_meeting";
    desk.refused(By::Head, set("days", "3"), code, "BOF-nat-2");
    desk.act(
        By::Head,
        create(|creation| {
            creation.set.push(("days".to_owned(), "3".to_owned()));
            creation.general_meeting = Some("AGM of 2 March 2024, item 4".to_owned());
        }),
    );
    let opened = desk.tournament.affairs().opened.clone().unwrap();
    assert_eq!(opened.setting.overrides, ["days"]);
    assert!(opened.setting.general_meeting.is_some());
}

/// clauses: BOF-nat-3
#[test]
fn the_national_has_nine_rounds_and_their_constant() {
    let mut desk = Desk::open("bof/national");
    desk.enter_many(16);
    desk.act(By::Head, Act::SettleSystem);
    let affairs = desk.tournament.affairs();
    assert_eq!(affairs.rounds_planned(), 9);
    assert_eq!(affairs.record().unwrap().constant().numerator, 7);
}

/// clauses: BOF-reg-1
#[test]
fn a_regional_has_seven_rounds_a_round_robin_or_at_least_six_of_a_swiss() {
    let settled = |players: u32, rounds: &str| {
        let mut desk = Desk::open_with("bof/regional", |creation| {
            creation.set.push(("rounds".to_owned(), rounds.to_owned()));
        });
        desk.enter_many(players);
        desk.try_act(By::Head, Act::SettleSystem)
            .map(|_| desk.tournament.affairs().plan.clone().unwrap())
            .map(|plan| (plan.system, plan.rounds))
            .map_err(|refused| (refused.code(), refused.clause().unwrap().to_string()))
    };
    assert_eq!(settled(17, "7"), Ok((PlaySystem::Swiss, 7)));
    assert_eq!(settled(8, "7"), Ok((PlaySystem::RoundRobin, 7)));
    assert_eq!(settled(5, "5"), Ok((PlaySystem::RoundRobin, 5)));
    assert_eq!(settled(17, "6"), Ok((PlaySystem::Swiss, 6)));
    let refused = ("tournament.too_few_rounds", "BOF-reg-1".to_owned());
    assert_eq!(settled(17, "5"), Err(refused));
}

/// clauses: WOC-II.2.p2
#[test]
fn a_timetable_that_splits_the_championship_otherwise_is_noticed() {
    let mut desk = Desk::open("wof/championship");
    desk.enter_many(26);
    let timetable = |first_day: u16| Timetable {
        slots: (1..=13)
            .map(|n| Slot {
                day: if n <= first_day { 1 } else { 2 },
                start: Timestamp(desk.at + i64::from(n) * 70 * MINUTE),
                what: SlotKind::Round(RoundNumber(n)),
            })
            .collect(),
    };
    let (right, wrong) = (timetable(7), timetable(8));
    let mut notices = |timetable: Timetable| {
        let facts = desk.act(By::Head, Act::SetTimetable { timetable });
        let Fact::TimetableSet { notices, .. } = &facts[0] else {
            panic!("{facts:?}");
        };
        let cited = notices.iter().map(|notice| notice.clause.clone().unwrap());
        cited.map(|id| id.to_string()).collect::<Vec<_>>()
    };
    assert!(notices(right).is_empty());
    assert_eq!(notices(wrong), ["WOC-II.2.p2", "WOC-II.2.p2"]);
}

/// clauses: WOC-I.1.a, WOC-I.1.b, SOC-I.1.a
#[test]
fn an_event_names_its_titles_and_the_bodies_behind_it() {
    let terms = |name: &str| {
        let desk = Desk::open(name);
        let opened = desk.tournament.affairs().opened.clone().unwrap();
        opened.setting.terms.clone()
    };
    let championship = terms("wof/championship");
    assert_eq!(
        championship.titles,
        [
            "World Champion",
            "Women's World Champion",
            "Young World Champion",
            "World Team Champions"
        ]
    );
    assert_eq!(
        championship.bodies,
        [
            "World Othello Federation",
            "the holders of the Othello trademark"
        ]
    );
    assert_eq!(terms("soc/open").titles, ["Singapore Open Champion"]);
}

/// clauses: SOC-II.2.p1
#[test]
fn eight_players_cannot_play_the_eight_rounds_of_singapore() {
    let outlook = |players: u32| {
        let mut desk = Desk::open("soc/open");
        desk.enter_many(players);
        let before = feasibility(&desk.tournament);
        let facts = desk.act(By::Head, Act::SettleSystem);
        let Fact::SystemSettled {
            notices,
            system,
            rounds,
            ..
        } = &facts[0]
        else {
            panic!("{facts:?}");
        };
        assert_eq!((*system, *rounds), (PlaySystem::Swiss, 8));
        assert_eq!(before.as_ref(), notices.first());
        before.map(|notice| notice.clause.unwrap().to_string())
    };
    assert_eq!(outlook(8), Some("SOC-II.4.1".to_owned()));
    assert_eq!(outlook(9), None);
    assert_eq!(outlook(41), None);
}

#[test]
fn an_event_of_ones_own_is_a_list_of_stages() {
    let swiss = StagePlan {
        name: "Swiss".to_owned(),
        play: StagePlay::Swiss { rounds: 7 },
        counts: StageCounts::ALL,
    };
    let last = |of: u16| StagePlan {
        name: "Final".to_owned(),
        play: StagePlay::Final { of, games: 3 },
        counts: StageCounts::PLACES,
    };
    let mut desk = Desk::unopened("europe/open");
    let stages = vec![swiss.clone(), last(3)];
    let code = "tournament.bad_setting";
    desk.refused(By::Head, create(|c| c.stages = stages), code, "");
    let stages = vec![swiss, last(4)];
    desk.act(By::Head, create(|c| c.stages = stages.clone()));
    let opened = desk.tournament.affairs().opened.clone().unwrap();
    assert_eq!(opened.setting.preset, "europe/custom");
    assert_eq!(opened.setting.stages, stages);
    desk.enter_many(5);
    desk.act(By::Head, Act::SettleSystem);
    let plan = desk.tournament.affairs().plan.clone().unwrap();
    assert_eq!(
        (plan.system, plan.rounds),
        (PlaySystem::Swiss, 7),
        "the first stage"
    );
}

#[test]
fn overrides_are_visible_and_a_changed_number_of_rounds_is_noticed() {
    let mut desk = Desk::unopened("soc/open");
    let facts = desk.act(By::Head, set("rounds", "7"));
    let Fact::Created {
        notices, setting, ..
    } = &facts[0]
    else {
        panic!("{facts:?}");
    };
    assert_eq!(setting.overrides, ["rounds"]);
    assert_eq!(notices[0].clause.clone().unwrap().as_str(), "SOC-II.2.p1");
    desk.refused(
        By::Head,
        set("rounds", "6"),
        "tournament.already_created",
        "",
    );
}
