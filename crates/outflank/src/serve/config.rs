//! The settings of the server: a flag goes before the environment, the environment before the file.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::Args;
use outflank_web::IpNet;

use crate::failure::Failure;
use crate::log_place::LogPlace;

/// The file that is read if it is there.
const FILE: &str = "outflank.toml";
/// Where the log is if nobody says.
const DATA: &str = "outflank-data";
/// The port if nobody says.
const PORT: u16 = 8080;

/// Serve the pages, the HTTP API and the live streams. This is the default command.
///
/// Every setting can also be an environment variable (OUTFLANK_LISTEN) or a line of outflank.toml
/// (listen = "127.0.0.1:8080"). An option takes precedence over the environment, the environment over the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<String>,
    /// Listen on all addresses, so that everyone in the hall can connect
    #[arg(long)]
    pub(crate) hall: bool,
    /// The address used in links and QR codes [default: detected]
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// The folder with the log [default: outflank-data]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<String>,
    /// A PostgreSQL database for the log, which several servers can share: postgres://user:password@host:5432/name
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub(crate) database: Option<String>,
    /// Load the demo championship
    #[arg(long)]
    pub(crate) demo: bool,
    /// A second folder for copies, such as a USB stick
    #[arg(long, value_name = "DIR")]
    pub(crate) copies: Option<String>,
    /// What to log: error, warn, info, debug, or a filter such as outflank_web=debug [default: info]
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<String>,
    /// Log format: text or json [default: text]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) log_format: Option<String>,
    /// Requests per caller and minute [default: 6000]
    #[arg(long, value_name = "N")]
    pub(crate) requests_per_minute: Option<String>,
    /// Sign-in attempts per address and minute [default: 20]
    #[arg(long, value_name = "N")]
    pub(crate) logins_per_minute: Option<String>,
    /// Proxies whose X-Forwarded-For or Forwarded header is trusted, as networks: 10.0.0.0/8,::1/128 [default: none]
    #[arg(long, value_name = "CIDR", value_delimiter = ',')]
    pub(crate) trusted_proxy: Vec<String>,
    /// The certificate for HTTPS, a PEM file
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_cert: Option<String>,
    /// The private key of the certificate, a PEM file
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_key: Option<String>,
    /// Seconds to keep answering after a stop signal, while /readyz reports not ready [default: 0]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) drain: Option<String>,
    /// Maximum number of simultaneous connections [default: 20000]
    #[arg(long, value_name = "N")]
    pub(crate) connections: Option<String>,
    /// Print an owner's link although nobody reads it at a terminal
    #[arg(long)]
    pub(crate) print_owner_link: bool,
    /// Start although the clock of this computer is before the last log entry
    #[arg(long)]
    pub(crate) accept_clock: bool,
    /// Start although confirmed log entries are missing, because this copy of the log is the one that counts
    #[arg(long)]
    pub(crate) accept_log: bool,
    /// The settings file [default: outflank.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// How lines are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Everything the server is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    pub(crate) public_url: Option<String>,
    /// A folder or a database.
    pub(crate) place: LogPlace,
    /// Whether that place was given explicitly.
    pub(crate) has_place: bool,
    pub(crate) demo: bool,
    pub(crate) copies: Option<PathBuf>,
    pub(crate) log: String,
    pub(crate) log_format: LogFormat,
    pub(crate) requests_per_minute: u32,
    pub(crate) logins_per_minute: u32,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) connections: usize,
    /// The certificate and its key.
    pub(crate) tls: Option<(PathBuf, PathBuf)>,
    pub(crate) drain_seconds: u32,
    /// Said on the command line for one start, never in a file.
    pub(crate) prints_owner_link: bool,
    pub(crate) accepts_clock: bool,
    pub(crate) accepts_log: bool,
}

impl Config {
    /// The settings of this process.
    pub(crate) fn read(args: &ServeArgs) -> Result<Self, Failure> {
        let file = read_file(args.config.as_deref())?;
        let variables = std::env::vars()
            .filter(|(name, _)| name.starts_with("OUTFLANK_"))
            .collect();
        Self::from_sources(args, &variables, file.as_ref())
    }

