//! A tournament file run again at the desk gives the same file, the third day included.

use crate::running_hall::Hall;
use outflank_formats::tournament_file::{GameEntry, ImportNote, RoundEntry, TournamentFile};
use outflank_pairing::Seed;
use outflank_rulebook::shipped_file;
use outflank_sim::{Settings, Trouble, simulate};
use outflank_tournament::course::course;
use outflank_tournament::lists::{category_list, individual_list, place_teams, point_teams};
use outflank_tournament::matches::Choice;
use outflank_tournament::running::{
    Act, Application, Entry, Nation, StageCounts, StagePlan, StagePlay,
};
use outflank_tournament::running::{By, Command, Timestamp, Tournament, apply, decide, preset};
use outflank_tournament::{ListName, standings};

/// Runs the acts of a file; every one must be accepted.
fn run(file: &TournamentFile) -> (Tournament, Vec<ImportNote>) {
    let book = shipped_file(&file.rulebook).unwrap();
    let import = file.acts(book, "2026-11-15".parse().unwrap());
    let rules = preset(&import.preset).unwrap();
    let mut tournament = Tournament::new();
    let create = Act::Create(Box::new(import.creation));
    let acts = std::iter::once(create).chain(import.steps.into_iter().map(|step| step.act));
    for (n, act) in acts.enumerate() {
        let shown = format!("{act:?}");
        let command = Command::new(&format!("c{n}"), By::Head, act);
        let at = Timestamp(1_700_000_000_000 + i64::try_from(n).unwrap());
        let events = decide(&rules, &tournament, command, at)
            .unwrap_or_else(|refused| panic!("{shown}: {refused}"));
        for event in &events {
            apply(&mut tournament, event);
        }
    }
    (tournament, import.notes)
}

#[test]
fn what_was_played_elsewhere_is_played_here() {
    for (rulebook, players) in [("bof", 9), ("usoa", 12), ("japan", 8)] {
        for seed in 0..4 {
            let mut settings = Settings::new(shipped_file(rulebook).unwrap(), players);
            settings.seed = Seed::new(seed).unwrap();
            settings.trouble = if seed == 0 {
                Trouble::None
            } else {
                Trouble::Usual
            };
            let before = simulate(&settings).unwrap().file;
            let (tournament, notes) = run(&before);
            let after = TournamentFile::of_running(tournament.affairs()).unwrap();
            let renumbered = notes
                .iter()
                .any(|note| matches!(note, ImportNote::Renumbered { .. }));
            assert_eq!(after.played.len(), before.played.len(), "{rulebook} {seed}");
            if !renumbered {
                for (round, (one, other)) in before.played.iter().zip(&after.played).enumerate() {
                    let games = |entry: &outflank_formats::tournament_file::RoundEntry| {
                        let mut games: Vec<_> = (entry.games.iter())
                            .map(|game| (game.black, game.white, game.discs, game.result))
                            .collect();
                        games.sort_by_key(|game| game.0);
                        games
                    };
                    assert_eq!(games(one), games(other), "{rulebook} {seed} round {round}");
                }
            }
        }
    }
}

/// The simulated events whose files are pinned where they are simulated.
const GOLDEN: [(&str, &str); 5] = [
    ("national_17", include_str!("golden/national_17.json")),
    ("regional_17", include_str!("golden/regional_17.json")),
    ("singapore_41", include_str!("golden/singapore_41.json")),
    ("world_60", include_str!("golden/world_60.json")),
    ("world_60_woman", include_str!("golden/world_60_woman.json")),
];

