//! A copy of the repository with all mutants of a sample in it, each behind its switch, and its test programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::sites::{Edit, NUMBER, Site};
use crate::failure::Failure;
use crate::step;

/// The code every crate of the copy gets.
const SWITCHES: &str = include_str!("switches.rs.txt");

/// The packages whose tests are run.
const PACKAGES: [&str; 4] = [
    "outflank-rulebook",
    "outflank-game",
    "outflank-pairing",
    "outflank-tournament",
];

/// How often places that do not compile are replaced by others before it is given up.
const TRIES: usize = 12;

/// The sample, built.
pub(super) struct Built {
    /// The sites of the mutants, by their number less one.
    pub(super) mutants: Vec<usize>,
    /// The test program of each package.
    pub(super) programs: BTreeMap<String, PathBuf>,
    /// Changes when a source or a test does.
    pub(super) fingerprint: String,
    /// Where the tests run.
    pub(super) tree: PathBuf,
}

/// Builds the first `count` sites of the order that compile.
pub(super) fn build(
    root: &Path,
    folder: &Path,
    sites: &[Site],
    order: &[usize],
    count: usize,
) -> Result<Built, Failure> {
    let tree = folder.join("tree");
    let fingerprint = copy(root, &tree)?;
    // Places that did not compile in an earlier run of the same sources.
    let dropped_file = folder.join("dropped.txt");
    let mut dropped = remembered(&dropped_file, &fingerprint);
    for _ in 0..TRIES {
        let mutants: Vec<usize> = (order.iter().copied())
            .filter(|n| !dropped.contains(&sites[*n].name()))
            .take(count)
            .collect();
        write(root, &tree, sites, &mutants)?;
        match programs(&tree, folder)? {
            Ok(programs) => {
                return Ok(Built {
                    mutants,
                    programs,
                    fingerprint,
                    tree,
                });
            }
            Err(wrong) => {
                let before = dropped.len();
                let at = |site: &Site| wrong.contains(&(site.file.clone(), site.line));
                let found = mutants.iter().map(|n| &sites[*n]).filter(|site| at(site));
                dropped.extend(found.map(Site::name));
                println!("{} places do not compile and are replaced", dropped.len());
                if dropped.len() == before {
                    return Err(Failure::Step(format!("the copy does not build: {wrong:?}")));
                }
                let names: Vec<&str> = dropped.iter().map(String::as_str).collect();
                let text = format!("{fingerprint}\n{}\n", names.join("\n"));
                std::fs::write(&dropped_file, text)
                    .map_err(|error| Failure::File(error.to_string()))?;
            }
        }
    }
    Err(Failure::Step(
        "the copy does not build; remove target/mutants".to_owned(),
    ))
}

fn remembered(file: &Path, fingerprint: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut lines = text.lines();
    match lines.next() == Some(fingerprint) {
        true => lines.map(str::to_owned).collect(),
        false => BTreeSet::new(),
    }
}

/// Copies the files that git knows, or would add; answers a hash of the sources and tests that matter.
fn copy(root: &Path, tree: &Path) -> Result<String, Failure> {
    let mut git = std::process::Command::new("git");
    git.current_dir(root)
        .args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let names = step::output(&mut git, "git lists the files that are copied")?;
    let wrong = |error: std::io::Error| Failure::File(format!("copying the repository: {error}"));
    let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
    for name in names.lines() {
        let from = root.join(name);
        let Ok(bytes) = std::fs::read(&from) else {
            continue;
        };
        let matters = PACKAGES.iter().any(|package| {
            let folder = package.trim_start_matches("outflank-");
            name.starts_with(&format!("crates/{folder}/"))
        });
        if matters || name.starts_with("rulebooks/") {
            for byte in name.bytes().chain(bytes.iter().copied()) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
        put(&tree.join(name), &bytes).map_err(wrong)?;
    }
    Ok(format!("{hash:016x}"))
}

/// Writes a file unless it holds these bytes already, so that cargo builds nothing anew.
fn put(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(file).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, bytes)
}

