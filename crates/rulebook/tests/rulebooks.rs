//! The six rulebooks, their clauses and the errors of a file that is none.

use outflank_board::{BySide, Side};
use outflank_rulebook::{
    AxisError, EndedBy, Flag, FlagWhen, Problem, Rulebook, ScoreError, Source, System, catalogue,
    outcome, parse, plan, resigned, shipped, shipped_file, shipped_ids, unrecoverable,
};
use proptest::prelude::*;

fn rulebook(id: &str) -> Rulebook {
    shipped(id).unwrap().clone()
}

fn source(id: &str) -> &'static str {
    match id {
        "usoa" => include_str!("../../../rulebooks/usoa.toml"),
        "wof" => include_str!("../../../rulebooks/wof.toml"),
        "bof" => include_str!("../../../rulebooks/bof.toml"),
        "soc" => include_str!("../../../rulebooks/soc.toml"),
        "japan" => include_str!("../../../rulebooks/japan.toml"),
        "europe" => include_str!("../../../rulebooks/europe.toml"),
        other => panic!("no rulebook {other}"),
    }
}

#[test]
fn six_rulebooks_are_compiled_in() {
    let ids: Vec<_> = shipped_ids().collect();
    assert_eq!(ids, ["usoa", "wof", "bof", "soc", "japan", "europe"]);
    for id in ids {
        let rules = rulebook(id);
        assert_eq!(rules.about.id, id);
        assert_eq!(rules.rows().len(), Rulebook::AXES.len());
        assert!(rules.overrides().is_empty());
    }
}

/// A rulebook cites clauses of its own document only; where the text is silent the value is ours.
#[test]
fn every_value_cites_its_own_document_or_is_ours() {
    for id in shipped_ids() {
        let rules = rulebook(id);
        for row in rules.rows() {
            for clause in row.source.clauses() {
                assert_eq!(
                    clause.document(),
                    rules.about.document,
                    "{id} {}",
                    row.axis.name
                );
            }
            let empty = matches!(&row.source, Source::Ours(reason) if reason.is_empty());
            assert!(!empty, "{id} {} gives no reason", row.axis.name);
        }
    }
}

/// The hashes of the shipped files: a change of a rulebook is deliberate and shows here.
#[test]
fn shipped_files_are_pinned() {
    let pins: toml::Table = toml::from_str(include_str!("../../../rulebooks/pins.toml")).unwrap();
    for id in shipped_ids() {
        let pinned = pins[id].as_str().unwrap();
        let now = &shipped_file(id).unwrap().hash;
        assert_eq!(
            now, pinned,
            "rulebooks/{id}.toml changed: raise its edition or put the new hash into rulebooks/pins.toml"
        );
    }
}

#[test]
fn a_stored_rulebook_reads_back_the_same_and_the_hash_sees_overrides() {
    for id in shipped_ids() {
        let mut rules = rulebook(id);
        let plain = rules.hash();
        rules.set("empties", "halved").unwrap();
        assert_ne!(rules.hash(), plain);
        let text = serde_json::to_string(&rules).unwrap();
        let back: Rulebook = serde_json::from_str(&text).unwrap();
        assert_eq!(back, rules);
        assert_eq!(back.hash(), rules.hash());
        assert_eq!(back.overrides(), ["empties"]);
    }
}

/// Events stored before an axis existed must be read for ever.
#[test]
fn a_stored_rulebook_without_a_newer_axis_takes_the_shipped_value() {
    let rules = rulebook("bof");
    let mut stored = serde_json::to_value(&rules).unwrap();
    stored["axes"]
        .as_object_mut()
        .unwrap()
        .remove("late_arrival");
    let mut read: Rulebook = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(read.rows(), rules.rows());
    // What was signed and hashed with it stays as it was, until the director changes the newer setting.
    assert_eq!(serde_json::to_value(&read).unwrap(), stored);
    read.set("late_arrival", "clock_runs").unwrap();
    assert_ne!(serde_json::to_value(&read).unwrap(), stored);
    stored["about"]["id"] = "club".into();
    let error = serde_json::from_value::<Rulebook>(stored).unwrap_err();
    assert!(
        error.to_string().contains("'late_arrival' is missing"),
        "{error}"
    );
}

