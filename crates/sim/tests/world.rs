//! World Championships of 60 players of 20 countries, run by their director from the first entry to
//! the titles, the third day included. The final files are golden: `OUTFLANK_BLESS=1` writes them
//! anew.

use crate::running_hall::Hall;
use outflank_formats::tournament_file::TournamentFile;
use outflank_formats::{EloFile, EloHeading, elo_draft_of, tournament_of_elo};
use outflank_rulebook::shipped_file;
use outflank_tournament::course::{Course, course};
use outflank_tournament::lists::{category_list, individual_list, point_teams};
use outflank_tournament::matches::{Choice, Match, MatchState};
use outflank_tournament::running::{
    Act, Application, Credentials, Entry, GenderWord, Nation, Residence, SeatKind, TitleAward,
};
use outflank_tournament::{EntrantId, Event, ListName, Stage, standings};

/// Every country sends three; the third of most is a woman, that of some the additional young player.
fn enter_the_world(hall: &mut Hall, women: impl Fn(u32) -> bool) {
    for n in 1..=60_u32 {
        let country = format!("C{:02}", (n - 1) % 20 + 1);
        let young = n > 40 && n.is_multiple_of(3);
        let entry = Entry {
            ascii: Some(format!("PLAYER, No {n}")),
            country: Some(country.clone()),
            nation: Some(Nation::Federation),
            team: Some(country),
            wof_id: Some(10_000 + n),
            gender: Some(if women(n) {
                GenderWord::Female
            } else {
                GenderWord::Male
            }),
            young: Some(young),
            seat: if young {
                SeatKind::ExtraYoung
            } else {
                SeatKind::Regular
            },
            woc_semifinals: if n <= 6 { vec![2023] } else { Vec::new() },
            ..Entry::new(format!("Player {n}"))
        };
        hall.act(Act::Enter(Box::new(Application {
            entry,
            credentials: Credentials {
                citizen: Some(true),
                residence: Some(Residence {
                    unbroken: 365,
                    in_last_year: 365,
                }),
                ..Credentials::default()
            },
            allowance: None,
            late_terms_seen: true,
        })));
        let entrant = EntrantId(n);
        hall.act(Act::CheckIn { entrant });
    }
}

fn play_preliminary_rounds(hall: &mut Hall) {
    for _ in 0..13 {
        let round = hall.start(Vec::new());
        hall.play_but(round, &[]);
        hall.validate(round);
    }
}

/// The choices the next round waits for: announced by the players, or by default where they are silent.
fn choose(hall: &mut Hall) {
    while let Some(wanted) = hall.tournament.affairs().wanted_choices().first().copied() {
        if hall.below(5) == 0 {
            // He says nothing until three minutes before the start.
            let round = hall.tournament.affairs().next_round();
            let start = hall.now().plus(outflank_rulebook::Millis::minutes(3));
            hall.act(Act::AnnounceStart { round, start });
            let refused = hall.try_act(Act::ChooseByDefault { of: wanted.of });
            assert!(refused.is_ok(), "{wanted}: {refused:?}");
            continue;
        }
        let choice = match (hall.below(3), wanted.or_draw_win) {
            (0, true) => Choice::DrawWin,
            (0 | 1, _) => Choice::Black,
            (_, _) => Choice::White,
        };
        hall.act(Act::Choose {
            of: wanted.of,
            entrant: wanted.by,
            choice,
        });
    }
}

/// One round after the preliminary ones; false if nothing is left to play.
fn play_later_round(hall: &mut Hall) -> bool {
    choose(hall);
    let course = hall
        .tournament
        .affairs()
        .course()
        .expect("13 rounds are over");
    let due: Vec<_> = course.next().iter().map(|one| one.id()).collect();
    if due.is_empty() {
        assert!(course.is_over(), "nothing is due, but something is open");
        let round = hall.tournament.affairs().next_round();
        let assumed = Vec::new();
        let refused = hall.try_act(Act::Propose { round, assumed });
        assert_eq!(refused.err(), Some("tournament.no_more_rounds"));
        return false;
    }
    let before = hall.tournament.affairs().standings(13);
    let round = hall.start(Vec::new());
    let life = hall.tournament.affairs().round(round).expect("started");
    let played: Vec<_> = (life.cards.iter())
        .map(|card| card.contest.expect("a game of a match").of)
        .collect();
    assert_eq!(played, due, "the round has the games that were due");
    hall.play_but(round, &[]);
    hall.validate(round);
    assert_eq!(hall.tournament.affairs().standings(13), before);
    true
}

fn award(hall: &mut Hall) -> Vec<TitleAward> {
    hall.act(Act::AwardTitles { own: Vec::new() });
    let despite = Some("transcripts follow by post".to_owned());
    hall.act(Act::SignOff { despite });
    let titles = hall.tournament.affairs().titles.clone();
    titles.expect("they are awarded").1
}

