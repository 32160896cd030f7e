//! Random commands, sensible or not, for whatever state a tournament is in.

mod conduct;

use outflank_pairing::{FixedPair, Hand, Pair};
use outflank_tournament::running::{
    Act, Affairs, Allowance, Allowed, Application, Assumed, By, ClockStock, Creation, GenderWord,
    HandPairing, ListPrizes, MemberKind, Nation, Official, OfficialPost, Phase, Post, Registered,
    Report, Reported, ResultSource, SeatKind, Seated, Slot, SlotKind, TableNumber, TableRule,
    Timestamp, Timetable,
};
use outflank_tournament::{
    Colour, EntrantId, ListName, Money, PrizeFund, RoundNumber, Seed, TiedPrizes,
};

use crate::running_support::member;

/// A stream of numbers from a seed (xorshift).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    fn number(&mut self, limit: u16) -> u16 {
        u16::try_from(self.below(usize::from(limit))).unwrap()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn entrant(&mut self, affairs: &Affairs) -> EntrantId {
        let most = u32::try_from(affairs.entrants.len()).unwrap() + 2;
        EntrantId(u32::try_from(self.below(usize::try_from(most).unwrap())).unwrap())
    }

    /// Somebody of whom this holds, mostly.
    fn entrant_who(&mut self, affairs: &Affairs, holds: impl Fn(&Registered) -> bool) -> EntrantId {
        let such = affairs.entrants.iter().filter(|(_, one)| holds(one));
        let such: Vec<EntrantId> = such.map(|(id, _)| *id).collect();
        if such.is_empty() || self.one_in(5) {
            self.entrant(affairs)
        } else {
            self.pick(&such)
        }
    }

    fn round(&mut self, affairs: &Affairs) -> RoundNumber {
        let next = affairs.next_round().0;
        match self.below(4) {
            0 => RoundNumber(self.number(next + 2)),
            1 => RoundNumber(next.saturating_sub(1)),
            _ => RoundNumber(next.saturating_sub(1).max(1)),
        }
    }

    fn table(&mut self, affairs: &Affairs, round: RoundNumber) -> TableNumber {
        let open: Vec<TableNumber> = affairs
            .round(round)
            .map_or_else(Vec::new, |life| life.open_tables().collect());
        if open.is_empty() || self.one_in(6) {
            TableNumber(self.number(8))
        } else {
            self.pick(&open)
        }
    }

    /// A player of the round and his table, mostly.
    fn player(&mut self, affairs: &Affairs, round: RoundNumber) -> (TableNumber, EntrantId) {
        let cards = affairs.round(round).map_or(&[][..], |life| &life.cards);
        if cards.is_empty() || self.one_in(5) {
            return (TableNumber(self.number(8)), self.entrant(affairs));
        }
        let card = &cards[self.below(cards.len())];
        (card.table, self.pick(&card.players()))
    }

    fn by(&mut self, affairs: &Affairs) -> By {
        match self.below(8) {
            0 => By::Assistant,
            1 => By::Judge,
            2 => By::Officer,
            3 => By::Player(self.entrant(affairs)),
            4 => By::Director,
            _ => By::Head,
        }
    }

    fn colour(&mut self) -> Colour {
        self.pick(&[Colour::Black, Colour::White])
    }

    fn official(&mut self) -> Official {
        let discs = self.number(65);
        match self.below(12) {
            0 => Official::Resigned { by: self.colour() },
            1 => Official::missing(self.colour()),
            2 => Official::both_missing(),
            3 => Official::Annulled,
            4 => Official::Adjudicated {
                black: outflank_rulebook::HalfDiscs::discs(discs),
                white: outflank_rulebook::HalfDiscs::discs(64 - discs),
                winner: None,
            },
            5 => Official::played(discs, self.number(65)),
            _ => Official::played(discs, 64 - discs),
        }
    }

    fn reported(&mut self) -> Reported {
        if self.one_in(5) {
            Reported::Count {
                black: self.number(66),
                white: self.number(10),
                flags: if self.one_in(2) {
                    vec![self.colour()]
                } else {
                    Vec::new()
                },
            }
        } else {
            Reported::Official(self.official())
        }
    }

    fn application(&mut self) -> Application {
        let mut application = member(u32::from(self.number(40)) + 1);
        if self.one_in(4) {
            application.entry.seat = self.pick(SeatKind::ALL);
            application.entry.nation = Some(self.pick(Nation::ALL));
            application.entry.gender = Some(self.pick(GenderWord::ALL));
            application.entry.young = Some(self.one_in(2));
            application.credentials.membership = Some(self.pick(MemberKind::ALL));
            application.late_terms_seen = self.one_in(2);
        }
        if self.one_in(8) {
            application.entry.person = Some(format!("p{}", self.below(5)));
        }
        if self.one_in(8) {
            application.allowance = Some(Allowance {
                what: self.pick(Allowed::ALL),
                by: self.pick(&[By::Head, By::Chairman, By::Committee]),
                why: "a reason".to_owned(),
            });
        }
        application
    }

    pub(crate) fn command(
        &mut self,
        n: u64,
        affairs: &Affairs,
        latest: Option<&outflank_tournament::running::CommandId>,
    ) -> (By, Act) {
        let start = match n {
            0 => {
                let mut creation = Creation::new("Example Open", "2024-11-05".parse().unwrap());
                creation.seed = Seed::new(u64::from(self.number(999))).unwrap();
                return (By::Head, Act::Create(Box::new(creation)));
            }
            1 => {
                let official = OfficialPost::new("Vera Arbiter", Post::Head);
                return (By::Head, Act::Appoint { official });
            }
            _ => n < 14,
        };
        if start {
            return (By::Officer, Act::Enter(Box::new(self.application())));
        }
        if self.one_in(3) {
            (self.by(affairs), self.any(affairs, latest))
        } else {
            (By::Head, self.onward(affairs))
        }
    }

    /// What a director would do next.
    fn onward(&mut self, affairs: &Affairs) -> Act {
        let consent = Some("no other way".to_owned());
        if affairs.signed_off.is_some() {
            let why = "it goes on".to_owned();
            return Act::Reopen { why };
        }
        let Some(life) = affairs.rounds.last() else {
            return self.propose(affairs);
        };
        let round = life.number;
        match life.phase {
            Phase::Proposed => Act::Announce { round, consent },
            Phase::Announced => Act::Start { round },
            Phase::Started => {
                let table = self.table(affairs, round);
                let in_query = life.card(table).is_some_and(|card| card.other.is_some());
                if in_query {
                    self.correct(round, table)
                } else {
                    self.report(round, table)
                }
            }
            Phase::Finished => Act::Validate { round },
            Phase::Validated => self.propose(affairs),
        }
    }

    fn propose(&mut self, affairs: &Affairs) -> Act {
        Act::Propose {
            round: affairs.next_round(),
            assumed: Vec::new(),
        }
    }

    fn report(&mut self, round: RoundNumber, table: TableNumber) -> Act {
        Act::EnterResult(Box::new(Report {
            round,
            table,
            result: self.reported(),
            source: self.pick(ResultSource::ALL),
            signed: Vec::new(),
            transcripts: Vec::new(),
        }))
    }

    fn correct(&mut self, round: RoundNumber, table: TableNumber) -> Act {
        Act::Correct {
            round,
            table,
            result: self.reported(),
            why: "a correction".to_owned(),
        }
    }

    /// What belongs to the end of an event.
    fn closing(&mut self, entrant: EntrantId) -> Act {
        if self.one_in(2) {
            let despite = Some("a reason".to_owned());
            return Act::SignOff { despite };
        }
        Act::SetPrizes {
            prizes: vec![ListPrizes {
                list: self.pick(ListName::NAMED),
                fund: PrizeFund {
                    currency: "GBP".to_owned(),
                    digits: 2,
                    prizes: vec![Money(100), Money(u64::from(self.number(120)))],
                    ties: TiedPrizes::Share,
                },
                without: vec![entrant],
            }],
        }
    }

    /// Anything, sensible or not.
    fn any(
        &mut self,
        affairs: &Affairs,
        latest: Option<&outflank_tournament::running::CommandId>,
    ) -> Act {
        let entrant = self.entrant(affairs);
        let round = self.round(affairs);
        let table = self.table(affairs, round);
        let why = "a reason".to_owned();
        let after = RoundNumber(affairs.next_round().0 + self.number(2));
        if self.0.is_multiple_of(23) {
            return self.closing(entrant);
        }
        if self.one_in(8) {
            return self.conduct(affairs);
        }
        match self.below(36) {
            0 => Act::Enter(Box::new(self.application())),
            1 => Act::ChangeEntrant {
                entrant,
                application: Box::new(self.application()),
            },
            2 => Act::CheckIn { entrant },
            3 => Act::TakeBackCheckIn {
                entrant: self.entrant_who(affairs, |one| one.checked_in),
            },
            4 => Act::CallRoll {
                round: affairs.next_round(),
                missing: vec![entrant],
            },
            5 => Act::PlanAbsence {
                entrant,
                rounds: vec![after],
            },
            6 => {
                let entrant = self.entrant_who(affairs, |one| !one.absences.is_empty());
                let planned = affairs.entrants.get(&entrant);
                let last = planned.and_then(|one| one.absences.last().copied());
                Act::CancelAbsence {
                    entrant,
                    rounds: vec![last.unwrap_or(after)],
                }
            }
            7 => Act::RequestBye {
                entrant,
                round: after,
            },
            8 => {
                let entrant = self.entrant_who(affairs, |one| !one.bye_requests.is_empty());
                let asked = affairs.entrants.get(&entrant);
                let last = asked.and_then(|one| one.bye_requests.last().copied());
                Act::CancelByeRequest {
                    entrant,
                    round: last.unwrap_or(after),
                }
            }
            9 if self.one_in(3) => Act::Withdraw { entrant, why },
            10 if self.one_in(4) => Act::Expel { entrant, why },
            9..=11 => Act::TakeBackWithdrawal {
                entrant: self.entrant_who(affairs, |one| one.left.is_some()),
                why,
            },
            12 => Act::ChangeRounds {
                rounds: self.number(16),
                why,
            },
            13 => Act::SetHand {
                round: affairs.next_round(),
                hand: self.hand(affairs),
            },
            14 => Act::Propose {
                round,
                assumed: Vec::new(),
            },
            15 => Act::Propose {
                round: affairs.next_round(),
                assumed: self.assumed(affairs),
            },
            16 => self.by_hand(affairs),
            17 => Act::Announce {
                round,
                consent: None,
            },
            18 => Act::CallOff { round, why },
            19 => Act::Start { round },
            20 if self.one_in(3) => Act::Abandon { round, why },
            20..=22 => self.played_otherwise(affairs, round),
            23 => Act::Validate { round },
            24 => self.report(round, table),
            25 => {
                let (table, player) = self.player(affairs, round);
                Act::Sign {
                    round,
                    table,
                    signed: vec![player],
                }
            }
            26 => {
                let (table, of) = self.player(affairs, round);
                Act::HandInTranscript { round, table, of }
            }
            27 => {
                let (table, _) = self.player(affairs, round);
                match self.one_in(3) {
                    true => Act::ClearResult { round, table },
                    false => Act::Confirm { round, table },
                }
            }
            28 | 29 => {
                let back = RoundNumber(round.0.saturating_sub(self.number(3)));
                let table = TableNumber(self.number(8));
                self.correct(back, table)
            }
            30 => Act::SetTimetable {
                timetable: Timetable {
                    slots: vec![Slot {
                        day: 1,
                        start: Timestamp(0),
                        what: SlotKind::Round(affairs.next_round()),
                    }],
                },
            },
            31 => Act::MoveStart {
                round: affairs.next_round(),
                to: Timestamp(i64::MAX),
            },
            32 => Act::AnnounceStart {
                round: affairs.next_round(),
                start: Timestamp(i64::MIN),
            },
            33 => Act::SetTableRules {
                rules: vec![
                    TableRule::Keeps { entrant, table },
                    TableRule::OutOfUse {
                        table: TableNumber(self.number(5)),
                    },
                    TableRule::Broadcast {
                        table: TableNumber(self.number(5)),
                    },
                ],
            },
            34 => Act::CountClocks {
                stock: ClockStock {
                    digital: self.number(9),
                    analogue: self.number(9),
                },
            },
            _ => match latest {
                Some(command) => Act::Undo {
                    command: command.clone(),
                },
                None => Act::SettleSystem,
            },
        }
    }

    fn hand(&mut self, affairs: &Affairs) -> Hand {
        let (one, other) = (self.entrant(affairs), self.entrant(affairs));
        let mut hand = Hand::default();
        match self.below(5) {
            0 => hand.absent.push(one),
            1 => hand.bye = Some(one),
            2 => hand.fixed.push(FixedPair::AnyColours(one, other)),
            3 => hand.forbidden.push((one, other)),
            _ => hand.avoid.push((one, other)),
        }
        hand
    }

    fn assumed(&mut self, affairs: &Affairs) -> Vec<Assumed> {
        let open = affairs.rounds.iter().flat_map(|life| {
            let number = life.number;
            life.open_tables().map(move |table| (number, table))
        });
        open.map(|(round, table)| Assumed {
            round,
            table,
            result: self.official(),
        })
        .collect()
    }

    fn by_hand(&mut self, affairs: &Affairs) -> Act {
        let mut ids: Vec<EntrantId> = affairs.entrants.keys().copied().collect();
        let turn = usize::from(self.number(5)).min(ids.len());
        ids.rotate_left(turn);
        let pairs = ids.chunks_exact(2).map(|two| Pair {
            black: two[0],
            white: two[1],
        });
        Act::ProposeByHand {
            round: affairs.next_round(),
            pairing: HandPairing {
                pairs: pairs.collect(),
                byes: ids.chunks_exact(2).remainder().to_vec(),
            },
            assumed: Vec::new(),
        }
    }

    fn played_otherwise(&mut self, affairs: &Affairs, round: RoundNumber) -> Act {
        let cards = affairs.round(round).map_or(&[][..], |life| &life.cards);
        let mut games: Vec<Seated> = (cards.iter().take(2))
            .map(|card| Seated {
                table: card.table,
                black: card.white,
                white: card.black,
            })
            .collect();
        if self.one_in(2)
            && let [one, other] = &mut games[..]
        {
            std::mem::swap(&mut one.black, &mut other.black);
        }
        if self.one_in(2)
            && let Some(first) = games.first_mut()
        {
            first.black = self.entrant(affairs);
        }
        let results = games.iter().map(|seated| seated.table).collect::<Vec<_>>();
        Act::RecordAsPlayed {
            round,
            results: (results.into_iter())
                .map(|table| (table, self.reported()))
                .collect(),
            games,
            why: "seated wrongly".to_owned(),
        }
    }
}
