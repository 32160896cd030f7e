//! Test programs of many files: no file is forgotten.

use crate::failure::Finding;
use crate::repository::TextFile;

/// The top file of a crate's one test program, beside the files that are its modules.
const TOP: &str = "tests/all.rs";

/// Files beside a top file that it does not name: their tests would never run.
pub(crate) fn findings(files: &[TextFile]) -> Vec<Finding> {
    let tops = (files.iter()).filter_map(|file| Some((file.path.strip_suffix("all.rs")?, file)));
    let tops = tops.filter(|(_, file)| file.path.ends_with(TOP));
    tops.flat_map(|(folder, top)| forgotten(folder, top, files))
        .collect()
}

fn forgotten(folder: &str, top: &TextFile, files: &[TextFile]) -> Vec<Finding> {
    let beside = files.iter().filter_map(|file| {
        let name = file.path.strip_prefix(folder)?.strip_suffix(".rs")?;
        (!name.contains('/') && name != "all").then_some((file, name))
    });
    beside
        .filter(|(_, name)| !(top.text.lines()).any(|line| line.trim() == format!("mod {name};")))
        .map(|(file, name)| {
            let what = format!("its tests never run: write 'mod {name};' into {}", top.path);
            Finding::at(&file.path, 1, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(files: &[(&str, &str)], forgotten: &[&str]) {
        let files: Vec<TextFile> = (files.iter())
            .map(|(path, text)| text_file(path, text))
            .collect();
        let found: Vec<String> = findings(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), forgotten.len(), "{found:?}");
        for (found, path) in found.iter().zip(forgotten) {
            assert!(found.starts_with(path), "{found}");
        }
    }

    #[test]
    fn a_file_that_the_top_file_does_not_name_is_found() {
        let top = ("crates/game/tests/all.rs", "mod clock;\nmod support;\n");
        let clock = ("crates/game/tests/clock.rs", "");
        check(&[top, clock], &[]);
        let flags = ("crates/game/tests/flags.rs", "");
        let inner = ("crates/game/tests/support/flags.rs", "");
        check(&[top, clock, flags, inner], &["crates/game/tests/flags.rs"]);
        // A crate whose test files are programs by themselves.
        check(&[("crates/web/tests/pages.rs", "")], &[]);
    }
}
