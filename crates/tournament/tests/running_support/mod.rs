//! A desk for the tests: gives commands in turn and keeps the tournament.
#![allow(dead_code, reason = "every test file uses its own part")]

use outflank_pairing::Pair;
use outflank_rulebook::Rulebook;
use outflank_tournament::running::{
    Act, Application, By, Command, Creation, Credentials, Entry, Fact, HandPairing, Nation,
    Official, OfficialPost, PlaySystem, Post, Rejection, Report, Reported, ResultSource,
    TableNumber, Timestamp, Tournament, apply, decide, preset,
};
use outflank_tournament::{EntrantId, RoundNumber};

pub(crate) const MINUTE: i64 = 60_000;

/// One tournament and its desk.
#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) rules: Rulebook,
    pub(crate) tournament: Tournament,
    pub(crate) at: i64,
    commands: u32,
}

impl Desk {
    /// A preset, opened on its first day, 4 May 2024, with somebody to decide.
    pub(crate) fn open(name: &str) -> Self {
        Self::open_with(name, |_| {})
    }

    pub(crate) fn open_with(name: &str, change: impl FnOnce(&mut Creation)) -> Self {
        let mut desk = Self::unopened(name);
        let mut creation = Creation::new("Example Open", "2024-05-04".parse().unwrap());
        change(&mut creation);
        desk.act(By::Head, Act::Create(Box::new(creation)));
        desk.appoint_head();
        desk
    }

    pub(crate) fn unopened(name: &str) -> Self {
        Self {
            rules: preset(name).unwrap(),
            tournament: Tournament::new(),
            at: 1_714_809_600_000, // 2024-05-04 08:00 UTC
            commands: 0,
        }
    }

    fn appoint_head(&mut self) {
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        self.act(By::Head, Act::Appoint { official });
    }

    /// Gives a command that must be accepted, a minute after the last one.
    pub(crate) fn act(&mut self, by: By, act: Act) -> Vec<Fact> {
        match self.try_act(by, act.clone()) {
            Ok(facts) => facts,
            Err(refused) => panic!("{act:?}: {} {refused}", refused.code()),
        }
    }

    pub(crate) fn try_act(&mut self, by: By, act: Act) -> Result<Vec<Fact>, Rejection> {
        self.commands += 1;
        let command = Command::new(&format!("c{}", self.commands), by, act);
        let events = decide(&self.rules, &self.tournament, command, Timestamp(self.at))?;
        for event in &events {
            apply(&mut self.tournament, event);
        }
        self.at += MINUTE;
        Ok(events.into_iter().map(|event| event.fact).collect())
    }

    /// A command that must be refused, with this code and clause; nothing may change.
    pub(crate) fn refused(&mut self, by: By, act: Act, code: &str, clause: &str) -> Rejection {
        let before = self.tournament.clone();
        let refused = match self.try_act(by, act.clone()) {
            Ok(facts) => panic!("{act:?} was not refused: {facts:?}"),
            Err(refused) => refused,
        };
        assert_eq!(refused.code(), code, "{act:?}: {refused}");
        let cited = refused.clause().map_or("", |id| id.as_str());
        assert_eq!(cited, clause, "{act:?}: {refused}");
        assert_eq!(
            self.tournament, before,
            "a refused command changed something"
        );
        refused
    }

    /// Entrants 1 to `count`, members of everything.
    pub(crate) fn enter_many(&mut self, count: u32) {
        for n in 1..=count {
            self.act(By::Head, enter(member(n)));
        }
    }

    /// The next round, paired, announced and started.
    pub(crate) fn start_round(&mut self) -> RoundNumber {
        let round = self.tournament.affairs().next_round();
        let assumed = Vec::new();
        self.act(By::Head, Act::Propose { round, assumed });
        self.announce_and_start(round);
        round
    }

    pub(crate) fn announce_and_start(&mut self, round: RoundNumber) {
        let consent = Some("no other way".to_owned());
        self.act(By::Head, Act::Announce { round, consent });
        self.act(By::Head, Act::Start { round });
    }

