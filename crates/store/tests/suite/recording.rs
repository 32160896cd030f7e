//! Records beside the log.

use outflank_desk::log::{RecordChange, RecordKey, RecordKind};

use crate::stores::Place;
use crate::support::{append, person, put};

pub(crate) async fn records_are_written_with_the_append_or_not_at_all(place: &impl Place) {
    let store = place.open();
    let key = person("p1", None).key;
    let mut refused = append("c1", "game/one", 7, &["a"]);
    refused.records.push(person("p1", Some("{\"n\":1}")));
    store.append(refused.clone()).await.unwrap_err();
    assert_eq!(store.record(&key).await.unwrap(), None);
    refused.writes[0].expected.0 = 0;
    put(&*store, refused.clone()).await;
    assert_eq!(
        store.record(&key).await.unwrap().as_deref(),
        Some("{\"n\":1}")
    );
    // A retry does not write its records again.
    store
        .put_records(vec![person("p1", Some("{\"n\":2}"))])
        .await
        .unwrap();
    store.append(refused).await.unwrap();
    assert_eq!(
        store.record(&key).await.unwrap().as_deref(),
        Some("{\"n\":2}")
    );
}

pub(crate) async fn records_are_changed_and_erased(place: &impl Place) {
    let store = place.open();
    let session = RecordChange {
        key: RecordKey::new(RecordKind::Session, "p1"),
        body: Some("s".into()),
    };
    let changes = vec![person("p2", Some("b")), person("p1", Some("a")), session];
    store.put_records(changes).await.unwrap();
    let persons = store.records(RecordKind::Person).await.unwrap();
    assert_eq!(
        persons,
        [("p1".into(), "a".into()), ("p2".into(), "b".into())]
    );
    store
        .put_records(vec![person("p1", None), person("p2", Some("c"))])
        .await
        .unwrap();
    let persons = store.records(RecordKind::Person).await.unwrap();
    assert_eq!(persons, [("p2".into(), "c".into())]);
    drop(store);
    let store = place.open();
    assert_eq!(store.records(RecordKind::Person).await.unwrap(), persons);
    assert_eq!(store.records(RecordKind::Session).await.unwrap().len(), 1);
    assert_eq!(store.records(RecordKind::User).await.unwrap(), []);
}
