//! Reading: order, portions, names.

use outflank_desk::log::{GlobalSeq, Seq};
use outflank_store::chain::verify_chain;

use crate::stores::Place;
use crate::support::{append, put, stream, write};

pub(crate) async fn events_are_numbered_without_gaps_in_the_order_of_commits(place: &impl Place) {
    let store = place.open();
    for n in 0..5_u64 {
        let mut both = append(&format!("c{n}"), "game/one", n, &["a"]);
        both.writes.push(write("game/two", n * 2, &["b", "c"]));
        put(&*store, both).await;
        // A refused command takes no number.
        store
            .append(append(&format!("no{n}"), "game/one", 99, &["x"]))
            .await
            .unwrap_err();
    }
    let all = store.read_all(GlobalSeq(0), 100).await.unwrap();
    let places: Vec<_> = all.iter().map(|event| event.global_seq.0).collect();
    assert_eq!(places, (1..=15).collect::<Vec<_>>());
    assert_eq!(*store.durable().borrow(), GlobalSeq(15));
    let two = store.read(&stream("game/two"), Seq(0), 100).await.unwrap();
    let seqs: Vec<_> = two.iter().map(|event| event.content.seq.0).collect();
    assert_eq!(seqs, (1..=10).collect::<Vec<_>>());
}

pub(crate) async fn portions_follow_each_other(place: &impl Place) {
    let store = place.open();
    put(
        &*store,
        append("c1", "game/one", 0, &["a", "b", "c", "d", "e"]),
    )
    .await;
    put(&*store, append("c2", "game/two", 0, &["f"])).await;
    let one = stream("game/one");
    let bodies = async |after, limit| {
        let events = store.read(&one, Seq(after), limit).await.unwrap();
        events
            .iter()
            .map(|event| event.content.seq.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(bodies(0, 2).await, [1, 2]);
    assert_eq!(bodies(2, 2).await, [3, 4]);
    assert_eq!(bodies(4, 2).await, [5]);
    assert_eq!(bodies(5, 2).await, [0; 0]);
    assert_eq!(bodies(u64::MAX, 2).await, [0; 0]);
    assert_eq!(bodies(0, 0).await, [0; 0]);
    assert_eq!(bodies(0, usize::MAX).await, [1, 2, 3, 4, 5]);
    let rest = store.read_all(GlobalSeq(4), 10).await.unwrap();
    let rest: Vec<_> = rest.iter().map(|event| event.global_seq.0).collect();
    assert_eq!(rest, [5, 6]);
    assert_eq!(store.read_all(GlobalSeq(u64::MAX), 10).await.unwrap(), []);
    assert_eq!(
        store.read(&stream("game/none"), Seq(0), 9).await.unwrap(),
        []
    );
}

pub(crate) async fn streams_are_found_by_prefix(place: &impl Place) {
    let store = place.open();
    assert_eq!(store.streams("").await.unwrap(), []);
    for (n, name) in ["game/b", "tournament/a", "game/a", "access", "game/ab"]
        .into_iter()
        .enumerate()
    {
        put(&*store, append(&format!("c{n}"), name, 0, &["x"])).await;
    }
    let names = async |prefix| {
        let streams = store.streams(prefix).await.unwrap();
        streams.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names("game/").await, ["game/a", "game/ab", "game/b"]);
    assert_eq!(names("game/a").await, ["game/a", "game/ab"]);
    assert_eq!(names("access").await, ["access"]);
    assert_eq!(names("federation/").await, [""; 0]);
    assert_eq!(
        names("").await,
        ["access", "game/a", "game/ab", "game/b", "tournament/a"]
    );
}

pub(crate) async fn everything_is_there_after_a_restart(place: &impl Place) {
    let store = place.open();
    let first = append("c1", "game/one", 0, &["a", "b"]);
    put(&*store, first.clone()).await;
    let before = store.read_all(GlobalSeq(0), 10).await.unwrap();
    drop(store);
    let store = place.open();
    assert_eq!(*store.durable().borrow(), GlobalSeq(2));
    assert_eq!(store.read_all(GlobalSeq(0), 10).await.unwrap(), before);
    assert_eq!(
        store.answered("c1", first.request).await.unwrap(),
        Some(first.answer)
    );
    let next = put(&*store, append("c2", "game/one", 2, &["c"])).await;
    assert_eq!(next[0].global_seq, GlobalSeq(3));
    assert_eq!(next[0].prev_hash, before[1].hash);
}

pub(crate) async fn the_chain_of_a_store_verifies(place: &impl Place) {
    let store = place.open();
    let empty = verify_chain(&*store).await.unwrap();
    assert_eq!((empty.events, empty.heads.len()), (0, 0));
    for n in 0..30_u64 {
        let name = format!("game/g{}", n % 3);
        put(
            &*store,
            append(&format!("c{n}"), &name, n / 3 * 2, &["a", "b"]),
        )
        .await;
    }
    let verified = verify_chain(&*store).await.unwrap();
    assert_eq!((verified.events, verified.set_aside), (60, 0));
    let head = store.head(&stream("game/g1")).await.unwrap().unwrap();
    assert_eq!(verified.heads[&stream("game/g1")], head);
    assert!(verified.ends_with(head.hash) && verified.ends_with(verified.head()));
    assert!(!verified.ends_with(empty.head()));
}
