//! A hall in which a seeded event is run: entrants, results, mishaps, and the file at the end.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::PathBuf;

use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::{Rulebook, shipped_file};
use outflank_tournament::running::{
    Act, Application, Assumed, By, Card, Command, Creation, Credentials, Entry, Event, Fact,
    MemberKind, Official, OfficialPost, Phase, Post, Report, Reported, ResultSource, Seated,
    TableNumber, Timestamp, Tournament, apply, decide, preset,
};
use outflank_tournament::{Colour, EntrantId, RoundNumber, Seed};

const MINUTE: i64 = 60_000;

/// One event, its director and the dice that decide its games.
pub(crate) struct Hall {
    rules: Rulebook,
    pub(crate) tournament: Tournament,
    at: i64,
    commands: u32,
    dice: u64,
}

impl Hall {
    /// Its file, which is as pinned.
    pub(crate) fn pinned_text(&self, name: &str) -> String {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(name);
        let text = TournamentFile::of_running(self.tournament.affairs())
            .expect("it is open")
            .write();
        if std::env::var("OUTFLANK_BLESS").is_ok_and(|value| value == "1") {
            std::fs::write(&path, &text).expect("the golden file can be written");
        }
        let pinned = std::fs::read_to_string(&path).expect("the golden file is there");
        assert_eq!(text, pinned, "{name} is not as pinned");
        pinned
    }

    /// The event of its file, which is as pinned and reads without a complaint.
    pub(crate) fn pinned(&self, name: &str) -> outflank_tournament::Event {
        let pinned = self.pinned_text(name);
        let (file, lines) = TournamentFile::read(pinned.as_bytes()).expect("a tournament file");
        let book = shipped_file(&file.rulebook).expect("shipped");
        let event = file.event(book, &lines).expect("its rulebook knows it");
        let problems = file.problems(&event, &lines);
        assert!(problems.is_empty(), "{name}: {problems:?}");
        event
    }

    pub(crate) fn open(name: &str, seed: u64, title: &str) -> Self {
        Self::open_with(name, seed, title, |_| {})
    }

    pub(crate) fn open_with(
        name: &str,
        seed: u64,
        title: &str,
        change: impl FnOnce(&mut Creation),
    ) -> Self {
        let mut hall = Self {
            rules: preset(name).expect("a shipped preset"),
            tournament: Tournament::new(),
            at: 1_714_809_600_000, // 2024-05-04 08:00 UTC
            commands: 0,
            dice: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        };
        let mut creation = Creation::new(title, "2024-05-04".parse().expect("a date"));
        creation.seed = Seed::new(seed).expect("a small seed");
        change(&mut creation);
        hall.act(Act::Create(Box::new(creation)));
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hall.act(Act::Appoint { official });
        hall
    }

    /// Gives a command that must be accepted.
    pub(crate) fn act(&mut self, act: Act) -> Vec<Fact> {
        match self.try_act(act.clone()) {
            Ok(facts) => facts,
            Err(code) => panic!("{act:?} was refused: {code}"),
        }
    }

