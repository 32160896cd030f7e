//! Tells the program which commit it was built from.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=OUTFLANK_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    // A file that is not there would make cargo run this before every build.
    for file in ["../../.git/HEAD", "../../.git/logs/HEAD"] {
        if std::path::Path::new(file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    let commit = std::env::var("OUTFLANK_COMMIT").ok().or_else(commit);
    let commit = commit.map_or_else(
        || "unknown commit".to_owned(),
        |commit| format!("commit {commit}"),
    );
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=OUTFLANK_BUILD={commit}, {profile} build");
}

fn commit() -> Option<String> {
    let output = Command::new("git")
        .args(["rev-parse", "--short=12", "HEAD"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
