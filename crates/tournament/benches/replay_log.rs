//! Replaying the log of a large event: 1,000 entrants, 13 rounds, results, editions of the standings.
//!
//! Prints the time from events in memory and from their stored form. The aim is under 100 ms.
#![expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]

use std::time::Instant;

use outflank_tournament::running::{
    Act, By, Command, Creation, Entry, Event, Fact, Official, PairedBy, Pairing, ResultSource,
    Seated, TableNumber, Timestamp, Tournament, apply, decide, edition_rows, preset,
};
use outflank_tournament::{EntrantId, RoundNumber};

const ENTRANTS: u32 = 1000;
const ROUNDS: u16 = 13;
const REPEATS: u32 = 20;

fn main() {
    let events = log();
    let stored: Vec<(&'static str, String)> = events
        .iter()
        .map(|event| (event.kind(), event.body()))
        .collect();
    let bytes: usize = stored.iter().map(|(_, body)| body.len()).sum();
    println!("log: {} events, {} kB stored", events.len(), bytes / 1000);
    let memory = best(|| {
        let tournament = Tournament::replay(events.iter().cloned());
        assert_eq!(tournament.affairs().rounds.len(), usize::from(ROUNDS));
    });
    let read = best(|| {
        let read = stored.iter().map(|(kind, body)| {
            Event::from_stored(kind, body).expect("it was written by this program")
        });
        let tournament = Tournament::replay(read);
        assert_eq!(tournament.affairs().rounds.len(), usize::from(ROUNDS));
    });
    println!("replay from memory: {memory} us");
    println!("replay from the stored form: {read} us");
    println!(
        "ratio stored : memory = {}.{:02}",
        read / memory,
        read * 100 / memory % 100
    );
}

fn best(mut run: impl FnMut()) -> u128 {
    let times = (0..REPEATS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_micros()
    });
    times.min().unwrap_or_default().max(1)
}

/// The log of such an event. The facts are made here, not decided: pairing 1,000 players is another
/// benchmark.
fn log() -> Vec<Event> {
    let mut book = Book::open();
    for n in 1..=ENTRANTS {
        book.add(Fact::EntrantRegistered {
            entrant: EntrantId(n),
            entry: Entry {
                country: Some(format!("X{:02}", n % 40)),
                rating: Some(1500),
                ..Entry::new(format!("Player {n}"))
            },
            from_round: RoundNumber(1),
            accepts: "wof".to_owned(),
            no_title: false,
            exception: None,
            notices: Vec::new(),
        });
    }
    for round in (1..=ROUNDS).map(RoundNumber) {
        book.play(round);
    }
    book.tournament.log().to_vec()
}

struct Book {
    tournament: Tournament,
    commands: u32,
}

impl Book {
    fn open() -> Self {
        let rules = preset("wof/championship").expect("shipped");
        let first_day = "2024-11-05".parse().expect("a date");
        let creation = Creation::new("Example Championship", first_day);
        let command = Command::new("c0", By::Head, Act::Create(Box::new(creation)));
        let mut tournament = Tournament::new();
        for event in decide(&rules, &tournament.clone(), command, Timestamp(0)).expect("accepted") {
            apply(&mut tournament, &event);
        }
        Self {
            tournament,
            commands: 0,
        }
    }

    fn add(&mut self, fact: Fact) {
        self.commands += 1;
        let event = Event {
            at: Timestamp(i64::from(self.commands)),
            by: By::Head,
            command: format!("c{}", self.commands).as_str().into(),
            fact,
        };
        apply(&mut self.tournament, &event);
    }

    fn play(&mut self, round: RoundNumber) {
        self.add(Fact::RoundProposed {
            round,
            pairing: pairing(round),
        });
        self.add(Fact::RoundAnnounced {
            round,
            consent: None,
            notices: Vec::new(),
        });
        self.add(Fact::RoundStarted { round });
        for n in 1..=ENTRANTS / 2 {
            let black = u16::try_from((n * 7 + u32::from(round.0) * 13) % 65).unwrap_or_default();
            let table = TableNumber(u16::try_from(n).unwrap_or_default());
            self.add(Fact::ResultEntered {
                round,
                table,
                result: Official::played(black, 64 - black),
                source: ResultSource::Slip,
                signed: vec![EntrantId(n), EntrantId(n + 1)],
                transcripts: Vec::new(),
            });
            self.add(Fact::ResultConfirmed { round, table });
        }
        self.add(Fact::RoundFinished { round });
        self.add(Fact::RoundValidated {
            round,
            open: Vec::new(),
        });
        let table = self.tournament.affairs().standings(round.0);
        self.add(Fact::StandingsPublished {
            round,
            edition: 1,
            why: None,
            rows: table.as_ref().map_or_else(Vec::new, edition_rows),
        });
    }
}

/// The upper half meets the lower half, shifted by the round.
fn pairing(round: RoundNumber) -> Pairing {
    let half = ENTRANTS / 2;
    let games = (0..half).map(|n| Seated {
        table: TableNumber(u16::try_from(n + 1).unwrap_or_default()),
        black: EntrantId(n + 1),
        white: EntrantId(half + 1 + (n + u32::from(round.0)) % half),
    });
    Pairing::new(PairedBy::Hand, games.collect())
}
