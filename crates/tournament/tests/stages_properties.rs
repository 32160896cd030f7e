//! Events of random stages play to their end: nothing panics, nobody is in two games of a round, and
//! everybody has a place.
//!
//! 60 events by default; `OUTFLANK_SOAK=1` gives 600. A failure prints its seed.

use std::collections::BTreeSet;

use crate::running_support::{Desk, enter, member, propose, result, withdraw};
use outflank_tournament::matches::{Choice, MatchState};
use outflank_tournament::running::{
    Act, By, Event, Fact, Official, Phase, StageCounts, StagePlan, StagePlay, StageState,
    Tournament, edition_rows,
};
use outflank_tournament::{Colour, ListName, RoundNumber, Seed};

/// A stream of numbers from a seed (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u16) -> u16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u16::try_from((self.0 >> 16) % u64::from(limit)).unwrap()
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn stage(&mut self, number: usize) -> StagePlan {
        let games = if self.coin() { 1 } else { 3 };
        let rounds = self.below(3) + 1;
        let play = match self.below(if number == 0 { 4 } else { 5 }) {
            0 => StagePlay::Swiss { rounds },
            1 => StagePlay::Groups {
                groups: self.below(4) + 1,
                cycles: self.below(2) + 1,
                advance: self.below(3) + 1,
            },
            2 => {
                let players = 2 << self.below(4);
                StagePlay::KnockOut {
                    players,
                    games,
                    third_place: players >= 4 && self.coin(),
                }
            }
            3 => StagePlay::Final {
                of: if self.coin() { 2 } else { 4 },
                games,
            },
            _ => StagePlay::ConsolationSwiss { rounds },
        };
        let points = self.coin();
        StagePlan {
            name: format!("Stage {}", number + 1),
            play,
            counts: StageCounts {
                points,
                bq: points && self.coin(),
                rating: self.coin(),
                places: self.below(4) > 0,
            },
        }
    }

    fn official(&mut self, decisive: bool) -> Official {
        let discs = self.below(65);
        match self.below(12) {
            0 => Official::Resigned { by: Colour::Black },
            1 => Official::missing(Colour::White),
            2 if !decisive => Official::both_missing(),
            3 => Official::played(32, 32),
            _ => Official::played(discs, 64 - discs),
        }
    }
}

#[test]
fn random_stages_play_to_their_end_and_place_everybody() {
    let soak = std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1");
    let events = if soak { 600 } else { 60 };
    let mut kinds: BTreeSet<&'static str> = BTreeSet::new();
    for seed in 0..events {
        run(seed, &mut kinds);
    }
    for kind in ["tournament.stage_opened", "tournament.titles_awarded"] {
        assert!(kinds.contains(kind), "{kind} never came");
    }
}

fn run(seed: u64, kinds: &mut BTreeSet<&'static str>) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    let preset = [
        "europe/open",
        "bof/regional",
        "soc/open",
        "wof/championship",
    ][usize::from(dice.below(4))];
    let stages: Vec<StagePlan> = (0..usize::from(dice.below(4)) + 1)
        .map(|number| dice.stage(number))
        .collect();
    let players = u32::from(dice.below(16)) + 2;
    // A single Swiss has the rounds its rulebook asks for.
    if preset == "bof/regional" && stages.len() == 1 {
        return;
    }
    let told = format!("seed {seed}: {preset}, {players} players, {stages:?}");
    let mut desk = Desk::open_with(preset, |creation| {
        creation.stages.clone_from(&stages);
        creation.seed = Seed::new(seed).unwrap();
    });
    for n in 1..=players {
        desk.act(By::Head, enter(member(n)));
    }
    let rounds = play_out(&mut desk, &mut dice, &told);
    assert!(rounds < 200, "{told}: it never ends");
    check_end(&mut desk, players, &told);
    kinds.extend(desk.tournament.log().iter().map(Event::kind));
    let again = Tournament::replay(desk.tournament.log().to_vec());
    assert_eq!(again, desk.tournament, "{told}");
}

