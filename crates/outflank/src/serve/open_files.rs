//! How many connections the system lets us have.

/// Raises the limit of open files to what the system allows, and says what it is now.
///
/// Every viewer is an open file. The crate `rlimit` does it, since the calls behind it are unsafe and
/// unsafe code has one home elsewhere.
pub(crate) fn raise() -> String {
    let before = rlimit::Resource::NOFILE.get_soft().ok();
    match (before, rlimit::increase_nofile_limit(u64::MAX)) {
        (Some(before), Ok(now)) if now > before => {
            format!("open files: raised from {before} to {now}")
        }
        (_, Ok(now)) => format!("open files: up to {now}"),
        (_, Err(error)) => format!(
            "open files: could not raise the limit ({error}). Raise it with 'ulimit -n' for more viewers."
        ),
    }
}
