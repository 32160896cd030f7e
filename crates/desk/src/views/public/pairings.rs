//! A round's pairing, by table and by name.

use outflank_board::Side;
use outflank_pairing::{Basis, EntrantId, RoundNumber};
use outflank_rulebook::axes::tournament::ByePoints;
use outflank_tournament::running::{
    Fact, PairedBy, Pairing, Phase, RoundLife, Seated, TableNumber, TableRule,
};
use outflank_tournament::{Happened, Records};

use crate::views::moment::Moment;
use crate::views::public::figures::Halves;
use crate::views::public::games::ResultCell;
use crate::views::{Player, Views};

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Pairings {
    pub round: u16,
    /// 1 for the first published pairing of this round, more if it was paired again.
    pub edition: u16,
    pub announced: Option<Moment>,
    pub start: Option<Moment>,
    /// Whether the signal was given.
    pub started: bool,
    /// Whether all results are entered.
    pub finished: bool,
    /// Milliseconds each player has.
    pub main_time_ms: i64,
    pub tables: Vec<TableRow>,
    /// The players with a bye.
    pub byes: Vec<Player>,
    pub bye_points: Halves,
    /// The players who do not play.
    pub absent: Vec<Player>,
    /// All players by name, with their tables.
    pub by_name: Vec<NameRow>,
    /// What the pairing costs, level by level; empty if it was made by hand.
    pub cost: Vec<CostLevel>,
    /// Rules that had to be broken.
    pub bent: Vec<BentRule>,
    /// Why the head director consented.
    pub consent: Option<String>,
    /// Whether it was paired by hand.
    pub by_hand: bool,
    /// Hash of all data it was paired from.
    pub input: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct TableRow {
    pub table: u16,
    /// The room it is in, if there are several.
    pub room: Option<String>,
    pub black: Seat,
    pub white: Seat,
    pub result: ResultCell,
    /// Whether this table is new in this edition of the pairing.
    pub changed: bool,
}

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Seat {
    pub player: Player,
    /// Points before the round.
    pub points: Halves,
    /// Colours in earlier rounds; nothing for a round without a game.
    pub colours: Vec<Option<Side>>,
}

impl Seat {
    /// A player, with the record of the rounds before.
    pub(crate) fn of(player: Player, before: Option<&Records>) -> Self {
        let found = before.and_then(|records| {
            let index = records.index(EntrantId(player.id))?;
            Some((records, index))
        });
        Self {
            points: Halves(found.map_or(0, |(records, at)| u32::from(records.points(at).0))),
            colours: found.map_or_else(Vec::new, |(records, at)| {
                let games = records.of(at).iter().map(|record| match record.happened {
                    Happened::Game { colour, .. } => Some(colour),
                    _ => None,
                });
                games.collect()
            }),
            player,
        }
    }
}

impl BentRule {
    /// The rules that a pairing bends, with the players' names.
    pub(crate) fn all(pairing: &Pairing, player: impl Fn(EntrantId) -> Player) -> Vec<Self> {
        let two = |(one, other): &(EntrantId, EntrantId)| (player(*one), player(*other));
        (pairing.bent.iter())
            .map(|bent| Self {
                level: bent.level.clone(),
                clause: bent.clause.as_ref().map(|clause| clause.for_people()),
                pairs: bent.pairs.iter().map(two).collect(),
            })
            .collect()
    }
}

/// A player in the list by name.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct NameRow {
    pub player: Player,
    pub seating: Seating,
    /// Whether that is new in this edition of the pairing.
    pub changed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    Table {
        table: u16,
        side: Side,
        opponent: Player,
    },
    /// Has a bye.
    Bye,
    /// Does not play.
    Out,
}

/// What the pairing costs on one level.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct CostLevel {
    pub level: String,
    /// The clause it is based on, in readable form; nothing if it is ours or the director's.
    pub clause: Option<String>,
    /// The values in the order they are compared.
    pub values: Vec<u64>,
}

/// A rule that had to be broken.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct BentRule {
    pub level: String,
    /// The clause in readable form.
    pub clause: Option<String>,
    pub pairs: Vec<(Player, Player)>,
}