    /// The settings from a command line, an environment and a file.
    pub(crate) fn from_sources(
        args: &ServeArgs,
        variables: &BTreeMap<String, String>,
        file: Option<&File>,
    ) -> Result<Self, Failure> {
        let sources = Sources { variables, file };
        let on = |is_on: bool| is_on.then(|| "true".to_owned());
        let hall = sources.find("hall", on(args.hall).as_ref());
        let hall = parsed(hall, yes_or_no)?.unwrap_or(false);
        let listen = sources.find("listen", args.listen.as_ref());
        let listen = match (parsed(listen, address)?, hall) {
            (Some(address), false) => address,
            (Some(address), true) => SocketAddr::new(IpAddr::from([0, 0, 0, 0]), address.port()),
            (None, true) => SocketAddr::from(([0, 0, 0, 0], PORT)),
            (None, false) => SocketAddr::from(([127, 0, 0, 1], PORT)),
        };
        let text = |found: Option<Sourced>| found.map(|found| found.value);
        let demo = sources.find("demo", on(args.demo).as_ref());
        let data = sources.find("data", args.data.as_ref());
        let database = sources.find("database", args.database.as_ref());
        let has_place = data.is_some() || database.is_some();
        let log_format = sources.find("log_format", args.log_format.as_ref());
        let requests = sources.find("requests_per_minute", args.requests_per_minute.as_ref());
        let logins = sources.find("logins_per_minute", args.logins_per_minute.as_ref());
        let proxies = (!args.trusted_proxy.is_empty()).then(|| args.trusted_proxy.join(","));
        let proxies = sources.find("trusted_proxy", proxies.as_ref());
        let connections = sources.find("connections", args.connections.as_ref());
        let drain = sources.find("drain", args.drain.as_ref());
        let certificate = text(sources.find("tls_cert", args.tls_cert.as_ref()));
        let key = text(sources.find("tls_key", args.tls_key.as_ref()));
        let tls = match (certificate, key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some((certificate.into(), key.into())),
            (Some(_), None) => {
                return Err(Failure::say(
                    "There is a certificate without its key. Name the key with --tls-key.",
                ));
            }
            (None, Some(_)) => {
                return Err(Failure::say(
                    "There is a key without its certificate. Name the certificate with --tls-cert.",
                ));
            }
        };
        Ok(Self {
            listen,
            public_url: parsed(sources.find("public_url", args.public_url.as_ref()), url)?,
            place: log_place(data, database)?,
            has_place,
            demo: parsed(demo, yes_or_no)?.unwrap_or(false),
            copies: text(sources.find("copies", args.copies.as_ref())).map(PathBuf::from),
            log: parsed(sources.find("log", args.log.as_ref()), log_filter)?
                .unwrap_or_else(|| "info".to_owned()),
            log_format: parsed(log_format, format)?.unwrap_or(LogFormat::Text),
            requests_per_minute: parsed(requests, count)?.unwrap_or(6_000),
            logins_per_minute: parsed(logins, count)?.unwrap_or(20),
            trusted_proxies: parsed(proxies, networks)?.unwrap_or_default(),
            connections: parsed(connections, count)?.unwrap_or(20_000) as usize,
            tls,
            drain_seconds: parsed(drain, seconds)?.unwrap_or(0),
            prints_owner_link: args.print_owner_link,
            accepts_clock: args.accept_clock,
            accepts_log: args.accept_log,
        })
    }
}

/// Where the log is for subcommands that need nothing else.
pub(crate) fn place_named(
    data: Option<&Path>,
    database: Option<&str>,
) -> Result<LogPlace, Failure> {
    let args = ServeArgs {
        data: data.map(|folder| folder.to_string_lossy().into_owned()),
        database: database.map(str::to_owned),
        ..ServeArgs::default()
    };
    Ok(Config::read(&args)?.place)
}

/// Of a folder and a database the one that is named with more weight counts.
fn log_place(data: Option<Sourced>, database: Option<Sourced>) -> Result<LogPlace, Failure> {
    match (data, database) {
        (Some(data), Some(database)) if data.weight == database.weight => {
            Err(Failure::say(format!(
                "Both {} and {} say where the log is. Use only one of them.",
                data.source, database.source
            )))
        }
        (Some(data), Some(database)) if data.weight > database.weight => {
            Ok(LogPlace::Folder(data.value.into()))
        }
        (_, Some(database)) => match database.value.parse() {
            Ok(address) => Ok(LogPlace::Database(Box::new(address))),
            // The value is not repeated: a password may be in it.
            Err(problem) => Err(Failure::say(format!("{}: {problem}", database.source))),
        },
        (data, None) => Ok(LogPlace::Folder(
            data.map_or_else(|| PathBuf::from(DATA), |data| data.value.into()),
        )),
    }
}

/// A settings file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File {
    path: PathBuf,
    values: BTreeMap<String, String>,
}

/// The names a file may have.
const NAMES: [&str; 16] = [
    "listen",
    "hall",
    "public_url",
    "data",
    "database",
    "demo",
    "copies",
    "log",
    "log_format",
    "requests_per_minute",
    "logins_per_minute",
    "trusted_proxy",
    "connections",
    "tls_cert",
    "tls_key",
    "drain",
];

