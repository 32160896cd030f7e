//! A private PostgreSQL server from Debian's package, started by the test and ended with it.
#![allow(dead_code, reason = "each test program uses its own part")]

use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Far longer than a server takes to start.
const PATIENCE: Duration = Duration::from_secs(60);
/// The owner of everything in it.
pub(crate) const USER: &str = "outflank";
pub(crate) const PASSWORD: &str = "three-corners";

/// A server in a folder of its own, on a free port of this machine.
pub(crate) struct Server {
    folder: PathBuf,
    port: u16,
    running: Option<Child>,
}

impl Server {
    /// A new server that is ready. It lies in memory if it can: after a kill a server waits for the disk for every
    /// one of its thousand files, which is no part of any test. It calls for the disk all the same.
    pub(crate) fn start() -> Self {
        Self::start_in(&short_lived())
    }

    /// The same on the disk, where durable writes cost what they cost.
    pub(crate) fn start_on_disk() -> Self {
        let place = std::env::temp_dir();
        let mut ask = Command::new("stat");
        let kind = run(ask.args(["-f", "-c", "%T"]).arg(&place));
        assert!(
            !matches!(kind.trim(), "tmpfs" | "ramfs"),
            "{} is in memory; name a folder on a disk in TMPDIR",
            place.display()
        );
        Self::start_in(&place)
    }

    fn start_in(place: &Path) -> Self {
        let folder = new_folder(place);
        let password = folder.join("password");
        std::fs::write(&password, PASSWORD).unwrap();
        own(&folder);
        let data = folder.join("data");
        let mut init = as_server_user(&program("initdb"));
        init.args([
            "--auth=scram-sha-256",
            "--username",
            USER,
            "--encoding=UTF8",
        ])
        .args(["--locale=C", "--no-sync", "--pwfile"])
        .arg(&password)
        .arg("-D")
        .arg(&data);
        run(&mut init);
        Self::of(folder)
    }

    /// A standby of a running server, which keeps everything that one acknowledges.
    pub(crate) fn standby_of(primary: &Self) -> Self {
        let folder = new_folder(&short_lived());
        own(&folder);
        let mut copy = as_server_user(&program("pg_basebackup"));
        let from = format!(
            "host=127.0.0.1 port={} user={USER} password={PASSWORD} application_name=standby",
            primary.port
        );
        copy.args(["-R", "-X", "stream", "-c", "fast", "-d", &from, "-D"])
            .arg(folder.join("data"));
        run(&mut copy);
        let standby = Self::of(folder);
        let named = "ALTER SYSTEM SET synchronous_standby_names = 'standby'";
        primary.sql("postgres", named);
        primary.sql("postgres", "SELECT pg_reload_conf()");
        let begun = Instant::now();
        let ask = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while primary.sql("postgres", ask).trim() != "1" {
            assert!(begun.elapsed() < PATIENCE, "the standby does not follow");
            std::thread::yield_now();
        }
        standby
    }

    fn of(folder: PathBuf) -> Self {
        let port = free_port();
        let mut server = Self {
            folder,
            port,
            running: None,
        };
        server.run();
        server
    }

