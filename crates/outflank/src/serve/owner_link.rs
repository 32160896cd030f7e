//! `outflank owner-link`: a way back in for the owner of the machine.
//!
//! While a server runs, the log is its alone. The subcommand then leaves a file in the data folder, and the
//! server answers with another one that only its user can read: who may write there owns the log anyway.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use outflank_desk::Desk;

use super::config::Config;
use super::{ServeArgs, found_url, open_desk};
use crate::failure::{Answer, Failure};
use crate::log_place::LogPlace;

/// Create a new owner's link for one browser, even while the server is running.
#[derive(Debug, Args)]
pub(crate) struct OwnerLinkArgs {
    /// The folder with the log [default: outflank-data]
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
    /// The PostgreSQL database with the log: postgres://user:password@host:5432/name
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// The address at the start of the link, if no server is running that knows it
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

const WANTED: &str = "owner-link-wanted";
const GIVEN: &str = "owner-link-given";
/// How often the server looks, and the subcommand.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How often the subcommand looks before it gives up.
const LOOKS_MAX: usize = 40;

pub(super) async fn run(args: &OwnerLinkArgs) -> Result<Answer, Failure> {
    let config = Config::read(&ServeArgs {
        data: args.data.clone(),
        database: args.database.clone(),
        public_url: args.public_url.clone(),
        ..ServeArgs::default()
    })?;
    match config.place.open_beside().await {
        Ok(log) => {
            let desk = open_desk(log, None, None).await?;
            let link = desk.owner_link().await.map_err(Failure::say)?;
            let base = (config.public_url)
                .unwrap_or_else(|| found_url(config.listen, config.tls.is_some()));
            println!("{base}/k/{}", link.reveal());
            Ok(Answer::Yes)
        }
        Err(failure) => {
            let LogPlace::Folder(data) = &config.place else {
                return Err(failure);
            };
            let link = ask(data).await?.ok_or(failure)?;
            println!("{link}");
            Ok(Answer::Yes)
        }
    }
}

/// Asks the running server; nothing if none answers.
async fn ask(data: &Path) -> Result<Option<String>, Failure> {
    let (wanted, given) = (data.join(WANTED), data.join(GIVEN));
    let _ = std::fs::remove_file(&given);
    std::fs::write(&wanted, "").map_err(|error| {
        let path = wanted.display();
        Failure::say(format!(
            "{path}: {error}. Run this command as the user who runs the server."
        ))
    })?;
    for _ in 0..LOOKS_MAX {
        tokio::time::sleep(LOOK_EVERY).await;
        if let Ok(link) = std::fs::read_to_string(&given)
            && link.ends_with('\n')
        {
            let _ = std::fs::remove_file(&given);
            return Ok(Some(link.trim().to_owned()));
        }
    }
    let _ = std::fs::remove_file(&wanted);
    Ok(None)
}

/// Answers requests from anyone who may write into the data folder, as long as the server runs.
pub(super) async fn answer_requests(desk: Arc<Desk>, data: PathBuf, base: String) {
    let (wanted, given) = (data.join(WANTED), data.join(GIVEN));
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if !wanted.exists() || std::fs::remove_file(&wanted).is_err() {
            continue;
        }
        let written = match desk.owner_link().await {
            Ok(link) => write_private(&given, &format!("{base}/k/{}\n", link.reveal())),
            Err(refusal) => Err(std::io::Error::other(refusal)),
        };
        match written {
            Ok(()) => tracing::info!("a new owner's link was asked for and given"),
            Err(error) => {
                tracing::error!(%error, "an owner's link was asked for and could not be given")
            }
        }
    }
}

/// Writes a file that only its user can read.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    let _ = std::fs::remove_file(path);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}