fn read_file(named: Option<&Path>) -> Result<Option<File>, Failure> {
    let path = named.unwrap_or(Path::new(FILE));
    match std::fs::read_to_string(path) {
        Ok(text) => File::parse(path, &text).map(Some),
        Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::say(format!(
            "{}: {error}. Choose a settings file that can be read.",
            path.display()
        ))),
    }
}

impl File {
    /// Reads the text of a settings file.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        let wrong = |what: String| Failure::say(format!("{}: {what}", path.display()));
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| wrong(error.to_string()))?;
        let mut values = BTreeMap::new();
        for (name, value) in table {
            if !NAMES.contains(&name.as_str()) {
                return Err(wrong(format!(
                    "There is no setting '{name}'. Use one of {}.",
                    NAMES.join(", ")
                )));
            }
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(is) => is.to_string(),
                toml::Value::Float(_)
                | toml::Value::Datetime(_)
                | toml::Value::Array(_)
                | toml::Value::Table(_) => {
                    return Err(wrong(format!(
                        "'{name}' must be a text, a whole number, true or false."
                    )));
                }
            };
            values.insert(name, value);
        }
        Ok(Self {
            path: path.to_owned(),
            values,
        })
    }
}

struct Sources<'a> {
    variables: &'a BTreeMap<String, String>,
    file: Option<&'a File>,
}

/// A value and where it comes from.
struct Sourced {
    value: String,
    source: String,
    weight: Weight,
}

/// What goes before what, the lightest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    File,
    Environment,
    Flag,
}

impl Sources<'_> {
    fn find(&self, name: &str, flag: Option<&String>) -> Option<Sourced> {
        let variable = format!("OUTFLANK_{}", name.to_uppercase());
        let from_flag = || {
            flag.map(|value| Sourced {
                value: value.clone(),
                source: format!("--{}", name.replace('_', "-")),
                weight: Weight::Flag,
            })
        };
        let from_environment = || {
            self.variables.get(&variable).map(|value| Sourced {
                value: value.clone(),
                source: format!("the environment variable {variable}"),
                weight: Weight::Environment,
            })
        };
        let from_file = || {
            let file = self.file?;
            file.values.get(name).map(|value| Sourced {
                value: value.clone(),
                source: format!("'{name}' in {}", file.path.display()),
                weight: Weight::File,
            })
        };
        from_flag().or_else(from_environment).or_else(from_file)
    }
}

/// Networks separated by commas; an address alone is a network of one.
fn networks(text: &str) -> Result<Vec<IpNet>, &'static str> {
    let network = |one: &str| {
        let one = one.trim();
        one.parse::<IpNet>()
            .ok()
            .or_else(|| one.parse::<IpAddr>().ok().map(IpNet::from))
    };
    let all: Option<Vec<IpNet>> = text.split(',').map(network).collect();
    all.ok_or("Write networks such as 10.0.0.0/8,::1/128.")
}

/// Reads a value; a wrong one is named with its source.
fn parsed<T>(
    found: Option<Sourced>,
    read: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<Option<T>, Failure> {
    let Some(Sourced { value, source, .. }) = found else {
        return Ok(None);
    };
    read(&value)
        .map(Some)
        .map_err(|advice| Failure::say(format!("{source}: '{value}' is not valid. {advice}")))
}

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .or_else(|_| text.replace("localhost", "127.0.0.1").parse())
        .map_err(|_| "Write an address and a port, such as 127.0.0.1:8080.")
}

fn seconds(text: &str) -> Result<u32, &'static str> {
    let advice = "Write whole seconds, at most 600.";
    let seconds = text.parse().map_err(|_| advice)?;
    if seconds > 600 {
        Err(advice)
    } else {
        Ok(seconds)
    }
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" | "" => Ok(false),
        _ => Err("Write true or false."),
    }
}

fn url(text: &str) -> Result<String, &'static str> {
    let advice = "Write the full address without a path, such as https://othello.example.";
    let rest = text
        .strip_prefix("http://")
        .or_else(|| text.strip_prefix("https://"))
        .ok_or(advice)?
        .trim_end_matches('/');
    let is_host = !rest.is_empty()
        && rest
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b));
    if is_host {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err(advice)
    }
}

fn log_filter(text: &str) -> Result<String, &'static str> {
    text.parse::<tracing_subscriber::EnvFilter>()
        .map(|_| text.to_owned())
        .map_err(|_| "Write error, warn, info, debug or a filter such as outflank_web=debug.")
}

