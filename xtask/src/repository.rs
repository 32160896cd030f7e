//! The files of the repository, as paths from its root and their texts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Folders that hold nothing anybody wrote.
const SKIPPED_FOLDERS: [&str; 4] = [".git", "target", "dist", "outflank-data"];

/// A text file of the repository.
#[derive(Clone, Debug)]
pub(crate) struct TextFile {
    /// Path from the root, with `/` between the parts.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    /// How the name ends, without the dot; empty when it has no dot.
    pub(crate) fn extension(&self) -> &str {
        self.path
            .rsplit('/')
            .next()
            .and_then(|name| name.rsplit_once('.'))
            .map_or("", |(_, extension)| extension)
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.extension() == "rs"
    }

    /// Whether the file lies in a folder `name`, at any depth.
    pub(crate) fn is_under(&self, name: &str) -> bool {
        self.path
            .rsplit_once('/')
            .is_some_and(|(folder, _)| folder.split('/').any(|part| part == name))
    }
}

/// The root: the folder above xtask's own manifest, or the nearest workspace above the current folder.
pub(crate) fn root() -> Result<PathBuf, Failure> {
    if let Some(manifest) = std::env::var_os("CARGO_MANIFEST_DIR")
        && let Some(root) = Path::new(&manifest).parent()
    {
        return Ok(root.to_owned());
    }
    let here = std::env::current_dir()
        .map_err(|error| Failure::File(format!("the current folder cannot be read: {error}")))?;
    here.ancestors()
        .find(|folder| folder.join("xtask/Cargo.toml").is_file())
        .map(Path::to_owned)
        .ok_or_else(|| {
            Failure::Use("this is no folder of the repository; go there first".to_owned())
        })
}

/// Every text file below `root`, sorted by path; files that are no UTF-8 are left out.
pub(crate) fn text_files(root: &Path) -> Result<Vec<TextFile>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(&folder, &error))?;
            let path = entry.path();
            let kind = entry
                .file_type()
                .map_err(|error| unreadable(&path, &error))?;
            if kind.is_dir() {
                let name = entry.file_name();
                if !SKIPPED_FOLDERS.iter().any(|skipped| name == *skipped) {
                    folders.push(path);
                }
            } else if kind.is_file() {
                let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
                if let Ok(text) = String::from_utf8(bytes) {
                    files.push(TextFile {
                        path: from_root(root, &path),
                        text,
                    });
                }
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// `path` as seen from `root`, with `/` between the parts.
pub(crate) fn from_root(root: &Path, path: &Path) -> String {
    let parts: Vec<_> = path
        .strip_prefix(root)
        .unwrap_or(path)
        .iter()
        .map(|part| part.to_string_lossy())
        .collect();
    parts.join("/")
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::File(format!("{} cannot be read: {error}", path.display()))
}

#[cfg(test)]
pub(crate) fn text_file(path: &str, text: &str) -> TextFile {
    TextFile {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_knows_its_extension_and_its_folders() {
        let file = text_file("crates/game/tests/cases/wof/IV.6.p2.d.game", "");
        assert_eq!(file.extension(), "game");
        assert!(file.is_under("tests"));
        assert!(!file.is_under("IV.6.p2.d.game"));
        assert_eq!(text_file("LICENSE", "").extension(), "");
    }

    #[test]
    fn the_walk_finds_this_file_and_no_build_folder() {
        let files = text_files(&root().unwrap()).unwrap();
        assert!(
            files
                .iter()
                .any(|file| file.path == "xtask/src/repository.rs")
        );
        assert!(!files.iter().any(|file| file.path.starts_with("target/")));
    }
}
