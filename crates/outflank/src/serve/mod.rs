//! `outflank serve`: a log, a desk and a server, until they are stopped.

pub(crate) mod config;
mod demo;
mod logging;
mod open_files;
mod owner_link;
mod transfer;

use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use outflank_desk::log::{GlobalSeq, Timestamp};
use outflank_desk::{Clock as _, Desk, Options, Secret, SystemClock};
use outflank_store::archive::EventArchiver;
use outflank_store::memory::MemoryStore;
use outflank_web::{Settings, Stopped, Tls, Web, found_url};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::failure::{Answer, Failure};
use crate::log_place::{Accepts, LogPlace, OpenLog, asked};
use config::{Config, ServeArgs};

pub(crate) use owner_link::OwnerLinkArgs;
pub(crate) use transfer::{ExportArgs, ImportArgs};

/// Serves until it is stopped.
pub(crate) fn run(args: &ServeArgs) -> Result<Answer, Failure> {
    let config = Config::read(args)?;
    logging::start(&config)?;
    let files = open_files::raise();
    tracing::info!("{files}");
    runtime()?.block_on(serve(&config, &files))
}

/// Makes a new owner's link.
pub(crate) fn owner_link(args: &OwnerLinkArgs) -> Result<Answer, Failure> {
    runtime()?.block_on(owner_link::run(args))
}

/// Takes an event over from a file.
pub(crate) fn import(args: &ImportArgs) -> Result<Answer, Failure> {
    runtime()?.block_on(transfer::import(args))
}

/// Writes an event as a file.
pub(crate) fn export(args: &ExportArgs) -> Result<Answer, Failure> {
    runtime()?.block_on(transfer::export(args))
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::say)
}

/// Opens the desk on a log with its clock, and the second folder of every event.
pub(crate) async fn open_desk(
    log: OpenLog,
    data: Option<&Path>,
    copies: Option<&Path>,
) -> Result<Arc<Desk>, Failure> {
    let second_folder = copies.map(whole_path).transpose()?;
    let OpenLog { store, clock } = log;
    let clock = Arc::new(clock);
    let archiver = EventArchiver::new(store.clone(), clock.clone());
    let options = Options {
        archiver: Some(Arc::new(archiver)),
        second_folder,
        data_folder: data.map(Path::to_owned),
        ..Options::default()
    };
    Desk::open(store, clock, options)
        .await
        .map_err(Failure::say)
}

/// A folder's path from the root, whether it is there now or not: a stick may come later.
fn whole_path(folder: &Path) -> Result<String, Failure> {
    let wrong = |what: &dyn std::fmt::Display| {
        let folder = folder.display();
        Failure::say(format!(
            "{folder}: {what}. Choose another folder with --copies."
        ))
    };
    let whole = std::path::absolute(folder).map_err(|error| wrong(&error))?;
    let text = whole.into_os_string().into_string();
    text.map_err(|_| wrong(&"its name is not valid text"))
}

/// Writes the first copies; what cannot be written is said, and tried again later.
async fn first_copies(desk: Arc<Desk>) {
    desk.archive_all().await;
    for (tournament, line) in desk.status().folders {
        match line.failure {
            None => tracing::info!(%tournament, folder = line.folder, "copied"),
            Some(failure) => tracing::warn!(%tournament, "no copy: {failure}"),
        }
    }
}

async fn serve(config: &Config, files: &str) -> Result<Answer, Failure> {
    // A wrong certificate is said before a log is made.
    let tls = (config.tls.as_ref())
        .map(|(certificate, key)| Tls::read(certificate, key))
        .transpose()
        .map_err(Failure::say)?;
    // A demo without a folder of its own leaves nothing behind.
    let is_kept = config.has_place || !config.demo;
    let log = match is_kept {
        true => {
            let accepts = match config.accepts_log {
                true => Accepts::Shorter,
                false => Accepts::Whole,
            };
            config.place.open(accepts).await?
        }
        false => OpenLog {
            store: Arc::new(MemoryStore::new()),
            clock: SystemClock::start(),
        },
    };
    let store = log.store.clone();
    let last_entry = check_clock(&log, config.accepts_clock).await?;
    let data = match &config.place {
        LogPlace::Folder(data) if is_kept => Some(data.as_path()),
        LogPlace::Folder(_) | LogPlace::Database(_) => None,
    };
    let desk = open_desk(log, data, config.copies.as_deref()).await?;
    let loader = Arc::new(demo::Loader::new(store, desk.clone()));
    loader.resume();
    if config.demo {
        loader.load_once().await?;
    }
    let listener = TcpListener::bind(config.listen).await.map_err(|error| {
        let listen = config.listen;
        Failure::say(format!(
            "{listen}: {error}. Stop the other program, or choose another address with --listen."
        ))
    })?;
    let address = listener.local_addr()?;
    let is_secure = tls.is_some();
    let base = (config.public_url.clone()).unwrap_or_else(|| found_url(address, is_secure));
    let settings = Settings {
        public_url: Some(base.clone()),
        requests_per_minute: config.requests_per_minute,
        logins_per_minute: config.logins_per_minute,
        trusted_proxies: config.trusted_proxies.clone(),
        connections_max: config.connections,
        drain: std::time::Duration::from_secs(config.drain_seconds.into()),
        tls,
        ..Settings::default()
    };
    let web = Web::with_demo(desk.clone(), settings, Some(loader));
    let (stop, stopped) = watch::channel(false);
    let working = tokio::spawn(desk.clone().run(stopped.clone()));
    if config.copies.is_some() {
        tokio::spawn(first_copies(desk.clone()));
    }
    if let Some(data) = data {
        tokio::spawn(owner_link::answer_requests(
            desk.clone(),
            data.to_owned(),
            base.clone(),
        ));
    }
    if let Some(last) = last_entry {
        let days = (desk.now().0 - last.0) / 86_400_000;
        if days > 0 {
            tracing::info!(days, "the last log entry is some days old");
        }
    }
    greet(&desk, config, address, &base, is_kept, files).await?;
    let how = web.serve(listener, asked_to_stop()).await;
    stop.send_replace(true);
    let _ = tokio::time::timeout(web.settings.stop_timeout, working).await;
    match how {
        Stopped::Clean => tracing::info!("stopped"),
        Stopped::Cut(open) => tracing::warn!(open, "stopped; some connections were cut"),
    }
    Ok(Answer::Yes)
}

