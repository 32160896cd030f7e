//! Entrants in files: late entries and names for the world federation.

use outflank_formats::tournament_file::{TournamentFile, What};
use outflank_formats::{
    EloHeading, elo_draft_of, players_of, read_players_csv, tournament_of_tables, write_players_csv,
};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::shipped_file;
use outflank_tournament::{Event, standings};

const LATE: &str = r#"{"outflank": 1, "rulebook": "bof", "entrants": [
  {"id": 1, "name": "Ada Example"}, {"id": 2, "name": "Bo Sample"},
  {"id": 3, "name": "例 太郎", "ascii": "REI, Taro"},
  {"id": 4, "name": "Di Late", "from_round": 2}],
 "played": [{"games": [{"black": 1, "white": 2, "discs": [40, 24]}], "byes": [3]},
            {"games": [{"black": 4, "white": 1, "discs": [20, 44]}, {"black": 2, "white": 3, "discs": [30, 34]}]}]}"#;

fn read(text: &str) -> (TournamentFile, Event, Vec<What>) {
    let (file, lines) = TournamentFile::read(text.as_bytes()).unwrap();
    let event = file
        .event(shipped_file(&file.rulebook).unwrap(), &lines)
        .unwrap();
    let problems = file.problems(&event, &lines);
    let what = problems.into_iter().map(|problem| problem.what).collect();
    (file, event, what)
}

#[test]
fn a_late_entrant_is_not_missed_before_his_first_round() {
    let (file, event, problems) = read(LATE);
    assert_eq!(problems, []);
    assert_eq!(standings(&event, 1).rows.len(), 3);
    assert_eq!(standings(&event, 2).rows.len(), 4);
    let again = TournamentFile::read(file.write().as_bytes()).unwrap().0;
    assert_eq!(again, file);

    let (_, _, problems) = read(&LATE.replace(r#", "from_round": 2"#, ""));
    let (id, round) = (EntrantId(4), RoundNumber(1));
    assert_eq!(problems, [What::NotNamed { id, round }]);
    let (_, _, problems) = read(&LATE.replace(r#""from_round": 2"#, r#""from_round": 3"#));
    let not_yet = What::NotYetEntered {
        id,
        round: RoundNumber(2),
        from_round: RoundNumber(3),
    };
    assert_eq!(problems, [not_yet]);
}

#[test]
fn a_name_in_another_script_leaves_in_its_ascii_form() {
    let (file, event, _) = read(LATE);
    let draft = elo_draft_of(&file, &event, &EloHeading::default());
    let of = |id| draft.entrants.iter().find(|one| one.id == EntrantId(id));
    let third = of(3).unwrap();
    assert_eq!(
        (third.last.as_deref(), third.first.as_str()),
        (Some("REI"), "Taro")
    );
    let first = of(1).unwrap();
    assert_eq!(
        (first.last.as_deref(), first.first.as_str()),
        (Some("EXAMPLE"), "Ada")
    );
}

#[test]
fn a_table_keeps_the_ascii_form_only_where_it_does_not_follow_from_the_name() {
    let (file, _, _) = read(LATE);
    let table = write_players_csv(&players_of(&file.entrants));
    assert!(table.contains("\"EXAMPLE, Ada\""), "{table}");
    let players = read_players_csv(table.as_bytes()).players;
    let back = tournament_of_tables(&players, &[], "bof").file;
    assert_eq!(back.entrants, file.entrants);
}