    /// Every open game of the round ends 40-24 for the lower number.
    pub(crate) fn finish_round(&mut self, round: RoundNumber) {
        let life = self.tournament.affairs().round(round).unwrap();
        let open: Vec<TableNumber> = life.open_tables().collect();
        for table in open {
            let card = self.tournament.affairs().round(round).unwrap().card(table);
            let card = card.unwrap();
            let (black, white) = if card.black < card.white {
                (40, 24)
            } else {
                (24, 40)
            };
            self.act(
                By::Head,
                result(round, table, Official::played(black, white)),
            );
        }
    }

    /// The next round from pairing to validation.
    pub(crate) fn play_round(&mut self) -> RoundNumber {
        let round = self.start_round();
        self.finish_round(round);
        self.act(By::Head, Act::Validate { round });
        round
    }

    pub(crate) fn table_of(&self, round: RoundNumber, entrant: u32) -> TableNumber {
        let life = self.tournament.affairs().round(round).unwrap();
        life.card_of(EntrantId(entrant)).unwrap().table
    }
}

/// An entry that every rulebook takes: a member, resident, of a country of his own.
pub(crate) fn member(n: u32) -> Application {
    Application {
        entry: Entry {
            country: Some(format!("X{n:02}")),
            nation: Some(Nation::Federation),
            rating: Some(1000 + i32::try_from(n).unwrap() * 7 % 400),
            ..Entry::new(format!("Player {n}"))
        },
        credentials: Credentials {
            membership: Some(outflank_tournament::running::MemberKind::Member),
            residence: Some(outflank_tournament::running::Residence {
                unbroken: 365,
                in_last_year: 365,
            }),
            citizen: Some(true),
            sanctioned: false,
        },
        allowance: None,
        late_terms_seen: true,
    }
}

pub(crate) fn enter(application: Application) -> Act {
    Act::Enter(Box::new(application))
}

/// A result told by the director.
pub(crate) fn result(round: RoundNumber, table: TableNumber, official: Official) -> Act {
    report(
        round,
        table,
        Reported::Official(official),
        ResultSource::Director,
    )
}

pub(crate) fn report(
    round: RoundNumber,
    table: TableNumber,
    result: Reported,
    source: ResultSource,
) -> Act {
    Act::EnterResult(Box::new(Report {
        round,
        table,
        result,
        source,
        signed: Vec::new(),
        transcripts: Vec::new(),
    }))
}

pub(crate) fn withdraw(entrant: u32) -> Act {
    Act::Withdraw {
        entrant: EntrantId(entrant),
        why: "has to go home".to_owned(),
    }
}

pub(crate) const ONE: RoundNumber = RoundNumber(1);
pub(crate) const TWO: RoundNumber = RoundNumber(2);

/// An entrant by number.
pub(crate) fn id(n: u32) -> EntrantId {
    EntrantId(n)
}

/// Pair a round by the rules.
pub(crate) fn propose(round: RoundNumber) -> Act {
    Act::Propose {
        round,
        assumed: Vec::new(),
    }
}

/// Announce a round that bends no rule.
pub(crate) fn announce(round: RoundNumber) -> Act {
    Act::Announce {
        round,
        consent: None,
    }
}

/// Pair a round by hand: black and white by number, then the byes.
pub(crate) fn by_hand(round: RoundNumber, pairs: &[(u32, u32)], byes: &[u32]) -> Act {
    Act::ProposeByHand {
        round,
        pairing: HandPairing {
            pairs: (pairs.iter())
                .map(|&(black, white)| Pair {
                    black: id(black),
                    white: id(white),
                })
                .collect(),
            byes: byes.iter().copied().map(EntrantId).collect(),
        },
        assumed: Vec::new(),
    }
}

/// Six entrants of a Swiss, round 1 by hand: 1-2, 3-4, 5-6 at tables 1 to 3, started.
pub(crate) fn six() -> Desk {
    let mut desk = Desk::open_with("europe/open", |creation| {
        creation.system = Some(PlaySystem::Swiss);
        creation.set.push(("rounds".to_owned(), "5".to_owned()));
    });
    desk.enter_many(6);
    desk.act(By::Head, by_hand(ONE, &[(1, 2), (3, 4), (5, 6)], &[]));
    desk.announce_and_start(ONE);
    desk
}
