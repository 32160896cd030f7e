//! A container image as an OCI layout, written without an engine: the C library from Debian's packages in one layer, the
//! program in another.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::dist::build::SOURCE_DATE_EPOCH;
use crate::dist::{failed, write};
use crate::failure::Failure;
use crate::step;

/// `podman load`, `skopeo copy oci-archive:…` and `docker load` read the archive.
pub(crate) fn make(folder: &Path, executable: &Path) -> Result<(), Failure> {
    let work = folder.with_file_name("target").join("dist-image");
    let _ = fs::remove_dir_all(&work);
    let (base, program, layout) = (work.join("base"), work.join("program"), work.join("layout"));
    fs::create_dir_all(layout.join("blobs/sha256")).map_err(|error| failed(&error))?;
    fs::create_dir_all(&base).map_err(|error| failed(&error))?;
    // libc6 and libgcc-s1 as the builder's Debian has them; nothing else is needed to run the program.
    let fetch = "apt-get download -q libc6 libgcc-s1 >/dev/null && for deb in *.deb; do dpkg-deb -x $deb . ; done && \
                 rm -f *.deb && rm -rf usr/share";
    step::succeed(
        Command::new("sh").args(["-c", fetch]).current_dir(&base),
        "apt-get update may be needed first",
    )?;
    write(
        &base.join("etc/passwd"),
        "outflank:x:999:999:Outflank:/data:/sbin/nologin\n",
    )?;
    write(&base.join("etc/group"), "outflank:x:999:\n")?;
    fs::create_dir_all(program.join("data")).map_err(|error| failed(&error))?;
    fs::create_dir_all(program.join("usr/local/bin")).map_err(|error| failed(&error))?;
    fs::copy(executable, program.join("usr/local/bin/outflank")).map_err(|error| failed(&error))?;
    let layers = [layer(&base, &layout, 0)?, layer(&program, &layout, 999)?];
    let config = json!({
        "architecture": "amd64", "os": "linux",
        "config": {
            "User": "999:999", "WorkingDir": "/data", "Entrypoint": ["/usr/local/bin/outflank"], "Cmd": ["serve"],
            "Env": ["OUTFLANK_LISTEN=0.0.0.0:8080", "OUTFLANK_LOG_FORMAT=json", "OUTFLANK_DRAIN=10"],
            "ExposedPorts": {"8080/tcp": {}}, "Volumes": {"/data": {}}, "StopSignal": "SIGTERM",
        },
        "rootfs": {"type": "layers", "diff_ids": layers.iter().map(|layer| layer.unpacked.clone()).collect::<Vec<_>>()},
    });
    let config = blob(
        &layout,
        "application/vnd.oci.image.config.v1+json",
        config.to_string().as_bytes(),
    )?;
    let manifest = json!({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config,
        "layers": layers.iter().map(|layer| layer.descriptor.clone()).collect::<Vec<_>>(),
    });
    let mut manifest = blob(
        &layout,
        "application/vnd.oci.image.manifest.v1+json",
        manifest.to_string().as_bytes(),
    )?;
    manifest["annotations"] = json!({"org.opencontainers.image.ref.name": "outflank:latest"});
    let index = json!({"schemaVersion": 2, "manifests": [manifest]});
    write(&layout.join("index.json"), index.to_string())?;
    write(
        &layout.join("oci-layout"),
        r#"{"imageLayoutVersion": "1.0.0"}"#,
    )?;
    archive(&layout, &folder.join("outflank-oci.tar"), 0)
}

struct Layer {
    descriptor: Value,
    /// The checksum of the layer before it is compressed.
    unpacked: String,
}

/// A folder as a compressed layer; everything in it belongs to `owner`.
fn layer(folder: &Path, layout: &Path, owner: u32) -> Result<Layer, Failure> {
    let tar = folder.with_extension("tar");
    archive(folder, &tar, owner)?;
    let unpacked = sum(&tar)?;
    step::succeed(
        Command::new("gzip").args(["-9", "-n", "-f"]).arg(&tar),
        "gzip is part of Debian",
    )?;
    let bytes = fs::read(tar.with_extension("tar.gz")).map_err(|error| failed(&error))?;
    let descriptor = blob(
        layout,
        "application/vnd.oci.image.layer.v1.tar+gzip",
        &bytes,
    )?;
    Ok(Layer {
        descriptor,
        unpacked,
    })
}

/// A tar file that is the same for the same content.
fn archive(folder: &Path, to: &Path, owner: u32) -> Result<(), Failure> {
    step::succeed(
        Command::new("tar")
            .args([
                "--create",
                "--sort=name",
                "--numeric-owner",
                "--format=gnu",
                "--mode=u+rwX,go+rX,go-w",
            ])
            .arg(format!("--owner={owner}"))
            .arg(format!("--group={owner}"))
            .arg(format!("--mtime=@{SOURCE_DATE_EPOCH}"))
            .arg("--file")
            .arg(to)
            .arg("--directory")
            .arg(folder)
            .arg("."),
        "tar is part of Debian",
    )
}

/// Keeps bytes under their checksum and describes them.
fn blob(layout: &Path, media: &str, bytes: &[u8]) -> Result<Value, Failure> {
    let new = layout.join("blobs/sha256/new");
    write(&new, bytes)?;
    let digest = sum(&new)?;
    let name = digest.trim_start_matches("sha256:");
    fs::rename(&new, layout.join("blobs/sha256").join(name)).map_err(|error| failed(&error))?;
    Ok(json!({"mediaType": media, "digest": digest, "size": bytes.len()}))
}

fn sum(path: &Path) -> Result<String, Failure> {
    let text = step::output(
        Command::new("sha256sum").arg(path),
        "sha256sum is part of coreutils",
    )?;
    Ok(format!(
        "sha256:{}",
        text.split_whitespace().next().unwrap_or_default()
    ))
}
