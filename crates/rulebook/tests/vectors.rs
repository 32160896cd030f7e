//! The worked examples of `rulebooks/vectors.toml`, one failure message per vector id.

use outflank_board::{BySide, Move, Position, Side, Transcript, perft, replay};
use outflank_rulebook::{
    BySeat, Choice, DecidedBy, Flag, HalfDiscs, MatchNext, Rulebook, Seat, best_of_three, constant,
    outcome, plan, shipped, single_game_winner,
};
use toml::{Table, Value};

fn vectors(kind: &str) -> Vec<Table> {
    let all: Table = toml::from_str(include_str!("../../../rulebooks/vectors.toml")).unwrap();
    let found: Vec<Table> = all[kind].clone().try_into().unwrap();
    assert!(!found.is_empty(), "no vectors of kind {kind}");
    found
}

/// Runs every vector of a kind and reports all that fail, each with its id.
fn check(kind: &str, run: impl Fn(&Table) -> Result<(), String>) {
    let mut failures = Vec::new();
    for vector in vectors(kind) {
        if let Err(problem) = run(&vector) {
            let id = vector.get("id").or(vector.get("players")).unwrap();
            failures.push(format!("{id}: {problem}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs {
        Ok(())
    } else {
        Err(format!("{what} is {ours:?}, expected {theirs:?}"))
    }
}

/// The rulebook that a ruleset name of the vectors stands for (head of RULESETS).
fn rulebook(name: &str) -> Rulebook {
    let (id, set) = match name {
        "USOA" => ("usoa", None),
        "WOC" => ("wof", None),
        "BOF" => ("bof", None),
        "SOC" => ("soc", None),
        "JAPAN" => ("japan", None),
        "EUROPE" => ("europe", None),
        "SOC_EMPTIES" => ("soc", Some(("empties", "to_winner"))),
        "SOC_BOF_READING" => ("soc", Some(("second_flag_winner", "non_defaulter"))),
        "PAGE_WOC" => ("wof", Some(("extension_grant", "each_on_own_flag"))),
        other => panic!("unknown ruleset {other}"),
    };
    let mut rules = shipped(id).unwrap().clone();
    if let Some((axis, value)) = set {
        rules.set(axis, value).unwrap();
    }
    rules
}

fn text<'a>(vector: &'a Table, key: &str) -> &'a str {
    vector[key].as_str().unwrap()
}

fn number(vector: &Table, key: &str) -> u16 {
    vector[key].as_integer().unwrap().try_into().unwrap()
}

fn list(vector: &Table, key: &str) -> Vec<String> {
    vector[key]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item.as_str().unwrap().to_owned())
        .collect()
}

/// Sums over a match exceed a board, so this does not go through the reader of single scores.
fn half_discs(value: &Value) -> HalfDiscs {
    let text = value.to_string();
    let (whole, half) = text.split_once('.').unwrap_or((&text, "0"));
    HalfDiscs(whole.parse::<u16>().unwrap() * 2 + u16::from(half == "5"))
}

fn side(letter: &str) -> Side {
    letter.parse().unwrap()
}

fn flags(vector: &Table) -> Vec<Flag> {
    list(vector, "flags")
        .iter()
        .map(|letter| Flag::of(side(letter)))
        .collect()
}

fn winner(letter: &str) -> Option<Side> {
    if letter == "draw" {
        None
    } else {
        Some(side(letter))
    }
}

fn squares(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort();
    names
}

fn legal(position: &Position, side: Side) -> Vec<String> {
    squares(
        &position
            .legal_moves_of(side)
            .iter()
            .map(|square| square.to_string())
            .collect::<Vec<_>>(),
    )
}

fn board(text: &str, to_move: Side) -> Position {
    Position::from_diagram(text, to_move).unwrap()
}

/// runs: rulebooks/vectors.toml#engine
/// clauses: USOA-2.1, PAGE-setup-1, PAGE-legal-8, USOA-3.2, PAGE-legal-9, PAGE-count-0, USOA-4.1
#[test]
fn engine() {
    check("engine", |vector| {
        if let Some(counts) = vector.get("perft") {
            for (depth, count) in counts.as_array().unwrap().iter().enumerate() {
                let depth = u8::try_from(depth + 1).unwrap();
                let ours = perft(&Position::start(), depth);
                same(
                    &format!("perft {depth}"),
                    ours,
                    count.as_integer().unwrap().cast_unsigned(),
                )?;
            }
            return Ok(());
        }
        let to_move = vector
            .get("to_move")
            .map_or(Side::Black, |v| side(v.as_str().unwrap()));
        let expected = board(text(vector, "board"), to_move);
        let mut position = Position::start();
        if let Some(moves) = vector.get("moves") {
            let square = moves.as_str().unwrap().parse().unwrap();
            let flips = position.flips(Side::Black, square);
            let flips: Vec<String> = flips.iter().map(|square| square.to_string()).collect();
            same("flips", squares(&flips), squares(&list(vector, "flipped")))?;
            position = position.play(Move::Disc(square)).unwrap();
        } else if vector.contains_key("finished") {
            position = expected;
        }
        same("board", position, expected)?;
        if vector.contains_key("legal") {
            same(
                "legal",
                legal(&position, to_move),
                squares(&list(vector, "legal")),
            )?;
        }
        if vector.contains_key("finished") {
            same(
                "finished",
                position.is_over(),
                vector["finished"].as_bool().unwrap(),
            )?;
            same(
                "legal_black",
                legal(&position, Side::Black),
                list(vector, "legal_black"),
            )?;
            same(
                "legal_white",
                legal(&position, Side::White),
                list(vector, "legal_white"),
            )?;
        }
        if vector.contains_key("black") {
            let count = position.count().map(u16::from);
            same("black", count.black, number(vector, "black"))?;
            same("white", count.white, number(vector, "white"))?;
            same(
                "empty",
                64 - count.black - count.white,
                number(vector, "empty"),
            )?;
        }
        Ok(())
    });
}

