//! Officials, incidents and penalties, announcements, times.

use crate::running_support;
use crate::running_support::{Desk, enter, member, result};
use outflank_rulebook::{HalfDiscs, Millis};
use outflank_tournament::EntrantId;
use outflank_tournament::running::{
    Act, By, Card, Command, Fact, IncidentReport, LeaveCause, Offender, Official, OfficialPost,
    Penalty, PenaltyKind, Post, TableNumber, TimedStage, Timestamp, decide, penalties,
    penalty_clause, preset,
};

const ONE: outflank_tournament::RoundNumber = outflank_tournament::RoundNumber(1);

fn player(entrant: u32) -> Offender {
    let entrant = EntrantId(entrant);
    Offender::Player { entrant }
}

fn spectator() -> Offender {
    let name = "the man in the red hat".to_owned();
    Offender::Spectator { name }
}

fn report(offender: Offender, clause: &str, table: Option<TableNumber>) -> Act {
    Act::ReportIncident(Box::new(IncidentReport {
        offender,
        clause: clause.to_owned(),
        round: table.map(|_| ONE),
        table,
        what: "as seen by the desk".to_owned(),
    }))
}

fn decided(incident: u32, penalty: Penalty) -> Act {
    Act::DecideIncident {
        incident,
        penalty,
        why: "as the case asks".to_owned(),
        hurt_seen: false,
    }
}

/// A started round, and the game of entrant 1.
fn hall(preset: &str, players: u32) -> (Desk, Card) {
    let mut desk = Desk::open(preset);
    desk.enter_many(players);
    desk.start_round();
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let is_his = |card: &&Card| card.colour_of(EntrantId(1)).is_some();
    let card = life.cards.iter().find(is_his).unwrap().clone();
    (desk, card)
}

fn score_of_first(desk: &Desk, table: TableNumber) -> String {
    let card = desk.tournament.affairs().round(ONE).unwrap().card(table);
    card.unwrap().result.as_ref().unwrap().to_string()
}

fn discs(n: u16) -> HalfDiscs {
    HalfDiscs::discs(n)
}

/// Discs of entrant 1 first, as Black and White.
fn sided(card: &Card, first: u16, other: u16) -> (u16, u16) {
    match card.black == EntrantId(1) {
        true => (first, other),
        false => (other, first),
    }
}

/// clauses: USOA-9.1
#[test]
fn a_director_warns_and_the_log_counts_it() {
    let (mut desk, card) = hall("usoa/open", 12);
    let act = report(player(1), "USOA-8.4", Some(card.table));
    desk.act(By::Judge, act);
    let warning = decided(1, Penalty::Warning);
    desk.refused(
        By::Judge,
        warning.clone(),
        "tournament.wrong_person",
        "USOA-9.1",
    );
    desk.act(By::Head, warning);
    let conduct = &desk.tournament.affairs().conduct;
    assert_eq!(conduct.warnings(&player(1)), 1);
    assert_eq!(conduct.warnings(&player(2)), 0);
    let verdict = conduct.incidents[0].decided.as_ref().unwrap();
    assert_eq!(verdict.clause.as_ref().unwrap().as_str(), "USOA-9.1");
    assert_eq!(conduct.incidents[0].report.clause, "USOA-8.4");
}

/// clauses: WOC-I.4.2.p1, WOC-I.3.p1.b
#[test]
fn a_report_of_consultation_is_open_until_the_head_director_decides_also_for_nothing() {
    let (mut desk, card) = hall("wof/championship", 16);
    let by = By::Player(EntrantId(2));
    desk.act(by, report(player(1), "WOC-I.4.2.p1", Some(card.table)));
    assert_eq!(desk.tournament.affairs().conduct.open().count(), 1);
    let nothing = decided(1, Penalty::None);
    for other in [By::Director, By::Judge, By::Player(EntrantId(2))] {
        let code = "tournament.wrong_person";
        desk.refused(other, nothing.clone(), code, "WOC-V.1.p1");
    }
    desk.act(By::Head, nothing.clone());
    assert_eq!(desk.tournament.affairs().conduct.open().count(), 0);
    let code = "tournament.incident_is_decided";
    desk.refused(By::Head, nothing, code, "WOC-V.1.p3");
    // Pairings are the directors' and not a player's.
    desk.finish_round(ONE);
    desk.act(By::Director, Act::Validate { round: ONE });
    let round = desk.tournament.affairs().next_round();
    let propose = |assumed| Act::Propose { round, assumed };
    let code = "tournament.wrong_person";
    desk.refused(By::Player(EntrantId(2)), propose(Vec::new()), code, "");
    desk.act(By::Director, propose(Vec::new()));
}

