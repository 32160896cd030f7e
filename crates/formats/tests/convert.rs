//! From the community's files to a tournament file and back.

use outflank_formats::tournament_file::{Days, ResultWord, TournamentFile};
use outflank_formats::{
    ConvertNote, EloFile, EloHeading, ExportProblem, LeftOut, OfDay, PappPlayers, PappWorkfile,
    elo_draft_of, players_of, read_players_csv, read_results_csv, results_of, tournament_of_elo,
    tournament_of_tables, tournament_of_workfile, write_players_csv, write_results_csv,
};
use outflank_pairing::{Colour, EntrantId};
use outflank_rulebook::{Raw, shipped_file};
use outflank_tournament::{Event, Stage, standings};

const PAPP: &str = include_str!("files/20261115_Test_Open.ELO");
const WORKFILE: &[u8] = include_bytes!("files/papp-internal-workfile.txt");
const PLAYERS: &[u8] = include_bytes!("files/joueurs.txt");
const HEAD: &str = "%%Tournament: T\n%%Country: C\n%%Date: 15/11/2026\n%%Sender: S\n";

fn event(file: &TournamentFile) -> Event {
    let (_, lines) = TournamentFile::read(file.write().as_bytes()).unwrap();
    file.event(shipped_file(&file.rulebook).unwrap(), &lines)
        .unwrap()
}

fn heading() -> EloHeading {
    EloHeading {
        country: "GBR".to_owned(),
        sender: "Tess Tester".to_owned(),
        days: None,
        creator: Some("PAPP 1.37.1".to_owned()),
        created: Some("2026/11/15 18:01".to_owned()),
    }
}

fn written(file: &TournamentFile) -> String {
    let draft = elo_draft_of(file, &event(file), &heading());
    draft.file().unwrap().write().unwrap()
}

#[test]
fn a_results_file_becomes_a_tournament_file_with_the_same_standings() {
    let converted = tournament_of_elo(&EloFile::read(PAPP.as_bytes()).file, "wof");
    let file = &converted.file;
    assert_eq!(file.name.as_deref(), Some("Test Open"));
    assert!(matches!(&file.days, Some(Days::Dates(days)) if days.len() == 1));
    assert_eq!(
        (file.rounds, file.entrants[0].name.as_str()),
        (Some(2), "EXAMPLE, Ada")
    );
    assert_eq!(file.entrants[2].wof_id, Some(150_007));
    let table = standings(&event(file), 2);
    let told: Vec<(u32, u16)> = table
        .rows
        .iter()
        .map(|row| (row.id.0, row.points.0))
        .collect();
    assert_eq!(told[0], (1, 4));
    assert_eq!(table.rows[0].discs.to_string(), "104");
}

#[test]
fn the_sign_of_a_playoff_stays_the_result() {
    let file = tournament_of_elo(&EloFile::read(PAPP.as_bytes()).file, "wof").file;
    let playoff = file.played.last().unwrap();
    assert_eq!(
        (playoff.stage, playoff.games[0].winner),
        (Stage::Playoff, Some(Colour::Black))
    );
    assert!(written(&file).ends_with(" 13687 (32)>(32)   5169 B\n"));
    let elo =
        EloFile::read(format!("{HEAD}%Round: 1\n1 (10)>(54) 2 B\n3 (40)=(24) 4 B\n").as_bytes());
    let converted = tournament_of_elo(&elo.file, "wof");
    let games = &converted.file.played[0].games;
    assert_eq!(
        (games[0].result, games[0].winner),
        (Some(ResultWord::Adjudicated), Some(Colour::Black))
    );
    assert!(
        converted
            .notes
            .iter()
            .any(|note| matches!(note, ConvertNote::DrawnByDecision { .. }))
    );
}

#[test]
fn points_without_games_are_byes_and_the_rest_absences() {
    let list =
        "%_%     1, A, , GBR, 3, 104\n%_%     2, B, , GBR, 1, 48\n%_%     3, C, , GBR, 0, 40\n";
    let games =
        "%Round: 1\n1 (40)>(24) 2 B\n%Round: 2\n1 (40)>(24) 3 B\n%Round: 3\n2 (24)<(40) 3 B\n";
    let list = list.replace("C, , GBR, 0", "C, , GBR, 1");
    let converted = tournament_of_elo(
        &EloFile::read(format!("{HEAD}{list}{games}").as_bytes()).file,
        "bof",
    );
    let byes: Vec<_> = converted
        .file
        .played
        .iter()
        .map(|round| round.byes.clone())
        .collect();
    let absent: Vec<_> = converted
        .file
        .played
        .iter()
        .map(|round| round.absent.clone())
        .collect();
    assert_eq!(byes, [vec![], vec![EntrantId(2)], vec![EntrantId(1)]]);
    assert_eq!(absent, [vec![EntrantId(3)], vec![], vec![]]);
    assert!(converted.notes.is_empty(), "{:?}", converted.notes);
}