/// runs: rulebooks/vectors.toml#engine_game
/// clauses: USOA-3.7, USOA-4.1, PAGE-end-1
#[test]
fn engine_games() {
    check("engine_game", |vector| {
        let transcript = Transcript::parse(text(vector, "moves")).unwrap();
        let game = replay(&transcript, Position::start()).map_err(|error| error.to_string())?;
        let mut discs = 0;
        let mut passes = Vec::new();
        for ply in &game.plies {
            match ply.mv {
                Move::Disc(_) => discs += 1,
                Move::Pass => {
                    passes.push(format!("{} before disc {}", ply.side.letter(), discs + 1))
                }
            }
        }
        same("passes", passes, list(vector, "passes"))?;
        let end = game.last();
        same(
            "finished",
            end.is_over(),
            vector["finished"].as_bool().unwrap(),
        )?;
        same("board", end, board(text(vector, "board"), end.to_move()))?;
        let count = end.count().map(u16::from);
        same(
            "count",
            (count.black, count.white),
            (number(vector, "black"), number(vector, "white")),
        )
    });
}

fn score_of(vector: &Table, flags: &[Flag]) -> Result<(), String> {
    let rules = rulebook(text(vector, "ruleset"));
    let discs = BySide::new(number(vector, "black"), number(vector, "white"));
    let result = outcome(&rules, discs, flags).map_err(|error| error.to_string())?;
    same(
        "score_black",
        result.score.black,
        half_discs(&vector["score_black"]),
    )?;
    same(
        "score_white",
        result.score.white,
        half_discs(&vector["score_white"]),
    )?;
    same("winner", result.winner, winner(text(vector, "winner")))?;
    if let Some(ended_by) = vector.get("ended_by") {
        same(
            "ended_by",
            result.ended_by.to_string(),
            ended_by.as_str().unwrap().to_owned(),
        )?;
    }
    Ok(())
}

/// runs: rulebooks/vectors.toml#scoring
/// clauses: USOA-4.2, USOA-4.3, USOA-4.4, PAGE-end-2, PAGE-end-3, PAGE-end-4, PAGE-end-5
/// clauses: WOC-IV.8.p1, WOC-IV.8.p2.a, BOF-gen-9, SOC-III.11.p1, SOC-III.11.p2.b
#[test]
fn scoring() {
    check("scoring", |vector| score_of(vector, &[]));
}

/// runs: rulebooks/vectors.toml#time_default
/// clauses: USOA-6.8.a, USOA-6.8.b, USOA-6.8.c, PAGE-end-7.d, PAGE-end-7.e, PAGE-end-7.f, PAGE-end-7.g, PAGE-end-8
/// clauses: WOC-IV.6.p2.b, WOC-IV.6.p2.c, WOC-IV.6.p2.d, WOC-IV.8.p2.b, BOF-gen-14.b, BOF-gen-14.c, BOF-gen-14.e
/// clauses: SOC-III.9.p1.b, SOC-III.9.p2.b, SOC-III.9.p3.a, SOC-III.9.p3.c, SOC-III.9.p3.d
#[test]
fn time_defaults() {
    check("time_default", |vector| {
        let flags = flags(vector);
        same("defaulter", flags[0].side, side(text(vector, "defaulter")))?;
        score_of(vector, &flags)
    });
}