#[test]
fn the_kind_of_an_incident_is_a_clause_of_the_events_rulebook() {
    let (mut desk, card) = hall("wof/championship", 16);
    for clause in ["USOA-8.4", "WOC-XII.9", ""] {
        let act = report(player(1), clause, Some(card.table));
        desk.refused(By::Head, act, "tournament.not_a_clause", "");
    }
    // Advice can be broken too.
    desk.act(
        By::Head,
        report(player(1), "WOC-IV.5.3.p1", Some(card.table)),
    );
    let elsewhere = TableNumber(card.table.0 + 1);
    let act = report(player(1), "WOC-IV.5.3.p1", Some(elsewhere));
    desk.refused(By::Head, act, "tournament.not_in_this_game", "");
}

/// clauses: WOC-V.2.p1, WOC-V.2.d, SOC-IV.2, WOC-IV.4.p1.c
#[test]
fn spectators_are_warned_or_expelled_and_nothing_else() {
    use PenaltyKind::{Award, Draw, None, Room, Score, Time, Tournament, Warning};
    let all = [None, Warning, Time, Score, Draw, Award, Room, Tournament];
    assert_eq!(penalties(&spectator()), [None, Warning, Room]);
    assert_eq!(penalties(&player(1)), all);

    let (mut desk, _) = hall("wof/championship", 16);
    desk.act(By::Head, report(spectator(), "WOC-IV.4.p1.c", Option::None));
    for penalty in [Penalty::Draw, Penalty::Tournament] {
        let code = "tournament.not_offered";
        desk.refused(By::Head, decided(1, penalty), code, "WOC-V.1.p1");
    }
    let until = Timestamp(desk.at + 60 * running_support::MINUTE);
    let room = Penalty::Room { until: Some(until) };
    desk.act(By::Head, decided(1, room));
    let conduct = &desk.tournament.affairs().conduct;
    assert!(conduct.is_kept_out(&spectator(), Timestamp(until.0 - 1)));
    assert!(!conduct.is_kept_out(&spectator(), until));
    assert!(!conduct.is_kept_out(&player(1), until));
}

/// clauses: WOC-V.2.b, SOC-IV.2.2
#[test]
fn a_score_changes_only_for_the_opponent_and_the_first_one_is_kept() {
    for (name, clause, broken) in [
        ("wof/championship", "WOC-V.2.b", "WOC-IV.4.p3.a"),
        ("soc/open", "SOC-IV.2.2", "SOC-III.5.p2"),
    ] {
        let (mut desk, card) = hall(name, 16);
        let (black, white) = sided(&card, 40, 24);
        let act = report(player(1), broken, Some(card.table));
        desk.act(By::Head, act);
        let score = |first, other| {
            let (black, white) = sided(&card, first, other);
            let (black, white) = (discs(black), discs(white));
            decided(1, Penalty::Score { black, white })
        };
        let none_yet = "tournament.no_result";
        desk.refused(By::Head, score(36, 28), none_yet, "");
        desk.act(
            By::Head,
            result(ONE, card.table, Official::played(black, white)),
        );
        let code = "tournament.favours_offender";
        desk.refused(By::Head, score(44, 20), code, clause);
        let facts = desk.act(By::Head, score(36, 28));
        let was = facts.iter().find_map(|fact| match fact {
            Fact::ResultCorrected { was, .. } => was.clone(),
            _ => None,
        });
        assert_eq!(was, Some(Official::played(black, white)));
        let (black, white) = sided(&card, 36, 28);
        let now = format!("{black}-{white} by ruling");
        assert_eq!(score_of_first(&desk, card.table), now);
    }
}