#[test]
fn export_import_export_is_identical() {
    let first = tournament_of_elo(&EloFile::read(PAPP.as_bytes()).file, "wof").file;
    let text = written(&first);
    let second = tournament_of_elo(&EloFile::read(text.as_bytes()).file, "wof").file;
    assert_eq!(written(&second), text);
    let third = tournament_of_elo(&EloFile::read(written(&second).as_bytes()).file, "wof").file;
    assert_eq!(third, second);
}

#[test]
fn a_workfile_takes_its_names_from_the_players_file() {
    let work = PappWorkfile::read(WORKFILE).file;
    let players = PappPlayers::read(PLAYERS);
    let converted = tournament_of_workfile(&work, &players, "bof");
    assert_eq!(converted.notes, [ConvertNote::OtherConstant]);
    let file = &converted.file;
    let names: Vec<&str> = file
        .entrants
        .iter()
        .map(|entrant| entrant.name.as_str())
        .collect();
    let expected = [
        "EXAMPLE, Ada",
        "VAN DER SAMPLE, Bo Cy",
        "FICTION, Dee",
        "SINGLE",
        "NEWCOMER, Gil",
    ];
    assert_eq!(names, expected);
    assert_eq!((file.rounds, file.played.len()), (Some(7), 2));
    assert_eq!(file.played[1].byes, [EntrantId(1)]);
    assert_eq!(file.played[1].absent, [EntrantId(4), EntrantId(5)]);
    let whole = PappWorkfile::read(b"#_BQ-double = 6.000000 ;\n").file;
    let set = tournament_of_workfile(&whole, &players, "bof").file.set;
    assert_eq!(set, [("bq_constant".to_owned(), Raw::Number(6))]);
}

#[test]
fn tables_of_an_event_are_read_back_to_the_same_event() {
    let file = tournament_of_elo(&EloFile::read(PAPP.as_bytes()).file, "wof").file;
    let players = read_players_csv(write_players_csv(&players_of(&file.entrants)).as_bytes());
    let results = read_results_csv(write_results_csv(&results_of(&file, &event(&file))).as_bytes());
    assert!(players.strange.is_empty() && results.strange.is_empty());
    assert_eq!(players.players[0].ascii.as_deref(), Some("EXAMPLE, Ada"));
    let back = tournament_of_tables(&players.players, &results.rows, "wof");
    assert!(back.notes.is_empty());
    assert_eq!(
        (back.file.entrants, back.file.played),
        (file.entrants, file.played)
    );
}

#[test]
fn what_is_no_game_does_not_leave_and_is_told() {
    let text = r#"{"outflank": 1, "name": "Été", "rulebook": "wof", "rounds": 3, "system": "swiss", "days": ["2026-11-15"],
        "entrants": [{"id": 1, "name": "Zoë Exämple", "wof_id": 12}, {"id": 2, "name": "例太郎", "wof_id": 13},
            {"id": 3, "name": "Cy Sample"}],
        "played": [{"games": [{"black": 1, "white": 2, "result": "forfeit", "by": "white"}], "byes": [3]},
            {"games": [{"black": 2, "white": 3, "result": "annulled"}], "byes": [1]},
            {"games": [{"black": 3, "white": 1, "result": "resigned", "by": "black"}], "absent": [2]}]}"#;
    let (file, lines) = TournamentFile::read(text.as_bytes()).unwrap();
    let event = file.event(shipped_file("wof").unwrap(), &lines).unwrap();
    let draft = elo_draft_of(&file, &event, &heading());
    let check = draft.leaving_check(OfDay::Only);
    assert_eq!(check.file_name.as_deref(), Some("20261115_Ete.ELO"));
    let why: Vec<LeftOut> = check.left_out.iter().map(|note| note.why).collect();
    assert_eq!(
        why,
        [
            LeftOut::NotPlayed,
            LeftOut::Bye,
            LeftOut::Annulled,
            LeftOut::Bye
        ]
    );
    assert!(check.hindrances.contains(&ExportProblem::NoAsciiName {
        who: "例太郎".to_owned()
    }));
    assert!(check.hindrances.contains(&ExportProblem::NoWofNumber {
        who: "Cy Sample".to_owned()
    }));
    assert_eq!(
        check.hindrances.len(),
        3,
        "and the event's own name: {:?}",
        check.hindrances
    );
    let zoe = draft
        .entrants
        .iter()
        .find(|entrant| entrant.id == EntrantId(1))
        .unwrap();
    assert_eq!(
        (zoe.last.as_deref(), zoe.first.as_str()),
        (Some("EXAEMPLE"), "Zoe")
    );
}