/// Whole events, from the first round to the last final: the same lists and matches at the desk.
#[test]
fn a_whole_championship_is_taken_over_with_its_finals() {
    for (name, text) in GOLDEN {
        let (file, lines) = TournamentFile::read(text.as_bytes()).unwrap();
        let book = shipped_file(&file.rulebook).unwrap();
        let event = file.event(book, &lines).unwrap();
        let (tournament, notes) = run(&file);
        assert_eq!(notes, [], "{name}");
        let affairs = tournament.affairs();
        let record = affairs.record().unwrap();
        let rounds = event.rounds_played();
        assert_eq!(
            standings(&record, rounds),
            standings(&event, rounds),
            "{name}"
        );
        assert_eq!(individual_list(&record), individual_list(&event), "{name}");
        for list in [ListName::Women, ListName::Young, ListName::Special] {
            let (here, there) = (category_list(&record, list), category_list(&event, list));
            assert_eq!(here, there, "{name}: {list}");
        }
        assert_eq!(point_teams(&record), point_teams(&event), "{name}");
        assert_eq!(place_teams(&record), place_teams(&event), "{name}");
        assert_eq!(course(&record), course(&event), "{name}");
        assert!(course(&record).is_over(), "{name}");
        // What it writes again has the same games in the same rounds.
        let again = TournamentFile::of_running(affairs).unwrap();
        assert_eq!(again.entrants, file.entrants, "{name}");
        assert_eq!(again.withdrawn, file.withdrawn, "{name}");
        for (n, (one, other)) in again.played.iter().zip(&file.played).enumerate() {
            let key = |entry: &RoundEntry| {
                let mut games: Vec<_> = (entry.games.iter().cloned())
                    .map(|game| GameEntry {
                        table: None,
                        ..game
                    })
                    .collect();
                games.sort_by_key(|game| game.black);
                (entry.stage, entry.list, games, entry.byes.clone())
            };
            assert_eq!(key(one), key(other), "{name}: round {}", n + 1);
        }
        assert_eq!(again.played.len(), file.played.len(), "{name}");
    }
}

fn custom() -> Vec<StagePlan> {
    let stage = |name: &str, play: StagePlay, counts: StageCounts| StagePlan {
        name: name.to_owned(),
        play,
        counts,
    };
    let groups = StagePlay::Groups {
        groups: 2,
        cycles: 1,
        advance: 2,
    };
    let cup = StagePlay::KnockOut {
        players: 4,
        games: 3,
        third_place: true,
    };
    let beside = StagePlay::ConsolationSwiss { rounds: 2 };
    vec![
        stage("Swiss", StagePlay::Swiss { rounds: 2 }, StageCounts::ALL),
        stage("Groups", groups, StageCounts::ALL),
        stage("Cup", cup, StageCounts::PLACES),
        stage("Beside", beside, StageCounts::PLACES),
    ]
}

/// Stages of one's own are in the file, and every kind of them is played again.
#[test]
fn an_event_of_ones_own_is_taken_over_stage_by_stage() {
    let mut hall = Hall::open_with("wof/championship", 5, "Example Cup", |creation| {
        creation.stages = custom();
    });
    for n in 1..=11_u32 {
        let mut entry = Entry::new(format!("Player {n}"));
        entry.country = Some(format!("C{n}"));
        entry.nation = Some(Nation::Federation);
        hall.act(Act::Enter(Box::new(Application {
            entry,
            late_terms_seen: true,
            ..Application::default()
        })));
    }
    loop {
        while let Some(wanted) = hall.tournament.affairs().wanted_choices().first().copied() {
            hall.act(Act::Choose {
                of: wanted.of,
                entrant: wanted.by,
                choice: Choice::Black,
            });
        }
        let round = hall.tournament.affairs().next_round();
        let assumed = Vec::new();
        if hall.try_act(Act::Propose { round, assumed }).is_err() {
            break;
        }
        let consent = Some("no other pairing is left".to_owned());
        hall.act(Act::Announce { round, consent });
        hall.act(Act::Start { round });
        hall.play_but(round, &[]);
        hall.validate(round);
    }
    let file = TournamentFile::of_running(hall.tournament.affairs()).unwrap();
    let (read, _) = TournamentFile::read(file.write().as_bytes()).unwrap();
    assert_eq!(read, file);
    let (tournament, notes) = run(&read);
    assert_eq!(notes, []);
    let (before, after) = (hall.tournament.affairs(), tournament.affairs());
    for list in [ListName::Individual, ListName::Stage(1), ListName::Stage(3)] {
        assert_eq!(after.final_list(list), before.final_list(list), "{list}");
    }
    assert_eq!(after.record(), before.record());
    assert!(after.final_list(ListName::Individual).unwrap().is_final);
}
