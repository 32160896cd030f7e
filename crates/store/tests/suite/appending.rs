//! Appends: whole or not at all, once.

use outflank_desk::log::{
    APPEND_EVENTS_MAX, AppendError, Appended, GlobalSeq, Hash, NAME_BYTES_MAX, Seq, TEXT_BYTES_MAX,
    Timestamp, Unfit,
};

use crate::stores::Place;
use crate::support::{append, event, person, put, stream, write};

pub(crate) async fn an_append_is_read_back_byte_for_byte(place: &impl Place) {
    let store = place.open();
    let mut first = append("c1", "game/one", 0, &["a", "b"]);
    first.writes[0].events[0].body = "{\"näme\":\"黒白 \u{0} \\u0000\", \"b\" :1}\n".into();
    first.writes[0].events[1].at = Timestamp(-5);
    let written = put(&*store, first.clone()).await;
    let read = store.read(&stream("game/one"), Seq(0), 10).await.unwrap();
    assert_eq!(read, written);
    assert_eq!(read.len(), 2);
    let (a, b) = (&read[0], &read[1]);
    assert_eq!(a.content.body, first.writes[0].events[0].body);
    assert_eq!((a.content.seq, b.content.seq), (Seq(1), Seq(2)));
    assert_eq!(a.prev_hash, Hash::START);
    assert_eq!(b.prev_hash, a.hash);
    assert!(a.follows(Hash::START) && b.follows(a.hash));
    assert_eq!(b.content.at, Timestamp(-5));
    assert_eq!(b.content.recorded_at, Timestamp(2_000));
    assert_eq!(b.content.device.as_deref(), Some("tablet 4"));
    assert_eq!(b.content.command_id, "c1");
    let head = store.head(&stream("game/one")).await.unwrap().unwrap();
    assert_eq!((head.seq, head.hash), (Seq(2), b.hash));
    assert_eq!(store.head(&stream("game/two")).await.unwrap(), None);
}

pub(crate) async fn a_conflict_in_one_stream_writes_nothing_at_all(place: &impl Place) {
    let store = place.open();
    put(&*store, append("c1", "tournament/t", 0, &["opened"])).await;
    let mut both = append("c2", "game/one", 0, &["confirmed"]);
    both.writes.push(write("tournament/t", 0, &["result"]));
    both.records.push(person("p1", Some("{}")));
    let refused = store.append(both.clone()).await.unwrap_err();
    assert_eq!(
        refused,
        AppendError::Conflict {
            stream: stream("tournament/t"),
            expected: Seq(0),
            actual: Seq(1),
        }
    );
    assert_eq!(store.head(&stream("game/one")).await.unwrap(), None);
    assert_eq!(store.command("c2").await.unwrap(), None);
    assert_eq!(store.record(&person("p1", None).key).await.unwrap(), None);
    both.writes[1].expected = Seq(1);
    let written = put(&*store, both).await;
    let places: Vec<_> = written.iter().map(|event| event.global_seq).collect();
    assert_eq!(places, [GlobalSeq(2), GlobalSeq(3)]);
}

pub(crate) async fn a_retry_gets_the_first_answer(place: &impl Place) {
    let store = place.open();
    let first = append("c1", "game/one", 0, &["a"]);
    put(&*store, first.clone()).await;
    put(&*store, append("c2", "game/one", 1, &["b"])).await;
    let mut again = first.clone();
    again.answer = "{\"another\":\"answer\"}".into();
    again.writes[0].expected = Seq(2);
    let answer = store.append(again).await.unwrap();
    assert_eq!(answer, Appended::Before(first.answer.clone()));
    assert_eq!(
        store.answered("c1", first.request).await.unwrap(),
        Some(first.answer)
    );
    let events = store.read(&stream("game/one"), Seq(0), 10).await.unwrap();
    assert_eq!(events.len(), 2);
    // A command may write nothing but its answer.
    let mut empty = append("c3", "game/one", 2, &[]);
    empty.writes.clear();
    assert_eq!(put(&*store, empty.clone()).await, []);
    let answer = store.append(empty.clone()).await.unwrap();
    assert_eq!(answer, Appended::Before(empty.answer));
}

pub(crate) async fn an_id_used_for_another_request_is_refused(place: &impl Place) {
    let store = place.open();
    put(&*store, append("c1", "game/one", 0, &["a"])).await;
    let other = append("c1", "game/one", 1, &["b"]);
    let refused = store.append(other.clone()).await.unwrap_err();
    assert_eq!(refused, AppendError::IdReused);
    let asked = store.answered("c1", other.request).await.unwrap_err();
    assert_eq!(asked, AppendError::IdReused);
    assert_eq!(store.answered("c9", other.request).await.unwrap(), None);
    let events = store.read(&stream("game/one"), Seq(0), 10).await.unwrap();
    assert_eq!(events.len(), 1);
}

pub(crate) async fn what_no_store_holds_is_refused(place: &impl Place) {
    let store = place.open();
    let fine = append("c1", "game/one", 0, &["a"]);
    let mut twice = fine.clone();
    twice.writes.push(write("game/one", 1, &["b"]));
    let mut many = fine.clone();
    many.writes[0].events = vec![event("x"); APPEND_EVENTS_MAX + 1];
    let mut long = fine.clone();
    long.writes[0].events[0].body = "x".repeat(TEXT_BYTES_MAX + 1);
    let mut nameless = fine.clone();
    nameless.command_id.clear();
    let mut long_name = fine.clone();
    long_name.actor = "x".repeat(NAME_BYTES_MAX + 1);
    let mut long_record = fine.clone();
    let text = "x".repeat(TEXT_BYTES_MAX + 1);
    long_record.records.push(person("p", Some(&text)));
    for (unfit, why) in [
        (twice, Unfit::StreamTwice(stream("game/one"))),
        (many, Unfit::Events),
        (long, Unfit::Text),
        (nameless, Unfit::Name),
        (long_name, Unfit::Name),
        (long_record, Unfit::Text),
    ] {
        let refused = store.append(unfit).await.unwrap_err();
        assert_eq!(refused, AppendError::Unfit(why));
    }
    let largest = |id: &str| {
        let mut largest = append(id, "game/one", 0, &[]);
        largest.writes[0].events = vec![event("x"); APPEND_EVENTS_MAX];
        largest
    };
    assert_eq!(put(&*store, largest("c2")).await.len(), APPEND_EVENTS_MAX);
}
