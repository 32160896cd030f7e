//! Every setting that the page of interpretations promises exists under its name and has an effect.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use outflank_game::script;
use outflank_pairing::{Lots, Seed};
use outflank_rulebook::{HalfDiscs, Rulebook, System, plan, shipped_file};
use outflank_tournament::lists::{place_teams, player_list, table_with_shared_places};
use outflank_tournament::running::{Residence, is_resident};
use outflank_tournament::{
    Cause, Colour, Entrant, EntrantId, Event, Game, GameResult, ListName, Round, Stage, Withdrawal,
    pair_next, standings,
};

const PAGE: &str = include_str!("../../../docs/readings.md");

/// How a setting shows.
#[derive(Clone, Copy)]
enum Seen {
    /// In what happens at a table.
    Table(&'static str),
    /// In tables, lists and pairings of random tournaments.
    Tournament,
    /// In whether a player has resided long enough.
    Residence,
    /// In whether spectators may report.
    Spectators,
}

/// A setting, the preset it is tried under, values of which each two differ, and where it shows.
type Probe = (&'static str, &'static str, &'static [&'static str], Seen);

const FLAG: &str =
    "time 0:30\nstarted\n0:40 black play f5\n1:00 director signal\n2:00 white play d6\n";
const SIGNAL: &str =
    "time 0:30\nstarted\n0:30 clock flag\n1:10 director signal\n1:20 black play f5\n";
// Black is far ahead when Black's own flag falls, so that the true score is more than the minimum.
const TWO_FLAGS: &str = "position BBBBBBBB/BBBBBBBB/BBBBBBBB/......../...WB.../...BW.../......../........ B\n\
    time 0:30\nstarted\n0:10 black play c5\n0:40 clock flag\n0:50 white play c6\n3:10 clock flag\n";
const TOUCH: &str = "started\n0:01 black touch d3 hand\n0:02 black excuse dropped\n0:03 director excuse dropped\n\
    0:04 black touch c4 disc\n0:05 black place f5\n";
const STOP: &str = "judge none\nstarted\n0:01 black stop\n0:02 director resume\n";
const STOP_BY_JUDGE: &str = "started\n0:01 judge stop\n0:02 director resume\n0:03 black stop\n";
const PASS: &str = "position BW....../......../......../......../......../......../......../BW...... B\n\
    started\n0:05 black play c1\n";
const END: &str = "started\n0:10 director rule \"final\" position \
    BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/B......./......../......../WWW..... B\n";
const LATE: &str = "late white\n0:00 director ready\n0:00 director signal\n0:00 judge press\n0:01 black play f5\n6:00 black late white\n11:00 black late white\n";

const PROBES: &[Probe] = &[
    ("auto_pass", "usoa/open", &["off", "on"], Seen::Table(PASS)),
    (
        "touch_move",
        "usoa/open",
        &["set_down", "placed", "touched"],
        Seen::Table(TOUCH),
    ),
    (
        "may_stop_clock",
        "wof/championship",
        &["director", "judge_else_players"],
        Seen::Table(STOP),
    ),
    (
        "may_stop_clock",
        "wof/championship",
        &["director", "officials"],
        Seen::Table(STOP_BY_JUDGE),
    ),
    (
        "empties",
        "soc/open",
        &["ignored", "to_winner", "halved"],
        Seen::Table(END),
    ),
    (
        "resign_score",
        "bof/regional",
        &["64-0", "44-20"],
        Seen::Table("started\n0:10 black resign\n"),
    ),
    (
        "extension_grant",
        "wof/championship",
        &["both_at_first_default", "each_on_own_flag"],
        Seen::Table(FLAG),
    ),
    (
        "extension_start",
        "usoa/open",
        &["directors_signal", "at_once"],
        Seen::Table(SIGNAL),
    ),
    (
        "time_default",
        "wof/championship",
        &["two_minutes", "sudden_death"],
        Seen::Table(FLAG),
    ),
    (
        "flag_detection",
        "usoa/open",
        &["automatic", "claimed"],
        Seen::Table(FLAG),
    ),
    (
        "second_flag_score",
        "bof/regional",
        &["minimum", "true_score"],
        Seen::Table(TWO_FLAGS),
    ),
    (
        "second_flag_winner",
        "bof/regional",
        &["non_defaulter", "defaulter"],
        Seen::Table(TWO_FLAGS),
    ),
    (
        "late_forfeit_after",
        "soc/open",
        &["5:00", "none", "10:00"],
        Seen::Table(LATE),
    ),
    ("bye_discs", "bof/regional", &["44", "32"], Seen::Tournament),
    (
        "unplayed_score",
        "bof/regional",
        &["forty_four_twenty", "sixty_four_nil", "point_only"],
        Seen::Tournament,
    ),
    (
        "unplayed_in_bq",
        "wof/championship",
        &["substituted", "as_scored"],
        Seen::Tournament,
    ),
    (
        "rank_withdrawn",
        "wof/championship",
        &["in_place", "last"],
        Seen::Tournament,
    ),
    (
        "withdrawn_places",
        "wof/championship",
        &["numbered", "unnumbered"],
        Seen::Tournament,
    ),
    (
        "bq_constant",
        "wof/championship",
        &["6", "8"],
        Seen::Tournament,
    ),
    (
        "round_robin_tie_breaks",
        "bof/regional",
        &["discs,lots", "bq,lots"],
        Seen::Tournament,
    ),
    (
        "last_resort",
        "wof/championship",
        &["draw", "shared"],
        Seen::Tournament,
    ),
    (
        "precedence",
        "bof/regional",
        &["top_first", "total_first"],
        Seen::Tournament,
    ),
    (
        "rating_fold_rounds",
        "bof/regional",
        &["2,3", "4"],
        Seen::Tournament,
    ),
    (
        "float_memory",
        "wof/championship",
        &["event", "last_round"],
        Seen::Tournament,
    ),
    (
        "forfeit_counts_as_meeting",
        "wof/championship",
        &["off", "on"],
        Seen::Tournament,
    ),
    (
        "group_a_category_semifinals",
        "wof/championship",
        &["off", "on"],
        Seen::Tournament,
    ),
    ("rounds", "bof/regional", &["7", "8"], Seen::Tournament),
    (
        "replace_qualifier",
        "wof/championship",
        &["next", "walkover"],
        Seen::Tournament,
    ),
    (
        "small_team",
        "soc/open",
        &["unranked", "last_rank_fill"],
        Seen::Tournament,
    ),
    (
        "residence_mode",
        "bof/national",
        &["continuous", "total_in_365_days"],
        Seen::Residence,
    ),
    (
        "spectator_reports",
        "wof/championship",
        &["to_officials", "when_asked"],
        Seen::Spectators,
    ),
];

