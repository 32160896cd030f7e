//! Structured log lines on standard error. No line ever holds a token: nothing that holds one prints it.

use tracing_subscriber::EnvFilter;

use super::config::{Config, LogFormat};
use crate::failure::Failure;

/// Sends log lines to standard error.
pub(crate) fn start(config: &Config) -> Result<(), Failure> {
    let filter: EnvFilter = config.log.parse().map_err(Failure::say)?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match config.log_format {
        LogFormat::Text => lines.with_ansi(false).try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    started.map_err(Failure::say)
}
