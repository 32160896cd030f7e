//! A tournament file run again at the desk gives the same file.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use outflank_formats::tournament_file::{ImportNote, TournamentFile};
use outflank_pairing::Seed;
use outflank_rulebook::shipped_file;
use outflank_sim::{Settings, Trouble, simulate};
use outflank_tournament::running::Act;
use outflank_tournament::running::{By, Command, Timestamp, Tournament, apply, decide, preset};

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