/// Plays on until no stage has anything left; tells how many rounds there were.
fn play_out(desk: &mut Desk, dice: &mut Dice, told: &str) -> u16 {
    loop {
        let round = desk.tournament.affairs().next_round();
        loop {
            let wanted = desk.tournament.affairs().wanted_choices();
            let Some(first) = wanted.first().copied() else {
                break;
            };
            let choice = match dice.below(3) {
                0 => Choice::Black,
                1 => Choice::White,
                _ if first.or_draw_win => Choice::DrawWin,
                _ => Choice::Black,
            };
            let (of, entrant) = (first.of, first.by);
            desk.act(
                By::Head,
                Act::Choose {
                    of,
                    entrant,
                    choice,
                },
            );
        }
        match desk.try_act(By::Head, propose(round)) {
            Ok(_) => {}
            Err(refused) => {
                assert_eq!(
                    refused.code(),
                    "tournament.no_more_rounds",
                    "{told}: {refused}"
                );
                return round.0 - 1;
            }
        }
        if round.0 >= 200 {
            return round.0;
        }
        check_round(desk, round, told);
        desk.announce_and_start(round);
        let cards = desk
            .tournament
            .affairs()
            .round(round)
            .unwrap()
            .cards
            .clone();
        for card in cards {
            let in_match = card
                .contest
                .is_some_and(|contest| contest.of.stage != outflank_tournament::Stage::Swiss);
            let official = dice.official(in_match);
            desk.act(By::Head, result(round, card.table, official));
        }
        desk.act(By::Head, Act::Validate { round });
        if dice.below(8) == 0 {
            let affairs = desk.tournament.affairs();
            let here: Vec<u32> = affairs.staying().map(|(id, _)| id.0).collect();
            let who = here[usize::from(dice.below(u16::try_from(here.len()).unwrap()))];
            // Whoever the rulebook has withdrawn cannot leave once more.
            let _ = desk.try_act(By::Head, withdraw(who));
        }
    }
}

fn check_round(desk: &Desk, round: RoundNumber, told: &str) {
    let affairs = desk.tournament.affairs();
    let life = affairs.round(round).unwrap();
    let mut seen = BTreeSet::new();
    let cards = life.cards.iter().flat_map(|card| card.players());
    for player in cards
        .chain(life.byes.iter().copied())
        .chain(life.absent.iter().copied())
    {
        assert!(
            seen.insert(player),
            "{told}: {player} twice in round {round}"
        );
        let fields = (life.pairing.stages.iter()).filter_map(|stage| affairs.fields.get(stage));
        let inside = fields
            .filter(|field| field.players.contains(&player))
            .count();
        assert_eq!(
            inside, 1,
            "{told}: {player} is in one stage of round {round}"
        );
    }
    assert!(
        life.cards.iter().all(|card| card.contest.is_some()),
        "{told}"
    );
}

fn check_end(desk: &mut Desk, players: u32, told: &str) {
    let affairs = desk.tournament.affairs();
    for view in affairs.stages() {
        let over = matches!(view.state, StageState::Over | StageState::Skipped);
        assert!(over, "{told}: {} is {}", view.plan.name, view.state);
        for one in &view.matches {
            assert!(one.is_over(), "{told}: {}", one.id());
            // A match never has a game its rules do not need.
            let most = match one.state {
                MatchState::Won { .. } | MatchState::Nobody => 3,
                MatchState::Due { .. } | MatchState::Playing { .. } | MatchState::Undecided => 0,
            };
            assert!(one.games.len() <= most, "{told}: {}", one.id());
        }
        let order: BTreeSet<_> = view.order.iter().flatten().collect();
        assert_eq!(
            order.len(),
            view.field.players.len(),
            "{told}: {}",
            view.plan.name
        );
    }
    let list = affairs.final_list(ListName::Individual).unwrap();
    assert!(list.is_final, "{told}: {:?}", affairs.open_matters());
    let everybody: BTreeSet<_> = list.rows.iter().map(|row| row.id).collect();
    assert_eq!(everybody.len(), list.rows.len(), "{told}");
    assert_eq!(list.rows.len(), usize::try_from(players).unwrap(), "{told}");
    for (n, row) in (1..).zip(&list.rows) {
        assert!(row.rank <= n && row.separated <= n, "{told}: {row:?}");
    }
    assert!(
        list.rows.windows(2).all(|two| two[0].rank <= two[1].rank),
        "{told}"
    );
    for life in &affairs.rounds {
        assert_eq!(life.phase, Phase::Validated, "{told}");
        if let Some(published) = affairs.latest_edition(life.number.0) {
            let table = affairs.standings(life.number.0).unwrap();
            assert_eq!(
                published.rows,
                edition_rows(&table),
                "{told}: {}",
                life.number
            );
        }
    }
    let own = vec![outflank_tournament::running::OwnTitle {
        title: "Winner".to_owned(),
        list: ListName::Individual,
        place: 1,
    }];
    // Where everybody has left nobody wins.
    let _ = desk.try_act(By::Head, Act::AwardTitles { own });
    let despite = Some("the slips are in the box".to_owned());
    let facts = desk.act(By::Head, Act::SignOff { despite });
    let signed = facts
        .iter()
        .any(|fact| matches!(fact, Fact::SignedOff { .. }));
    assert!(signed, "{told}");
}
