//! Semi-finals, the game for third place and the final of one list.

use outflank_pairing::EntrantId;
use outflank_rulebook::{BySeat, ClauseId};

use crate::event::Event;
use crate::list_name::ListName;
use crate::matches::{Call, Match, MatchId, MatchRule};
use crate::round::Stage;
use crate::withdrawal::withdrawals;

/// How the finals of a list are played: each part with its rule, its slot and its clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketPlan {
    pub list: ListName,
    pub semi: Part,
    /// The game for third place, if there is one.
    pub third: Option<Part>,
    pub last: Part,
}

/// One part of the finals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How its matches are played.
    pub rule: MatchRule,
    /// The slot of their first games.
    pub slot: u16,
    /// The clause, where a text has one.
    pub clause: Option<ClauseId>,
}

impl BracketPlan {
    /// The main list: matches of three games, and one game for third place (WOC-III.2).
    #[must_use]
    pub fn main(event: &Event) -> Self {
        let three = MatchRule::best_of_three(&event.rules);
        Self::slotted(
            event,
            ListName::Individual,
            three,
            [
                (1, "WOC-III.2.1.p2"),
                (4, "WOC-III.2.2"),
                (4, "WOC-III.2.3"),
            ],
        )
    }

    /// Women and young players: single games, beside those of the main list (WOC-III.3, WOC-III.4,
    /// WOC-B).
    #[must_use]
    pub fn category(event: &Event, list: ListName) -> Self {
        let one = MatchRule::single(&event.rules);
        let parts = match list {
            ListName::Young => [
                (1, "WOC-III.4.1.p2"),
                (3, "WOC-III.4.2"),
                (3, "WOC-III.4.3"),
            ],
            ListName::Women
            | ListName::Individual
            | ListName::Team
            | ListName::Special
            | ListName::Stage(_) => [
                (2, "WOC-III.3.1.p2"),
                (4, "WOC-III.3.2"),
                (5, "WOC-III.3.3"),
            ],
        };
        Self::slotted(event, list, one, parts)
    }

    fn slotted(event: &Event, list: ListName, rule: MatchRule, parts: [(u16, &str); 3]) -> Self {
        let part = |rule: MatchRule, (slot, clause): (u16, &str)| Part {
            rule,
            slot,
            clause: (event.rules.finals.clause()).and(ClauseId::known(clause)),
        };
        Self {
            list,
            semi: part(rule, parts[0]),
            third: Some(part(MatchRule::single(&event.rules), parts[1])),
            last: part(rule, parts[2]),
        }
    }
}

/// The finals of a list, as far as they have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    pub list: ListName,
    /// Who plays in them, best first.
    pub seeds: Vec<EntrantId>,
    /// The matches called so far.
    pub matches: Vec<Match>,
    /// The order of finish, once it is known: the champion, the loser of the final, third, fourth. A
    /// place nobody has won is left out with all below it.
    pub finish: Vec<EntrantId>,
    /// Who of them has withdrawn.
    pub withdrawn: Vec<EntrantId>,
}

impl Bracket {
    /// The champion, once there is one.
    pub fn champion(&self) -> Option<EntrantId> {
        self.finish.first().copied()
    }

    /// The players from first to last: the order of finish as far as it is known, then the others
    /// as they were seeded, withdrawn players after those who stayed (AMB-85).
    pub fn order(&self) -> Vec<EntrantId> {
        let mut rest: Vec<EntrantId> = (self.seeds.iter().copied())
            .filter(|id| !self.finish.contains(id))
            .collect();
        rest.sort_by_key(|id| self.withdrawn.contains(id));
        self.finish.iter().copied().chain(rest).collect()
    }

    /// Whether all its matches are over and none is still to be called.
    pub fn is_over(&self) -> bool {
        self.matches.iter().all(Match::is_over)
    }

    pub fn match_of(&self, stage: Stage, number: u16) -> Option<&Match> {
        (self.matches.iter()).find(|one| one.id().stage == stage && one.id().number == number)
    }
}

/// The finals of these players, best first: four play semi-finals 1-4 and 2-3; of three the second
/// plays the third and the winner meets the first; two play the final; one is the champion (AMB-55).
pub fn bracket(event: &Event, plan: &BracketPlan, seeds: &[EntrantId]) -> Bracket {
    let left: Vec<EntrantId> = (withdrawals(event).iter().map(|left| left.id))
        .filter(|id| seeds.contains(id))
        .collect();
    let place = |id: EntrantId| seeds.iter().position(|seed| *seed == id);
    let call = |stage: Stage, number: u16, part: &Part, two: [EntrantId; 2], why: String| {
        let [higher, lower] = match place(two[0]) <= place(two[1]) {
            true => two,
            false => [two[1], two[0]],
        };
        let call = Call {
            id: MatchId {
                stage,
                list: plan.list,
                number,
            },
            players: BySeat { higher, lower },
            rule: part.rule,
            slot: part.slot,
            why,
            clause: part.clause.clone(),
        };
        Match::of(event, call, &left)
    };
    let semi = |number: u16, high: usize, low: usize| {
        let why = format!("places {high} and {low} of the list");
        let two = [seeds[high - 1], seeds[low - 1]];
        call(Stage::Semi, number, &plan.semi, two, why)
    };
    let mut matches = match seeds.len() {
        0..=2 => Vec::new(),
        3 => vec![semi(1, 2, 3)],
        _ => vec![semi(1, 1, 4), semi(2, 2, 3)],
    };
    let finalists: Option<Vec<EntrantId>> = match seeds.len() {
        0 | 1 => None,
        2 => Some(seeds.to_vec()),
        3 => matches[0].winner().map(|winner| vec![seeds[0], winner]),
        _ => (matches.iter().all(Match::is_over))
            .then(|| matches.iter().filter_map(Match::winner).collect()),
    };
    let losers: Vec<EntrantId> = matches.iter().filter_map(Match::loser).collect();
    let mut finish = Vec::new();
    if let [alone] = seeds {
        finish.push(*alone);
    }
    let mut third: Option<Match> = None;
    if let (Some(part), [one, other]) = (&plan.third, losers.as_slice()) {
        let why = "the losers of the semi-finals".to_owned();
        third = Some(call(Stage::Third, 1, part, [*one, *other], why));
    }
    match finalists.as_deref() {
        Some([one, other]) => {
            let why = match seeds.len() {
                2 => "the two of the list".to_owned(),
                _ => "the winners of the semi-finals".to_owned(),
            };
            let last = call(Stage::Final, 1, &plan.last, [*one, *other], why);
            finish.extend(last.winner().into_iter().chain(last.loser()));
            matches.push(last);
            matches.extend(third.clone());
        }
        // The opponent of nobody has won without a final.
        Some([alone]) => finish.push(*alone),
        Some(_) | None => {}
    }
    if finish.len() == 2 {
        match &third {
            Some(third) => finish.extend(third.winner().into_iter().chain(third.loser())),
            None => {
                if let [third] = losers.as_slice() {
                    finish.push(*third);
                }
            }
        }
    }
    Bracket {
        list: plan.list,
        seeds: seeds.to_vec(),
        matches,
        finish,
        withdrawn: left,
    }
}
