//! What PostgreSQL reports, as a fault in words. No password is in any of it.

use std::error::Error as _;
use std::io;

use outflank_desk::log::Fault;
use tokio_postgres::Error;
use tokio_postgres::error::{DbError, SqlState};
use tokio_rustls::rustls;

use super::address::Address;

/// The fault behind an error.
pub(crate) fn fault(address: &Address, error: &Error) -> Fault {
    if let Some(refused) = error.as_db_error() {
        return by_state(address, refused);
    }
    let cause = error.source();
    let system = cause.and_then(|cause| cause.downcast_ref::<io::Error>());
    match system {
        // Not from the system but from the driver: it asked whether the server takes writes.
        Some(cause) if is_standby(cause) => standby(address),
        Some(cause)
            if cause
                .get_ref()
                .is_some_and(|cause| cause.is::<rustls::Error>()) =>
        {
            Fault::Database(format!(
                "Cannot use PostgreSQL at {address}: the TLS connection failed ({cause}). Correct --database, or add ?sslmode=disable at its end for a connection without TLS."
            ))
        }
        Some(cause) => Fault::Away(format!("{address}: {cause}")),
        None if error.is_closed() => Fault::Away(format!("{address}: the connection was lost")),
        None => match cause {
            Some(cause) => Fault::Database(format!(
                "Cannot use PostgreSQL at {address}: {cause}. Correct --database."
            )),
            // A wait that was too long has no cause.
            None => Fault::Away(format!("{address}: {error}")),
        },
    }
}

fn by_state(address: &Address, error: &DbError) -> Fault {
    let (state, words) = (error.code(), error.message());
    let (database, user) = (address.database(), address.user());
    if is_going(state) {
        return Fault::Away(format!("{address}: {words}"));
    }
    match *state {
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            Fault::Database(format!(
                "PostgreSQL at {address} rejected user '{user}' with this password. Correct the user and the password in --database."
            ))
        }
        SqlState::INVALID_CATALOG_NAME => Fault::Database(format!(
            "There is no database '{database}' in PostgreSQL at {address}. Create it with 'createdb {database}', or correct the name in --database."
        )),
        SqlState::READ_ONLY_SQL_TRANSACTION => standby(address),
        SqlState::INSUFFICIENT_PRIVILEGE => Fault::Database(format!(
            "User '{user}' does not have the necessary rights in PostgreSQL at {address} ({words}). Make it the owner with 'ALTER DATABASE \"{database}\" OWNER TO \"{user}\"'."
        )),
        SqlState::DISK_FULL => Fault::Full(format!("{address}: {words}")),
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED | SqlState::UNIQUE_VIOLATION => {
            Fault::Damaged(format!("{address}: {words}"))
        }
        _ => Fault::Database(format!(
            "PostgreSQL at {address} reported an error: {words} ({}). Check its log.",
            state.code()
        )),
    }
}

/// The server takes no writes.
pub(crate) fn standby(address: &Address) -> Fault {
    Fault::Database(format!(
        "PostgreSQL at {address} is a read-only standby. Use the address of the primary in --database, or promote this one with 'pg_ctl promote'."
    ))
}

fn is_standby(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

/// Whether the connection is gone or the server is going or coming: only another try can tell.
pub(crate) fn is_lost(error: &Error) -> bool {
    match error.as_db_error() {
        Some(refused) => is_going(refused.code()),
        None => true,
    }
}

fn is_going(state: &SqlState) -> bool {
    matches!(
        *state,
        SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::DATABASE_DROPPED
            | SqlState::IDLE_SESSION_TIMEOUT
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
            | SqlState::LOCK_NOT_AVAILABLE
            | SqlState::TOO_MANY_CONNECTIONS
            | SqlState::OUT_OF_MEMORY
    ) || state.code().starts_with("08")
}
