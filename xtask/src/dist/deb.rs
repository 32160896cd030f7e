//! The Debian package: program, service with a user of its own, settings, manual pages, completions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::build::SOURCE_DATE_EPOCH;
use crate::dist::{failed, write};
use crate::failure::Failure;
use crate::step;

const POSTINST: &str = "#!/bin/sh
set -e
if [ \"$1\" = configure ]; then
    getent passwd outflank >/dev/null || useradd --system --user-group --home-dir /var/lib/outflank --no-create-home \\
        --shell /usr/sbin/nologin outflank
    install -d -m 700 -o outflank -g outflank /var/lib/outflank
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        systemctl enable --now outflank.service
    fi
fi
";

const PRERM: &str = "#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now outflank.service
fi
";

/// Tournaments are kept when the package goes; `purge` removes the settings and the user, never the log.
const POSTRM: &str = "#!/bin/sh
set -e
if [ \"$1\" = purge ]; then
    if getent passwd outflank >/dev/null; then userdel outflank; fi
    rmdir --ignore-fail-on-non-empty /var/lib/outflank 2>/dev/null || true
fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
";

pub(crate) fn make(
    root: &Path,
    folder: &Path,
    executable: &Path,
    version: &str,
) -> Result<PathBuf, Failure> {
    let tree = root.join("target/dist-deb");
    let _ = fs::remove_dir_all(&tree);
    let put = |path: &str, bytes: &[u8]| write(&tree.join(path), bytes);
    let read = |path: PathBuf| fs::read(path).map_err(|error| failed(&error));
    put("usr/bin/outflank", &read(executable.to_owned())?)?;
    let unit =
        fs::read_to_string(root.join("deploy/outflank.service")).map_err(|error| failed(&error))?;
    put(
        "usr/lib/systemd/system/outflank.service",
        packaged_unit(&unit).as_bytes(),
    )?;
    put(
        "etc/outflank.toml",
        &read(root.join("deploy/outflank.toml"))?,
    )?;
    put(
        "usr/share/doc/outflank/copyright",
        &read(folder.join("LICENCES.txt"))?,
    )?;
    put(
        "usr/share/doc/outflank/CHANGELOG.md",
        &read(root.join("CHANGELOG.md"))?,
    )?;
    for (shell, path) in [
        ("bash", "usr/share/bash-completion/completions/outflank"),
        ("zsh", "usr/share/zsh/vendor-completions/_outflank"),
        ("fish", "usr/share/fish/vendor_completions.d/outflank.fish"),
    ] {
        let text = step::output(
            Command::new(executable).args(["completions", shell]),
            "the program makes them",
        )?;
        put(path, text.as_bytes())?;
    }
    let manual = tree.join("usr/share/man/man1");
    fs::create_dir_all(&manual).map_err(|error| failed(&error))?;
    step::succeed(
        Command::new(executable).arg("manual").arg(&manual),
        "the program makes its manual pages",
    )?;
    step::succeed(
        Command::new("sh")
            .args(["-c", "gzip -9 -n *.1"])
            .current_dir(&manual),
        "gzip is part of Debian",
    )?;
    put("DEBIAN/conffiles", b"/etc/outflank.toml\n")?;
    put(
        "DEBIAN/control",
        control(version, kilobytes(&tree)?).as_bytes(),
    )?;
    for (name, script) in [("postinst", POSTINST), ("prerm", PRERM), ("postrm", POSTRM)] {
        put(&format!("DEBIAN/{name}"), script.as_bytes())?;
    }
    // The same rights whatever the umask of the builder is.
    let rights = "find . -type d -exec chmod 755 {} + ; find . -type f -exec chmod 644 {} + ; \
                  chmod 755 usr/bin/outflank DEBIAN/postinst DEBIAN/prerm DEBIAN/postrm";
    step::succeed(
        Command::new("sh").args(["-c", rights]).current_dir(&tree),
        "chmod is part of coreutils",
    )?;
    let package = folder.join(format!("outflank_{version}_amd64.deb"));
    step::succeed(
        Command::new("dpkg-deb")
            .args(["--build", "--root-owner-group", "-Zxz"])
            .arg(&tree)
            .arg(&package)
            .env("SOURCE_DATE_EPOCH", SOURCE_DATE_EPOCH),
        "dpkg-deb is part of dpkg",
    )?;
    Ok(package)
}

/// The unit of the repository, for the places of the package.
fn packaged_unit(unit: &str) -> String {
    let lines = unit
        .lines()
        .filter(|line| !line.starts_with('#') && *line != "DynamicUser=yes");
    let text: Vec<&str> = lines.collect();
    text.join("\n").replace(
        "ExecStart=/usr/local/bin/outflank serve",
        "ExecStart=/usr/bin/outflank serve --config /etc/outflank.toml",
    ) + "\n"
}

fn control(version: &str, kilobytes: u64) -> String {
    format!(
        "Package: outflank\nVersion: {version}\nSection: games\nPriority: optional\nArchitecture: amd64\n\
         Depends: libc6 (>= 2.28), libgcc-s1 | libgcc1, passwd\nInstalled-Size: {kilobytes}\n\
         Maintainer: The Outflank maintainers <outflank@example.org>\n\
         Description: runs Othello tournaments\n \
         From one disc flipped on one board to the World Championship: pairings, results, standings,\n \
         finals, judges' tablets, live boards and a federation's office, under the rules of five federations.\n"
    )
}

fn kilobytes(tree: &Path) -> Result<u64, Failure> {
    let text = step::output(
        Command::new("du")
            .args(["-sk", "--apparent-size"])
            .arg(tree),
        "du is part of coreutils",
    )?;
    Ok(text
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(0))
}

/// Installs the package in a throw-away root, has its unit checked, removes it and looks at what is left.
pub(crate) fn check(package: &Path, folder: &Path) -> Result<(), Failure> {
    let root = folder.with_file_name("target").join("dist-root");
    let _ = fs::remove_dir_all(&root);
    let script = format!(
        "set -e; mkdir -p {root}/var/lib/dpkg/info {root}/var/lib/dpkg/updates; : > {root}/var/lib/dpkg/status
         : > {root}/var/lib/dpkg/available
         dpkg --root={root} --force-not-root --force-depends --force-script-chrootless --unpack {package} >/dev/null
         {root}/usr/bin/outflank --version
         sed 's|/usr/bin/outflank|{root}/usr/bin/outflank|' {root}/usr/lib/systemd/system/outflank.service \
             > {root}/outflank.service
         systemd-analyze verify {root}/outflank.service
         dpkg --root={root} --force-not-root --force-depends --force-script-chrootless --purge outflank >/dev/null
         rm {root}/outflank.service
         left=$(find {root} -path {root}/var/lib/dpkg -prune -o -type f -print)
         if [ -n \"$left\" ]; then echo \"left behind: $left\"; exit 1; fi",
        root = root.display(),
        package = package.display(),
    );
    step::succeed(
        Command::new("sh").args(["-c", &script]),
        "the package must install, its unit be right, and nothing be left when it is removed",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packaged_unit_starts_the_installed_program_as_its_own_user() {
        let unit = packaged_unit(include_str!("../../../deploy/outflank.service"));
        assert!(unit.contains("ExecStart=/usr/bin/outflank serve --config /etc/outflank.toml\n"));
        assert!(unit.contains("User=outflank\n"));
        assert!(!unit.contains("DynamicUser"));
    }
}