/// Writes the sources with the mutants, and the switches at the end of each crate.
fn write(root: &Path, tree: &Path, sites: &[Site], mutants: &[usize]) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::File(format!("writing the mutants: {error}"));
    let mut edits: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
    for (number, n) in (1_u32..).zip(mutants) {
        let site = &sites[*n];
        let numbered = |edit: &Edit| Edit {
            text: edit.text.replace(NUMBER, &number.to_string()),
            ..edit.clone()
        };
        edits
            .entry(&site.file)
            .or_default()
            .extend(site.edits.iter().map(numbered));
    }
    let mut files: BTreeSet<String> = sites.iter().map(|site| site.file.clone()).collect();
    let libraries = PACKAGES.map(|package| {
        format!(
            "crates/{}/src/lib.rs",
            package.trim_start_matches("outflank-")
        )
    });
    files.extend(libraries.iter().cloned());
    for file in files {
        let text = std::fs::read_to_string(root.join(&file)).map_err(wrong)?;
        let mut text = edited(&text, edits.remove(file.as_str()).unwrap_or_default());
        if libraries.contains(&file) {
            text.push_str(SWITCHES);
        }
        put(&tree.join(&file), text.as_bytes()).map_err(wrong)?;
    }
    Ok(())
}

/// The text with all edits. Insertions at one place nest: the wider expression is outside.
fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| {
        let depth = match edit.closes {
            true => (0, edit.width),
            false => (1, usize::MAX - edit.width),
        };
        (edit.range.start, depth, edit.range.end)
    });
    let mut made = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for edit in edits {
        if edit.range.start < at {
            continue;
        }
        made.push_str(&text[at..edit.range.start]);
        made.push_str(&edit.text);
        at = edit.range.end;
    }
    made.push_str(&text[at..]);
    made
}

/// Places of errors: file and line.
type Wrong = BTreeSet<(String, usize)>;

/// Builds the test programs; or the places that do not compile.
fn programs(
    tree: &Path,
    folder: &Path,
) -> Result<Result<BTreeMap<String, PathBuf>, Wrong>, Failure> {
    let mut cargo = step::cargo(tree);
    cargo
        .args([
            "test",
            "--no-run",
            "--test",
            "all",
            "--message-format",
            "json",
            "--quiet",
        ])
        .env("CARGO_TARGET_DIR", folder.join("build"))
        .env("CARGO_PROFILE_TEST_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("RUSTFLAGS", "--cap-lints allow");
    for package in PACKAGES {
        cargo.args(["-p", package]);
    }
    let output = cargo
        .stderr(std::process::Stdio::null())
        .output()
        .map_err(|error| Failure::Step(format!("cargo did not start: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    if output.status.success() {
        let program = |message: &Value| {
            let file = message["executable"].as_str()?;
            let package = message["package_id"].as_str()?;
            let name = PACKAGES.iter().find(|name| {
                let folder = name.trim_start_matches("outflank-");
                package.contains(&format!("/{folder}#")) || package.contains(&format!("{name}@"))
            })?;
            Some(((*name).to_owned(), PathBuf::from(file)))
        };
        return Ok(Ok(messages.iter().filter_map(program).collect()));
    }
    let mut wrong = Wrong::new();
    for message in messages
        .iter()
        .filter(|one| one["message"]["level"] == "error")
    {
        let spans = message["message"]["spans"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for span in spans {
            let file = span["file_name"].as_str().unwrap_or_default().to_owned();
            for key in ["line_start", "line_end"] {
                let line = span[key]
                    .as_u64()
                    .and_then(|line| usize::try_from(line).ok());
                wrong.extend(line.map(|line| (file.clone(), line)));
            }
        }
    }
    Ok(Err(wrong))
}

#[cfg(test)]
mod tests {
    use super::super::sites::find;
    use super::*;

    #[test]
    fn nested_places_stay_nested() {
        let text = "fn f(a: u8, b: u8) -> bool { !(a < b && b != 3) }";
        let sites = find("a.rs", text, &[]).unwrap();
        let edits = sites.iter().flat_map(|site| site.edits.clone()).collect();
        let made = edited(text, edits);
        assert!(
            syn::parse_file(&made.replace(NUMBER, "1")).is_ok(),
            "{made}"
        );
        assert_eq!(made.matches(NUMBER).count(), sites.len(), "{made}");
    }
}
