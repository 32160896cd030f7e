//! A connection with its settings and its ready statements.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use outflank_desk::log::Fault;
use tokio::sync::mpsc;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Error, NoTls, Row, Statement};

use super::address::Address;
use super::faults::{fault, standby};

/// A server that takes the connection and says nothing is given up after this.
const GREETED_WITHIN: Duration = Duration::from_secs(10);

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Appends: nothing is acknowledged before the disk has it, nor before a synchronous standby.
    Write,
    /// Questions, and the heartbeat, of which a second may be lost.
    Ask,
    /// Questions only; a standby will do.
    Look,
    /// Being woken, and the lock of whoever is on duty: a holder that says nothing loses it.
    Listen,
}

impl Purpose {
    /// Sessions of those who hold a lock and stand still are ended: others wait for it. There is no limit for a
    /// statement: one that cuts short the wait for a synchronous standby would acknowledge what may be lost.
    const fn settings(self) -> &'static str {
        match self {
            Self::Write => {
                "SELECT set_config('idle_in_transaction_session_timeout', '10s', false),
                        set_config('lock_timeout', '20s', false),
                        CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
                             THEN set_config('synchronous_commit', 'on', false) END"
            }
            Self::Ask => "SELECT set_config('synchronous_commit', 'off', false)",
            Self::Look => "SELECT set_config('default_transaction_read_only', 'on', false)",
            Self::Listen => {
                "SELECT set_config(name, '10s', false) FROM pg_settings WHERE name = 'idle_session_timeout'"
            }
        }
    }
}

/// A connection.
pub(crate) struct Session {
    pub(crate) client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl Session {
    /// Connects. Whoever is woken gets a word for each wake-up; nobody else needs `wake`.
    pub(crate) async fn open(
        address: &Address,
        purpose: Purpose,
        wake: Option<mpsc::Sender<()>>,
    ) -> Result<Self, Fault> {
        let opening = Self::connect(address, purpose, wake);
        match tokio::time::timeout(GREETED_WITHIN, opening).await {
            Ok(opened) => opened,
            Err(_) => Err(Fault::Away(format!("{address}: no answer"))),
        }
    }

    async fn connect(
        address: &Address,
        purpose: Purpose,
        wake: Option<mpsc::Sender<()>>,
    ) -> Result<Self, Fault> {
        let mut config = address.config.clone();
        let is_choice = config.get_hosts().len() > 1;
        match purpose {
            Purpose::Look => {
                config.target_session_attrs(TargetSessionAttrs::Any);
            }
            // Of several the one that takes writes: after a standby was promoted, that one.
            Purpose::Write | Purpose::Ask | Purpose::Listen if is_choice => {
                config.target_session_attrs(TargetSessionAttrs::ReadWrite);
            }
            Purpose::Write | Purpose::Ask | Purpose::Listen => {}
        }
        let failed = |error: Error| fault(address, &error);
        let (client, mut connection) = config.connect(NoTls).await.map_err(failed)?;
        tokio::spawn(async move {
            // Ends with the connection; whoever uses it learns it from the client.
            while let Some(Ok(message)) =
                std::future::poll_fn(|context| connection.poll_message(context)).await
            {
                if let (AsyncMessage::Notification(_), Some(wake)) = (message, &wake) {
                    // One that waits already will do for all.
                    let _ = wake.try_send(());
                }
            }
        });
        let set = client.query_one("SHOW transaction_read_only", &[]).await;
        let is_read_only = set.map_err(failed)?.get::<_, &str>(0) == "on";
        if is_read_only && purpose != Purpose::Look {
            return Err(standby(address));
        }
        client
            .query(purpose.settings(), &[])
            .await
            .map_err(failed)?;
        Ok(Self {
            client,
            statements: Mutex::default(),
        })
    }

    /// A statement, made ready at its first use.
    pub(crate) async fn ready(&self, text: &'static str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements().get(text) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(text).await?;
        self.statements().insert(text, statement.clone());
        Ok(statement)
    }

    fn statements(&self) -> std::sync::MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.statements
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks.
    pub(crate) async fn query(
        &self,
        text: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let statement = self.ready(text).await?;
        self.client.query(&statement, values).await
    }
}
