//! Every store does the same: one suite, run on each.

use crate::support;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::support::server::Server;
use outflank_desk::log::Store;
use outflank_store::memory::MemoryStore;
use outflank_store::postgres::{Address, PostgresStore};
use outflank_store::sqlite::{FILE_NAME, SqliteStore};

/// Where a store is kept, so that it can be closed and opened again.
pub(crate) trait Place {
    fn new() -> Self;
    fn open(&self) -> Arc<dyn Store>;
}

struct InMemory(MemoryStore);

impl Place for InMemory {
    fn new() -> Self {
        Self(MemoryStore::new())
    }

    fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.0.clone())
    }
}

struct InFile(support::Folder);

impl Place for InFile {
    fn new() -> Self {
        Self(support::Folder::new())
    }

    fn open(&self) -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(&self.0.file(FILE_NAME)).unwrap())
    }
}

/// A database of its own in the one server of this test program.
struct InDatabase(Address);

impl Place for InDatabase {
    fn new() -> Self {
        static SERVER: OnceLock<Server> = OnceLock::new();
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = SERVER.get_or_init(Server::start);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self(server.database(&format!("log{number}")).parse().unwrap())
    }

    fn open(&self) -> Arc<dyn Store> {
        let opened = tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(PostgresStore::open(&self.0))
        });
        Arc::new(opened.unwrap())
    }
}

/// The suite for one place: add a line for the next store.
macro_rules! suite_for {
    ($name:ident, $place:ty, [$($test:ident),* $(,)?]) => {
        mod $name {
            use super::Place;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::suite::$test(&<$place>::new()).await;
                }
            )*
        }
    };
}

macro_rules! suites {
    ($($tests:tt)*) => {
        suite_for!(memory, super::InMemory, $($tests)*);
        suite_for!(sqlite, super::InFile, $($tests)*);
        suite_for!(postgres, super::InDatabase, $($tests)*);
    };
}

suites!([
    an_append_is_read_back_byte_for_byte,
    a_conflict_in_one_stream_writes_nothing_at_all,
    a_retry_gets_the_first_answer,
    an_id_used_for_another_request_is_refused,
    what_no_store_holds_is_refused,
    events_are_numbered_without_gaps_in_the_order_of_commits,
    portions_follow_each_other,
    streams_are_found_by_prefix,
    records_are_written_with_the_append_or_not_at_all,
    records_are_changed_and_erased,
    many_tasks_lose_and_double_nothing,
    a_refused_command_does_not_hurt_its_neighbours,
    readers_are_woken_after_the_commit,
    everything_is_there_after_a_restart,
    an_adoption_keeps_the_hashes,
    an_adoption_sets_aside_and_never_erases,
    an_adoption_that_does_not_follow_writes_nothing,
    the_chain_of_a_store_verifies,
]);
