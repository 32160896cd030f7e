//! The packages of the workspace, as `cargo metadata` tells them.

use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;
use crate::step;

#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
}

/// One package of the workspace.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) version: String,
    pub(crate) manifest_path: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
}

/// A dependency of any kind: normal, build or dev.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
}

/// A library, program, test, benchmark or example of a package.
#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) kind: Vec<String>,
}

impl Package {
    /// The folder the package lies in: `board` for `crates/board/Cargo.toml`.
    pub(crate) fn folder(&self) -> &str {
        folder_of_manifest(&self.manifest_path)
    }
}

/// The name of the folder a manifest lies in.
pub(crate) fn folder_of_manifest(manifest_path: &str) -> &str {
    Path::new(manifest_path)
        .parent()
        .and_then(Path::file_name)
        .and_then(|name| name.to_str())
        .unwrap_or("")
}

/// Asks cargo for the packages.
pub(crate) fn read(root: &Path) -> Result<Metadata, Failure> {
    let text = step::output(
        step::cargo(root).args(["metadata", "--no-deps", "--format-version", "1"]),
        "put the manifests right and run again",
    )?;
    parse(&text)
}

fn parse(text: &str) -> Result<Metadata, Failure> {
    serde_json::from_str(text)
        .map_err(|error| Failure::File(format!("cargo metadata is not as expected: {error}")))
}

#[cfg(test)]
pub(crate) fn parsed(text: &str) -> Metadata {
    parse(text).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_knows_its_folder() {
        let metadata = parsed(
            r#"{"packages": [{"name": "outflank-board", "manifest_path": "/x/crates/board/Cargo.toml",
                "dependencies": [{"name": "serde", "kind": null}],
                "targets": [{"name": "perft", "kind": ["bench"]}]}], "version": 1}"#,
        );
        assert_eq!(metadata.packages[0].folder(), "board");
    }
}