/// clauses: USOA-intro-3
#[test]
fn the_us_rules_have_ten_sections() {
    let sections = rulebook("usoa").about.sections;
    assert_eq!(sections.len(), 10);
    assert_eq!(sections[5].title, "Default");
}

/// clauses: BOF-intro-2
#[test]
fn the_british_edition_says_what_it_replaces() {
    let about = rulebook("bof").about;
    assert_eq!(about.edition, "2018-08-23");
    assert_eq!(about.supersedes.as_deref(), Some("2018-06-30"));
    assert_eq!(about.approved_by.as_deref(), Some("the committee"));
    assert!(about.incorporates.unwrap().contains("2007 to 2018"));
}

#[test]
fn presets_change_values_and_cite_them() {
    let bof = shipped_file("bof").unwrap();
    assert_eq!(bof.presets[0].id, "regional");
    let national = bof.for_event("national").unwrap();
    assert_eq!(national.rounds.value.0, 9);
    assert_eq!(national.rounds.clause().unwrap().as_str(), "BOF-nat-3");
    assert!(
        national.overrides().is_empty(),
        "a preset is the text, not the director"
    );
    assert_eq!(bof.for_event("nothing"), None);
}

/// clauses: BOF-gen-8
#[test]
fn a_british_event_is_a_round_robin_when_the_rounds_suffice() {
    let bof = rulebook("bof");
    assert_eq!(plan(&bof, 8).system, System::RoundRobin);
    assert_eq!(plan(&bof, 9).system, System::Swiss);
    assert_eq!(plan(&bof, 7).rounds, 7);
}

/// clauses: SOC-III.2.b
#[test]
fn a_flag_in_absence_is_64_nil_in_singapore_only() {
    let away = |side| Flag {
        side,
        when: FlagWhen::Absent,
    };
    let soc = outcome(&rulebook("soc"), BySide::new(40, 10), &[away(Side::Black)]).unwrap();
    assert_eq!(soc.winner, Some(Side::White));
    assert_eq!((soc.score.black.0, soc.score.white.0), (0, 128));
    assert_eq!(soc.ended_by, EndedBy::FlagInAbsence);
    // Also for the non-defaulter of an earlier default (AMB-28).
    let later = outcome(
        &rulebook("soc"),
        BySide::new(40, 10),
        &[Flag::of(Side::Black), away(Side::White)],
    )
    .unwrap();
    assert_eq!(later.winner, Some(Side::Black));
    let bof = outcome(&rulebook("bof"), BySide::new(40, 10), &[away(Side::Black)]).unwrap();
    assert_eq!(bof.ended_by, EndedBy::EndOfPlay);
}

/// AMB-22: found down together, the later flag does not end a World Championship game.
#[test]
fn two_flags_found_together() {
    let flags = [
        Flag::of(Side::Black),
        Flag {
            side: Side::White,
            when: FlagWhen::FoundWithTheFirst,
        },
    ];
    let wof = outcome(&rulebook("wof"), BySide::new(20, 44), &flags).unwrap();
    assert_eq!((wof.score.black.0, wof.score.white.0), (40, 88));
    let usoa = outcome(
        &rulebook("usoa"),
        BySide::new(20, 44),
        &[flags[0], flags[1], Flag::of(Side::White)],
    )
    .unwrap();
    assert_eq!(usoa.ended_by, EndedBy::NonDefaulterSecondFlag);
    let backwards = outcome(&rulebook("wof"), BySide::new(20, 44), &[flags[1]]);
    assert_eq!(backwards, Err(ScoreError::NotFoundTogether { at: 1 }));
}