fn rules(preset: &str, axis: &str, value: &str) -> Rulebook {
    let (id, event) = preset.split_once('/').unwrap();
    let mut rules = shipped_file(id).unwrap().for_event(event).unwrap();
    // Short games, so that flags fall.
    rules.set("main_time_minimum", "none").unwrap();
    let set = rules.set(axis, value);
    set.unwrap_or_else(|error| panic!("{axis}={value}: {error}"));
    rules
}

/// What came of the lines of a script, and what the table shows at its end.
fn at_a_table(rules: &Rulebook, text: &str) -> String {
    let script = script::parse(&format!("rulebook wof\n{text}")).unwrap();
    let run = script::run(&script, rules);
    let mut seen = String::new();
    for step in &run.steps {
        let refused = step
            .outcome
            .as_ref()
            .err()
            .map(|rejection| rejection.code());
        let _ = writeln!(seen, "{refused:?} {:?} {:?}", step.clocks, step.running);
    }
    let table = run.game.table();
    let _ = write!(seen, "{:?} {:?} {:?}", table.result, table.hand, table.turn);
    seen
}

/// A random tournament with absences, forfeits, byes, withdrawals and playoffs.
fn tournament(rules: Rulebook, seed: u64) -> Event {
    let mut lots = Lots::for_purpose(Seed::new(seed).unwrap(), "a tournament to try settings on");
    let mut below = |end: u64| lots.below(end);
    let players = u32::try_from(8 + below(7)).unwrap();
    let system = match below(3) {
        0 => System::RoundRobin,
        _ => System::Swiss,
    };
    let rounds = u16::try_from(3 + below(3)).unwrap();
    let mut event = Event::new(rules, system, rounds);
    event.year = Some(2024);
    event.seed = Seed::new(seed).unwrap();
    event.entrants = (1..=players)
        .map(|n| {
            let mut one = Entrant::new(EntrantId(n), format!("Player {n}"));
            one.rating = Some(i32::try_from(1000 + below(900)).unwrap());
            one.woc_category_semifinals = if below(3) == 0 {
                vec![2023]
            } else {
                Vec::new()
            };
            one.institute = Some(["North", "South", "East", "West"][below(4) as usize].to_owned());
            one
        })
        .collect();
    // Some are looked at before the first round, some before their end.
    let played = if below(4) == 0 {
        below(u64::from(rounds))
    } else {
        u64::from(rounds)
    };
    for _ in 0..played {
        let mut here: Vec<EntrantId> = (event.entrants.iter().map(|one| one.id))
            .filter(|id| !event.withdrawn.iter().any(|left| left.id == *id))
            .collect();
        for n in (1..here.len()).rev() {
            here.swap(n, below(n as u64 + 1) as usize);
        }
        let mut round = Round::default();
        if below(3) == 0 {
            round.absent.extend(here.pop());
        }
        if here.len() % 2 == 1 {
            round.byes.extend(here.pop());
        }
        for two in here.chunks(2) {
            let discs = [40, 24, 32, 50, 33][below(5) as usize];
            let by = [Colour::Black, Colour::White][below(2) as usize];
            let result = match below(8) {
                0 => GameResult::missing(by),
                _ => GameResult::played(HalfDiscs::discs(discs), HalfDiscs::discs(64 - discs)),
            };
            round.games.push(Game::new(two[0], two[1], result));
        }
        event.played.push(round);
        if below(3) == 0 {
            let id = EntrantId(u32::try_from(1 + below(u64::from(players))).unwrap());
            if !event.withdrawn.iter().any(|left| left.id == id) {
                event.withdrawn.push(Withdrawal {
                    id,
                    after_round: u16::try_from(event.played.len()).unwrap(),
                    cause: Cause::Declared,
                });
            }
        }
    }
    // A qualifier leaves after the playoffs.
    let due = player_list(&event, ListName::Individual).course;
    let next = due.next();
    let games = (next.iter())
        .filter(|one| one.id().stage == Stage::Playoff)
        .map(|one| {
            let [higher, lower] = one.players();
            let result = GameResult::played(HalfDiscs::discs(40), HalfDiscs::discs(24));
            Game::new(higher, lower, result)
        });
    event.played.push(Round {
        stage: Stage::Playoff,
        games: games.collect(),
        ..Round::default()
    });
    if below(2) == 0 {
        event.withdrawn.push(Withdrawal {
            id: EntrantId(u32::try_from(1 + below(3)).unwrap()),
            after_round: u16::try_from(event.played.len()).unwrap(),
            cause: Cause::Declared,
        });
    }
    event
}

