//! The tables: their version, and how older ones are brought forward.

use outflank_desk::log::Fault;

use super::address::Address;
use super::faults::fault;
use super::session::Session;

/// Step *n* brings the tables from format *n* to format *n* + 1. A step never changes once it is released,
/// and none changes an event. Texts from outside are bytes: PostgreSQL's own texts have no room for a zero.
const STEPS: &[&str] = &[FORMAT_1, FORMAT_2];

const FORMAT_1: &str = r#"
CREATE TABLE outflank.head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    seq bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO outflank.head (seq) VALUES (0);
CREATE TABLE outflank.events (
    global_seq  bigint PRIMARY KEY,
    stream      text COLLATE "C" NOT NULL,
    seq         bigint NOT NULL,
    at          bigint NOT NULL,
    recorded_at bigint NOT NULL,
    actor       bytea NOT NULL,
    device      bytea,
    command_id  bytea NOT NULL,
    kind        text NOT NULL,
    body        bytea NOT NULL,
    prev_hash   bytea NOT NULL,
    hash        bytea NOT NULL,
    UNIQUE (stream, seq)
);
CREATE TABLE outflank.set_aside (
    global_seq  bigint PRIMARY KEY,
    stream      text COLLATE "C" NOT NULL,
    seq         bigint NOT NULL,
    at          bigint NOT NULL,
    recorded_at bigint NOT NULL,
    actor       bytea NOT NULL,
    device      bytea,
    command_id  bytea NOT NULL,
    kind        text NOT NULL,
    body        bytea NOT NULL,
    prev_hash   bytea NOT NULL,
    hash        bytea NOT NULL
);
CREATE TABLE outflank.commands (
    command_id bytea PRIMARY KEY,
    request    bytea NOT NULL,
    answer     bytea NOT NULL,
    sum        bytea NOT NULL
);
CREATE TABLE outflank.records (
    kind text COLLATE "C" NOT NULL,
    id   bytea NOT NULL,
    body bytea NOT NULL,
    sum  bytea NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE TABLE outflank.heartbeat (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at  timestamptz
) WITH (fillfactor = 10);
INSERT INTO outflank.heartbeat (at) VALUES (NULL);
"#;

/// How often streams were cut: what a server remembers of their ends holds while this stays.
const FORMAT_2: &str = "ALTER TABLE outflank.head ADD COLUMN cuts bigint NOT NULL DEFAULT 0";

/// Held while the tables are made or changed: several servers may start at once.
const CHANGING: i64 = 0x4f66_6c61_0001;

/// The latest format this program reads and writes.
fn known() -> u32 {
    u32::try_from(STEPS.len()).expect("there are few formats")
}

/// The tables' format; 0 if there are none.
pub(crate) async fn found(session: &Session, address: &Address) -> Result<u32, Fault> {
    let failed = |error| fault(address, &error);
    let ask = "SELECT to_regclass('outflank.format') IS NOT NULL";
    let row = session.client.query_one(ask, &[]).await.map_err(failed)?;
    if !row.get::<_, bool>(0) {
        return Ok(0);
    }
    let ask = "SELECT max(version) FROM outflank.format";
    let row = session.client.query_one(ask, &[]).await.map_err(failed)?;
    match row.get::<_, Option<i32>>(0).map(u32::try_from) {
        Some(Ok(version)) if version > known() => Err(Fault::Newer {
            found: version,
            known: known(),
        }),
        Some(Ok(version)) => Ok(version),
        Some(Err(_)) | None => Err(Fault::Damaged(format!(
            "{address}: the format number is missing"
        ))),
    }
}

/// Makes the tables, or brings them forward; every step whole or not at all, by one server at a time.
pub(crate) async fn bring_forward(session: &Session, address: &Address) -> Result<(), Fault> {
    if found(session, address).await? == known() {
        return Ok(());
    }
    let failed = |error| fault(address, &error);
    let run = async |text: &str| session.client.batch_execute(text).await.map_err(failed);
    // The lock comes before the transaction: one that was begun earlier would not see what another server made.
    run(&format!("SELECT pg_advisory_lock({CHANGING})")).await?;
    let changed = async {
        run("BEGIN").await?;
        // Another server may have been quicker.
        let from = found(session, address).await?;
        if from == 0 {
            run("CREATE SCHEMA IF NOT EXISTS outflank;
                 CREATE TABLE outflank.format (version integer NOT NULL);
                 INSERT INTO outflank.format VALUES (0)")
            .await?;
        }
        for (number, step) in (1_u32..).zip(STEPS).filter(|(number, _)| *number > from) {
            run(step).await?;
            run(&format!("UPDATE outflank.format SET version = {number}")).await?;
        }
        run("COMMIT").await
    };
    let changed = changed.await;
    if changed.is_err() {
        // A connection that broke has rolled back already.
        let _ = run("ROLLBACK").await;
    }
    // And the lock goes with the connection.
    let _ = run(&format!("SELECT pg_advisory_unlock({CHANGING})")).await;
    changed
}
