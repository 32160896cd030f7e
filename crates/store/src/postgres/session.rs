//! A connection with its settings and its ready statements.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_desk::log::Fault;
use tokio::sync::Notify;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Error, Row, Statement};

use super::address::Address;
use super::faults::{fault, standby};
use super::tls;

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
    /// Being woken, and the lock of the server on duty: a silent holder loses it.
    Listen,
}

impl Purpose {
    /// Sessions of those who hold a lock and stand still are ended: others wait for it. There is no limit for a
    /// statement: one that cuts short the wait for a synchronous standby would acknowledge what may be lost.
    const fn settings(self) -> &'static str {
        match self {
            // The one row of the head is found by its index: behind a long look its old versions pile up.
            Self::Write => {
                "SELECT set_config('idle_in_transaction_session_timeout', '10s', false),
                        set_config('lock_timeout', '20s', false),
                        set_config('enable_seqscan', 'off', false),
                        set_config('plan_cache_mode', 'force_generic_plan', false),
                        CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
                             THEN set_config('synchronous_commit', 'on', false) END"
            }
            Self::Ask => "SELECT set_config('synchronous_commit', 'off', false)",
            Self::Look => "SELECT set_config('default_transaction_read_only', 'on', false)",
            Self::Listen => {
                "SELECT set_config('synchronous_commit', 'off', false) UNION ALL
                 SELECT set_config(name, '10s', false) FROM pg_settings WHERE name = 'idle_session_timeout'"
            }
        }
    }
}

/// Wakes the listener when another connection notifies.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    pub(crate) called: Notify,
    /// The process of PostgreSQL that serves the connection itself.
    pub(crate) own: AtomicI32,
}

pub(crate) struct Session {
    pub(crate) client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl Session {
    /// Connects; a task of its own moves the connection. Only those who listen need `wake`.
    pub(crate) async fn open(
        address: &Address,
        purpose: Purpose,
        wake: Option<Arc<Calls>>,
    ) -> Result<Self, Fault> {
        let opening = async {
            let session = Self::connect(address, purpose, wake).await?;
            session.greet(address, purpose).await?;
            Ok(session)
        };
        match tokio::time::timeout(GREETED_WITHIN, opening).await {
            Ok(opened) => opened,
            Err(_) => Err(Fault::Away(format!("{address}: no answer"))),
        }
    }

    async fn connect(
        address: &Address,
        purpose: Purpose,
        wake: Option<Arc<Calls>>,
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
        let tls = tls::connector().map_err(|error| Fault::Unavailable(error.to_string()))?;
        let connected = config.connect(tls).await;
        let (client, mut connection) = connected.map_err(|error| fault(address, &error))?;
        tokio::spawn(async move {
            // Ends with the connection; users of the connection get the error from the client.
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await
            {
                if let (AsyncMessage::Notification(call), Some(wake)) = (message, &wake)
                    && call.process_id() != wake.own.load(Ordering::Acquire)
                {
                    wake.called.notify_one();
                }
            }
        });
        Ok(Self {
            client,
            statements: Mutex::default(),
        })
    }

    async fn greet(&self, address: &Address, purpose: Purpose) -> Result<(), Fault> {
        let failed = |error: Error| fault(address, &error);
        let ask = "SHOW transaction_read_only";
        let set = self.client.query_one(ask, &[]).await.map_err(failed)?;
        if set.get::<_, &str>(0) == "on" && purpose != Purpose::Look {
            return Err(standby(address));
        }
        (self.client.query(purpose.settings(), &[]).await).map_err(failed)?;
        Ok(())
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

    pub(crate) async fn query(
        &self,
        text: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let statement = self.ready(text).await?;
        self.client.query(&statement, values).await
    }
}