fn in_a_tournament(rules: &Rulebook, seed: u64) -> String {
    let event = tournament(rules.clone(), seed);
    let mut seen = String::new();
    let _ = writeln!(seen, "{:?}", plan(rules, 30));
    for row in standings(&event, u16::MAX).rows {
        let _ = writeln!(
            seen,
            "{} {} {} {} {}",
            row.id, row.rank, row.shared, row.bq, row.discs
        );
    }
    for row in table_with_shared_places(&event, u16::MAX).rows {
        let _ = writeln!(seen, "{} {} {}", row.id, row.rank, row.numbered);
    }
    let list = player_list(&event, ListName::Individual);
    let _ = writeln!(
        seen,
        "{:?}",
        list.course
            .matches
            .iter()
            .map(|one| one.players())
            .collect::<Vec<_>>()
    );
    let _ = writeln!(seen, "{:?}", place_teams(&event));
    if let Ok(next) = pair_next(&event) {
        let _ = writeln!(seen, "{:?} {:?}", next.pairs(), next.byes());
    }
    seen
}

/// Whether two values of a setting ever differ.
fn differ(axis: &str, preset: &str, values: [&str; 2], seen: Seen) -> bool {
    let [one, other] = values.map(|value| rules(preset, axis, value));
    let resident = Residence {
        unbroken: 100,
        in_last_year: 200,
    };
    match seen {
        Seen::Table(text) => at_a_table(&one, text) != at_a_table(&other, text),
        Seen::Tournament => {
            (1..=400).any(|seed| in_a_tournament(&one, seed) != in_a_tournament(&other, seed))
        }
        Seen::Residence => is_resident(&one, resident) != is_resident(&other, resident),
        Seen::Spectators => {
            outflank_desk::audience::may_report(&one) != outflank_desk::audience::may_report(&other)
        }
    }
}

/// The settings that the page names behind "Configurable:", with the values it lists for each.
fn promised() -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for line in PAGE.lines() {
        let Some(text) = line.strip_prefix("- Configurable: ") else {
            continue;
        };
        let mut rest = text;
        while let Some((_, after)) = rest.split_once('`') {
            let (code, behind) = after.split_once('`').unwrap();
            let name = code.split('=').next().unwrap().to_owned();
            let listed = behind
                .strip_prefix(" = ")
                .map_or("", |list| list.split(['.', ';']).next().unwrap());
            let values = listed
                .split('|')
                .map(|value| value.split('(').next().unwrap().trim().to_owned());
            found.push((name, values.filter(|value| !value.is_empty()).collect()));
            rest = behind;
        }
    }
    found
}

#[test]
fn every_setting_of_the_page_exists_and_has_an_effect() {
    let promised = promised();
    let names: BTreeSet<&str> = promised.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.len() >= 28, "{names:?}");
    let tried: BTreeSet<&str> = PROBES.iter().map(|(axis, ..)| *axis).collect();
    assert_eq!(names, tried, "the page and the probes name other settings");
    for (name, values) in &promised {
        let preset = PROBES.iter().find(|probe| probe.0 == name).unwrap().1;
        for value in values.iter().filter(|value| *value != "off") {
            rules(preset, name, value);
        }
    }
    for (axis, preset, values, seen) in PROBES {
        for (n, one) in values.iter().enumerate() {
            for other in &values[n + 1..] {
                assert!(
                    differ(axis, preset, [one, other], *seen),
                    "{axis}: {one} is as {other}"
                );
            }
        }
    }
}
