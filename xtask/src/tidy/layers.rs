//! The layer table of the design: who sees whom, dev-dependencies included.

use crate::failure::Finding;
use crate::metadata::{Metadata, Package};

/// A crate of the layer table.
struct Layer {
    number: u8,
    folder: &'static str,
    /// The crates it may depend on; each arrow that is not here is a violation.
    sees: &'static [&'static str],
}

const LAYERS: [Layer; 14] = [
    row(0, "board", &[]),
    row(0, "event", &[]),
    row(1, "engine", &["board"]),
    row(1, "rulebook", &["board", "event"]),
    row(2, "game", &["board", "event", "rulebook"]),
    row(2, "pairing", &["event", "rulebook"]),
    row(3, "tournament", &["event", "rulebook", "pairing"]),
    row(4, "federation", &["event", "rulebook", "tournament"]),
    row(
        5,
        "formats",
        &[
            "board",
            "engine",
            "event",
            "rulebook",
            "game",
            "pairing",
            "tournament",
            "federation",
        ],
    ),
    row(
        6,
        "desk",
        &[
            "board",
            "engine",
            "event",
            "rulebook",
            "game",
            "pairing",
            "tournament",
            "federation",
        ],
    ),
    row(7, "store", &["event", "desk"]),
    row(
        7,
        "web",
        &[
            "board",
            "engine",
            "event",
            "rulebook",
            "game",
            "pairing",
            "tournament",
            "federation",
            "formats",
            "desk",
        ],
    ),
    row(
        7,
        "sim",
        &[
            "board",
            "engine",
            "event",
            "rulebook",
            "game",
            "pairing",
            "tournament",
            "federation",
            "formats",
            "desk",
            "store",
        ],
    ),
    row(
        8,
        "outflank",
        &[
            "board",
            "engine",
            "event",
            "rulebook",
            "game",
            "pairing",
            "tournament",
            "federation",
            "formats",
            "desk",
            "store",
            "web",
            "sim",
        ],
    ),
];

/// What the project's own chores may use: training plays games and searches.
const SEEN_BY_XTASK: [&str; 2] = ["board", "engine"];

/// Layers 0 to this one are pure: no clock, disk, network, environment, randomness or floating point.
const LAST_PURE_LAYER: u8 = 5;

/// Only `web` knows HTTP.
const HTTP: [&str; 10] = [
    "actix-web",
    "axum",
    "axum-core",
    "axum-extra",
    "http",
    "http-body",
    "http-body-util",
    "hyper",
    "hyper-util",
    "tower-http",
];

/// Only `store` knows SQL.
const SQL: [&str; 9] = [
    "deadpool-postgres",
    "diesel",
    "libsqlite3-sys",
    "postgres",
    "postgres-types",
    "rusqlite",
    "sqlx",
    "sqlite",
    "tokio-postgres",
];

const fn row(number: u8, folder: &'static str, sees: &'static [&'static str]) -> Layer {
    Layer {
        number,
        folder,
        sees,
    }
}

/// The layer's number of a crate folder; `None` for what is not in the table.
pub(crate) fn layer(folder: &str) -> Option<u8> {
    find(folder).map(|layer| layer.number)
}

/// Whether the crate in `folder` belongs to layers 0–5.
pub(crate) fn is_pure(folder: &str) -> bool {
    layer(folder).is_some_and(|number| number <= LAST_PURE_LAYER)
}

/// Every arrow, name and dependency that the table does not allow.
pub(crate) fn findings(metadata: &Metadata) -> Vec<Finding> {
    metadata.packages.iter().flat_map(of_package).collect()
}

fn of_package(package: &Package) -> Vec<Finding> {
    let folder = package.folder();
    if package.name == "xtask" {
        let manifest = "xtask/Cargo.toml";
        return ours(package)
            .filter(|seen| !SEEN_BY_XTASK.contains(seen))
            .map(|seen| {
                Finding::in_file(
                    manifest,
                    format!("xtask must not see {seen}: remove the dependency"),
                )
            })
            .collect();
    }
    let manifest = format!("crates/{folder}/Cargo.toml");
    let Some(layer) = find(folder) else {
        return vec![Finding::in_file(
            &manifest,
            format!(
                "{folder} is not in the layer table: add it to the design and to xtask/src/tidy/layers.rs, or move it"
            ),
        )];
    };
    let mut findings = Vec::new();
    if package.name != package_name(folder) {
        findings.push(Finding::in_file(
            &manifest,
            format!(
                "the package is called {}: call it {}",
                package.name,
                package_name(folder)
            ),
        ));
    }
    for seen in ours(package).filter(|seen| !layer.sees.contains(seen)) {
        findings.push(Finding::in_file(
            &manifest,
            format!(
                "{folder} (layer {}) must not see {seen}: it sees {}; move the code to where both are seen",
                layer.number,
                one_or_nothing(layer.sees)
            ),
        ));
    }
    for dependency in &package.dependencies {
        let name = dependency.name.as_str();
        if HTTP.contains(&name) && folder != "web" {
            findings.push(Finding::in_file(
                &manifest,
                format!("only web knows HTTP: {folder} must not depend on {name}"),
            ));
        }
        if SQL.contains(&name) && folder != "store" {
            findings.push(Finding::in_file(
                &manifest,
                format!("only store knows SQL: {folder} must not depend on {name}"),
            ));
        }
    }
    findings
}

fn find(folder: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.folder == folder)
}

