//! The hall of the demo: gives commands in turn and keeps the tournament they make.

use outflank_pairing::{Colour, EntrantId, Lots, Place, RoundNumber, Seed};
use outflank_rulebook::Rulebook;
use outflank_tournament::running::{
    Act, Allowance, Allowed, Application, By, Card, Command, Creation, Credentials, Entry,
    MemberKind, Nation, Official, OfficialPost, Post, Report, Reported, Residence, ResultSource,
    Slot, SlotKind, TableNumber, TableRule, Timestamp, Timetable, Tournament, UtcOffset, apply,
    decide,
};

use super::people::PEOPLE;
use super::{DEMO_NAME, DEMO_ROUND, Timed};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// How long a coming round lasts in the demo, in which nobody wants to wait an hour.
const QUICK_ROUND: i64 = 8 * MINUTE;

/// Minutes after midnight at which the rounds of the two days start.
const FIRST_DAY: [i64; 7] = [570, 645, 720, 855, 930, 1005, 1080];
const SECOND_DAY: [i64; 6] = [600, 675, 810, 885, 960, 1035];

/// The days of the demo. The hall is where it is now a quarter of an hour or more into round 9.
#[derive(Clone, Copy)]
pub(super) struct Calendar {
    offset: UtcOffset,
    /// Midnight of the first day in the hall.
    first_day: Timestamp,
}

impl Calendar {
    pub(super) fn around(now: Timestamp) -> Self {
        // 23 to 38 minutes into round 9, whatever the time is elsewhere.
        let wanted = SECOND_DAY[1] + 23;
        let minute = now.0.div_euclid(MINUTE).rem_euclid(24 * 60);
        let mut ahead = (wanted - minute + 14).div_euclid(15) * 15;
        if ahead > 14 * 60 {
            ahead -= 24 * 60;
        } else if ahead < -12 * 60 {
            ahead += 24 * 60;
        }
        let local = now.0 + ahead * MINUTE;
        let midnight = local.div_euclid(DAY) * DAY - ahead * MINUTE;
        Self {
            offset: UtcOffset {
                minutes: i16::try_from(ahead).unwrap_or(0),
            },
            first_day: Timestamp(midnight - DAY),
        }
    }

    fn at(self, day: i64, minute: i64) -> Timestamp {
        Timestamp(self.first_day.0 + (day - 1) * DAY + minute * MINUTE)
    }

    pub(super) fn start(self, round: RoundNumber) -> Timestamp {
        let n = usize::from(round.0.max(1)) - 1;
        match FIRST_DAY.get(n) {
            Some(minute) => self.at(1, *minute),
            None => self.at(
                2,
                SECOND_DAY.get(n - FIRST_DAY.len()).copied().unwrap_or(1100),
            ),
        }
    }

    fn timetable(self) -> Timetable {
        let slot = |day: u16, minute: i64, what: SlotKind| Slot {
            day,
            start: self.at(i64::from(day), minute),
            what,
        };
        let pause = |text: &str| SlotKind::Break(text.to_owned());
        let mut slots = vec![slot(1, 540, pause("Opening and roll call"))];
        for (n, minute) in (1..).zip(FIRST_DAY) {
            slots.push(slot(1, minute, SlotKind::Round(RoundNumber(n))));
        }
        for (n, minute) in (8..).zip(SECOND_DAY) {
            slots.push(slot(2, minute, SlotKind::Round(RoundNumber(n))));
        }
        for (day, minute, text) in [
            (1, 780, "Lunch"),
            (2, 735, "Lunch"),
            (3, 600, "Semi-finals"),
            (3, 840, "Finals and games for third place"),
            (3, 1080, "Closing ceremony"),
        ] {
            slots.push(slot(day, minute, pause(text)));
        }
        slots.sort_by_key(|slot| slot.start);
        Timetable { slots }
    }
}

pub(super) struct Hall {
    pub(super) rules: Rulebook,
    calendar: Calendar,
    lots: Lots,
    tournament: Tournament,
    strengths: Vec<u64>,
    pub(super) at: Timestamp,
    pub(super) given: Vec<Timed>,
    commands: u32,
}

