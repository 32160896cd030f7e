//! Running one program after another, saying what runs and how long it took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// The cargo that runs us, or the one on the path.
pub(crate) fn cargo(root: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root);
    command
}

/// Runs `command` with our own input and output; a failure carries `advice`.
pub(crate) fn succeed(command: &mut Command, advice: &str) -> Result<(), Failure> {
    let shown = shown(command);
    let status = command
        .status()
        .map_err(|error| Failure::Step(format!("`{shown}` did not start: {error}\n{advice}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Step(format!("`{shown}` failed\n{advice}")))
    }
}

/// Runs `command` and returns what it wrote to its output; its errors go to ours.
pub(crate) fn output(command: &mut Command, advice: &str) -> Result<String, Failure> {
    let shown = shown(command);
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| Failure::Step(format!("`{shown}` did not start: {error}\n{advice}")))?;
    if !output.status.success() {
        return Err(Failure::Step(format!("`{shown}` failed\n{advice}")));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| Failure::Step(format!("`{shown}` did not print UTF-8 text\n{advice}")))
}

/// The program that is looked at: the one that was named, or else built in a profile.
pub(crate) fn program(
    root: &Path,
    named: Option<&Path>,
    profile: &str,
) -> Result<PathBuf, Failure> {
    let Some(named) = named else {
        return built(root, profile);
    };
    // It is started in a folder of its own, so that its path is made whole here.
    named.canonicalize().map_err(|error| {
        Failure::Use(format!(
            "{}: {error}; name the built program",
            named.display()
        ))
    })
}

/// Builds the program in a profile; where the executable lies.
pub(crate) fn built(root: &Path, profile: &str) -> Result<PathBuf, Failure> {
    let messages = output(
        cargo(root).args([
            "build",
            "-p",
            "outflank",
            "--bin",
            "outflank",
            "--profile",
            profile,
            "--message-format",
            "json-render-diagnostics",
        ]),
        "the program must build first",
    )?;
    let found = messages.lines().rev().find_map(executable);
    found.ok_or_else(|| Failure::Step("cargo build did not say where the program lies".to_owned()))
}

/// The executable a message of cargo speaks of.
pub(crate) fn executable(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    Some(PathBuf::from(message.get("executable")?.as_str()?))
}

/// Announces a step, runs it and says how long it took.
pub(crate) fn timed(
    title: &str,
    step: impl FnOnce() -> Result<(), Failure>,
) -> Result<Duration, Failure> {
    println!("== {title}");
    let start = Instant::now();
    let outcome = step();
    let took = start.elapsed();
    let word = if outcome.is_ok() { "done" } else { "FAILED" };
    println!("== {title}: {word} in {}", seconds(took));
    outcome.map(|()| took)
}

/// A duration as a person reads it: `0.4 s`, `3 min 20 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let whole = duration.as_secs();
    if whole < 60 {
        format!("{whole}.{} s", duration.subsec_millis() / 100)
    } else {
        format!("{} min {} s", whole / 60, whole % 60)
    }
}

/// The command as one would type it; the program without its folder.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program());
    std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        assert_eq!(seconds(Duration::from_millis(440)), "0.4 s");
        assert_eq!(seconds(Duration::from_secs(200)), "3 min 20 s");
    }

    #[test]
    fn the_executable_is_in_cargos_messages() {
        assert_eq!(executable(r#"{"reason":"build-finished"}"#), None);
        let message = r#"{"reason":"compiler-artifact","executable":"/x/outflank"}"#;
        assert_eq!(executable(message), Some(PathBuf::from("/x/outflank")));
    }

    #[test]
    fn a_named_program_must_be_there() {
        let here = Path::new(".");
        let failure = program(here, Some(Path::new("/nowhere/outflank")), "dev").unwrap_err();
        assert!(failure.to_string().ends_with("name the built program"));
        assert!(program(here, Some(here), "dev").unwrap().is_absolute());
    }

    #[test]
    fn a_failed_program_names_itself_and_the_remedy() {
        let mut command = Command::new("/nowhere/no-such-program");
        command.arg("--now");
        let failure = succeed(&mut command, "install it").unwrap_err();
        let text = failure.to_string();
        assert!(text.contains("`no-such-program --now` did not start"));
        assert!(text.ends_with("install it"));
    }
}