fn package_name(folder: &str) -> String {
    match folder {
        "outflank" => folder.to_owned(),
        library => format!("outflank-{library}"),
    }
}

/// The folders of our own crates that a package depends on, itself left out (a dev-dependency on itself is no arrow).
fn ours(package: &Package) -> impl Iterator<Item = &str> {
    package
        .dependencies
        .iter()
        .filter(|dependency| dependency.name != package.name)
        .filter_map(|dependency| match dependency.name.as_str() {
            "outflank" => Some("outflank"),
            name => name.strip_prefix("outflank-"),
        })
}

fn one_or_nothing(sees: &[&str]) -> String {
    if sees.is_empty() {
        "nothing".to_owned()
    } else {
        sees.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::parsed;

    #[track_caller]
    fn check(folder: &str, name: &str, dependencies: &[&str], expected: &[&str]) {
        let dependencies: Vec<String> = dependencies
            .iter()
            .map(|name| format!(r#"{{"name": "{name}", "kind": "dev"}}"#))
            .collect();
        let metadata = parsed(&format!(
            r#"{{"packages": [{{"name": "{name}", "manifest_path": "/x/crates/{folder}/Cargo.toml",
                "dependencies": [{}], "targets": []}}]}}"#,
            dependencies.join(",")
        ));
        let found: Vec<String> = findings(&metadata)
            .into_iter()
            .map(|finding| finding.what)
            .collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                found.contains(expected),
                "{found:?} does not say {expected:?}"
            );
        }
    }

    #[test]
    fn arrows_of_the_table_are_free() {
        check(
            "game",
            "outflank-game",
            &["outflank-board", "outflank-rulebook", "serde"],
            &[],
        );
        check("outflank", "outflank", &["outflank-web", "clap"], &[]);
    }

    #[test]
    fn an_arrow_upwards_or_sideways_is_refused() {
        check(
            "board",
            "outflank-board",
            &["outflank-rulebook"],
            &["board (layer 0) must not see rulebook: it sees nothing"],
        );
        check(
            "pairing",
            "outflank-pairing",
            &["outflank-board"],
            &["must not see board: it sees event, rulebook"],
        );
        check(
            "web",
            "outflank-web",
            &["outflank-store"],
            &["web (layer 7) must not see store"],
        );
    }

    #[test]
    fn names_and_folders_go_together() {
        check("board", "board", &[], &["call it outflank-board"]);
        check(
            "misc",
            "outflank-misc",
            &[],
            &["misc is not in the layer table"],
        );
        check(
            "xtask",
            "xtask",
            &["outflank-engine", "outflank-desk"],
            &["xtask must not see desk"],
        );
    }

    #[test]
    fn http_and_sql_have_one_home_each() {
        check(
            "desk",
            "outflank-desk",
            &["axum", "rusqlite"],
            &["only web knows HTTP", "only store knows SQL"],
        );
        check("web", "outflank-web", &["axum"], &[]);
        check("store", "outflank-store", &["rusqlite"], &[]);
    }

    #[test]
    fn every_crate_sees_only_what_is_below_it() {
        for layer in &LAYERS {
            for seen in layer.sees {
                let below = find(seen).unwrap();
                assert!(below.number <= layer.number, "{} sees {seen}", layer.folder);
            }
        }
    }
}
