//! Many tasks at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use outflank_desk::log::{AppendError, Appended, GlobalSeq, Seq, Store};
use outflank_store::chain::verify_chain;

use crate::stores::Place;
use crate::support::{append, put, soaked, stream};

const TASKS: usize = 16;

/// Tasks write into three streams, reload on conflict as the desk does, and send every command twice.
pub(crate) async fn many_tasks_lose_and_double_nothing(place: &impl Place) {
    let store = place.open();
    let each = soaked(25);
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| tokio::spawn(write_each(Arc::clone(&store), task, each)))
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let all = store.read_all(GlobalSeq(0), usize::MAX).await.unwrap();
    let ids: BTreeSet<_> = all
        .iter()
        .map(|event| event.content.command_id.clone())
        .collect();
    assert_eq!(all.len(), TASKS * each, "nothing lost, nothing doubled");
    assert_eq!(ids.len(), TASKS * each);
    let verified = verify_chain(&*store).await.unwrap();
    assert_eq!(usize::try_from(verified.events).unwrap(), all.len());
}

async fn write_each(store: Arc<dyn Store>, task: usize, each: usize) {
    for n in 0..each {
        let name = format!("game/g{}", (task + n) % 3);
        let id = format!("t{task}-{n}");
        loop {
            let head = store.head(&stream(&name)).await.unwrap();
            let seen = head.map_or(0, |head| head.seq.0);
            let command = append(&id, &name, seen, &["a"]);
            let (first, second) =
                tokio::join!(store.append(command.clone()), store.append(command));
            let written = [first, second].map(|answer| match answer {
                Ok(Appended::Now(_)) => (1, 0),
                Ok(Appended::Before(_)) => (0, 1),
                Err(AppendError::Conflict { .. }) => (0, 0),
                Err(error) => panic!("{error}"),
            });
            match (written[0].0 + written[1].0, written[0].1 + written[1].1) {
                (1, 1) => break,
                (0, 0) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

pub(crate) async fn a_refused_command_does_not_hurt_its_neighbours(place: &impl Place) {
    let store = place.open();
    let tasks: Vec<_> = (0..200)
        .map(|n| {
            let store = Arc::clone(&store);
            let expected = if n % 2 == 0 { 0 } else { 5 };
            let command = append(
                &format!("c{n}"),
                &format!("game/g{n}"),
                expected,
                &["a", "b"],
            );
            tokio::spawn(async move { store.append(command).await.is_ok() })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap(), n % 2 == 0, "command {n}");
    }
    assert_eq!(store.streams("").await.unwrap().len(), 100);
    assert_eq!(verify_chain(&*store).await.unwrap().events, 200);
}

pub(crate) async fn readers_are_woken_after_the_commit(place: &impl Place) {
    let store = place.open();
    let mut durable = store.durable();
    let watcher = {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut seen = GlobalSeq(0);
            while seen < GlobalSeq(20) {
                durable.changed().await.unwrap();
                let now = *durable.borrow_and_update();
                let events = store.read_all(seen, usize::MAX).await.unwrap();
                // A reader may have seen the events before it was woken for them.
                seen = events.last().map_or(seen, |event| event.global_seq);
                assert!(seen >= now, "what is announced can be read");
            }
        })
    };
    for n in 0..20 {
        put(&*store, append(&format!("c{n}"), "game/one", n, &["a"])).await;
    }
    watcher.await.unwrap();
    assert_eq!(
        store.head(&stream("game/one")).await.unwrap().unwrap().seq,
        Seq(20)
    );
}
