//! What the tests need from Debian beyond Rust: found, installed, or precisely asked for.

use std::env;
use std::fs;
use std::process::Command;

use crate::failure::Failure;
use crate::step;

/// A Debian package some test cannot do without.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needed {
    pub(crate) package: &'static str,
    /// A program on the path or a file with its whole path: when it is there, the package counts as installed.
    pub(crate) program: &'static str,
    /// Which tests need it and for what.
    pub(crate) why: &'static str,
}

/// The packages the tests need today.
pub(crate) const NEEDED: [Needed; 7] = [
    Needed {
        package: "chromium",
        program: "chromium",
        why: "journeys through the pages in a real browser",
    },
    Needed {
        package: "chromium-driver",
        program: "chromedriver",
        why: "drives that browser",
    },
    // Its servers are not on the path, but its clients are, and the one package brings both.
    Needed {
        package: "postgresql",
        program: "pg_isready",
        why: "private servers for the log in PostgreSQL",
    },
    Needed {
        package: "node-typescript",
        program: "tsc",
        why: "checks the types of the pages' modules",
    },
    Needed {
        package: "poppler-utils",
        program: "pdftotext",
        why: "looks at what the browser prints",
    },
    Needed {
        package: "fonts-dejavu-core",
        program: "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
        why: "sheets in wide letters",
    },
    Needed {
        package: "fonts-liberation",
        program: "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
        why: "sheets in narrow letters",
    },
];

/// Installs what is missing where we may, and otherwise says what to install.
pub(crate) fn provide(needed: &[Needed]) -> Result<(), Failure> {
    let missing: Vec<Needed> = needed
        .iter()
        .copied()
        .filter(|needed| !is_on_path(needed.program))
        .collect();
    if missing.is_empty() {
        println!("nothing is missing");
        return Ok(());
    }
    if !(is_debian() && is_root()) {
        return Err(Failure::Use(request(&missing)));
    }
    for needed in &missing {
        println!("installing {}: {}", needed.package, needed.why);
    }
    let advice = request(&missing);
    step::succeed(Command::new("apt-get").args(["update", "-q"]), &advice)?;
    step::succeed(
        Command::new("apt-get")
            .args(["install", "-q", "-y", "--no-install-recommends"])
            .args(missing.iter().map(|needed| needed.package))
            .env("DEBIAN_FRONTEND", "noninteractive"),
        &advice,
    )
}

/// What to tell a person who has to install the packages by hand.
fn request(missing: &[Needed]) -> String {
    let mut text = String::from("the tests need programs that are not installed:\n");
    for needed in missing {
        text.push_str(&format!(
            "  {} (program {}): {}\n",
            needed.package, needed.program, needed.why
        ));
    }
    let packages: Vec<&str> = missing.iter().map(|needed| needed.package).collect();
    text.push_str(&format!(
        "on Debian run: sudo apt-get install {}\nelsewhere install the same programs, then run cargo xtask test again",
        packages.join(" ")
    ));
    text
}

fn is_on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

fn is_debian() -> bool {
    fs::read_to_string("/etc/os-release").is_ok_and(|text| names_debian(&text))
}

/// Whether an os-release file is Debian's or that of a system made from it.
fn names_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter(|(key, _)| matches!(*key, "ID" | "ID_LIKE"))
        .any(|(_, value)| {
            value
                .trim_matches('"')
                .split_whitespace()
                .any(|name| name == "debian")
        })
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_children_are_recognised() {
        assert!(names_debian("NAME=x\nID=debian\n"));
        assert!(names_debian("ID=ubuntu\nID_LIKE=\"debian\"\n"));
        assert!(!names_debian("ID=fedora\nPRETTY_NAME=\"not debian\"\n"));
    }

    #[test]
    fn a_program_on_the_path_needs_no_package() {
        assert!(is_on_path("sh"));
        assert!(!is_on_path("no-such-program"));
        assert!(
            provide(&[Needed {
                package: "dash",
                program: "sh",
                why: "a shell"
            }])
            .is_ok()
        );
    }

    #[test]
    fn the_request_names_package_reason_and_command() {
        let text = request(&[Needed {
            package: "chromium-driver",
            program: "chromedriver",
            why: "journeys through the pages",
        }]);
        assert!(
            text.contains("chromium-driver (program chromedriver): journeys through the pages")
        );
        assert!(text.contains("sudo apt-get install chromium-driver"));
    }
}
