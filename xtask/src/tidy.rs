//! `cargo xtask tidy`: what the compiler cannot hold for us.
//!
//! - [`layers`]: the arrows between the crates, and who may know HTTP and SQL
//! - [`lints`]: the two lints that layers 0–5 deny
//! - [`sources`]: words that do not belong in the code
//! - [`doc_comments`]: no comment that only repeats the name
//! - [`files`]: sizes, machine paths, the toolchain file
//! - [`links`]: links and commands in the documents
//! - [`language`]: words that texts for people do not use
//! - [`programs`]: no file of tests that is never run
//! - [`unused`]: no dependency that no code uses
//!
//! Each rule is a function from texts to findings, tested on small strings.

pub(crate) mod doc_comments;
pub(crate) mod files;
pub(crate) mod language;
pub(crate) mod layers;
pub(crate) mod links;
pub(crate) mod lints;
pub(crate) mod programs;
pub(crate) mod sources;
pub(crate) mod test_code;
pub(crate) mod unused;

use std::path::Path;

use crate::failure::{Failure, Finding};
use crate::{metadata, repository};
use test_code::TestFiles;

/// Runs every rule and says that all hold, or prints one line per violation.
pub(crate) fn run() -> Result<(), Failure> {
    check(&repository::root()?)
}

/// The same, as a step of `cargo xtask test`.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let metadata = metadata::read(root)?;
    let files = repository::text_files(root)?;
    let tests = TestFiles::among(&files);
    let mut findings: Vec<Finding> = layers::findings(&metadata);
    for file in &files {
        findings.extend(files::findings(file));
        findings.extend(links::findings(file, root));
        findings.extend(language::findings(file));
        if file.is_rust() {
            findings.extend(doc_comments::findings(file));
            findings.extend(sources::findings(file, &tests));
            findings.extend(lints::findings(file, &tests));
        }
    }
    findings.extend(lints::missing_libraries(&metadata, &files));
    findings.extend(programs::findings(&files));
    findings.extend(unused::findings(&metadata, &files));
    Failure::unless_empty(findings)?;
    println!(
        "tidy: {} packages and {} files hold the arrows and the invariants",
        metadata.packages.len(),
        files.len()
    );
    Ok(())
}

/// `board` for a file in `crates/board/…`; `None` outside `crates/`.
pub(crate) fn crate_folder(path: &str) -> Option<&str> {
    let (folder, _) = path.strip_prefix("crates/")?.split_once('/')?;
    Some(folder)
}