    /// Starts it, again after it was killed.
    pub(crate) fn run(&mut self) {
        let data = self.data();
        // The shell waits for this process: when our end of the pipe closes, however it closes, the server ends and its
        // folder goes, unless it is told that the folder stays.
        let watch = "folder=$0; \"$@\" & server=$!; trap '' INT TERM; read -r word; \
                     kill -QUIT $server 2>/dev/null; wait $server; \
                     [ \"$word\" = stay ] || rm -rf \"$folder\"";
        let mut shell = as_server_user(Path::new("/bin/sh"));
        shell.args(["-c", watch]).arg(&self.folder);
        shell.arg(program("postgres"));
        shell.arg("-D").arg(&data).arg("-k").arg(&self.folder);
        for setting in [
            format!("port={}", self.port),
            "listen_addresses=127.0.0.1".to_owned(),
            "max_connections=200".to_owned(),
            "shared_buffers=64MB".to_owned(),
            "wal_level=replica".to_owned(),
            "max_wal_senders=4".to_owned(),
            "wal_keep_size=512MB".to_owned(),
            "log_min_messages=fatal".to_owned(),
            "logging_collector=off".to_owned(),
        ] {
            shell.args(["-c", &setting]);
        }
        let log = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.join("server.log"))
            .unwrap();
        let child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.running = Some(child);
        self.wait_until_ready();
    }

    fn wait_until_ready(&self) {
        let begun = Instant::now();
        let is_ready = || {
            let mut ask = Command::new(program("pg_isready"));
            ask.args(["-q", "-h", "127.0.0.1", "-d", "postgres", "-p"])
                .arg(self.port.to_string());
            ask.status().unwrap().success()
        };
        while !is_ready() {
            let log = || std::fs::read_to_string(self.folder.join("server.log"));
            assert!(begun.elapsed() < PATIENCE, "it does not start: {:?}", log());
            std::thread::yield_now();
        }
    }

    /// Ends every process of it as a power cut does.
    pub(crate) fn kill(&mut self) {
        let pid = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        let signal = |which: &str, to: &[&str]| {
            let mut kill = Command::new("kill");
            // A process that ended in between is none the less ended.
            let _ = kill.arg(which).args(to).stderr(Stdio::null()).status();
        };
        // Standing still it makes no more processes.
        signal("-STOP", &[&pid]);
        let children = Command::new("ps")
            .args(["-o", "pid=", "--ppid", &pid])
            .output()
            .unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        let mut all: Vec<&str> = children.split_whitespace().collect();
        all.push(&pid);
        signal("-KILL", &all);
        self.end("stay\n");
        // A process on its way out still holds the server's memory, and the next server would not start.
        let begun = Instant::now();
        while all.iter().any(|pid| is_alive(pid)) {
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            std::thread::yield_now();
        }
    }

    /// Lets go of the shell, which then ends the server if it still runs.
    fn end(&mut self, word: &str) {
        if let Some(mut shell) = self.running.take() {
            let mut pipe = shell.stdin.take().unwrap();
            let _ = pipe.write_all(word.as_bytes());
            drop(pipe);
            shell.wait().unwrap();
        }
    }

    /// Makes a standby the primary.
    pub(crate) fn promote(&self) {
        let mut promote = as_server_user(&program("pg_ctl"));
        promote.args(["promote", "-w", "-D"]).arg(self.data());
        run(&mut promote);
    }

    /// Makes a database, and gives its address.
    pub(crate) fn database(&self, name: &str) -> String {
        self.sql("postgres", &format!("CREATE DATABASE \"{name}\""));
        self.url(name)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The folder of its local socket.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a database.
    pub(crate) fn url(&self, name: &str) -> String {
        format!(
            "postgres://{USER}:{PASSWORD}@127.0.0.1:{}/{name}",
            self.port
        )
    }

    /// From now on it takes private connections, with this certificate and key.
    pub(crate) fn have_tls(&self, certificate: &str, key: &str) {
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = self.data().join(name);
            std::fs::write(&file, text).unwrap();
            own(&file);
            let mut guard = Command::new("chmod");
            run(guard.arg("600").arg(&file));
        }
        self.sql("postgres", "ALTER SYSTEM SET ssl = on");
        self.sql("postgres", "SELECT pg_reload_conf()");
        let begun = Instant::now();
        while self.sql("postgres", "SHOW ssl").trim() != "on" {
            assert!(begun.elapsed() < PATIENCE, "it has no TLS");
            std::thread::yield_now();
        }
    }

    /// The answer of psql.
    pub(crate) fn sql(&self, database: &str, text: &str) -> String {
        let mut ask = Command::new(program("psql"));
        ask.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text]);
        run(ask.arg(self.url(database)))
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end("go\n");
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A program of the package, the newest that is installed.
pub(crate) fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let mut found: Vec<PathBuf> = (versions.into_iter().flatten())
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(name)))
        .filter(|path| path.exists())
        .collect();
    found.sort();
    (found.pop()).expect("install Debian's package 'postgresql', or run 'cargo xtask debian'")
}

/// PostgreSQL does not run as root: then it runs as the package's own user.
fn as_server_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn own(folder: &Path) {
    if is_root() {
        let mut chown = Command::new("chown");
        run(chown.args(["-R", "postgres"]).arg(folder));
    }
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

fn is_alive(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    // Behind the name in brackets is the state; Z is a process that has ended.
    state.is_ok_and(|line| {
        line.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.starts_with(" Z"))
    })
}

/// A file system in memory where there is one.
fn short_lived() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let is_there = memory.is_dir() && !memory.metadata().unwrap().permissions().readonly();
    match is_there {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    }
}

fn new_folder(place: &Path) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("outflank-pg-{}-{number}", std::process::id());
    let folder = place.join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.current_dir("/").output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}
