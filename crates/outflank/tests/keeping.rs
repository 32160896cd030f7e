//! What keeps a server running in the world: HTTPS, readiness and its end, numbers for whoever watches over it.
#![cfg(unix)]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use crate::support::folder::Folder;
use crate::support::hosted::Hosted;
use crate::support::program::Served;
use crate::support::until;
use outflank_desk::access::{Grant, Role};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// A certificate for hall.test that vouches for itself, in files, and how a browser would trust it.
struct Certificate {
    certificate: PathBuf,
    key: PathBuf,
    trusted: CertificateDer<'static>,
}

impl Certificate {
    fn new(folder: &Folder, name: &str) -> Self {
        let made = rcgen::generate_simple_self_signed(["hall.test".to_owned()]).unwrap();
        let certificate = folder.path().join(format!("{name}.pem"));
        let key = folder.path().join(format!("{name}-key.pem"));
        std::fs::write(&certificate, made.cert.pem()).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        Self {
            certificate,
            key,
            trusted: made.cert.der().clone(),
        }
    }

    fn arguments(&self) -> [&str; 4] {
        [
            "--tls-cert",
            self.certificate.to_str().unwrap(),
            "--tls-key",
            self.key.to_str().unwrap(),
        ]
    }

    /// One request by HTTPS, the whole answer.
    fn get(&self, served: &Served, path: &str) -> String {
        let mut roots = RootCertStore::empty();
        roots.add(self.trusted.clone()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from("hall.test").unwrap();
        let connection = ClientConnection::new(Arc::new(config), name).unwrap();
        let socket = TcpStream::connect(served.address).unwrap();
        let mut stream = StreamOwned::new(connection, socket);
        let method = if path.starts_with("/k/") {
            "POST"
        } else {
            "GET"
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

#[test]
fn with_a_certificate_the_server_speaks_https_and_nothing_else() {
    let folder = Folder::new("https");
    let certificate = Certificate::new(&folder, "hall");
    let mut served = Served::start(folder.path(), &certificate.arguments());
    assert!(
        served.said.contains("serves at https://127.0.0.1:"),
        "{}",
        served.said
    );
    let link = format!("https://{}/k/", served.address);
    assert!(served.said.contains(&link), "{}", served.said);

    assert!(
        certificate
            .get(&served, "/livez")
            .ends_with("\r\n\r\nalive\n")
    );
    let secret = served.owner_link.clone().unwrap();
    let signed_in = certificate.get(&served, &format!("/k/{secret}"));
    let cookie = signed_in
        .lines()
        .find(|line| line.to_lowercase().starts_with("set-cookie:"));
    assert!(
        cookie.is_some_and(|line| line.contains("; Secure")),
        "{signed_in}"
    );
    let home = certificate.get(&served, "/");
    assert!(
        home.to_lowercase().contains("strict-transport-security:"),
        "{home}"
    );

    // Plain HTTP at the same port is no greeting: the line is closed without an answer.
    let mut plain = TcpStream::connect(served.address).unwrap();
    plain
        .write_all(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP/"), "{answer:?}");
    assert_eq!(served.stop(), Some(0));
}

#[test]
fn a_certificate_that_will_not_do_is_said_in_one_sentence_and_no_log_is_made() {
    let folder = Folder::new("bad-certificate");
    let (one, other) = (
        Certificate::new(&folder, "one"),
        Certificate::new(&folder, "other"),
    );
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "").unwrap();
    let nowhere = folder.path().join("nowhere.pem");
    let say = |arguments: &[&std::path::Path]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outflank"));
        program.current_dir(folder.path()).args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--log",
            "error",
        ]);
        for (name, value) in ["--tls-cert", "--tls-key"].iter().zip(arguments) {
            program.arg(name).arg(value);
        }
        let output = program.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    for (said, expected) in [
        (say(&[&one.certificate]), "Name the key with --tls-key"),
        (
            say(&[&nowhere, &one.key]),
            "Use a PEM file that this program can read",
        ),
        (say(&[&empty, &one.key]), "The file contains no certificate"),
        (
            say(&[&one.certificate, &one.certificate]),
            "The file contains no private key",
        ),
        (
            say(&[&one.certificate, &other.key]),
            "that were issued together",
        ),
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
    }
    assert!(!folder.path().join("outflank-data").exists());
}

/// Told to stop, the server says that it is not ready and still answers; then its streams end.
#[test]
fn a_server_that_stops_is_not_ready_before_it_is_gone() {
    let folder = Folder::new("drain");
    let mut served = Served::start(folder.path(), &["--drain", "3"]);
    let client = served.client();
    assert_eq!(
        (client.get("/readyz").status, client.get("/livez").status),
        (200, 200)
    );
    let mut stream = client.listen("/api/v1/events").unwrap();
    assert_eq!(stream.status, 200);
    served.ask_to_stop();
    let reply = until(|| Some(client.get("/readyz")).filter(|reply| reply.status != 200));
    assert_eq!(reply.status, 503);
    assert_eq!(reply.text(), "not ready: the server is stopping\n");
    assert_eq!(
        client.get("/livez").status,
        200,
        "whoever comes is still answered"
    );
    assert_eq!(client.get("/").status, 200);
    while let Ok(Some(_)) = stream.message() {}
    assert_eq!(served.wait(), Some(0), "{}", served.log());
}

/// The value of a number in the text Prometheus reads.
fn number(page: &str, name: &str) -> u64 {
    let prefix = format!("{name} ");
    let line = page.lines().find_map(|line| line.strip_prefix(&prefix));
    line.unwrap_or_else(|| panic!("no {name}: {page}"))
        .parse()
        .unwrap()
}

#[test]
fn prometheus_reads_appends_conflicts_lag_viewers_and_memory() {
    let hosted = Hosted::start();
    let client = hosted.client();
    let before = client.get("/metrics").text();
    assert_eq!(number(&before, "outflank_viewers"), 0);
    let _stream = client.listen("/api/v1/events").unwrap();
    hosted.event("spring", 4);
    let page = until(|| {
        let page = client.get("/metrics").text();
        (number(&page, "outflank_fan_out_behind_events") == 0).then_some(page)
    });
    for name in [
        "outflank_appends_total",
        "outflank_events_total",
        "outflank_log_position",
    ] {
        assert!(
            number(&page, name) > number(&before, name),
            "{name}: {page}"
        );
    }
    assert_eq!(number(&page, "outflank_conflicts_total"), 0);
    assert_eq!(number(&page, "outflank_append_faults_total"), 0);
    assert_eq!(number(&page, "outflank_viewers"), 1);
    assert_eq!(number(&page, "outflank_tournaments"), 1);
    assert!(number(&page, "outflank_memory_resident_bytes") > 1_000_000);
    let lag = number(&page, "outflank_fan_out_lag_seconds_count");
    assert_eq!(
        number(&page, "outflank_fan_out_lag_seconds_bucket{le=\"+Inf\"}"),
        lag
    );
    assert!(lag > number(&before, "outflank_fan_out_lag_seconds_count"));
    // Every number says what it is, and every line is a comment or a name and a value.
    for line in page.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        assert!(value.parse::<f64>().is_ok(), "{line}");
        let family = name.split('{').next().unwrap();
        let family = ["_bucket", "_sum", "_count"]
            .iter()
            .find_map(|end| family.strip_suffix(end))
            .unwrap_or(family);
        for comment in ["HELP", "TYPE"] {
            assert!(
                page.contains(&format!("# {comment} {family} ")),
                "{comment} of {family}"
            );
        }
    }
}

#[test]
fn the_numbers_are_for_this_machine_and_the_owner() {
    let hosted = Hosted::start();
    let from_afar = hosted.client().with("X-Forwarded-For", "203.0.113.9");
    let refused = from_afar.get("/metrics");
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "http.numbers_are_private")
    );
    let id = hosted.event("spring", 4);
    let head = hosted.token(Grant::tournament(Role::Head, &id), None);
    assert_eq!(from_afar.bearer(&head).get("/metrics").status, 403);
    let owner = hosted.token(Grant::everywhere(Role::Owner), None);
    assert_eq!(from_afar.bearer(&owner).get("/metrics").status, 200);
}
