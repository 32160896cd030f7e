//! `outflank grand-prix`: tables from tables, results files and tournament files, with the arithmetic.

use std::path::PathBuf;
use std::process::Command;

use crate::support::folder::Folder;
use serde_json::Value;

fn grand_prix(files: &[PathBuf], more: &[&str]) -> (i32, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_outflank"));
    let output = program
        .arg("grand-prix")
        .args(files)
        .args(more)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn file(folder: &Folder, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

const SPRING: &str =
    "name,points\nAda Example,6\nBo Sample,5\nCy Sample,5\nDi Example,5\nEd Sample,4\n";
const AUTUMN: &str = "name,points\nBo Sample,7\nAda  Example,5\nCy Sample,3½\n";

#[test]
fn shares_are_rounded_up_and_totals_are_told_apart_by_the_best_results() {
    let folder = Folder::new("grand-prix");
    let files = [
        file(&folder, "spring.csv", SPRING),
        file(&folder, "autumn.csv", AUTUMN),
    ];
    let (code, said, errors) = grand_prix(&files, &["--json"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let table: Value = serde_json::from_str(&said).unwrap();
    let rows: Vec<(u64, String, u64)> = (table["rows"].as_array().unwrap().iter())
        .map(|row| {
            let name = row["name"].as_str().unwrap().to_owned();
            (
                row["place"].as_u64().unwrap(),
                name,
                row["total"].as_u64().unwrap(),
            )
        })
        .collect();
    let expected = [
        (1, "Ada Example", 360),
        (2, "Bo Sample", 327),
        (3, "Cy Sample", 247),
        (4, "Di Example", 127),
        (5, "Ed Sample", 80),
    ];
    assert_eq!(
        rows,
        expected.map(|(place, name, total)| (place, name.to_owned(), total))
    );
    let bo = &table["rows"][1]["events"][0];
    assert_eq!(
        (&bo["from_place"], &bo["to_place"], &bo["sum"]),
        (&2.into(), &4.into(), &380.into())
    );

    let (_, text, _) = grand_prix(&files, &[]);
    assert!(
        text.starts_with("British Grand Prix (BOF-gp-5)\n"),
        "{text}"
    );
    assert!(
        text.contains("[1] 127 (places 2-4: 380 / 3)  [2] 200 (place 1)"),
        "{text}"
    );
}

#[test]
fn the_european_scale_goes_by_the_final_place_and_says_whose_it_is() {
    let folder = Folder::new("european-grand-prix");
    let season = "event,place,name,points\nRome,1,Ada Example,9\nRome,2,Bo Sample,9\nRome,11,Cy Sample,4\nGhent,1,Bo Sample,8\n";
    let files = [file(&folder, "season.csv", season)];
    let (code, said, _) = grand_prix(&files, &["--scale", "european", "--json"]);
    assert_eq!(code, 0);
    let table: Value = serde_json::from_str(&said).unwrap();
    assert!(
        table["ours"].as_str().unwrap().contains("none of the five"),
        "{table}"
    );
    assert_eq!(table["events"], serde_json::json!(["Rome", "Ghent"]));
    let totals: Vec<u64> = (table["rows"].as_array().unwrap().iter())
        .map(|row| row["total"].as_u64().unwrap())
        .collect();
    assert_eq!(totals, [340, 200, 0]);
}

#[test]
fn a_list_of_places_alone_goes_by_the_places_it_names() {
    let folder = Folder::new("places-grand-prix");
    // Only those of the office were copied out of a longer list.
    let list = "place,name\n1,Ada Example\n2,Bo Sample\n2,Cy Sample\n7,Di Example\n";
    let files = [file(&folder, "spring.csv", list)];
    let (code, said, errors) = grand_prix(&files, &["--json"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let table: Value = serde_json::from_str(&said).unwrap();
    let lines: Vec<[u64; 4]> = (table["rows"].as_array().unwrap().iter())
        .map(|row| {
            let line = &row["events"][0];
            ["from_place", "to_place", "sum", "points"].map(|name| line[name].as_u64().unwrap())
        })
        .collect();
    let expected = [
        [1, 1, 200, 200],
        [2, 3, 280, 140],
        [2, 3, 280, 140],
        [7, 7, 40, 40],
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_list_half_of_places_and_half_of_points_is_refused_by_name() {
    let folder = Folder::new("mixed-grand-prix");
    let list = "place,name,points\n1,Ada Example,\n,Bo Sample,5\n";
    let files = [file(&folder, "mixed.csv", list)];
    let said = |scale: &str| {
        let (code, _, errors) = grand_prix(&files, &["--scale", scale]);
        assert_eq!(code, 2);
        errors
    };
    let errors = said("british");
    assert!(errors.contains("Ada Example: No points"), "{errors}");
    let errors = said("european");
    assert!(errors.contains("Bo Sample: No place"), "{errors}");
}

#[test]
fn a_table_with_something_wrong_is_left_out_whole_and_said_by_line() {
    let folder = Folder::new("bad-grand-prix");
    let bad = file(
        &folder,
        "bad.csv",
        "name,points\nAda Example,6\nBo Sample,six\n,4\n",
    );
    let good = file(&folder, "autumn.csv", AUTUMN);
    let (code, said, errors) = grand_prix(&[bad, good], &["--json"]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("line 3") && errors.contains("line 4"),
        "{errors}"
    );
    let table: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(table["events"], serde_json::json!(["autumn"]));
    let (code, _, errors) = grand_prix(&[folder.path().join("autumn.csv")], &["--scale", "lunar"]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("Choose one of british, european"),
        "{errors}"
    );
}