impl Views<'_> {
    /// The pairing of a round; nothing while it is not announced.
    #[must_use]
    pub fn pairings(&self, round: u16) -> Option<Pairings> {
        let life = (self.public_rounds()).find(|life| life.number == RoundNumber(round))?;
        let rules = self.rulebook()?;
        let before =
            (self.record.as_ref()).map(|event| Records::after(event, round.saturating_sub(1)));
        let editions = self.announced_pairings(life.number);
        let former: Vec<Seated> = (editions.iter().rev().nth(1))
            .map(|pairing| pairing.games.clone())
            .unwrap_or_default();
        let corrected = self.corrected_tables(life.number);
        let mut tables: Vec<TableRow> = (life.cards.iter())
            .map(|card| TableRow {
                table: card.table.0,
                room: self.room(card.table),
                black: Seat::of(self.player(card.black), before.as_ref()),
                white: Seat::of(self.player(card.white), before.as_ref()),
                result: self.result_cell(card, corrected.contains(&card.table)),
                changed: editions.len() > 1
                    && !(former.iter()).any(|seated| {
                        (seated.table, seated.black, seated.white)
                            == (card.table, card.black, card.white)
                    }),
            })
            .collect();
        tables.sort_by_key(|row| row.table);
        Some(Pairings {
            round,
            edition: u16::try_from(editions.len().max(1)).unwrap_or(u16::MAX),
            announced: (life.times.announced).map(|at| Moment::at(at, self.offset())),
            start: self.start_of(round),
            started: life.phase >= Phase::Started,
            finished: life.phase >= Phase::Finished,
            main_time_ms: rules.main_time.value.0,
            by_name: self.by_name(life, editions.iter().rev().nth(1)),
            byes: life.byes.iter().map(|id| self.player(*id)).collect(),
            bye_points: match rules.bye_points.value {
                ByePoints::One => Halves(2),
            },
            absent: life.absent.iter().map(|id| self.player(*id)).collect(),
            cost: life.pairing.cost.iter().map(cost_level).collect(),
            bent: BentRule::all(&life.pairing, |id| self.player(id)),
            consent: life.consent.clone(),
            by_hand: match life.pairing.by {
                PairedBy::Hand => true,
                PairedBy::Rules => false,
            },
            input: life.pairing.input.clone(),
            tables,
        })
    }

    fn by_name(&self, life: &RoundLife, former: Option<&Pairing>) -> Vec<NameRow> {
        let mut rows: Vec<NameRow> = Vec::new();
        for card in &life.cards {
            for (who, other, side) in [
                (card.black, card.white, Side::Black),
                (card.white, card.black, Side::White),
            ] {
                rows.push(NameRow {
                    player: self.player(who),
                    seating: Seating::Table {
                        table: card.table.0,
                        side,
                        opponent: self.player(other),
                    },
                    changed: former.is_some_and(|former| {
                        !(former.games.iter()).any(|seated| {
                            (seated.table, seated.black, seated.white)
                                == (card.table, card.black, card.white)
                        })
                    }),
                });
            }
        }
        let without =
            |ids: &[EntrantId], before: Option<&[EntrantId]>, seating: Seating| -> Vec<NameRow> {
                (ids.iter())
                    .map(|id| NameRow {
                        player: self.player(*id),
                        seating: seating.clone(),
                        changed: before.is_some_and(|before| !before.contains(id)),
                    })
                    .collect()
            };
        let byes = former.map(|former| former.byes.as_slice());
        let absent = former.map(|former| former.absent.as_slice());
        rows.extend(without(&life.byes, byes, Seating::Bye));
        rows.extend(without(&life.absent, absent, Seating::Out));
        rows.sort_by(|one, other| {
            let key = |row: &NameRow| (row.player.name.to_lowercase(), row.player.id);
            key(one).cmp(&key(other))
        });
        rows
    }

    /// Every pairing that was announced for a round, in the order of time.
    fn announced_pairings(&self, round: RoundNumber) -> Vec<Pairing> {
        let mut proposed: Option<&Pairing> = None;
        let mut announced = Vec::new();
        for event in self.tournament.standing_events() {
            match &event.fact {
                Fact::RoundProposed {
                    round: of, pairing, ..
                } if *of == round => proposed = Some(pairing),
                Fact::RoundAnnounced { round: of, .. } if *of == round => {
                    announced.extend(proposed.cloned());
                }
                _ => {}
            }
        }
        announced
    }

    /// The tables of a round whose result was changed.
    pub(crate) fn corrected_tables(&self, round: RoundNumber) -> Vec<TableNumber> {
        (self.tournament.standing_events())
            .filter_map(|event| match &event.fact {
                Fact::ResultCorrected {
                    round: of,
                    table,
                    was: Some(_),
                    ..
                } if *of == round => Some(*table),
                _ => None,
            })
            .collect()
    }

    fn room(&self, table: TableNumber) -> Option<String> {
        let mut rooms: Vec<(&TableNumber, &String)> = (self.affairs().table_rules.iter())
            .filter_map(|rule| match rule {
                TableRule::Room { name, first } => Some((first, name)),
                TableRule::Keeps { .. }
                | TableRule::Broadcast { .. }
                | TableRule::OutOfUse { .. }
                | TableRule::Hall { .. } => None,
            })
            .collect();
        rooms.sort();
        let room = rooms.iter().rev().find(|(first, _)| **first <= table);
        room.map(|(_, name)| (*name).clone())
    }
}

fn cost_level(cost: &outflank_tournament::running::Cost) -> CostLevel {
    let clause = match &cost.basis {
        Basis::Clause(id) => Some(id.for_people()),
        Basis::Ours(_) | Basis::Director => None,
    };
    CostLevel {
        level: cost.level.clone(),
        clause,
        values: cost.values.clone(),
    }
}
