//! Part of `cargo xtask soak`: axe-core, from npm, in a real browser on every page of a served demo, light and dark.
//!
//! No page may have an issue axe calls serious or critical. The tool is unpacked below `target/` and is no part of the
//! program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::browser::{Look, PHONE, Theme};
use crate::failure::Failure;
use crate::screenshots::Visitors;
use crate::screenshots::pages::{PAGES, SHEETS};
use crate::served::Served;
use crate::step;

/// The edition that is asked for; the same issues are found in every run.
const AXE: &str = "axe-core@4.10.3";

/// Everything WCAG 2.2 AA asks for that a program can see, and the good practice beside it.
const ASK: &str = "const done = arguments[arguments.length - 1]; \
    axe.run(document, {resultTypes: ['violations'], runOnly: \
        ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}) \
    .then((said) => done(said.violations), (error) => done(String(error)))";

const LOOKS: [(&str, Look); 3] = [
    ("light", look(1280, Theme::Light)),
    ("dark", look(1280, Theme::Dark)),
    ("phone", look(PHONE, Theme::Light)),
];

const fn look(width: u32, theme: Theme) -> Look {
    Look {
        width,
        height: 1000,
        theme,
    }
}

pub(crate) fn run(root: &Path, program: Option<&Path>) -> Result<(), Failure> {
    let axe = unpacked(root)?;
    let executable = step::program(root, program, "soak")?;
    let served = Served::start(&executable)?;
    let visitors = Visitors::of(&served)?;
    let mut found = Vec::new();
    let mut looked = 0;
    for (name, look) in LOOKS {
        for page in PAGES.iter().chain(SHEETS) {
            let browser = visitors.open(page, look)?;
            browser.script(&axe)?;
            let said = browser.wait(ASK)?;
            found.extend(
                issues(&said)
                    .into_iter()
                    .map(|one| format!("{name} {}: {one}", page.path)),
            );
            looked += 1;
        }
    }
    if found.is_empty() {
        println!("{looked} looks at pages found no serious issue");
        return Ok(());
    }
    Err(Failure::Step(format!(
        "{}\n{} serious issues of accessibility; each line says the page, the rule and where",
        found.join("\n"),
        found.len()
    )))
}

/// The tool's one file, fetched if it is not there.
fn unpacked(root: &Path) -> Result<String, Failure> {
    let advice = "npm and a way to its registry are needed for this step; on Debian install npm";
    let folder: PathBuf = root.join("target/axe");
    let file = folder.join("package/axe.min.js");
    if !file.exists() {
        let failed = |error: std::io::Error| Failure::File(format!("target/axe: {error}"));
        fs::create_dir_all(&folder).map_err(failed)?;
        let packed = step::output(
            Command::new("npm")
                .args(["pack", "--silent", AXE])
                .current_dir(&folder),
            advice,
        )?;
        let packed = packed.lines().last().unwrap_or_default();
        step::succeed(
            Command::new("tar")
                .args(["-xzf", packed])
                .current_dir(&folder),
            advice,
        )?;
    }
    fs::read_to_string(&file).map_err(|error| Failure::File(format!("{}: {error}", file.display())))
}

/// What is serious, each with its rule and the first places.
fn issues(said: &Value) -> Vec<String> {
    let Some(all) = said.as_array() else {
        return vec![format!("axe did not run: {said}")];
    };
    let is_serious = |one: &&Value| matches!(one["impact"].as_str(), Some("serious" | "critical"));
    let told = all.iter().filter(is_serious).map(|one| {
        let nodes = one["nodes"].as_array().map_or(&[][..], Vec::as_slice);
        let places: Vec<String> = (nodes.iter().take(3))
            .map(|node| {
                format!(
                    "{} {}",
                    node["target"],
                    node["any"][0]["message"].as_str().unwrap_or("")
                )
            })
            .collect();
        format!(
            "{} ({} places): {}",
            one["id"],
            nodes.len(),
            places.join(" | ")
        )
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_serious_issues_are_told_with_their_places() {
        let said = json!([
            {"id": "region", "impact": "moderate", "nodes": []},
            {"id": "color-contrast", "impact": "serious", "nodes": [{"target": ["p"], "any": [{"message": "3.1 : 1"}]}]}
        ]);
        assert_eq!(
            issues(&said),
            ["\"color-contrast\" (1 places): [\"p\"] 3.1 : 1"]
        );
        assert_eq!(issues(&json!("no axe")), ["axe did not run: \"no axe\""]);
    }
}
