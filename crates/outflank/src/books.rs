//! Finding a rulebook by its id, among those compiled in and those of a folder.

use std::path::Path;

use outflank_rulebook::{FILE_BYTES_MAX, Rulebook, RulebookFile, parse, shipped_file, shipped_ids};

use crate::failure::Failure;

/// All rulebooks: those compiled in first, then those of the folder.
pub(crate) fn all(folder: Option<&Path>) -> Result<Vec<RulebookFile>, Failure> {
    let mut files: Vec<RulebookFile> = shipped_ids().filter_map(shipped_file).cloned().collect();
    let Some(folder) = folder else {
        return Ok(files);
    };
    let cannot = |error: std::io::Error| {
        Failure::say(format!(
            "{}: {error}. Give --rulebooks a folder of *.toml files.",
            folder.display()
        ))
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    for path in paths {
        let name = path.display().to_string();
        let size = std::fs::metadata(&path).map_err(cannot)?.len();
        if size > FILE_BYTES_MAX as u64 {
            return Err(Failure::say(format!(
                "{name}: The file is too large. A rulebook file has at most {FILE_BYTES_MAX} bytes."
            )));
        }
        let text = std::fs::read_to_string(&path).map_err(|error| {
            Failure::say(format!(
                "{name}: {error}. A rulebook file must be UTF-8 text."
            ))
        })?;
        let file = parse(&name, &text).map_err(Failure::say)?;
        let id = &file.rulebook.about.id;
        if files.iter().any(|known| known.rulebook.about.id == *id) {
            return Err(Failure::say(format!(
                "{name}: There is already a rulebook '{id}'. Give this one another ID."
            )));
        }
        files.push(file);
    }
    Ok(files)
}

pub(crate) fn find(id: &str, folder: Option<&Path>) -> Result<RulebookFile, Failure> {
    let files = all(folder)?;
    let ids: Vec<&str> = files
        .iter()
        .map(|file| file.rulebook.about.id.as_str())
        .collect();
    let unknown = Failure::say(format!(
        "There is no rulebook '{id}'. Choose one of {}.",
        ids.join(", ")
    ));
    files
        .iter()
        .find(|file| file.rulebook.about.id == id)
        .cloned()
        .ok_or(unknown)
}

/// A rulebook with the director's changes.
pub(crate) fn with_changes(mut rules: Rulebook, set: &[String]) -> Result<Rulebook, Failure> {
    for change in set {
        let (axis, value) = change.split_once('=').ok_or_else(|| {
            Failure::say(format!(
                "--set {change}: The value is missing. Write --set SETTING=VALUE, such as empties=to_winner."
            ))
        })?;
        rules
            .set(axis.trim(), value)
            .map_err(|error| Failure::say(format!("--set {change}: {error}")))?;
    }
    Ok(rules)
}
