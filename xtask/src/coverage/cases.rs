//! Citations in test data: `# clauses: …` first in a script, `clauses = […]` or `clause = "…"` in a case of a TOML file.

use crate::coverage::citations::Cited;
use crate::failure::Finding;
use crate::repository::TextFile;

/// One case of a case file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The array of tables it stands in (`scoring` for `[[scoring]]`); `None` when it is the whole file.
    pub(crate) table: Option<String>,
    /// `vectors.toml#SCO-001` or `IV.6.p2.d.game`.
    pub(crate) name: String,
    pub(crate) clauses: Vec<Cited>,
}

/// Whether a file may hold cases: test data, or a file that a `runs:` line names wherever it lies.
pub(crate) fn may_hold_cases(file: &TextFile, is_named: bool) -> bool {
    !file.is_rust() && (is_named || file.is_under("tests"))
}

/// The citing cases of one file.
pub(crate) fn scan(file: &TextFile) -> Result<Vec<Case>, Finding> {
    if file.extension() == "toml" {
        return toml_cases(file);
    }
    Ok(script_case(file).into_iter().collect())
}

fn script_case(file: &TextFile) -> Option<Case> {
    let first = file.text.lines().next()?;
    let words = first.strip_prefix('#')?.trim().strip_prefix("clauses:")?;
    Some(Case {
        table: None,
        name: file_name(file).to_owned(),
        clauses: words
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(|word| Cited {
                text: word.to_owned(),
                line: 1,
            })
            .collect(),
    })
}

/// The whole file when it cites at its top, and every citing table of its arrays. A file that is broken on purpose
/// (input of a test) has no cases; only one that seems to cite is reported.
fn toml_cases(file: &TextFile) -> Result<Vec<Case>, Finding> {
    let table: toml::Table = match file.text.parse() {
        Ok(table) => table,
        Err(_) if !file.text.lines().any(|line| line.starts_with("clauses")) => {
            return Ok(Vec::new());
        }
        Err(error) => {
            return Err(Finding::in_file(
                &file.path,
                format!("cites clauses but is no TOML: {}", error.message()),
            ));
        }
    };
    let mut cases = Vec::new();
    let whole = clauses_of(file, &table);
    if !whole.is_empty() {
        cases.push(Case {
            table: None,
            name: file_name(file).to_owned(),
            clauses: whole,
        });
    }
    for (key, value) in &table {
        let tables = value.as_array().map(Vec::as_slice).unwrap_or_default();
        for (index, case) in tables.iter().enumerate() {
            let Some(case) = case.as_table() else {
                continue;
            };
            let clauses = clauses_of(file, case);
            if clauses.is_empty() {
                continue;
            }
            let id = ["id", "what", "name"]
                .into_iter()
                .find_map(|key| case.get(key)?.as_str().map(str::to_owned))
                .unwrap_or_else(|| format!("{key}[{index}]"));
            cases.push(Case {
                table: Some(key.clone()),
                name: format!("{}#{id}", file_name(file)),
                clauses,
            });
        }
    }
    Ok(cases)
}

fn clauses_of(file: &TextFile, table: &toml::Table) -> Vec<Cited> {
    let many = table
        .get("clauses")
        .and_then(toml::Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    many.iter()
        .chain(table.get("clause"))
        .filter_map(toml::Value::as_str)
        .map(|id| Cited {
            text: id.to_owned(),
            line: line_of(file, id),
        })
        .collect()
}

/// The first line that has the id between quotes; 1 when it is written in another way.
fn line_of(file: &TextFile, id: &str) -> usize {
    let quoted = format!("\"{id}\"");
    file.text
        .lines()
        .position(|line| line.contains(&quoted))
        .map_or(1, |index| index + 1)
}

fn file_name(file: &TextFile) -> &str {
    file.path.rsplit('/').next().unwrap_or(&file.path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[(&str, &[&str])]) {
        let found: Vec<(String, Vec<String>)> = scan(&text_file(path, text))
            .unwrap()
            .into_iter()
            .map(|case| {
                let clauses = case.clauses.into_iter().map(|cited| cited.text).collect();
                (case.name, clauses)
            })
            .collect();
        let expected: Vec<(String, Vec<String>)> = expected
            .iter()
            .map(|(name, clauses)| {
                let clauses = clauses.iter().map(|id| (*id).to_owned()).collect();
                ((*name).to_owned(), clauses)
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_script_cites_in_its_first_line() {
        check(
            "crates/game/tests/cases/IV.4.game",
            "# clauses: WOC-IV.4.p4, USOA-3.6\nf5\n",
            &[("IV.4.game", &["WOC-IV.4.p4", "USOA-3.6"])],
        );
        check(
            "crates/game/tests/cases/IV.4.game",
            "f5\n# clauses: X-1\n",
            &[],
        );
    }

    #[test]
    fn toml_cites_table_by_table() {
        check(
            "crates/rulebook/tests/vectors.toml",
            "[[scoring]]\nid = \"SCO-1\"\nclauses = [\"X-1\", \"X-2\"]\n[[scoring]]\nclause = \"X-3\"\n[[other]]\nwhat = \"none\"\n",
            &[
                ("vectors.toml#SCO-1", &["X-1", "X-2"]),
                ("vectors.toml#scoring[1]", &["X-3"]),
            ],
        );
    }

    #[test]
    fn a_rulebook_used_as_input_cites_nothing() {
        check(
            "crates/rulebook/tests/missing_axis.toml",
            "id = \"x\"\nempties = { value = \"to_winner\", clause = \"X-1\" }\n",
            &[],
        );
        check("crates/rulebook/tests/broken.toml", "id = \n", &[]);
    }

    #[test]
    fn cases_are_test_data_or_named_by_a_test() {
        assert!(may_hold_cases(
            &text_file("crates/game/tests/a.game", ""),
            false
        ));
        assert!(may_hold_cases(
            &text_file("rulebooks/vectors.toml", ""),
            true
        ));
        assert!(!may_hold_cases(
            &text_file("rulebooks/usoa.toml", ""),
            false
        ));
        assert!(!may_hold_cases(
            &text_file("crates/game/tests/cases.rs", ""),
            true
        ));
    }
}