    /// Gives a command and tells the code if it is refused.
    pub(crate) fn try_act(&mut self, act: Act) -> Result<Vec<Fact>, &'static str> {
        self.commands += 1;
        let command = Command::new(&format!("c{}", self.commands), By::Head, act);
        let decided = decide(&self.rules, &self.tournament, command, Timestamp(self.at));
        let events = decided.map_err(|refused| refused.code())?;
        for event in &events {
            apply(&mut self.tournament, event);
        }
        self.at += MINUTE;
        Ok(events.into_iter().map(|event| event.fact).collect())
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 16) % limit
    }

    /// Enters and checks in the next `count` players; those who come late know the terms.
    pub(crate) fn enter(&mut self, count: u32) {
        for _ in 0..count {
            let n = u32::try_from(self.tournament.affairs().entrants.len()).expect("few") + 1;
            let unrated = n.is_multiple_of(6);
            let entry = Entry {
                rating: (!unrated).then(|| 1900 - 20 * i32::try_from(n).expect("few")),
                institute: Some(format!("School {}", n % 5)),
                category: Some("Open".to_owned()),
                ..Entry::new(format!("Player {n}"))
            };
            let kind = if unrated {
                MemberKind::FirstTimer
            } else {
                MemberKind::Member
            };
            self.act(Act::Enter(Box::new(Application {
                entry,
                credentials: Credentials {
                    membership: Some(kind),
                    ..Credentials::default()
                },
                allowance: None,
                late_terms_seen: true,
            })));
            let entrant = EntrantId(n);
            self.act(Act::CheckIn { entrant });
        }
    }

    /// Pairs the next round, announces and starts it.
    pub(crate) fn start(&mut self, assumed: Vec<Assumed>) -> RoundNumber {
        let round = self.tournament.affairs().next_round();
        self.act(Act::Propose { round, assumed });
        let consent = Some("no other pairing is left".to_owned());
        self.act(Act::Announce { round, consent });
        self.act(Act::Start { round });
        round
    }

    /// All games of a round but those at these tables.
    pub(crate) fn play_but(&mut self, round: RoundNumber, but: &[TableNumber]) {
        let mut open: Vec<TableNumber> = self.round_tables(round);
        // Results come in any order.
        let turn = usize::try_from(self.below(7))
            .expect("small")
            .min(open.len());
        open.rotate_left(turn);
        for table in open.into_iter().filter(|table| !but.contains(table)) {
            self.play(round, table);
        }
    }

    fn round_tables(&self, round: RoundNumber) -> Vec<TableNumber> {
        let life = self
            .tournament
            .affairs()
            .round(round)
            .expect("it is started");
        life.open_tables().collect()
    }

    pub(crate) fn card(&self, round: RoundNumber, table: TableNumber) -> &Card {
        let life = self
            .tournament
            .affairs()
            .round(round)
            .expect("it is started");
        life.card(table).expect("the table is in use")
    }

    pub(crate) fn play(&mut self, round: RoundNumber, table: TableNumber) {
        let card = self.card(round, table).clone();
        let result = self.result(&card);
        self.report(round, table, result);
    }

    pub(crate) fn report(&mut self, round: RoundNumber, table: TableNumber, result: Reported) {
        let card = self.card(round, table).clone();
        let signed = card.players().to_vec();
        self.act(Act::EnterResult(Box::new(Report {
            round,
            table,
            result,
            source: ResultSource::Slip,
            signed,
            transcripts: vec![card.black],
        })));
    }

    /// Lower numbers are stronger; some games end otherwise than on the board.
    fn result(&mut self, card: &Card) -> Reported {
        let black_is_stronger = card.black < card.white;
        let upset = self.below(100) < 25;
        let winner = match black_is_stronger != upset {
            true => Colour::Black,
            false => Colour::White,
        };
        let loser = winner.other();
        let margin = u16::try_from(self.below(28)).expect("small");
        let (high, low) = (33 + margin, 31 - margin);
        let by_colour = |mine: u16, theirs: u16| match winner {
            Colour::Black => (mine, theirs),
            Colour::White => (theirs, mine),
        };
        match self.below(40) {
            0 => Reported::Official(Official::missing(loser)),
            1 => Reported::Official(Official::Resigned { by: loser }),
            2 => Reported::Official(Official::played(32, 32)),
            // The flag of the player with more discs falls: a time default.
            3 | 4 => {
                let (black, white) = by_colour(low, high);
                let flags = vec![loser];
                Reported::Count {
                    black,
                    white,
                    flags,
                }
            }
            // Empty squares are left on the board.
            5..=7 => {
                let (black, white) = by_colour(high, low.saturating_sub(3));
                let flags = Vec::new();
                Reported::Count {
                    black,
                    white,
                    flags,
                }
            }
            _ => {
                let (black, white) = by_colour(high, low);
                Reported::Official(Official::played(black, white))
            }
        }
    }

    pub(crate) fn validate(&mut self, round: RoundNumber) {
        self.act(Act::Validate { round });
    }

    pub(crate) fn undo_latest(&mut self) {
        let latest = self
            .tournament
            .latest_command()
            .expect("something was done");
        let command = latest.clone();
        self.act(Act::Undo { command });
    }

    /// The first two tables of a round whose games are played.
    pub(crate) fn first_tables(&self, round: RoundNumber) -> [Card; 2] {
        let life = self
            .tournament
            .affairs()
            .round(round)
            .expect("it is started");
        [life.cards[0].clone(), life.cards[1].clone()]
    }

    /// Turns the result of a table round.
    pub(crate) fn turn_round(&mut self, round: RoundNumber, table: TableNumber) {
        let card = self.card(round, table);
        let result = match card.result.clone().expect("it is played") {
            Official::Played { black, white, .. } if black != white => Official::Played {
                black: white,
                white: black,
                winner: None,
                flags: Vec::new(),
            },
            _ => Official::played(40, 24),
        };
        self.act(Act::Correct {
            round,
            table,
            result: Reported::Official(result),
            why: "the slip was read upside down".to_owned(),
        });
    }

    /// The players of two tables changed opponents, and everybody noticed after the games.
    pub(crate) fn exchange(&mut self, round: RoundNumber) {
        let [one, other] = self.first_tables(round);
        let games = vec![
            Seated {
                table: one.table,
                black: one.black,
                white: other.white,
            },
            Seated {
                table: other.table,
                black: other.black,
                white: one.white,
            },
        ];
        let result = |black, white| Reported::Official(Official::played(black, white));
        self.act(Act::RecordAsPlayed {
            round,
            games,
            results: vec![(one.table, result(36, 28)), (other.table, result(30, 34))],
            why: "the names on two slips were exchanged".to_owned(),
        });
    }

    /// The moment of the next command.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(self.at)
    }

    /// Everything at the end: all rounds closed, and the log says the same again.
    pub(crate) fn check_end(&self, rounds: u16) {
        let affairs = self.tournament.affairs();
        assert_eq!(affairs.rounds.len(), usize::from(rounds));
        assert!(
            affairs
                .rounds
                .iter()
                .all(|life| life.phase == Phase::Validated)
        );
        let stored = self.tournament.log().iter().map(|event| {
            Event::from_stored(event.kind(), &event.body()).expect("this program wrote it")
        });
        assert_eq!(Tournament::replay(stored), self.tournament);
        let preliminary = |after: &u16| {
            let life = affairs.round(RoundNumber(*after));
            life.is_some_and(|life| life.stage().is_counted())
        };
        for after in (1..=rounds).filter(preliminary) {
            let now = affairs.standings(after).expect("it is open");
            let published = affairs.latest_edition(after).expect("it is published");
            let rows = outflank_tournament::running::edition_rows(&now);
            assert_eq!(
                published.rows, rows,
                "round {after}: the latest edition is the true one"
            );
        }
    }
}
