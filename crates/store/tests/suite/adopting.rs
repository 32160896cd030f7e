//! Taking over events of another store.

use outflank_desk::log::{
    Adoption, Answered, AppendError, Appended, GlobalSeq, Seq, Store, StreamAdoption, Unfit,
};
use outflank_store::chain::verify_chain;
use outflank_store::memory::MemoryStore;

use crate::stores::Place;
use crate::support::{append, person, put, stream};

/// Another copy: the same first two events, then its own third.
async fn another_copy() -> MemoryStore {
    let other = MemoryStore::new();
    put(&other, append("c1", "game/one", 0, &["a", "b"])).await;
    put(&other, append("theirs", "game/one", 2, &["c", "d"])).await;
    other
}

async fn tail_of(other: &MemoryStore, keep: u64) -> StreamAdoption {
    let events = other
        .read(&stream("game/one"), Seq(keep), 100)
        .await
        .unwrap();
    StreamAdoption {
        stream: stream("game/one"),
        expected: None,
        keep: Seq(keep),
        events: events.iter().map(|event| event.content.clone()).collect(),
    }
}

pub(crate) async fn an_adoption_keeps_the_hashes(place: &impl Place) {
    let store = place.open();
    put(&*store, append("before", "access", 0, &["x"])).await;
    let other = another_copy().await;
    let answered = Answered {
        request: [7; 32],
        answer: "{}".into(),
    };
    let adoption = Adoption {
        streams: vec![tail_of(&other, 0).await],
        commands: vec![("c1".into(), answered.clone())],
        records: vec![person("p1", Some("{}"))],
    };
    let adopted = store.adopt(adoption).await.unwrap();
    let places: Vec<_> = adopted.iter().map(|event| event.global_seq.0).collect();
    assert_eq!(places, [2, 3, 4, 5]);
    assert_eq!(
        store.head(&stream("game/one")).await.unwrap(),
        other.head(&stream("game/one")).await.unwrap()
    );
    assert_eq!(store.command("c1").await.unwrap(), Some(answered));
    assert!(
        store
            .record(&person("p1", None).key)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(verify_chain(&*store).await.unwrap().events, 5);
    put(&*store, append("c9", "game/one", 4, &["e"])).await;
}

pub(crate) async fn an_adoption_sets_aside_and_never_erases(place: &impl Place) {
    let store = place.open();
    put(&*store, append("c1", "game/one", 0, &["a", "b"])).await;
    put(&*store, append("ours", "game/one", 2, &["x"])).await;
    let mut part = tail_of(&another_copy().await, 2).await;
    part.expected = store.head(&stream("game/one")).await.unwrap();
    let adoption = Adoption {
        streams: vec![part],
        ..Adoption::default()
    };
    store.adopt(adoption).await.unwrap();
    let all = store.read_all(GlobalSeq(0), 100).await.unwrap();
    let places: Vec<_> = all.iter().map(|event| event.global_seq.0).collect();
    assert_eq!(places, [1, 2, 4, 5], "the event set aside keeps its number");
    let aside = store.set_aside().await.unwrap();
    assert_eq!(aside.len(), 1);
    assert_eq!(aside[0].content.command_id, "ours");
    assert_eq!(store.command("ours").await.unwrap(), None);
    let verified = verify_chain(&*store).await.unwrap();
    assert_eq!((verified.events, verified.set_aside), (4, 1));
    drop(store);
    let store = place.open();
    assert_eq!(store.set_aside().await.unwrap(), aside);
    // The command that gave way can be sent again.
    let again = store
        .append(append("ours", "game/one", 4, &["x"]))
        .await
        .unwrap();
    assert!(matches!(again, Appended::Now(events) if events[0].global_seq == GlobalSeq(6)));
    verify_chain(&*store).await.unwrap();
}

pub(crate) async fn an_adoption_that_does_not_follow_writes_nothing(place: &impl Place) {
    let store = place.open();
    put(&*store, append("c1", "game/one", 0, &["a", "b"])).await;
    let head = store.head(&stream("game/one")).await.unwrap();
    let fitting = StreamAdoption {
        expected: head,
        ..tail_of(&another_copy().await, 2).await
    };
    let refused = async |part: StreamAdoption| {
        let adoption = Adoption {
            streams: vec![part],
            records: vec![person("p1", Some("{}"))],
            ..Adoption::default()
        };
        let refused = store.adopt(adoption).await.unwrap_err();
        assert_eq!(store.head(&stream("game/one")).await.unwrap(), head);
        assert_eq!(store.record(&person("p1", None).key).await.unwrap(), None);
        refused
    };
    let mut gap = fitting.clone();
    gap.events.remove(0);
    let unchained = |seq| {
        AppendError::Unfit(Unfit::Unchained {
            stream: stream("game/one"),
            seq: Seq(seq),
        })
    };
    assert_eq!(refused(gap).await, unchained(3));
    let mut beyond = fitting.clone();
    beyond.keep = Seq(9);
    assert_eq!(refused(beyond).await, unchained(9));
    let mut unseen = fitting.clone();
    unseen.expected = None;
    let conflict = refused(unseen).await;
    assert!(matches!(
        conflict,
        AppendError::Conflict { actual: Seq(2), .. }
    ));
}
