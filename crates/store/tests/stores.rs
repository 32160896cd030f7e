//! Every store does the same: one suite, run on each.
#![expect(clippy::unwrap_used, reason = "a test says what must hold")]

mod suite;
mod support;

use std::sync::Arc;

use outflank_desk::log::Store;
use outflank_store::memory::MemoryStore;
use outflank_store::sqlite::{FILE_NAME, SqliteStore};

/// Where a store is kept, so that it can be closed and opened again.
trait Place {
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

/// The suite for one place: add a line for the next store.
macro_rules! suite_for {
    ($name:ident, $place:ty, [$($test:ident),* $(,)?]) => {
        mod $name {
            use super::Place;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::suite::$test(&<$place>::new()).await;
                }
            )*
        }
    };
}

macro_rules! suites {
    ($($tests:tt)*) => {
        suite_for!(memory, super::InMemory, $($tests)*);
        suite_for!(sqlite, super::InFile, $($tests)*);
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