/// clauses: WOC-V.2.c, SOC-IV.2.3
#[test]
fn a_game_is_declared_drawn_or_awarded_and_whoever_would_suffer_is_named() {
    for (name, clause, broken, innocent) in [
        ("wof/championship", "WOC-V.2.c", "WOC-I.4.4", "WOC-V.1.p2"),
        ("soc/open", "SOC-IV.2.3", "SOC-I.6", "SOC-IV.1.p2"),
    ] {
        let rules = preset(name).unwrap();
        let cited = penalty_clause(&rules, PenaltyKind::Draw).unwrap();
        assert_eq!(cited.as_str(), clause);
        let (mut desk, card) = hall(name, 16);
        desk.act(By::Head, report(player(1), broken, Some(card.table)));
        // The opponent has won: a draw would take half a point from him.
        let (black, white) = sided(&card, 24, 40);
        let played = result(ONE, card.table, Official::played(black, white));
        desk.act(By::Head, played);
        let code = "tournament.hurts_another";
        let draw = decided(1, Penalty::Draw);
        let refused = desk.refused(By::Head, draw, code, innocent);
        let other = if card.black == EntrantId(1) {
            card.white
        } else {
            card.black
        };
        assert_eq!(
            refused.facts().to_string(),
            format!(r#"{{"entrants":[{other}]}}"#)
        );
        desk.act(
            By::Head,
            Act::DecideIncident {
                incident: 1,
                penalty: Penalty::Draw,
                why: "both at fault".to_owned(),
                hurt_seen: true,
            },
        );
        assert_eq!(score_of_first(&desk, card.table), "32-32 by ruling");
        // And the whole board where nothing else is named.
        desk.act(By::Head, report(player(1), broken, Some(card.table)));
        desk.act(By::Head, decided(2, Penalty::Award { discs: None }));
        let (black, white) = sided(&card, 0, 64);
        let now = format!("{black}-{white} by ruling");
        assert_eq!(score_of_first(&desk, card.table), now);
    }
}

/// clauses: USOA-9.1, USOA-9.2
#[test]
fn a_forfeiture_is_always_64_nil_and_other_penalties_are_possible() {
    let (mut desk, card) = hall("usoa/open", 12);
    let act = report(player(1), "USOA-8.2", Some(card.table));
    desk.act(By::Head, act.clone());
    let code = "tournament.favours_offender";
    let small = Penalty::Award {
        discs: Some(HalfDiscs::discs(33)),
    };
    desk.refused(By::Head, decided(1, small), code, "USOA-9.2");
    desk.act(By::Head, decided(1, Penalty::Award { discs: None }));
    let (black, white) = sided(&card, 0, 64);
    let now = format!("{black}-{white} by ruling");
    assert_eq!(score_of_first(&desk, card.table), now);
    // The text names penalties and does not limit them.
    let (mut desk, card) = hall("usoa/open", 12);
    desk.act(By::Head, report(player(1), "USOA-8.2", Some(card.table)));
    let facts = desk.act(By::Head, decided(1, Penalty::Draw));
    let Fact::IncidentDecided { clause, .. } = &facts[0] else {
        panic!("{facts:?}")
    };
    assert_eq!(clause.as_ref().unwrap().as_str(), "USOA-9.2");
    assert_eq!(score_of_first(&desk, card.table), "32-32 by ruling");
}

/// clauses: SOC-IV.2.4
#[test]
fn expulsion_for_good_asks_whether_the_player_is_withdrawn() {
    let (mut desk, card) = hall("soc/open", 16);
    desk.act(By::Head, report(player(1), "SOC-I.7", Some(card.table)));
    let facts = desk.act(By::Head, decided(1, Penalty::Room { until: None }));
    let Fact::IncidentDecided {
        clause, notices, ..
    } = &facts[0]
    else {
        panic!("{facts:?}")
    };
    assert_eq!(clause.as_ref().unwrap().as_str(), "SOC-IV.2.4");
    assert_eq!(notices[0].code, "is_he_withdrawn");
    let conduct = &desk.tournament.affairs().conduct;
    assert!(conduct.is_kept_out(&player(1), Timestamp(i64::MAX)));
    assert!(
        desk.tournament.affairs().entrants[&EntrantId(1)]
            .left
            .is_none()
    );
}

/// clauses: WOC-V.2.e
#[test]
fn expulsion_from_the_tournament_is_a_withdrawal_and_says_whom_it_touches() {
    let (mut desk, _) = hall("wof/championship", 16);
    desk.act(By::Head, report(player(1), "WOC-I.4.3", None));
    let facts = desk.act(By::Head, decided(1, Penalty::Tournament));
    let Fact::IncidentDecided { notices, .. } = &facts[0] else {
        panic!("{facts:?}")
    };
    let codes: Vec<&str> = notices.iter().map(|one| one.code.as_str()).collect();
    assert!(codes.contains(&"leaves_an_odd_number"), "{codes:?}");
    let left = desk.tournament.affairs().entrants[&EntrantId(1)].left;
    assert_eq!(left.unwrap().cause, LeaveCause::Expelled);
}

#[test]
fn a_time_penalty_takes_or_gives_something_in_a_game_of_the_offender() {
    let (mut desk, card) = hall("wof/championship", 16);
    desk.act(By::Head, report(player(1), "WOC-I.4.3", None));
    desk.act(By::Head, report(player(1), "WOC-I.4.3", Some(card.table)));
    let time = |minutes: i64| Penalty::Time {
        take: Millis::minutes(minutes),
        give: Millis(0),
    };
    let code = "tournament.no_game_of_incident";
    desk.refused(By::Head, decided(1, time(2)), code, "");
    let code = "tournament.bad_time_penalty";
    desk.refused(By::Head, decided(2, time(0)), code, "");
    desk.refused(By::Head, decided(2, time(-1)), code, "");
    desk.act(By::Head, decided(2, time(2)));
}

#[test]
fn an_official_who_plays_does_not_rule_on_his_own_game() {
    let mut desk = Desk::unopened("usoa/open");
    let creation =
        outflank_tournament::running::Creation::new("Example Open", "2024-05-04".parse().unwrap());
    desk.act(By::Head, Act::Create(Box::new(creation)));
    for n in 1..=6 {
        desk.act(By::Head, enter(member(n)));
    }
    let mut head = OfficialPost::new("Vera Arbiter", Post::Head);
    head.entrant = Some(EntrantId(1));
    desk.act(By::Head, Act::Appoint { official: head });
    desk.start_round();
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let is_his = |card: &&Card| card.colour_of(EntrantId(1)).is_some();
    let own = life.cards.iter().find(is_his).unwrap().clone();
    let other = (life.cards.iter())
        .find(|card| !is_his(card))
        .unwrap()
        .clone();
    let ruling = |table| {
        let (black, white, winner) = (discs(64), discs(0), None);
        let result_of = Official::Adjudicated {
            black,
            white,
            winner,
        };
        result(ONE, table, result_of)
    };
    let code = "tournament.own_game";
    desk.refused(By::Head, ruling(own.table), code, "");
    desk.act(By::Head, ruling(other.table));
    desk.act(By::Director, ruling(own.table));
    // And a case in which he is concerned is another director's.
    desk.act(By::Judge, report(player(1), "USOA-8.4", Some(own.table)));
    let warning = decided(1, Penalty::Warning);
    desk.refused(By::Head, warning.clone(), code, "");
    desk.act(By::Director, warning);
    let tables = vec![own.table];
    let name = "Vera Arbiter".to_owned();
    let assign = Act::AssignTables { name, tables };
    desk.refused(By::Head, assign, code, "");
}

/// A director who plays is known by his post where he is the only one, else by the desk that knows who
/// speaks.
#[test]
fn a_director_who_plays_does_not_rule_on_his_own_game_either() {
    let mut desk = Desk::open("usoa/open");
    for n in 1..=6 {
        desk.act(By::Head, enter(member(n)));
    }
    let mut official = OfficialPost::new("Dee Director", Post::Director);
    official.entrant = Some(EntrantId(1));
    desk.act(By::Head, Act::Appoint { official });
    desk.start_round();
    let own = desk.table_of(ONE, 1);
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let other = (life.cards.iter()).find(|card| card.table != own).unwrap();
    let (other, entrant) = (other.table, other.black);
    let ruling = |table| {
        let (black, white, winner) = (discs(64), discs(0), None);
        let result_of = Official::Adjudicated {
            black,
            white,
            winner,
        };
        result(ONE, table, result_of)
    };
    let code = "tournament.own_game";
    desk.refused(By::Director, ruling(own), code, "");
    // With another director he may have spoken, unless the desk knows better.
    let official = OfficialPost::new("Di Rector", Post::Director);
    desk.act(By::Head, Act::Appoint { official });
    let decided = |desk: &Desk, table, plays: Vec<EntrantId>| {
        let command = Command::new("own", By::Director, ruling(table)).by_players(plays);
        let at = Timestamp(desk.at);
        decide(&desk.rules, &desk.tournament, command, at).map_err(|refused| refused.code())
    };
    assert!(decided(&desk, own, Vec::new()).is_ok());
    assert_eq!(decided(&desk, own, vec![EntrantId(1)]).err(), Some(code));
    assert!(decided(&desk, other, vec![EntrantId(1)]).is_ok());
    assert_eq!(decided(&desk, other, vec![entrant]).err(), Some(code));
}

#[test]
fn a_judge_has_his_tables_and_keeps_them() {
    let (mut desk, _) = hall("wof/championship", 16);
    let mut official = OfficialPost::new("Jo Judge", Post::Judge);
    official.tables = vec![TableNumber(1)];
    desk.act(By::Head, Act::Appoint { official });
    let assign = |name: &str, tables: &[u16]| Act::AssignTables {
        name: name.to_owned(),
        tables: tables.iter().copied().map(TableNumber).collect(),
    };
    desk.act(By::Director, assign("Jo Judge", &[3, 2, 3]));
    let officials = &desk.tournament.affairs().officials;
    let tables = &officials
        .iter()
        .find(|one| one.name == "Jo Judge")
        .unwrap()
        .tables;
    assert_eq!(tables, &[TableNumber(2), TableNumber(3)]);
    let code = "tournament.unknown_official";
    desk.refused(By::Director, assign("Nobody", &[1]), code, "");
}

#[test]
fn what_is_announced_is_kept() {
    let (mut desk, _) = hall("bof/regional", 8);
    let text = "lunch is served".to_owned();
    let announce = Act::MakeAnnouncement { text };
    let code = "tournament.wrong_person";
    desk.refused(By::Player(EntrantId(1)), announce.clone(), code, "");
    desk.act(By::Assistant, announce);
    let announcements = &desk.tournament.affairs().conduct.announcements;
    assert_eq!(announcements[0].text, "lunch is served");
    assert_eq!(announcements[0].by, By::Assistant);
}

/// clauses: WOC-IV.1.p3, BOF-reg-4, BOF-nat-8
#[test]
fn no_stage_gets_less_than_the_least_time() {
    for (name, clause, least, stage) in [
        ("wof/championship", "WOC-IV.1.p3", 25, TimedStage::Final),
        ("wof/championship", "WOC-IV.1.p3", 25, TimedStage::Playoff),
        ("bof/regional", "BOF-reg-4", 20, TimedStage::Round),
        ("bof/national", "BOF-nat-8", 25, TimedStage::Playoff),
    ] {
        let mut desk = Desk::open(name);
        let change = |minutes: i64| Act::ChangeTime {
            stage,
            time: Millis::minutes(minutes),
            why: "the hall closes at six".to_owned(),
        };
        let code = "tournament.time_too_short";
        desk.refused(By::Head, change(least - 1), code, clause);
        let longer = change(least + 2);
        desk.act(By::Head, longer);
        let now = desk.tournament.affairs().time_of(stage);
        assert_eq!(now, Some(Millis::minutes(least + 2)));
        desk.refused(
            By::Director,
            change(50),
            "tournament.wrong_person",
            deciding(name),
        );
    }
}

fn deciding(name: &str) -> &'static str {
    match name {
        "wof/championship" => "WOC-V.1.p3",
        _ => "BOF-gen-6",
    }
}
