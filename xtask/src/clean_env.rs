//! Test programs run as on a machine that has never seen the project: an empty home, two families of fonts,
//! another time zone and another language. Only what cargo and the compiler need is passed on.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;

/// Variables that are passed on.
const PASSED_ON: [&str; 9] = [
    "PATH",
    "TMPDIR",
    "CC",
    "CXX",
    "CFLAGS",
    "LD_LIBRARY_PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "no_proxy",
];

/// Beginnings of variables that are passed on. Cargo's names for the running package are not among them.
const PASSED_ON_PREFIXES: [&str; 13] = [
    "CARGO_BUILD_",
    "CARGO_HTTP_",
    "CARGO_INCREMENTAL",
    "CARGO_NET_",
    "CARGO_PROFILE_",
    "CARGO_REGISTR",
    "CARGO_SOURCE_",
    "CARGO_TARGET_",
    "CARGO_TERM_",
    "HTTP",
    "RUST",
    "http",
    "SOURCE_DATE_EPOCH",
];

/// The fonts of the packages that the tests install, and no others.
const FONTS: &str = "<?xml version=\"1.0\"?>
<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">
<fontconfig>
  <dir>/usr/share/fonts/truetype/dejavu</dir>
  <dir>/usr/share/fonts/truetype/liberation</dir>
  <cachedir prefix=\"xdg\">fontconfig</cachedir>
</fontconfig>
";

/// An empty home for test programs; removed when it is dropped.
pub(crate) struct CleanHome(PathBuf);

impl CleanHome {
    pub(crate) fn create() -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("outflank-home-{}", std::process::id()));
        let made = fs::create_dir_all(&folder);
        made.and_then(|()| fs::write(folder.join("fonts.conf"), FONTS))
            .map_err(|error| Failure::Use(format!("{}: {error}", folder.display())))?;
        Ok(Self(folder))
    }

    /// Makes a command run in the clean environment.
    pub(crate) fn apply(&self, command: &mut Command) {
        command.env_clear();
        command.envs(env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_passed_on)));
        for (name, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            if let Some(path) = tool_home(env::var_os(name), env::var_os("HOME"), folder) {
                command.env(name, path);
            }
        }
        command
            .env("HOME", &self.0)
            .env("FONTCONFIG_FILE", self.0.join("fonts.conf"))
            .env("TZ", "Pacific/Chatham")
            .env("LC_ALL", "tr_TR.UTF-8");
    }
}

impl Drop for CleanHome {
    fn drop(&mut self) {
        // What stays behind is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn is_passed_on(name: &str) -> bool {
    PASSED_ON.contains(&name) || (PASSED_ON_PREFIXES.iter()).any(|prefix| name.starts_with(prefix))
}

/// Where cargo or rustup keeps its files: where it was told to, or else in the real home.
fn tool_home(told: Option<OsString>, home: Option<OsString>, folder: &str) -> Option<OsString> {
    told.or_else(|| Some(Path::new(&home?).join(folder).into_os_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_build_needs_is_passed_on() {
        for name in ["PATH", "CARGO_TARGET_DIR", "RUSTFLAGS", "HTTPS_PROXY"] {
            assert!(is_passed_on(name), "{name}");
        }
        for name in [
            "LANG",
            "USER",
            "XDG_CONFIG_HOME",
            "OUTFLANK_DATABASE",
            "CARGO_MANIFEST_DIR",
        ] {
            assert!(!is_passed_on(name), "{name}");
        }
    }

    #[test]
    fn the_tools_keep_their_folders() {
        let told = Some(OsString::from("/elsewhere"));
        let home = Some(OsString::from("/elsewhere/ann"));
        let path = |told, home| tool_home(told, home, ".cargo");
        assert_eq!(path(told, home.clone()), Some("/elsewhere".into()));
        assert_eq!(path(None, home), Some("/elsewhere/ann/.cargo".into()));
        assert_eq!(path(None, None), None);
    }

    #[test]
    fn a_program_finds_an_empty_home_another_time_and_another_language() {
        let home = CleanHome::create().unwrap();
        let mut program = Command::new("sh");
        home.apply(&mut program);
        let output = program
            .args(["-c", "echo $TZ $LC_ALL $USER; ls \"$HOME\""])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text, "Pacific/Chatham tr_TR.UTF-8\nfonts.conf\n");
    }
}