impl Hall {
    pub(super) fn new(rules: Rulebook, calendar: Calendar, mut lots: Lots) -> Self {
        let strengths = PEOPLE.iter().map(|_| lots.below(1000)).collect();
        Self {
            rules,
            calendar,
            lots,
            tournament: Tournament::new(),
            strengths,
            at: Timestamp(calendar.first_day.0 - 30 * DAY),
            given: Vec::new(),
            commands: 0,
        }
    }

    /// Gives a command of the head director.
    ///
    /// # Panics
    /// If it is refused: the demo only does what is allowed.
    pub(super) fn give(&mut self, act: Act) {
        self.commands += 1;
        let command = Command::new(&format!("demo-{}", self.commands), By::Head, act);
        let events = decide(&self.rules, &self.tournament, command.clone(), self.at)
            .unwrap_or_else(|refused| panic!("the demo gives no such command: {refused}"));
        for event in &events {
            apply(&mut self.tournament, event);
        }
        self.given.push(Timed {
            at: self.at,
            command,
        });
        self.at.0 += 1000;
    }

    /// Opens the championship; everybody enters and comes.
    pub(super) fn open(&mut self, seed: Seed) {
        let first_day = self.calendar.offset.day(self.calendar.at(1, 600));
        let mut creation = Creation::new(DEMO_NAME, first_day);
        creation.offset = self.calendar.offset;
        creation.host = Some("POR".to_owned());
        creation.seed = seed;
        self.give(Act::Create(Box::new(creation)));
        let mut head = OfficialPost::new("Vera Arbiter", Post::Head);
        head.local = true;
        let mut floor = OfficialPost::new("Hugo Tablewright", Post::Director);
        floor.area = Some("tables 16 to 30".to_owned());
        for official in [
            head,
            floor,
            OfficialPost::new("Ines Scribe", Post::Assistant),
        ] {
            self.give(Act::Appoint { official });
        }
        for n in 0..PEOPLE.len() {
            let application = self.application(n);
            self.give(Act::Enter(Box::new(application)));
        }
        self.give(Act::SetTimetable {
            timetable: self.calendar.timetable(),
        });
        let rules = (1..=4).map(|n| TableRule::Broadcast {
            table: TableNumber(n),
        });
        self.give(Act::SetTableRules {
            rules: rules.collect(),
        });
        self.at = self.calendar.at(1, 545);
        for n in 1..=PEOPLE.len() {
            let entrant = EntrantId(u32::try_from(n).unwrap_or(u32::MAX));
            self.give(Act::CheckIn { entrant });
        }
    }

    fn application(&mut self, n: usize) -> Application {
        let person = &PEOPLE[n];
        let rating = 1000 + self.strengths[n] + self.lots.below(80);
        let place = u32::try_from(n + 1).unwrap_or(u32::MAX);
        Application {
            entry: Entry {
                native: (!person.native.is_empty()).then(|| person.native.to_owned()),
                country: Some(person.country.to_owned()),
                team: Some(person.country.to_owned()),
                nation: Some(Nation::Federation),
                rating: i32::try_from(rating).ok(),
                gender: Some(person.gender),
                young: Some(person.young),
                group_a: (self.strengths[n] > 880).then_some(true),
                seeding: Some(Place(place)),
                ..Entry::new(person.name)
            },
            credentials: Credentials {
                membership: Some(MemberKind::Member),
                residence: Some(Residence {
                    unbroken: 365,
                    in_last_year: 365,
                }),
                citizen: Some(true),
                sanctioned: false,
            },
            allowance: Some(Allowance {
                what: Allowed::AfterDeadline,
                by: By::Head,
                why: "The demo must work on any day of the year".to_owned(),
            }),
            late_terms_seen: true,
        }
    }

    /// Pairs, announces and starts a round on time.
    pub(super) fn begin_round(&mut self, round: RoundNumber) {
        let start = self.calendar.start(round);
        self.at = Timestamp(start.0 - 9 * MINUTE);
        self.pair_and_announce(round);
        self.at = start;
        self.give(Act::Start { round });
    }

    fn pair_and_announce(&mut self, round: RoundNumber) {
        let missing = Vec::new();
        self.give(Act::CallRoll { round, missing });
        let assumed = Vec::new();
        self.give(Act::Propose { round, assumed });
        // Said in case a rule has to bend; otherwise nobody needs it.
        let consent = Some("No pairing can avoid this".to_owned());
        self.give(Act::Announce { round, consent });
    }