/// clauses: WOC-II.1.ind.b, WOC-III.2.2, WOC-III.2.3, WOC-II.1.wom.a, WOC-II.1.wom.b
/// clauses: WOC-II.1.you.a, WOC-II.1.you.b, WOC-III.3.1.p4, WOC-III.4.1.p4
#[test]
fn a_world_championship_of_sixty_runs_to_its_titles() {
    let mut hall = Hall::open("wof/championship", 60, "Example World Championship");
    enter_the_world(&mut hall, |n| n > 20 && n.is_multiple_of(2));
    play_preliminary_rounds(&mut hall);
    while play_later_round(&mut hall) {}
    let titles = award(&mut hall);
    let event = golden(&hall, "world_60.json");
    let course = course(&event);
    // All three finals have semi-finals, a game for third place and a final of those who won.
    for list in [ListName::Individual, ListName::Women, ListName::Young] {
        let bracket = course.bracket(list).expect("each list has its finals");
        let of = |stage, number| bracket.match_of(stage, number).expect("it was called");
        let semi = [of(Stage::Semi, 1), of(Stage::Semi, 2)];
        let winners: Vec<_> = semi.iter().filter_map(|one| one.winner()).collect();
        let losers: Vec<_> = semi.iter().filter_map(|one| one.loser()).collect();
        let same = |one: &Match, two: &[EntrantId]| one.players().iter().all(|id| two.contains(id));
        assert!(same(of(Stage::Final, 1), &winners), "{list}");
        assert!(same(of(Stage::Third, 1), &losers), "{list}");
        assert_eq!(bracket.finish.len(), 4, "{list}");
        let won = titles.iter().find(|title| title.list == list);
        assert_eq!(
            won.expect("a title").entrants,
            [bracket.finish[0]],
            "{list}"
        );
    }
    let team = titles.iter().find(|title| title.list == ListName::Team);
    assert_eq!(
        team.expect("a title").team.as_deref(),
        Some(point_teams(&event)[0].team.as_str())
    );
    check_minimal(&course);
}

/// clauses: WOC-II.5.2.p1, WOC-III.3.1.p1, WOC-II.8.a
#[test]
fn a_woman_in_the_semi_finals_and_a_qualifier_who_leaves() {
    let mut hall = Hall::open("wof/championship", 61, "Another World Championship");
    enter_the_world(&mut hall, |n| n <= 20 || n.is_multiple_of(4));
    play_preliminary_rounds(&mut hall);
    // Playoffs, as far as there are any.
    while (hall
        .tournament
        .affairs()
        .course()
        .expect("over")
        .next()
        .iter())
    .any(|one| one.id().stage == Stage::Playoff)
    {
        play_later_round(&mut hall);
    }
    let record = hall.tournament.affairs().record().expect("it is open");
    let before = individual_list(&record)
        .qualified
        .expect("the playoffs are over");
    let leaver = before[1];
    hall.act(Act::Withdraw {
        entrant: leaver,
        why: "was called home".to_owned(),
    });
    let record = hall.tournament.affairs().record().expect("it is open");
    let after = individual_list(&record)
        .qualified
        .expect("somebody is there instead");
    assert_eq!(after.len(), 4);
    assert!(!after.contains(&leaver));
    assert_eq!(before.iter().filter(|id| after.contains(id)).count(), 3);
    while play_later_round(&mut hall) {}
    let titles = award(&mut hall);
    let event = golden(&hall, "world_60_woman.json");
    let women = category_list(&event, ListName::Women);
    assert!(
        !women.in_main.is_empty(),
        "a woman plays in the main semi-finals"
    );
    let course = course(&event);
    assert!(course.bracket(ListName::Women).is_none());
    let won = titles.iter().find(|title| title.list == ListName::Women);
    assert_eq!(won.expect("a title").entrants, [women.in_main[0]]);
    check_minimal(&course);
}

/// No match has a game its rules do not ask for.
fn check_minimal(course: &Course) {
    for one in &course.matches {
        let id = one.id();
        assert!(
            matches!(one.state, MatchState::Won { .. }),
            "{id}: {:?}",
            one.state
        );
        assert!(one.games.len() <= 3, "{id}");
        let single = id.list != ListName::Individual || id.stage == Stage::Third;
        assert!(!single || one.games.len() <= 1, "{id}");
    }
}

/// The file is as pinned, gives the same lists, and the results file goes out, in and out the same.
fn golden(hall: &Hall, name: &str) -> Event {
    let affairs = hall.tournament.affairs();
    hall.check_end(u16::try_from(affairs.rounds.len()).expect("few"));
    let pinned = hall.pinned_text(name);
    let (file, event) = read(&pinned);
    assert_eq!(file.write(), pinned, "{name}: written again it differs");
    let record = affairs.record().expect("it is open");
    assert_eq!(standings(&event, 13), standings(&record, 13), "{name}");
    assert_eq!(course(&event), course(&record), "{name}: other matches");
    assert_eq!(individual_list(&event), individual_list(&record), "{name}");
    assert_eq!(point_teams(&event), point_teams(&record), "{name}");
    // The results file goes out, in and out the same, day three and forfeits included.
    let elo = elo_text(&file, &event);
    assert_eq!(through_elo(&elo), elo, "{name}: the results file");
    event
}

fn elo_text(file: &TournamentFile, event: &Event) -> String {
    let heading = EloHeading {
        country: "EXA".to_owned(),
        sender: "Vera Arbiter".to_owned(),
        ..EloHeading::default()
    };
    let draft = elo_draft_of(file, event, &heading);
    let elo = draft.file().expect("nothing hinders it");
    elo.write().expect("nothing hinders it")
}

fn through_elo(elo: &str) -> String {
    let file = tournament_of_elo(&EloFile::read(elo.as_bytes()).file, "wof").file;
    let (file, event) = read(&file.write());
    elo_text(&file, &event)
}

fn read(text: &str) -> (TournamentFile, Event) {
    let (file, lines) = TournamentFile::read(text.as_bytes()).expect("a tournament file");
    let book = shipped_file(&file.rulebook).expect("shipped");
    let event = file.event(book, &lines).expect("its rulebook knows it");
    let problems = file.problems(&event, &lines);
    assert!(problems.is_empty(), "{problems:?}");
    (file, event)
}