/// clauses: USOA-7.6.c, SOC-III.8.p2
#[test]
fn who_makes_the_board_unrecoverable_loses_64_nil() {
    for id in ["usoa", "soc"] {
        let result = unrecoverable(&rulebook(id), Side::Black);
        assert_eq!(result.winner, Some(Side::White));
        assert_eq!((result.score.black.0, result.score.white.0), (0, 128));
    }
}

#[test]
fn resigning_is_64_nil_everywhere() {
    for id in shipped_ids() {
        let result = resigned(&rulebook(id), Side::White);
        assert_eq!(
            (result.score.black.0, result.score.white.0),
            (128, 0),
            "{id}"
        );
    }
}

#[test]
fn impossible_scores_say_why() {
    let wof = rulebook("wof");
    let discs = outcome(&wof, BySide::new(40, 30), &[]).unwrap_err();
    assert_eq!(
        discs.to_string(),
        "40 black and 30 white discs add up to 70, but the board has only 64 squares. Count again."
    );
    let flags = [
        Flag::of(Side::Black),
        Flag::of(Side::White),
        Flag::of(Side::White),
    ];
    let late = outcome(&wof, BySide::new(40, 20), &flags).unwrap_err();
    assert!(
        late.to_string()
            .contains("over at flag 2 (flag of the non-defaulter)"),
        "{late}"
    );
    assert!(outcome(&wof, BySide::new(u16::MAX, u16::MAX), &[]).is_err());
}

/// clauses: SOC-III.11.p2.a
#[test]
fn a_win_is_a_point_in_singapore() {
    let points = rulebook("soc").game_points;
    assert_eq!(points.clause().unwrap().as_str(), "SOC-III.11.p2.a");
    assert_eq!(
        points.value.half_points_of(Some(Side::Black)),
        BySide::new(2, 0)
    );
    assert_eq!(points.value.half_points_of(None), BySide::new(1, 1));
}

#[track_caller]
fn broken(edit: impl Fn(&str) -> String, expected: &str) {
    let error = parse("mine.toml", &edit(source("wof")))
        .unwrap_err()
        .to_string();
    assert!(error.contains(expected), "{error}");
    assert!(error.starts_with("mine.toml"), "{error}");
}

#[test]
fn a_broken_file_names_the_place_and_what_to_do() {
    let without = |key: &str| {
        let key = format!("{key} = ");
        move |text: &str| {
            text.lines()
                .filter(|line| !line.starts_with(&key))
                .map(|line| format!("{line}\n"))
                .collect()
        }
    };
    broken(
        without("empties"),
        "The setting 'empties' is missing. Add empties = ",
    );
    broken(without("edition"), "The header 'edition' is missing");
    broken(
        |text| text.replace("\"to_winner\"", "\"to_loser\""),
        "cannot be 'to_loser'. Write one of ignored, to_winner, halved",
    );
    broken(
        |text| text.replace("empties = ", "emptys = "),
        "There is no setting 'emptys'. Did you mean 'empties'?",
    );
    broken(
        |text| text.replace("clause = \"WOC-IV.8.p1\"", "clause = \"WOC-IV.99\""),
        "cites 'WOC-IV.99'",
    );
    broken(
        |text| text.replace(", clause = \"WOC-IV.8.p1\"", ""),
        "must name exactly one source",
    );
    broken(
        |text| text.replace("value = \"30:00\"", "value = \"half an hour\""),
        "a time such as 30:00",
    );
    broken(|text| format!("{text}\n[oops"), "Not valid TOML");
    broken(
        |text| text.replace("\"both_at_first_default\"", "\"nobody\""),
        "needs an extension",
    );
    let line = parse(
        "mine.toml",
        &source("wof").replace("\"to_winner\"", "\"x\""),
    )
    .unwrap_err()
    .line;
    assert!(
        source("wof")
            .lines()
            .nth(line.unwrap() - 1)
            .unwrap()
            .starts_with("empties")
    );
}

