//! Every dependency of a package is used by its code.

use crate::failure::Finding;
use crate::metadata::{Metadata, Package};
use crate::repository::TextFile;

/// Dependencies that no Rust file of their package names, and why they stay.
const KEPT: [(&str, &str, &str); 1] = [(
    "xtask",
    "base64",
    "the browser of the program's tests is included by its path",
)];

pub(crate) fn findings(metadata: &Metadata, files: &[TextFile]) -> Vec<Finding> {
    (metadata.packages.iter())
        .flat_map(|package| unused(package, files))
        .collect()
}

fn unused(package: &Package, files: &[TextFile]) -> Vec<Finding> {
    let folder = match package.name.as_str() {
        "xtask" => "xtask/".to_owned(),
        _ => format!("crates/{}/", package.folder()),
    };
    let own: Vec<&TextFile> = (files.iter())
        .filter(|file| {
            file.path.starts_with(&folder) && (file.is_rust() || file.extension() == "html")
        })
        .collect();
    (package.dependencies.iter())
        .filter(|one| !(own.iter()).any(|file| names(&file.text, &one.name.replace('-', "_"))))
        .filter(|one| {
            !KEPT
                .iter()
                .any(|(of, name, _)| *of == package.name && *name == one.name)
        })
        .map(|one| {
            let what = format!("{} is declared and not used: remove it", one.name);
            Finding::in_file(&format!("{folder}Cargo.toml"), what)
        })
        .collect()
}

/// Whether a text has the word.
fn names(text: &str, word: &str) -> bool {
    let inside = |sign: char| sign.is_alphanumeric() || sign == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::parsed;
    use crate::repository::text_file;

    #[test]
    fn a_dependency_that_no_file_names_is_found() {
        let metadata = parsed(
            r#"{"packages": [{"name": "outflank-board", "manifest_path": "/x/crates/board/Cargo.toml",
                "dependencies": [{"name": "serde"}, {"name": "serde-json"}], "targets": []}]}"#,
        );
        let used = text_file("crates/board/src/lib.rs", "use serde_json::Value;\n");
        let other = text_file("crates/game/src/lib.rs", "use serde::Serialize;\n");
        let found = findings(&metadata, &[used, other]);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].to_string().contains("serde is declared"),
            "{}",
            found[0]
        );
    }
}