    /// A round from pairing to validation.
    pub(super) fn play_round(&mut self, round: RoundNumber) {
        self.begin_round(round);
        let start = self.calendar.start(round);
        for (n, act) in self.results(round).into_iter().enumerate() {
            self.at = Timestamp(start.0 + 24 * MINUTE + n as i64 * MINUTE);
            self.give(act);
        }
        self.at.0 += MINUTE;
        self.give(Act::Validate { round });
        self.after_round(round);
    }

    /// What happens between two rounds of every championship.
    fn after_round(&mut self, round: RoundNumber) {
        self.at.0 += MINUTE;
        match round.0 {
            5 => self.give(Act::Withdraw {
                entrant: EntrantId(20),
                why: "Has to travel home".to_owned(),
            }),
            6 => {
                let turned = (self.tournament.affairs().round(round)).and_then(|life| {
                    let unequal = |card: &&Card| match card.result {
                        Some(Official::Played { black, white, .. }) => black != white,
                        _ => false,
                    };
                    let card = life.cards.iter().skip(11).find(unequal)?;
                    Some((card.table, card.result.clone()?))
                });
                if let Some((table, Official::Played { black, white, .. })) = turned {
                    let result = Reported::Official(Official::Played {
                        black: white,
                        white: black,
                        winner: None,
                        flags: Vec::new(),
                    });
                    self.give(Act::Correct {
                        round,
                        table,
                        result,
                        why: "The slip was misread".to_owned(),
                    });
                }
            }
            _ => {}
        }
    }

    /// What comes out of every game of a round, in the order in which the games end.
    pub(super) fn results(&mut self, round: RoundNumber) -> Vec<Act> {
        let Some(life) = self.tournament.affairs().round(round) else {
            return Vec::new();
        };
        let mut cards = life.cards.clone();
        self.lots.shuffle(&mut cards);
        let mut acts = Vec::new();
        for card in cards {
            let result = match (round.0, card.table.0) {
                (3, 22) => Reported::Official(Official::missing(Colour::White)),
                (4, 9) | (8, 5) => Reported::Count {
                    black: 36,
                    white: 28,
                    flags: vec![Colour::Black],
                },
                (7, 3) => Reported::Official(Official::Resigned { by: Colour::Black }),
                _ => Reported::Official(self.score(card.black, card.white)),
            };
            acts.push(Act::EnterResult(Box::new(Report {
                round,
                table: card.table,
                result,
                source: ResultSource::Slip,
                signed: card.players().to_vec(),
                transcripts: card.players().to_vec(),
            })));
        }
        acts
    }

    /// The stronger wins more often; one game in twenty is drawn.
    fn score(&mut self, black: EntrantId, white: EntrantId) -> Official {
        if self.lots.below(20) == 0 {
            return Official::played(32, 32);
        }
        let strength = |id: EntrantId| {
            let n = (id.0 as usize).saturating_sub(1);
            self.strengths.get(n).copied().unwrap_or(0)
        };
        // A thousand points of strength win nineteen games in twenty.
        let ahead = 1500 + 27 * strength(black) / 20;
        let ahead = ahead.saturating_sub(27 * strength(white) / 20);
        let margin = self.lots.below(14) + self.lots.below(13);
        let more = 32 + 1 + u16::try_from(margin).unwrap_or(0);
        if self.lots.below(3000) < ahead {
            Official::played(more, 64 - more)
        } else {
            Official::played(64 - more, more)
        }
    }

    /// The rest of the round and all later rounds, each in a few minutes.
    pub(super) fn finish_by_and_by(&mut self, results: &[Act], round: RoundNumber) {
        self.arrive(results, QUICK_ROUND);
        self.give(Act::Validate { round });
        for round in (DEMO_ROUND.0 + 1..=13).map(RoundNumber) {
            self.at.0 += MINUTE;
            self.pair_and_announce(round);
            self.at.0 += MINUTE;
            self.give(Act::Start { round });
            let results = self.results(round);
            self.arrive(&results, QUICK_ROUND);
            self.give(Act::Validate { round });
        }
    }

    fn arrive(&mut self, results: &[Act], over: i64) {
        let step = over / (results.len() as i64 + 1);
        for act in results {
            self.at.0 += self.lots.below(u64::try_from(2 * step).unwrap_or(1).max(1)) as i64;
            self.give(act.clone());
        }
        self.at.0 += step;
    }
}
