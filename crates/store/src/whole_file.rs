//! Files that are there whole or not at all: written under another name, renamed when they are on the disk.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Options for a file that only its user can read: names, birth dates and password hashes are in it.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    #[cfg(not(unix))]
    options.read(false);
    options
}

/// A new file that only its user can read.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    private().read(true).write(true).create_new(true).open(path)
}

/// Takes what others may do away from a file of an earlier version.
pub(crate) fn make_private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if let Ok(found) = fs::metadata(path)
            && found.permissions().mode() & 0o077 != 0
        {
            // Only its owner can; if it is somebody else's, they decide.
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The name a file has until it is whole.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    beside(path, ".unfinished")
}

/// The file's name with something behind it.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Gives a finished file its name, so that it is there whole after a power cut or not at all.
pub(crate) fn put_in_place(finished: &Path, path: &Path) -> io::Result<()> {
    // Opened for writing: some systems make nothing durable through a handle that only reads.
    File::options().append(true).open(finished)?.sync_all()?;
    fs::rename(finished, path)?;
    sync_folder(path)
}

/// Makes the names in a file's folder durable.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder_of(path))?.sync_all()?;
    }
    Ok(())
}

/// The folder a file is in.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => PathBuf::from("."),
    }
}