fn format(text: &str) -> Result<LogFormat, &'static str> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("Write text or json."),
    }
}

fn count(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(0) | Err(_) => Err("Write a whole number from 1."),
        Ok(number) => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(args: &ServeArgs, variables: &[(&str, &str)], file: &str) -> Result<Config, String> {
        let variables = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let said = |failure| match failure {
            Failure::WrongUse(message) => message,
            Failure::PipeClosed => "pipe".to_owned(),
        };
        let file = File::parse(Path::new("hall.toml"), file).map_err(said)?;
        Config::from_sources(args, &variables, Some(&file)).map_err(said)
    }

    #[test]
    fn a_flag_goes_before_the_environment_and_that_before_the_file() {
        let flag = ServeArgs {
            listen: Some("127.0.0.1:1".to_owned()),
            ..ServeArgs::default()
        };
        let variable = ("OUTFLANK_LISTEN", "127.0.0.1:2");
        let file = "listen = \"127.0.0.1:3\"\nlogins_per_minute = 5\nhall = false\ntrusted_proxy = \"10.0.0.0/8, ::1\"";
        let port = |config: Result<Config, String>| config.unwrap().listen.port();
        assert_eq!(port(config(&flag, &[variable], file)), 1);
        assert_eq!(port(config(&ServeArgs::default(), &[variable], file)), 2);
        let from_file = config(&ServeArgs::default(), &[], file).unwrap();
        assert_eq!(from_file.listen.port(), 3);
        assert_eq!(from_file.logins_per_minute, 5);
        let proxies: Vec<String> = from_file
            .trusted_proxies
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(proxies, ["10.0.0.0/8", "::1/128"]);
        let nothing = config(&ServeArgs::default(), &[], "").unwrap();
        assert_eq!(nothing.listen, "127.0.0.1:8080".parse().unwrap());
        let hall = config(&ServeArgs { hall: true, ..flag }, &[], "").unwrap();
        assert_eq!(hall.listen, "0.0.0.0:1".parse().unwrap());
    }

    #[test]
    fn the_log_is_where_the_weightier_word_says() {
        let folder = ServeArgs {
            data: Some("hall".to_owned()),
            ..ServeArgs::default()
        };
        let database = ("OUTFLANK_DATABASE", "postgres://desk:p@one,two:5433/log");
        let place = |args: &ServeArgs, variables: &[(&str, &str)], file: &str| {
            let config: Config = config(args, variables, file).unwrap();
            (config.place.to_string(), config.has_place)
        };
        let named = |text: &str| (text.to_owned(), true);
        let nothing = ServeArgs::default();
        let here = "outflank-data/outflank.db";
        assert_eq!(place(&nothing, &[], ""), (here.to_owned(), false));
        let databases = &[database];
        assert_eq!(place(&folder, databases, ""), named("hall/outflank.db"));
        let there = "PostgreSQL at desk@one:5432,two:5433/log";
        assert_eq!(place(&nothing, databases, "data = \"x\""), named(there));
        refused(
            &[database, ("OUTFLANK_DATA", "x")],
            "",
            "OUTFLANK_DATA and the environment variable OUTFLANK_DATABASE say where the log is. Use only one",
        );
        // A wrong address is not repeated: a password may be in it.
        let wrong = config(
            &nothing,
            &[("OUTFLANK_DATABASE", "postgres:/x:secret@y")],
            "",
        );
        let message = wrong.unwrap_err();
        assert!(
            message.contains("OUTFLANK_DATABASE: This is not a PostgreSQL address"),
            "{message}"
        );
        assert!(!message.contains("secret"), "{message}");
    }

    #[track_caller]
    fn refused(variables: &[(&str, &str)], file: &str, expected: &str) {
        let message = config(&ServeArgs::default(), variables, file).unwrap_err();
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn a_wrong_value_is_named_with_its_source_and_what_to_write() {
        refused(
            &[("OUTFLANK_LISTEN", "here")],
            "",
            "the environment variable OUTFLANK_LISTEN: 'here' is not valid. Write an address",
        );
        refused(
            &[],
            "connections = 0",
            "'connections' in hall.toml: '0' is not valid. Write a whole number",
        );
        refused(&[], "color = 1", "hall.toml: There is no setting 'color'");
        refused(&[], "listen = [", "hall.toml: ");
        refused(
            &[("OUTFLANK_PUBLIC_URL", "othello.example")],
            "",
            "OUTFLANK_PUBLIC_URL: 'othello.example' is not valid",
        );
        refused(&[("OUTFLANK_LOG", "a=b=c")], "", "OUTFLANK_LOG");
        refused(&[], "hall = 1.5", "must be a text, a whole number");
    }
}
