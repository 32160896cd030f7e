//! Live streams: resume anywhere, snapshots for newcomers, slow readers, an orderly end.

use crate::support::hosted::Hosted;
use crate::support::http::Listener;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Act;

#[track_caller]
fn ids(stream: &mut Listener, until: u64) -> Vec<u64> {
    let mut ids = Vec::new();
    while ids.last().is_none_or(|last| *last < until) {
        ids.push(stream.message().unwrap().unwrap().id.unwrap());
    }
    ids
}

#[test]
fn a_stream_goes_on_after_any_event() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 5);
    let owner = hosted.owner();
    let end = hosted.desk.durable().0;
    let all = ids(&mut owner.listen("/api/v1/events?after=0").unwrap(), end);
    assert_eq!(all, (1..=end).collect::<Vec<_>>());
    for after in 0..end {
        let resumed = owner.with("Last-Event-ID", &after.to_string());
        let rest = ids(&mut resumed.listen("/api/v1/events").unwrap(), end);
        assert_eq!(rest, (after + 1..=end).collect::<Vec<_>>());
    }
    // What comes later comes once, in order, on a stream that was open before.
    let mut stream = owner
        .listen(&format!("/api/v1/events?after={end}"))
        .unwrap();
    for n in 1..=5 {
        hosted.act(
            &id,
            Act::CheckIn {
                entrant: EntrantId(n),
            },
        );
    }
    assert_eq!(
        ids(&mut stream, end + 5),
        (end + 1..=end + 5).collect::<Vec<_>>()
    );
}

#[test]
fn a_newcomer_gets_a_snapshot_and_then_the_rest() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 3);
    let other = hosted.event("other", 2);
    let mut stream = hosted
        .client()
        .listen("/api/v1/tournaments/hall/events")
        .unwrap();
    let first = stream.message().unwrap().unwrap();
    assert_eq!(first.event, "snapshot");
    assert_eq!(first.json()["id"], id.as_str());
    hosted.act(
        &other,
        Act::CheckIn {
            entrant: EntrantId(1),
        },
    );
    hosted.act(
        &id,
        Act::CheckIn {
            entrant: EntrantId(2),
        },
    );
    // What was on its way when he came may stand between.
    let mut next = stream.message().unwrap().unwrap();
    while next.json()["kind"] != "tournament.entrant_checked_in" {
        next = stream.message().unwrap().unwrap();
    }
    assert_eq!(next.json()["stream"], format!("tournament/{id}"));
    assert!(next.id > first.id);
}

/// A reader that does not read while thousands of events pass gets every one of them all the same.
#[test]
fn a_slow_reader_is_resynchronised_from_the_log() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 2);
    let owner = hosted.owner();
    let start = hosted.desk.durable().0;
    let mut slow = owner
        .listen(&format!("/api/v1/events?after={start}"))
        .unwrap();
    let entrant = EntrantId(1);
    for _ in 0..1500 {
        hosted.act(&id, Act::CheckIn { entrant });
        hosted.act(&id, Act::TakeBackCheckIn { entrant });
    }
    let end = hosted.desk.durable().0;
    assert_eq!(ids(&mut slow, end), (start + 1..=end).collect::<Vec<_>>());
}

#[test]
fn every_stream_ends_with_a_hint_when_the_server_stops() {
    let mut hosted = Hosted::start();
    hosted.event("hall", 2);
    let mut streams: Vec<Listener> = ["/api/v1/events", "/api/v1/tournaments/hall/events"]
        .into_iter()
        .map(|path| {
            let mut stream = hosted.client().listen(path).unwrap();
            assert_eq!(stream.message().unwrap().unwrap().event, "snapshot");
            stream
        })
        .collect();
    hosted.stop();
    for stream in &mut streams {
        // What was on its way when he came may stand between.
        let mut last = stream.message().unwrap().unwrap();
        while last.event == "event" {
            last = stream.message().unwrap().unwrap();
        }
        assert_eq!((last.event.as_str(), last.retry), ("closing", Some(1000)));
        assert_eq!(stream.message().unwrap(), None);
    }
}