/// How far the clock may be before the last log entry.
const CLOCK_BEHIND_MAX_MS: i64 = 5 * 60 * 1000;

/// A clock that was set back would poison the log: sessions that never end, games in which nobody loses time. The moment
/// of the last log entry is returned.
async fn check_clock(log: &OpenLog, is_accepted: bool) -> Result<Option<Timestamp>, Failure> {
    let last = *log.store.durable().borrow();
    let before = GlobalSeq(last.0.saturating_sub(1));
    let entries = log
        .store
        .read_all(before, 1)
        .await
        .map_err(Failure::of_log)?;
    let Some(last) = entries.last().map(|entry| entry.content.recorded_at) else {
        return Ok(None);
    };
    let behind = last.0 - log.clock.now().0;
    if behind > CLOCK_BEHIND_MAX_MS && !is_accepted {
        let minutes = behind / 60_000;
        let words = format!(
            "The clock of this computer is {minutes} minutes before the last log entry. Set the clock."
        );
        if !asked(&format!("{words} Start anyway?")) {
            return Err(Failure::say(format!(
                "{words} If it is right and the log was written with a wrong one, start with --accept-clock."
            )));
        }
    }
    Ok(Some(last))
}

/// Says where it is and how the owner gets in.
async fn greet(
    desk: &Desk,
    config: &Config,
    address: SocketAddr,
    base: &str,
    is_kept: bool,
    files: &str,
) -> Result<(), Failure> {
    let link = new_owner_link(desk, config.prints_owner_link).await;
    let data = match is_kept {
        true => format!("the log is {}", config.place),
        false => "nothing is saved".to_owned(),
    };
    let mut out = std::io::stdout().lock();
    let scheme = if config.tls.is_some() {
        "https"
    } else {
        "http"
    };
    let here = format!("{scheme}://{address}");
    writeln!(out, "Outflank serves at {here} ({data})")?;
    if base != here {
        writeln!(out, "the public address is {base}")?;
    }
    match link {
        Some(link) => writeln!(
            out,
            "the owner's link, for one browser within an hour: {base}/k/{}",
            link.reveal()
        )?,
        None => writeln!(out, "for a new owner's link run 'outflank owner-link'")?,
    }
    let is_open = !address.ip().is_loopback();
    if is_open && config.tls.is_none() && !base.starts_with("https://") {
        writeln!(
            out,
            "warning: the connection is not encrypted; anyone on this network can read links and codes (see docs/security.md)"
        )?;
    }
    writeln!(out, "{files}")?;
    writeln!(out, "ready; stop with Ctrl-C")?;
    out.flush()?;
    tracing::info!(%address, base, "serving");
    Ok(())
}

/// A new owner's link, if somebody at a terminal reads it or nobody has a way in yet. Under a service manager every line is
/// kept in a journal, and a link is a key.
async fn new_owner_link(desk: &Desk, is_asked: bool) -> Option<Secret> {
    let is_shown = is_asked || std::io::stdout().is_terminal() || !desk.has_owner();
    let made = async {
        desk.revoke_endless_owner_links().await?;
        match is_shown {
            true => desk.owner_link().await.map(Some),
            false => Ok(None),
        }
    };
    // A server without a link is better than none.
    made.await.unwrap_or_else(|refusal| {
        tracing::error!(%refusal, "no owner's link");
        None
    })
}

/// Ctrl-C, or the signal a service manager sends.
async fn asked_to_stop() {
    let interrupted = async {
        // Without a handler nobody could stop us but by force; then we wait for ever.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