/// runs: rulebooks/vectors.toml#counting
/// clauses: PAGE-count-1, PAGE-count-2, PAGE-count-3, PAGE-count-4, PAGE-count-5, PAGE-count-6, PAGE-count-7
#[test]
fn counting() {
    // The example has 33 black and 3 white discs; scores are written winner first.
    let winner_first = |rules: &Rulebook, flags: &[Flag]| {
        let result = outcome(rules, BySide::new(33, 3), flags).unwrap();
        let side = result.winner.unwrap();
        (side, [result.score[side], result.score[side.other()]])
    };
    let expected = |vector: &Table, who: &str| {
        let score = vector[&format!("{who}_score")].as_array().unwrap();
        (
            side(text(vector, &format!("{who}_winner"))),
            [half_discs(&score[0]), half_discs(&score[1])],
        )
    };
    check("counting", |vector| {
        let mut rules = rulebook(text(vector, "ruleset"));
        let flags = flags(vector);
        same(
            "rule",
            winner_first(&rules, &flags),
            expected(vector, "rule"),
        )?;
        if !vector["agree"].as_bool().unwrap() {
            rules.set("second_flag_score", "true_score").unwrap();
        }
        same(
            "page",
            winner_first(&rules, &flags),
            expected(vector, "page"),
        )
    });
}

/// runs: rulebooks/vectors.toml#c_constant
/// clauses: BOF-gen-15.a, WOC-A.2, SOC-A.2
#[test]
fn c_constant() {
    check("c_constant", |vector| {
        let rules = rulebook(text(vector, "ruleset"));
        let c = constant(&rules, number(vector, "squares"), number(vector, "rounds"));
        same(
            "C",
            (c.numerator, c.denominator),
            (number(vector, "C").into(), 1),
        )
    });
}

/// runs: rulebooks/vectors.toml#woc_system
/// clauses: WOC-II.2.a, WOC-II.2.b, WOC-II.2.c, WOC-II.2.d
#[test]
fn woc_system() {
    check("woc_system", |vector| {
        let players = number(vector, "players");
        let ours = plan(shipped("wof").unwrap(), players);
        same(
            "system",
            ours.system.to_string(),
            text(vector, "system").to_owned(),
        )?;
        same("rounds", ours.rounds, number(vector, "rounds"))?;
        same("games", ours.games, number(vector, "games_total").into())?;
        same(
            "max_meetings",
            ours.system.max_meetings(),
            number(vector, "max_meetings"),
        )?;
        same("odd", players % 2 == 1, vector["odd"].as_bool().unwrap())?;
        same(
            "with_additional_player",
            players + players % 2,
            number(vector, "with_additional_player"),
        )
    });
}

fn seat(letter: &str) -> Seat {
    match letter {
        "H" => Seat::Higher,
        "L" => Seat::Lower,
        other => panic!("unknown seat {other}"),
    }
}

fn pair(value: &Value) -> BySeat<HalfDiscs> {
    let items = value.as_array().unwrap();
    BySeat {
        higher: half_discs(&items[0]),
        lower: half_discs(&items[1]),
    }
}

/// runs: rulebooks/vectors.toml#best_of_three
/// clauses: WOC-III.1.p1.b, WOC-III.1.p1.c, WOC-III.1.p3
#[test]
fn best_of_three_matches() {
    check("best_of_three", |vector| {
        let games: Vec<_> = vector["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(pair)
            .collect();
        let after_two = best_of_three(&games[..2]).unwrap();
        let third = vector["third_game"].as_bool().unwrap();
        match after_two.next {
            MatchNext::Third { chooser, by } => {
                same("third_game", true, third)?;
                same(
                    "chooser",
                    chooser,
                    seat(text(vector, "colour_choice_game3")),
                )?;
                let by = match by {
                    DecidedBy::Discs => "discs",
                    DecidedBy::Rank => "rank",
                    DecidedBy::Points | DecidedBy::TwoWins => "something else",
                };
                same("colour_choice_by", by, text(vector, "colour_choice_by"))?;
            }
            MatchNext::Won { .. } => same("third_game", false, third)?,
            MatchNext::Game => return Err("two games were not counted".to_owned()),
        }
        let ours = best_of_three(&games).map_err(|error| error.to_string())?;
        // Match points have halves exactly like discs.
        let points = pair(&vector["match_points"]);
        same(
            "points",
            [ours.half_points.higher, ours.half_points.lower].map(u16::from),
            [points.higher.0, points.lower.0],
        )?;
        same("discs", ours.discs, pair(&vector["discs"]))?;
        match ours.next {
            MatchNext::Won { by, why } => {
                same("winner", by, seat(text(vector, "winner")))?;
                same(
                    "decided_by",
                    why.to_string(),
                    text(vector, "decided_by").to_owned(),
                )
            }
            MatchNext::Game | MatchNext::Third { .. } => Err("the match is not over".to_owned()),
        }
    });
}

/// runs: rulebooks/vectors.toml#draw_win
/// clauses: WOC-IV.9.a, WOC-IV.9.b
#[test]
fn draw_win() {
    check("draw_win", |vector| {
        let choice = match text(vector, "option") {
            "a" => Choice::Colour,
            "b" => Choice::DrawWin,
            other => panic!("unknown option {other}"),
        };
        let discs = BySeat {
            higher: half_discs(&vector["discs_H"]),
            lower: half_discs(&vector["discs_L"]),
        };
        let ours = single_game_winner(seat(text(vector, "chooser")), choice, discs);
        same("winner", ours, seat(text(vector, "winner")))
    });
}
