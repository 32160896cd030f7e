//! Where a PostgreSQL is and how to get in.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, Host, SslMode};

/// How long a machine may take to answer before the next one is tried.
const CONNECT_WITHIN: Duration = Duration::from_secs(3);
/// A connection that is silent for so long is asked whether it is still there.
const ASKED_AFTER: Duration = Duration::from_secs(5);
/// What was sent and is not confirmed after so long was sent to a machine that is gone.
const GONE_AFTER: Duration = Duration::from_secs(10);

/// `postgres://user:password@host:5432/name`, also with several hosts. The password is shown nowhere.
///
/// The connection is private (TLS) if the server has it; with `?sslmode=require` at the end it must be, to the server
/// that knows the password; with `?sslmode=disable` it is not.
///
/// ```
/// use outflank_store::postgres::Address;
/// let address: Address = "postgres://desk:secret@one:5432,two:5433/log".parse()?;
/// assert_eq!(address.to_string(), "desk@one:5432,two:5433/log");
/// assert_eq!(format!("{address:?}"), "Address(desk@one:5432,two:5433/log)");
/// assert!("one:5432".parse::<Address>().is_err());
/// # Ok::<(), outflank_store::postgres::BadAddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub(super) config: Config,
    shown: String,
    database: String,
    user: String,
}

/// A text that is no address of a PostgreSQL. It is not repeated, because a password may be in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "This is not a PostgreSQL address. Write postgres://user:password@host:5432/name, with %40 for an @ in the password."
)]
pub struct BadAddressError;

impl FromStr for Address {
    type Err = BadAddressError;

    fn from_str(text: &str) -> Result<Self, BadAddressError> {
        let is_url = text.starts_with("postgres://") || text.starts_with("postgresql://");
        let mut config: Config = match text.parse() {
            Ok(config) if is_url => config,
            Ok(_) | Err(_) => return Err(BadAddressError),
        };
        let (Some(user), true) = (config.get_user(), !config.get_hosts().is_empty()) else {
            return Err(BadAddressError);
        };
        let user = user.to_owned();
        let database = config.get_dbname().unwrap_or(&user).to_owned();
        let shown = format!("{user}@{}/{database}", hosts(&config));
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_WITHIN);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(GONE_AFTER);
        }
        if config.get_application_name().is_none() {
            config.application_name("outflank");
        }
        config.keepalives_idle(ASKED_AFTER);
        // A user who requires TLS does not want a machine in between, unless the address allows it.
        if config.get_ssl_mode() == SslMode::Require && !text.contains("channel_binding=") {
            config.channel_binding(ChannelBinding::Require);
        }
        Ok(Self {
            config,
            shown,
            database,
            user,
        })
    }
}

impl Address {
    pub(super) fn database(&self) -> &str {
        &self.database
    }

    /// Who we are there.
    pub(super) fn user(&self) -> &str {
        &self.user
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.shown)
    }
}

fn hosts(config: &Config) -> String {
    let ports = config.get_ports();
    let port = |n: usize| ports.get(n).or(ports.first()).copied().unwrap_or(5432);
    let named = config.get_hosts().iter().enumerate().map(|(n, host)| {
        let name = match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        };
        format!("{name}:{}", port(n))
    });
    named.collect::<Vec<_>>().join(",")
}