#[test]
fn setting_an_axis_is_listed_and_a_wrong_one_changes_nothing() {
    let mut soc = rulebook("soc");
    soc.set("empties", "to_winner").unwrap();
    assert_eq!(soc.overrides(), ["empties"]);
    let before = soc.clone();
    assert!(matches!(
        soc.set("empties", "nonsense"),
        Err(AxisError::Value { .. })
    ));
    assert!(matches!(
        soc.set("empty", "to_winner"),
        Err(AxisError::Unknown { .. })
    ));
    assert!(matches!(
        soc.set("extension_grant", "nobody"),
        Err(AxisError::Together(_))
    ));
    assert_eq!(soc, before);
    soc.set("tie_breaks", "discs,lots").unwrap();
    soc.set("rounds", "9").unwrap();
    assert_eq!(soc.rounds.value.0, 9);
}

#[test]
fn the_catalogue_is_whole() {
    let catalogue = catalogue();
    assert_eq!(catalogue.clauses.len(), 490);
    for group in &catalogue.groups {
        assert!(!group.parts.is_empty(), "{}", group.id);
        for part in &group.parts {
            assert!(
                catalogue.clause(part.as_str()).is_some(),
                "{} names {part}",
                group.id
            );
        }
    }
    assert_eq!(
        catalogue.clause("woc iv.8.P1").unwrap().id.for_people(),
        "WOC IV.8.p1"
    );
    assert!(catalogue.clauses_of("WOC-IV").len() > 50);
}

/// Every clause stands under a heading of its document's rulebook, or before the first.
#[test]
fn every_clause_has_a_section() {
    for id in shipped_ids() {
        let about = rulebook(id).about;
        for clause in catalogue()
            .clauses
            .iter()
            .filter(|c| c.id.document() == about.document)
        {
            let known = about
                .sections
                .iter()
                .any(|section| section.key == clause.id.section());
            assert!(
                known || clause.id.section() == "intro",
                "{} of {id}",
                clause.id
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text_is_refused_without_a_panic(text in "\\PC*") {
        prop_assert!(parse("x.toml", &text).is_err());
    }

    #[test]
    fn a_mutilated_rulebook_never_panics(at in 0usize..20_000, byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = source("bof").as_bytes().to_vec();
        let at = at % bytes.len();
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match parse("x.toml", &text) {
            Ok(file) => prop_assert!(!file.presets.is_empty()),
            Err(error) => {
                let too_large = matches!(error.problem, Problem::TooLarge);
                prop_assert!(!too_large && !error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn any_override_is_taken_or_refused(axis in 0..Rulebook::AXES.len(), value in "[a-z0-9_:,-]{0,20}") {
        let mut rules = rulebook("usoa");
        let name = Rulebook::AXES[axis].name;
        match rules.set(name, &value) {
            Ok(()) => prop_assert_eq!(rules.overrides(), vec![name]),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    /// Scores never exceed the board, and outside the US and Singapore counts they fill it.
    #[test]
    fn scores_fit_the_board(black in 0u16..=64, white in 0u16..=64, flags in prop::collection::vec(any::<bool>(), 0..4)) {
        prop_assume!(black + white <= 64);
        let flags: Vec<Flag> = flags.iter().map(|b| Flag::of(if *b { Side::Black } else { Side::White })).collect();
        for id in shipped_ids() {
            let Ok(result) = outcome(&rulebook(id), BySide::new(black, white), &flags) else { continue };
            let sum = result.score.black.0 + result.score.white.0;
            prop_assert!(sum <= 128);
            if ["wof", "bof", "japan", "europe"].contains(&id) {
                prop_assert_eq!(sum, 128, "{}", id);
            }
            match result.winner {
                Some(side) => prop_assert!(result.score[side] > result.score[side.other()]),
                None => prop_assert_eq!(result.score.black, result.score.white),
            }
            prop_assert_eq!(result.winner.is_none(), flags.is_empty() && black == white);
        }
    }
}
